"""Builds complete, consistent states of Ark & Noah from the few things a test wants to say, and the words of its tests.

Species are read from the table of the rule file; the board is stated here once more, from that file alone.
"""

import json
import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

import ararat

from .. import arranging

GAME = ararat.game("ark-and-noah")
RULES = (Path(ararat.__file__).parent / "games" / "ark_and_noah" / "RULES.md").read_text("utf-8")
EXAMPLE = json.loads(RULES.split("```json")[1].split("```")[0])

ACTIONS = ("pitch", "animals", "food", "exchange", "wood", "build", "load")
QUICK_ACTIONS = ("animals", "exchange", "wood", "build", "load")
PLANKS = 27  # of each colour
PITCH = 36
FOOD = 56
ACTION_OF = {
    "bag": "animals",
    "pick": "animals",
    "reward": "exchange",
    "exchange": "exchange",
    "draw": "exchange",
    "trade": "exchange",
    "build": "build",
    "load": "load",
}
FINAL = ("final-feed", "final-board")
KEYS = sorted(
    "game options players phase turn round scores winners action actor queue left drawn action_done action_now bonus"
    " bags animals planks pitch food supply ark order final".split()
)


# Species (1.1)


class Species(NamedTuple):
    """A row of the table of species."""

    name: str
    size: int
    points: int
    least: int  # players

    @property
    def tiles(self):
        return [f"{self.name}-m", f"{self.name}-f"]


def rows_of_table():
    for line in RULES.split("### 1.1")[1].split("### 1.2")[0].splitlines():
        row = [field.strip() for field in line.strip("|").split("|")]
        if line.startswith("|") and len(row) == 6 and row[1].isdigit():
            yield Species(row[0], *map(int, row[1:4]))


SPECIES = {species.name: species for species in rows_of_table()}


def used_species(players, variant="standard"):
    """AN-3.2, AQ-3.1."""
    return [s for s in SPECIES.values() if s.least <= players and (s.size or variant == "standard")]


def all_tiles(players, variant="standard"):
    return sorted(tile for species in used_species(players, variant) for tile in species.tiles)


def species_of(tile):
    return SPECIES[tile[:-2]]


def mate_of(tile):
    return tile[:-1] + {"m": "f", "f": "m"}[tile[-1]]


def tiles_in(text):
    """Tiles from words, sorted: tiles_in("dog-m cat-f")."""
    names = text.split()
    assert all(tile in species_of(tile).tiles for tile in names), f"no tiles: {names}"
    return sorted(names)


# The ark board (1.3)


class Board:
    """The cells, edges, hull and joints for a number of players."""

    def __init__(self, players):
        self.players = players
        self.width = 3 * players + 2
        ends = (0, 1, self.width - 2, self.width - 1)
        self.cells = [f"{x},{y}" for y in range(4) for x in range(self.width) if y in (1, 2) or x not in ends]
        self.cells_at = {}
        for cell in self.cells:
            for edge in sides_of(cell):
                self.cells_at.setdefault(edge, []).append(cell)
        self.hull = [edge for edge, cells in self.cells_at.items() if len(cells) == 1]
        self.joints = {}
        for edge in self.hull:
            for joint in ends_of(edge):
                self.joints.setdefault(joint, []).append(edge)

    def border(self, cells):
        """The edges with exactly one of these cells."""
        return [edge for edge, there in self.cells_at.items() if len(set(there) & set(cells)) == 1]

    def touched(self, cells):
        """AN-4.66."""
        return sorted({joint for edge in self.border(cells) if edge in self.hull for joint in ends_of(edge)})

    def regions(self, planks):
        """AN-4.61, each with its cells in reading order."""
        found, seen = [], set()
        for first in self.cells:
            region = [] if first in seen else [first]
            seen.add(first)
            for cell in region:
                for edge in set(sides_of(cell)) - planks.keys():
                    fresh = [other for other in self.cells_at[edge] if other not in seen]
                    region += fresh
                    seen.update(fresh)
            found += [sorted(region, key=self.cells.index)] if region else []
        return found

    def pens(self, planks):
        """AN-4.61: the name of each pen and its cells."""
        regions = self.regions(planks)
        closed = [cells for cells in regions if len(cells) <= 4 and set(self.border(cells)) <= set(planks)]
        return {cells[0]: sorted(cells) for cells in closed}

    def inside(self, planks):
        """The planks between two cells of one pen."""
        pens = [set(cells) for cells in self.pens(planks).values()]
        return [
            edge for edge in planks if any(set(self.cells_at[edge]) <= pen for pen in pens) and edge not in self.hull
        ]


