"""Batches: every row is a match, whatever is done with it; and what bad input gets."""

from __future__ import annotations

import copy
import os
import pickle
from itertools import pairwise

import numpy as np
import pytest

import ararat
from ararat.batch import Batch, Step, sharing, utilities
from ararat.batch import tables as batch_tables
from ararat.core.chance import roll, roll_back, seed_that_leads_to
from ararat.core.engine import Engine, seeds_from
from ararat.core.table import NOBODY
from ararat.core.utilities import MARGIN, RANK, WIN, write_utilities
from ararat.games import all_facts
from lengths import amount

ENDS = [(slug, players) for slug, facts in all_facts().items() for players in {facts.players[0], facts.players[-1]}]
MOST = [(slug, facts.players[-1]) for slug, facts in all_facts().items()]


def named(cases):
    return {"argvalues": cases, "ids": [f"{slug}-{players}" for slug, players in cases]}


def played(slug, players, steps, size=4, seed=11, **how):
    """A batch after some random steps."""
    batch = ararat.game(slug).batch(size, players=players, seed=seed, **how)
    for turn in range(steps):
        batch.step(batch.draw(turn))
    return batch


def number_of(words):
    """The seed of four words."""
    return sum(int(word) << 32 * (3 - place) for place, word in enumerate(words))


def lists_of(batch):
    offsets, actions = batch.legal()
    return [actions[first:last].tolist() for first, last in pairwise(offsets)]


# --- A row is a match -------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_a_row_is_the_match_of_its_seed_to_the_end(slug, players):
    game, size = ararat.game(slug), amount(1, long=4)
    batch = game.batch(size, players=players, seed=2**32 - 1)
    matches = [game.start(players=players, seed=2**32 - 1 + row) for row in range(size)]
    turn = 0
    while not batch.over.all():
        drawn, before = batch.draw(turn), batch.over
        lists, masks, seen = lists_of(batch), batch.masks(), batch.observations()
        packed = batch.masks(packed=True)
        assert (np.packbits(masks, axis=1, bitorder="little") == packed).all()
        for row, match in enumerate(matches):
            legal = [] if match.over else match._engine.actions(match._tables)
            assert lists[row] == legal and np.flatnonzero(masks[row]).tolist() == sorted(lists[row])
            assert (seen[row] == match.observation(match.turn)).all()
            if not match.over:
                match.play(match.choices()[legal.index(drawn[row])])
        done = batch.step(drawn)
        for row, match in enumerate(matches):
            assert batch.tables[row].tobytes() == match._tables[0].tobytes()
            assert done.turns[row] == (NOBODY if match.turn is None else match.turn) and done.ended[row] == match.over
            assert done.scores[row].tolist() == match.scores
            assert np.flatnonzero(done.winners[row]).tolist() == match.winners
            assert (done.refused[row] != 0) == before[row]
            share = [(seat in match.winners) / max(1, len(match.winners)) for seat in range(players)]
            ends = match.over and not before[row]
            assert done.rewards[row].tolist() == pytest.approx(share if ends else [0] * players)
        turn += 1
    assert (batch.turns == NOBODY).all() and (batch.scores() == done.scores).all()
    assert (batch.winners() == done.winners).all()


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_a_match_of_a_row_goes_on_as_the_row_and_a_row_as_the_match(slug, players):
    batch = played(slug, players, 9)
    match = batch.match(np.int64(2))
    assert ararat.replay(match.record()).state() == match.state(), "its record is whole"
    twin = Batch.of([match, match.copy()], autoreset=True)
    for turn in range(amount(12, long=60)):
        drawn = batch.draw(turn)
        if drawn[2] < 0:
            break
        match.play(match.moves()[lists_of(batch)[2].index(drawn[2])])
        batch.step(drawn)
        assert match._tables.tobytes() == batch.tables[2:3].tobytes()
        if not match.over:
            twin.step(np.repeat(drawn[2], 2))
            assert twin.tables[0].tobytes() == twin.tables[1].tobytes() == match._tables[0].tobytes()


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_a_refused_action_changes_nothing_and_the_others_go_on(slug, players):
    batch = played(slug, players, 5)
    drawn, lists = batch.draw(99), lists_of(batch)
    illegal = next(action for action in range(batch.actions) if action not in lists[1])
    for wrong in (-1, illegal, batch.actions, 2**40, -(2**40)):
        twin, given = batch.copy(), drawn.copy()
        given[1] = wrong
        done = twin.step(given)
        assert twin.tables[1].tobytes() == batch.tables[1].tobytes()
        assert (done.refused != 0).tolist() == [False, True, False, False]
        refusing = batch.engine.refusal(batch.tables[1:2], wrong)
        assert done.refused[1] == refusing and batch.rule(refusing) == batch.rule(done.refused[1]) is not None
        batch_after = batch.copy()
        batch_after.step(drawn)
        assert (twin.tables[[0, 2, 3]] == batch_after.tables[[0, 2, 3]]).all()
    assert batch.rule(0) is None


