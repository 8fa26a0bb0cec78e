"""A second statement of the rules of Noah, written from the rule file alone, for clarity and not for speed.

It works on the JSON states, views and moves of the rule file and knows nothing of the program it is compared with.
What chance decides is asked of a `Dice` (to play by itself) or read off from the state that came out (`Seen`).
"""

import json
from collections import Counter
from itertools import chain

# Section 1: mass, tears, and the sexes of the base copies, of those from 4 seats on and of those from 5 seats on.
ANIMALS = {
    "woodpecker": (0, 2, "mf", "", ""),
    "parrot": (0, 2, "mmff", "", "mf"),
    "snail": (1, 2, "---", "", "--"),
    "cat": (2, 1, "mmff", "mf", ""),
    "kangaroo": (3, 1, "mmff", "mf", ""),
    "panda": (4, 4, "mf", "mf", "mf"),
    "lion": (5, 1, "mf", "mf", ""),
    "donkey": (6, 1, "mf", "", "mf"),
    "bear": (7, 0, "mf", "", ""),
    "giraffe": (8, 0, "mf", "", ""),
    "rhinoceros": (9, 0, "mf", "", ""),
    "elephant": (10, 0, "mf", "", ""),
    "frog": (1, 5, "", "", ""),
    "crocodile": (6, 0, "", "", ""),
}
OPTIONS = {
    "ending": "three-rounds",
    "first": 0,
    "frog": False,
    "crocodile": False,
    "roommates": False,
    "level": "beginner",
}
PROMOS = ("frog", "crocodile", "roommates")
DECK_OF_LEVEL = {"beginner": 3, "advanced": 4, "expert": 5}
FIELDS = {
    "board": ["animal", "sex"],
    "collect": [],
    "peek": ["player"],
    "draw": ["player"],
    "return": ["animal", "sex"],
    "flee": ["player"],
    "sail": ["boat"],
    "give": ["animal", "sex", "player"],
    "stack": ["animal", "sex"],
    "recall": ["boat", "place"],
    "pass": [],
}
KINDS = {
    "board": ["board", "collect"],
    "reload": ["board"],
    "peek": ["peek"],
    "draw": ["draw"],
    "return": ["return"],
    "flee": ["flee"],
    "sail": ["sail"],
    "give": ["give"],
    "stack": ["stack"],
    "recall": ["recall", "pass"],
    "over": [],
}
AFTER_BOARDING = ("peek", "draw", "return", "flee", "sail", "stack", "recall")
COMMON_KEYS = "game options players phase turn round scores winners".split()
OWN_KEYS = """starter noah boats reserve departures gone hands deck top looked boards pair leaving gifts partner known
results""".split()
KEYS = {*COMMON_KEYS, *OWN_KEYS}
MOST_BOARDS, MOST_ROUNDS, LAST_ROUND, LOSING_TOTAL = 300, 30, 3, 26


class Impossible(Exception):
    """Chance cannot have brought this about; says why."""


def copied(value):
    """A copy of a plain JSON value that shares nothing with it."""
    return json.loads(json.dumps(value))


# Cards


def card_of(animal, sex):
    """A card as it is anywhere but aboard: a snail has no sex there (section 1, NO-4.4)."""
    return {"animal": animal, "sex": None if animal == "snail" else sex}


def ashore(animals):
    """Animals that leave a boat, as cards."""
    return [card_of(each["animal"], each["sex"]) for each in animals]


def order(card):
    """Cards are sorted by animal, then without sex, female, male (section 8)."""
    return card["animal"], card["sex"] or ""


def pile(cards):
    """A sorted list of cards."""
    return sorted(cards, key=order)


def add(cards, more):
    """Some cards more in a pile."""
    cards[:] = pile([*cards, *more])


def different(cards):
    """Every different card of a pile, once."""
    return [card for place, card in enumerate(cards) if card not in cards[:place]]


def counted(cards):
    """How often there is which card."""
    return Counter(order(card) for card in cards)


def without(cards, fewer):
    """The cards that are left when others are taken away, or None if they aren't all there."""
    left = list(cards)
    for card in fewer:
        if card not in left:
            return None
        left.remove(card)
    return left


def mass_of(animals):
    """What the animals weigh together."""
    return sum(ANIMALS[each["animal"]][0] for each in animals)


def tears_of(cards):
    """The tears on some cards (NO-5.2)."""
    return sum(ANIMALS[card["animal"]][1] for card in cards)


def limit_of(animals):
    """13 with a woodpecker aboard, else 21."""
    return 13 if any(each["animal"] == "woodpecker" for each in animals) else 21


def deck_for(players, options):
    """All cards of a match (NO-3.1, NO-P.1, NO-P.5, NO-S.2)."""
    seats = DECK_OF_LEVEL[options["level"]] if players == 1 else players
    cards = []
    for animal, (_, _, base, four, five) in ANIMALS.items():
        sexes = base + (four if seats >= 4 else "") + (five if seats >= 5 else "")
        cards += [card_of(animal, sex) for sex in sexes]
    both = ("m", "f")
    if options["frog"]:
        cards = without(cards, [card_of("snail", None)] * 2) + [card_of("frog", sex) for sex in both]
    if options["crocodile"]:
        cards = without(cards, [card_of("donkey", sex) for sex in both])
        cards += [card_of("crocodile", sex) for sex in both]
    return pile(cards)


