"""The secrets of Noah (NO-6): two worlds that look alike to a seat tell it the same, whatever is done in them."""

import json
from copy import deepcopy
from functools import cache
from random import Random

import pytest

import ararat

from ..arranging import after, played, restored
from .positions import (
    COLLECT,
    GAME,
    board,
    card,
    cards,
    draw,
    flee,
    give,
    give_back,
    names,
    peek,
    position,
    sail,
    states_of_random_match,
    view_as_ruled,
    within,
)

SPECTATOR = None
THIRD = 2
BOTS = ["random", "greedy", "search:16"]


# Words of the tests


def known(match, viewer, seat):
    """What a viewer knows of a hand, by short names."""
    state = match.state()
    return names(state["known"][state["players"] if viewer is None else viewer][seat])


def decisions(match, seat):
    """What every bot would do in the place of the seat in turn, with a few seeds."""
    view, moves = match.view(seat), match.moves()
    return [ararat.player(code).choose(deepcopy(view), deepcopy(moves), seed) for code in BOTS for seed in range(3)]


def told(events, viewer):
    return [event for event in events if event["audience"] == "all" or viewer in event["audience"]]


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
    """Two matches that differ only in what the third seat and the spectator can't know."""

    def __init__(self, one, other, outsiders=(THIRD, SPECTATOR)):
        self.outsiders = outsiders
        self.matches = [one if hasattr(one, "play") else restored(one), None]
        self.matches[1] = other if hasattr(other, "play") else restored(other)
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
        return all(one.view(seat) != other.view(seat) for seat in seats)


def private(events):
    """The audiences of the events that are not for all."""
    return [sorted(event["audience"]) for event in events if event["audience"] != "all"]


def assert_private(events, seats):
    """Some event is for these seats alone, and every other is for all."""
    audiences = private(events)
    assert audiences, "nobody is told what happened"
    assert all(audience == sorted(seats) for audience in audiences), audiences


def mentions(value, name):
    """Whether an animal is named anywhere in a JSON value."""
    return f'"{card(name)["animal"]}"' in json.dumps(value)


# Giraffe


def looking(secret):
    """Seat 0 has a giraffe; seat 1 holds a panda and a secret; neither secret lies in the open."""
    return position(
        3, here="cat m", boats={2: "kangaroo m", 3: "snail f"}, hand="giraffe m, bear f, parrot f",
        hands={1: f"panda m, {secret}", THIRD: "parrot m, cat f, snail, lion f"},
    )  # fmt: skip


@pytest.mark.rules("NO-6.2", "NO-4.12", "NO-6.8")
def test_a_look_tells_its_seat_alone_and_nobody_else_anything():
    worlds = Worlds(looking("elephant m"), looking("rhinoceros f"))
    assert not worlds.differ_for(0)
    worlds.play(board("giraffe m"))
    events = worlds.play(peek(1))
    assert worlds.differ_for(0, 1)
    for match, secret, happened in zip(worlds.matches, ("elephant m", "rhinoceros f"), events, strict=True):
        assert match.view(0)["hands"][1] == {"known": cards(f"panda m, {secret}"), "unknown": 0}
        assert known(match, 0, 1) == names(cards(f"panda m, {secret}"))
        assert [known(match, viewer, 1) for viewer in (THIRD, SPECTATOR)] == ["", ""]
        assert_private(happened, [0])
        assert mentions(told(happened, 0), secret)
        assert not mentions([told(happened, viewer) for viewer in (THIRD, SPECTATOR)], secret)
        assert not match.can_undo
    worlds.play(sail(2))
    worlds.play(board("panda m"))
    worlds.play(sail(4))
    assert worlds.matches[0].turn == THIRD
    assert [names(match.state()["known"][0][1]) for match in worlds.matches] == ["elephant m", "rhinoceros f"]


# Lion


