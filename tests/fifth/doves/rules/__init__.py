"""The rules of Doves, one function a rule. Ids refer to RULES.md beside this folder."""

from __future__ import annotations

from .knowledge import OBSERVED, redeal
from .turns import MOVES, fault, list_actions, play, refusal, set_up

__all__ = ["MOVES", "OBSERVED", "fault", "list_actions", "play", "redeal", "refusal", "set_up"]
