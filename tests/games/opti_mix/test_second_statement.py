"""Whole matches, compared move by move with the second statement of the rules."""

import json
import random
from collections import Counter
from itertools import product

import pytest

import ararat
from lengths import amount

from ..arranging import canonical
from . import second_statement as rules
from .second_statement import position

GAME = ararat.game("opti-mix")
MATCHES_OF_A_KIND = amount(1, long=3)  # with each number of seats and each combination of options
CANDIDATES = amount(6, long=16)
JUNK = [None, True, 0, 3.5, "", "cow", "take", "P1", [], {}, ["cow"], [None], {"card": "cow"}, -1, 10**30]
STRANGE_CARDS = ["unicorn", "Cow", "cow ", "", "rain", "hidden", "none", "provision", None, 7, True, ["cow"], {}]
STRANGE_CABINS = [
    "P0", "S01", "p1", "P", "S", "1", "1P", "P-1", "P+1", "P1 ", " P1", "P1\n", "Q1", "P1.0", "PS1", "P1_0", "P\u0661",
    "P\u00b2", "", None, 1, True, ["P1"], {},
]  # fmt: skip
FAR_CABINS = ["P9", "S14", "P99", "S256", "P65537", "S4294967297", "P18446744073709551617", "S" + "9" * 40]
STRANGE_TYPES = ["none", "Heavy", "carnivore", "cow", "", 0, True, ["shy"], {}]


# Positions that random matches seldom lead to


def one_each(**sides):
    """A cabin for every card, on both sides from the bow."""
    return {f"{side}{number}": name for side, names in sides.items() for number, name in enumerate(names.split(), 1)}


