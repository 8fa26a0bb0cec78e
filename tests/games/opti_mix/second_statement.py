"""A second statement of the rules of Arche Opti Mix, written from the rule file alone, for clarity and not for speed.

It works on the JSON states, views and moves of the rule file and knows nothing of the program it is compared with; even
the cards are read from the table of section 1.1. What chance decides is asked of a `Dice` (to play by itself) or read
off from the state that came out (`Seen`).
"""

import json
import re
from collections import namedtuple
from itertools import chain
from pathlib import Path

RULES = Path(__file__).parents[3] / "src" / "ararat" / "games" / "opti_mix" / "RULES.md"

Card = namedtuple("Card", "copies type weight climate food power")


def cards_of(text):
    """Section 1.1, by name."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    first = next(place for place, row in enumerate(rows) if row[:2] == ["card", "copies"]) + 2
    last = next(place for place, row in enumerate(rows) if row[0] == "component")
    return {
        name: Card(int(copies), kind, int(weight), climate, food, power)
        for name, copies, kind, weight, climate, food, power, *_ in rows[first:last]
    }


CARDS = cards_of(RULES.read_text("utf-8"))
ALL_CARDS = sorted(chain(*([name] * card.copies for name, card in CARDS.items())))
TYPES = ("heavy", "slow", "shy", "useful", "provision")
BOOSTABLE = ("heavy", "slow", "shy", "useful")
OPTIONS = {"shy": "neighbours", "chimpanzee": "none", "first": 0}
LATER = {"skunk": "omnivore"}  # options that a state names only where they are not the default
PHASES_OF = {
    "take": ("turn",),
    "play": ("turn", "second", "endgame"),
    "boost": ("boost",),
    "pick": ("pick",),
    "stop": ("second",),
    "pet": ("pet",),
    "pass": ("endgame",),
}
PHASES = ("turn", "boost", "pick", "second", "pet", "endgame", "over")
NOT_DUE = {("take", "second"): "OM-4.1", ("stop", "turn"): "OM-4.1", ("pass", "turn"): "OM-4.1",
           ("take", "endgame"): "OM-4.36"}  # fmt: skip
COMMON_KEYS = "game options players phase turn scores winners".split()
OWN_KEYS = """active used todo cabins tilt display deck upper rain hands known pets removed discs supply pieces2
passed""".split()
KEYS = {*COMMON_KEYS, *OWN_KEYS}
DISCS, DISPLAY, RAIN_CARDS, LAST_RAIN, PET_RAIN = 22, 3, 5, 5, 2
RAIN = "rain"


class Impossible(Exception):
    """Chance cannot have brought this about; says why."""


def copied(value):
    """A copy of a plain JSON value that shares nothing with it."""
    return json.loads(json.dumps(value))


# Cards


def weight_of(name):
    return CARDS[name].weight


def type_of(options, name):
    """The score card of a card, or None."""
    if name == "chimpanzee":
        return "useful" if options["chimpanzee"] == "useful" else None
    return None if CARDS[name].type == "none" else CARDS[name].type


def is_provision(name):
    return CARDS[name].type == "provision"


def is_animal(name):
    return not is_provision(name)


def is_eater(options, name):
    """OM-2.2: a skunk may be one."""
    food = options.get("skunk", CARDS[name].food) if name == "skunk" else CARDS[name].food
    return food in ("carnivore", "omnivore")


def is_plant_eater(name):
    return CARDS[name].food in ("herbivore", "omnivore")


def is_carnivore(name):
    return CARDS[name].food == "carnivore"


def is_shy(name):
    return CARDS[name].type == "shy"


def is_safe(name):
    return CARDS[name].power == "safe"


def is_lone(name):
    """A card that is the only one of its turn (OM-4.4)."""
    return CARDS[name].type in ("slow", "provision")


def is_ejector(name):
    return CARDS[name].power.startswith("eject")


def can_be_ejected(name):
    """OM-4.27, apart from where it lies."""
    return is_animal(name) and name not in ("fox", "spider", "mosquito")


def ejects(name, victim):
    """Whether it is the kind of animal that this ejector wants (OM-4.26)."""
    if name == "mosquito":
        return weight_of(victim) == 2
    if name == "spider":
        return is_shy(victim)
    return True


def can_be_pet(name):
    """OM-4.34."""
    return is_animal(name) and weight_of(name) <= 2 and not CARDS[name].power


def without(cards, fewer):
    """The cards that are left when others are taken away, or None if they aren't all there."""
    left = list(cards)
    for card in fewer:
        if card not in left:
            return None
        left.remove(card)
    return left


