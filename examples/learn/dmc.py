"""Deep Monte-Carlo: a net that learns what a move is worth from how matches ended (as DouZero does).

python examples/learn/dmc.py noah --seconds 600 --device cpu --log noah-dmc.jsonl

One net sits at all seats. It plays many whole matches at once, at each decision the move that it values most, now and
then any other; then it regresses the value of every move that was made on what the match brought to the seat that made
it. There is nothing else to it: no critic, no bootstrapping. Moves are described by their features, so that what is
learned of one holds for its like.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from diary import Diary, arguments
from lists import best, embedded, seen
from torch import nn

import ararat

WIDTH = 256
EXPLORED = 0.03  # of all decisions
MINIBATCH = 2048
RATE = 5e-4


class Net(nn.Module):
    """Q(what a seat knows, a move): one net for all seats."""

    def __init__(self, spec: Any) -> None:
        super().__init__()
        self.register_buffer("features", torch.as_tensor(spec.features(np.arange(spec.actions))))
        self.known = nn.Sequential(nn.Linear(spec.encoded, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.move = nn.Linear(spec.features_size, WIDTH)
        self.worth = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, known: torch.Tensor, actions: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """What each action is worth in its row."""
        both = self.known(known)[rows] + embedded(self.move, self.features, actions)
        return self.worth(both).squeeze(1)

    def choose(self, batch: Any, spec: Any, tables: np.ndarray) -> np.ndarray:
        """The actions that are worth most at some tables."""
        known, actions, rows = seen(batch, spec, tables, self.features.device)
        return actions[best(self(known, actions, rows), rows, len(tables))].cpu().numpy()


@torch.no_grad()
def played(net: Net, batch: Any, spec: Any, chance: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """Matches from deal to end: of every decision what was known, the action, and what it brought."""
    device, batch_size = net.features.device, len(batch)
    batch.reset()
    known, chosen, whose = [], [], []
    while not batch.over.all():
        turns = batch.turns
        tables = np.flatnonzero(turns >= 0)
        what, listed, rows = seen(batch, spec, tables, device)
        values = net(what, listed, rows)
        likes = listed[best(values, rows, len(tables))].cpu().numpy()
        explores = chance.random(len(tables)) < EXPLORED
        actions = np.full(batch_size, -1)
        actions[tables] = np.where(explores, batch.draw(int(chance.integers(2**62)))[tables], likes)
        known.append(what)
        chosen.append(actions[tables])
        whose.append((tables, turns[tables]))
        batch.step(actions)
    ends = batch.returns("rank")
    brought = np.concatenate([ends[tables, seats] for tables, seats in whose])
    return (
        torch.cat(known),
        torch.as_tensor(np.concatenate(chosen), device=device),
        torch.as_tensor(brought, dtype=torch.float32, device=device),
    )


def learned(net: Net, teacher: Any, known: torch.Tensor, actions: torch.Tensor, brought: torch.Tensor) -> float:
    """One pass over all decisions, shuffled; returns the mean square of what the net was wrong by."""
    wrong = 0.0
    for some in torch.randperm(len(actions), device=actions.device).split(MINIBATCH):
        rows = torch.arange(len(some), device=some.device)
        loss = nn.functional.mse_loss(net(known[some], actions[some], rows), brought[some])
        teacher.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        teacher.step()
        wrong += loss.item() * len(some)
    return wrong / len(actions)


def main() -> None:
    given = arguments(__doc__, tables=256)
    game = ararat.game(given.game)
    spec = game.spec(given.players)
    net = Net(spec).to(given.device)
    teacher = torch.optim.Adam(net.parameters(), RATE)
    batch = game.batch(given.tables, given.players, seed=given.seed)
    chance = np.random.default_rng(given.seed)
    matches = played(net, batch, spec, chance)  # the first ones compile the rules, before time counts
    diary, steps = Diary(given, net, "dmc"), 0
    while not (steps and diary.is_full):
        loss = learned(net, teacher, *matches)
        steps += len(matches[0])
        diary.tell(steps, loss=loss)
        matches = played(net, batch, spec, chance)
    diary.close(steps)


if __name__ == "__main__":
    main()