def numbers_of(text):
    return [int(number) for number in text.split(",")]


@cache
def sides_of(cell):
    x, y = numbers_of(cell)
    return [f"H{x},{y}", f"H{x},{y + 1}", f"V{x},{y}", f"V{x + 1},{y}"]


def ends_of(edge):
    x, y = numbers_of(edge[1:])
    return [f"J{x},{y}", f"J{x + 1},{y}" if edge[0] == "H" else f"J{x},{y + 1}"]


@cache
def board(players):
    return Board(players)


def fence(cells, seat=0, others=None, players=2):
    """Planks all round some cells, those of `others` by seat: fence("2,0 2,1", 1, {0: "H2,0"})."""
    planks = dict.fromkeys(board(players).border(cells.split()), seat)
    colours = {edge: other for other, edges in (others or {}).items() for edge in edges.split()}
    assert set(colours) <= set(planks), f"not at the border: {set(colours) - set(planks)}"
    return planks | colours


def laid(**seats):
    """Planks by seat: laid(s0="H2,0 V2,0", s1="H3,0")."""
    return {edge: int(seat[1:]) for seat, edges in seats.items() for edge in edges.split()}


def whole_hull(players=2, *seats, bare=()):
    """Planks on the hull, of these seats in turn; with no seats, of all in turn."""
    seats = seats or range(players)
    edges = [edge for edge in sorted(board(players).hull) if edge not in bare]
    return {edge: seats[number % len(seats)] for number, edge in enumerate(edges)}


# Positions


def position(
    players=2,
    *,
    phase="build",
    variant="standard",
    first=0,
    turn=None,
    actor=None,
    queue=None,
    left=None,
    round=3,
    scores=None,
    bonus=None,
    workers=None,
    each=None,
    placed=None,
    ark=None,
    pitched="",
    fed="",
    pairs=None,
    animals=None,
    drawn="",
    bags=None,
    rest=None,
    planks=None,
    pitch=None,
    food=None,
    supply=None,
    order=None,
):
    """A complete state.

    `ark` is edge -> seat; pens with `pairs` (pen -> species) are fed and pitched besides `fed` and `pitched`. `planks`,
    `pitch`, `food` and `animals` go by seat; `supply` may set what is left, and the seats have what makes up the total.
    With `bags`, only these tiles are in the bags and seat `rest` has all that are nowhere else. `workers` is
    action -> seat (in phase worker those that have not moved, `placed` those that have).
    """
    seats = range(players)
    quick, final = variant == "quick", phase in FINAL
    scores = list(scores or [0] * players)
    action = ACTION_OF.get(phase)
    if not final and phase != "worker":
        actor = actor if actor is not None else turn if turn is not None else 0
    done, now = rows_of(players, phase, action, actor, workers, placed, each)
    columns = [(column, seat) for row in (done, now) for column, seat in enumerate(row) if seat is not None]
    by_worker = list(dict.fromkeys(seat for _, seat in sorted(columns)))
    if quick:
        done = now = []
        by_worker = [(actor + step) % players for step in seats]
    if final:
        order = order or sorted(seats, key=lambda seat: (scores[seat], by_worker.index(seat)))
        sequence = order
    else:
        sequence = [actor, *(seat for seat in by_worker if seat != actor)]
    if turn is None:
        turn = next(seat for seat in done if seat is not None) if phase == "worker" else sequence[0]
    if queue is None:
        queue = sequence[sequence.index(turn) + 1 :] if final or phase in ("bag", "pick", "build", "load") else []
    if left is None and phase in ("build", "load"):
        left = ((2, 1) if quick and phase == "load" else (8, 5))[turn != actor]
    ark = dict(sorted((ark or {}).items()))
    pens = board(players).pens(ark)
    pairs = {pen: sorted(names.split()) for pen, names in sorted((pairs or {}).items())}
    fed, pitched = set(fed.split()), set(pitched.split())
    if not quick:
        fed |= {cell for pen in pairs for cell in pens[pen]}
        pitched |= {joint for pen in pairs for joint in board(players).touched(pens[pen])}
    lying = share_tiles(players, variant, animals or {}, tiles_in(drawn), pairs, bags, rest)
    supply = supply or {}
    on_ark = [sum(owner == seat for owner in ark.values()) for seat in seats]
    hands, stock = [], []
    for seat in seats:
        held = (planks or {}).get(seat, min(3, PLANKS - on_ark[seat]))
        if seat in supply.get("planks", {}):
            held = PLANKS - on_ark[seat] - supply["planks"][seat]
        hands.append(held)
        stock.append(PLANKS - on_ark[seat] - held)
    goods = {
        "pitch": share_goods(players, 0 if quick else PITCH - len(pitched), pitch or {}, supply.get("pitch"), quick),
        "food": share_goods(players, 0 if quick else FOOD - len(fed), food or {}, supply.get("food"), quick),
    }
    state = {
        "game": "ark-and-noah",
        "options": {"variant": variant, "first": first} | ({"workers": each} if each else {}),
        "players": players,
        "phase": phase,
        "turn": turn,
        "round": round,
        "scores": scores,
        "winners": [],
        "action": action,
        "actor": actor,
        "queue": list(queue),
        "left": left,
        "drawn": tiles_in(drawn),
        "action_done": done,
        "action_now": now,
        "bonus": [] if quick else [(bonus or {}).get(name, 0) for name in ACTIONS],
        "bags": lying["bags"],
        "animals": lying["animals"],
        "planks": hands,
        "pitch": goods["pitch"][0],
        "food": goods["food"][0],
        "supply": {"planks": stock, "pitch": goods["pitch"][1], "food": goods["food"][1]},
        "ark": {"planks": ark, "pitch": sorted(pitched), "food": sorted(fed), "pens": pens, "pairs": pairs},
        "order": list(order or []),
        "final": None,
    }
    assert not broken(state), broken(state)
    return state


