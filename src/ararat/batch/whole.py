"""Everything about a table as numbers, for a critic that may see what no seat sees; all but chance to come.

The fields of the table one after the other, each number as it is and each set or pile as its bits, the lowest first:
what a field of 64 bits holds is never a number to count with. Fields lie wide to narrow in a table (core/table.py), so
the bits come first.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from ..core.table import Layout

WIDE = 8  # bytes of a field that holds bits
HIDDEN = ("chance", "spare")


class Whole:
    """How the tables of one layout are written: `names` of all numbers, and `write`."""

    def __init__(self, layout: Layout) -> None:
        self.bits, self.names, numbers = [], [], []
        at = 0
        for field in layout:
            places = ["".join(f"[{n}]" for n in place) for place in product(*map(range, field.shape))]
            if field.name not in HIDDEN:
                if field.width == WIDE:
                    room = field.high.bit_length()
                    self.names += [f"{field.name}{place}.{bit}" for place in places for bit in range(room)]
                    self.bits += [8 * (at + WIDE * n) + bit for n in range(len(places)) for bit in range(room)]
                else:
                    numbers.append((field, at, places))
            at += field.bytes
        self.numbers: list[tuple[slice, int, int, np.dtype[np.generic]]] = []  # columns, bytes, type
        for field, start, places in numbers:
            columns = slice(len(self.names), len(self.names) + len(places))
            self.numbers.append((columns, start, start + field.bytes, np.dtype(field.kind)))
            self.names += [field.name + place for place in places]
        self.taken = np.array(self.bits, np.int64)
        self.wide = sum(field.bytes for field in layout if field.width == WIDE)

    def write(self, tables: np.ndarray, grid: np.ndarray) -> None:
        """Write every table into its row."""
        raw = tables.view(np.uint8).reshape(len(tables), -1)
        bits = np.unpackbits(raw[:, : self.wide], axis=1, bitorder="little")
        grid[:, : len(self.bits)] = bits[:, self.taken]
        for columns, first, last, kind in self.numbers:
            grid[:, columns] = np.ascontiguousarray(raw[:, first:last]).view(kind)


@cache
def whole_of(layout: Layout) -> Whole:
    """How the tables of a layout are written."""
    return Whole(layout)
