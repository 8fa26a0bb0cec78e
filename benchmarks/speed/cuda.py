"""Every game on one GPU, and games of Pgx and MahJax in the same run (`make bench-cuda`).

Random games: decisions a second of whole games, results left on the GPU. Steps: a batch with autoreset draws a legal
action at random for each table, plays it, and writes observations and masks, all left on the GPU. The others' games do
the same in JAX's way: one compiled loop, whose step brings observations and masks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import ararat
from ararat.batch.cuda import play_on_gpu
from ararat.core.compiler import numba_cuda
from ararat.games import all_facts

from .figures import markdown

DECISIONS = 4e9  # of random games, about
FEW = 1 << 14  # games from which their length is known
BATCHES = (1 << 16, 1 << 18)
SMALL_BATCHES = {"mahjax": (1 << 9, 1 << 11)}  # its memory holds no more
LOOPS = 30
RIVALS = {"pgx": ("sparrow_mahjong", "backgammon", "connect_four"), "mahjax": ("red_mahjong",)}
PACKAGES = ("ararat", "numba", "numba-cuda", "numpy", "jax", "pgx", "mahjax")
COLUMNS = ("game", "seats", "random decisions/s", "steps/s", "tables")


def measure(slug: str) -> dict[str, Any]:
    """Random games and steps of one of our games, with the most seats."""
    facts = all_facts()[slug]
    players = facts.players[-1]
    options = facts.checked_options(players, {})
    length = play_on_gpu(facts, FEW, players, 1, options).copy_to_host()[:, 0].mean()
    games = int(DECISIONS / length)
    spent = timed(lambda: play_on_gpu(facts, games, players, 1, options), 1)
    row = {"game": facts.name, "seats": players, "random decisions/s": games * length / spent}
    return row | best_steps(lambda size: our_steps(slug, players, size))


def our_steps(slug: str, players: int, size: int) -> float:
    """Seconds that a step of a batch takes, with all that a learner asks for."""
    batch = ararat.game(slug).batch(size, players, seed=1, device="cuda", autoreset=True, out=True)

    def play(loops: int) -> None:
        for number in range(loops):
            batch.step(batch.draw(number))
            batch.observations()
            batch.masks()

    play(LOOPS)
    return timed(lambda: play(LOOPS), 3) / LOOPS


def rival(library: str, name: str) -> dict[str, Any]:
    """Steps of somebody else's game, or why there are none."""
    try:
        found = best_steps(lambda size: rival_steps(library, name, size), SMALL_BATCHES.get(library, BATCHES))
        return {"game": f"{library} {name}", **found}
    except Exception as failed:  # whatever another library does
        first_line = next(iter(str(failed).splitlines()), "")
        return {"game": f"{library} {name}: {type(failed).__name__} {first_line[:80]}"}


def rival_steps(library: str, name: str, size: int) -> float:
    """Seconds that a step of so many of these games takes."""
    import importlib

    import jax

    env = importlib.import_module(library).make(name)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))

    def step(state: Any, action: Any, key: Any) -> Any:
        begin, go_on = jax.random.split(key)
        over = state.terminated | state.truncated
        try:
            after = env.step(state, action, go_on)
        except TypeError:
            after = env.step(state, action)
        anew = env.init(begin)
        return jax.tree.map(lambda new, old: jax.numpy.where(over, new, old), anew, after)

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, draw, go_on = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(draw, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(go_on, size))
        seen = jax.vmap(env.observe)(state) if library == "mahjax" else state.observation
        return (state, key), jax.tree.map(lambda part: part.reshape(-1)[0], seen)

    play = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=LOOPS))
    jax.block_until_ready(play(state, key))
    return timed(lambda: jax.block_until_ready(play(state, key)), 3) / LOOPS


def best_steps(seconds: Callable[[int], float], sizes: tuple[int, ...] = BATCHES) -> dict[str, Any]:
    """The most steps a second, and for how many tables."""
    rates = {size: size / seconds(size) for size in sizes}
    size = max(rates, key=lambda size: rates[size])
    return {"steps/s": rates[size], "tables": str(size)}


def timed(work: Callable[[], Any], times: int) -> float:
    """The least seconds that some work takes, up to its end on the GPU."""
    spent = []
    for _ in range(times):
        numba_cuda().synchronize()
        begun = time.perf_counter()
        work()
        numba_cuda().synchronize()
        spent.append(time.perf_counter() - begun)
    return min(spent)


def surroundings() -> str:
    """Date, GPU and versions, in a sentence."""
    device = numba_cuda().get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return f"{datetime.now(UTC):%Y-%m-%d}, one {name}, {', '.join(found)}."


def main() -> None:
    """Measure, and write the figures down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", type=Path, help="the folder for the report")
    parser.add_argument("--only", nargs="*", help="games")
    given = parser.parse_args()
    rows = []
    names = ararat.games() if given.only is None else [slug for slug in ararat.games() if slug in given.only]
    for row in (measure(slug) for slug in names):
        rows.append(row)
        print(json.dumps(row), flush=True)
    for library, games in RIVALS.items() if given.only is None or "rivals" in given.only else ():
        for name in games:
            rows.append(rival(library, name))
            print(json.dumps(rows[-1]), flush=True)
    if given.save:
        lines = [
            "# The rules on a GPU",
            "",
            surroundings(),
            "",
            *markdown(rows, COLUMNS),
            "",
            *(__doc__ or "").splitlines(),
        ]
        path = given.save / f"{datetime.now(UTC):%Y-%m-%d}-cuda.md"
        path.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
