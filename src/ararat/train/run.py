"""A run: practice after practice, judged now and then, kept so that it can be stopped anywhere and goes on exactly.

All chance of a practice follows from the seed and its number, and everything else from the checkpoint before it; and
where a run is to last for so long, from the clock, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..atomic import SCRAP
from ..core.contract import Json
from ..errors import AraratError, BadFile
from ..facade import find_game
from ..nets.net import Net, load, rules_hash
from ..nets.plan import Plan, Sizes
from ..players import find
from .crowd import Crowd, Setting, settings_of
from .folder import CHECKPOINT, NET, BadRun, Folder
from .gradient import Adam, Learner
from .judging import strength
from .practice import Manner, learn, made_of, play

KEPT_AFTER = 30.0  # seconds, at most, that a machine that falls over takes with it
LAST_RATE = 0.1  # of the first, at the end
LEARNT = ("steps", "seconds")  # of a net, that add up from run to run
HABITS = ("rethinks", "infers")  # of a search with a net, that one which goes on from it keeps


@dataclass(frozen=True)
class Recipe:
    """All that decides what is learnt."""

    game: str
    players: tuple[int, ...]
    variants: bool = True
    steps: int = 1_000_000  # decisions
    minutes: float = 0.0  # to learn for, however many decisions that are; 0: as many decisions as it says
    seed: int = 0
    tables: int = 256
    judged: int = 10  # times, the first and the last included
    matches: int = 200  # of each judgement, against each bot
    bots: tuple[str, ...] = ("random", "greedy")
    device: str = "cpu"
    start: str = ""  # the file of a net to go on from; otherwise from nothing
    sizes: Sizes = field(default_factory=Sizes)
    manner: Manner = field(default_factory=Manner)

    def gone(self, practices: int, seconds: float) -> float:
        """How much of it is done after so many of them, and so much time: 1 is all."""
        if self.minutes:
            return min(1.0, seconds / (60 * self.minutes))
        return min(1.0, practices / max(1, round(self.steps / (self.tables * self.manner.window))))


class Run:
    """A run in its folder."""

    def __init__(self, path: Path, recipe: Recipe) -> None:
        self.recipe = recipe
        self.facts = find_game(recipe.game).facts
        self.first: Net | None = None  # to go on from
        if recipe.start:
            first = self.first = load(Path(recipe.start), self.facts)
            self.plan, weights = first.plan, first.softened() if recipe.manner.playouts else first.weights.copy()
        else:
            self.plan = Plan(self.facts, recipe.sizes)
            weights = self.plan.random(recipe.seed)
        self.learner = Learner(self.plan, weights)
        self.adam = Adam(self.plan.size)
        self.practices, self.seconds = 0, 0.0  # of practising: judging costs a run nothing
        self._judged: set[int] = set()  # after how many practices
        self.folder = Folder(
            path, {"format": 1, "ararat": __version__, "rules": rules_hash(self.facts), **asdict(recipe)}
        )

    def open(self) -> None:
        """Find where an earlier run stands, or begin."""
        kept = self.folder.open()
        self._judged = {entry["practices"] for entry in self.folder.log if "against" in entry}
        recipe = self.recipe
        settings = settings_of(self.facts, recipe.players, recipe.variants)
        self.crowd = self._seat(settings)
        if kept is None:
            self.crowd.scatter(recipe.seed)
        else:
            try:
                self._take_up(kept)
            except (KeyError, ValueError, TypeError, IndexError, AraratError):
                self.folder.close()
                raise BadRun("arena.damaged", path=str(self.folder.path / CHECKPOINT)) from None

    def _seat(self, settings: Sequence[Setting]) -> Any:
        """The tables at which to practise."""
        return Crowd(self.plan, settings, self.recipe.tables, self.recipe.seed)

    def _take_up(self, kept: dict[str, np.ndarray]) -> None:
        self.learner.weights[:] = kept["weights"]
        self.adam.mean[:], self.adam.square[:] = kept["mean"], kept["square"]
        self.adam.steps = int(kept["lessons"])
        self.practices, self.seconds = int(kept["practices"]), float(kept["seconds"])
        for number, batch in enumerate(self.crowd.batches):
            self.crowd.batches[number] = type(batch).from_bytes(kept[f"batch{number}"].tobytes())

    def save(self) -> None:
        """Keep where the run stands."""
        self.folder.save(self._arrays())
        scrap = self.folder.path / f"{SCRAP}{NET}"
        try:
            Net(self.plan, self.learner.weights, self._made()).save(scrap)
            scrap.replace(self.folder.path / NET)
        except OSError:
            raise BadFile("arena.folder", path=str(self.folder.path)) from None

    def _arrays(self) -> dict[str, Any]:
        """All that it takes to go on."""
        arrays: dict[str, Any] = {"weights": self.learner.weights, "mean": self.adam.mean, "square": self.adam.square}
        arrays |= {"lessons": self.adam.steps, "practices": self.practices, "seconds": self.seconds}
        for number, batch in enumerate(self.crowd.batches):
            arrays[f"batch{number}"] = np.frombuffer(bytes(batch), np.uint8)
        return arrays

    def _made(self) -> Json:
        """How its net came to be: all that it has learnt, also as the net that it went on from."""
        recipe = {name: value for name, value in asdict(self.recipe).items() if name != "start"}
        made = {**recipe, **self._where(), "ararat": __version__, **made_of(self.recipe.manner)}
        if self.first is None:
            return made
        before = self.first.made
        learnt = {name: round(made[name] + before.get(name, 0), 1) for name in LEARNT if name in made}
        kept = {name: before[name] for name in HABITS if name in before}
        return {**made, **learnt, **kept, "from": self.first.mark}

    @property
    def gone(self) -> float:
        """How much of it is done: 1 is all."""
        return self.recipe.gone(self.practices, self.seconds)

    @property
    def is_over(self) -> bool:
        return self.gone >= 1

    def go(self, stop: Callable[[], bool], tell: Callable[[Json], None]) -> None:
        """Practise until the end or until told to stop, and keep where that is."""
        saved = time.monotonic()
        while True:
            for entry in self._judgements(stop):
                self.folder.add(entry)
                tell(entry)
            if self.is_over or stop():
                self.save()
                return
            if time.monotonic() - saved > KEPT_AFTER:
                self.save()
                saved = time.monotonic()
            began = time.monotonic()
            entry = self.practise()
            self.seconds += time.monotonic() - began
            self.folder.add(entry)
            tell(entry)

    def practise(self) -> Json:
        """One practice; returns what is to be told of it."""
        manner, chance = self.recipe.manner, np.random.default_rng([self.recipe.seed, self.practices])
        past = play(self.learner, self.crowd, manner, chance)
        return self._learnt(learn(self.learner, self.adam, past, manner, self._rate, chance))

    @property
    def _rate(self) -> float:
        """How fast to learn now."""
        return self.recipe.manner.rate * (1 - (1 - LAST_RATE) * self.gone)

    def _learnt(self, told: dict[str, float]) -> Json:
        """Count a practice; returns what is to be told of it."""
        self.practices += 1
        return {**self._where(), **{name: round(number, 5) for name, number in told.items()}}

    def _judgements(self, stop: Callable[[], bool]) -> Iterator[Json]:
        """What the net wins now against each bot with fewest and with most players, where that is due."""
        if self.practices not in self._judged and len(self._judged) > self.gone * max(1, self.recipe.judged - 1):
            return
        self._judged.add(self.practices)
        done = [
            (e["against"], e["players"]) for e in self.folder.log if "against" in e and e["practices"] == self.practices
        ]
        counts = [count for count in self.recipe.players if count > 1] or [*self.recipe.players]
        for players in sorted({counts[0], counts[-1]}):
            for code in self.recipe.bots:
                if (code, players) not in done:
                    how = self.recipe.matches, stop, self.recipe.manner.afterstates
                    found = strength(self.learner, find(code), players, *how)
                    if found is None:
                        return
                    yield {**self._where(), **found}

    def _where(self) -> Json:
        steps = self.practices * len(self.crowd) * self.recipe.manner.window
        clock = {"seconds": round(self.seconds, 1)} if self.recipe.minutes else {}  # else a run is the same each time
        return {"practices": self.practices, "steps": steps, **clock}
