"""Passing on: a connection that wants what another worker has goes there, socket and all, before anything of the
request is served. The other one reads the rest and answers itself, so nothing stands between a table and its people."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from urllib.parse import unquote

from .peers import hand
from .shared_store import Peer
from .worker import Worker

WANTED = re.compile(rb"[A-Z]+ /(ws|api/tables|api/replays)/([^/?# ]+)")
PATIENCE = 15.0  # seconds, for a worker that was killed or hangs: its lease ends before
LOOKED_SECONDS = 0.5
AGAIN = 0.1


class Passing:
    """Where connections belong."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def wanted(self, head: bytes) -> tuple[str, str] | None:
        """What a request is about that may be another worker's: a table or a replay."""
        found = WANTED.match(head)
        if found is None:
            return None
        kind, name = "replay" if found[1] == b"api/replays" else "table", unquote(found[2].decode("latin-1"))
        return None if kind == "table" and name in self.worker.store.held else (kind, name)

    async def goes(self, wanted: tuple[str, str], transport: asyncio.Transport, read: Callable[[], bytes]) -> bool:
        """Hand a connection on, if it belongs elsewhere; whether it is gone. A worker that does not answer is waited
        for as long as it lives: then what is wanted belongs to somebody else."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while not transport.is_closing():
            peer = await self._home(*wanted)
            if peer is None or loop.time() > until:
                return False
            if transport.get_write_buffer_size() == 0 and await self._handed(peer, wanted, transport, read):
                return True
            if wanted[0] == "replay":  # anybody can show it
                return False
            await asyncio.sleep(AGAIN)
        return True

    async def _handed(
        self, peer: Peer, wanted: tuple[str, str], transport: asyncio.Transport, read: Callable[[], bytes]
    ) -> bool:
        file = os.dup(transport.get_extra_info("socket").fileno())
        handing = asyncio.ensure_future(hand(peer.address, file, read))
        try:
            while not (await asyncio.wait([handing], timeout=LOOKED_SECONDS))[0]:
                if transport.is_closing() or await self._home(*wanted) != peer:
                    handing.cancel()
            return not handing.cancelled() and handing.exception() is None and handing.result()
        finally:
            handing.cancel()
            os.close(file)

    async def _home(self, kind: str, name: str) -> Peer | None:
        return self.worker.home(name) if kind == "replay" else await self.worker.store.owner(name)
