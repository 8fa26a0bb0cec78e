"""Who thinks: OpenSpiel's search within a time, and our players.

A thinker is named by a code. "ismcts:1" is OpenSpiel's search with the exploration constant 1 and its own
random rollouts; "ismcts:1:compiled" has the rollouts played by our compiled rules instead, one call each,
which is more than a user of OpenSpiel gets but shows the searches apart from the speed of Python. "search" is
ours within the same time, "net:FILE" the same with the net of a file; any other code is that player of ours.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

import ararat
from ararat.core.engine import Engine
from ararat.core.hooks import hooks_of
from ararat.errors import UnknownPlayer, shown
from ararat.match import Match
from ararat.players.codes import NET

from .world import FACTS, World, game_for, returns_of

NEVER = 2**62  # simulations: the clock stops the search before
OURS = "search"
THEIRS = "ismcts"
SIGHT = hooks_of(FACTS).old_guide.LEVELS[-1].sight  # our search looks as far as the strongest level does


class TimeIsUp(Exception):
    """The search has thought for as long as it may."""


@dataclass
class Thought:
    """An action with what it cost; simulations are 0 where nobody counts them."""

    action: int
    seconds: float
    simulations: int = 0


class Thinker(Protocol):
    """Somebody who finds an action."""

    def think(self, match: Match, world: World, seed: int) -> Thought: ...


class CompiledRollouts(mcts.Evaluator):  # type: ignore[misc]
    """One random match to its end in compiled code, and equal priors."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def evaluate(self, world: World) -> Any:
        kit = world.kit
        tables = world.clone().tables
        return returns_of(world.players, kit.finish(tables, kit.effects, kit.listed, self.stream))

    def prior(self, world: World) -> list[tuple[int, float]]:
        return [(action, 1 / len(world.actions)) for action in world.actions]


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search as it is, stopped by the clock between two simulations."""

    def __init__(self, game: Any, uct_c: float, compiled: bool, seconds: float, seed: int) -> None:
        random = np.random.RandomState(seed)
        self.stream = np.zeros(4, np.int64)
        Engine.seed_words(self.stream, seed)
        rollouts = CompiledRollouts(self.stream) if compiled else mcts.RandomRolloutEvaluator(1, random)
        # Its defaults: worlds without limit, the action visited most.
        super().__init__(game, rollouts, uct_c, NEVER, random_state=random)
        self.set_resampler(self._imagined)
        self.seconds = seconds
        self.until = 0.0
        self.simulations = 0

    def run_search(self, world: World) -> Any:
        self.until = time.perf_counter() + self.seconds
        self.simulations = 0
        try:
            return super().run_search(world)
        except TimeIsUp:
            return self.get_final_policy(world, self._root_node)

    def _imagined(self, world: World, seat: int) -> World:
        # The first simulation opens the root only; the second gives an action its first visit.
        if self.simulations > 1 and time.perf_counter() >= self.until:
            raise TimeIsUp
        self.simulations += 1
        return world.redealt(seat, self.stream)


class Spiel:
    """OpenSpiel's search at the table."""

    def __init__(self, code: str, seconds: float) -> None:
        self.uct_c, self.compiled = settings_of(code)
        self.seconds = seconds

    def think(self, match: Match, world: World, seed: int) -> Thought:
        begin = time.perf_counter()
        bot: Any = TimedSearch(game_for(world.players), self.uct_c, self.compiled, self.seconds, seed)
        action = int(bot.step(world))
        return Thought(action, time.perf_counter() - begin, bot.simulations)


class Ours:
    """A player of ours at the table, with nothing but its view."""

    def __init__(self, code: str) -> None:
        self.player = ararat.player(code)

    def think(self, match: Match, world: World, seed: int) -> Thought:
        view, moves = match.view(match.turn), match.moves()
        begin = time.perf_counter()
        move = self.player.choose(view, moves, seed)
        spent = time.perf_counter() - begin
        return Thought(hooks_of(FACTS).action_of(world.tables[0], move), spent)


def settings_of(code: str) -> tuple[float, bool]:
    """The exploration constant of a code of OpenSpiel's search, and whether its rollouts are compiled."""
    name, uct_c, *rest = [*code.split(":"), ""]
    try:
        if name == THEIRS and rest in ([""], ["compiled", ""]):
            return float(uct_c), len(rest) > 1
    except ValueError:
        pass
    raise UnknownPlayer("error.player", given=shown(code), known=f"{THEIRS}:1, {THEIRS}:1:compiled")


def thinker_of(code: str, seconds: float) -> Thinker:
    """The thinker of a code."""
    if code.split(":")[0] == THEIRS:
        return Spiel(code, seconds)
    if code == OURS:
        return Ours(f"{OURS}:{seconds:g}s/{SIGHT}")
    learnt = NET.fullmatch(code)
    untold = learnt is not None and not (learnt["playouts"] or learnt["seconds"])
    return Ours(f"{code}:{seconds:g}s" if untold else code)
