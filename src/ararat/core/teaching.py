"""A guided first match: `teaching/match.toml` in a game's folder, for games that bring one.

The deal is fixed and so is the whole match: as long as the person does what is told, it goes as the file has it, and
the sentences fit. Whoever plays otherwise plays on freely, and still hears of each new kind of decision once.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache

from .contract import Facts, Json

FILE = "teaching/match.toml"  # not beside the pieces, of which kernels are made
PUPIL = 0  # the seat that is taught


@dataclass(frozen=True)
class Sentences:
    """What is said before one decision; `teach.<key>` in the game's catalogues."""

    key: str
    at: int | None = None  # before this move of the fixed match
    phase: str | None = None  # or at the first decision of this phase,
    can: str | None = None  # in which such a move is legal


@dataclass(frozen=True)
class Teaching:
    """A fixed match that teaches."""

    version: str
    players: int
    options: Json
    seed: int
    bot: str
    lead: int  # so many moves of the match are shown unasked
    moves: tuple[Json, ...]  # all of them, of every seat
    sentences: tuple[Sentences, ...]


@cache
def _read(path: str, rules_version: int) -> Teaching:
    with open(path, "rb") as file:
        written = file.read()
    told = tomllib.loads(written.decode("utf-8"))
    return Teaching(
        version=hashlib.sha256(b"%d %s" % (rules_version, written)).hexdigest()[:12],
        players=told["players"],
        options=told.get("options", {}),
        seed=told["seed"],
        bot=told["bot"],
        lead=told["lead"],
        moves=tuple(json.loads(move) for move in told["moves"]),
        sentences=tuple(Sentences(**one) for one in told["sentences"]),
    )


def teaching_of(facts: Facts) -> Teaching | None:
    """The guided match of a game, if it brings one."""
    path = facts.folder / FILE
    return _read(str(path), facts.rules_version) if path.is_file() else None
