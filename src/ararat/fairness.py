"""Fair deals: chance that follows from a server's secret and from what everybody's device added, and the proof of it.

The construction is published in docs/fair-deals.md, exactly; this is its one statement here, and `page/app/deals.js`
a second one that runs at people's own devices. The server shows the commitment to its secret before anybody
contributes; the secret is shown when the match is over, as part of the proof in the record.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .core.contract import Json
from .errors import BadProof
from .record import canonical

CONSTRUCTION = "ararat fair deal 1"
START, ANEW, AS_IT_WAS = "start", "anew", "as-it-was"  # what a match begins from: see `Deal.proof`
CONTRIBUTION = r"^([0-9a-f]{2}){16,32}$"  # 128 bits or more
SECRET_BYTES = 32
SEED_BYTES = 16
KEYS = {"construction", "commitment", "secret", "contributions", "began", "brought", "transcript"}

Finding = tuple[str, Json]  # the key of a sentence, and what fills its places


def new_secret() -> str:
    """What a server keeps to itself until the match is over."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What a server shows of its secret before anybody contributes."""
    return hashlib.sha256(CONSTRUCTION.encode() + bytes.fromhex(secret)).hexdigest()


def bound(*parts: bytes) -> bytes:
    """Several parts as one, each after its length, so that no two lists of parts look alike."""
    return b"".join(number(len(part)) + part for part in parts)


def number(value: int) -> bytes:
    """A whole number as four bytes, the highest first."""
    return value.to_bytes(4, "big")


@dataclass(frozen=True)
class Deal:
    """All chance of one match."""

    secret: str
    contributions: tuple[str | None, ...]  # of each seat; None: it added nothing

    @cached_property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    @cached_property
    def joint(self) -> bytes:
        """What everybody agreed on before the first card: the commitment and all contributions."""
        added = (bytes.fromhex(one or "") for one in self.contributions)
        return hashlib.sha256(bound(CONSTRUCTION.encode(), bytes.fromhex(self.commitment), *added)).digest()

    def _derived(self, *parts: bytes) -> bytes:
        return hmac.digest(bytes.fromhex(self.secret), bound(*parts), "sha256")

    def seed(self) -> int:
        """What the match is dealt from."""
        return int.from_bytes(self._derived(b"seed", self.joint)[:SEED_BYTES], "big")

    def entropy(self, move: int) -> list[int]:
        """What is stirred into chance before the move of this number, counted from 0."""
        words = self._derived(b"move", self.joint, number(move))
        return [int.from_bytes(words[place : place + 4], "big") for place in range(0, SEED_BYTES, 4)]

    def transcript(self, record: Json, began: str, brought: int) -> str:
        """What binds to this deal all that a record says, and what its match began from."""
        return self._derived(b"record", self.joint, began.encode(), number(brought), said_by(record)).hex()

    def proof(self, record: Json, began: str = START, brought: int = 0) -> Json:
        """The proof of a record: of a match that this deal started, or one that went on from a position that somebody
        brought, with what was hidden dealt anew, or as it was, with so many moves."""
        return {
            "construction": CONSTRUCTION,
            "commitment": self.commitment,
            "secret": self.secret,
            "contributions": list(self.contributions),
            "began": began,
            "brought": brought,
            "transcript": self.transcript(record, began, brought),
        }


def said_by(record: Json) -> bytes:
    """All that a record says beside its proof."""
    return canonical({key: value for key, value in record.items() if key not in ("proof", "check")})


def well_formed_proof(proof: Any, players: int) -> bool:
    """Whether the proof of a record has its form; what it says may still be wrong."""
    if not isinstance(proof, dict) or proof.keys() != KEYS:
        return False
    contributions = proof["contributions"]
    return (
        isinstance(proof["construction"], str)
        and all(_is_hex(proof[key]) for key in ("commitment", "secret", "transcript"))
        and isinstance(contributions, list)
        and len(contributions) == players
        and all(one is None or (isinstance(one, str) and re.fullmatch(CONTRIBUTION, one)) for one in contributions)
        and proof["began"] in (START, ANEW, AS_IT_WAS)
        and type(proof["brought"]) is int
        and proof["brought"] >= 0
    )


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def proved(record: Json, commitment: str | None = None, contribution: str | None = None) -> list[Finding]:
    """What the proof of a record that replays proves; BadProof names the first thing that was changed.

    `commitment` and `contribution` are what somebody kept from before the first card.
    """
    proof = record.get("proof")
    if proof is None:
        raise BadProof("proof.none")
    if proof["construction"] != CONSTRUCTION:
        raise BadProof("proof.construction")
    deal = Deal(proof["secret"], tuple(proof["contributions"]))
    began, brought, count = proof["began"], proof["brought"], len(record["moves"])
    if deal.commitment != proof["commitment"]:
        raise BadProof("proof.secret")
    if commitment is not None and commitment.strip().lower() != deal.commitment:
        raise BadProof("proof.commitment")
    if contribution is not None and contribution.strip().lower() not in deal.contributions:
        raise BadProof("proof.contribution")
    if (_began(record) != began and not (began == AS_IT_WAS and brought <= count)) or (brought and began != AS_IT_WAS):
        raise BadProof("proof.began")
    if began != AS_IT_WAS and record["seed"] != deal.seed():
        raise BadProof("proof.seed")
    drawn = [entry for entry in record["entropy"] if entry[0] >= brought]
    for move in range(brought, count):
        if drawn[move - brought : move - brought + 1] != [[move, deal.entropy(move)]]:
            raise BadProof("proof.entropy", number=move + 1)
    if deal.transcript(record, began, brought) != proof["transcript"]:
        raise BadProof("proof.transcript")
    added = [seat for seat, one in enumerate(deal.contributions, 1) if one is not None]
    return [
        ("proof.replays", {"count": count}),
        ("proof.committed" if commitment is None else "proof.committed-kept", {"commitment": deal.commitment}),
        (f"proof.began-{began}", {"brought": brought}),
        ("proof.drawn", {"count": len(added)}),
        *([("proof.seats", {"seats": ", ".join(map(str, added))})] if added else []),
        *([("proof.contributed", {})] if contribution is not None else []),
        *([("proof.compare", {})] if commitment is None else []),
    ]


def _began(record: Json) -> str:
    """What a record says that its match began from."""
    if record["state"] is None:
        return START
    return ANEW if record["redealt"] else AS_IT_WAS
