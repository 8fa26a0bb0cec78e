"""A second statement of the rules of Ark & Noah, written from the rule file alone, for clarity and not for speed.

It works on the JSON states and moves of the rule file and knows nothing of the program it is compared with; even the
species are read from the table of section 1.1. What chance decides is asked of a `Dice` (to play by itself) or read off
from the state that came out (`Seen`).
"""

import json
from collections import Counter, namedtuple
from functools import cache, lru_cache
from itertools import chain, combinations, cycle, product
from pathlib import Path

RULES = Path(__file__).parents[3] / "src" / "ararat" / "games" / "ark_and_noah" / "RULES.md"

Species = namedtuple("Species", "size points least")
Board = namedtuple("Board", "cells sides edges outer joints")


def species_of(text):
    """Section 1.1, by name."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    first = next(place for place, row in enumerate(rows) if row[0] == "species") + 2
    last = next(place for place, row in enumerate(rows) if row[0] == "piece")
    return {name: Species(int(size), int(points), int(least)) for name, size, points, least, *_ in rows[first:last]}


SPECIES = species_of(RULES.read_text("utf-8"))
ACTIONS = {
    "standard": ["pitch", "animals", "food", "exchange", "wood", "build", "load"],
    "quick": ["animals", "exchange", "wood", "build", "load"],
}
OPTIONS = {"variant": "standard", "first": 0}
LATER = {"workers": "one"}  # options that a state names only where they are not the default
PLANKS, PITCH, FOOD = 27, 36, 56
PLANKS_TO_START, GOODS_TO_START = 3, 2
MOST_BONUS, LARGEST_PEN, HULL_BONUS = 4, 4, 5
FIRST_LAST_ROUND = {"standard": 10, "quick": 8}
LAST_ROUND = 20
FULL = {  # What the actor and each other seat may do.
    ("standard", "build"): (8, 5),
    ("standard", "load"): (8, 5),
    ("quick", "build"): (8, 5),
    ("quick", "load"): (2, 1),
}
FIELDS = {  # Of what kind the fields of each move are.
    "worker": {"action": "action"},
    "action": {"name": "action"},
    "bag": {"sex": "sex"},
    "pick": {"animal": "tile"},
    "reward": {"kind": "reward"},
    "swap-planks": {"edges": "edges"},
    "draw": {"sex": "sex"},
    "trade": {"give": "tile", "take": "tile"},
    "keep": {},
    "plank": {"edge": "edge"},
    "pitch": {"joint": "joint"},
    "feed": {"cell": "cell"},
    "board": {"species": "species", "pen": "cell"},
    "done": {},
}
MOVES_OF = {
    "worker": ["worker"],
    "action": ["action"],
    "bag": ["bag"],
    "pick": ["pick"],
    "reward": ["reward"],
    "exchange": ["swap-planks", "draw"],
    "draw": ["draw"],
    "trade": ["trade", "keep"],
    "build": ["plank", "pitch", "done"],
    "load": ["feed", "board", "done"],
    "final-feed": ["feed", "done"],
    "final-board": ["board", "done"],
    "over": [],
}
NOT_QUICK = ("pitch", "feed")
PHASES = {
    "standard": [phase for phase in MOVES_OF if phase != "action"],
    "quick": ["action", "bag", "pick", "draw", "trade", "build", "load", "over"],
}
ACTION_OF = {
    "bag": "animals", "pick": "animals", "reward": "exchange", "exchange": "exchange", "draw": "exchange",
    "trade": "exchange", "build": "build", "load": "load",
}  # fmt: skip
ACTOR_ALONE = ("bag", "reward", "exchange", "draw", "trade", "action")
WITH_QUEUE = ("bag", "pick", "build", "load", "final-feed", "final-board")
FINAL = ("final-feed", "final-board")
REWARDS = ("point", "food", "plank", "pitch")
KEYS = set(
    """game options players phase turn round scores winners action actor queue left drawn action_done action_now bonus
    bags animals planks pitch food supply ark order final""".split()
)


class Impossible(Exception):
    """This cannot have come about; says why."""


def copied(value):
    """A copy of a plain JSON value that shares nothing with it."""
    return json.loads(json.dumps(value))


# Animals


def is_small(species):
    return SPECIES[species].size == 0


def parts_of(tile):
    """Species and sex."""
    species, _, sex = tile.rpartition("-")
    return species, sex


def tiles_of(species):
    return [f"{species}-m", f"{species}-f"]


def mate_of(tile):
    species, sex = parts_of(tile)
    return f"{species}-{'f' if sex == 'm' else 'm'}"


@cache
def species_used(players, variant):
    """AN-3.2, AQ-3.1."""
    used = [name for name, species in SPECIES.items() if species.least <= players]
    return [name for name in used if variant == "standard" or not is_small(name)]


def all_tiles(players, variant):
    return sorted(chain(*map(tiles_of, species_used(players, variant))))


def owner_of(state, tile):
    """The seat that a tile lies in front of, or None."""
    return next((seat for seat, tiles in enumerate(state["animals"]) if tile in tiles), None)


def is_coupled(state, tile):
    """AN-4.3."""
    return owner_of(state, mate_of(tile)) is not None


def has_single(state, seat):
    return any(not is_coupled(state, tile) for tile in state["animals"][seat])


def bags_are_empty(state):
    return not state["bags"]["m"] and not state["bags"]["f"]


def add(tiles, tile):
    """One tile more in a sorted list."""
    tiles[:] = sorted([*tiles, tile])


# The board (1.3)


@cache
def board_of(players):
    """Cells in reading order, the sides of each, the cells of each edge, the hull, the outer edges of each joint."""
    columns = 3 * players + 2
    short = (0, 1, columns - 2, columns - 1)
    places = [(x, y) for y in range(4) for x in range(columns) if y in (1, 2) or x not in short]
    sides = {f"{x},{y}": [f"H{x},{y}", f"H{x},{y + 1}", f"V{x},{y}", f"V{x + 1},{y}"] for x, y in places}
    edges = {}
    for cell, around in sides.items():
        for edge in around:
            edges.setdefault(edge, []).append(cell)
    outer = [edge for edge, cells in edges.items() if len(cells) == 1]
    joints = {}
    for edge in outer:
        for joint in ends_of(edge):
            joints.setdefault(joint, []).append(edge)
    return Board(list(sides), sides, edges, outer, joints)


def ends_of(edge):
    """The two vertices of an edge, written as joints."""
    x, y = map(int, edge[1:].split(","))
    return [f"J{x},{y}", f"J{x + 1},{y}" if edge[0] == "H" else f"J{x},{y + 1}"]


def edges_with(players, cells, number):
    """The edges with exactly so many of these cells: 1 for the border, 2 for the inside."""
    edges = board_of(players).edges
    around = dict.fromkeys(chain(*(board_of(players).sides[cell] for cell in cells)))
    return [edge for edge in around if sum(cell in cells for cell in edges[edge]) == number]


def border_of(players, cells):
    return edges_with(players, cells, 1)


def inside_of(players, cells):
    return edges_with(players, cells, 2)


def joints_touched(players, cells):
    """AN-4.66."""
    outer = [edge for edge in border_of(players, cells) if edge in board_of(players).outer]
    return sorted(set(chain(*map(ends_of, outer))))


def regions_of(players, planks):
    """AN-4.61: all regions, by a flood from each cell in reading order that no earlier one has reached."""
    board, regions = board_of(players), []
    for cell in board.cells:
        if any(cell in region for region in regions):
            continue
        region = [cell]
        for reached in region:
            for edge in board.sides[reached]:
                if edge not in planks:
                    region += [other for other in board.edges[edge] if other not in region]
        regions.append(region)
    return regions


def pens_of(players, planks):
    """AN-4.61: all pens, by name."""
    return _pens(players, frozenset(planks))


@lru_cache(maxsize=1 << 12)
def _pens(players, planks):
    pens = [
        region
        for region in regions_of(players, planks)
        if len(region) <= LARGEST_PEN and all(edge in planks for edge in border_of(players, region))
    ]
    return {region[0]: sorted(region) for region in pens}


def pens_in(state):
    return pens_of(state["players"], state["ark"]["planks"])


def pen_with(state, cell):
    """The cells of the pen in which a cell lies, or None."""
    return next((cells for cells in pens_in(state).values() if cell in cells), None)


def border_planks(state, cells):
    """How many border planks each seat has; those of a pen are all there."""
    planks = state["ark"]["planks"]
    return Counter(planks[edge] for edge in border_of(state["players"], cells))


def hull_planks(state):
    """How many planks each seat has on outer edges."""
    owners = Counter(state["ark"]["planks"].get(edge) for edge in board_of(state["players"]).outer)
    return [owners[seat] for seat in range(state["players"])]


def joint_is_ready(state, joint):
    """AN-4.68."""
    return all(edge in state["ark"]["planks"] for edge in board_of(state["players"]).joints[joint])


# Moves (section 7)


def variant_of(state):
    return state["options"]["variant"]


def is_quick(state):
    return variant_of(state) == "quick"


def well_formed(move):
    """AN-7.2."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str) or move["move"] not in FIELDS:
        return False
    fields = FIELDS[move["move"]]
    if set(move) != {"move", *fields}:
        return False
    return all(is_edges(move[field]) if field == "edges" else isinstance(move[field], str) for field in fields)


def is_edges(value):
    return isinstance(value, list) and len(value) == 2 and all(isinstance(edge, str) for edge in value)


@cache
def names_of(players, variant):
    """Everything that fields can name in a match (AN-7.4)."""
    board = board_of(players)
    return {
        "action": set(ACTIONS[variant]),
        "sex": {"m", "f"},
        "reward": set(REWARDS),
        "tile": set(all_tiles(players, variant)),
        "species": set(species_used(players, variant)),
        "edge": set(board.edges),
        "joint": set(board.joints),
        "cell": set(board.cells),
    }


def names_in(state):
    return names_of(state["players"], variant_of(state))


def all_names_known(state, move):
    """AN-7.4."""
    names = names_in(state)
    for field, kind in FIELDS[move["move"]].items():
        if kind == "edges":
            if not all(edge in names["edge"] for edge in move["edges"]):
                return False
        elif move[field] not in names[kind]:
            return False
    return True


def normal(move):
    """The normal form of a well-formed move (AN-7.5)."""
    return {**move, "edges": sorted(move["edges"])} if move["move"] == "swap-planks" else dict(move)


def why_not(state, move):
    """The rule that forbids a move, or None if it is legal."""
    if state["phase"] == "over":
        return "AN-7.1"
    if not well_formed(move):
        return "AN-7.2"
    if move["move"] not in kinds_due(state):
        return "AN-7.3"
    if not all_names_known(state, move):
        return "AN-7.4"
    return next((rule for rule, broken in REASONS[move["move"]](state, move) if broken), None)


def kinds_due(state):
    """AN-7.3."""
    return [kind for kind in MOVES_OF[state["phase"]] if not (is_quick(state) and kind in NOT_QUICK)]


def no_reason(state, move):
    return ()


def reasons_worker(state, move):
    yield "AN-4.12", state["action_now"][ACTIONS["standard"].index(move["action"])] is not None


def reasons_bag(state, move):
    yield "AN-4.42", not state["bags"][move["sex"]]


def reasons_pick(state, move):
    yield "AN-4.44", move["animal"] not in state["drawn"]


def reasons_reward(state, move):
    supply, kind = state["supply"], move["kind"]
    there = {
        "point": 1,
        "food": supply["food"],
        "plank": supply["planks"][state["turn"]],
        "pitch": supply["pitch"],
    }
    yield "AN-4.51", not there[kind]


def reasons_swap(state, move):
    one, other = move["edges"]
    planks = state["ark"]["planks"]
    yield "AN-4.53", one == other or one not in planks or other not in planks
    yield "AN-4.54", planks[one] == planks[other]