# --- Starting anew ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_a_match_that_ends_starts_anew_in_the_same_step(slug, players):
    game = ararat.game(slug)
    plain = game.batch(3, players=players, seed=5)
    batch = game.batch(3, players=players, seed=5, autoreset=True, rewards="rank")
    matches, turn = np.ones(3, int), 0
    while not plain.over.all():
        drawn, live = plain.draw(turn), ~plain.over
        other = np.where(live, drawn, batch.draw(turn))
        told, done = plain.step(drawn), batch.step(other)
        ends = told.ended & live
        assert (done.ended[live] == ends[live]).all() and (done.refused == 0).all()
        assert (done.scores[live] == told.scores[live]).all() and (done.winners[live] == told.winners[live]).all()
        assert (done.rewards[ends] == plain.returns("rank")[ends]).all()
        assert (done.turns == batch.turns).all() and not batch.over.any()
        for row in np.flatnonzero(done.ended):
            matches[row] += 1
            fresh = game.start(players=players, seed=number_of(batch.seeds[row]))
            assert fresh._tables.tobytes() == batch.tables[row : row + 1].tobytes()
            assert batch.seeds[row, 2:].tolist() != plain.seeds[row, 2:].tolist()
        turn += 1
    assert (matches > 1).all()


def test_rows_start_anew_by_seeds_or_by_what_follows():
    game = ararat.game("noah")
    batch = game.batch(4, players=3, seed=1)
    batch.step(batch.draw(0))
    untouched = batch.tables[[1, 3]].tobytes()
    batch.reset([2, 0], [2**100, np.uint64(2**64 - 1)])
    for row, seed in ((2, 2**100), (0, 2**64 - 1)):
        assert batch.tables[row : row + 1].tobytes() == game.start(players=3, seed=seed)._tables.tobytes()
    assert batch.tables[[1, 3]].tobytes() == untouched
    batch.reset(np.array([False, True, False, True]), 8)
    for row, seed in ((1, 8), (3, 9)):
        assert batch.tables[row : row + 1].tobytes() == game.start(players=3, seed=seed)._tables.tobytes()
    again = batch.copy()
    batch.reset()
    again.reset(np.arange(4))
    assert bytes(batch) == bytes(again) and len({number_of(words) for words in batch.seeds}) == 4
    batch.reset(3, 8)
    assert batch.tables[3:].tobytes() == game.start(players=3, seed=8)._tables.tobytes()


@pytest.mark.parametrize("seed", [0, 2**32 - 2, 2**64 - 2, 2**96 - 1, 2**128 - 3])
def test_seeds_are_counted_on_over_every_word(seed):
    assert [number_of(words) for words in seeds_from(seed, 3)] == [seed, seed + 1, seed + 2]


def test_chance_goes_back_as_it_went():
    words = np.zeros(4, np.int64)
    Engine.seed_words(words, 2**127 + 12345)
    before = words.copy()
    for _ in range(40):
        roll(words)
    assert seed_that_leads_to(before.tolist()) == 2**127 + 12345
    for _ in range(40):
        roll_back(words)
    assert (words == before).all()


# --- Forks ------------------------------------------------------------------------------------------


def futures(batch, steps):
    """What becomes of rows that draw the same place of their lists."""
    for turn in range(steps):
        lists = lists_of(batch)
        batch.step(np.array([legal[turn * 7 % len(legal)] if legal else -1 for legal in lists]))
    return [table.tobytes() for table in batch.tables]