def workers_of(players, each):
    """All workers of a match; `each` is the option `workers`."""
    return sorted([*range(players)] * (2 if players == 2 or (players == 3 and each == "two") else 1))


def rows_of(players, phase, action, actor, workers, placed, each):
    """The two rows of workers; those of which nothing is said stand left of the action in seat order, the others
    right of it."""
    all_workers = workers_of(players, each)
    done, now = [None] * 7, [None] * 7
    for name, seat in (placed or {}).items():
        now[ACTIONS.index(name)] = seat
    if workers is None:
        waiting = list(all_workers)
        for seat in now:
            if seat is not None:
                waiting.remove(seat)
        if phase == "worker" or action is None:
            workers = dict(zip(ACTIONS, waiting, strict=False))
        else:
            waiting.remove(actor)
            waiting.sort(key=lambda seat: (seat == actor, seat))
            free = [name for name in ACTIONS if name != action]
            workers = {action: actor, **dict(zip(free, waiting, strict=False))}
    for name, seat in workers.items():
        column = ACTIONS.index(name)
        ahead = action is not None and column >= ACTIONS.index(action)
        (now if ahead else done)[column] = seat
    return done, now


def share_tiles(players, variant, animals, drawn, pairs, bags, rest):
    """Where every tile lies."""
    hands = [tiles_in(animals.get(seat, "")) for seat in range(players)]
    aboard = [tile for names in pairs.values() for name in names for tile in SPECIES[name].tiles]
    named = sorted([*sum(hands, []), *drawn, *aboard])
    everything = all_tiles(players, variant)
    assert len(set(named)) == len(named) and set(named) <= set(everything), f"twice or not used: {named}"
    others = [tile for tile in everything if tile not in named]
    if bags is not None:
        in_bags = tiles_in(bags)
        spare = sorted(set(others) - set(in_bags))
        assert set(in_bags) <= set(others), "in a bag and elsewhere"
        if spare:
            if rest is None:
                rest = max(seat for seat in range(players) if seat not in animals)
            hands[rest] = sorted([*hands[rest], *spare])
        others = in_bags
    return {"animals": hands, "bags": {sex: [tile for tile in others if tile[-1] == sex] for sex in "mf"}}


def share_goods(players, total, wanted, supply, quick):
    """What each seat has and what is left."""
    held = [wanted.get(seat, 0 if quick else 2) for seat in range(players)]
    if supply is not None:
        last = max(seat for seat in range(players) if seat not in wanted)
        held[last] = 0
        held[last] = total - supply - sum(held)
    return held, total - sum(held)


