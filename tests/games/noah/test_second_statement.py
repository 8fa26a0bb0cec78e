"""Whole matches, compared move by move with the second statement of the rules."""

import json
import random
from collections import Counter

import pytest

import ararat
from lengths import amount

from ..arranging import canonical
from . import second_statement as rules

GAME = ararat.game("noah")
CORRUPTED_MOVES = amount(4, long=6)
MOST_MOVES = 300
NUMBERS = [-1, 0, 1, 2, 4, 5, 6, 1.0, True, False, None, "0", 2**63, -(2**63), 10**30]
JUNK = [None, True, 0, 3.5, "", "m", "cat", "board", [], {}, ["cat"], [None], {"animal": "cat"}, -1, 10**30]


# Made-up positions


def cards(text):
    """Cards from their short names: "cat-m snail bear-f"."""
    names = [name.partition("-") for name in text.split()]
    return [{"animal": animal, "sex": sex or None} for animal, _, sex in names]


def boat(text):
    """A boat from the short names of its animals, "roommates" in front for that kind; None is a vacant quay."""
    if text is None:
        return None
    kind, names = ("roommates", text[9:]) if text.startswith("roommates") else ("plain", text)
    return {"kind": kind, "animals": cards(names)}


def position(
    players=3, *, boats=(), hands=(), deck=None, gone="", top="", looked="", departures=0, knowing=None, **others
):
    """A complete state. Boats not given are empty, hands not given have three cards.

    All other cards are in the deck, or gone if the deck is given. `knowing` says what viewers know of seats.
    """
    options = {**rules.OPTIONS, **{key: others.pop(key) for key in rules.OPTIONS if key in others}}
    boats = [boat(text) for text in [*boats, *[""] * 5][:5]]
    aboard = [animal for each in boats if each for animal in each["animals"]]
    named = [cards(text) for text in [*hands, deck or "", gone, top, looked]]
    left = rules.without(rules.deck_for(players, options), rules.ashore(aboard) + sum(named, []))
    assert left is not None, "a card is named too often"
    random.Random(len(left)).shuffle(left)
    hands = [rules.pile(cards(text)) for text in hands]
    while len(hands) < players:
        hands.append(rules.pile([left.pop() for _ in range(3)]))
    reserve = ["plain"] * max(0, 3 - departures)
    if options["roommates"] and not any(each and each["kind"] == "roommates" for each in boats) and reserve:
        reserve[-1] = "roommates"
    state = {
        "game": "noah", "options": options, "players": players, "phase": "board", "turn": 0, "round": 1,
        "scores": [0] * players, "winners": [], "starter": 0, "noah": 0, "boats": boats, "reserve": reserve,
        "departures": departures, "gone": rules.pile(cards(gone) + (left if deck is not None else [])),
        "hands": hands, "deck": rules.pile(cards(deck) if deck is not None else left), "top": cards(top),
        "looked": rules.pile(cards(looked)), "boards": 20, "pair": False, "leaving": False, "gifts": 0,
        "partner": None, "known": [[[] for _ in range(players)] for _ in range(players + 1)], "results": [],
    }  # fmt: skip
    assert set(others) <= set(state), others
    state.update(others)
    for (viewer, seat), text in (knowing or {}).items():
        state["known"][viewer][seat] = rules.pile(cards(text))
    return state


