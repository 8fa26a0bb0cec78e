"""The hall: all tables that this process has in memory, and everything that can happen at them.

Whatever happens is first an entry of the store's log, then a change of the table, then a message to
everybody who sits or stands around it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

from ..core.contract import Facts, Json
from ..errors import UnknownPlayer, shown
from ..face import find as find_game
from ..match import Match, replay
from ..players import codes, find, levels
from .analyses import Analyses
from .bots import Thinkers, usual_bot
from .limits import Limits
from .line import Line, Turns
from .messages import NewTable
from .preparing import Preparation
from .refusals import Refused
from .replays import Replays
from .room import Room
from .seats import BOT, OPEN, PERSON, Seat, clean_name, hash_of, new_id, new_token
from .store import Store, Taken
from .table import OVER, PLAYING, WAITING, Table, fresh_entropy, moved, start_entry

log = logging.getLogger("ararat.server")
TRIES = 4  # at an entry that other processes write at the same time
SWEEP_SECONDS = 60.0
GOES_ON = 0.5  # of the pause, for a bot that goes on

Make = Callable[[Table], tuple[Json, Match | None]]


class Hall:
    """All tables of this process."""

    def __init__(self, store: Store, limits: Limits, thinkers: Thinkers) -> None:
        self.store = store
        self.limits = limits
        self.thinkers = thinkers
        self.preparation = Preparation()
        self.coach = thinkers.apart()  # for hints
        self.asking = Line(limits.hints_waiting, limits.hints_an_address)
        self.analyses = Analyses(thinkers.apart(), self.preparation, limits)
        self.replays = Replays(limits)
        self.looking = Turns()
        self.rooms: dict[str, Room] = {}
        self.visitors = 0
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- Opening and closing --------------------------------------------------------------------

    def open(self) -> None:
        """Begin to prepare the rules, and to tidy up now and then."""
        self.later(self._prepare())
        self.later(self._sweep())

    async def _prepare(self) -> None:
        preparing = self.later(self.preparation.run())
        tables = self.later(self.preparation.until_tables())
        await asyncio.wait([preparing, tables], return_when=asyncio.FIRST_COMPLETED)
        self.thinkers.warm_up()
        await preparing
        tables.cancel()  # a game that could not be loaded is waited for in vain
        self.thinkers.warm_up()  # now with all that bots think with
        self.coach.warm_up()

    def later(self, work: Any) -> asyncio.Task[Any]:
        """Do something beside; what goes wrong is logged, not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.error("a task of the server failed", exc_info=problem)

    def awaited(self, work: Any) -> asyncio.Task[Any]:
        """Do something that others wait for: what goes wrong is told to them; if they are gone, nobody minds."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._happened)
        return task

    def _happened(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.analyses.close()
        self.coach.close()
        self.thinkers.close()
        self.store.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.forget_idle(self.limits.idle_seconds)

    def forget_idle(self, seconds: float) -> None:
        """Let tables leave the memory that nobody has been at for a while; the store has them."""
        now = time.monotonic()
        for table, room in list(self.rooms.items()):
            idle = not room.visitors and not room.lock.locked() and (room.thinking is None or room.thinking.done())
            if idle and now - room.used >= seconds:
                del self.rooms[table]

    # --- Finding tables -------------------------------------------------------------------------

    async def room(self, table: str, patient: bool = True) -> Room:
        """The room of a table, from memory or from the store; waits for its rules if they are being prepared."""
        found = self.rooms.get(table)
        if found is None:
            async with self._loading.setdefault(table, asyncio.Lock()):
                try:
                    found = self.rooms.get(table) or await self._load(table, patient)
                finally:
                    self._loading.pop(table, None)
        found.used = time.monotonic()
        return found

    async def _load(self, table: str, patient: bool) -> Room:
        kept = await self.store.load(table)
        if kept is None:
            raise Refused("unknown-table")
        setup, entries = kept
        if not self.preparation.is_ready(setup["game"]):
            self.preparation.hurry(setup["game"])
            if not patient:
                raise Refused("preparing")
            await self.preparation.ready[setup["game"]].wait()
        if len(self.rooms) >= self.limits.tables_in_memory:
            self.forget_idle(0)
            if len(self.rooms) >= self.limits.tables_in_memory:
                raise Refused("crowded")

        def rebuilt() -> Table:
            again = Table(table, setup)
            for entry in entries:
                again.apply(entry)
            return again

        room = Room(await asyncio.to_thread(rebuilt), self.limits)
        # Somebody else who waited for the rules may have been first: there is one room for a table.
        room = self.rooms.setdefault(table, room)
        if room.table.match is None and not room.table.open_seats:
            self.later(self._begin(room))  # a crash came between the last seat taken and the start
        self.wake(room)
        return room

    async def summary(self, table: str) -> Json:
        """What anybody may know of a table; while its rules are being prepared, as far as it goes without them."""
        try:
            room = await self.room(table, patient=False)
        except Refused as problem:
            kept = await self.store.load(table) if problem.code == "preparing" else None
            if kept is None:
                raise
            setup, entries = kept
            return Table(table, setup).summary(set()) | {"status": PLAYING if is_begun(entries) else WAITING}
        return room.table.summary(room.here)

    async def summaries(self, most: int) -> list[Json]:
        """The public tables, those that wait for people first."""
        told = []
        for table in await self.store.public_tables(most):
            with contextlib.suppress(Refused):
                room = await self.room(table, patient=False)
                told.append(room.table.summary(room.here))
        return told

    # --- Setting tables -------------------------------------------------------------------------

    async def set_table(self, wanted: NewTable) -> Json:
        """Set a new table; it begins at once if no seat waits for somebody."""
        record = wanted.record
        if wanted.replay is not None:
            record = await self.store.load_record(wanted.replay)
            if record is None:
                raise Refused("unknown-replay")
        if record is not None:
            facts, options = await self._checked_record(record, len(wanted.seats))
        else:
            facts = find_game(wanted.game).facts
            options = facts.checked_options(len(wanted.seats), wanted.options)
        seats: list[tuple[Seat, str | None, int]] = []
        for entry, place in enumerate(wanted.seats):
            token = None
            if place.kind == "bot":
                seat = Seat(BOT, bot=self.checked_bot(facts, place.bot))
            elif place.kind == "friend":
                seat = Seat(OPEN)
            else:
                token = new_token()
                seat = Seat(PERSON, name=clean_name(place.name, self.limits.name_letters), holder=hash_of(token))
            seats.append((seat, token, entry))
        if wanted.shuffle:
            secrets.SystemRandom().shuffle(seats)
        setup: Json = {
            "game": facts.slug,
            "options": options,
            "public": wanted.public,
            "hints": alone(wanted) if wanted.hints is None else wanted.hints,
            "seats": [seat.kept() for seat, *_ in seats],
        }
        if record is not None:
            setup["record"] = record
        table = await self._created(setup)
        held = [{"seat": n, "token": token, "entry": entry} for n, (_, token, entry) in enumerate(seats) if token]
        return {"table": table, "seats": held}

    async def _checked_record(self, record: Json, seats: int) -> tuple[Facts, Json]:
        match = await self.checked_record(record)
        if match.over:
            raise Refused("record-over")
        if match.players != seats:
            raise Refused("record-seats", count=match.players)
        return find_game(match.slug).facts, match.options

    async def checked_record(self, record: Any) -> Match:
        """The match of a record that somebody brought, every move checked."""
        moves = record.get("moves") if isinstance(record, dict) else None
        if isinstance(moves, list) and len(moves) > self.limits.record_moves:
            raise Refused("record-long", most=self.limits.record_moves)
        slug = record.get("game") if isinstance(record, dict) else None
        if isinstance(slug, str) and slug in self.preparation.ready and not self.preparation.is_ready(slug):
            self.preparation.hurry(slug)
            raise Refused("preparing")
        return await asyncio.to_thread(replay, record)

    async def _created(self, setup: Json) -> str:
        table = new_id()
        seats = [Seat(**seat) for seat in setup["seats"]]
        waits = any(seat.kind == OPEN for seat in seats)
        first = None if waits else start_entry(seats)
        await self.store.create(table, setup, setup["public"], WAITING if waits else PLAYING, first)
        self.preparation.hurry(setup["game"])
        return table

    def checked_bot(self, facts: Facts, code: str | None) -> str:
        """The code of a bot that plays this game; the usual one for None."""
        if code is None:
            return usual_bot()
        if code not in codes() or not find(code).plays(facts.slug):
            raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
        return code

    # --- What happens at a table ----------------------------------------------------------------

    async def happen(self, room: Room, make: Make) -> None:
        """Let something happen: on disk, at the table, to everybody around. `make` may refuse.

        Once begun it goes on to its end, even if whoever asked for it is gone meanwhile.
        """
        await asyncio.shield(self.awaited(self._happen(room, make)))

    async def _happen(self, room: Room, make: Make) -> None:
        async with room.lock:
            table = room.table
            for _ in range(TRIES):
                entry, after = make(table)
                entry["at"] = time.time()
                try:
                    await self.store.append(table.id, table.entries, entry, self._status(table, entry, after))
                    break
                except Taken:
                    await self._catch_up(room)
            else:
                raise Refused("stale")
            table.apply(entry, after)
            room.used = time.monotonic()
            self.tell(room)
        self.wake(room)

    def _status(self, table: Table, entry: Json, after: Match | None) -> str:
        if after is not None:
            return OVER if after.over else PLAYING
        return PLAYING if entry["kind"] == "start" else table.status

    async def _catch_up(self, room: Room) -> None:
        """Another process wrote to this table: take up what it wrote."""
        kept = await self.store.load(room.table.id, room.table.entries)
        for entry in kept[1] if kept else []:
            room.table.apply(entry)
        self.tell(room)

    def tell(self, room: Room) -> None:
        """Send the table to everybody around it, to each what they may know."""
        for visitor in list(room.visitors):
            visitor.send_table()

    async def move(self, room: Room, seat: int | None, number: int, move: Json) -> None:
        """A person's move."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Refused("no-seat")
            table.check_number(number)
            match = table.check_turn(seat)
            if table.seats[seat].played_by:
                raise Refused("bot-plays")
            return self._made(match, seat, move)

        await self.happen(room, make)

    def _made(self, match: Match, seat: int, move: Json) -> tuple[Json, Match]:
        entropy = fresh_entropy()
        after = match.copy()
        after.play(move, entropy)
        return moved(seat, move, entropy), after

    async def undo(self, room: Room, seat: int | None, number: int) -> None:
        """Take a person's last move back."""

        def make(table: Table) -> tuple[Json, Match | None]:
            table.check_number(number)
            if not table.can_undo(seat):
                raise Refused("no-undo")
            return {"kind": "undo", "seat": seat}, None

        await self.happen(room, make)

    async def take_seat(self, room: Room, name: str, wanted: int | None) -> Json:
        """Give an open seat to somebody; with the last one the match begins."""
        token = new_token()
        taken = -1

        def make(table: Table) -> tuple[Json, Match | None]:
            nonlocal taken
            free = table.open_seats
            if not free or table.match is not None:
                raise Refused("full")
            if wanted is not None and wanted not in free:
                raise Refused("seat-taken")
            taken = free[0] if wanted is None else wanted
            seat = Seat(PERSON, name=clean_name(name, self.limits.name_letters), holder=hash_of(token))
            return {"kind": "seat", "seat": taken, "as": seat.kept()}, None

        await self.happen(room, make)
        if not room.table.open_seats:
            await self._begin(room)
        return {"seat": taken, "token": token}

    async def start(self, room: Room, seat: int | None, bot: str | None) -> None:
        """Begin a match that waits, with a bot in every seat that is still open."""
        if seat is None:
            raise Refused("no-seat")

        def make(table: Table) -> tuple[Json, Match | None]:
            if table.match is not None:
                raise Refused("begun")
            code = self.checked_bot(table.facts, bot)
            return start_entry([Seat(BOT, bot=code) if s.kind == OPEN else s for s in table.seats]), None

        await self.happen(room, make)

    async def _begin(self, room: Room) -> None:
        """Everybody is there: begin, unless somebody else was quicker."""
        with contextlib.suppress(Refused):
            await self.start(room, 0, None)

    async def stand_in(self, room: Room, seat: int | None, wanted: int, bot: str | None) -> None:
        """Let a bot sit in for oneself or for somebody who is away, or hand the seat back."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Refused("no-seat")
            if wanted >= table.players or table.seats[wanted].kind != PERSON:
                raise Refused("no-person")
            if wanted != seat and wanted in room.here:
                raise Refused("person-here")
            code = None if bot is None else self.checked_bot(table.facts, bot)
            return {"kind": "seat", "seat": wanted, "as": table.seats[wanted].changed(stand_in=code).kept()}, None

        await self.happen(room, make)

    async def rename(self, room: Room, seat: int | None, name: str) -> None:
        """Change a person's name."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Refused("no-seat")
            named = table.seats[seat].changed(name=clean_name(name, self.limits.name_letters))
            return {"kind": "seat", "seat": seat, "as": named.kept()}, None

        await self.happen(room, make)

    async def rematch(self, room: Room, seat: int) -> Json:
        """A new table of the same people, every seat one further on; asked twice, it is the same."""
        if room.table.status != OVER:
            raise Refused("not-over")
        async with room.rematching:
            if room.table.rematch is None:
                following = await self._created(room.table.rotated())

                def make(table: Table) -> tuple[Json, Match | None]:
                    return {"kind": "rematch", "table": table.rematch or following}, None

                await self.happen(room, make)
                for visitor in list(room.visitors):
                    visitor.send({"type": "rematch", **self.rematch_for(room.table, visitor.seat)})
        return self.rematch_for(room.table, seat)

    @staticmethod
    def rematch_for(table: Table, seat: int | None) -> Json:
        """Where somebody sits in the rematch."""
        return {"table": table.rematch, "seat": None if seat is None else (seat + 1) % table.players}

    # --- Bots -----------------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """Let bots think, if it is their turn."""
        if room.table.bot_in_turn is not None and (room.thinking is None or room.thinking.done()):
            room.thinking = self.later(self._bots_play(room))

    async def _bots_play(self, room: Room) -> None:
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
                    raise Refused("not-your-turn")
                return self._made(table.check_turn(seat), seat, move)

            pause = room.pause * (GOES_ON if seat == before else 1.0)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
            before = seat
            with contextlib.suppress(Refused):  # the person came back, or somebody else moved
                await self.happen(room, make)
            await asyncio.sleep(0)

    async def _chosen(self, room: Room, code: str, view: Json, moves: list[Json]) -> Json:
        if code in levels():
            await self.preparation.until_bots(room.table.facts.slug)
        try:
            move = await self.thinkers.choose(code, view, moves, secrets.randbits(32))
        except Exception:
            log.exception("the bot %s could not decide; a move is drawn by lot", code)
            return random.choice(moves)
        return move


def is_begun(entries: list[Json]) -> bool:
    """Whether the match of a log has begun."""
    return any(entry["kind"] == "start" for entry in entries)


def alone(wanted: NewTable) -> bool:
    """Whether only one person is to sit at a table."""
    return sum(seat.kind != "bot" for seat in wanted.seats) == 1
