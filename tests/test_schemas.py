"""The schemas of moves and states, made from what games declare: what fits is right, what they refuse is refused."""

from __future__ import annotations

import json
from random import Random

import jsonschema
import pytest

import ararat
from ararat.games import all_facts
from ararat.server.answers import game_schemas
from lengths import amount

EVERY_GAME = pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
WRONG = (None, True, -1, 10**9, 1.5, "", "nothing", [], ["nothing"], {}, {"a": 1})
DECISIONS = amount(12, long=40)


def checked(facts, part):
    schema = game_schemas(facts)[part]
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def matches(facts):
    """A match of every number of players, stopped here and there."""
    for players in facts.players:
        match = ararat.game(facts.slug).start(players=players, seed=players)
        random = Random(players)
        for _ in range(DECISIONS):
            if match.over:
                break
            yield match, random
            match.play(random.choice(match.moves()))


def spoilt(value, random):
    """A JSON object with one thing wrong: a key too many or too few, or another value under one of them."""
    key = random.choice(sorted(value))
    return random.choice(
        [{**value, "extra": 1}, {k: v for k, v in value.items() if k != key}, {**value, key: random.choice(WRONG)}]
    )


@EVERY_GAME
def test_moves_fit_and_what_does_not_is_refused(facts):
    schema = checked(facts, "move")
    refused = 0
    for match, random in matches(facts):
        for move in random.sample(match.moves(), min(3, len(match.moves()))):
            schema.validate(move)
            other = spoilt(move, random)
            if not schema.is_valid(other):
                refused += 1
                assert match.why_not(other) is not None, other
    assert refused > DECISIONS


@EVERY_GAME
def test_states_fit_and_what_does_not_is_refused(facts):
    schema = checked(facts, "state")
    refused = 0
    for number, (match, random) in enumerate(matches(facts)):
        if number % 4 == 0:
            state = match.state()
            schema.validate(state)
            other = spoilt(state, random)
            if not schema.is_valid(other):
                refused += 1
                with pytest.raises(ararat.BadState) as told:
                    ararat.game(facts.slug).restore(other)
                assert "\n" not in told.value.text
    assert refused > DECISIONS // 12


@EVERY_GAME
def test_the_schemas_are_plain_json_and_name_no_secret_of_a_match(facts):
    told = game_schemas(facts)
    assert json.loads(json.dumps(told)) == told
