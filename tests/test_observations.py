"""What a seat knows, as numbers: declared once, with a name for each."""

from __future__ import annotations

import numpy as np
import pytest

from ararat.core.observations import (
    PLACE,
    SEAT,
    THERE,
    Observed,
    has_seat,
    is_seat,
    members,
    numbers,
    seats,
    size,
    written,
)
from ararat.core.table import NOBODY, Grid, Head, Layout, Numbers, field, i8, i64
from ararat.games import all_facts


class Table(Head):
    """A table of made-up fields."""

    market: Numbers = field(i64, "sets", 0, 7, shape=2)
    hands: Numbers = field(i64, "sets", 0, 7, shape=3, seen="own seat")
    deck: int = field(i64, "a set", 0, 7, seen="nobody")
    scores: Numbers = field(i8, "points", 0, 99, shape=3)
    pieces: Grid = field(i8, "by kind and seat", 0, 9, shape=(2, 3))
    square: Grid = field(i8, "by seat and seat", 0, 9, shape=(3, 3))
    out: int = field(i8, "seats", 0, 7)


LAYOUT = Layout(Table, phases=2, seats=3)


def best_of(table, place):
    return max(table.pieces[place, 0], table.pieces[place, 1])


def lead_of(table, seat, other):
    return table.scores[other] - table.scores[max(seat, 0)]


def write_halves(value, numbers, at):
    numbers[at] = value // 2
    numbers[at + 1] = value % 2


OBSERVED = Observed(
    LAYOUT,
    (
        *(numbers("players"), SEAT, seats("turn"), size("deck")),
        *(members(3, "market", "hands"), numbers(best_of, places=2, plus=10)),
    ),
    (
        *(PLACE, THERE, is_seat("turn"), has_seat("out"), numbers("scores", lead_of, "pieces"), size("hands")),
        *(numbers("square", axis=1), written(write_halves, 2, "scores"), members(3, "hands")),
    ),
)


def table():
    tables = LAYOUT.blank()
    tables["players"], tables["turn"], tables["out"], tables["deck"] = 2, 0, 0b10, 0b101
    tables["market"], tables["hands"], tables["scores"] = [[0b001, 0b110]], [[0b011, 0b100, 0b111]], [[5, 8, 0]]
    tables["pieces"], tables["square"] = [[[1, 2, 0], [4, 3, 0]]], [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]
    return tables[0]


def observed(seat):
    written = np.full(OBSERVED.size, 99, np.float32)
    OBSERVED.observe(table(), seat, written)
    return written.tolist()


def of_seat_0(lead, hand):
    return [0, 1, 1, 0, 5, lead, 1, 4, 2, 1, 4, 7, 2, 1, *hand]


def of_seat_1(lead, hand):
    return [1, 1, 0, 1, 8, lead, 2, 3, 1, 2, 5, 8, 4, 0, *hand]


MARKET = [1, 0, 0, 0, 1, 1]
COVERED = [0, 0, 0]
OF_NO_SEAT = [NOBODY] + [0] * 16


def test_a_seat_sees_the_table_its_own_hand_and_every_seat_from_its_own_on():
    hand = [0, 0, 1]
    seats = [*of_seat_1(0, hand), *of_seat_0(-3, COVERED), *OF_NO_SEAT]
    assert observed(1) == [2, 1, 1, 2, *MARKET, *hand, 12, 14, *seats]


def test_a_spectator_sees_no_hand():
    seats = [*of_seat_0(0, COVERED), *of_seat_1(3, COVERED), *OF_NO_SEAT]
    assert observed(NOBODY) == [2, NOBODY, 0, 2, *MARKET, *COVERED, 12, 14, *seats]


def test_every_number_has_a_name():
    assert OBSERVED.names[:5] == ["players", "seat", "turn", "deck.size", "market[0][0]"]
    assert OBSERVED.names[-3:] == ["seats[2].hands[0]", "seats[2].hands[1]", "seats[2].hands[2]"]


@pytest.mark.parametrize("slug", all_facts())
def test_every_number_of_a_game_has_a_name_of_its_own(slug):
    names = all_facts()[slug].module("rules").OBSERVED.names
    assert len(names) == len(set(names)) == all_facts()[slug].module("rules").OBSERVED.size


def asks_for_another(table, other):
    return other


def asks_for_a_place(table, place):
    return place


@pytest.mark.parametrize(
    ("shared", "of_each_seat", "problem"),
    [
        ([numbers("deck")], [], "deck is seen by nobody"),
        ([members(3, "deck")], [], "deck is seen by nobody"),
        ([numbers("markt")], [], "has no field markt"),
        ([numbers("pieces")], [], "row by row"),
        ([], [numbers("square")], "which of its axes"),
        ([numbers(asks_for_another)], [], "asks_for_another asks for table, other"),
        ([], [numbers(asks_for_a_place)], "asks_for_a_place asks for table, place"),
    ],
)
def test_what_can_not_be_observed_is_refused_when_it_is_declared(shared, of_each_seat, problem):
    with pytest.raises(TypeError, match=problem):
        Observed(LAYOUT, shared, of_each_seat)
