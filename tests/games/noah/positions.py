"""Builds complete, consistent states of Noah from the few things a test wants to say, and the words of its tests.

Cards are written as in the worked examples: "cat m", "snail" (in a hand), "snail f" (aboard a boat).
"""

import random
from collections import Counter
from copy import deepcopy
from functools import cache

import ararat

from .. import arranging
from ..arranging import restored

GAME = ararat.game("noah")

# The pieces of section 1: mass, tears, pairs of a male and a female in the base game, from 4 and from 5 seats on.
PIECES = {
    "woodpecker": (0, 2, 1, 0, 0),
    "parrot": (0, 2, 2, 0, 1),
    "cat": (2, 1, 2, 1, 0),
    "kangaroo": (3, 1, 2, 1, 0),
    "panda": (4, 4, 1, 1, 1),
    "lion": (5, 1, 1, 1, 0),
    "donkey": (6, 1, 1, 0, 1),
    "bear": (7, 0, 1, 0, 0),
    "giraffe": (8, 0, 1, 0, 0),
    "rhinoceros": (9, 0, 1, 0, 0),
    "elephant": (10, 0, 1, 0, 0),
    "snail": (1, 2, 0, 0, 0),
    "frog": (1, 5, 0, 0, 0),
    "crocodile": (6, 0, 0, 0, 0),
}
MASS = {animal: row[0] for animal, row in PIECES.items()}
TEARS = {animal: row[1] for animal, row in PIECES.items()}
SNAILS = {2: 3, 3: 3, 4: 3, 5: 5}
LIKE_SEATS = {"beginner": 3, "advanced": 4, "expert": 5}  # whose deck a solo match has
QUAYS = 5
RESERVE = 3
HAND_SIZE = 8
SEXES = (None, "f", "m")
DEFAULTS = {
    "ending": "three-rounds",
    "first": 0,
    "frog": False,
    "crocodile": False,
    "roommates": False,
    "level": "beginner",
}
KEYS = sorted(
    "game options players phase turn round scores winners starter noah boats reserve departures gone hands deck top"
    " looked boards pair leaving gifts partner known results".split()
)
JUST_BOARDED = ("peek", "draw", "return", "flee", "sail", "stack", "recall")


# Cards


def card(text):
    """A card from its short name: "cat m", "snail", "snail f"."""
    animal, _, sex = text.strip().partition(" ")
    assert animal in PIECES and sex in ("", "m", "f"), f"no card: {text}"
    return {"animal": animal, "sex": sex or None}


def name_of(one):
    """The short name of a card."""
    return f"{one['animal']} {one['sex']}" if one["sex"] else one["animal"]


def in_order(text):
    """Cards in the order in which they are written: a boat, first boarded first."""
    return [card(name) for name in text.split(",") if name.strip()]


def pile(some):
    """Cards sorted by animal and sex."""
    return sorted(some, key=lambda one: (one["animal"], SEXES.index(one["sex"])))


def cards(text):
    """A pile from short names: cards("cat m, snail, lion f")."""
    return pile(in_order(text))


def names(some):
    """The short names of cards, one after the other, to compare piles at a glance."""
    return ", ".join(map(name_of, some))


def counted(some):
    """How often each card is among these; the sex of a snail is not asked."""
    return Counter(off_board(one) for one in some)


def off_board(one):
    """A card as it is in a hand, as a pair that can be counted: a snail has no sex there."""
    return (one["animal"], None if one["animal"] == "snail" else one["sex"])


def within(part, whole):
    """Whether a pile lies within another."""
    return counted(part) <= counted(whole)


def deck_of(players, **options):
    """All cards of a match, counted (NO-3.1, NO-P.1, NO-P.5, NO-S.2)."""
    seats = LIKE_SEATS[options.get("level", "beginner")] if players == 1 else players
    deck = Counter()
    for animal, (_, _, base, from_four, from_five) in PIECES.items():
        for sex in "fm":
            deck[animal, sex] = base + from_four * (seats >= 4) + from_five * (seats >= 5)
    deck["snail", None] = SNAILS[max(seats, 2)]
    if options.get("frog"):
        deck.update({("snail", None): -2, ("frog", "f"): 1, ("frog", "m"): 1})
    if options.get("crocodile"):
        deck.update({("donkey", "f"): -1, ("donkey", "m"): -1, ("crocodile", "f"): 1, ("crocodile", "m"): 1})
    return +deck


def mass_of(animals):
    return sum(MASS[one["animal"]] for one in animals)


def limit_of(animals):
    return 13 if any(one["animal"] == "woodpecker" for one in animals) else 21


def tears_of(some):
    return sum(TEARS[one["animal"]] for one in some)


# Positions