SEVENTEEN = "elephant-m bear-m"
RARE_POSITIONS = {
    "fourth departure, four gifts": position(
        3, boats=[SEVENTEEN], hands=["panda-m cat-m cat-f parrot-m bear-f snail"], departures=3, round=2, turn=0
    ),
    "fourth departure, Noah goes": position(
        4, boats=["elephant-m bear-m panda-m"], hands=["cat-m cat-f parrot-m bear-f snail"], departures=3,
        phase="sail", leaving=True, knowing={(4, 0): "cat-f snail", (2, 0): "cat-f"},
    ),
    "fourth departure in the last round": position(
        3, boats=["elephant-m kangaroo-f panda-m panda-f"], hands=["cat-m cat-f parrot-m bear-f snail"], departures=3,
        phase="sail", leaving=True, pair=True, round=3, scores=[0, 40, 3],
    ),
    "the last gifts after a donkey": position(
        5, boats=["", None, "cat-m"], hands=["cat-m cat-f parrot-m"], departures=4, noah=1, phase="give", gifts=2
    ),
    "fourth departure, no card left": position(2, boats=[SEVENTEEN], hands=["panda-m"], departures=3, round=3),
    "fourth departure, the gifts empty the hand": position(
        2, boats=[SEVENTEEN], hands=["panda-m cat-m cat-f"], departures=3, ending="to-26", scores=[3, 3]
    ),
    "fourth departure by a donkey": position(
        4, boats=["", "elephant-f lion-f"], hands=["donkey-f cat-m snail"], departures=3, noah=1, starter=2
    ),
    "third departure with a pair and two cards": position(
        4, boats=["elephant-f kangaroo-m panda-f"], hands=["panda-m cat-m cat-f"], departures=2,
        scores=[9, 4, 9, 9], starter=2,
    ),
    "donkey on donkey at 21": position(
        5, boats=["rhinoceros-f donkey-f"], hands=["donkey-m cat-m cat-f"], departures=1, starter=4
    ),
    "a pair at 21": position(4, boats=["elephant-m kangaroo-f panda-m"], hands=["panda-f lion-f cat-m"], noah=0),
    "the cap is near": position(
        2, boats=["cat-m", "cat-f", "bear-m", "panda-f", "parrot-m"], boards=298, round=1,
        hands=["elephant-m elephant-f bear-f lion-m snail", "giraffe-m giraffe-f lion-f snail kangaroo-m"],
    ),
    "the cap is near in the last round": position(
        3, boats=["cat-m", "cat-f", "bear-m", "panda-f", "parrot-m"], boards=298, round=3, scores=[7, 7, 7],
        hands=["elephant-m elephant-f bear-f", "giraffe-m giraffe-f donkey-f", "lion-f lion-m kangaroo-m"],
    ),
    "to 26, nearly there": position(
        3, hands=["cat-m", "panda-m", "bear-m"], ending="to-26", scores=[25, 22, 25], round=9, starter=1
    ),
    "to 26 in round 30": position(2, hands=["cat-m", "bear-m"], ending="to-26", scores=[1, 0], round=30),
    "to 26 in round 29, nothing scored": position(2, hands=["cat-m", "bear-m"], ending="to-26", round=29),
    "all totals alike": position(5, hands=["cat-m", "bear-m", "bear-f", "giraffe-m", "elephant-f"], starter=3),
    "last card a lion that makes 21": position(2, boats=["rhinoceros-f bear-f"], hands=["lion-f", "bear-m"], round=3),
    "last card a giraffe": position(3, boats=["cat-f"], hands=["giraffe-m", "bear-m", "bear-f cat-m"]),
    "last card a crocodile": position(
        3, boats=["snail-f", "cat-m"], hands=["crocodile-f"], crocodile=True, scores=[1, 2, 5], round=2
    ),
    "last card a crocodile, empty boat": position(2, hands=["crocodile-f"], crocodile=True, scores=[1, 2]),
    "crocodile on crocodile": position(
        3, boats=["cat-m crocodile-f"], hands=["crocodile-m cat-f bear-m"], crocodile=True, scores=[2, 3, 4]
    ),
    "crocodile on a lone crocodile": position(4, boats=["crocodile-f"], hands=["crocodile-m cat-f"], crocodile=True),
    "crocodile scares the woodpecker": position(
        3, boats=["woodpecker-f bear-m"], hands=["crocodile-f cat-f panda-f"], crocodile=True, scores=[20, 0, 0]
    ),
    "crocodile scares one of two woodpeckers": position(
        3, boats=["woodpecker-f woodpecker-m bear-f"], hands=["crocodile-m cat-f"], crocodile=True
    ),
    "crocodile makes the rest leave": position(
        2, boats=["kangaroo-f elephant-m lion-f"], hands=["crocodile-m cat-f bear-m"], crocodile=True
    ),
    "crocodile on the full roommates boat": position(
        3, boats=["roommates crocodile-f elephant-m cat-f"], hands=["crocodile-m cat-m snail"], crocodile=True,
        roommates=True, frog=True,
    ),
    "a frog and a frog aboard": position(
        4, boats=["elephant-m", "", "roommates frog-f giraffe-m lion-f", "rhinoceros-f bear-f", "woodpecker-m bear-m"],
        hands=["frog-m cat-m cat-f", "panda-m snail", "cat-m"], frog=True, roommates=True, noah=2, departures=1,
    ),
    "no species twice": position(
        3, boats=["roommates cat-m kangaroo-f", "", "cat-f"], hands=["kangaroo-m cat-m snail panda-m"],
        roommates=True, crocodile=True,
    ),
    "frog at 17": position(3, boats=[SEVENTEEN], hands=["frog-m frog-f cat-m snail"], frog=True),
    "frog at 9 of 13": position(
        3, boats=["woodpecker-f bear-m cat-f"], hands=["frog-m frog-f cat-m snail"], frog=True, departures=2
    ),
    "frog at 20": position(
        2, boats=["elephant-f rhinoceros-m snail-f"], hands=["frog-m frog-f"], frog=True, round=3, roommates=True
    ),
    "frog on frog": position(5, boats=["elephant-m lion-f frog-m"], hands=["frog-f cat-m cat-f"], frog=True, turn=0),
    "last card a frog": position(2, boats=["elephant-m lion-m"], hands=["frog-f", "bear-m"], frog=True, departures=1),
    "the roommates boat is collected": position(
        3, boats=["roommates elephant-m cat-m kangaroo-m"], hands=["cat-m kangaroo-m bear-f"], roommates=True
    ),
    "the opponent has one card": position(2, boats=["cat-f"], hands=["lion-m cat-m panda-f", "snail"], round=3),
    "much is known": position(
        3, boats=["cat-f"], hands=["lion-m lion-f cat-m", "parrot-f parrot-f bear-m", "giraffe-m cat-m"],
        knowing={(0, 1): "parrot-f parrot-f bear-m", (3, 1): "parrot-f parrot-f", (2, 1): "parrot-f", (1, 0): "cat-m"},
    ),
    "two equal cards to give": position(
        4, boats=[SEVENTEEN], hands=["panda-m parrot-f parrot-f cat-m", "snail snail bear-f"], departures=1,
        knowing={(4, 0): "parrot-f parrot-f", (1, 0): "cat-m parrot-f", (0, 1): "snail"},
    ),
}  # fmt: skip
RARE_SOLO_POSITIONS = {
    "no quay after a male": position(1, boats=["", "", None, None, "cat-m"], hands=["cat-m bear-m"], departures=5),
    "no quay, the boat would leave": position(
        1, boats=["", None, "elephant-f bear-f", None, ""], noah=2, hands=["panda-f snail panda-m"], departures=5
    ),
    "one quay after a lion": position(
        1, boats=["cat-m", None, None, None, "cat-f"], hands=["lion-f lion-m"], departures=6, level="expert"
    ),
    "three boats left": position(
        1, boats=["cat-m", None, "cat-f", None, "panda-m bear-f"], hands=["lion-f bear-m snail"], departures=5
    ),
    "a donkey leaves a vacant quay": position(
        1, boats=["elephant-m lion-m"], hands=["donkey-f cat-m"], departures=3, level="advanced"
    ),
    "long boats for a lion": position(
        1, boats=["cat-f kangaroo-f panda-f", "cat-m panda-f parrot-m snail-f", "parrot-m cat-m snail-m", "bear-m"],
        hands=["lion-f snail lion-m"], level="expert",
    ),
    "a lion on an alternating boat": position(
        1, boats=["cat-m panda-f kangaroo-m"], hands=["lion-f lion-m cat-f"], level="advanced"
    ),
    "a lion calls its partner": position(1, boats=["lion-f", "parrot-m"], hands=["lion-m snail cat-m"]),
    "a lion fills the boat": position(
        1, boats=["rhinoceros-f bear-f", "parrot-m parrot-f"], hands=["lion-f cat-m"], departures=1
    ),
    "a lion on the woodpecker's boat": position(1, boats=["woodpecker-m giraffe-m"], hands=["lion-m cat-m"]),
    "a lion with a parrot at 21": position(1, boats=["rhinoceros-f parrot-f bear-f"], hands=["lion-f cat-m"]),
    "a lion has nobody to call": position(1, hands=["lion-f cat-m"]),
    "a lion calls, and the deck was empty": position(1, boats=["", "panda-m"], hands=["lion-f"], deck="cat-m",
                                                     departures=2),
    "giraffe at three unknown": position(1, boats=["cat-m"], hands=["giraffe-m snail"]),
    "giraffe at four known": position(
        1, boats=["cat-m"], hands=["giraffe-m giraffe-f snail"], top="cat-f parrot-m parrot-m bear-f"
    ),
    "giraffe at one known and two unknown": position(
        1, hands=["giraffe-m snail"], top="parrot-f", deck="parrot-f snail", departures=1
    ),
    "giraffe at two": position(1, hands=["giraffe-m snail"], deck="parrot-f snail", departures=1),
    "giraffe at two equal ones": position(1, hands=["giraffe-m snail"], deck="parrot-f parrot-f", departures=1),
    "giraffe at one": position(1, hands=["giraffe-f snail"], deck="parrot-f", departures=1, level="expert"),
    "giraffe at one known": position(1, hands=["giraffe-f"], top="parrot-f", deck="", departures=1),
    "giraffe at none": position(1, boats=["cat-f"], hands=["giraffe-m snail"], deck="", departures=1),
    "the last card": position(1, boats=["cat-f"], hands=["giraffe-m"], deck="", departures=1),
    "the last lion": position(1, boats=["cat-f"], hands=["lion-m"], deck="", departures=1),
    "the discard empties the deck": position(
        1, boats=[SEVENTEEN], hands=["panda-m"], top="snail", deck="cat-m cat-f", departures=2
    ),
    "a discard of known and unknown": position(
        1, boats=[SEVENTEEN], hands=["panda-m panda-f"], top="snail parrot-m", departures=3, level="expert"
    ),
    "a pair draws two": position(1, boats=["cat-m"], hands=["cat-f cat-m"], top="snail"),
    "a snail pair": position(1, boats=["snail-m"], hands=["snail cat-m"], level="expert"),
    "a pair with one card left": position(1, boats=["cat-m"], hands=["cat-f cat-m"], deck="bear-m", departures=1),
    "the cap is near": position(1, boats=["cat-m", "cat-f"], hands=["parrot-m parrot-f"], boards=298),
    "the cap and no fitting card": position(
        1, boats=["kangaroo-m kangaroo-m", "", "elephant-m rhinoceros-m", "bear-m giraffe-m"], boards=299,
        hands=["cat-m elephant-f"], top="rhinoceros-f",
    ),
}  # fmt: skip


