"""Arrays to write into: the caller's, looked at, or new ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch


def checked_out(out: Any, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """An array to write into that has this shape and kind; a new one for None."""
    if out is None:
        return np.zeros(shape, kind)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != kind or not out.flags.carray:
        raise BadBatch("error.out", shape=" x ".join(map(str, shape)), kind=np.dtype(kind).name)
    return out
