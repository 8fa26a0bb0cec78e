"""What a seat knows, as numbers: declared once, with a name for each."""

from __future__ import annotations

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.observations import (
    BITS,
    CATEGORY,
    COUNT,
    SEAT,
    Block,
    Entry,
    Observed,
    Part,
    categories,
    copies,
    drawn_up,
    flags,
    has_seat,
    in_which,
    is_seat,
    laid_open,
    members,
    numbers,
    seats,
    size,
    where,
    written,
)
from ararat.core.piles import Slots
from ararat.core.table import NOBODY, Grid, Head, Layout, Numbers, field, i8, i64
from ararat.games import all_facts
from lengths import amount

EVERY_GAME = pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())


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


SLOTS = Slots([1, 0, 2])


def best_of(table, place):
    return max(table.pieces[place, 0], table.pieces[place, 1])


def lead_of(table, seat, other):
    return table.scores[other] - table.scores[max(seat, 0)]


def write_halves(value, row):
    row[0] = value // 2
    row[1] = value % 2


def write_halves_and_whole(value, row):
    write_halves(value, row)
    row[2] = value


def write_corners(table, row):
    row[0] = table.square[0, 0]
    row[1] = table.square[2, 2] > 5


def are_two(table):
    return table.players == 2


def those_there(table):
    return 0b101 if table.players == 2 else 0b111


def is_even(table, place):
    return table.square[place, place] % 2 == 0


def is_large(table, row):
    for place in range(3):
        row[place] = table.square[place, place] > 4


FAR = Part(BITS, 1, 0, 1, "far")
OBSERVED = Observed(
    LAYOUT,
    (
        *(SEAT, seats("turn"), size("deck"), laid_open(members(3, "deck"))),
        *(members(3, "market", but=1), members(3, "hands"), numbers(best_of, places=2, plus=10, low=10, high=19)),
        *(in_which(3, "market"), copies(SLOTS, "out"), drawn_up(write_corners, Part(COUNT, 1, 0, 9, "corner"), FAR)),
        flags(is_large, places=3),
        *(where(are_two, categories("phase"), numbers("out")), members(those_there, "out")),
        where(are_two, flags(is_even, places=3)),
    ),
    (
        *(is_seat("turn"), has_seat("out"), numbers("scores"), numbers(lead_of, low=-99, high=99)),
        *(numbers("pieces"), size("hands"), numbers("square", axis=1)),
        *(written(write_halves, Part(COUNT, 2, 0, (49, 1)), "scores"), laid_open(members(3, "hands"))),
    ),
)


def table(players=2, turn=0):
    tables = LAYOUT.blank()
    tables["players"], tables["turn"], tables["out"], tables["deck"] = players, turn, 0b10, 0b101
    tables["market"], tables["hands"], tables["scores"] = [[0b001, 0b110]], [[0b011, 0b100, 0b111]], [[5, 8, 0]]
    tables["pieces"], tables["square"] = [[[1, 2, 0], [4, 3, 0]]], [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]
    return tables[0]


def observed(seat, **given):
    given = table(**given)
    written = np.full(OBSERVED.observed(given), 99, np.float32)
    OBSERVED.observe(given, seat, written)
    return written.tolist()


def opened(seat, **given):
    """What lies open, all hands open."""
    given = table(**given)
    written = np.full(room_of(OBSERVED, given), 99, np.float32)
    OBSERVED.observe_open(given, seat, written)
    return written.tolist()


def room_of(observed, table):
    """How many numbers there are when everything lies open."""
    return observed.observed(table) + sum(block.size for block, _ in observed.open_blocks(table))


def of_seat_0(turn, lead, hand):
    return [turn, 0, 5, lead, 1, 4, 2, 1, 4, 7, 2, 1, *hand]


def of_seat_1(lead, hand):
    return [0, 1, 8, lead, 2, 3, 1, 2, 5, 8, 4, 0, *hand]


MARKET, BEST, GROUPS, OUT, CORNERS = [1, 0, 0, 1], [12, 14], [1, 2, 2], [0, 1], [1, 1, 0, 1, 1]
COVERED = [0, 0, 0]
OF_TWO = [0, 2, 0, 0, 0]


def test_a_seat_sees_the_table_its_own_hand_and_every_seat_from_its_own_on():
    hand = [0, 0, 1]
    seats = [*of_seat_1(0, hand), *of_seat_0(1, -3, COVERED)]
    assert observed(1) == [1, 1, 2, *COVERED, *MARKET, *hand, *BEST, *GROUPS, *OUT, *CORNERS, *OF_TWO, *seats]