# Playing


def would_leave(state, move):
    """Whether a boarding brings the boat to its limit."""
    counting = rules.weighed(rules.here(state)["animals"], {"animal": move["animal"], "sex": move["sex"]})
    return "mass" in move or rules.mass_of(counting) == rules.limit_of(counting)


def would_pair(state, move):
    """Whether a boarding makes a pair."""
    return rules.makes_pair(state, rules.here(state)["animals"], {"animal": move["animal"], "sex": move["sex"]})


def has_power(state, move):
    return move["animal"] in ("lion", "giraffe", "frog", "crocodile", "donkey")


def heavy(state, move):
    """Heavy animals fill the boats, so that others must collect."""
    return rules.ANIMALS[move["animal"]][0]


STYLES = [lambda state, move: 0, would_leave, would_pair, has_power, heavy]


def choose(state, moves, rng, style):
    """Mostly a boarding after the player's fancy, otherwise any move."""
    boards = [move for move in moves if move["move"] == "board"]
    if boards and rng.random() < 0.7:
        best = max(style(state, move) for move in boards)
        return rng.choice([move for move in boards if style(state, move) == best])
    return rng.choice(moves)


def in_another_form(move, rng):
    """The same move with its keys in another order, and a frog perhaps saying that it counts 1 (section 7)."""
    move = dict(rng.sample(list(move.items()), len(move)))
    if move.get("animal") == "frog" and move["move"] == "board" and "mass" not in move and rng.random() < 0.5:
        move["mass"] = 1
    return move


# Corrupting moves


def drop_a_key(state, move, rng):
    del move[rng.choice(sorted(move))]


