"""Several workers on one machine, all at one listening socket: whoever dies is replaced, and so is whoever hangs.

A worker says that its loop turns by a line on its standard output, every half second. When it is gone for sure, its
lease is ended for it, so that the others have its tables at once. A worker whose supervisor is gone finds its standard
input closed, and stops.
"""

from __future__ import annotations

import json
import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from types import FrameType

from .manner import Manner
from .shared_store import end_lease

COMMAND = [sys.executable, "-m", "ararat.server.working"]
HANGS_SECONDS = 3.0  # without a word
STARTS_SECONDS = 120.0  # until the first one
RESTARTED_SECONDS = 1.0  # from one start to the next
STOP_SECONDS = 12.0
LOOKED_SECONDS = 0.2
log = logging.getLogger("ararat.server")


class Child:
    """A worker's process."""

    def __init__(self, bound: socket.socket, address: str, manner: Manner) -> None:
        file = bound.fileno()
        # In a session of its own: Ctrl-C is for the supervisor, which tells everybody.
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[file], start_new_session=True
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        told = {"file": file, "store": address, "manner": manner.told()}  # not where `ps` would show it
        self.process.stdin.write(json.dumps(told).encode() + b"\n")
        self.process.stdin.flush()
        self.out = self.process.stdout
        os.set_blocking(self.out.fileno(), False)
        self.started = time.monotonic()
        self.until = self.started + STARTS_SECONDS
        self.worker: str | None = None
        self._heard = b""

    def hear(self) -> None:
        """Take what it says: first its name, then that it lives."""
        data = self.out.read()
        if data:
            self._heard += data
            if self.worker is None and b"\n" in self._heard:
                self.worker = self._heard.partition(b"\n")[0].decode()
            if self.worker is not None:
                self._heard = b""
                self.until = time.monotonic() + HANGS_SECONDS

    def close(self) -> None:
        for pipe in (self.process.stdin, self.out):
            assert pipe is not None
            pipe.close()


class Supervisor:
    """Sees to it that so many workers serve."""

    def __init__(self, bound: socket.socket, address: str, manner: Manner) -> None:
        self.bound = bound
        self.address = address
        self.manner = manner
        self.children: list[Child | None] = [None] * manner.workers
        self.starts = [0.0] * manner.workers  # when each was last started
        self.listening = selectors.DefaultSelector()
        self.stopping = False

    def run(self) -> None:
        """Until somebody stops it."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        while not self.stopping:
            for place, child in enumerate(self.children):
                if child is None:
                    self._start(place)
                elif child.process.poll() is not None:
                    log.error("a worker ended (%s); another one takes its place", child.process.returncode)
                    self._bury(place, child)
                elif time.monotonic() > child.until:
                    log.error("a worker hangs; another one takes its place")
                    child.process.kill()
                    child.process.wait()
                    self._bury(place, child)
            for key, _ in self.listening.select(LOOKED_SECONDS):
                key.data.hear()
        self._end_all()

    def _start(self, place: int) -> None:
        if time.monotonic() - self.starts[place] >= RESTARTED_SECONDS or not self.starts[place]:
            self.starts[place] = time.monotonic()
            child = self.children[place] = Child(self.bound, self.address, self.manner)
            self.listening.register(child.out, selectors.EVENT_READ, child)

    def _bury(self, place: int, child: Child) -> None:
        self.listening.unregister(child.out)
        child.close()
        self.children[place] = None
        if child.worker is not None:  # beside: the store may be away
            threading.Thread(target=end_lease, args=(self.address, child.worker), daemon=True).start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _end_all(self) -> None:
        alive = [child for child in self.children if child is not None]
        for child in alive:
            child.process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for child in alive:
            try:
                child.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            child.close()


def supervise(bound: socket.socket, address: str, manner: Manner) -> None:
    """Let several workers serve, until somebody stops it."""
    bound.listen(1_024)  # whoever comes before the first worker is there waits
    Supervisor(bound, address, manner).run()
