"""Learning in PyTorch: the same net, trees on a pretended GPU, what searches teach, and runs that go on."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import ararat
from ararat.cli.app import run
from ararat.cli.training import USUAL_PLAYOUTS, manner_on, sizes_on
from ararat.core.contract import TOUCHES
from ararat.core.hooks import hooks_of
from ararat.nets.net import LARGEST, Net, load
from ararat.nets.plan import Plan, Sizes
from ararat.train.crowd import settings_of
from ararat.train.gradient import Learner
from ararat.train.judging import hoped
from ararat.train.lists import Lists
from ararat.train.practice import Manner
from ararat.train.run import Recipe
from ararat.train.sight import Eyes, width_of

from .cuda.pretended import pretended_gpu

SLUGS = ararat.games()
TINY = Manner(window=3, passes=2, lesson=8, playouts=4, fading=0.8)
SMALL = Sizes(row=4, wide=8, deep=4, keen=4)


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not installed (the extra `train`)")


@pytest.fixture
def gpu(torch, monkeypatch):
    """A pretended GPU for tables and trees; the net is on the CPU."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    torch.manual_seed(1)
    with pretended_gpu():
        yield


def far_in(slug, players, moves=20):
    batch = ararat.game(slug).batch(8, players, seed=5)
    for number in range(moves):
        batch.step(batch.draw(number))
    return batch


def crowd_of(slug, counts, tables=4, device="cpu"):
    """Tables of some player counts, and a forest for them."""
    import torch

    from ararat.train import torch_forest, torch_net, torch_practice

    facts = ararat.game(slug).facts
    plan, settings = Plan(facts, SMALL), settings_of(facts, counts, False)
    net = torch_net.TorchNet(plan, plan.random(1), torch.device("cpu"))
    crowd = torch_practice.TorchCrowd(net, settings, tables, 3, device)
    longest = torch_practice.longest_of(facts, settings)
    return crowd, torch_forest.Forest(net, crowd.sight, crowd.players, tables, longest, TINY.playouts)


# --- The net ------------------------------------------------------------------------------------


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
        goes_on = ~batch.over
        lists = Lists.of(batch).some(np.flatnonzero(goes_on))
        seen, seats = batch.observations()[goes_on], np.full(goes_on.sum(), players)
        inputs = Eyes(plan, players, options).see(seen).dense(width_of(plan))
        wide = np.zeros((len(seen), sight.numbers), np.float32)
        wide[:, : seen.shape[1]] = seen
        found = sight.see(torch.as_tensor(wide).to(torch.int16), torch.full((len(seen),), number))
        np.testing.assert_allclose(found.numpy(), inputs, atol=1e-6)
        thought = learner.think(inputs, seats, lists)
        at = lists.rows, np.arange(len(lists.actions)) - lists.starts[lists.rows]
        listed = np.full((len(seen), lists.lengths.max()), torch_net.NOTHING)
        listed[at], touched = lists.actions, None
        assert net.touches is (lists.touched is not None)
        if lists.touched is not None:
            touched = torch.zeros(*listed.shape, TOUCHES, dtype=torch.long)
            touched[at] = torch.as_tensor(lists.touched)
        with torch.no_grad():
            chances, shares = net.think(found, torch.as_tensor(seats), torch.as_tensor(listed), touched)
        np.testing.assert_allclose(chances.exp()[:, :-1].numpy(), thought.chances, atol=1e-5)
        np.testing.assert_allclose(shares.numpy()[at], thought.shares, atol=1e-3)
        np.testing.assert_allclose(shares.exp().sum(1).numpy(), 1, atol=1e-4)
        np.testing.assert_allclose(learner.chances(inputs, seats), thought.chances, atol=1e-6)


def test_rows_of_a_table_lead_back_as_pytorch_does_it(torch):
    from ararat.train.torch_net import Rows

    table = torch.rand(5, 3, requires_grad=True)
    numbers = torch.tensor([[0, 4, 4], [1, 0, 0]])
    given = torch.rand(2, 3, 3)
    (found,) = torch.autograd.grad((Rows.apply(table, numbers) * given).sum(), table)
    (plain,) = torch.autograd.grad((table[numbers] * given).sum(), table)
    torch.testing.assert_close(found, plain)


