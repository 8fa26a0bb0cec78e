"""What a bot should know about Animals on Board.

The greedy bot asks of every move how many points it brings in sight: what a group adds to its ark,
what a split lets it take next turn if nobody comes first, and what it lays before the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ...core.bots import best_move
from ...core.contract import Json
from . import SPECIES
from .pieces import ARK_ROOM, CRATES_WHEN_OVER, HERD, HERD_POINTS, MOST_CRATES, PAIR, TILE_COUNT

TILES_OF_A_SPECIES = TILE_COUNT // len(SPECIES)
AVERAGE_NUMBER = 3.0
AVERAGE_TILE = 2.2  # points that an unknown tile brings on average
PAIR_SURE = 2.0  # points that a pair is worth without much hope for a third
PAIR_HOPE = 14.0  # ... and with every hope
SINGLE_HOPE = 3.0  # points that a single animal may grow to, beyond its number
CRATE = 1.4  # points that a crate is worth during the match: its own, and what it may still buy
SURVIVES = 0.65  # how likely a group is left alone by a seat that can pay for it
TEMPO = 0.9  # what waiting a turn leaves of a hope
SPITE = 0.35  # how much the next seats' best group counts
LARGEST_PART = 4  # a split is judged by its smaller part; larger ones are rarely paid for


class Ark:
    """What lies in an ark, as far as the observer knows, and what it is worth."""

    def __init__(self, tiles: Iterable[str], unseen_tiles: int, left: dict[str, int]) -> None:
        self.tiles = list(tiles)
        self.unseen_tiles = unseen_tiles
        self.left = left  # tiles of each species that may still come
        self.count = len(self.tiles) + unseen_tiles
        self.by_species: dict[str, list[int]] = {}
        for name in self.tiles:
            species, _, number = name.rpartition("-")
            self.by_species.setdefault(species, []).append(int(number))

    def gain(self, group: tuple[str, ...]) -> float:
        """What loading a group would add, in points."""
        progress = min(1.0, (self.count + len(group)) / ARK_ROOM)
        gain = 0.0
        added: dict[str, list[int]] = {}
        for name in group:
            if name == "hidden":
                gain += AVERAGE_TILE
            else:
                species, _, number = name.rpartition("-")
                added.setdefault(species, []).append(int(number))
        for species, numbers in added.items():
            own = self.by_species.get(species, [])
            gain += self._worth(species, own + numbers, progress) - self._worth(species, own, progress)
        crowded = max(0, self.count + len(group) - ARK_ROOM)
        return gain - crowded * AVERAGE_NUMBER

    def _worth(self, species: str, numbers: list[int], progress: float) -> float:
        """Points that a species promises: sure ones, and those that more tiles of it may bring."""
        count = len(numbers)
        if count == 0:
            return 0.0
        if count >= HERD:
            return HERD_POINTS * count
        coming = min(self.left.get(species, 0), TILES_OF_A_SPECIES - count)
        hope = (1 - progress) * coming / TILES_OF_A_SPECIES
        if count == PAIR:
            return PAIR_SURE + PAIR_HOPE * hope
        return numbers[0] + SINGLE_HOPE * hope


def greedy(view: Json, moves: list[Json], random: Random) -> Json:
    """The move that brings most points in sight; equal ones by lot."""
    return best_move(moves, Position(view, view["turn"]).worth, random)


class Position:
    """A view, prepared for judging many moves."""

    def __init__(self, view: Json, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.crates = view["crates"]
        self.groups = [tuple(group) for group in view["area"]]
        left = self._tiles_left()
        own = view["arks"][seat]
        self.ark = Ark([*own["known"], *own["unknown"]], 0, left)
        self.rivals = [
            (self.crates[other], Ark(view["arks"][other]["known"], view["arks"][other]["unknown"], left))
            for other in self._seats_after(seat)
        ]
        self.last_turn = not self.rivals
        self._gains: dict[tuple[str, ...], float] = {}
        self._judges: dict[str, Callable[[Json], float]] = {
            "keep": self._worth_of_keeping,
            "split": self._worth_of_splitting,
            "take": self._worth_of_taking,
            "pass": lambda move: 0.0,
            "discard": self._worth_of_discarding,
        }

    def worth(self, move: Json) -> float:
        """Points in sight after a move."""
        return self._judges[move["move"]](move)

    def _seats_after(self, seat: int) -> list[int]:
        players = self.view["players"]
        after = [(seat + step) % players for step in range(1, players)]
        return [other for other in after if other not in self.view["out"]]

    def _tiles_left(self) -> dict[str, int]:
        """Tiles of each species that are in no ark and no box, as far as this seat knows."""
        left = dict.fromkeys(self.view["species"], TILES_OF_A_SPECIES)
        for seat, ark in enumerate(self.view["arks"]):
            gone = list(ark["known"]) + list(self.view["box"][seat])
            if seat == self.seat:
                gone += ark["unknown"]
            for name in gone:
                left[name.rpartition("-")[0]] -= 1
        return left

    def _gain(self, group: tuple[str, ...]) -> float:
        gain = self._gains.get(group)
        if gain is None:
            gain = self._gains[group] = self.ark.gain(group)
        return gain

    def _worth_of_keeping(self, move: Json) -> float:
        """A high number, and company in the same hand, which will lie open for all."""
        species, _, number = move["tile"].rpartition("-")
        hand = self.view["hands"][self.seat]
        company = sum(name.rpartition("-")[0] == species for name in hand) - 1
        return int(number) + 1.5 * company

    def _worth_of_taking(self, move: Json) -> float:
        group = tuple(move["group"])
        return self._gain(group) - CRATE * len(group)

    def _worth_of_splitting(self, move: Json) -> float:
        """The crate, and the best group that may still be there on the next turn."""
        crates = self.crates[self.seat]
        after = crates + 1 if crates < MOST_CRATES else CRATES_WHEN_OVER
        crate = CRATE * (after - crates)
        if self.last_turn:
            return crate
        off = set(move["off"])
        whole = tuple(move["group"])
        parts = tuple(name for name in whole if name in off), tuple(name for name in whole if name not in off)
        if min(map(len, parts)) > LARGEST_PART:
            return crate - 1.0
        groups = [group for group in self.groups if group != whole] + list(parts)
        hope = 0.0
        for group in groups:
            if len(group) <= after:
                chance = TEMPO
                for rival_crates, _ in self.rivals:
                    if rival_crates >= len(group):
                        chance *= SURVIVES
                hope = max(hope, chance * (self._gain(group) - CRATE * len(group)))
        rival_crates, rival = self.rivals[0]
        gift = max((rival.gain(part) - CRATE * len(part) for part in parts if len(part) <= rival_crates), default=0.0)
        return crate + hope - SPITE * max(0.0, gift)

    def _worth_of_discarding(self, move: Json) -> float:
        """The most points that ten of the tiles left can bring."""
        species, _, number = move["tile"].rpartition("-")
        left = {name: list(numbers) for name, numbers in self.ark.by_species.items()}
        left[species].remove(int(number))
        return best_of_ten(left.values())


def best_of_ten(species: Iterable[list[int]]) -> float:
    """The most points that exactly ten of these tiles can bring, none of them in a pair (AB-5.5, AB-5.7)."""
    most = {0: 0.0}  # number of tiles chosen so far -> points
    for numbers in species:
        ways = {0: 0.0, **{count: float(HERD_POINTS * count) for count in range(HERD, len(numbers) + 1)}}
        if numbers:
            ways[1] = float(max(numbers))
        reached: dict[int, float] = {}
        for before, points in most.items():
            for count, more in ways.items():
                if before + count <= ARK_ROOM:
                    reached[before + count] = max(reached.get(before + count, 0.0), points + more)
        most = reached
    return most.get(ARK_ROOM, float("-inf"))


BOTS = {"greedy": greedy}
