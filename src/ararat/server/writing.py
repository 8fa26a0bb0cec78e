"""Messages as text."""

from __future__ import annotations

import json
from typing import Any

import orjson

from ..core.contract import Json


def written(message: Json | list[Any]) -> str:
    """A message, or a part of one, as JSON in few characters."""
    try:
        return orjson.dumps(message).decode()
    except TypeError:  # numbers of more than 64 bits, half of a pair of surrogates
        return json.dumps(message, separators=(",", ":"))