# --- Practice -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_decision_is_what_its_table_shows_and_what_its_tree_found(gpu, torch, slug):
    from ararat.train import torch_net, torch_practice

    facts = ararat.game(slug).facts
    crowd, forest = crowd_of(slug, [facts.players[0], facts.players[-1]], device="cuda")
    hooks, crowd.now = hooks_of(facts), 1
    for _ in range(2):
        tables = crowd.batch.tables
        with torch.no_grad():
            found = torch_practice.decide(crowd, forest, TINY.playouts)
        assert found.turns.tolist() == tables["turn"].tolist()
        assert forest.visits.sum(1).tolist() == [TINY.playouts - 1] * len(tables)
        np.testing.assert_allclose(found.hopes.sum(2), 1, rtol=1e-4)
        np.testing.assert_allclose(found.wanted.exp().sum(1), 1, rtol=1e-4)
        for row, table in enumerate(tables):
            listed = np.zeros(hooks.rules.MOST_ACTIONS + 1, np.int64)
            count = hooks.guide.list_sensible(table, listed)
            assert found.listed[row].tolist()[:count] == listed[:count].tolist()
            assert (found.listed[row][count:] == torch_net.NOTHING).all()
            for seen, observe in ((found.seen, hooks.rules.observe), (found.opened, hooks.rules.observe_open)):
                told = np.zeros(crowd.sight.numbers, np.int16)
                observe(table, table.turn, told)
                assert (seen[row].numpy() == told).all()
        assert (crowd.batch.tables["turn"] >= 0).all(), "who is at the end begins anew"


def test_the_net_judges_tables_with_all_hands_open_for_every_seat(gpu, torch):
    from ararat.nets.reference import look

    crowd, forest = crowd_of("noah", [2, 4], device="cuda")
    facts, plan, crowd.now = ararat.game("noah").facts, crowd.net.plan, 1
    with torch.no_grad():
        found = forest.judge(crowd.batch, crowd.now)
    assert found.shape == (4, plan.seats)
    for row, table in enumerate(crowd.batch.tables):
        opened = np.zeros(crowd.sight.numbers, np.float32)
        hooks_of(facts).rules.observe_open(table, table.turn, opened)
        weights = crowd.net.weights.detach().numpy()
        told = look(plan, weights, plan.reading(4), 4, opened[: len(plan.reading(4).kind)])
        np.testing.assert_allclose(found[row, :4], np.roll(told.values, table.turn), atol=1e-5)


def searched(torch, visits, worths, logits=None, playouts=32):
    """What is wanted of moves that a search of one table tried so often, and that brought so much in all."""
    from ararat.core.gpu_search import SQUARES, WORTH
    from ararat.train import torch_net, torch_practice

    crowd, _ = crowd_of("noah", [3], tables=1)
    listed = torch.full((1, 8), torch_net.NOTHING, dtype=torch.int32)
    listed[0, : len(visits)] = torch.as_tensor(crowd.batch.legal()[1][: len(visits)])
    nothing, logits = torch.zeros(1, 1), torch.zeros(1, 8) if logits is None else logits
    sums = torch.zeros(1, 2, 4)
    sums[0, 0, WORTH], sums[0, 0, SQUARES] = playouts * 0.5, playouts * (0.25 + 0.01)
    padded = [torch.nn.functional.pad(torch.tensor([one]), (0, 8 - len(visits))) for one in (visits, worths)]
    root = listed, nothing, logits
    forest = SimpleNamespace(think=lambda *given: (nothing, nothing, *root), sums=sums, brought=nothing, known=nothing)
    forest.visits, forest.worths = padded
    crowd.take, crowd.step = torch.as_tensor, lambda actions: (actions, actions)
    return torch_practice.decide(crowd, forest, playouts).wanted[0].exp().tolist()


def test_moves_that_brought_more_than_others_become_likelier_the_surer_it_is(torch):
    much, some, little, rare, *rest = searched(torch, [10.0, 10.0, 10.0, 1.0], [6.0, 5.0, 4.0, 0.6])
    assert much > rare > some > little > 0 and max(rest) < 1e-6
    assert sum((much, some, little, rare)) == pytest.approx(1)


def test_moves_that_brought_the_same_stay_nearly_as_likely_as_they_were(torch):
    from ararat.train.torch_practice import FADING, MANY

    logits = torch.arange(8.0)[None]
    found = searched(torch, [10.0, 10.0, 10.0], [5.0, 5.0, 5.0], logits, playouts=MANY)
    plain = np.exp(FADING * np.arange(3.0))
    np.testing.assert_allclose(found[:3], plain / plain.sum(), rtol=1e-4)


