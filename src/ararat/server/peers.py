"""How workers of one machine speak with each other: one question, one answer, over a Unix socket in a folder that only
their user can open. In place of a question a connection of somebody outside can be handed on, which the other then
serves: it says that it would, and serves once it is told to, so that it is never served by two or by nobody.

A question is a line of JSON; with a connection come the bytes that were read of it. An answer is JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ..core.contract import Json

ANSWER_SECONDS = 10.0
BACKLOG = 1_024
WOULD, WOULD_NOT, DO = b"+", b"-", b"!"
CHUNK = 65_536
NAME = "peer"
log = logging.getLogger("ararat.server")
Adopt = Callable[[socket.socket, bytes], Awaitable[None]]


class Unreached(Exception):
    """A worker could not be asked."""


class Ear:
    """Where a worker is asked: `answer` questions, `adopt` connections unless that says no."""

    def __init__(self, answer: Callable[[Json], Awaitable[Any]], adopt: Callable[[], Adopt | None]) -> None:
        self.answer = answer
        self.adopt = adopt
        self.folder = Path(tempfile.mkdtemp(prefix="ararat-"))  # its user's alone
        self.address = str(self.folder / NAME)
        self._bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._bound.setblocking(False)
        self._bound.bind(self.address)
        self._bound.listen(BACKLOG)
        self._work: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Answer, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            asked, _ = await loop.sock_accept(self._bound)
            task = loop.create_task(self._serve(asked))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def _serve(self, asked: socket.socket) -> None:
        files: list[int] = []
        with asked:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    question, data = await _heard(asked, files)
                    if files:
                        await self._take_in(asked, files, data)
                    else:
                        told = json.dumps(await self.answer(question)).encode()
                        await asyncio.get_running_loop().sock_sendall(asked, told)
            except (OSError, TimeoutError):
                pass  # it does not wait any longer
            except Exception:
                log.exception("another worker could not be answered")
            finally:
                for file in files:
                    os.close(file)

    async def _take_in(self, asked: socket.socket, files: list[int], data: bytes) -> None:
        loop, adopt = asyncio.get_running_loop(), self.adopt()
        await loop.sock_sendall(asked, WOULD if adopt is not None else WOULD_NOT)
        if adopt is not None and await loop.sock_recv(asked, 1) == DO:
            line = socket.socket(fileno=files.pop())
            line.setblocking(False)
            await adopt(line, data)

    def close(self) -> None:
        for task in list(self._work):
            task.cancel()
        self._bound.close()
        sweep(self.address)


def sweep(address: str) -> None:
    """Remove what a worker leaves behind that is no more."""
    folder = Path(address).parent
    if folder.name.startswith("ararat-") and Path(address).name == NAME:
        shutil.rmtree(folder, ignore_errors=True)


async def _heard(asked: socket.socket, files: list[int]) -> tuple[Json, bytes]:
    """A question, and what comes with a connection."""
    asked.setblocking(False)
    heard, wanted = b"", 1
    while len(heard) < wanted:
        await _readable(asked)
        try:
            data, more, _, _ = socket.recv_fds(asked, CHUNK, 1)
        except BlockingIOError:
            continue
        files += more
        heard += data
        if not data:
            raise ConnectionError
        head, found, _ = heard.partition(b"\n")
        wanted = len(head) + 1 + json.loads(head)["length"] if found else len(heard) + 1
    return json.loads(head), heard[len(head) + 1 :]


async def _readable(asked: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(asked, lambda: None if ready.done() else ready.set_result(None))
    try:
        await ready
    finally:
        loop.remove_reader(asked)


async def ask(address: str, told: Json) -> Any:
    """What another worker answers; raises Unreached."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.setblocking(False)
                await loop.sock_connect(line, address)
                await loop.sock_sendall(line, json.dumps(told | {"length": 0}).encode() + b"\n")
                heard = b""
                while chunk := await loop.sock_recv(line, CHUNK):
                    heard += chunk
                return json.loads(heard)
    except (OSError, TimeoutError, ValueError):
        raise Unreached from None


async def hand(address: str, file: int, read: Callable[[], bytes]) -> bool:
    """Hand a connection on; whether another worker serves it now. Raises Unreached. Whoever stops waiting keeps it."""
    loop = asyncio.get_running_loop()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.setblocking(False)
            await loop.sock_connect(line, address)
            whole = read()
            data = json.dumps({"length": len(whole)}).encode() + b"\n" + whole
            sent = socket.send_fds(line, [data], [file])
            await loop.sock_sendall(line, data[sent:])
            if await loop.sock_recv(line, 1) != WOULD or read() != whole:  # some loops read on for a moment
                return False
            line.send(DO)  # at once: from here on it is the other's
            return True
    except OSError:
        raise Unreached from None