def prowling(secret):
    """Seat 0 has a lion; seat 1 holds a panda and a secret."""
    return position(
        3, here="cat m", boats={2: "kangaroo m", 3: "snail f"}, hand="lion m, bear f, parrot f",
        hands={1: f"panda m, {secret}", THIRD: "parrot m, cat f, snail, lion f"},
        known={(0, 1): "panda m", (THIRD, 1): "panda m", (None, 1): "panda m", (THIRD, 0): "bear f"},
    )  # fmt: skip


def drawn(secret):
    """The match in which the lion draws the secret from seat 1."""
    for seed in range(60):
        match = played(prowling(secret), board("lion m"), seed=seed)
        twin = match.copy()
        match.play(draw(1))
        if card(secret) in match.state()["hands"][0]:
            return twin, match
    raise AssertionError(f"{secret} is never drawn")


@pytest.mark.rules("NO-6.2", "NO-4.13", "NO-6.7", "NO-6.8")
def test_a_draw_tells_the_two_seats_alone_which_card_it_was():
    secrets = ("elephant m", "rhinoceros f")
    worlds = Worlds(*(drawn(secret)[0] for secret in secrets))
    events = worlds.play(draw(1))
    for match, secret, happened in zip(worlds.matches, secrets, events, strict=True):
        assert card(secret) in match.state()["hands"][0]
        assert known(match, 1, 0) == secret  # whom it was drawn from
        assert known(match, 0, 1) == "panda m"
        assert known(match, THIRD, 1) == known(match, SPECTATOR, 1) == ""
        assert known(match, THIRD, 0) == "bear f"
        assert_private(happened, [0, 1])
        assert mentions(told(happened, 0), secret) and mentions(told(happened, 1), secret)
        assert not match.can_undo
    assert worlds.differ_for(0, 1)


@pytest.mark.rules("NO-6.2", "NO-6.7")
def test_not_even_whether_a_known_card_was_drawn_is_told_to_a_third_seat():
    """In one world the panda that all know of is drawn, in the other the secret: the third seat loses both alike."""
    matches = {}
    for seed in range(60):
        match = played(prowling("elephant m"), board("lion m"), draw(1), seed=seed)
        matches[names(match.state()["hands"][1])] = match
    worlds = Worlds(matches["panda m"], matches["elephant m"])
    assert worlds.differ_for(0, 1)
    assert [known(match, 0, 1) for match in worlds.matches] == ["panda m", ""]
    assert [known(match, THIRD, 1) for match in worlds.matches] == ["", ""]


@pytest.mark.rules("NO-6.2", "NO-4.14", "NO-6.8")
@pytest.mark.parametrize("returned", ["the card drawn", "a card of its own"])
def test_a_return_tells_the_two_seats_alone_which_card_it_was(returned):
    secrets = ("elephant m", "rhinoceros f")
    worlds = Worlds(*(drawn(secret)[1] for secret in secrets))
    back = secrets if returned == "the card drawn" else ("bear f", "parrot f")
    events = worlds.play(*map(give_back, back))
    for match, name, happened in zip(worlds.matches, back, events, strict=True):
        assert card(name) in match.state()["hands"][1]
        assert card(name) in match.state()["known"][0][1]
        assert known(match, THIRD, 0) == known(match, SPECTATOR, 0) == ""  # missed, so the bear may be gone
        assert_private(happened, [0, 1])
        assert mentions(told(happened, 1), name)
        assert not match.can_undo
    assert worlds.differ_for(0, 1)
    worlds.play(sail(2))
    worlds.play(board("panda m"))
    worlds.play(sail(4))
    assert worlds.matches[0].turn == THIRD


@pytest.mark.rules("NO-6.2", "NO-4.14")
def test_whether_the_card_drawn_or_another_came_back_is_not_told_to_a_third_seat():
    one, other = (drawn("elephant m")[1] for _ in range(2))
    worlds = Worlds(one, other)
    worlds.play(give_back("elephant m"), give_back("parrot f"))
    assert worlds.differ_for(0, 1)
    worlds.play(sail(3))
    worlds.play(board("panda m"))
    worlds.play(sail(1))
    assert worlds.matches[0].turn == THIRD


