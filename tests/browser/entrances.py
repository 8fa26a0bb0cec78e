"""A way in at one of several workers. All of them listen at one port, and whichever comes first takes a connection;
an entrance lets go of those that another one took, and the browser behind it always comes in where it should."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from pathlib import Path

HERE = "127.0.0.1"
CHUNK = 65_536
PATIENCE = 60.0  # seconds


class Entrance:
    """A port of its own, before the port of all workers."""

    def __init__(self, port: int, worker: int, workers: list[int]) -> None:
        self.behind = port
        self.worker, self.workers = worker, workers  # the numbers of their processes
        self.tables: list[socket.socket] = []  # to the server, what asks for a WebSocket
        self._bound = socket.create_server((HERE, 0))
        self.address = f"http://{HERE}:{self._bound.getsockname()[1]}/"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # once it is closed
            while True:
                here, _ = self._bound.accept()
                threading.Thread(target=self._bring, args=(here,), daemon=True).start()

    def _bring(self, here: socket.socket) -> None:
        with contextlib.suppress(OSError), here, self._entered() as there:
            begins = here.recv(CHUNK)
            if begins.startswith(b"GET /ws/"):
                self.tables.append(there)
            there.sendall(begins)
            threading.Thread(target=_pour, args=(there, here), daemon=True).start()
            _pour(here, there)

    def _entered(self) -> socket.socket:
        """A connection that this worker has taken, before anything was said."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line = socket.create_connection((HERE, self.behind))
            while not (taken := holders(line, self.workers)) and time.monotonic() < until:
                time.sleep(0.001)
            if taken == {self.worker}:
                return line
            line.close()
        raise TimeoutError

    def close(self) -> None:
        self._bound.close()


def _pour(one: socket.socket, other: socket.socket) -> None:
    """Bring what one says to the other, until one of them is gone."""
    with contextlib.suppress(OSError):
        while data := one.recv(CHUNK):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def holders(line: socket.socket, among: list[int]) -> set[int]:
    """Those of some processes that have the other end of a connection open."""
    mine, theirs = (f":{end[1]:04X}" for end in (line.getsockname(), line.getpeername()))
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = row.split()
        if fields[1].endswith(theirs) and fields[2].endswith(mine):
            return {process for process in among if f"socket:[{fields[9]}]" in files_of(process)}
    return set()


def files_of(process: int) -> set[str]:
    found = set()
    with contextlib.suppress(OSError):  # it is gone
        for file in os.listdir(f"/proc/{process}/fd"):
            with contextlib.suppress(OSError):
                found.add(os.readlink(f"/proc/{process}/fd/{file}"))
    return found
