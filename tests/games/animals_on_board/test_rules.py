"""Every rule of Animals on Board as position, move and assertion; the ids are those of the rule file."""

import json
import random
import re
from copy import deepcopy
from itertools import combinations_with_replacement, pairwise, product

import pytest

import ararat
from lengths import amount

from .. import arranging
from ..arranging import (
    after,
    assert_legal,
    assert_refused,
    canonical,
    figures_of,
    heard_by,
    restored,
    seats_and_spectator,
)
from .positions import groups, position, tiles

GAME = ararat.game("animals-on-board")
EVERY_NUMBER_OF_PLAYERS = [2, 3, 4]
FACE_UP = {2: 8, 3: 10, 4: 12}
ALL_SPECIES = [
    "camel", "chimpanzee", "crocodile", "elephant", "giraffe", "hippopotamus",
    "kangaroo", "lion", "panda", "penguin", "tiger", "zebra",
]  # fmt: skip
EIGHT = ALL_SPECIES[:8]
PASS = {"move": "pass"}
TILE = re.compile(r"(?:" + "|".join(ALL_SPECIES) + r")-[1-5]")


# Words of the tests


def start(players=3, seed=7, **options):
    return GAME.start(players=players, seed=seed, **options)


def keep(name):
    return {"move": "keep", "tile": tiles(name)[0]}


def split(group, off):
    return {"move": "split", "group": tiles(group), "off": tiles(off)}


def take(group):
    return {"move": "take", "group": tiles(group)}


def discard(name):
    return {"move": "discard", "tile": tiles(name)[0]}


def some_split(state):
    """A split of the first group that can be split."""
    group = next(group for group in state["area"] if len(group) >= 2)
    return {"move": "split", "group": group, "off": group[-1:]}


def set_up(match):
    """Every seat keeps the first tile of its hand."""
    for seat in range(match.state()["players"]):
        match.play({"move": "keep", "tile": match.state()["hands"][seat][0]})
    return match


def kinds(match):
    return {move["move"] for move in match.moves()}


def tiles_legal_to_discard(state):
    return sorted(move["tile"] for move in restored(state).moves())


def whole_ark(state, seat):
    return sorted(state["arks"][seat]["known"] + state["arks"][seat]["unknown"])


def names_in(value):
    """All tile names that occur anywhere in a JSON value."""
    return set(TILE.findall(json.dumps(value)))


def assert_not_started(rule, players=3, **options):
    arranging.assert_not_started(GAME, rule, players, **options)


def play_out(match, rng):
    """Random moves to the end, half of the time a take where one is possible."""
    while not match.over:
        moves = match.moves()
        takes = [move for move in moves if move["move"] == "take"]
        match.play(rng.choice(takes if takes and rng.random() < 0.5 else moves))
    return match


def last_turn(arks, crates, players=2, **rest):
    """The last seat has the last turn of the round; the others are out."""
    out = list(range(players - 1))
    return position(players, turn=players - 1, arks=arks, crates=crates, out=out, **rest)


def end_by_split(arks, crates, players=2, **rest):
    """The state after the last seat has split and so ended the round; it has one crate more."""
    state = last_turn(arks, crates, players, **rest)
    return after(state, some_split(state))


# Positions that several tests start from