# Gift


def giving(secret):
    """Seat 0 is about to fill a boat and to give a card; of its three cards the third seat knows one."""
    return position(
        3, here="elephant m, bear m", boats={2: "kangaroo m", 3: "snail f"}, hand=f"panda m, parrot f, {secret}",
        hands={1: "cat m, woodpecker m", THIRD: "parrot m, cat f, snail, lion f"},
        known={(THIRD, 0): "parrot f", (1, 0): "parrot f", (None, 0): "parrot f", (THIRD, 1): "woodpecker m"},
    )  # fmt: skip


@pytest.mark.rules("NO-6.2", "NO-4.20", "NO-6.8")
@pytest.mark.parametrize(
    "secrets, gifts",
    [
        (("rhinoceros f", "giraffe f"), ("rhinoceros f", "giraffe f")),
        (("rhinoceros f", "rhinoceros f"), ("rhinoceros f", "parrot f")),  # the known card or another
        (("rhinoceros f", "giraffe f"), ("parrot f", "giraffe f")),
    ],
)
def test_a_gift_tells_the_two_seats_alone_which_card_it_was(secrets, gifts):
    worlds = Worlds(*map(giving, secrets))
    worlds.play(board("panda m"))
    worlds.play(sail(2))
    events = worlds.play(*(give(name, 1) for name in gifts))
    for match, name, happened in zip(worlds.matches, gifts, events, strict=True):
        assert card(name) in match.state()["hands"][1]
        assert known(match, 0, 1) == name
        assert known(match, 1, 0) == ("" if name == "parrot f" else "parrot f")  # seen to leave
        assert known(match, THIRD, 0) == known(match, SPECTATOR, 0) == ""  # missed
        assert known(match, THIRD, 1) == "woodpecker m"  # a missed arrival changes nothing
        assert_private(happened, [0, 1])
        assert mentions(told(happened, 0), name) and mentions(told(happened, 1), name)
        assert not mentions(told(happened, THIRD), name)
        assert not match.can_undo
    assert worlds.differ_for(0, 1)
    worlds.play(board("cat m"))
    worlds.play(sail(4))
    assert worlds.matches[0].turn == THIRD


@pytest.mark.rules("NO-6.1")
def test_all_see_to_whom_a_gift_goes_and_the_receiver_alone_sees_more():
    match = played(giving("rhinoceros f"), board("panda m"), sail(2), give("rhinoceros f", 1))
    for viewer in (THIRD, SPECTATOR):
        entry = match.log(viewer)[-1]
        assert (entry["seat"], entry["move"]["move"], entry["move"]["player"]) == (0, "give", 1)
        assert not mentions(entry, "rhinoceros f")
    for viewer in (0, 1):
        assert mentions(match.log(viewer)[-1], "rhinoceros f")


# Collecting, and then a card that leaves unseen


def collecting(secret):
    """Seat 0 has no card that fits; what it collects all see, what it holds nobody."""
    return position(
        3, here="parrot f, elephant f, parrot f, kangaroo f", boats={2: "kangaroo m", 3: "rhinoceros m, giraffe m"},
        hand=f"panda m, {secret}", hands={1: "cat m, woodpecker m", THIRD: "parrot m, cat f, snail, lion f"},
    )  # fmt: skip


@pytest.mark.rules("NO-6.5", "NO-6.8", "NO-6.2")
def test_what_is_collected_all_see_and_the_rest_of_the_hand_stays_secret():
    worlds = Worlds(collecting("cat m"), collecting("bear m"))
    events = worlds.play(COLLECT)
    arrived = "elephant f, kangaroo f, parrot f, parrot f"
    for match, happened in zip(worlds.matches, events, strict=True):
        assert private(happened) == []
        assert [known(match, viewer, 0) for viewer in (1, THIRD, SPECTATOR)] == [arrived] * 3
        assert match.view(THIRD)["hands"][0] == {"known": cards(arrived), "unknown": 2}
        assert not match.can_undo
    assert worlds.differ_for(0) and not worlds.differ_for(1)
    worlds.play(board("panda m"))
    assert known(worlds.matches[0], THIRD, 0) == arrived


