"""One WebSocket: somebody who sits at a table or watches it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..core.contract import Json
from ..core.words import words
from ..errors import AraratError
from . import dialogue, hints, messages
from .hall import Hall
from .limits import Bucket, address_of
from .refusals import Declined, told
from .rematches import rematch_for
from .room import Room
from .store import Lost
from .telling import names_of, table_message, test_move, view_told
from .writing import written

log = logging.getLogger("ararat.server")
SLOWEST = 20.0  # seconds that a message may take to leave
COMES_BACK, TRY_AGAIN, POLICY = 1012, 1013, 1008  # codes with which a WebSocket is closed
COMING = itertools.count()
LAST_WORD = 0.05  # seconds for the last sentence to leave
# What a message costs the server beside others.
WEIGHTS = {"hello": 8, "name": 8, "stand-in": 8, "remove": 8, "start": 8, "moves": 4, "choose": 2, "test": 2, "move": 2}


class Pipe(Protocol):
    """Where a WebSocket leads, if that is known."""

    def takes(self, text: str) -> bool:
        """Send a text at once, if all before it has left."""

    def settles(self) -> None:
        """It is open: let go of what was said for that."""


class Visitor:
    """Somebody at a table, through one WebSocket."""

    def __init__(self, hall: Hall, socket: WebSocket, table: str, language: str) -> None:
        self.hall = hall
        self.socket = socket
        self.table = table
        self.address = address_of(socket)
        self.room: Room | None = None
        self.seat: int | None = None
        self.beside: set[int] = set()  # further seats of the same device
        self._held: dict[int, str | None] = {}  # by which hash it came to each of its seats
        self.pace: str | None = None
        self._chooses_until = 0.0
        self.language: str | None = None
        self.fallback = language  # for sentences before a language is said, and for programs
        self.number: int | None = None  # of the table, as it was last sent
        self._outgoing: list[str | None] = []  # None: the table as it is when its turn comes
        self._writing: asyncio.Task[None] | None = None  # where something has to wait until it can leave
        self._pipe: Pipe | None = socket.scope.get("pipe")
        self._bucket = Bucket(hall.limits.messages_a_second, hall.limits.messages_at_once)
        self.came = next(COMING)
        self._listening: asyncio.Task[None] | None = None
        self._dismissed = self._returns = False
        self._refusals = 0
        self._hints = 0  # that it waits for

    # --- Sending --------------------------------------------------------------------------------

    def send(self, message: Json) -> None:
        """Send a message, as soon as those before it have left."""
        self._send_text(written(message))

    def _send_text(self, text: str) -> None:
        if self._pipe is not None and not self._waits and self._pipe.takes(text):
            return
        self._outgoing.append(text)
        self._write_soon()

    @property
    def _waits(self) -> bool:
        """Whether something has not left yet."""
        return bool(self._outgoing) or self._writing is not None

    def _write_soon(self) -> None:
        if self._writing is None and self._listening is not None:  # once it is let in
            self._writing = asyncio.get_running_loop().create_task(self._write())

    def dismiss(self) -> None:
        """Say that it is crowded, and go."""
        self._dismissed = True
        self.send({"type": "refused", **told(Declined("crowded"), self.language or self.fallback)})
        if self._listening is not None:
            self._go()

    def goodbye(self) -> None:
        """Say that they are to come back at once, and go."""
        self._returns = True
        self.send({"type": "goodbye"})
        if self._listening is not None:
            self._go()

    def _go(self) -> None:
        assert self._listening is not None
        asyncio.get_running_loop().call_later(LAST_WORD, self._listening.cancel)

    async def sent(self) -> None:
        """Wait until everything has left."""
        if self._writing is not None:
            await asyncio.wait([self._writing])

    def send_table(self) -> None:
        """Send the table as it is now; to a slow reader, only the newest of many."""
        self._leave_seats_that_moved()
        if len(self._outgoing) >= self.hall.limits.messages_waiting:
            if None not in self._outgoing:
                texts = [text for text in self._outgoing if text and not text.startswith('{"type":"table"')]
                self._outgoing = [*texts, None]
                self.number = None
            return
        text = self._table_now()
        if text is not None:
            self._send_text(text)

    def _leave_seats_that_moved(self) -> None:
        """Whose seat is at another device now gets nothing more that only the seat may know."""
        if self.room is None:
            return
        seats = self.room.table.seats
        for number in [n for n, holder in self._held.items() if seats[n].holder != holder]:
            holder = self._held.pop(number)
            self.beside.discard(number)
            self.seat = None if self.seat == number else self.seat
            self.number = None
            self.room.look_around()
            self.send({"type": "removed" if holder in self.room.table.removed else "moved", "seat": number})

    def _table_now(self) -> str | None:
        room = self.room
        if room is None:
            return None
        table, seat = room.table, self.seat
        from_the_start = self.number is None or table.match is None or table.match.over
        since = 0 if from_the_start or self.number is None else table.unchanged_since(self.number)
        self.number = table.number
        here, choosing, grace, awaited = room.around
        if choosing and seat is None:
            choosing = room.choosing(self)

        def make() -> Json:
            message = table_message(table, seat, self.language, here, since, choosing, grace)
            message["awaited"] = awaited
            return message if table.rematch is None else message | {"rematch": rematch_for(table, seat)}

        return room.text_of((table.entries, seat, self.language, here, since, choosing, grace), make)

    async def _write(self) -> None:
        """Send what waits; whoever can't be reached, or takes too long, is gone."""
        try:
            while self._outgoing:
                text = self._outgoing.pop(0)
                if text is None and (text := self._table_now()) is None:
                    continue
                async with asyncio.timeout(SLOWEST):
                    await self.socket.send_text(text)
        except Exception:
            assert self._listening is not None
            self._listening.cancel()
        finally:
            self._writing = None

    # --- Listening ------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Serve the WebSocket until it is gone."""
        code = 1000
        try:
            await self.socket.accept()
            if self._pipe is not None:
                self._pipe.settles()
            self._listening = asyncio.current_task()
            if self._outgoing:
                self._write_soon()
            if self._dismissed or self._returns:  # while it was let in
                self._go()
            await self._listen()
        except Declined:
            code = POLICY
        except (Exception, asyncio.CancelledError):
            pass  # it is gone, or has to go
        self._leave()
        self._outgoing.clear()
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None  # one that never began would keep all of this alive
        with contextlib.suppress(Exception, asyncio.CancelledError):
            if self.socket.application_state is not WebSocketState.DISCONNECTED:
                await self.socket.close(TRY_AGAIN if self._dismissed else COMES_BACK if self._returns else code)

    async def _listen(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            async with asyncio.timeout(self.hall.limits.hello_seconds) as patience:
                while True:
                    received = await self.socket.receive()
                    if received["type"] == "websocket.disconnect":
                        return
                    await self._serve(received, patience)
                    await self.sent()  # who does not read is not listened to either

    async def _serve(self, received: Any, patience: asyncio.Timeout) -> None:
        """One message: an answer, or a sentence that says why not."""
        answer_to = None
        try:
            # Whoever sends too fast is read more slowly: a quick bot waits, a flood waits in its own pipe.
            await asyncio.sleep(max(self._bucket.delay(), self.hall.messages.delay(self.address, 1)))
            text = received.get("text")
            if text is None:
                raise Declined("no-json")
            sent = text.encode("utf-8", "surrogatepass")
            if len(sent) > self.hall.limits.message_bytes:
                raise Declined("too-large", most=self.hall.limits.message_bytes)
            value = messages.parsed(sent)
            weight = WEIGHTS.get(str(value.get("type")), 0)
            if weight and (delay := self.hall.messages.delay(self.address, weight - 1)):
                await asyncio.sleep(delay)
            answer_to = messages.id_of(value)
            message = messages.read(value)
            if self.room is None and message.type != "hello":
                raise Declined("no-hello")
            patience.reschedule(None)
            answer = await self._answer(message, answer_to)
            self._refusals = 0
            if answer is None:  # it comes later
                return
        except Lost:
            if not self._returns:
                self.goodbye()
            return  # they ask again, whoever has the table now
        except AraratError as problem:
            answer = self._refused(problem)
        except Exception:
            log.exception("a message could not be served")
            answer = self._refused(Declined("bug"))
        if self.room is None:
            patience.reschedule(asyncio.get_running_loop().time() + self.hall.limits.hello_seconds)
        if answer_to is not None:
            answer["id"] = answer_to
        self.send(answer)
        if self._refusals > self.hall.limits.refusals_in_a_row:
            await asyncio.sleep(LAST_WORD)
            raise Declined("too-many")

    def _refused(self, problem: AraratError) -> Json:
        self._refusals += 1
        return {"type": "refused", **told(problem, self.language or self.fallback)}

    async def _answer(self, message: Any, answer_to: int | None) -> Json | None:
        if message.type == "hello":
            return await self._hello(message)
        room = self.room
        assert room is not None
        language = self.language or self.fallback
        match message.type:
            case "move":
                await self.hall.moving.move(room, self.seat, message.number, message.move)
            case "undo":
                await self.hall.moving.undo(room, self.seat, message.number)
            case "test":
                return test_move(room.table, self.seat, message.move, language)
            case "choose":
                match = room.table.check_turn(self.seat)
                names = names_of(room.table, words(language, room.table.facts.package))
                view = view_told(room.table, match, self.seat)
                return dialogue.asked(room.table.facts, match, view, names, language, message.path)
            case "moves":
                room.table.check_turn(self.seat)
                legal = room.table.legal()
                some = random.sample(legal, message.most) if message.most and message.most < len(legal) else list(legal)
                return {"type": "moves", "number": room.table.number, "moves": some}
            case "hint":
                return self._hint(room, answer_to)
            case "choosing":
                self._choose_name(room)
            case "start":
                await self.hall.seating.start(room, self.seat, message.bot)
            case "stand-in":
                self._changes()
                await self.hall.seating.stand_in(room, self.seat, message.seat, message.bot)
            case "remove":
                self._changes()
                await self.hall.seating.remove(room, self.seat, message.seat, message.bot)
            case "name":
                self._changes()
                await self.hall.seating.rename(room, self.seat, message.name)
            case "contribute":
                await self.hall.rematches.contribute(room, self.seat, message.commitment, message.contribution)
            case "ping":
                return {"type": "pong"}
        return {"type": "done", "number": room.table.number}

    def _changes(self) -> None:
        """Everybody at the table is told of a change: not too often."""
        if not self.hall.changes.takes(self.address):
            raise Declined("too-many")

    @property
    def chooses(self) -> bool:
        """Whether they are choosing a name to sit down with, and have not been for long."""
        return self.seat is None and asyncio.get_running_loop().time() < self._chooses_until

    def _choose_name(self, room: Room) -> None:
        """Let the table wait, once, for a while."""
        loop, seconds = asyncio.get_running_loop(), self.hall.limits.choosing_seconds
        if self.seat is None and room.table.open_seats and not self._chooses_until and room.choosers.takes():
            self._chooses_until = loop.time() + seconds
            room.tell()
            loop.call_later(seconds + 0.1, room.tell)

    def _hint(self, room: Room, answer_to: int | None) -> Json | None:
        """A hint that is known; one that is not comes later, and meanwhile everything else is served."""
        language = self.language or self.fallback
        moment, search = hints.ask(self.hall, room, self.seat, self.address)
        if search.done():
            return hints.message(room.table, moment, search.result(), language)
        if self._hints >= self.hall.limits.hints_awaited:
            raise Declined("too-many")

        async def tell() -> None:
            try:
                answer = hints.message(room.table, moment, await asyncio.shield(search), language)
            except AraratError as problem:
                answer = self._refused(problem)
            except Exception:
                log.exception("the coach could not be asked")
                answer = self._refused(Declined("bug"))
            finally:
                self._hints -= 1
            if self.room is room and self.seat == moment[1]:
                self.send(answer if answer_to is None else answer | {"id": answer_to})

        self._hints += 1
        self.hall.tasks.later(tell())
        return None

    async def _hello(self, message: Any) -> Json:
        """Sit down, or change seat or language."""
        room = await self.hall.rooms.find(self.table)
        seat = None if message.token is None else room.table.seat_of(message.token)
        beside = {n for token in message.also for n, one in enumerate(room.table.seats) if one.held_by(token)}
        self._get_in(room, beside if seat is None else beside | {seat})
        around = room.here
        self.room, self.seat, self.language, self.pace = room, seat, message.language, message.pace
        self.beside = beside
        self._held = {number: room.table.seats[number].holder for number in self.seats}
        room.visitors.add(self)
        room.notice(around)
        self.hall.bot_turns.wake(room)  # where nobody was, they wait
        if seat is not None and room.table.seats[seat].stand_in and seat not in around:
            await self.hall.seating.stand_in(room, seat, seat, None)
        self.number = message.number
        self.send_table()
        if room.here != around:
            self._tell_others()
        return {"type": "done", "number": room.table.number}

    def _get_in(self, room: Room, mine: set[int]) -> None:
        """Whoever has a seat always gets in; few watch."""
        others = [one for one in room.visitors if one is not self and isinstance(one, Visitor)]
        if mine:
            self.hall.crowd.sits(self)
            there = [one for one in others if one.seats & mine]
            if len(there) >= self.hall.limits.devices_a_seat:
                min(there, key=lambda one: one.came).dismiss()
            return
        if sum(not one.seats for one in others) >= self.hall.limits.watchers_a_table:
            raise Declined("crowded")
        self.hall.crowd.watches(self)

    @property
    def seats(self) -> set[int]:
        """The seats of this device."""
        return self.beside if self.seat is None else self.beside | {self.seat}

    def _leave(self) -> None:
        room = self.room
        if room is not None:
            around = room.here, room.choosing()
            room.visitors.discard(self)
            self.room = None
            room.notice(around[0])
            if (room.here, room.choosing()) != around:
                room.tell()

    def _tell_others(self) -> None:
        assert self.room is not None
        for other in list(self.room.visitors):
            if other is not self:
                other.send_table()
