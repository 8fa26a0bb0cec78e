"""How many playouts a second each search makes, on the same positions."""

from __future__ import annotations

import statistics
import time
from typing import Any

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.match import start
from ararat.players.search import Search, imagined

from .duel import Row
from .thinkers import OURS, SIGHT, TimedSearch, settings_of
from .world import FACTS, World, game_for

POSITIONS = 12
APART = 5  # decisions between two positions


def positions(players: int) -> list[tuple[Any, World]]:
    """Views with more than one legal move, from the beginning to the end of greedy matches, with their worlds."""
    bot = ararat.player("greedy")
    found: list[tuple[Any, World]] = []
    deal = 0
    while len(found) < POSITIONS:
        match = start(FACTS, players, deal, {})
        world = World.dealt(players, deal)
        while match.turn is not None:
            view, moves = match.view(match.turn), match.moves()
            if len(match.history) % APART == deal % APART and len(moves) > 1:
                found.append((view, world.clone()))
            move = bot.choose(view, moves, deal)
            world.apply_action(hooks_of(FACTS).action_of(world.tables[0], move))
            match.play(move)
        deal += 1
    return found[:POSITIONS]


def measure(players: int, seconds: float, rivals: list[str]) -> list[Row]:
    """Ours and theirs, position after position."""
    here = positions(players)
    ours(here[0][0], seconds / 10)  # compile and load first
    rows = [row_of(OURS, [ours(view, seconds) for view, _ in here])]
    for code in rivals:
        paces = [theirs(world, code, seconds) for _, world in here]
        rows.append(row_of(code, paces))
    return rows


def ours(view: Any, seconds: float) -> float:
    """Our playouts a second about a view."""
    begin = time.perf_counter()
    search = Search(engine_of(FACTS), imagined(FACTS, view), 1, sight=SIGHT)
    search.run(seconds=seconds, cores=1)
    return search.playouts / (time.perf_counter() - begin)


def theirs(world: World, code: str, seconds: float) -> float:
    """OpenSpiel's simulations a second about a world."""
    begin = time.perf_counter()
    bot: Any = TimedSearch(game_for(world.players), *settings_of(code), seconds, 1)
    bot.step(world)
    return bot.simulations / (time.perf_counter() - begin)


def row_of(who: str, paces: list[float]) -> Row:
    """The figures of one search."""
    return {
        "who": who,
        "playouts/s": statistics.mean(paces),
        "median": statistics.median(paces),
        "slowest position": min(paces),
        "fastest position": max(paces),
    }