def reasons_draw(state, move):
    if state["phase"] == "exchange":
        yield "AN-4.55", not has_single(state, state["turn"])
    yield "AN-4.56", not state["bags"][move["sex"]]


def reasons_trade(state, move):
    yield "AN-4.57", move["give"] not in state["animals"][state["turn"]] or move["take"] not in state["drawn"]
    if not is_quick(state):
        yield "AN-4.58", is_coupled(state, move["give"])


def reasons_plank(state, move):
    edge = move["edge"]
    yield "AN-4.62", state["planks"][state["turn"]] == 0
    yield "AN-4.63", edge in state["ark"]["planks"]
    yield "AN-4.64", any(is_between_cells_of(state, edge, cells) for cells in pens_in(state).values())


def is_between_cells_of(state, edge, cells):
    beside = board_of(state["players"]).edges[edge]
    return len(beside) == 2 and all(cell in cells for cell in beside)


def reasons_pitch(state, move):
    yield "AN-4.62", state["pitch"][state["turn"]] == 0
    yield "AN-4.67", move["joint"] in state["ark"]["pitch"]
    yield "AN-4.68", not joint_is_ready(state, move["joint"])


def reasons_feed(state, move):
    seat, cell = state["turn"], move["cell"]
    pen = pen_with(state, cell)
    yield "AN-4.72", state["food"][seat] == 0
    yield "AN-4.73", pen is None
    yield "AN-4.74", cell in state["ark"]["food"]
    if state["phase"] == "load":
        yield "AN-4.75", border_planks(state, pen)[seat] == 0
        yield "AN-4.76", state["left"] == 0


def reasons_board(state, move):
    seat, species, name = state["turn"], move["species"], move["pen"]
    owners = [owner_of(state, tile) for tile in tiles_of(species)]
    pens = pens_in(state)
    yield "AN-4.81", None in owners
    yield "AN-4.82", seat not in owners
    yield "AN-4.83", name not in pens
    pen = pens[name]
    yield "AN-4.84", not is_small(species) and SPECIES[species].size != len(pen)
    aboard = state["ark"]["pairs"].get(name, [])
    yield "AN-4.85", any(is_small(other) == is_small(species) for other in aboard)
    if not is_quick(state):
        yield "AN-4.86", any(cell not in state["ark"]["food"] for cell in pen)
        yield "AN-4.87", any(joint not in state["ark"]["pitch"] for joint in joints_touched(state["players"], pen))
    if state["phase"] == "load":
        yield "AN-4.88", border_planks(state, pen)[seat] == 0
        if not is_quick(state):
            yield "AN-4.89", cost_of(state, species) > state["left"]


def cost_of(state, species):
    """AN-4.89."""
    own = [tile for tile in tiles_of(species) if owner_of(state, tile) == state["turn"]]
    return len(own) * SPECIES[species].size


REASONS = {
    "worker": reasons_worker,
    "action": no_reason,
    "bag": reasons_bag,
    "pick": reasons_pick,
    "reward": reasons_reward,
    "swap-planks": reasons_swap,
    "draw": reasons_draw,
    "trade": reasons_trade,
    "keep": no_reason,
    "plank": reasons_plank,
    "pitch": reasons_pitch,
    "feed": reasons_feed,
    "board": reasons_board,
    "done": no_reason,
}


def thinkable_moves(state):
    """All legal moves in normal form, and others of the kinds that are due, each once."""
    names = names_in(state)
    for kind in kinds_due(state):
        if kind == "swap-planks":
            for pair in combinations(sorted(state["ark"]["planks"]), 2):
                yield {"move": kind, "edges": list(pair)}
        elif kind == "pick":
            for tile in state["drawn"]:
                yield {"move": kind, "animal": tile}
        elif kind == "trade":
            for give, take in product(state["animals"][state["turn"]], state["drawn"]):
                yield {"move": kind, "give": give, "take": take}
        elif kind == "board":
            here = {parts_of(tile)[0] for tile in state["animals"][state["turn"]]}
            for species, pen in product(sorted(here), pens_in(state)):
                yield {"move": kind, "species": species, "pen": pen}
        else:
            fields = FIELDS[kind]
            for values in product(*(sorted(names[domain]) for domain in fields.values())):
                yield {"move": kind, **dict(zip(fields, values, strict=True))}


def legal_moves(state):
    """Every legal move in normal form, each once."""
    return [move for move in thinkable_moves(state) if why_not(state, move) is None]


# Chance


class Dice:
    """Chance by a random generator."""

    def __init__(self, rng):
        self.rng = rng

    def draw(self, state, sex):
        """One tile of a bag that is not empty."""
        return self.rng.choice(state["bags"][sex])

    def setup(self, players, options):
        """The animals of each seat (AN-3.5)."""
        bags = {sex: [f"{name}-{sex}" for name in species_used(players, options["variant"])] for sex in "mf"}
        animals = [[] for _ in range(players)]
        for place in range(players):
            male = self.rng.choice(bags["m"])
            female = self.rng.choice([tile for tile in bags["f"] if tile != mate_of(male)])
            bags["m"].remove(male)
            bags["f"].remove(female)
            animals[(options["first"] + place) % players] = [male, female]
        return animals


class Seen:
    """Chance as the state that came out shows it."""

    def __init__(self, after):
        self.after = after

    def draw(self, state, sex):
        """A tile that has come to lie open; one that was seen by nobody went back at once, so it may be any."""
        came = [tile for tile in self.after["drawn"] if tile not in state["drawn"] and parts_of(tile)[1] == sex]
        tile = came[0] if came else state["bags"][sex][0]
        if tile not in state["bags"][sex]:
            raise Impossible(f"{tile} came from a bag in which it is not")
        return tile

    def setup(self, players, options):
        return copied(self.after["animals"])


# Setup (section 3)