# Words


def is_solo(state):
    return state["players"] == 1


def here(state):
    """The boat where Noah stands."""
    return state["boats"][state["noah"]]


def hand_in_turn(state):
    return state["hands"][state["turn"]]


def opponents(state):
    return [seat for seat in range(state["players"]) if seat != state["turn"]]


def viewers_but(state, *seats):
    """All seats and, last, the spectator, without some of them (NO-6.4)."""
    return [viewer for viewer in range(state["players"] + 1) if viewer not in seats]


def weighed(aboard, animal):
    """The animals that count for mass and limit: with a crocodile not the boat's first one (NO-P.7)."""
    counting = aboard[1:] if animal["animal"] == "crocodile" else aboard
    return [*counting, animal]


def quays_after(noah, sex):
    """Where Noah can go: far after a male, next after a female (NO-4.16, NO-4.17)."""
    steps = (2, 3) if sex == "m" else (1, 4)
    return [(noah + step) % 5 for step in steps]


def quays_with_boat(state):
    """Where Noah can really go now (NO-S.9)."""
    return [quay for quay in quays_after(state["noah"], here(state)["animals"][-1]["sex"]) if state["boats"][quay]]


def boarding_faults(boat, animal):
    """The rules that keep an animal from a boat, in the order of section 7."""
    aboard, name = boat["animals"], animal["animal"]
    counting = weighed(aboard, animal)
    mass = mass_of(counting)
    if len(aboard) >= 2 and aboard[-2]["sex"] != animal["sex"]:
        yield "NO-4.5"
    if mass > 21:
        yield "NO-4.6"
    elif mass > limit_of(counting):
        yield "NO-4.7"
    if boat["kind"] == "roommates" and any(each["animal"] == name for each in aboard):
        yield "NO-P.10"


def fits(boat, card):
    """Whether a card of a hand fits a boat; a snail if either sex does (section 7)."""
    sexes = ("m", "f") if card["animal"] == "snail" else (card["sex"],)
    return any(not list(boarding_faults(boat, {"animal": card["animal"], "sex": sex})) for sex in sexes)


def frog_counts(boat):
    """What a frog may count instead of 1: what makes this boat leave (NO-P.3)."""
    missing = limit_of(boat["animals"]) - mass_of(boat["animals"])
    return [missing] if 2 <= missing <= 5 else []


def callable_places(state, quay):
    """The places of a boat from which a lion can call an animal back (NO-S.7)."""
    boat = state["boats"][quay]
    if boat is None:
        return []
    animals = boat["animals"]
    last = len(animals) - 1
    places = list(range(len(animals)))
    if len(animals) >= 3 and animals[-1]["sex"] != animals[-2]["sex"]:
        places = [0, last]
    return [place for place in places if (quay, place) != (state["noah"], last)]


def anything_callable(state):
    return any(callable_places(state, quay) for quay in range(5))


# Moves (section 7)


def well_formed(state, move):
    """NO-7.1: exactly the keys of its kind, each with a value that exists."""
    if not isinstance(move, dict):
        return False
    kind = move.get("move")
    if not isinstance(kind, str) or kind not in FIELDS:
        return False
    keys = {"move", *FIELDS[kind]}
    if kind == "board" and move.get("animal") == "frog" and "mass" in move:
        keys.add("mass")
    return set(move) == keys and all(value_exists(state, kind, key, move[key]) for key in keys - {"move"})


def value_exists(state, kind, key, value):
    """Whether a value can stand under a key; `true` is no number."""
    if key == "animal":
        return isinstance(value, str) and value in ANIMALS
    if key == "sex":
        return (isinstance(value, str) and value in ("m", "f")) or (value is None and kind != "board")
    if type(value) is not int:
        return False
    return {"player": 0 <= value < state["players"], "boat": 0 <= value <= 4, "place": value >= 0,
            "mass": 1 <= value <= 5}[key]  # fmt: skip


def normal(move):
    """The normal form of a well-formed move: a frog that counts 1 says nothing."""
    return {key: value for key, value in move.items() if (key, value) != ("mass", 1)}


def why_not(state, move):
    """The first rule in the order of section 7 that forbids the move, or None."""
    return next((rule for rule, broken in reasons(state, move) if broken), None)


