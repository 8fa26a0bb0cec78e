"""The games as PettingZoo has them: one agent a seat, each in its turn (AEC).

    env = ararat.envs.pettingzoo.env(slug, players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))

As in PettingZoo's own classic games an observation holds `observation` and `action_mask`, rewards come at the end,
and an illegal action loses (-1) and ends the match for all.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from ..match import checked_seed
from . import needed
from .ids import spiel_name
from .table import Table

with needed("pettingzoo"):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from .spaces import action_space, masked_space


def env(game: str, players: int | None = None, rewards: str = "win", **options: Any) -> Any:
    """The environment of a game, with the checks around it that PettingZoo's own games have."""
    bare = raw_env(game, players, rewards, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=bare.table.illegal))
    )


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """The environment without checks, under the name that PettingZoo's own games give it."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        rewards: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.table = Table(game, players, rewards, options)
        self.metadata = {
            "name": f"{spiel_name(self.table.facts.slug)}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: masked_space(self.table) for agent in self.possible_agents}
        self.seeds = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start the match of a seed; without one, of the next that follows from the last."""
        if seed is not None:
            self.seeds = Random(checked_seed(seed))
        self.table.start(self.seeds.getrandbits(64) if seed is None else checked_seed(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows, and what it may do: nothing while another is in turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: Any) -> None:
        """Play an action for the agent in turn; an illegal one raises IllegalMove and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.over:
            self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def state(self) -> np.ndarray:
        """What all seats know together, for critics: the observation of each seat, one after the other."""
        return np.concatenate([self.table.observation(seat) for seat in range(self.table.players)])

    def render(self) -> str | None:
        """The table as all may see it, in characters: returned ("ansi") or written ("human")."""
        drawn = self.table.drawn(None)
        if self.render_mode == "ansi":
            return drawn
        print(drawn)
        return None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _select(self) -> None:
        turn = self.table.turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]
