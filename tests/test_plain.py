"""Quick ways with the same answers: plain tables, answers that are kept, moves spelt out when somebody looks."""

import random

import numpy as np
import pytest
from babel.lists import format_list

from ararat.core.choices import by_kind
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.keeping import kept
from ararat.core.table import Plain, packed, twin_of, unpacked
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.match import start

EVERY_GAME = pytest.mark.parametrize("slug", all_facts())


def some_match(slug, moves=12):
    match, chosen = start(all_facts()[slug], 4, 7, {}), random.Random(7)
    for _ in range(moves):
        match.play(chosen.choice(match.moves()))
    return match


@EVERY_GAME
def test_a_plain_table_holds_every_number_of_the_record_and_becomes_it_again(slug):
    tables = some_match(slug)._tables
    plain = unpacked(tables[0])
    for name in tables.dtype.names:
        value = getattr(plain, name)
        assert (value.tolist() if isinstance(value, np.ndarray) else value) == tables[0][name].tolist()
    again = packed(tables.dtype, plain)
    assert again.tobytes() == tables.tobytes() == twin_of(tables).tobytes()
    assert not np.shares_memory(twin_of(tables), tables) and unpacked(plain) is plain


@EVERY_GAME
def test_a_copy_of_a_plain_table_shares_nothing_with_it(slug):
    plain = unpacked(some_match(slug)._tables[0])
    hooks_of(all_facts()[slug]).declared_state.open_facts(plain)
    twin = plain.copy()
    assert twin.kept is None and vars(twin) == {name: value for name, value in vars(plain).items() if name != "kept"}
    for name, value in vars(twin).items():
        if isinstance(value, list):
            value[0] = None
            assert getattr(plain, name)[0] is not None


def test_rows_answer_to_row_and_column():
    plain = unpacked(some_match("noah")._tables[0])
    plain.known[1, 2] = 5
    assert plain.known[1, 2] == plain.known[1][2] == 5 and isinstance(plain, Plain)


@EVERY_GAME
def test_two_looks_at_a_table_share_nothing(slug):
    match = some_match(slug)
    for seat in (0, None):
        first = match.view(seat)
        again = match.view(seat)
        for value in first.values():
            if isinstance(value, (list, dict)):
                value.clear()
        assert match.view(seat) == again != first


def test_an_answer_that_is_kept_is_ones_own():
    asked = []

    @kept
    def doubled(numbers):
        asked.append(numbers)
        return [2 * number for number in numbers]

    doubled([1, 2]).append(0)
    assert doubled([1, 2]) == [2, 4] and asked == [[1, 2]]
    assert doubled([1, 3]) == [2, 6] and len(asked) == 2


@EVERY_GAME
def test_choices_are_the_moves(slug):
    match = some_match(slug)
    moves, choices = match.moves(), match.choices()
    assert len(choices) == len(moves) and choices[0] == moves[0] and choices[-1] == moves[-1]
    assert choices[:3] == moves[:3] and list(choices) == moves and choices[1:] == moves[1:]
    kinds = by_kind(match.choices())
    assert {kind: list(some) for kind, some in kinds.items()} == by_kind(moves)
    assert match.kinds_at(len(match.history))[1] == kinds.keys()


@EVERY_GAME
def test_an_offer_is_the_same_of_moves_and_of_choices(slug):
    match, chosen, offer = start(all_facts()[slug], 4, 3, {}), random.Random(3), hooks_of(all_facts()[slug]).web.offer
    for _ in range(20):
        view = match.view(match.turn)
        assert offer(view, match.moves(), None, None) == offer(view, match.choices(), None, None)
        match.play(chosen.choice(match.moves()))


@EVERY_GAME
def test_actions_played_side_by_side_are_refused_and_played_as_one_by_one(slug):
    engine, tables = engine_of(all_facts()[slug]), some_match(slug)._tables
    actions = [*engine.actions(tables)[:5], 0, 1, 2]
    refused, twins = engine.step_each(tables, actions)
    for place, action in enumerate(actions):
        twin = twin_of(tables)
        assert engine.step(twin, action)[0] == refused[place] == engine.refusal(tables, action)
        assert twin.tobytes() == twins[place : place + 1].tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_said_as_the_language_says_it(language):
    for count in range(6):
        items = [f"n{number}" for number in range(count)]
        assert words(language).enumerate(items) == format_list(items, locale=language)
