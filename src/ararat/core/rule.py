"""`@rule`, the one word that a game's rules need to run at every speed.

A rule is an ordinary Python function over a table. Marking it changes nothing about it: called
from Python it runs as Python. The compiler (`compiler.py`, the only importer of Numba) compiles
all marked functions together, for the CPU or for a GPU, when somebody first asks for speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_marked: list[Callable[..., Any]] = []


def rule(function: Function) -> Function:
    """Mark a function as part of the compiled rules."""
    _marked.append(function)
    return function


def marked_rules() -> list[Callable[..., Any]]:
    """Every function marked so far, in order of definition."""
    return list(_marked)