def reasons(state, move):
    """The checks of section 7 one by one; nobody asks for one below the first that is broken."""
    yield "NO-7.1", not well_formed(state, move)
    move = normal(move)
    kind = move["move"]
    yield "NO-7.2", kind not in KINDS[state["phase"]]
    if kind == "board":
        yield from reasons_against_boarding(state, move)
    if kind == "collect":
        yield "NO-S.4", is_solo(state)
        yield "NO-4.9", any(fits(here(state), card) for card in hand_in_turn(state))
    if kind in ("return", "give"):
        yield "NO-4.3", {"animal": move["animal"], "sex": move["sex"]} not in hand_in_turn(state)
    if kind in ("peek", "draw", "flee", "give"):
        yield "NO-4.15", move["player"] == state["turn"]
    if kind == "sail":
        sex = here(state)["animals"][-1]["sex"]
        yield "NO-4.16" if sex == "m" else "NO-4.17", move["boat"] not in quays_after(state["noah"], sex)
        yield "NO-S.9", state["boats"][move["boat"]] is None
    if kind == "stack":
        yield "NO-S.6", {"animal": move["animal"], "sex": move["sex"]} not in state["looked"]
    if kind == "recall":
        yield "NO-S.7", move["place"] not in callable_places(state, move["boat"])


def reasons_against_boarding(state, move):
    boat, animal = here(state), {"animal": move["animal"], "sex": move["sex"]}
    yield "NO-4.3", card_of(**animal) not in hand_in_turn(state)
    faults = list(boarding_faults(boat, animal))
    for rule in ("NO-4.5", "NO-4.6", "NO-4.7", "NO-P.10"):
        yield rule, rule in faults
    yield "NO-P.3", "mass" in move and move["mass"] not in frog_counts(boat)


def thinkable_moves(state, kind):
    """All legal moves of a kind in normal form, and others."""
    cards = different(state["looked"] if kind == "stack" else hand_in_turn(state))
    seats, quays = range(state["players"]), range(5)
    if kind == "board":
        boardings = [(card["animal"], sex) for card in cards for sex in ("m", "f")]
        moves = [{"move": kind, "animal": animal, "sex": sex} for animal, sex in boardings]
        moves += [{**move, "mass": mass} for move in moves if move["animal"] == "frog" for mass in range(2, 6)]
        return [move for place, move in enumerate(moves) if move not in moves[:place]]
    if kind == "give":
        return [{"move": kind, **card, "player": seat} for card in cards for seat in seats]
    if kind in ("return", "stack"):
        return [{"move": kind, **card} for card in cards]
    if kind in ("peek", "draw", "flee"):
        return [{"move": kind, "player": seat} for seat in seats]
    if kind == "sail":
        return [{"move": kind, "boat": quay} for quay in quays]
    if kind == "recall":
        longest = max(len(boat["animals"]) for boat in state["boats"] if boat)
        return [{"move": kind, "boat": quay, "place": place} for quay in quays for place in range(longest)]
    return [{"move": kind}]


def legal_moves(state):
    """Every legal move in normal form, each once."""
    moves = chain(*(thinkable_moves(state, kind) for kind in KINDS[state["phase"]]))
    return [move for move in moves if why_not(state, move) is None]


# Chance


class Dice:
    """Chance by a random generator."""

    def __init__(self, rng):
        self.rng = rng

    def from_hand(self, state, seat, other):
        return self.rng.choice(state["hands"][other])

    def off_the_deck(self, state, number, place):
        return self.rng.sample(state["deck"], number)

    def setup(self, state):
        """NO-3.2, NO-3.4, NO-3.5, NO-P.11, NO-S.3."""
        cards = deck_for(state["players"], state["options"])
        self.rng.shuffle(cards)
        kinds = ["plain"] * 7 + ["roommates" if state["options"]["roommates"] else "plain"]
        self.rng.shuffle(kinds)
        boats = [{"kind": kind, "animals": []} for kind in kinds[:5]]
        if not is_solo(state):
            for boat in boats:
                card = cards.pop()
                boat["animals"].append({**card, "sex": card["sex"] or self.rng.choice("mf")})
        size = 2 if is_solo(state) else 8
        hands = [[cards.pop() for _ in range(size)] for _ in range(state["players"])]
        return {"boats": boats, "reserve": kinds[5:], "hands": hands, "deck": cards}


class Seen:
    """Chance as the state that came out shows it. What cannot have happened is noticed by whoever uses the answer."""

    def __init__(self, after):
        self.after = after

    def from_hand(self, state, seat, other):
        return arrived(state["hands"][seat], self.after["hands"][seat], 1)[0]

    def off_the_deck(self, state, number, place):
        if place == "hand":
            return arrived(state["hands"][0], self.after["hands"][0], number)
        return arrived(state[place], self.after[place], number)

    def setup(self, state):
        return {key: copied(self.after[key]) for key in ("boats", "reserve", "hands", "deck")}


def arrived(before, after, number):
    """The cards by which a pile has grown."""
    new = without(after, before)
    if new is None or len(new) != number:
        raise Impossible(f"{number} cards should have come to {before}, which is now {after}")
    return new


# Setup (section 3)


def why_not_start(players, options):
    """The rule that forbids a start, or None (NO-2.1, NO-2.2, NO-S.1)."""
    if type(players) is not int or not 1 <= players <= 5:
        return "NO-2.1"
    if not set(options) <= set(OPTIONS):
        return "NO-2.2"
    given = {**OPTIONS, **options}
    right = [
        given["ending"] in ("three-rounds", "to-26"),
        type(given["first"]) is int and 0 <= given["first"] < players,
        all(type(given[promo]) is bool for promo in PROMOS),
        given["level"] in tuple(DECK_OF_LEVEL),
    ]
    if not all(right):
        return "NO-2.2"
    return "NO-S.1" if players == 1 and any(given[promo] for promo in PROMOS) else None