def test_hindsight_is_what_came_next_and_what_that_was_thought_to_be(torch):
    from ararat.train import torch_practice

    random, tables, moments, most, fading = np.random.default_rng(2), 9, 7, 4, 0.7
    players = 3
    turns = random.integers(0, players, (moments, tables))
    hopes = random.random((moments, 2, tables, most)).astype(np.float32)
    won = random.random((moments, tables, most)).astype(np.float32)
    ended, last = random.random((moments, tables)) < 0.3, random.random((2, tables, most)).astype(np.float32)
    past = [
        SimpleNamespace(
            turns=torch.as_tensor(turn), hopes=torch.as_tensor(hope), won=torch.as_tensor(victory), ended=end
        )
        for turn, hope, victory, end in zip(turns, hopes, won, torch.as_tensor(ended), strict=True)
    ]
    found = torch_practice.hindsight(torch.tensor(players), past, torch.as_tensor(last), fading).numpy()
    assert found.shape == (2, moments * tables, most)
    for way in range(2):
        for table in range(tables):
            told = last[way, table]
            for moment in reversed(range(moments)):
                if ended[moment, table]:
                    told = won[moment, table]
                seen = [told[(turns[moment, table] + step) % players] for step in range(players)]
                np.testing.assert_allclose(found[way, moment * tables + table], [*seen, 0], rtol=1e-5)
                told = (1 - fading) * hopes[moment, way, table] + fading * told


def test_searches_are_short_until_something_is_known():
    pytest.importorskip("torch")
    from ararat.train.torch_practice import playouts_at

    assert [playouts_at(Manner(playouts=32), gone) for gone in (0, 0.05, 0.2, 0.5, 1)] == [8, 8, 16, 32, 32]
    assert playouts_at(Manner(playouts=2), 0) == 1


# --- Lessons ------------------------------------------------------------------------------------


def test_a_memory_keeps_what_is_newest_and_draws_from_all_of_it_alike(torch):
    from ararat.train import torch_lessons, torch_practice

    memory = torch_lessons.Memory(2)
    for number in range(4):
        told = torch.full((2, 3, 1), float(number))
        row = torch.arange(3) + 3 * number
        past = torch_practice.Past(row, row, row, row[:, None], row, row, told[0], told[1])
        memory.add(past)
        kept = memory.past.seen[memory.draw(13)].tolist()
        counts = [kept.count(row) for row in range(3 * number + 3)]
        newest = counts[-6:]
        assert sum(newest) == 13 and max(newest) - min(newest) <= 1
    assert memory.past.told[memory.draw(6)].unique().tolist() == [2, 3]


def test_what_is_lost_at_a_decision_does_not_hang_on_how_long_its_list_is(gpu, torch):
    from ararat.train import torch_lessons, torch_net, torch_practice

    crowd, forest = crowd_of("animals-on-board", [2, 3], device="cuda")
    crowd.now = 1
    past, told = torch_practice.play(crowd, forest, TINY, TINY.playouts)
    assert (past.settings == 1).all() and len(past.seen) == 4 * TINY.window and set(told) == {"spread", "entropy"}
    rows = torch.arange(len(past.seen))
    loss, numbers = torch_lessons.losses(crowd, past, rows)
    longest = int((past.listed != torch_net.NOTHING).sum(1).max())
    past.listed, past.wanted, past.touched = (
        one[:, :longest].clone() for one in (past.listed, past.wanted, past.touched)
    )
    again, same = torch_lessons.losses(crowd, past, rows)
    torch.testing.assert_close(torch.stack([loss, *numbers]), torch.stack([again, *same]))


