"""One table: what it was set up with, its log, and what follows from them: seats, match, number.

Everything that happens at a table is an entry of its log, and `apply` is the only way in. So a table
after a restart, or in another process, is the same table.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from ..core.choices import Choices
from ..core.contract import Facts, Json
from ..errors import NothingToUndo
from ..fairness import ANEW, AS_IT_WAS, START, Deal, commitment_of
from ..games import all_facts
from ..match import Match, replay, restore, start
from .alike import Alike
from .deals import kept_deal
from .refusals import Declined
from .seats import BOT, OPEN, PERSON, Seat, hash_of

PATIENCE = 60  # seconds, of tables that say nothing about it
WAITING, PLAYING, OVER = "waiting", "playing", "over"
FIRST_RULES = 1  # of every game, when tables did not say yet by which they play
YOU = "you"  # a person, in the seats of a record
KEPT, CLOSED = "open", "closed"  # what everybody has seen stays open to people, or they have to remember it


class OtherRules(Exception):
    """A match was begun by rules of another version than this program has."""


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
        self.teaching: str | None = setup.get("teaching")  # the version of the guided match that it is
        self.memory: str = setup.get("memory", KEPT)
        self.patience: int = setup.get("patience", PATIENCE)
        self.host: int | None = setup.get("host")  # the seat of whoever set it up
        self.created: float = setup.get("created", 0.0)
        self.changed: float = setup.get("changed") or self.created
        self.seats = [Seat(**seat) for seat in setup["seats"]]
        self.codes: dict[int, Code] = {}  # with which seats may go to another device
        self.former: set[str] = set()  # hashes of tokens whose seats did
        self.removed: set[str] = set()  # ... whose seats were taken from them
        self.hinted = [0] * self.players  # how many hints each seat took
        self.continued = continued(setup)
        self._kept_deal: Json = setup.get("deal") or {}  # tables of old have none, guided matches no secret
        self.contributions: list[str | None] = [*self._kept_deal.get("contributions", [None] * self.players)]
        self._deal: Deal | None = None  # once somebody asked, with all that was added so far
        self.next_contributions: dict[int, str] = {}  # to the deal of the rematch
        self.entries = 0  # how many entries of the log are applied
        self.seed: int | None = None  # once it has begun
        self.match: Match | None = None
        self.lengths = [0]  # how many moves stood after each change of the match
        self.rematch: str | None = None
        self._legal: Choices | None = None  # once somebody asked
        self.named: dict[str, list[str]] = {}  # everybody's name, in languages that somebody asked for
        self.alike = Alike()  # what several are told of the table as it is now

    def rest(self) -> None:
        """Take less memory, until something happens or somebody comes."""
        self._legal = None
        self.alike.forget()
        if self.match is not None:
            self.match.rest()

    # --- What follows from the log --------------------------------------------------------------

    def apply(self, entry: Json, after: Match | None = None) -> None:
        """Let an entry of the log happen; `after` is the match with a move of it made, if somebody made it already."""
        self._legal = None
        self.alike.forget()
        kind = entry["kind"]
        if kind in ("seat", "name", "start"):
            self.named = {}
        if kind == "seat":
            self._seat(entry["seat"], Seat(**entry["as"]), entry.get("contribution"), entry.get("removed", False))
        elif kind == "name":
            self.seats[entry["seat"]] = self.seats[entry["seat"]].changed(name=entry["name"])
        elif kind == "code":
            self.codes[entry["seat"]] = Code(entry["hash"], entry["until"])
        elif kind == "start":
            self._check_rules(entry)
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
            taken = entry.get("moves", 1)
            self.match.shorten(taken)  # what was taken back once stays so, by whichever rule
            self.lengths.append(self.lengths[-1] - taken)
        elif kind == "hint":
            self.hinted[entry["seat"]] += 1
        elif kind == "contribution":
            self.next_contributions[entry["seat"]] = entry["contribution"]
        elif kind == "rematch":
            self.rematch = entry["table"]
        if kind != "name":  # which is kept beside the log
            self.entries += 1
            self.changed = entry.get("at", self.changed)

    def _check_rules(self, entry: Json) -> None:
        if entry.get("rules", FIRST_RULES) != self.facts.rules_version:
            raise OtherRules

    def _seat(self, number: int, seat: Seat, contribution: str | None, removed: bool) -> None:
        """Let somebody sit somewhere; whoever held the seat by another token does so no more."""
        before = self.seats[number].holder
        if self.match is None and (contribution or seat.kind == OPEN):
            self.contributions[number] = contribution
        if self.match is not None and self.match.seats and BOT in (self.seats[number].kind, seat.kind):
            code = seat.bot or YOU
            self.match.seats = [code if n == number else one for n, one in enumerate(self.match.seats)]
        self.seats[number] = seat
        if before not in (None, seat.holder):
            self.codes.pop(number, None)
            (self.removed if removed else self.former).add(str(before))

    def _begun(self) -> Match:
        record = self.setup.get("record")
        if record is None:
            match = start(self.facts, self.players, self.seed, self.setup["options"])
        else:
            match = replay(record)
            if self.continued == ANEW:
                match = restore(self.facts, match.state(), self.seed, redealt=True)
        match.seats = [seat.bot if seat.kind == BOT and seat.bot else YOU for seat in self.seats]
        self.lengths = [len(match.history)]
        return match

    # --- The deal -------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        """All chance of the match; None: its deal is fixed, or it was set before deals could be checked."""
        secret, added = self._kept_deal.get("secret"), tuple(self.contributions)
        if secret and (self._deal is None or self._deal.contributions != added):
            self._deal = Deal(secret, added)
        return self._deal

    def next_commitment(self, seat: int | None) -> str | None:
        """What a seat may still contribute to: the deal of the rematch, once the match is over."""
        secret = self._kept_deal.get("next")
        if secret is None or seat is None or self.status != OVER or self.rematch or seat in self.next_contributions:
            return None
        return commitment_of(secret)

    def start_entry(self, seats: list[Seat], seed: int | None = None) -> Json:
        """The entry with which the match begins; its seed may be fixed."""
        if seed is None:
            seed = self.deal.seed() if self.deal else secrets.randbits(128)
        rules = self.facts.rules_version
        return {"kind": "start", "rules": rules, "seed": seed, "seats": [seat.kept() for seat in seats]}

    def entropy(self) -> list[int] | None:
        """What is stirred into chance before the next move: a guided match goes the same way every time.

        Whoever takes a move back and makes another meets the same chance again, of which nothing was known.
        """
        if self.teaching:
            return None
        return self.deal.entropy(self.made) if self.deal else [secrets.randbits(32) for _ in range(4)]

    # --- Where it stands ------------------------------------------------------------------------

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

    @property
    def forgets(self) -> bool:
        """Whether people have to remember now what they have seen; at the end nothing is closed."""
        return self.memory == CLOSED and self.status != OVER

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
        known = hash_of(token)
        raise Declined("removed" if known in self.removed else "seat-moved" if known in self.former else "bad-token")

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

    def bot_seed(self) -> int:
        """What a bot's thoughts begin with: likewise."""
        return self.made if self.teaching else secrets.randbits(128)

    def legal(self) -> Choices:
        """The legal moves, to be looked at only: there may be thousands, so they are listed once."""
        assert self.match is not None
        if self._legal is None:
            self._legal = self.match.choices()
        return self._legal

    def check_undo(self, seat: int | None) -> int:
        """How many moves go when a seat takes its last decision back; NothingToUndo says why it can't."""
        problem = self.why_no_undo(seat)
        if problem is not None:
            raise problem
        assert self.match is not None and seat is not None
        decided = self.match.last_decision(seat)
        assert decided is not None
        return self.made - decided

    def why_no_undo(self, seat: int | None) -> NothingToUndo | None:
        """Why a seat can't take its last decision back, or None if it can.

        Among bots it can as long as it learnt nothing since; where other people sit, as long as nobody did anything
        since and nobody learnt anything. It is asked for every message: what is raised would keep all that was at hand.
        """
        match = self.match
        if match is None or seat is None or self.seats[seat].played_by:
            return NothingToUndo("server.no-undo")
        decided = match.last_decision(seat)
        if decided is None or decided < self.lengths[0]:  # a record that is played on keeps what it brought
            return NothingToUndo("error.undo-none")
        if self.is_among_bots(seat):
            return match.why_no_take_back(seat)
        if decided < self.made - 1:
            return NothingToUndo("error.undo-other")
        if match.can_undo:
            return None
        return NothingToUndo("error.undo-over") if match.over else NothingToUndo("error.undo-final", decided)

    def is_among_bots(self, seat: int) -> bool:
        """Whether no other person sits at the table, nor could come back to it."""
        return all(other.kind == BOT for number, other in enumerate(self.seats) if number != seat)

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat can take its last decision back."""
        return self.why_no_undo(seat) is None

    @property
    def forgiven(self) -> int | None:
        """The seat of a person among bots who can take the last decision back."""
        people = [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]
        return people[0] if len(people) == 1 and self.is_among_bots(people[0]) and self.can_undo(people[0]) else None

    def ends_take_back(self, move: Json) -> bool:
        """Whether a move of a bot tells a person among bots something, so that their last decision would stand."""
        if self.match is None or self.forgiven is None:
            return False
        after = self.match.copy()
        after.play(move)
        return after.why_no_take_back(self.forgiven) is not None

    def check_decided(self, seat: int | None, number: int) -> None:
        """Refuse what was meant for another decision than this seat's last one; bots may have moved since."""
        if not self._is_decided(seat, number):
            self.check_number(number)

    def _is_decided(self, seat: int | None, number: int) -> bool:
        """Whether a seat among bots had made its last decision by then, and nothing was taken back since."""
        if self.match is None or seat is None or number > self.number or not self.is_among_bots(seat):
            return False
        decided = self.match.last_decision(seat)
        return decided is not None and decided < self.lengths[number] == self.unchanged_since(number)

    def rotated(self) -> Json:
        """What a rematch is set up with: every seat one further on, the same people at the same tokens."""
        seats = [seat.changed(stand_in=None) for seat in self.seats]
        added = [self.next_contributions.get(number) for number in range(self.players)]
        return {
            "game": self.facts.slug,
            "options": self.setup["options"],
            "deal": kept_deal([added[-1], *added[:-1]], self._kept_deal.get("next")),
            "public": self.public,
            "hints": self.hints,
            "takeover": self.takeover,
            "memory": self.memory,
            "patience": self.patience,
            "host": None if self.host is None else (self.host + 1) % self.players,
            "seats": [seat.kept() for seat in [seats[-1], *seats[:-1]]],
        }

    # --- For people -----------------------------------------------------------------------------

    def summary(self, here: Set[int]) -> Json:
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
            "teaching": self.teaching is not None,
            "memory": self.memory,
            "patience": self.patience,
            "host": self.host,
            "continued": self.continued,
            "commitment": self.deal.commitment if self.deal else None,
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
        if self.deal is None:
            return self.match.record()
        proven, brought = self.match.copy(), self.lengths[0] if self.continued == AS_IT_WAS else 0
        proven.proof = self.deal.proof(proven.record(), self.continued or START, brought)
        return proven.record()


def continued(setup: Json) -> str | None:
    """Whether a match goes on from what somebody brought, with what was hidden dealt anew or as it was."""
    if "record" not in setup:
        return None
    return AS_IT_WAS if setup.get("as_it_was", True) else ANEW  # tables of old were left as it was


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


def moved(seat: int, move: Any, entropy: list[int] | None) -> Json:
    """The entry of a move."""
    return {"kind": "move", "seat": seat, "move": move, "entropy": entropy}
