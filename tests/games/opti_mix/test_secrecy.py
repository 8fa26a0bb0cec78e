"""The secrets of Arche Opti Mix (OM-6): two worlds that look alike to a seat tell it the same, whatever is done."""

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import product
from random import Random

import pytest

import ararat
from lengths import amount

from ..arranging import played, restored
from .positions import (
    CARDS,
    PASS,
    PETS,
    STOP,
    TYPES,
    boost,
    cards,
    next_cabin,
    pet,
    pick,
    play,
    position,
    random_match,
    start,
    take,
    view_as_ruled,
)

SPECTATOR = None
THIRD = 2
LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"
BOTS = ["random", "greedy", "search:16"]
HIDDEN_PET = {"move": "pet", "card": "hidden"}
NONE = pet(None)


# Words of the tests


def decisions(match, seat):
    """What every bot would do in the place of the seat in turn, with a few seeds."""
    view, moves = match.view(seat), match.moves()
    return [ararat.player(code).choose(deepcopy(view), deepcopy(moves), seed) for code in BOTS for seed in range(3)]


def told(events, viewer):
    return [event for event in events if event["audience"] == "all" or viewer in event["audience"]]


def names_in(value):
    """The cards that are named anywhere in a JSON value."""
    return set(re.findall(r"[a-z]+(?:-[a-z]+)*", json.dumps(value))) & set(CARDS)


def assert_alike(one, other, viewer):
    """Nothing that a viewer is sent tells the worlds apart."""
    assert one.view(viewer) == other.view(viewer)
    assert one.log(viewer) == other.log(viewer)
    assert one.past_views(viewer) == other.past_views(viewer)
    assert (one.observation(viewer) == other.observation(viewer)).all()
    assert (one.turn, one.over, one.can_undo) == (other.turn, other.over, other.can_undo)
    if one.turn == viewer and viewer is not None:
        assert one.moves() == other.moves()
        assert decisions(one, viewer) == decisions(other, viewer)


class Worlds:
    """Two matches that differ only in what the outsiders can't know."""

    def __init__(self, one, other, outsiders=(THIRD, SPECTATOR)):
        self.outsiders = outsiders
        self.matches = [match if hasattr(match, "play") else restored(match) for match in (one, other)]
        assert self.matches[0].state() != self.matches[1].state(), "the worlds do not differ"
        self.check()

    def check(self):
        for viewer in self.outsiders:
            assert_alike(*self.matches, viewer)

    def play(self, move, other=None):
        """The same move in both worlds, or two that the outsiders can't tell apart; returns the events of both."""
        events = [match.play(one) for match, one in zip(self.matches, (move, other or move), strict=True)]
        for viewer in self.outsiders:
            assert told(events[0], viewer) == told(events[1], viewer)
        self.check()
        return events

    def differ_for(self, *seats):
        """Whether these seats see that the worlds differ."""
        one, other = self.matches
        return all(
            one.view(seat) != other.view(seat) and (one.observation(seat) != other.observation(seat)).any()
            for seat in seats
        )


def swapped(state, one, other):
    """The same state with two cards in each other's place, in hands and deck."""
    other_way = {one: other, other: one}
    state = deepcopy(state)
    for pile in (state["deck"], *state["hands"]):
        pile[:] = sorted(other_way.get(name, name) for name in pile)
    return state


def test_bots_play_the_game():
    assert {"random", "greedy"} <= set(BOTS)


# Views


@pytest.mark.rules("OM-6.1", "OM-6.2", "OM-6.3", "OM-6.5", "OM-6.6")
@pytest.mark.parametrize("players, seed", [(3, 1), (4, 2), (5, 3)])
def test_every_view_of_a_whole_match_is_as_ruled(players, seed):
    for match in random_match(players, seed, 0.6, chimpanzee="useful" if players == 4 else "none"):
        state = match.state()
        for viewer in (SPECTATOR, *range(players)):
            assert match.view(viewer) == view_as_ruled(state, viewer)
    assert match.over
    for viewer in (SPECTATOR, *range(players)):
        views = [view_as_ruled(state, viewer) for state in match.past_states()]
        assert match.past_views(viewer) == views


