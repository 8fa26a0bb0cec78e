"""One worker's process, as the supervisor starts it: it is told what to do on its standard input."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import time

from fastapi import FastAPI

from ..errors import BadFile
from .manner import Manner
from .serving import run, shared_store
from .shared_store import SharedStore

SAID_SECONDS = 0.5
AGAIN_SECONDS = 0.5  # until a store is tried again that is away


def main() -> None:
    told = json.loads(sys.stdin.buffer.readline())
    manner = Manner.of(told["manner"])
    bound = socket.socket(fileno=told["file"])
    threading.Thread(target=end_with_the_supervisor, daemon=True).start()
    store = reached(told["store"], manner)
    os.set_blocking(sys.stdout.fileno(), False)

    def begin(app: FastAPI) -> None:
        app.state.hall.tasks.later(say_alive(store.worker))

    run(bound, store, manner, begin)


def reached(address: str, manner: Manner) -> SharedStore:
    """The store, as soon as it is there: to begin anew each second would cost more than to wait."""
    while True:
        try:
            return shared_store(address, manner)
        except BadFile as problem:
            if problem.key != "store.unreachable":
                sys.exit(str(problem))
            time.sleep(AGAIN_SECONDS)


async def say_alive(worker: str) -> None:
    """Tell the supervisor, again and again, that the loop turns."""
    said = worker.encode() + b"\n"
    while True:
        try:
            os.write(sys.stdout.fileno(), said)
            said = b".\n"
        except BlockingIOError:
            pass  # it does not listen just now
        except BrokenPipeError:
            return
        await asyncio.sleep(SAID_SECONDS)


def end_with_the_supervisor() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