ARK = one_each(P="sheep horse", S="cow llama")
RICH_ARK = {
    "P1": "brontosaurus", "P2": "chimpanzee turtle", "P3": "zebra rabbit", "P4": "fox", "P5": "earthworm",
    "S1": "elephant hippopotamus cow", "S2": "gazelle", "S3": "grain", "S4": "hedgehog",
}  # fmt: skip
ARK_AT_ODDS = {"P1": "tiger gazelle", "S1": "polar-bear camel", "P2": "dog horse hedgehog", "S2": "grain sheep"}
LONG_ARK = one_each(
    P="grain bee hay snail grain earthworm mouse lemming squirrel caterpillar sheep chicken hay",
    S="grain hedgehog hay chameleon grain mosquito spider rabbit llama dog",
)
MANY_PIECES = {"heavy": [3, 2, 0], "slow": [2, 4, 5], "shy": [6, 0, 2], "useful": [5, 2, 2], "provision": [2, 4, 0]}
LOWER_HALF = """grain grain grain grain hay hay hay hay bee bison camel caterpillar chameleon chamois chicken koala lion
crocodile earthworm elephant fox"""
ENDGAME = {"rain": 5, "deck": "", "display": "", "phase": "endgame"}
RARE_POSITIONS = {
    "the fifth rain is next": position(
        cabins=ARK, hands=["elephant hippopotamus", "pig grain", "tiger"], rain=4, deck=""
    ),
    "three rain cards and two others": position(
        4, cabins=ARK, hands=["elephant pig", "dog grain", "tiger", ""], rain=2, deck="hay hay", seat=2
    ),
    "four rain cards and no other": position(
        cabins=ARK, hands=["camel", "elephant pig grain rabbit", "hay"], deck="", seat=1, known=["", "elephant pig"]
    ),
    "the second rain is near": position(
        5, cabins=ARK, hands=["camel mouse", "elephant grain", "hay", "", "fox hedgehog"], deck="lion tiger", seat=4,
        known=["camel", "", "hay"], discs=[3, 3, 3, 0, 4],
    ),
    "the first rain is next": position(
        cabins=ARK, rain=0, hands=["pig seal", "mouse squirrel", "dog walrus"], deck=LOWER_HALF
    ),
    "one card above the first rain": position(
        4, cabins=ARK, rain=0, hands=["pig seal", "mouse squirrel", "dog walrus"], deck=LOWER_HALF, seat=3, upper=1
    ),
    "ejectors": position(
        cabins=RICH_ARK, hands=["skunk mosquito spider", "tiger moose", "hay hay bee"], pieces2=MANY_PIECES,
        known=["skunk spider", "moose", "hay"],
    ),
    "ejectors and a useful chimpanzee": position(
        cabins=RICH_ARK, hands=["tiger moose", "skunk mosquito spider", "hay hay bee"], seat=1, pieces2=MANY_PIECES,
        chimpanzee="useful", shy="entry",
    ),
    "ejectors at the end": position(
        4, cabins=RICH_ARK, hands=["skunk", "mosquito", "spider", "polar-bear mouse"], discs=[2, 1, 3, 0], **ENDGAME
    ),
    "no disc in the supply": position(
        cabins=ARK, hands=["fox brontosaurus chimpanzee skunk", "pig", "seal"], discs=[1, 10, 11],
        pieces2={"shy": [2, 0, 0]},
    ),
    "one disc in the supply": position(
        cabins=ARK, hands=["fox brontosaurus chimpanzee skunk", "pig", "seal"], discs=[10, 0, 8], chimpanzee="useful",
        pieces2={"heavy": [3, 5, 0], "shy": [2, 0, 0], "useful": [3, 0, 0]},
    ),
    "a skunk and the brontosaurus": position(
        cabins=one_each(P="brontosaurus", S="elephant"), hands=["skunk chimpanzee fox"], pieces2={"heavy": [3, 2, 2]}
    ),
    "a skunk and the chimpanzee": position(
        cabins=one_each(P="chimpanzee", S="cow"), hands=["skunk pig"], pieces2={"slow": [7, 2, 2], "shy": [3, 0, 0]}
    ),
    "a skunk that eats plants": position(cabins=ARK, hands=["skunk pig mouse", "dog"], skunk="herbivore"),
    "a chimpanzee without a piece": position(cabins=ARK, hands=["chimpanzee pig mouse", "skunk"]),
    "a chimpanzee with a piece of its own": position(cabins=ARK, hands=["chimpanzee pig"], chimpanzee="useful"),
    "a chimpanzee at the end": position(
        cabins=ARK, hands=["chimpanzee pig", "skunk", ""], pieces2={"shy": [5, 2, 2]}, pets=["zebra", None, "seal"],
        discs=[2, 2, 0], **ENDGAME,
    ),
    "a fox at the end": position(cabins=ARK, hands=["fox", "dog", "pig"], discs=[1, 11, 10], **ENDGAME),
    "one seat left": position(
        5, cabins=ARK, hands=["mouse bee chicken grain", "dog", "pig", "zebra", "hay"], passed=[False] + [True] * 4,
        discs=[6, 0, 1, 2, 3], pets=["seal", None, "koala", "rabbit", None], **ENDGAME,
    ),
    "a tie": position(
        4, cabins=ARK, hands=["lion", "dog grain", "pig hay", "zebra rabbit"], discs=[2, 2, 2, 2], **ENDGAME,
        pieces2={"heavy": [4, 4, 4, 4], "shy": [2, 2, 2, 2], "useful": [3, 3, 3, 0], "slow": [0, 0, 0, 4]},
    ),
    "two new cabins": position(
        5, cabins=ARK, hands=["bee chicken mouse lemming squirrel dog"], discs=[2, 0, 0, 3, 3], display="grain hay pig",
        known=["bee mouse"],
    ),
    "like cards face up": position(4, cabins=ARK, hands=["hay grain"], display="hay hay hay", known=["hay"]),
    "a long ark": position(cabins=LONG_ARK, hands=["skunk gazelle seal cow", "fox roe-deer"], discs=[5, 2, 2]),
    "an ark at odds": position(cabins=ARK_AT_ODDS, hands=["roe-deer cow skunk", "spider mosquito", "lion hay turtle"]),
    "an ark at odds, shy ones careless": position(
        cabins=ARK_AT_ODDS, hands=["roe-deer cow skunk", "spider mosquito", "lion hay turtle"], shy="entry"
    ),
    "no cabin at all": position(cabins={}, hands=["cow", "sheep mouse", "grain"]),
}  # fmt: skip
EXAMPLE = json.loads(rules.RULES.read_text("utf-8").split("```json\n")[1].split("```")[0])
RARE_POSITIONS["the example of section 8"] = EXAMPLE


