"""What a user would pick instead, driven as its users drive it: random games from Python.

Each function plays for so many seconds and returns games/s and decisions/s. An import error means
that the library is not installed; the benchmark then says so and goes on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def open_spiel(name: str) -> Callable[[float], tuple[float, float]]:
    """A card game of OpenSpiel."""

    def play(seconds: float) -> tuple[float, float]:
        import pyspiel

        game = pyspiel.load_game(name)
        rng = random.Random(1)

        def one_game() -> int:
            decisions = 0
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
            return decisions

        return _rates(one_game, seconds)

    return play


def rlcard(name: str) -> Callable[[float], tuple[float, float]]:
    """A card game of RLCard."""

    def play(seconds: float) -> tuple[float, float]:
        import rlcard as library

        env = library.make(name, config={"seed": 1})
        rng = random.Random(1)

        def one_game() -> int:
            decisions = 0
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
            return decisions

        return _rates(one_game, seconds)

    return play


def catanatron(seconds: float) -> tuple[float, float]:
    """Four random players of Catanatron."""
    from catanatron import Color, Game, RandomPlayer

    def one_game() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return _actions_of(game)

    return _rates(one_game, seconds)


def _actions_of(game: Any) -> int:
    state = game.state
    return len(getattr(state, "action_records", None) or state.actions)


def _rates(one_game: Callable[[], int], seconds: float) -> tuple[float, float]:
    one_game()
    games = decisions = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        decisions += one_game()
        games += 1
    spent = time.perf_counter() - begin
    return games / spent, decisions / spent


RIVALS: dict[str, Callable[[float], tuple[float, float]]] = {
    "OpenSpiel hearts": open_spiel("hearts"),
    "OpenSpiel gin_rummy": open_spiel("gin_rummy"),
    "OpenSpiel oh_hell": open_spiel("oh_hell"),
    "RLCard uno": rlcard("uno"),
    "RLCard gin-rummy": rlcard("gin-rummy"),
    "Catanatron, 4 players": catanatron,
}
