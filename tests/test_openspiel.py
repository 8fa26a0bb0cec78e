"""The worlds in which OpenSpiel's search plays against ours (benchmarks/openspiel)."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest

from tools import needed, only_long

only_long()
needed("pyspiel", "install the extra `openspiel`")

from ararat.core.hooks import hooks_of
from ararat.errors import UnknownPlayer
from ararat.match import start
from openspiel.duel import duel, line_ups, rows_of
from openspiel.report import interval, summaries
from openspiel.thinkers import TimedSearch, settings_of, thinker_of
from openspiel.world import FACTS, TERMINAL, World, game_for, returns_of


def walk(players, deal, seed):
    """A random match, with a world beside it: both before each decision and at the end."""
    random = Random(seed)
    match, world = start(FACTS, players, deal, {}), World.dealt(players, deal)
    while True:
        yield match, world
        if match.over:
            return
        action = random.choice(world.legal_actions().tolist())
        match.play(hooks_of(FACTS).move_of(world.tables[0], action))
        world.apply_action(action)


@pytest.mark.parametrize("players", FACTS.players)
def test_the_same_moves_are_legal_and_the_same_seats_win(players):
    moves = hooks_of(FACTS)
    for match, world in walk(players, 7, 1):
        table = world.tables[0]
        assert moves.state_of(table) == match.state()
        assert world.current_player() == (TERMINAL if match.over else match.turn)
        assert moves.moves_of(table, world.legal_actions().tolist()) == match.moves()
    winners = sum(1 << seat for seat in match.winners)
    assert match.winners
    assert world.returns() == returns_of(players, winners)
    losers = set(range(players)) - set(match.winners)
    assert all(world.returns()[seat] > world.returns()[other] for seat in match.winners for other in losers)


def test_a_victory_is_worth_one_and_all_together_nothing():
    assert returns_of(2, 0b01) == (1, -1)
    assert returns_of(2, 0b11) == (0, 0)
    assert returns_of(4, 0b0100) == (-1 / 3, -1 / 3, 1, -1 / 3)
    assert returns_of(3, 0b101) == (0.25, -0.5, 0.25)


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_dealt_anew_look_the_same_to_the_seat(players):
    views, stream = hooks_of(FACTS), np.array([3, 1, 4, 1])
    differ = 0
    for match, world in walk(players, 11, 2):
        if match.over:
            break
        for seat in range(players):
            other = world.redealt(seat, stream)
            assert views.view_of(other.tables[0], seat) == match.view(seat)
            assert other.information_state_string(seat) == world.information_state_string(seat)
            assert other.current_player() == world.current_player()
            differ += other.tables.tobytes() != world.tables.tobytes()
            # What chance will bring is dealt anew too: the search may not foresee the real deck.
            assert (other.tables[0]["chance"] != world.tables[0]["chance"]).any()
        assert world.redealt(match.turn, stream).legal_actions().tolist() == world.legal_actions().tolist()
    assert differ > 10


def test_worlds_do_not_depend_on_the_secrets_of_the_real_one():
    for match, world in walk(2, 5, 4):
        if match.over:
            break
        seat = match.turn
        lookalike = world.redealt(seat, np.array([9, 8, 7, 6]))
        # Two worlds that look alike to the seat are dealt anew alike from the same stream.
        again = [one.redealt(seat, np.array([1, 2, 3, 4])) for one in (world, lookalike)]
        assert again[0].tables.tobytes() == again[1].tables.tobytes()


def test_information_states_are_equal_exactly_for_equal_views():
    known = {}
    for deal in range(3):
        for match, world in walk(3, deal, deal):
            for seat in range(3):
                view = json.dumps(match.view(seat))
                assert known.setdefault(world.information_state_string(seat), view) == view
    assert len(set(known.values())) == len(known)


def test_a_world_keeps_its_past_when_its_copy_goes_on():
    _, world = next(walk(2, 1, 1))
    before, actions = world.tables.tobytes(), world.actions.tolist()
    copy = world.clone()
    copy.apply_action(copy.actions[0])
    assert world.tables.tobytes() == before != copy.tables.tobytes()
    assert world.actions.tolist() == actions


@pytest.mark.parametrize("compiled", [False, True])
def test_the_search_finds_a_legal_action_in_whatever_time(compiled):
    game = game_for(2)
    for number, (match, world) in enumerate(walk(2, 3, 3)):
        if match.over or number > 12:
            break
        before = world.tables.tobytes()
        bot = TimedSearch(game, 1.0, compiled, 0.0 if number else 0.05, number)
        assert bot.step(world) in world.legal_actions()
        assert bot.simulations > 1 or len(world.legal_actions()) == 1
        assert world.tables.tobytes() == before


def test_both_sides_have_every_seat_equally_often():
    for players in FACTS.players:
        for seat in range(players):
            there = [line_up[seat] for line_up in line_ups(players)]
            assert there.count("A") == there.count("B") > 0


def test_a_duel_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "games.jsonl"
    pair = ("greedy", "ismcts:1")
    duel(pair, 2, 0.005, 1, 1, path)
    first = list(rows_of(path))
    assert [row["line_up"] for row in first] == ["AB", "BA"]
    for row in first:
        assert sum(row["won"].values()) == pytest.approx(1)
        assert row["simulations"]["B"] > row["decisions"]["B"] > 0
    path.write_text(path.read_text("utf-8") + '{"cut sh', "utf-8")
    duel(pair, 2, 0.005, 1, 2, path)
    rows = list(rows_of(path))
    assert rows[:2] == first
    assert [(row["deal"], row["line_up"]) for row in rows[2:]] == [(1, "AB"), (1, "BA")]
    (found,) = summaries(rows)
    assert (found["deals"], found["matches"]) == (2, 4)


def test_a_share_lies_within_its_interval_and_a_run_of_victories_is_no_certainty():
    low, high = interval(np.ones(20))
    assert 0.75 < low < 0.99 and high == 1
    assert interval(np.ones(1)) is None
    low, high = interval(np.array([0.0, 0.5, 1.0] * 20))
    assert 0.35 < low < 0.5 < high < 0.65


def test_our_players_sit_at_the_same_table():
    match, world = next(walk(2, 1, 1))
    thought = thinker_of("greedy", 0.1).think(match, world, 1)
    assert thought.action in world.legal_actions()


def test_a_net_thinks_as_long_as_its_rival_unless_it_says_how_long():
    assert thinker_of("net:some.npz", 0.5).player.code == "net:some.npz:0.5s"
    assert thinker_of("net:some.npz:20", 0.5).player.code == "net:some.npz:20"
    assert thinker_of("search", 0.5).player.code == "search:0.5s/6"


def test_several_processes_share_the_deals(tmp_path):
    path = tmp_path / "games.jsonl"
    duel(("greedy", "random"), 2, 0.005, 1, 3, path, 1, 2)
    assert [row["deal"] for row in rows_of(path)] == [1, 1]
    duel(("greedy", "random"), 2, 0.005, 1, 3, path, 0, 2)
    assert [row["deal"] for row in rows_of(path)] == [1, 1, 0, 0, 2, 2]


def test_a_code_says_how_openspiel_searches():
    assert settings_of("ismcts:0.5") == (0.5, False)
    assert settings_of("ismcts:2:compiled") == (2, True)
    for code in ("ismcts", "ismcts:", "ismcts:x", "ismcts:1:fast", "ismcts:1:compiled:more", "other:1"):
        with pytest.raises(UnknownPlayer):
            settings_of(code)
