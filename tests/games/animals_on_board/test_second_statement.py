"""Whole matches, compared move by move with the second statement of the rules."""

import json
import random
from copy import deepcopy

import pytest

import ararat
from lengths import amount

from ..arranging import canonical
from . import second_statement as rules
from .positions import groups, position, tiles

GAME = ararat.game("animals-on-board")
SEEDS = range(amount(2, long=12))
CORRUPTED_MOVES = amount(10, long=24)
JUNK = [None, True, 0, 3.5, "", "hidden", "pass", "unicorn-7", [], {}, ["hidden"], [None], [["lion-1"]], {"lion-1": 1}]


# Playing


def choose(moves, rng, greedy):
    """Half of the time a take where one is possible, for greedy players the biggest, otherwise any move."""
    takes = [move for move in moves if move["move"] == "take"]
    if takes and rng.random() < 0.5:
        biggest = max(len(move["group"]) for move in takes)
        return rng.choice([move for move in takes if not greedy or len(move["group"]) == biggest])
    return rng.choice(moves)


def in_another_form(move, rng):
    """The same move, with its names shuffled and perhaps the other side of a split named (AB-7.2)."""
    move = deepcopy(move)
    if move["move"] == "split" and rng.random() < 0.5:
        move["off"] = [name for name in move["group"] if name not in move["off"]]
    for field in ("group", "off"):
        rng.shuffle(move.get(field, []))
    return move


# Corrupting moves


def drop_a_key(state, move, rng):
    del move[rng.choice(sorted(move))]


def add_a_key(state, move, rng):
    move[rng.choice(["seat", "tile", "group", "off", "Move", ""])] = rng.choice([0, None, "lion-1", ["lion-1"], []])


def swap_the_kind(state, move, rng):
    move["move"] = rng.choice([*rules.FIELDS, "fly", "Take", "", None, 1, True, ["take"], {}])


def wrong_type(state, move, rng):
    move[rng.choice(sorted(move))] = deepcopy(rng.choice(JUNK))


def wrong_type_in_a_list(state, move, rng):
    for field in ("group", "off"):
        if field in move and rng.random() < 0.7:
            move[field].insert(rng.randint(0, len(move[field])), deepcopy(rng.choice(JUNK)))


def repeat_a_name(state, move, rng):
    for field in ("group", "off"):
        if move.get(field) and rng.random() < 0.7:
            move[field].append(rng.choice(move[field]))


def another_name(state, move, rng):
    everything = [*rules.tiles_of(rules.SPECIES), "hidden", "unicorn-1", "lion-6", ""]
    name = rng.choice(everything)
    if "tile" in move:
        move["tile"] = name
    elif "group" in move:
        field = rng.choice([field for field in ("group", "off") if field in move])
        move[field][rng.randrange(len(move[field]))] = name


def another_phase(state, move, rng):
    tile = rng.choice(rules.tiles_of(state["species"]))
    group = rng.choice(state["area"] or [[tile]])
    off = rng.choice([group[1:], group[:1]])
    moves = [
        {"move": "keep", "tile": tile},
        {"move": "discard", "tile": tile},
        {"move": "take", "group": group},
        {"move": "split", "group": group, "off": off},
        {"move": "pass"},
    ]
    move.clear()
    move.update(deepcopy(rng.choice(moves)))


def group_that_does_not_lie_there(state, move, rng):
    lying = [name for group in state["area"] for name in group]
    if "group" in move:
        merged = rng.choice(state["area"]) + rng.choice(state["area"])
        part = rng.sample(lying, rng.randint(0, len(lying)))
        move["group"] = rng.choice([sorted(set(merged)), part, move["group"][1:], move["group"][:-1], []])


def face_down_by_its_name(state, move, rng):
    if "group" in move and state["hidden"] is not None:
        name = rng.choice([state["hidden"], *state["deck"]])
        for field in {"group", "off"} & set(move):
            move[field] = [name if each == "hidden" else each for each in move[field]]


def bad_side(state, move, rng):
    if move["move"] == "split":
        others = [name for group in state["area"] for name in group if group != move["group"]]
        foreign = rng.choice([*others, *state["deck"], state["hidden"] or "lion-1"])
        sides = [[], list(move["group"]), [foreign], [*move["off"], foreign], [*move["group"], foreign]]
        move["off"] = rng.choice(sides)


def other_side(state, move, rng):
    move.update(in_another_form(move, rng))


