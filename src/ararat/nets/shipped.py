"""The net that ships with a game: `net.npz` in its folder, for games that bring one. Bots and coach think with it."""

from __future__ import annotations

from pathlib import Path

from ..core.contract import Facts
from ..errors import BadNet
from .net import Net, load

FILE = "net.npz"

_files: dict[str, Path | None] = {}
_nets: dict[tuple[Path, str], Net] = {}


def file_of(facts: Facts) -> Path | None:
    """Where the net of a game lies, if it ships one; looked up once a process."""
    if facts.slug not in _files:
        path = facts.folder / FILE
        _files[facts.slug] = path if path.exists() else None
    return _files[facts.slug]


def demanded(facts: Facts) -> Path:
    """The same; BadNet, in one sentence, where a game ships none."""
    if (path := file_of(facts)) is None:
        raise BadNet("error.net-none", game=facts.slug)
    return path


def read(path: Path, facts: Facts) -> Net:
    """The net of a file, read once a process; BadNet if it is not one of this game."""
    key = path, facts.slug
    return _nets.get(key) or _nets.setdefault(key, load(path, facts))


def net_of(facts: Facts, players: int | None = None) -> Net | None:
    """The net that ships with a game, or None, also where it never learnt with so many players; one that does not match
    the game is refused, not left aside."""
    if (path := file_of(facts)) is None:
        return None
    net = read(path, facts)
    return net if players is None or net.knows(players) else None
