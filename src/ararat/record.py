"""Records: a match as a file that replays for ever.

A record holds what a match is a function of: the game and the version of its rules, the options,
the seed, the moves, and any entropy that was stirred in. Its last entry is a check over all the
others, so that a damaged or shortened record is refused instead of replayed wrongly.

    format    version of this form
    game      slug
    rules     version of the game's rules
    players   number of seats
    options   all options
    seed      what chance was started from
    state     the state the match was restored from, or null
    redealt   whether what is hidden in that state was dealt anew, from the seed (format 2)
    moves     every move, in order, in normal form
    entropy   [[number of the move before which it was stirred in, [four 32-bit words]], ...]
    seats     who sat where (codes of players), or null
    proof     of a fair deal that is over: see fairness.py; or null (format 2)
    check     SHA-256 over all of the above as canonical JSON
"""

from __future__ import annotations

import hashlib
import json
import marshal
from typing import Any

from .core.contract import Json
from .errors import LONGEST, BadRecord, shown

FORMAT = 2
SINCE_2: Json = {"redealt": False, "proof": None}  # what records of format 1 have not, as it is there
KEYS = (
    "format",
    "game",
    "rules",
    "players",
    "options",
    "seed",
    "state",
    "redealt",
    "moves",
    "entropy",
    "seats",
    "proof",
)


def keys_of(form: int) -> tuple[str, ...]:
    """The entries of a record of some format, beside its check."""
    return tuple(key for key in KEYS if form != 1 or key not in SINCE_2)


def canonical(value: Json) -> bytes:
    """JSON in the one form over which hashes are made: keys in order, no spaces, ASCII alone."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def check_of(record: Json) -> str:
    """The check over a record's other entries."""
    return hashlib.sha256(canonical({key: record[key] for key in keys_of(record["format"])})).hexdigest()


def sealed(record: Json) -> Json:
    """A record with its check."""
    return record | {"check": check_of(record)}


def examined(record: Any) -> Json:
    """A record that is whole; BadRecord says what is wrong with it otherwise."""
    if not isinstance(record, dict):
        raise BadRecord("record.object")
    form = record.get("format")
    if type(form) is int and form > FORMAT:
        raise BadRecord("record.newer", given=shown(form), known=FORMAT)
    if type(form) is not int or form < 1:
        raise BadRecord("record.format", known=FORMAT)
    keys = (*keys_of(form), "check")
    missing = [key for key in keys if key not in record]
    if missing:
        raise BadRecord("record.short", missing=", ".join(missing))
    extra = sorted(str(key) for key in record.keys() - set(keys))
    if extra:
        listed = ", ".join(extra)
        raise BadRecord(
            "record.extra", extra=listed if len(listed) <= LONGEST and listed.isprintable() else shown(listed)
        )
    try:
        right = check_of(record)
    except (TypeError, ValueError, RecursionError):
        raise BadRecord("record.json") from None
    if not isinstance(record["check"], str) or record["check"] != right:
        raise BadRecord("record.damaged")
    return SINCE_2 | record


def well_formed_entropy(entropy: Any) -> bool:
    """Whether the entropy of a record has its form."""
    return isinstance(entropy, list) and all(
        isinstance(entry, list)
        and len(entry) == 2
        and type(entry[0]) is int
        and isinstance(entry[1], list)
        and len(entry[1]) == 4
        and all(type(word) is int and 0 <= word < 2**32 for word in entry[1])
        for entry in entropy
    )


def are_seats(codes: Any, players: int) -> bool:
    """Whether these can be the codes of who sits where: nobody said, or a word for each seat."""
    if codes is None:
        return True
    return isinstance(codes, list) and len(codes) == players and all(isinstance(code, str) for code in codes)


def copied(value: Any) -> Any:
    """A copy of plain JSON that shares nothing with it."""
    return marshal.loads(marshal.dumps(value))