@pytest.mark.parametrize(("slug", "players"), **named(MOST))
def test_forks_share_their_future_until_they_are_reseeded(slug, players):
    batch = played(slug, players, 6)
    copies = batch.fork([3, 1], np.int64(3))
    before = bytes(batch)
    assert [table.tobytes() for table in copies.tables] == [batch.tables[row].tobytes() for row in (3, 3, 3, 1, 1, 1)]
    reseeded = copies.fork()
    reseeded.reseed(77)
    assert (reseeded.turns == copies.turns).all() and (reseeded.observations() == copies.observations()).all()
    told, others = (futures(forks, amount(40, long=150)) for forks in (copies, reseeded))
    assert len(set(told[:3])) == len(set(told[3:])) == 1
    assert len(set(others[:3])) == len(set(others[3:])) == 3
    assert bytes(batch) == before, "and the row stays where it was"
    copies.reset()
    reseeded.reset()
    assert len({table.tobytes() for table in copies.tables}) == 2
    assert len({table.tobytes() for table in reseeded.tables}) == 6, "the next matches of reseeded forks differ too"


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_redealt_worlds_look_the_same_to_the_seat_and_are_dealt_from_the_seed_alone(slug, players):
    batch = played(slug, players, 7)
    for seat in (None, *range(NOBODY, players)):
        worlds = batch.fork(0, 6)
        worlds.redeal(seat, 5)
        seats = worlds.turns if seat is None else np.full(6, seat)
        assert (worlds.observations(seats) == batch.observations(np.repeat(seats[:1], 4))[:1]).all()
        viewer = None if seats[0] == NOBODY else int(seats[0])
        assert {str(worlds.match(row).view(viewer)) for row in range(6)} == {str(batch.match(0).view(viewer))}
        twin = worlds.fork(range(6))
        twin.redeal(seat, 5)  # from another of the worlds that look the same
        assert [lists_of(twin), twin.turns.tolist()] == [lists_of(worlds), worlds.turns.tolist()]
        assert twin.tables["chance"].tobytes() == worlds.tables["chance"].tobytes()
        part = batch.fork(0, 6)
        part.redeal(seats[2:4], [7, 8], rows=[2, 3])  # the third and the fourth seed from 5 on
        assert part.tables[2:4].tobytes() == worlds.tables[2:4].tobytes()
        assert part.tables[[0, 1, 4, 5]].tobytes() == batch.fork(0, 4).tables.tobytes()


@pytest.mark.parametrize(("slug", "players"), **named(MOST))
def test_what_is_hidden_is_dealt_in_several_ways(slug, players):
    if not all_facts()[slug].secrets:
        pytest.skip("nothing is hidden")
    worlds = played(slug, players, 3).fork(0, 30)
    worlds.redeal(None, 1)
    assert len({row.tobytes() for row in worlds.states()}) > 1


# --- Elsewhere --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_a_batch_travels_and_is_copied_whole(slug, players):
    batch = played(slug, players, 8, cores=2, rewards="margin", autoreset=True)
    whole = bytes(batch)
    twins = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch), Batch.from_bytes(whole)]
    for turn in range(4):
        drawn = batch.draw(turn)
        done = batch.step(drawn)
        for twin in twins:
            assert all((told == mine).all() for told, mine in zip(twin.step(drawn), done, strict=True))
    assert all(bytes(twin) == bytes(batch) for twin in twins) and whole != bytes(batch)
    assert (twins[0].cores, twins[0].autoreset) == (2, True)


def test_foreign_bytes_are_refused():
    batch = ararat.game("noah").batch(2, players=2)
    whole = bytes(batch)
    for wrong in (
        b"",
        b"ararat batch {}\n",
        whole[:-1],
        whole[1:],
        whole + b"x",
        whole.replace(b"noah", b"hoan"),
        "x",
        7,
    ):
        with pytest.raises(ararat.BadBatch):
            Batch.from_bytes(wrong)
    for key, value in {
        "format": 2,
        "game": "go",
        "rules": 99,
        "layout": "x",
        "size": 3,
        "players": 3,
        "out": 7,
    }.items():
        with pytest.raises(ararat.BadBatch):
            Batch.from_bytes(resealed(whole, key, value))
    batch.tables["noah"] = 100
    with pytest.raises(ararat.BadBatch):
        Batch.from_bytes(bytes(batch))