# Playing


def opens(state, move):
    return move["move"] == "play" and move["cabin"] not in state["cabins"]


def plays(state, move):
    return move["move"] in ("play", "pet", "boost") and move.get("card", move.get("type")) is not None


def ejects(state, move):
    return 2 * ("eject" in move) + (move["move"] == "take" and rules.is_ejector(move["card"]))


def takes(state, move):
    return move["move"] in ("take", "stop")


def prizes(state, move):
    """Brontosaurus, chimpanzee, fox and the victims of skunks give more than a piece."""
    return rules.CARDS[move.get("eject", move.get("card")) or "cow"].power in ("half", "boost", "discs", "eject-any")


STYLES = [lambda state, move: 0, opens, plays, ejects, takes, prizes]


def choose(state, moves, rng, style):
    """Mostly a move after the player's fancy, otherwise any."""
    if rng.random() < 0.7:
        best = max(style(state, move) for move in moves)
        moves = [move for move in moves if style(state, move) == best]
    return rng.choice(moves)


def in_another_form(move, rng):
    """The same move with its keys in another order, and perhaps an ejection of nobody (section 7)."""
    items = list(move.items())
    if move["move"] == "play" and "eject" not in move and rng.random() < 0.3:
        items.append(("eject", None))
    return dict(rng.sample(items, len(items)))


# Moves to be refused


def some_card(state, rng):
    hand = state["hands"][state["turn"] or 0]
    if hand and rng.random() < 0.5:
        return rng.choice(hand)
    return rng.choice([*rules.CARDS, *state["display"] * 5, "skunk", "mosquito", "spider"])


def some_cabin(state, rng):
    number = rng.randint(1, 3) + rules.length_of(state["cabins"], "P")
    return rng.choice([*state["cabins"], *state["cabins"], *rules.next_cabins(state["cabins"]), *state["used"],
                       f"P{number}", f"S{number}", rng.choice(FAR_CABINS)])  # fmt: skip


def some_victim(state, cabin, rng):
    lying = state["cabins"].get(cabin, [])
    return rng.choice(lying) if lying and rng.random() < 0.8 else some_card(state, rng)


def any_play(state, rng):
    move = {"move": "play", "card": some_card(state, rng), "cabin": some_cabin(state, rng)}
    if rng.random() < 0.4:
        move["eject"] = some_victim(state, move["cabin"], rng)
        if rng.random() < 0.6:
            move["card"] = rng.choice(["skunk", "mosquito", "spider"])
    return move


def any_move(state, rng):
    """A well-formed move of any kind, mostly of one that is due."""
    kinds = [kind for kind, phases in rules.PHASES_OF.items() if state["phase"] in phases]
    kind = rng.choice(kinds if kinds and rng.random() < 0.6 else list(rules.PHASES_OF))
    if kind == "play":
        return any_play(state, rng)
    if kind in ("take", "pick"):
        return {"move": kind, "card": some_card(state, rng)}
    if kind == "pet":
        return {"move": kind, "card": rng.choice([None, some_card(state, rng), some_card(state, rng)])}
    if kind == "boost":
        return {"move": kind, "type": rng.choice([None, *rules.TYPES])}
    return {"move": kind}


def drop_a_key(move, rng):
    del move[rng.choice(sorted(move))]


def add_a_key(move, rng):
    key = rng.choice(["card", "cabin", "eject", "type", "seat", "Move", ""])
    move.setdefault(key, rng.choice([None, "cow", "P1", "heavy", 0]))