def long_game(secret):
    """Seat 0 must collect; two turns later it can fill the boat at quay 1 and has to give a card."""
    return position(
        3, here="parrot f, elephant f, parrot f",
        boats={1: "giraffe m, kangaroo m, donkey m", 2: "snail f", 3: "snail m"}, hand=f"panda m, cat m, {secret}",
        hands={1: "cat m, kangaroo f, lion m, woodpecker m", THIRD: "parrot m, cat f, snail, lion f"},
    )  # fmt: skip


@pytest.mark.rules("NO-6.7", "NO-6.6", "NO-6.8")
@pytest.mark.parametrize(
    "secrets, gifts",
    [
        (("bear m", "bear m"), ("parrot f", "bear m")),  # a card that was collected, or another
        (("bear m", "rhinoceros m"), ("bear m", "rhinoceros m")),
        (("bear m", "rhinoceros m"), ("elephant f", "parrot f")),
    ],
)
def test_an_unseen_gift_makes_every_collected_card_doubtful_to_a_third_seat(secrets, gifts):
    worlds = Worlds(*map(long_game, secrets))
    for move in (COLLECT, board("cat m"), sail(2), board("kangaroo f"), sail(3), board("parrot m"), sail(1)):
        worlds.play(move)
    worlds.play(board("panda m"))
    worlds.play(sail(4))
    collected = "elephant f, parrot f, parrot f"
    assert known(worlds.matches[0], THIRD, 0) == known(worlds.matches[0], 1, 0) == collected
    worlds.play(*(give(name, 1) for name in gifts))
    for match, name in zip(worlds.matches, gifts, strict=True):
        assert known(match, THIRD, 0) == known(match, SPECTATOR, 0) == "parrot f"
        left = cards(collected)
        if card(name) in left:
            left.remove(card(name))
        assert known(match, 1, 0) == names(left)  # the receiver knows exactly
    assert worlds.differ_for(0, 1)
    worlds.play(board("cat m"))
    worlds.play(sail(2))
    assert worlds.matches[0].turn == THIRD


@cache
def after_a_draw():
    """Matches in which seat 0 collected and seat 1 then drew from it, by the card drawn."""
    before = (COLLECT, board("cat m"), sail(2), board("lion m"))
    matches = {}
    for seed in range(60):
        match = played(long_game("bear m"), *before, draw(0), seed=seed)
        matches.setdefault(known(match, 0, 1), match)
    return matches


@pytest.mark.rules("NO-6.7", "NO-6.6", "NO-6.8")
@pytest.mark.parametrize("pair", [("parrot f", "bear m"), ("elephant f", "parrot f"), ("panda m", "bear m")])
def test_an_unseen_draw_makes_every_collected_card_doubtful_to_a_third_seat(pair):
    matches = after_a_draw()
    assert set(matches) == {"bear m", "elephant f", "panda m", "parrot f"}
    worlds = Worlds(*(matches[name].copy() for name in pair))
    assert worlds.differ_for(0, 1)
    for match, name in zip(worlds.matches, pair, strict=True):
        assert known(match, THIRD, 0) == known(match, SPECTATOR, 0) == "parrot f"
        assert card(name) in match.view(1)["hands"][1]
    worlds.play(give_back("woodpecker m"))
    assert known(worlds.matches[0], THIRD, 0) == "parrot f"  # a missed arrival changes nothing
    worlds.play(sail(4))
    assert worlds.matches[0].turn == THIRD


# Flight