def why_not_start(players, options):
    """The rule that forbids a start, or None."""
    if type(players) is not int or not 2 <= players <= 4:
        return "AN-2.2"
    given = {**OPTIONS, **LATER, **options}
    right = [
        set(options) <= {*OPTIONS, *LATER},
        isinstance(given["variant"], str) and given["variant"] in ACTIONS,
        type(given["first"]) is int and 0 <= given["first"] < players,
        isinstance(given["workers"], str) and given["workers"] in ("one", "two"),
    ]
    return None if all(right) else "AN-2.1"


def start(players, options, chance):
    """The state at the start of a match; options that are not given have their defaults."""
    options = {**OPTIONS, **{name: value for name, value in options.items() if LATER.get(name) != value}}
    variant, first = options["variant"], options["first"]
    quick = variant == "quick"
    animals = chance.setup(players, options)
    bags = bags_beside(players, variant, animals)
    goods = 0 if quick else GOODS_TO_START
    state = {
        "game": "ark-and-noah",
        "options": options,
        "players": players,
        "phase": "action" if quick else "worker",
        "turn": first,
        "round": 1,
        "scores": [0] * players,
        "winners": [],
        "action": None,
        "actor": first if quick else None,
        "queue": [],
        "left": None,
        "drawn": [],
        "action_done": [],
        "action_now": [],
        "bonus": [],
        "bags": bags,
        "animals": [sorted(tiles) for tiles in animals],
        "planks": [PLANKS_TO_START] * players,
        "pitch": [goods] * players,
        "food": [goods] * players,
        "supply": {
            "planks": [PLANKS - PLANKS_TO_START] * players,
            "pitch": 0 if quick else PITCH - goods * players,
            "food": 0 if quick else FOOD - goods * players,
        },
        "ark": {"planks": {}, "pitch": [], "food": [], "pens": {}, "pairs": {}},
        "order": [],
        "final": None,
    }
    if not quick:
        seats = [(first + place) % players for place in range(players)]
        workers = [*seats, *(reversed(seats) if workers_each(state) == 2 else [])]
        state["action_done"] = workers + [None] * (7 - len(workers))
        state["action_now"], state["bonus"] = [None] * 7, [0] * 7
    return state


def workers_each(state):
    """AN-3.7, AN-3.9."""
    two = state["players"] == 3 and state["options"].get("workers") == "two"
    return 2 if state["players"] == 2 or two else 1


def bags_beside(players, variant, animals):
    """The bags after the seats have drawn their first animals (AN-3.5)."""
    tiles = all_tiles(players, variant)
    for drawn in animals:
        if sorted(parts_of(tile)[1] for tile in drawn) != ["f", "m"] or mate_of(drawn[0]) == drawn[1]:
            raise Impossible(f"a seat should not begin with {drawn}")
        for tile in drawn:
            if tile not in tiles:
                raise Impossible(f"{tile} is not there, or there twice")
            tiles.remove(tile)
    return {sex: [tile for tile in tiles if parts_of(tile)[1] == sex] for sex in "mf"}


# What follows a move (sections 4, 5 and 9)


def play(state, move, chance):
    """The state that follows a legal move."""
    state, move = copied(state), normal(move)
    FOLLOW[move["move"]](state, move, chance)
    return state


def is_outcome(before, move, after):
    """None if `after` can follow `before` by this legal move, else a sentence."""
    return compared(lambda: play(before, move, Seen(after)), after)


def is_start(players, options, state):
    """None if a match can start so, else a sentence."""
    return compared(lambda: start(players, options, Seen(state)), state)


def compared(expect, after):
    """None if the state is what is expected, else what is different."""
    try:
        expected = expect()
    except Impossible as problem:
        return str(problem)
    wrong = [key for key in sorted(expected.keys() | after.keys()) if expected.get(key, KEYS) != after.get(key, KEYS)]
    return "; ".join(f"{key} should be {expected.get(key)}, not {after.get(key)}" for key in wrong) or None


def leftmost(row):
    """The column of the leftmost worker, or None."""
    return next((column for column, seat in enumerate(row) if seat is not None), None)


def worker_order(state):
    """All seats by their leftmost workers in both rows (AN-4.22)."""
    columns = list(zip(state["action_done"], state["action_now"], strict=True))
    return sorted(
        range(state["players"]), key=lambda seat: next(place for place, column in enumerate(columns) if seat in column)
    )


def seats_after_actor(state):
    """AN-4.22, AQ-4.1."""
    actor, players = state["actor"], state["players"]
    if is_quick(state):
        return [(actor + step) % players for step in range(1, players)]
    return [seat for seat in worker_order(state) if seat != actor]


def place_worker(state, move, chance):
    """AN-4.11 to AN-4.14."""
    seat, column = state["turn"], ACTIONS["standard"].index(move["action"])
    state["action_done"][leftmost(state["action_done"])] = None
    state["action_now"][column] = seat
    state["scores"][seat] += state["bonus"][column]
    state["bonus"][column] = 0
    waiting = leftmost(state["action_done"])
    if waiting is not None:
        state["turn"] = state["action_done"][waiting]
        return
    state["bonus"] = [
        min(MOST_BONUS, bonus + 1) if worker is None else bonus
        for bonus, worker in zip(state["bonus"], state["action_now"], strict=True)
    ]
    next_action(state, chance)


def choose_action(state, move, chance):
    """AQ-4.2."""
    begin_action(state, move["name"], chance)


def next_action(state, chance):
    """AN-4.21."""
    column = leftmost(state["action_now"])
    if column is None:
        end_round(state)
    else:
        state["actor"] = state["action_now"][column]
        begin_action(state, ACTIONS["standard"][column], chance)


def begin_action(state, action, chance):
    """An action of `actor`."""
    state["action"], state["turn"] = action, state["actor"]
    BEGIN[action](state, chance)


