"""Builds complete, consistent states of Arche Opti Mix from the few things a test wants to say, and the words of its
tests. Cards are read from the table of the rule file, and the rules are stated here once more, from that file alone.
"""

import json
import random
import re
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import NamedTuple

import ararat

from .. import arranging
from ..arranging import after

GAME = ararat.game("opti-mix")
RULES = (Path(ararat.__file__).parent / "games" / "opti_mix" / "RULES.md").read_text("utf-8")


# Cards


class Card(NamedTuple):
    """A row of the table of cards (1.1)."""

    name: str
    copies: int
    type: str
    weight: int
    climate: str
    food: str
    power: str

    @property
    def animal(self):
        return self.type != "provision"

    @property
    def eater(self):
        return self.food in ("carnivore", "omnivore")

    @property
    def plant_eater(self):
        return self.food in ("herbivore", "omnivore")

    @property
    def pet(self):
        """Whether it may be a pet (OM-4.34)."""
        return self.animal and self.weight <= 2 and not self.power


def rows_of_table():
    table = RULES.split("### 1.1")[1].split("### 1.2")[0]
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 9 and cells[1].isdigit():
            yield Card(cells[0], int(cells[1]), cells[2], int(cells[3]), *cells[4:7])


CARDS = {card.name: card for card in rows_of_table()}
ALL = Counter({card.name: card.copies for card in CARDS.values()})
PETS = sorted(card.name for card in CARDS.values() if card.pet)
TYPES = ("heavy", "slow", "shy", "useful", "provision")
EJECTORS = ("mosquito", "skunk", "spider")
STEADY = ("fox", "mosquito", "spider")  # not to be ejected
DISCS = 22
RAINS = 5
DEFAULTS = {"shy": "neighbours", "chimpanzee": "none", "first": 0}
PHASES = ("turn", "boost", "pick", "second", "pet", "endgame", "over")
KEYS = sorted(
    "game options players phase turn scores winners active used todo cabins tilt display deck upper rain hands known"
    " pets removed discs supply pieces2 passed".split()
)


def cards(text):
    """A sorted pile from names: cards("cow, hay, bee")."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    assert set(names) <= set(CARDS), f"no cards: {set(names) - set(CARDS)}"
    return sorted(names)


def ark(text):
    """Cabins from words: ark("P1 cow, bee; S1 hay")."""
    cabins = {}
    for part in filter(str.strip, text.split(";")):
        cabin, _, names = part.strip().partition(" ")
        assert re.fullmatch("[PS][1-9][0-9]*", cabin) and cabin not in cabins, f"no cabin: {cabin}"
        cabins[cabin] = cards(names)
    return cabins


def type_of(name, options):
    """The score card of a card, None if it has none."""
    kind = CARDS[name].type
    if name == "chimpanzee" and options["chimpanzee"] == "useful":
        kind = "useful"
    return None if kind == "none" else kind


def card_of(name, options):
    """What is printed on a card; the skunk's food is an option (OM-2.2)."""
    card = CARDS[name]
    return card._replace(food=options["skunk"]) if name == "skunk" and "skunk" in options else card


def weight_of(names):
    return sum(CARDS[name].weight for name in names)


def tilt_of(cabins):
    """OM-3.5."""
    return sum(weight_of(names) * (1 if cabin[0] == "S" else -1) for cabin, names in cabins.items())


def length_of(cabins, side):
    return sum(cabin[0] == side for cabin in cabins)


def next_cabin(state, side):
    return f"{side}{length_of(state['cabins'], side) + 1}"


def everywhere(state):
    """All cards of a state, counted."""
    aboard = sum(state["cabins"].values(), [])
    pets = [pet for pet in state["pets"] if pet]
    return Counter(sum([*state["hands"], aboard, pets, state["deck"], state["display"], state["removed"]], []))


# Positions


