"""Laws of matches by the Python face, over every game, player count and option by themselves."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.match import Match, restore
from ararat.record import KEYS, check_of
from lengths import amount

from .positions import positions, random_match, start

EXAMINED = amount(12, long=80)  # moves of a match that are taken back one by one


def canonical(value):
    return json.dumps(value, sort_keys=True)


def match_at(table, tables):
    """A match that stands at a position."""
    facts = all_facts()[table[0]]
    return Match(facts, facts.checked_options(table[1], table[2]), 0, tables, None)


@pytest.mark.parametrize("seed", amount([1], long=[1, 2]))
def test_a_record_replays_to_the_same_match(table, seed):
    match = random_match(table, seed)
    record = json.loads(json.dumps(match.record()))
    again = ararat.replay(record)
    again.rest()  # its past takes less memory, and is the same
    assert again.state() == match.state()
    assert again.history == match.history
    assert again.record() == match.record()
    for viewer in [*range(match.players), None]:
        assert again.log(viewer) == match.log(viewer)


def test_every_position_can_be_dealt_anew(table):
    """What a spectator sees stays; the rest is dealt from the seed, and the record deals it again."""
    facts, dealt = all_facts()[table[0]], set()
    for number, tables in enumerate(positions(table)[::8]):
        state = match_at(table, tables).state()
        match = restore(facts, state, seed=2**100 + number, redealt=True)
        assert match.view(None) == match_at(table, tables).view(None)
        assert match.over or match.moves()
        restore(facts, match.state())  # such a table can be
        again = ararat.replay(json.loads(json.dumps(match.record())))
        assert again.state() == match.state() and again.record() == match.record()
        dealt.add(canonical(match.state()) == canonical(state))
    assert False in dealt or not facts.secrets or match.players == 1, "nothing was dealt anew"


def test_every_position_restores_and_goes_on(table):
    game = ararat.game(table[0])
    for number, tables in enumerate(positions(table)[::2]):
        match = match_at(table, tables)
        state = json.loads(json.dumps(match.state()))
        restored = game.restore(state, seed=number)
        assert restored.state() == state
        assert restored.moves() == match.moves()
        assert restored.turn == match.turn and restored.scores == match.scores
        for viewer in [*range(match.players), None]:
            assert restored.view(viewer) == match.view(viewer)
        random = Random(number)
        for _ in range(3):
            if not restored.over:
                restored.play(random.choice(restored.moves()))
        replayed = ararat.replay(json.loads(json.dumps(restored.record())))
        assert replayed.state() == restored.state()


def test_a_restored_table_has_the_same_bytes_but_for_chance(table):
    facts = all_facts()[table[0]]
    views = hooks_of(facts)
    for tables in positions(table)[::2]:
        again = views.table_of(views.state_of(tables[0]))
        again["chance"] = tables["chance"]
        assert again.tobytes() == tables.tobytes()


def test_every_listed_move_is_legal_and_its_own_normal_form(table):
    facts = all_facts()[table[0]]
    moves, rules = hooks_of(facts), engine_of(facts)
    for tables in positions(table)[::4]:
        match = match_at(table, tables)
        listed = match.moves()
        assert len({canonical(move) for move in listed}) == len(listed)
        actions = rules.actions(tables) if listed else []
        sample = range(0, len(actions), max(1, len(actions) // 40))
        for place in sample:
            assert listed[place] == moves.move_of(tables[0], actions[place])
            assert moves.action_of(tables[0], listed[place]) == actions[place]
            assert match.why_not(listed[place]) is None


JUNK = [None, 7, "pass", [], {}, {"move": None}, {"move": "fly"}, {"move": ["pass"]}, [1], 3.5, True, {"tile": "x"}]


def test_junk_is_refused_in_one_sentence_and_changes_nothing(table):
    for tables in positions(table)[::9]:
        match = match_at(table, tables)
        before = canonical(match.state())
        for junk in [*JUNK, *({**move, "extra": 1} for move in match.moves()[:2])]:
            refusal = match.why_not(junk)
            assert refusal is not None and refusal.rule in refusal.rules
            assert refusal.text.strip() and "\n" not in refusal.text
            with pytest.raises(ararat.IllegalMove) as refused:
                match.play(junk)
            assert refused.value.rule == refusal.rule
            assert refused.value.text == refusal.text
        assert canonical(match.state()) == before and match.history == []


def test_copies_go_their_own_way(table):
    match = random_match(table, 3, decisions=7)
    twin = match.copy()
    before = canonical(match.state()), canonical(match.history), canonical(match.log())
    while not twin.over:
        twin.play(twin.moves()[0])
    assert (canonical(match.state()), canonical(match.history), canonical(match.log())) == before
    assert twin.history[:7] == match.history


def test_nothing_handed_out_is_a_handle_on_the_match(table):
    match = random_match(table, 4, decisions=6)
    before = canonical([match.state(), match.history, match.log(), match.moves(), match.options])
    for handed in (match.state(), match.view(0), match.history, match.log(0), match.moves(), match.options):
        scribble(handed)
    assert canonical([match.state(), match.history, match.log(), match.moves(), match.options]) == before
    entropy = [1, 2, 3, 4]
    events = match.play(match.moves()[0], entropy=entropy)
    scribble(events)
    scribble(entropy)
    assert "scribble" not in canonical([match.log(0), match.record()])
    moves = match.moves()
    if len(moves) > 1:
        scribble(moves[0])
        assert "scribble" not in canonical(moves[1:])


def test_what_is_handed_in_is_not_kept(table):
    state = random_match(table, 4, decisions=6).state()
    restored = ararat.game(table[0]).restore(state)
    before = canonical([restored.state(), restored.record()])
    scribble(state)
    assert canonical([restored.state(), restored.record()]) == before
    codes = ["random"] * restored.players
    restored.seats = codes
    twin = restored.copy()
    codes.append("scribble")
    restored.seats.append("scribble")
    assert restored.seats == twin.seats == ["random"] * restored.players
    record = restored.record()
    replayed = ararat.replay(record)
    scribble(record)
    assert "scribble" not in canonical([replayed.record(), replayed.seats])


@pytest.mark.parametrize("codes", [[], ["random"], [1, 2, 3, 4], "random", object(), ["random"] * 9])
def test_seats_that_are_none_are_refused(plain_table, codes):
    match = start((*plain_table, {}), 1)
    if codes == ["random"] and match.players == 1:
        return
    with pytest.raises(ararat.BadSeat):
        match.seats = codes
    assert match.seats is None


def scribble(value):
    """Spoil every list and dict in a value."""
    if isinstance(value, dict):
        for inner in value.values():
            scribble(inner)
        value["scribble"] = 1
    if isinstance(value, list):
        for inner in value:
            scribble(inner)
        value.append("scribble")


@pytest.mark.parametrize("seed", range(amount(1, long=2)))
def test_undo_goes_back_exactly_as_far_as_it_says(table, seed):
    match = start(table, seed)
    random = Random(seed)
    assert not match.can_undo
    with pytest.raises(ararat.NothingToUndo):
        match.undo()
    undone = 0
    while not match.over:
        if len(match.history) > EXAMINED:
            match.play(random.choice(match.moves()))
            continue
        before = canonical([match.state(), match.history, match.log(0), match.moves()])
        move = random.choice(match.moves())
        match.play(move)
        match.rest()
        if match.can_undo:
            undone += 1
            assert match.undo() == move
            assert canonical([match.state(), match.history, match.log(0), match.moves()]) == before
            match.play(move)
        else:
            after = canonical(match.state())
            with pytest.raises(ararat.NothingToUndo):
                match.undo()
            assert canonical(match.state()) == after
    assert undone, "no move of a whole match could be undone"
    assert not match.can_undo, "a match that is over stays over"
    assert ararat.replay(match.record()).state() == match.state()


def test_entropy_changes_what_chance_brings_and_replays(table):
    plain, stirred, other = (start(table, 8) for _ in range(3))
    entropy = [[1, 2, 3, 4], [5, 6, 7, 8]]
    random = Random(0)
    while not plain.over and plain.state() == stirred.state() == other.state():
        move = random.choice(plain.moves())
        plain.play(move)
        stirred.play(move, entropy=entropy[0])
        other.play(move, entropy=entropy[1])
    assert len({canonical(match.state()) for match in (plain, stirred, other)}) > 1, "chance did not notice"
    for match in (plain, stirred, other):
        assert ararat.replay(json.loads(json.dumps(match.record()))).state() == match.state()
    for wrong in ([1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 2**32], "1234", [1.0, 2, 3, 4]):
        with pytest.raises(ararat.BadSeed):
            start(table, 8).play(move, entropy=wrong)


def test_common_keys_are_there_and_plain_json(table):
    for tables in positions(table)[::6]:
        match = match_at(table, tables)
        state = match.state()
        assert json.loads(json.dumps(state)) == state
        assert state["game"] == table[0] and state["players"] == table[1]
        assert state["turn"] == match.turn and state["scores"] == match.scores
        assert state["winners"] == match.winners and (state["phase"] == "over") == match.over
        assert state["options"] == all_facts()[table[0]].checked_options(table[1], table[2])
        for viewer in [*range(match.players), None]:
            assert match.view(viewer).keys() == state.keys()


@pytest.mark.parametrize("seat", [-1, 9, True, "0", 1.0])
def test_a_seat_that_is_not_there_is_refused(plain_table, seat):
    match = start((*plain_table, {}), 1)
    for ask in (match.view, match.log, match.past_views, match.observation):
        with pytest.raises(ararat.BadSeat):
            ask(seat)


@pytest.mark.parametrize("seed", [-1, 2**128, "7", 1.5, True])
def test_a_seed_that_is_none_is_refused(plain_table, seed):
    with pytest.raises(ararat.BadSeed):
        start((*plain_table, {}), seed)


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1, 2**64, 2**128 - 1])
def test_seeds_at_the_edges_work(plain_table, seed):
    assert not start((*plain_table, {}), seed).over


def test_matches_without_a_seed_differ(plain_table):
    assert len({canonical(start((*plain_table, {}), None).state()) for _ in range(3)}) > 1


@cache
def whole_record(plain_table):
    """The record of a match that is over, as text."""
    return json.dumps(random_match((*plain_table, {}), 2).record())


DAMAGES = {
    "cut short": lambda r: r.pop("moves"),
    "fewer moves": lambda r: r["moves"].pop(),
    "newer format": lambda r: r.update(format=3),
    "no format": lambda r: r.update(format="1"),
    "another seed": lambda r: r.update(seed=r["seed"] + 1),
    "another game": lambda r: r.update(game="go"),
    "other rules": lambda r: r.update(rules=99),
    "an extra entry": lambda r: r.update(more=1),
    "a changed move": lambda r: r["moves"].__setitem__(0, {"move": "fly"}),
    "a false check": lambda r: r.update(check="0" * 64),
    "something that is no JSON": lambda r: r.update(seats=[object()]),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_record_is_refused_in_one_sentence(plain_table, damage):
    record = json.loads(whole_record(plain_table))
    damage(record)
    with pytest.raises(ararat.BadRecord) as refused:
        ararat.replay(record)
    assert refused.value.text and "\n" not in refused.value.text


WRONG = {
    "other rules": {"rules": 99},
    "rules that are no number": {"rules": True},
    "no seed": {"seed": None},
    "a seed that is none": {"seed": -1},
    "no options": {"options": []},
    "options that do not exist": {"options": {"nonsense": 1}},
    "no moves": {"moves": None},
    "entropy for a move that is not there": {"entropy": [[10**6, [1, 2, 3, 4]]]},
    "entropy before the first move": {"entropy": [[-1, [1, 2, 3, 4]]]},
    "entropy twice": {"entropy": [[0, [1, 2, 3, 4]], [0, [5, 6, 7, 8]]]},
    "entropy that is none": {"entropy": [[0, [1, 2, 3]]]},
    "seats of another table": {"seats": ["random"] * 9},
    "seats that are no codes": {"seats": [1, 2]},
    "a state that is none": {"state": {}},
    "an impossible move": {"moves": [{"move": "fly"}]},
    "dealt anew, or not": {"redealt": 1},
    "a proof before it is over": {"proof": {}},
    "a check that is none": {"check": 7},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("restored", [False, True], ids=["started", "restored"])
def test_a_record_sealed_anew_is_refused_for_what_it_says(plain_table, wrong, restored):
    match = start((*plain_table, {}), 2)
    if restored:
        match = ararat.game(plain_table[0]).restore(match.state(), seed=3)
    record = match.record() | wrong
    if "check" not in wrong:
        record["check"] = check_of(record)
    with pytest.raises(ararat.BadRecord) as refused:
        ararat.replay(record)
    assert refused.value.text and "\n" not in refused.value.text


def test_a_restored_record_says_nothing_beside_its_state(plain_table):
    match = ararat.game(plain_table[0]).restore(start((*plain_table, {}), 2).state(), seed=3)
    other = {} if match.options else {"odd": 1}
    for wrong in ({"players": 10**6}, {"players": "x"}, {"options": other}):
        record = match.record() | wrong
        with pytest.raises(ararat.BadRecord):
            ararat.replay(record | {"check": check_of(record)})


@pytest.mark.parametrize("key", KEYS)
def test_the_check_is_over_every_entry(plain_table, key):
    record = start((*plain_table, {}), 2).record()
    assert check_of(record | {key: ["changed"]}) != record["check"]


@pytest.mark.parametrize("junk", [None, [], "record", 7, {}, {"format": 1}, {"format": -3}])
def test_junk_is_no_record(junk):
    with pytest.raises(ararat.BadRecord):
        ararat.replay(junk)


MISSING = object()


def test_a_state_with_something_missing_or_wrong_is_refused_in_one_sentence(plain_table):
    game = ararat.game(plain_table[0])
    for tables in positions((*plain_table, {}))[::12]:
        state = match_at((*plain_table, {}), tables).state()
        for key in state:
            without = {k: v for k, v in state.items() if k != key}
            for junk in (None, "x", -1, 10**9, [], {}, [None], [[]], 1.5, True, MISSING):
                spoilt = without if junk is MISSING else {**state, key: junk}
                if canonical(spoilt) == canonical(state):
                    continue
                sentences, kept = restored_or_refused(game, spoilt)
                same = canonical(kept) == canonical(spoilt)
                assert same or len(sentences) == 3, f"{key} = {junk!r} was neither refused nor kept"
                assert all(sentence and "\n" not in sentence for sentence in sentences)
    for junk in (None, [], 7, "state", {}, {"game": plain_table[0]}):
        with pytest.raises(ararat.BadState):
            game.restore(junk)


def restored_or_refused(game, state):
    """What a state was refused with, in every language, and the state that was restored otherwise."""
    try:
        return [], game.restore(state).state()
    except ararat.BadState as refused:
        return [refused.text_in(language) for language in ("en", "fr", "it")], None
