"""How reliable chances are: measured fairly, corrected in one place, and told through it."""

from __future__ import annotations

import json
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ararat
from ararat import calibration
from ararat.arena.reliability import Positions, figures, fit_with_intervals, fitted, positions_of, reliability_of
from ararat.arena.reliability_page import figures_in, fits_of, page_of
from ararat.arena.reliability_report import Report
from ararat.arena.scatter import settled
from ararat.arena.survey import Answer, Answered, SurveyFolder, ask, checked_survey
from ararat.arena.workers import Processes
from ararat.calibration import FILE, BadCalibration, Calibration, calibration_of, fair_share, load, that_matter, written
from ararat.coach import Decision, advise, analyse, found, judge
from ararat.core.options import SeatOption
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from shipping import ship

SLUG = next(iter(all_facts()))
SEATS = all_facts()[SLUG].players[0]
TINY = ["--player", "random", "--playouts", 4, "--each", 5, "--positions", 30, "--seats", SEATS, "--no-plots"]

chances = some.floats(0, 1)
fits = some.builds(Calibration, some.sampled_from([1 / 5, 1 / 3, 1 / 2]), some.floats(0.05, 20), some.floats(-10, 10))


def survey(seed=1, **changes):
    return checked_survey(SLUG, "random", SEATS, {}, seed, **{"playouts": 4, "each": 5} | changes)


def made_up(matches, each, fair, truth, seed, spread=2.0):
    """Positions that are won as often as `truth` says of their chances."""
    random = np.random.default_rng(seed)
    chance = random.beta(spread * fair, spread * (1 - fair), matches * each)
    won = (random.random(matches * each) < truth(chance)).astype(float)
    return Positions(matches, np.repeat(np.arange(matches), each), chance, won)


# --- The correction -----------------------------------------------------------------------------


@given(fits, some.lists(chances, min_size=2, max_size=8))
def test_a_correction_keeps_every_order_and_0_and_1(fit, given):
    told = fit(sorted(given))
    assert (np.diff(told) >= 0).all() and (told >= 0).all() and (told <= 1).all()
    assert fit([0.0, 1.0]).tolist() == [0.0, 1.0]


@given(some.sampled_from([1 / 5, 1 / 3, 1 / 2]))
def test_without_slope_and_shift_nothing_changes_and_the_fair_share_is_moved_by_the_shift_alone(fair):
    assert Calibration(fair)([0.1, 0.5, 0.93]) == pytest.approx([0.1, 0.5, 0.93])
    assert Calibration(fair, 0.4)([fair])[0] == pytest.approx(fair)
    assert Calibration(fair, 0.4, -1.0)([fair])[0] < fair


@settings(max_examples=15)
@given(some.sampled_from([2, 3, 5]), some.floats(0.4, 2.0), some.floats(-0.8, 0.8), some.integers(0, 1 << 20))
def test_a_fit_finds_a_known_distortion(players, slope, shift, seed):
    fair = fair_share(players)
    truth = Calibration(fair, slope, shift)
    fit = fitted(made_up(400, 50, fair, truth, seed), fair)
    at = np.linspace(0.02, 0.98, 49)
    assert np.abs(fit(at) - truth(at)).max() < 0.06


def test_a_fit_to_one_half_makes_the_other_half_reliable():
    truth = Calibration(0.5, 0.5, -0.3)
    positions = made_up(400, 40, 0.5, truth, 3)
    before = figures(positions.half(1), 0.5, 1)
    after = figures(positions.half(1).told(fitted(positions.half(0), 0.5)), 0.5, 1)
    assert after["error"] < 0.02 < 0.05 < before["error"]
    assert after["brier"]["score"] < before["brier"]["score"] < before["brier_fair"]["score"]
    assert before["agreeing"] < 5 and after["agreeing"] >= len(after["bins"]) - 2


@pytest.mark.parametrize("playouts", [30, 100])
def test_the_scatter_of_few_playouts_does_not_flatten_a_fit(playouts):
    truth = Calibration(0.5, 0.8, 0.2)
    exact = made_up(300, 40, 0.5, truth, 11, spread=6.0)
    few = np.random.default_rng(2).binomial(playouts, exact.chance) / playouts
    found = settled(few, playouts)
    order = np.argsort(few)
    assert (np.diff(found[order]) >= 0).all(), "the order stays"
    assert np.mean((found - exact.chance) ** 2) < np.mean((few - exact.chance) ** 2)
    flat, fit = (fitted(Positions(300, exact.match, chance, exact.won), 0.5) for chance in (few, found))
    assert flat.slope < 0.72 < 0.74 < fit.slope < 0.88 and fit.shift == pytest.approx(0.2, abs=0.06)


