"""Setting new tables: who is to sit where, with which options, or going on from which record."""

from __future__ import annotations

import secrets

from ..core.contract import Facts, Json
from ..core.teaching import PUPIL, Teaching, teaching_of
from ..facade import find_game
from ..fairness import new_secret
from .bots import checked_bot
from .claims import Claims
from .deals import Commitments, kept_deal
from .limits import Limits
from .messages import NewSeat, NewTable
from .preparing import Preparation
from .refusals import Declined
from .replays import Replays
from .seats import BOT, OPEN, PERSON, Seat, hash_of, named, new_id, new_token
from .store import Store
from .table import CLOSED, PLAYING, WAITING, Table


class NewTables:
    """Sets tables in the store; they wake up when somebody comes."""

    def __init__(
        self,
        store: Store,
        preparation: Preparation,
        replays: Replays,
        commitments: Commitments,
        claims: Claims,
        limits: Limits,
    ) -> None:
        self.store = store
        self.preparation = preparation
        self.replays = replays
        self.commitments = commitments
        self.claims = claims
        self.limits = limits

    async def set_table(self, wanted: NewTable, address: str = "") -> Json:
        """Set a new table for an address; it begins at once if no seat waits for somebody."""
        if wanted.teaching:
            return await self._teach(wanted, address)
        record = wanted.record
        if wanted.replay is not None:
            record = await self.store.load_record(wanted.replay)
            if record is None:
                raise Declined("unknown-replay")
        if record is not None:
            facts, options = await self._to_go_on_from(record, len(wanted.seats), address)
        else:
            facts = find_game(wanted.game).facts
            options = facts.checked_options(len(wanted.seats), wanted.options)
        seats = [(*self._seated(facts, place), entry) for entry, place in enumerate(wanted.seats)]
        if wanted.memory == CLOSED and not facts.has("memory"):
            raise Declined("nothing-to-remember")
        if wanted.shuffle:
            secrets.SystemRandom().shuffle(seats)
        setup: Json = {
            "game": facts.slug,
            "options": options,
            "deal": await self._deal(wanted, [token for _, token, _ in seats]),
            "public": wanted.public,
            "hints": alone(wanted) if wanted.hints is None else wanted.hints,
            "takeover": not wanted.public if wanted.takeover is None else wanted.takeover,
            "memory": wanted.memory,
            "patience": wanted.patience,
            "host": hosts_seat(wanted, [entry for *_, entry in seats]),
            "seats": [seat.kept() for seat, *_ in seats],
        }
        if record is not None:
            setup |= {"record": record, "as_it_was": wanted.as_it_was}
        table = await self.create(setup, address)
        held = [{"seat": n, "token": token, "entry": entry} for n, (_, token, entry) in enumerate(seats) if token]
        return {"table": table, "seats": held}

    async def _teach(self, wanted: NewTable, address: str) -> Json:
        """Set the table of a guided match: the pupil, and bots as the game has them."""
        facts = find_game(wanted.game).facts
        lesson = teaching_of(facts)
        if lesson is None:
            raise Declined("no-teaching")
        if len(wanted.seats) != 1 or wanted.seats[0].kind != "me":
            raise Declined("teaching-alone")
        pupil, token = self._seated(facts, wanted.seats[0])
        seats = [pupil, *(Seat(BOT, bot=lesson.bot) for _ in range(lesson.players - 1))]
        setup: Json = {
            "game": facts.slug,
            "options": facts.checked_options(lesson.players, lesson.options),
            "public": False,
            "hints": True,
            "takeover": False,
            "teaching": lesson.version,
            "deal": {"next": new_secret()},  # its own is fixed
            "seats": [seat.kept() for seat in seats],
        }
        return {
            "table": await self.create(setup, address, lesson),
            "seats": [{"seat": PUPIL, "token": token, "entry": 0}],
        }

    async def _deal(self, wanted: NewTable, tokens: list[str | None]) -> Json:
        """What the table keeps of its deal; what the device adds that sets it stands at the first of its seats."""
        added: list[str | None] = [None] * len(tokens)
        if wanted.commitment is None:
            if wanted.contribution is not None:
                raise Declined("contribution-alone")
            return kept_deal(added)
        mine = next((n for n, token in enumerate(tokens) if token), None)
        if mine is not None:
            added[mine] = wanted.contribution
        return kept_deal(added, await self.commitments.take(wanted.commitment))

    async def _to_go_on_from(self, record: Json, seats: int, address: str) -> tuple[Facts, Json]:
        """The game and the options of a record that so many can go on from."""
        match = await self.replays.checked(record, address)
        if match.over:
            raise Declined("record-over")
        if match.players != seats:
            raise Declined("record-seats", count=match.players)
        return find_game(match.slug).facts, match.options

    def _seated(self, facts: Facts, place: NewSeat) -> tuple[Seat, str | None]:
        """A seat as it was wished for, with its token where somebody of the same device sits there."""
        if place.kind == "bot":
            return Seat(BOT, bot=checked_bot(place.bot)), None
        if place.kind == "friend":
            return Seat(OPEN), None
        token = new_token()
        name = named(place.name, self.limits.name_letters) if place.name else ""
        return Seat(PERSON, name=name, holder=hash_of(token)), token

    async def create(self, setup: Json, address: str, lesson: Teaching | None = None) -> str:
        """Write a new table into the store, begun where nobody is waited for."""
        table = Table(new_id(), setup)
        self.claims.claim(table.id, address)
        waits = bool(table.open_seats)
        first = None if waits else table.start_entry(table.seats, lesson.seed if lesson else None)
        try:
            await self.store.create(table.id, setup, setup["public"], WAITING if waits else PLAYING, first)
        except BaseException:
            self.claims.release(table.id)
            raise
        self.preparation.hurry(setup["game"])
        return table.id


def hosts_seat(wanted: NewTable, entries: list[int]) -> int | None:
    """The seat of whoever sets a table up, where the entries of its list came to stand."""
    here = [kind for kind in ("me", "here") if any(seat.kind == kind for seat in wanted.seats)]
    return next((n for n, entry in enumerate(entries) if here and wanted.seats[entry].kind == here[0]), None)


def alone(wanted: NewTable) -> bool:
    """Whether only one person is to sit at a table."""
    return sum(seat.kind != "bot" for seat in wanted.seats) == 1