@pytest.mark.rules("OM-6.1", "OM-6.2")
def test_all_but_hands_pets_and_deck_is_public_and_so_are_their_sizes():
    state = position(
        cabins=LEVEL, hand="mouse, snail", rain=3, pets={1: "camel"}, pieces={"shy": [3, 2, 0]}, known={0: "mouse"}
    )
    view = restored(state).view(SPECTATOR)
    assert set(view) == set(state)
    assert {key for key in state if view[key] != state[key]} == {"hands", "pets", "deck"}
    assert view["deck"] == ["hidden"] * len(state["deck"])
    assert [len(hand) for hand in view["hands"]] == [len(hand) for hand in state["hands"]]
    assert view["pets"] == [None, "hidden", None]


@pytest.mark.rules("OM-6.3")
def test_a_seat_sees_its_own_hand_and_of_others_what_all_have_seen():
    state = position(
        cabins=LEVEL, hand="mouse, snail, hay", hands={1: "zebra, bee, hay, hay", 2: "pig"},
        known={0: "mouse, hay", 1: "zebra, hay"},
    )  # fmt: skip
    match = restored(state)
    assert match.view(0)["hands"] == [
        ["hay", "mouse", "snail"],
        ["hay", "zebra", "hidden", "hidden"],
        ["hidden"],
    ]
    assert match.view(1)["hands"] == [["hay", "mouse", "hidden"], ["bee", "hay", "hay", "zebra"], ["hidden"]]
    spectator = [["hay", "mouse", "hidden"], ["hay", "zebra", "hidden", "hidden"], ["hidden"]]
    assert match.view(SPECTATOR)["hands"] == spectator
    for viewer in (0, 1, 2, SPECTATOR):
        assert match.view(viewer)["known"] == state["known"]


@pytest.mark.rules("OM-6.5", "OM-6.6")
def test_a_pet_is_shown_to_its_own_seat_alone_and_that_there_is_one_to_all():
    match = restored(position(cabins=LEVEL, rain=2, pets={0: "camel", 2: "snail"}))
    assert match.view(0)["pets"] == ["camel", None, "hidden"]
    assert match.view(1)["pets"] == ["hidden", None, "hidden"]
    assert match.view(2)["pets"] == ["hidden", None, "snail"]
    assert match.view(SPECTATOR)["pets"] == ["hidden", None, "hidden"]


# Two worlds: an unknown card of a hand and one of the deck are swapped


def holding(secret, **words):
    """Seat 0 holds a mouse, a snail and a secret; seat 1 a zebra and a bee; the deck has the other secrets."""
    return position(
        cabins=LEVEL, hand=f"mouse, snail, {secret}", hands={1: "zebra, bee", THIRD: "pig, rabbit"},
        display="dog, grain, hay", known={0: "mouse", 1: "bee"}, **words,
    )  # fmt: skip


SECRETS = [("elephant", "bison"), ("fox", "chimpanzee"), ("spider", "hay"), ("camel", "mammoth")]


@pytest.mark.rules("OM-6.2", "OM-6.3", "OM-6.6", "OM-6.9")
@pytest.mark.parametrize("secrets", SECRETS)
def test_an_unknown_card_of_another_hand_tells_nobody_anything(secrets):
    worlds = Worlds(*(holding(secret) for secret in secrets), outsiders=(1, THIRD, SPECTATOR))
    assert worlds.differ_for(0)
    worlds.play(play("mouse", "P1"))
    worlds.play(STOP)
    worlds.play(play("bee", "S1"))
    worlds.play(STOP)
    assert worlds.matches[0].turn == THIRD
    worlds.play(play("pig", "P2"))
    assert worlds.differ_for(0)


