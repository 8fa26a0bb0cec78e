"""How long matches can be: no kind of move comes up more often than the argument of longest.py lets it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ararat.batch import new_batch
from ararat.games import all_facts
from lengths import amount
from longest import ARGUMENTS, bound, limits

CASES = [
    (slug, players, options)
    for slug, facts in all_facts().items()
    if slug in ARGUMENTS
    for players in facts.players
    for options in facts.variants(players)
] + [("noah", 2, {"ending": "to-26"}), ("noah", 3, {"crocodile": True}), ("ark-and-noah", 3, {"workers": "two"})]


def choose_any(batch, chance):
    """One of the legal actions each; -1 where there is none."""
    offsets, actions = batch.legal()
    counts = np.diff(offsets)
    places = offsets[:-1] + (chance.random(len(counts)) * counts).astype(np.int64)
    return np.where(counts > 0, actions[np.minimum(places, len(actions) - 1)], -1)


def choose_last(batch, chance):
    """The legal action with the highest number: collecting, passing, being done; sometimes any."""
    offsets, actions = batch.legal()
    counts = np.diff(offsets)
    last = np.where(counts > 0, actions[np.maximum(offsets[1:] - 1, 0)], -1)
    return np.where(chance.random(len(last)) < 0.2, choose_any(batch, chance), last)


@pytest.mark.parametrize(("slug", "players", "options"), CASES)
@pytest.mark.parametrize("choose", (choose_any, choose_last))
def test_no_kind_of_move_comes_up_more_often_than_the_rules_let_it(slug, players, options, choose):
    facts = all_facts()[slug]
    batch = new_batch(facts, amount(20, 200), players, 1, "cpu", options, cores=1)
    moves, chance = batch.engine.rules.MOVES, np.random.default_rng(1)
    starts = np.array([*moves.starts.values()])
    made = np.zeros((len(batch), len(starts)), np.int64)
    for _ in range(bound(facts, players, batch.options) + 1):
        if batch.over.all():
            break
        actions = choose(batch, chance)
        playing = np.flatnonzero(actions >= 0)
        made[playing, np.searchsorted(starts, actions[playing], "right") - 1] += 1
        batch.step(actions)
    assert batch.over.all()
    found = limits(facts, players, batch.options)
    names = [*moves.starts]
    for kinds, most in found.items():
        assert made[:, [names.index(kind) for kind in kinds]].sum(axis=1).max() <= most, kinds
    others = [place for place, name in enumerate(names) if not any(name in kinds for kinds in found)]
    assert not made[:, others].any()


def test_the_rules_of_animals_on_board_name_the_same_bound():
    facts = all_facts()["animals-on-board"]
    rule = re.search(r"AB-4\.17.*", (facts.folder / "RULES.md").read_text("utf-8"))
    told = re.search(r"more than (\d+), (\d+) or (\d+) moves", rule[0].replace("17, 13 or 11 rounds, or ", ""))
    assert [bound(facts, players, {}) for players in facts.players] == [int(number) for number in told.groups()]