def test_a_spectator_sees_no_hand():
    seats = [*of_seat_0(1, 0, COVERED), *of_seat_1(3, COVERED)]
    shared = [NOBODY, 0, 2, *COVERED, *MARKET, *COVERED, *BEST, *GROUPS, *OUT, *CORNERS, *OF_TWO]
    assert observed(NOBODY) == [*shared, *seats]


def test_once_the_match_is_over_all_see_what_is_laid_open_then():
    seats = [*of_seat_0(0, 0, [1, 1, 0]), *of_seat_1(3, [0, 0, 1])]
    shared = [NOBODY, NOBODY, 2, 1, 0, 1, *MARKET, *COVERED, *BEST, *GROUPS, *OUT, *CORNERS, *OF_TWO]
    assert observed(NOBODY, turn=NOBODY) == [*shared, *seats]


def test_where_all_hands_are_open_every_seat_is_told_as_it_sees_itself_and_then_what_it_alone_sees():
    hands = [0, 0, 1], [1, 1, 0]
    shared = [1, 1, 2, *COVERED, *MARKET, *hands[0], *BEST, *GROUPS, *OUT, *CORNERS, *OF_TWO]
    assert opened(1) == [*shared, *of_seat_1(0, hands[0]), *of_seat_0(1, 0, hands[1]), *hands[1]]
    assert len(opened(0, players=3)) == len(observed(0, players=3)) + 2 * len(COVERED)


def test_blocks_say_what_lies_open_behind_all_others():
    found = [(block.name, block.place, block.shape, block.seat) for block, _ in OBSERVED.open_blocks(table(players=3))]
    first = OBSERVED.observed(table(players=3))
    assert found == [("open[1].hands", first, (3,), 1), ("open[2].hands", first + 3, (3,), 2)]


def test_what_only_its_own_seat_sees_lies_behind_however_it_is_written():
    parts = Part(COUNT, 2, 0, 9, "halves"), Part(COUNT, 0, 0, 7, "whole")
    hands = Entry("hands", write=write_halves_and_whole, parts=parts)
    found = Observed(LAYOUT, [(hands,), members(those_there, "hands")], [is_seat("turn")])
    row = np.full(room_of(found, table()), 99, np.float32)
    found.observe_open(table(), 1, row)
    first = found.observed(table())
    assert row[first:].tolist() == [1, 1, 3, 1, 0]
    shapes = [(block.place - first, block.shape) for block, _ in found.open_blocks(table())]
    assert shapes == [(0, (2,)), (2, ()), (3, (2,))]


def test_what_is_not_there_takes_no_number():
    three, two = (len(observed(0, players=players)) for players in (3, 2))
    of_a_seat = len(of_seat_0(0, 0, COVERED))
    assert three - two == of_a_seat - len(OF_TWO) + 3, "a seat more; three numbers among which a set is written"
    assert OBSERVED.absent(table(players=3)) == {"phase"} and not OBSERVED.absent(table())


@pytest.mark.parametrize("players", (2, 3))
def test_sets_by_players_are_written_as_those_that_a_rule_gives(players):
    rows = []
    for room in (those_there, np.array([0, 0, 0b101, 0b111])):
        found = Observed(LAYOUT, [members(room, "out", "phase")], [is_seat("turn")])
        rows.append([99.0] * found.observed(table(players)))
        found.observe(table(players), 0, rows[-1])
        rows.append([(block.name, block.shape) for block in found.blocks(table(players))])
    assert rows[:2] == rows[2:]


def test_a_row_without_room_is_left_as_it_is():
    row = np.full(OBSERVED.observed(table()) - 1, 99, np.float32)
    OBSERVED.observe(table(), 0, row)
    assert (row == 99).all()
    row = np.full(room_of(OBSERVED, table()) - 1, 99, np.float32)
    OBSERVED.observe_open(table(), 0, row)
    assert (row == 99).all()


def test_every_number_has_a_name():
    names = OBSERVED.names(table())
    assert names[:4] == ["seat", "turn", "deck.size", "deck[0]"]
    assert names[-3:] == ["seats[1].hands[0]", "seats[1].hands[1]", "seats[1].hands[2]"]
    assert len(names) == OBSERVED.observed(table())


