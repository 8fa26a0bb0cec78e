"""A contest: a game, its players and a seed. Every game of it follows from these, wherever it is played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..core.contract import Facts, Json
from ..errors import AraratError
from ..facade import find_game
from ..games import all_facts
from ..match import checked_seed
from ..players import find as find_player
from .lineups import games_of_a_deal, seatings

FORMAT = 1


class BadArena(AraratError):
    """A contest that can't be played, or kept, or gone on with."""


@dataclass(frozen=True)
class Contest:
    """What is played, by whom, from which seed."""

    game: str
    players: tuple[str, ...]
    seats: int
    options: Json
    seed: int = 1
    guest: bool = False  # of two players, the last takes one seat and the first all others

    @property
    def facts(self) -> Facts:
        return all_facts()[self.game]

    @property
    def how(self) -> dict[str, Json]:
        """How the players think, so far as they tell."""
        return {code: how_of(code, self.facts, self.seats) for code in self.players}

    @property
    def games_of_a_deal(self) -> int:
        """How many games are played with the same cards."""
        if self.guest:
            return self.seats
        return games_of_a_deal(len(self.players), self.seats)

    def deals_for(self, games: int) -> int:
        """How many whole deals it takes to play at least so many games."""
        return -(-games // self.games_of_a_deal)

    def lot(self, *parts: int | str) -> int:
        """A number that follows from the seed and some others, as if by chance; the same on every machine."""
        text = "/".join(map(str, ("ararat", self.seed, *parts)))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def match_seed(self, deal: int) -> int:
        """The seed of all matches of a deal."""
        return self.lot("deal", deal)

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """Who sits where, in every game of a deal."""
        if self.guest:
            hosts, guest = self.players
            return [
                tuple(guest if seat == place else hosts for seat in range(self.seats)) for place in range(self.seats)
            ]
        numbers = seatings(len(self.players), self.seats, partial(self.lot, "seats", deal))
        return [tuple(self.players[number] for number in seating) for seating in numbers]

    def bouts(self, first: int, end: int) -> Iterator[Bout]:
        """The games of some deals, in their order."""
        for deal in range(first, end):
            for rotation, seating in enumerate(self.seatings(deal)):
                yield Bout(self, deal, rotation, seating)

    def as_json(self) -> Json:
        """All that two runs must agree about to go on with one another's games."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.facts.rules_version,
            "players": list(self.players),
            "seats": self.seats,
            "guest": self.guest,
            "options": self.options,
            "seed": self.seed,
            "how": self.how,
        }


@dataclass(frozen=True)
class Bout:
    """One game of a contest, yet to be played."""

    contest: Contest
    deal: int
    rotation: int
    seating: tuple[str, ...]

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the contest."""
        return self.deal, self.rotation


def checked_contest(
    game: Any, players: list[str], seats: int | None, options: Mapping[str, Any], seed: Any = 1
) -> Contest:
    """A contest that can be played; otherwise one sentence says why it can't."""
    facts = find_game(game).facts
    if len(players) < 2:
        raise BadArena("arena.few")
    seated = facts.usual_players if seats is None else seats
    for code in players:
        find_player(code)
        how_of(code, facts, seated)  # a net must be one of this game
        if players.count(code) > 1:
            raise BadArena("arena.twice", player=code)
    return Contest(facts.slug, tuple(players), seated, facts.checked_options(seated, options), checked_seed(seed))


def how_of(code: str, facts: Facts, seats: int | None = None) -> Json:
    """How a player searches at a game: playouts, sight, slips, by which net; nothing for one that does not search."""
    from ..nets.shipped import read
    from ..players.searchers import effort_of

    effort = effort_of(code, facts, seats)
    if effort is None:
        return {}
    learnt = {} if effort.net is None else {"net": read(effort.net, facts).mark}
    return {"playouts": effort.level.playouts, "sight": effort.level.sight, "slips": effort.level.slips} | learnt
