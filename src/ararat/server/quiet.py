"""Logs that nobody can flood: of each kind of line so many a minute, and then how many more there were."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

LINES = 10  # of one kind, in one while
WHILE = 60.0  # seconds
KINDS = 1_000
LOGGERS = ("ararat.server", "asyncio", "uvicorn.error", "uvicorn.asgi", "websockets.server")


class Quiet(logging.Filter):
    """Lets so many lines of one kind through; the kind of a line is where in the code it comes from."""

    def __init__(self, lines: int = LINES, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.lines = lines
        self.clock = clock
        self.kinds: dict[tuple[str, int], tuple[float, int]] = {}  # when its while began, and how many came since

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = (record.pathname, record.lineno), self.clock()
        began, count = self.kinds.get(kind, (now, 0))
        if now - began >= WHILE:
            if count > self.lines:
                record.msg = f"{record.getMessage()} (and {count - self.lines} more like this before)"
                record.args = None
            began, count = now, 0
        if len(self.kinds) >= KINDS:
            self.kinds.clear()
        self.kinds[kind] = (began, count + 1)
        return count < self.lines


def keep_quiet() -> None:
    """From now on, of each kind of line so many a minute."""
    quiet = Quiet()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(quiet)