def start(players, options, chance):
    """The state at the start of a match; options that are not given have their defaults."""
    options = {**OPTIONS, **options}
    state = {
        "game": "noah",
        "options": options,
        "players": players,
        "round": 0,
        "scores": [0] * players,
        "winners": [],
        "noah": 0,
        "results": [],
    }
    set_up_round(state, options["first"], chance)
    return state


def set_up_round(state, starter, chance):
    """Everything but totals, results and Noah starts anew (NO-3.2 to NO-3.7)."""
    state.update(
        {
            "phase": "board",
            "turn": starter,
            "starter": starter,
            "round": state["round"] + 1,
            "departures": 0,
            "gone": [],
            "top": [],
            "looked": [],
            "boards": 0,
        }
    )
    nothing_due(state)
    setup = chance.setup(state)
    for fault in faults_of_setup(state, setup):
        raise Impossible(fault)
    state["boats"], state["reserve"] = setup["boats"], setup["reserve"]
    state["hands"], state["deck"] = [pile(hand) for hand in setup["hands"]], pile(setup["deck"])


def faults_of_setup(state, setup):
    """What is wrong with a round's setup."""
    boats, hands = setup["boats"], setup["hands"]
    aboard, size = (0, 2) if is_solo(state) else (1, 8)
    if len(boats) != 5 or any(boat is None or len(boat["animals"]) != aboard for boat in boats):
        yield f"{aboard} animals should be aboard each of five boats"
        return
    kinds = [boat["kind"] for boat in boats] + setup["reserve"]
    if sorted(kinds) != ["plain"] * 7 + ["roommates" if state["options"]["roommates"] else "plain"]:
        yield f"the boats are of the wrong kinds: {kinds}"
    if [len(hand) for hand in hands] != [size] * state["players"]:
        yield f"everybody should have got {size} cards"
    animals = list(chain(*(boat["animals"] for boat in boats)))
    if any(each["sex"] not in ("m", "f") for each in animals):
        yield "an animal is aboard without a sex"
    if counted([*ashore(animals), *chain(*hands), *setup["deck"]]) != counted(deck_for(**shape(state))):
        yield "the cards are not those of the deck"


def shape(state):
    return {"players": state["players"], "options": state["options"]}


def next_starter(state):
    """The highest total, among equals the first one clockwise after the previous starter (NO-3.6)."""
    players, scores = state["players"], state["scores"]
    clockwise = [(state["starter"] + step) % players for step in range(1, players + 1)]
    return next(seat for seat in clockwise if scores[seat] == max(scores))


def nothing_due(state):
    """NO-5.7: the empty values of all that concerns the turn and of what the viewers know."""
    rows, seats = range(state["players"] + 1), range(state["players"])
    state.update(pair=False, leaving=False, gifts=0, partner=None, known=[[[] for _ in seats] for _ in rows])


# What follows a move (section 9)


def next_state(state, move, chance):
    """The state that follows a legal move."""
    state, move = copied(state), normal(move)
    follow = {
        "board": board, "collect": collect, "peek": peek, "draw": draw, "return": give_back, "flee": flee,
        "sail": sail, "give": give, "stack": stack, "recall": recall, "pass": pass_by,
    }  # fmt: skip
    follow[move["move"]](state, state["turn"], move, chance)
    return state


def play(state, move, rng):
    """The state that follows a legal move, with chance by a random generator."""
    return next_state(state, move, Dice(rng))


def is_outcome(before, move, after):
    """None if `after` can follow `before` by this legal move, else a sentence."""
    return compared(lambda: next_state(before, move, Seen(after)), after)


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


def board(state, seat, move, chance):
    """A card goes on top of the boat here (NO-4.2, NO-4.11, NO-4.19, NO-P.3, NO-P.6)."""
    boat, animal = here(state), {"animal": move["animal"], "sex": move["sex"]}
    aboard = list(boat["animals"])
    card = card_of(**animal)
    state["hands"][seat].remove(card)
    seen_to_leave(state, viewers_but(state, seat), seat, card)
    boat["animals"].append(animal)
    counting = weighed(aboard, animal)
    state["boards"] += 1
    state["pair"] = makes_pair(state, aboard, animal)
    state["leaving"] = "mass" in move or mass_of(counting) == limit_of(counting)
    if animal["animal"] == "crocodile":
        state["scores"][seat] = max(0, state["scores"][seat] - 2)
    after_boarding(state, seat, aboard, animal, chance)


def makes_pair(state, aboard, animal):
    """NO-4.11; NO-S.5: solo also of the opposite sex; NO-P.9: not with the animal that flees."""
    staying = aboard[1:] if animal["animal"] == "crocodile" else aboard
    if not staying or staying[-1]["animal"] != animal["animal"]:
        return False
    return not is_solo(state) or staying[-1]["sex"] != animal["sex"]