def position(
    players=3,
    *,
    phase="board",
    turn=0,
    noah=0,
    here="",
    boats=None,
    hand=None,
    hands=None,
    gone="",
    deck=None,
    top="",
    looked="",
    departures=None,
    vacant=(),
    kind="plain",
    kinds=None,
    reserve=None,
    known=None,
    boards=12,
    pair=None,
    leaving=None,
    gifts=None,
    partner=None,
    round_number=None,
    starter=None,
    scores=None,
    results=(),
    reason=None,
    **options,
):
    """A complete state with sensible values for all that is not given, checked against NO-8.1.

    `here` is the boat where Noah stands, `boats` others by quay, `hand` that of the seat in turn, `hands` others by
    seat; a hand that is not given gets two cards. `kind` is that of the boat here, `kinds` others by quay. What lies
    nowhere is in the deck, or gone if `deck` is given. `known` goes by (viewer, seat), the spectator being None.
    """
    options = DEFAULTS | options
    over = phase == "over"
    quays = dict(boats or {})
    if noah not in vacant:
        quays[noah] = here
    departures = (RESERVE + len(vacant) if vacant else 0) if departures is None else departures
    reserve = ["plain"] * max(0, RESERVE - departures) if reserve is None else list(reserve)
    kinds = {noah: kind} | (kinds or {})
    lying = [
        None if quay in vacant else {"kind": kinds.get(quay, "plain"), "animals": in_order(quays.get(quay, ""))}
        for quay in range(QUAYS)
    ]
    given = dict(hands or {})
    if hand is not None:
        given[turn] = hand
    rest = Rest(deck_of(players, **options))
    for boat in lying:
        rest.take(boat["animals"] if boat else [])
    rest.take(in_order(",".join([gone, top, looked, deck or "", *given.values()])))
    held = [cards(given[seat]) if seat in given else rest.some(2) for seat in range(players)]
    undealt = rest.all() if deck is None else cards(deck)
    out = cards(gone) if deck is None else pile(cards(gone) + rest.all())

    aboard = lying[noah]["animals"] if lying[noah] else []
    if gifts is None:
        gifts = min(departures, len(held[turn])) if phase == "give" else 0
    if round_number is None:
        round_number = 3 if over and players > 1 else 1
    state = {
        "game": "noah",
        "options": options,
        "players": players,
        "phase": phase,
        "turn": None if over else turn,
        "round": round_number,
        "scores": list(scores or [0] * players),
        "winners": [],
        "starter": options["first"] if starter is None else starter,
        "noah": noah,
        "boats": lying,
        "reserve": reserve,
        "departures": departures,
        "gone": out,
        "hands": held,
        "deck": undealt,
        "top": in_order(top),
        "looked": cards(looked),
        "boards": boards,
        "pair": phase in JUST_BOARDED and makes_pair(aboard, phase, players) if pair is None else pair,
        "leaving": phase in JUST_BOARDED and brought_to_limit(aboard, phase) if leaving is None else leaving,
        "gifts": gifts,
        "partner": partner,
        "known": [
            [cards((known or {}).get((viewer, seat), "")) for seat in range(players)]
            for viewer in [*range(players), None]
        ],
        "results": list(results),
    }
    if over:
        finish(state, scores, reason)
    assert not broken(state), broken(state)
    return state


class Rest:
    """The cards that the test has not named."""

    def __init__(self, deck):
        self.left = Counter(deck)

    def take(self, some):
        """Cards that were named."""
        for one in some:
            assert self.left[off_board(one)] > 0, f"one {name_of(one)} too many"
            self.left[off_board(one)] -= 1

    def some(self, number):
        """So many cards to fill a hand with: heavy ones, which cost no tears."""
        heavy_first = sorted(+self.left, key=lambda key: (-MASS[key[0]], SEXES.index(key[1])))
        taken = [{"animal": animal, "sex": sex} for animal, sex in heavy_first[:number]]
        self.take(taken)
        return pile(taken)

    def all(self):
        """All of them, as a pile."""
        return pile({"animal": animal, "sex": sex} for animal, sex in self.left.elements())


def makes_pair(animals, phase, players):
    """Whether the last animal made a pair with the one under it (NO-4.11, NO-P.9, NO-S.5)."""
    if len(animals) < (3 if phase == "flee" else 2):
        return False
    under, last = animals[-2:]
    return under["animal"] == last["animal"] and (players > 1 or under["sex"] != last["sex"])


def brought_to_limit(animals, phase):
    """Whether the last animal brought the boat to its limit; a frog is taken to count 1 (NO-4.19, NO-P.7)."""
    judged = animals[1:] if phase == "flee" else animals
    return mass_of(judged) == limit_of(judged)


