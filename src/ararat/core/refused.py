"""How a game's `moves.py` says that a move is refused, before or after it became an action."""

from __future__ import annotations

from enum import IntEnum


class Refused(Exception):
    """A move that a rule refuses; the match turns it into a refusal with words."""

    def __init__(self, rule: IntEnum, *others: IntEnum) -> None:
        super().__init__(rule)
        self.rules = (rule, *others)