def resealed(whole, key, value):
    """The bytes of a batch that says something else about itself."""
    import hashlib
    import json

    line, _, rest = whole.partition(b"\n")
    about = json.loads(line.removeprefix(b"ararat batch "))
    body = b"ararat batch " + json.dumps(about | {key: value}).encode() + b"\n" + rest[:-32]
    return body + hashlib.sha256(body).digest()


# --- What an end is worth ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("utility", "sign", "scores", "winners", "worth"),
    [
        (WIN, 1, [7, 9, 9], [0, 1, 0], [0, 1, 0]),
        (WIN, 1, [9, 9, 9], [1, 1, 0], [0.5, 0.5, 0]),
        (WIN, 1, [5], [0], [0]),
        (MARGIN, 1, [7, 9, 9], [0, 1, 0], [-2, 0, 0]),
        (MARGIN, -1, [7, 9, 12], [1, 0, 0], [2, -2, -5]),
        (MARGIN, 1, [-3, -8], [1, 0], [5, -5]),
        (MARGIN, -1, [5], [1], [-5]),
        (RANK, 1, [7, 9, 9], [0, 1, 0], [-1, 1, 0]),
        (RANK, 1, [7, 9, 9], [0, 1, 1], [-1, 0.5, 0.5]),
        (RANK, -1, [7, 9, 9, 20, 9], [1, 0, 0, 0, 0], [1, 0, 0, -1, 0]),
        (RANK, 1, [4], [1], [1]),
        (RANK, 1, [4], [0], [-1]),
    ],
)
def test_what_an_end_is_worth(utility, sign, scores, winners, worth):
    told = np.zeros(len(scores), np.float32)
    write_utilities(utility, sign, np.array(scores), np.array(winners, bool), told)
    assert told.tolist() == worth


@pytest.mark.parametrize(("slug", "players"), **named(ENDS))
def test_returns_lie_where_they_are_said_to_lie(slug, players):
    batch = ararat.game(slug).batch(amount(60, long=2000), players=players, seed=1)
    assert not batch.returns("win").any() and not batch.returns("margin").any()
    turn = 0
    while not batch.over.all():
        batch.step(batch.draw(turn))
        turn += 1
    winners, told = batch.winners(), utilities(all_facts()[slug], players)
    for name, limits in told.items():
        worth = batch.returns(name)
        assert worth.min() >= limits["low"] and worth.max() <= limits["high"]
        if limits["sum"] is not None:
            assert np.allclose(worth.sum(1), limits["sum"], atol=1e-5)
    assert ((batch.returns("win") > 0) == winners).all()
    if players > 1:
        assert (batch.returns("margin")[winners] >= 0).all(), "also where fewer points are better"
        assert (batch.returns("rank").argmax(1) == winners.argmax(1)).all()


# --- Everything about a table -----------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), **named(MOST))
def test_states_hold_every_field_but_chance(slug, players):
    batch = played(slug, players, 9)
    names, states = batch.state_names, batch.states()
    assert len(set(names)) == len(names) == states.shape[1]
    fields = [name.partition(".")[0].partition("[")[0] for name in names]
    for field in batch.engine.layout:
        columns = [place for place, name in enumerate(fields) if name == field.name]
        if field.name in ("chance", "spare"):
            assert not columns
            continue
        numbers = states[:, columns].astype(np.int64)
        if field.width == 8:
            room = field.high.bit_length()
            numbers = (numbers.reshape(len(batch), -1, room) << np.arange(room)).sum(2)
        assert (numbers == batch.tables[field.name].reshape(len(batch), -1)).all()


# --- Arrays of one's own, cores, threads ------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), **named(MOST))
def test_arrays_are_used_again(slug, players):
    plain, reusing = played(slug, players, 3), played(slug, players, 3, out=True)
    own = Step.room(4, players)
    rooms = np.zeros((4, plain.actions), np.uint8), np.zeros((4, plain.states().shape[1]), np.float32)
    seen = np.zeros_like(plain.observations())
    offsets, listed = np.zeros(5, np.int64), np.zeros(3, np.int64)
    kept = [reusing.masks(), reusing.observations(), reusing.states(), reusing.legal()[0], *reusing.step([-1] * 4)]
    for turn in range(3):
        drawn = plain.draw(turn)
        assert plain.masks(out=rooms[0]) is rooms[0] and plain.states(out=rooms[1]) is rooms[1]
        assert plain.observations(0, out=seen) is seen
        lists = plain.legal(out=(offsets, listed))
        assert lists[0] is offsets and lists[1].tolist() == sum(lists_of(plain), [])
        done = plain.step(drawn, out=own)
        assert all(one is other for one, other in zip(done, own, strict=True))
        again = [reusing.masks(), reusing.observations(), reusing.states(), reusing.legal()[0]]
        assert (again[0] == rooms[0]).all() and (again[2] == rooms[1]).all()
        again += [*reusing.step(drawn)]
        assert all(one is other for one, other in zip(kept, again, strict=True))
        assert all((one == other).all() for one, other in zip(done, again[4:], strict=True))


