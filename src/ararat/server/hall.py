"""The hall: everything that one process of the server consists of, put together, opened and closed."""

from __future__ import annotations

import asyncio
import gc

from .analyses import Analyses
from .bot_turns import BotTurns
from .carrying import Carrying
from .claims import Claims
from .crowd import Crowd
from .deals import Commitments
from .expiry import Expiry
from .happenings import Happenings
from .limits import Buckets, Limits
from .line import Line, Turns
from .lobby import Lobby
from .moving import Moving
from .new_tables import NewTables
from .preparing import Preparation
from .processes import BotProcesses
from .rematches import Rematches
from .replays import Replays
from .room import Room
from .rooms import Rooms
from .seating import Seating
from .store import Store
from .tasks import Tasks

GOODBYE_SECONDS = 1.0


class Hall:
    """All tables of this process, and whoever sees to them."""

    def __init__(self, store: Store, limits: Limits, bots: BotProcesses) -> None:
        self.store = store
        self.limits = limits
        self.bots = bots
        self.tasks = Tasks()
        self.preparation = Preparation()
        self.replays = Replays(self.preparation, limits)
        self.rooms = Rooms(store, self.preparation, limits, self._woken)
        self.looking = Turns()
        self.lobby = Lobby(self.rooms, self.looking)
        self.claims = Claims(limits.tables_an_address, limits.live_seconds)
        self.commitments = Commitments(limits)
        self.new_tables = NewTables(store, self.preparation, self.replays, self.commitments, self.claims, limits)
        self.happenings = Happenings(self.rooms, self.tasks, limits)
        self.moving = Moving(self.happenings)
        self.seating = Seating(self.happenings, limits)
        self.carrying = Carrying(store, self.rooms, self.happenings, limits)
        self.rematches = Rematches(self.happenings, self.new_tables)
        self.bot_turns = BotTurns(bots, self.preparation, self.tasks, self.happenings)
        self.happenings.followed_by += [self.bot_turns.wake, self.claims.follow, self.lobby.forget]
        self.coach = bots.apart()  # for hints
        self.asking = Line(limits.hints_waiting, limits.hints_an_address)
        self.analyses = Analyses(bots.apart(), self.preparation, limits)
        self.reading = Line(limits.records_waiting, limits.records_an_address)  # long bodies
        self.crowd = Crowd(limits.visitors, limits.visitors_an_address)
        self.messages = Buckets(limits.weights_a_second, limits.weights_at_once)
        self.changes = Buckets(limits.changes_a_minute / 60, limits.changes_at_once)
        self.expiry = Expiry(store, self.rooms, limits)
        self.leaving = False

    def open(self) -> None:
        """Begin to prepare the rules, and to tidy up now and then."""
        self.tasks.later(self._prepare())
        self.tasks.later(self.rooms.sweep())
        self.tasks.later(self.expiry.run())

    async def _prepare(self) -> None:
        gc.freeze()  # looking through all that is loaded, for garbage, would stop everybody for a while
        preparing = self.tasks.later(self.preparation.run())
        tables = self.tasks.later(self.preparation.until_tables())
        await asyncio.wait([preparing, tables], return_when=asyncio.FIRST_COMPLETED)
        self.bots.warm_up()
        await preparing
        gc.freeze()
        tables.cancel()  # a game that could not be loaded is waited for in vain
        self.bots.warm_up()  # now with all that bots think with
        self.coach.warm_up()

    def _woken(self, room: Room) -> None:
        """A table came from the store: go on where it was left."""
        if room.table.match is None and not room.table.open_seats:
            self.tasks.later(self.seating.begin(room))  # a crash came between the last seat taken and the start

    async def goodbye(self) -> None:
        """Tell everybody that the server stops, so that they come back soon; nobody is waited for who does not read."""
        self.leaving = True
        there = [visitor for room in self.rooms.awake.values() for visitor in room.visitors]
        for visitor in there:
            visitor.send({"type": "goodbye"})
        if there:
            sent = [asyncio.ensure_future(visitor.sent()) for visitor in there]
            _, late = await asyncio.wait(sent, timeout=GOODBYE_SECONDS)
            for task in late:
                task.cancel()

    async def close(self) -> None:
        """End all work, then close what it rests on."""
        await self.tasks.close()
        await self.analyses.close()
        self.coach.close()
        self.bots.close()
        self.store.close()