@pytest.mark.parametrize("slug", ["noah", "opti-mix"])  # fewer points are better, and more
def test_what_a_match_brought_is_told_by_victory_and_by_points(gpu, torch, slug):
    crowd, _ = crowd_of(slug, [3], tables=64, device="cuda")
    told, ended = [], 0
    for number in range(400):
        given = crowd.take(crowd.batch.draw(number))
        of_points = (0.0, 1.0, 0.5)[number % 3]
        crowd.of_points = of_points
        found, over = crowd.step(given)
        assert (found[~over] == 0).all() and (found[:, 3:] == 0).all()
        torch.testing.assert_close(found[over].sum(1), torch.ones(int(over.sum())))
        for row in torch.nonzero(over)[:, 0].tolist():
            told.append((of_points, found[row, :3]))
        ended += int(over.sum())
    assert ended > 30
    assert all(set(shares.tolist()) & {1.0, 0.5} for of_points, shares in told if not of_points)
    assert all(float(shares.min()) > 0 and float(shares.max()) < 1 for of_points, shares in told if of_points == 1)
    half = [shares.sort().values.tolist() for of_points, shares in told if of_points == 0.5]
    alone = [(best, next_best) for _, next_best, best in half if best > 0.5 > next_best]
    assert len(alone) > 5  # and who wins leads by points, too
    assert all(best - 0.5 >= next_best - 1e-6 for best, next_best in alone)
    assert crowd.leads[0] > 1


def test_lessons_bring_the_net_nearer_to_what_searches_found(gpu, torch):
    from ararat.train import torch_lessons, torch_practice

    crowd, forest = crowd_of("opti-mix", [3], device="cuda")
    teacher = torch.optim.Adam([crowd.net.weights], 1e-2)
    past, _ = torch_practice.play(crowd, forest, TINY, TINY.playouts)
    lessons = torch_lessons.Lessons(crowd, teacher, TINY)
    told = [lessons.learn(past) for _ in range(12)]
    for name in ("loss", "by_eyes", "unlike"):
        assert told[-1][name] < told[0][name]


# --- Runs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["animals-on-board", "noah"])
def test_a_run_in_pytorch_learns_is_judged_stops_and_goes_on(gpu, torch, tmp_path, slug):
    from ararat.train.torch_run import TorchRun

    judged = {"judged": 2, "matches": 2, "bots": ("random",)}
    recipe = Recipe(slug, (2, 3), False, 48, tables=4, device="cuda", sizes=SMALL, manner=TINY, **judged)
    kept = None
    for stops in (2, 99):
        begun = TorchRun(tmp_path, recipe)
        begun.open()
        if kept is not None:
            assert begun.practices == 2 and begun._arrays().keys() == kept.keys()
            for name, array in begun._arrays().items():
                assert np.array_equal(array, kept[name]), name
        begun.go(lambda run=begun, most=stops: run.practices >= most, lambda entry: None)
        before, kept = kept, begun._arrays()
        begun.folder.close()
    assert begun.is_over and begun.practices == 4 and kept["lessons"] == 4 * 3
    assert (before["weights"] != kept["weights"]).any() and (kept["late"] != kept["weights"]).any()
    assert np.isfinite(kept["weights"]).all() and (begun.learner.weights == kept["late"]).all()
    assert [entry["players"] for entry in begun.folder.log if "against" in entry] == [2, 3] * 2
    assert load(tmp_path / "net.npz", begun.facts).judges_openly
    found = ararat.player(f"net:{tmp_path / 'net.npz'}:2")
    match = ararat.game(slug).start(players=2, seed=1)
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
    "given",
    [("--device", "tpu"), ("--device", "cuda"), ("--afterstates",), ("--device", "cuda", "--afterstates")],
    ids=["unknown", "none", "no search", "on a GPU"],
)
def test_a_device_that_is_not_there_is_one_sentence(tmp_path, capsys, monkeypatch, given):
    monkeypatch.setattr("ararat.batch.cuda.has_gpu", lambda: False)
    assert run(["train", "noah", str(tmp_path / "run"), *given]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and ("CPU" in said[0]) is ("--afterstates" in given)
    assert not (tmp_path / "run").exists()


def test_on_a_gpu_there_is_always_a_search_as_long_as_was_asked_for():
    assert [manner_on("cuda", False, playouts).playouts for playouts in (0, 8)] == [USUAL_PLAYOUTS, 8]
    assert not manner_on("cpu", False, 0).playouts


@pytest.mark.parametrize("slug", SLUGS)
def test_a_net_that_learns_on_a_gpu_is_as_large_as_may_ship(tmp_path, slug):
    facts = ararat.game(slug).facts
    Net.untrained(facts, 1, sizes_on("cuda", facts)).save(tmp_path / "net.npz")
    assert (tmp_path / "net.npz").stat().st_size <= LARGEST
    assert sizes_on("cpu", facts) == Sizes() != sizes_on("cuda", facts)