def test_lists_that_grow_find_room():
    batch, reusing = (ararat.game("animals-on-board").batch(40, players=4, seed=3, out=out) for out in (False, True))
    for turn in range(60):
        reusing._quick.listed = reusing._quick.listed[:1].copy()
        reusing._quick.__dict__.pop("list", None)
        batch._room_for_actions = 1
        offsets, actions = batch.legal()
        assert reusing.legal()[1].tolist() == actions.tolist()
        masks = batch.masks()
        assert offsets[-1] == len(actions) == masks.sum()
        assert (batch.step(batch.draw(turn)).turns == reusing.step(reusing.draw(turn)).turns).all()


def test_work_is_shared_as_it_is_done_alone(monkeypatch):
    game = ararat.game("noah")
    alone = game.batch(50, players=3, seed=4, cores=1)
    monkeypatch.setattr(batch_tables, "LEAST", 8)
    monkeypatch.setattr(sharing, "usable_cores", lambda: 3)
    monkeypatch.setattr(sharing, "PIECE", 7)
    shared = game.batch(50, players=3, seed=4)
    for turn in range(12):
        drawn = alone.draw(turn)
        assert (shared.masks() == alone.masks()).all() and (shared.observations() == alone.observations()).all()
        assert all((one == other).all() for one, other in zip(shared.step(drawn), alone.step(drawn), strict=True))
    assert bytes(shared)[-2000:-32] == bytes(alone)[-2000:-32]


def test_no_more_cores_than_may_be_used(monkeypatch):
    used, begun = [], []
    monkeypatch.setattr(sharing, "usable_cores", lambda: 4)
    submit = sharing._kept_pool().submit
    monkeypatch.setattr(sharing._kept_pool(), "submit", lambda work: begun.append(work) or submit(work))
    for count, cores, least, workers in (
        (9, None, 5, 0),
        (10, None, 5, 2),
        (100, 3, 5, 3),
        (100, 9, 5, 4),
        (100, 1, 5, 0),
    ):
        used.clear()
        begun.clear()
        sharing.share(lambda first, last: used.extend(range(first, last)), count, cores, least)
        assert sorted(used) == list(range(count)) and len(begun) == workers
    if hasattr(os, "sched_getaffinity"):
        monkeypatch.undo()
        assert sharing.usable_cores() == len(os.sched_getaffinity(0))


def test_what_goes_wrong_in_a_thread_is_told(monkeypatch):
    monkeypatch.setattr(sharing, "usable_cores", lambda: 2)

    def work(first, last):
        raise KeyError(first)

    with pytest.raises(KeyError):
        sharing.share(work, 100, None, 10)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_a_pool_of_its_own(monkeypatch):
    monkeypatch.setattr(sharing, "usable_cores", lambda: 2)
    sharing.share(lambda first, last: None, 100, None, 10)
    child = os.fork()
    if child == 0:
        done = []
        sharing.share(lambda first, last: done.append(last - first), 100, None, 10)
        os._exit(0 if sum(done) == 100 else 1)
    assert os.waitpid(child, 0)[1] == 0


# --- Bad input --------------------------------------------------------------------------------------

