"""The games as Gymnasium has them: a learner at one seat, bots of ours at the others.

    env = gymnasium.make(gymnasium_id(slug), players=4, opponents="cat", seat=0)
    observation, info = env.reset(seed=7)
    while True:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

`import ararat` is all that Gymnasium needs to know the ids. What may be done is in `info["action_mask"]` and
`action_masks()`. An illegal action loses: it ends the match with -1, and `info["illegal"]` says why. The match of a
seed is the one that the seed starts everywhere; what the bots decide follows from it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from ..errors import IllegalMove
from ..match import checked_seed
from ..players.codes import RANDOM
from . import needed
from .ids import register
from .opponents import bots_at, decided, seat_at
from .table import Table

with needed("gymnasium"):
    import gymnasium

    from .spaces import action_space, seen_space
    from .vector import TablesEnv as TablesEnv  # where Gymnasium looks for it

SEED_BITS = 62  # of a match that nobody gave a seed

register()


class TableEnv(gymnasium.Env[np.ndarray, Any]):
    """A learner's seat at a table; the others are bots'."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str | Sequence[str] = RANDOM,
        seat: int = 0,
        rewards: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(game, players, rewards, options)
        self.seat = seat_at(self.table, seat)
        self.bots = bots_at(self.table, self.seat, opponents)
        self.render_mode = render_mode
        self.action_space = action_space(self.table)
        self.observation_space = seen_space(self.table)
        self.choices = Random(0)  # what bots decide by
        self.lost = False  # by an illegal action

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Start the match of a seed, or one drawn by the generator of the environment, up to the learner's decision."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << SEED_BITS)) if seed is None else checked_seed(seed)
        self.choices = Random(deal)
        self.lost = False
        self.table.start(deal)
        self._let_others_play()
        return self.table.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play an action, and then the others up to the learner's next decision."""
        why = None
        if not self.table.over and not self.lost:
            try:
                self.table.play(action)
            except IllegalMove as illegal:
                why, self.lost = str(illegal), True
            else:
                self._let_others_play()
        reward = self.table.illegal if self.lost else self.table.returns()[self.seat]
        info = self._info() | ({} if why is None else {"illegal": why})
        return self.table.observation(self.seat), reward, self.lost or self.table.over, False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as learners ask for it that choose among those alone."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The table as the learner sees it, in characters."""
        return self.table.drawn(self.seat) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def _let_others_play(self) -> None:
        while not self.table.over and self.table.turn != self.seat:
            self.table.play(decided(self.table, self.bots[self.table.turn], self.choices))  # type: ignore[index]