def test_blocks_say_kind_and_bounds():
    blocks = {block.name: block for block in OBSERVED.blocks(table())}
    assert blocks["seat"] == Block("seat", 0, (), CATEGORY, NOBODY, 1, "the seat that observes, as it is")
    assert blocks["deck.size"] == Block("deck.size", 2, (), COUNT, 0, 3, "a set")
    assert blocks["market"].kind == CATEGORY and (blocks["market"].low, blocks["market"].high) == (0, 2)
    assert (blocks["out"].kind, blocks["out"].shape) == (BITS, (2,))
    assert (blocks["best_of"].low, blocks["best_of"].high) == (10, 19)
    halves = [block for block in blocks.values() if block.name == "seats[1].scores"][-1]
    assert (halves.seat, halves.shape, halves.high) == (1, (2,), (49, 1))
    at = 0
    for block in OBSERVED.blocks(table()):
        assert block.place == at
        at += block.size


def unbounded(table):
    return 7


def test_a_rule_says_how_much_it_can_be():
    with pytest.raises(TypeError, match="how much can unbounded be"):
        Observed(LAYOUT, [numbers(unbounded)], []).blocks(table())


@EVERY_GAME
def test_every_number_of_a_game_has_a_name_of_its_own(facts):
    for players in facts.players:
        table = facts.new_table(players, {})[0]
        names = facts.module("rules").OBSERVED.names(table)
        assert len(names) == len(set(names)) == facts.module("rules").OBSERVED.observed(table)


# --- With all hands open ------------------------------------------------------------------------


def tables_of(facts):
    """Tables of random matches of all player counts, from their beginning to their end, and seats that observe them."""
    for players in facts.players:
        batch = ararat.game(facts.slug).batch(6, players=players, seed=players, autoreset=True)
        for number in range(amount(60, long=400)):
            if number % 10 == 0:
                yield batch.tables[number // 10 % 6].copy(), number // 10 % players
            batch.step(batch.draw(number))


def seen_by(observed, table, seat):
    found = np.full(observed.observed(table), 99, np.float32)
    observed.observe(table, seat, found)
    return found


def opened_to(observed, table, seat):
    found = np.full(room_of(observed, table), 99, np.float32)
    observed.observe_open(table, seat, found)
    return found


@EVERY_GAME
def test_where_all_hands_are_open_only_what_other_seats_hide_is_told_otherwise(facts):
    observed = facts.module("rules").OBSERVED
    fields = [(entry.name, observed.layout.fields.get(entry.source)) for entry in observed.of_seat]
    secret = {name for name, field in fields if field is None or field.seen != "all"}
    for table, seat in tables_of(facts):
        seen, found = seen_by(observed, table, seat), opened_to(observed, table, seat)
        assert facts.secrets or found.tolist() == seen.tolist()
        for block in observed.blocks(table):
            at = slice(block.place, block.place + block.size)
            assert (found[at] == seen[at]).all() or (block.seat and block.name.partition(".")[2] in secret), block.name


@EVERY_GAME
def test_blocks_say_what_lies_open_and_how_much_it_can_be(facts):
    observed = facts.module("rules").OBSERVED
    for table, seat in tables_of(facts):
        found, names, at = opened_to(observed, table, seat), set(), 0
        for block in [*observed.blocks(table), *(block for block, _ in observed.open_blocks(table))]:
            numbers = found[block.place :][: block.size].reshape(block.shape)
            assert block.place == at and block.name not in names
            assert (numbers >= block.low).all() and (numbers <= block.high).all(), block.name
            at += block.size
            names.add(block.name)
        assert at == len(found)


@pytest.mark.parametrize("slug", [slug for slug, facts in all_facts().items() if facts.secrets])
def test_worlds_that_look_alike_to_a_seat_lie_open_as_they_are(slug):
    facts = all_facts()[slug]
    engine, observed, told_apart = engine_of(facts), facts.module("rules").OBSERVED, 0
    for number, (table, seat) in enumerate(tables_of(facts)):
        other = engine.layout.new(1)
        other[0] = table
        engine.seed(other, number)
        engine.redeal(other, seat)
        worlds = table, other[0]
        seen = [[seen_by(observed, world, one).tolist() for one in range(table.players)] for world in worlds]
        found = [opened_to(observed, world, seat).tolist() for world in worlds]
        assert seen[0][seat] == seen[1][seat]
        assert seen[0] != seen[1] or found[0] == found[1], "what no seat can tell apart"
        assert (table.hands == other[0].hands).all() or found[0] != found[1]
        told_apart += found[0] != found[1]
    assert told_apart


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
