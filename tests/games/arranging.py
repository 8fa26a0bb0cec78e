"""Words that the rule tests of all games share: a position, some moves, and what is to be said about them.

A position is a state, which says itself whose game it is of. What a game's own positions need stands in its folder.
"""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.table import NOBODY
from ararat.match import Match

MOST_KEPT = 100

# Playing


_restored = {}


def restored(state, seed=1):
    """The match that goes on from a state; a table is laid out once, and dealt on by as many seeds as are asked for."""
    key = repr(state)
    if key not in _restored:
        if len(_restored) >= MOST_KEPT:
            _restored.clear()
        _restored[key] = ararat.game(state["game"]).restore(deepcopy(state), seed=seed)
    kept = _restored[key]
    tables = kept._tables.copy()
    kept._engine.seed(tables, seed)
    return Match(kept._facts, kept.options, seed, tables, kept.state())


def played(state, *moves, seed=1):
    """The match after these moves."""
    match = restored(state, seed)
    for move in moves:
        match.play(move)
    return match


def after(state, *moves, seed=1):
    """The state after these moves."""
    return played(state, *moves, seed=seed).state()


def random_match(match, chance, choose=None):
    """A match before every move and at its end; its moves are drawn by chance, or by `choose` from match and chance."""
    while not match.over:
        yield match
        match.play(choose(match, chance) if choose else chance.choice(match.moves()))
    yield match


def tables_of_match(facts, players, options, seed, every):
    """Tables of a random match, one in so many decisions and the first of each phase, and the table at its end."""
    rules, chance = engine_of(facts), Random(seed)
    tables = rules.start(rules.prototype(players, facts.checked_options(players, options)), seed)
    found, phases, decisions = [], set(), 0
    while tables[0]["turn"] != NOBODY:
        phase = int(tables[0]["phase"])
        if decisions % every == 0 or phase not in phases:
            found.append(tables.copy())
        phases.add(phase)
        decisions += 1
        rules.step(tables, chance.choice(rules.actions(tables)))
    return found, tables


# Moves


def text_of(move):
    """A move as text, in which 1, 1.0 and true are not the same."""
    if isinstance(move, dict):
        move = {str(key): value for key, value in move.items()}  # junk may have keys that no text can be sorted with
    return json.dumps(move, sort_keys=True, default=repr)


def canonical(moves):
    """Moves in an order of their own, so that lists of them can be compared."""
    return sorted(map(text_of, moves))


def same_moves(moves, expected):
    """Whether two lists hold the same moves, each once."""
    return canonical(moves) == canonical(expected)


def legal(state, *kinds):
    """The legal moves, or those of some kinds."""
    return [move for move in restored(state).moves() if not kinds or move["move"] in kinds]


def rules_of(state, move):
    """The rules that a move breaks; none if it is legal."""
    refusal = restored(state).why_not(move)
    return () if refusal is None else refusal.rules


def heard_by(seat, events):
    """The events whose audience holds the seat; a spectator hears what is for all."""
    return [event for event in events if event["audience"] == "all" or seat in event["audience"]]


def seats_and_spectator(state):
    return [*range(state["players"]), None]


# States


def changes(before, later):
    """The keys in which two states differ."""
    return {key for key in before if before[key] != later[key]}


# What is to be said


def assert_one_sentence(error):
    assert error.text and "\n" not in error.text


def figures_of(state, move):
    """The mover's own numbers in a refusal, of its first rule."""
    refusal = restored(state).why_not(move)
    return refusal.figures.get(refusal.rule)


def assert_refused(state, move, rule, *others):
    """The move is refused with these rules and no others, before and while it is made, and nothing changes."""
    match = restored(state)
    refusal = match.why_not(move)
    assert refusal is not None, f"{move} should be refused with {rule}"
    assert refusal.rule == rule, f"{move} is refused with {refusal.rule} instead of {rule}"
    assert tuple(refusal.rules) == (rule, *others), f"{move} is refused with {refusal.rules}"
    assert_one_sentence(refusal)
    assert text_of(move) not in map(text_of, match.moves())
    with pytest.raises(ararat.IllegalMove) as error:
        match.play(move)
    assert (error.value.rule, error.value.rules) == (refusal.rule, refusal.rules)
    assert_one_sentence(error.value)
    assert match.state() == state, f"{move} is refused and yet changes something"
    assert list(match.history) == []


def assert_legal(state, *moves):
    """Each of the moves can be made from this state, and is, in its normal form, among those that are listed."""
    for move in moves:
        match = restored(state)
        refusal = match.why_not(move)
        assert refusal is None, f"{move} is refused with {refusal.rules}"
        listed = match.moves()
        match.play(move)
        assert len(match.history) == 1 and match.history[0] in listed


def assert_can_undo(state, *moves):
    """The last of these moves is taken back, and can be made again."""
    match = played(state, *moves[:-1])
    before, observed = match.state(), match.observation(0)
    match.play(moves[-1])
    later = match.state()
    assert later != before and match.can_undo
    assert match.undo() == moves[-1]
    assert match.state() == before and (match.observation(0) == observed).all()
    assert match.history == list(moves[:-1])
    match.play(moves[-1])
    assert match.state() == later


def assert_final(state, *moves):
    """The last of these moves cannot be taken back."""
    match = played(state, *moves)
    now, history = match.state(), match.history
    assert not match.can_undo
    with pytest.raises(ararat.NothingToUndo):
        match.undo()
    assert (match.state(), match.history) == (now, history)


def assert_impossible(state, game):
    """No table of the game can lie so."""
    with pytest.raises(ararat.BadState) as error:
        game.restore(state, seed=1)
    assert_one_sentence(error.value)


def assert_not_started(game, rule, players, **options):
    """Such a match is refused with this rule."""
    with pytest.raises(ararat.BadStart) as error:
        game.start(players=players, seed=7, **options)
    assert error.value.rule == rule, f"refused with {error.value.rule} instead of {rule}"
    assert_one_sentence(error.value)
