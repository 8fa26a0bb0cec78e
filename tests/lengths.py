"""How much is proved: the short form of all tests (`make test`), or the long one (`make prove`, `pytest --long`).

Both forms hold every law over every game and player count; the long one plays more matches, looks at more
positions and options, and runs the tests that are marked `long`.
"""

from __future__ import annotations

from typing import TypeVar

Amount = TypeVar("Amount")

LONG = False  # conftest.py decides before any test is read


def amount(short: Amount, long: Amount) -> Amount:
    """One of two amounts, by the form that runs."""
    return long if LONG else short
