"""Ark & Noah at the keyboard: several numbers at once, no curtain, a story of whole sentences."""

from __future__ import annotations

import json

import pytest

import ararat
from ararat.core.story import Story
from ararat.core.words import LANGUAGES, words

from ...test_cli import run
from .positions import DONE, GAME, choose, plank, position

QUICK = ("play", "ark-and-noah", "--option", "variant=quick", "--seed", "3")


def history(path):
    return ararat.replay(json.loads(path.read_text("utf-8"))).history


def test_several_numbers_place_several_planks(tmp_path):
    typed = "4\n1 2 3\nsave a.json\nquit\n"
    done = run(*QUICK, "--seats", "you,greedy", typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    moves = history(tmp_path / "a.json")
    assert moves[:4] == [choose("build"), plank("H2,0"), plank("V2,0"), plank("H3,0")]


def test_a_number_that_is_impossible_ends_what_was_typed_ahead(tmp_path):
    typed = "4\n1 1 3\nsave a.json\nquit\n"
    done = run(*QUICK, "--seats", "you,greedy", typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "AN-4.63" in done.stdout
    assert history(tmp_path / "a.json") == [choose("build"), plank("H2,0")]


def test_numbers_of_the_list_are_not_taken_together(tmp_path):
    done = run(*QUICK, "--seats", "you,greedy", typed="1 2\nsave a.json\nquit\n", cwd=tmp_path)
    assert done.returncode == 0 and "Type one number" in done.stdout
    assert not history(tmp_path / "a.json")


def test_nothing_is_hidden_so_no_curtain_falls(tmp_path):
    """Section 6. The question says whose it is."""
    done = run(*QUICK, "--seats", "you,you", typed="3\n3\n3\nquit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "nobody else is looking" not in done.stdout
    assert "● Player 1 · " in done.stdout and "▲ Player 2 · " in done.stdout


def log_of(*moves, **details):
    match = GAME.restore(position(**details))
    for move in moves:
        match.play(move)
    return match.log(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_of_one_kind_are_told_together(language):
    spoken = words(language, GAME.facts.package)
    story = Story(GAME.facts, spoken, ["Ada", "Bruno"], 1)
    log = log_of(plank("H2,0"), plank("V2,0"), plank("H3,0"), planks={0: 3}, pitch={0: 0})
    told = " ".join(line.plain.strip() for line in story.lines(log, 200))
    start = spoken("move.plank", edge="").partition(":")[0]
    assert told.count(start) == 1 and told.count("2,0") == 2 and "3,0" in told


def test_a_story_that_is_too_long_keeps_the_last_whole_sentences():
    spoken = words("en", GAME.facts.package)
    story = Story(GAME.facts, spoken, ["Ada", "Bruno"], 0)
    log = log_of(plank("H2,0"), {"move": "pitch", "joint": "J3,0"}, DONE, ark={"H3,0": 1}, pitch={0: 1}, planks={0: 1})
    whole = story.lines(log, 40)
    for most in range(1, len(whole) + 1):
        lines = [line.plain for line in story.lines(log, 40, most)]
        assert len(lines) <= most and lines[-1].endswith("Round 4 begins.")
        assert most == len(whole) or lines[0].startswith("…") or "Bruno …" in lines[0]
