"""The rules of Animals on Board, one function a rule. Ids refer to RULES.md beside this file.

A match in prose: every seat keeps one of three tiles. Then, round after round, the seats in turn
split a group of the play area and get a crate, or take a group for one crate a tile and are out of
the round. When an ark has ten tiles the match ends with that round: pairs go back to the box, the
fullest arks discard down to ten, and the arks are scored.
"""

from __future__ import annotations

from .invariants import fault
from .knowledge import OBSERVED, redeal
from .moves import MOST_ACTIONS, MOVES, count_actions, list_actions, nth_action, play, refusal, touched
from .setup import set_up