def after_boarding(state, seat, aboard, animal, chance):
    name, has_cards = animal["animal"], bool(state["hands"][seat])
    if is_solo(state):
        solo_after_boarding(state, name, chance)
    elif name == "giraffe" and has_cards:
        state["phase"] = "peek"
    elif name == "lion" and has_cards:
        state["phase"] = "draw"
    elif name == "crocodile" and aboard:
        state["phase"] = "flee"
    else:
        move_noah(state, chance)


def collect(state, seat, move, chance):
    """The boat's animals go into the hand for all to see (NO-4.9, NO-4.10)."""
    cards = ashore(here(state)["animals"])
    here(state)["animals"] = []
    add(state["hands"][seat], cards)
    for card in cards:
        seen_to_arrive(state, viewers_but(state, seat), seat, card)
    state["phase"] = "reload"


def peek(state, seat, move, chance):
    """NO-4.12."""
    state["known"][seat][move["player"]] = pile(state["hands"][move["player"]])
    move_noah(state, chance)


def draw(state, seat, move, chance):
    """NO-4.13."""
    other = move["player"]
    card = chance.from_hand(state, seat, other)
    if card not in state["hands"][other]:
        raise Impossible(f"{card} was drawn from seat {other}, which does not have it")
    hand_over(state, other, seat, card)
    state["phase"], state["partner"] = "return", other


def give_back(state, seat, move, chance):
    """NO-4.14."""
    hand_over(state, seat, state["partner"], {"animal": move["animal"], "sex": move["sex"]})
    state["partner"] = None
    move_noah(state, chance)


def flee(state, seat, move, chance):
    """The boat's first animal goes into an opponent's hand for all to see (NO-P.8)."""
    other = move["player"]
    card = ashore([here(state)["animals"].pop(0)])[0]
    add(state["hands"][other], [card])
    seen_to_arrive(state, viewers_but(state, other), other, card)
    move_noah(state, chance)


def move_noah(state, chance):
    """ "Noah" of section 9 (NO-4.18, NO-S.9)."""
    if here(state)["animals"][-1]["animal"] == "donkey":
        departure(state, state["noah"], chance)
    elif is_solo(state) and not quays_with_boat(state):
        end_solo(state, "no-quay")
    else:
        state["phase"] = "sail"


def sail(state, seat, move, chance):
    quay = state["noah"]
    state["noah"] = move["boat"]
    departure(state, quay, chance)


def departure(state, quay, chance):
    """A boat at its limit leaves the quay where it was loaded; then gifts are due (NO-4.19, NO-4.20, NO-S.8)."""
    if not state["leaving"]:
        end_of_turn(state, chance)
        return
    state["leaving"] = False
    add(state["gone"], ashore(state["boats"][quay]["animals"]))
    state["boats"][quay] = {"kind": state["reserve"].pop(0), "animals": []} if state["reserve"] else None
    state["departures"] += 1
    if is_solo(state):
        take_off_the_deck(state, state["departures"], "gone", chance)
        end_of_turn(state, chance)
        return
    state["gifts"] = min(state["departures"], len(hand_in_turn(state)))
    if state["gifts"]:
        state["phase"] = "give"
    else:
        end_of_turn(state, chance)


def give(state, seat, move, chance):
    """NO-4.20."""
    hand_over(state, seat, move["player"], {"animal": move["animal"], "sex": move["sex"]})
    state["gifts"] -= 1
    if not state["gifts"]:
        end_of_turn(state, chance)


def end_of_turn(state, chance):
    """NO-4.21."""
    if is_solo(state):
        solo_end_of_turn(state, chance)
        return
    reason = end_of_round(state)
    if reason:
        score_round(state, reason, chance)
        return
    if not state["pair"]:
        state["turn"] = (state["turn"] + 1) % state["players"]
    state["phase"], state["pair"] = "board", False


# End and scoring (section 5)


def end_of_round(state):
    """Why the round is over, or None (NO-5.1)."""
    if not all(state["hands"]):
        return "hand"
    if None in state["boats"]:
        return "boats"
    return "cap" if state["boards"] >= MOST_BOARDS else None


def score_round(state, reason, chance):
    """Tears are counted; the match ends or a new round is set up (NO-5.2 to NO-5.7)."""
    points = [tears_of(hand) for hand in state["hands"]]
    state["results"].append({"reason": reason, "hands": copied(state["hands"]), "points": points})
    state["scores"] = [total + more for total, more in zip(state["scores"], points, strict=True)]
    if is_last_round(state):
        end_match(state, lowest(state["scores"]))
    else:
        set_up_round(state, next_starter(state), chance)


def is_last_round(state):
    """NO-5.4, NO-5.5."""
    if state["options"]["ending"] == "three-rounds":
        return state["round"] >= LAST_ROUND
    return max(state["scores"]) >= LOSING_TOTAL or state["round"] >= MOST_ROUNDS


def lowest(scores):
    """NO-5.6."""
    return [seat for seat, score in enumerate(scores) if score == min(scores)]


def end_match(state, winners):
    """NO-5.7."""
    nothing_due(state)
    state.update(phase="over", turn=None, winners=winners)


# Solo (section S)