def swap_the_kind(move, rng):
    move["move"] = rng.choice([*rules.PHASES_OF, "draw", "Take", "", None, 1, True, ["take"], {}])


def junk_under_a_key(move, rng):
    move[rng.choice(sorted(move))] = rng.choice(JUNK)


def strange_card(move, rng):
    if "card" in move:
        move[rng.choice(sorted({"card", "eject"} & set(move)))] = rng.choice(STRANGE_CARDS)


def strange_cabin(move, rng):
    if "cabin" in move:
        move["cabin"] = rng.choice(STRANGE_CABINS)


def strange_type(move, rng):
    if "type" in move:
        move["type"] = rng.choice(STRANGE_TYPES)


CORRUPTIONS = [drop_a_key, add_a_key, swap_the_kind, junk_under_a_key, strange_card, strange_cabin, strange_type]


def candidates(state, rng):
    """Moves that are legal or not, a few of them malformed."""
    for _ in range(CANDIDATES):
        yield any_move(state, rng)
    for _ in range(3):
        move = any_move(state, rng)
        rng.choice(CORRUPTIONS)(move, rng)
        yield move
    if rng.random() < 0.1:
        yield rng.choice(JUNK)


# Comparing


def compare_refusal(match, state, move):
    expected = rules.why_not(state, move)
    refusal = match.why_not(move)
    given = () if refusal is None else refusal.rules
    assert given == expected, f"{move} in {json.dumps(state)}"
    assert refusal is None or refusal.rule == expected[0]
    return expected


def compare_refusals(match, state, rng):
    """Candidates are legal or refused with the same rules; a refused one changes nothing."""
    for move in candidates(state, rng):
        expected = compare_refusal(match, state, move)
        if expected and rng.random() < 0.2:
            with pytest.raises(ararat.IllegalMove) as error:
                match.play(move)
            assert (error.value.rule, error.value.rules) == (expected[0], expected), f"{move} in {json.dumps(state)}"
    assert match.state() == state, "a refused move changed something"


def compare_views(match, state):
    """Every seat and a spectator see what section 6 lets them see."""
    for viewer in [*range(state["players"]), None]:
        assert match.view(viewer) == rules.view_of(state, viewer), f"viewer {viewer} in {json.dumps(state)}"


def cards_in(value):
    """All cards named anywhere in a JSON value."""
    text = json.dumps(value)
    return {card for card in rules.CARDS if f'"{card}"' in text}


def compare_secrets(move, events, before, after):
    """Nobody hears of a card that its view does not show, and of a pet only its seat (OM-6.5, OM-6.7)."""
    for viewer in [*range(before["players"]), None]:
        heard = [event for event in events if event["audience"] == "all" or viewer in event["audience"]]
        shown = cards_in([rules.view_of(before, viewer), rules.view_of(after, viewer)])
        assert cards_in(heard) <= shown, f"viewer {viewer} hears {heard} after {move}"
        if move["move"] == "pet" and viewer != before["turn"] and after["phase"] != "over":
            drawn = set(after["display"]) if viewer is None else {*after["display"], *after["hands"][viewer]}
            assert cards_in(heard) <= drawn, f"viewer {viewer} hears {heard} after {move}"


def compare_logs(match, played):
    """The moves, as seen by everybody (OM-6.7, OM-6.8)."""
    for viewer in [*range(match.players), None]:
        seen = [(entry["seat"], entry["move"]) for entry in match.log(viewer)]
        expected = [(seat, move if match.over else rules.move_as_seen(move, seat, viewer)) for seat, move in played]
        assert seen == expected


def compare_decision(match, state, moves, rng):
    """Everything that can be asked of a match at one decision."""
    assert rules.impossible(state) == [], json.dumps(state)
    assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
    assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
    assert canonical(match.moves()) == canonical(moves), json.dumps(state)
    compare_views(match, state)
    compare_refusals(match, state, rng)


