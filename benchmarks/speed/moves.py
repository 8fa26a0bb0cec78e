"""What a move costs a server: processor time of its process while people play, each at a page of their own; at one
table alone, or at several at the same time.

Only what happens between moves being sent and everybody having seen them counts; the clients are in another process.
"""

from __future__ import annotations

import argparse
import json
import pstats
import random
import signal
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from websockets.sync.client import ClientConnection, connect

from ararat.cli.screen import Screen
from ararat.core.contract import Json
from ararat.core.words import words
from ararat.games import all_facts

from .figures import Row, as_table
from .served import HOST, SERVER, Served, ask

PAGES = 4
COLUMNS = ("game", "tables", "pages", "languages", "moves", "ms a move", "KiB a move")
LANGUAGES = ("en", "fr")
BUSY = 16  # tables at a time
Way = tuple[tuple[str | None, ...], int]  # in which languages, at how many tables at a time
WAYS: list[Way] = [(LANGUAGES[:1], 1), (LANGUAGES, 1), (LANGUAGES[:1], BUSY), (LANGUAGES, BUSY)]
WORDLESS: list[Way] = [((None,), 1), ((None,), BUSY)]
# A server that notes where the time of its main thread goes from the moment on when it is told to.
PROFILED = (
    """
import cProfile, signal, sys, time
profile = cProfile.Profile(time.thread_time)
signal.signal(signal.SIGUSR1, lambda *_: profile.enable())
signal.signal(signal.SIGTERM, lambda *_: (profile.dump_stats(sys.argv[3]), sys.exit()))
"""
    + SERVER
)
SETTLED = 0.001  # seconds in which a server that has sent everything goes to sleep
DEEPEST = 30  # functions that a profile shows


class Page:
    """Somebody at a table, as a page is."""

    def __init__(self, link: ClientConnection, token: str, language: str | None) -> None:
        self.link = link
        self.table: Json = {}
        self.received = 0
        self.say({"type": "hello", "id": 1, "token": token, "language": language})
        self.until(1, 0)

    def say(self, message: Json) -> None:
        self.link.send(json.dumps(message))

    def until(self, answered: int | None, number: int) -> Json:
        """Listen until a message is answered and the table has come as far as a number; the answer."""
        answer: Json = {}
        while not self.table or self.table["number"] < number or (answered is not None and not answer):
            text = self.link.recv(timeout=60)
            self.received += len(text if isinstance(text, bytes) else text.encode())
            message = json.loads(text)
            if message["type"] == "table":
                self.table = message
            elif answered is not None and message.get("id") == answered:
                answer = message
        return answer


class Group:
    """People at one table."""

    def __init__(self, served: Served, game: str, languages: tuple[str | None, ...], links: ExitStack) -> None:
        seats = min(PAGES, all_facts()[game].players[-1])
        wanted = {"game": game, "seats": [{"kind": "here", "name": f"Person {seat}"} for seat in range(seats)]}
        laid = ask(served.port, "/api/tables", wanted)
        address = f"ws://{HOST}:{served.port}/ws/{laid['table']}"
        self.pages = [
            Page(
                links.enter_context(connect(address, max_size=None, compression=None)),
                seat["token"],
                languages[number % len(languages)],
            )
            for number, seat in enumerate(laid["seats"])
        ]
        for page in self.pages:
            page.until(None, 0)
        self.number = 0
        self.mover = self.pages[0]

    @property
    def is_over(self) -> bool:
        return bool(self.pages[0].table["over"])

    @property
    def received(self) -> int:
        return sum(page.received for page in self.pages)

    def choose(self, chance: random.Random) -> Json:
        """The next move, as it is sent."""
        table = self.pages[0].table
        self.number, self.mover = table["number"], self.pages[table["turn"]]
        if self.mover.table["moves"] is None:
            self.mover.say({"type": "moves", "id": 2, "most": 1})
        listed = self.mover.table["moves"] or self.mover.until(2, 0)["moves"]
        return {"type": "move", "id": 3, "number": self.number, "move": chance.choice(listed)}

    def see(self) -> None:
        """Until everybody has seen the move."""
        answer = self.mover.until(3, self.number + 1)
        if answer["type"] != "done":
            raise SystemExit(str(answer))
        for page in self.pages:
            page.until(None, self.number + 1)


def play(served: Served, game: str, way: Way, moves: int, chance: random.Random) -> Row:
    """Some tables after others, a move at each at a time, until so many moves were made at them."""
    languages, tables = way
    made, worked, received = 0, 0.0, 0
    while made < moves:
        with ExitStack() as links:
            groups = [Group(served, game, languages, links) for _ in range(tables)]
            time.sleep(0.2)  # everybody has been told who is here
            while made < moves and not any(group.is_over for group in groups):
                chosen = [(group, group.choose(chance)) for group in groups]
                time.sleep(SETTLED)
                before, heard = served.worked, sum(group.received for group in groups)
                for group, move in chosen:
                    group.mover.say(move)
                for group in groups:
                    group.see()
                time.sleep(SETTLED)
                worked += served.worked - before
                received += sum(group.received for group in groups) - heard
                made += tables
    spoken = " ".join(dict.fromkeys(language or "none" for language in languages))
    figures = {"moves": made, "ms a move": 1000 * worked / made, "KiB a move": received / made / 2**10}
    of = {"game": all_facts()[game].name, "tables": tables, "pages": len(groups[0].pages), "languages": spoken}
    return of | figures


def measure(screen: Screen, games: list[str], moves: int, ways: list[Way], kept: Path) -> list[Row]:
    """Every game in every way; what the server did is kept as a profile, if it is to be."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), *([PROFILED, str(kept)] if kept.name else [SERVER]))
        try:
            with screen.progress("Preparing the rules", len(all_facts())) as step:
                served.wait_until_ready(step)
            for game in games:
                for way in ways:
                    play(served, game, way, max(10, moves // 10), random.Random(1))  # everything is loaded
                    if kept.name:
                        served.process.send_signal(signal.SIGUSR1)
                    rows.append(play(served, game, way, moves, random.Random(2)))
        finally:
            served.stop()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m speed.moves", description="Measure what a move costs a server.")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(all_facts()))
    parser.add_argument("--moves", type=int, default=300, metavar="N", help="of each game, in each way")
    parser.add_argument("--plain", action="store_true", help="in one language, at one table at a time")
    parser.add_argument("--profile", type=Path, default=Path(), metavar="FILE", help="keep where the time goes")
    chosen = parser.parse_args()
    ways = WAYS[:1] if chosen.plain else WAYS + WORDLESS
    rows = measure(Screen(words("en")), chosen.games, chosen.moves, ways, chosen.profile)
    Console(width=100, highlight=False).print(as_table(rows, COLUMNS))
    if chosen.profile.name:
        pstats.Stats(str(chosen.profile)).sort_stats("tottime").print_stats(DEEPEST)


if __name__ == "__main__":
    main()