@pytest.mark.rules("OM-6.3", "OM-6.4")
def test_two_hands_may_have_swapped_unknown_cards():
    one = holding("elephant")
    other = deepcopy(one)
    other["hands"][0] = cards("mouse, snail, zebra")
    other["hands"][1] = cards("bee, elephant")
    worlds = Worlds(one, other)
    worlds.play(play("mouse", "P1"))
    worlds.play(STOP)
    worlds.play(play("bee", "S1"))
    worlds.play(STOP)
    assert worlds.matches[0].turn == THIRD
    assert worlds.differ_for(0, 1)


# Two worlds: what was drawn blind


def drawn_blind(rain=0, deck=None):
    """Pairs of matches from one state in which seat 0 draws different cards and all else is alike."""
    state = position(
        cabins=LEVEL, hand="mouse, snail", display="dog, grain, hay", rain=rain, deck=deck, known={0: "mouse"}
    )
    by_display = {}
    for seed in range(200):
        match = played(state, take("dog"), seed=seed)
        now = match.state()
        if now["phase"] != "turn":
            continue
        drawn = tuple(now["hands"][0])
        found = by_display.setdefault(json.dumps(match.log(SPECTATOR)), {})
        found.setdefault(drawn, match)
    pairs = [list(found.values())[:2] for found in by_display.values() if len(found) > 1]
    assert len(pairs) >= 3
    return pairs


@pytest.mark.rules("OM-6.2", "OM-6.3", "OM-6.4", "OM-4.2")
@pytest.mark.parametrize("rain, deck", [(0, None), (2, "elephant, pig, bee, walrus, zebra, camel")])
def test_a_card_drawn_blind_is_shown_to_its_seat_alone(rain, deck):
    for one, other in drawn_blind(rain, deck)[:5]:
        worlds = Worlds(one, other, outsiders=(1, THIRD, SPECTATOR))
        assert worlds.differ_for(0)
        for match in worlds.matches:
            (blind,) = set(match.state()["hands"][0]) - {"mouse", "snail", "dog"} or {"snail"}
            assert match.view(0)["hands"][0] == match.state()["hands"][0]
            assert match.state()["known"][0] == ["dog", "mouse"]
            for viewer in (1, THIRD, SPECTATOR):
                assert match.view(viewer)["hands"][0] == ["dog", "mouse", "hidden", "hidden"]
                if blind not in match.state()["display"] and blind not in ("grain", "hay"):
                    assert blind not in names_in(match.log(viewer))


@pytest.mark.rules("OM-6.2", "OM-4.31")
def test_a_blind_draw_leaves_one_card_less_to_everybody():
    one = drawn_blind()[0][0]
    for viewer in (0, 1, THIRD, SPECTATOR):
        assert one.view(viewer)["deck"] == ["hidden"] * len(one.state()["deck"])


# Two worlds: which pet


def asking(hand="camel, elephant, grain, rabbit, snail", known="camel, elephant, grain", **words):
    return position(
        phase="pet", todo=["draw", "refill"], cabins=LEVEL, hand=hand, known={0: known, 1: "bee"}, display="dog, hay",
        hands={1: "bee, zebra"}, deck="mouse, walrus, mammoth, fox, hay, pig", **words,
    )  # fmt: skip


@pytest.mark.rules("OM-6.4", "OM-6.5", "OM-6.7", "OM-6.6")
@pytest.mark.parametrize("pets", [("rabbit", "snail"), ("camel", "rabbit")])
def test_which_pet_was_laid_down_is_told_to_nobody_else(pets):
    one, other = (played(asking(), pet(name)) for name in pets)
    worlds = Worlds(one, other, outsiders=(1, THIRD, SPECTATOR))
    assert worlds.differ_for(0)
    for match, name in zip(worlds.matches, pets, strict=True):
        assert match.view(0)["pets"] == [name, None, None]
        assert match.log(0)[0]["move"] == pet(name)
        for viewer in worlds.outsiders:
            assert match.log(viewer)[0]["move"] == HIDDEN_PET
            assert match.view(viewer)["pets"] == ["hidden", None, None]
            assert name not in names_in(match.log(viewer))
            assert match.view(viewer)["known"][0] == ["elephant", "grain"]
            assert match.view(viewer)["hands"][0] == ["elephant", "grain", "hidden", "hidden"]
    worlds.outsiders = (THIRD, SPECTATOR)
    worlds.play(pet("bee"), pet("zebra"))
    assert worlds.matches[0].turn == THIRD
    assert worlds.matches[0].view(THIRD)["pets"] == ["hidden", "hidden", None]