def end_action(state, chance):
    """Section 9, last paragraph."""
    actor, action = state["actor"], state["action"]
    state.update(action=None, actor=None, queue=[], left=None, drawn=[])
    if is_quick(state):
        following = (actor + 1) % state["players"]
        if following == state["options"]["first"]:
            end_round(state)
        else:
            state.update(phase="action", turn=following, actor=following)
        return
    column = ACTIONS["standard"].index(action)
    state["action_now"][column], state["action_done"][column] = None, actor
    next_action(state, chance)


def give_goods(state, goods, chance):
    """AN-4.31, AN-4.32."""
    for seat in [state["actor"], *seats_after_actor(state)]:
        taken = min(3 if seat == state["actor"] else 1, state["supply"][goods])
        state[goods][seat] += taken
        state["supply"][goods] -= taken
    end_action(state, chance)


def give_wood(state, chance):
    """AN-4.33."""
    for seat in range(state["players"]):
        taken = min(4 if seat == state["actor"] else 2, state["supply"]["planks"][seat])
        state["planks"][seat] += taken
        state["supply"]["planks"][seat] -= taken
    end_action(state, chance)


def draw_tile(state, sex, chance):
    tile = chance.draw(state, sex)
    state["bags"][sex].remove(tile)
    add(state["drawn"], tile)


def begin_animals(state, chance):
    """AN-4.41 to AN-4.43."""
    for sex in "mmff" if state["players"] == 4 else "mf":
        if state["bags"][sex]:
            draw_tile(state, sex, chance)
    if not state["drawn"]:
        end_action(state, chance)
        return
    third = state["players"] == 3 and not bags_are_empty(state)
    state.update(phase="bag" if third else "pick", queue=seats_after_actor(state))


def name_bag(state, move, chance):
    """AN-4.42."""
    draw_tile(state, move["sex"], chance)
    state["phase"] = "pick"


def pick(state, move, chance):
    """AN-4.44."""
    state["drawn"].remove(move["animal"])
    add(state["animals"][state["turn"]], move["animal"])
    if state["drawn"] and state["queue"]:
        state["turn"] = state["queue"].pop(0)
    else:
        end_action(state, chance)


def begin_exchange(state, chance):
    """AN-4.51, AQ-4.4."""
    if not is_quick(state):
        state["phase"] = "reward"
        return
    actor = state["actor"]
    state["scores"][actor] += 1
    if state["animals"][actor] and not bags_are_empty(state):
        state["phase"] = "draw"
    else:
        end_action(state, chance)


def take_reward(state, move, chance):
    """AN-4.51, AN-4.59."""
    seat, kind = state["turn"], move["kind"]
    if kind == "point":
        state["scores"][seat] += 1
    elif kind == "plank":
        state["planks"][seat] += 1
        state["supply"]["planks"][seat] -= 1
    else:
        state[kind][seat] += 1
        state["supply"][kind] -= 1
    state["phase"] = "exchange"
    if not can_act(state):
        end_action(state, chance)


def swap_planks(state, move, chance):
    """AN-4.53."""
    one, other = move["edges"]
    planks = state["ark"]["planks"]
    planks[one], planks[other] = planks[other], planks[one]
    end_action(state, chance)


def draw(state, move, chance):
    """AN-4.56."""
    draw_tile(state, move["sex"], chance)
    if len(state["drawn"]) < 3 and not bags_are_empty(state):
        state["phase"] = "draw"
        return
    state["phase"] = "trade"
    if not can_act(state):
        keep(state, {"move": "keep"}, chance)


def trade(state, move, chance):
    """AN-4.57."""
    state["animals"][state["turn"]].remove(move["give"])
    add(state["animals"][state["turn"]], move["take"])
    state["drawn"].remove(move["take"])
    add(state["drawn"], move["give"])
    keep(state, move, chance)


def keep(state, move, chance):
    for tile in state["drawn"]:
        add(state["bags"][parts_of(tile)[1]], tile)
    state["drawn"] = []
    end_action(state, chance)


def can_act(state):
    """Whether the seat has a legal move other than `done` and `keep` (AN-4.2)."""
    if state["left"] == 0 and (state["phase"] == "build" or is_quick(state)):
        return False
    telling = (move for move in thinkable_moves(state) if move["move"] not in ("done", "keep"))
    return any(why_not(state, move) is None for move in telling)


def begin_in_turns(state, chance):
    """AN-4.60, AN-4.71, AQ-4.7, AQ-4.8."""
    state.update(phase=state["action"], queue=seats_after_actor(state))
    state["left"] = full_strength(state)
    ask_in_turns(state, chance)


def full_strength(state):
    """What the seat `turn` may do in build or load, null elsewhere."""
    strengths = FULL.get((variant_of(state), state["phase"]))
    return strengths and strengths[state["turn"] != state["actor"]]


def ask_in_turns(state, chance):
    """The seat `turn` goes on if it can, or else the next of the queue that can."""
    while not can_act(state):
        if not state["queue"]:
            end_turns(state, chance)
            return
        state["turn"] = state["queue"].pop(0)
        state["left"] = full_strength(state)


def end_turns(state, chance):
    """After the last seat of a phase (section 9)."""
    if state["phase"] == "final-feed":
        begin_final(state, "final-board")
    elif state["phase"] == "final-board":
        end_match(state)
    else:
        end_action(state, chance)


def done(state, move, chance):
    if state["queue"]:
        state["turn"] = state["queue"].pop(0)
        state["left"] = full_strength(state)
        ask_in_turns(state, chance)
    else:
        end_turns(state, chance)


def place_plank(state, move, chance):
    """AN-4.60 to AN-4.65, AN-4.69, AQ-4.7."""
    seat, ark = state["turn"], state["ark"]
    ark["planks"][move["edge"]] = seat
    state["planks"][seat] -= 1
    ark["pens"] = copied(pens_in(state))
    for cells in ark["pens"].values():
        for edge in inside_of(state["players"], cells):
            if edge in ark["planks"]:
                state["supply"]["planks"][ark["planks"].pop(edge)] += 1
    if not is_quick(state):
        state["scores"][seat] += 1
    state["left"] -= 1
    ask_in_turns(state, chance)


