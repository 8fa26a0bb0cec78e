"""The facade: a game as people's scripts have it, what it is and how matches of it begin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .core.contract import Facts, Json
from .core.options import Option
from .errors import UnknownGame, shown
from .games import all_facts

if TYPE_CHECKING:
    from .batch import Batch, Results
    from .match import Match


class Game:
    """One of the games."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __repr__(self) -> str:
        return f"ararat.game({self.slug!r})"

    @property
    def slug(self) -> str:
        """Its short name in commands and records."""
        return self.facts.slug

    @property
    def name(self) -> str:
        """Its title."""
        return self.facts.name

    @property
    def players(self) -> range:
        """How many can play."""
        return self.facts.players

    @property
    def options(self) -> Mapping[str, Option]:
        """Every option by name, with `.default`, `.values(players)` and `.allows(value, players)`."""
        return MappingProxyType(dict(self.facts.options))

    def start(self, players: int, seed: int | None = None, **options: Any) -> Match:
        """Set up a match; without a seed, chance is fresh."""
        from .match import start

        return start(self.facts, players, seed, options)

    def restore(self, state: Json, seed: int | None = None) -> Match:
        """A match that goes on from a state; what chance brings next comes from the seed."""
        from .match import restore

        return restore(self.facts, state, seed)

    def simulate(self, games: int, players: int, seed: int = 0, cores: int | None = None, **options: Any) -> Results:
        """Random games on all cores, at the speed of the compiled rules."""
        from .batch import simulate

        return simulate(self.facts, games, players, seed, cores, options)

    def batch(self, size: int, players: int, seed: int = 0, cores: int | None = None, **options: Any) -> Batch:
        """Many tables at once, stepped together with arrays of actions and legality masks."""
        from .batch import Batch

        return Batch(self.facts, size, players, seed, cores, options)


def find_game(slug: Any) -> Game:
    """The game of a slug."""
    facts = all_facts().get(slug) if isinstance(slug, str) else None
    if facts is None:
        raise UnknownGame("error.game", given=shown(slug), known=", ".join(all_facts()))
    return Game(facts)