def add_a_key(state, move, rng):
    key = rng.choice(["seat", "animal", "sex", "player", "boat", "place", "mass", "Move", ""])
    move.setdefault(key, rng.choice([0, 1, 2, None, "m", "frog"]))


def swap_the_kind(state, move, rng):
    move["move"] = rng.choice([*rules.FIELDS, "fly", "Board", "", None, 1, True, ["board"], {}])


def wrong_type(state, move, rng):
    move[rng.choice(sorted(move))] = rng.choice(JUNK)


def another_number(state, move, rng):
    keys = sorted({"player", "boat", "place", "mass"} & set(move))
    if keys:
        move[rng.choice(keys)] = rng.choice([*NUMBERS, state["players"], state["players"] - 1])


def another_sex(state, move, rng):
    if "sex" in move:
        move["sex"] = rng.choice(["m", "f", None, "", "M", "x", "mf", True])


def another_animal(state, move, rng):
    if "animal" in move:
        move["animal"] = rng.choice([*rules.ANIMALS, "unicorn", "Cat", ""])


def counted_mass(state, move, rng):
    """A mass on anything, rightly on a frog."""
    if move["move"] == "board":
        move["mass"] = rng.choice([1, 2, 3, 4, 5, 0, 6, -1, True, 2.0, None, "2"])
        if rng.random() < 0.8:
            frogs = [card["sex"] for card in state["hands"][state["turn"] or 0] if card["animal"] == "frog"]
            move.update(animal="frog", sex=rng.choice(frogs or ["m", "f"]))


def card_from_elsewhere(state, move, rng):
    boats = [rules.ashore(each["animals"]) for each in state["boats"] if each]
    places = [state["deck"], state["gone"], state["top"], state["looked"], *state["hands"], *boats]
    card = rng.choice([card for place in places for card in place])
    if "animal" in move:
        move.update(card)


def card_of_the_hand(state, move, rng):
    """Often one that does not fit."""
    hand = state["hands"][state["turn"] or 0]
    if "animal" in move and hand:
        card = rng.choice(hand)
        move.update(card)
        if move["move"] == "board" and card["sex"] is None:
            move["sex"] = rng.choice("mf")


def own_seat(state, move, rng):
    if "player" in move:
        move["player"] = state["turn"] or 0


def another_quay(state, move, rng):
    if "boat" in move:
        move["boat"] = rng.randrange(5)


def another_place(state, move, rng):
    if "place" in move:
        move["place"] = rng.choice([*range(6), 47, 2**31, 2**63, -1])


def another_phase(state, move, rng):
    kind = rng.choice(list(rules.FIELDS))
    card = rng.choice([*state["hands"][state["turn"] or 0], *state["looked"], {"animal": "cat", "sex": "m"}])
    values = {"player": rng.randrange(state["players"]), "boat": rng.randrange(5), "place": rng.randrange(4), **card}
    move.clear()
    move.update({"move": kind, **{key: values[key] for key in rules.FIELDS[kind]}})
    if kind == "board" and move["sex"] is None:
        move["sex"] = rng.choice("mf")


CORRUPTIONS = [
    drop_a_key, add_a_key, swap_the_kind, wrong_type, another_number, another_sex, another_animal, counted_mass,
    card_from_elsewhere, card_from_elsewhere, card_of_the_hand, card_of_the_hand, card_of_the_hand, own_seat,
    another_quay, another_place, another_phase, another_phase,
]  # fmt: skip


def corrupted_moves(state, moves, rng):
    """Some moves that are nearly legal, and now and then junk."""
    base = moves or [{"move": "pass"}, {"move": "sail", "boat": 2}, {"move": "board", "animal": "cat", "sex": "m"}]
    for _ in range(CORRUPTED_MOVES):
        move = dict(rng.choice(base))
        rng.choice(CORRUPTIONS)(state, move, rng)
        if rng.random() < 0.15 and rules.well_formed(state, move):
            rng.choice(CORRUPTIONS)(state, move, rng)
        yield move
    if rng.random() < 0.1:
        yield rng.choice(JUNK)


# Comparing


def compare_refusals(match, state, moves, rng):
    """Corrupted moves are refused with the same rule, and change nothing."""
    for move in corrupted_moves(state, moves, rng):
        expected = rules.why_not(state, move)
        refusal = match.why_not(move)
        given = None if refusal is None else refusal.rule
        assert given == expected, f"{move} in {json.dumps(state)}"
        if expected is not None:
            with pytest.raises(ararat.IllegalMove) as error:
                match.play(move)
            assert error.value.rule == expected, f"{move} in {json.dumps(state)}"
    assert match.state() == state, "a refused move changed something"


def compare_views(match, state):
    """Every seat and a spectator see what section 6 lets them see."""
    for viewer in [*range(state["players"]), None]:
        assert match.view(viewer) == rules.view_of(state, viewer), f"viewer {viewer} in {json.dumps(state)}"


def animals_in(value):
    """All animals named anywhere in a JSON value."""
    text = json.dumps(value)
    return {animal for animal in rules.ANIMALS if f'"{animal}"' in text}


def compare_secrets(match, move, events, before, after, with_log):
    """Whom a look, a draw, a return or a gift does not concern hears of no card (NO-6.1, NO-6.2)."""
    if move["move"] not in ("peek", "draw", "return", "give") or after["round"] != before["round"]:
        return
    if after["phase"] == "over":
        return
    concerned = {before["turn"], before["partner"], move.get("player")}
    for viewer in [*range(before["players"]), None]:
        if viewer is None or viewer not in concerned:
            heard = [event for event in events if event["audience"] == "all" or viewer in event["audience"]]
            logged = match.log(viewer)[-1] if with_log else None
            assert animals_in([heard, logged]) == set(), f"viewer {viewer} hears {heard} and reads {logged}"


