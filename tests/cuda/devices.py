"""A law of batches: on the CPU and on a GPU, the same calls give the same bytes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

import ararat

SIZE = 256
STEPS = 120


def compare_devices(slug: str, players: int, size: int = SIZE, steps: int = STEPS) -> int:
    """Step a batch on either device with the same actions and compare all that it tells; how many arrays were equal."""
    game = ararat.game(slug)
    here, there = (
        game.batch(size, players, seed=11, device=device, autoreset=True, rewards="rank") for device in ("cpu", "cuda")
    )
    compared = compare(here, there, slug)
    for number in range(steps):
        actions = here.draw(number)
        assert_equal(actions, there.draw(number), f"{slug}: draw {number}")
        if number % 5 == 0:
            actions[::3] = (actions[::3] + 1) % here.actions  # some of these are refused
        done, told = here.step(actions), there.step(actions)
        for name, one, other in zip(done._fields, done, told, strict=True):
            assert_equal(one, other, f"{slug}: {name} of step {number}")
        compared += 1 + len(done)
        if number % 40 == 39:
            compared += compare(here, there, slug)
    return compared + compare_worlds(here, there, slug)


def compare(here: Any, there: Any, slug: str) -> int:
    """All that two batches tell is equal."""
    seats = np.arange(len(here)) % (here.players + 1) - 1
    asked = {
        "turns": lambda batch: batch.turns,
        "over": lambda batch: batch.over,
        "scores": lambda batch: batch.scores(),
        "winners": lambda batch: batch.winners(),
        "win": lambda batch: batch.returns("win"),
        "margin": lambda batch: batch.returns("margin"),
        "rank": lambda batch: batch.returns("rank"),
        "offsets": lambda batch: batch.legal()[0],
        "actions": lambda batch: batch.legal()[1],
        "masks": lambda batch: batch.masks(),
        "packed": lambda batch: batch.masks(packed=True),
        "observations": lambda batch: batch.observations(),
        "of seats": lambda batch: batch.observations(seats),
        "states": lambda batch: batch.states(),
        "tables": lambda batch: batch.tables,
        "seeds": lambda batch: batch.seeds,
    }
    for name, ask in asked.items():
        assert_equal(ask(here), ask(there), f"{slug}: {name}")
    return len(asked)


def compare_worlds(here: Any, there: Any, slug: str) -> int:
    """Forks, new deals, new chance and new starts are equal, and what travels comes back the same."""
    rows = [5, 0, 7, 5]
    forks = [batch.fork(rows, times=3) for batch in (here, there)]
    compared = compare(*forks, slug)
    for batch in forks:
        batch.redeal(None, seed=3)
        batch.redeal(-1, seed=9, rows=[1, 4, 1])
        batch.reseed(5, rows=[2, 3])
        batch.reset([0, 6], seeds=[40, 2**100])
        batch.reset(8)
    compared += compare(*forks, slug)
    assert bytes(here) == bytes(there)
    assert bytes(pickle.loads(pickle.dumps(there))) == bytes(there) == bytes(there.copy())
    assert here.match(3).state() == there.match(3).state()
    return compared + 3


def compare_random_games(slug: str, players: int, games: int) -> None:
    """Random games are the same on either device."""
    game = ararat.game(slug)
    here, there = (game.simulate(games, players, seed=2**32 - 100, device=device) for device in ("cpu", "cuda"))
    for name in ("decisions", "scores", "wins", "faults"):
        assert_equal(getattr(here, name), getattr(there, name), f"{slug}: {name} of random games")


def compare_libraries(slug: str) -> list[str]:
    """The libraries that are here take arrays where they lie, and their actions are taken; which these are."""
    found = []
    batch = ararat.game(slug).batch(SIZE, 2, seed=1, device="cuda")
    masks = batch.masks()
    place = masks.__cuda_array_interface__["data"][0]
    try:
        import torch
    except ImportError:
        pass
    else:
        taken = torch.from_dlpack(masks)
        assert taken.data_ptr() == place and torch.as_tensor(masks, device="cuda").data_ptr() == place
        assert torch.from_dlpack(batch.over).dtype == torch.bool
        actions = taken.to(torch.float32).argmax(1)
        assert not batch.fork().step(actions).refused.host().any()
        assert not batch.fork().step(actions.to(torch.int32)).refused.host().any()
        found.append("torch")
    try:
        import cupy
    except ImportError:
        pass
    else:
        assert cupy.asarray(masks).data.ptr == cupy.from_dlpack(masks).data.ptr == place
        assert not batch.fork().step(cupy.asarray(masks).argmax(1)).refused.host().any()
        found.append("cupy")
    try:
        import jax
    except ImportError:
        pass
    else:
        taken = jax.dlpack.from_dlpack(masks)
        assert taken.unsafe_buffer_pointer() == place
        assert not batch.fork().step(taken.argmax(1)).refused.host().any()
        found.append("jax")
    return found


def assert_equal(one: Any, other: Any, what: str) -> None:
    """Two arrays are equal, byte for byte."""
    one, other = np.asarray(one), np.asarray(other)
    assert one.dtype == other.dtype and one.shape == other.shape, f"{what}: {one.dtype}{one.shape}, {other.dtype}"
    if one.tobytes() != other.tobytes():
        rows = np.flatnonzero((one != other).reshape(len(one), -1).any(1))
        raise AssertionError(f"{what} differ in {len(rows)} rows, first {rows[:5].tolist()}")
