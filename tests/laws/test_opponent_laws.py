"""Bots at many tables at once decide as bots at one do: by what the seat in turn may know, and by lots of their own."""

from __future__ import annotations

from random import Random

import numpy as np

import ararat
from ararat.batch import Batch
from ararat.core.engine import engine_of, words_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.players.acting import decide, lots_of
from ararat.players.greedy import glance, likeliest, net_for
from ararat.players.search import imagined
from lengths import amount

from .positions import positions
from .worlds import other_world, stand

CODES = ("random", "greedy", "search:24/12")


def undecided(table):
    return [tables for tables in positions(table) if tables[0]["turn"] >= 0][:: amount(3, long=1)]


def acted(facts, code, tables, lots):
    actions = np.zeros(len(tables), np.int64)
    decide(facts, code, tables, lots, actions)
    return actions.tolist()


def test_what_looks_the_same_to_a_seat_brings_the_same_action(table):
    """On the table itself, on another world that looks like it, and on one that is imagined from the view alone."""
    facts = all_facts()[table[0]]
    rules = engine_of(facts)
    for number, tables in enumerate(undecided(table)):
        seat = int(tables[0]["turn"])
        worlds = [tables, other_world(rules, tables, seat, number), imagined(facts, stand(table, tables).view(seat))]
        lots = np.repeat(lots_of(1, 2, 3, np.array([number])), len(worlds), axis=0)
        for code in CODES if number % 3 == 0 else CODES[:2]:
            actions = acted(facts, code, np.concatenate(worlds), lots)
            assert len(set(actions)) == 1 and rules.refusal(tables, actions[0]) == 0


def test_greedy_acts_as_it_chooses(table):
    """By the same lots it finds the same actions likeliest; of equal ones any."""
    facts = all_facts()[table[0]]
    net, alone = net_for(facts, table[1]), 0
    for number, tables in enumerate(undecided(table)[::2]):
        match, lots = stand(table, tables), Random(number).getrandbits(64)
        (action,) = acted(facts, "greedy", tables, np.array([words_of(lots)], np.int64))
        best = likeliest(*glance(facts, net, tables, lots))
        assert action in best
        chosen = ararat.player("greedy").choose(match.view(match.turn), match.moves(), number)
        if len(best) == 1:
            alone += 1
            assert hooks_of(facts).action_of(tables[0], chosen) == action
    assert alone


def test_a_row_is_decided_alike_in_any_company(table):
    facts = all_facts()[table[0]]
    some = undecided(table)
    batch = Batch.of(stand(table, tables) for tables in some)
    for code in CODES[:2]:
        bot = ararat.player(code)
        whole = bot.act(batch, None, 5)
        assert whole.dtype == np.int64 and len(whole) == len(batch)
        rows = np.array(Random(1).sample(range(len(batch)), len(batch) // 2))
        assert (bot.act(batch, rows, 5) == whole[rows]).all()
        assert [bot.act(batch, row, 5)[0] for row in (0, len(batch) - 1)] == [whole[0], whole[-1]]
        twice = bot.act(Batch.of([stand(table, some[0])] * 40), None, 5)
        assert twice[0] == whole[0] and (code != "random" or len(set(twice)) > 1 or len(set(batch.legal()[0][:2])) == 1)
        assert facts.slug == batch.facts.slug
