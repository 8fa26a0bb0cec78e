"""The door: connections as they come. How many of one address are open, and how long a request may take to be whole.

Whoever has not asked for anything yet makes room for whoever comes next.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .front import Front, counted
from .inbox import Gate, Inbox
from .limits import Buckets, Limits
from .passing import Passing

END_OF_HEAD = b"\r\n\r\n"
FRAME = 0x81  # of a text, the first and last of it
READ_BYTES = 8_192  # at a time; thousands of small messages fit into the quarter of a MiB that asyncio would read
OF_OUR_OWN = 128  # files for the store, the processes of bots, the page


class Door:
    """All open connections. `proxy`: whether somebody brings those of many."""

    passing: Passing | None = None  # where there are other workers

    def __init__(self, limits: Limits, most: int, proxy: Callable[[str], bool] | None = None) -> None:
        self.limits = limits
        self.most = most
        self.proxy = proxy or Front().trusts
        self.an_address = max(1, min(limits.connections_an_address, most // 2))
        self.comings = Buckets(limits.comings_a_second, limits.comings_at_once)
        self.open: Counter[str] = Counter()
        self.waiting: dict[str, OrderedDict[Caller, None]] = {}  # without a whole request, the oldest first

    def http(self, **given: Any) -> Caller:
        """The protocol of a new connection, as uvicorn asks for it."""
        return Caller(self, **given)

    def enters(self, caller: Caller) -> bool:
        """Let somebody in; one of their own address that waits goes for it, or one of whoever has the most."""
        address = caller.address
        if self.open[address] >= self.an_address and not self.proxy(caller.peer) and not self._shows_out(address):
            return False
        if self.open.total() >= self.most:
            crowd = max(self.waiting, key=lambda one: len(self.waiting[one]), default=None)
            if crowd is None or not self._shows_out(crowd):
                return False
        self.open[address] += 1
        return True

    def waits(self, caller: Caller, still: bool) -> None:
        """Whether somebody has no whole request under way."""
        mine = self.waiting.setdefault(caller.address, OrderedDict())
        if still:
            mine.setdefault(caller)
        else:
            mine.pop(caller, None)
        if not mine:
            del self.waiting[caller.address]

    def leaves(self, caller: Caller | Upgraded) -> None:
        """Somebody is gone."""
        self.open -= Counter([caller.address])  # addresses without one are forgotten

    def _shows_out(self, address: str) -> bool:
        behind = self.waiting.get(address)
        if not behind:
            return False
        next(iter(behind)).goes()
        return True


class Caller(H11Protocol):
    """One connection, until it is gone or becomes a WebSocket."""

    def __init__(self, door: Door, brought: bytes = b"", **given: Any) -> None:
        super().__init__(**given)
        self.brought = brought  # what another worker read of it
        self.door = door
        self.peer = self.address = ""
        self.inside = False
        self._patience: asyncio.TimerHandle | None = None  # until its request is whole
        self._heard_later: asyncio.TimerHandle | None = None
        self._early = b""  # what it said before it was heard
        self._head = b""  # of a request, until it is known whose it is
        self._looking: asyncio.Task[None] | None = None  # for that
        self._stalled: asyncio.TimerHandle | None = None  # since it takes nothing of an answer
        self.ws_protocol_class: Any = partial(Upgraded, self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = READ_BYTES
        self.peer = self.client[0] if self.client else ""
        self.address = counted(self.peer)
        self.inside = self.door.enters(self)
        if not self.inside:
            transport.abort()
            return
        self._watch()
        # Whoever comes too often is listened to later: a flood waits in its own pipe.
        if not self.door.proxy(self.peer) and (delay := self.door.comings.delay(self.address, 1)):
            if delay > self.door.limits.request_seconds:
                self.goes()  # it would not be heard in time
                return
            self.transport.pause_reading()
            self._heard_later = self.loop.call_later(delay, self._listen)
        if self.brought:
            self.data_received(self.brought)

    def _listen(self) -> None:
        self._heard_later = None
        if not self.transport.is_closing():
            self.transport.resume_reading()
            if self._early:
                early, self._early = self._early, b""
                self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if self._heard_later is not None:  # some loops read once, whatever they were told
            self._early += data
            self.transport.pause_reading()
            return
        if self.door.passing is not None and (self._head or self._looking is not None or self._is_between()):
            self._head += data
            self._unset_keepalive_if_required()
            if self._looking is None and (END_OF_HEAD in self._head or len(self._head) > READ_BYTES):
                self._look(self.door.passing)
        else:
            super().data_received(data)
        self._watch()

    def _is_between(self) -> bool:
        """Whether what comes next is a new request."""
        return self.conn.our_state is self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]

    def _look(self, passing: Passing) -> None:
        """See whether a request is for this worker; if it is, go on with it."""
        wanted = passing.wanted(self._head)
        if wanted is None:
            self._read_on()
        else:
            self.flow.pause_reading()
            self._looking = self.loop.create_task(self._pass_on(passing, wanted))

    async def _pass_on(self, passing: Passing, wanted: tuple[str, str]) -> None:
        gone = await passing.goes(wanted, self.transport, lambda: self._head)
        self._looking = None
        if gone or self.transport.is_closing():
            self.goes()
        else:
            self.flow.resume_reading()
            self._read_on()

    def _read_on(self) -> None:
        head, self._head = self._head, b""
        super().data_received(head)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch(asked=False)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._settle()
        super().handle_websocket_upgrade(event)
        self.inside = False  # the WebSocket counts instead, and nothing keeps what was here for requests
        self.ws_protocol_class = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.leave()
        self.ws_protocol_class = None  # it would keep all of this alive
        let_go(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.door.limits.stalled_seconds, self.goes)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def goes(self) -> None:
        """End the connection at once."""
        self.leave()
        self.transport.abort()

    def leave(self) -> None:
        """Count no more."""
        if self.inside:
            self._settle()
            if self._heard_later is not None:
                self._heard_later.cancel()  # it would keep all of this alive
            self._early = b""
            self.inside = False
            self.door.leaves(self)

    def _watch(self, asked: bool = True) -> None:
        """Wait for a request to be whole, so long and no longer, however it trickles in; between two requests the
        server itself waits."""
        if not self.inside or self.transport.get_protocol() is not self:
            return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._settle()
            return
        self.door.waits(self, True)
        if asked and self._patience is None:
            self._patience = self.loop.call_later(self.door.limits.request_seconds, self.goes)

    def _settle(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self.door.waits(self, False)


class Upgraded(WebSocketsSansIOProtocol):
    """A connection that became a WebSocket counts until it is gone; whoever serves it finds it in the scope."""

    def __init__(self, caller: Caller, **given: Any) -> None:
        super().__init__(**given)
        self.door, self.address = caller.door, caller.address
        self.queue: Any = Inbox()
        self.writable: Any = Gate()
        self.writable.set()

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        self.scope["pipe"] = self  # type: ignore[typeddict-unknown-key]
        return super().run_asgi()

    def settles(self) -> None:
        """It is open: let go of what was said for that."""
        if self.handshake_complete:
            self.scope.clear()  # type: ignore[attr-defined]
            self.request.headers.clear()  # whoever reads the connection has it as well
            del self.request, self.response

    def takes(self, text: str) -> bool:
        """Send a text at once, if all before it has left; otherwise it has to wait for its turn."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        if self.conn.extensions:  # whoever made them writes them
            return False
        self.transport.write(framed(text.encode()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.door.leaves(self)
        self.conn.parser.close()  # as below
        let_go(self.transport)


def let_go(transport: Any) -> None:
    """Let a transport that has ended go at once: asyncio's own holds on to itself, until somebody looks for garbage."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None


def framed(data: bytes) -> bytes:
    """A text as one frame of a WebSocket, as a server sends it (RFC 6455, 5.2): whole, not masked, nothing extended."""
    size = len(data)
    if size < 126:
        return bytes((FRAME, size)) + data
    return (struct.pack("!BBH", FRAME, 126, size) if size < 65_536 else struct.pack("!BBQ", FRAME, 127, size)) + data


def connections_allowed(files: int) -> int:
    """How many connections so many files leave room for."""
    return max(files - OF_OUR_OWN, files // 2)


def fitted(limits: Limits, connections: int) -> Limits:
    """Limits with no more visitors than there may be connections; some are for those who only ask."""
    return replace(limits, visitors=min(limits.visitors, connections * 3 // 4))