def compare_decision(match, state, moves, rng):
    """Everything that can be asked of a match at one decision."""
    assert rules.broken_invariants(state) == [], json.dumps(state)
    assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
    assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
    assert canonical(match.moves()) == canonical(moves), json.dumps(state)
    compare_views(match, state)
    compare_refusals(match, state, moves, rng)


def compare_whole_match(match, seed, most=MOST_MOVES):
    """Plays a match, at most so many moves of it, and compares everything at every decision."""
    rng = random.Random(seed)
    style = STYLES[seed % len(STYLES)]
    state, played = match.state(), []
    for _ in range(most):
        moves = rules.legal_moves(state)
        compare_decision(match, state, moves, rng)
        if rng.random() < 0.05:
            assert match.history == played
            match, played = GAME.restore(state, seed=seed), []
            assert match.state() == state
        if match.over:
            break
        before, move = state, choose(state, moves, rng, style)
        events = match.play(in_another_form(move, rng))
        played.append(move)
        state = match.state()
        assert rules.is_outcome(before, move, state) is None, f"{move} in {json.dumps(before)}"
        compare_secrets(match, move, events, before, state, with_log=rng.random() < 0.3)
    assert match.history == played


def options_of(players, seed):
    """Options in many mixtures over the seeds."""
    rng = random.Random(f"{players} {seed}")
    options = {"ending": rng.choice(["three-rounds", "to-26"]), "level": rng.choice(list(rules.DECK_OF_LEVEL))}
    if players > 1:
        options.update({promo: rng.random() < 0.8 for promo in rules.PROMOS}, first=rng.randrange(players))
    return options


NUMBER_OF_MATCHES = {1: amount(3, long=27)} | dict.fromkeys(range(2, 6), amount(1, long=3))
MATCHES = [(players, seed) for players, number in NUMBER_OF_MATCHES.items() for seed in range(number)]


@pytest.mark.parametrize("players, seed", MATCHES)
def test_a_whole_match_goes_as_the_second_statement_says(players, seed):
    options = options_of(players, seed) if seed else {}
    match = GAME.start(players=players, seed=seed, **options)
    assert rules.is_start(players, options, match.state()) is None
    compare_whole_match(match, seed)


@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_a_match_from_a_rare_position_goes_as_the_second_statement_says(name):
    for seed in range(amount(1, long=4)):
        compare_whole_match(GAME.restore(RARE_POSITIONS[name], seed=seed), seed, most=9)


@pytest.mark.parametrize("name", RARE_SOLO_POSITIONS)
def test_a_solo_match_from_a_rare_position_goes_as_the_second_statement_says(name):
    for seed in range(amount(1, long=6)):
        compare_whole_match(GAME.restore(RARE_SOLO_POSITIONS[name], seed=seed), seed, most=8)


@pytest.mark.parametrize("name", [*RARE_POSITIONS, *RARE_SOLO_POSITIONS])
def test_every_move_in_a_rare_position_is_refused_for_the_same_reason(name):
    """Whatever can be said in the form of a move, whether or not it makes sense, here and after each legal move."""
    match = GAME.restore({**RARE_POSITIONS, **RARE_SOLO_POSITIONS}[name], seed=1)
    compare_every_move(match)
    for move in match.moves()[: amount(1, long=4)]:
        later = match.copy()
        later.play(move)
        compare_every_move(later)


def compare_every_move(match):
    state = match.state()
    for move in sayable_moves(state["players"]):
        refusal = match.why_not(move)
        given = None if refusal is None else refusal.rule
        assert given == rules.why_not(state, move), f"{move} in {json.dumps(state)}"


def sayable_moves(players):
    """Moves of every kind with every value, and a little more than that."""
    named = [{"animal": animal, "sex": sex} for animal in [*rules.ANIMALS, "dog"] for sex in ("m", "f", None, "x")]
    seats, quays = range(-1, players + 1), range(-1, 6)
    for card in named:
        yield {"move": "board", **card}
        yield {"move": "return", **card}
        yield {"move": "stack", **card}
        yield from ({"move": "give", **card, "player": seat} for seat in seats)
    yield from ({"move": "board", **card, "mass": mass} for card in named[-12:] for mass in range(7))
    yield from ({"move": kind, "player": seat} for kind in ("peek", "draw", "flee") for seat in seats)
    yield from ({"move": "sail", "boat": quay} for quay in quays)
    yield from ({"move": "recall", "boat": quay, "place": place} for quay in quays for place in range(-1, 9))
    yield from ({"move": kind} for kind in [*rules.FIELDS, "wait"])


@pytest.mark.parametrize(
    "players, options",
    [
        (0, {}), (6, {}), (-1, {"colour": 1}), (True, {}), ("2", {}), (2.0, {}), (None, {}), (2, {"colour": 1}),
        (2, {"first": 2}), (2, {"first": -1}), (3, {"first": True}), (3, {"first": None}), (3, {"first": 1.0}),
        (2, {"frog": 1}), (2, {"roommates": "true"}), (4, {"crocodile": None}), (3, {"ending": "to-27"}),
        (3, {"ending": None}), (3, {"level": "hard"}), (1, {"first": 1}), (1, {"frog": True}),
        (1, {"crocodile": True, "level": "expert"}), (1, {"roommates": True, "level": "hard"}),
        (1, {"ending": "to-26", "level": "advanced"}), (5, {"first": 4, "level": "expert", "frog": True}),
    ],
)  # fmt: skip
def test_the_same_starts_are_refused(players, options):
    rule = rules.why_not_start(players, options)
    if rule is None:
        assert rules.is_start(players, options, GAME.start(players=players, seed=1, **options).state()) is None
    else:
        with pytest.raises(ararat.BadStart) as error:
            GAME.start(players=players, seed=1, **options)
        assert error.value.rule == rule