def compare_whole_match(match, seed, most=500):
    """Plays a match, at most so many moves of it, and compares everything at every decision."""
    rng = random.Random(seed)
    style = STYLES[seed % len(STYLES)]
    state, played = match.state(), []
    for _ in range(most):
        moves = rules.legal_moves(state)
        compare_decision(match, state, moves, rng)
        if rng.random() < 0.03:
            compare_logs(match, played)
            match, played = GAME.restore(state, seed=seed), []
            assert match.state() == state
        if match.over:
            break
        before, move = state, choose(state, moves, rng, style)
        events = match.play(in_another_form(move, rng))
        played.append((before["turn"], move))
        state = match.state()
        assert rules.is_outcome(before, move, state) is None, f"{move} in {json.dumps(before)}"
        compare_secrets(move, events, before, state)
    assert match.history == [move for _, move in played]
    compare_logs(match, played)


OPTIONS = [
    {"shy": shy, "chimpanzee": chimpanzee} for shy in ("neighbours", "entry") for chimpanzee in ("none", "useful")
]
OPTIONS[1] |= {"skunk": "herbivore"}
OPTIONS[2] |= {"skunk": "herbivore"}
KINDS = list(product((3, 4, 5), OPTIONS))


@pytest.mark.rules("OM-4.1", "OM-4.2", "OM-4.3", "OM-4.6", "OM-4.8", "OM-4.9", "OM-5.13", "OM-6.1", "OM-6.9")
@pytest.mark.parametrize("kind", amount([0, 5, 10, 3], long=range(len(KINDS))))
def test_a_whole_match_goes_as_the_second_statement_says(kind):
    players, options = KINDS[kind]
    for number in range(MATCHES_OF_A_KIND):
        seed = kind + number * len(KINDS) + number
        given = {**options, "first": seed % players}
        match = GAME.start(players=players, seed=seed, **given)
        assert rules.is_start(players, given, match.state()) is None
        compare_whole_match(match, seed)


@pytest.mark.rules("OM-4.7", "OM-4.20", "OM-4.22", "OM-4.23", "OM-4.24", "OM-4.25", "OM-4.29", "OM-4.32", "OM-4.33",
                   "OM-4.36", "OM-5.3", "OM-5.5", "OM-5.6", "OM-5.12", "OM-6.4", "OM-8.1")  # fmt: skip
@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_a_match_from_a_rare_position_goes_as_the_second_statement_says(name):
    for seed in range(amount(1, long=10)):
        compare_whole_match(GAME.restore(RARE_POSITIONS[name], seed=seed), seed, most=7)


@pytest.mark.rules("OM-7.1", "OM-7.2", "OM-7.3")
@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_every_move_in_a_rare_position_is_refused_for_the_same_reasons(name):
    """Whatever can be said in the form of a move, whether or not it makes sense, here and after a legal move."""
    match = GAME.restore(RARE_POSITIONS[name], seed=1)
    compare_every_move(match, random.Random(name))
    move = max(match.moves(), key=lambda move: (move["move"] in ("play", "pet"), "eject" in move, json.dumps(move)))
    match.play(move)
    compare_every_move(match, random.Random(name))


def compare_every_move(match, rng):
    state = match.state()
    for move in sayable_moves(state, rng):
        compare_refusal(match, state, move)


def sayable_moves(state, rng):
    """Moves of every kind with every value, and a little more than that; of ejections only some."""
    cabins = [*state["cabins"], *rules.next_cabins(state["cabins"]), "P30", "S3", "P4"]
    for card in [*rules.CARDS, *STRANGE_CARDS]:
        yield from ({"move": kind, "card": card} for kind in ("take", "pick", "pet"))
        yield from ({"move": "play", "card": card, "cabin": cabin} for cabin in rng.sample(cabins, 3))
    for card, cabin in product(["skunk", "mosquito", "spider", some_card(state, rng)], cabins):
        for victim in {*state["cabins"].get(cabin, []), some_card(state, rng), rng.choice(["fox", "hay", card])}:
            yield {"move": "play", "card": card, "cabin": cabin, "eject": victim}
    yield from ({"move": "play", "card": "cow", "cabin": cabin} for cabin in [*STRANGE_CABINS, *FAR_CABINS])
    yield from ({"move": "play", "card": "skunk", "cabin": "P1", "eject": card} for card in STRANGE_CARDS)
    yield from ({"move": "boost", "type": kind} for kind in [*rules.TYPES, None, *STRANGE_TYPES])
    yield from ({"move": kind} for kind in [*rules.PHASES_OF, "wait"])