@pytest.mark.rules("NO-6.8", "NO-P.8")
def test_a_flight_is_open_to_all_and_the_hands_stay_secret():
    def fleeing(secret):
        return position(
            3, here="panda m, cat m", hand="crocodile m, parrot f", hands={1: f"kangaroo m, {secret}", THIRD: "lion f"},
            boats={2: "cat f"}, crocodile=True,
        )  # fmt: skip

    worlds = Worlds(fleeing("bear m"), fleeing("giraffe f"), outsiders=(0, THIRD, SPECTATOR))
    worlds.play(board("crocodile m"))
    events = worlds.play(flee(1))
    for match, happened in zip(worlds.matches, events, strict=True):
        assert private(happened) == []
        assert [known(match, viewer, 1) for viewer in (0, THIRD, SPECTATOR)] == ["panda m"] * 3
    worlds.play(sail(2))
    worlds.play(board("kangaroo m"))
    worlds.play(sail(4))
    assert worlds.matches[0].turn == THIRD


# The seat in turn


SECRET_WORLDS = {
    "board": [
        position(
            3, here="cat m, kangaroo m", hand="snail, bear f, lion m, elephant m", hands={1: f"cat m, {secret}"},
            known={(0, 1): "cat m"},
        )
        for secret in ("rhinoceros m", "panda f", "snail")
    ],
    "collect": [
        position(3, here="cat m, kangaroo m", hand="bear f", hands={1: secret})
        for secret in ("lion m", "lion f", "snail")
    ],
    "draw": [
        position(3, phase="draw", here="cat m, lion m", hand="bear f", hands={1: secret, 2: "panda m"})
        for secret in ("snail", "lion f", "elephant m")
    ],
    "peek": [
        position(3, phase="peek", here="cat m, giraffe m", hand="bear f", hands={1: "panda m", 2: secret})
        for secret in ("snail", "lion f", "elephant m")
    ],
    "return": [
        position(
            3, phase="return", partner=1, here="cat m, lion m", hand="bear f, snail", hands={1: f"cat f, {secret}"},
            known={(1, 0): "snail"},
        )
        for secret in ("snail", "lion f", "elephant m")
    ],
    "give": [
        position(3, phase="give", departures=2, hand="bear f, snail, cat m", hands={2: f"cat f, {secret}"})
        for secret in ("snail", "lion f", "elephant m")
    ],
    "sail": [
        position(3, phase="sail", here="cat m, bear m", hand="snail", hands={2: f"cat f, {secret}"})
        for secret in ("snail", "lion f", "elephant m")
    ],
}  # fmt: skip
NAMES = ["cat m", "cat f", "snail", "snail m", "lion m", "lion f", "rhinoceros m", "panda f", "panda m", "elephant m"]
TRIES = [
    None, {}, {"move": "fly"}, COLLECT, *(sail(quay) for quay in range(5)), *(peek(seat) for seat in range(4)),
    *(draw(seat) for seat in range(4)), *(board(name) for name in NAMES), *(give_back(name) for name in NAMES),
    *(give(name, seat) for name in NAMES for seat in range(3)),
]  # fmt: skip


@pytest.mark.rules("NO-6.2", "NO-6.3", "NO-6.9")
@pytest.mark.parametrize("phase", SECRET_WORLDS)
def test_moves_and_refusals_of_the_seat_in_turn_do_not_hang_on_hidden_cards(phase):
    def answers(match):
        refusals = [match.why_not(move) for move in TRIES]
        return [refusal and (refusal.rule, refusal.rules, refusal.text) for refusal in refusals]

    one, *others = map(restored, SECRET_WORLDS[phase])
    for other in others:
        assert one.state() != other.state()
        assert_alike(one, other, 0)
        assert answers(one) == answers(other)


# Taking back


@pytest.mark.rules("NO-6.2", "NO-6.8")
def test_a_move_of_noah_that_ends_nothing_can_be_taken_back():
    state = position(3, phase="sail", here="cat m, bear m", hand="snail, panda m", boats={2: "kangaroo f"})
    match = played(state, sail(2))
    assert match.can_undo
    match.undo()
    assert match.state() == state
    assert list(match.history) == []


