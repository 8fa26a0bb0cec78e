"""Starting the server on this machine."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

import platformdirs
import uvicorn

from ..errors import BadFile
from .app import new_app
from .limits import Limits
from .network import is_loopback
from .reach import Reach
from .store import SqlStore

HOST = "127.0.0.1"
PORT = 8765
PORTS_TRIED = 20
STOP_SECONDS = 3


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
) -> None:
    """Serve until somebody stops it; `say` is told where once the page can be opened. `named`: what others call us."""
    limits = limits or Limits()
    try:
        store = SqlStore.in_folder(folder)
    except Exception as problem:
        raise BadFile("serve.folder", folder=str(folder)) from problem
    bound = listening(host, port)
    address, number = bound.getsockname()[:2]
    reach = Reach(address, number, named)
    alone = is_loopback(reach.host)
    hosts = ["localhost", "127.0.0.1", "[::1]", "::1", host, *([named] if named else [])] if alone else None
    app = new_app(store, limits, hosts, reach=reach)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses of private tables are their keys
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    threading.Thread(target=_announce, args=(reach, browser, say), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has shut down in good order by then
        uvicorn.Server(config).run(sockets=[bound])


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
