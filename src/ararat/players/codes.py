"""Codes of bots; all of them play every game."""

from __future__ import annotations

import re

RANDOM = "random"
GREEDY = "greedy"
LEVELS = ("chick", "rabbit", "cat", "fox", "owl")  # the weakest first
# search:2000 is so many playouts, search:0.5s so many seconds, search:2000/30 with a sight of so many decisions.
SEARCH = re.compile(
    r"search:(?:(?P<playouts>[1-9]\d{0,8})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)(?:/(?P<sight>[1-9]\d{0,5}))?"
)
OLD_OWL = "old-owl"  # the last level as it was before nets, by the guide: a rival that stays the same
# net:2000 thinks with the net that ships with the game, net:FILE:2000 with that of a file; all else as above. A
# sight is how many decisions the net plays on by itself before it judges: none, unless told.
NET = re.compile(
    r"net(?::(?P<file>.+?))??"
    r"(?::(?:(?P<playouts>[1-9]\d{0,8})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)(?:/(?P<sight>[1-9]\d{0,5}))?)?",
    re.DOTALL,
)