@pytest.mark.rules("NO-4.19", "NO-6.1")
def test_a_move_of_noah_that_lets_a_boat_leave_can_be_taken_back():
    state = position(3, phase="sail", here="elephant m, giraffe m, kangaroo m", hand="snail, panda m")
    match = played(state, sail(2))
    assert match.state()["phase"] == "give"
    assert match.can_undo
    match.undo()
    assert match.state() == state


@pytest.mark.rules("NO-P.8", "NO-6.8")
def test_a_flight_can_be_taken_back_since_all_saw_the_animal_before():
    state = position(3, phase="flee", here="panda m, cat m, crocodile m", hand="parrot f", crocodile=True)
    match = played(state, flee(1))
    assert match.can_undo
    match.undo()
    assert match.state() == state


@pytest.mark.rules("NO-6.2", "NO-5.3")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(
    "case",
    [
        ({"here": "cat m", "hand": "bear m, snail"}, board("bear m")),
        ({"here": "cat m", "hand": "donkey m, snail"}, board("donkey m")),
        ({"here": "cat m, kangaroo m", "hand": "bear f, snail"}, board("snail m")),
        ({"here": "cat m, kangaroo m", "hand": "bear f"}, COLLECT),
        ({"phase": "reload", "hand": "bear f, cat m"}, board("cat m")),
        ({"phase": "peek", "here": "giraffe m", "hand": "bear f"}, peek(1)),
        ({"phase": "draw", "here": "lion m", "hand": "bear f"}, draw(1)),
        ({"phase": "return", "here": "lion m", "hand": "bear f, cat m", "partner": 1}, give_back("cat m")),
        ({"phase": "give", "departures": 1, "hand": "bear f, cat m"}, give("cat m", 1)),
        ({"phase": "sail", "here": "cat m", "hand": ""}, sail(2)),  # ends the round
        ({"phase": "sail", "here": "cat m", "hand": "", "round_number": 3}, sail(2)),  # ends the match
    ],
    ids=lambda case: f"{case[0].get('phase', 'board')}-{case[1]['move']}",
)
def test_a_move_by_which_somebody_learnt_something_cannot_be_taken_back(case, players):
    rest, move = case
    match = played(position(players, **rest), move)
    assert not match.can_undo
    state = match.state()
    with pytest.raises(ararat.NothingToUndo):
        match.undo()
    assert match.state() == state


# Whole matches


@pytest.mark.rules("NO-6.4", "NO-6.9", "NO-6.10")
@pytest.mark.parametrize("players, promo", [(2, False), (2, True), (3, True), (4, False), (5, True)])
def test_knowledge_stays_true_and_the_spectator_knows_no_more_than_any_seat(players, promo):
    options = {"frog": promo, "crocodile": promo, "roommates": promo}
    something = False
    for match in states_of_random_match(players, 21 + players, **options):
        state = match.state()
        spectator = state["known"][players]
        for holder, hand in enumerate(state["hands"]):
            assert state["known"][holder][holder] == []
            for viewer in range(players + 1):
                assert within(state["known"][viewer][holder], hand)
                if viewer != holder:
                    assert within(spectator[holder], state["known"][viewer][holder])
            something = something or bool(spectator[holder])
        for viewer in (0, players - 1, None):
            assert match.view(viewer) == view_as_ruled(state, viewer)
    assert something, "nothing was ever known: the law would prove nothing"
    for viewer in [*range(players), None]:
        assert match.view(viewer) == match.state()