# Restoring (NO-8.1)


def natural_states(seeds, keep):
    """Some states of self-played matches, every one that `keep` wants and a few others."""
    for seed in seeds:
        rng = random.Random(seed)
        players = 1 + seed % 5
        state = rules.start(players, options_of(players, seed), rules.Dice(rng))
        while True:
            if rng.random() < 0.02 or keep(state, rng):
                yield state, rng
            if state["phase"] == "over":
                break
            state = rules.play(state, choose(state, rules.legal_moves(state), rng, STYLES[seed % len(STYLES)]), rng)


def rare_phase(state, rng):
    often = {"board": 0, "sail": 0, "stack": 1, "recall": 1}
    return rng.random() < often.get(state["phase"], 0.1)


def lose_a_card(state, rng):
    places = [place for place in [state["deck"], *state["hands"]] if place]
    if places and state["phase"] != "over":
        place = rng.choice(places)
        place.remove(rng.choice(place))


def repeat_a_card(state, rng):
    if state["deck"]:
        rules.add(state["deck"], [rng.choice(state["deck"])])


def foreign_card(state, rng):
    deck = rules.deck_for(**rules.shape(state))
    foreign = [card for card in cards("frog-m crocodile-f cat snail-m") if card not in deck]
    if state["deck"]:
        state["deck"].remove(state["deck"][0])
        rules.add(state["deck"], [rng.choice(foreign)])


def one_boat_more(state, rng):
    state["reserve"].append("plain")


def one_boat_less(state, rng):
    if state["reserve"]:
        state["reserve"].pop()


def another_kind_of_boat(state, rng):
    state["reserve"] = ["roommates"] * len(state["reserve"])


def wrong_knowledge(state, rng):
    seat = rng.randrange(state["players"])
    strange = [card for card in state["deck"] if card not in state["hands"][seat]]
    if strange and state["phase"] != "over":
        rules.add(state["known"][state["players"]][seat], [rng.choice(strange)])


def knowledge_of_oneself(state, rng):
    if state["turn"] is not None and rules.hand_in_turn(state) and state["players"] > 1:
        state["known"][state["turn"]][state["turn"]] = [rules.hand_in_turn(state)[0]]


def other_sex_aboard(state, rng):
    """A snail aboard is of the other sex, so that the cards are still right."""
    for each in state["boats"]:
        snails = [animal for animal in (each or {"animals": []})["animals"] if animal["animal"] == "snail"]
        for snail in snails:
            snail["sex"] = "f" if snail["sex"] == "m" else "m"


def past_the_limit(state, rng):
    """Males board an empty boat until it is too heavy."""
    boats = [each for each in state["boats"] if each and not each["animals"] and each is not rules.here(state)]
    males = [card for card in state["deck"] if card["sex"] == "m" and card["animal"] != "woodpecker"]
    if boats and rules.mass_of(males) > 21:
        while rules.mass_of(boats[0]["animals"]) <= 21:
            state["deck"].remove(males[0])
            boats[0]["animals"].append(males.pop(0))


def other_pair(state, rng):
    state["pair"] = not state["pair"]


def other_leaving(state, rng):
    state["leaving"] = not state["leaving"]


def other_gifts(state, rng):
    state["gifts"] = rng.choice([0, 1, 2, 9])


def other_partner(state, rng):
    state["partner"] = rng.choice([None, state["turn"]])


def other_phase(state, rng):
    state["phase"] = rng.choice(["peek", "draw", "return", "flee", "stack", "recall", "give"])


def no_hand(state, rng):
    if state["turn"] is not None:
        rules.add(state["deck"], rules.hand_in_turn(state))
        rules.hand_in_turn(state).clear()
        state["known"] = [[[] for _ in row] for row in state["known"]]


def nothing_looked_at(state, rng):
    rules.add(state["deck"], state["looked"])
    state["looked"] = []


def other_winners(state, rng):
    state["winners"] = rng.choice([[], [0], list(range(state["players"]))])


def other_points(state, rng):
    if state["phase"] == "over":
        state["results"][-1]["points"][0] += 1


SPOILERS = [
    lose_a_card, repeat_a_card, foreign_card, one_boat_more, one_boat_less, another_kind_of_boat, wrong_knowledge,
    knowledge_of_oneself, other_sex_aboard, past_the_limit, other_pair, other_leaving, other_gifts, other_partner,
    other_phase, no_hand, nothing_looked_at, other_winners, other_points,
]  # fmt: skip


def other_totals(state, rng):
    if state["players"] > 1:
        state["scores"] = [rng.randrange(25) for _ in state["scores"]]


def no_results(state, rng):
    state["results"] = []


def other_boards(state, rng):
    state["boards"] = rng.randrange(1, 300)


def card_from_the_deck(state, rng):
    if state["deck"]:
        card = rng.choice(state["deck"])
        state["deck"].remove(card)
        rules.add(state["hands"][rng.randrange(state["players"])], [card])


def nobody_knows(state, rng):
    state["known"] = [[[] for _ in row] for row in state["known"]]


def everybody_knows(state, rng):
    if state["players"] > 1:
        hands = state["hands"]
        rows = range(state["players"] + 1)
        state["known"] = [[[] if row == seat else list(hand) for seat, hand in enumerate(hands)] for row in rows]


