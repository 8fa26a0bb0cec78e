"""What a bot should know about Ark & Noah.

The greedy bot looks at every pen that could still be closed and asks what it would bring: its own
animals that wait for such a pen, its planks around it, the pitch of who boards, and how many planks
are missing. From that follow the planks that it places, the animals that it takes and the actions
that it goes to. The nearer the last round comes, the more the open hull and what is left over count.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from ...core.bots import best_move
from ...core.contract import Json
from .board import NUMBER_OF_CELL, NUMBER_OF_EDGE, NUMBER_OF_JOINT
from .judging import (
    board_for,
    boarding_points,
    border_of,
    free_edges,
    joints_of,
    owners_of,
    points_of,
    size_of,
    species_of,
)
from .pieces import (
    ACTION_NAMES,
    FOOD_TAKEN,
    LARGEST_PEN,
    LAST_ROUND,
    LOADING_POINTS,
    PIECES_PLACED,
    PITCH_TAKEN,
    QUICK,
    SMALL,
    STANDARD,
    WOOD_TAKEN,
)
from .sets import members, set_of
from .shapes import Shape, shapes_of

OTHERS = 0.3  # how much of what each other seat gains is our loss
RIVAL = 0.5  # how much of a weaker share in an action we get without choosing it
MISSING = 1.45  # how much harder a pen gets with every plank that is missing
SINGLE = 0.35  # how likely an animal without a mate finds one in time, at the beginning
COUPLED = 0.8  # how likely a pair boards, at the beginning
JOINT = 0.94  # how likely a joint gets its pitch in time
SMALL_PAIR = 0.35  # how likely a small pair comes to a pen as well
HULL = 0.7  # what a plank on the hull is worth beside its point, for the bonus and for the end
LATE_HULL = 2.5  # ... and in the last round
BUILD = 0.7  # how much of their worth planks have together: each is judged as if it were the only one
WOOD = (1.3, 0.7)  # what a plank to come is worth, by variant
ANIMALS = (1.0, 2.0)  # how much a choice of animals is worth of what they promise, by variant


def greedy(view: Json, moves: list[Json], random: Random) -> Json:
    """The move that is worth most; equal ones by lot."""
    if len(moves) == 1:
        return moves[0]
    return best_move(moves, Judge(view, moves).worth, random)


class Judge:
    """A view, prepared for judging many moves."""

    def __init__(self, view: Json, moves: list[Json]) -> None:
        self.view = view
        self.moves = moves
        self.seat: int = view["turn"]
        self.players: int = view["players"]
        self.quick = view["options"]["variant"] == "quick"
        last = int(LAST_ROUND[QUICK if self.quick else STANDARD])
        self.rounds_left = max(0, last - view["round"])
        self.time_left = self.rounds_left / last
        ark = view["ark"]
        self.board = board_for(self.players)
        self.planks = set_of(NUMBER_OF_EDGE[edge] for edge in ark["planks"])
        self.own = set_of(NUMBER_OF_EDGE[edge] for edge, seat in ark["planks"].items() if seat == self.seat)
        self.penned = set_of(NUMBER_OF_CELL[cell] for cells in ark["pens"].values() for cell in cells)
        self.tight = set_of(NUMBER_OF_JOINT[joint] for joint in ark["pitch"])
        self.wood: int = view["planks"][self.seat]

    def worth(self, move: Json) -> float:
        """What a move is worth, in points."""
        kind = move["move"]
        if kind == "plank":
            return self.plank_values.get(NUMBER_OF_EDGE[move["edge"]], 0.0)
        if kind == "pitch":
            return 1.5 + self.joint_need(NUMBER_OF_JOINT[move["joint"]])
        if kind == "feed":
            return self.worth_of_feeding(move["cell"])
        if kind == "board":
            return self.worth_of_boarding(move["species"], move["pen"])
        if kind in ("worker", "action"):
            return self.worth_of_action(move.get("action") or move["name"])
        if kind == "pick":
            return self.worth_of_tile(move["animal"], self.view["animals"])
        if kind == "trade":
            return self.worth_of_trade(move["give"], move["take"])
        if kind in ("bag", "draw"):
            return self.worth_of_bag(move["sex"], exchange=kind == "draw")
        if kind == "reward":
            return self.worth_of_reward(move["kind"])
        if kind == "swap-planks":
            return self.worth_of_swap(*(NUMBER_OF_EDGE[edge] for edge in move["edges"]))
        return 0.0  # done, keep

    # --- Animals --------------------------------------------------------------------------------

    def chance(self, species: str, animals: list[list[str]]) -> float:
        """How likely a pair of a species boards before the end."""
        owners = [seat for seat, tiles in enumerate(animals) for tile in tiles if species_of(tile) == species]
        late = 0.35 + 0.65 * min(1.0, 2.5 * self.time_left)
        if len(owners) == 2:
            return COUPLED * late
        bags = self.view["bags"]
        in_bags = any(species_of(tile) == species for tiles in (*bags.values(), self.view["drawn"]) for tile in tiles)
        return SINGLE * late * min(1.0, 2 * self.time_left) if in_bags else 0.0

    def worth_of_tile(self, tile: str, animals: list[list[str]]) -> float:
        """What an animal promises its owner: points and a share in the pen, or the penalty at the end."""
        species = species_of(tile)
        with_it = [list(tiles) for tiles in animals]
        if tile not in with_it[self.seat]:
            with_it[self.seat].append(tile)
        chance = self.chance(species, with_it)
        size = size_of(species)
        gain = points_of(species) + 2.5 + (1.5 if size == SMALL else 0.0)
        if size != SMALL:
            gain += 1.5 * (size in self.free_sizes)
        penalty = 0 if self.quick else size
        return chance * gain - (1 - chance) * penalty

    def worth_of_trade(self, give: str, take: str) -> float:
        """What a trade changes."""
        animals = [list(tiles) for tiles in self.view["animals"]]
        before = self.worth_of_tile(give, animals)
        animals[self.seat].remove(give)
        return self.worth_of_tile(take, animals) - before - 0.1

    def worth_of_bag(self, sex: str, exchange: bool) -> float:
        """What a bag promises: its tiles on average."""
        tiles = self.view["bags"][sex]
        if not tiles:
            return -9.0
        value = sum(self.worth_of_tile(tile, self.view["animals"]) for tile in tiles) / len(tiles)
        return value + 1.0 if exchange else value

    @cached_property
    def free_sizes(self) -> list[int]:
        """The sizes of pens without a large pair."""
        pairs = self.view["ark"]["pairs"]
        return [
            len(cells)
            for pen, cells in self.view["ark"]["pens"].items()
            if not any(size_of(species) for species in pairs.get(pen, []))
        ]

    # --- Pens that could be ---------------------------------------------------------------------

    @cached_property
    def demand(self) -> list[tuple[float, float]]:
        """By size: what this seat's animals and those of all would make of a new pen."""
        tiles = [0.0] * (LARGEST_PEN + 1)
        visits = [0.0] * (LARGEST_PEN + 1)
        waiting: dict[int, list[tuple[float, int, str]]] = {}
        for species in sorted({species_of(tile) for animals in self.view["animals"] for tile in animals}):
            owners = owners_of(self.view, species)
            chance = self.chance(species, self.view["animals"])
            waiting.setdefault(size_of(species), []).append((chance, owners.count(self.seat), species))
        for size, pairs in waiting.items():
            if size == SMALL:
                continue
            # Pens that are there already serve the likeliest pairs.
            rest = sorted(pairs, reverse=True)[self.free_sizes.count(size) :]
            for weight, (chance, own, species) in zip((1.0, 0.35, 0.15), rest, strict=False):
                tiles[size] += weight * chance * own * points_of(species)
                visits[size] += weight * chance * (1.0 if own else 0.7)
        return list(zip(tiles, visits, strict=True))

    def promise(self, shape: Shape) -> float:
        """What a pen would bring this seat, once it is closed with its planks where they are missing."""
        missing = shape.border & ~self.planks
        tiles, visits = self.demand[shape.size]
        around = (shape.border & self.own).bit_count() + min(missing.bit_count(), self.wood)
        value = tiles + visits * around
        if self.quick:
            return value
        bare = (shape.joints & ~self.tight).bit_count()
        small = SMALL_PAIR * min(1.0, 2 * self.time_left)
        value += small * (around + 0.5 * shape.joints.bit_count()) + visits * 0.5 * shape.joints.bit_count()
        return value * JOINT**bare

    @cached_property
    def plank_values(self) -> dict[int, float]:
        """What a plank is worth on every edge where it could go."""
        values: dict[int, float] = {}
        left = min(self.wood, self.view["left"] or int(PIECES_PLACED[1]))
        for shape in shapes_of(self.players):
            if shape.cells & self.penned or (shape.inside & self.planks).bit_count() > shape.spare:
                continue
            missing = shape.border & ~self.planks
            count = missing.bit_count()
            if count > PIECES_PLACED[1]:
                continue
            value = self.promise(shape) / MISSING ** (count - 1)
            if count > left:
                value *= 0.4
            for edge in members(missing):
                if value > values.get(edge, 0.0):
                    values[edge] = value
        for edge in self.free_edges:
            values[edge] = values.get(edge, 0.0) + self.plank_alone(edge)
        return values

    @cached_property
    def free_edges(self) -> list[int]:
        """The edges where a plank may go."""
        return [NUMBER_OF_EDGE[edge] for edge in free_edges(self.view)]

    @cached_property
    def outer(self) -> int:
        """The outer edges."""
        return set_of(NUMBER_OF_EDGE[edge] for edge, cells in self.board.edges.items() if len(cells) == 1)

    def plank_alone(self, edge: int) -> float:
        """What a plank brings by itself: its point, and its share in the hull."""
        value = 0.05 if self.quick else 1.0
        if self.outer >> edge & 1:
            value += HULL + (LATE_HULL - HULL) * (1 - min(1.0, 1.6 * self.time_left))
        return value

    def joint_need(self, joint: int) -> float:
        """Whether pitch on a joint helps a pen of one's own."""
        for cells in self.view["ark"]["pens"].values():
            touched = {NUMBER_OF_JOINT[name] for name in joints_of(self.board, cells)}
            if joint in touched and self.has_share(cells):
                return 1.5
        return 0.0

    def has_share(self, cells: list[str]) -> bool:
        """Whether a plank of this seat lies around a pen."""
        planks = self.view["ark"]["planks"]
        return any(planks[edge] == self.seat for edge in border_of(self.board, cells))

    # --- Loading --------------------------------------------------------------------------------

    def worth_of_boarding(self, species: str, pen: str) -> float:
        """Points of this seat, less some of what the others get; at the end what the animals would cost."""
        own_tiles = owners_of(self.view, species).count(self.seat)
        if self.view["phase"] == "final-board":
            others = 2 - own_tiles
            return size_of(species) * (own_tiles - OTHERS * others) + 1.0
        points = boarding_points(self.view, species, pen)
        gain = points[self.seat] - OTHERS * (sum(points) - points[self.seat])
        # A pair that waits may cost its size; a point to load with is worth something too.
        return 5.0 + gain + (0 if self.quick else 0.3 * size_of(species))

    def worth_of_feeding(self, cell: str) -> float:
        """A point, and the pair that can board once the pen is fed."""
        pen, cells = next((pen, cells) for pen, cells in self.view["ark"]["pens"].items() if cell in cells)
        unfed = [other for other in cells if other not in self.view["ark"]["food"]]
        plan = self.plans.get(pen, 0.0)
        return 1.0 + plan / len(unfed) + 0.1 / len(unfed)

    @cached_property
    def plans(self) -> dict[str, float]:
        """By pen: what boarding a pair there would bring, if food is all that is missing and it can be done now."""
        plans: dict[str, float] = {}
        view = self.view
        final = view["phase"] == "final-feed"
        for pen, cells in view["ark"]["pens"].items():
            unfed = sum(cell not in view["ark"]["food"] for cell in cells)
            if not unfed or unfed > view["food"][self.seat]:
                continue
            if not joints_of(self.board, cells) <= set(view["ark"]["pitch"]):
                continue
            inside = [size_of(species) for species in view["ark"]["pairs"].get(pen, [])]
            best = 0.0
            for species in sorted({species_of(tile) for tile in view["animals"][self.seat]}):
                size = size_of(species)
                owners = owners_of(view, species)
                if len(owners) < 2 or (SMALL in inside if size == SMALL else size != len(cells) or any(inside)):
                    continue
                cost = unfed + size * owners.count(self.seat)
                if final:
                    best = max(best, float(size * owners.count(self.seat)))
                elif cost <= view["left"]:
                    points = boarding_points(view, species, pen)
                    best = max(best, points[self.seat] - OTHERS * (sum(points) - points[self.seat]))
            plans[pen] = best
        return plans

    # --- Actions --------------------------------------------------------------------------------

    def worth_of_action(self, name: str) -> float:
        """What choosing an action brings more than leaving it to others."""
        bonus = 0 if self.quick else self.view["bonus"][ACTION_NAMES.index(name)]
        return bonus + getattr(self, f"_{name}")()

    def _pitch(self) -> float:
        need = self.pitch_need - self.view["pitch"][self.seat]
        return self._goods(need, PITCH_TAKEN, self.view["supply"]["pitch"]) * 1.2

    def _food(self) -> float:
        need = self.food_need - self.view["food"][self.seat]
        return self._goods(need, FOOD_TAKEN, self.view["supply"]["food"]) * 1.5

    def _wood(self) -> float:
        room = 8 + 3 * self.rounds_left - self.wood
        return self._goods(room, WOOD_TAKEN, self.view["supply"]["planks"][self.seat]) * WOOD[self.quick]

    def _goods(self, need: int, taken: list[int], supply: int) -> float:
        """What taking goods as the actor brings more than being one of the others, as far as they are needed."""
        others, actor = (min(need, supply, int(amount)) for amount in taken)
        return max(0.0, actor - RIVAL * max(0, others)) if actor > 0 else -0.5

    @cached_property
    def pitch_need(self) -> int:
        """Pitch that could be placed soon: joints of the hull as far as it is built."""
        planks = self.view["ark"]["planks"]
        half = [joint for joint, edges in self.board.joints.items() if any(edge in planks for edge in edges)]
        return int(0.6 * len([joint for joint in half if joint not in self.view["ark"]["pitch"]])) + 1

    @cached_property
    def food_need(self) -> int:
        """Food that could be placed soon: the unfed cells of pens with an own plank, and some of those to come."""
        view = self.view
        need = 2 if self.rounds_left else 0
        for cells in view["ark"]["pens"].values():
            if self.has_share(cells):
                need += sum(cell not in view["ark"]["food"] for cell in cells)
        return need

    def _build(self) -> float:
        """Roughly what the pieces in hand would bring where they help most, all of them or those of the others."""
        values = sorted(self.plank_values.values(), reverse=True)[: self.wood]
        if not self.quick:
            values += [1.5] * min(self.view["pitch"][self.seat], self.pitch_need)
        values.sort(reverse=True)
        others, actor = (sum(values[: int(most)]) for most in PIECES_PLACED)
        return BUILD * (actor - RIVAL * others)

    def _load(self) -> float:
        """Roughly what could be loaded now, with all loading points and with those of the others."""
        actor, others = (
            self._loading(int(most)) for most in reversed(LOADING_POINTS[QUICK if self.quick else STANDARD])
        )
        return actor - RIVAL * others - 1.0

    def _loading(self, points: int) -> float:
        view = self.view
        ark = view["ark"]
        food, total, used = view["food"][self.seat], 0.0, set()
        offers = []
        seen_as_loading = {**view, "phase": "load"}
        for species in sorted({species_of(tile) for tile in view["animals"][self.seat]}):
            owners = owners_of(view, species)
            if len(owners) < 2:
                continue
            size = size_of(species)
            for pen, cells in ark["pens"].items():
                inside = [size_of(other) for other in ark["pairs"].get(pen, [])]
                if SMALL in inside if size == SMALL else size != len(cells) or any(inside):
                    continue
                if not self.has_share(cells):
                    continue
                if not self.quick and not joints_of(self.board, cells) <= set(ark["pitch"]):
                    continue
                unfed = 0 if self.quick else sum(cell not in ark["food"] for cell in cells)
                gained = boarding_points(seen_as_loading, species, pen)
                gain = unfed + gained[self.seat] - OTHERS * (sum(gained) - gained[self.seat])
                cost = 1 if self.quick else unfed + size * owners.count(self.seat)
                offers.append((gain, cost, unfed, species, pen))
        for gain, cost, unfed, species, pen in sorted(offers, reverse=True):
            if species in used or pen in used or cost > points or unfed > food:
                continue
            used |= {species, pen}
            total, points, food = total + gain, points - cost, food - unfed
        if not self.quick:
            total += 0.8 * min(points, food, max(0, self.food_need - 2))
        return total

    def _animals(self) -> float:
        tiles = [tile for tiles in self.view["bags"].values() for tile in tiles]
        if not tiles:
            return -1.0
        values = sorted(self.worth_of_tile(tile, self.view["animals"]) for tile in tiles)
        best, middle = values[-max(1, len(values) // 4)], values[len(values) // 2]
        return ANIMALS[self.quick] * (best - RIVAL * middle)

    def _exchange(self) -> float:
        return 1.6 if self.time_left > 0.15 else 1.2

    # --- Exchange -------------------------------------------------------------------------------

    def worth_of_reward(self, kind: str) -> float:
        """A point is sure; goods are worth more while there is need and time."""
        if kind == "point" or self.rounds_left < 2:
            return 1.0 if kind == "point" else 0.0
        if kind == "plank":
            return 1.6 if self.wood < 6 else 0.8
        need = self.food_need if kind == "food" else self.pitch_need
        return 1.2 if need > self.view[kind][self.seat] else 0.2

    def worth_of_swap(self, edge: int, other: int) -> float:
        """What the own plank of two gains by changing places; nothing, or less, if neither is one's own."""
        if self.own >> edge & 1:
            return self.place_values.get(other, 0.0) - self.place_values.get(edge, 0.0) - 0.5
        if self.own >> other & 1:
            return self.place_values.get(edge, 0.0) - self.place_values.get(other, 0.0) - 0.5
        return -1.0

    @cached_property
    def place_values(self) -> dict[int, float]:
        """What a plank of one's own promises on every edge: pairs that may still board beside it, and the hull."""
        values: dict[int, float] = {}
        pairs = self.view["ark"]["pairs"]
        for pen, cells in self.view["ark"]["pens"].items():
            inside = [size_of(species) for species in pairs.get(pen, [])]
            visits = 0.0 if any(inside) else min(1.0, self.demand_of_all[len(cells)])
            if not self.quick and SMALL not in inside:
                visits += SMALL_PAIR
            for edge in border_of(self.board, cells):
                number = NUMBER_OF_EDGE[edge]
                values[number] = values.get(number, 0.0) + visits
        for number in members(self.outer):
            values[number] = values.get(number, 0.0) + 0.3
        return values

    @cached_property
    def demand_of_all(self) -> list[float]:
        """By size: how many pairs may come to pens that are there."""
        demand = [0.0] * (LARGEST_PEN + 1)
        for species in sorted({species_of(tile) for animals in self.view["animals"] for tile in animals}):
            demand[size_of(species)] += self.chance(species, self.view["animals"])
        return demand


BOTS = {"greedy": greedy}
