"""Rules written from declared moves do what the declaration says."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from ararat.core.kinds import OrNull, Whole
from ararat.core.moves import Move, Moves
from ararat.core.refused import Refused


class Phase(IntEnum):
    GIVE = 0
    LOOK = 1
    OVER = 2


class Rule(IntEnum):
    LEGAL = 0
    MALFORMED = 1
    NOT_DUE = 2
    ODD = 3
    BARRED = 4


def refuse_odd(table, card: int, seat: int) -> int:
    return Rule.ODD if (card + seat) % 2 else Rule.LEGAL


def give(table, card: int, seat: int, effects) -> None:
    effects.append(("give", card, seat))


def cards(table) -> int:
    return 0b110


def look(table, seat: int, effects) -> bool:
    effects.append(("look", seat))
    return seat >= 0


def bar(table) -> int:
    return Rule.BARRED if table.barred else Rule.LEGAL


CARD, SEAT = Whole(0, 2), Whole(1, 4)
GIVE = Move("give", (Phase.GIVE,), {"card": CARD, "seat": SEAT}, refuse=refuse_odd, play=give, then=7)
LOOK = Move("look", (Phase.LOOK,), {"seat": OrNull(SEAT)}, bar=bar, play=look)
PASS = Move("pass", (Phase.GIVE, Phase.LOOK), then=5)


def moves(*kinds):
    return Moves(*kinds, malformed=Rule.MALFORMED, not_due=Rule.NOT_DUE)


MOVES = moves(GIVE, LOOK, PASS)


def table(phase, barred=False):
    return SimpleNamespace(phase=phase, barred=barred, players=4)


def actions(declared, phase, barred=False):
    found = np.zeros(30, np.int64)
    return found[: declared(table(phase, barred), found)].tolist()


def test_what_is_listed_is_what_is_not_refused():
    for phase in Phase:
        for barred in (False, True):
            legal = [n for n in range(MOVES.count) if MOVES.refusal(table(phase, barred), n) == Rule.LEGAL]
            assert actions(MOVES.list_actions, phase, barred) == legal
    assert actions(MOVES.list_actions, Phase.GIVE) == [1, 3, 4, 6, 9, 11, 17]
    assert actions(MOVES.list_actions, Phase.LOOK) == [12, 13, 14, 15, 16, 17]
    assert actions(MOVES.list_actions, Phase.OVER) == []


def test_a_refusal_names_the_kind_first_then_the_table_then_the_move():
    assert MOVES.refusal(table(Phase.LOOK, barred=True), 0) == Rule.NOT_DUE
    assert MOVES.refusal(table(Phase.LOOK, barred=True), 12) == Rule.BARRED
    assert MOVES.refusal(table(Phase.GIVE), 0) == Rule.ODD
    assert MOVES.refusal(table(Phase.GIVE), MOVES.count) == Rule.NOT_DUE
    with pytest.raises(Refused) as refused:
        MOVES.action_of(table(Phase.LOOK, barred=True), {"move": "look", "seat": 1})
    assert refused.value.args[0] == Rule.BARRED


def test_an_action_is_carried_out_by_the_rule_of_its_kind_with_what_the_move_names():
    for action in range(MOVES.count):
        done: list = []
        then = MOVES.decide(table(Phase.GIVE), action, done)
        move = MOVES.move_of(None, action)
        if move["move"] == "give":
            assert done == [("give", move["card"], move["seat"])] and then == 7
        elif move["move"] == "look":
            assert done == [("look", -1 if move["seat"] is None else move["seat"])]
            assert then == (move["seat"] is not None)
        else:
            assert done == [] and then == 5


def test_a_set_narrows_what_is_asked():
    narrowed = moves(
        Move("give", (Phase.GIVE,), GIVE.fields, those={"card": cards}, refuse=refuse_odd, play=give), PASS
    )
    assert actions(narrowed.list_actions, Phase.GIVE) == [4, 6, 9, 11, 12]
    assert actions(narrowed.lister("pass"), Phase.GIVE) == [12]


def test_rules_of_one_name_are_not_mistaken_for_one_another():
    def other(table, seat: int, effects) -> None: ...

    other.__name__ = "give"
    twice = moves(GIVE, Move("other", (Phase.LOOK,), {"seat": SEAT}, play=other))
    with pytest.raises(TypeError, match="two rules are called give"):
        _ = twice.decide
