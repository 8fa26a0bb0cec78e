"""Legal moves to choose from, each spelt out only when somebody looks at it: there may be thousands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, overload

from .contract import Json
from .moves import Moves

KEPT = 4_096  # moves of a game that are the same at every table


@cache
def _same_everywhere(moves: Moves) -> frozenset[str]:
    """The kinds of moves that are spelt out alike at every table."""
    return frozenset(name for name, kind in moves.kinds.items() if kind.values is None)


@lru_cache(KEPT)
def _spelt_once(moves: Moves, action: int) -> Json:
    return moves.move_of(None, action)


def spelt(moves: Moves, table: Any, actions: list[int]) -> list[Json]:
    """The moves of legal actions, to be looked at only: those that are the same at every table are one."""
    alike, names = _same_everywhere(moves), moves.kinds_of(actions)
    others = [action for action, name in zip(actions, names, strict=True) if name not in alike]
    own = iter(moves.moves_of(table, others))
    return [
        _spelt_once(moves, action) if name in alike else next(own) for action, name in zip(actions, names, strict=True)
    ]


class Choices(Sequence[Json]):
    """The moves of some actions of a table, in their order; to be looked at only."""

    def __init__(self, moves: Moves, table: Any, actions: list[int]) -> None:
        self._moves, self._table, self._actions = moves, table, actions
        self._spelt: list[Json] | None = None

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, place: int) -> Json: ...
    @overload
    def __getitem__(self, place: slice) -> list[Json]: ...
    def __getitem__(self, place: int | slice) -> Json | list[Json]:
        if self._spelt is not None:
            return self._spelt[place]
        some = self._actions[place]
        return self._spell(some) if isinstance(some, list) else self._spell([some])[0]

    def _spell(self, actions: list[int]) -> list[Json]:
        return spelt(self._moves, self._table, actions)

    def __iter__(self) -> Iterator[Json]:
        if self._spelt is None:
            self._spelt = self._spell(self._actions)
        return iter(self._spelt)

    def by_kind(self) -> dict[str, Sequence[Json]]:
        """The choices of each kind."""
        found: dict[str, list[int]] = {}
        for action, kind in zip(self._actions, self._moves.kinds_of(self._actions), strict=True):
            found.setdefault(kind, []).append(action)
        return {kind: Choices(self._moves, self._table, some) for kind, some in found.items()}


def by_kind(moves: Sequence[Json]) -> dict[str, Sequence[Json]]:
    """Moves by their kind, those that are not spelt out yet as they are."""
    if isinstance(moves, Choices):
        return moves.by_kind()
    found: dict[str, list[Json]] = {}
    for move in moves:
        found.setdefault(move["move"], []).append(move)
    return dict(found)
