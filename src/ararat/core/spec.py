"""The specification of a game for learners: what can be done, what is seen, what it is worth, how long it lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import BadBatch, shown
from .contract import Facts, Json
from .encoding import Encoding
from .engine import engine_of
from .features import Features, width_of
from .hooks import hooks_of
from .moves import name_of
from .observations import Block
from .room import checked_out

MEASURED = 200  # random matches


@dataclass(frozen=True)
class ActionKind:
    """A kind of action: its numbers, when it is due, and of each field how many different things it can name."""

    name: str
    first: int
    count: int
    phases: tuple[str, ...]
    fields: Mapping[str, int]


@dataclass(frozen=True)
class Spec:
    """What a learner has to know of a game with so many players and such options.

    Observations are rows of `observation` numbers, which `blocks` name one after the other; `encode` makes `encoded`
    numbers of each, `features` as many of an action as `features_size` says.
    """

    game: str
    players: int
    options: Json
    actions: int  # numbers of actions, from 0
    kinds: tuple[ActionKind, ...]
    most_legal: int  # actions that can be legal at once
    utilities: Mapping[str, Any]  # between which numbers the end of a match lies
    observation: int  # numbers of an observation
    shared: int  # of these on the table; the rest is the same for each seat, the observer's first
    blocks: tuple[Block, ...]
    encoding: Encoding
    action_features: Features
    _measure: Callable[[int], int]
    _kernel: Callable[[str], Any]

    @property
    def encoded(self) -> int:
        """Numbers of an encoded observation."""
        return self.encoding.size

    @property
    def features_size(self) -> int:
        """Numbers of the features of an action."""
        return self.action_features.size

    def encode(self, observations: Any, out: np.ndarray | None = None) -> np.ndarray:
        """Observations one-hot and scaled: [..., observation] to [..., encoded]. `out` is an array to write into."""
        given = np.asarray(observations)
        if not np.issubdtype(given.dtype, np.number) or given.shape[-1:] != (self.observation,):
            raise BadBatch("error.observations", given=shown(list(given.shape)), size=self.observation)
        encoded = checked_out(out, (*given.shape[:-1], self.encoded), np.float32)
        rows, grid = given.reshape(-1, self.observation), encoded.reshape(-1, self.encoded)
        if not self.encoding.encode(rows, grid, self._kernel("encode")):
            raise BadBatch("error.observations", given=shown(list(given.shape)), size=self.observation)
        return encoded

    def features(self, actions: Any) -> np.ndarray:
        """What actions are: [...] to [..., features_size]."""
        given = np.asarray(actions)
        if not np.issubdtype(given.dtype, np.integer) or ((given < 0) | (given >= self.actions)).any():
            raise BadBatch("error.no-actions", last=self.actions - 1)
        return self.action_features.of(given)

    @cached_property
    def longest(self) -> int:
        """Decisions of the longest match: measured, not proved, over random matches (`MEASURED` of them)."""
        return self._measure(MEASURED)

    def json(self) -> Json:
        """The same as plain JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "actions": self.actions,
            "kinds": [asdict(kind) for kind in self.kinds],
            "most_legal": self.most_legal,
            "longest": {"decisions": self.longest, "proved": False, "matches": MEASURED},
            "utilities": dict(self.utilities),
            "observation": self.observation,
            "shared": self.shared,
            "blocks": [asdict(block) for block in self.blocks],
            "encoded": self.encoded,
            "features": [asdict(block) for block in self.action_features.blocks],
        }


_features: dict[str, Features] = {}


def features_of(facts: Facts) -> Features:
    """The features of all actions of a game, made once a process."""
    if facts.slug not in _features:
        hooks = hooks_of(facts)
        table = hooks.declared_state.blank()
        table.players = facts.players[-1]
        _features[facts.slug] = Features(hooks.rules.MOVES, table)
    return _features[facts.slug]


def spec_of(
    facts: Facts, players: int, options: Json, utilities: Mapping[str, Any], measure: Callable[[int], int]
) -> Spec:
    """The specification of a game with so many players and these options, which have been checked.

    `measure` plays so many random matches and says how many decisions the longest one had.
    """
    hooks = hooks_of(facts)
    moves, rules = hooks.rules.MOVES, hooks.rules
    blocks = rules.OBSERVED.blocks(facts.new_table(players, options)[0])
    kinds = tuple(
        ActionKind(
            move.name,
            moves.starts[move.name],
            move.count,
            tuple(map(name_of, move.phases)),
            {name: width_of(kind) for name, kind in {**move.fields, **move.optional}.items()},
        )
        for move in moves.kinds.values()
    )
    return Spec(
        game=facts.slug,
        players=players,
        options=options,
        actions=moves.count,
        kinds=kinds,
        most_legal=int(rules.MOST_ACTIONS),
        utilities=utilities,
        observation=sum(block.size for block in blocks),
        shared=sum(block.size for block in blocks if block.seat is None),
        blocks=tuple(blocks),
        encoding=Encoding(blocks),
        action_features=features_of(facts),
        _measure=measure,
        _kernel=engine_of(facts).kernel,
    )