def any_take(state, move, rng):
    """Often one that the seat cannot pay."""
    if state["area"]:
        move.clear()
        move.update({"move": "take", "group": list(rng.choice(state["area"]))})


def split_of_a_lone_tile(state, move, rng):
    lone = [group for group in state["area"] if len(group) == 1]
    if lone:
        group = rng.choice(lone)
        off = rng.choice([[], list(group), ["hidden"], ["zebra-1"]])
        move.clear()
        move.update({"move": "split", "group": list(group), "off": off})


def tile_from_elsewhere(state, move, rng):
    places = [state["deck"], *state["hands"], *state["box"], *state["area"], [state["hidden"] or "hidden"]]
    places += [rules.ark_of(state, seat) for seat in range(state["players"])]
    if "tile" in move:
        move["tile"] = rng.choice([name for place in places for name in place])


CORRUPTIONS = [
    drop_a_key, add_a_key, swap_the_kind, wrong_type, wrong_type_in_a_list, repeat_a_name, another_name, another_phase,
    group_that_does_not_lie_there, face_down_by_its_name, bad_side, other_side, any_take, split_of_a_lone_tile,
    tile_from_elsewhere,
]  # fmt: skip


def corrupted_moves(state, moves, rng):
    """Some dozens of moves that are nearly legal, and some junk."""
    base = moves or [{"move": "pass"}, {"move": "take", "group": ["lion-1"]}, {"move": "keep", "tile": "lion-1"}]
    for _ in range(CORRUPTED_MOVES):
        move = deepcopy(rng.choice(base))
        rng.choice(CORRUPTIONS)(state, move, rng)
        if rng.random() < 0.1 and well_enough_formed(move):
            rng.choice(CORRUPTIONS)(state, move, rng)
        yield move
    yield deepcopy(rng.choice(JUNK))


def well_enough_formed(move):
    return rules.well_formed(move) and all(move.get(field, True) for field in ("group", "off"))


# Comparing


def compare_refusals(match, state, moves, rng):
    """Corrupted moves are refused with the same rule, and change nothing."""
    for move in corrupted_moves(state, moves, rng):
        expected = rules.refusal(state, move)
        refusal = match.why_not(move)
        given = None if refusal is None else refusal.rule
        assert given == expected, f"{move} in {state}"
        if expected is not None:
            with pytest.raises(ararat.IllegalMove) as error:
                match.play(move)
            assert error.value.rule == expected, f"{move} in {state}"
            assert match.state() == state, f"{move} was refused and yet changed something"


def compare_views(match, state):
    """Every seat and a spectator see what section 6 lets them see."""
    for seat in [*range(state["players"]), None]:
        assert match.view(seat) == rules.view(state, seat)


def tile_names(value):
    """All tiles named anywhere in a JSON value."""
    text = json.dumps(value)
    return {tile for tile in rules.tiles_of(rules.SPECIES) if tile in text}


def compare_events(events, before, after):
    """Nobody hears of a tile that its view does not show, before or after the move (section 6)."""
    for seat in [*range(before["players"]), None]:
        heard = [event for event in events if event["audience"] == "all" or seat in event["audience"]]
        assert tile_names(heard) <= tile_names([rules.view(before, seat), rules.view(after, seat)])


def compare_logs(match, state):
    """The log shows every move to everybody, but a keep to its seat alone until the match is over (AB-6.7)."""
    for seat in [*range(state["players"]), None]:
        log = match.log(seat)
        assert len(log) == len(match.history)
        for entry, move in zip(log, match.history, strict=True):
            secret = move["move"] == "keep" and entry["seat"] != seat and not match.over
            assert entry["move"] == ({"move": "keep", "tile": "hidden"} if secret else move)
            assert all(event["audience"] == "all" or seat in event["audience"] for event in entry["events"])


