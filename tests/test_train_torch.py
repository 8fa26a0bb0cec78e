"""Learning in PyTorch: the same net, the same hindsight, and runs that go on. Where PyTorch is, a GPU or not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ararat
from ararat.cli.app import run
from ararat.nets.plan import Plan
from ararat.train.crowd import settings_of
from ararat.train.gradient import Learner
from ararat.train.judging import hoped
from ararat.train.lists import Lists
from ararat.train.practice import Manner, hindsight
from ararat.train.run import Recipe
from ararat.train.sight import Eyes, width_of

SLUGS = ararat.games()
TINY = Manner(window=6, passes=1, lesson=64)


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not installed (the extra `train`)")


def far_in(slug, players, moves=20):
    batch = ararat.game(slug).batch(8, players, seed=5)
    for number in range(moves):
        batch.step(batch.draw(number))
    return batch


@pytest.mark.parametrize("slug", SLUGS)
def test_a_net_thinks_the_same_in_pytorch_at_tables_of_all_sizes(torch, slug):
    from ararat.train import torch_net

    facts = ararat.game(slug).facts
    plan, settings = Plan(facts), settings_of(facts, facts.players, False)
    weights = plan.random(1)
    learner, net = Learner(plan, weights), torch_net.TorchNet(plan, weights, torch.device("cpu"))
    sight = torch_net.Sight(plan, settings, torch.device("cpu"))
    for number, (players, options) in enumerate(settings):
        batch = far_in(slug, players)
        offsets, actions = batch.legal()
        goes_on = ~batch.over
        lists = Lists(actions, np.diff(offsets)).some(np.flatnonzero(goes_on))
        seen, seats = batch.observations()[goes_on], np.full(goes_on.sum(), players)
        inputs = Eyes(plan, players, options).see(seen).dense(width_of(plan))
        wide = np.zeros((len(seen), sight.numbers), np.float32)
        wide[:, : seen.shape[1]] = seen
        found = sight.see(torch.as_tensor(wide).to(torch.int16), torch.full((len(seen),), number))
        np.testing.assert_allclose(found.numpy(), inputs, atol=1e-6)
        thought = learner.think(inputs, seats, lists)
        places = np.arange(len(lists.actions)) - lists.starts[lists.rows]
        listed = np.full((len(seen), lists.lengths.max()), torch_net.NOTHING)
        listed[lists.rows, places] = lists.actions
        with torch.no_grad():
            chances, shares = net.think(found, torch.as_tensor(seats), torch.as_tensor(listed))
        np.testing.assert_allclose(chances.exp()[:, :-1].numpy(), thought.chances, atol=1e-5)
        np.testing.assert_allclose(shares.numpy()[lists.rows, places], thought.shares, atol=1e-3)
        np.testing.assert_allclose(shares.exp().sum(1).numpy(), 1, atol=1e-4)
        np.testing.assert_allclose(learner.chances(inputs, seats), thought.chances, atol=1e-6)


def test_hindsight_is_the_same_in_pytorch(torch):
    from ararat.train import torch_practice

    random, tables, moments, most = np.random.default_rng(2), 40, 12, 5
    seats = random.integers(1, most + 1, tables)
    there = np.arange(most) < seats[:, None]
    chances = (random.random((moments, tables, most)) * there).astype(np.float32)
    turns = random.integers(0, seats, (moments, tables))
    won = (random.random((moments, tables, most)) * there).astype(np.float32)
    ended = random.random((moments, tables)) < 0.2
    last = random.integers(0, seats), (random.random((tables, most)) * there).astype(np.float32)
    told, counts = hindsight(seats, chances, turns, won, ended, last, 0.9)
    given = (torch.as_tensor(one) for one in (turns, chances, won, ended))
    nothing = torch.zeros(0)
    past = [
        torch_practice.Moment(nothing, None, turn, nothing, nothing, chance, victory, end, nothing, nothing)
        for turn, chance, victory, end in zip(*given, strict=True)
    ]
    found, known = torch_practice.hindsight(torch.as_tensor(seats), past, tuple(map(torch.as_tensor, last)), 0.9)
    np.testing.assert_allclose(found.numpy(), told, atol=1e-6)
    assert (known.numpy() == counts).all()


def test_rows_of_a_table_lead_back_as_pytorch_does_it(torch):
    from ararat.train.torch_net import Rows

    table = torch.rand(5, 3, requires_grad=True)
    numbers = torch.tensor([[0, 4, 4], [1, 0, 0]])
    given = torch.rand(2, 3, 3)
    (found,) = torch.autograd.grad((Rows.apply(table, numbers) * given).sum(), table)
    (plain,) = torch.autograd.grad((table[numbers] * given).sum(), table)
    torch.testing.assert_close(found, plain)


def test_lists_are_rows_of_legal_actions_and_of_long_ones_some(torch, monkeypatch):
    from ararat.train import torch_net, torch_practice

    monkeypatch.setattr(torch_practice, "MOST_LISTED", 8)
    facts = ararat.game("ark-and-noah").facts
    plan = Plan(facts)
    net = torch_net.TorchNet(plan, plan.random(1), torch.device("cpu"))
    crowd = torch_practice.TorchCrowd(net, settings_of(facts, [2, 3], False), 16, 3, "cpu")
    lengths = set()
    for number in range(24):
        crowd.now = number % 2
        offsets, actions = crowd.batch.legal()
        for row, listed in enumerate(crowd.legal().tolist()):
            legal = actions[offsets[row] : offsets[row + 1]].tolist()
            some = [action for action in listed if action != torch_net.NOTHING]
            assert len(some) == len(set(some)) == min(len(legal), 8)
            assert some == listed[: len(some)] and (set(some) <= set(legal) if len(legal) > 8 else some == legal)
            lengths.add(len(legal))
        crowd.batch.step(crowd.batch.draw(number))
    assert min(lengths) < 8 < max(lengths)


def test_what_is_lost_at_a_decision_does_not_hang_on_how_long_its_list_is(torch):
    from ararat.train import torch_lessons, torch_net, torch_practice

    facts = ararat.game("noah").facts
    plan = Plan(facts)
    net = torch_net.TorchNet(plan, plan.random(1), torch.device("cpu"))
    crowd = torch_practice.TorchCrowd(net, settings_of(facts, [2, 3], False), 8, 3, "cpu")
    crowd.now = 1
    past = torch_practice.play(crowd, TINY)
    assert (past.settings == 1).all() and len(past.seen) == 8 * TINY.window
    loss, told = torch_lessons.losses(crowd, past, past.rows, TINY)
    past.listed = past.listed[:, : int((past.listed != torch_net.NOTHING).sum(1).max())]
    again, same = torch_lessons.losses(crowd, past, past.rows, TINY)
    torch.testing.assert_close(torch.stack([loss, *told]), torch.stack([again, *same]))
    assert told[2] == 0, "nothing has moved yet"


@pytest.mark.parametrize("afterstates", [False, True])
def test_a_run_in_pytorch_learns_is_judged_stops_and_goes_on(torch, tmp_path, afterstates):
    from ararat.train.torch_run import TorchRun

    manner = replace(TINY, afterstates=afterstates)
    recipe = Recipe(
        "animals-on-board", (2, 3), False, 384, tables=16, judged=2, matches=2, bots=("random",), manner=manner
    )
    weights = []
    for stops in (2, 99):
        begun = TorchRun(tmp_path, recipe)
        begun.open()
        if weights:
            assert (begun.learner.weights == weights[-1]).all() and begun.practices == 2
            assert (begun.net.weights.detach().numpy() == weights[-1]).all()
            assert int(begun.teacher.state[begun.net.weights]["step"]) == begun.adam.steps > 0
        begun.go(lambda run=begun, most=stops: run.practices >= most, lambda entry: None)
        weights.append(begun.learner.weights.copy())
        begun.folder.close()
    assert begun.is_over and (weights[0] != weights[1]).any() and np.isfinite(weights[1]).all()
    assert [entry["players"] for entry in begun.folder.log if "against" in entry] == [2, 3] * 2
    found = ararat.player(f"net:{tmp_path / 'net.npz'}:2")
    match = ararat.game("animals-on-board").start(players=2, seed=1)
    assert found.choose(match.view(match.turn), match.moves(), 1) in match.moves()


def test_whoever_weighs_by_what_moves_lead_to_takes_a_victory_that_is_there():
    facts = ararat.game("animals-on-board").facts
    learner, batch = Learner(Plan(facts), Plan(facts).random(1)), far_in("animals-on-board", 2, 0)
    while not batch.over.any():
        rows = np.flatnonzero(~batch.over)
        actions = hoped(learner, Eyes(learner.plan, 2, batch.options), batch, rows)
        offsets, legal = batch.legal()
        for row, action in zip(rows, actions, strict=True):
            listed = legal[offsets[row] : offsets[row + 1]]
            assert action in listed
            after = batch.fork(np.full(len(listed), row))
            mover, done = batch.turns[row], after.step(listed)
            wins = done.ended & (done.rewards[:, mover] == 1)
            assert not wins.any() or wins[listed == action].all()
        given = np.full(len(batch), -1)
        given[rows] = actions
        batch.step(given)


@pytest.mark.parametrize(
    "given", [("--device", "tpu"), ("--device", "cuda"), ("--afterstates",)], ids=["unknown", "none", "on a CPU"]
)
def test_a_device_that_is_not_there_is_one_sentence(tmp_path, capsys, monkeypatch, given):
    monkeypatch.setattr("ararat.batch.cuda.has_gpu", lambda: False)
    assert run(["train", "noah", str(tmp_path / "run"), *given]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "run").exists()