def take_off_the_deck(state, number, place, chance):
    """The top cards of the deck, or what is left: known ones first, then random ones (NO-S.10)."""
    destination = state["hands"][0] if place == "hand" else state[place]
    known = state["top"][:number]
    state["top"] = state["top"][number:]
    add(destination, known)
    missing = min(number - len(known), len(state["deck"]))
    cards = chance.off_the_deck(state, missing, place)
    left = without(state["deck"], cards)
    if left is None:
        raise Impossible(f"{cards} came from the deck, where they are not")
    state["deck"] = left
    add(destination, cards)


def solo_after_boarding(state, name, chance):
    """Win test, then power (NO-S.6, NO-S.7, NO-S.11)."""
    left = len(state["deck"]) + len(state["top"])
    if not left and not state["hands"][0]:
        end_solo(state, "won")
        return
    if name == "giraffe" and left >= 2:
        take_off_the_deck(state, 3, "looked", chance)
        state["phase"] = "stack"
        return
    if name == "giraffe" and left == 1:
        state["top"], state["deck"] = state["top"] + state["deck"], []
    if name == "lion" and anything_callable(state):
        state["phase"] = "recall"
        return
    move_noah(state, chance)


def stack(state, seat, move, chance):
    """A card goes on top of the deck, and the last one by itself (NO-S.6)."""
    card = {"animal": move["animal"], "sex": move["sex"]}
    state["looked"].remove(card)
    state["top"].insert(0, card)
    if len(state["looked"]) == 1:
        state["top"].insert(0, state["looked"].pop())
        move_noah(state, chance)


def recall(state, seat, move, chance):
    """An animal goes on top of the deck (NO-S.7)."""
    animal = state["boats"][move["boat"]]["animals"].pop(move["place"])
    state["top"].insert(0, card_of(**animal))
    animals = here(state)["animals"]
    state["leaving"] = mass_of(animals) == limit_of(animals)
    move_noah(state, chance)


def pass_by(state, seat, move, chance):
    move_noah(state, chance)


def solo_end_of_turn(state, chance):
    """Draw, win test, loss test (NO-S.5, NO-S.10 to NO-S.12)."""
    take_off_the_deck(state, 2 if state["pair"] else 1, "hand", chance)
    hand = state["hands"][0]
    if not hand and not state["deck"] and not state["top"]:
        end_solo(state, "won")
    elif here(state) is None or not any(fits(here(state), card) for card in hand):
        end_solo(state, "no-card")
    elif state["boards"] >= MOST_BOARDS:
        end_solo(state, "cap")
    else:
        state["phase"], state["pair"] = "board", False


def end_solo(state, reason):
    """NO-S.13."""
    points = solo_points(state)
    state["scores"] = [points]
    state["results"] = [{"reason": reason, "hands": copied(state["hands"]), "points": [points]}]
    end_match(state, [0] if reason == "won" else [])


def solo_points(state):
    return tears_of([*state["hands"][0], *state["deck"], *state["top"]])


# Secrecy (section 6)


def seen_to_arrive(state, viewers, seat, card):
    """NO-6.5."""
    for viewer in viewers:
        add(state["known"][viewer][seat], [card])


def seen_to_leave(state, viewers, seat, card):
    """NO-6.6."""
    for viewer in viewers:
        if card in state["known"][viewer][seat]:
            state["known"][viewer][seat].remove(card)


def missed(state, viewers, seat):
    """NO-6.7."""
    for viewer in viewers:
        for card in different(state["known"][viewer][seat]):
            state["known"][viewer][seat].remove(card)


def hand_over(state, giver, receiver, card):
    """A card goes from hand to hand, seen by these two alone: a gift, a lion's draw or its return (NO-6.8)."""
    state["hands"][giver].remove(card)
    add(state["hands"][receiver], [card])
    seen_to_leave(state, [receiver], giver, card)
    missed(state, viewers_but(state, giver, receiver), giver)
    seen_to_arrive(state, [giver], receiver, card)


def view_of(state, viewer):
    """What a seat may know, or for None a spectator (NO-6.9, NO-6.10, NO-S.14)."""
    if state["phase"] == "over":
        return state
    view = {**state, "deck": {"unknown": len(state["deck"])}, "known": "hidden"}
    if not is_solo(state):
        row = state["known"][state["players"] if viewer is None else viewer]
        view["hands"] = [
            hand if seat == viewer else {"known": row[seat], "unknown": len(hand) - len(row[seat])}
            for seat, hand in enumerate(state["hands"])
        ]
    return view


# What cannot be (section 8)


def impossible(state):
    """Sentences about everything that no table can show (NO-8.1)."""
    if set(state) != KEYS or state["phase"] not in KINDS:
        return [f"the keys or the phase are not those of section 8: {sorted(set(state) ^ KEYS)}, {state['phase']}"]
    rest = chain(claims_about_table(state), claims_about_phase(state))
    return untrue(claims_about_shape(state)) or untrue(rest) or untrue(claims_about_moves(state))


def broken_invariants(state):
    """Those, and sentences about everything that play never leads to."""
    return impossible(state) or untrue(claims_about_play(state))


