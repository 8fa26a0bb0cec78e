"""The turns of bots at tables: they think, wait as long as people like it, and move."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import time

from ..core.contract import Json
from ..match import Match
from ..players.codes import RANDOM
from .happenings import Happenings
from .moving import made
from .preparing import Preparation
from .processes import BotProcesses
from .refusals import Declined
from .room import Room
from .table import Table
from .tasks import Tasks

log = logging.getLogger("ararat.server")
GOES_ON = 0.5  # of the pause, for a bot that goes on


class BotTurns:
    """Lets bots play wherever it is their turn."""

    def __init__(self, bots: BotProcesses, preparation: Preparation, tasks: Tasks, happenings: Happenings) -> None:
        self.bots = bots
        self.preparation = preparation
        self.tasks = tasks
        self.happenings = happenings

    def wake(self, room: Room) -> None:
        """Let bots think, if it is their turn."""
        if room.table.bot_in_turn is not None and not room.bots_play:
            room.bot_turns = self.tasks.later(self._play(room))

    async def _play(self, room: Room) -> None:
        before = None
        while (code := room.table.bot_in_turn) is not None:
            began = time.monotonic()
            match, number = room.table.match, room.table.number
            assert match is not None and match.turn is not None
            seat, view, moves = match.turn, match.view(match.turn), room.table.legal()
            move = moves[0] if len(moves) == 1 else await self._chosen(room, code, view, moves)

            def make(
                table: Table, number: int = number, seat: int = seat, code: str = code, move: Json = move
            ) -> tuple[Json, Match | None]:
                table.check_number(number)
                if table.bot_in_turn != code:
                    raise Declined("not-your-turn")
                return made(table.check_turn(seat), seat, move)

            pause = room.pause * (GOES_ON if seat == before else 1.0)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
            before = seat
            with contextlib.suppress(Declined):  # the person came back, or somebody else moved
                await self.happenings.happen(room, make)
            await asyncio.sleep(0)

    async def _chosen(self, room: Room, code: str, view: Json, moves: list[Json]) -> Json:
        if code != RANDOM:
            await self.preparation.until_bots(room.table.facts.slug)
        try:
            move = await self.bots.choose(code, view, moves, secrets.randbits(32))
        except Exception:
            log.exception("the bot %s could not decide; a move is drawn by lot", code)
            return random.choice(moves)
        return move
