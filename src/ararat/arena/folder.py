"""The folder of a contest: what is played, and every game as it ended, so that a run can go on where it stopped.

arena.json    the contest
games.jsonl   one line a game, written the moment it ends
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any

from ..atomic import SCRAP, sweep, write_atomically
from ..core.contract import Json
from ..errors import AraratError, BadFile
from .bout import Game, game_of
from .contest import BadArena, Bout, Contest

CONTEST = "arena.json"
GAMES = "games.jsonl"


class OtherContest(BadArena):
    """A folder with the games of another contest."""


class Folder:
    """A folder in which games are kept. Only one run at a time writes to it."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.games: dict[tuple[int, int], Game] = {}
        self._file: IO[bytes] | None = None

    def open(self) -> None:
        """Make the folder, or find the games of an earlier run in it."""
        games = self.path / GAMES
        try:
            claim(self.path / CONTEST, self.contest.as_json(), BadArena("arena.not-ours", path=str(self.path)))
            self._compare()
            self._file = games.open("ab")
            lock(self._file, self.path)
            sweep(self.path)
            complete = self._read(games.read_bytes())
            # A line that was cut when the last run was killed makes room for its game.
            self._file.truncate(complete)
        except BaseException as problem:
            self.close()
            if isinstance(problem, OSError):
                raise BadFile("arena.folder", path=str(self.path)) from None
            raise

    def _compare(self) -> None:
        """Refuse the folder of another contest."""
        kept, wanted = object_in(self.path / CONTEST), self.contest.as_json()
        how = wanted.pop("how")
        for key in wanted:
            if kept.get(key) != wanted[key]:
                values = {"given": _short(wanted[key]), "kept": _short(kept.get(key))}
                raise OtherContest("arena.other", path=str(self.path), field=BadArena(f"arena.field-{key}"), **values)
        told = kept.get("how")
        for code in self.contest.players:
            # A folder of an early version does not say how; of a player that does not search there is nothing to say.
            if (told.get(code) if isinstance(told, dict) else {}) != how[code]:
                raise OtherContest("arena.other-how", path=str(self.path), player=code)

    def set_aside(self) -> Path:
        """Give the folder of another contest another name, unless a run is writing to it; returns that name."""
        try:
            with (self.path / GAMES).open("ab") as file:
                lock(file, self.path)
                number = 1
                while (aside := self.path.with_name(f"{self.path.name}-old-{number}")).exists():
                    number += 1
                return self.path.rename(aside)
        except OSError:
            raise BadFile("arena.folder", path=str(self.path)) from None

    def _read(self, text: bytes) -> int:
        """Take the games of an earlier run over; returns how many bytes of them are complete lines."""
        complete = text.rfind(b"\n") + 1
        for number, line in enumerate(text[:complete].splitlines()):
            try:
                game = self.read_game(json.loads(line))
                if self.contest.seatings(game.deal)[game.rotation] != game.seating:
                    raise ValueError
            except (ValueError, KeyError, TypeError, IndexError, RecursionError):
                raise BadArena("arena.damaged-line", path=str(self.path / GAMES), line=number + 1) from None
            self.games[game.place] = game
        return complete

    @staticmethod
    def read_game(line: Json) -> Game:
        """A game of an earlier run; KeyError, TypeError or ValueError if that is none."""
        return game_of(line)

    def has(self, bout: Bout) -> bool:
        """Whether a game was played already."""
        return bout.place in self.games

    def add(self, game: Game, line: str) -> None:
        """Keep a game."""
        assert self._file is not None, "open() comes first"
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
        except OSError:
            raise BadFile("arena.folder", path=str(self.path)) from None
        self.games[game.place] = game

    def write(self, name: str, text: str) -> None:
        """Keep a file beside the games."""
        write(self.path / name, text)

    def close(self) -> None:
        """Let another run write."""
        if self._file is not None:
            self._file.close()
            self._file = None


class Memory(Folder):
    """Games that nobody keeps."""

    def __init__(self, contest: Contest) -> None:
        super().__init__(Path(), contest)

    def open(self) -> None:
        pass

    def add(self, game: Game, line: str) -> None:
        self.games[game.place] = game


def claim(head: Path, told: Json, foreign: AraratError) -> None:
    """Make the folder of a run, in which this file says what it is; a folder that holds other files is refused."""
    head.parent.mkdir(parents=True, exist_ok=True)
    if not head.exists():
        if any(not path.name.startswith(SCRAP) for path in head.parent.iterdir()):
            raise foreign
        write(head, as_text(told))


def object_in(path: Path) -> Json:
    """The JSON object of a file."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        raise BadArena("arena.damaged", path=str(path))
    return kept


def lock(file: IO[bytes] | int, path: Path) -> None:
    """Refuse to write where another run does; where the system has no such locks, nobody is refused."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadArena("arena.busy", path=str(path)) from None


def as_text(value: Json) -> str:
    """JSON as it is kept in files."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def write(path: Path, text: str) -> None:
    """Write a file of an arena wholly or not at all."""
    try:
        write_atomically(path, text)
    except OSError:
        raise BadFile("arena.folder", path=str(path)) from None


def _short(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:80]
    except RecursionError:
        return "…"