@pytest.mark.rules("OM-2.1")
@pytest.mark.parametrize(
    "players, options",
    [
        (0, {}), (2, {}), (6, {}), (True, {}), ("3", {}), (3.0, {}), (None, {}), (3, {"colour": 1}), (3, {"first": 3}),
        (3, {"first": -1}), (4, {"first": True}), (4, {"first": None}), (5, {"first": 1.0}), (3, {"shy": "none"}),
        (3, {"shy": True}), (4, {"chimpanzee": "neighbours"}), (4, {"chimpanzee": None}), (3, {}), (5, {"first": 4}),
        (4, {"shy": "entry", "chimpanzee": "useful", "first": 2}), (3, {"skunk": "herbivore"}), (3, {"skunk": None}),
        (5, {"skunk": "omnivore"}), (3, {"skunk": "carnivore"}),
    ],
)  # fmt: skip
def test_the_same_starts_are_refused(players, options):
    rule = rules.why_not_start(players, options)
    if rule is None:
        assert rules.is_start(players, options, GAME.start(players=players, seed=1, **options).state()) is None
    else:
        with pytest.raises(ararat.BadStart) as error:
            GAME.start(players=players, seed=1, **options)
        assert error.value.rule == rule


# Chance


def fair(counts, chances, total):
    """Whether counts lie within five standard deviations of what fair chance gives."""
    assert sum(counts.values()) == total and set(counts) <= set(chances), counts
    for key, chance in chances.items():
        spread = (total * chance * (1 - chance)) ** 0.5
        assert abs(counts[key] - total * chance) <= 5 * spread, f"{key}: {counts[key]} of {total} at {chance}"


def drawn_after(state, card, number):
    """What a taking seat drew, each time by another seed; None if rain cut it short."""
    counts = Counter()
    for seed in range(number):
        match = GAME.restore(state, seed=seed)
        match.play({"move": "take", "card": card})
        hand = match.state()["hands"][state["turn"]]
        drawn = rules.without(hand, [*state["hands"][state["turn"]], card])
        counts[drawn[0] if drawn else None] += 1
    return counts


@pytest.mark.rules("OM-4.31")
def test_every_card_above_the_first_rain_is_drawn_with_the_same_chance():
    state = position(cabins=ARK, rain=0, deck=LOWER_HALF, upper=0)
    state["deck"], state["removed"] = sorted([*state["deck"], *state["removed"]]), []
    state["upper"] = len(state["deck"]) - 21
    number = len(state["deck"])
    chances = {card: state["deck"].count(card) / number for card in state["deck"]}
    fair(drawn_after(state, state["display"][0], 600), chances, 600)


@pytest.mark.rules("OM-4.31", "OM-4.33")
def test_the_second_rain_is_drawn_like_any_card_of_the_lower_half():
    state = position(cabins=ARK, rain=1, deck="grain grain hay pig")
    fair(drawn_after(state, state["display"][0], 400), {"grain": 2 / 8, "hay": 1 / 8, "pig": 1 / 8, None: 4 / 8}, 400)


@pytest.mark.rules("OM-4.31", "OM-4.32", "OM-4.36")
def test_rain_cards_are_laid_aside_until_the_fifth_one():
    """Two of four cards are rain; only if both come first does the seat go without a card."""
    state = position(cabins=ARK, rain=3, deck="grain pig")
    fair(drawn_after(state, state["display"][0], 400), {"grain": 5 / 12, "pig": 5 / 12, None: 1 / 6}, 400)


