"""The tools that measure champions (benchmarks/champions.py): fair tables, nothing lost, nothing played twice."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from itertools import islice

import pytest

import champions
from ararat.arena.bout import Game
from ararat.arena.folder import Memory
from ararat.errors import AraratError
from ararat.games import all_facts
from ararat.nets.net import Net, load
from champions import BadPlan, by_turns, figures, filled, named, pairings_of, plan_of, run

RANDOM = {"who": "random", "against": "greedy"}


def test_a_plan_without_more_is_of_all_games_and_seats_from_two_on():
    found = {(one.contest.game, one.contest.seats) for one in pairings_of([RANDOM])}
    assert found == {(slug, seats) for slug, facts in all_facts().items() for seats in facts.players if seats > 1}


def test_codes_are_filled_at_each_game():
    facts = all_facts()
    assert filled("search:{time}s/{sight}", facts["noah"], 0.05) == "search:0.05s/15"
    assert filled("search:{time}s/{sight}", facts["opti-mix"], "0.5") == "search:0.5s", "Owl looks to the end there"
    assert filled("net:{game}.npz:20", facts["noah"], "") == "net:noah.npz:20"


def test_a_net_is_named_by_its_mark(tmp_path):
    facts = all_facts()["noah"]
    net = Net.untrained(facts, 1)
    net.save(tmp_path / "some.npz")
    mark = load(tmp_path / "some.npz", facts).mark[:8]
    for effort in ("0.05s", "200", "0.5s/3"):
        assert named(f"net:{tmp_path / 'some.npz'}:{effort}", facts) == f"net-{mark}-{effort.replace('/', '-')}"
    assert named(f"net:{tmp_path / 'some.npz'}", facts) == f"net-{mark}"
    assert named("search:0.05s/15", facts) == "search-0.05s-15"


def test_each_pairing_of_a_plan_comes_once_and_nobody_meets_himself():
    plan = [{"games": "noah", "seats": 2, "who": ["random", "greedy"], "against": ["random", "greedy"]}]
    assert [(one.who, one.against) for one in pairings_of(plan * 2)] == [("random", "greedy"), ("greedy", "random")]


@pytest.mark.parametrize(
    "entry",
    [
        {"who": "random"},
        RANDOM | {"minutes": 3},
        RANDOM | {"seats": 9},
        RANDOM | {"games": "go"},
        RANDOM | {"who": "nobody"},
        RANDOM | {"who": "net:no-such-file.npz"},
    ],
)
def test_a_plan_that_can_not_be_played_is_refused(entry):
    with pytest.raises((BadPlan, AraratError)) as refused:
        pairings_of([entry])
    assert "\n" not in champions.sentence(refused.value)


def test_a_plan_is_read_from_toml_and_json(tmp_path):
    (tmp_path / "plan.toml").write_text('[[pairings]]\nwho = "random"\nagainst = "greedy"\n')
    (tmp_path / "plan.json").write_text(json.dumps({"pairings": [RANDOM]}))
    for name in ("plan.toml", "plan.json"):
        assert plan_of(Namespace(plan=tmp_path / name)) == [RANDOM]
    (tmp_path / "plan.toml").write_text("pairings = 3")
    with pytest.raises(BadPlan):
        plan_of(Namespace(plan=tmp_path / "plan.toml"))


def test_pairings_have_their_deals_by_turns_and_the_bot_every_seat():
    pairings = pairings_of([RANDOM | {"games": ["noah", "opti-mix"], "seats": 3}])
    bouts = list(islice(by_turns(pairings, [Memory(one.contest) for one in pairings]), 12))
    assert [(bout.contest.game, bout.deal) for bout in bouts] == [
        (slug, deal) for deal in (0, 1) for slug in ("noah", "opti-mix") for _ in range(3)
    ]
    sat = Counter((bout.contest.game, bout.seating.index("random")) for bout in bouts)
    assert set(sat.values()) == {2} and len(sat) == 6
    assert all(bout.seating.count("random") == 1 for bout in bouts)


def test_of_every_game_and_kind_of_bot_one_is_compiled_ahead():
    plan = {"games": ["noah", "opti-mix"], "seats": 3, "who": ["search:5", "search:9"], "against": ["greedy", "random"]}
    bouts = champions.to_prepare((one.contest, one.contest.players) for one in pairings_of([plan]))
    assert [(bout.contest.game, *bout.contest.players) for bout in bouts] == [
        (slug, code) for slug in ("noah", "opti-mix") for code in ("greedy", "search:5", "random")
    ]


def test_figures_count_whole_deals_alone_and_share_a_first_place():
    (pairing,) = pairings_of([RANDOM | {"games": "noah", "seats": 2}])
    seatings = pairing.contest.seatings(0)

    def game(deal, rotation, winners):
        return Game(deal, rotation, seatings[rotation], (1, 2), winners, 10, 0.1)

    mine = [seating.index("random") for seating in seatings]
    whole = [game(0, 0, (mine[0],)), game(0, 1, (0, 1)), game(1, 0, (mine[0],)), game(1, 1, (1 - mine[1],))]
    told = figures(pairing, [*whole, game(2, 0, (1 - mine[0],))])
    assert (told["deals"], told["matches"], told["share"], told["fair"]) == (2, 4, 0.625, 0.5)
    assert told["low"] < 0.625 < told["high"] and told["times_fair"] == 1.25
    assert figures(pairing, []) is None


@pytest.mark.long
def test_a_run_goes_on_where_it_was(tmp_path):
    plan = RANDOM | {"games": "noah", "seats": 2, "who": "greedy", "against": "random"}
    (first,) = run(tmp_path, pairings_of([plan | {"deals": 1}]), None, 1)
    (lines,) = tmp_path.glob("*/games.jsonl")
    before = lines.read_bytes()
    (second,) = run(tmp_path, pairings_of([plan | {"deals": 2}]), None, 1)
    assert (first["matches"], second["matches"]) == (2, 4)
    assert lines.read_bytes().startswith(before)
    assert run(tmp_path, pairings_of([plan | {"deals": 2}]), None, 1) == [second]
    assert {"date", "machine", "who", "against", "low", "high", "think"} <= second.keys()
