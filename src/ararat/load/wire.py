"""One WebSocket of a page, as cheap as it can be: thousands of them share a process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
LAST, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # a mask that changes nothing: the protocol wants one of clients
SHORT, MEDIUM = 125, 2**16
HEAD_END = b"\r\n\r\n"
SWITCHING = b"HTTP/1.1 101"
KEY = "YXJhcmF0IGxvYWQgdGVzdA=="  # any 16 bytes
OPEN_SECONDS = 60.0


class Wire(asyncio.Protocol):
    """One connection. `heard` gets every message and when it came, `lost` is called once when it is gone."""

    def __init__(self, head: bytes, heard: Callable[[bytes, float], None], lost: Callable[[], None]) -> None:
        self.head = head
        self.heard = heard
        self.lost = lost
        self.opened: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.received = 0  # bytes
        self._transport: Any = None
        self._rest = b""
        self._parts = b""  # of a message in several frames

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        self.received += len(data)
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            end = data.find(HEAD_END)
            if end < 0:
                self._rest = data
                return
            self.opened.set_result(data.startswith(SWITCHING))
            if not self.opened.result():
                self._transport.abort()
                return
            data = data[end + len(HEAD_END) :]
        self._rest = self._read(data, now)

    def _read(self, data: bytes, now: float) -> bytes:
        """Hand on all messages that are whole; what is left."""
        at, there = 0, len(data)
        while there - at >= 2:
            size, begin = data[at + 1] & 127, at + 2
            if size > SHORT:
                width = 2 if size == SHORT + 1 else 8
                if there - begin < width:
                    break
                size, begin = int.from_bytes(data[begin : begin + width], "big"), begin + width
            if there - begin < size:
                break
            first, payload = data[at], data[begin : begin + size]
            at = begin + size
            kind = first & 0xF
            if kind <= TEXT + 1:  # a message, its first part, or the next one
                self._parts = payload if kind else self._parts + payload
                if first & LAST:
                    self.heard(self._parts, now)
            elif kind == PING:
                self._frame(PONG, payload)
            elif kind == CLOSE:
                self._transport.close()
        return data[at:] if at else data

    def say(self, text: str) -> None:
        """Send a message."""
        self._frame(TEXT, text.encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size <= SHORT:
            head = bytes((LAST | kind, MASKED | size))
        elif size < MEDIUM:
            head = bytes((LAST | kind, MASKED | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((LAST | kind, MASKED | 127)) + size.to_bytes(8, "big")
        self._transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        """Go, without waiting for an answer."""
        self.lost = nothing
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_result(False)
        self.lost()


def nothing() -> None:
    """Nobody minds."""


async def opened(
    host: str,
    port: int,
    path: str,
    source: str | None,
    heard: Callable[[bytes, float], None],
    lost: Callable[[], None],
) -> Wire:
    """A connection that is a WebSocket; OSError: it could not be had."""
    name = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n"
    )
    address = None if source is None else (source, 0)
    wire: Wire | None = None
    try:
        async with asyncio.timeout(OPEN_SECONDS):
            loop = asyncio.get_running_loop()
            _, wire = await loop.create_connection(
                lambda: Wire(head.encode(), heard, lost), host, port, local_addr=address
            )
            if not await asyncio.shield(wire.opened):
                raise ConnectionRefusedError
            return wire
    except BaseException:
        if wire is not None:
            wire.close()
        raise