def test_what_many_playouts_find_stays_as_it_is():
    chances = np.random.default_rng(3).beta(2, 2, 500)
    assert np.abs(settled(chances, 100_000) - chances).max() < 0.01


def test_only_what_matches_support_is_kept():
    honest = fit_with_intervals(made_up(200, 30, 0.5, Calibration(0.5), 5), 0.5, 1)
    assert honest["kept"] == {"slope": 1.0, "shift": 0.0}
    assert honest["slope"]["low"] < 1 < honest["slope"]["high"] and honest["shift"]["low"] < 0 < honest["shift"]["high"]
    shifted = fit_with_intervals(made_up(200, 30, 0.5, Calibration(0.5, 1.0, 0.5), 6), 0.5, 1)["kept"]
    assert shifted == {"slope": pytest.approx(1.0, abs=0.15), "shift": pytest.approx(0.5, abs=0.15)}
    both = fit_with_intervals(made_up(200, 30, 0.5, Calibration(0.5, 0.5, 0.5), 7), 0.5, 1)["kept"]
    assert both == {"slope": pytest.approx(0.5, abs=0.1), "shift": pytest.approx(0.5, abs=0.15)}


def test_few_matches_change_little_and_certain_chances_say_nothing():
    lost = Positions(1, np.zeros(9, int), np.full(9, 0.5), np.zeros(9))
    assert -1.5 < fitted(lost, 0.5).shift < 0
    certain = Positions(1, np.zeros(2, int), np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    assert fitted(certain, 0.5) == Calibration(0.5)


# --- The figures --------------------------------------------------------------------------------


def test_shares_are_of_positions_and_intervals_of_matches():
    alike = Positions(4, np.repeat(np.arange(4), 25), np.full(100, 0.55), np.repeat([1.0, 1.0, 0.0, 0.5], 25))
    told = figures(alike, 0.5, 1)
    (row,) = told["bins"]
    assert (row["from"], row["positions"], row["matches"], row["won"]) == (0.5, 100, 4, 0.625)
    assert row["high"] - row["low"] > 0.6, "four matches, however many positions they have"
    assert told["error"] == pytest.approx(0.075) and told["brier_fair"]["score"] == pytest.approx(0.1875)


def test_victories_are_shared_as_in_playouts_and_halves_are_of_matches():
    def game(deal, winners, *answers):
        return Answered(deal, 0, ("a", "b"), (3, 3), winners, 9, 0.1, answers=answers)

    games = [game(1, (1,), Answer(0, 0, 0.4), Answer(5, 1, 0.9)), game(0, (0, 1), Answer(2, 1, 0.3))]
    positions = positions_of(games)
    assert positions.won.tolist() == [0.5, 0.0, 1.0] and positions.match.tolist() == [0, 1, 1]
    assert positions.half(0).chance.tolist() == [0.3] and positions.half(1).chance.tolist() == [0.4, 0.9]
    assert positions.half(1).match.tolist() == [0, 0] and positions.half(1).matches == 1


# --- The coach ----------------------------------------------------------------------------------


@pytest.fixture
def corrected(monkeypatch):
    """A coach by guides, with a fit for the usual table of a game."""
    ship(monkeypatch)
    facts = all_facts()[SLUG]
    usual = that_matter(facts, facts.checked_options(SEATS, {}))
    entry = {"game": SLUG, "seats": SEATS, "rules": facts.rules_version, "options": usual}
    fit = Calibration(fair_share(SEATS), 0.5, -0.4)

    def use(path):
        path.write_text(written([entry | {"slope": fit.slope, "shift": fit.shift, "made": {"seed": 1}}]))
        monkeypatch.setattr(calibration, "FILE", path)
        calibration._kept.cache_clear()
        return fit

    yield use
    monkeypatch.undo()
    calibration._kept.cache_clear()


def finished():
    match = ararat.game(SLUG).start(players=SEATS, seed=3)
    bot = ararat.player("random")
    while match.turn is not None:
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
    return match


def test_all_that_the_coach_tells_goes_through_the_correction(corrected, tmp_path):
    match = finished()
    number = next(n for n in range(4, 99) if not Decision(match.decision(n)[1]).forced)
    _, view, move = match.decision(number)
    with patch("ararat.coach.calibration_of", lambda facts, table: None):
        raw, hints = judge(view, move, number, 24, 5, before=0.5), advise(view, 5, 24, None)
    fit = corrected(tmp_path / "fits.toml")
    told, corrected_hints = judge(view, move, number, 24, 5, before=0.5), advise(view, 5, 24, None)
    pairs = [*zip((raw.played, *raw.best, *hints), (told.played, *told.best, *corrected_hints), strict=True)]
    for before, after in pairs:
        assert before.move == after.move and before.share == after.share
        assert [after.chance, after.low, after.high] == fit([before.chance, before.low, before.high]).tolist()
        assert after.low <= after.chance <= after.high
    assert any(before.chance != after.chance for before, after in pairs)
    assert told.swing == told.best[0].chance - 0.5
    assert found(view, move, 24, 5).chance == raw.played.chance, "what is measured is what an analysis finds"
    first = next(analyse(match, 10, seed=2))
    assert first.played.chance == float(fit(found(*match.decision(0)[1:], 10, 2).chance))


def test_levels_play_as_before(corrected, tmp_path):
    match = ararat.game(SLUG).start(players=SEATS, seed=3)
    asked = match.view(match.turn), match.moves(), 7
    before = ararat.player("search:40").choose(*asked)
    corrected(tmp_path / "fits.toml")
    assert ararat.player("search:40").choose(*asked) == before


def test_other_rules_players_and_options_are_told_as_found(corrected, tmp_path):
    facts = all_facts()[SLUG]
    fit = corrected(tmp_path / "fits.toml")
    usual = facts.new_table(SEATS, facts.checked_options(SEATS, {}))[0]
    assert calibration_of(facts, usual) == fit
    begins = [name for name, option in facts.options.items() if isinstance(option, SeatOption)]
    later = facts.checked_options(SEATS, dict.fromkeys(begins, SEATS - 1))
    assert begins and calibration_of(facts, facts.new_table(SEATS, later)[0]) == fit, "whoever begins"
    more = facts.players[1]
    assert calibration_of(facts, facts.new_table(more, facts.checked_options(more, {}))[0]) is None
    kept = (tmp_path / "fits.toml").read_text()
    for mine, other in (
        (f"rules = {facts.rules_version}", "rules = 99"),
        ("options = {}", 'options = { "speed" = 9 }'),
    ):
        assert mine in kept
        (tmp_path / "fits.toml").write_text(kept.replace(mine, other))
        calibration._kept.cache_clear()
        assert calibration_of(facts, usual) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "format = 2",
        "format = ",
        "format = 1\nfit = 3",
        'format = 1\n[[fit]]\ngame = "x"\n',
        'format = 1\n[[fit]]\ngame = "x"\nseats = 2\nrules = 1\noptions = {}\nslope = -1.0\nshift = 0.0\n',
        'format = 1\n[[fit]]\ngame = "x"\nseats = 2\nrules = 1\noptions = {}\nslope = nan\nshift = 0.0\n',
        'format = 1\n[[fit]]\ngame = "x"\nseats = 0\nrules = 1\noptions = {}\nslope = 1.0\nshift = 0.0\n',
        'format = 1\n[[fit]]\ngame = "x"\nseats = 2\nrules = 1\noptions = 7\nslope = 1.0\nshift = 0.0\n',
    ],
)
def test_a_damaged_file_of_fits_is_said_in_one_sentence(tmp_path, text):
    path = tmp_path / "fits.toml"
    path.write_text(text)
    for language in LANGUAGES:
        with pytest.raises(BadCalibration) as problem:
            load(path)
        said = problem.value.text_in(language)
        assert "fits.toml" in said and "\n" not in said
    with pytest.raises(BadCalibration):
        load(tmp_path / "missing.toml")