def compare_whole_match(match, seed):
    """Plays one match to its end and compares everything at every decision."""
    rng = random.Random(seed)
    state = match.state()
    while True:
        assert rules.broken_invariants(state) == []
        assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
        assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
        compare_views(match, state)
        moves = rules.legal_moves(state)
        if len(moves) < 300 or rng.random() < 0.2:
            assert canonical(match.moves()) == canonical(moves)
        compare_refusals(match, state, moves, rng)
        if match.over:
            break
        move = choose(moves, rng, greedy=seed % 2 == 1)
        before = state
        events = match.play(in_another_form(move, rng))
        state = match.state()
        assert state == rules.next_state(before, move, state), f"{move} in {before}"
        assert match.history[-1] == move
        compare_events(events, before, state)
        if rng.random() < 0.1:
            compare_logs(match, state)
    assert (state["scores"], state["winners"]) == rules.final_points(state)
    compare_logs(match, state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_match_goes_as_the_second_statement_says(players, seed):
    compare_whole_match(GAME.start(players=players, seed=seed, first=seed % players), seed)


RARE_POSITIONS = {
    "five crates each": position(4, crates=[5, 5, 5, 5]),
    "only passes": position(
        3,
        area=groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1", "gi-4"),
        out=[0],
        crates=[0, 0, 0],
        made_up=True,
    ),
    "a take among passes": position(
        4,
        area=groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1", "gi-4", "gi-5"),
        out=[0],
        crates=[0, 0, 1, 0],
        made_up=True,
    ),
    "swept clean": position(4, area=[], out=[0, 1, 2], flag=1, crates=[0, 0, 0, 2]),
    "fourteen tiles to come": position(
        2,
        area=groups("gi-1 gi-2 gi-3 gi-4 gi-5"),
        turn=0,
        arks=[
            tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3"),
            tiles("ze-1 ze-2 ze-3 ze-4 ti-1 ti-2 ti-3 ti-4 el-4"),
        ],
        crates=[5, 5],
    ),
    "only giraffes may go": position(
        2,
        phase="discard",
        arks=[tiles("ze-1 li-5"), tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 el-1 el-2 el-3")],
    ),
    "three seats discard": position(
        4,
        phase="discard",
        arks=[
            tiles("gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-1 cr-2 cr-3"),
            tiles("ze-1 ze-2 ze-3 ze-4 ze-5 ti-1 ti-2 ti-3 ti-4 ti-5 li-1 li-2 li-3 li-4"),
            tiles("ca-1 li-5"),
            tiles("pe-1 pe-2 pe-3 hi-1 hi-2 hi-3 ka-1 ka-2 ka-3 ka-4 ch-1"),
        ],
    ),
}


@pytest.mark.parametrize("name", RARE_POSITIONS)
@pytest.mark.parametrize("seed", range(amount(1, long=4)))
def test_a_match_from_a_rare_position_goes_as_the_second_statement_says(name, seed, monkeypatch):
    if name in ("only passes", "a take among passes"):
        monkeypatch.setattr(rules, "broken_invariants", lambda state: [])  # made up, and so is what follows
    match = GAME.restore(deepcopy(RARE_POSITIONS[name]))
    compare_whole_match(match, seed)


# The second statement itself


@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_the_second_statement_lists_what_it_does_not_refuse(name):
    state = RARE_POSITIONS[name]
    for move in rules.legal_moves(state)[:500]:
        assert rules.refusal(state, move) is None
        assert rules.normal(state, move) == move


def test_the_second_statement_notices_impossible_chance():
    state = position(2, out=[0], crates=[0, 1])
    move = rules.splits(state["area"][0])[0]
    match = GAME.restore(deepcopy(state))
    match.play(move)
    good = match.state()
    assert rules.next_state(state, move, good) == good
    drawn = [name for name in good["area"][0] if name in state["deck"]]
    for change in (drawn[:-1], [*drawn, good["deck"][0]], [*drawn[:-1], "unicorn-1"]):
        bad = deepcopy(good)
        bad["area"] = [[name for name in good["area"][0] if name not in drawn] + change]
        with pytest.raises(AssertionError):
            rules.next_state(state, move, bad)


@pytest.mark.parametrize(
    "key, value",
    [
        ("supply", 3),
        ("crates", [6, 1]),
        ("turn", 0),
        ("flag", 1),
        ("passes", 1),
        ("out", []),
        ("hidden", None),
        ("deck", []),
        ("area", []),
        ("scores", [1, 0]),
        ("winners", [0]),
        ("round", 0),
        ("phase", "over"),
        ("phase", "keep"),
        ("box", [["lion-1"], []]),
        ("species", rules.SPECIES),
    ],
)
def test_the_second_statement_notices_what_cannot_be(key, value):
    state = position(2, out=[0], crates=[0, 1])
    assert rules.broken_invariants(state) == []
    assert rules.broken_invariants({**state, key: value})