def add(cards, card):
    """One card more in a sorted list."""
    cards[:] = sorted([*cards, card])


# Cabins


def parts_of(cabin):
    return cabin[0], int(cabin[1:])


def other_side(side):
    return "S" if side == "P" else "P"


def length_of(cabins, side):
    """How many cabins a side has."""
    return sum(cabin[0] == side for cabin in cabins)


def is_next(cabins, cabin):
    """OM-4.10."""
    side, number = parts_of(cabin)
    return number == length_of(cabins, side) + 1


def opens(cabins, cabin):
    """Whether a cabin would be new; one that can't be opened yet is judged as a new one too (OM-7.3)."""
    return cabin not in cabins


def next_cabins(cabins):
    return [f"{side}{length_of(cabins, side) + 1}" for side in "PS"]


def within_fright(cabin):
    """The cabins that are too near for shy animals and carnivores: this one, before, behind, opposite (OM-4.17)."""
    side, number = parts_of(cabin)
    return [cabin, f"{side}{number - 1}", f"{side}{number + 1}", f"{other_side(side)}{number}"]


def cabin_without(cabins, cabin, victim):
    """The cards of a cabin, none if it does not exist, without one that is to be ejected (OM-4.28)."""
    lying = cabins.get(cabin, [])
    return without(lying, [victim]) if victim in lying else list(lying)


def tilt_of(cabins):
    """OM-3.5."""
    weight = dict.fromkeys("PS", 0)
    for cabin, lying in cabins.items():
        weight[cabin[0]] += sum(map(weight_of, lying))
    return weight["S"] - weight["P"]


# Where a card may lie (OM-4.10 to OM-4.18)


def climates_differ(one, other):
    """OM-4.12."""
    return {CARDS[one].climate, CARDS[other].climate} == {"hot", "cold"}


def would_eat(options, eater, other):
    """Whether an eater is not light enough for an animal (OM-4.14, OM-4.15)."""
    if not is_eater(options, eater) or is_provision(other) or is_safe(other):
        return False
    return not weight_of(eater) < weight_of(other)


def one_would_eat_the_other(options, one, other):
    return would_eat(options, one, other) or would_eat(options, other, one)


def one_feeds_on_the_other(one, other):
    """OM-4.16."""
    return (is_plant_eater(one) and is_provision(other)) or (is_plant_eater(other) and is_provision(one))


def fright(options, laid, other):
    """Whether a card laid and another one near it are against OM-4.17."""
    if is_shy(laid) and is_carnivore(other):
        return True
    return is_carnivore(laid) and is_shy(other) and options["shy"] == "neighbours"


def too_many(cabins, card, cabin, victim):
    """OM-4.11."""
    return len(cabin_without(cabins, cabin, victim)) >= 3


def wrong_climate(cabins, card, cabin, victim):
    return any(climates_differ(card, other) for other in cabin_without(cabins, cabin, victim))


def wrong_tilt(cabins, card, cabin, victim):
    """OM-4.13."""
    after = {**cabins, cabin: [*cabin_without(cabins, cabin, victim), card]}
    return not -2 <= tilt_of(after) <= 2


def wrong_eater(cabins, options, card, cabin, victim):
    return any(one_would_eat_the_other(options, card, other) for other in cabin_without(cabins, cabin, victim))


def wrong_food(cabins, card, cabin, victim):
    return any(one_feeds_on_the_other(card, other) for other in cabin_without(cabins, cabin, victim))


def frightened(cabins, options, card, cabin, victim):
    others = chain(*(cabin_without(cabins, near, victim if near == cabin else None) for near in within_fright(cabin)))
    return any(fright(options, card, other) for other in others)


def placement_faults(cabins, options, card, cabin, victim=None):
    """Rows 9 to 14 of the table of section 7, each with whether it is broken."""
    case = (card, cabin, victim)
    return [
        ("OM-4.11", too_many(cabins, *case)),
        ("OM-4.12", wrong_climate(cabins, *case)),
        ("OM-4.13", wrong_tilt(cabins, *case)),
        ("OM-4.14", wrong_eater(cabins, options, *case)),
        ("OM-4.16", wrong_food(cabins, *case)),
        ("OM-4.17", frightened(cabins, options, *case)),
    ]


# Moves (section 7)