def untrue(claims):
    return [f"it isn't true that {sentence}" for holds, sentence in claims if not holds]


def claims_about_shape(state):
    """Every key holds what section 8 says."""
    players, options = state["players"], state["options"]
    yield state["game"] == "noah", "the game is noah"
    yield why_not_start(players, options) is None and set(options) == set(OPTIONS), "all options are there and allowed"
    yield [len(state[key]) for key in ("hands", "scores")] == [players] * 2, "every seat has hand and score"
    yield [len(row) for row in state["known"]] == [players] * (players + 1), "known has a row for every viewer"
    yield len(state["boats"]) == 5 and state["noah"] in range(5), "there are five quays, Noah at one of them"
    yield state["starter"] in range(players), "a seat started"
    decider = [None] if state["phase"] == "over" else list(range(players))
    yield state["turn"] in decider, "a seat decides until the match is over"
    piles = [state["gone"], state["deck"], state["looked"], *state["hands"], *chain(*state["known"])]
    piles += [hand for result in state["results"] for hand in result["hands"]]
    yield all(cards == pile(cards) for cards in piles), "all piles are sorted"
    numbers = [state[key] for key in ("round", "departures", "boards", "gifts")] + state["scores"]
    yield all(type(number) is int and number >= 0 for number in numbers), "counters are whole numbers"
    yield all(type(state[key]) is bool for key in ("pair", "leaving")), "pair and leaving are true or false"


def claims_about_table(state):
    """The pieces are all there, and lie where they may."""
    boats = [boat for boat in state["boats"] if boat]
    animals = [each for boat in boats for each in boat["animals"]]
    aside = [*state["deck"], *state["top"], *state["looked"], *state["gone"], *chain(*state["hands"])]
    yield all(each["sex"] in ("m", "f") for each in animals), "every animal aboard has a sex"
    yield counted([*aside, *ashore(animals)]) == counted(deck_for(**shape(state))), "all cards are there once (NO-3.1)"
    reserve, departures = state["reserve"], state["departures"]
    yield len(boats) == 5 - max(0, departures - 3), "every departure has its boat from the reserve (NO-4.19)"
    yield len(reserve) == max(0, 3 - departures), "the reserve holds three boats less the departures (NO-4.19)"
    roommates = [*reserve, *(boat["kind"] for boat in boats)].count("roommates")
    least = 1 if state["options"]["roommates"] and not departures else 0
    yield least <= roommates <= state["options"]["roommates"], "there is one roommates boat at most (NO-P.11)"
    yield is_solo(state) or departures <= 4, "the fourth departure is the last (NO-5.1)"
    for boat in boats:
        yield from claims_about_boat(state, boat)
    for viewer, row in enumerate(state["known"]):
        yield viewer >= state["players"] or row[viewer] == [], "nobody needs to know its own hand (NO-6.4)"
        within = [without(hand, known) is not None for hand, known in zip(state["hands"], row, strict=True)]
        yield all(within), f"what viewer {viewer} knows is so (NO-6.4)"
    solo_only = state["top"] + state["looked"]
    yield is_solo(state) or not solo_only, "the top of the deck is for solo"


def claims_about_boat(state, boat):
    animals = boat["animals"]
    fleeing = state["phase"] == "flee" and boat is here(state)
    counting = animals[1:] if fleeing else animals
    yield mass_of(counting) <= limit_of(counting), "no boat is past its limit (NO-4.6, NO-4.7)"
    sexes = [each["sex"] for each in animals]
    yield sexes[2:] == sexes[:-2], "sexes repeat or alternate (NO-4.5)"
    species = [each["animal"] for each in animals]
    alone = len(set(species)) == len(species)
    yield boat["kind"] == "plain" or alone, "no species is twice on the roommates boat (NO-P.10)"


def claims_about_phase(state):
    """The phase has what it needs."""
    phase, boat, players = state["phase"], here(state), state["players"]
    solo_phase = phase in ("stack", "recall")
    company_phase = phase in ("reload", "peek", "draw", "return", "flee", "give")
    yield not (company_phase if is_solo(state) else solo_phase), "solo and company have phases of their own"
    if phase == "over":
        yield from claims_about_end(state)
    else:
        yield state["winners"] == [], "nobody has won yet"
        needs_hand = ["board", "reload", "peek", "draw", "return", "give"]
        yield phase not in needs_hand or bool(hand_in_turn(state)), "who decides has cards"
        yield phase == "give" or boat is not None, "there is a boat here"
    if phase in AFTER_BOARDING and boat:
        yield from claims_after_boarding(state)
    else:
        yield not state["leaving"], "only a boat just loaded is leaving"
        yield phase == "give" or not state["pair"], "only a card just boarded makes a pair"
    yield (phase == "return") == (state["partner"] is not None), "a partner waits for a card to return, nobody else"
    yield state["partner"] is None or state["partner"] in opponents(state), "the partner is another seat (NO-4.15)"
    yield (phase == "give") == (state["gifts"] > 0), "gifts are for the phase give"
    most = min(state["departures"], len(hand_in_turn(state))) if phase == "give" else 0
    yield state["gifts"] <= most, "no more gifts than departures and cards (NO-4.20)"
    yield len(state["looked"]) in ((2, 3) if phase == "stack" else (0,)), "cards looked at are for the phase stack"
    yield phase != "give" or players >= 2, "gifts need an opponent"