@pytest.mark.rules("OM-6.4", "OM-6.5")
def test_a_pet_of_unknown_cards_in_two_worlds():
    one = asking()
    worlds = Worlds(one, swapped(swapped(one, "rabbit", "walrus"), "snail", "mouse"), outsiders=(1, THIRD, SPECTATOR))
    worlds.play(pet("snail"), pet("mouse"))
    worlds.play(pet("bee"))
    assert worlds.matches[0].view(THIRD)["known"] == [["elephant", "grain"], [], []]


@pytest.mark.rules("OM-6.7")
def test_declining_a_pet_and_all_other_moves_are_public():
    match = played(asking(), NONE, pet("bee"))
    for viewer in (0, THIRD, SPECTATOR):
        assert [entry["move"] for entry in match.log(viewer)] == [NONE, HIDDEN_PET]
    assert [entry["move"] for entry in match.log(1)] == [NONE, pet("bee")]
    assert [entry["seat"] for entry in match.log(SPECTATOR)] == [0, 1]


@pytest.mark.rules("OM-6.4")
def test_all_that_could_be_pets_leave_what_is_known_whichever_it_was():
    known = "camel, elephant, grain, rabbit, snail"
    match = played(asking(known=known), pet("snail"))
    assert match.state()["known"][0] == ["elephant", "grain"]
    assert set(PETS) & {"camel", "rabbit", "snail", "elephant", "grain"} == {"camel", "rabbit", "snail"}
    assert played(asking(known=known), NONE).state()["known"][0] == cards(known)


@pytest.mark.rules("OM-6.4")
def test_known_lists_what_was_seen_to_go_into_a_hand_and_not_to_leave_it():
    state = position(
        cabins="P1 earthworm; S1 cow", tilt=0, hand="hay, hay, mouse", known={0: "hay"}, display="dog, hay, pig"
    )
    assert played(state, take("hay")).state()["known"][0] == ["hay", "hay"]
    assert played(state, play("hay", "P1")).state()["known"][0] == []  # one copy
    assert played(state, play("mouse", "S1")).state()["known"][0] == ["hay"]
    opened = played(state, play("mouse", next_cabin(state, "S")))
    opened.play(pick("pig"))
    assert opened.state()["known"][0] == ["hay", "pig"]
    two = position(cabins="P1 earthworm; S1 cow", tilt=0, hand="hay, hay", known={0: "hay, hay"})
    assert played(two, play("hay", "P1")).state()["known"][0] == ["hay"]
    assert start(3).state()["known"] == [[], [], []]  # dealt cards are not


# Whole matches


@pytest.mark.rules("OM-6.4", "OM-6.7")
@pytest.mark.parametrize("players, seed", [(3, 11), (4, 12), (5, 13), (3, 15)])
def test_known_can_be_told_from_what_a_spectator_was_told(players, seed):
    known = [[] for _ in range(players)]
    pets = 0
    for match in random_match(players, seed, 0.5):
        if match.over:
            break
        for entry in match.log(SPECTATOR, since=max(0, len(match.history) - 1)):
            seat, move = entry["seat"], entry["move"]
            if move["move"] in ("take", "pick"):
                known[seat] = sorted([*known[seat], move["card"]])
            elif move["move"] == "play" and move["card"] in known[seat]:
                known[seat].remove(move["card"])
            elif move == HIDDEN_PET:
                known[seat] = [name for name in known[seat] if not CARDS[name].pet]
                pets += 1
        for viewer in (SPECTATOR, 0, players - 1):
            assert match.view(viewer)["known"] == known
    assert pets, "nobody laid a pet down: the law would prove less"


