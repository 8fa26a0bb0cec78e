"""How much is proved: the short form of all tests (`make test`), or the long one (`make prove`, `pytest --long`).

Both forms hold every law over every game, the short one with one table of each, another for every law; the long one
with all of them, over more matches, positions and options, and with the tests that are marked `long`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Amount = TypeVar("Amount")

LONG = False  # conftest.py decides before any test is read


def amount(short: Amount, long: Amount) -> Amount:
    """One of two amounts, by the form that runs."""
    return long if LONG else short


def in_turn(cases: Sequence[Amount], turn: int, short: int = 1) -> list[Amount]:
    """All cases; in the short form only some, from another one on in every test, so that all come up somewhere."""
    return [*cases] if LONG else [*cases, *cases][turn % len(cases) :][: min(short, len(cases))]