def place_pitch(state, move, chance):
    """AN-4.67 to AN-4.69."""
    seat = state["turn"]
    add(state["ark"]["pitch"], move["joint"])
    state["pitch"][seat] -= 1
    state["scores"][seat] += 1
    state["left"] -= 1
    ask_in_turns(state, chance)


def feed(state, move, chance):
    """AN-4.72 to AN-4.76, AN-5.4."""
    seat = state["turn"]
    add(state["ark"]["food"], move["cell"])
    state["food"][seat] -= 1
    if state["phase"] == "load":
        state["scores"][seat] += 1
        state["left"] -= 1
    ask_in_turns(state, chance)


def board_pair(state, move, chance):
    """AN-4.89 to AN-4.91, AN-5.5, AQ-4.8."""
    species, pen = move["species"], move["pen"]
    if state["phase"] == "load":
        state["left"] -= 1 if is_quick(state) else cost_of(state, species)
        score_boarding(state, species, pens_in(state)[pen])
    for tile in tiles_of(species):
        state["animals"][owner_of(state, tile)].remove(tile)
    add(state["ark"]["pairs"].setdefault(pen, []), species)
    ask_in_turns(state, chance)


def score_boarding(state, species, cells):
    """AN-4.91."""
    scores = state["scores"]
    for tile in tiles_of(species):
        scores[owner_of(state, tile)] += SPECIES[species].points
    for seat, planks in border_planks(state, cells).items():
        scores[seat] += planks
    if not is_quick(state):
        scores[state["turn"]] += len(joints_touched(state["players"], cells))


# The end (section 5)


def end_round(state):
    """AN-5.1, AN-5.2, AQ-5.1."""
    if is_last_round(state):
        if is_quick(state):
            end_match(state)
        else:
            # Sorting keeps the worker order of equal scores (AN-5.3).
            state["order"] = sorted(worker_order(state), key=lambda seat: state["scores"][seat])
            begin_final(state, "final-feed")
        return
    state["round"] += 1
    if is_quick(state):
        state.update(phase="action", turn=state["options"]["first"], actor=state["options"]["first"])
    else:
        state.update(phase="worker", turn=state["action_done"][leftmost(state["action_done"])])


def is_last_round(state):
    if state["round"] >= LAST_ROUND:
        return True
    hull_closed = all(edge in state["ark"]["planks"] for edge in board_of(state["players"]).outer)
    no_planks = not any(state["planks"]) and not any(state["supply"]["planks"])
    return state["round"] >= FIRST_LAST_ROUND[variant_of(state)] and (hull_closed or no_planks)


def begin_final(state, phase):
    """AN-5.4, AN-5.5."""
    state.update(phase=phase, turn=state["order"][0], queue=state["order"][1:])
    ask_in_turns(state, None)


def end_match(state):
    """AN-5.6 to AN-5.9, AQ-5.2."""
    state["final"] = final_points(state)
    for seat, points in enumerate(state["final"]):
        state["scores"][seat] += sum(points.values())
    state.update(phase="over", turn=None, action=None, actor=None, left=None, queue=[], drawn=[], order=[])
    state["winners"] = winners_of(state)


def final_points(state):
    hull = hull_planks(state)
    return [
        {
            "hull": HULL_BONUS if hull[seat] and hull[seat] == max(hull) else 0,
            "goods": 0 if is_quick(state) else -sum(state[goods][seat] for goods in ("planks", "food", "pitch")),
            "animals": 0 if is_quick(state) else -sum(SPECIES[parts_of(t)[0]].size for t in state["animals"][seat]),
        }
        for seat in range(state["players"])
    ]


def winners_of(state):
    return [seat for seat, score in enumerate(state["scores"]) if score == max(state["scores"])]


BEGIN = {
    "pitch": lambda state, chance: give_goods(state, "pitch", chance),
    "animals": begin_animals,
    "food": lambda state, chance: give_goods(state, "food", chance),
    "exchange": begin_exchange,
    "wood": give_wood,
    "build": begin_in_turns,
    "load": begin_in_turns,
}
FOLLOW = {
    "worker": place_worker,
    "action": choose_action,
    "bag": name_bag,
    "pick": pick,
    "reward": take_reward,
    "swap-planks": swap_planks,
    "draw": draw,
    "trade": trade,
    "keep": keep,
    "plank": place_plank,
    "pitch": place_pitch,
    "feed": feed,
    "board": board_pair,
    "done": done,
}


# What cannot be (section 8)


def impossible(state):
    """Sentences about everything that no table can show (AN-8.1)."""
    if set(state) != KEYS:
        return [f"the keys are not those of section 8: {sorted(set(state) ^ KEYS)}"]
    for claims in (claims_about_shape, claims_about_pieces, claims_about_ark, claims_about_workers, claims_about_phase):
        faults = [f"it isn't true that {sentence}" for holds, sentence in claims(state) if not holds]
        if faults:
            return faults
    return []


def is_count(value):
    return type(value) is int and value >= 0


def claims_about_shape(state):
    """Every key holds what section 8 says."""
    players, options, ark = state["players"], state["options"], state["ark"]
    yield state["game"] == "ark-and-noah", "the game is ark-and-noah"
    right = {*options, *LATER} == {*OPTIONS, *LATER} and why_not_start(players, options) is None
    yield right, "all options are there and allowed"
    if not right:
        return
    yield state["phase"] in PHASES[variant_of(state)], "the phase is one of the game"
    by_seat = [state[key] for key in ("scores", "animals", "planks", "pitch", "food")] + [state["supply"]["planks"]]
    yield all(len(row) == players for row in by_seat), "every seat has its share of everything"
    counts = [*state["planks"], *state["pitch"], *state["food"], *state["supply"]["planks"]]
    counts += [state["supply"]["pitch"], state["supply"]["food"]]
    yield all(map(is_count, counts)), "goods are whole numbers"
    yield all(type(score) is int and -1000 <= score <= 9999 for score in state["scores"]), "scores are possible"
    yield is_count(state["round"]) and 1 <= state["round"] <= LAST_ROUND, "the round is one of 1 to 20"
    lists = [state["drawn"], *state["bags"].values(), *state["animals"], ark["pitch"], ark["food"]]
    lists += [*ark["pens"].values(), *ark["pairs"].values()]
    yield all(names == sorted(set(names)) for names in lists), "all lists are sorted, and nothing is in them twice"
    yield set(state["bags"]) == {"m", "f"}, "there are two bags"
    yield set(ark) == {"planks", "pitch", "food", "pens", "pairs"}, "the ark has its five keys"
    names = names_in(state)
    yield set(ark["planks"]) <= names["edge"] and set(ark["planks"].values()) <= set(range(players)), "planks are named"
    yield set(ark["pitch"]) <= names["joint"] and set(ark["food"]) <= names["cell"], "joints and cells exist"
    yield set(chain(*ark["pairs"].values())) <= names["species"], "species exist"


