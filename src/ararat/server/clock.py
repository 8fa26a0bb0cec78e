"""The time of a store: that of the machine, but it never goes back, whoever sets the machine's."""

from __future__ import annotations

import threading
import time


class Clock:
    """Seconds since 1970. Where the machine's clock is set back, it goes on from where it was, second by second."""

    def __init__(self, since: float = 0.0) -> None:
        self._lock = threading.Lock()
        self._last = since
        self._read = time.monotonic()

    def now(self) -> float:
        with self._lock:
            read = time.monotonic()
            self._last = max(time.time(), self._last + read - self._read)
            self._read = read
            return self._last