MAKE_UPS = [other_totals, no_results, other_boards, card_from_the_deck, nobody_knows, everybody_knows]


def can_go_on(state):
    try:
        GAME.restore(state, seed=1)
    except ararat.BadState:
        return False
    return True


def test_states_that_no_table_can_show_are_refused():
    refused = Counter()
    for state, rng in natural_states(range(amount(4, long=6)), rare_phase):
        for spoil in SPOILERS:
            spoilt = rules.copied(state)
            spoil(spoilt, rng)
            faults = rules.impossible(spoilt)
            assert can_go_on(spoilt) == (not faults), f"{faults} in {json.dumps(spoilt)}"
            refused[spoil] += bool(faults)
    assert all(refused[spoil] for spoil in SPOILERS), "not every spoiler was tried"


STUCK_POSITIONS = {
    "no card in hand": position(1, hands=[""]),
    "no card that fits": position(1, boats=["elephant-m rhinoceros-m"], hands=["cat-f bear-m"]),
    "no boat here": position(1, boats=[None], hands=["cat-f bear-m"], departures=4),
    "no quay to go to": position(
        1, boats=["cat-m", "", None, None, ""], hands=["cat-f bear-m"], departures=5, phase="sail"
    ),
    "nobody to call": position(1, boats=["lion-m"], hands=["cat-f bear-m"], phase="recall"),
    "nothing to stack": position(1, boats=["giraffe-m"], hands=["cat-f bear-m"], phase="stack"),
    "no card in hand in company": position(2, hands=[""]),
    "no card to return": position(2, boats=["lion-m"], hands=[""], phase="return", partner=1),
    "no card to give": position(2, hands=[""], phase="give", gifts=1, departures=1),
}  # fmt: skip


@pytest.mark.parametrize("name", STUCK_POSITIONS)
def test_a_position_without_a_move_is_refused(name):
    assert rules.impossible(STUCK_POSITIONS[name])
    assert not can_go_on(STUCK_POSITIONS[name])


def test_only_a_lion_whose_partner_was_called_back_hides_a_pair():
    """Solo `pair` stays as it was; but a lion can only be called from under another one if they are alone aboard."""
    for aboard, possible in {"lion-m": True, "cat-m": False, "lion-f lion-m": True, "kangaroo-f lion-m": False}.items():
        state = position(1, boats=[aboard], hands=["bear-m"], phase="sail", pair=True)
        assert (not rules.impossible(state)) == possible
        assert can_go_on(state) == possible, aboard


def test_made_up_states_go_on():
    for state, rng in natural_states(range(amount(2, long=4)), rare_phase):
        if state["phase"] != "over":
            for make_up in MAKE_UPS:
                made_up = rules.copied(state)
                make_up(made_up, rng)
                assert rules.impossible(made_up) == []
                compare_whole_match(GAME.restore(made_up, seed=1), 0, most=1)


# Chance


def fair(counts, chances, total):
    """Whether counts lie within five standard deviations of what fair chance gives."""
    assert sum(counts.values()) == total and set(counts) <= set(chances), counts
    for key, chance in chances.items():
        spread = (total * chance * (1 - chance)) ** 0.5
        assert abs(counts[key] - total * chance) <= 5 * spread, f"{key}: {counts[key]} of {total} at {chance}"


def outcomes(state, move, number):
    """States that chance brings about, each from another seed."""
    for seed in range(number):
        match = GAME.restore(state, seed=seed)
        match.play(move)
        yield match.state()


def arrivals(before, after):
    """The cards by which a pile has grown, by name."""
    return Counter(card["animal"] for card in rules.without(after, before))


def test_a_lion_draws_every_card_with_the_same_chance():
    hand = "cat-f parrot-f parrot-f snail snail snail bear-m"
    state = position(2, boats=["lion-m"], hands=["cat-m", hand], phase="draw", boards=1)
    assert rules.broken_invariants(state) == []
    counts = Counter()
    for after in outcomes(state, {"move": "draw", "player": 1}, 500):
        counts += arrivals(state["hands"][0], after["hands"][0])
    fair(counts, {"cat": 1 / 7, "parrot": 2 / 7, "snail": 3 / 7, "bear": 1 / 7}, 500)


def test_the_first_setup_is_fair():
    starts = [GAME.start(players=5, seed=seed, roommates=True).state() for seed in range(500)]
    setup_is_fair(starts)


def test_the_setup_of_a_later_round_is_fair():
    state = position(5, boats=["cat-m"], phase="sail", hands=[""], roommates=True, boards=1)
    assert rules.broken_invariants(state) == []
    setup_is_fair(list(outcomes(state, {"move": "sail", "boat": 2}, 500)))


def setup_is_fair(states):
    """At five seats: snails are evenly of both sexes, every card can be anywhere (NO-3.4, NO-3.5, NO-P.11)."""
    animals = [animal for state in states for each in state["boats"] for animal in each["animals"]]
    snails = Counter(animal["sex"] for animal in animals if animal["animal"] == "snail")
    fair(snails, {"m": 0.5, "f": 0.5}, snails.total())
    deck = Counter(card["animal"] for card in rules.deck_for(**rules.shape(states[0])))
    share = {animal: number / 47 for animal, number in deck.items()}
    fair(Counter(animal["animal"] for animal in animals), share, 5 * len(states))
    for seat in range(5):
        fair(Counter(card["animal"] for state in states for card in state["hands"][seat]), share, 8 * len(states))
    for quay in range(5):
        fair(Counter(state["boats"][quay]["animals"][0]["animal"] for state in states), share, len(states))
    kinds = [[*(each["kind"] for each in state["boats"]), *state["reserve"]] for state in states]
    fair(Counter(row.index("roommates") for row in kinds), dict.fromkeys(range(8), 1 / 8), len(states))


