"""Impossible states are refused, each for its own reason; made-up ones that can lie so are welcome."""

from __future__ import annotations

import copy
import json

import pytest

import ararat
from ararat.core.moves import name_of
from ararat.games.animals_on_board.pieces import NAMES
from ararat.games.animals_on_board.state import Fault

from .positions import groups, position

GAME = ararat.game("animals-on-board")


def playing(**changes):
    return position(players=3, area=groups("cr-2 gi-1 pa-4 ti-3", "el-1 hidden", "ch-5 ze-2"), made_up=True, **changes)


def keeping():
    return GAME.start(players=3, seed=5).state()


def discarding():
    """A real position in phase discard: seat with more than ten tiles."""
    for seed in range(4000):
        match = GAME.start(players=2, seed=seed)
        while not match.over and match.state()["phase"] != "discard":
            takes = [move for move in match.moves() if move["move"] == "take"]
            match.play(
                max(takes, key=lambda move: len(move["group"]))
                if takes and seed % 2
                else match.moves()[seed % 3 % len(match.moves())]
            )
        if not match.over:
            return match.state()
    raise AssertionError("no match came to a discard")


def finished():
    match = GAME.start(players=2, seed=3)
    while not match.over:
        match.play(match.moves()[-1])
    return match.state()


def changed(state, change):
    state = copy.deepcopy(state)
    change(state)
    return state


def move_tile(source, target):
    """Move the first tile of one list to another."""
    target.append(source.pop(0))


def put_pair(state, seat):
    """Give a seat a pair from the deck in place of two of its tiles."""
    deck, known = state["deck"], state["arks"][seat]["known"]
    aboard = [*known, *state["arks"][seat]["unknown"]]
    species = next(
        name
        for name in state["species"]
        if sum(tile.startswith(name) for tile in deck) >= 2 and not any(tile.startswith(name) for tile in aboard)
    )
    pair = [tile for tile in deck if tile.startswith(species)][:2]
    for tile in pair:
        deck.remove(tile)
        deck.append(known.pop(0))
    known += pair


def other_species(state):
    """As many species as are in play, but not the same."""
    spare = next(name for name in GAME.options["species"].words if name not in state["species"])
    return sorted([spare, *state["species"][1:]])


IMPOSSIBLE = {
    "turn-over": (finished, lambda s: s.update(turn=0)),
    "scores-early": (playing, lambda s: s.update(scores=[1, 0, 0])),
    "out-of-play": (keeping, lambda s: s.update(passes=1)),
    "hands-late": (playing, lambda s: move_tile(s["deck"], s["hands"][1])),
    "box-early": (playing, lambda s: move_tile(s["deck"], s["box"][1])),
    "species": (playing, lambda s: s["species"].pop()),
    "species-option": (
        playing,
        lambda s: s["options"].update(species=other_species(s)),
    ),
    "group-empty": (playing, lambda s: s["area"].append([])),
    "hidden": (playing, lambda s: s.update(hidden=None)),
    "tile-foreign": (playing, lambda s: s["deck"].append("unicorn-1")),
    "tile-twice": (playing, lambda s: s["deck"].append(s["deck"][0])),
    "tile-misplaced": (playing, lambda s: s["deck"].pop()),
    "area-crowded": (playing, lambda s: [s["area"].append([s["deck"].pop()]) for _ in range(8)]),
    "ark-too-full": (
        lambda: playing(out=[0], turn=1),
        lambda s: [move_tile(s["deck"], s["arks"][0]["known"]) for _ in range(15)],
    ),
    "supply": (playing, lambda s: s.update(supply=s["supply"] - 1)),
    "setup": (keeping, lambda s: s.update(round=2)),
    "keeping": (keeping, lambda s: move_tile(s["deck"], s["hands"][0])),
    "turn-out": (lambda: playing(out=[0], turn=1), lambda s: s.update(out=[1])),
    "passes": (lambda: playing(out=[0, 2], turn=1), lambda s: s.update(passes=1)),
    "ark-full-early": (playing, lambda s: [move_tile(s["deck"], s["arks"][2]["known"]) for _ in range(10)]),
    "discard-turn": (discarding, lambda s: s.update(turn=1 - s["turn"])),
    "pair-left": (finished, lambda s: put_pair(s, 0)),
    "unknown-over": (finished, lambda s: move_tile(s["arks"][0]["known"], s["arks"][0]["unknown"])),
    "score": (finished, lambda s: s.update(scores=[s["scores"][0] + 1, s["scores"][1]])),
}


