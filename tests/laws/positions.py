"""Positions to hold laws against: tables of random games, every phase among them."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from lengths import amount


def start(table, seed):
    slug, players, options = table
    return ararat.game(slug).start(players=players, seed=seed, **options)


def engine(slug, interpreted=None):
    return engine_of(all_facts()[slug], interpreted)


def random_match(table, seed, decisions=None):
    """A match after so many random decisions (None: until it is over)."""
    match = start(table, seed)
    random = Random(seed)
    while not match.over and (decisions is None or len(match.history) < decisions):
        match.play(random.choice(match.moves()))
    return match


GAMES = 4_000  # enough for the rarest phase of every game
OF_EACH_PHASE = amount(2, long=8)
OPENING = amount(5, long=16)  # decisions taken from the beginning of a game
SPREAD = amount(4, long=20)  # ... and about so many from the rest


def phases_of(slug, players, given):
    """The phases that such a match can have."""
    return hooks_of(all_facts()[slug]).possible_phases(players, given)


@cache
def _positions(slug, players, options):
    """Tables of random games: the opening of one game, decisions spread over the rest of it, and some
    of each phase from many games."""
    facts = all_facts()[slug]
    rules = engine_of(facts)
    given = facts.checked_options(players, dict(options))
    found = []
    tables = rules.start(rules.prototype(players, given), 0)
    random = Random(0)
    while tables[0]["turn"] >= 0:
        found.append(tables.copy())
        rules.step(tables, random.choice(rules.actions(tables)))
    found = found[:OPENING] + found[OPENING :: max(1, len(found) // SPREAD)]
    batch = ararat.game(slug).batch(GAMES, players=players, seed=1, **given)
    every = phases_of(slug, players, given)
    count = {}
    turn = 0
    while True:
        for phase in np.unique(batch.tables["phase"]):
            wanted = OF_EACH_PHASE - count.get(int(phase), 0)
            rows = np.flatnonzero(batch.tables["phase"] == phase)[: min(wanted, 2)] if wanted > 0 else []
            found += [batch.tables[row : row + 1].copy() for row in rows]
            count[int(phase)] = count.get(int(phase), 0) + len(rows)
        if batch.over.all() or all(count.get(phase, 0) >= OF_EACH_PHASE for phase in every):
            return found
        batch.step(batch.draw(turn))
        turn += 1


def positions(table):
    """Many positions of a game, every phase among them."""
    slug, players, options = table
    frozen = tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in options.items())
    return [tables.copy() for tables in _positions(slug, players, _Frozen(frozen))]


class _Frozen(tuple):
    """Options that can be a key of a cache."""

    def __new__(cls, items):
        return super().__new__(cls, items)

    def __iter__(self):
        for name, value in super().__iter__():
            yield name, list(value) if isinstance(value, tuple) else value
