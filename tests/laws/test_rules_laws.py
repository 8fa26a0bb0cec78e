"""Laws of the compiled rules, over every game, player count and option by themselves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import ararat
from ararat.batch import simulate
from ararat.core.compiler import rules_of
from ararat.core.contract import MOST_BROKEN
from ararat.core.effects import ROOM, new_effects
from ararat.core.hooks import hooks_of
from ararat.core.kernels import KERNELS
from ararat.core.step import Step
from ararat.games import all_facts
from lengths import amount

from .positions import engine, phases_of, positions

GAMES = amount(500, long=20_000)  # of every game with every number of players
INTERPRETED_GAMES = amount(4, long=144)  # of every game, all player counts together


def test_the_positions_of_these_laws_hold_every_phase(table):
    slug, players, options = table
    every = phases_of(slug, players, all_facts()[slug].checked_options(players, options))
    assert {int(tables[0]["phase"]) for tables in positions(table)} == every


@pytest.mark.parametrize("seed", [11])
def test_random_games_break_no_invariant(variant_table, seed):
    """Variants that are as good as games of their own share them."""
    slug, players, options = variant_table
    games = GAMES // len(all_facts()[slug].variants(players))
    results = simulate(all_facts()[slug], games, players, seed, None, options, checked=True)
    assert len(results.faults) == games
    assert not results.faults.any(), f"invariants {np.unique(results.faults)}"
    assert (results.decisions > 0).all(), "a game ended before it began"
    assert (results.wins.sum(axis=1) > 0).all() or players == 1, "a game without a winner"


def test_options_break_no_invariant(table):
    slug, players, options = table
    results = simulate(all_facts()[slug], amount(300, long=2_000), players, 5, None, options, checked=True)
    assert not results.faults.any()


def test_same_seed_same_bytes(table):
    slug, players, options = table
    rules = engine(slug)
    prototype = rules.prototype(players, all_facts()[slug].checked_options(players, options))
    one, two, other = (rules.start(prototype, seed) for seed in (9, 9, 10))
    assert one.tobytes() == two.tobytes() != other.tobytes()


def test_results_do_not_depend_on_the_number_of_cores(plain_table):
    slug, players = plain_table
    one, many = (simulate(all_facts()[slug], 501, players, 3, cores, {}) for cores in (1, 4))
    assert (one.scores == many.scores).all() and (one.decisions == many.decisions).all()


def test_listed_is_exactly_what_is_not_refused_for_every_action(table):
    slug, _, _ = table
    rules = engine(slug)
    for tables in positions(table)[::3]:
        listed = rules.actions(tables) if tables[0]["turn"] >= 0 else []
        assert len(set(listed)) == len(listed)
        batch = np.repeat(tables, rules.rules.ACTIONS)
        done = Step.room(len(batch), int(tables[0]["players"]))
        rules.step_all(batch, np.arange(len(batch)), done)
        assert sorted(listed) == np.flatnonzero(done.refused == 0).tolist()
        for beyond in (-1, rules.rules.ACTIONS, 2**40):
            assert rules.refusal(tables, beyond) != 0


def test_all_broken_rules_begin_with_the_refusing_one(table):
    """A game that tells everything that stands in the way tells it first things first, each thing once."""
    slug, _, _ = table
    rules = engine(slug)
    if rules.rules.broken is None:
        pytest.skip("this game tells one rule")
    random = Random(3)
    several = 0
    for tables in positions(table)[::4]:
        for action in random.sample(range(rules.rules.ACTIONS), min(amount(60, long=150), rules.rules.ACTIONS)):
            broken = rules.broken(tables, action)
            refused = rules.refusal(tables, action)
            assert broken[:1] == ([refused] if refused else [])
            assert len(set(broken)) == len(broken) <= MOST_BROKEN
            several += len(broken) > 1
    assert several


def test_a_refused_action_changes_nothing(table):
    rules = engine(table[0])
    for tables in positions(table)[::5]:
        batch = np.repeat(tables, rules.rules.ACTIONS)
        done = Step.room(len(batch), int(tables[0]["players"]))
        rules.step_all(batch, np.arange(len(batch)), done)
        untouched = batch[done.refused != 0]
        assert untouched.tobytes() == np.repeat(tables, len(untouched)).tobytes()


def test_counting_and_numbering_actions_agrees_with_listing_them(table):
    rules = engine(table[0])
    if rules.rules.nth_action is None:
        pytest.skip("this game lists its actions")
    for tables in positions(table)[::4]:
        if tables[0]["turn"] >= 0:
            listed = rules.actions(tables)
            assert rules.rules.count_actions(tables[0]) == len(listed)
            for position in {0, len(listed) // 2, len(listed) - 1}:
                assert rules.rules.nth_action(tables[0], position) == listed[position]


def test_kinds_of_moves_that_are_counted_agree_with_their_list(table):
    rules = engine(table[0])
    counted = {name: kind for name, kind in rules.rules.MOVES.kinds.items() if kind.counts is not None}
    if not counted:
        pytest.skip("this game lists its actions")
    for tables in positions(table)[::4]:
        listed = rules.actions(tables) if tables[0]["turn"] >= 0 else []
        for name, kind in counted.items():
            if tables[0]["phase"] in kind.phases:
                start = rules.rules.MOVES.starts[name]
                those = [action for action in listed if start <= action < start + kind.count]
                assert kind.counts(tables[0]) == len(those) and listed[: len(those)] == those
                for position in {0, len(those) // 2, len(those) - 1} if those else ():
                    assert kind.nth(tables[0], position) == those[position]


def test_every_field_stays_in_its_declared_range(table):
    rules = engine(table[0])
    for tables in positions(table):
        assert rules.layout.out_of_range(tables[0]) == []


def test_effects_never_fill_their_room(table):
    rules = engine(table[0])
    for tables in positions(table):
        for action in rules.actions(tables)[:40] if tables[0]["turn"] >= 0 else []:
            _, effects = rules.step(tables.copy(), action)
            assert effects[0]["count"] < ROOM


def test_no_old_copy_ever_changes(plain_table):
    slug, players = plain_table
    rules = engine(slug)
    tables = rules.start(rules.prototype(players, all_facts()[slug].checked_options(players, {})), 21)
    kept = []
    while tables[0]["turn"] >= 0:
        kept.append((tables.copy(), tables.tobytes()))
        rules.step(tables, rules.actions(tables)[-1])
    assert all(copy.tobytes() == saved for copy, saved in kept)


def test_interpreted_and_compiled_agree_byte_for_byte(plain_table):
    """Whole random games run by plain Python, overflow raised, and by the compiler."""
    slug, players = plain_table
    compiled, interpreted = engine(slug, False), engine(slug, True)
    prototype = compiled.prototype(players, all_facts()[slug].checked_options(players, {}))
    choices, effects, plain_effects = np.zeros(4, np.int64), new_effects(), new_effects()
    listed = np.zeros(compiled.rules.MOST_ACTIONS, np.int64)
    drawn = np.zeros(1, np.int64)
    done = Step.room(1, players)
    with np.errstate(over="raise"):
        for seed in range(INTERPRETED_GAMES // len(all_facts()[slug].players)):
            fast, plain = compiled.start(prototype, seed), interpreted.start(prototype, seed)
            words, number = np.array([0, 0, 0, seed]), 0
            assert fast.tobytes() == plain.tobytes()
            while fast[0]["turn"] >= 0:
                compiled.kernel("draws")(fast, listed, choices, words, number, drawn)
                number += 1
                compiled.step_all(fast, drawn, done, effects)
                interpreted.step_all(plain, drawn, done, plain_effects)
                assert fast.tobytes() == plain.tobytes()
                assert effects.tobytes() == plain_effects.tobytes()


def test_interpreted_playouts_are_the_compiled_ones(plain_table):
    slug, players = plain_table
    rows = []
    for kind in (False, True):
        rules = engine(slug, kind)
        prototype = rules.prototype(players, all_facts()[slug].checked_options(players, {}))
        results = np.zeros((amount(1, long=6), 2 + 2 * players), np.int64)
        listed = np.zeros(rules.rules.MOST_ACTIONS, np.int64)
        memory = rules.layout.new(), prototype, new_effects(), listed, np.zeros(4, np.int64)
        rules.kernel("checked_playouts")(*memory, 0, 77, results)
        rows.append(results)
    assert (rows[0] == rows[1]).all()


def test_masks_draws_and_steps_of_a_batch_agree(plain_table):
    slug, players = plain_table
    batch = ararat.game(slug).batch(65, players=players, seed=4)
    single = engine(slug)
    for turn in range(2000):
        masks = batch.masks()
        actions = batch.draw(turn)
        live = ~batch.over
        assert (actions[~live] == -1).all()
        assert masks[np.flatnonzero(live), actions[live]].all()
        assert not masks[~live].any()
        if live[0]:
            assert np.flatnonzero(masks[0]).tolist() == sorted(single.actions(batch.tables[:1]))
        refused = batch.step(actions).refused
        assert (refused[live] == 0).all() and (refused[~live] != 0).all()
        if batch.over.all():
            break
    assert batch.over.all()


@pytest.mark.parametrize("slug", all_facts())
def test_every_rule_is_documented(slug):
    rules = [function for name in KERNELS for function in rules_of(engine(slug).plain(name))]
    assert any(function.__name__ == "play" for function in rules)
    for function in rules:
        assert function.__doc__ or function.__name__ == "draw", f"{function.__module__}.{function.__name__}"


def test_playouts_carry_seeds_over_and_choose_by_a_stream_of_their_own(plain_table):
    slug, players = plain_table
    facts = all_facts()[slug]
    over = simulate(facts, 4, players, 2**32 - 2, 1, {})
    for number in range(4):
        alone = simulate(facts, 1, players, 2**32 - 2 + number, 1, {})
        assert (alone.scores[0] == over.scores[number]).all() and alone.decisions[0] == over.decisions[number]
    starts = ararat.game(slug).batch(4, players=players, seed=2**32 - 2)
    for number in range(4):
        match = ararat.game(slug).start(players=players, seed=2**32 - 2 + number)
        assert match.state() == hooks_of(facts).state_of(starts.tables[number])


def test_what_is_played_does_not_change_what_is_dealt(plain_table):
    """The choices of playouts are drawn from a stream that is not the table's chance."""
    slug, players = plain_table
    rules = engine(slug)
    prototype = rules.prototype(players, all_facts()[slug].checked_options(players, {}))
    listed = np.zeros(rules.rules.MOST_ACTIONS, np.int64)
    choices, drawn = np.zeros(4, np.int64), np.zeros(1, np.int64)
    tables = rules.start(prototype, 5)
    before = tables.tobytes()
    rules.kernel("draws")(tables, listed, choices, np.array([0, 0, 0, 9]), 0, drawn)
    assert tables.tobytes() == before
    results = np.zeros((1, 2 + 2 * players), np.int64)
    memory = rules.layout.new(), prototype, new_effects(), listed, choices
    rules.kernel("playouts")(*memory, 0, 5, results)
    assert not np.array_equal(choices, memory[0][0]["chance"])


def test_a_batch_tells_scores_and_what_the_seat_in_turn_knows(plain_table):
    slug, players = plain_table
    batch = ararat.game(slug).batch(6, players=players, seed=4)
    rules = engine(slug)
    for turn in range(500):
        seen = batch.observations()
        for number in range(len(batch)):
            viewer = batch.turns[number : number + 1]
            assert (seen[number] == rules.observe(batch.tables[number : number + 1], viewer)[0]).all()
        if batch.over.all():
            break
        batch.step(batch.draw(turn))
    views = hooks_of(all_facts()[slug])
    assert batch.scores().tolist() == [views.state_of(table)["scores"] for table in batch.tables]
    assert (batch.draw(1) == -1).all()


def test_draws_depend_on_their_seed(plain_table):
    slug, players = plain_table
    batch = ararat.game(slug).batch(200, players=players, seed=4)
    assert (batch.draw(1) == batch.draw(1)).all() and (batch.draw(1) != batch.draw(2)).any()