@pytest.mark.rules("NO-6.8", "NO-6.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_whole_matches_secret_cards_are_told_to_the_seats_concerned_alone(players):
    match = GAME.start(players=players, seed=players)
    rng = Random(players)
    kinds = set()
    while not match.over:
        before, mover = match.state(), match.turn
        move = rng.choice(match.moves())
        events = match.play(move)
        kinds.add(move["move"])
        if match.state()["round"] > before["round"] or match.over:
            continue
        concerned = {
            "peek": [mover],
            "draw": [mover, move.get("player")],
            "return": [mover, before["partner"]],
            "give": [mover, move.get("player")],
        }.get(move["move"])
        if concerned is None:
            assert private(events) == []
        else:
            assert_private(events, concerned)
    assert {"peek", "draw", "return", "give", "collect"} <= kinds


@pytest.mark.rules("NO-6.8", "NO-6.5", "NO-6.6", "NO-6.7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_whole_matches_knowledge_goes_by_the_table_of_events(players):
    match = GAME.start(players=players, seed=30 + players)
    rng = Random(players)
    while not match.over:
        before, mover = match.state(), match.turn
        move = rng.choice(match.moves())
        match.play(move)
        now = match.state()
        if now["round"] == before["round"] and not match.over:
            assert now["known"] == expected_knowledge(before, mover, move, now)
        else:
            assert not any(sum(now["known"], []))


def expected_knowledge(before, mover, move, now):
    """NO-6.8 as it is written, from the state before, the move and the hands after it."""
    players = before["players"]
    rows = [[[dict(one) for one in some] for some in row] for row in before["known"]]

    def arrives(one, at, seen_by):
        for viewer in seen_by:
            if viewer != at:
                rows[viewer][at] = sorted([*rows[viewer][at], one], key=sorting)

    def leaves(one, at, seen_by):
        for viewer in range(players + 1):
            if viewer == at:
                continue
            some = rows[viewer][at]
            gone = [one] if viewer in seen_by else [other for n, other in enumerate(some) if other not in some[:n]]
            for lost in gone:
                if lost in some:
                    some.remove(lost)

    everybody = range(players + 1)
    kind = move["move"]
    if kind == "collect":
        for one in before["boats"][before["noah"]]["animals"]:
            arrives(
                {"animal": one["animal"], "sex": None if one["animal"] == "snail" else one["sex"]}, mover, everybody
            )
    elif kind == "board":
        sex = None if move["animal"] == "snail" else move["sex"]
        leaves({"animal": move["animal"], "sex": sex}, mover, everybody)
    elif kind in ("give", "return"):
        receiver = move["player"] if kind == "give" else before["partner"]
        one = {"animal": move["animal"], "sex": move["sex"]}
        leaves(one, mover, [receiver])
        arrives(one, receiver, [mover])
    elif kind == "draw":
        loser = move["player"]
        left = list(before["hands"][loser])
        for one in now["hands"][loser]:
            left.remove(one)
        leaves(left[0], loser, [mover])
        arrives(left[0], mover, [loser])
    elif kind == "peek":
        rows[mover][move["player"]] = before["hands"][move["player"]]
    return rows


def sorting(one):
    return one["animal"], (None, "f", "m").index(one["sex"])


@pytest.mark.rules("NO-6.10", "NO-5.3")
def test_when_it_is_over_the_log_hides_nothing_either():
    *_, match = states_of_random_match(3, 12)
    for viewer in (0, 1, 2, SPECTATOR):
        assert [entry["move"] for entry in match.log(viewer)] == list(match.history)
        assert match.view(viewer) == match.state()


@pytest.mark.rules("NO-6.2", "NO-6.9")
def test_every_bot_plays_a_whole_match_from_its_views():
    assert "random" in BOTS
    for code in BOTS:
        match = GAME.start(players=3, seed=5)
        bot = ararat.player(code)
        while not match.over and len(match.history) < 60:
            move = bot.choose(match.view(match.turn), match.moves(), seed=len(match.history))
            assert match.why_not(move) is None
            match.play(move)


@pytest.mark.rules("NO-6.9")
def test_what_is_handed_out_is_no_handle_on_the_match():
    state = after(position(3, here="cat m, kangaroo m", hand="bear f"), COLLECT)
    match = restored(state)
    match.view(1)["hands"][0]["known"].clear()
    match.view(1)["hands"][1].clear()
    assert match.state() == state