NEVER = object()
BAD = {
    "actions of a wrong length": lambda batch: batch.step([1]),
    "actions of a wrong kind": lambda batch: batch.step([1.5, 2.0]),
    "actions in two dimensions": lambda batch: batch.step([[1, 2]]),
    "actions beyond 64 bits": lambda batch: batch.step([1, 2**64]),
    "actions beyond 63 bits": lambda batch: batch.step(np.array([1, 2**63], np.uint64)),
    "no actions": lambda batch: batch.step(None),
    "truth values for actions": lambda batch: batch.step([True, False]),
    "a row that is not there": lambda batch: batch.reset([2], 1),
    "a row before the first": lambda batch: batch.reset([-1], 1),
    "rows that are none": lambda batch: batch.fork("ab", 1),
    "too many truth values": lambda batch: batch.reset(np.ones(3, bool)),
    "a seed that is none": lambda batch: batch.reset([0], [-1]),
    "too few seeds": lambda batch: batch.reset([0, 1], [1]),
    "a seed that is no number": lambda batch: batch.reseed("x"),
    "nothing for a seed": lambda batch: batch.reset([0, 1], [None, 1]),
    "no times": lambda batch: batch.fork([0], 0),
    "half a time": lambda batch: batch.fork([0], 1.5),
    "a seat that is not there": lambda batch: batch.observations(2),
    "a seat too few": lambda batch: batch.redeal([0], 1),
    "no seat": lambda batch: batch.redeal("x", 1),
    "an unknown utility": lambda batch: batch.returns("fun"),
    "a match that is not there": lambda batch: batch.match(2),
    "no match": lambda batch: batch.match(True),
    "an array too small": lambda batch: batch.masks(out=np.zeros((1, 5), np.uint8)),
    "an array of another kind": lambda batch: batch.observations(out=np.zeros((2, batch.actions))),
    "no step": lambda batch: batch.step([-1, -1], out=7),
    "no lists": lambda batch: batch.legal(out=np.zeros(3)),
    "lists of another kind": lambda batch: batch.legal(out=(np.zeros(3), np.zeros(3))),
    "a packing that is none": lambda batch: batch.masks(packed=3),
    "a rule that is none": lambda batch: batch.rule(1000),
    "a device that is none": lambda batch: ararat.game("noah").batch(2, players=2, device="tpu"),
    "a core that is none": lambda batch: ararat.game("noah").batch(2, players=2, cores=0),
    "starting anew perhaps": lambda batch: ararat.game("noah").batch(2, players=2, autoreset="yes"),
    "rewards that are none": lambda batch: ararat.game("noah").batch(2, players=2, rewards=1),
    "too many seeds": lambda batch: ararat.game("noah").batch(2, players=2, seed=2**64 - 1),
    "no matches": lambda batch: Batch.of([]),
    "not a match": lambda batch: Batch.of([1]),
    "matches of two kinds": lambda batch: Batch.of([ararat.game("noah").start(n, seed=1) for n in (2, 3)]),
}


@pytest.mark.parametrize("ask", BAD.values(), ids=BAD)
def test_bad_input_gets_one_sentence_and_changes_nothing(ask):
    batch = ararat.game("noah").batch(2, players=2, seed=1)
    before = bytes(batch)
    with pytest.raises(ararat.AraratError) as refused:
        ask(batch)
    for language in ("en", "fr", "it"):
        assert "\n" not in refused.value.text_in(language) and "{" not in refused.value.text_in(language)
    assert bytes(batch) == before


def test_whole_numbers_of_any_kind_are_whole_numbers():
    game = ararat.game("noah")
    for kind in (int, np.int8, np.uint8, np.int64, np.uint64):
        batch = game.batch(kind(3), players=kind(3), seed=kind(5), cores=kind(1), first=kind(1))
        batch.reset([kind(1), kind(2)], [kind(7), kind(8)])
        batch.redeal(kind(1), kind(4))
        assert len(batch.fork(kind(1), kind(2))) == 2
        assert batch.observations(np.array([0, 1, 2], kind)).shape[0] == 3
        batch.step(np.array([0, 1, 2], kind))
        match = game.start(players=kind(3), seed=kind(5))
        assert match.view(kind(1)) == match.view(1) and match.record()["players"] == 3
        assert game.simulate(kind(2), players=kind(3), seed=kind(1)).decisions.shape == (2,)


def test_compiling_is_told(capsys, caplog):
    from ararat.core import engine as engines

    facts = all_facts()["noah"]
    tell = engines.tell_progress(facts)
    tell(0, 2)
    tell(1, 2)
    assert capsys.readouterr().err.count("Noah") == 1, "on paper once"
    ararat.game("noah").prepare(lambda done, total: tell(done, total))
    told = []
    ararat.game("noah").prepare(lambda done, total: told.append((done, total)))
    assert told[0][0] == 0 and told[-1][0] == told[-1][1] == len(told) - 1