def claims_after_boarding(state):
    """The animal just boarded is there, and `pair` and `leaving` are as it made them."""
    phase, animals = state["phase"], here(state)["animals"]
    last = animals[-1]["animal"] if animals else None
    powers = {"peek": "giraffe", "stack": "giraffe", "draw": "lion", "return": "lion", "recall": "lion",
              "flee": "crocodile"}  # fmt: skip
    yield last is not None, "an animal was boarded"
    if last is None:
        return
    yield last == powers.get(phase, last), f"the phase {phase} follows its animal"
    yield phase != "flee" or len(animals) >= 2, "an animal is there to flee (NO-P.8)"
    aboard = animals[1:-1] if phase == "flee" else animals[:-1]
    mass, limit = mass_of([*aboard, animals[-1]]), limit_of([*aboard, animals[-1]])
    leaving = {mass == limit}
    if last == "frog" and 1 <= limit - mass <= 4:
        leaving = {True, False}
    yield state["leaving"] in leaving, "leaving is as the boat lies (NO-4.19, NO-P.3)"
    shown = bool(aboard) and aboard[-1]["animal"] == last
    if is_solo(state) and shown:
        shown = aboard[-1]["sex"] != animals[-1]["sex"]
    partner_called = is_solo(state) and phase == "sail" and last == "lion" and not aboard
    yield state["pair"] == shown or partner_called, "pair is as the boat lies (NO-4.11)"
    if phase == "recall":
        yield anything_callable(state), "an animal can be called (NO-S.7)"


def claims_about_end(state):
    """Points and winners are right (NO-5.2, NO-5.6, NO-S.13)."""
    yield bool(state["results"]), "the last round has a result"
    if not state["results"]:
        return
    result, scores = state["results"][-1], state["scores"]
    yield result["hands"] == state["hands"], "the hands of the last round still lie there (NO-5.3)"
    if is_solo(state):
        won = result["reason"] == "won"
        yield result["points"] == scores == [solo_points(state)], "tears left in hand and deck are scored (NO-S.13)"
        yield state["winners"] == ([0] if won else []), "a won match has a winner (NO-S.13)"
        yield won == (not state["hands"][0] + state["deck"] + state["top"]), "all cards are gone if won (NO-S.11)"
    else:
        yield result["points"] == [tears_of(hand) for hand in state["hands"]], "tears are scored (NO-5.2)"
        yield state["winners"] == lowest(scores), "the lowest total wins (NO-5.6)"


def claims_about_moves(state):
    """A match that nobody can go on with is over; solo it would have been lost before (NO-S.9, NO-S.12)."""
    yield (state["phase"] == "over") == (not legal_moves(state)), "there is a move as long as the match goes on"


def claims_about_play(state):
    """What play leads to, though a made-up position need not have come about so."""
    phase, players, boards = state["phase"], state["players"], state["boards"]
    yield bool(state["departures"]) or not state["gone"], "cards go with the boats"
    finished = state["round"] - (phase != "over")
    yield len(state["results"]) <= finished, "only finished rounds have results"
    yield all(result["reason"] in reasons_to_end(players) for result in state["results"]), "the reasons are known"
    if phase == "over":
        return
    most = MOST_BOARDS - (phase in ("board", "reload"))
    yield boards <= most, "the cap ends the round (NO-5.1)"
    yield boards > 0 or phase in ("board", "reload"), "somebody has boarded"
    for quay, boat in enumerate(state["boats"]):
        going = phase in AFTER_BOARDING and quay == state["noah"]
        full = boat and mass_of(boat["animals"]) == limit_of(boat["animals"])
        yield going or not full, "a full boat leaves (NO-4.19)"
    if is_solo(state):
        yield (state["round"], state["scores"], state["results"]) == (1, [0], []), "solo is one round (NO-S.3)"
        yield not any(chain(*state["known"])), "nobody is there to know (NO-S.14)"
        return
    others = [seat for seat in opponents(state) if seat != state["partner"]]
    yield all(state["hands"][seat] for seat in others), "an empty hand ends the round (NO-5.1)"
    yield phase == "give" or None not in state["boats"], "a vacant quay ends the round (NO-5.1)"
    if state["options"]["ending"] == "three-rounds":
        yield state["round"] <= LAST_ROUND, "there are three rounds (NO-5.4)"
    else:
        yield state["round"] <= MOST_ROUNDS and max(state["scores"]) < LOSING_TOTAL, "26 ends the match (NO-5.5)"
    if phase == "sail":
        yield here(state)["animals"][-1]["animal"] != "donkey", "Noah stays with a donkey (NO-4.18)"
    if phase == "reload":
        yield here(state)["animals"] == [], "the boat was emptied (NO-4.9)"


def reasons_to_end(players):
    return ("won", "no-card", "no-quay", "cap") if players == 1 else ("hand", "boats", "cap")
