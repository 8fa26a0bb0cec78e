"""A batch as bytes: a line that says what it is, then the seeds and the tables as they lie in memory.

ararat batch {"format": 1, "game": "...", ...}\n  seeds, four words a row  tables  SHA-256 of all before it
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from ..core.contract import Facts, Json
from ..core.engine import NO_SEEDS
from ..core.hooks import hooks_of
from ..core.table import Layout
from ..errors import AraratError, BadBatch, shown
from ..games import all_facts

FORMAT = 1
MARK = b"ararat batch "
DIGEST = hashlib.sha256().digest_size


def pack(facts: Facts, about: Json, seeds: np.ndarray, tables: np.ndarray) -> bytes:
    """The bytes of a batch; `about` is what else its maker needs to know."""
    head = {"format": FORMAT, "game": facts.slug, "rules": facts.rules_version, "size": len(tables)}
    head |= {"layout": fingerprint(hooks_of(facts).layout), **about}
    body = MARK + json.dumps(head).encode() + b"\n" + seeds.tobytes() + tables.tobytes()
    return body + hashlib.sha256(body).digest()


def unpack(data: Any) -> tuple[Facts, Json, np.ndarray, np.ndarray]:
    """The game, what was said about the batch, its seeds and its tables; or BadBatch."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise BadBatch("error.parcel", given=shown(data))
    data = bytes(data)
    line, _, rest = data[len(MARK) :].partition(b"\n")
    body = rest[:-DIGEST]
    if not data.startswith(MARK) or hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise BadBatch("error.parcel", given=shown(data))
    try:
        about = json.loads(line)
        if about["format"] != FORMAT:
            raise BadBatch("error.parcel-format", given=shown(about["format"]), known=FORMAT)
        facts = all_facts().get(about["game"])
        if facts is None:
            raise BadBatch("error.game", given=shown(about["game"]), known=", ".join(all_facts()))
        layout = hooks_of(facts).layout
        if about["rules"] != facts.rules_version or about["layout"] != fingerprint(layout):
            raise BadBatch("error.parcel-rules", name=facts.name)
        size = about["size"]
        seeds = np.frombuffer(bytearray(body[: NO_SEEDS.itemsize * 4 * size]), np.int64).reshape(size, 4)
        tables = np.frombuffer(bytearray(body[seeds.nbytes :]), layout.dtype)
        about["options"] = facts.checked_options(about["players"], about["options"])
        fits = len(tables) == size > 0 and (tables["players"] == about["players"]).all()
    except BadBatch:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, AraratError):
        raise BadBatch("error.parcel", given=shown(data)) from None
    if not fits or layout.out_of_range(tables):
        raise BadBatch("error.parcel", given=shown(data))
    return facts, about, seeds, tables


def fingerprint(layout: Layout) -> str:
    """What tells tables of one form from those of another."""
    fields = repr([(field.name, np.dtype(field.kind).str, field.shape) for field in layout])
    return hashlib.sha256(fields.encode()).hexdigest()[:16]