def position(
    players=3,
    *,
    phase="turn",
    cabins="",
    tilt=None,
    hand="",
    hands=None,
    known=None,
    display=None,
    deck=None,
    upper=None,
    rain=None,
    pets=None,
    removed="",
    discs=None,
    supply=None,
    pieces=None,
    used=(),
    todo=None,
    passed=(),
    active=0,
    turn=None,
    **options,
):
    """A complete state.

    `hand` is that of the seat that decides, `hands` those of others by seat; cards that are nowhere else are in the
    hands of the seats of which nothing is said, or, if there are none, aboard behind the cabins named. With `tilt`,
    provisions are stowed behind the cabins named until the ark leans so. `discs` and `pieces` (type to half-pieces of
    each seat) and `known` go by seat.
    """
    turn = active if turn is None else turn
    rain = {"pet": 2, "endgame": RAINS}.get(phase, 0) if rain is None else rain
    options = DEFAULTS | options
    hands = {turn: hand, **(hands or {})}
    hands = {seat: cards(text) for seat, text in hands.items() if text is not None}
    pets = [(pets or {}).get(seat) for seat in range(players)]
    aboard = ark(cabins)
    named = [*hands.values(), *aboard.values(), cards(removed), [pet for pet in pets if pet], cards(display or "")]
    named += [cards(deck or "")]
    rest = ALL.copy()
    rest.subtract(sum(named, []))
    assert min(rest.values()) >= 0, f"cards twice: {[name for name, count in rest.items() if count < 0]}"
    if tilt is not None:
        add_ballast(aboard, rest, tilt)
    rest = sorted(rest.elements())
    random.Random(11).shuffle(rest)
    if display is None:
        size = 2 if phase in ("pet", "endgame") else 3
        display, rest = sorted(rest[:size]), rest[size:]
    else:
        display = cards(display)
    spare = [seat for seat in range(players) if seat not in hands]
    lower = 24 - players
    if deck is None:
        most = lower + (lower if rain == 0 else 0)
        size = (lower + (8 if upper is None else upper) if rain == 0 else 8) if spare else most
        size = min(size, len(rest))
        deck, rest = sorted(rest[:size]), rest[size:]
    else:
        deck = cards(deck)
    upper = len(deck) - lower if rain == 0 else 0
    for seat in spare:
        hands[seat] = []
    for number, name in enumerate(rest if spare else []):
        hands[spare[number % len(spare)]].append(name)
    if not spare:
        stow(aboard, rest)
    pieces2 = {kind: list((pieces or {}).get(kind, [0] * players)) for kind in TYPES}
    under = sum(count % 2 for counts in pieces2.values() for count in counts)
    discs, supply = share_discs(players, discs or {}, supply, DISCS - under)
    if todo is None:
        todo = ["refill"] if phase == "second" else []
    state = {
        "game": "opti-mix",
        "options": options,
        "players": players,
        "phase": phase,
        "turn": turn,
        "active": active,
        "used": list(used),
        "todo": list(todo),
        "cabins": {cabin: sorted(names) for cabin, names in aboard.items()},
        "tilt": tilt_of(aboard),
        "display": display,
        "deck": deck,
        "upper": upper,
        "rain": rain,
        "hands": [sorted(hands[seat]) for seat in range(players)],
        "known": [cards((known or {}).get(seat, "")) for seat in range(players)],
        "pets": pets,
        "removed": cards(removed),
        "discs": discs,
        "supply": supply,
        "pieces2": pieces2,
        "passed": [seat in passed for seat in range(players)],
        "scores": [0] * players,
        "winners": [],
    }
    assert not broken(state), broken(state)
    return state


