"""Setting new tables: who is to sit where, with which options, or going on from which record."""

from __future__ import annotations

import secrets

from ..core.contract import Facts, Json
from ..facade import find_game
from .bots import checked_bot
from .limits import Limits
from .messages import NewSeat, NewTable
from .preparing import Preparation
from .refusals import Declined
from .replays import Replays
from .seats import BOT, OPEN, PERSON, Seat, clean_name, hash_of, new_id, new_token
from .store import Store
from .table import PLAYING, WAITING, start_entry


class NewTables:
    """Sets tables in the store; they wake up when somebody comes."""

    def __init__(self, store: Store, preparation: Preparation, replays: Replays, limits: Limits) -> None:
        self.store = store
        self.preparation = preparation
        self.replays = replays
        self.limits = limits

    async def set_table(self, wanted: NewTable) -> Json:
        """Set a new table; it begins at once if no seat waits for somebody."""
        record = wanted.record
        if wanted.replay is not None:
            record = await self.store.load_record(wanted.replay)
            if record is None:
                raise Declined("unknown-replay")
        if record is not None:
            facts, options = await self._to_go_on_from(record, len(wanted.seats))
        else:
            facts = find_game(wanted.game).facts
            options = facts.checked_options(len(wanted.seats), wanted.options)
        seats = [(*self._seated(facts, place), entry) for entry, place in enumerate(wanted.seats)]
        if wanted.shuffle:
            secrets.SystemRandom().shuffle(seats)
        setup: Json = {
            "game": facts.slug,
            "options": options,
            "public": wanted.public,
            "hints": alone(wanted) if wanted.hints is None else wanted.hints,
            "takeover": not wanted.public if wanted.takeover is None else wanted.takeover,
            "seats": [seat.kept() for seat, *_ in seats],
        }
        if record is not None:
            setup["record"] = record
        table = await self.create(setup)
        held = [{"seat": n, "token": token, "entry": entry} for n, (_, token, entry) in enumerate(seats) if token]
        return {"table": table, "seats": held}

    async def _to_go_on_from(self, record: Json, seats: int) -> tuple[Facts, Json]:
        """The game and the options of a record that so many can go on from."""
        match = await self.replays.checked(record)
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
        return Seat(PERSON, name=clean_name(place.name, self.limits.name_letters), holder=hash_of(token)), token

    async def create(self, setup: Json) -> str:
        """Write a new table into the store, begun where nobody is waited for."""
        table = new_id()
        seats = [Seat(**seat) for seat in setup["seats"]]
        waits = any(seat.kind == OPEN for seat in seats)
        first = None if waits else start_entry(seats)
        await self.store.create(table, setup, setup["public"], WAITING if waits else PLAYING, first)
        self.preparation.hurry(setup["game"])
        return table


def alone(wanted: NewTable) -> bool:
    """Whether only one person is to sit at a table."""
    return sum(seat.kind != "bot" for seat in wanted.seats) == 1
