"""Starting the server on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

import platformdirs
import sqlalchemy as sql
import uvicorn
from fastapi import FastAPI

from ..errors import AraratError, BadFile
from . import folder as folders
from .app import new_app
from .bots import checked_bot, usual_bot
from .door import Door, connections_allowed, fitted
from .front import Front
from .limits import Limits
from .logs import log_to_stderr
from .manner import Manner
from .network import is_loopback
from .open_files import files_allowed
from .passing import Passing
from .processes import BotProcesses, share_of
from .quiet import keep_quiet
from .reach import Reach
from .shared_store import SharedStore
from .store import SqlStore
from .supervising import supervise

HOST = "127.0.0.1"
PORT = 8765
PORTS_TRIED = 20
STOP_SECONDS = 3
AT_A_TIME = 16  # connections that are let in before anybody else is served ...
BACKLOG = 1_024  # ... and that the system keeps for us meanwhile
GARBAGE = 10_000  # things that are new before somebody looks for those that nobody needs: a move makes hundreds
HANDED_OVER = 0.0005  # seconds after which a thread that works lets the loop go on, which asks again and again


def data_folder() -> Path:
    """Where the tables are kept unless somebody says otherwise."""
    chosen = os.environ.get("ARARAT_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("ararat"))


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port, the usual one or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    for number in wanted:
        # Named TCP, so that asyncio sends small messages at once (TCP_NODELAY) instead of gathering them.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, number))
        except OSError as problem:
            bound.close()
            if problem.errno == errno.EADDRINUSE and number != wanted[-1]:
                continue
            raise BadFile("serve.address", host=host, port=number) from None
        return bound
    raise BadFile("serve.address", host=host, port=PORT)


def serve(
    host: str,
    port: int | None,
    folder: Path,
    browser: bool,
    say: Callable[[Reach], None],
    named: str | None = None,
    limits: Limits | None = None,
    front: Front | None = None,
    json_logs: bool = False,
    address: str | None = None,
    workers: int = 1,
) -> None:
    """Serve until somebody stops it; `say` is told where once the page can be opened. `named`: what others call us,
    `front`: who stands before us, `address`: of a store that several processes share, instead of a folder."""
    manner = Manner(host, named, limits or Limits(), front or Front(), json_logs, workers)
    checked_bot(usual_bot())
    if workers > 1 and address is None:
        raise AraratError("serve.workers-alone")
    store = opened_store(folder, manner.limits.store_bytes) if address is None else shared_store(address, manner)
    try:
        bound = listening(host, port)
    except BadFile:
        store.close()
        raise
    reach = manner.reach(bound)
    if store.lock is not None:
        folders.announce(store.lock, reach.here)
    threading.Thread(target=_announce, args=(reach, browser, say), daemon=True).start()
    if workers > 1:
        store.close()
        assert address is not None
        supervise(bound, address, manner)
    else:
        run(bound, store, manner)


def run(bound: socket.socket, store: SqlStore, manner: Manner, beside: Callable[[FastAPI], None] | None = None) -> None:
    """Serve with this process, until somebody stops it; `beside` is called once it begins."""
    front, reach = manner.front, manner.reach(bound)
    connections = connections_allowed(files_allowed())
    limits = fitted(manner.limits, connections)
    alone = is_loopback(reach.host) or front.host
    called = filter(None, [manner.named, front.host])
    hosts = ["localhost", "127.0.0.1", "[::1]", "::1", manner.host, *called] if alone else None
    app = new_app(store, limits, hosts, BotProcesses(share_of(manner.workers)), reach, front)
    app.state.page_files.shelf.page("en", "page")  # made before the first visitor asks
    log_to_stderr(manner.json_logs)
    keep_quiet()
    sys.setswitchinterval(HANDED_OVER)
    gc.freeze()  # what is here now stays
    gc.set_threshold(GARBAGE)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has shut down in good order by then
        Polite(app, limits, Door(limits, connections, front.trusts), beside).run(sockets=[bound])


def configured(app: FastAPI, limits: Limits, door: Door) -> uvicorn.Config:
    """How uvicorn is to serve an application behind a door."""
    return uvicorn.Config(
        app,
        http=door.http,  # type: ignore[arg-type]  # it is called, whatever it is
        backlog=AT_A_TIME,
        log_config=None,  # logs.py does it
        log_level="warning",
        access_log=False,  # addresses of private tables are their keys
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        proxy_headers=False,  # front.py reads them
    )


class Polite(uvicorn.Server):
    """Lets many wait at the door, and says goodbye to everybody before it ends their connections."""

    def __init__(
        self, app: FastAPI, limits: Limits, door: Door, beside: Callable[[FastAPI], None] | None = None
    ) -> None:
        super().__init__(configured(app, limits, door))
        self.app = app
        self.door = door
        self.beside = beside

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if (worker := self.app.state.worker) is not None:
            self.door.passing = Passing(worker)
            worker.adopt = self.adopt
        if self.beside is not None:
            self.beside(self.app)
        for bound in sockets or ():
            bound.listen(BACKLOG)  # asyncio takes one number for both

    async def adopt(self, line: socket.socket, data: bytes) -> None:
        """Serve a connection that another worker hands on, with what it has read of it."""
        loop = asyncio.get_running_loop()
        given = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        await loop.connect_accepted_socket(lambda: self.door.http(brought=data, **given), line)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if (worker := self.app.state.worker) is not None:
            await worker.leave()
        await self.app.state.hall.goodbye()
        await super().shutdown(sockets)


def opened_store(folder: Path, most: int | None = None) -> SqlStore:
    """The store of a folder that this process has to itself, looked over."""
    try:
        with contextlib.ExitStack() as failing:
            lock = failing.enter_context(folders.hold(folder))
            folders.take_up(folder)
            folders.look_over(folder)
            store = SqlStore.in_folder(folder, most)
            store.lock = lock
            failing.pop_all()
            return store
    except AraratError:
        raise
    except Exception as problem:
        raise BadFile("serve.folder", folder=str(folder)) from problem


def shared_store(address: str, manner: Manner) -> SharedStore:
    """The store at an address that several processes share."""
    scheme = address.partition(":")[0]
    if scheme not in ("postgresql", "postgresql+psycopg"):
        raise AraratError("serve.store-scheme")
    try:
        return SharedStore(address, manner.limits.store_bytes)
    except sql.exc.ArgumentError:
        raise AraratError("usage.value", name="--store") from None


def _announce(reach: Reach, browser: bool, say: Callable[[Reach], None]) -> None:
    """Say where the page is, and open it, once the server answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{reach.here}api/health", timeout=1):
                break
        except OSError:
            time.sleep(0.05)
    say(reach)
    if browser:
        webbrowser.open(reach.here)