# What always holds (section 8)


def broken(state):
    """What cannot be about a state, as a list of complaints."""
    return [complaint for complaint, wrong in complaints(state) if wrong]


def complaints(state):
    players, phase, ark = state["players"], state["phase"], state["ark"]
    quick = state["options"]["variant"] == "quick"
    seats, ground, supply = range(players), board(players), state["supply"]
    yield "keys", sorted(state) != KEYS or sorted(ark) != ["food", "pairs", "pens", "pitch", "planks"]
    per_seat = [state[key] for key in ("scores", "animals", "planks", "pitch", "food")] + [supply["planks"]]
    yield "lengths", any(len(value) != players for value in per_seat)
    aboard = [tile for names in ark["pairs"].values() for name in names for tile in SPECIES[name].tiles]
    tiles = [*sum(state["animals"], []), *state["drawn"], *state["bags"]["m"], *state["bags"]["f"], *aboard]
    yield "tiles", sorted(tiles) != all_tiles(players, state["options"]["variant"])
    yield "bags", any(tile[-1] != sex for sex, bag in state["bags"].items() for tile in bag)
    piles = [*state["animals"], state["drawn"], *state["bags"].values(), ark["pitch"], ark["food"]]
    piles += [*ark["pens"].values(), *ark["pairs"].values()]
    yield "order", any(pile != sorted(pile) for pile in piles)
    on_ark = [list(ark["planks"].values()).count(seat) for seat in seats]
    yield "planks", any(on_ark[s] + state["planks"][s] + supply["planks"][s] != PLANKS for s in seats)
    yield "pitch", len(ark["pitch"]) + sum(state["pitch"]) + supply["pitch"] != (0 if quick else PITCH)
    yield "food", len(ark["food"]) + sum(state["food"]) + supply["food"] != (0 if quick else FOOD)
    goods = [*state["planks"], *state["pitch"], *state["food"], *supply["planks"], supply["pitch"], supply["food"]]
    yield "too few", min(goods) < 0
    yield "edges", not set(ark["planks"]) <= set(ground.cells_at)
    yield "pens", ark["pens"] != ground.pens(ark["planks"])
    yield "inside", bool(ground.inside(ark["planks"]))
    yield "joints", any(not set(ground.joints[joint]) <= set(ark["planks"]) for joint in ark["pitch"])
    yield "fed", not set(ark["food"]) <= {cell for cells in ark["pens"].values() for cell in cells}
    for pen, names in ark["pairs"].items():
        cells = ark["pens"].get(pen, [])
        sizes = [SPECIES[name].size for name in names]
        yield "pair", any(size not in (0, len(cells)) for size in sizes) or not sizes
        yield "pairs", sum(size > 0 for size in sizes) > 1 or sizes.count(0) > 1
        dry = quick or (set(cells) <= set(ark["food"]) and set(ground.touched(cells)) <= set(ark["pitch"]))
        yield "bare pen", not dry
    done, now = state["action_done"], state["action_now"]
    if quick:
        yield "workers", (done, now, state["bonus"]) != ([], [], [])
    else:
        standing = sorted(seat for seat in [*done, *now] if seat is not None)
        right = workers_of(players, state["options"].get("workers"))
        yield "workers", standing != right or {len(done), len(now)} != {7}
        yield "bonus", len(state["bonus"]) != 7 or any(not 0 <= bonus <= 4 for bonus in state["bonus"])
        column = ACTIONS.index(state["action"]) if state["action"] else 7
        if phase != "worker":
            yield "rows", any(s is not None for s in [*done[column:], *now[:column]])
            yield "actor", state["action"] is not None and now[column] != state["actor"]
        else:
            yield "turn", state["turn"] != next((seat for seat in done if seat is not None), None)
    yield "action", state["action"] != ACTION_OF.get(phase)
    nobody = phase in ("worker", "over", *FINAL)
    yield "no actor", (state["actor"] is None) != nobody
    yield "turn", (state["turn"] is None) != (phase == "over")
    yield "queue", bool(state["queue"]) and phase not in ("bag", "pick", "build", "load", *FINAL)
    yield "queued", len({*state["queue"], state["turn"]}) != len(state["queue"]) + 1
    yield "left", (state["left"] is not None) != (phase in ("build", "load"))
    yield "drawn", bool(state["drawn"]) and phase not in ("bag", "pick", "draw", "trade")
    yield "final order", sorted(state["order"]) != (list(seats) if phase in FINAL else [])
    yield "results", (state["final"] is not None, bool(state["winners"])) != (phase == "over", phase == "over")