# What is a matter of form, and what has to follow from the rest of the table.
OTHERWISE = {
    "group-empty": "state.shape",
    "tile-foreign": "state.shape",
    "tile-twice": "state.shape",
    "supply": "state.follows",
}


@pytest.mark.parametrize("key", IMPOSSIBLE)
@pytest.mark.rules("AB-8.1", "AB-8.2", "AB-8.4")
def test_an_impossible_state_is_refused_for_its_reason(key):
    make, spoil = IMPOSSIBLE[key]
    state = make()
    GAME.restore(state)
    spoilt = changed(state, spoil)
    with pytest.raises(ararat.BadState) as refused:
        GAME.restore(spoilt)
    assert refused.value.key == OTHERWISE.get(key, f"fault.{key}"), refused.value.text
    for language in ("en", "fr", "it"):
        assert "\n" not in refused.value.text_in(language)


def test_every_fault_has_its_state():
    assert {name_of(fault) for fault in Fault if fault} == IMPOSSIBLE.keys() - OTHERWISE.keys()


def test_a_pair_is_impossible_for_seats_that_do_not_discard():
    state = discarding()
    other = 1 - state["turn"]
    with pytest.raises(ararat.BadState) as refused:
        GAME.restore(changed(state, lambda s: put_pair(s, other)))
    assert refused.value.key == "fault.pair-left"


def test_a_tile_in_two_places_is_refused_wherever_it_lies():
    """Foreign tiles, tiles of two groups, of both parts of an ark, of a hand and the deck: none of it can be."""
    state = playing()
    tile, foreign = (
        state["deck"][0],
        next(n for n in NAMES if n != "hidden" and n.rpartition("-")[0] not in state["species"]),
    )
    for spoil in (
        lambda s: s["area"].append([tile]),
        lambda s: s["area"].append(["hidden"]),
        lambda s: s["arks"][0]["known"].append(tile),
        lambda s: (s["arks"][0]["known"].append(tile), s["arks"][0]["unknown"].append(tile), s["deck"].remove(tile)),
        lambda s: s.update(hidden=tile),
        lambda s: s["deck"].append(foreign),
        lambda s: s["deck"].append("hidden"),
    ):
        with pytest.raises(ararat.BadState) as refused:
            GAME.restore(changed(state, spoil))
        assert refused.value.key == "fault.tile-misplaced"


@pytest.mark.rules("AB-8.4")
def test_made_up_positions_go_on():
    """Nobody could have come here, but the table can lie so."""
    for state in (
        playing(crates=[0, 0, 0]),
        playing(crates=[5, 5, 5]),
        changed(playing(), lambda s: s.update(round=99)),
        changed(playing(), lambda s: s.update(flag=2)),
        changed(playing(), lambda s: (s["deck"].extend(s["area"].pop(0)), s["deck"].sort())),
    ):
        match = GAME.restore(state, seed=1)
        while not match.over:
            match.play(match.moves()[-1])
            assert GAME.restore(json.loads(json.dumps(match.state()))).state() == match.state()


def test_true_is_no_number_in_a_state():
    state = playing()
    for key, value in (("round", True), ("passes", False), ("flag", True), ("turn", True)):
        with pytest.raises(ararat.BadState):
            GAME.restore({**state, key: value})


def test_odd_names_are_repeated_on_one_line():
    for name in ("a\nb", "\ud800", "x" * 10_000):
        for spoilt in (changed(playing(), lambda s, n=name: s["deck"].append(n)), {**playing(), name: 1}):
            with pytest.raises(ararat.BadState) as refused:
                GAME.restore(spoilt)
            sentence = refused.value.text
            assert "\n" not in sentence and len(sentence) < 600
            sentence.encode("utf-8")
