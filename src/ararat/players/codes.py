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
# net:FILE thinks with the net of a file, so many playouts or seconds: net:FILE:2000, net:FILE:0.5s.
NET = re.compile(
    r"net:(?P<file>.+?)(?::(?:(?P<playouts>[1-9]\d{0,8})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s))?", re.DOTALL
)