def well_formed(move):
    """OM-7.1: exactly the keys of its kind, each with a value that exists."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str):
        return False
    kind, keys = move["move"], set(move) - {"move"}
    if kind in ("take", "pick"):
        return keys == {"card"} and is_card(move["card"])
    if kind == "pet":
        return keys == {"card"} and (move["card"] is None or is_card(move["card"]))
    if kind == "boost":
        return keys == {"type"} and (move["type"] is None or is_score_card(move["type"]))
    if kind == "play":
        right = keys - {"eject"} == {"card", "cabin"} and is_card(move["card"]) and is_cabin(move["cabin"])
        return right and (move.get("eject") is None or is_card(move["eject"]))
    return kind in ("stop", "pass") and not keys


def is_card(value):
    return isinstance(value, str) and value in CARDS


def is_score_card(value):
    return isinstance(value, str) and value in TYPES


def is_cabin(value):
    return isinstance(value, str) and re.fullmatch("[PS][1-9][0-9]*", value) is not None


def normal(move):
    """The normal form of a well-formed move."""
    return {key: value for key, value in move.items() if (key, value) != ("eject", None)}


def why_not(state, move):
    """All rules that forbid the move, the first one first (OM-7.3); none if it is legal."""
    if not well_formed(move):
        return ("OM-7.1",)
    kind, phase = move["move"], state["phase"]
    if phase not in PHASES_OF[kind]:
        return (NOT_DUE.get((kind, phase), "OM-7.2"),)
    if kind == "play":
        return tuple(rule for rule, broken in rows_of_play(state, normal(move)) if broken)
    return tuple(rule for rule, broken in other_reasons(state, move) if broken)[:1]


def other_reasons(state, move):
    """The third group of section 7."""
    kind, card = move["move"], move.get("card")
    if kind == "take":
        yield "OM-4.2", card not in state["display"]
    if kind == "pick":
        yield "OM-4.20", card not in state["display"]
    if kind == "boost" and move["type"] is not None:
        yield "OM-4.24", move["type"] not in types_to_boost(state, state["active"])
    if kind == "pet" and card is not None:
        yield "OM-4.33", card not in state["hands"][state["turn"]]
        yield "OM-4.34", not can_be_pet(card)


def rows_of_play(state, move):
    """The table of section 7, row by row."""
    card, cabin, victim = move["card"], move["cabin"], move.get("eject")
    phase, cabins, discs = state["phase"], state["cabins"], state["discs"][state["active"]]
    new = opens(cabins, cabin)
    yield "OM-4.3", card not in state["hands"][state["active"]]
    yield "OM-4.4", phase == "second" and is_lone(card)
    yield "OM-5.4", phase == "endgame" and is_lone(card)
    yield "OM-4.10", new and not is_next(cabins, cabin)
    yield "OM-4.5", phase == "second" and cabin in state["used"]
    if phase == "endgame":
        yield "OM-5.3", discs == 0
        yield "OM-5.5", new and discs == 1
    else:
        yield "OM-4.19", new and discs == 0
    if victim is not None:
        yield "OM-4.26", not is_ejector(card)
        yield "OM-4.27", victim not in cabins.get(cabin, []) or not can_be_ejected(victim)
        yield "OM-4.26", is_ejector(card) and not ejects(card, victim)
    yield from placement_faults(cabins, state["options"], card, cabin, victim)


def has_plain_piece(pieces2):
    """Whether one of the pieces stands on no disc (section 8)."""
    plain = (pieces2 - 3) // 2 if pieces2 % 2 else pieces2 // 2
    return plain >= 1


def types_to_boost(state, seat):
    """OM-4.24."""
    if state["supply"] == 0:
        return []
    return [kind for kind in BOOSTABLE if has_plain_piece(state["pieces2"][kind][seat])]


def thinkable_moves(state):
    """All legal moves in normal form, and others, each once."""
    if state["phase"] == "over":
        return
    hand = sorted(set(state["hands"][state["turn"]]))
    for card in sorted(set(state["display"])):
        yield {"move": "take", "card": card}
        yield {"move": "pick", "card": card}
    for card in hand:
        yield {"move": "pet", "card": card}
        for cabin in [*state["cabins"], *next_cabins(state["cabins"])]:
            yield {"move": "play", "card": card, "cabin": cabin}
            for victim in sorted(set(state["cabins"].get(cabin, []))) if is_ejector(card) else []:
                yield {"move": "play", "card": card, "cabin": cabin, "eject": victim}
    yield {"move": "pet", "card": None}
    for kind in [*TYPES, None]:
        yield {"move": "boost", "type": kind}
    yield {"move": "stop"}
    yield {"move": "pass"}


def legal_moves(state):
    """Every legal move in normal form, each once."""
    due = [move for move in thinkable_moves(state) if state["phase"] in PHASES_OF[move["move"]]]
    return [move for move in due if not why_not(state, move)]


# Chance


class Dice:
    """Chance by a random generator."""

    def __init__(self, rng):
        self.rng = rng

    def draw(self, state, place):
        """OM-4.31."""
        if state["rain"] == 0:
            return self.rng.choice(state["deck"]) if state["upper"] else RAIN
        return self.rng.choice([*state["deck"], *[RAIN] * (RAIN_CARDS - state["rain"])])

    def setup(self, players, options):
        """OM-3.3, OM-3.6."""
        cards = list(ALL_CARDS)
        self.rng.shuffle(cards)
        accepted = []
        for card in cards:
            if len(accepted) < 4 and accepts(accepted, card, options):
                accepted.append(card)
        rest = without(cards, accepted)
        self.rng.shuffle(rest)
        hands = [[rest.pop() for _ in range(2)] for _ in range(players)]
        display = [rest.pop() for _ in range(DISPLAY)]
        cabins = {cabin: [card] for cabin, card in zip(("P1", "S1", "S2", "P2"), accepted, strict=True)}
        return {"cabins": cabins, "hands": hands, "display": display, "deck": rest}


class Seen:
    """Chance as the state that came out shows it.

    Which card came is plain, but rain cards leave no trace of when they came. It only matters where one of them cuts
    the drawing short: then it was the last to come, otherwise they may as well have come first.
    """

    def __init__(self, after, rain_first=True):
        self.after = after
        self.rain_first = rain_first

    def draw(self, state, place):
        came = arrived(state, self.after, place)
        rain_left = self.after["rain"] > state["rain"]
        rain_can_wait = bool(came) and not self.rain_first
        if state["rain"] == 0:
            return came[0] if state["upper"] and came else RAIN
        if rain_left and not rain_can_wait:
            return RAIN
        if not came:
            raise Impossible(f"a card should have come to {place}")
        return came[0]

    def setup(self, players, options):
        return {key: copied(self.after[key]) for key in ("cabins", "hands", "display", "deck")}


def arrived(state, after, place):
    """The cards that still have to come to a place: the hand of a seat or the display."""
    now, then = (s["display"] if place == "display" else s["hands"][place] for s in (state, after))
    new = without(then, now)
    if new is None:
        raise Impossible(f"{place} lost a card: {now} became {then}")
    return new


# Setup (section 3)


def why_not_start(players, options):
    """The rule that forbids a start, or None (OM-2.1)."""
    if type(players) is not int or not 3 <= players <= 5 or not set(options) <= {*OPTIONS, *LATER}:
        return "OM-2.1"
    given = {**OPTIONS, **LATER, **options}
    right = [
        given["shy"] in ("neighbours", "entry"),
        given["chimpanzee"] in ("none", "useful"),
        given["skunk"] in ("omnivore", "herbivore"),
        type(given["first"]) is int and 0 <= given["first"] < players,
    ]
    return None if all(right) else "OM-2.1"


def accepts(accepted, card, options):
    """Whether a card can be one of the four at the start (OM-3.3)."""
    kind = type_of(options, card)
    alike = [other for other in accepted if kind is not None and type_of(options, other) == kind]
    return weight_of(card) in (1, 2) and len(alike) < 2


def start(players, options, chance):
    """The state at the start of a match; options that are not given have their defaults."""
    options = {**OPTIONS, **{name: value for name, value in options.items() if LATER.get(name) != value}}
    setup = chance.setup(players, options)
    for fault in faults_of_setup(players, options, setup):
        raise Impossible(fault)
    discs = [0] * players
    for place in range(players):
        discs[(options["first"] + place) % players] = 3 if place < 3 else 4
    return {
        "game": "opti-mix",
        "options": options,
        "players": players,
        "phase": "turn",
        "turn": options["first"],
        "scores": [0] * players,
        "winners": [],
        "active": options["first"],
        "used": [],
        "todo": [],
        "cabins": setup["cabins"],
        "tilt": tilt_of(setup["cabins"]),
        "display": sorted(setup["display"]),
        "deck": sorted(setup["deck"]),
        "upper": len(setup["deck"]) // 2,
        "rain": 0,
        "hands": [sorted(hand) for hand in setup["hands"]],
        "known": [[] for _ in range(players)],
        "pets": [None] * players,
        "removed": [],
        "discs": discs,
        "supply": DISCS - sum(discs),
        "pieces2": {kind: [0] * players for kind in TYPES},
        "passed": [False] * players,
    }


def faults_of_setup(players, options, setup):
    """What is wrong with a setup."""
    if set(setup["cabins"]) != {"P1", "P2", "S1", "S2"} or any(len(lying) != 1 for lying in setup["cabins"].values()):
        yield "four cabins should have one card each"
        return
    accepted = [setup["cabins"][cabin][0] for cabin in ("P1", "S1", "S2", "P2")]
    if not all(accepts(accepted[:place], card, options) for place, card in enumerate(accepted)):
        yield f"these cards are not accepted: {accepted}"
    if [len(hand) for hand in setup["hands"]] != [2] * players or len(setup["display"]) != DISPLAY:
        yield "everybody should have got two cards, and three lie face up"
    if sorted([*accepted, *chain(*setup["hands"]), *setup["display"], *setup["deck"]]) != ALL_CARDS:
        yield "the cards are not those of section 1.1"


# What follows a move (section 9)


def next_state(state, move, chance):
    """The state that follows a legal move."""
    state, move = copied(state), normal(move)
    follow = {
        "take": take, "play": lay, "boost": boost, "pick": pick, "stop": stop, "pet": lay_down_pet, "pass": pass_by
    }  # fmt: skip
    follow[move["move"]](state, state["turn"], move, chance)
    return state


def play(state, move, rng):
    """The state that follows a legal move, with chance by a random generator."""
    return next_state(state, move, Dice(rng))


def is_outcome(before, move, after):
    """None if `after` can follow `before` by this legal move, else a sentence."""
    last = compared(lambda: next_state(before, move, Seen(after, rain_first=False)), after)
    return last and compared(lambda: next_state(before, move, Seen(after)), after)


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


def is_endgame(state):
    return state["rain"] == LAST_RAIN


def right_neighbour(state, seat):
    return (seat - 1) % state["players"]


def take(state, seat, move, chance):
    """OM-4.2."""
    from_display(state, seat, move["card"])
    state["todo"] = ["draw", "refill"]
    go_on(state, chance)


def pick(state, seat, move, chance):
    """OM-4.20."""
    from_display(state, seat, move["card"])
    go_on(state, chance)


def from_display(state, seat, card):
    """A card goes into a hand for all to see (OM-6.4)."""
    state["display"].remove(card)
    add(state["hands"][seat], card)
    add(state["known"][seat], card)


def lay(state, seat, move, chance):
    """A card comes aboard, in the order of OM-4.7."""
    card, cabin, victim = move["card"], move["cabin"], move.get("eject")
    opened, endgame = opens(state["cabins"], cabin), is_endgame(state)
    is_second = state["phase"] == "second"
    pay(state, seat, opened, endgame)
    from_hand(state, seat, card)
    if victim is not None:
        state["cabins"][cabin].remove(victim)
        add(state["removed"], victim)
    add(state["cabins"].setdefault(cabin, []), card)
    state["tilt"] = tilt_of(state["cabins"])
    state["used"].append(cabin)
    # An ejector has no type and no other power, so its seat gets what the victim would bring (OM-4.29).
    bringing = victim or card
    place_piece(state, seat, bringing)
    if card == "fox":
        discs = min(2, state["supply"])
        state["supply"] -= discs
        state["discs"][seat] += discs
    if bringing == "brontosaurus" and state["supply"]:
        add_half(state, seat, "heavy")
    if endgame:
        state["todo"] = []
    else:
        second = not is_second and not is_lone(card)
        state["todo"] = ["pick"] * opened + ["second"] * second + ["refill"]
    if bringing == "chimpanzee" and types_to_boost(state, seat):
        state["phase"] = "boost"
    else:
        go_on(state, chance)


def pay(state, seat, opened, endgame):
    """OM-4.19, OM-5.3, OM-5.5."""
    if endgame:
        state["discs"][seat] -= 1
        state["supply"] += 1
    if opened:
        state["discs"][seat] -= 1
        state["discs"][right_neighbour(state, seat)] += 1


def from_hand(state, seat, card):
    """A card leaves a hand for all to see (OM-6.4)."""
    state["hands"][seat].remove(card)
    if card in state["known"][seat]:
        state["known"][seat].remove(card)


def place_piece(state, seat, card):
    """OM-4.21, OM-5.8."""
    kind = type_of(state["options"], card)
    if kind is not None:
        state["pieces2"][kind][seat] += 2


def add_half(state, seat, kind):
    """A disc goes under a piece; two such pieces become three plain ones (OM-4.23 to OM-4.25)."""
    state["pieces2"][kind][seat] += 1
    state["supply"] -= 1
    if state["pieces2"][kind][seat] % 2 == 0:
        state["supply"] += 2


def boost(state, seat, move, chance):
    """OM-4.24."""
    if move["type"] is not None:
        add_half(state, seat, move["type"])
    go_on(state, chance)


def stop(state, seat, move, chance):
    go_on(state, chance)


def pass_by(state, seat, move, chance):
    """OM-5.2."""
    state["passed"][seat] = True
    go_on(state, chance)


def lay_down_pet(state, seat, move, chance):
    """OM-4.33, OM-6.4."""
    card = move["card"]
    if card is not None:
        state["hands"][seat].remove(card)
        state["pets"][seat] = card
        state["known"][seat] = [other for other in state["known"][seat] if not can_be_pet(other)]
    state["turn"] = following(state, seat)
    if state["turn"] == state["active"]:
        go_on(state, chance)


def following(state, seat):
    return (seat + 1) % state["players"]


def go_on(state, chance):
    """The first step of `todo`, and what comes after it (section 9)."""
    while state["todo"]:
        step = state["todo"][0]
        if step in ("pick", "second"):
            state["todo"].pop(0)
            state["phase"] = step
            return
        if step == "draw":
            drawn = draw(state, state["active"], chance)
        else:
            drawn = all(draw(state, "display", chance) for _ in range(DISPLAY - len(state["display"])))
        if not drawn:
            return
        state["todo"].pop(0)
    next_turn(state)


def draw(state, place, chance):
    """Draws a card that is no rain; False if the second or the fifth rain card cut it short (OM-4.31 to OM-4.36)."""
    while True:
        card = chance.draw(state, place)
        if card != RAIN:
            break
        if state["rain"] == 0 and state["upper"]:
            raise Impossible("the first rain card came before its time")
        state["rain"] += 1
        if state["rain"] == PET_RAIN:
            state["phase"], state["turn"] = "pet", state["active"]
            return False
        if state["rain"] == LAST_RAIN:
            begin_endgame(state)
            return False
    if card not in state["deck"]:
        raise Impossible(f"{card} came from the deck, where it is not")
    state["deck"].remove(card)
    if state["rain"] == 0:
        if not state["upper"]:
            raise Impossible("the first rain card did not come in its time")
        state["upper"] -= 1
    add(state["display"] if place == "display" else state["hands"][place], card)
    return True


def begin_endgame(state):
    """OM-4.36."""
    seat = following(state, state["active"])
    state.update(used=[], todo=[], active=seat, turn=seat, phase="endgame")


def next_turn(state):
    """OM-4.8, OM-5.1, OM-5.7."""
    state["used"] = []
    seat = following(state, state["active"])
    if is_endgame(state):
        if all(state["passed"]):
            end_match(state)
            return
        while state["passed"][seat]:
            seat = following(state, seat)
    state.update(active=seat, turn=seat, phase="endgame" if is_endgame(state) else "turn")


# End and scoring (section 5)


def end_match(state):
    """OM-5.8 to OM-5.12."""
    for seat, pet in enumerate(state["pets"]):
        if pet is not None:
            place_piece(state, seat, pet)
    state.update(active=None, turn=None, phase="over", scores=points_of(state))
    state["winners"] = winners_of(state)


def points_of(state):
    """The final points, pets already on the score cards."""
    points = list(state["discs"])
    for kind in TYPES:
        for seat, more in enumerate(points_on_card(state["pieces2"][kind])):
            points[seat] += more
    return points


def points_on_card(pieces2):
    """OM-5.9, OM-5.10."""
    points = [0] * len(pieces2)
    places = [10, 6, 2, 2, 2]
    for number in sorted(set(pieces2) - {0}, reverse=True):
        seats = [seat for seat, pieces in enumerate(pieces2) if pieces == number]
        shared = [places.pop(0) for _ in seats]
        for seat in seats:
            points[seat] = sum(shared) // len(seats)
    return points


def winners_of(state):
    """OM-5.12."""
    most = [seat for seat, points in enumerate(state["scores"]) if points == max(state["scores"])]
    animals = {seat: sum(map(is_animal, state["hands"][seat])) for seat in most}
    return [seat for seat in most if animals[seat] == min(animals.values())]


# Secrecy (section 6)


def view_of(state, viewer):
    """What a seat may know, or for None a spectator."""
    if state["phase"] == "over":
        return state
    hands = [
        hand if seat == viewer else [*sorted(known), *["hidden"] * (len(hand) - len(known))]
        for seat, (hand, known) in enumerate(zip(state["hands"], state["known"], strict=True))
    ]
    pets = [pet if pet is None or seat == viewer else "hidden" for seat, pet in enumerate(state["pets"])]
    return {**state, "hands": hands, "pets": pets, "deck": ["hidden"] * len(state["deck"])}


def move_as_seen(move, mover, viewer):
    """A move in the record of a match that is not over (OM-6.7)."""
    if move["move"] == "pet" and move["card"] is not None and viewer != mover:
        return {"move": "pet", "card": "hidden"}
    return move


# What cannot be (section 8)


def impossible(state):
    """Sentences about everything that no table can show (OM-8.1)."""
    if set(state) != KEYS or state["phase"] not in PHASES:
        return [f"the keys or the phase are not those of section 8: {sorted(set(state) ^ KEYS)}, {state['phase']}"]
    rest = chain(claims_about_table(state), claims_about_phase(state))
    return untrue(claims_about_shape(state)) or untrue(rest)


def untrue(claims):
    return [f"it isn't true that {sentence}" for holds, sentence in claims if not holds]


def claims_about_shape(state):
    """Every key holds what section 8 says."""
    players, options = state["players"], state["options"]
    yield state["game"] == "opti-mix", "the game is opti-mix"
    right = why_not_start(players, options) is None and {*options, *LATER} == {*OPTIONS, *LATER}
    yield right, "all options are there and allowed"
    by_seat = [state[key] for key in ("hands", "known", "pets", "discs", "passed", "scores")]
    by_seat += list(state["pieces2"].values())
    yield all(len(row) == players for row in by_seat), "every seat has its share of everything"
    yield list(state["pieces2"]) == list(TYPES), "there are five score cards"
    piles = [state[key] for key in ("display", "deck", "removed")]
    piles += [*state["hands"], *state["known"], *state["cabins"].values()]
    yield all(cards == sorted(cards) for cards in piles), "all lists of cards are sorted"
    deciders = [None] if state["phase"] == "over" else list(range(players))
    yield state["turn"] in deciders and state["active"] in deciders, "a seat decides until the match is over"
    numbers = [state["supply"], state["upper"], state["rain"], *state["discs"], *chain(*state["pieces2"].values())]
    yield all(type(number) is int and number >= 0 for number in numbers), "counters are whole numbers"


def claims_about_table(state):
    """The pieces are all there, and lie where they may."""
    cabins, pets, players = state["cabins"], state["pets"], state["players"]
    cards = [*state["deck"], *state["display"], *state["removed"], *chain(*state["hands"]), *chain(*cabins.values())]
    yield sorted([*cards, *(pet for pet in pets if pet)]) == ALL_CARDS, "all cards are there once"
    names = {f"{side}{number + 1}" for side in "PS" for number in range(length_of(cabins, side))}
    yield set(cabins) == names, "cabins are numbered without gaps (OM-4.10)"
    yield all(1 <= len(lying) <= 3 for lying in cabins.values()), "a cabin holds one to three cards (OM-4.11)"
    yield state["tilt"] == tilt_of(cabins), "the tilt is that of the weights (OM-3.5)"
    yield -2 <= state["tilt"] <= 2, "the ark is level (OM-4.13)"
    pieces = list(chain(*state["pieces2"].values()))
    odd = sum(number % 2 for number in pieces)
    yield 1 not in pieces, "there is no half a piece"
    yield not any(number % 2 for number in state["pieces2"]["provision"]), "no disc lies under provisions (OM-4.24)"
    yield state["supply"] + sum(state["discs"]) + odd == DISCS, "there are 22 discs"
    within = [without(hand, known) is not None for hand, known in zip(state["hands"], state["known"], strict=True)]
    yield all(within), "known cards are in the hands (OM-6.4)"
    yield len(state["display"]) <= DISPLAY, "no more than three cards are face up"
    yield state["rain"] <= RAIN_CARDS, "there are five rain cards"
    if state["rain"]:
        yield state["upper"] == 0, "nothing lies above the first rain card once it is out"
    else:
        yield len(state["deck"]) == state["upper"] + 24 - players, "the lower half is untouched (OM-3.7)"
    yield state["rain"] >= PET_RAIN or not any(pets), "there are no pets before the second rain (OM-4.33)"
    yield all(can_be_pet(pet) for pet in pets if pet), "pets are what pets can be (OM-4.34)"


def claims_about_phase(state):
    """The phase has what it needs."""
    phase, todo, used, display = state["phase"], state["todo"], state["used"], state["display"]
    yield phase == "pet" or state["turn"] == state["active"], "only pets are asked for out of turn"
    yield (phase in ("endgame", "over")) <= is_endgame(state), "the endgame is after the fifth rain (OM-4.36)"
    yield is_endgame(state) <= (phase in ("endgame", "over", "boost")), "after the fifth rain is the endgame (OM-4.36)"
    yield is_endgame(state) or not any(state["passed"]), "nobody has passed before the endgame"
    yield is_endgame(state) or phase == "pet" or len(display) >= 2, "at most one card is missing (OM-4.20)"
    if phase == "over":
        yield all(state["passed"]), "all have passed (OM-5.7)"
        yield state["scores"] == points_of(state), "points are right (OM-5.9 to OM-5.11)"
        yield state["winners"] == winners_of(state), "winners are right (OM-5.12)"
    else:
        yield (state["winners"], state["scores"]) == ([], [0] * state["players"]), "nothing is scored yet"
        yield not state["passed"][state["active"]], "who is in turn has not passed"
    if phase in ("turn", "endgame", "over"):
        yield (used, todo) == ([], []), "nothing is left to do between turns"
    if phase == "turn":
        yield len(display) == DISPLAY, "the display is full"
    if phase in ("boost", "pick", "second"):
        yield 1 <= len(used) <= 2 and all(cabin in state["cabins"] for cabin in used), "a card was laid"
    if phase == "second":
        yield (len(used), todo) == (1, ["refill"]), "a second card is due after the first"
    if phase == "pet":
        yield state["rain"] == PET_RAIN, "pets are laid down at the second rain (OM-4.33)"
        yield todo in (["draw", "refill"], ["refill"]), "the draw was interrupted"
        order = [(state["active"] + step) % state["players"] for step in range(state["players"])]
        waiting = order[order.index(state["turn"]) :]
        yield not any(state["pets"][seat] for seat in waiting), "only who was asked has a pet"


# Made-up positions


def position(players=3, *, cabins, hands=(), display=None, deck=None, seat=0, known=(), **others):
    """A complete state, by default in the turn of seat 0 after the first rain; cards are named in strings.

    The display not given has three cards. All other cards are in the deck, or removed if the deck is given. Options and
    keys of section 8 can be given as they are.
    """
    options = {**OPTIONS, **{key: others.pop(key) for key in (*OPTIONS, *LATER) if key in others}}
    cabins = {cabin: sorted(names.split()) for cabin, names in cabins.items()}
    hands = [sorted(names.split()) for names in [*hands, *[""] * players][:players]]
    pets = [pet for pet in others.get("pets", []) if pet]
    named = [*chain(*cabins.values()), *chain(*hands), *pets, *(display or "").split(), *(deck or "").split()]
    left = without(ALL_CARDS, named)
    assert left is not None, "a card is named too often"
    shown = display.split() if display is not None else [left.pop(len(left) // 2) for _ in range(DISPLAY)]
    pieces2 = {kind: [0] * players for kind in TYPES} | others.pop("pieces2", {})
    discs = others.pop("discs", [3] * players)
    odd = sum(number % 2 for number in chain(*pieces2.values()))
    undealt = left if deck is None else deck.split()
    state = {
        "game": "opti-mix", "options": options, "players": players, "phase": "turn", "turn": seat, "active": seat,
        "scores": [0] * players, "winners": [], "used": [], "todo": [], "cabins": cabins, "tilt": tilt_of(cabins),
        "display": sorted(shown), "deck": sorted(undealt), "upper": 0, "rain": 1, "hands": hands,
        "known": [sorted(names.split()) for names in [*known, *[""] * players][:players]], "pets": [None] * players,
        "removed": [] if deck is None else sorted(left), "discs": discs, "supply": DISCS - sum(discs) - odd,
        "pieces2": pieces2, "passed": [False] * players,
    }  # fmt: skip
    assert set(others) <= set(state), others
    state.update(others)
    faults = impossible(state)
    assert not faults, faults
    return state
