"""Everybody who is connected to a table: those who have not said yet who they are, who watch, and who sit.

Whoever has a seat gets in, however many watch: the others make room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from .refusals import Declined


class Guest(Protocol):
    """Somebody at a WebSocket."""

    address: str

    def dismiss(self) -> None:
        """Say that it is crowded, and go."""


class Crowd:
    """So many in all and so many of one address; of each at most three quarters watch."""

    def __init__(self, most: int, an_address: int) -> None:
        self.most = most
        self.an_address = an_address
        self.arriving: dict[Guest, None] = {}  # the oldest first
        self.watching: dict[Guest, None] = {}
        self.seated: dict[Guest, None] = {}
        self.addresses: Counter[str] = Counter()
        self.elsewhere: Callable[[str], int] = lambda address: 0  # how many of an address are at other processes

    def __len__(self) -> int:
        return len(self.arriving) + len(self.watching) + len(self.seated)

    def arrives(self, guest: Guest) -> None:
        """Let somebody in who has not said yet who they are; crowded: all the others sit at tables."""
        if self.addresses[guest.address] + self.elsewhere(guest.address) >= self.an_address:
            self._make_room(guest.address)
        if len(self) >= self.most:
            self._make_room()
        self.addresses[guest.address] += 1
        self.arriving[guest] = None

    def watches(self, guest: Guest) -> None:
        """Let somebody watch, if there is room beside those who sit."""
        if guest in self.watching:
            return
        beside = sum(other.address == guest.address for other in self.watching) + self.elsewhere(guest.address)
        if len(self.watching) >= share(self.most) or beside >= share(self.an_address):
            raise Declined("crowded")
        self._move(guest, self.watching)

    def sits(self, guest: Guest) -> None:
        """Somebody has shown that a seat is theirs."""
        self._move(guest, self.seated)

    def leaves(self, guest: Guest) -> None:
        """Somebody is gone."""
        if self._drop(guest):
            self.addresses -= Counter([guest.address])  # addresses without one are forgotten

    def _move(self, guest: Guest, group: dict[Guest, None]) -> None:
        if self._drop(guest):  # or they were sent away this very moment
            group[guest] = None

    def _drop(self, guest: Guest) -> bool:
        for group in (self.arriving, self.watching, self.seated):
            if guest in group:
                del group[guest]
                return True
        return False

    def _make_room(self, address: str | None = None) -> None:
        """Send away whoever arrived first and has not said who they are, or watches."""
        for group in (self.arriving, self.watching):
            found = next((one for one in group if address in (None, one.address)), None)
            if found is not None:
                self.leaves(found)
                found.dismiss()
                return
        raise Declined("crowded")


def share(most: int) -> int:
    """Of so many places, those for people who watch."""
    return max(1, most * 3 // 4)