def finish(state, scores, reason):
    """The end of a match: points, totals, winners and the result of the last round."""
    solo = state["players"] == 1
    hands = state["hands"]
    points = [tears_of(hand) for hand in hands]
    if solo:
        points = [tears_of(hands[0] + state["deck"] + state["top"])]
    totals = list(scores or points)
    if reason is None and solo:
        reason = "no-card" if hands[0] or state["deck"] or state["top"] else "won"
    elif reason is None:
        reason = "hand" if [] in hands else "boats" if None in state["boats"] else "cap"
    state["scores"] = totals
    state["results"].append({"reason": reason, "hands": deepcopy(hands), "points": points})
    lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    state["winners"] = ([0] if reason == "won" else []) if solo else lowest


# What a table can show (NO-8.1)


def broken(state):
    """What cannot be about a state, as a list of complaints."""
    return [complaint for complaint, wrong in complaints(state) if wrong]


def complaints(state):
    players, options, phase = state["players"], state["options"], state["phase"]
    boats = [boat for boat in state["boats"] if boat]
    kinds = [boat["kind"] for boat in boats] + state["reserve"]
    lying = [one for boat in boats for one in boat["animals"]]
    piles = [state["deck"], state["gone"], state["looked"], *state["hands"]]
    yield "a key too many or missing", sorted(state) != KEYS
    yield "cards", counted([*lying, *state["top"], *sum(piles, [])]) != deck_of(players, **options)
    yield "sexes of snails", any(one["sex"] is None for one in lying)
    yield (
        "sexes of snails in hand",
        any(one["animal"] == "snail" and one["sex"] for one in sum([*piles, *sum(state["known"], [])], state["top"])),
    )
    yield "order of piles", any(some != pile(some) for some in [*piles, *sum(state["known"], [])])
    for quay, boat in enumerate(state["boats"]):
        if boat:
            fleeing = phase == "flee" and quay == state["noah"]
            yield from boat_complaints(boat, fleeing)
    yield "not eight boats", len(boats) + len(state["reserve"]) + state["departures"] != 8
    yield "vacant quay before the reserve is empty", len(boats) < QUAYS and bool(state["reserve"])
    yield "roommates boat", kinds.count("roommates") > options["roommates"]
    yield "roommates boat missing", options["roommates"] and not state["departures"] and "roommates" not in kinds
    yield "rows of known", [len(row) for row in state["known"]] != [players] * (players + 1)
    yield (
        "known cards not in hand",
        any(not within(row[seat], state["hands"][seat]) for row in state["known"] for seat in range(players)),
    )
    yield "knowledge of oneself", any(state["known"][seat][seat] for seat in range(players))
    yield from (over_complaints if phase == "over" else phase_complaints)(state)
    if players == 1 and phase != "over":
        yield from solo_complaints(state)


def boat_complaints(boat, fleeing):
    animals = boat["animals"]
    sexes = [one["sex"] for one in animals]
    species = [one["animal"] for one in animals]
    judged = animals[1:] if fleeing else animals
    yield "boat past its limit", mass_of(judged) > limit_of(judged)
    yield "sexes neither repeat nor alternate", sexes[2:] != sexes[:-2] and len(sexes) > 2
    yield "a species twice", boat["kind"] == "roommates" and len(set(species)) < len(species)


def phase_complaints(state):
    phase, turn, players = state["phase"], state["turn"], state["players"]
    boat = state["boats"][state["noah"]]
    aboard = boat["animals"] if boat else []
    last = aboard[-1]["animal"] if aboard else None
    needed = {"peek": "giraffe", "stack": "giraffe", "draw": "lion", "return": "lion", "recall": "lion"}
    needed["flee"] = "crocodile"
    yield "nobody in turn", turn not in range(players)
    if turn not in range(players):
        return
    yield "winners early", state["winners"] != []
    yield "not just boarded", phase in needed and last != needed[phase]
    yield "nothing boarded", phase in JUST_BOARDED and not aboard
    yield "Noah does not move after a donkey", phase == "sail" and last == "donkey"
    yield "nothing to flee", phase == "flee" and len(aboard) < 2
    yield "no card in hand", phase in ("board", "reload", "peek", "draw", "return", "give") and not state["hands"][turn]
    yield "boat not empty", phase == "reload" and aboard != []
    yield "the round is over", phase in ("board", "reload") and players > 1 and None in state["boats"]
    yield "no boat here", phase in ("board", "reload") and boat is None
    yield "partner", (state["partner"] is not None) != (phase == "return") or state["partner"] == turn
    yield "gifts", (state["gifts"] > 0) != (phase == "give") or state["gifts"] > len(state["hands"][turn])
    yield "more gifts than departures", state["gifts"] > state["departures"]
    yield "looked", len(state["looked"]) not in ((2, 3) if phase == "stack" else (0,))
    yield "top of no deck", bool(state["top"]) and players > 1
    yield (
        "phase of solo",
        (phase in ("stack", "recall") and players > 1)
        or (phase in ("reload", "peek", "draw", "return", "flee", "give") and players == 1),
    )
    if phase in JUST_BOARDED:
        recalled = players == 1 and phase == "sail" and last == "lion"  # NO-S.7: the pair may be gone
        yield "pair", state["pair"] != makes_pair(aboard, phase, players) and not recalled
        at_limit = brought_to_limit(aboard, phase)
        frogs_count = range(2, 6) if last == "frog" and state["leaving"] else ()
        stretched = any(mass_of(aboard) - 1 + count == limit_of(aboard) for count in frogs_count)
        yield "leaving", state["leaving"] != at_limit and not stretched
    else:
        yield "leaving late", state["leaving"]
        yield "pair late", state["pair"] and phase != "give"