def claims_about_pieces(state):
    """Nothing is lost and nothing is there twice."""
    ark, supply, players = state["ark"], state["supply"], state["players"]
    aboard = chain(*map(tiles_of, chain(*ark["pairs"].values())))
    tiles = [*state["bags"]["m"], *state["bags"]["f"], *chain(*state["animals"]), *state["drawn"], *aboard]
    yield sorted(tiles) == all_tiles(players, variant_of(state)), "all tiles are there once"
    for sex in "mf":
        yield all(parts_of(tile)[1] == sex for tile in state["bags"][sex]), f"bag {sex} holds its sex"
    laid = Counter(ark["planks"].values())
    planks = [state["planks"][seat] + supply["planks"][seat] + laid[seat] for seat in range(players)]
    yield planks == [PLANKS] * players, "there are 27 planks of each colour"
    for goods, number in (("pitch", PITCH), ("food", FOOD)):
        there = sum(state[goods]) + supply[goods] + len(ark[goods])
        yield there == (0 if is_quick(state) else number), f"all {goods} is there"


def claims_about_ark(state):
    """Pens follow from planks, and things lie where they may."""
    ark, players, pens = state["ark"], state["players"], pens_in(state)
    yield ark["pens"] == pens, "pens follow from planks (AN-4.61)"
    inside = chain(*(inside_of(players, cells) for cells in pens.values()))
    yield not any(edge in ark["planks"] for edge in inside), "no plank is inside a pen (AN-4.65)"
    yield all(joint_is_ready(state, joint) for joint in ark["pitch"]), "pitch is between two planks (AN-4.68)"
    yield all(pen_with(state, cell) for cell in ark["food"]), "food is in pens (AN-4.73)"
    yield set(ark["pairs"]) <= set(pens), "pairs are in pens (AN-4.83)"
    for pen, pairs in ark["pairs"].items():
        cells = pens.get(pen, [])
        small = [species for species in pairs if is_small(species)]
        large = [species for species in pairs if not is_small(species)]
        yield pairs and len(small) <= 1 and len(large) <= 1, "a pen holds a large and a small pair at most (AN-4.85)"
        yield all(SPECIES[species].size == len(cells) for species in large), "pens have the right size (AN-4.84)"
        if not is_quick(state):
            yield set(cells) <= set(ark["food"]), "pairs are fed (AN-4.86)"
            yield set(joints_touched(players, cells)) <= set(ark["pitch"]), "pairs lie dry (AN-4.87)"


def claims_about_workers(state):
    """Workers and bonuses are where the phase allows them (AN-4.11 to AN-4.21)."""
    before, now, phase = state["action_done"], state["action_now"], state["phase"]
    if is_quick(state):
        yield before == now == state["bonus"] == [], "there are no workers and no bonus (AQ-4.1)"
        return
    yield len(before) == len(now) == len(state["bonus"]) == 7, "there are seven columns"
    yield all(is_count(bonus) and bonus <= MOST_BONUS for bonus in state["bonus"]), "a bonus is 4 at most (AN-4.14)"
    workers = sorted(seat for seat in [*before, *now] if seat is not None)
    yield workers == sorted([*range(state["players"])] * workers_each(state)), "all workers are there (AN-3.7)"
    if phase == "worker":
        waiting = leftmost(before)
        yield waiting is not None and state["turn"] == before[waiting], "the leftmost worker moves (AN-4.11)"
    elif phase in ACTION_OF:
        column = ACTIONS["standard"].index(ACTION_OF[phase])
        yield leftmost(now) == column and now[column] == state["actor"], "the actor has the leftmost worker (AN-4.21)"
        yield before[column:] == [None] * (7 - column), "workers further right have not acted"
    else:
        yield now == [None] * 7, "all actions are over"


def claims_about_phase(state):
    """The phase has what it needs."""
    phase, turn, actor, queue, drawn = (state[key] for key in ("phase", "turn", "actor", "queue", "drawn"))
    players, left = state["players"], state["left"]
    seats = list(range(players))
    yield state["action"] == ACTION_OF.get(phase), "the action is that of the phase"
    right = turn in ([None] if phase == "over" else seats)
    yield right, "a seat decides until the match is over"
    if not right:
        return
    yield actor in (seats if phase in ACTION_OF or phase == "action" else [None]), "there is an actor when one acts"
    yield phase not in ACTOR_ALONE or turn == actor, "the actor decides alone"
    right = set(queue) <= set(seats) - {turn, actor} if phase not in FINAL else True
    yield right and len(set(queue)) == len(queue), "other seats wait, each once"
    yield not queue or phase in WITH_QUEUE, "nobody waits where nobody comes later"
    strengths = FULL.get((variant_of(state), phase))
    least = 0 if phase == "load" and not is_quick(state) else 1
    if strengths is None:
        yield left is None, "there is nothing to count"
    else:
        yield is_count(left) and least <= left <= strengths[turn != actor], "what is left is possible"
    numbers = {
        "bag": range(1, len(queue) + 1),
        "pick": range(1, len(queue) + 2),
        "draw": range(0 if is_quick(state) else 1, 3),
        "trade": range(1, 4),
    }
    yield len(drawn) in numbers.get(phase, [0]), "as many tiles are drawn as the phase allows"
    if phase == "bag":
        yield players == 3, "only three players name a bag (AN-4.42)"
    if phase == "trade":
        yield len(drawn) == 3 or bags_are_empty(state), "three tiles are drawn if there are three (AN-4.56)"
    if phase in FINAL:
        order = state["order"]
        yield sorted(order) == seats and queue == order[order.index(turn) + 1 :], "the final order is kept (AN-5.3)"
    else:
        yield state["order"] == [], "there is a final order only at the end"
    if phase == "over":
        yield state["final"] == final_points(state), "the final points are right (AN-5.6 to AN-5.8)"
        yield state["winners"] == winners_of(state), "the winners are right (AN-5.9)"
    else:
        yield state["final"] is None and state["winners"] == [], "nothing is decided yet"
        yield any(why_not(state, move) is None for move in thinkable_moves(state)), "there is a legal move"


