"""One table: what it was set up with, its log, and what follows from them: seats, match, number.

Everything that happens at a table is an entry of its log, and `apply` is the only way in. So a table
after a restart, or in another process, is the same table.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from ..core.contract import Facts, Json
from ..games import all_facts
from ..match import Match, replay, start
from .refusals import Declined
from .seats import BOT, OPEN, PERSON, Seat, hash_of

WAITING, PLAYING, OVER = "waiting", "playing", "over"
YOU = "you"  # a person, in the seats of a record


@dataclass(frozen=True)
class Code:
    """What is kept of a code that takes a seat to another device."""

    hash: str
    until: float  # seconds since 1970


class Table:
    """A table and its match, as this process knows them."""

    def __init__(self, table: str, setup: Json) -> None:
        self.id = table
        self.setup = setup
        self.facts: Facts = all_facts()[setup["game"]]
        self.players: int = len(setup["seats"])
        self.public: bool = setup["public"]
        self.hints: bool = setup.get("hints", False)  # tables of old were set without a word about it
        self.takeover: bool = setup.get("takeover", False)
        self.created: float = setup.get("created", 0.0)
        self.changed: float = setup.get("changed") or self.created
        self.seats = [Seat(**seat) for seat in setup["seats"]]
        self.codes: dict[int, Code] = {}  # with which seats may go to another device
        self.former: set[str] = set()  # hashes of tokens whose seats did
        self.hinted = [0] * self.players  # how many hints each seat took
        self.entries = 0  # how many entries of the log are applied
        self.seed: int | None = None  # once it has begun
        self.match: Match | None = None
        self.lengths = [0]  # how many moves stood after each change of the match
        self.rematch: str | None = None
        self._legal: list[Json] | None = None  # once somebody asked

    # --- What follows from the log --------------------------------------------------------------

    def apply(self, entry: Json, after: Match | None = None) -> None:
        """Let an entry of the log happen; `after` is the match with a move of it made, if somebody made it already."""
        self._legal = None
        kind = entry["kind"]
        if kind == "seat":
            self._seat(entry["seat"], Seat(**entry["as"]))
        elif kind == "code":
            self.codes[entry["seat"]] = Code(entry["hash"], entry["until"])
        elif kind == "start":
            self.seed = entry["seed"]
            self.seats = [Seat(**seat) for seat in entry["seats"]]
            self.match = self._begun()
        elif kind == "move":
            if after is None:
                assert self.match is not None
                self.match.play(entry["move"], entry["entropy"])
            else:
                self.match = after
            self.lengths.append(self.lengths[-1] + 1)
        elif kind == "undo":
            assert self.match is not None
            self.match.undo()
            self.lengths.append(self.lengths[-1] - 1)
        elif kind == "hint":
            self.hinted[entry["seat"]] += 1
        elif kind == "rematch":
            self.rematch = entry["table"]
        self.entries += 1
        self.changed = entry.get("at", self.changed)

    def _seat(self, number: int, seat: Seat) -> None:
        """Let somebody sit somewhere; whoever held the seat by another token does so no more."""
        before = self.seats[number].holder
        if self.match is not None and self.match.seats and self.seats[number].kind == BOT != seat.kind:
            self.match.seats = [YOU if n == number else one for n, one in enumerate(self.match.seats)]
        self.seats[number] = seat
        if before not in (None, seat.holder):
            self.codes.pop(number, None)
            self.former.add(str(before))

    def _begun(self) -> Match:
        record = self.setup.get("record")
        if record is None:
            match = start(self.facts, self.players, self.seed, self.setup["options"])
        else:
            match = replay(record)
        match.seats = [seat.bot if seat.kind == BOT and seat.bot else YOU for seat in self.seats]
        self.lengths = [len(match.history)]
        return match

    @property
    def number(self) -> int:
        """Counts up with every move and every move taken back."""
        return len(self.lengths) - 1

    @property
    def made(self) -> int:
        """How many moves stand."""
        return self.lengths[-1]

    @property
    def status(self) -> str:
        if self.match is None:
            return WAITING
        return OVER if self.match.over else PLAYING

    def unchanged_since(self, number: int) -> int:
        """How many entries of the match's log are the same as they were at an earlier number."""
        if not 0 <= number <= self.number:
            return 0
        return min(self.lengths[number:])

    # --- Seats ----------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int:
        """The seat that a token holds."""
        for number, seat in enumerate(self.seats):
            if seat.held_by(token):
                return number
        raise Declined("seat-moved" if hash_of(token) in self.former else "bad-token")

    def seat_with(self, code: str, now: float) -> int:
        """The seat that the hash of a code opens now."""
        for number, kept in self.codes.items():
            if hmac.compare_digest(kept.hash, code) and now < kept.until:
                return number
        raise Declined("bad-code")

    @property
    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]

    @property
    def bot_in_turn(self) -> str | None:
        """The code of the bot that has to decide now, if it is a bot's turn."""
        if self.match is None or self.match.turn is None:
            return None
        return self.seats[self.match.turn].played_by

    # --- Moves that may become entries ----------------------------------------------------------

    def check_number(self, number: int) -> None:
        """Refuse what was meant for another moment."""
        if number != self.number:
            raise Declined("stale")

    def check_turn(self, seat: int | None) -> Match:
        """The match, if it is this seat's decision."""
        if seat is None:
            raise Declined("no-seat")
        if self.match is None:
            raise Declined("not-begun")
        if self.match.over:
            raise Declined("over")
        if self.match.turn != seat:
            raise Declined("not-your-turn")
        return self.match

    def legal(self) -> list[Json]:
        """The legal moves, to be looked at only: there may be thousands, so they are listed once."""
        assert self.match is not None
        if self._legal is None:
            self._legal = self.match.moves()
        return self._legal

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat can take back the last move: its own, with nothing learnt from it."""
        match = self.match
        if match is None or not match.can_undo or self.number == 0 or seat is None or self.seats[seat].played_by:
            return False
        # A record that is played on keeps what it brought.
        brought = self.lengths[0]
        return self.made > brought and match.log(seat, self.made - 1)[-1]["seat"] == seat

    def rotated(self) -> Json:
        """What a rematch is set up with: every seat one further on, the same people at the same tokens."""
        seats = [seat.changed(stand_in=None) for seat in self.seats]
        return {
            "game": self.facts.slug,
            "options": self.setup["options"],
            "public": self.public,
            "hints": self.hints,
            "takeover": self.takeover,
            "seats": [seat.kept() for seat in [seats[-1], *seats[:-1]]],
        }

    # --- For people -----------------------------------------------------------------------------

    def summary(self, here: set[int]) -> Json:
        """What anybody who knows the table may know of it."""
        match = self.match
        return {
            "table": self.id,
            "game": self.facts.slug,
            "players": self.players,
            "options": self.setup["options"],
            "public": self.public,
            "hints": self.hints,
            "takeover": self.takeover,
            "status": self.status,
            "seats": [
                seat_told(number, seat, number in here, self.hinted[number]) for number, seat in enumerate(self.seats)
            ],
            "made": self.made,
            "turn": match.turn if match else None,
            "created": self.created,
            "changed": self.changed,
            "winners": match.winners if match else [],
        }

    def record(self) -> Json:
        """The record of a match that is over."""
        if self.match is None or not self.match.over:
            raise Declined("not-over")
        return self.match.record()


def seat_told(number: int, seat: Seat, here: bool, hints: int = 0) -> Json:
    """A seat as anybody may know it: who, never by which token."""
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "here": here and seat.kind == PERSON,
        "hints": hints,
    }


def fresh_entropy() -> list[int]:
    """Four words that nobody could foresee."""
    return [secrets.randbits(32) for _ in range(4)]


def start_entry(seats: list[Seat]) -> Json:
    """The entry with which a match begins."""
    return {"kind": "start", "seed": secrets.randbits(64), "seats": [seat.kept() for seat in seats]}


def moved(seat: int, move: Any, entropy: list[int]) -> Json:
    """The entry of a move."""
    return {"kind": "move", "seat": seat, "move": move, "entropy": entropy}
