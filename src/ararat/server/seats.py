"""Who sits where: people, by the hash of a token; bots, by their code; nobody yet."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..core.contract import Json
from .refusals import Declined

PERSON, BOT, OPEN = "person", "bot", "open"
TOKEN_BYTES = 32
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none of them looks like another
CODE_LENGTH = 8
UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # called letters or signs, and yet blank


@dataclass(frozen=True)
class Seat:
    """One seat. A person may have a bot that sits in."""

    kind: str
    name: str = ""
    bot: str | None = None
    holder: str | None = None  # the hash of the token
    stand_in: str | None = None

    @property
    def played_by(self) -> str | None:
        """The code of the bot that decides here now, if one does."""
        return self.bot if self.kind == BOT else self.stand_in

    def held_by(self, token: str) -> bool:
        """Whether a token holds this seat."""
        return self.holder is not None and hmac.compare_digest(self.holder, hash_of(token))

    def changed(self, **changes: Any) -> Seat:
        return replace(self, **changes)

    def kept(self) -> Json:
        """As the store keeps it."""
        return {name: value for name, value in asdict(self).items() if value not in (None, "")}


def new_token() -> str:
    """What nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The id of a table: as good as a secret where the table is private, so of 128 bits."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """What somebody types to take their seat to another device."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def clean_code(typed: str) -> str:
    """A code as it was meant, however it was written."""
    return "".join(letter for letter in typed.upper() if letter in CODE_LETTERS)


def hash_of(token: str) -> str:
    """What is kept of a token or a code."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def named(name: str, most: int) -> str:
    """A name as plain text, if there is anything to be seen of it."""
    cleaned = clean_name(name, most)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Declined("blank-name")
    return cleaned


def clean_name(name: str, most: int) -> str:
    """A name as plain text: no control or formatting characters, no stacks of accents, not too long."""
    kept = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind[0] in "CZ" or letter in UNSEEN:
            kept.append(" ")
        elif marks <= 2:
            kept.append(letter)
    return " ".join("".join(kept).split())[:most].strip()