def test_the_fits_of_the_package_are_of_games_and_tables_that_there_are():
    kept = load(FILE)
    for slug, facts in all_facts().items():
        tables = [facts.new_table(seats, facts.checked_options(seats, {}))[0] for seats in facts.players]
        mine = [fit for table in tables if (fit := calibration_of(facts, table)) is not None]
        assert len(mine) == sum(key[0] == slug for key in kept), "one of other rules or options is of no use"


# --- The survey ---------------------------------------------------------------------------------


class Here(Processes):
    """Plays without any process of its own."""

    def play(self, bouts):
        return map(self.work, bouts)


class Stopped(Here):
    """Is stopped by Ctrl-C after some matches, and plays them in another order."""

    def play(self, bouts):
        begun = [next(bouts) for _ in range(4)]
        yield from map(self.work, (begun[3], begun[1], begun[0]))
        raise KeyboardInterrupt


def run(*arguments, hands=Here):
    from ararat.cli.app import run

    with patch("ararat.arena.workers.Processes", hands):
        return run(["reliability", *map(str, arguments), "--language", "en"])


def test_a_survey_that_was_stopped_ends_like_one_that_was_not(tmp_path, capsys):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run(SLUG, *TINY, "--save", whole) == 0
    assert run(SLUG, *TINY, "--save", broken, hands=Stopped) == 130
    assert "3 games are kept" in " ".join(capsys.readouterr().out.split())
    assert run(SLUG, *TINY, "--save", broken) == 0
    assert "3 games of an earlier run" in " ".join(capsys.readouterr().err.split())
    for name in (f"{SLUG}-{SEATS}/results.json", f"{SLUG}-{SEATS}/report.md", "reliability.md", "calibration.toml"):
        assert (whole / name).read_text() == (broken / name).read_text(), name
    told = json.loads((whole / f"{SLUG}-{SEATS}/results.json").read_text())
    assert told["positions"] >= 30 and sum(row["positions"] for row in told["found"]["bins"]) == told["positions"]
    assert len(load(whole / "calibration.toml")) == told["fit"]["helps"]
    page = (whole / "reliability.md").read_text()
    assert page == page_of([told]) and fits_of([told]) == (whole / "calibration.toml").read_text()
    for language in LANGUAGES:
        assert "random" in Report(told, words(language)).markdown()


