"""Learning from the rules alone: the way back through the net, and runs that stop and go on."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

import ararat
from ararat.cli.app import run
from ararat.cli.screen import Screen
from ararat.core.contract import TOUCHES
from ararat.nets.net import Net, load
from ararat.nets.plan import Plan, Sizes
from ararat.nets.reference import look, weigh
from ararat.nets.wiring import AFTERSTATES
from ararat.train.considering import ENOUGH, Considered, consider, wired
from ararat.train.crowd import Crowd
from ararat.train.folder import Folder
from ararat.train.gradient import Adam, Learner
from ararat.train.lists import Lists
from ararat.train.practice import SOFTNESS, Manner, Past, hindsight, learn, look_aside, made_of, play
from ararat.train.run import Recipe, Run
from ararat.train.sight import Eyes, width_of


def some_lists(random, plan, count):
    lengths = random.integers(1, 6, count)
    actions, touched = random.integers(0, plan.actions, lengths.sum()), None
    if plan.touched is not None:
        some = random.integers(0, len(plan.touched.names), (4, len(actions), TOUCHES))
        touched = np.bitwise_or.reduce(1 << some) * (random.random((len(actions), TOUCHES)) < 0.7)
    return Lists(actions, lengths, touched)


@pytest.mark.parametrize("slug", ["noah", "animals-on-board"])
def test_the_way_back_is_the_slope_of_the_way_there(slug):
    facts, random = ararat.game(slug).facts, np.random.default_rng(3)
    plan = Plan(facts, Sizes(4, 6, 5, 4))
    weights = plan.random(1).astype(np.float64)
    weights += random.normal(0, 0.1, len(weights))
    lists, seats = some_lists(random, plan, 10), random.integers(1, plan.seats + 1, 12)
    inputs = random.normal(0, 1, (12, width_of(plan))) * (random.random((12, width_of(plan))) < 0.05)
    target = random.random((12, plan.seats)) * (np.arange(plan.seats) < seats[:, None])
    target /= np.maximum(target.sum(axis=1, keepdims=True), 1)
    pulls = random.normal(0, 1, len(lists.actions))

    def loss(weights):
        thought = Learner(plan, weights).think(inputs, seats, lists)
        lost = np.where(seats == 1, 1 - thought.chances[:, 0], 1)
        there = np.arange(plan.seats) < seats[:, None]
        logs = np.log(np.where(there, thought.chances, 1))
        alone = (1 - target[:, 0]) * np.log(lost)
        return thought, -(target * logs).sum() - alone[seats == 1].sum() + pulls @ thought.shares

    thought, _ = loss(weights)
    values = (thought.chances - target) * (np.arange(plan.seats) < seats[:, None])
    values[seats > 1] = np.where(
        np.arange(plan.seats) < seats[seats > 1, None],
        thought.chances[seats > 1] * target[seats > 1].sum(axis=1, keepdims=True) - target[seats > 1],
        0,
    )
    scores = pulls - np.exp(thought.shares) * lists.sums(pulls)[lists.rows]
    gradient = Learner(plan, weights).lead_back(thought, values, scores)
    for name, part in plan.parts(gradient).items():
        direction = np.zeros_like(weights)
        plan.parts(direction)[name][:] = random.normal(0, 1, part.shape)
        slope = (loss(weights + 1e-6 * direction)[1] - loss(weights - 1e-6 * direction)[1]) / 2e-6
        assert slope == pytest.approx(gradient @ direction, rel=1e-4, abs=1e-6), name


@pytest.mark.parametrize("slug", ["noah", "animals-on-board"])
def test_what_is_seen_is_what_the_plan_reads(slug):
    game, plan = ararat.game(slug), Plan(ararat.game(slug).facts)
    batch = game.batch(5, players=3, seed=1)
    for number in range(5):
        batch.step(batch.draw(number))
    seen = Eyes(plan, 3, {}).see(batch.observations())
    learner, lists = Learner(plan, plan.random(2)), Lists.of(batch)
    assert (lists.touched is None) is (slug == "noah")
    thought = learner.think(seen.dense(width_of(plan)), np.full(5, 3), lists)
    for number, observation in enumerate(batch.observations()):
        sight = look(plan, learner.weights, plan.reading(3), 3, observation)
        np.testing.assert_allclose(thought.chances[number, :3], sight.values, atol=1e-4)
        at = slice(lists.starts[number], lists.starts[number] + lists.lengths[number])
        liked = weigh(plan, learner.weights, sight, batch.tables[number], lists.actions[at])
        np.testing.assert_allclose(thought.shares[at], liked - np.logaddexp.reduce(liked), atol=1e-4)
    some = np.array([3, 0])
    assert (seen.some(some).dense(width_of(plan)) == seen.dense(width_of(plan))[some]).all()
    one, both = lists.some(some), Lists.joined([lists.some(some[:1]), lists.some(some[1:])])
    at = slice(lists.starts[3], lists.starts[3] + lists.lengths[3])
    for name in ("actions", "touched") if lists.touched is not None else ("actions",):
        assert (getattr(one, name)[: lists.lengths[3]] == getattr(lists, name)[at]).all()
        assert (getattr(one, name) == getattr(both, name)).all()


def test_a_decision_is_compared_with_the_next_one_of_its_seat_or_with_the_end():
    """Two seats in turn; the match ends with the third decision, won by seat 1; then seat 0 decides twice."""
    chances = np.array([[[0.5, 0.5]], [[0.6, 0.4]], [[0.7, 0.3]], [[0.5, 0.5]]], np.float32)
    turns, won = np.array([[0], [1], [0], [0]]), np.zeros((4, 1, 2), np.float32)
    won[2, 0, 1] = 1
    ended = np.array([[False], [False], [True], [False]])
    last = np.array([0]), np.array([[0.9, 0.1]], np.float32)
    found, counts = hindsight(np.array([2]), chances, turns, won, ended, last, fading=0.5)
    np.testing.assert_allclose(found[:, 0], [0.5 * 0.7, 1, 0, 0.9], atol=1e-6)
    assert counts.all()
    *_, counts = hindsight(np.array([2]), chances[:2], turns[:2], won[:2], ended[:2] & False, last, fading=0.5)
    assert counts.tolist() == [True, False]


# --- From searches ------------------------------------------------------------------------------

SMALL = Sizes(4, 6, 5, 4)


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("ARARAT_INTERPRETED", "1")


def test_what_a_search_thought_is_the_same_on_any_cores_and_counts_every_playout(interpreted, monkeypatch):
    facts = ararat.game("noah").facts
    net, lists = Net.untrained(facts, 1, SMALL), None
    found = []
    for cores in ("1", "3"):
        monkeypatch.setenv("ARARAT_CORES", cores)
        crowd = Crowd(net.plan, [(2, {}), (3, {})], 4, seed=5)
        _, lists = crowd.look()
        chances = np.full((4, net.plan.seats), 0.2, np.float32)
        found.append(consider(wired(net, crowd), crowd, lists, chances, 4, np.random.default_rng(2)))
    one, same = found
    for name in ("shares", "hopes", "tried", "chances"):
        assert (getattr(one, name) == getattr(same, name)).all(), name
    np.testing.assert_allclose(lists.sums(np.exp(one.shares)), 1, atol=1e-4)
    assert {*(4 * np.exp(one.shares)).round(3)} <= {0, 1, 2, 3, 4}
    np.testing.assert_allclose(one.chances[lists.lengths > 1].sum(axis=1), 1, atol=1e-5)
    # The seat in turn hopes for what its moves brought, each as often as it was tried.
    brought = lists.sums(np.exp(one.shares) * one.hopes)
    np.testing.assert_allclose(brought[lists.lengths > 1], one.chances[lists.lengths > 1, 0], atol=1e-4)
    assert (one.tried == (np.exp(one.shares) * 4 >= ENOUGH - 1e-3) & (lists.lengths[lists.rows] > 1)).all()


def test_a_policy_learns_what_a_search_chose(interpreted, monkeypatch):
    """A search that always chooses the last move listed makes that the likeliest one."""
    facts = ararat.game("noah").facts
    plan = Plan(facts, SMALL)
    learner, crowd = Learner(plan, plan.random(1)), Crowd(plan, [(2, {})], 8, seed=5)

    def chosen(wirings, crowd, lists, chances, playouts, chance):
        shares = np.full(len(lists.actions), 1e-6, np.float32)
        shares[lists.starts + lists.lengths - 1] = 1
        nothing = np.zeros(len(shares))
        return Considered(np.log(shares), nothing, nothing > 0, chances)

    monkeypatch.setattr("ararat.train.practice.consider", chosen)
    manner, chance = Manner(window=8, passes=12, lesson=16, rate=0.02, playouts=5), np.random.default_rng(1)
    first = learner.weights.copy()
    past = play(learner, crowd, manner, chance)
    assert (past.chosen == past.lists.lengths - 1).all()

    def likeliness(weights):
        thought = Learner(plan, weights).think(past.sights.dense(width_of(plan)), past.seats, past.lists)
        return thought.shares[past.lists.starts + past.chosen].mean()

    learn(learner, Adam(plan.size), past, manner, manner.rate, chance)
    assert likeliness(learner.weights) > 0.5 * likeliness(first)


def test_where_moves_are_weighed_by_what_they_lead_to_a_search_teaches_chances_alone(interpreted):
    facts = ararat.game("noah").facts
    plan = Plan(facts, SMALL)
    learner, crowd = Learner(plan, plan.random(1)), Crowd(plan, [(2, {})], 8, seed=5)
    manner, chance = Manner(8, 6, 16, rate=0.01, playouts=2, afterstates=True), np.random.default_rng(1)
    assert made_of(manner) == {"priors": AFTERSTATES}
    first = {name: part.copy() for name, part in learner.parts.items()}
    past = play(learner, crowd, manner, chance)
    told = [learn(learner, Adam(plan.size), past, manner, manner.rate, chance)["loss"] for _ in range(4)]
    assert told[-1] < told[0]
    of_policy = {"policy", "features", "policy.out", "taste"} | {name for name in first if name.endswith(".policy")}
    assert all((learner.parts[name] == first[name]).all() == (name in of_policy) for name in first)


def test_other_moves_that_a_search_tried_are_learnt_from_too(interpreted):
    """As they would have looked to whoever moved, for what they brought in the search; the rest of the chances is
    shared among the others as before."""
    facts = ararat.game("noah").facts
    plan, crowd = Plan(facts, SMALL), Crowd(Plan(facts, SMALL), [(3, {})], 4, seed=5)
    sights, lists = crowd.look()
    places, chances = np.arange(len(lists.actions)), np.full((4, plan.seats), 0.0, np.float32)
    chances[:, :3] = 0.5, 0.3, 0.2
    hopes, tried = (
        np.full(len(places), 0.25, np.float32),
        places - lists.starts[lists.rows] < 2,
    )  # the first two of each
    considered = Considered(np.zeros(len(places)), hopes, tried & (lists.rows != 3), chances)
    before, aside = crowd.turns, look_aside(crowd, lists, considered, np.zeros(4, int), np.random.default_rng(1))
    np.testing.assert_allclose(aside.chances[:, :3], np.tile([0.25, 0.45, 0.3], (4, 1)), atol=1e-6)
    assert aside.counts.tolist() == [True, True, True, False] and (crowd.turns == before).all()
    crowd.step(lists.actions[lists.starts + 1])
    assert (crowd.look_back(before).dense(width_of(plan))[:3] == aside.sights.dense(width_of(plan))[:3]).all()
    past = Past(sights, lists, *([np.zeros(4)] * 4), chances, np.ones(4), aside.sights, np.arange(4) < 1, aside)
    seen, rows, told = past.seen(np.array([1, 0, 3, 2]), np.array([0, 1]))
    assert rows.tolist() == [1, 0, 3, 2, 0, 1] and len(seen.lengths) == 6
    np.testing.assert_allclose(told[:, 0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.25])


def test_moves_are_drawn_by_a_power_of_what_a_search_gave_them(interpreted, monkeypatch):
    facts = ararat.game("noah").facts
    plan, favourites = Plan(facts, SMALL), {}

    def third(wirings, crowd, lists, chances, playouts, chance):
        shares = np.full(len(lists.actions), 1e-6)
        shares[lists.starts], shares[lists.starts + lists.lengths - 1] = 0.6, 0.4
        return Considered(np.log(shares), shares, shares < 0, chances)

    monkeypatch.setattr("ararat.train.practice.consider", third)
    for sharpness in (1, 8):
        crowd, manner = Crowd(plan, [(3, {})], 64, seed=5), Manner(window=8, playouts=5, sharpness=sharpness)
        past = play(Learner(plan, plan.random(1)), crowd, manner, np.random.default_rng(1))
        favourites[sharpness] = (past.chosen == 0)[past.lists.lengths > 1].mean()
    # Of some hundreds, by fixed lots: 0.6, and 0.6 to the eighth power beside 0.4 to the eighth.
    assert favourites[1] == pytest.approx(0.6, abs=0.08) and favourites[8] == pytest.approx(0.96, abs=0.04)


def test_a_run_goes_on_from_the_net_of_another_as_a_search_takes_it(tmp_path):
    facts = ararat.game("noah").facts
    net = Net.untrained(facts, 1, SMALL)
    net.made["softness"] = 2
    net.save(tmp_path / "net.npz")
    for playouts, softness in ((0, 1), (3, 2)):
        recipe = replace(TINY, start=str(tmp_path / "net.npz"), manner=Manner(2, 1, 8, playouts=playouts))
        run = Run(tmp_path / "run", recipe)
        assert run.plan.sizes == SMALL
        taste = run.plan.parts(run.learner.weights)["taste"]
        np.testing.assert_allclose(taste * softness, net.plan.parts(net.weights)["taste"], rtol=1e-3, atol=1e-6)
        assert made_of(recipe.manner)["softness"] == (1 if playouts else SOFTNESS)


def test_a_net_says_what_it_has_learnt_in_all_and_which_net_it_went_on_from(tmp_path):
    facts = ararat.game("noah").facts
    net = Net.untrained(facts, 1, SMALL)
    net.made |= {"steps": 1000, "infers": True}
    net.save(tmp_path / "before.npz")
    recipe = replace(TINY, start=str(tmp_path / "before.npz"))
    gone(tmp_path / "run", recipe=recipe)
    after = load(tmp_path / "run" / "net.npz", facts)
    assert after.made["steps"] == 1048 and after.infers
    assert after.made["from"] == load(tmp_path / "before.npz", facts).mark != after.mark
    assert str(tmp_path) not in json.dumps(after.made), "where it lay is nobody's business"


def test_tables_begin_at_all_points_of_a_match():
    plan = Plan(ararat.game("opti-mix").facts, SMALL)
    together, apart = (Crowd(plan, [(3, {})], 400, seed=5) for _ in range(2))
    apart.scatter(seed=5)
    found = {}
    for name, crowd in (("together", together), ("apart", apart)):
        (batch,), ends = crowd.batches, []
        for moment in range(72):  # about a match
            _, ended = crowd.step(batch.draw(moment))
            ends.append(int(ended.sum()))
        found[name] = np.add.reduceat(ends, [0, 24, 48])
    assert found["together"][0] == 0 and found["together"][2] > 150
    assert (found["apart"] > 80).all(), found["apart"]  # about a third each of some 400


# --- Runs ---------------------------------------------------------------------------------------

TINY = Recipe(
    "noah", (1, 3), variants=False, steps=48, tables=8, judged=2, matches=2, bots=("random",), manner=Manner(2, 1, 8)
)


def entries(folder):
    return (folder / "log.jsonl").read_text().splitlines()


def gone(folder, *stops, recipe=TINY):
    """A run that is stopped after so many practices, and goes on."""
    for stop in (*stops, 99):
        run = Run(folder, recipe)
        run.open()
        run.go(lambda run=run, stop=stop: run.practices >= stop, lambda entry: None)
        run.folder.close()
    return run


def test_a_run_that_was_stopped_comes_to_the_same_as_one_that_was_not(tmp_path):
    straight, stopped = gone(tmp_path / "a"), gone(tmp_path / "b", 1)
    assert straight.is_over and straight.practices == 3
    assert (straight.learner.weights == stopped.learner.weights).all()
    assert entries(tmp_path / "a") == entries(tmp_path / "b")
    assert sum("against" in line for line in entries(tmp_path / "a")) == 2
    net = load(tmp_path / "a" / "net.npz", straight.facts)
    assert net.made["seed"] == 0 and net.made["practices"] == 3
    np.testing.assert_allclose(net.weights, straight.learner.weights, rtol=1e-3, atol=1e-6)


def test_a_run_for_so_many_minutes_counts_those_that_it_practised(tmp_path, monkeypatch):
    """Of a clock that goes on by ten seconds each time it is looked at; before and after a practice, it is."""
    ticks = count(0, 10)
    monkeypatch.setattr("ararat.train.run.time.monotonic", lambda: float(next(ticks)))
    recipe = replace(TINY, steps=1, minutes=1, judged=3)
    straight, stopped = gone(tmp_path / "a", recipe=recipe), gone(tmp_path / "b", 2, 4, recipe=recipe)
    assert straight.practices == stopped.practices == 6 and straight.is_over
    assert (straight.learner.weights == stopped.learner.weights).all()
    assert entries(tmp_path / "a") == entries(tmp_path / "b")
    judged = [entry for entry in straight.folder.log if "against" in entry]
    assert [(entry["practices"], entry["seconds"]) for entry in judged] == [(0, 0), (3, 30), (6, 60)]


def test_so_does_one_that_learns_from_searches(tmp_path, interpreted):
    recipe = replace(TINY, steps=8, tables=2, players=(3,), judged=1, matches=1, manner=Manner(2, 1, 8, playouts=2))
    straight, stopped = gone(tmp_path / "a", recipe=recipe), gone(tmp_path / "b", 1, recipe=recipe)
    assert (straight.learner.weights == stopped.learner.weights).all()


@pytest.mark.parametrize(
    "name, content, key",
    [
        ("recipe.json", b'{"seed": 2}', "train.other"),
        ("recipe.json", b"[", "arena.damaged"),
        ("checkpoint.npz", b"cut short", "arena.damaged"),
        ("notes.txt", b"mine", "train.not-ours"),
    ],
)
def test_folders_that_are_no_such_run_are_left_alone(tmp_path, name, content, key):
    if key != "train.not-ours":
        (tmp_path / "recipe.json").write_text('{"seed": 1}')
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ararat.AraratError) as refused:
        Folder(tmp_path, {"seed": 1}).open()
    assert refused.value.key == key and all(refused.value.text_in(language) for language in ("fr", "it"))
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize(
    "given",
    [
        *(("--players", "2,9"), ("--players", "two"), ("--bots", "lion"), ("--from", "nowhere.npz")),
        ("--device", "cuda", "--playouts", "5"),
    ],
)
def test_what_can_not_be_learnt_or_judged_is_refused_before_anything_is_written(tmp_path, capsys, given):
    assert run(["train", "noah", str(tmp_path / "run"), *given]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_ctrl_c_waits_until_what_is_begun_is_kept_and_the_same_command_goes_on(tmp_path, monkeypatch, capsys):
    practise, tiny = (
        Run.practise,
        "--players 3 --no-variants --steps 512 --tables 8 --matches 2 --judged 1 --bots random",
    )
    interrupted = lambda self: (os.kill(os.getpid(), signal.SIGINT), practise(self))[1]  # noqa: E731
    monkeypatch.setattr(Screen, "prepare", lambda *given: None)  # it is tested elsewhere, and takes its time
    monkeypatch.setattr(Run, "practise", interrupted)
    command = ["train", "noah", str(tmp_path / "run"), *tiny.split()]
    assert run(command) == 130
    assert "Stopped" in capsys.readouterr().out and len(entries(tmp_path / "run")) == 2
    monkeypatch.setattr(Run, "practise", practise)
    assert run(command) == 0
    assert "random" in capsys.readouterr().out and len(entries(tmp_path / "run")) == 4
    assert {path.name for path in (tmp_path / "run").iterdir()} >= {"recipe.json", "checkpoint.npz", "net.npz"}
    assert run([*command, "--seed", "1"]) == 2
