"""Before a bot does what a person could not take back from, it waits, and the person is told for how long."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from ararat.errors import NothingToUndo
from ararat.server import bot_turns
from ararat.server.bot_turns import BotTurns
from ararat.server.room import GRACES, PAUSES, Room
from ararat.server.telling import table_message

from .at_table import Here, Watcher
from .test_take_back import ME, Noted


class Clock:
    """Time that passes only where somebody sleeps, so that no test waits for it."""

    def __init__(self):
        self.now = 100.0
        self.slept = []

    def monotonic(self):
        return self.now

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


class Happens:
    """Whatever happens is done at once."""

    def __init__(self, noted):
        self.noted = noted

    async def happen(self, room, make):
        self.noted.write(*make(room.table))


def answered(monkeypatch, noted, pace, move):
    """The seconds that bots slept when they answered, the first of them by a move."""
    clock, room = Clock(), Room(noted.table)
    room.visitors.add(Watcher(seat=ME, pace=pace))
    monkeypatch.setattr(bot_turns, "time", clock)
    monkeypatch.setattr(bot_turns, "asyncio", clock)
    turns = BotTurns(Here(), None, None, Happens(noted))

    async def chosen(room, code, view, moves):
        return move

    monkeypatch.setattr(turns, "_chosen", chosen)
    seat = noted.table.match.turn
    monkeypatch.setattr(
        type(noted.table), "bot_in_turn", property(lambda table: "random" if table.match.turn == seat else None)
    )
    asyncio.run(turns._play(room))
    return clock.slept


def a_moment(ends):
    """A table at which a bot answers a person who can take the decision back, and a move that ends that, or not."""
    for seed in range(200):
        noted, random = Noted("opti-mix" if ends else "ark-and-noah", 3, seed), Random(seed)
        for _ in range(40):
            table = noted.table
            if (
                table.forgiven is not None
                and table.match.turn != ME
                and table.match.last_decision(ME) == table.made - 1
            ):
                move, after = random.choice(table.match.moves()), table.match.copy()
                after.play(move)
                if table.ends_take_back(move) == ends and after.turn != table.match.turn:
                    return noted, move
            if table.match.over:
                break
            noted.move(random.choice(table.match.moves()))
    raise AssertionError("there is no such moment")


@pytest.mark.parametrize("pace", PAUSES)
def test_a_bot_waits_before_it_shows_what_could_not_be_forgotten(monkeypatch, pace):
    noted, move = a_moment(ends=True)
    assert table_message(noted.table, ME, None, set(), grace=GRACES[pace])["undo_for"] == GRACES[pace]
    slept = answered(monkeypatch, noted, pace, move)
    assert slept[0] == pytest.approx(max(GRACES[pace], PAUSES[pace]))
    with pytest.raises(NothingToUndo):
        noted.table.check_undo(ME)
    assert table_message(noted.table, ME, None, set(), grace=GRACES[pace])["undo_for"] == 0


def test_a_bot_that_shows_nothing_waits_no_longer_than_ever(monkeypatch):
    noted, move = a_moment(ends=False)
    assert answered(monkeypatch, noted, "calm", move)[0] == pytest.approx(PAUSES["calm"])
    assert noted.table.can_undo(ME)


def test_nobody_is_waited_for_where_nobody_looks_or_people_play():
    noted, _ = a_moment(ends=True)
    assert Room(noted.table).grace == 0
    assert table_message(noted.table, 1, None, set(), grace=2.5)["undo_for"] == 0
    assert table_message(noted.table, None, None, set(), grace=2.5)["undo_for"] == 0
