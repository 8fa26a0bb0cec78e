"""Faces of the ecosystem: the games as PettingZoo, Gymnasium and OpenSpiel have them, each with an extra of its name.

    table.py       one match, stepped by numbers of actions: what the faces share
    pettingzoo.py  ararat.envs.pettingzoo.env("noah", players=4)
    gymnasium.py   gymnasium.make("ararat/Noah-v1", players=4, opponents="cat"), and many tables at once
    openspiel.py   ararat.envs.openspiel.register(); pyspiel.load_game("ararat_noah(players=4)")
    tiny.py        ararat.envs.tiny.register(); pyspiel.load_game("ararat_tiny_noah"): late positions, all of them
    deals.py       what can be dealt at such a tiny table
    ids.py         the names of the games there, and how Gymnasium learns of them

A face imports its library when it is first used; without it, one sentence names the extra.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ..errors import MissingExtra

FACES = ("pettingzoo", "gymnasium", "openspiel", "tiny")


def __getattr__(name: str) -> Any:
    """A face, imported when it is first named."""
    if name in FACES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Around the import of a face's libraries: where one is missing, name the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as problem:
        raise MissingExtra("error.extra", library=problem.name, extra=extra) from None
