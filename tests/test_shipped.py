"""Nets that ship with games: levels, greedy and coach think with them, each from what a seat may know."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ararat
from ararat import coach
from ararat.arena.contest import how_of
from ararat.calibration import mark_of
from ararat.core import plain_guide
from ararat.core.contract import Facts
from ararat.core.engine import engine_of
from ararat.core.hooks import Hooks, hooks_of
from ararat.core.levels import BY_NET, FAR, Level
from ararat.core.sources import PACKAGE, sources_beside
from ararat.core.table import NOBODY
from ararat.games import all_facts
from ararat.nets import shipped
from ararat.nets.net import Net
from ararat.nets.plan import Sizes
from ararat.nets.reference import look, weigh
from ararat.nets.wiring import AFTERSTATES, Wiring
from ararat.players import levels, searchers
from ararat.players.acting import decide, lots_of
from ararat.players.greedy import WORLDS
from ararat.players.search import Search, Thought, by_guide, imagined
from ararat.players.searchers import effort_of, kernels_of
from ararat.server.processes import for_thinking
from lengths import amount, in_turn
from shipping import ship

GAMES = all_facts()
NOAH = GAMES["noah"]
SMALL = Sizes(row=4, wide=8, deep=4, keen=4)
PRIORS = pytest.mark.parametrize("priors", [AFTERSTATES, "policy"])


def saved(facts, path, **made):
    """An untrained net in a file."""
    net = Net.untrained(facts, 5, SMALL)
    net.made |= made
    net.save(path / f"{facts.slug}.npz")
    return path / f"{facts.slug}.npz"


@pytest.fixture
def every_game_ships(tmp_path, monkeypatch):
    """Every game ships a net, until the test is over; which way its moves are weighed is given."""

    def ship_all(**made):
        files = {slug.replace("-", "_"): saved(facts, tmp_path, **made) for slug, facts in GAMES.items()}
        ship(monkeypatch, **files)

    return ship_all


@pytest.fixture
def quick(monkeypatch):
    """In the short form rules run as plain Python, and so the levels think little; in the long one for some time."""
    few = tuple(
        replace(level, playouts=min(level.playouts, amount(3 + n, long=2000))) for n, level in enumerate(BY_NET)
    )
    monkeypatch.setattr(searchers, "BY_NET", few)
    if amount(True, long=False):
        monkeypatch.setenv("ARARAT_INTERPRETED", "1")


def match_of(facts, players, decisions=5):
    """A match at a decision with a choice, after some random moves."""
    match = ararat.game(facts.slug).start(players=players, seed=players)
    for number in range(decisions):
        match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))
    while len(match.moves()) == 1:
        match.play(match.moves()[0])
    return match


def two_worlds(match):
    """A match, and another one that looks the same to the seat in turn."""
    facts = GAMES[match.slug]
    engine = engine_of(facts)
    other = engine.layout.new(1)
    other[0] = match._tables[0]
    engine.seed(other, 11)
    engine.redeal(other, match.turn)
    second = ararat.game(match.slug).restore(hooks_of(facts).state_of(other[0]))
    assert second.view(match.turn) == match.view(match.turn)
    return match, second


def some_games():
    return GAMES.values() if amount(False, long=True) else [GAMES["opti-mix"]]


# --- What they are made of ----------------------------------------------------------------------


def test_levels_go_by_the_net_that_ships_and_by_the_guide_where_it_never_learnt(tmp_path, monkeypatch):
    path = saved(NOAH, tmp_path, players=[2, 3, 4, 5])
    ship(monkeypatch, noah=path)
    for place, code in enumerate(levels()):
        assert effort_of(code, NOAH, 3) == searchers.Effort(BY_NET[place], None, path)
        assert effort_of(code, NOAH, 1) == searchers.Effort(hooks_of(NOAH).guide.LEVELS[place])
        assert effort_of(code, GAMES["opti-mix"], 3).net is None
    mark = shipped.read(path, NOAH).mark
    assert how_of("owl", NOAH, 2) == {"playouts": BY_NET[-1].playouts, "sight": 0, "slips": 0.0, "net": mark}
    assert mark_of(NOAH, 2) == mark and mark_of(NOAH, 1) is None
    own = replace(NOAH, levels=tuple(Level(7, 0) for _ in BY_NET))
    assert effort_of("cat", own, 3).level == Level(7, 0), "a game may say its own"


def test_levels_by_nets_are_five_and_slip_less_the_stronger_they_are():
    for mine in [BY_NET, *(facts.levels for facts in GAMES.values() if facts.levels)]:
        assert len(mine) == len(levels()) and mine[-1].slips == 0.0 < mine[0].slips
        assert all(level.sight == 0 for level in mine)
        assert mine[-1].playouts == max(level.playouts for level in mine)
        assert [level.slips for level in mine] == sorted((level.slips for level in mine), reverse=True)
        assert len(set(mine)) == len(mine)


def test_a_net_that_ships_and_does_not_match_is_refused_by_all_who_think_with_it(tmp_path, monkeypatch):
    ship(monkeypatch, opti_mix=saved(NOAH, tmp_path))
    match = ararat.game("opti-mix").start(players=3, seed=1)
    with pytest.raises(ararat.BadNet, match="plays 'noah'"):
        ararat.player("chick").choose(match.view(match.turn), match.moves(), 1)
    with pytest.raises(ararat.BadNet, match="plays 'noah'"):
        coach.advise(match.view(match.turn), 1)


def test_every_net_that_ships_matches_its_game():
    for facts in GAMES.values():
        net = shipped.net_of(facts)
        assert net is None or [players for players in facts.players if players > 1 and not net.knows(players)] == []


def test_only_what_somebody_thinks_with_is_compiled(tmp_path, monkeypatch):
    ship(monkeypatch, noah=saved(NOAH, tmp_path, players=[2, 3, 4, 5]))
    assert kernels_of("owl", NOAH, 2) == ("net_search",) and kernels_of("owl", NOAH, 1) == ("search",)
    assert kernels_of("owl", NOAH) == ("search", "net_search") and kernels_of("net:9", NOAH, 2) == ("net_search",)
    assert kernels_of("greedy", NOAH, 2) == ("glance",) and kernels_of("random", NOAH, 2) == ()
    assert kernels_of("old-owl", NOAH, 2) == ("search",)
    assert coach.kernels_of(NOAH, 2) == ("net_search", "net_glance") and coach.kernels_of(NOAH, 1) == ("search",)
    assert set(for_thinking(NOAH)) == {"glance", "search", "net_search", "net_glance"}
    assert set(for_thinking(GAMES["opti-mix"])) == {"glance", "search"}
    monkeypatch.setitem(vars(hooks_of(NOAH)), "is_guided", False)
    assert kernels_of("greedy", NOAH, 2) == ("net_glance",) and kernels_of("greedy", NOAH, 1) == ("glance",)


def test_a_guide_may_be_no_more_than_a_cut_of_long_lists(monkeypatch):
    """What it does not write is as in a game without a guide."""
    cut, really = ModuleType("guide"), Facts.module
    cut.list_sensible = lambda table, actions: 1
    monkeypatch.setattr(Facts, "module", lambda facts, name: cut if name == "guide" else really(facts, name))
    hooks = Hooks(NOAH)
    assert hooks.guide.list_sensible is cut.list_sensible and not hooks.is_guided
    assert hooks.guide.weigh is hooks.guide.expect is plain_guide.weigh
    assert hooks.guide.HABIT == 0.0 and hooks.guide.LEVELS is plain_guide.LEVELS
    monkeypatch.undo()
    assert hooks_of(NOAH).is_guided


OLD_GUIDE = """
from ...core.levels import Level
from ...core.worths import soften
from .old_numbers import STANDING
from .rules import MOVES

