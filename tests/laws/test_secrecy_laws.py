"""The two-worlds law: what looks the same to a seat is the same in all that it is sent.

A second world is made by dealing anew what a seat can't know. Then everything that the seat gets
(view, observation, log, events, the list of its own moves, refusals, undo, its bots' decisions)
must be equal in both worlds, as long as the moves made are those the seat can see.
"""

from __future__ import annotations

import json
from itertools import product
from random import Random

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.table import NOBODY
from ararat.games import all_facts
from ararat.players import levels
from lengths import amount

from .positions import positions, random_match
from .worlds import canonical, other_world, stand, viewers

EXAMINED = amount(8, long=80)  # moves of a match that are examined one by one


def test_redealing_keeps_the_view_and_the_invariants(table):
    rules = engine_of(all_facts()[table[0]])
    changed = 0
    for number, tables in enumerate(positions(table)):
        for viewer in viewers(tables):
            world = other_world(rules, tables, viewer, 1000 + number)
            assert rules.fault(world) == 0
            assert rules.layout.out_of_range(world[0]) == []
            assert stand(table, world).view(viewer) == stand(table, tables).view(viewer)
            changed += stand(table, world).state() != stand(table, tables).state()
    assert changed or views_tell_all(table), "no second world ever differed: the law would prove nothing"


def views_tell_all(table):
    """Whether a view gives the whole state back, to whoever counts what is missing."""
    views = hooks_of(all_facts()[table[0]])
    return all(
        views.state_of(views.imagine(views.view_of(tables[0], None))[0]) == views.state_of(tables[0])
        for tables in positions(table)
    )


def test_redealing_uses_nothing_that_the_seat_cannot_know(table):
    """From either of two worlds that look alike, the same chance deals the same third world."""
    rules = engine_of(all_facts()[table[0]])
    for number, tables in enumerate(positions(table)[::2]):
        for viewer in viewers(tables):
            second = other_world(rules, tables, viewer, number)
            thirds = [other_world(rules, world, viewer, 7) for world in (tables, second)]
            seat = NOBODY if viewer is None else viewer
            for world in thirds:
                rules.seed(world, 0)
            assert thirds[0].tobytes() == thirds[1].tobytes(), f"seat {seat}"


def test_two_worlds_send_a_seat_the_same(table):
    facts = all_facts()[table[0]]
    rules = engine_of(facts)
    for number, tables in enumerate(positions(table)):
        for viewer in viewers(tables):
            worlds = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
            assert worlds[0].view(viewer) == worlds[1].view(viewer)
            assert (worlds[0].observation(viewer) == worlds[1].observation(viewer)).all()
            assert worlds[0].information_state(viewer) == worlds[1].information_state(viewer)
            if worlds[0].turn is not None and worlds[0].turn == viewer:
                assert worlds[0].moves() == worlds[1].moves()


