"""The lane of GPUs on any machine: a GPU is pretended; batches there are equal to those of the CPU, and trees grow."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import ararat
from ararat.batch import cuda
from ararat.core.contract import TOUCHES
from ararat.core.gpu_search import ACTION, CHILD, MOVER, REAL, SIBLING, VISITS, WHOLE, WORTH
from ararat.core.hooks import hooks_of
from ararat.core.table import NOBODY
from ararat.core.tree import NONE, ROOT
from lengths import amount, in_turn

from .devices import compare_devices, compare_random_games
from .pretended import pretended_gpu

TABLES, PLAYOUTS, DEEPEST = 4, amount(8, long=40), 48


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_batches_are_equal_where_a_gpu_is_pretended(slug, monkeypatch):
    for name, few in {"WORTH_SORTING": 1, "STRIP": 5, "THREADS": 4}.items():  # so that few tables go all ways
        monkeypatch.setattr(cuda, name, few)
    least, most = ararat.game(slug).players[0], ararat.game(slug).players[-1]
    with pretended_gpu():
        compare_devices(slug, most, size=8, steps=amount(2, long=80))
        compare_random_games(slug, least, amount(1, long=5))


# --- Searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ararat.games())
def test_trees_grow_at_all_tables_by_what_a_net_says(slug):
    game, random = ararat.game(slug), np.random.default_rng(5)
    hooks, batch, players = hooks_of(game.facts), up_to_the_end(game), game.players[-1]
    brought = np.zeros((TABLES, players))

    def say_anything(growing):
        trees = growing.trees
        assert (trees.asks.all() and (trees.depths == 1).all()) or (trees.nodes[:, ROOT, VISITS] > 0).all()
        trees.logits[:], trees.values[:] = random.normal(0, 2, trees.logits.shape), random.random(trees.values.shape)
        trees.values /= trees.values.sum(1, keepdims=True)

    with pretended_gpu():
        growing = Growing(game, batch)
        for _ in range(PLAYOUTS):
            growing.playout(say_anything)
            for row, world in enumerate(growing.worlds.tables):
                check_what_was_asked(hooks, world, growing.trees, row)
                brought[row] += what_came_of(hooks.rules, world, growing.trees, row)
        growing.look()
    trees = growing.trees
    np.testing.assert_allclose(trees.brought, brought, rtol=1e-5)
    np.testing.assert_allclose(brought.sum(1), PLAYOUTS, rtol=1e-5)
    for row, table in enumerate(batch.tables):
        check_tree(trees, row, table.turn, listed_at(hooks, table))
        assert (trees.opened[row] == written_by(hooks.rules.observe_open, table, trees.opened[row])).all()


@pytest.mark.parametrize("better", [0, 3])
def test_a_tree_grows_where_a_move_promises_more_or_brings_more(better):
    game = ararat.game("noah")
    batch = game.batch(TABLES, players=3, seed=1)
    assert min(len(listed_at(hooks_of(game.facts), table)) for table in batch.tables) > better

    def promise(growing):
        growing.trees.logits[:], growing.trees.values[:] = np.arange(LONGEST) == better, 1 / 3

    def bring(growing):
        trees = growing.trees
        trees.logits[:], trees.values[:] = 0, 0
        for row, world in enumerate(growing.worlds.tables):
            is_better = trees.depths[row] > 1 and trees.path[row, 1] == 1 + better  # the root's nodes are the first
            trees.values[row, (batch.turns[row] - world.turn) % batch.players] = 0.9 if is_better else 0.1

    for say in (promise, bring):
        with pretended_gpu():
            growing = Growing(game, batch)
            for _ in range(12):
                growing.playout(say)
            growing.look()
        assert (growing.trees.visits.argmax(1) == better).all()


class Growing:
    """A tree for each table of a batch, on a GPU."""

    def __init__(self, game, batch):
        self.roots = cuda.CudaBatch.from_bytes(bytes(batch))
        self.worlds, self.trees = self.roots.fork(), new_trees(hooks_of(game.facts), batch)
        self.kernels = {name: cuda.gpu_kernel(game.facts, name)[2, 3] for name in ("down", "up", "found", "openly")}

    def playout(self, say):
        """A playout at each table; what the net says is written down between the way down and the way up."""
        trees, tables = self.trees, self.worlds._records
        tree, way, asked = (
            (trees.nodes, trees.sums),
            (trees.path, trees.depths),
            (trees.lists, trees.places, trees.asks),
        )
        known = trees.seen, trees.opened, trees.touched
        self.kernels["down"](self.roots._records, tables, trees.lots, *tree, *way, *asked, *known)
        say(self)
        self.kernels["up"](tables, *tree, *way, trees.used, *asked, trees.logits, trees.values, trees.brought)

    def look(self):
        """What was found, and what lies open at the tables themselves."""
        self.kernels["found"](self.trees.nodes, self.trees.sums, self.trees.visits, self.trees.worths)
        self.kernels["openly"](self.roots._records, self.trees.opened)


LONGEST = 24  # of lists: what is behind that is left out


def up_to_the_end(game):
    """Tables of a random match: its first and its last decision, and some in between."""
    batch, past = game.batch(1, players=game.players[-1], seed=3), []
    while not batch.over[0]:
        past.append(batch.tables[0].copy())
        batch.step(batch.draw(len(past)))
    found = game.batch(TABLES, players=game.players[-1], seed=3)
    for row, moment in enumerate((0, len(past) // 2, -4, -1)):
        found.tables[row] = past[moment]
    return found


def new_trees(hooks, batch):
    """Empty trees for such tables, and what kernels write into."""
    numbers = hooks.rules.OBSERVED.observed(batch.tables[0])
    numbers += sum(block.size for block, _ in hooks.rules.OBSERVED.open_blocks(batch.tables[0]))
    kinds = dict.fromkeys(("logits", "values", "brought", "visits", "worths", "sums"), np.float32)
    kinds |= {"lots": np.int64, "touched": np.int64, "seen": np.int16, "opened": np.int16}
    shapes = {"nodes": (1 + PLAYOUTS * LONGEST, WHOLE), "sums": (1 + PLAYOUTS * LONGEST, REAL), "path": (DEEPEST,)}
    shapes |= dict.fromkeys(("lists", "places", "logits", "visits", "worths"), (LONGEST,))
    shapes |= dict.fromkeys(("values", "brought"), (batch.players,)) | dict.fromkeys(("depths", "used", "asks"), ())
    shapes |= {"touched": (LONGEST, TOUCHES), "seen": (numbers,), "opened": (numbers,), "lots": (4,)}
    trees = {name: np.zeros((TABLES, *shape), kinds.get(name, np.int32)) for name, shape in shapes.items()}
    trees["nodes"][:, ROOT], trees["nodes"][:, ROOT, VISITS], trees["used"][:] = NONE, 0, 1
    trees["nodes"][:, ROOT, MOVER] = batch.turns
    trees["lots"][:] = np.random.default_rng(1).integers(1, 1 << 32, (TABLES, 4))
    return SimpleNamespace(**trees)


def listed_at(hooks, table):
    listed = np.zeros(hooks.rules.MOST_ACTIONS + 1, np.int64)
    return listed[: min(hooks.guide.list_sensible(table, listed), LONGEST)].tolist()


def written_by(observe, table, room):
    row = np.zeros(len(room), np.int16)
    observe(table, table.turn, row)
    return row


def check_what_was_asked(hooks, world, trees, row):
    """The net was asked of the moves at the leaf of this world, and they are in the tree now; or the match is over."""
    listed = [action for action in trees.lists[row].tolist() if action != NONE]
    assert listed == trees.lists[row, : len(listed)].tolist()
    if not trees.asks[row]:
        assert world.turn == NOBODY and not listed
        return
    assert listed == listed_at(hooks, world)
    assert not any(hooks.rules.refusal(world, action) for action in listed)
    assert (trees.seen[row] == written_by(hooks.rules.observe, world, trees.seen[row])).all()
    assert (trees.opened[row] == written_by(hooks.rules.observe_open, world, trees.opened[row])).all()
    touched_by = hooks.rules.touched
    for position, action in enumerate(listed if touched_by else ()):
        touched = [touched_by(world, action, nth) for nth in range(TOUCHES)]
        assert trees.touched[row, position].tolist() == touched
    leaf = trees.path[row, trees.depths[row] - 1]
    below = [node[ACTION] for node in children_of(trees, row, leaf) if node[MOVER] == world.turn]
    assert set(listed) <= set(below) and len(set(below)) == len(below)
    new = [action for action, place in zip(listed, trees.places[row], strict=False) if place == NONE]
    assert [action for action in below if action in new] == new, "in the order of the list"


def what_came_of(rules, world, trees, row):
    """Of a playout, for each seat."""
    if trees.asks[row]:
        return np.roll(trees.values[row], world.turn)
    won = np.array([bool(rules.is_winner(world, seat)) for seat in range(world.players)])
    return won / won.sum()


def children_of(trees, row, at):
    child = trees.nodes[row, at, CHILD]
    while child != NONE:
        yield trees.nodes[row, child]
        child = trees.nodes[row, child, SIBLING]


def check_tree(trees, row, turn, listed):
    """Every playout went down from the root, and was found at its moves in their order."""
    nodes, used = trees.nodes[row], trees.used[row]
    first = list(children_of(trees, row, ROOT))
    assert [node[ACTION] for node in first] == listed and {node[MOVER] for node in first} == {turn}
    assert nodes[ROOT, VISITS] == PLAYOUTS and sum(node[VISITS] for node in first) == PLAYOUTS - 1
    assert trees.visits[row].tolist() == [node[VISITS] for node in first] + [0] * (LONGEST - len(first))
    np.testing.assert_allclose(trees.sums[row, ROOT, WORTH], trees.brought[row, turn], rtol=1e-5)
    assert (trees.worths[row] <= trees.visits[row]).all() and (trees.worths[row] >= 0).all()
    for at in range(used):
        assert sum(node[VISITS] for node in children_of(trees, row, at)) <= max(0, nodes[at, VISITS] - 1)