def test_other_surveys_damaged_files_and_bad_input_get_one_sentence(tmp_path, capsys):
    assert run(SLUG, *TINY, "--save", tmp_path) == 0
    capsys.readouterr()
    figures_of = tmp_path / f"{SLUG}-{SEATS}/results.json"
    for arguments, said in (
        (["--playouts", 5, "--save", tmp_path], "playouts"),
        (["--each", 4, "--save", tmp_path], "decisions of a match"),
        (["--player", "kasparov", "--save", tmp_path], "kasparov"),
        (["--seats", 9, "--save", tmp_path], "9"),
        (["--save", "/dev/null"], "/dev/null"),
    ):
        assert run(SLUG, *TINY, *arguments) == 2
        sentence = capsys.readouterr().err.strip().splitlines()[-1]
        assert said in sentence, sentence
    kept = figures_of.read_text()
    figures_of.write_text("{}")
    with pytest.raises(ararat.AraratError):
        figures_in([figures_of])
    figures_of.write_text(json.dumps(json.loads(kept) | {"rules": 99}))
    assert figures_in([figures_of]) == []


def test_what_is_found_follows_from_the_seed_and_a_damaged_answer_is_named(tmp_path):
    bout = next(survey().endless())
    (game, line), (again, _) = ask(bout), ask(bout)
    assert game.answers == again.answers and len(game.answers) == 5
    assert [one.number for one in game.answers] == survey().asked(0, game.decisions)
    folder = SurveyFolder(tmp_path / "kept", survey())
    folder.open()
    folder.add(game, line)
    folder.close()
    folder.open()
    assert folder.games[0, 0] == game and folder.enough(5) == [], "four matches at least"
    folder.close()
    games = tmp_path / "kept/games.jsonl"
    for chance in ("2.0", '"x"', "NaN"):
        games.write_text(line.replace(f",{game.answers[0].chance}]", f",{chance}]", 1) + "\n")
        with pytest.raises(ararat.AraratError, match="Line 1"):
            SurveyFolder(tmp_path / "kept", survey()).open()


def test_the_figures_of_a_survey_say_what_it_was():
    games = [ask(bout)[0] for bout, _ in zip(survey().endless(), range(4), strict=False)]
    told = reliability_of(survey(), games)
    assert told["matches"] == 4 and told["fit"]["matches"] == 2 and told["rules"] == all_facts()[SLUG].rules_version
    assert told["found"]["error"] >= 0 and json.loads(json.dumps(told)) == told