def test_two_worlds_stay_alike_through_moves_that_the_seat_sees(table):
    """A seat's own moves, and others' moves that are open to it, tell it the same in both worlds.

    Where a move touches chance or opens secrets the worlds may part, as they should: `can_undo`
    says so, in both worlds alike.
    """
    rules = engine_of(all_facts()[table[0]])
    seen = hooks_of(all_facts()[table[0]]).seen
    compared = 0
    for number, tables in enumerate(positions(table)):
        if tables[0]["turn"] < 0:
            continue
        for viewer in viewers(tables):
            second = other_world(rules, tables, viewer, 50 + number)
            one, two = stand(table, tables), stand(table, second)
            listed = one.moves()
            for place in {0, len(listed) // 3, len(listed) - 1}:
                move = listed[place]
                if viewer != one.turn and seen(tables[0], move, viewer) != move:
                    continue
                first, other = one.copy(), two.copy()
                if viewer == one.turn:
                    assert other.why_not(move) is None, "a seat's own moves don't hang on what it can't know"
                elif other.why_not(move) is not None:
                    continue  # made by somebody else, the move itself tells the worlds apart
                first.play(move)
                other.play(move)
                assert first.can_undo == other.can_undo
                if first.can_undo:
                    compared += 1
                    assert first.view(viewer) == other.view(viewer)
                    assert first.log(viewer) == other.log(viewer)
                    assert first.information_state(viewer) == other.information_state(viewer)
                    first.undo()
                    other.undo()
                    assert first.view(viewer) == other.view(viewer)
    assert compared


SEXES = {"f", "m"}  # alone they name no card: that of a snail is chosen when it boards


def test_a_move_that_can_be_undone_told_nobody_anything(table):
    """What its mover could not tell apart before it can't tell apart after it, and to others it
    names only what they saw before."""
    rules = engine_of(all_facts()[table[0]])
    seen = hooks_of(all_facts()[table[0]]).seen
    for number, tables in enumerate(positions(table)):
        if tables[0]["turn"] < 0:
            continue
        match = stand(table, tables)
        listed = match.moves()
        for move in listed if len(listed) < 20 else listed[:3]:
            after = match.copy()
            after.play(move)
            if not after.can_undo:
                continue
            world = stand(table, other_world(rules, tables, match.turn, number))
            world.play(move)
            assert world.view(match.turn) == after.view(match.turn)
            for viewer in viewers(tables):
                named = words_in(seen(tables[0], move, viewer)) & words_in(match.state()) - {"hidden"}
                assert named - SEXES <= words_in(match.view(viewer)), f"{viewer} learns of {move}"


def test_refusals_are_the_same_in_two_worlds(table):
    facts = all_facts()[table[0]]
    rules = engine_of(facts)
    random = Random(5)
    moves_of_all = [move for tables in positions(table)[::7] for move in stand(table, tables).moves()[:6]]
    for number, tables in enumerate(positions(table)[::3]):
        if tables[0]["turn"] < 0:
            continue
        viewer = int(tables[0]["turn"])
        worlds = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
        for move in random.sample(moves_of_all, min(12, len(moves_of_all))):
            one, two = (world.why_not(move) for world in worlds)
            assert str(one) == str(two)


def test_equal_views_give_equal_numbers_and_different_views_different_ones(table):
    rules = engine_of(all_facts()[table[0]])
    for viewer in [0, None]:
        seat = np.array([NOBODY if viewer is None else viewer])
        by_view, by_numbers = {}, {}
        for tables in positions(table):
            view = canonical(stand(table, tables).view(viewer))
            numbers = rules.observe(tables, seat)[0].tobytes()
            assert by_view.setdefault(view, numbers) == numbers
            assert by_numbers.setdefault(numbers, view) == view


def test_numbers_tell_apart_what_views_tell_apart(plain_table):
    """Whatever open field of a table is changed: if the view shows it, so do the numbers.

    But for a change to what no table can be, at some place of a field that they show elsewhere; and for one that a
    state does not tell, since the field follows from others. What is not observed at such tables is the same at all.
    """
    table = (*plain_table, {})
    facts = all_facts()[table[0]]
    rules, views = engine_of(facts), hooks_of(facts)
    silent, shown, doubtful = set(), set(), set()
    absent = rules.rules.OBSERVED.absent(positions(table)[0][0]) & set(rules.layout.fields)
    assert all(len({tables[name].tobytes() for tables in positions(table)}) == 1 for name in absent)
    for tables in positions(table)[:: amount(30, long=12)]:
        for viewer in (0, None):
            seat = np.array([NOBODY if viewer is None else viewer])
            view, numbers = views.view_of(tables[0], viewer), rules.observe(tables, seat)[0].tobytes()
            for declared in [one for one in rules.layout if one.seen == "all" and one.name not in absent]:
                name = declared.name
                places = range(tables[name].size if name not in ("players", "phase") else 0)
                bits = {1, 1 << declared.high.bit_length() // 2} if declared.kind is np.int64 else {1}
                for place, bit in product(places, bits):
                    other = tables.copy()
                    flat = other[name].reshape(-1)
                    flat[place] = flat[place] ^ bit if flat[place] >= 0 else 0
                    if declared.high == rules.layout.fields["turn"].high and flat[place] >= table[1]:
                        continue  # a seat that is not there
                    try:
                        changed = views.view_of(other[0], viewer) != view
                    except (IndexError, ValueError, KeyError):
                        continue  # no such table can be drawn up
                    if changed and rules.observe(other, seat)[0].tobytes() != numbers:
                        shown.add(name)
                    elif changed:
                        told = views.declared_state.lay(views.state_of(other[0]))[name].tobytes()
                        if told == other[name].tobytes():
                            (doubtful if rules.fault(other) else silent).add(name)
    silent |= doubtful - shown
    assert not silent, f"views show what the numbers don't: {silent}"


# Passes are forced, nobody comes after the last of all seats, what is not dealt to several players stays away, and one
# animal was ejected in none of 4,000 random matches.
RARE = {
    "opti-mix": {"removed[35]"},
    "animals-on-board": {"passes"},
    "ark-and-noah": {"queue[3]"},
    "noah": {"deck.size"},
}


@pytest.mark.long
@pytest.mark.parametrize("slug", all_facts())
def test_no_number_is_dead_at_full_seats(slug):
    """Over all options, every number of an observation takes several values, all of them within its bounds."""
    facts = all_facts()[slug]
    rules, players, found = engine_of(facts), facts.players[-1], {}
    for options in [{}, *({name: one} for name, option in facts.options.items() for one in option.samples(players))]:
        batch = ararat.game(slug).batch(200, players=players, seed=3, **options)
        names = rules.rules.OBSERVED.names(batch.tables[0])
        low, high = rules.rules.OBSERVED.bounds(batch.tables[0])
        least, most = np.full(len(names), np.inf), np.full(len(names), -np.inf)
        for turn in range(2000):
            for seat in range(players):
                seen = rules.observe(batch.tables, np.full(len(batch), seat))
                assert (seen >= low).all() and (seen <= high).all()
                least, most = np.minimum(least, seen.min(axis=0)), np.maximum(most, seen.max(axis=0))
            if batch.over.all():
                break
            batch.step(batch.draw(turn))
        room_for_more = options.get("ending") == "to-26"  # thirty rounds could be, three are
        for name, *values in zip(names, least, most, strict=True):
            if name in found or not room_for_more:
                found.setdefault(name, set()).update(values)
    assert {name for name, values in found.items() if len(values) < 2} <= RARE.get(slug, set())


def decide_alike(table, tables, codes, number):
    """The same view, moves and seed give the same decision, whatever is hidden, and a legal one."""
    rules = engine_of(all_facts()[table[0]])
    viewer = int(tables[0]["turn"])
    worlds = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
    for code in codes:
        bot = ararat.player(code)
        decisions = [bot.choose(world.view(viewer), world.moves(), seed=number) for world in worlds]
        assert decisions[0] == decisions[1]
        assert worlds[0].why_not(decisions[0]) is None


def test_bots_decide_by_the_view_alone(table):
    simple = [code for code in ararat.players() if code not in levels()]
    for number, tables in enumerate(positions(table)[::3]):
        if tables[0]["turn"] >= 0:
            decide_alike(table, tables, [*simple, "search:24/12"], number)


def test_all_levels_decide_by_the_view_alone(plain_table):
    """The same for searches as large as people play against, at fewer positions."""
    table = (*plain_table, {})
    undecided = [tables for tables in positions(table) if tables[0]["turn"] >= 0]
    decide_alike(table, undecided[len(undecided) // 3], levels(), 1)


def test_a_world_can_be_imagined_from_every_view(table):
    """`imagine` makes a table from a view alone; dealt anew, it is a world that looks like the view."""
    facts = all_facts()[table[0]]
    rules, views = engine_of(facts), hooks_of(facts)
    for number, tables in enumerate(positions(table)[::2]):
        for viewer in viewers(tables):
            view = json.loads(canonical(stand(table, tables).view(viewer)))
            world = other_world(rules, views.imagine(view), viewer, number)
            assert rules.fault(world) == 0
            assert stand(table, world).view(viewer) == view


@pytest.mark.parametrize("seed", range(2))
def test_logs_and_past_views_of_a_running_match_hold_only_what_was_to_be_known(table, seed):
    """Replaying with another seat's eyes: every entry is an event of its audience, every past view
    is the view that this seat had then."""
    match = random_match(table, seed, decisions=25)
    replayed = ararat.game(table[0]).start(players=table[1], seed=seed, **table[2])
    had = {viewer: [] for viewer in [*range(match.players), None]}
    for move in match.history:
        for viewer, views in had.items():
            views.append(replayed.view(viewer))
        replayed.play(move)
    for viewer, views in had.items():
        assert match.past_views(viewer) == views
        for entry in match.log(viewer):
            assert all(event["audience"] == "all" or viewer in event["audience"] for event in entry["events"])


@pytest.mark.parametrize("seed", range(amount(1, long=2)))
def test_events_and_logs_tell_a_viewer_no_name_that_its_views_do_not(table, seed):
    """Whole matches, moves that open secrets included: a piece that a viewer hears of in an event or
    in the log is one that it sees on the table just before the move or just after it.

    A move that ends a round may lay something open that the next round clears away at once: there
    the viewer may also see what the move itself shows it. Of very long matches a part is examined.
    """
    match = ararat.game(table[0]).start(players=table[1], seed=seed, **table[2])
    open_part = hooks_of(all_facts()[table[0]]).seen
    random = Random(seed)
    while not match.over:
        move = random.choice(match.moves())
        if len(match.history) > EXAMINED and random.random() < 0.9:
            match.play(move)
            continue
        everybody = [*range(match.players), None]
        before = {viewer: words_in(match.view(viewer)) for viewer in everybody}
        table_before = match._tables
        state_before = match.state()
        events = match.play(move)
        own_words = words_in(state_before)
        round_ended = match.state().get("round") != state_before.get("round")
        for viewer in everybody:
            seen = before[viewer] | words_in(match.view(viewer))
            if round_ended:
                seen |= words_in(open_part(table_before[0], move, viewer))
            secret = (own_words | words_in(match.state())) - seen
            told = [event for event in events if event["audience"] == "all" or viewer in event["audience"]]
            assert not words_in(told) & secret, f"{viewer} hears of {words_in(told) & secret}"
            if not match.over:
                entry = match.log(viewer, since=len(match.history) - 1)[-1]
                assert not words_in([entry["move"], entry["events"]]) & secret


def words_in(value):
    """Every word that names something in plain JSON, keys left out."""
    if isinstance(value, dict):
        return set().union(*map(words_in, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(words_in, value)) if value else set()
    return {value} if isinstance(value, str) else set()


def test_the_past_of_a_running_match_stays_hidden_until_it_is_over(table):
    """A log read later tells a viewer no more than it told at the time."""
    match = ararat.game(table[0]).start(players=table[1], seed=6, **table[2])
    random = Random(6)
    told = {viewer: [] for viewer in [*range(match.players), None]}
    while not match.over:
        match.play(random.choice(match.moves()))
        if not match.over:
            for viewer, entries in told.items():
                entries += match.log(viewer, since=len(entries))
                if len(entries) % 10 == 0:
                    assert match.log(viewer) == entries


def test_redealing_changes_every_hidden_place(plain_table):
    """Over many worlds of one position, everything that a viewer can't see differs now and then."""
    table = (*plain_table, {})
    facts = all_facts()[table[0]]
    rules, views = engine_of(facts), hooks_of(facts)
    if views_tell_all(table):
        pytest.skip("nothing is hidden that can't be counted")
    some = [tables for tables in positions(table) if tables[0]["turn"] >= 0]
    # Some secrets come late, such as a card laid face down in the middle of a match.
    for tables in [*some[1:14:4], *some[14 :: len(some) // 5]]:
        viewer = int(tables[0]["turn"])
        worlds = np.repeat(tables, 200)
        for number in range(len(worlds)):
            rules.seed(worlds[number : number + 1], number)
        rules.redeal(worlds, viewer)
        view = views.view_of(tables[0], viewer)
        hidden = {}
        for world in worlds:
            for path, value in leaves(views.state_of(world), view):
                hidden.setdefault(path, []).append(value)
        counted = dict(leaves(views.state_of(views.imagine(view)[0]), view))
        # What can be counted from the view alone has no other world.
        stuck = [
            path
            for path, values in hidden.items()
            if len(values) == len(worlds) and len(set(values)) == 1 and values[0] not in ("[]", counted.get(path))
        ]
        assert not stuck, f"dealt anew 200 times, these never changed: {stuck}"


def leaves(state, view, path=()):
    """Where the state says more than the view: (path, what it says)."""
    if state == view:
        return
    if isinstance(state, dict) and isinstance(view, dict):
        for key in state:
            yield from leaves(state[key], view[key], (*path, key))
    elif isinstance(state, list) and isinstance(view, list) and len(state) == len(view):
        for place, value in enumerate(state):
            yield from leaves(value, view[place], (*path, place))
    else:
        yield path, canonical(state)


def test_a_game_without_secrets_shows_everything_to_everybody(table):
    slug, players, _ = table
    facts = all_facts()[slug]
    views = hooks_of(facts)
    same = [
        views.view_of(tables[0], viewer) == views.state_of(tables[0])
        for tables in positions(table)[::4]
        for viewer in (None, *range(players))
    ]
    assert all(same) or facts.secrets
    assert not all(same) or not facts.secrets or players < facts.usual_players, "nothing is secret"