# Moves

DONE = {"move": "done"}
KEEP = {"move": "keep"}


def worker(action):
    return {"move": "worker", "action": action}


def choose(name):
    return {"move": "action", "name": name}


def bag(sex):
    return {"move": "bag", "sex": sex}


def pick(tile):
    return {"move": "pick", "animal": tile}


def reward(kind):
    return {"move": "reward", "kind": kind}


def swap(one, other):
    return {"move": "swap-planks", "edges": [one, other]}


def draw(sex):
    return {"move": "draw", "sex": sex}


def trade(give, take):
    return {"move": "trade", "give": give, "take": take}


def plank(edge):
    return {"move": "plank", "edge": edge}


def cube(joint):
    return {"move": "pitch", "joint": joint}


def feed(cell):
    return {"move": "feed", "cell": cell}


def embark(species, pen):
    return {"move": "board", "species": species, "pen": pen}


# Words of the tests


def start(players=2, seed=7, **options):
    return GAME.start(players=players, seed=seed, **options)


def gained(before, later):
    """The points that each seat scored between two states."""
    return [new - old for old, new in zip(before["scores"], later["scores"], strict=True)]


def assert_impossible(state):
    arranging.assert_impossible(state, GAME)


def random_match(players, seed, **options):
    """The match before every move of a random match, and at its end; it seldom says `done` early."""

    def choose(match, rng):
        moves = match.moves()
        kinds = sorted({move["move"] for move in moves})
        if len(kinds) > 1 and rng.random() < 0.95:
            kinds = [kind for kind in kinds if kind != "done"]
        kind = "board" if "board" in kinds else rng.choice(kinds)
        return rng.choice([move for move in moves if move["move"] == kind])

    return arranging.random_match(start(players, seed, **options), random.Random(f"{players} {seed}"), choose)


# A position of every phase


def states_of_all_phases():
    """(name, state) for every phase of both games."""
    pens = fence("2,1") | fence("3,1", 1, {0: "V3,1"})
    pair = {"animals": {0: "dog-m", 1: "dog-f cat-f"}}
    yield "worker", position(phase="worker", placed={"load": 0}, bonus={"build": 2}, animals={0: "dog-m"})
    yield "bag", position(3, phase="bag", drawn="dog-m cat-f")
    yield "pick", position(4, phase="pick", turn=2, actor=1, drawn="cat-m dog-m")
    yield "reward", position(phase="reward", ark=laid(s0="H2,0", s1="V2,1"), **pair)
    yield "exchange", position(phase="exchange", turn=1, ark=laid(s0="H2,0", s1="V2,1"), **pair)
    yield "draw", position(phase="draw", turn=1, drawn="lion-m", **pair)
    yield "trade", position(phase="trade", turn=1, drawn="lion-m wolf-f wolf-m", **pair)
    yield "build", position(4, phase="build", ark=laid(s0="H2,0 H3,0", s1="V2,1"), left=4)
    yield "load", position(3, phase="load", ark=fence("2,1", players=3), fed="2,1", **pair)
    yield "final-feed", position(phase="final-feed", round=12, scores=[3, 4], ark=pens, **pair)
    yield "final-board", position(phase="final-board", round=12, ark=pens, fed="2,1 3,1", **pair)
    yield "quick action", position(3, phase="action", variant="quick", first=2, animals={0: "dog-m"})
    yield "quick bag", position(3, phase="bag", variant="quick", drawn="dog-m cat-f")
    yield "quick pick", position(phase="pick", variant="quick", drawn="dog-m cat-f")
    yield "quick draw", position(phase="draw", variant="quick", animals={0: "dog-m"})
    yield "quick trade", position(phase="trade", variant="quick", drawn="dog-m cat-f wolf-f", animals={0: "dog-f"})
    yield "quick build", position(phase="build", variant="quick", ark=laid(s0="H2,0", s1="V2,1"))
    yield "quick load", position(phase="load", variant="quick", ark=pens, **pair)
