"""States in which the table can and cannot lie (AN-8.1)."""

from copy import deepcopy

import pytest

import ararat
from ararat.core.moves import name_of
from ararat.core.words import LANGUAGES, words
from ararat.games.ark_and_noah.state import Fault
from lengths import amount

from ..arranging import after, restored
from .positions import (
    DONE,
    GAME,
    assert_impossible,
    broken,
    fence,
    laid,
    position,
    random_match,
    states_of_all_phases,
    whole_hull,
)

PHASES = dict(states_of_all_phases())
TIGHT = {
    "ark": fence("3,0", 0) | laid(s1="H2,0 H4,0"),
    "pairs": {"3,0": "dog raven"},
    "animals": {0: "cat-m mole-m", 1: "cat-f"},
}


# What can lie so


WELCOME = {
    "planks anywhere": lambda: position(ark=laid(s0="H2,0 V4,2 H7,2", s1="V3,1")),
    "a closed region too large": lambda: position(ark=fence("2,1 3,1 4,1 2,2 3,2") | {"V3,1": 1}),
    "a whole hull": lambda: position(4, ark=whole_hull(4)),
    "all animals before one seat": lambda: position(bags="", rest=0),
    "all goods in one hand": lambda: position(supply={"pitch": 0, "food": 0, "planks": {0: 0}}),
    "the first round": lambda: position(round=1),
    "the last round": lambda: position(round=20),
    "low and high scores": lambda: position(scores=[-900, 9000]),
    "some of the others wait": lambda: position(4, actor=1, queue=[3]),
    "the others wait in any order": lambda: position(4, actor=1, turn=2, queue=[3, 0]),
    "nobody waits": lambda: position(3, queue=[]),
    "a seat that can only say done": lambda: position(phase="load"),
    "a seat that can only keep": lambda: position(phase="trade", drawn="dog-m cat-f wolf-f"),
    "an occupied pen": lambda: position(phase="load", **TIGHT),
    "the second tile of two is left": lambda: position(phase="pick", turn=1, actor=0, drawn="dog-m"),
    "any final order": lambda: position(phase="final-board", scores=[9, 1], order=[0, 1], round=11),
    "bonuses beside workers": lambda: position(bonus={"build": 4, "pitch": 1}),
}


@pytest.mark.rules("AN-8.1")
@pytest.mark.parametrize("name", WELCOME)
def test_made_up_positions_are_welcome(name):
    state = WELCOME[name]()
    match = restored(state)
    assert match.state() == state and match.moves()
    for number in range(24):
        if match.over:
            break
        match.play(match.moves()[number % len(match.moves())])
        assert not broken(match.state())
        assert restored(match.state()).state() == match.state(), "what follows a welcome state is none"


@pytest.mark.rules("AN-8.1")
@pytest.mark.parametrize("name", PHASES)
def test_a_state_of_every_phase_comes_back_as_it_is(name):
    assert restored(PHASES[name]).state() == PHASES[name]


@pytest.mark.rules("AN-8.1")
def test_a_worker_that_has_acted_may_stand_anywhere():
    state = changed(changed(PLAIN, "action_done", 0, to=None), "action_done", 6, to=PLAIN["action_done"][0])
    assert restored(state).state() == state


@pytest.mark.rules("AN-8.1")
def test_scores_go_from_minus_1000_to_9999():
    state = position(scores=[-1000, 9999])
    assert restored(state).state() == state