@pytest.mark.rules("OM-3.3", "OM-3.6")
def test_the_setup_is_fair():
    starts = [GAME.start(players=5, seed=seed).state() for seed in range(600)]
    light = [card for card in rules.ALL_CARDS if rules.weight_of(card) in (1, 2)]
    shares = {card: light.count(card) / len(light) for card in light}
    fair(Counter(state["cabins"]["P1"][0] for state in starts), shares, len(starts))
    heavy = [card for card in rules.CARDS if card not in light]
    for place in ("hands", "display"):
        lying = Counter(
            card in heavy for state in starts for card in (state["hands"][4] if place == "hands" else state["display"])
        )
        # The four cards aboard are never among these nineteen.
        fair(lying, {True: 19 / 51, False: 32 / 51}, lying.total())


# The second statement itself


def test_the_cards_have_the_sums_of_section_1():
    def sums(key):
        return Counter(getattr(rules.CARDS[card], key) for card in rules.ALL_CARDS)

    assert (len(rules.CARDS), len(rules.ALL_CARDS)) == (49, 55)
    assert sums("type") == {"heavy": 10, "slow": 10, "shy": 11, "useful": 11, "provision": 8, "none": 5}
    assert sums("weight") == {0: 12, 1: 20, 2: 16, 3: 5, 4: 2}
    assert sums("climate") == {"hot": 22, "cold": 17, "any": 16}
    assert sums("food") == {"herbivore": 27, "carnivore": 12, "omnivore": 6, "none": 10}
    assert sum(map(rules.can_be_pet, rules.ALL_CARDS)) == 33


@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_the_rare_positions_go_on_by_themselves(name):
    rng = random.Random(name)
    for _ in range(3):
        state = RARE_POSITIONS[name]
        for _ in range(6):
            assert rules.impossible(state) == []
            if state["phase"] == "over":
                break
            move = rng.choice(rules.legal_moves(state))
            after = rules.play(state, move, rng)
            assert rules.is_outcome(state, move, after) is None
            state = after


@pytest.mark.rules("OM-6.2", "OM-6.3", "OM-6.5", "OM-6.6")
def test_the_example_of_section_8_is_seen_as_it_says():
    view = rules.view_of(EXAMPLE, 0)
    hidden = "hidden"
    assert [key for key in view if view[key] != EXAMPLE[key]] == ["deck", "hands", "pets"]
    assert view["deck"] == [hidden] * 12
    assert view["pets"] == ["moose", None, hidden]
    assert view["hands"] == [
        ["grain", "hay"], ["camel", "earthworm", hidden, hidden, hidden], ["mammoth", hidden, hidden, hidden, hidden]
    ]  # fmt: skip
    spectator = rules.view_of(EXAMPLE, None)
    assert (spectator["hands"][0], spectator["pets"]) == ([hidden, hidden], [hidden, None, hidden])


