"""Matches between two thinkers: on the same deals, with the seats changed, each in one process, a decision after the
other."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ararat.core.hooks import hooks_of
from ararat.match import start

from .thinkers import Thinker, thinker_of
from .world import FACTS, World

Row = dict[str, Any]


def line_ups(players: int) -> list[str]:
    """Who sits where, "A" or "B", so that both have every seat equally often: AB, BA; or ABA, BAA, AAB, BAB, ..."""
    found: list[str] = []
    for first, second in ("AB", "BA"):
        seats = (first + second) * players
        wanted = seats[:players]
        for shift in range(players):
            turned = wanted[shift:] + wanted[:shift]
            if turned not in found:
                found.append(turned)
    return found


def play(thinkers: dict[str, Thinker], line_up: str, deal: int) -> Row:
    """One match: who won, and what each side's decisions cost where there was anything to decide."""
    players = len(line_up)
    match = start(FACTS, players, deal, {})
    world = World.dealt(players, deal)
    spent = {side: [0, 0.0, 0] for side in "AB"}
    while match.turn is not None:
        side = line_up[match.turn]
        if len(match.moves()) == 1:
            move, action = match.moves()[0], int(world.legal_actions()[0])
        else:
            thought = thinkers[side].think(match, world, deal * 1000 + len(match.history))
            action = thought.action
            move = hooks_of(FACTS).move_of(world.tables[0], action)
            spent[side] = [spent[side][0] + 1, spent[side][1] + thought.seconds, spent[side][2] + thought.simulations]
        match.play(move)
        world.apply_action(action)
    shares = [1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(players)]
    return {
        "won": {
            side: sum(share for share, there in zip(shares, line_up, strict=True) if there == side) for side in "AB"
        },
        "scores": match.scores,
        "decisions": {side: found[0] for side, found in spent.items()},
        "seconds_spent": {side: round(found[1], 4) for side, found in spent.items()},
        "simulations": {side: found[2] for side, found in spent.items()},
    }


def duel(
    pair: tuple[str, str],
    players: int,
    seconds: float,
    minutes: float,
    most: int,
    path: Path,
    first: int = 0,
    of: int = 1,
) -> None:
    """Play deal after deal until the time or the deals are over, a line a match, going on from what the file holds.

    Several processes share the deals: each has its `first` and every so many (`of`) after it.
    """
    until = time.monotonic() + 60 * minutes
    told = {"pair": list(pair), "players": players, "seconds": seconds}
    done = {(row["deal"], row["line_up"]) for row in rows_of(path) if all(row[key] == told[key] for key in told)}
    thinkers = {side: thinker_of(code, seconds) for side, code in zip("AB", pair, strict=True)}
    warm_up(pair, players)
    for deal in range(first, most, of):
        for line_up in line_ups(players):
            if (deal, line_up) in done:
                continue
            row = {**told, "deal": deal, "line_up": line_up, **play(thinkers, line_up, deal)}
            append(path, row)
        # Only whole deals count, so the clock is asked between them.
        if time.monotonic() >= until:
            return


def share(cores: int, *duelling: Any) -> None:
    """The same on several cores, a process each; both sides of a match think in the same process."""
    processes = [
        multiprocessing.get_context("spawn").Process(target=duel, args=(*duelling, first, cores))
        for first in range(cores)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if any(process.exitcode for process in processes):
        raise RuntimeError("A process of the duel broke off.")


def append(path: Path, row: Row) -> None:
    """Write a match down, on a line of its own even if the last one was cut short."""
    cut = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("ab", buffering=0) as file:  # in one piece: others may be writing too
        file.write(("\n" * cut + json.dumps(row) + "\n").encode())


def warm_up(pair: tuple[str, str], players: int) -> None:
    """Let both sides compile and load what they need before any clock runs."""
    quick = {side: thinker_of(code, 0.01) for side, code in zip("AB", pair, strict=True)}
    play(quick, line_ups(players)[0], 0)


def rows_of(path: Path) -> Iterator[Row]:
    """The matches that a file holds; a line cut short is none."""
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue
