"""Two worlds that look the same to somebody: what is hidden is dealt anew in one of them."""

from __future__ import annotations

import json

from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.table import NOBODY
from ararat.games import all_facts
from ararat.match import Match


def canonical(value):
    return json.dumps(value, sort_keys=True)


def viewers(tables):
    """Every seat, and a spectator."""
    return [*range(int(tables[0]["players"])), None]


def other_world(rules, tables, viewer, seed):
    """The same table dealt anew, as far as the viewer can't tell."""
    world = tables.copy()
    rules.seed(world, seed)
    rules.redeal(world, NOBODY if viewer is None else viewer)
    return world


def forgotten_world(table, tables, viewer, seed):
    """A table dealt anew as far as a person can't tell who remembers nothing of what was seen."""
    facts = all_facts()[table[0]]
    world = hooks_of(facts).imagine(stand(table, tables).closed_view(viewer))
    return other_world(engine_of(facts), world, viewer, seed)


def stand(table, tables):
    """A match that stands at a position."""
    facts = all_facts()[table[0]]
    return Match(facts, facts.checked_options(table[1], table[2]), 0, tables.copy(), None)