@pytest.mark.rules("OM-6.7", "OM-6.3", "OM-6.5", "OM-6.2")
@pytest.mark.parametrize("players, seed", [(3, 21), (4, 22), (5, 23)])
def test_events_never_name_a_hidden_card(players, seed):
    """What a viewer is told of a move names only cards that its views of the moment before or after show."""
    checked, shown = 0, {}
    for match in random_match(players, seed, 0.5):
        for viewer in (SPECTATOR, *range(players)):
            before, shown[viewer] = shown.get(viewer, set()), names_in(match.view(viewer))
            for entry in match.log(viewer, since=max(0, len(match.history) - 1)):
                assert names_in(entry) <= before | shown[viewer], entry
                checked += 1
    assert checked > 60


@pytest.mark.rules("OM-6.7")
@pytest.mark.parametrize("players, seed", [(3, 31), (5, 32)])
def test_the_record_of_moves_hides_pets_from_all_but_their_seat(players, seed):
    for match in random_match(players, seed):
        if match.over:
            break
        logs = {viewer: match.log(viewer) for viewer in (SPECTATOR, *range(players))}
    for number, move in enumerate(match.history[:-1]):
        for viewer, log in logs.items():
            entry = log[number]
            secret = move["move"] == "pet" and move["card"] is not None and entry["seat"] != viewer
            assert entry["move"] == (HIDDEN_PET if secret else move)


@pytest.mark.rules("OM-6.8")
@pytest.mark.parametrize("players, seed", [(3, 41), (4, 42), (5, 43)])
def test_when_the_match_is_over_nothing_is_hidden(players, seed):
    *_, match = random_match(players, seed)
    state = match.state()
    assert match.over and "hidden" not in json.dumps(state)
    for viewer in (SPECTATOR, *range(players)):
        assert match.view(viewer) == state
        assert [entry["move"] for entry in match.log(viewer)] == list(match.history)


@pytest.mark.rules("OM-6.8")
def test_before_the_last_pass_hands_are_hidden_and_after_it_shown():
    state = position(phase="endgame", cabins=LEVEL, hand="mouse, elephant", passed=[1, 2], pets={1: "camel"})
    match = restored(state)
    assert match.view(1)["hands"][0] == ["hidden", "hidden"]
    match.play(PASS)
    for viewer in (0, 1, 2, SPECTATOR):
        assert match.view(viewer)["hands"][0] == ["elephant", "mouse"]
        assert match.view(viewer)["pets"] == [None, "camel", None]
        assert match.view(viewer)["deck"] == state["deck"]


# Legality depends on the view alone


def another_world(state, viewer, seed):
    """A state that looks the same to a viewer: what it cannot know in hands, pets and deck is dealt once more."""
    other, rng = deepcopy(state), Random(seed)
    strangers = [seat for seat in range(state["players"]) if seat != viewer]
    pool = list(state["deck"])
    for seat in strangers:
        pool += (Counter(state["hands"][seat]) - Counter(state["known"][seat])).elements()
        pool += [state["pets"][seat]] * (state["pets"][seat] is not None)
    rng.shuffle(pool)
    for seat in strangers:
        if state["pets"][seat]:
            other["pets"][seat] = next(name for name in pool if CARDS[name].pet)
            pool.remove(other["pets"][seat])
    for seat in strangers:
        unknown = len(state["hands"][seat]) - len(state["known"][seat])
        other["hands"][seat] = sorted([*state["known"][seat], *pool[:unknown]])
        del pool[:unknown]
    other["deck"] = sorted(pool)
    return other


