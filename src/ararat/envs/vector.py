"""Many tables at once as Gymnasium has them: a learner's seat at each, bots of ours at the others.

    envs = gymnasium.make_vec(gymnasium_id(slug), num_envs=1024, players=4, opponents="greedy")
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

All of it is one batch of compiled rules. Table n of the seed s is the match of the seed s + n. An episode that ended
starts anew with the next step, whose action is not looked at (Gymnasium's `NEXT_STEP`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from ..batch.given import checked_actions
from ..facade import find_game
from ..players.codes import RANDOM
from . import needed
from .opponents import bots_at, seat_at
from .table import Table

with needed("gymnasium"):
    from gymnasium import vector
    from gymnasium.vector.utils import batch_space

    from .spaces import action_space, seen_space

SEED_BITS = 62
NO_ACTION = -1
NONE = -1


class TablesEnv(vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """A learner's seat at many tables."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str | Sequence[str] = RANDOM,
        seat: int = 0,
        rewards: str = "win",
        cores: int | None = None,
        **options: Any,
    ) -> None:
        table = Table(game, players, rewards, options)
        self.metadata = {"autoreset_mode": vector.AutoresetMode.NEXT_STEP}
        self.num_envs = num_envs
        self.seat = seat_at(table, seat)
        bots = bots_at(table, self.seat, opponents)
        self.bots = list({bot.code: bot for bot in bots.values()}.values())
        codes = [bot.code for bot in self.bots]
        # Which of them decides at a seat: none at the learner's, and none (the last) where a match is over.
        self.deciders = np.array(
            [codes.index(bots[at].code) if at in bots else NONE for at in range(table.players + 1)]
        )
        self.single_action_space, self.single_observation_space = action_space(table), seen_space(table)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.rewards, self.illegal = table.rewards, table.illegal
        self.batch = find_game(game).batch(num_envs, players=table.players, cores=cores, rewards=rewards, **options)
        self.ended = np.zeros(num_envs, bool)
        self.choices = Random(0)  # what bots decide by

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start the matches of a seed and of those that follow it, or of one each; all, or the ones of `reset_mask`."""
        first = seed if seed is None or isinstance(seed, int) else int(seed[0])
        super().reset(seed=first)
        if first is None:
            seed = first = int(self.np_random.integers(1 << SEED_BITS))
        rows = np.flatnonzero((options or {}).get("reset_mask", np.ones(self.num_envs, bool)))
        self.batch.reset(rows, seed)
        self.choices = Random(first)
        self.ended[rows] = False
        self._let_others_play(~self.ended)
        return self._seen(), self._info(np.zeros(self.num_envs, bool))

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action at each table, and then the others up to the learner's next decision."""
        anew = self.ended
        given = np.where(anew, NO_ACTION, checked_actions(actions, self.num_envs))
        refused = self.batch.step(given).refused != 0
        if anew.any():
            self.batch.reset(np.flatnonzero(anew))
        lost = refused & ~anew
        self._let_others_play(~lost)
        self.ended = lost | self.batch.over
        rewards = np.where(lost, self.illegal, self.batch.returns(self.rewards)[:, self.seat])
        return self._seen(), rewards, self.ended.copy(), np.zeros(self.num_envs, bool), self._info(lost)

    def action_masks(self) -> np.ndarray:
        """[tables, actions]: which are legal for the learner."""
        return self.batch.masks().astype(bool)

    def _seen(self) -> np.ndarray:
        return self.batch.observations(self.seat)

    def _info(self, lost: np.ndarray) -> dict[str, Any]:
        there = np.ones(self.num_envs, bool)  # as Gymnasium marks at which tables there is something
        masks = self.batch.masks().view(np.int8)
        return {"action_mask": masks, "_action_mask": there, "illegal": lost, "_illegal": there.copy()}

    def _let_others_play(self, where: np.ndarray) -> None:
        """Let bots decide, at the tables that are meant, until each is the learner's or over."""
        while True:
            deciders = np.where(where, self.deciders[self.batch.turns], NONE)
            actions = np.full(self.num_envs, NO_ACTION)
            for number, bot in enumerate(self.bots):
                rows = np.flatnonzero(deciders == number)
                if len(rows):
                    actions[rows] = bot.act(self.batch, rows, self.choices.getrandbits(SEED_BITS))
            if (actions == NO_ACTION).all():
                return
            self.batch.step(actions)
