"""A server in a process of its own, and what it costs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from ararat.core.contract import Json

HOST = "127.0.0.1"
# The server as people start it, with limits that let one address be many visitors.
SERVER = """
import sys
from pathlib import Path
from ararat.server.limits import Limits
from ararat.server.serving import serve
many = 10**9
names = ("messages_a_second messages_at_once requests_a_second requests_at_once new_tables_a_minute new_tables_at_once "
         "tables_an_address visitors visitors_an_address weights_a_second weights_at_once connections_an_address "
         "comings_at_once").split()
known = {name: many for name in names if name in Limits.__dataclass_fields__}  # an older version has fewer
limits = Limits(**known, hello_seconds=600)
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), False, lambda address: None, limits=limits)
"""


class Served:
    """`ararat serve`, or a script that is given port and folder. `sources`: where another version of Ararat is."""

    sources: ClassVar[Path | None] = None

    def __init__(self, folder: Path, script: str | None = None, *more: str) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        if script is None:
            usual = ["-m", "ararat", "serve", "--port", str(self.port), "--data", str(folder), "--no-browser"]
            command = [sys.executable, *usual, *more]
        else:
            command = [sys.executable, "-c", script, str(self.port), str(folder), *more]
        self.began = time.monotonic()
        surroundings = os.environ | ({} if self.sources is None else {"PYTHONPATH": str(self.sources)})
        # In a session of its own: Ctrl-C is for whoever measures.
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, env=surroundings)

    def wait_until_ready(self, step: Callable[[int], None]) -> None:
        """Until the rules of all games are compiled and loaded."""
        while True:
            games = self.health()
            step(sum(game["ready"] for game in games))
            if games and all(game["ready"] for game in games):
                return
            time.sleep(0.1)

    def health(self) -> list[Json]:
        """How far the rules of each game are; none yet, where nobody answers."""
        try:
            return list(ask(self.port, "/api/health")["games"].values())
        except OSError:
            if self.process.poll() is not None:
                raise SystemExit("The server did not start.") from None
            return []

    def wait_for_page(self) -> float:
        """Seconds since the start until somebody got the page."""
        while True:
            try:
                with urllib.request.urlopen(f"http://{HOST}:{self.port}/", timeout=60) as answer:
                    answer.read()
                return time.monotonic() - self.began
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit("The server did not start.") from None
            time.sleep(0.01)

    @property
    def memory(self) -> float:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))

    @property
    def worked(self) -> float:
        """Seconds of processor time of all threads so far."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def ask(port: int, path: str, body: Json | None = None, token: str | None = None) -> Any:
    """One HTTP request."""
    request = urllib.request.Request(f"http://{HOST}:{port}{path}", None if body is None else json.dumps(body).encode())
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
