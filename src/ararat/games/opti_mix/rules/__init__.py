"""The rules of Arche Opti Mix, one function a rule. Ids refer to RULES.md beside this folder.

A turn in prose: the seat takes a card of the display and draws another one, or it lays one card
aboard and then perhaps a second. A card must find a cabin whose company, climate, weight and
neighbours suit it, and the ark must stay level. It brings a piece on the score card of its type; a
new cabin costs a disc and brings a card. The second rain card lets everybody keep a pet, the fifth
ends the drawing: with their discs the seats load on until all have passed. Majorities are paid.
"""

from __future__ import annotations

from .invariants import fault
from .knowledge import OBSERVED, redeal
from .moves import MOST_ACTIONS, MOVES, broken, list_actions, play, refusal
from .setup import set_up
