"""The rules of Ark & Noah, one function a rule. Ids refer to RULES.md beside this folder.

A round in prose: every worker goes to an action, leftmost first, and scores the bonus there. Then the
actions with a worker are carried out from left to right: its seat acts at full strength, the others
follow with less. Pitch, food and wood come from the supply, animals from the bags; planks close
pens, pitch makes the hull tight, food and pairs of animals go aboard, and whoever has a share in
pen, pair or pitch scores. When the hull is closed, late enough, there is a last loading without
points, and what is left over costs some. The quick game has no workers, pitch or food.
"""

from __future__ import annotations

from ..state import End
from .ending import ending_of
from .invariants import fault
from .knowledge import OBSERVED
from .moves import MOST_ACTIONS, MOVES, list_actions, play, refusal
from .setup import set_up

ENDINGS = tuple(end.name.lower() for end in End)