def solo_complaints(state):
    """In solo a match that is won or lost at once can't be going on (NO-S.7, NO-S.9, NO-S.12)."""
    phase, boats = state["phase"], state["boats"]
    aboard = boats[state["noah"]]["animals"] if boats[state["noah"]] else []
    yield "no card that fits", phase == "board" and not any(fits(one, aboard) for one in state["hands"][0])
    if phase == "sail" and aboard:
        steps = (2, 3) if aboard[-1]["sex"] == "m" else (1, 4)
        yield "no quay to go to", not any(boats[(state["noah"] + step) % QUAYS] for step in steps)
    yield "no animal to call", phase == "recall" and sum(len(boat["animals"]) for boat in boats if boat) == 1


def fits(one, aboard):
    """Whether a card of a hand may board a plain boat (NO-4.5 to NO-4.7); a snail if either sex does."""
    together = [*aboard, one]
    right_sex = len(aboard) < 2 or one["sex"] in (None, aboard[-2]["sex"])
    return right_sex and mass_of(together) <= limit_of(together)


def over_complaints(state):
    yield "turn at the end", state["turn"] is not None
    yield "flags at the end", bool(state["pair"] or state["leaving"] or state["gifts"])
    yield "partner at the end", state["partner"] is not None
    yield "knowledge at the end", any(sum(state["known"], []))
    last = state["results"][-1]
    yield "hands shown", last["hands"] != state["hands"]
    if state["players"] == 1:
        left = state["hands"][0] + state["deck"] + state["top"]
        yield "points", not state["scores"] == last["points"] == [tears_of(left)]
        yield "winners", state["winners"] != ([0] if last["reason"] == "won" else [])
    else:
        totals = state["scores"]
        yield "points", last["points"] != [tears_of(hand) for hand in state["hands"]]
        yield "winners", state["winners"] != [seat for seat, total in enumerate(totals) if total == min(totals)]


# Views (NO-6.9, NO-6.10, NO-S.14)


def view_as_ruled(state, viewer):
    """What a seat (None: a spectator) sees of a state, straight from the rules."""
    if state["phase"] == "over":
        return state
    view = state | {"deck": {"unknown": len(state["deck"])}, "known": "hidden"}
    if state["players"] == 1:
        return view
    row = state["known"][state["players"] if viewer is None else viewer]
    view["hands"] = [
        hand if seat == viewer else {"known": row[seat], "unknown": len(hand) - len(row[seat])}
        for seat, hand in enumerate(state["hands"])
    ]
    return view


# Moves

COLLECT = {"move": "collect"}
PASS = {"move": "pass"}


def board(text, mass=None):
    """A snail is named with the sex that is chosen for it."""
    return {"move": "board", **card(text)} | ({} if mass is None else {"mass": mass})


def peek(player):
    return {"move": "peek", "player": player}


def draw(player):
    return {"move": "draw", "player": player}


def give_back(text):
    return {"move": "return", **card(text)}


def flee(player):
    return {"move": "flee", "player": player}


def sail(quay):
    return {"move": "sail", "boat": quay}


def give(text, player):
    return {"move": "give", **card(text), "player": player}


def stack(text):
    return {"move": "stack", **card(text)}


def recall(quay, place):
    return {"move": "recall", "boat": quay, "place": place}


# Words of the tests


def boarding(state):
    """The cards that can be boarded, by short name, and the counts of frogs after a colon."""
    moves = [move for move in restored(state).moves() if move["move"] == "board"]
    return {name_of(move) + (f":{move['mass']}" if "mass" in move else "") for move in moves}


def assert_not_started(rule, players=3, **options):
    arranging.assert_not_started(GAME, rule, players, **options)


def states_of_random_match(players, seed, **options):
    """The match before every move of a random match, and at its end."""
    return arranging.random_match(GAME.start(players=players, seed=seed, **options), random.Random(seed))


@cache
def states_of_one_match(players):
    """The state before every move of one random match, and at its end; for reading only."""
    return [match.state() for match in states_of_random_match(players, 5)]
