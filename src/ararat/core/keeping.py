"""Answers that are kept: all at a table ask the same of what lies open there, one after the other."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

Asked = TypeVar("Asked", bound=Callable[..., Any])

BY_VALUE = 2  # the format that writes equal values as equal bytes
MOST = 256  # answers of one function


def shared(view: Any, read: Callable[[Any], Any]) -> Any:
    """What is read from a part of a view, to be looked at only: where several look at one table, read once for all to
    whom it is the same (server/alike.py)."""
    reader = getattr(view, "shared", None)
    return read(view) if reader is None else reader(read)


def kept(function: Asked) -> Asked:
    """A function of plain JSON, places only, whose last answers are kept; whoever asks gets one of their own."""

    @lru_cache(maxsize=MOST)
    def answer(given: bytes) -> bytes:
        return marshal.dumps(function(*marshal.loads(given)))

    @wraps(function)
    def ask(*given: Any) -> Any:
        return marshal.loads(answer(marshal.dumps(given, BY_VALUE)))

    return ask  # type: ignore[return-value]
