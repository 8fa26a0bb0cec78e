"""The rules of Noah, one function a rule. Ids refer to RULES.md beside this folder.

A turn in prose: the seat boards a card on the boat where Noah stands, or collects the boat if no
card fits and then boards any. The power of the animal works, Noah moves by its sex, a boat at its
limit leaves and is paid for with gifts. A pair earns another turn, else the next seat has its own.
A round ends with an empty hand or a vacant quay; tears left in hand are points, and the fewest win.
"""

from __future__ import annotations

from .invariants import fault
from .knowledge import OBSERVED, redeal
from .moves import MOST_ACTIONS, MOVES, list_actions, play, refusal
from .rounds import set_up
