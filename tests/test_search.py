"""The search: the same thoughts on any number of cores, at once done when told to, and not blind."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.levels import FAR, Level
from ararat.core.search import make_search
from ararat.core.tree import NONE, ROOT
from ararat.games import all_facts
from ararat.players import levels
from ararat.players import search as search_module
from ararat.players.search import ONE_TREE_BELOW, STAGES, Search, Tree, imagined, thought_of
from ararat.players.searchers import effort_of, pick

# The fewest and the most seats of every game.
GAMES = [(facts, players) for facts in all_facts().values() for players in (facts.players[0], facts.players[-1])]
TABLES = pytest.mark.parametrize(("facts", "players"), GAMES, ids=[f"{f.slug}-{n}" for f, n in GAMES])
EVERY_GAME = pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())


def some_match(facts, players=None, seed=1, decisions=12):
    """A match some random moves after its start, at a decision with a choice."""
    match = ararat.game(facts.slug).start(players=players or facts.usual_players, seed=seed)
    for number in range(decisions):
        match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))
    while len(match.moves()) == 1:
        match.play(match.moves()[0])
    return match


def search_of(match, seed=5, **settings):
    facts = all_facts()[match.slug]
    return Search(engine_of(facts), imagined(facts, match.view(match.turn)), seed, **settings)


def summary(search):
    return [(one.action, one.visits, one.worth, one.chance) for one in search.thoughts()]


@TABLES
def test_thoughts_do_not_depend_on_the_cores(facts, players):
    match = some_match(facts, players, decisions=4)
    found = []
    for cores in (1, 2, 3):
        search = search_of(match)
        search.run(600, cores=cores)
        found.append((search.playouts, summary(search)))
    assert found[0] == found[1] == found[2]
    assert found[0][1], "something was thought"


@EVERY_GAME
def test_a_search_depends_on_its_seed_and_on_nothing_that_came_before(facts):
    match = some_match(facts)
    runs = []
    for seed in (5, 6, 5):
        search = search_of(match, seed)
        search.run(300)
        runs.append(summary(search))
    assert runs[0] == runs[2] != runs[1]


@TABLES
def test_a_tree_adds_up(facts, players):
    """Every playout goes through one move of the root; no move is taken more often than it could be."""
    match = some_match(facts, players, decisions=3)
    search = search_of(match)
    search.run(500, thorough=True)
    assert search.playouts == 500
    for tree in search.trees:
        nodes = tree.nodes
        used = {ROOT}
        waiting = [ROOT]
        while waiting:
            child = nodes[waiting.pop()].child
            while child != NONE:
                assert child not in used
                used.add(int(child))
                waiting.append(int(child))
                node = nodes[child]
                assert 1 <= node.visits <= node.available <= tree.playouts
                assert 0 <= node.mover < players
                assert 0 <= node.worth <= node.visits
                child = node.sibling
        tried = sum(visits for _, visits, _ in tree.moves())
        assert tried == tree.playouts
    assert all(0 <= one.low <= one.chance <= one.high <= 1 for one in search.thoughts())


def test_others_do_what_the_guide_expects_of_them_and_the_observer_what_is_best():
    facts = all_facts()["animals-on-board"]
    engine, known = engine_of(facts), hooks_of(facts).old_guide
    asked = []

    def expect(table, actions, count, weights):
        asked.append(int(table.turn))
        weights[:count] = 0.0
        weights[np.argmin(actions[:count])] = 1.0

    match = some_match(facts, 3, decisions=3)
    observer = match.turn
    guide = SimpleNamespace(**(vars(known) | {"expect": expect, "HABIT": 1.0}))
    tree = Tree(engine, search_of(match).root, 1, 3, NONE, NONE)
    tree.kernel = make_search(engine.rules, guide)
    tree.grow(60, float("inf"), lambda: False)
    assert asked and observer not in asked
    children = dict.fromkeys(range(3), 0)
    listed = np.zeros(engine.rules.MOST_ACTIONS + 1, np.int64)
    child = tree.nodes[ROOT].child
    while child != NONE:
        children[int(tree.nodes[child].mover)] += 1
        # The next seat makes the same move in all worlds: the one of the lowest number.
        world = search_of(match).root
        engine.step(world, int(tree.nodes[child].action))
        count = known.list_sensible(world[0], listed)
        reply = tree.nodes[child].child
        if reply != NONE:
            assert tree.nodes[reply].sibling == NONE
            assert tree.nodes[reply].action == listed[:count].min()
        child = tree.nodes[child].sibling
    assert children[observer] > 3 and sum(children.values()) == children[observer]


@EVERY_GAME
def test_thoughts_are_of_legal_moves(facts):
    match = some_match(facts)
    search = search_of(match)
    search.run(200)
    legal = set(engine_of(facts).actions(search.root))
    assert {thought.action for thought in search.thoughts()} <= legal


@EVERY_GAME
def test_a_search_leaves_its_table_as_it_was(facts):
    match = some_match(facts)
    search = search_of(match)
    before = search.root.tobytes()
    search.run(200)
    assert search.root.tobytes() == before


@EVERY_GAME
def test_an_interrupted_search_keeps_what_it_thought(facts):
    search = search_of(some_match(facts))
    asked = []

    def stop():
        asked.append(True)
        return len(asked) > 6

    search.run(10**8, stop=stop)
    assert 0 < search.playouts < 10**6 and search.thoughts()
    untouched = search_of(some_match(facts))
    untouched.run(10**6, stop=lambda: True)
    assert untouched.playouts == 0 and untouched.thoughts() == []


def test_a_search_by_time_ends_by_itself_and_with_the_decision_clear_it_takes_less():
    match = some_match(all_facts()["noah"], 3)
    search = search_of(match)
    search.run(seconds=0.05)
    assert search.playouts > 0
    forced = engine_of(all_facts()["noah"]).actions(search.root)[0]
    patient, hasty = search_of(match, only=forced), search_of(match, only=forced)
    patient.run(4000, thorough=True)
    hasty.run(4000)
    assert patient.playouts == 4000 and hasty.playouts == 4000 * STAGES[0]


def test_where_many_think_a_long_search_lets_others_first(monkeypatch):
    match, nicer = some_match(all_facts()["noah"]), []
    monkeypatch.setattr(search_module, "sys", SimpleNamespace(platform="linux"))
    monkeypatch.setattr(search_module, "os", SimpleNamespace(nice=nicer.append, cpu_count=lambda: 2, environ={}))
    search_of(match).run(2 * ONE_TREE_BELOW)
    assert nicer == [], "only a server asks for it"
    monkeypatch.setattr(search_module, "yields", 7)
    search_of(match).run(ONE_TREE_BELOW - 1)
    assert nicer == [], "a short search is no burden"
    search_of(match).run(2 * ONE_TREE_BELOW)
    assert set(nicer) == {7}


def test_other_threads_run_while_a_search_thinks():
    """The interpreter is released: a counter goes on while one kernel call is busy."""
    search = search_of(some_match(all_facts()["noah"], 4), trees=1)
    search.run(10, cores=1)
    tree = search.trees[0]
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted[0]
    tree.memory[0].playouts = 3000
    tree.kernel(tree.memory)
    during = counted[0] - before
    done.set()
    counter.join()
    assert during > 10


@EVERY_GAME
def test_any_legal_action_can_be_taken_for_granted(facts):
    match = some_match(facts)
    view = match.view(match.turn)
    root = imagined(facts, view)
    for action in engine_of(facts).actions(root)[-2:]:
        alone = Search(engine_of(facts), root, 3, only=action)
        alone.run(100)
        assert alone.playouts == 100 and [one.action for one in alone.thoughts()] == [action]
        assert 0 <= alone.outlook().low <= alone.outlook().chance <= alone.outlook().high <= 1


@EVERY_GAME
def test_interpreted_and_compiled_searches_think_the_same(facts):
    match = some_match(facts, facts.players[0])
    root = imagined(facts, match.view(match.turn))
    runs = []
    for interpreted in (False, True):
        search = Search(engine_of(facts, interpreted), root, 9, sight=6)
        search.run(12)
        runs.append([(one.action, one.visits, pytest.approx(one.worth)) for one in search.thoughts()])
    assert runs[0] == runs[1]


@EVERY_GAME
def test_a_search_about_a_forced_move_is_about_that_move(facts):
    match = some_match(facts)
    root = imagined(facts, match.view(match.turn))
    action = engine_of(facts).actions(root)[0]
    search = Search(engine_of(facts), root, 1, only=action)
    search.run(300, thorough=True)
    assert [thought.action for thought in search.thoughts()] == [action]
    assert search.thoughts()[0].visits == search.playouts == 300
    assert search.thoughts()[0].chance == pytest.approx(search.outlook().chance)


@EVERY_GAME
def test_a_bot_that_is_stopped_decides_by_what_it_has_thought(facts):
    match = some_match(facts)
    view, moves = match.view(match.turn), match.moves()
    asked = []

    def stop():
        asked.append(True)
        return len(asked) > 3

    assert ararat.player("search:900s").choose(view, moves, 1, stop) in moves
    with pytest.raises(ararat.Interrupted):
        ararat.player("search:900s").choose(view, moves, 1, lambda: True)
    assert ararat.player("search:0s").choose(view, moves, 1) in moves


def thought(action, visits, worth, squares, victories):
    """A thought about a move that brought so much in all."""
    return thought_of(action, visits, np.array([worth, squares, victories]))


@EVERY_GAME
def test_a_bot_that_is_given_some_of_the_moves_plays_one_of_them_or_says_why_not(facts):
    match = some_match(facts)
    view, moves = match.view(match.turn), match.moves()
    bot = ararat.player("search:200")
    best = bot.choose(view, moves, 1)
    others = [move for move in moves if move != best]
    assert bot.choose(view, others, 1) in others
    with pytest.raises(ararat.BadBot, match="legal moves"):
        bot.choose(view, [{"move": "fly"}, {"move": "swim"}], 1)


def test_the_interval_around_a_chance_is_wilsons_and_doubt_the_standard_error_of_worth():
    found = thought(3, 100, 40.0, 25.0, 20.0)
    assert (found.chance, found.worth) == (0.2, 0.4)
    assert found.low == pytest.approx(0.1334, abs=1e-3) and found.high == pytest.approx(0.2888, abs=1e-3)
    assert found.doubt == pytest.approx(0.03)  # a variance of 0.25 - 0.4 ** 2, over a hundred
    assert thought(3, 50, 0.0, 0.0, 0.0).low == 0.0
    assert thought(3, 50, 25.0, 12.5, 25.0).doubt > 0, "playouts that all look alike prove little"


def test_slips_go_to_moves_that_look_nearly_as_good():
    class Lots:
        """Draws what it is told."""

        def choices(self, thoughts, weights):
            self.weights = weights
            return [thoughts[0]]

    thoughts = [thought(1, 100, 60.0, 60.0, 60.0), thought(2, 50, 29.0, 29.0, 29.0), thought(3, 10, 1.0, 1.0, 1.0)]
    lots = Lots()
    pick(thoughts, 0.1, lots)
    assert lots.weights[0] == 1.0 > lots.weights[1] > 0.7 and lots.weights[2] < 0.01
    assert pick(thoughts, 0.0, None) is thoughts[0]


@EVERY_GAME
def test_levels_are_five_and_see_further_the_stronger_they_are(facts):
    found = [effort_of(code, facts).level for code in levels()]
    assert len(found) == 5 and all(isinstance(level, Level) for level in found)
    for weaker, stronger in pairwise(found):
        assert weaker.sight <= stronger.sight and weaker.slips >= stronger.slips
        assert weaker != stronger
    assert found[-1].playouts == max(level.playouts for level in found)
    assert found[-1].slips == 0.0 and found[0].slips > 0.0


def test_searches_of_any_size_can_be_asked_for():
    facts = all_facts()["noah"]
    assert effort_of("search:2000", facts).level == Level(2000)
    assert effort_of("search:300/12", facts).level == Level(300, 12)
    assert effort_of("search:0.5s", facts).seconds == 0.5
    assert effort_of("greedy", facts) is None
    assert Level(5).sight == FAR


@TABLES
def test_no_other_move_looks_clearly_better_at_the_last_decision(facts, players):
    """The move tried most is the one to take: none has brought clearly more."""
    match = ararat.game(facts.slug).start(players=players, seed=3)
    last = None
    while not match.over:
        if len(match.moves()) > 1:
            last = match.copy()
        match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), len(match.history)))
    search = search_of(last)
    search.run(800)
    best = search.thoughts()[0]
    assert best.worth >= max(one.worth - 3 * one.doubt for one in search.thoughts()) - 0.02


@EVERY_GAME
def test_guides_weigh_every_legal_action(facts):
    rules, guide = engine_of(facts).rules, hooks_of(facts).old_guide
    match = some_match(facts)
    table = match._tables[0]
    actions, weights = np.zeros(rules.MOST_ACTIONS, np.int64), np.zeros(rules.MOST_ACTIONS)
    count = rules.list_actions(table, actions)
    guide.weigh(table, actions, count, weights)
    assert (weights[:count] > 0).all() and np.isfinite(weights[:count]).all()
    sensible = np.zeros(rules.MOST_ACTIONS, np.int64)
    few = guide.list_sensible(table, sensible)
    assert 0 < few <= count and set(sensible[:few]) <= set(actions[:count])
