"""One WebSocket: somebody who sits at a table or watches it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
from collections import deque
from typing import Any

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
from .telling import names_of, table_message, test_move

log = logging.getLogger("ararat.server")
SLOWEST = 20.0  # seconds that a message may take to leave
TRY_AGAIN, POLICY = 1013, 1008  # codes with which a WebSocket is closed


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
        self._outgoing: deque[str | None] = deque()  # None: the table as it is when its turn comes
        self._ready = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._bucket = Bucket(hall.limits.messages_a_second, hall.limits.messages_at_once)
        self._refusals = 0
        self._hints = 0  # that it waits for

    # --- Sending --------------------------------------------------------------------------------

    def send(self, message: Json) -> None:
        """Send a message, as soon as those before it have left."""
        self._outgoing.append(json.dumps(message, separators=(",", ":")))
        self._all_sent.clear()
        self._ready.set()

    def send_table(self) -> None:
        """Send the table as it is now; to a slow reader, only the newest of many."""
        self._leave_seats_that_moved()
        if len(self._outgoing) >= self.hall.limits.messages_waiting:
            if None not in self._outgoing:
                self._outgoing = deque(
                    text for text in self._outgoing if text and not text.startswith('{"type":"table"')
                )
                self._outgoing.append(None)
                self.number = None
            return
        message = self._table_now()
        if message is not None:
            self.send(message)

    def _leave_seats_that_moved(self) -> None:
        """Whose seat is at another device now gets nothing more that only the seat may know."""
        if self.room is None:
            return
        seats = self.room.table.seats
        for number in [n for n, holder in self._held.items() if seats[n].holder != holder]:
            del self._held[number]
            self.beside.discard(number)
            self.seat = None if self.seat == number else self.seat
            self.number = None
            self.send({"type": "moved", "seat": number})

    def _table_now(self) -> Json | None:
        room = self.room
        if room is None:
            return None
        table = room.table
        from_the_start = self.number is None or table.match is None or table.match.over
        since = 0 if from_the_start or self.number is None else table.unchanged_since(self.number)
        self.number = table.number
        message = table_message(table, self.seat, self.language, room.here, since, room.choosing(self))
        if table.rematch is not None:
            message["rematch"] = rematch_for(table, self.seat)
        return message

    async def _write(self) -> None:
        while True:
            while self._outgoing:
                text = self._outgoing.popleft()
                if text is None:
                    message = self._table_now()
                    text = json.dumps(message, separators=(",", ":"))
                async with asyncio.timeout(SLOWEST):
                    await self.socket.send_text(text)
            self._ready.clear()
            self._all_sent.set()
            await self._ready.wait()

    # --- Listening ------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Serve the WebSocket until it is gone."""
        writing = asyncio.create_task(self._write())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait([writing, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            for task in (listening, writing):
                task.cancel()
            results = await asyncio.gather(listening, writing, return_exceptions=True)
            with contextlib.suppress(Exception):
                if self.socket.application_state is not WebSocketState.DISCONNECTED:
                    await self.socket.close(POLICY if any(isinstance(r, Declined) for r in results) else 1000)

    async def _listen(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            async with asyncio.timeout(self.hall.limits.hello_seconds) as patience:
                while True:
                    received = await self.socket.receive()
                    if received["type"] == "websocket.disconnect":
                        return
                    await self._serve(received, patience)
                    await self._all_sent.wait()  # who does not read is not listened to either

    async def _serve(self, received: Any, patience: asyncio.Timeout) -> None:
        """One message: an answer, or a sentence that says why not."""
        answer_to = None
        try:
            # Whoever sends too fast is read more slowly: a quick bot waits, a flood waits in its own pipe.
            await asyncio.sleep(self._bucket.delay())
            text = received.get("text")
            if text is None:
                raise Declined("no-json")
            if len(text.encode("utf-8", "surrogatepass")) > self.hall.limits.message_bytes:
                raise Declined("too-large", most=self.hall.limits.message_bytes)
            value = messages.parsed(text)
            answer_to = messages.id_of(value)
            message = messages.read(value)
            if self.room is None and message.type != "hello":
                raise Declined("no-hello")
            patience.reschedule(None)
            answer = await self._answer(message, answer_to)
            self._refusals = 0
            if answer is None:  # it comes later
                return
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
            await asyncio.sleep(0.05)  # let the last sentence leave
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
                assert self.seat is not None
                names = names_of(room.table, words(language, room.table.facts.package))
                return dialogue.asked(room.table.facts, match, self.seat, names, language, message.path)
            case "moves":
                room.table.check_turn(self.seat)
                legal = room.table.legal()
                some = random.sample(legal, message.most) if message.most and message.most < len(legal) else legal
                return {"type": "moves", "number": room.table.number, "moves": some}
            case "hint":
                return self._hint(room, answer_to)
            case "choosing":
                self._choose_name(room)
            case "start":
                await self.hall.seating.start(room, self.seat, message.bot)
            case "stand-in":
                await self.hall.seating.stand_in(room, self.seat, message.seat, message.bot)
            case "name":
                await self.hall.seating.rename(room, self.seat, message.name)
            case "ping":
                return {"type": "pong"}
        return {"type": "done", "number": room.table.number}

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
        if self not in room.visitors and len(room.visitors) >= self.hall.limits.visitors_a_table:
            raise Declined("crowded")
        around = room.here
        self.room, self.seat, self.language, self.pace = room, seat, message.language, message.pace
        self.beside = {n for token in message.also for n, one in enumerate(room.table.seats) if one.held_by(token)}
        mine = self.beside if seat is None else self.beside | {seat}
        self._held = {number: room.table.seats[number].holder for number in mine}
        room.visitors.add(self)
        if seat is not None and room.table.seats[seat].stand_in and seat not in around:
            await self.hall.seating.stand_in(room, seat, seat, None)
        self.number = message.number
        self.send_table()
        if room.here != around:
            self._tell_others()
        return {"type": "done", "number": room.table.number}

    def _leave(self) -> None:
        room = self.room
        if room is not None:
            around = room.here, room.choosing()
            room.visitors.discard(self)
            self.room = None
            if (room.here, room.choosing()) != around:
                room.tell()

    def _tell_others(self) -> None:
        assert self.room is not None
        for other in list(self.room.visitors):
            if other is not self:
                other.send_table()