# Made-up positions


def made_ark(players, fences=(), planks=(), pitch="", food="", pairs=()):
    """An ark in which pens, named by all their cells, are fenced with planks of the given seats in turn.

    Pitch and food can be "all": on all joints that can have it, on all cells of pens.
    """
    laid = {}
    for cells, seats in dict(fences).items():
        colours = cycle(map(int, seats))
        for edge in sorted(border_of(players, cells.split())):
            if edge not in laid:
                laid[edge] = next(colours)
    laid.update(planks)
    pens = copied(pens_of(players, laid))
    board = board_of(players)
    ready = [joint for joint, edges in board.joints.items() if all(edge in laid for edge in edges)]
    return {
        "planks": laid,
        "pitch": sorted(ready if pitch == "all" else pitch.split()),
        "food": sorted(chain(*pens.values()) if food == "all" else food.split()),
        "pens": pens,
        "pairs": {pen: sorted(names.split()) for pen, names in dict(pairs).items()},
    }


def position(
    players=2, variant="standard", *, phase, ark=None, animals=(), bags=None, drawn="", workers=None,
    check=True, **others,
):  # fmt: skip
    """A complete state; tiles are named in strings, other keys of section 8 can be given as they are.

    Tiles that are not named are in the bags; if the bags are given, they are shared out among the seats. `workers` are
    the seats by column, no matter in which row. The actor is seat 0 if nothing else is said.
    """
    quick = variant == "quick"
    options = {"variant": variant, "first": others.pop("first", 0), **others.pop("later", {})}
    ark = copied(ark or made_ark(players))
    animals = [tiles.split() for tiles in [*animals, *[""] * players][:players]]
    drawn = drawn.split()
    named = [*chain(*animals), *drawn, *(bags or "").split(), *chain(*map(tiles_of, chain(*ark["pairs"].values())))]
    rest = [tile for tile in all_tiles(players, variant) if tile not in named]
    in_bags = rest if bags is None else bags.split()
    for place, tile in enumerate([] if bags is None else rest):
        animals[place % players].append(tile)
    laid = Counter(ark["planks"].values())
    planks = others.pop("planks", [PLANKS_TO_START] * players)
    enough_pitch = PITCH - len(ark["pitch"]) >= GOODS_TO_START * players
    pitch = others.pop("pitch", [GOODS_TO_START if enough_pitch and not quick else 0] * players)
    food = others.pop("food", [0 if quick else GOODS_TO_START] * players)
    order = others.get("order", [])
    actor = others.pop("actor", 0 if phase in ACTION_OF or phase == "action" else None)
    turn = others.pop("turn", order[0] if order else actor)
    state = {
        "game": "ark-and-noah", "options": options, "players": players, "phase": phase, "turn": turn,
        "round": 3, "scores": [10] * players, "winners": [], "action": ACTION_OF.get(phase), "actor": actor,
        "queue": [], "left": None, "drawn": sorted(drawn), "action_done": [], "action_now": [], "bonus": [],
        "bags": {sex: sorted(tile for tile in in_bags if parts_of(tile)[1] == sex) for sex in "mf"},
        "animals": [sorted(tiles) for tiles in animals], "planks": planks, "pitch": pitch, "food": food,
        "supply": {
            "planks": [PLANKS - planks[seat] - laid[seat] for seat in range(players)],
            "pitch": 0 if quick else PITCH - sum(pitch) - len(ark["pitch"]),
            "food": 0 if quick else FOOD - sum(food) - len(ark["food"]),
        },
        "ark": ark, "order": order, "final": None,
    }  # fmt: skip
    if not quick:
        set_up_workers(state, workers)
    if phase == "worker":
        state["turn"] = state["action_done"][leftmost(state["action_done"])]
    if phase in FINAL:
        state["queue"] = order[order.index(turn) + 1 :]
    elif phase in WITH_QUEUE:
        state["queue"] = [seat for seat in seats_after_actor(state) if turn == actor]
    state["left"] = full_strength(state)
    assert set(others) <= set(state), others
    state.update(others)
    faults = impossible(state) if check else []
    assert not faults, faults
    return state


def set_up_workers(state, workers):
    """The workers in the rows in which the phase has them, by default from the left, but the actor's where it acts."""
    players, phase = state["players"], state["phase"]
    acting = ACTIONS["standard"].index(ACTION_OF[phase]) if phase in ACTION_OF else None
    if workers is None:
        seats = [*range(players)] * workers_each(state)
        workers = [None] * 7
        if acting is not None:
            seats.remove(state["actor"])
            workers[acting] = state["actor"]
        for seat in seats:
            workers[workers.index(None)] = seat
    moved = len(workers) if acting is None else acting
    state["action_done"] = [*workers[:moved], *[None] * (7 - moved)]
    state["action_now"] = [*[None] * moved, *workers[moved:]]
    state["bonus"] = [0] * 7