def add_ballast(aboard, rest, tilt):
    """Provisions behind the cabins named, until the ark leans as is wanted; nobody minds them there."""
    missing = tilt - tilt_of(aboard)
    side = "S" if missing > 0 else "P"
    missing = abs(missing)
    hay = min(missing // 2, rest["hay"])
    for name, count in (("hay", hay), ("grain", missing - 2 * hay)):
        assert rest[name] >= count, "not enough provisions for the tilt"
        rest[name] -= count
        while count:
            lot = min(3, count)
            aboard[f"{side}{length_of(aboard, side) + 1}"] = [name] * lot
            count -= lot


def stow(aboard, rest):
    """Cards come aboard behind the cabins named, so that the ark stays level."""
    last = {"P": None, "S": None}
    for name in sorted(rest, key=lambda name: (-CARDS[name].weight, name)):
        side = "P" if tilt_of(aboard) > 0 else "S"
        if last[side] is None or len(aboard[last[side]]) == 3:
            last[side] = f"{side}{length_of(aboard, side) + 1}"
            aboard[last[side]] = []
        aboard[last[side]].append(name)


def share_discs(players, wanted, supply, total):
    """Discs of each seat and of the supply; seats of which nothing is said have 3, or all that must lie somewhere."""
    discs = [wanted.get(seat, 3) for seat in range(players)]
    if supply is None:
        supply = total - sum(discs)
        assert supply >= 0, "too many discs"
    else:
        others = [seat for seat in range(players) if seat not in wanted]
        missing = total - supply - sum(discs)
        if missing:
            assert others, "nobody can have the other discs"
            discs[others[-1]] += missing
            for seat in reversed(others):
                if discs[seat] < 0:
                    discs[seat - 1] += discs[seat]
                    discs[seat] = 0
    return discs, supply


# What always holds (section 8)


def broken(state):
    """What cannot be about a state, as a list of complaints."""
    return [complaint for complaint, wrong in complaints(state) if wrong]


def complaints(state):
    players, phase, rain, cabins = state["players"], state["phase"], state["rain"], state["cabins"]
    seats = range(players)
    yield "keys", sorted(state) != KEYS
    yield "cards", everywhere(state) != ALL
    yield "tilt", state["tilt"] != tilt_of(cabins) or abs(state["tilt"]) > 2
    for side in "PS":
        there = {cabin for cabin in cabins if cabin[0] == side}
        yield "gap", there != {f"{side}{number}" for number in range(1, len(there) + 1)}
    yield "cabin size", any(not 1 <= len(names) <= 3 for names in cabins.values())
    piles = [*cabins.values(), state["display"], state["deck"], *state["hands"], *state["known"], state["removed"]]
    yield "order", any(pile != sorted(pile) for pile in piles)
    yield (
        "lengths",
        any(len(state[key]) != players for key in ("hands", "known", "pets", "discs", "passed", "scores")),
    )
    yield "known", any(Counter(state["known"][seat]) - Counter(state["hands"][seat]) for seat in seats)
    counts = [count for kind in TYPES for count in state["pieces2"][kind]]
    yield "types", sorted(state["pieces2"]) != sorted(TYPES)
    yield "half-pieces", 1 in counts or any(count % 2 for count in state["pieces2"]["provision"]) or min(counts) < 0
    under = sum(count % 2 for count in counts)
    yield "discs", state["supply"] + sum(state["discs"]) + under != DISCS or min(*state["discs"], state["supply"]) < 0
    lower = 24 - players
    yield "upper", not 0 <= state["upper"] <= (lower if rain == 0 else 0)
    yield "deck", len(state["deck"]) != state["upper"] + lower if rain == 0 else len(state["deck"]) > lower
    yield "rain", not 0 <= rain <= RAINS or (phase in ("endgame", "over")) > (rain == RAINS)
    yield "pets", any(state["pets"]) and rain < 2
    yield "no pets", any(pet and not CARDS[pet].pet for pet in state["pets"])
    yield "early results", phase != "over" and (any(state["scores"]) or state["winners"] != [])
    yield "display", phase == "turn" and len(state["display"]) != 3
    yield "passed", any(state["passed"]) and rain < RAINS
    decides = None if phase == "over" else state["active"]
    yield "active", state["active"] not in ((None,) if phase == "over" else seats)
    yield "turn", phase != "pet" and state["turn"] != decides
    yield "leftovers", phase in ("turn", "endgame", "over") and bool(state["used"] or state["todo"])
    if phase == "pet":
        asked = [(state["active"] + step) % players for step in range((state["turn"] - state["active"]) % players)]
        yield "pet of a seat not asked", any(state["pets"][seat] and seat not in asked for seat in seats)


# Where a card may lie (section 4), who may do what (section 7)


def judged(state, name, cabin, eject=None):
    """The rules that a due `play` breaks, row by row of the table in section 7."""
    seat, phase, options = state["turn"], state["phase"], state["options"]
    card, kind = card_of(name, options), type_of(name, options)
    side, number = cabin[0], int(cabin[1:])
    cabins = state["cabins"]
    new = cabin not in cabins
    here = list(cabins.get(cabin, []))
    victim = eject if eject in here else None
    if victim:
        here.remove(victim)
    others = [card_of(other, options) for other in here]
    beside = [f"{side}{number - 1}", f"{side}{number + 1}", f"{'PS'[side == 'P']}{number}"]
    near = [*others, *(CARDS[other] for where in beside for other in cabins.get(where, []))]
    lone = kind in ("slow", "provision")
    discs = state["discs"][seat]
    heavier = card.weight - (CARDS[victim].weight if victim else 0)
    rows = [
        (name not in state["hands"][seat], "OM-4.3"),
        (lone and phase == "second", "OM-4.4"),
        (lone and phase == "endgame", "OM-5.4"),
        (new and number != length_of(cabins, side) + 1, "OM-4.10"),
        (phase == "second" and cabin in state["used"], "OM-4.5"),
        (phase == "endgame" and discs == 0, "OM-5.3"),
        (phase == "endgame" and discs == 1 and new, "OM-5.5"),
        (phase != "endgame" and discs == 0 and new, "OM-4.19"),
    ]
    if eject:
        prey = CARDS[eject]
        rows += [
            (name not in EJECTORS, "OM-4.26"),
            (not victim or not prey.animal or eject in STEADY, "OM-4.27"),
            ((name == "mosquito" and prey.weight != 2) or (name == "spider" and prey.type != "shy"), "OM-4.26"),
        ]
    rows += [
        (len(here) == 3, "OM-4.11"),
        (any({card.climate, other.climate} == {"hot", "cold"} for other in others), "OM-4.12"),
        (abs(state["tilt"] + heavier * (1 if side == "S" else -1)) > 2, "OM-4.13"),
        (any(too_heavy(card, other) or too_heavy(other, card) for other in others), "OM-4.14"),
        (
            any(one.plant_eater and not two.animal for other in others for one, two in ((card, other), (other, card))),
            "OM-4.16",
        ),
        (
            (kind == "shy" and any(other.food == "carnivore" for other in near))
            or (
                options["shy"] == "neighbours"
                and card.food == "carnivore"
                and any(other.type == "shy" for other in near)
            ),
            "OM-4.17",
        ),
    ]
    return tuple(rule for wrong, rule in rows if wrong)


def too_heavy(eater, other):
    """Whether an eater is not light enough for its company (OM-4.14, OM-4.15)."""
    if not (eater.eater and eater.animal and other.animal) or other.power == "safe":
        return False
    return eater.weight >= other.weight


def places(state):
    """All cabins that a card may be named with: those that exist and the next of either side."""
    return [*state["cabins"], *(next_cabin(state, side) for side in "PS")]


def every_play(state, names, far=(), strangers=()):
    """Every way to lay these cards, victims included, legal or not; also into cabins too far away and with victims
    that lie elsewhere."""
    for name in names:
        for cabin in (*places(state), *far):
            yield play(name, cabin)
            for victim in sorted({*state["cabins"].get(cabin, []), *strangers}):
                yield play(name, cabin, victim)


def legal_moves(state):
    """The moves of section 7 that are legal."""
    phase, seat = state["phase"], state["turn"]
    if phase == "over":
        return []
    hand = sorted(set(state["hands"][seat]))
    moves = []
    if phase == "turn":
        moves += [take(name) for name in sorted(set(state["display"]))]
    if phase in ("turn", "second", "endgame"):
        for move in every_play(state, hand):
            if not judged(state, move["card"], move["cabin"], move.get("eject")):
                moves.append(move)
    if phase == "second":
        moves.append(STOP)
    if phase == "endgame":
        moves.append(PASS)
    if phase == "pick":
        moves += [pick(name) for name in sorted(set(state["display"]))]
    if phase == "boost":
        moves += [boost(None), *(boost(kind) for kind in TYPES if can_boost(state, kind))]
    if phase == "pet":
        moves += [pet(None), *(pet(name) for name in hand if CARDS[name].pet)]
    return moves


def can_boost(state, kind):
    """Whether a half may be put on a score card (OM-4.24)."""
    count = state["pieces2"][kind][state["active"]]
    return kind != "provision" and state["supply"] > 0 and (count if count % 2 == 0 else count - 3) >= 2


# Scoring (section 5)


def points_of(halves):
    """Points of each seat on one score card (OM-5.9, OM-5.10)."""
    points = [0] * len(halves)
    place = 0
    for count in sorted({count for count in halves if count}, reverse=True):
        seats = [seat for seat, other in enumerate(halves) if other == count]
        worth = [(10, 6, 2, 2, 2)[place + number] for number in range(len(seats))]
        for seat in seats:
            points[seat] = sum(worth) // len(seats)
        place += len(seats)
    return points


def result_of(state):
    """Pieces with pets, points and winners of a state in which all have passed."""
    seats = range(state["players"])
    pieces2 = deepcopy(state["pieces2"])
    for seat, laid in enumerate(state["pets"]):
        if laid:
            pieces2[CARDS[laid].type][seat] += 2
    totals = [sum(points_of(pieces2[kind])[seat] for kind in TYPES) + state["discs"][seat] for seat in seats]
    animals = [sum(CARDS[name].animal for name in hand) for hand in state["hands"]]
    best = max((totals[seat], -animals[seat]) for seat in seats)
    return pieces2, totals, [seat for seat in seats if (totals[seat], -animals[seat]) == best]


# One move (sections 4, 6.4 and 9), with what chance brought read from the state after it


def followed(before, move, after):
    """The state that a move must lead to; only the cards and rain that were drawn come from `after`."""
    state = deepcopy(before)
    active, options, players = state["active"], state["options"], state["players"]
    neighbour = (active - 1) % players
    kind = move["move"]
    drawn = sorted((Counter(before["deck"]) - Counter(after["deck"])).elements())
    phase = state["phase"]

    def gain(type_, halves):
        """A piece or a half; two halves become a piece (OM-4.25)."""
        if halves == 1:
            state["supply"] -= 1
        state["pieces2"][type_][active] += halves
        if halves == 1 and state["pieces2"][type_][active] % 2 == 0:
            state["supply"] += 2

    if kind in ("take", "pick"):
        state["display"].remove(move["card"])
        for pile in ("hands", "known"):
            state[pile][active] = sorted([*state[pile][active], move["card"]])
        state["todo"] = ["draw", "refill"] if kind == "take" else state["todo"]
        return gone_on(state, after, drawn)
    if kind == "boost":
        if move["type"]:
            gain(move["type"], 1)
        return gone_on(state, after, drawn)
    if kind == "stop":
        return gone_on(state, after, drawn)
    if kind == "pass":
        state["passed"][active] = True
        return gone_on(state, after, drawn)
    if kind == "pet":
        seat = state["turn"]
        if move["card"]:
            state["hands"][seat].remove(move["card"])
            state["pets"][seat] = move["card"]
            state["known"][seat] = [name for name in state["known"][seat] if not CARDS[name].pet]
        state["turn"] = (seat + 1) % players
        return gone_on(state, after, drawn) if state["turn"] == active else state
    name, cabin, victim = move["card"], move["cabin"], move.get("eject")
    opened = cabin not in state["cabins"]
    if phase == "endgame":
        state["discs"][active] -= 1
        state["supply"] += 1
    if opened:
        state["discs"][active] -= 1
        state["discs"][neighbour] += 1
    state["hands"][active].remove(name)
    if name in state["known"][active]:
        state["known"][active].remove(name)
    lying = state["cabins"].setdefault(cabin, [])
    if victim:
        lying.remove(victim)
        state["removed"] = sorted([*state["removed"], victim])
    state["cabins"][cabin] = sorted([*lying, name])
    state["tilt"] = tilt_of(state["cabins"])
    acting = victim or name
    type_ = type_of(acting, options)
    if type_:
        gain(type_, 2)
    if acting == "brontosaurus" and state["supply"]:
        gain("heavy", 1)
    if name == "fox":
        found = min(2, state["supply"])
        state["supply"] -= found
        state["discs"][active] += found
    state["used"].append(cabin)
    if phase != "endgame":
        last = phase == "second" or type_of(name, options) in ("slow", "provision")
        state["todo"] = ["pick"] * opened + ["second"] * (not last) + ["refill"]
    if acting == "chimpanzee" and any(can_boost(state, type_) for type_ in TYPES):
        state["phase"] = "boost"
        return state
    return gone_on(state, after, drawn)


def gone_on(state, after, drawn):
    """Section 9: the steps of `todo`, until somebody has to decide."""
    players, active = state["players"], state["active"]
    rain_before, drawn = state["rain"], list(drawn)

    def arrives(name):
        drawn.remove(name)
        state["deck"].remove(name)
        state["upper"] = max(0, state["upper"] - 1)

    def interrupted():
        """The draw met the second or the fifth rain."""
        state["rain"] = after["rain"]
        state["upper"] = 0
        if state["rain"] == RAINS:
            state["used"], state["todo"], state["phase"] = [], [], "endgame"
            state["active"] = state["turn"] = (active + 1) % players
        else:
            assert rain_before < 2 == after["rain"], "a draw stopped without reason"
            state["phase"], state["turn"] = "pet", active
        return state

    while state["todo"]:
        step = state["todo"][0]
        if step in ("pick", "second"):
            state["phase"] = step
            state["todo"].pop(0)
            return state
        if step == "draw":
            came = Counter(after["hands"][active]) - Counter(state["hands"][active])
            if not came:
                return interrupted()
            (name,) = came.elements()
            arrives(name)
            state["hands"][active] = sorted([*state["hands"][active], name])
        else:
            came = sorted((Counter(after["display"]) - Counter(state["display"])).elements())
            for name in came:
                arrives(name)
            state["display"] = sorted([*state["display"], *came])
            if len(state["display"]) < 3:
                return interrupted()
        state["todo"].pop(0)
    state["rain"] = after["rain"]
    assert not (rain_before < 2 <= after["rain"]), "the second rain and nobody is asked"
    assert not (rain_before < RAINS == after["rain"]), "the fifth rain and the turn goes on"
    assert drawn == [], "cards left the deck for nowhere"
    state["used"] = []
    if state["rain"] < RAINS:
        state["phase"], state["active"] = "turn", (active + 1) % players
    else:
        order = [(active + step) % players for step in range(1, players + 1)]
        left = [seat for seat in order if not state["passed"][seat]]
        if left:
            state["phase"], state["active"] = "endgame", left[0]
        else:
            state["phase"], state["active"] = "over", None
            state["pieces2"], state["scores"], state["winners"] = result_of(state)
    state["turn"] = state["active"]
    return state


# Views (section 6)


def view_as_ruled(state, viewer):
    """What a seat (None: a spectator) sees of a state."""
    if state["phase"] == "over":
        return state
    hands = []
    for seat, hand in enumerate(state["hands"]):
        known = state["known"][seat]
        hands.append(hand if seat == viewer else sorted(known) + ["hidden"] * (len(hand) - len(known)))
    pets = [pet if seat == viewer or pet is None else "hidden" for seat, pet in enumerate(state["pets"])]
    return state | {"deck": ["hidden"] * len(state["deck"]), "hands": hands, "pets": pets}


# Moves

STOP = {"move": "stop"}
PASS = {"move": "pass"}


def take(name):
    return {"move": "take", "card": name}


def play(name, cabin, eject=None):
    return {"move": "play", "card": name, "cabin": cabin} | ({} if eject is None else {"eject": eject})


def boost(kind):
    return {"move": "boost", "type": kind}


def pick(name):
    return {"move": "pick", "card": name}


def pet(name):
    return {"move": "pet", "card": name}


# Words of the tests


def start(players=3, seed=7, **options):
    return GAME.start(players=players, seed=seed, **options)


def outcomes(state, *moves, seeds=range(60)):
    """The states after these moves, by many seeds."""
    return [after(state, *moves, seed=seed) for seed in seeds]


def assert_impossible(state):
    arranging.assert_impossible(state, GAME)


def random_match(players, seed, eager=None, **options):
    """The match before every move of a random match, and at its end; an eager one likes to play rather than take."""

    def choose(match, rng):
        moves = match.moves()
        if eager and rng.random() < eager:
            moves = [move for move in moves if move["move"] not in ("take", "stop", "pass")] or moves
        return rng.choice(moves)

    return arranging.random_match(start(players, seed, **options), random.Random(f"{players} {seed}"), choose)


@cache
def random_states(players, seed, eager=None, shy="neighbours", chimpanzee="none"):
    """The states before every move of a random match and at its end, and the moves; for reading only."""
    *_, match = random_match(players, seed, eager, shy=shy, chimpanzee=chimpanzee)
    return [*match.past_states(), match.state()], list(match.history)


# A position of every phase

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"
EXAMPLE = json.loads(RULES.split("```json")[1].split("```")[0])


def turn_state(**words):
    return position(**({"cabins": LEVEL, "hand": "mouse, snail", "known": {0: "mouse"}} | words))


def pet_state():
    return position(
        phase="pet", todo=["draw", "refill"], active=1, turn=2, pets={1: "cow"}, hand="mouse", cabins="P1 bee"
    )


def second_state():
    return position(phase="second", used=["P1"], cabins="P1 bee; S1 mouse", hand="snail", display="cow, hay, hay")


def pick_state():
    return position(
        phase="pick", used=["P2"], todo=["second", "refill"], cabins="P1 bee; P2 mouse", display="cow, hay, pig"
    )


def boost_state():
    return position(
        phase="boost", used=["P1"], todo=["second", "refill"], cabins="P1 chimpanzee; S1 bee", pieces={"shy": [4, 0, 0]}
    )


def endgame_state():
    return position(phase="endgame", active=1, passed=[0], cabins=LEVEL, hand="mouse")


def over_state():
    state = position(phase="endgame", passed=[1, 2], pieces={"shy": [4, 2, 0]}, pets={1: "camel"})
    return after(state, PASS)
