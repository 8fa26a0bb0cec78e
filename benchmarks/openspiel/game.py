"""Animals on Board as a game of OpenSpiel, over the compiled rules.

Chance moves once, at the start, and chooses one of so many deals; all that it brings later follows from the
deal. A seat's information state is its view: it holds all that the seat may know.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ararat.core.hooks import hooks_of
from ararat.core.table import CHANCE_WORDS
from ararat.games import all_facts

from .world import World, compiled

SLUG = "animals-on-board"
FACTS = all_facts()[SLUG]
DEALS = 1000
MOST_DECISIONS = 1000  # far more than 17 rounds (AB-4.17) can hold

TYPE = pyspiel.GameType(
    short_name="ararat_animals_on_board",
    long_name=FACTS.name,
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=FACTS.players[-1],
    min_num_players=FACTS.players[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "deals": DEALS},
)


class ArkGame(pyspiel.Game):  # type: ignore[misc]
    """The game for a number of players, with so many deals."""

    def __init__(self, given: Any = None) -> None:
        given = given or {}
        self.players = int(given.get("players", 2))
        self.deals = int(given.get("deals", DEALS))
        self.kit = compiled(SLUG)
        self.prototype = self.kit.engine.prototype(self.players, FACTS.checked_options(self.players, {}))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kit.engine.rules.ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> ArkState:
        return ArkState(self)

    def make_py_observer(self, kind: Any = None, given: Any = None) -> Observer:
        return Observer(self)

    def dealt(self, seed: int) -> World:
        """The world of the match that starts from a seed."""
        return World.at(self.kit, self.kit.engine.start(self.prototype, seed))


class ArkState(pyspiel.State):  # type: ignore[misc]
    """A match in progress; before the deal there is no world yet."""

    def __init__(self, game: ArkGame) -> None:
        super().__init__(game)
        self.world: World | None = None

    @property
    def dealt(self) -> World:
        """The world, once there is one."""
        assert self.world is not None, "nothing is dealt yet"
        return self.world

    def current_player(self) -> int:
        return pyspiel.PlayerId.CHANCE if self.world is None else self.world.turn

    def is_terminal(self) -> bool:
        return self.world is not None and self.world.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.dealt.actions.tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.world is None:
            self.world = self.get_game().dealt(action)
        else:
            self.world.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return json.dumps(hooks_of(FACTS).move_of(self.dealt.tables[0], action))

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.world is None else list(self.world.returns())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ArkState:
        """Another match that looks the same to a seat."""
        twin = self.get_game().new_initial_state()
        stream = np.array([int(sampler() * 2**32) for _ in range(CHANCE_WORDS)], np.int64)
        twin.world = None if self.world is None else self.world.redealt(player, stream)
        return twin

    def __str__(self) -> str:
        if self.world is None:
            return "before the deal"
        return json.dumps(hooks_of(FACTS).state_of(self.world.tables[0]))


class Observer:
    """What a seat knows, as OpenSpiel asks for it."""

    def __init__(self, game: ArkGame) -> None:
        self.engine = game.kit.engine
        self.tensor = np.zeros(self.engine.rules.OBSERVATION, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: ArkState, player: int) -> None:
        self.tensor.fill(0)
        if state.world is not None:
            self.tensor[:] = self.engine.observe(state.world.tables, np.array([player], np.int64))[0]

    def string_from(self, state: ArkState, player: int) -> str:
        return "before the deal" if state.world is None else state.world.seen_by(player)


pyspiel.register_game(TYPE, ArkGame)