@pytest.mark.rules("AN-8.1", "AN-4.1")
@pytest.mark.parametrize("variant", ["standard", "quick"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_state_of_a_match_is_one_in_which_the_table_can_lie(players, variant):
    phases = set()
    for match in random_match(players, 3, variant=variant):
        state = match.state()
        if len(match.history) % amount(3, long=1) == 0 or state["phase"] not in phases:
            assert not broken(state), broken(state)
        if len(match.history) % amount(18, long=3) == 0 or state["phase"] not in phases:
            again = restored(state)
            assert (again.state(), again.moves()) == (state, match.moves())
        phases.add(state["phase"])
    assert {"build", "pick", "draw", "trade", "over"} <= phases


# What cannot


def changed(state, *path, to):
    """The state with another value at a place, or with the value that a function makes of it."""
    state = deepcopy(state)
    inner = state
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to(inner[path[-1]]) if callable(to) else to
    return state


def more(*things):
    return lambda value: sorted([*value, *things])


def less(*things):
    return lambda value: [thing for thing in value if thing not in things]


def swapped_tile(old, new):
    return lambda value: sorted([tile for tile in value if tile != old] + [new])


def up(value):
    return value + 1


def down(value):
    return value - 1


def moved(state, source, target, *things):
    """Things of a sorted list lie in another one."""
    return changed(changed(state, *source, to=less(*things)), *target, to=more(*things))


PLAIN = position(ark=fence("3,1 4,1 3,2 4,2") | laid(s1="H2,0 H3,0"), fed="3,1", pitched="J3,0", animals={0: "dog-m"})
FULL = position(phase="load", **TIGHT)
WORKER = PHASES["worker"]
FINAL = PHASES["final-board"]
OVER = after(FINAL, DONE, DONE)
QUICK = PHASES["quick load"]
DRAW = PHASES["draw"]
BAG = PHASES["bag"]
IMPOSSIBLE = {
    "a tile twice": changed(PLAIN, "animals", 1, to=["dog-m"]),
    "a tile in a bag and before a seat": changed(PLAIN, "bags", "m", to=more("dog-m")),
    "a tile missing": changed(PLAIN, "bags", "f", to=less("dog-f")),
    "a tile of a species not used": changed(PLAIN, "bags", "f", to=more("zebra-f")),
    "a male among the females": moved(PLAIN, ("bags", "m"), ("bags", "f"), "cat-m"),
    "a plank too many": changed(PLAIN, "planks", 0, to=up),
    "a plank missing": changed(PLAIN, "supply", "planks", to=[1, 1]),
    "a plank below none": changed(changed(PLAIN, "planks", 0, to=-1), "supply", "planks", 0, to=lambda n: n + 4),
    "a cube too many": changed(PLAIN, "pitch", 0, to=up),
    "a cube missing": changed(PLAIN, "supply", "pitch", to=down),
    "food too much": changed(PLAIN, "food", 1, to=up),
    "food missing": changed(PLAIN, "ark", "food", to=[]),
    "food twice on a cell": changed(changed(PLAIN, "ark", "food", to=more("3,1")), "supply", "food", to=down),
    "pitch in the quick game": changed(QUICK, "pitch", 0, to=2),
    "food in the quick game": changed(QUICK, "supply", "food", to=56),
    "a small species in the quick game": changed(QUICK, "bags", "m", to=more("raven-m")),
    "workers in the quick game": changed(QUICK, "action_now", to=[0, 0, 1, 1, None, None, None]),
    "a species not of the size of its pen": changed(
        changed(changed(FULL, "bags", "m", to=swapped_tile("panda-m", "dog-m")), "bags", "f",
                to=swapped_tile("panda-f", "dog-f")),
        "ark", "pairs", "3,0", to=["panda", "raven"],
    ),
    "a pair before seats and aboard at once": changed(FULL, "animals", 1, to=more("dog-f", "dog-m")),
    "a pair aboard twice": changed(FULL, "ark", "pairs", "3,0", to=["dog", "dog", "raven"]),
    "a second large pair": changed(
        changed(FULL, "animals", to=[["mole-m"], []]), "ark", "pairs", "3,0", to=["cat", "dog", "raven"]
    ),
    "a second small pair": changed(
        changed(changed(FULL, "bags", "m", to=less("dove-m")), "bags", "f", to=less("dove-f")),
        "ark", "pairs", "3,0", to=["dog", "dove", "raven"],
    ),
    "a pair in no pen": changed(FULL, "ark", "pairs", to={"4,0": ["dog", "raven"]}),
    "an empty list of pairs": changed(PLAIN, "ark", "pairs", to={"3,1": []}),
    "a pair without food": changed(changed(FULL, "ark", "food", to=[]), "supply", "food", to=up),
    "a pair without pitch": changed(changed(FULL, "ark", "pitch", to=["J3,0"]), "supply", "pitch", to=up),
    "pitch beside a bare outer edge": changed(
        changed(PLAIN, "ark", "pitch", to=more("J4,0")), "supply", "pitch", to=down
    ),
    "pitch on no joint": changed(changed(PLAIN, "ark", "pitch", to=more("J3,2")), "supply", "pitch", to=down),
    "food outside a pen": changed(changed(PLAIN, "ark", "food", to=more("5,1")), "supply", "food", to=down),
    "pens that do not follow": changed(PLAIN, "ark", "pens", to={}),
    "a pen by another name": changed(PLAIN, "ark", "pens", to={"4,1": ["3,1", "3,2", "4,1", "4,2"]}),
    "a plank inside a pen": changed(
        changed(PLAIN, "ark", "planks", to=lambda planks: planks | {"V4,1": 1}), "supply", "planks", 1, to=down
    ),
    "a plank on no edge": changed(
        changed(PLAIN, "ark", "planks", to=lambda planks: planks | {"H0,0": 1}), "supply", "planks", 1, to=down
    ),
    "a plank beside the board for two": changed(
        changed(PLAIN, "ark", "planks", to=lambda planks: planks | {"H13,2": 1}), "supply", "planks", 1, to=down
    ),
    "a plank of nobody": changed(PLAIN, "ark", "planks", "H2,0", to=2),
    "a worker too many": changed(PLAIN, "action_done", 3, to=1),
    "a worker missing": changed(PLAIN, "action_done", 0, to=None),
    "a worker of the wrong seat": changed(PLAIN, "action_done", 0, to=0),
    "the actor's worker elsewhere": changed(PLAIN, "action_now", to=[None] * 6 + [0]),
    "a worker that has not acted left of the action": changed(
        changed(PLAIN, "action_done", 0, to=None), "action_now", 0, to=PLAIN["action_done"][0]
    ),
    "nobody left to place": changed(
        changed(WORKER, "action_done", to=[None] * 7), "action_now", to=[0, 1, 1, None, None, None, 0]
    ),
    "the turn of a worker that is not the leftmost": changed(WORKER, "turn", to=1 - WORKER["turn"]),
    "a worker on the upper row in final boarding": changed(
        changed(FINAL, "action_done", 0, to=None), "action_now", 0, to=FINAL["action_done"][0]
    ),
    "a bonus of five": changed(PLAIN, "bonus", 0, to=5),
    "a bonus below none": changed(PLAIN, "bonus", 0, to=-1),
    "six bonuses": changed(PLAIN, "bonus", to=[0] * 6),
    "a drawn tile while building": moved(PLAIN, ("bags", "m"), ("drawn",), "cat-m"),
    "three drawn for two seats": moved(PHASES["quick pick"], ("bags", "m"), ("drawn",), "wolf-m"),
    "four drawn in an exchange": moved(PHASES["trade"], ("bags", "m"), ("drawn",), "cat-m"),
    "three drawn and still drawing": moved(DRAW, ("bags", "m"), ("drawn",), "cat-m", "wolf-m"),
    "nothing to pick": moved(PHASES["quick pick"], ("drawn",), ("animals", 0), "dog-m", "cat-f"),
    "nothing to exchange": changed(changed(PHASES["exchange"], "ark", to=position()["ark"]), "animals", 1, to=[]),
    "nothing to draw": {**position(phase="draw", bags="cat-f", rest=1), "bags": {"m": [], "f": []}, "drawn": ["cat-f"]},
    "no bag to name": {
        **position(3, phase="bag", bags="cat-f", rest=1), "bags": {"m": [], "f": []}, "drawn": ["cat-f"],
    },
    "a final order without all seats": changed(FINAL, "order", to=[0]),
    "a final order with a seat twice": changed(FINAL, "order", to=[0, 0]),
    "a final order too early": changed(PLAIN, "order", to=[0, 1]),
    "a waiting seat twice": changed(position(4), "queue", to=[1, 1]),
    "the seat in turn waits": changed(PLAIN, "queue", to=[0]),
    "the actor waits": changed(position(3, turn=1, actor=0), "queue", to=[2, 0]),
    "a seat waits that is none": changed(PLAIN, "queue", to=[2]),
    "somebody waits while workers are placed": changed(WORKER, "queue", to=[0]),
    "nothing left to place": changed(PLAIN, "left", to=0),
    "too much left to place": changed(PLAIN, "left", to=9),
    "no loading points said": changed(FULL, "left", to=None),
    "loading points below none": changed(FULL, "left", to=-1),
    "a score too high": changed(PLAIN, "scores", 0, to=10000),
    "a score too low": changed(PLAIN, "scores", 1, to=-1001),
    "round none": changed(PLAIN, "round", to=0),
    "an unknown phase": changed(PLAIN, "phase", to="sleep"),
    "another action": changed(PLAIN, "action", to="load"),
    "no actor": changed(PLAIN, "actor", to=None),
    "an actor while workers are placed": changed(WORKER, "actor", to=0),
    "final points too early": changed(PLAIN, "final", to=OVER["final"]),
    "a winner too early": changed(PLAIN, "winners", to=[0]),
    "wrong winners": changed(OVER, "winners", to=[0, 1] if len(OVER["winners"]) == 1 else [0]),
    "wrong final points for the hull": changed(OVER, "final", 0, "hull", to=lambda points: 5 - points),
    "wrong final points for goods": changed(OVER, "final", 0, "goods", to=down),
    "wrong final points for animals": changed(OVER, "final", 1, "animals", to=up),
    "somebody in turn at the end": changed(OVER, "turn", to=0),
    "something left to place while workers are placed": changed(WORKER, "left", to=3),
    "a phase of the other variant": changed(QUICK, "phase", to="worker"),
    "a bag to name with two players": changed(PHASES["quick pick"], "phase", to="bag"),
    "too many drawn for the bag of another": moved(BAG, ("bags", "m"), ("drawn",), "cat-m"),
    "two workers in a column": changed(
        changed(PLAIN, "action_done", 0, to=None), "action_done", 5, to=PLAIN["action_done"][0]
    ),
    "no final points": changed(OVER, "final", to=None),
    "final points of one seat": changed(OVER, "final", to=lambda points: points[:1]),
    "another queue than the final order": changed(FINAL, "queue", to=lambda queue: [] if queue else [0]),
    "another seat than the actor draws": changed(DRAW, "turn", to=1 - DRAW["turn"]),
    "another game": changed(PLAIN, "game", to="noah"),
    "another number of players": changed(PLAIN, "players", to=3),
    "an unknown option": changed(PLAIN, "options", to={"variant": "standard", "first": 0, "solo": True}),
    "a first seat that is none": changed(PLAIN, "options", to={"variant": "standard", "first": 2}),
    "a key too many": {**PLAIN, "deck": []},
    "a key missing": {key: value for key, value in PLAIN.items() if key != "bonus"},
    "a truth for a number": changed(PLAIN, "scores", 0, to=True),
    "no state": None,
}  # fmt: skip


@pytest.mark.rules("AN-8.1")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_no_table_can_show_is_refused(name):
    assert_impossible(IMPOSSIBLE[name])


@pytest.mark.rules("AN-8.1")
def test_every_reason_has_a_case_and_is_told_in_every_language():
    reasons = {}
    for state in IMPOSSIBLE.values():
        with pytest.raises(ararat.BadState) as error:
            GAME.restore(state)
        reasons[error.value.key] = error.value
    every = {f"fault.{name_of(fault)}" for fault in Fault if fault}
    assert every == {key for key in list(words("en", GAME.facts.package).keys()) if key.startswith("fault.")}
    # What follows from the planks is laid out so, and a phase that a match can't have is not of its form.
    every -= {"fault.pens", "fault.phase"}
    assert every <= set(reasons), sorted(every - set(reasons))
    for key in every:
        texts = {reasons[key].text_in(language) for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES) and not any("{" in text for text in texts), key