LEVELS = (Level(3),) * 5

def weigh(table, actions, count, weights):
    for position in range(count):
        weights[position] = 1.0 + (actions[position] == MOVES.count)

def standing(table, seat):
    return STANDING
"""


def test_the_old_owl_can_keep_a_guide_that_lies_elsewhere(tmp_path, monkeypatch):
    """What a game no longer needs itself goes on as a rival; nobody else thinks with it."""
    folder = tmp_path / "guides" / NOAH.folder.name
    folder.mkdir(parents=True)
    (folder / "old_guide.py").write_text(OLD_GUIDE)
    (folder / "old_numbers.py").write_text("STANDING = 2.5")
    package = sys.modules[NOAH.package]
    monkeypatch.setattr(package, "__path__", list(package.__path__))
    monkeypatch.setenv("ARARAT_GUIDES", os.pathsep.join([str(tmp_path / "nowhere"), str(tmp_path / "guides")]))
    hooks, cut, really = Hooks(NOAH), ModuleType("guide"), Facts.module
    monkeypatch.setattr(Facts, "module", lambda facts, name: cut if name == "guide" else really(facts, name))
    assert hooks.old_folder == folder and hooks.old_guide.standing(None, 0) == 2.5
    # What is compiled of it is kept by all that it is made of, wherever that lies.
    made_of = {
        path.relative_to(PACKAGE if PACKAGE in path.parents else folder) for path in sources_beside(folder, NOAH.folder)
    }
    assert made_of >= set(
        map(Path, ("old_guide.py", "old_numbers.py", "core/worths.py", "games/noah/rules/__init__.py"))
    )
    assert hooks.guide.standing is plain_guide.standing and not hooks.is_guided
    assert hooks.old_guide.expect is hooks.old_guide.weigh and hooks.old_guide.SCALE == plain_guide.SCALE
    monkeypatch.setattr(searchers, "hooks_of", lambda facts: hooks)
    ship(monkeypatch, noah=saved(NOAH, tmp_path))
    assert effort_of("old-owl", NOAH, 2) == searchers.Effort(Level(3))
    monkeypatch.delenv("ARARAT_GUIDES")
    hooks = Hooks(NOAH)
    with pytest.raises(ararat.UnknownPlayer, match="old-owl"):
        effort_of("old-owl", NOAH, 2)


# --- How a net plays by itself ------------------------------------------------------------------


@PRIORS
def test_a_net_plays_on_as_far_as_was_asked_for_and_as_surely_as_it_learnt(priors, monkeypatch):
    """To the end the last table says who won; softness is for priors alone."""
    match = match_of(NOAH, 2)
    root = imagined(NOAH, match.view(match.turn))
    engine = engine_of(NOAH, interpreted=True)
    net = Net.untrained(NOAH, 5, SMALL)
    net.made |= {"priors": priors, "softness": 8}
    thinker = Wiring(net, 2).thinker
    search = Search(engine, root, 3, sight=FAR, keep=2, thinker=thinker)
    search.run(2, cores=1)
    (tree,) = search.trees
    assert all(tree.ends.tables["turn"] == NOBODY) and set(tree.ends.worths) <= {0.0, 0.5, 1.0}
    judged = Search(engine, root, 3, sight=0, keep=2, thinker=thinker)
    judged.run(2, cores=1)
    assert all(judged.trees[0].ends.tables["turn"] != NOBODY) and 0 < judged.outlook().chance < 1
    seeds, chosen = lots_of(1, 2, 3, np.arange(1)), np.zeros(1, np.int64)
    listed, likely, count = Wiring(net, 2).glance_all(engine, root, seeds, WORLDS, chosen)
    assert chosen[0] == listed[likely[:count].argmax()] and set(listed[:count].tolist()) <= set(engine.actions(root))
    if priors == AFTERSTATES:
        assert likely[:count].sum() == pytest.approx(WORLDS)
        return
    sight = look(net.plan, net.weights, net.plan.reading(2), 2, engine.observe(root, np.array([match.turn]))[0])
    wanted = np.exp(weigh(net.plan, net.weights, sight, root[0], listed[:count].tolist()))
    assert likely[:count].tolist() == pytest.approx((wanted / wanted.sum()).tolist(), rel=1e-3)


def test_a_net_search_stops_early_only_where_nothing_can_change(monkeypatch):
    match = match_of(NOAH, 2)
    root = imagined(NOAH, match.view(match.turn))
    thinker = Wiring(Net.untrained(NOAH, 5, SMALL), 2).thinker
    for mine, clear in ((thinker, False), (by_guide, True)):
        search = Search(engine_of(NOAH), root, 3, thinker=mine)
        best = Thought(1, 100, 0.6, 0.6, 0.5, 0.7, 0.001)
        monkeypatch.setattr(search, "thoughts", lambda best=best: [best, replace(best, action=2, visits=40, worth=0.5)])
        assert search._is_clear(60) is clear and search._is_clear(59)


def test_moves_that_nobody_gave_a_thought_are_chosen_among_all_the_same(tmp_path, monkeypatch):
    """A search of one playout tries one move; whoever asks may leave it out."""
    monkeypatch.setenv("ARARAT_INTERPRETED", "1")
    match = match_of(NOAH, 2)
    bot, view = ararat.player(f"net:{saved(NOAH, tmp_path)}:1"), match.view(match.turn)
    best = bot.choose(view, match.moves(), 1)
    others = [move for move in match.moves() if move != best]
    assert len(others) > 1 and bot.choose(view, others, 1) in others
    with pytest.raises(ararat.BadBot):
        bot.choose(view, [{"move": "fly"}, {"move": "swim"}], 1)


# --- What they may know -------------------------------------------------------------------------


@PRIORS
def test_every_level_by_a_net_decides_by_the_view_alone(priors, every_game_ships, quick, monkeypatch):
    every_game_ships(priors=priors)
    for facts in some_games():
        monkeypatch.setitem(vars(hooks_of(facts)), "is_guided", False)
        for players in in_turn([count for count in facts.players if count > 1], 0):
            worlds = two_worlds(match_of(facts, players, decisions=amount(3, long=9)))
            seat = worlds[0].turn
            for code in ("greedy", *levels()):
                bot = ararat.player(code)
                chosen = [bot.choose(world.view(seat), world.moves(), seed=4) for world in worlds]
                assert chosen[0] == chosen[1] and worlds[0].why_not(chosen[0]) is None


@PRIORS
def test_at_many_tables_too_and_on_any_number_of_cores(priors, every_game_ships, quick, monkeypatch):
    every_game_ships(priors=priors)
    for facts in some_games():
        monkeypatch.setitem(vars(hooks_of(facts)), "is_guided", False)
        players = facts.players[-1]
        worlds = two_worlds(match_of(facts, players, decisions=amount(3, long=9)))
        batches = [ararat.game(facts.slug).batch(3, players=players, seed=1, cores=cores) for cores in (1, 3)]
        for batch in batches:
            for row, world in enumerate(worlds):
                batch.tables[row] = world._tables[0]
        for code in ("greedy", *levels()):
            bot = ararat.player(code)
            one, many = (bot.act(batch, seed=6) for batch in batches)
            assert one.tolist() == many.tolist()
            assert one[0] == bot.act(batches[0], [0], seed=6)[0], "whichever other rows are asked about"
            alike = [decided(code, world) for world in worlds]
            assert alike[0] == alike[1]


def decided(code, world):
    """What a bot does at the table of a match by certain lots."""
    actions = np.full(1, -1, np.int64)
    decide(GAMES[world.slug], code, world._tables[:1], lots_of(1, 2, 3, np.arange(1)), actions)
    assert actions[0] >= 0
    return int(actions[0])


# --- The coach ----------------------------------------------------------------------------------


@PRIORS
def test_hints_by_a_net_keep_their_reasons_and_know_no_more_than_the_seat(priors, every_game_ships, quick):
    every_game_ships(priors=priors)
    playouts = amount(8, long=300)
    for facts in some_games():
        worlds = two_worlds(match_of(facts, max(2, facts.players[0]), decisions=amount(60, long=9)))
        seat = worlds[0].turn
        told = [[tip.told() for tip in coach.advise(world.view(seat), 5, playouts, None)] for world in worlds]
        assert told[0] == told[1] and 2 <= len(told[0]) <= coach.BEST_FEW
        for tip in told[0]:
            assert worlds[0].why_not(tip["move"]) is None and 0 <= tip["low"] <= tip["chance"] <= tip["high"] <= 1
            assert tip["reason"]["matches"] > 0 and tip["reason"]["beside"] != tip["move"]
            assert tip["reason"]["own"]["seat"] == seat


def test_an_analysis_by_a_net_judges_what_was_played(every_game_ships, quick):
    every_game_ships(players=[2, 3, 4, 5])
    match = match_of(GAMES["opti-mix"], 3, decisions=60)
    seat, move = match.turn, match.moves()[-1]
    judgement = coach.judge(match.view(seat), move, 0, amount(8, long=600), 1)
    assert judgement.played.move == move and judgement.seat == seat and 0 < judgement.played.chance < 1
    again = coach.judge(match.view(seat), move, 0, amount(8, long=600), 1)
    assert again.told() == judgement.told()


def test_two_moves_that_a_net_judged_are_as_good_where_their_intervals_touch():
    def judged(chance, spread):
        thought = Thought(1, 100, chance, chance, chance - spread, chance + spread, 0.001)
        return coach.Look(thought, judged=True)

    assert judged(0.5, 0.03).is_as_good(judged(0.55, 0.03)) and not judged(0.5, 0.02).is_as_good(judged(0.55, 0.02))
