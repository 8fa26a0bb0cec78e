"""The turns of bots at tables: they think, wait as long as people like it, and move.

Where nobody is connected, nobody thinks: the table goes on as soon as somebody is there, to play or to watch.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time

from ..core.contract import Json
from ..match import Match
from ..players import past_for
from ..players.codes import RANDOM
from .happenings import Happenings
from .line import Turns
from .metrics import THINKING, WAITING
from .moving import made
from .preparing import Preparation
from .processes import BotProcesses
from .refusals import Declined
from .room import Room
from .table import Table
from .tasks import Tasks
from .teaching import next_move

log = logging.getLogger("ararat.server")
DISK_SECONDS = 2.0  # until a move is tried again that could not be written
GOES_ON = 0.5  # of the pause, for a bot that goes on


class BotTurns:
    """Lets bots play wherever it is their turn and somebody is there."""

    def __init__(self, bots: BotProcesses, preparation: Preparation, tasks: Tasks, happenings: Happenings) -> None:
        self.bots = bots
        self.preparation = preparation
        self.tasks = tasks
        self.happenings = happenings
        self.thinking = Turns(bots.processes)  # a table has one thought at a time: its address's tables take turns

    def wake(self, room: Room) -> None:
        """Let bots think, if it is their turn."""
        if room.visitors and room.table.bot_in_turn is not None and not room.bots_play:
            room.bot_turns = self.tasks.later(self._play(room))

    async def _play(self, room: Room) -> None:
        before = None
        decided = time.monotonic()  # when the person whom the bots answer did
        while room.visitors and not room.lost and (code := room.table.bot_in_turn) is not None:
            began = time.monotonic()
            match, number = room.table.match, room.table.number
            assert match is not None and match.turn is not None
            seat, view, moves = match.turn, match.view(match.turn), list(room.table.legal())
            move = moves[0] if len(moves) == 1 else next_move(room.table)
            if move not in moves:
                move = await self._chosen(room, code, view, moves)
                if move is None:
                    decided = time.monotonic()
                    continue

            def make(
                table: Table, number: int = number, seat: int = seat, code: str = code, move: Json = move
            ) -> tuple[Json, Match | None]:
                table.check_number(number)
                if table.bot_in_turn != code:
                    raise Declined("not-your-turn")
                return made(table.check_turn(seat), seat, move, table.entropy())

            pause = room.pause * (GOES_ON if seat == before else 1.0)
            goes_on = began + pause
            if room.grace and room.table.number == number and room.table.ends_take_back(move):
                goes_on = max(goes_on, decided + room.grace)
            await asyncio.sleep(max(0.0, goes_on - time.monotonic()))
            before = seat
            try:
                await self.happenings.happen(room, make)
            except Declined as problem:  # the person came back or took a decision back, or somebody else moved
                if problem.code == "not-kept":
                    await asyncio.sleep(DISK_SECONDS)
                decided = time.monotonic()
            await asyncio.sleep(0)

    async def _chosen(self, room: Room, code: str, view: Json, moves: list[Json]) -> Json | None:
        """What a bot would do; None if meanwhile the table moved on, or nobody is there any more."""
        number = room.table.number
        if code != RANDOM:
            await self.preparation.until_bots(room.table.facts.slug)
        wanted = time.perf_counter()
        async with self.thinking.turn(room.address):
            WAITING.observe(time.perf_counter() - wanted)
            if not room.visitors or room.table.number != number or room.table.bot_in_turn != code:
                return None
            try:
                past = past_for(code, room.table.match)
                with THINKING.time():
                    return await self.bots.choose(code, view, moves, room.table.bot_seed(), past)
            except Exception:
                log.exception("the bot %s could not decide; a move is drawn by lot", code)
                return random.choice(moves)