@pytest.mark.rules("OM-5.9", "OM-5.10")
@pytest.mark.parametrize(
    "pieces2, points",
    [
        ([4, 4, 0], [8, 8, 0]),
        ([4, 2, 2], [10, 4, 4]),
        ([2, 2, 2], [6, 6, 6]),
        ([3, 2, 2, 2, 0], [10, 3, 3, 3, 0]),
        ([2, 2, 2, 2, 2], [4, 4, 4, 4, 4]),
        ([6, 4, 2, 2, 5], [10, 2, 2, 2, 6]),
        ([2, 6, 2, 2, 2], [3, 10, 3, 3, 3]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_score_cards_are_worth_what_the_examples_say(pieces2, points):
    assert rules.points_on_card(pieces2) == points


def test_the_second_statement_notices_impossible_chance():
    state = position(cabins=ARK, hands=["bee"], rain=2, deck="dog grain hay pig", display="koala mouse seal")
    move = {"move": "take", "card": "seal"}
    good = {
        **state, "hands": [["bee", "pig", "seal"], [], []], "known": [["seal"], [], []], "deck": ["dog", "grain"],
        "display": ["hay", "koala", "mouse"], "active": 1, "turn": 1,
    }  # fmt: skip
    for rain in (2, 3, 4):
        assert rules.is_outcome(state, move, {**good, "rain": rain}) is None
    cut_short = {"rain": 5, "phase": "endgame", "display": ["koala", "mouse"], "deck": ["dog", "grain", "hay"]}
    assert rules.is_outcome(state, move, {**good, **cut_short}) is None
    impossible = [
        {"rain": 1},
        {"rain": 5},
        {"rain": 5, "phase": "endgame"},
        {**cut_short, "rain": 4},
        {**cut_short, "active": 0},
        {"deck": state["deck"]},
        {"deck": ["dog", "hay"]},
        {"display": ["koala", "mouse"]},
        {"display": ["hay", "mouse", "seal"]},
        {"hands": [["bee", "seal"], [], []]},
        {"hands": [["bee", "pig", "zebra"], [], []]},
        {"hands": [["bee", "seal"], ["pig"], []]},
        {"known": [[], [], []]},
        {"upper": 1},
        {"active": 2, "turn": 2},
        {"todo": ["refill"]},
        {"discs": [4, 3, 3]},
    ]
    for change in impossible:
        assert rules.is_outcome(state, move, {**good, **change}) is not None, change


def test_the_second_statement_tells_where_the_second_rain_cut_the_draw_short():
    state = position(cabins=ARK, hands=["dog"], rain=0, upper=1, deck=f"pig {LOWER_HALF}", display="mouse seal turtle")
    move = {"move": "take", "card": "seal"}
    pets = {**state, "phase": "pet", "rain": 2, "upper": 0, "known": [["seal"], [], []], "display": ["mouse", "turtle"]}
    drawn = {"hands": [["dog", "pig", "seal"], [], []], "deck": sorted(LOWER_HALF.split())}
    assert rules.is_outcome(state, move, {**pets, **drawn, "todo": ["refill"]}) is None
    assert rules.is_outcome(state, move, {**pets, **drawn, "todo": ["draw", "refill"]}) is not None
    early = {**pets, "hands": [["dog", "seal"], [], []], "todo": ["draw", "refill"]}
    assert rules.is_outcome(state, move, early) is not None, "the first rain lies below the pig"
    state, early = {**state, "rain": 1, "upper": 0}, {**early, "rain": 2}
    assert rules.is_outcome(state, move, early) is None
    assert rules.is_outcome(state, move, {**pets, **drawn, "todo": ["refill"]}) is None


@pytest.mark.parametrize(
    "key, value",
    [
        ("game", "noah"), ("turn", None), ("turn", 1), ("active", 3), ("phase", "over"), ("phase", "endgame"),
        ("tilt", 1), ("phase", "second"), ("phase", "boost"), ("phase", "pet"), ("used", ["P1"]), ("todo", ["refill"]),
        ("deck", []), ("cabins", {"P1": ["cow"], "S2": ["horse"]}), ("display", ["hay", "grain"]), ("upper", 1),
        ("rain", 0), ("rain", 5), ("known", [["elephant"], [], []]), ("pets", ["mouse", None, None]),
        ("removed", ["cow"]), ("discs", [3, 3, 4]), ("supply", 14), ("passed", [True, False, False]),
        ("scores", [1, 0, 0]), ("winners", [0]),
        ("pieces2", {"heavy": [1, 0, 0], "slow": [0] * 3, "shy": [0] * 3, "useful": [0] * 3, "provision": [0] * 3}),
        ("pieces2", {"heavy": [0] * 3, "slow": [0] * 3, "shy": [0] * 3, "useful": [0] * 3, "provision": [3, 0, 0]}),
    ],
)  # fmt: skip
def test_the_second_statement_notices_what_cannot_be(key, value):
    state = position(cabins=ARK, hands=["bee"])
    assert rules.impossible(state) == []
    assert rules.impossible({**state, key: value})
