"""What a client needs of the message `table`, without reading all of it: whoever measures shall take little."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

TABLE = b'{"type":"table"'
FIRST, EVERY = 100, 64  # messages that are read whole, to see that the quick look sees the same


class Glance(NamedTuple):
    """Where a table stands."""

    number: int
    turn: int | None
    over: bool


@dataclass
class Sight:
    """Looks quickly as long as that is right, and reads everything once it was wrong."""

    quick: bool = True
    looked: int = 0

    def glance(self, payload: bytes) -> Glance:
        """Where the table stands that a message tells."""
        found = looked_over(payload) if self.quick else None
        self.looked += 1
        if found is None or self.looked <= FIRST or self.looked % EVERY == 0:
            whole = glance_of(json.loads(payload))
            self.quick = whole == found
            return whole
        return found


def glance_of(message: Any) -> Glance:
    """The same of a message that was read."""
    return Glance(message["number"], message["turn"], message["over"])


def looked_over(payload: bytes) -> Glance | None:
    """What the first words say; the server puts what everybody may know before all else."""
    number, turn = after(payload, b'"number":'), after(payload, b'"turn":')
    return None if number is None else Glance(number, turn, b'"status":"over"' in payload[:4096])


def after(payload: bytes, key: bytes) -> int | None:
    """The number behind the first of a key."""
    begin = payload.find(key) + len(key)
    end = payload.find(b",", begin)
    digits = payload[begin:end]
    return int(digits) if digits.isdigit() else None