def worlds_of(more="", **words):
    """Three worlds that look alike to seat 0."""
    state = position(cabins="P1 sheep, chimpanzee; P2 horse, zebra; S1 cow, fox; S2 llama, tiger; " + more, **words)
    return [state, another_world(state, 0, 1), another_world(state, 0, 2)]


@pytest.mark.rules("OM-6.1", "OM-6.2", "OM-6.3", "OM-6.5", "OM-6.6", "OM-6.9")
@pytest.mark.parametrize("players, seed", [(3, 51), (4, 52), (5, 53)])
def test_in_whole_matches_a_viewer_cannot_tell_another_world(players, seed):
    differing = 0
    for match in random_match(players, seed, 0.5):
        if match.over:
            break
        number = len(match.history)
        if number % amount(4, long=1):
            continue
        state = match.state()
        for viewer in (SPECTATOR, match.turn, number % players):
            other = another_world(state, viewer, number)
            differing += other != state
            assert_alike(restored(state), restored(other), viewer)
    assert differing > amount(15, long=60)


ALIKE = {
    "turn": lambda: worlds_of(hand="mouse, skunk, mosquito, elephant, grain", rain=2, pets={1: "camel"}),
    "second": lambda: worlds_of(phase="second", used=["P2"], hand="mouse, skunk, mosquito, spider, grain"),
    "pick": lambda: worlds_of(
        "S3 bee", phase="pick", used=["S3"], todo=["second", "refill"], hand="mouse", display="camel, grain, hay"
    ),
    "boost": lambda: worlds_of(
        phase="boost", used=["P1"], todo=["second", "refill"], hand="mouse",
        pieces={"shy": [2, 0, 0], "slow": [0, 2, 0]},
    ),
    "pet": lambda: worlds_of(
        phase="pet", todo=["draw", "refill"], active=1, turn=0, pets={1: "camel", 2: "snail"},
        hand="mouse, skunk, elephant, grain",
    ),
    "endgame": lambda: worlds_of(phase="endgame", hand="mouse, skunk, mosquito, spider, grain", discs={0: 1}),
}  # fmt: skip
CABINS = [f"{side}{number}" for side in "PS" for number in range(1, 5)]
NAMES = sorted(CARDS)
TRIES = [
    None, {}, {"move": "fly"}, STOP, PASS, NONE, boost(None), take("hidden"), pet("hidden"), play("hidden", "P1"),
    *(boost(kind) for kind in TYPES), *(pick(name) for name in NAMES), *(take(name) for name in NAMES),
    *(pet(name) for name in NAMES), *(play(name, cabin) for name, cabin in product(NAMES, CABINS)),
    *(play(name, cabin, eject) for name, cabin, eject in product(("skunk", "mosquito", "spider", "pig"), CABINS[:3],
        ("zebra", "sheep", "camel", "chimpanzee", "fox", "hay"))),
]  # fmt: skip


@pytest.mark.rules("OM-6.9", "OM-6.2", "OM-6.3")
@pytest.mark.parametrize("phase", ALIKE)
def test_moves_and_refusals_of_the_seat_in_turn_depend_on_its_view_alone(phase):
    def answers(match):
        refusals = [match.why_not(move) for move in TRIES]
        return [refusal and (refusal.rule, refusal.rules, refusal.text) for refusal in refusals]

    one, *others = map(restored, ALIKE[phase]())
    assert one.turn == 0 and one.state()["phase"] == phase
    expected = answers(one)
    assert None in expected
    for other in others:
        assert one.state() != other.state()
        assert_alike(one, other, 0)
        assert answers(other) == expected


@pytest.mark.rules("OM-6.9")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bots_play_whole_matches_from_their_views(players):
    for code in BOTS:
        match = start(players, 5)
        bot = ararat.player(code)
        while not match.over:
            view = match.view(match.turn)
            move = bot.choose(deepcopy(view), match.moves(), seed=len(match.history))
            assert match.why_not(move) is None
            match.play(move)