EXAMPLE = json.loads("""
{
  "game": "animals-on-board",
  "options": {"first": 1, "species": null},
  "players": 2,
  "phase": "play",
  "turn": 1,
  "round": 2,
  "scores": [0, 0],
  "winners": [],
  "species": ["chimpanzee", "crocodile", "elephant", "giraffe", "lion", "panda", "tiger", "zebra"],
  "deck": ["chimpanzee-1", "chimpanzee-2", "chimpanzee-3", "chimpanzee-4", "chimpanzee-5", "crocodile-2",
    "crocodile-4", "crocodile-5", "elephant-1", "elephant-3", "elephant-4", "elephant-5", "giraffe-3", "giraffe-4",
    "lion-2", "lion-3", "lion-4", "lion-5", "panda-2", "panda-3", "panda-4", "panda-5", "tiger-1", "tiger-2",
    "tiger-3", "tiger-4", "zebra-2"],
  "hands": [[], []],
  "area": [["crocodile-1", "panda-1"], ["hidden"], ["lion-1"], ["zebra-1", "zebra-3"]],
  "hidden": "elephant-2",
  "arks": [{"known": ["giraffe-1", "giraffe-2", "tiger-5"], "unknown": ["giraffe-5"]},
    {"known": ["zebra-4"], "unknown": ["crocodile-3", "zebra-5"]}],
  "crates": [0, 3],
  "supply": 17,
  "flag": 0,
  "out": [0],
  "passes": 0,
  "box": [[], []]
}
""")
FOUR_GROUPS = position(
    3,
    turn=1,
    area=groups("cr-2 gi-1 pa-4 ti-3", "el-1 hidden", "ch-5 ze-2 ze-3", "li-4 pe-1"),
    hidden="camel-3",
    crates=[2, 1, 0],
)
FACE_DOWN_IN_GROUP = position(
    3, turn=2, area=groups("el-2 hidden pa-3"), hidden="panda-1", crates=[2, 1, 3], round_number=1
)
AREA_SWEPT_CLEAN = position(4, area=[], out=[0, 1, 2], flag=1, crates=[0, 0, 0, 2])
ONLY_PASSES = position(
    3,
    area=groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1", "gi-4"),
    out=[0],
    flag=0,
    turn=1,
    crates=[0, 0, 0],
    made_up=True,
)
TWELVE_TILES = position(
    2, phase="discard", arks=[tiles("gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-1 cr-2 cr-3"), None], crates=[0, 3]
)
TWO_TOO_FULL = position(
    3,
    phase="discard",
    arks=[
        tiles("gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-1 cr-2 cr-3"),
        tiles("ze-1 li-2 pe-4"),
        {"known": tiles("ti-1 ti-2 ti-3 ti-4 ze-2 ze-3 ze-4 li-3 li-4 li-5"), "unknown": tiles("cr-5")},
    ],
    box=[[], tiles("gi-4 gi-5"), []],
)
NOTHING_UNKNOWN = position(
    2,
    phase="discard",
    arks=[tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 el-1 el-2 el-3"), {"known": tiles("li-2"), "unknown": []}],
    box=[[], tiles("ze-1 ze-2")],
)
OVER = position(
    2,
    phase="over",
    arks=[tiles("gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-5"), tiles("ze-1 li-2")],
    crates=[1, 5],
)
KEEPING = {turn: position(3, phase="keep", turn=turn, first=2) for turn in range(3)}
EVERY_KIND_OF_POSITION = [
    *KEEPING.values(), EXAMPLE, FOUR_GROUPS, AREA_SWEPT_CLEAN, TWELVE_TILES, TWO_TOO_FULL, NOTHING_UNKNOWN, OVER,
]  # fmt: skip


# 2. Options


@pytest.mark.rules("AB-2.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_two_three_or_four_players_can_play(players):
    match = start(players)
    assert match.state()["players"] == players
    assert players in GAME.players


@pytest.mark.rules("AB-2.1")
@pytest.mark.parametrize("players", [0, 1, 5, 9, -2, True, False, None, "3", 3.0, 2.5, [3], {}])
def test_no_other_number_of_players_can_play(players):
    assert_not_started("AB-2.1", players)


@pytest.mark.rules("AB-2.2")
@pytest.mark.parametrize("name", ["ending", "rounds", "First", "crates", "flag", "variant"])
def test_no_other_option_exists(name):
    assert_not_started("AB-2.2", 3, **{name: None})
    assert_not_started("AB-2.2", 3, **{name: 0, "first": 1})


@pytest.mark.rules("AB-2.3")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_first_can_be_every_seat_of_the_match(players):
    for seat in range(players):
        assert start(players, first=seat).state()["options"]["first"] == seat


@pytest.mark.rules("AB-2.3")
@pytest.mark.parametrize("first", [-1, 3, 4, 99, True, False, None, "0", "1", 0.0, 1.0, 1.5, [1], {}])
def test_first_is_nothing_but_the_integer_of_a_seat(first):
    assert_not_started("AB-2.3", 3, first=first)


@pytest.mark.rules("AB-2.3")
def test_a_seat_of_a_bigger_match_is_no_seat_of_a_smaller_one():
    assert_not_started("AB-2.3", 2, first=2)
    assert start(4, first=3).state()["flag"] == 3


@pytest.mark.rules("AB-2.4")
@pytest.mark.parametrize("players, number", [(2, 8), (3, 10), (4, 12)])
def test_the_species_in_play_can_be_chosen_in_any_order(players, number):
    chosen = ALL_SPECIES[-number:]
    for order in (chosen, chosen[::-1]):
        state = start(players, species=list(order)).state()
        assert state["options"]["species"] == chosen
        assert state["species"] == chosen


@pytest.mark.rules("AB-2.4")
@pytest.mark.parametrize(
    "species",
    [
        [],
        EIGHT[:7],
        [*EIGHT, "zebra"],
        [*EIGHT[:7], EIGHT[0]],
        [*EIGHT, EIGHT[0]],
        [*EIGHT[:7], "unicorn"],
        [*EIGHT[:7], "Lion"],
        [*EIGHT[:7], "lion-1"],
        [*EIGHT[:7], None],
        [*EIGHT[:7], 8],
        [*EIGHT[:7], ["lion"]],
        [*EIGHT[:7], {}],
        "lion",
        "elephant",
        8,
        True,
        False,
        {},
        dict.fromkeys(EIGHT, 1),
    ],
)
def test_species_is_null_or_a_list_of_different_species_of_the_right_length(species):
    assert_not_started("AB-2.4", 2, species=species)


@pytest.mark.rules("AB-2.4")
def test_with_four_players_species_is_null_or_all_twelve():
    assert start(4, species=None).state()["options"]["species"] is None
    assert start(4, species=ALL_SPECIES[::-1]).state()["options"]["species"] == ALL_SPECIES
    assert_not_started("AB-2.4", 4, species=ALL_SPECIES[:10])
    assert_not_started("AB-2.4", 4, species=ALL_SPECIES[:11])
    assert_not_started("AB-2.4", 3, species=ALL_SPECIES)


@pytest.mark.rules("AB-2.1", "AB-2.2", "AB-2.3", "AB-2.4")
def test_a_match_that_cannot_be_started_is_refused_with_the_first_rule_it_breaks():
    assert_not_started("AB-2.1", 5, ending="x", first=9, species=[])
    assert_not_started("AB-2.2", 3, ending="x", first=9, species=[])
    assert_not_started("AB-2.3", 3, first=9, species=[])
    assert_not_started("AB-2.4", 3, first=2, species=[])


# 3. Setup


@pytest.mark.rules("AB-3.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_seat_has_an_ark_and_seats_are_numbered_clockwise(players):
    match = start(players, first=players - 1)
    assert match.state()["arks"] == [{"known": [], "unknown": []}] * players
    set_up(match)
    turns = []
    for _ in range(players):
        turns.append(match.turn)
        match.play(some_split(match.state()))
    assert turns == [players - 1, *range(players - 1)]


@pytest.mark.rules("AB-3.2")
@pytest.mark.parametrize("players, number", [(2, 8), (3, 10), (4, 12)])
def test_the_other_species_stay_out_of_the_match(players, number):
    for seed in range(5):
        state = set_up(start(players, seed)).state()
        assert state["options"] == {"first": 0, "species": None}
        assert len(state["species"]) == number
        assert state["species"] == sorted(set(state["species"]) & set(ALL_SPECIES))
        everything = {key: value for key, value in state.items() if key not in ("species", "options")}
        assert names_in(everything) == {f"{animal}-{number}" for animal in state["species"] for number in range(1, 6)}


@pytest.mark.rules("AB-3.2")
def test_every_species_is_drawn_about_equally_often():
    games = 60
    drawn = [animal for seed in range(games) for animal in start(2, seed).state()["species"]]
    for animal in ALL_SPECIES:
        assert 22 <= drawn.count(animal) <= 57, f"{animal} in play {drawn.count(animal)} times of {games}"


@pytest.mark.rules("AB-3.2", "AB-6.1")
def test_everybody_knows_which_species_are_in_play():
    match = start(2)
    for seat in (0, 1, None):
        assert match.view(seat)["species"] == match.state()["species"]


@pytest.mark.rules("AB-3.3")
def test_every_tile_in_play_can_be_dealt_to_every_seat():
    dealt = {0: [], 1: []}
    for seed in range(120):
        state = start(2, seed, species=EIGHT).state()
        for seat in dealt:
            dealt[seat] += state["hands"][seat]
    all_tiles = {f"{animal}-{number}" for animal in EIGHT for number in range(1, 6)}
    for seat, names in dealt.items():
        assert len(all_tiles - set(names)) <= 1, f"never dealt to seat {seat}: {sorted(all_tiles - set(names))}"
        assert max(names.count(name) for name in all_tiles) <= 30


@pytest.mark.rules("AB-3.3", "AB-4.2")
def test_the_face_down_tile_is_any_tile_of_the_deck():
    face_down = {set_up(start(2, seed, species=EIGHT)).state()["hidden"] for seed in range(60)}
    assert len(face_down) >= 20


@pytest.mark.rules("AB-3.3")
def test_one_seed_gives_one_deal():
    assert start(3, 5).state() == start(3, 5).state()
    assert len({json.dumps(start(3, seed).state()) for seed in range(10)}) == 10


@pytest.mark.rules("AB-3.4")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_seat_gets_one_crate_of_twenty(players):
    state = start(players).state()
    assert state["crates"] == [1] * players
    assert state["supply"] == 20 - players


@pytest.mark.rules("AB-3.5")
def test_the_seat_of_option_first_takes_the_flag():
    assert start(3).state()["flag"] == 0
    for seat in range(4):
        assert start(4, first=seat).state()["flag"] == seat


@pytest.mark.rules("AB-3.6")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_seats_keep_one_of_three_in_the_order_of_the_seats_whoever_has_the_flag(players):
    match = start(players, first=1)
    for seat in range(players):
        state = match.state()
        assert match.turn == state["turn"] == seat
        assert state["phase"] == "keep"
        assert [len(hand) for hand in state["hands"]] == [2] * seat + [3] * (players - seat)
        hand = state["hands"][seat]
        assert canonical(match.moves()) == canonical({"move": "keep", "tile": tile} for tile in hand)
        match.play({"move": "keep", "tile": hand[1]})
        assert match.state()["arks"][seat] == {"known": [], "unknown": [hand[1]]}
        if seat < players - 1:
            assert match.state()["hands"][seat] == [hand[0], hand[2]]
            assert match.state()["area"] == []
    assert match.state()["phase"] == "play"


@pytest.mark.rules("AB-3.6")
def test_only_a_tile_of_the_own_hand_can_be_kept():
    state = position(3, phase="keep", turn=1)
    for tile in [
        *state["hands"][0], *state["hands"][2], *state["arks"][0]["unknown"], state["deck"][0],
        "hidden", "unicorn-1", "lion-6", "lion", "", " ", state["hands"][1][0].upper(), state["hands"][1][0] + " ",
    ]:  # fmt: skip
        assert_refused(state, {"move": "keep", "tile": tile}, "AB-3.6")
    for tile in state["hands"][1]:
        assert_legal(state, {"move": "keep", "tile": tile})


@pytest.mark.rules("AB-3.6", "AB-6.7")
def test_nobody_else_learns_which_tile_a_seat_keeps():
    state = KEEPING[0]
    matches, events = [restored(state) for _ in range(3)], []
    for match, tile in zip(matches, state["hands"][0], strict=True):
        events.append(match.play({"move": "keep", "tile": tile}))
    for seat in (1, 2, None):
        assert matches[0].view(seat) == matches[1].view(seat) == matches[2].view(seat)
        assert heard_by(seat, events[0]) == heard_by(seat, events[1]) == heard_by(seat, events[2])
        assert matches[0].log(seat) == matches[1].log(seat) == matches[2].log(seat)


@pytest.mark.rules("AB-3.7")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_when_all_have_kept_the_other_tiles_are_laid_face_up_as_one_group(players):
    state = position(players, phase="keep", turn=players - 1, first=1)
    tile = state["hands"][-1][0]
    laid = {name for hand in state["hands"] for name in hand} - {tile}
    now = after(state, {"move": "keep", "tile": tile})
    assert now["hands"] == [[]] * players
    assert len(now["area"]) == 1
    assert laid <= set(now["area"][0])
    assert (now["phase"], now["round"], now["turn"], now["flag"]) == ("play", 1, 1, 1)
    assert [ark["unknown"] for ark in now["arks"]] == [ark["unknown"] for ark in state["arks"][:-1]] + [[tile]]


@pytest.mark.rules("AB-3.7")
def test_the_last_keep_cannot_be_undone_since_tiles_were_seen():
    match = set_up(start(3))
    assert not match.can_undo


# 4. Start of a round


@pytest.mark.rules("AB-4.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_round_one_starts_with_the_face_up_tiles_of_section_1_and_one_face_down(players):
    state = set_up(start(players)).state()
    (group,) = state["area"]
    assert len(group) == FACE_UP[players] + 1
    assert group.count("hidden") == 1
    assert len(state["deck"]) == {2: 40, 3: 50, 4: 60}[players] - players - FACE_UP[players] - 1


@pytest.mark.rules("AB-4.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_what_is_left_is_gathered_into_one_group_and_filled_up_from_the_deck(players):
    state = last_turn(
        [None] * players, [0] * (players - 1) + [1], players,
        area=groups("cr-1", "el-1 el-2", "hidden", "pa-1 pa-2" if players < 4 else "pa-1 pa-2 pa-3 pa-4"),
    )  # fmt: skip
    now = after(state, take("cr-1"))
    (group,) = now["area"]
    assert len(group) == FACE_UP[players] + 1
    left = [name for name in sum(state["area"], []) if name != "crocodile-1"]
    assert set(left) <= set(group)
    drawn = set(group) - set(left)
    assert drawn <= set(state["deck"])
    assert now["deck"] == sorted(set(state["deck"]) - drawn)
    assert now["round"] == state["round"] + 1


@pytest.mark.rules("AB-4.1", "AB-4.14")
def test_nothing_is_drawn_face_up_when_nothing_is_missing():
    state = position(
        2, area=groups("cr-1", "cr-2", "el-1", "el-2", "gi-1", "gi-2", "pa-1", "pa-2", "hidden"),
        crates=[0, 0], made_up=True,
    )  # fmt: skip
    now = after(state, PASS, PASS)
    assert now["area"] == [tiles("cr-1 cr-2 el-1 el-2 gi-1 gi-2 pa-1 pa-2 hidden")]
    assert (now["deck"], now["hidden"], now["round"]) == (state["deck"], state["hidden"], state["round"] + 1)


@pytest.mark.rules("AB-4.2")
def test_a_face_down_tile_left_over_stays_and_none_is_added():
    now = after(EXAMPLE, take("li-1"))
    assert now["hidden"] == "elephant-2"
    assert sum(now["area"], []).count("hidden") == 1
    assert "elephant-2" not in now["area"][0]
    assert len(now["deck"]) == len(EXAMPLE["deck"]) - 4


@pytest.mark.rules("AB-4.2")
def test_a_new_face_down_tile_is_drawn_when_the_old_one_was_taken():
    now = after(EXAMPLE, take("hidden"))
    assert now["hidden"] in EXAMPLE["deck"]
    assert now["hidden"] not in now["area"][0] + now["deck"]
    assert sum(now["area"], []).count("hidden") == 1
    assert len(now["deck"]) == len(EXAMPLE["deck"]) - 4
    assert now["arks"][1] == {"known": ["zebra-4"], "unknown": ["crocodile-3", "elephant-2", "zebra-5"]}


@pytest.mark.rules("AB-4.3")
def test_turns_go_clockwise_from_the_flag_to_the_next_seat_that_is_not_out():
    state = position(4, area=groups("cr-1", "cr-2"), turn=0, crates=[1, 1, 1, 1])
    match = restored(state)
    turns = []
    for move in (take("cr-1"), some_split(state), take("cr-2")):
        turns.append(match.turn)
        match.play(move)
    assert turns == [0, 1, 2]
    assert match.turn == 3
    match.play(some_split(match.state()))
    assert match.turn == 1
    match.play(some_split(match.state()))
    assert match.turn == 3


@pytest.mark.rules("AB-4.3")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_seat_with_the_flag_begins_the_round(players):
    for seat in range(players):
        assert set_up(start(players, first=seat)).turn == seat


@pytest.mark.rules("AB-4.3", "AB-7.2")
@pytest.mark.parametrize("players, ways", [(2, 255), (3, 1023), (4, 4095)])
def test_a_round_begins_with_a_split_and_every_split_is_listed_once(players, ways):
    match = set_up(start(players))
    moves = match.moves()
    assert kinds(match) == {"split"}
    assert len(moves) == len(set(canonical(moves))) == ways
    (group,) = match.state()["area"]
    assert all(move["group"] == group and group[0] not in move["off"] for move in moves)
    assert all(move["off"] == sorted(set(move["off"]) & set(group)) != [] for move in moves)


# 4. Split


@pytest.mark.rules("AB-4.4")
@pytest.mark.parametrize(
    "names",
    [
        "",
        "cr-2 gi-1 pa-4",  # a part of a group
        "cr-2 gi-1 pa-4 ti-3 ch-5",  # a group and more
        "cr-2 gi-1 li-4 pe-1",  # parts of two groups
        "el-1 hidden li-4 pe-1",  # two groups at once
        "cr-2",  # a tile of a group
        "hidden",
        "el-1",
        "el-1 ca-3",  # the face-down tile by its name
        "el-1 hidden ca-3",
        "ca-3",
        "el-1 ca-1",  # a tile of the deck
        "ca-1 ca-2",
    ],
)
def test_split_and_take_name_one_whole_group_as_it_lies_there(names):
    assert_refused(FOUR_GROUPS, take(names), "AB-4.4")
    assert_refused(FOUR_GROUPS, {"move": "split", "group": tiles(names), "off": tiles(names)[:1]}, "AB-4.4")
    assert_refused(FOUR_GROUPS, {"move": "split", "group": tiles(names), "off": []}, "AB-4.4")


@pytest.mark.rules("AB-4.4")
@pytest.mark.parametrize("names", [["unicorn-1"], [""], ["Hidden"], ["lion-4", "penguin-1", ""], ["lion-4 penguin-1"]])
def test_names_that_do_not_exist_are_no_group(names):
    assert_refused(FOUR_GROUPS, {"move": "take", "group": names}, "AB-4.4")
    assert_refused(FOUR_GROUPS, {"move": "split", "group": names, "off": names}, "AB-4.4")


@pytest.mark.rules("AB-4.4")
def test_in_an_empty_play_area_there_is_no_group_at_all():
    for names in ([], ["hidden"], ["lion-4"]):
        assert_refused(AREA_SWEPT_CLEAN, {"move": "take", "group": names}, "AB-4.4")
        assert_refused(AREA_SWEPT_CLEAN, {"move": "split", "group": names, "off": []}, "AB-4.4")


@pytest.mark.rules("AB-4.4", "AB-4.8")
def test_a_lone_tile_is_a_group_too():
    assert_legal(EXAMPLE, take("li-1"))
    assert_legal(EXAMPLE, take("hidden"))


@pytest.mark.rules("AB-4.5")
@pytest.mark.parametrize("lone", ["li-1", "hidden"])
def test_a_lone_tile_cannot_be_split(lone):
    for off in ([], tiles(lone), ["zebra-1"]):
        assert_refused(EXAMPLE, {"move": "split", "group": tiles(lone), "off": off}, "AB-4.5")


@pytest.mark.rules("AB-4.5")
def test_a_group_of_two_can_be_split_in_one_way():
    state = after(EXAMPLE, take("li-1"))  # a new round; now one group of two is split off
    rest = state["area"][0][2:]
    state = after(state, {"move": "split", "group": state["area"][0], "off": rest})
    pair = state["area"][0]
    assert len(pair) == 2
    ways = [move for move in restored(state).moves() if move["move"] == "split" and move["group"] == pair]
    assert ways == [{"move": "split", "group": pair, "off": pair[1:]}]


@pytest.mark.rules("AB-4.6")
@pytest.mark.parametrize(
    "off",
    [
        "",
        "cr-2 gi-1 pa-4 ti-3",  # the whole group
        "li-4",  # of another group
        "gi-1 li-4",
        "cr-2 gi-1 pa-4 ti-3 li-4",
        "hidden",
        "gi-1 hidden",
        "ca-3",
        "ca-1 ti-3",
        "ch-5 li-4 pe-1 ze-2 ze-3",
    ],
)
def test_a_side_of_a_split_is_neither_empty_nor_the_whole_group_nor_foreign(off):
    assert_refused(FOUR_GROUPS, split("cr-2 gi-1 pa-4 ti-3", off), "AB-4.6")


@pytest.mark.rules("AB-4.6")
def test_off_may_not_name_the_face_down_tile_or_one_that_does_not_exist():
    assert_refused(FOUR_GROUPS, split("el-1 hidden", "ca-3"), "AB-4.6")
    assert_refused(FOUR_GROUPS, split("el-1 hidden", "hidden ca-3"), "AB-4.6")
    for name in ("", "unicorn-1", "HIDDEN"):
        assert_refused(FOUR_GROUPS, {"move": "split", "group": tiles("el-1 hidden"), "off": [name]}, "AB-4.6")


@pytest.mark.rules("AB-4.6")
def test_other_groups_stay_as_they_are_and_the_new_ones_are_sorted_in():
    now = after(FOUR_GROUPS, split("ch-5 ze-2 ze-3", "ze-2"))
    assert now["area"] == groups("ch-5 ze-3", "cr-2 gi-1 pa-4 ti-3", "el-1 hidden", "li-4 pe-1", "ze-2")


@pytest.mark.rules("AB-4.6")
@pytest.mark.parametrize("off", ["hidden", "pa-3", "hidden pa-3", "el-2 hidden", "el-2", "el-2 pa-3"])
def test_the_face_down_tile_may_go_to_either_side_and_stays_face_down(off):
    now = after(FACE_DOWN_IN_GROUP, split("el-2 hidden pa-3", off))
    sides = [tiles(off), [name for name in tiles("el-2 hidden pa-3") if name not in tiles(off)]]
    assert all(side in now["area"] for side in sides)
    assert len(now["area"]) == len(FACE_DOWN_IN_GROUP["area"]) + 1
    assert now["hidden"] == "panda-1"
    assert all(match_view["hidden"] == "hidden" for match_view in map(restored(now).view, (0, 1, 2, None)))


@pytest.mark.rules("AB-4.6", "AB-7.2")
def test_every_way_to_share_the_tiles_is_legal_once():
    moves = [move for move in restored(FOUR_GROUPS).moves() if move["move"] == "split"]
    assert len(set(canonical(moves))) == len(moves) == 7 + 1 + 3 + 1
    for group in FOUR_GROUPS["area"]:
        sides = [frozenset(move["off"]) for move in moves if move["group"] == group]
        both = set(sides) | {frozenset(group) - side for side in sides}
        assert len(both) == 2 ** len(group) - 2


@pytest.mark.rules("AB-4.7")
@pytest.mark.parametrize("before, now", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 4)])
def test_a_split_earns_a_crate_but_a_sixth_is_one_given_back(before, now):
    state = position(3, turn=0, crates=[before, 4, 2])
    result = after(state, some_split(state))
    assert result["crates"] == [now, 4, 2]
    assert result["supply"] == 20 - now - 6


@pytest.mark.rules("AB-4.7")
def test_the_supply_can_be_empty_only_when_all_have_five_and_then_it_gets_one():
    state = position(4, crates=[5, 5, 5, 5])
    assert state["supply"] == 0
    now = after(state, some_split(state))
    assert (now["crates"], now["supply"]) == ([4, 5, 5, 5], 1)


@pytest.mark.rules("AB-4.7")
def test_a_split_that_nobody_learnt_from_can_be_undone():
    match = restored(FOUR_GROUPS)
    match.play(split("li-4 pe-1", "pe-1"))
    assert match.can_undo
    match.undo()
    assert match.state() == FOUR_GROUPS
    assert list(match.history) == []


# 4. Take


@pytest.mark.rules("AB-4.8")
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_taker_pays_exactly_one_crate_per_tile(size):
    group = tiles("cr-1 el-2 gi-3 pa-4 ti-5")[:size]
    for crates in range(6):
        state = position(3, turn=0, area=[group], crates=[crates, 2, 0])
        move = {"move": "take", "group": group}
        if crates < size:
            assert_refused(state, move, "AB-4.8")
        else:
            now = after(state, move)
            assert now["crates"] == [crates - size, 2, 0]
            assert now["supply"] == state["supply"] + size


@pytest.mark.rules("AB-4.8")
def test_the_face_down_tile_costs_a_crate_like_any_other():
    state = position(3, turn=0, area=groups("el-2 hidden"), crates=[1, 1, 1])
    assert_refused(state, take("el-2 hidden"), "AB-4.8")
    state = position(3, turn=0, area=groups("hidden"), crates=[0, 1, 1])
    assert_refused(state, take("hidden"), "AB-4.8")


@pytest.mark.rules("AB-4.8")
def test_a_group_of_six_can_never_be_taken():
    group = tiles("cr-1 el-2 gi-3 pa-4 ti-5 ti-4")
    state = position(3, turn=0, area=[group], crates=[5, 5, 5])
    assert_refused(state, {"move": "take", "group": group}, "AB-4.8")


@pytest.mark.rules("AB-4.9")
def test_the_tiles_of_the_group_move_to_the_ark_and_leave_the_area():
    state = position(3, turn=1, area=groups("cr-1 el-2"), arks=[None, tiles("ze-1"), None], crates=[1, 4, 1])
    now = after(state, take("cr-1 el-2"))
    assert now["arks"][1] == {"known": tiles("cr-1 el-2"), "unknown": ["zebra-1"]}
    assert now["area"] == [group for group in state["area"] if group != tiles("cr-1 el-2")]
    assert now["arks"][0] == state["arks"][0] and now["arks"][2] == state["arks"][2]
    assert now["hidden"] == state["hidden"]


@pytest.mark.rules("AB-4.9", "AB-6.3", "AB-6.5")
def test_only_the_taker_sees_what_the_face_down_tile_is():
    match = restored(FACE_DOWN_IN_GROUP)
    events = match.play(take("el-2 hidden pa-3"))
    assert "panda-1" in names_in(match.view(2)["arks"][2]["unknown"])
    for seat in (0, 1, None):
        assert "panda-1" not in names_in(match.view(seat))
        assert "panda-1" not in names_in(heard_by(seat, events))
        assert "panda-1" not in names_in(match.log(seat))
    assert not match.can_undo


@pytest.mark.rules("AB-4.10")
def test_the_taker_has_no_more_turns_in_this_round():
    match = restored(position(3, turn=0, area=groups("cr-1"), crates=[1, 1, 1]))
    match.play(take("cr-1"))
    assert match.state()["out"] == [0]
    turns = []
    for _ in range(4):
        turns.append(match.turn)
        match.play(some_split(match.state()))
    assert turns == [1, 2, 1, 2]


@pytest.mark.rules("AB-4.11")
def test_the_first_seat_to_be_out_takes_the_flag_and_later_ones_do_not():
    state = position(4, turn=2, area=groups("cr-1", "el-1", "gi-1"), crates=[1, 1, 1, 1])
    match = restored(state)
    match.play(take("cr-1"))
    assert (match.state()["flag"], match.state()["out"]) == (2, [2])
    match.play(take("el-1"))
    assert (match.state()["flag"], match.state()["out"]) == (2, [2, 3])
    match.play(take("gi-1"))
    assert (match.state()["flag"], match.state()["out"]) == (2, [0, 2, 3])
    match.play(some_split(match.state()))  # the last turn of the round
    assert (match.state()["flag"], match.turn, match.state()["out"]) == (2, 2, [])


@pytest.mark.rules("AB-4.11")
def test_the_first_out_may_be_the_one_who_has_the_flag():
    state = position(3, turn=1, flag=1, area=groups("cr-1", "cr-2", "cr-3"))
    assert after(state, take("cr-1"))["flag"] == 1


@pytest.mark.rules("AB-4.11")
def test_the_last_taker_of_a_round_does_not_take_the_flag():
    now = after(EXAMPLE, take("li-1"))
    assert (now["flag"], now["turn"]) == (0, 0)


@pytest.mark.rules("AB-4.11", "AB-4.15")
def test_if_nobody_has_gone_out_the_flag_stays():
    state = position(
        2, area=groups("cr-1", "cr-2", "el-1", "el-2", "gi-1", "gi-2", "pa-1", "pa-2", "hidden"),
        flag=1, crates=[0, 0], made_up=True,
    )  # fmt: skip
    now = after(state, PASS, PASS)
    assert (now["flag"], now["turn"], now["round"]) == (1, 1, state["round"] + 1)


# 4. Neither


@pytest.mark.rules("AB-4.12")
def test_a_seat_that_can_split_cannot_pass():
    state = position(3, turn=0, crates=[0, 1, 1])
    assert_refused(state, PASS, "AB-4.12")
    assert_refused(FOUR_GROUPS, PASS, "AB-4.12")
    assert_refused(EXAMPLE, PASS, "AB-4.12")


@pytest.mark.rules("AB-4.12")
def test_a_seat_that_can_take_cannot_pass():
    state = position(3, area=groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1"), out=[0], crates=[0, 1, 0])
    assert state["turn"] == 1
    assert_refused(state, PASS, "AB-4.12")
    assert kinds(restored(state)) == {"take"}


@pytest.mark.rules("AB-4.12")
def test_a_seat_that_can_neither_split_nor_take_can_only_pass_and_is_not_out():
    match = restored(ONLY_PASSES)
    assert match.moves() == [PASS]
    assert match.why_not(PASS) is None
    match.play(PASS)
    assert (match.state()["out"], match.state()["passes"], match.turn) == ([0], 1, 2)
    assert match.state()["crates"] == [0, 0, 0]
    assert match.state()["area"] == ONLY_PASSES["area"]


@pytest.mark.rules("AB-4.12")
def test_in_an_empty_play_area_even_a_rich_seat_passes():
    assert restored(AREA_SWEPT_CLEAN).moves() == [PASS]


@pytest.mark.rules("AB-4.13")
@pytest.mark.parametrize("size", [1, 3, 5])
def test_the_tenth_tile_does_not_end_the_round(size):
    group = tiles("gi-1 gi-2 gi-3 gi-4 gi-5")[:size]
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3")
    state = position(3, turn=0, area=[group], arks=[ark, None, None], crates=[5, 1, 1])
    match = restored(state)
    match.play({"move": "take", "group": group})
    now = match.state()
    assert (now["phase"], now["round"], now["out"], now["turn"]) == ("play", state["round"], [0], 1)
    assert whole_ark(now, 0) == sorted(ark + group)
    assert now["arks"][0]["known"] == sorted(ark[1:] + group)
    assert now["box"] == [[], [], []]
    match.play(some_split(now))
    assert match.state()["phase"] == "play"


@pytest.mark.rules("AB-4.13", "AB-4.16")
def test_every_ark_that_reaches_ten_is_announced_and_the_first_makes_it_the_last_round():
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3")
    other = tiles("ti-1 ti-2 ti-3 ze-1 ze-2 ze-3 li-1 li-2 li-3")
    area = [tiles("gi-1 gi-2"), tiles("gi-3"), tiles("gi-4")]
    match = restored(position(3, turn=0, area=area, arks=[ark, other, None], crates=[2, 1, 1]))

    def announced(move):
        return [event for event in match.play(move) if event["event"] in ("ark-full", "last-round")]

    last = {"event": "last-round", "audience": "all", "seat": 0}
    assert announced(take("gi-1 gi-2")) == [{"event": "ark-full", "audience": "all", "seat": 0, "amount": 11}, last]
    assert announced(take("gi-3")) == [{"event": "ark-full", "audience": "all", "seat": 1, "amount": 10}]
    assert announced(take("gi-4")) == [], "an ark of two is not full"


# 4. End of a round


@pytest.mark.rules("AB-4.14")
def test_the_last_seat_has_exactly_one_more_turn():
    state = position(3, area=groups("cr-1 cr-2 cr-3", "el-1 el-2", "hidden"), out=[0], turn=1, crates=[0, 2, 1])
    match = restored(state)
    match.play(take("el-1 el-2"))
    assert (match.turn, match.state()["out"]) == (2, [0, 1])
    match.play(split("cr-1 cr-2 cr-3", "cr-3"))
    now = match.state()
    assert (now["round"], now["out"], now["turn"]) == (state["round"] + 1, [], 0)
    assert now["crates"][2] == 2
    assert len(now["area"]) == 1


@pytest.mark.rules("AB-4.14")
def test_a_seat_that_has_just_split_still_has_its_last_turn():
    match = restored(position(2, turn=1, area=groups("cr-1 cr-2"), crates=[1, 1]))
    match.play(split("cr-1 cr-2", "cr-2"))
    match.play(take("cr-1"))  # seat 0 is out
    assert (match.turn, match.state()["round"], match.state()["flag"]) == (1, 1, 0)
    match.play(some_split(match.state()))
    assert (match.state()["round"], match.turn) == (2, 0)


@pytest.mark.rules("AB-4.14")
def test_the_last_turn_may_be_a_take_and_then_all_start_the_next_round():
    now = after(EXAMPLE, take("ze-1 ze-3"))
    assert (now["round"], now["out"], now["passes"], now["turn"]) == (3, [], 0, 0)
    assert now["arks"][1]["known"] == tiles("ze-1 ze-3 ze-4")
    assert now["crates"] == [0, 1]


@pytest.mark.rules("AB-4.14")
def test_a_last_split_with_five_crates_gives_one_back():
    state = last_turn([None, None], [0, 5])
    assert after(state, some_split(state))["crates"] == [0, 4]


@pytest.mark.rules("AB-4.14", "AB-8.3")
def test_a_move_that_starts_a_round_cannot_be_undone_since_tiles_were_seen():
    match = restored(EXAMPLE)
    match.play(split("ze-1 ze-3", "ze-3"))
    assert not match.can_undo


@pytest.mark.rules("AB-4.15")
def test_the_round_ends_when_all_that_are_not_out_have_passed_in_a_row():
    match = restored(ONLY_PASSES)
    match.play(PASS)
    match.play(PASS)
    now = match.state()
    assert (now["round"], now["passes"], now["out"], now["turn"]) == (ONLY_PASSES["round"] + 1, 0, [], 0)


@pytest.mark.rules("AB-4.15")
def test_passes_count_from_the_last_take_on():
    lone = groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1", "gi-4", "gi-5")
    state = position(4, area=lone, out=[0], flag=0, turn=1, crates=[0, 0, 1, 0], made_up=True)
    match = restored(state)
    match.play(PASS)
    assert (match.state()["passes"], match.turn) == (1, 2)
    assert match.why_not(PASS).rule == "AB-4.12"
    match.play(take("ze-1"))
    assert (match.state()["passes"], match.turn, match.state()["out"]) == (0, 3, [0, 2])
    match.play(PASS)
    assert (match.state()["passes"], match.turn, match.state()["round"]) == (1, 1, state["round"])
    match.play(PASS)
    assert (match.state()["passes"], match.turn, match.state()["round"]) == (0, 0, state["round"] + 1)


@pytest.mark.rules("AB-4.15", "AB-4.14")
def test_a_pass_before_the_last_turn_does_not_count_for_it():
    lone = groups("cr-1", "hidden", "pa-2", "ti-1", "ze-1", "li-1")
    match = restored(position(3, area=lone, out=[0], flag=0, turn=1, crates=[0, 0, 1], made_up=True))
    match.play(PASS)
    match.play(take("cr-1"))
    assert (match.state()["passes"], match.turn, match.state()["out"]) == (0, 1, [0, 2])
    assert match.moves() == [PASS]
    match.play(PASS)
    assert (match.state()["out"], match.turn) == ([], 0)


@pytest.mark.rules("AB-4.16")
def test_nine_tiles_start_another_round():
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3")
    now = end_by_split([ark, None], [0, 0])
    assert (now["phase"], now["out"], now["scores"], now["winners"]) == ("play", [], [0, 0], [])


@pytest.mark.rules("AB-4.16", "AB-5.1")
def test_ten_tiles_in_any_ark_end_the_match_with_the_round():
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1")
    state = last_turn([ark, None], [0, 0])
    now = after(state, some_split(state))
    assert (now["phase"], now["turn"], now["out"], now["round"]) == ("over", None, [], state["round"])
    ninth = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3")
    area = groups("ze-1", "hidden", "ze-3 ze-4", "li-1 li-2")
    state = position(2, area=area, arks=[None, ninth], out=[0], crates=[0, 1])
    assert after(state, take("ze-1"))["phase"] == "over"  # the last turn brings the tenth tile
    assert after(state, split("ze-3 ze-4", "ze-4"))["phase"] == "play"


@pytest.mark.rules("AB-4.16")
def test_ten_tiles_count_even_if_pairs_leave_nine():
    now = end_by_split([tiles("cr-1 cr-2 el-1 el-2 pa-1 pa-2 ze-1 ze-2 li-1 li-2"), None], [0, 0])
    assert now["phase"] == "over"
    assert now["arks"][0] == {"known": [], "unknown": []}


@pytest.mark.rules("AB-4.17")
@pytest.mark.parametrize("players, most_rounds, most_moves", [(2, 17, 180), (3, 13, 184), (4, 11, 196)])
@pytest.mark.parametrize("patient", [True, False])
def test_every_match_ends(players, most_rounds, most_moves, patient):
    for seed in range(amount(1, long=3)):
        rng = random.Random(seed)
        match = set_up(start(players, seed))
        began, round_number = set(), 1
        while not match.over:
            state, moves = match.state(), match.moves()
            if state["round"] != round_number:
                began, round_number = set(), state["round"]
            splits = [move for move in moves if move["move"] == "split"]
            takes = [move for move in moves if move["move"] == "take"]
            if state["phase"] == "play":
                assert match.turn in began or splits, "on its first turn every seat finds a group to split"
                assert began or len(splits) == len(moves), "the first move of a round is a split"
                assert not any(move["move"] == "pass" for move in moves) or players == 4
                began.add(match.turn)
            smallest = sorted(takes, key=lambda move: len(move["group"]))[:1]
            choice = (splits or smallest or moves) if patient else (takes or moves)
            match.play(rng.choice(choice))
        assert match.state()["round"] <= most_rounds
        assert len(match.history) <= most_moves


# 5. End and scoring


@pytest.mark.rules("AB-5.1")
def test_an_ark_can_have_fourteen_tiles():
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3")
    group = tiles("gi-1 gi-2 gi-3 gi-4 gi-5")
    state = position(2, turn=0, area=[group], arks=[ark, None], crates=[5, 1])
    match = restored(state)
    match.play({"move": "take", "group": group})
    match.play(some_split(match.state()))
    assert (match.state()["phase"], match.turn) == ("discard", 0)
    assert len(whole_ark(match.state(), 0)) == 14


@pytest.mark.rules("AB-5.2")
def test_pairs_of_all_seats_go_to_the_box_whether_their_ark_is_full_or_not():
    now = end_by_split(
        [
            tiles("cr-1 cr-2 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 li-5"),
            {"known": tiles("gi-1 gi-2 ti-3"), "unknown": tiles("ti-4")},
            tiles("li-1"),
        ],
        [0, 0, 0],
        players=3,
    )
    assert now["box"] == [tiles("cr-1 cr-2"), tiles("gi-1 gi-2 ti-3 ti-4"), []]
    assert [whole_ark(now, seat) for seat in range(3)] == [
        tiles("el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 li-5"),
        [],
        tiles("li-1"),
    ]
    assert (now["phase"], now["turn"]) == ("over", None)


@pytest.mark.rules("AB-5.2", "AB-5.3")
def test_pairs_leave_before_anything_is_discarded():
    now = end_by_split([tiles("cr-1 cr-2 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 ze-2 ze-3 li-5"), None], [0, 0])
    assert now["phase"] == "over"
    assert len(whole_ark(now, 0)) == 10
    now = end_by_split([tiles("cr-1 cr-2 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 ze-2 ze-3 gi-1 gi-2 gi-3"), None], [0, 0])
    assert now["box"][0] == tiles("cr-1 cr-2")
    assert (now["phase"], now["turn"], len(whole_ark(now, 0))) == ("discard", 0, 12)


@pytest.mark.rules("AB-5.2")
def test_single_animals_and_herds_of_three_four_and_five_stay():
    ark = tiles("cr-1 el-1 el-2 el-3 pa-1 pa-2 pa-3 pa-4 gi-1")
    now = end_by_split([tiles("ti-1 ti-2 ti-3 ti-4 ti-5 ze-1 ze-2 ze-3 li-2 ca-1"), ark], [0, 0])
    assert now["box"] == [[], []]
    assert whole_ark(now, 1) == ark


@pytest.mark.rules("AB-5.2")
def test_pairs_leave_only_once_and_a_pair_made_by_a_discard_stays_till_it_is_broken():
    match = restored(TWELVE_TILES)
    match.play(discard("pa-3"))
    assert match.state()["box"][0] == tiles("pa-3")
    assert len(whole_ark(match.state(), 0)) == 11


@pytest.mark.rules("AB-5.3")
def test_seats_discard_one_after_the_other_down_to_exactly_ten():
    match = restored(TWO_TOO_FULL)
    turns = []
    while not match.over:
        turns.append(match.turn)
        assert kinds(match) == {"discard"}
        match.play(match.moves()[0])
    assert turns == [0, 0, 2]
    state = match.state()
    assert [len(whole_ark(state, seat)) for seat in range(3)] == [10, 3, 10]
    assert state["box"][1] == TWO_TOO_FULL["box"][1]


@pytest.mark.rules("AB-5.3")
def test_who_has_ten_tiles_or_fewer_discards_nothing():
    ten = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1")
    eleven = tiles("gi-1 gi-2 gi-3 ti-1 ti-2 ti-3 li-1 li-2 li-3 ze-2 ch-1")
    now = end_by_split([ten, eleven, None], [0, 0, 0], players=3)
    assert (now["phase"], now["turn"]) == ("discard", 1)
    assert now["scores"] == [0, 0, 0]
    done = after(now, discard("ze-2"))
    assert (done["phase"], done["turn"]) == ("over", None)
    assert done["box"][1] == tiles("ze-2")


@pytest.mark.rules("AB-5.4")
def test_a_discarded_tile_comes_from_the_own_ark():
    for tile in [
        *whole_ark(TWO_TOO_FULL, 1), *whole_ark(TWO_TOO_FULL, 2), TWO_TOO_FULL["deck"][0], TWO_TOO_FULL["hidden"],
        TWO_TOO_FULL["area"][0][0], "hidden", *TWO_TOO_FULL["box"][1], "unicorn-1", "giraffe", "",
    ]:  # fmt: skip
        assert_refused(TWO_TOO_FULL, {"move": "discard", "tile": tile}, "AB-5.4")
    once = after(TWO_TOO_FULL, discard("gi-1"))
    assert_refused(once, discard("gi-1"), "AB-5.4")


@pytest.mark.rules("AB-5.4")
@pytest.mark.parametrize("name, part", [("cr-1", "unknown"), ("gi-1", "known")])
def test_a_tile_of_either_part_of_the_ark_can_be_discarded(name, part):
    assert tiles(name)[0] in TWELVE_TILES["arks"][0][part]
    now = after(TWELVE_TILES, discard(name))
    assert now["box"][0] == tiles(name)
    assert whole_ark(now, 0) == [tile for tile in whole_ark(TWELVE_TILES, 0) if tile != tiles(name)[0]]


def ways_to_ten(counts):
    """Whether final numbers can be chosen, by trying all of them (AB-5.5)."""
    choices = [[final for final in range(count + 1) if final != 2] for count in counts]
    return any(sum(finals) == 10 for finals in product(*choices))


DISTRIBUTIONS = [
    counts
    for species in range(1, 13)
    for counts in combinations_with_replacement([1, 3, 4, 5], species)
    if 11 <= sum(counts) <= 14
]


def ark_of_counts(counts):
    return [f"{animal}-{n}" for animal, count in zip(ALL_SPECIES, counts, strict=False) for n in range(1, count + 1)]


@pytest.mark.rules("AB-5.5")
def test_there_are_72_distributions_that_pairs_can_leave():
    assert len(DISTRIBUTIONS) == 72


@pytest.mark.rules("AB-5.5")
@pytest.mark.parametrize("counts", DISTRIBUTIONS, ids=lambda counts: "-".join(map(str, counts)))
def test_from_every_distribution_there_is_a_way_to_ten_and_no_discard_leaves_it(counts):
    state = position(4, phase="discard", arks=[None, ark_of_counts(counts), None, None])
    rng = random.Random(sum(counts))
    match = restored(state)
    while not match.over:
        ark = whole_ark(match.state(), match.turn)
        herds = {tile: [name[:-2] for name in ark if name != tile] for tile in ark}
        allowed = [
            tile for tile in ark if ways_to_ten([herds[tile].count(animal) for animal in sorted(set(herds[tile]))])
        ]
        assert allowed
        assert sorted(move["tile"] for move in match.moves()) == allowed
        for tile in ark:
            refusal = match.why_not({"move": "discard", "tile": tile})
            assert (refusal.rule if refusal else None) == (None if tile in allowed else "AB-5.5")
        match.play({"move": "discard", "tile": rng.choice(allowed)})
    final = [name[:-2] for name in whole_ark(match.state(), 1)]
    assert len(final) == 10
    assert all(final.count(animal) != 2 for animal in final)


@pytest.mark.rules("AB-5.5")
def test_at_eleven_tiles_no_herd_of_three_may_be_made_a_pair():
    ark = tiles("gi-1 gi-2 gi-3 gi-4 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-5")
    state = position(2, phase="discard", arks=[ark, None])
    assert tiles_legal_to_discard(state) == tiles("gi-1 gi-2 gi-3 gi-4 cr-5")
    for name in ("pa-1", "el-3"):
        assert_refused(state, discard(name), "AB-5.5")
        assert figures_of(state, discard(name)) == {"tiles": 10, "count": 1}


@pytest.mark.rules("AB-5.5")
def test_a_pair_on_the_way_may_also_be_removed_altogether():
    ark = tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 pa-4 pa-5 el-1 el-2 el-3")
    state = position(2, phase="discard", arks=[ark, None])
    match = restored(state)
    for name in ("el-1", "el-2", "el-3"):
        assert match.why_not(discard(name)) is None
        match.play(discard(name))
    assert match.over
    assert match.scores[0] == 50 + state["crates"][0]


@pytest.mark.rules("AB-5.6")
def test_area_deck_and_face_down_tile_stay_as_they_are_at_the_end():
    ark = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1")
    state = last_turn([ark, None], [0, 0], area=groups("ca-1 ca-2", "gi-1 hidden", "li-2"))
    now = after(state, split("ca-1 ca-2", "ca-2"))
    assert now["phase"] == "over"
    assert now["area"] == groups("ca-1", "ca-2", "gi-1 hidden", "li-2")
    assert (now["deck"], now["hidden"], now["flag"]) == (state["deck"], state["hidden"], state["flag"])


@pytest.mark.rules("AB-5.6")
def test_nothing_is_scored_before_no_ark_has_more_than_ten():
    match = restored(TWELVE_TILES)
    match.play(discard("pa-3"))
    assert (match.over, list(match.scores), list(match.winners)) == (False, [0, 0], [])
    match.play(discard("pa-1"))
    assert (match.over, match.turn) == (True, None)
    assert list(match.scores) == match.state()["scores"]
    assert match.state()["arks"][0]["unknown"] == []
    assert match.moves() == []


@pytest.mark.rules("AB-5.7")
@pytest.mark.parametrize(
    "names, points",
    [
        ("ze-1", 1),
        ("ze-5", 5),
        ("ze-1 li-2 gi-3", 6),
        ("ze-1 ze-2 ze-3", 15),
        ("ze-1 ze-2 ze-3 ze-4", 20),
        ("ze-1 ze-2 ze-3 ze-4 ze-5", 25),
        ("ze-1 ze-2", 0),
        ("ze-4 ze-5 li-2", 2),
        ("ze-1 ze-2 ze-3 li-4 li-5 gi-2 ch-4", 21),
    ],
)
def test_single_animals_count_their_number_and_herds_five_each(names, points):
    full = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ti-2")
    for crates in (0, 4, 5):
        now = end_by_split([full, tiles(names)], [3, crates])
        left = 4 if crates == 5 else crates + 1
        assert now["scores"] == [45 + 2 + 3, points + left]


@pytest.mark.rules("AB-5.8")
def test_most_points_win():
    full = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ti-2")
    assert end_by_split([full, tiles("ze-1 li-1")], [0, 0])["winners"] == [0]
    poor = tiles("cr-1 cr-2 el-1 el-2 pa-1 pa-2 ti-2 ti-3 ze-1 gi-1")
    assert end_by_split([poor, tiles("li-5")], [0, 0])["winners"] == [1]


@pytest.mark.rules("AB-5.8")
def test_among_equals_only_species_finally_aboard_count():
    # Seat 0 gave up two pairs and has two species; seat 1 has three. Both have 17 points.
    state = last_turn(
        [tiles("cr-1 cr-2 cr-3 el-2 pa-1 pa-2 gi-1 gi-2 ti-1 ti-2"), tiles("ze-5 li-5 ch-5")], [0, 1], area=None
    )
    now = after(state, some_split(state))
    assert (now["scores"], now["winners"]) == ([17, 17], [1])


@pytest.mark.rules("AB-5.8")
def test_those_still_equal_share_the_victory():
    ten = tiles("cr-1 cr-2 cr-3 el-2 pa-1 pa-2 gi-1 gi-2 ti-1 ti-2")
    now = end_by_split([ten, tiles("ze-1 ze-2 ze-3 li-1"), tiles("ch-1")], [1, 2, 0], players=3)
    assert now["scores"][:2] == [18, 18]
    assert now["winners"] == [0, 1]
    match = restored(now)
    assert (list(match.winners), match.over) == ([0, 1], True)


@pytest.mark.rules("AB-5.8")
def test_more_species_do_not_help_against_more_points():
    ten = tiles("cr-1 cr-2 cr-3 el-2 pa-1 pa-2 gi-1 gi-2 ti-1 ti-2")  # 17 points
    now = end_by_split([ten, tiles("ze-5 li-5 ch-5")], [1, 1])
    assert (now["scores"], now["winners"]) == ([18, 17], [0])


# 6. Secrecy


@pytest.mark.rules("AB-6.1", "AB-6.2", "AB-6.3", "AB-6.4", "AB-6.5")
@pytest.mark.parametrize(
    "state", EVERY_KIND_OF_POSITION, ids=lambda state: f"{state['phase']}-{state['players']}-{state['turn']}"
)
def test_a_view_is_the_state_with_exactly_these_replacements(state):
    for seat in seats_and_spectator(state):
        view = restored(state).view(seat)
        assert set(view) == set(state)
        for key in set(state) - {"deck", "hidden", "hands", "arks"}:
            assert view[key] == state[key], key
        assert view["deck"] == len(state["deck"])
        assert view["hidden"] == (None if state["hidden"] is None else "hidden")
        for other in range(state["players"]):
            hand, ark = state["hands"][other], state["arks"][other]
            assert view["hands"][other] == (hand if other == seat else len(hand))
            unknown = ark["unknown"] if other == seat else len(ark["unknown"])
            assert view["arks"][other] == {"known": ark["known"], "unknown": unknown}
        json.dumps(view)


@pytest.mark.rules("AB-6.1")
def test_what_is_open_is_open_to_all():
    match = restored(FOUR_GROUPS)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view["area"] == FOUR_GROUPS["area"]
        assert (view["crates"], view["supply"]) == (FOUR_GROUPS["crates"], FOUR_GROUPS["supply"])
        assert (view["flag"], view["out"], view["passes"], view["turn"]) == (FOUR_GROUPS["flag"], [], 0, 1)


@pytest.mark.rules("AB-6.2")
def test_a_hand_is_seen_by_its_seat_alone_and_goes_from_three_to_two():
    for turn, state in KEEPING.items():
        counts = [2] * turn + [3] * (3 - turn)
        match = restored(state)
        assert match.view(None)["hands"] == counts
        for seat in range(3):
            hands = match.view(seat)["hands"]
            assert hands[seat] == state["hands"][seat]
            assert [hands[other] for other in range(3) if other != seat] == counts[:seat] + counts[seat + 1 :]
    played = restored(EXAMPLE)
    assert played.view(0)["hands"] == [[], 0]
    assert played.view(None)["hands"] == [0, 0]


@pytest.mark.rules("AB-6.3")
def test_nobody_sees_the_face_down_tile_not_even_when_it_is_left_over_or_at_the_end():
    match = restored(EXAMPLE)
    events = match.play(take("li-1"))
    assert "elephant-2" not in names_in(events)
    for seat in (0, 1, None):
        assert "elephant-2" not in names_in([match.view(seat), match.log(seat)])
    assert OVER["hidden"] is not None
    for seat in (0, 1, None):
        view = restored(OVER).view(seat)
        assert view["hidden"] == "hidden"
        assert OVER["hidden"] not in names_in(view)


@pytest.mark.rules("AB-6.3")
def test_no_event_names_a_tile_that_was_drawn_face_down_or_is_in_the_deck():
    for seed in range(5):
        match = start(3, seed)
        for seat in range(3):
            events = match.play({"move": "keep", "tile": match.state()["hands"][seat][0]})
            secret = {match.state()["hidden"], *match.state()["deck"]} - {None}
            assert not names_in(events) & secret


@pytest.mark.rules("AB-6.4")
def test_what_everybody_saw_loaded_is_known_and_the_rest_is_unknown():
    area = groups("el-2 hidden pa-3")
    state = position(3, turn=2, area=area, hidden="panda-1", arks=[None, None, tiles("ze-4")], crates=[1, 1, 3])
    now = after(state, take("el-2 hidden pa-3"))
    assert now["arks"][2] == {"known": tiles("el-2 pa-3"), "unknown": tiles("pa-1 ze-4")}
    later = after(now, some_split(now))
    assert later["arks"] == now["arks"]


@pytest.mark.rules("AB-6.4")
def test_nothing_is_concluded_by_counting():
    lone = position(2, turn=0, area=groups("hidden"), hidden="panda-1", crates=[1, 1])
    now = after(lone, take("hidden"))
    assert now["arks"][0] == {"known": [], "unknown": sorted([*lone["arks"][0]["unknown"], "panda-1"])}
    # Whoever sees four giraffes and the whole box could nearly name the unknown tile; it stays unknown all the same.
    giraffe = {"known": tiles("pa-1 pa-2 pa-3 pa-4 pa-5 el-1 el-2 el-3 el-4 el-5"), "unknown": tiles("gi-5")}
    state = position(2, phase="discard", arks=[giraffe, tiles("gi-1 gi-2 gi-3 gi-4")])
    assert restored(state).view(1)["arks"][0] == {**giraffe, "unknown": 1}
    assert restored(state).state()["arks"][0] == giraffe


@pytest.mark.rules("AB-6.5")
def test_a_seat_sees_both_parts_of_its_own_ark_and_of_others_the_number_unknown():
    match = restored(EXAMPLE)
    assert match.view(1)["arks"] == [{"known": ["giraffe-1", "giraffe-2", "tiger-5"], "unknown": 1}, EXAMPLE["arks"][1]]
    over = restored(NOTHING_UNKNOWN)
    assert over.view(0)["arks"][1]["unknown"] == 0
    assert over.view(1)["arks"][1]["unknown"] == []
    assert over.view(None)["arks"][1] == {"known": ["lion-2"], "unknown": 0}


@pytest.mark.rules("AB-6.6")
def test_tiles_that_go_back_to_the_box_are_seen_by_all():
    eleven = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 gi-1")
    state = last_turn([eleven, {"known": tiles("li-2 ze-2"), "unknown": tiles("li-1")}], [0, 0])
    match = restored(state)
    match.play(some_split(state))
    assert match.state()["phase"] == "discard"
    for seat in (0, 1, None):
        assert match.view(seat)["box"] == [[], tiles("li-1 li-2")]
        assert match.view(seat)["arks"][1]["known"] == tiles("ze-2")
        assert match.view(seat)["arks"][1]["unknown"] in ([], 0)


@pytest.mark.rules("AB-6.6")
def test_the_rest_of_an_ark_stays_secret_until_all_are_opened():
    match = restored(TWO_TOO_FULL)
    match.play(discard("cr-1"))
    assert match.view(1)["box"][0] == tiles("cr-1")
    assert match.view(1)["arks"][2]["unknown"] == 1
    assert "crocodile-5" not in names_in([match.view(1), match.view(0), match.view(None), match.log(None)])
    assert not match.can_undo  # the others have learnt that crocodile-1 was aboard
    match.play(discard("cr-2"))
    assert match.turn == 2
    assert "crocodile-5" not in names_in([match.view(1), match.view(0), match.view(None), match.log(None)])
    match.play(discard("ti-1"))
    assert match.over
    for seat in (0, 1, 2, None):
        unknown = [ark["unknown"] for ark in match.view(seat)["arks"]]
        assert unknown == [[] if other == seat else 0 for other in range(3)]
        assert "crocodile-5" in match.view(seat)["arks"][2]["known"]


@pytest.mark.rules("AB-6.7")
def test_of_a_keep_others_see_that_it_was_made_until_the_match_is_over():
    match = start(3, 5)
    kept = [hand[0] for hand in match.state()["hands"]]
    secret = {"move": "keep", "tile": "hidden"}
    set_up(match)
    for seat in (0, 1, 2, None):
        log = match.log(seat)
        assert [entry["seat"] for entry in log] == [0, 1, 2]
        assert [entry["move"] for entry in log] == [
            {"move": "keep", "tile": kept[other]} if other == seat else secret for other in range(3)
        ]
        assert [entry["number"] - log[0]["number"] for entry in log] == [0, 1, 2]
        others = {tile for other, tile in enumerate(kept) if other != seat}
        assert not names_in(log) & others
    play_out(match, random.Random(5))
    for seat in (0, 1, 2, None):
        assert [entry["move"] for entry in match.log(seat)[:3]] == [{"move": "keep", "tile": tile} for tile in kept]
        assert [entry["move"] for entry in match.log(seat)] == list(match.history)


@pytest.mark.rules("AB-6.7")
def test_all_other_moves_are_open_as_they_are():
    match = restored(FACE_DOWN_IN_GROUP)
    match.play(take("el-2 hidden pa-3"))
    match.play(some_split(match.state()))
    for seat in (0, 1, 2, None):
        assert [entry["move"] for entry in match.log(seat)] == list(match.history)
        assert match.log(seat)[0]["move"] == take("el-2 hidden pa-3")


@pytest.mark.rules("AB-6.7")
def test_a_refusal_never_depends_on_what_the_seat_may_not_know():
    def refusals(state):
        match = restored(state)
        names = [*state["deck"], state["hidden"]]
        moves = [{"move": "take", "group": sorted(["elephant-1", name])} for name in sorted(names)]
        moves += [{"move": "split", "group": ["elephant-1", "hidden"], "off": [name]} for name in sorted(names)]
        return [(match.why_not(move).rule, match.why_not(move).text) for move in moves]

    twin = deepcopy(FOUR_GROUPS)
    twin["hidden"] = FOUR_GROUPS["deck"][-1]
    twin["deck"] = sorted([*FOUR_GROUPS["deck"][:-1], FOUR_GROUPS["hidden"]])
    assert refusals(twin) == refusals(FOUR_GROUPS)
    assert canonical(restored(twin).moves()) == canonical(restored(FOUR_GROUPS).moves())


@pytest.mark.rules("AB-6.8")
def test_who_lays_which_two_tiles_open_is_told_to_all():
    state = KEEPING[2]
    match = restored(state)
    events = match.play({"move": "keep", "tile": state["hands"][2][0]})
    told = [event for event in events if event["event"] == "laid-open"]
    assert {event["seat"]: event["tiles"] for event in told} == {seat: state["hands"][seat][-2:] for seat in range(3)}
    for seat in (0, 1, 2, None):
        assert match.view(seat)["hands"] == [[] if other == seat else 0 for other in range(3)]
        assert set(match.view(seat)) == set(state), "the state holds nothing of it"
        assert [event for event in match.log(seat)[-1]["events"] if event["event"] == "laid-open"] == told


# 7. Moves

NO_MOVES = [
    None, True, 0, 7, 1.5, "pass", "", [], ["pass"], [PASS], {}, {"kind": "pass"}, {"Move": "pass"},
    {"move": None}, {"move": True}, {"move": 1}, {"move": ["pass"]}, {"move": {}}, {"move": ""}, {"move": "fly"},
    {"move": "Pass"}, {"move": "pass "}, {"move": "pass", "seat": 1}, {"move": "pass", "group": []},
    {"move": "pass", "tile": "lion-1"}, {"move": "pass", 1: 2},
    {"move": "take"}, {"move": "take", "group": None}, {"move": "take", "group": "lion-1"},
    {"move": "take", "group": {}},
    {"move": "take", "group": True}, {"move": "take", "group": {"lion-1": 1}}, {"move": "take", "group": [1]},
    {"move": "take", "group": [None]}, {"move": "take", "group": [True]}, {"move": "take", "group": [["lion-1"]]},
    {"move": "take", "group": [{}]}, {"move": "take", "group": ["lion-1", "lion-1"]},
    {"move": "take", "group": ["lion-1", ["x"], ["x"]]}, {"move": "take", "group": ["lion-1"], "off": []},
    {"move": "take", "tile": "lion-1"}, {"move": "take", "group": ["lion-1"], "tile": "lion-1"},
    {"move": "take", "Group": ["lion-1"]},
    {"move": "split"}, {"move": "split", "group": ["zebra-1", "zebra-3"]}, {"move": "split", "off": ["zebra-1"]},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": None},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": "zebra-1"},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": {"zebra-1": 0}},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": ["zebra-1", "zebra-1"]},
    {"move": "split", "group": ["zebra-1", "zebra-3", "zebra-3"], "off": ["zebra-1"]},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": [3]},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": [["zebra-1"]]},
    {"move": "split", "group": ["zebra-1", "zebra-3"], "off": ["zebra-1"], "on": ["zebra-3"]},
    {"move": "keep"}, {"move": "keep", "tile": None}, {"move": "keep", "tile": 1}, {"move": "keep", "tile": False},
    {"move": "keep", "tile": ["lion-1"]}, {"move": "keep", "tile": {}}, {"move": "keep", "tile": "lion-1", "seat": 0},
    {"move": "discard"}, {"move": "discard", "tile": None}, {"move": "discard", "tile": ["lion-1"]},
    {"move": "discard", "tile": "lion-1", "tiles": []}, {"move": "discard", "group": ["lion-1"]},
]  # fmt: skip


@pytest.mark.rules("AB-7.1")
@pytest.mark.parametrize("state", [KEEPING[1], EXAMPLE, TWELVE_TILES, OVER], ids=lambda state: state["phase"])
@pytest.mark.parametrize("junk", NO_MOVES, ids=repr)
def test_what_is_not_a_move_is_refused_before_anything_else(state, junk):
    assert_refused(state, junk, "AB-7.1")


@pytest.mark.rules("AB-7.1")
def test_lists_may_be_empty_as_far_as_the_form_goes():
    assert_refused(EXAMPLE, {"move": "take", "group": []}, "AB-4.4")
    assert_refused(EXAMPLE, {"move": "split", "group": [], "off": []}, "AB-4.4")
    assert_refused(EXAMPLE, {"move": "split", "group": tiles("ze-1 ze-3"), "off": []}, "AB-4.6")


@pytest.mark.rules("AB-7.2")
@pytest.mark.parametrize(
    "group, off",
    [
        (["tiger-3", "panda-4", "giraffe-1", "crocodile-2"], ["tiger-3", "giraffe-1"]),
        (["crocodile-2", "giraffe-1", "panda-4", "tiger-3"], ["panda-4", "crocodile-2"]),
        (["panda-4", "crocodile-2", "tiger-3", "giraffe-1"], ["crocodile-2", "panda-4"]),
    ],
)
def test_a_split_in_another_form_is_accepted_as_its_normal_form(group, off):
    move = {"move": "split", "group": group, "off": off}
    before = deepcopy(move)
    match = restored(FOUR_GROUPS)
    assert match.why_not(move) is None
    match.play(move)
    assert move == before, "the move that was handed in is left alone"
    assert match.state() == after(FOUR_GROUPS, split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3"))
    assert list(match.history) == [split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3")]
    assert match.log(None)[0]["move"] == split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3")


@pytest.mark.rules("AB-7.2")
def test_a_take_in_another_form_is_accepted_as_its_normal_form():
    match = restored(FACE_DOWN_IN_GROUP)
    match.play({"move": "take", "group": ["panda-3", "hidden", "elephant-2"]})
    assert list(match.history) == [take("el-2 hidden pa-3")]


@pytest.mark.rules("AB-7.2")
def test_hidden_sorts_as_it_is_spelt():
    area = [["giraffe-5", "hidden", "hippopotamus-1"], ["crocodile-1", "hippopotamus-2", "zebra-1"]]
    state = position(3, area=area, crates=[1, 1, 1])
    assert ["giraffe-5", "hidden", "hippopotamus-1"] in state["area"]
    first = {"move": "split", "group": ["hippopotamus-1", "hidden", "giraffe-5"], "off": ["giraffe-5"]}
    match = restored(state)
    match.play(first)
    assert match.history[-1] == {**first, "group": area[0], "off": ["hidden", "hippopotamus-1"]}
    moves = [move["off"] for move in restored(state).moves() if move.get("group") == area[0] and "off" in move]
    assert sorted(moves) == [["hidden"], ["hidden", "hippopotamus-1"], ["hippopotamus-1"]]


@pytest.mark.rules("AB-7.2")
def test_when_hidden_comes_first_it_stays_and_the_others_go_off():
    state = position(2, area=[["hidden", "zebra-1"]], crates=[1, 1])
    match = restored(state)
    match.play({"move": "split", "group": ["hidden", "zebra-1"], "off": ["hidden"]})
    assert match.history[-1] == {"move": "split", "group": ["hidden", "zebra-1"], "off": ["zebra-1"]}


@pytest.mark.rules("AB-7.2")
@pytest.mark.parametrize("state", EVERY_KIND_OF_POSITION, ids=lambda state: f"{state['phase']}-{state['turn']}")
def test_legal_moves_are_listed_in_normal_form_each_once_and_in_a_stable_order(state):
    match = restored(state)
    moves = match.moves()
    assert moves == match.moves() == restored(state).moves()
    assert len(set(canonical(moves))) == len(moves)
    for move in moves:
        assert match.why_not(move) is None
        for field in ("group", "off"):
            assert move.get(field, []) == sorted(move.get(field, []))
        if move["move"] == "split":
            assert move["group"][0] not in move["off"]


@pytest.mark.rules("AB-7.1", "AB-9.1", "AB-4.4", "AB-4.5", "AB-4.6", "AB-4.8", "AB-5.4", "AB-5.5")
def test_a_move_is_refused_with_the_first_rule_that_applies():
    assert_refused(OVER, {"move": "take", "group": ["lion-1", "lion-1"]}, "AB-7.1")  # before AB-9.1
    assert_refused(KEEPING[0], take("li-1"), "AB-9.1")  # before AB-4.4
    assert_refused(EXAMPLE, split("li-2", ""), "AB-4.4")  # before AB-4.5
    assert_refused(EXAMPLE, split("li-1", ""), "AB-4.5")  # before AB-4.6
    dear = position(2, turn=0, area=groups("cr-1 cr-2"), crates=[0, 1])
    assert_refused(dear, take("cr-1"), "AB-4.4")  # before AB-4.8
    assert_refused(dear, take("cr-1 cr-2"), "AB-4.8")
    herd = position(2, phase="discard", arks=[tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 el-1 el-2 el-3"), None])
    assert_refused(herd, discard("pa-4"), "AB-5.4")  # before AB-5.5
    assert_refused(herd, discard("pa-1"), "AB-5.5")


# 8. State


@pytest.mark.rules("AB-8.1")
def test_a_state_can_be_restored_and_reads_as_before():
    for state in EVERY_KIND_OF_POSITION:
        match = restored(state)
        assert match.state() == state
        assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
        assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
        assert json.loads(json.dumps(match.state())) == state


@pytest.mark.rules("AB-8.1")
def test_a_match_is_not_changed_through_what_it_hands_out():
    match = restored(EXAMPLE)
    match.state()["area"].clear()
    match.view(0)["arks"][0]["known"].clear()
    for move in match.moves():
        move.clear()
    given = deepcopy(EXAMPLE)
    other = GAME.restore(given)
    given["crates"][1] = 0
    assert match.state() == other.state() == EXAMPLE
    assert len(match.moves()) > 1 and all("move" in move for move in match.moves())


@pytest.mark.rules("AB-8.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_tile_in_play_is_always_in_exactly_one_place(players):
    rng = random.Random(players)
    match = start(players, 11)
    while True:
        state = match.state()
        places = state["deck"] + sum(state["hands"], []) + sum(state["box"], [])
        places += [name for name in sum(state["area"], []) if name != "hidden"]
        places += [state["hidden"]] * (state["hidden"] is not None)
        places += [name for seat in range(players) for name in whole_ark(state, seat)]
        assert sorted(places) == sorted(f"{animal}-{number}" for animal in state["species"] for number in range(1, 6))
        assert ("hidden" in sum(state["area"], [])) == (state["hidden"] is not None)
        assert state["supply"] + sum(state["crates"]) == 20
        if match.over:
            break
        match.play(rng.choice(match.moves()[:40]))


@pytest.mark.rules("AB-8.2")
def test_the_round_is_one_in_the_setup_and_scores_are_zeros_until_the_end():
    match = start(3, 7)
    rounds = []
    rng = random.Random(7)
    while not match.over:
        state = match.state()
        rounds.append(state["round"])
        assert (state["scores"], state["winners"]) == ([0, 0, 0], [])
        assert state["options"] == {"first": 0, "species": None}
        last = rounds[-1]
        moves = match.moves()
        takes = [move for move in moves if move["move"] == "take"]
        match.play(rng.choice(takes or moves))
    assert rounds[:4] == [1, 1, 1, 1]
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(rounds))
    assert match.state()["round"] == last
    assert any(match.scores) and match.winners


@pytest.mark.rules("AB-8.2")
def test_options_hold_both_options_defaults_included():
    assert start(2).state()["options"] == {"first": 0, "species": None}
    assert start(2, first=1, species=EIGHT).state()["options"] == {"first": 1, "species": EIGHT}


@pytest.mark.rules("AB-8.3")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_match_shows_only_states_in_which_a_decision_is_due_or_that_are_over(players):
    match = start(players, 3)
    rng = random.Random(3)
    while not match.over:
        moves = match.moves()
        assert moves and match.turn is not None
        assert match.state()["phase"] != "over"
        takes = [move for move in moves if move["move"] == "take"]
        match.play(rng.choice(takes or moves))
    assert (match.moves(), match.turn, match.state()["phase"]) == ([], None, "over")


@pytest.mark.rules("AB-8.3")
def test_the_move_that_ends_the_last_round_also_removes_pairs_and_scores():
    state = last_turn([tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1"), tiles("gi-1 gi-2")], [0, 0])
    match = restored(state)
    match.play(some_split(state))
    assert match.over
    assert match.state()["box"] == [[], tiles("gi-1 gi-2")]
    assert list(match.scores) == [46, 1]
    assert list(match.winners) == [0]


@pytest.mark.rules("AB-8.1", "AB-6.5")
def test_the_state_of_section_8_and_its_views():
    match = restored(EXAMPLE)
    assert match.state() == EXAMPLE
    seat_0 = {
        **EXAMPLE,
        "deck": 27,
        "hands": [[], 0],
        "hidden": "hidden",
        "arks": [
            {"known": ["giraffe-1", "giraffe-2", "tiger-5"], "unknown": ["giraffe-5"]},
            {"known": ["zebra-4"], "unknown": 2},
        ],
    }
    spectator = {
        **seat_0,
        "hands": [0, 0],
        "arks": [{"known": ["giraffe-1", "giraffe-2", "tiger-5"], "unknown": 1}, {"known": ["zebra-4"], "unknown": 2}],
    }
    assert match.view(0) == seat_0
    assert match.view(None) == spectator
    assert canonical(match.moves()) == canonical(
        [
            split("cr-1 pa-1", "pa-1"),
            split("ze-1 ze-3", "ze-3"),
            take("cr-1 pa-1"),
            take("hidden"),
            take("li-1"),
            take("ze-1 ze-3"),
        ]
    )


# 9. Phases


@pytest.mark.rules("AB-9.1")
@pytest.mark.parametrize(
    "state, own",
    [(KEEPING[1], {"keep"}), (EXAMPLE, {"split", "take", "pass"}), (TWELVE_TILES, {"discard"}), (OVER, set())],
    ids=["keep", "play", "discard", "over"],
)
def test_each_phase_has_its_own_kinds_of_move(state, own):
    own_tile = (state["hands"][state["turn"] or 0] or whole_ark(state, state["turn"] or 0))[0]
    moves = [
        {"move": "keep", "tile": own_tile},
        {"move": "discard", "tile": own_tile},
        {"move": "take", "group": (state["area"] or [["lion-1"]])[0]},
        {"move": "split", "group": (state["area"] or [["lion-1", "lion-2"]])[0], "off": ["panda-1"]},
        PASS,
    ]
    for move in moves:
        if move["move"] in own:
            refusal = restored(state).why_not(move)
            assert refusal is None or refusal.rule != "AB-9.1"
        else:
            assert_refused(state, move, "AB-9.1")


@pytest.mark.rules("AB-9.1")
def test_when_it_is_over_nobody_decides_anything():
    match = restored(OVER)
    assert (match.over, match.turn, match.moves()) == (True, None, [])
    assert (list(match.scores), list(match.winners)) == (OVER["scores"], OVER["winners"])


@pytest.mark.rules("AB-9.1", "AB-5.3")
def test_the_phase_discard_comes_only_when_an_ark_has_more_than_ten():
    eleven = tiles("cr-1 cr-2 cr-3 el-1 el-2 el-3 pa-1 pa-2 pa-3 ze-1 gi-1")
    assert end_by_split([eleven, None], [0, 0])["phase"] == "discard"
    assert end_by_split([eleven[:10], None], [0, 0])["phase"] == "over"


# 10. Worked examples


@pytest.mark.rules("AB-4.6", "AB-4.7")
def test_example_1_a_split():
    now = after(FOUR_GROUPS, split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3"))
    assert now["area"] == groups("ch-5 ze-2 ze-3", "cr-2 pa-4", "el-1 hidden", "gi-1 ti-3", "li-4 pe-1")
    assert now["crates"][1] == 2
    assert now["supply"] == FOUR_GROUPS["supply"] - 1
    assert now["turn"] == 2


@pytest.mark.rules("AB-4.8", "AB-4.9", "AB-4.10", "AB-4.11")
def test_example_2_a_take_with_the_face_down_tile():
    state = FACE_DOWN_IN_GROUP
    now = after(state, take("el-2 hidden pa-3"))
    assert now["crates"][2] == 0
    assert now["arks"][2]["known"] == sorted([*state["arks"][2]["known"], "elephant-2", "panda-3"])
    assert now["arks"][2]["unknown"] == sorted([*state["arks"][2]["unknown"], "panda-1"])
    assert (now["hidden"], now["flag"], now["out"], now["turn"]) == (None, 2, [2], 0)


@pytest.mark.rules("AB-5.2", "AB-5.7")
def test_example_3_a_pair_leaves_and_43_points_remain():
    ark = tiles("cr-4 ti-2 gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 pa-4 el-1 el-2")
    now = end_by_split([ark, None], [2, 0])
    assert now["box"][0] == tiles("el-1 el-2")
    assert len(whole_ark(now, 0)) == 9
    assert (now["phase"], now["scores"][0]) == ("over", 43)


@pytest.mark.rules("AB-4.7")
def test_example_4_five_crates_become_four():
    state = position(3, crates=[5, 1, 1])
    now = after(state, some_split(state))
    assert (now["crates"][0], now["supply"]) == (4, state["supply"] + 1)


@pytest.mark.rules("AB-7.2")
def test_example_5_the_other_side_is_the_same_move():
    match = restored(FOUR_GROUPS)
    match.play(
        {"move": "split", "group": tiles("cr-2 gi-1 pa-4 ti-3"), "off": ["panda-4", "crocodile-2"]},
    )
    assert match.history[-1] == split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3")
    assert match.state() == after(FOUR_GROUPS, split("cr-2 gi-1 pa-4 ti-3", "gi-1 ti-3"))


@pytest.mark.rules("AB-4.4", "AB-6.7")
def test_example_6_the_face_down_tile_has_no_name():
    assert FOUR_GROUPS["hidden"] == "camel-3"
    assert_refused(FOUR_GROUPS, split("el-1 ca-3", "ca-3"), "AB-4.4")
    assert_refused(FOUR_GROUPS, split("el-1 ca-1", "ca-1"), "AB-4.4")


@pytest.mark.rules("AB-4.14", "AB-4.2")
def test_example_7_the_last_turn_is_a_take():
    now = after(EXAMPLE, take("li-1"))
    assert now["crates"][1] == 2
    (group,) = now["area"]
    assert set(tiles("cr-1 pa-1 hidden ze-1 ze-3")) <= set(group)
    assert len(group) == 5 + 4
    assert (now["hidden"], now["round"], now["turn"]) == ("elephant-2", 3, 0)


@pytest.mark.rules("AB-4.14")
def test_example_8_the_last_turn_is_a_split():
    now = after(EXAMPLE, split("ze-1 ze-3", "ze-3"))
    assert now["crates"][1] == 4
    (group,) = now["area"]
    assert set(tiles("cr-1 pa-1 hidden li-1 ze-1 ze-3")) <= set(group)
    assert (len(group), now["round"], now["turn"]) == (9, 3, 0)


@pytest.mark.rules("AB-4.12", "AB-4.14")
def test_example_9_the_last_seat_can_only_pass():
    match = restored(AREA_SWEPT_CLEAN)
    assert (match.turn, match.moves()) == (3, [PASS])
    match.play(PASS)
    now = match.state()
    (group,) = now["area"]
    assert len(group) == 13 and group.count("hidden") == 1
    assert (now["flag"], now["turn"], now["round"], now["out"], now["passes"]) == (1, 1, 2, [], 0)
    assert now["crates"] == AREA_SWEPT_CLEAN["crates"]
    assert now["hidden"] in AREA_SWEPT_CLEAN["deck"]


@pytest.mark.rules("AB-4.12", "AB-4.15")
def test_example_10_all_that_are_left_pass():
    now = after(ONLY_PASSES, PASS)
    assert (now["passes"], now["out"], now["turn"]) == (1, [0], 2)
    now = after(ONLY_PASSES, PASS, PASS)
    assert (now["passes"], now["out"], now["turn"], now["round"]) == (0, [], 0, ONLY_PASSES["round"] + 1)
    assert now["hidden"] == ONLY_PASSES["hidden"]


@pytest.mark.rules("AB-5.5")
def test_example_11_a_pair_on_the_way_to_ten():
    assert tiles_legal_to_discard(TWELVE_TILES) == whole_ark(TWELVE_TILES, 0)
    once = after(TWELVE_TILES, discard("pa-3"))
    assert tiles_legal_to_discard(once) == tiles("pa-1 pa-2")
    for name in ("gi-1", "el-2", "cr-3"):
        assert_refused(once, discard(name), "AB-5.5")
    twice = after(once, discard("pa-1"))
    assert (twice["phase"], twice["scores"][0]) == ("over", 47)
    assert twice["box"][0] == tiles("pa-1 pa-3")


@pytest.mark.rules("AB-5.5")
def test_example_12_no_new_pair_at_ten():
    ark = tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 el-1 el-2 el-3")
    state = position(2, phase="discard", arks=[ark, None])
    assert_refused(state, discard("pa-1"), "AB-5.5")
    assert tiles_legal_to_discard(state) == tiles("gi-1 gi-2 gi-3 gi-4 gi-5")


@pytest.mark.rules("AB-5.5")
def test_example_13_fourteen_tiles_of_three_species():
    ark = tiles("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 pa-4 pa-5 el-1 el-2 el-3 el-4")
    state = position(2, phase="discard", arks=[ark, None], crates=[0, 0])
    assert tiles_legal_to_discard(state) == ark
    elephants = after(state, *map(discard, ("el-1", "el-2", "el-3", "el-4")))
    assert (elephants["phase"], elephants["scores"][0]) == ("over", 50)
    pandas = after(state, *map(discard, ("pa-1", "pa-2", "pa-3", "pa-4")))
    assert (pandas["phase"], pandas["scores"][0]) == ("over", 25 + 20 + 5)


@pytest.mark.rules("AB-5.8")
def test_example_14_more_species_win_among_equals():
    herds = tiles("gi-1 gi-2 gi-3 gi-4 pa-1 pa-2 pa-3 pa-4")
    singles = tiles("el-1 el-2 el-3 ch-5 cr-5 ti-5 ze-4 li-4")
    area = groups("el-4 el-5", "hidden", "gi-5", "pa-5")
    now = end_by_split([herds + tiles("ti-1 ti-2"), singles], [2, 3], area=area)
    assert (now["phase"], now["scores"], now["winners"]) == ("over", [42, 42], [1])
    others = tiles("el-1 el-2 el-3 el-4 ti-1 ti-2 ti-3 ti-4")
    now = end_by_split([herds + tiles("ze-1 ze-2"), others], [2, 1])
    assert (now["phase"], now["scores"], now["winners"]) == ("over", [42, 42], [0, 1])
