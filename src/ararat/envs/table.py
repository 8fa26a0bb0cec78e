"""One match as the faces step it: by numbers of actions, with what each seat sees of it as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..batch.given import checked_utility
from ..batch.utilities import utilities
from ..core.contract import Json, rule_id
from ..core.engine import engine_of
from ..core.hooks import hooks_of
from ..core.options import whole_number
from ..core.table import NOBODY, unpacked
from ..core.utilities import UTILITIES, write_utilities
from ..errors import IllegalMove
from ..facade import find_game

ILLEGAL = -1.0  # what an illegal action is worth, unless there is worse


class Table:
    """A table of a game for a number of players, at which one match after the other is played."""

    def __init__(self, game: Any, players: Any, rewards: Any, options: Json) -> None:
        facts = find_game(game).facts
        self.facts = facts
        self.players = facts.usual_players if players is None else whole_number(players)
        self.options = facts.checked_options(self.players, options)
        self.utility = checked_utility(rewards)
        self.rewards = UTILITIES[self.utility]
        self.worth = utilities(facts, self.players)[self.rewards]
        self.illegal = min(ILLEGAL, self.worth["low"])
        self.engine, self.hooks = engine_of(facts), hooks_of(facts)
        self.actions: int = self.engine.rules.ACTIONS
        self.prototype = self.engine.prototype(self.players, self.options)
        self.tables = self.engine.start(self.prototype, 0)
        self.size = len(self.observation(0))  # numbers of an observation

    def __reduce__(self) -> Any:
        """Copied and sent as it stands, in the middle of a match too."""
        return restored, (self.facts.slug, self.players, self.rewards, self.options, self.tables.tobytes())

    def start(self, seed: int) -> None:
        """Set up the match of a seed."""
        self.tables = self.engine.start(self.prototype, seed)

    @property
    def turn(self) -> int | None:
        """The seat whose decision is due; None when the match is over."""
        turn = int(self.tables[0].turn)
        return None if turn == NOBODY else turn

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.turn is None

    def legal(self) -> list[int]:
        """The legal actions of the seat in turn; none when the match is over."""
        return [] if self.over else self.engine.actions(self.tables)

    def mask(self, seat: int) -> np.ndarray:
        """1 for every legal action of a seat; it has none unless it is in turn."""
        mask = np.zeros(self.actions, np.int8)
        if self.turn == seat:
            mask[self.legal()] = 1
        return mask

    def observation(self, seat: int, tables: np.ndarray | None = None) -> np.ndarray:
        """What a seat knows, as numbers; here, or at such a table elsewhere."""
        return self.engine.observe(self.tables if tables is None else tables, np.array([seat], np.int64))[0]

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the highest that each number of an observation can be."""
        low, high = self.engine.rules.OBSERVED.bounds(self.tables[0])
        return low, np.maximum(high, low + 1)  # whoever plays alone is always the first seat; spaces want room

    def play(self, action: Any) -> None:
        """Play an action, or raise IllegalMove with its rule; then nothing has changed."""
        number, _ = self.engine.step(self.tables, whole_number(action))
        if number:
            raise IllegalMove(rule_id(self.engine.state.Rule(number)), self.facts.package)

    def returns(self, tables: np.ndarray | None = None) -> list[float]:
        """What the match was worth to each seat, here or elsewhere; nothing before its end."""
        worth, table = [0.0] * self.players, unpacked((self.tables if tables is None else tables)[0])
        if table.turn == NOBODY:
            rules = self.engine.rules
            scores = [int(rules.score_of(table, seat)) for seat in range(self.players)]
            winners = [bool(rules.is_winner(table, seat)) for seat in range(self.players)]
            write_utilities(self.utility, self.engine.sign, scores, winners, worth)  # type: ignore[arg-type]
        return [float(one) for one in worth]

    def moves(self) -> list[Json]:
        """The legal moves as people have them, in the order of `legal`."""
        return self.hooks.moves_of(unpacked(self.tables[0]), self.legal())

    def drawn(self, seat: int | None) -> str:
        """The table as a seat sees it, as plain text."""
        from ..core.texts import SHORT, Reading, Told

        told = Told(seat, self.hooks.view_of(self.tables[0], seat), self.options, [], ())
        return Reading(self.facts, "en", self.players).table(told, SHORT)


def restored(game: str, players: int, rewards: str, options: Json, raw: bytes) -> Table:
    """The table of its bytes."""
    table = Table(game, players, rewards, options)
    table.tables = np.frombuffer(bytearray(raw), table.tables.dtype)
    return table
