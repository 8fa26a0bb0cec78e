"""The facade: a game as people's scripts have it, what it is and how matches of it begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .core.contract import Facts, Json
from .core.options import Option, whole_number
from .errors import UnknownGame, shown
from .games import all_facts

if TYPE_CHECKING:
    import numpy as np

    from .batch import Batch, Results
    from .core.spec import Spec
    from .match import Match

_specs: dict[tuple[str, str, str], Spec] = {}


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

    def simulate(
        self,
        games: int,
        players: int | Sequence[str],
        seed: int = 0,
        cores: int | None = None,
        device: str = "cpu",
        **options: Any,
    ) -> Results:
        """Games on all cores: random ones, at the speed of the compiled rules, among so many players; or among bots, by
        the code of the one in each seat: `players=["greedy", "random"]`. Random ones also with `device="cuda"`."""
        from .batch import simulate

        return simulate(self.facts, games, players, seed, cores, options, device=device)

    def batch(
        self,
        size: int,
        players: int,
        seed: int | None = 0,
        cores: int | None = None,
        device: str = "cpu",
        autoreset: bool = False,
        rewards: str = "win",
        out: bool = False,
        **options: Any,
    ) -> Batch:
        """Many tables at once, stepped together with arrays: row n is the match of the seed `seed` + n.

        `autoreset` starts a match that ends anew in the same step; `rewards` is what an end is worth in a step ("win",
        "margin" or "rank"); with `out` every call writes into the same arrays again. No more than `cores` are used.
        """
        from .batch import new_batch

        how = {"cores": cores, "autoreset": autoreset, "rewards": rewards, "out": out}
        return new_batch(self.facts, size, players, seed, device, options, **how)

    def spec(self, players: int | None = None, **options: Any) -> Spec:
        """What a learner has to know: actions, the blocks of an observation, utilities; by default of the usual table.

        Page and meaning: docs/observations.md.
        """
        from .batch.utilities import utilities
        from .core.spec import spec_of

        seats = self.facts.usual_players if players is None else whole_number(players)
        checked = self.facts.checked_options(seats, options)

        def measure(matches: int) -> int:
            return int(self.simulate(matches, seats, **options).decisions.max())

        return spec_of(self.facts, seats, checked, utilities(self.facts, seats), measure)

    def encode(
        self, observations: Any, players: int | None = None, out: np.ndarray | None = None, **options: Any
    ) -> np.ndarray:
        """Observations as a net takes them, 32-bit floats: categories one-hot, counts scaled, bits as they are.

        How many played follows from how many numbers there are, unless it is said. `out` is an array to write into.
        """
        import numpy as np

        width = np.shape(observations)[-1:]
        specs = (self._known(seats, options) for seats in self.players) if players is None else ()
        found = next((spec for spec in specs if (spec.observation,) == width), None)
        return (found or self._known(players, options)).encode(observations, out)

    def _known(self, players: int | None, options: Json) -> Spec:
        """A specification, made once a process."""
        which = self.facts.slug, repr(players), repr(sorted(options.items()))
        if which not in _specs:
            _specs[which] = self.spec(players, **options)
        return _specs[which]

    def features(self, actions: Any) -> np.ndarray:
        """What actions are, 32-bit floats: their kind and all that they name, one-hot."""
        return self.spec().features(actions)

    def prepare(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Compile all that matches, batches and simulations of this game need, unless that was done before.

        `progress` is told how many parts are done, and of how many; without it, a terminal is.
        """
        from .core.engine import engine_of, tell_progress
        from .core.kernels import FOR_A_MATCH, FOR_STUDIES

        engine, names = engine_of(self.facts), (*FOR_A_MATCH, *FOR_STUDIES)
        if progress is None and not engine.is_prepared(names):
            progress = tell_progress(self.facts)
        engine.prepare(names, progress)


def find_game(slug: Any) -> Game:
    """The game of a slug."""
    facts = all_facts().get(slug) if isinstance(slug, str) else None
    if facts is None:
        raise UnknownGame("error.game", given=shown(slug), known=", ".join(all_facts()))
    return Game(facts)
