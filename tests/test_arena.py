"""The arena: fair seats, honest intervals, games that are never lost nor played twice."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections import Counter
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from rich.console import Console

import ararat
from ararat.arena import bout as bouts
from ararat.arena import contest as contests
from ararat.arena import ladder as ladders
from ararat.arena import sampling as samplings
from ararat.arena.bout import Game, game_of, play
from ararat.arena.contest import BadArena, Contest, checked_contest
from ararat.arena.folder import Folder, OtherContest
from ararat.arena.ladder import Ladder, Pairing, looks
from ararat.arena.ladder_page import levels_of, page_of
from ararat.arena.lineups import games_of_a_deal, seatings
from ararat.arena.rating import MEAN, ratings
from ararat.arena.report import Report, number_in, percent_in
from ararat.arena.results import results_of
from ararat.arena.sampling import Sampling, student
from ararat.arena.tally import finished_deals, tally
from ararat.arena.workers import Processes, without_ctrl_c
from ararat.atomic import SCRAP, write_atomically
from ararat.core.hooks import Hooks
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.nets.shipped import net_of
from ararat.players import levels, searchers
from lengths import amount
from tools import missing, needed

DOCS = Path(__file__).parent.parent / "docs"
GAME = "animals-on-board"
ALONE = "noah"  # can be played alone, and fewer points are better
FILES = {"arena.json", "games.jsonl", "results.json", "report.md"}
PICTURES = [f"{name}.{kind}" for name in ("ratings", "points", "seats") for kind in ("png", "svg")]
TABLES = [(players, seats) for players in range(2, 7) for seats in range(1, 6)]


def contest(players=("random", "greedy"), seats=2, game=GAME, seed=1):
    return checked_contest(game, list(players), seats, {}, seed)


def played(seating, scores, winners, deal=0, rotation=0):
    return Game(deal, rotation, tuple(seating), tuple(scores), tuple(winners), 10, 0.5)


def results_from(contest, games, deals):
    return results_of(tally(contest, finished_deals(contest, games, deals)))


# --- Seats --------------------------------------------------------------------------------------


def test_a_guest_takes_every_seat_once_among_its_hosts():
    contest = Contest(GAME, ("host", "guest"), 4, {}, guest=True)
    seated = contest.seatings(3)
    assert contest.games_of_a_deal == len(seated) == 4
    assert [seats.index("guest") for seats in seated] == [0, 1, 2, 3]
    assert all(seats.count("host") == 3 for seats in seated)
    pairing = Pairing(contest)
    assert pairing.fair == 0.25 and pairing.duels_of_a_deal == 12
    for rotation, seats in enumerate(seated):
        winner = seats.index("guest") if rotation else seats.index("host")
        scores = tuple(9 if seat == winner else 3 for seat in range(4))
        pairing.add(Game(0, rotation, seats, scores, (winner,), 5, 0.0))
    told = pairing.figures()
    assert [row["firsts"] for row in told["standings"]] == [0.25, 0.75]
    # Nine duels won, and of the fourth game one lost and two drawn.
    assert told["duels"]["share"] == pytest.approx(10 / 12)


@pytest.mark.parametrize("players, seats", TABLES)
def test_in_a_deal_everybody_sits_everywhere_and_meets_everybody_equally_often(players, seats):
    for seed in range(5):
        lot = partial(Contest(GAME, (), seats, {}, seed).lot, "test")
        deal = seatings(players, seats, lot)
        assert len(deal) == games_of_a_deal(players, seats) == len(set(deal))
        at = Counter((seat, player) for seating in deal for seat, player in enumerate(seating))
        assert len(at) == players * seats and len(set(at.values())) == 1
        met = Counter()
        for seating in deal:
            met.update(tuple(sorted(pair)) for pair in combinations(seating, 2) if pair[0] != pair[1])
        if seats > 1:
            assert len(met) == players * (players - 1) // 2 and len(set(met.values())) == 1


def test_two_players_have_the_same_company_in_a_deal():
    for seats in (3, 4, 5):
        for seed in range(5):
            deal = seatings(2, seats, partial(Contest(GAME, (), seats, {}, seed).lot, "test"))
            assert {tuple(1 - player for player in seating) for seating in deal} == set(deal)


def test_who_sits_next_to_whom_changes_from_deal_to_deal():
    three = Contest(GAME, ("a", "b", "c"), 3, {})
    circles = {tuple(sorted(three.seatings(deal))) for deal in range(20)}
    assert len(circles) == 2


def test_games_are_rounded_up_to_whole_deals():
    three = Contest(GAME, ("a", "b"), 3, {})
    assert [three.deals_for(games) for games in (1, 6, 7)] == [1, 1, 2]
    assert [bout.place for bout in three.bouts(0, 2)] == [(deal, turn) for deal in (0, 1) for turn in range(6)]


# --- Duels and points ---------------------------------------------------------------------------


def test_winners_place_before_others_and_others_by_points():
    game = played(("a", "b", "a"), (5, 9, 7), (0,))
    counted = tally(Contest(GAME, ("a", "b"), 3, {}), [[game]])
    assert counted.duels[0].tolist() == [[0, 1], [1, 0]]
    assert counted.firsts[0].tolist() == [1, 0] and counted.places[0].tolist() == [2, 1]
    assert counted.points[0].tolist() == [12, 9]


def test_equal_places_are_half_a_duel_each_and_share_the_first_place():
    counted = tally(Contest(GAME, ("a", "b"), 2, {}), [[played(("a", "b"), (4, 4), (0, 1))]])
    assert counted.duels[0].tolist() == [[0, 0.5], [0.5, 0]] and counted.firsts[0].tolist() == [0.5, 0.5]


def test_where_fewer_points_are_better_the_lower_places_first():
    game = played(("a", "b", "c"), (3, 8, 6), (0,))
    assert ararat.game(ALONE).facts.low_wins and not ararat.game(GAME).facts.low_wins
    counted = tally(Contest(ALONE, ("a", "b", "c"), 3, {}), [[game]])
    assert counted.duels[0, 2].tolist() == [0, 1, 0]


def test_alone_players_are_compared_on_the_same_deal():
    games = [played(("a",), (12,), ()), played(("b",), (4,), (), rotation=1), played(("c",), (15,), (0,), rotation=2)]
    counted = tally(Contest(ALONE, ("a", "b", "c"), 1, {}), [games])
    assert counted.duels[0].tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    assert counted.met[0, 0, 1] == 1


def test_deals_that_are_not_finished_do_not_count():
    two = Contest(GAME, ("a", "b"), 2, {})
    games = [
        played(("a", "b"), (1, 0), (0,), 1, 0),
        played(("b", "a"), (1, 0), (0,), 1, 1),
        played(("a", "b"), (1, 0), (0,)),
    ]
    assert [[game.place for game in deal] for deal in finished_deals(two, games, 2)] == [[(1, 0), (1, 1)]]
    assert finished_deals(two, games, 1) == []


# --- Ratings and intervals ----------------------------------------------------------------------


def test_a_rating_says_the_share_of_duels():
    found = ratings(np.array([[0.0, 7500], [2500, 0]]))
    assert found[0] - found[1] == pytest.approx(400 * np.log10(3), abs=0.1) and found.mean() == pytest.approx(MEAN)


def test_ratings_are_found_again_from_the_duels_they_lead_to():
    strength = np.array([1400.0, 1150, 800, 650])
    share = 1 / (1 + 10 ** ((strength[None, :] - strength[:, None]) / 400))
    duels = 1e6 * share * (1 - np.eye(4))
    assert ratings(np.stack([duels, duels]))[1] == pytest.approx(strength, abs=0.01)


def test_who_always_wins_has_a_finite_rating():
    two = Contest(GAME, ("a", "b"), 2, {})
    games = [
        played(pair, scores, winners, deal, turn)
        for deal in range(20)
        for turn, (pair, scores, winners) in enumerate(((("a", "b"), (9, 1), (0,)), (("b", "a"), (1, 9), (1,))))
    ]
    best = results_from(two, games, 20)["ratings"][0]
    assert best["player"] == "a" and MEAN + 100 < best["low"] < best["rating"] < best["high"] < MEAN + 1000
    duel = results_from(two, games, 20)["duels"][0]
    assert duel["share"] == duel["high"] == 1 and 0.8 < duel["low"] < 0.99


@pytest.mark.parametrize("freedom, known", [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042)])
def test_student_is_wider_with_few_deals(freedom, known):
    assert student(0.975, freedom) == pytest.approx(known, abs=0.02)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    random = np.random.default_rng(7)
    for deals in (8, 40):
        held = 0
        for number in range(300):
            # The four games of a deal lean the same way.
            lean = random.beta(3, 2, deals)
            won = random.binomial(4, lean).astype(float)
            low, high = Sampling(deals, number, draws=400).share(won, np.full(deals, 4.0))[1]
            held += low <= 0.6 <= high
        assert 0.91 <= held / 300 <= 0.99, (deals, held)


def test_games_of_one_deal_are_no_new_evidence():
    won = np.array([1.0, 0, 1, 1, 0, 1, 1, 0, 1, 1])
    once = Sampling(10, 3).mean(won, np.ones(10))[1]
    assert Sampling(10, 3).mean(8 * won, np.full(10, 8.0))[1] == pytest.approx(once)
    assert Sampling(1, 3).mean(won[:1], np.ones(1))[1] is None


def test_a_wider_interval_is_wider():
    won = np.array([1.0, 0, 1, 1, 0, 1, 1, 0, 1, 1])
    usual, wide = (Sampling(10, 3, sure).share(won, np.ones(10))[1] for sure in (0.95, 0.9875))
    assert wide[0] < usual[0] < usual[1] <= wide[1]


def test_draws_in_small_blocks_are_the_same_draws(monkeypatch):
    random = np.random.default_rng(5)
    won, many = random.integers(0, 5, 30).astype(float), np.full(30, 4.0)
    found = Contest(GAME, ("a", "b", "c"), 3, {})
    games = [
        played(bout.seating, (random.integers(9), 4, 5), (int(random.integers(3)),), *bout.place)
        for bout in found.bouts(0, 30)
    ]
    whole = Sampling(30, 3).share(won, many), results_from(found, games, 30)
    for block in (1, 100, 30 * 7):
        monkeypatch.setattr(samplings, "BLOCK", block)
        assert Sampling(30, 3).share(won, many) == whole[0]
        assert results_from(found, games, 30) == whole[1]


def test_many_deals_do_not_fill_the_memory():
    deals = 20_000
    tracemalloc.start()
    try:
        Sampling(deals, 3, draws=300).share(np.ones(deals), np.ones(deals))
        assert tracemalloc.get_traced_memory()[1] < 30_000_000, "all draws at once take 48 MB and their copy again"
    finally:
        tracemalloc.stop()


# --- The report ---------------------------------------------------------------------------------


def report_of(players, seats, deals, language="en"):
    found = Contest(GAME, tuple(players), seats, {})
    games = [
        played(bout.seating, (9, *[1] * (seats - 1)), (0,), *bout.place)
        for deal in range(deals)
        for bout in found.bouts(deal, deal + 1)
    ]
    return Report(results_from(found, games, deals), words(language))


def drawn(section, width):
    console = Console(width=width, file=io.StringIO())
    console.print(section.rich(width))
    return console.file.getvalue()


def test_a_single_deal_says_why_there_are_no_intervals():
    for language, said in (("en", "one deal"), ("fr", "seule donne"), ("it", "una sola mano")):
        one, two = (report_of("abcd", 3, deals, language) for deals in (1, 2))
        assert said in one.caution and "24" in one.caution and one.caution in one.markdown()
        assert two.caution == "" and said not in two.markdown()


def test_names_that_do_not_fit_above_their_columns_are_numbered():
    names = [f"search:{playouts}" for playouts in (1000, 2000, 3000, 4000, 5000)]
    report = report_of(names, 5, 2)
    wide, narrow = (drawn(report.duels(), width) for width in (120, 70))
    assert all(wide.count(name) == 2 for name in names)
    assert all(narrow.count(name) == 1 for name in names) and max(map(len, narrow.splitlines())) <= 70
    order = [row["player"] for row in report.results["ratings"]]
    head, *rows = [line.split() for line in narrow.splitlines() if line.strip() and "─" not in line][1:7]
    assert head[1:] == ["1", "2", "3", "4", "5"]
    assert [row[:2] for row in rows] == [[str(number), name] for number, name in enumerate(order, 1)]
    assert all(report.duels().markdown().count(name) == 2 for name in names)


# --- Games --------------------------------------------------------------------------------------


@cache
def eight_games():
    """The lines of four deals, played on two cores."""
    with Processes(2) as hands:
        return [line for _, line in hands.play(contest().bouts(0, 4))]


def without_seconds(lines):
    return sorted(json.dumps(json.loads(line) | {"seconds": 0}, sort_keys=True) for line in lines)


def test_one_core_and_two_play_the_same_games_and_report_the_same():
    here = [play(bout) for bout in reversed(list(contest().bouts(0, 4)))]
    assert without_seconds(line for _, line in here) == without_seconds(eight_games())
    games = [game_of(json.loads(line)) for line in eight_games()]
    one, two = results_from(contest(), [game for game, _ in here], 4), results_from(contest(), games, 4)
    assert one == two
    for language in LANGUAGES:
        pages = [Report(results, words(language)).markdown() for results in (one, two)]
        assert pages[0] == pages[1] and "greedy" in pages[0]


def test_a_game_is_kept_with_a_record_that_replays():
    for line in map(json.loads, eight_games()):
        match = ararat.replay(line["record"])
        assert match.over and match.scores == line["scores"] and match.winners == line["winners"]
        assert match.seats == line["players"] and len(match.history) == line["decisions"]


def test_a_deal_is_one_seed_and_another_seed_plays_otherwise():
    seeds = {}
    for line in map(json.loads, eight_games()):
        seeds.setdefault(line["deal"], set()).add(line["record"]["seed"])
    assert all(len(found) == 1 for found in seeds.values()) and len(set.union(*seeds.values())) == 4
    other = play(next(contest(seed=2).bouts(0, 1)))[0]
    assert json.loads(play(next(contest().bouts(0, 1)))[1])["record"]["seed"] != contest(seed=2).match_seed(0)
    assert other.seating in contest(seed=2).seatings(0)


def test_a_killed_process_is_replaced_and_every_game_played_once():
    with Processes(2) as hands:
        found = []
        for game, _ in hands.play(contest().bouts(0, 12)):
            found.append(game.place)
            if len(found) == 3:
                os.kill(next(iter(hands._pool._processes)), signal.SIGKILL)
    assert sorted(found) == [bout.place for bout in contest().bouts(0, 12)]


def test_a_bot_that_fails_is_named_in_one_sentence(monkeypatch):
    class Broken:
        def choose(self, view, moves, seed, past=None):
            return {"move": "fly"}

    monkeypatch.setattr(bouts, "find", lambda code: Broken())
    with pytest.raises(BadArena) as refused:
        play(next(contest().bouts(0, 1)))
    assert "move 1 of deal 0" in refused.value.text


# --- The folder ---------------------------------------------------------------------------------


def fill(path, lines):
    folder = Folder(path, contest())
    folder.open()
    for line in lines:
        folder.add(game_of(json.loads(line)), line)
    folder.close()


def reopened(path, wanted=None):
    folder = Folder(path, wanted or contest())
    folder.open()
    folder.close()
    return folder


def test_a_folder_remembers_the_games_and_forgives_a_line_that_was_cut(tmp_path):
    fill(tmp_path, eight_games())
    whole = (tmp_path / "games.jsonl").read_bytes()
    (tmp_path / "games.jsonl").write_bytes(whole[:-20])
    folder = reopened(tmp_path)
    assert len(folder.games) == 7
    assert [bout.place in folder.games for bout in contest().bouts(0, 4)].count(False) == 1
    fill(tmp_path, eight_games()[-1:])
    assert (tmp_path / "games.jsonl").read_bytes() == whole


def test_a_damaged_line_is_named(tmp_path):
    fill(tmp_path, eight_games()[:3])
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    for wrong in (lines[1][:40], "[]", lines[1].replace('"rotation":', '"rotation":9'), "{}"):
        (tmp_path / "games.jsonl").write_text("\n".join([lines[0], wrong, lines[2], ""]))
        with pytest.raises(BadArena, match=r"Line 2 of .*games.jsonl is damaged"):
            reopened(tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        {"deal": -1},
        {"deal": 10**400},
        {"rotation": -1},
        {"rotation": -2},
        {"rotation": 2},
        {"scores": [3]},
        {"scores": [3, 4, 5]},
        {"scores": [3, 10**400]},
        {"winners": [0, 0]},
        {"winners": [2]},
        {"winners": [-1]},
        {"winners": [True]},
        {"decisions": -1},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": 10**400},
    ],
    ids=lambda wrong: str(wrong)[:24],
)
def test_a_line_that_no_game_can_have_written_is_damaged(tmp_path, wrong):
    fill(tmp_path, eight_games()[:2])
    first, second = map(json.loads, (tmp_path / "games.jsonl").read_text().splitlines())
    second |= wrong
    if wrong.get("rotation") == -2:  # where the seating fits
        second["players"] = contest().seatings(second["deal"])[-2]
    elif wrong.get("deal") == -1:
        second["players"] = contest().seatings(-1)[second["rotation"]]
    (tmp_path / "games.jsonl").write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    with pytest.raises(BadArena, match=r"Line 2 of .*games.jsonl is damaged"):
        reopened(tmp_path)


def test_a_contest_nested_too_deeply_is_damaged(tmp_path):
    fill(tmp_path, [])
    kept = (tmp_path / "arena.json").read_text()
    for depth in (*range(800, 1000, 5), 100_000):
        nested = "[" * depth + "]" * depth
        (tmp_path / "arena.json").write_text(kept.replace('"seed": 1', f'"seed": {nested}'))
        with pytest.raises(BadArena) as refused:
            reopened(tmp_path)
        assert "\n" not in refused.value.text and len(refused.value.text) < 400


FIELDS = (("en", "seed: 1 instead of 2"), ("fr", "graine\u00a0: 1 au lieu de 2"), ("it", "seme: 1 invece di 2"))


def test_a_folder_of_another_contest_is_refused(tmp_path):
    fill(tmp_path, [])
    for other in (contest(seed=2), contest(seats=3), contest(("greedy", "random"))):
        with pytest.raises(OtherContest, match="another contest"):
            reopened(tmp_path, other)
    with pytest.raises(OtherContest) as refused:
        reopened(tmp_path, contest(seed=2))
    assert [refused.value.text_in(language).count(word) for language, word in FIELDS] == [1, 1, 1]
    (tmp_path / "arena.json").write_text("{")
    with pytest.raises(BadArena, match="damaged"):
        reopened(tmp_path)


def tune(monkeypatch, **playouts):
    """Let players search with so many playouts from now on."""

    def how_of(code, facts, seats):
        return {"playouts": playouts[code], "sight": 3, "slips": 0.0} if code in playouts else {}

    monkeypatch.setattr(contests, "how_of", how_of)


def test_games_of_a_player_that_was_tuned_since_are_not_gone_on_with(tmp_path, monkeypatch):
    tune(monkeypatch, greedy=20)
    fill(tmp_path, eight_games())
    assert len(reopened(tmp_path).games) == 8
    tune(monkeypatch, greedy=30)
    for language, said in (("en", "other settings"), ("fr", "d’autres réglages"), ("it", "altre impostazioni")):
        with pytest.raises(OtherContest) as refused:
            reopened(tmp_path)
        sentence = refused.value.text_in(language)
        assert said in sentence and "greedy" in sentence and str(tmp_path) in sentence


def test_a_folder_that_does_not_say_how_its_players_were_tuned_serves_those_that_never_are(tmp_path, monkeypatch):
    fill(tmp_path, eight_games())
    kept = json.loads((tmp_path / "arena.json").read_text())
    del kept["how"]
    (tmp_path / "arena.json").write_text(json.dumps(kept))
    assert len(reopened(tmp_path).games) == 8
    tune(monkeypatch, greedy=30)
    with pytest.raises(OtherContest, match="does not say"):
        reopened(tmp_path)


def test_a_folder_that_is_no_arenas_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Noah")
    with pytest.raises(BadArena, match="other files"):
        reopened(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("where", ["chmod", "replace"])
def test_a_run_stopped_while_it_writes_leaves_no_scraps(tmp_path, monkeypatch, where):
    def stopped(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, where, stopped)
        with pytest.raises(KeyboardInterrupt):
            reopened(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_scraps_of_a_killed_run_do_not_make_a_folder_foreign(tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", lambda *arguments: None)  # as if killed right then
        write_atomically(tmp_path / "arena.json", "{")
    scraps = [path.name for path in tmp_path.iterdir()]
    assert len(scraps) == 1 and scraps[0].startswith(SCRAP)
    reopened(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"arena.json", "games.jsonl"}
    (tmp_path / scraps[0]).write_text("{")
    reopened(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"arena.json", "games.jsonl"}


def test_two_runs_do_not_write_to_one_folder(tmp_path):
    folder = Folder(tmp_path, contest())
    folder.open()
    with pytest.raises(BadArena, match="Another run"):
        reopened(tmp_path)
    folder.close()
    reopened(tmp_path)


# --- The ladder ---------------------------------------------------------------------------------


def ladder_in(path, games=4, most=16):
    ladder = Ladder(path, ["random", "greedy"], games, most)
    ladder.load()
    return ladder


def feed(ladder, pairing, deals, won):
    """Let the stronger player win the games for which `won` says so."""
    for bout in pairing.contest.bouts(0, deals):
        if not pairing.has(bout):
            best = pairing.contest.players[won(bout)]
            first = tuple(seat for seat, code in enumerate(bout.seating) if code == best)[:1]
            scores = tuple(int(seat in first) for seat in range(len(bout.seating)))
            ladder.add(pairing, Game(*bout.place, bout.seating, scores, first, 9, 0.1))


def pairing_of(ladder, game=GAME, seats=2):
    return next(p for p in ladder.pairings if (p.contest.game, p.contest.seats) == (game, seats))


def test_the_ladder_has_every_table_and_neighbours_only(tmp_path):
    ladder = Ladder(tmp_path, ["random", "greedy"], 100, 800)
    tables = [(slug, seats) for slug in ararat.games() for seats in ararat.game(slug).players]
    assert [(p.contest.game, p.contest.seats) for p in ladder.pairings] == tables
    assert ladder.looks == [100, 200, 400, 800] and looks(100, 100) == [100] and looks(100, 399) == [100, 200]
    assert ladder.confidence == pytest.approx(0.9875)


def test_where_levels_think_with_a_net_the_strongest_meets_the_owl_of_old_if_its_guide_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(searchers, "hooks_of", Hooks)
    monkeypatch.setenv("ARARAT_GUIDES", str(DOCS.parent / "benchmarks" / "guides"))
    ladder = Ladder(tmp_path, levels(), 100, 800)
    rivals = [p.contest for p in ladder.pairings if p.contest.players == ("old-owl", levels()[-1])]
    by_net = [(slug, n) for slug, f in all_facts().items() for n in f.players if net_of(f, n) is not None]
    assert by_net and [(one.game, one.seats) for one in rivals] == by_net
    assert all(one.guest is (one.seats > 2) for one in rivals)
    assert all("net" in one.how[levels()[-1]] and "net" not in one.how["old-owl"] for one in rivals)
    for slug in ararat.games():
        said = " ".join(levels_of(ladder, slug))
        assert ("by the net" in said) is (slug in dict(by_net)) and said.count("`owl`") == said.count("by the ")
        assert "(0 decisions" not in said
    monkeypatch.setattr(searchers, "hooks_of", Hooks)
    monkeypatch.delenv("ARARAT_GUIDES")
    assert not [one for one in ladders.contests(levels()) if (one.game, "old-owl") == (GAME, one.players[0])]


def test_a_pairing_is_looked_at_again_until_the_better_is_known(tmp_path):
    ladder = ladder_in(tmp_path, 4, 64)
    clear, even = pairing_of(ladder), pairing_of(ladder, seats=3)
    assert ladder.look_due(clear) == 0
    feed(ladder, clear, 2, lambda bout: 1)
    assert ladder.look_due(clear) == 1, "two deals decide nothing"
    feed(ladder, clear, 16, lambda bout: 1)
    assert ladder.decided(clear) and ladder.look_due(clear) is None
    feed(ladder, even, 6, lambda bout: bout.rotation % 2)
    assert not ladder.decided(even) and ladder.look_due(even) == 4
    feed(ladder, even, 11, lambda bout: bout.rotation % 2)
    assert not ladder.decided(even) and ladder.look_due(even) is None, "no more games than asked for"


def test_the_first_looks_come_first_and_the_cheapest_of_them(tmp_path):
    ladder = ladder_in(tmp_path)
    feed(ladder, pairing_of(ladder), 2, lambda bout: 1)
    first, deals = ladder.next_step([GAME])
    assert (first.contest.seats, deals) == (3, 1)
    feed(ladder, first, 1, lambda bout: 1)
    dear = pairing_of(ladder, seats=4)
    feed(ladder, dear, 1, lambda bout: 1)
    dear.seconds, first.seconds = 900.0, 5.0
    assert ladder.next_step([GAME])[0] is pairing_of(ladder)
    assert ladder.next_step([]) is None


def test_the_small_file_is_enough_to_go_on_and_for_every_figure(tmp_path):
    ladder = ladder_in(tmp_path)
    for seats, deals in ((2, 5), (3, 2)):
        feed(ladder, pairing_of(ladder, seats=seats), deals, lambda bout: bout.deal + bout.rotation != 1)
    feed(ladder, pairing_of(ladder, ALONE, 1), 6, lambda bout: 0)
    half = pairing_of(ladder, seats=4)
    for bout in list(half.contest.bouts(0, 1))[:3]:
        ladder.add(half, Game(*bout.place, bout.seating, (3, 1, 0, 0), (0,), 9, 0.1))
    ladder.save()
    again = ladder_in(tmp_path)
    for one, other in zip(ladder.pairings, again.pairings, strict=True):
        assert (one.rows, one.date) == (other.rows, other.date) and one.open.keys() == other.open.keys()
        if one.rows:
            assert one.figures() == other.figures()
    missing = [bout.place for bout in half.contest.bouts(0, 1) if not pairing_of(again, seats=4).has(bout)]
    assert missing == [(0, 3)]
    assert page_of(again) == page_of(ladder)


def test_the_rows_of_deals_say_the_same_as_the_games():
    games = [game_of(json.loads(line)) for line in eight_games()]
    pairing = Pairing(contest())
    for game in games:
        pairing.add(game)
    results = results_from(contest(), games, 4)
    told = pairing.figures()
    assert told["duels"] in results["duels"] and told["rating"] in results["ratings"]
    assert told["standings"] == results["standings"]


def test_games_of_other_rules_or_players_are_played_again(tmp_path):
    ladder = ladder_in(tmp_path)
    feed(ladder, pairing_of(ladder), 3, lambda bout: 1)
    ladder.save()
    kept = json.loads((tmp_path / "ratings.json").read_text())
    for change in ({"rules": 99}, {"how": {"random": {}, "greedy": {"playouts": 5}}}):
        (tmp_path / "ratings.json").write_text(json.dumps(kept | {"pairings": [kept["pairings"][0] | change]}))
        assert not pairing_of(ladder_in(tmp_path)).rows
    open_game = [0, 0, [3], [0], 9]
    for wrong in (
        *("{", "[]", '{"format": 9, "pairings": []}', json.dumps(kept | {"pairings": [{}]})),
        *(json.dumps(kept | {"pairings": [kept["pairings"][0] | {"open": [game]}]}) for game in (open_game, [0, 0])),
    ):
        (tmp_path / "ratings.json").write_text(wrong)
        with pytest.raises(BadArena, match="damaged"):
            ladder_in(tmp_path)


def kept_in(path):
    return json.loads((path / "ratings.json").read_text())["pairings"]


def test_ratings_of_others_stay_in_the_file(tmp_path, capsys):
    before = (DOCS / "ratings.json").read_bytes()
    (tmp_path / "ratings.json").write_bytes(before)
    (tmp_path / f"{SCRAP}left").write_text("by a run that was killed")
    assert run_here("ratings", "--levels", "random,greedy", "--no-play", "--save", tmp_path, "--language", "en") == 0
    assert (tmp_path / "ratings.json").read_bytes() == before, "the page alone is written"
    assert {path.name for path in tmp_path.iterdir()} == {"ratings.json", "ratings.md"}
    entries = kept_in(tmp_path)
    ladder = ladder_in(tmp_path)
    feed(ladder, pairing_of(ladder), 2, lambda bout: 1)
    ladder.save()
    assert kept_in(tmp_path) == [pairing_of(ladder).as_json(), *entries]
    usual = Ladder(tmp_path, levels(), 100, 800)
    usual.load()
    usual.save()
    assert len(kept_in(tmp_path)) == len(entries) + 1
    rated = [entry for entry in entries if "old-owl" not in entry["players"]]  # whose guide need not be told here
    begun = [p for p in usual.pairings if (p.rows or p.open) and "old-owl" not in p.contest.players]
    assert len(begun) + len(usual.outdated()) == len(rated)


def test_ratings_of_other_rules_or_levels_stay_until_there_are_new_ones(tmp_path):
    ladder = ladder_in(tmp_path)
    for seats in (2, 3):
        feed(ladder, pairing_of(ladder, seats=seats), 3, lambda bout: 1)
    ladder.save()
    two, three = kept_in(tmp_path)
    old = two | {"how": {"random": {}, "greedy": {"playouts": 5}}}
    (tmp_path / "ratings.json").write_text(json.dumps({"format": 1, "pairings": [old, three]}))
    again = ladder_in(tmp_path)
    assert again.outdated() == [pairing_of(again)]
    again.save()
    assert kept_in(tmp_path) == [three, old]
    bout = next(pairing_of(again).contest.bouts(0, 1))
    again.add(pairing_of(again), Game(*bout.place, bout.seating, (3, 1), (0,), 9, 0.1))
    again.save()
    assert kept_in(tmp_path) == [pairing_of(again).as_json(), three] and not again.outdated()


def test_a_look_judges_its_own_deals_and_those_only_when_all_are_played(tmp_path):
    ladder = ladder_in(tmp_path, 20, 80)
    pairing = pairing_of(ladder)
    assert ladder.looks == [20, 40, 80]
    feed(ladder, pairing, 10, lambda bout: bout.rotation)
    assert not ladder.decided(pairing) and ladder.look_due(pairing) == 1
    feed(ladder, pairing, 19, lambda bout: 1)
    assert pairing.share(ladder.confidence)[1][0] > 0.5, "what there is would tell them apart"
    assert not ladder.decided(pairing) and ladder.look_due(pairing) == 1, "but the look is not complete"
    assert page_of(ladder).count("| open |") == 1
    feed(ladder, pairing, 20, lambda bout: 1)
    assert ladder.decided(pairing) and ladder.look_due(pairing) is None
    # What was played beyond that look, for a run that looked otherwise, does not change its judgement.
    feed(ladder, pairing, 60, lambda bout: 0)
    assert ladder.decided(pairing) and ladder.look_due(pairing) is None
    assert "the weaker wins" not in page_of(ladder) and "told apart" not in page_of(ladder)


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path):
    def won(bout):
        return 1 if bout.deal % 3 else bout.rotation

    whole, stopped = ladder_in(tmp_path / "whole", 4, 64), ladder_in(tmp_path / "stopped", 4, 64)
    for ladder in (whole, stopped):
        pairing = pairing_of(ladder)
        while (step := ladder.look_due(pairing)) is not None:
            deals = pairing.contest.deals_for(ladder.looks[step])
            for more in range(1 if ladder is stopped else deals, deals + 1):
                feed(ladder, pairing, more, won)
                if ladder.look_due(pairing) is None:
                    break
    assert pairing_of(stopped).rows == pairing_of(whole).rows and ladder.decided(pairing_of(stopped))


def test_the_pairings_of_the_docs_keep_what_was_said_of_them(tmp_path):
    (tmp_path / "ratings.json").write_bytes((DOCS / "ratings.json").read_bytes())
    ladder = Ladder(tmp_path, levels(), 100, 800)
    ladder.load()
    for pairing in ladder.pairings:
        if len(pairing.rows) in {pairing.contest.deals_for(games) for games in ladder.looks}:
            low, high = pairing.share(ladder.confidence)[1]
            assert ladder.decided(pairing) == (not low <= 0.5 <= high), pairing.name


def test_the_page_says_when_a_run_is_not_finished(tmp_path):
    ladder = ladder_in(tmp_path, 4, 4)
    feed(ladder, pairing_of(ladder), 2, lambda bout: 1)
    assert "not finished" in page_of(ladder) and "| 2 | greedy – random | 4 | 100.0 % |" in page_of(ladder)
    for pairing in ladder.pairings:
        feed(ladder, pairing, pairing.contest.deals_for(4), lambda bout: 1)
    assert f"All {len(ladder.pairings)} pairings are done with" in page_of(ladder)
    assert "the weaker wins" not in page_of(ladder)
    longer = ladder_in(tmp_path, 80, 80)
    feed(longer, pairing_of(longer, seats=4), 20, lambda bout: 0)
    assert "**the weaker wins**" in page_of(longer)


def test_a_run_stopped_while_it_takes_a_game_in_goes_on(tmp_path, monkeypatch):
    ladder = ladder_in(tmp_path)
    pairing = pairing_of(ladder)
    first, last = pairing.contest.bouts(0, 1)
    games = [Game(*bout.place, bout.seating, (3, 1), (0,), 9, 0.1) for bout in (first, last)]
    ladder.add(pairing, games[0])
    with monkeypatch.context() as patched:
        patched.setattr(ladders, "row_of", lambda counted: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            ladder.add(pairing, games[1])
    assert pairing.has(first) and not pairing.has(last) and pairing.seconds == pytest.approx(0.1)
    ladder.add(pairing, games[1])
    assert list(pairing.rows) == [0] and not pairing.open


def test_a_file_with_all_games_of_a_deal_but_not_its_row_goes_on(tmp_path):
    ladder = ladder_in(tmp_path)
    pairing = pairing_of(ladder)
    assert pairing.share() == (0.5, None), "nobody is better yet"
    feed(ladder, pairing, 2, lambda bout: 1)
    ladder.save()
    entry = kept_in(tmp_path)[0]
    entry["deals"].pop()
    entry["open"] = [[deal, turn, [0, 1], [1], 9] for deal in (0, 1) for turn in (0, 1)]
    (tmp_path / "ratings.json").write_text(json.dumps({"format": 1, "pairings": [entry]}))
    again = pairing_of(ladder_in(tmp_path))
    assert sorted(again.rows) == [0, 1] and not again.open
    assert again.rows[0] == pairing.rows[0] and again.rows[1] == [1, 1, 1, 1, 1, 18]


# --- The commands -------------------------------------------------------------------------------


def command(*arguments, **surroundings):
    plain = {k: v for k, v in os.environ.items() if k not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    return {
        "args": [sys.executable, "-m", "ararat", *map(str, arguments)],
        "env": plain | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **surroundings},
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "encoding": "utf-8",
    }


def run(*arguments, **surroundings):
    return subprocess.run(**command(*arguments, **surroundings), timeout=120, check=False)


class Here(Processes):
    """Plays without any process of its own."""

    def play(self, bouts):
        return map(play, bouts)


def run_here(*arguments):
    """Run a command in this process, where it need not be a process of its own; in the short form, its games too."""
    from ararat.cli.app import run

    with patch("ararat.arena.workers.Processes", amount(Here, long=Processes)):
        return run([*map(str, arguments)])


def test_an_arena_is_stopped_resumed_and_ends_as_if_nothing_had_been(tmp_path, capsys):
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--games", 23, "--no-plots"]
    arguments += ["--save", tmp_path / "here"]
    games = tmp_path / "here/games.jsonl"
    for _ in range(20):  # where the machine is busy with others, it may have ended before we look
        shutil.rmtree(games.parent, ignore_errors=True)
        with subprocess.Popen(**command(*arguments, "--cores", 1)) as going:
            while going.poll() is None and not (games.exists() and games.read_bytes().count(b"\n") > 4):
                time.sleep(0.02)
            going.send_signal(signal.SIGINT)
            out, err = going.communicate(timeout=120)
        kept = games.read_bytes().count(b"\n")
        if going.returncode != 0 and kept < 24:
            break
    assert going.returncode == 130 and 4 < kept < 24, (out, err)
    assert f"{kept} games are kept" in out and "Traceback" not in err
    done = run(*arguments, "--cores", amount(1, long=2))
    assert done.returncode == 0, done.stderr
    assert "24 games will be played" in done.stderr and f"{kept} games of an earlier run" in done.stderr
    lines = games.read_text().splitlines()
    assert sorted((line["deal"], line["rotation"]) for line in map(json.loads, lines)) == [
        bout.place for bout in contest().bouts(0, 12)
    ]
    expected = results_from(contest(), [play(bout)[0] for bout in contest().bouts(0, 12)], 12)
    assert json.loads((tmp_path / "here/results.json").read_text()) == expected
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert {path.name for path in (tmp_path / "here").iterdir()} == FILES
    assert run_here(*arguments, "--language", "fr") == 0
    told = capsys.readouterr()
    assert "24 parties d’un passage précédent" in told.err and "Cote" in told.out


@pytest.fixture
def in_proc():
    if not Path("/proc/self/task").exists():
        missing("Processes are found in /proc.")


def children_of(process):
    """The ids of the processes that a process has started to play, by their command lines."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def minds_ctrl_c(process):
    """Whether SIGINT would reach a process, rather than be blocked or ignored."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return not (int(status["SigBlk"], 16) | int(status["SigIgn"], 16)) >> (signal.SIGINT - 1) & 1


@pytest.mark.usefixtures("in_proc")
def test_a_process_that_plays_leaves_ctrl_c_to_its_parent_from_its_first_moment():
    with Processes(2) as hands:
        going = hands.play(contest().bouts(0, 1))
        started = []

        def look():
            while len(started) < 2:
                started.extend((child, minds_ctrl_c(child)) for child in children_of(os.getpid()))

        watching = threading.Thread(target=look)
        watching.start()
        assert len(list(going)) == 2
        watching.join()
    assert not any(minded for _, minded in started) and minds_ctrl_c(os.getpid())


def test_ctrl_c_waits_until_processes_are_started_whichever_thread_it_reaches():
    until, started = threading.Event(), []

    def start():
        with without_ctrl_c():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            started.append("all of them")

    beside = threading.Thread(target=until.wait)
    beside.start()  # before: Ctrl-C is not blocked there
    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        until.set()
        beside.join()
    assert started and signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("in_proc")
def test_ctrl_c_while_processes_start_shows_nobody_a_traceback():
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--games", 200, "--cores", 2]
    for count in (1, 2):
        with subprocess.Popen(**command(*arguments), start_new_session=True) as going:
            while going.poll() is None and len(children_of(going.pid)) < count:
                time.sleep(0.001)
            time.sleep(0.05 * count)  # somewhere in the imports
            os.killpg(going.pid, signal.SIGINT)
            out, err = going.communicate(timeout=120)
        assert going.returncode == 130 and "Stopped" in out, (out, err)
        assert "Traceback" not in err and "KeyboardInterrupt" not in err, err


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["chess", "--players", "random,greedy"], ["'chess'", GAME]),
        ([GAME, "--players", "random,kasparov"], ["'kasparov'", "greedy"]),
        ([GAME, "--players", "random"], ["two players"]),
        ([GAME, "--players", "random,random"], ["random", "twice"]),
        ([GAME], ["--players"]),
        ([GAME, "--players", "random,greedy", "--seats", "9"], ["AB-2.1", "9"]),
        ([GAME, "--players", "random,greedy", "--option", "speed=9"], ["speed"]),
        ([GAME, "--players", "random,greedy", "--games", "0"], ["--games"]),
        ([GAME, "--players", "random,greedy", "--cores", "none"], ["--cores"]),
        ([GAME, "--players", "random,greedy", "--on", "mars"], ["--on"]),
        ([GAME, "--players", "random,greedy", "--seed", "-1"], ["-1"]),
        ([GAME, "--players", "random,greedy", "--save", "/proc/arena"], ["/proc/arena"]),
        ([GAME, "--players", "random,greedy", "--save", "/dev/null"], ["/dev/null"]),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(capsys, arguments, said):
    assert run_here("arena", *arguments, "--language", "en") == 2
    sentence = capsys.readouterr().err.strip()
    assert sentence and "\n" not in sentence and "Traceback" not in sentence
    for word in said:
        assert word in sentence, sentence


def test_one_deal_is_said_on_screen_too(capsys, tmp_path):
    fill(tmp_path, eight_games())
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--save", tmp_path, "--no-plots"]
    for games, times in ((2, 1), (4, 0)):
        assert run_here(*arguments, "--games", games, "--language", "en") == 0
        assert (
            capsys.readouterr().out.count("one deal") == (tmp_path / "report.md").read_text().count("one deal") == times
        )


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--levels", "owl"], ["two levels", "--levels"]),
        (["--levels", ","], ["two levels", "--levels"]),
        (["--levels", "owl,owl"], ["owl", "twice"]),
        (["--games", "100", "--most", "50"], ["100", "--most", "50"]),
    ],
)
def test_what_is_wrong_with_ratings_is_said_in_one_sentence(capsys, tmp_path, arguments, said):
    assert run_here("ratings", *arguments, "--no-play", "--save", tmp_path / "kept", "--language", "en") == 2
    sentence = capsys.readouterr().err.strip()
    assert sentence and "\n" not in sentence and "--players" not in sentence
    for word in said:
        assert word in sentence, sentence
    assert not (tmp_path / "kept").exists()


@pytest.mark.long
def test_an_arena_draws_its_pictures(tmp_path, capsys):
    needed("matplotlib", "install the extra `prove`")
    fill(tmp_path, eight_games())
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--games", 8, "--save", tmp_path]
    assert run_here(*arguments, "--language", "en") == 0
    assert {path.name for path in tmp_path.iterdir()} == FILES | set(PICTURES)
    assert (tmp_path / "ratings.png").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "ratings.svg").read_text()
    assert "greedy" in drawn or len(drawn) > 9000


def test_pictures_of_an_earlier_run_do_not_stay_beside_a_new_report(tmp_path, capsys):
    fill(tmp_path, eight_games())
    for name in (*PICTURES, "mine.png"):
        (tmp_path / name).write_text("old")
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--games", 8, "--save", tmp_path]
    assert run_here(*arguments, "--no-plots", "--language", "en") == 0
    assert not any((tmp_path / name).exists() for name in PICTURES) and (tmp_path / "mine.png").exists()


def test_without_matplotlib_the_rest_works_and_without_ray_a_sentence_says_how_to_get_it(capsys, monkeypatch, tmp_path):
    fill(tmp_path, eight_games())
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", "2", "--games", "8", "--save", str(tmp_path)]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run_here(*arguments, "--language", "en") == 0
    assert "ararat[arena]" in capsys.readouterr().out and (tmp_path / "report.md").exists()
    arguments[arguments.index("8")] = "10"
    assert run_here(*arguments, "--on", "ray", "--language", "en") == 2
    assert "ararat[ray]" in capsys.readouterr().err


@pytest.mark.long
def test_a_ray_cluster_plays_the_same_games(tmp_path):
    needed("ray", "install the extra `prove`")
    arguments = ["arena", GAME, "--players", "random,greedy", "--seats", 2, "--games", 8, "--no-plots"]
    done = run(*arguments, "--on", "ray", "--cores", 1, "--save", tmp_path)
    assert done.returncode == 0, done.stderr
    assert without_seconds((tmp_path / "games.jsonl").read_text().splitlines()) == without_seconds(eight_games())


def test_the_ratings_are_one_command_that_goes_on(tmp_path, capsys):
    arguments = ["ratings", GAME, "--levels", "random,greedy", "--games", 2, "--most", 2, "--save", tmp_path / "kept"]
    arguments += ["--cores", amount(1, long=2)]
    done = run(*arguments, "--records", tmp_path / "records")
    assert done.returncode == 0, done.stderr
    assert "Animals on Board, seats: 4: greedy wins" in " ".join(done.stdout.split())
    page = (tmp_path / "kept/ratings.md").read_text()
    assert "not finished" in page and "3 of 14 pairings" in page
    assert len(list((tmp_path / "records").glob("*/games.jsonl"))) == 3
    assert run_here(*arguments, "--language", "en") == 0 and capsys.readouterr().err == "", "nothing is left to play"
    assert (tmp_path / "kept/ratings.md").read_text() == page
    entries = kept_in(tmp_path / "kept")
    entries[0]["rules"] = 99
    (tmp_path / "kept/ratings.json").write_text(json.dumps({"format": 1, "pairings": entries}))
    assert run_here(*arguments, "--language", "en") == 0
    assert "1 pairing is played anew" in " ".join(capsys.readouterr().err.split())
    assert [entry["rules"] for entry in kept_in(tmp_path / "kept")] == [1, 1, 1]


def test_records_of_other_rules_or_levels_are_set_aside_and_played_again(tmp_path, capsys, monkeypatch):
    arguments = ["ratings", GAME, "--levels", "random,greedy", "--games", 2, "--most", 2, "--cores", 1]
    arguments += ["--save", tmp_path / "kept", "--records", tmp_path / "records", "--language", "en"]
    assert run_here(*arguments) == 0
    name = f"{GAME}-2-random-greedy"
    first = (tmp_path / "records" / name / "games.jsonl").read_bytes()
    tune(monkeypatch, greedy=30)
    assert run_here(*arguments) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "3 pairings are played anew" in told and f"{name}-old-1" in told.replace(" ", "")
    assert (tmp_path / "records" / f"{name}-old-1" / "games.jsonl").read_bytes() == first
    assert (tmp_path / "records" / name / "games.jsonl").read_bytes().count(b"\n") == 2
    assert {entry["how"]["greedy"]["playouts"] for entry in kept_in(tmp_path / "kept")} == {30}
    for path in (tmp_path / "records" / name / "arena.json", tmp_path / "kept/ratings.json"):
        path.write_text(path.read_text().replace('"rules": 1', '"rules": 99').replace('"rules":1', '"rules":99'))
    assert run_here(*arguments) == 0
    assert (tmp_path / "records" / f"{name}-old-2" / "games.jsonl").exists()


def test_a_number_below_zero_has_a_minus_and_no_hyphen():
    assert number_in("it", -3.25, 2) == "−3,25" and percent_in("en", -0.031) == "−3.1\u00a0%"
