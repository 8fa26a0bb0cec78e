"""One of several processes that serve one store: it lives by a lease, knows the others, and shares with them what
addresses have spent.

A connection that wants a table of another worker is handed on to it, socket and all (`passing.py`), so that a table's
people, bots, hints and secrets are in one process alone. What is left to tell each other is said here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import signal
from collections import Counter
from typing import Any

from ..core.contract import Json
from ..errors import BadFile
from . import lobby
from .hall import Hall
from .limits import Buckets
from .metering import numbers_of
from .metrics import Numbers
from .peers import Adopt, Ear, Unreached, ask, sweep
from .refusals import Declined
from .shared_store import Peer, SharedStore

RENEWED_SECONDS = 0.8
FORGOTTEN_SECONDS = 60.0
READY_SECONDS = 60.0
FEW = 32  # of what an address may have, so many parts: less is not worth telling
log = logging.getLogger("ararat.server")


class Worker:
    """This process among those that serve the same store."""

    def __init__(self, hall: Hall, store: SharedStore, buckets: dict[str, Buckets]) -> None:
        self.hall = hall
        self.store = store
        self.buckets = buckets
        self.peers: list[Peer] = []
        self.adopt: Adopt | None = None  # how a connection is served that another worker hands on
        self.seen: dict[str, Json] = {}  # what each of the others told last
        self.leaving = False
        self._alive = True  # as far as the store said so last
        for shared in buckets.values():
            shared.spent = Counter()
        hall.crowd.elsewhere = lambda address: self._elsewhere("visitors", address)
        hall.claims.elsewhere = lambda address: self._elsewhere("tables", address)
        hall.lobby.others = self._summaries
        hall.carrying.others = self._carried
        hall.commitments.others = self._commitment

    async def open(self) -> None:
        """Begin to live."""
        self.ear = Ear(self._answer, lambda: None if self.leaving else self.adopt)
        await self._renew()
        self.hall.tasks.later(self.ear.listen())
        self.hall.tasks.later(self._live())
        # Where others are ready, nobody is served here before that: tables would wait for the rules.
        if any(await asyncio.gather(*(self._ask(peer, {"kind": "ready"}) for peer in self.peers))):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.hall.preparation.until_tables(), READY_SECONDS)

    async def leave(self) -> None:
        """Let others have the tables; whatever is under way comes to its end, unless they were quicker."""
        self.leaving = True
        with contextlib.suppress(Exception):  # or the lease runs out by itself
            await self.store.withdraw(self.store.worker)

    def close(self) -> None:
        self.ear.close()

    # --- Living ---------------------------------------------------------------------------------

    async def _live(self) -> None:
        while not self.leaving:
            await asyncio.sleep(RENEWED_SECONDS)
            if self.leaving:
                return
            try:
                await self._renew()
                for gone in await self.store.long_gone(FORGOTTEN_SECONDS):
                    sweep(gone.address)
            except BadFile as problem:
                log.error("%s", problem)  # a newer Ararat has upgraded the store
                os.kill(os.getpid(), signal.SIGTERM)
                return
            except Exception as problem:
                if self._alive:
                    log.error("the store can't be reached: %s", type(problem).__name__)
                self._alive = False
            await self._share()

    async def _renew(self) -> None:
        self.peers, lost = await self.store.renew(self.ear.address)
        if self.leaving:  # meanwhile
            await self.leave()
        if not self._alive:
            log.warning("the store can be reached again")
        self._alive = True
        known = {peer.id for peer in self.peers}
        self.seen = {worker: told for worker, told in self.seen.items() if worker in known}
        for table in lost:
            self.hall.rooms.drop(table)

    # --- What addresses spend -------------------------------------------------------------------

    async def _share(self) -> None:
        """Tell the others what was spent here since the last time, and how much each address has here."""
        spent = {name: shared.told() for name, shared in self.buckets.items()}
        limits, crowd, claims = self.hall.limits, self.hall.crowd.addresses, self.hall.claims.addresses
        told = {
            "kind": "shares",
            "worker": self.store.worker,
            "spent": {name: weights for name, weights in spent.items() if weights},
            "visitors": _many(crowd, limits.visitors_an_address),
            "tables": _many(claims, limits.tables_an_address),
        }
        await asyncio.gather(*(self._ask(peer, told) for peer in self.peers))

    def _take_shares(self, told: Json) -> None:
        self.seen[told["worker"]] = told
        for name, weights in told["spent"].items():
            self.buckets[name].spent_elsewhere(weights)

    def _elsewhere(self, what: str, address: str) -> int:
        return sum(told[what].get(address, 0) for told in self.seen.values())

    # --- Asking and answering -------------------------------------------------------------------

    def home(self, of: str) -> Peer | None:
        """The worker to whom something without an owner belongs; None: this one."""
        mine = Peer(self.store.worker, "")
        found = max([mine, *self.peers], key=lambda peer: hashlib.sha256(f"{peer.id} {of}".encode()).digest())
        return None if found is mine else found

    async def _ask(self, peer: Peer, told: Json) -> Any:
        try:
            return await ask(peer.address, told)
        except Unreached:
            return None

    async def _answer(self, told: Json) -> Any:
        match told["kind"]:
            case "ready":
                return all(one.is_set() for one in self.hall.preparation.ready.values()) and not self.leaving
            case "shares":
                return self._take_shares(told)
            case "summaries":
                awake = self.hall.rooms.awake
                rooms = [awake[table] for table in told["tables"] if table in awake]
                return {room.table.id: lobby.told(room.table, room.here, told["language"]) for room in rooms}
            case "code":
                try:
                    return {"carried": await self.hall.carrying.carry_here(told["code"], told["table"])}
                except Declined as problem:
                    return {"refused": problem.code}
            case "commitment":
                return self.hall.commitments.taken(told["commitment"])
            case "numbers":
                return [str(os.getpid()), numbers_of(self.hall)]

    async def numbers(self) -> dict[str, Numbers]:
        """What all workers did, by the numbers of their processes; who does not answer is left out."""
        others = await asyncio.gather(*(self._ask(peer, {"kind": "numbers"}) for peer in self.peers))
        return {str(os.getpid()): numbers_of(self.hall)} | dict(filter(None, others))

    async def _summaries(self, tables: list[str], language: str) -> dict[str, Json]:
        """What other workers tell of their tables that are awake."""
        owners = await self.store.owners(tables) if tables and self.peers else {}
        found: dict[str, Json] = {}
        for peer in self.peers:
            theirs = [table for table, owner in owners.items() if owner == peer.id]
            if theirs:
                found |= await self._ask(peer, {"kind": "summaries", "tables": theirs, "language": language}) or {}
        return found

    async def _carried(self, code: str, table: str) -> Json | None:
        """Let the worker of a table give the seat of a code; None: that is this one."""
        peer = await self.store.owner(table)
        if peer is None:
            return None
        told = await self._ask(peer, {"kind": "code", "code": code, "table": table})
        if told is None or "refused" in told:
            raise Declined("elsewhere" if told is None else told["refused"])
        return told["carried"]

    async def _commitment(self, commitment: str) -> str | None:
        """The secret behind a commitment that another worker made, once."""
        for peer in self.peers:
            if (secret := await self._ask(peer, {"kind": "commitment", "commitment": commitment})) is not None:
                return secret
        return None


def _many(counts: Counter[str], most: int) -> dict[str, int]:
    """Of each address how many, where that is worth telling."""
    return {address: count for address, count in counts.items() if count * FEW >= most}