SOLO_DECK = "bear-m cat-f cat-f parrot-f parrot-m snail snail snail"
SOLO_SHARES = {"bear": 1 / 8, "cat": 2 / 8, "parrot": 2 / 8, "snail": 3 / 8}


def test_a_solo_draw_is_fair():
    state = position(1, boats=["kangaroo-m"], hands=["panda-m"], phase="sail", deck=SOLO_DECK, departures=1)
    counts = Counter()
    for after in outcomes(state, {"move": "sail", "boat": 2}, 400):
        counts += arrivals(state["hands"][0], after["hands"][0])
    fair(counts, SOLO_SHARES, 400)


def test_a_solo_look_is_fair():
    state = position(1, boats=["kangaroo-m"], hands=["giraffe-m"], deck=SOLO_DECK, departures=1)
    counts = Counter()
    for after in outcomes(state, {"move": "board", "animal": "giraffe", "sex": "m"}, 400):
        counts += Counter(card["animal"] for card in after["looked"])
    fair(counts, SOLO_SHARES, 3 * 400)


def test_a_solo_discard_is_fair():
    state = position(
        1, boats=["elephant-m bear-f panda-m"], hands=["panda-f elephant-f"], phase="sail", leaving=True,
        deck=SOLO_DECK, top="lion-m", departures=2,
    )  # fmt: skip
    before = rules.pile(state["gone"] + cards("elephant-m bear-f panda-m lion-m"))
    counts = Counter()
    for after in outcomes(state, {"move": "sail", "boat": 3}, 400):
        counts += arrivals(before, after["gone"])
    fair(counts, SOLO_SHARES, 2 * 400)


def test_a_solo_hand_is_fair():
    states = [GAME.start(players=1, seed=seed, level="advanced").state() for seed in range(500)]
    deck = Counter(card["animal"] for card in rules.deck_for(**rules.shape(states[0])))
    counts = Counter(card["animal"] for state in states for card in state["hands"][0])
    fair(counts, {animal: number / 39 for animal, number in deck.items()}, 2 * len(states))


# The second statement itself


@pytest.mark.parametrize(
    "players, size, mass, tears, males, females, snails",
    [
        (2, 31, 121, 38, 14, 14, 3),
        (3, 31, 121, 38, 14, 14, 3),
        (4, 39, 149, 52, 18, 18, 3),
        (5, 47, 171, 70, 21, 21, 5),
    ],
)
def test_the_decks_have_the_sums_of_section_1(players, size, mass, tears, males, females, snails):
    deck = rules.deck_for(players, rules.OPTIONS)
    sexes = Counter(card["sex"] for card in deck)
    assert (len(deck), rules.mass_of(deck), rules.tears_of(deck)) == (size, mass, tears)
    assert (sexes["m"], sexes["f"], sexes[None]) == (males, females, snails)
    with_promos = {**rules.OPTIONS, "frog": True, "crocodile": True}
    assert len(rules.deck_for(players, with_promos)) == size


@pytest.mark.parametrize("state", [*RARE_POSITIONS.values(), *RARE_SOLO_POSITIONS.values()])
def test_the_rare_positions_are_possible(state):
    assert rules.broken_invariants(state) == []
    for move in rules.legal_moves(state):
        after = rules.play(state, move, random.Random(1))
        assert rules.broken_invariants(after) == []
        assert rules.is_outcome(state, move, after) is None


def test_the_second_statement_notices_impossible_chance():
    state = position(3, boats=["lion-m"], hands=["cat-m", "cat-f snail", "bear-m"], phase="draw", boards=1)
    move = {"move": "draw", "player": 1}
    after = rules.play(state, move, random.Random(1))
    assert rules.is_outcome(state, move, after) is None
    for hands in (["cat-m", "cat-f snail", "bear-m"], ["cat-m bear-m", "cat-f snail", ""], ["cat-m panda-m", "", ""]):
        wrong = {**after, "hands": [rules.pile(cards(hand)) for hand in hands]}
        assert rules.is_outcome(state, move, wrong) is not None


def test_the_second_statement_notices_an_impossible_setup():
    state = rules.start(3, {"roommates": True}, rules.Dice(random.Random(1)))
    options = {"roommates": True}
    assert rules.is_start(3, options, state) is None
    assert rules.is_start(3, {}, state) is not None
    for key in ("deck", "hands", "boats", "reserve"):
        assert rules.is_start(3, options, {**state, key: state[key][:-1]}) is not None
    assert rules.is_start(3, options, {**state, "noah": 1}) is not None


@pytest.mark.parametrize(
    "key, value",
    [
        ("noah", 5), ("turn", None), ("departures", 1), ("boards", 300), ("boards", -1), ("pair", True),
        ("leaving", True), ("gifts", 1), ("partner", 1), ("looked", cards("cat-m cat-f")), ("top", cards("cat-m")),
        ("deck", []), ("gone", cards("cat-m")), ("reserve", []), ("winners", [0]), ("scores", [0]), ("round", 4),
        ("phase", "over"), ("phase", "sail"), ("phase", "stack"), ("phase", "give"), ("known", [[[], []]]),
        ("results", [{"reason": "hand", "hands": [[], []], "points": [0, 0]}] * 2), ("boats", [None] * 5),
    ],
)  # fmt: skip
def test_the_second_statement_notices_what_cannot_be(key, value):
    state = position(2)
    assert rules.broken_invariants(state) == []
    assert rules.broken_invariants({**state, key: value})
