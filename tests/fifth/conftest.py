"""The tests of the fifth game are collected only where it is found: see tests/test_fifth_game.py."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("ARARAT_GAMES") else ["test_*.py"]
