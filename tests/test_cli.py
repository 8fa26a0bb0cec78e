"""The command line as a person meets it: typed lines, exit codes, and in the long form a process for every command."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from random import Random

import pytest

import ararat
from ararat.cli import files
from commands import ARARAT, run
from lengths import amount, in_turn

GAME = "animals-on-board"
SMALL = "opti-mix"  # a game with short matches


def assert_refused(done, *words):
    """One sentence, exit code 2, no traceback."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    sentence = done.stderr.strip()
    assert sentence and "Traceback" not in sentence and "\n" not in sentence, sentence
    for word in words:
        assert word in sentence, sentence


def test_games_are_listed_in_every_language():
    for language, word in (("en", "players"), ("fr", "joueurs"), ("it", "giocatori")):
        done = run("games", "--language", language)
        assert done.returncode == 0 and GAME in done.stdout and word in done.stdout


def test_the_surroundings_choose_the_language():
    assert "joueurs" in run("games", env={"LANG": "fr_FR.UTF-8"}).stdout


def test_help_speaks_the_language_and_version_tells_it():
    assert "Language of all texts" in run("play", "--help").stdout.replace("\n", " ")
    assert "Langue" in run("play", "--help", "--language", "fr").stdout
    assert run("--version").stdout.strip() == f"ararat {ararat.__version__}"


@pytest.mark.parametrize("language", ["fr", "it"])
def test_no_english_is_left_in_the_help_of_any_command(language):
    from typer.main import get_command
    from typer.testing import CliRunner

    from ararat.cli.app import build
    from ararat.cli.screen import Screen
    from ararat.core.words import words

    app = build(Screen(words(language)))
    for command in ("", *get_command(app).commands):
        done = CliRunner().invoke(app, [*command.split(), "--help"])
        assert done.exit_code == 0 and "--help" in done.stdout
        for left in ("Usage: ", "Commands", "COMMAND ", "Show this", "required", "default: ", "<", ">", "...\n "):
            assert left not in done.stdout, (command, left)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["play", "go"], ["'go'", GAME]),
        (["play", GAME, "--seats", "you,kasparov"], ["kasparov", "greedy"]),
        (["play", GAME, "--seats", "you"], ["AB-2.1"]),
        (["play", GAME, "--seats", ",".join(["random"] * 9)], ["AB-2.1", "9"]),
        (["play", GAME, "--seats", "random,random", "--option", "speed=9"], ["AB-2.2", "speed"]),
        (["play", GAME, "--seats", "random,random", "--option", "first=2"], ["AB-2.3"]),
        (["play", GAME, "--seats", "random,random", "--option", 'species=["lion"]'], ["AB-2.4"]),
        (["play", GAME, "--seats", "random,random", "--option", f"species={'[' * 100_000}"], ["AB-2.4"]),
        (["play", GAME, "--seats", "random,random", "--seed", "-4"], ["-4"]),
        (["play", GAME, "--seed", "x"], ["--seed"]),
        (["play", GAME, "--language", "tlh"], ["tlh", "fr"]),
        (["play", GAME, "--fly"], ["--fly"]),
        (["play", GAME, "you", "owl"], ["“you owl”"]),
        (["play", GAME, "--seats", "random,random", "--save", "/nowhere/x.json"], ["/nowhere/x.json"]),
        (["play", "--resume", "nothing.json"], ["nothing.json"]),
        (["replay", "nothing.json"], ["nothing.json"]),
        (["replay"], ["FILE"]),
        (["play", GAME, "--seats", "you,search:0"], ["search:0", "owl"]),
        (["analyse", "nothing.json"], ["nothing.json"]),
        (["analyse", "nothing.json", "--playouts", "0"], ["--playouts"]),
        (["analyse", "nothing.json", "--moves", "some"], ["--moves"]),
        (["analyse", "nothing.json", "--seed", "-1"], ["-1"]),
        (["analyse", "nothing.json", "--save", "/nowhere/x.json"], ["/nowhere/x.json"]),
        (["rules", "go"], ["'go'"]),
        (["perft", GAME, "--players", "9"], ["AB-2.1"]),
        (["perft", GAME, "--depth", "99"], ["--depth"]),
        (["dance"], ["dance"]),
    ],
    ids=lambda value: " ".join(value)[:60],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments, words, tmp_path):
    assert_refused(run(*arguments, cwd=tmp_path), *words)
    assert list(tmp_path.iterdir()) == []


def test_bad_input_gets_its_sentence_in_the_language():
    assert_refused(run("play", "go", "--language", "fr"), "jeu")
    assert_refused(run("play", "go", "--language", "it"), "gioc")
    assert_refused(run("play", "--fly", "--language", "fr"), "--fly")


def test_a_demonstration_plays_to_the_end_and_can_be_replayed(tmp_path):
    path = tmp_path / "demo.json"
    done = run("play", GAME, "--seats", "greedy,greedy,random", "--seed", 3, "--save", path)
    assert done.returncode == 0 and "Victory" in done.stdout
    match = ararat.replay(json.loads(path.read_text("utf-8")))
    assert match.over and match.seats == ["greedy", "greedy", "random"]
    replayed = run("replay", path)
    assert replayed.returncode == 0
    assert len(re.findall(r"^ *\d+ [●▲■]", replayed.stdout, re.MULTILINE)) == len(match.history)
    again = run("play", GAME, "--seats", "greedy,greedy,random", "--seed", 3)
    assert done.stdout.startswith(again.stdout.rstrip()), "the same seed, the same game"


def test_the_bots_are_listed_from_weak_to_strong_in_every_language():
    from ararat.players import codes, levels

    for language, owl in (("en", "Owl"), ("fr", "Hibou"), ("it", "Gufo")):
        done = run("players", "--language", language)
        assert done.returncode == 0 and owl in done.stdout
        listed = re.findall(r"^  ([a-z:0-9]+) ", done.stdout, re.MULTILINE)
        assert listed[: len(levels())] == levels() and set(codes()) < set(listed)


def test_levels_and_searches_sit_at_the_table_by_code_and_by_name(tmp_path):
    path = tmp_path / "demo.json"
    seats = "Poussin,search:12,random"
    done = run("play", SMALL, "--seats", seats, "--seed", 3, "--save", path, "--language", "fr")
    assert done.returncode == 0 and "Zita" in done.stdout and "search:12" in done.stdout
    match = ararat.replay(json.loads(path.read_text("utf-8")))
    assert match.over and match.seats == ["chick", "search:12", "random"], "records keep codes"


def test_whoever_names_nobody_meets_the_middle_level(tmp_path):
    done = run("play", GAME, "--seed", 5, typed="1\nsave a.json\nquit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    seats = keyboard_match(tmp_path / "a.json").seats
    assert seats == ["you"] + ["cat"] * (ararat.game(GAME).facts.usual_players - 1)


def test_a_hint_names_legal_moves_with_their_chances_and_makes_none(tmp_path):
    done = run("play", GAME, "--seats", "you,greedy", "--seed", 5, "--language", "fr", typed="conseil\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.partition("95\u00a0%")[2]
    chances = re.findall(r"(\d+)\u00a0% \((\d+)–(\d+)\) [Gg]ard[a-z]+", shown)
    assert len(chances) == 3, done.stdout
    assert all(int(low) <= int(chance) <= int(high) for chance, low, high in chances)
    assert list(tmp_path.iterdir()) == [], "no move was made"


@pytest.fixture(scope="module")
def small_match(tmp_path_factory):
    """The file of a short finished match."""
    match = ararat.game(SMALL).start(players=3, seed=2)
    bot = ararat.player("random")
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), seed=len(match.history)))
    path = tmp_path_factory.mktemp("records") / "match.json"
    path.write_text(json.dumps(match.record()), "utf-8")
    return path


def test_an_analysis_says_who_could_win_when_and_what_turned_it(small_match, tmp_path):
    from ararat.coach import analyse

    match = keyboard_match(small_match)
    kept = tmp_path / "analysis.json"
    playouts = 120
    done = run("analyse", small_match, "--playouts", playouts, "--seed", 7, "--save", kept)
    assert done.returncode == 0, done.stderr
    analysis = json.loads(kept.read_text("utf-8"))
    expected = [judgement.told() for judgement in analyse(match, playouts, 7)]
    assert analysis["decisions"] == expected and (analysis["playouts"], analysis["seed"]) == (playouts, 7)
    assert analysis["whole"] and analysis["winners"] == match.winners
    turning = [one["number"] + 1 for one in expected if one["turning"]]
    assert [int(n) for n in re.findall(r"^ *(\d+) [●▲■] ", done.stdout, re.MULTILINE)] == turning != []
    assert done.stdout.count("Better by") == sum(one["slip"] for one in expected) > 0
    assert "♛" in done.stdout and "▁" in done.stdout
    again = run("analyse", small_match, "--playouts", amount(6, long=120), "--moves", "all", "--language", "it")
    assert [int(n) for n in re.findall(r"^ *(\d+) [●▲■] ", again.stdout, re.MULTILINE)] == list(
        range(1, len(match.history) + 1)
    )
    assert_refused(run("analyse", small_match, "--save", kept), "analysis.json")


def test_an_unfinished_match_is_not_analysed(small_match, tmp_path):
    match = ararat.game(SMALL).start(players=3, seed=2)
    match.play(match.moves()[0])
    path = tmp_path / "a.json"
    path.write_text(json.dumps(match.record()), "utf-8")
    assert_refused(run("analyse", path), "not over")


def keyboard_match(path):
    return ararat.replay(json.loads(path.read_text("utf-8")))


@pytest.fixture
def third_round(tmp_path):
    """A match in which the first seat, in turn in a later round, has seen what another ark took."""
    for seed in range(100):
        match, random = ararat.game(GAME).start(players=2, seed=seed), Random(seed)
        while not match.over:
            view = match.view(0)
            if view["phase"] == "play" and view["round"] > 2 and match.turn == 0 and view["arks"][1]["known"]:
                return files.write_record(match.record(), tmp_path / "later.json")
            takes = [move for move in match.moves() if move["move"] == "take"]
            match.play(random.choice(takes or match.moves()))
    raise AssertionError("no match came so far")


def test_at_a_closed_table_the_terminal_does_not_remember_either(third_round, tmp_path):
    shown = {}
    for memory in ("open", "closed"):
        given = ("--resume", third_round, "--seats", "you,random", "--memory", memory)
        done = run("play", *given, typed="quit\n", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        shown[memory] = next(line for line in done.stdout.splitlines() if "/10" in line and "Random" in line)
        assert ("does not remember" in done.stdout) == (memory == "closed")
    assert shown["open"] != shown["closed"]
    size = len(ararat.replay(json.loads(third_round.read_text())).state()["arks"][1]["known"])
    assert f"×{size + 1}" in shown["closed"], "of the other ark there is a count"
    refused = run("play", SMALL, "--seats", "you,random,random", "--memory", "closed", cwd=tmp_path)
    assert refused.returncode == 2 and "nothing to remember" in refused.stderr


def test_a_person_plays_undoes_asks_and_saves(tmp_path):
    typed = "\n".join(
        [
            "help",
            "why",
            "9",
            "2",
            "rules crate",
            "1",
            "1",
            "why",
            "1",
            "2",
            "x y",
            "1 2",
            "undo",
            "save mine.json",
            "quit",
            "",
        ]
    )
    done = run("play", GAME, "--seats", "you,greedy,random", "--seed", 5, typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "AB-4.8" in done.stdout, "why tells the rule"
    assert "AB-4.7" in done.stdout, "rules finds crates"
    assert "Traceback" not in done.stdout + done.stderr
    saved = keyboard_match(tmp_path / "mine.json")
    assert saved.seats == ["you", "greedy", "random"]
    assert [move["move"] for move in saved.history] == ["keep", "keep", "keep"], "the split was undone"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.json"], "leaving saves where it was saved before"
    assert "ararat play --resume mine.json" in done.stdout


def test_a_saved_match_goes_on_where_it_was(tmp_path):
    run("play", GAME, "--seats", "you,greedy", "--seed", 5, typed="1\nsave a.json\nquit\n", cwd=tmp_path)
    before = keyboard_match(tmp_path / "a.json")
    done = run("play", "--resume", "a.json", typed="1\n2\n1\nquit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    after = keyboard_match(tmp_path / "a.json")
    assert after.history[: len(before.history)] == before.history and len(after.history) > len(before.history)
    assert "goes on from" not in done.stdout
    done = run("play", "--resume", "a.json", "--seats", "you,you", typed="quit\n", cwd=tmp_path)
    assert "goes on from a.json as it was" in " ".join(done.stdout.split()), "several people are told"


def test_the_end_of_input_saves_and_leaves(tmp_path):
    done = run("play", GAME, "--seats", "you,random", "--seed", 1, typed="1\n", cwd=tmp_path)
    assert done.returncode == 0
    (path,) = tmp_path.iterdir()
    assert len(keyboard_match(path).history) >= 2


def test_leaving_before_the_first_move_leaves_nothing(tmp_path):
    done = run("play", GAME, "--seats", "you,cat", "--seed", 1, typed="quit\n", cwd=tmp_path)
    assert done.returncode == 0 and list(tmp_path.iterdir()) == []
    assert "(bot: Cat)" in done.stdout, "who plays here, and how well"


def test_an_unwritable_save_is_said_and_the_match_goes_on(tmp_path):
    typed = "1\nsave /nowhere/x.json\nsave good.json\nquit\n"
    done = run("play", GAME, "--seats", "you,random", "--seed", 1, typed=typed, cwd=tmp_path)
    assert done.returncode == 0 and "/nowhere/x.json" in done.stdout
    assert (tmp_path / "good.json").exists()


def heed_interrupts():
    """Ctrl-C works in a new process even if these tests run in the background, where shells ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_loses_nothing(tmp_path):
    env = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [*ARARAT, "play", GAME, "--seats", "you,greedy,greedy", "--seed", "8"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=env,
        preexec_fn=heed_interrupts,
    )
    process.stdin.write(b"1\n")
    process.stdin.flush()
    shown = b""
    while shown.count("›".encode()) < 2:  # the others have moved, and it is asked again
        shown += (more := os.read(process.stdout.fileno(), 4096))
        assert more, "it ended by itself"
    process.send_signal(signal.SIGINT)
    process.wait(timeout=120)
    assert process.returncode == 0, process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    process.stdin.close()
    (path,) = tmp_path.iterdir()
    assert len(keyboard_match(path).history) >= 3


def test_two_people_are_parted_by_a_curtain(tmp_path):
    done = run("play", GAME, "--seats", "you,you", "--seed", 1, typed="\n1\n\n1\n\nquit\n", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("keyboard") >= 2
    first_hand = ararat.game(GAME).start(players=2, seed=1).state()["hands"][0]
    before, after = done.stdout.split("keyboard: Player 2", 1)
    for tile in first_hand:
        assert tile.replace("-", " ") in before and tile.replace("-", " ") not in after.split("keyboard")[0]


def test_a_replay_of_an_unfinished_match_shows_only_what_is_open(tmp_path):
    run("play", GAME, "--seats", "you,greedy,greedy", "--seed", 5, typed="1\nsave a.json\nquit\n", cwd=tmp_path)
    match = keyboard_match(tmp_path / "a.json")
    done = run("replay", tmp_path / "a.json")
    assert done.returncode == 0
    state = match.state()
    for ark in state["arks"]:
        for tile in ark["unknown"]:
            assert tile.replace("-", " ") not in done.stdout


def test_a_record_whose_writing_is_interrupted_stays_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "match.json"
    files.write_record({"format": 1}, path)
    before = path.read_text()

    def stopped(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        files.write_record({"format": 2}, path)
    assert path.read_text() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '{"format": 1}', '{"format": 99}', "\x00\x01", "[" * 100_000])
def test_damaged_files_are_refused(tmp_path, content):
    path = tmp_path / "bad.json"
    path.write_text(content)
    assert_refused(run("replay", path))
    assert_refused(run("play", "--resume", path))


def test_a_replay_begins_with_the_move_asked_for(small_match, capsys):
    from ararat.cli.app import run as run_here

    count = len(ararat.replay(json.loads(small_match.read_text("utf-8"))).history)
    assert run_here(["replay", str(small_match), "--move", str(count), "--language", "en"]) == 0
    assert re.findall(r"^ *(\d+) [●▲■◆★]", capsys.readouterr().out, re.MULTILINE) == [str(count)]
    assert run_here(["replay", str(small_match), "--move", str(count + 1), "--language", "en"]) == 2
    said = capsys.readouterr()
    assert not said.out and f"no move {count + 1}" in said.err and str(count) in said.err


def test_games_of_an_arena_are_shown_and_analysed_by_their_number(small_match, tmp_path, capsys):
    from ararat.cli.app import run as run_here

    record = json.loads(small_match.read_text("utf-8"))
    games = tmp_path / "games.jsonl"
    lines = [{"deal": deal, "rotation": 0, "record": record} for deal in (0, 1)]
    lines[0]["record"] = {"format": 99}
    games.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"deal": 2, "reco', "utf-8")
    assert run_here(["replay", str(small_match), "--language", "en"]) == 0
    expected = capsys.readouterr().out
    assert run_here(["replay", str(games), "--game", "2", "--language", "en"]) == 0
    assert capsys.readouterr().out == expected
    assert run_here(["analyse", str(games), "--game", "2", "--playouts", "4", "--language", "en"]) == 0
    assert "♛" in capsys.readouterr().out
    for command in ("replay", "analyse"):
        for wrong in ([], ["--game", "3"]):
            assert run_here([command, str(games), *wrong, "--language", "en"]) == 2
            assert "2 games" in (said := capsys.readouterr().err) and "--game" in said
        assert run_here([command, str(games), "--game", "1", "--language", "en"]) == 2
        assert "format 99" in capsys.readouterr().err
        assert run_here([command, str(small_match), "--game", "1", "--language", "en"]) == 2
        assert "games.jsonl" in capsys.readouterr().err
        assert run_here([command, str(tmp_path / "no.jsonl"), "--game", "1", "--language", "en"]) == 2
        assert "does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["", "{", "[]", "7", '{"deal": 1}', "\x00", "[" * 100_000])
def test_damaged_games_of_an_arena_are_refused(line, tmp_path, capsys):
    from ararat.cli.app import run as run_here

    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n{line}\n")
    assert run_here(["replay", str(path), "--game", "2", "--language", "en"]) == 2
    assert "Line 2" in capsys.readouterr().err
    path.write_text(line)
    assert run_here(["replay", str(path), "--language", "en"]) == 2
    assert "is no record" in capsys.readouterr().err


def test_a_folder_is_no_record(tmp_path):
    assert_refused(run("replay", tmp_path))


def test_rules_can_be_read_and_searched():
    everything = run("rules", GAME)
    assert "AB-2.1" in everything.stdout and "AB-6.8" in everything.stdout
    assert "AB-9.1" not in everything.stdout and "AB-9.1" in run("rules", GAME, "AB-9.1").stdout
    some = run("rules", GAME, "troupeau", "--language", "fr")
    assert "AB-5.7" in some.stdout and "AB-3.4" not in some.stdout
    nothing = run("rules", GAME, "xyzzy").stdout
    assert "xyzzy" in nothing and "Setup" in nothing


def test_perft_counts():
    done = run("perft", GAME, "--players", 3, "--depth", 4, "--seed", 1)
    assert [int(n) for n in re.findall(r": (\d+)", done.stdout)] == [1, 3, 9, 27, 27621]


def test_a_first_run_says_that_it_compiles(tmp_path):
    """The smallest game is compiled soonest."""
    env = {"ARARAT_CACHE": str(tmp_path), "ARARAT_GAMES": str(Path(__file__).parent / "fifth")}
    done = run("perft", "doves", "--depth", 1, env=env)
    assert done.returncode == 0 and "once for this version" in done.stderr
    again = run("perft", "doves", "--depth", 1, env=env)
    assert again.returncode == 0 and again.stderr == ""


@pytest.mark.parametrize(
    "language, players",
    amount([("en", 2), ("fr", 3), ("it", 4)], long=list(product(["en", "fr", "it"], [2, 3, 4]))),
)
def test_a_whole_game_can_be_played_by_numbers(language, players, tmp_path):
    """A person who always types small numbers gets through to the end, in every language."""
    typed = "\n".join(["1", "2", "1", "1 2", "2", "3"] * 400) + "\n"
    seats = ",".join(["you"] + ["greedy"] * (players - 1))
    done = run("play", GAME, "--seats", seats, "--seed", 2, "--language", language, typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "♛" in done.stdout and "Traceback" not in done.stdout + done.stderr


def test_a_group_is_chosen_by_one_number(tmp_path):
    """Several numbers are for places on the table, not for things to look at more closely."""
    done = run("play", GAME, "--seats", "you,greedy", "--seed", 5, typed="1\n1 1\nsave a.json\nquit\n", cwd=tmp_path)
    assert done.returncode == 0 and "Type 1, or help" in done.stdout
    assert [move["move"] for move in keyboard_match(tmp_path / "a.json").history] == ["keep", "keep"]


def test_after_undo_the_same_choices_work_again(tmp_path):
    """Undo once left the dialogue asking about a match that was gone."""
    typed = "1\n1\n2\n1 2\nundo\n1\n2\n1 2\nsave a.json\nquit\n"
    done = run("play", GAME, "--seats", "you,greedy,random", "--seed", 5, typed=typed, cwd=tmp_path)
    assert done.returncode == 0
    kinds = [move["move"] for move in keyboard_match(tmp_path / "a.json").history]
    assert kinds[:4] == ["keep", "keep", "keep", "split"]


@pytest.mark.parametrize(
    "typed", ["²", "why ²", "rules [/b]", "[/b]", "save x[b].json", "1 1 1", "-1", "9" * 50, "why 99"]
)
def test_odd_keys_neither_crash_nor_decide(typed, tmp_path):
    """A superscript two, brackets and repeated numbers once did."""
    done = run("play", GAME, "--seats", "you,random", "--seed", 1, typed=f"{typed}\nquit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Goodbye" in done.stdout, "no move was made"
    if "save" in typed:
        assert "x[b].json" in done.stdout and (tmp_path / "x[b].json").exists()


def test_saving_never_overwrites_a_file_of_somebody_else(tmp_path):
    (tmp_path / "mine.txt").write_text("dear diary")
    typed = "1\nsave mine.txt\nsave .\nsave good.json\nsave good.json\nquit\n"
    done = run("play", GAME, "--seats", "you,random", "--seed", 1, typed=typed, cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "mine.txt").read_text() == "dear diary"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.json", "mine.txt"]
    assert_refused(run("play", GAME, "--seats", "random,random", "--save", tmp_path / "mine.txt"), "mine.txt")


def test_commands_work_in_the_language_of_the_person(tmp_path):
    typed = "aide\npourquoi\nrègles caisse\n1\nsauver a.json\nquitter\n"
    done = run("play", GAME, "--seats", "you,random", "--seed", 1, "--language", "fr", typed=typed, cwd=tmp_path)
    assert done.returncode == 0 and "AB-4.7" in done.stdout and (tmp_path / "a.json").exists()


def test_a_terminal_that_cannot_show_animals_goes_on():
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = run("play", GAME, "--seats", "greedy,random", "--seed", 1, env=env)
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_a_record_of_another_game_is_not_resumed(tmp_path):
    run("play", GAME, "--seats", "you,greedy", "--seed", 5, typed="1\nsave a.json\nquit\n", cwd=tmp_path)
    assert_refused(run("play", "go", "--resume", "a.json", cwd=tmp_path), "go")
    assert_refused(run("play", "--resume", "a.json", "--seats", "you,you,you", cwd=tmp_path), "3")


def test_a_person_cannot_undo_anothers_move(tmp_path):
    done = run("play", GAME, "--seats", "you,you", "--seed", 1, typed="\n1\n\nundo\nquit\n", cwd=tmp_path)
    assert "somebody else" in done.stdout


def test_without_a_command_the_table_is_set_in_the_browser(tmp_path):
    """The page is opened by whatever the machine opens pages with."""
    opened = tmp_path / "opened"
    browser = f"{sys.executable} -c \"import sys; open({str(opened)!r}, 'w').write(sys.argv[1])\" %s"
    surroundings = {**os.environ, "ARARAT_DATA": str(tmp_path / "tables"), "BROWSER": browser}
    process = subprocess.Popen(
        [sys.executable, "-m", "ararat"], stdout=subprocess.PIPE, encoding="utf-8", env=surroundings
    )
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        for _ in range(1200):
            if opened.exists() and opened.read_text():
                break
            time.sleep(0.1)
        assert opened.read_text() == address
        assert (tmp_path / "tables" / "tables.db").exists()
    finally:
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
        process.stdout.close()
    assert process.wait(120) == 0 and "kept" in said


def test_a_server_that_cannot_start_says_why(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert_refused(run("serve", "--port", taken.getsockname()[1], "--data", tmp_path), "--port")
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert_refused(run("serve", "--data", blocked), "--data")
    assert_refused(run("serve", "--host", "no.such.host.invalid", "--data", tmp_path), "--port")


def test_a_finished_game_is_kept_and_replays_with_everything_open(tmp_path):
    typed = "\n".join(["1", "2", "1", "1 2", "2", "3"] * 400) + "\n"
    run("play", GAME, "--seats", "you,greedy", "--seed", 2, typed=typed, cwd=tmp_path)
    (path,) = tmp_path.iterdir()
    assert keyboard_match(path).over
    shown = run("replay", path.name, cwd=tmp_path).stdout
    assert "Victory" in shown and re.search(r"\bkeeps?: ", shown)


class Dialogue:
    """Answers every question with the first choice that is possible, and measures what is asked."""

    def __init__(self, match, console):
        self.match = match
        self.console = console
        self.lines = 0

    def moves(self):
        return self.match.moves()

    def allows(self, move):
        return self.match.why_not(move) is None

    def broken(self, move):
        refusal = self.match.why_not(move)
        return refusal.rules if refusal else ()

    def room(self, draw, question):
        from ararat.core.terminal import room_for_choices

        return room_for_choices(draw(), question)

    def measure(self, question, choices):
        from rich.text import Text

        from ararat.core.terminal import side_by_side

        shown = [(number, choice.label) for number, choice in enumerate(choices) if not choice.on_table]
        listed = side_by_side([Text(f" {number}   \u2717 {label}") for number, label in shown], 80)
        parts = [Text(question), listed] if shown else [Text(question)]
        self.lines = max(self.lines, sum(len(self.console.render_lines(part)) for part in parts))

    def one(self, question, choices):
        self.measure(question, choices)
        return next(n for n, choice in enumerate(choices) if choice.move is None or self.allows(choice.move))

    def several(self, question, choices, make):
        self.measure(question, choices)
        return make([0])


def test_a_decision_fits_on_one_screen_and_leads_to_a_legal_move(plain_table):
    """80 by 24, decisions of a greedy game, the languages in turn, with the questions that are asked."""
    from rich.console import Console

    from ararat.core.hooks import hooks_of
    from ararat.core.words import LANGUAGES, words
    from ararat.games import all_facts

    console = Console(width=80, height=24)
    slug, players = plain_table
    around = 6  # heading, two lines of story, a blank one, commands, prompt
    facts = all_facts()[slug]
    text, bot = hooks_of(facts).text, ararat.player("greedy")
    match = ararat.game(slug).start(players=players, seed=players)

    def languages(number):
        return in_turn(LANGUAGES, number // 7) if number % amount(7, long=2) == 0 else []

    while not match.over:
        view, number = match.view(match.turn), len(match.history)
        for language in languages(number):
            spoken = words(language, facts.package)
            names = [f"{spoken('player.greedy')} {seat + 1}" for seat in range(players)]
            dialogue = Dialogue(match, console)
            assert match.why_not(text.choose(view, spoken, names, dialogue)) is None
            lines = len(console.render_lines(text.draw(view, match.turn, spoken, names)))
            assert lines + dialogue.lines + around <= 24, (language, lines, dialogue.lines, view)
        match.play(bot.choose(view, match.moves(), seed=1))


def test_flowing_text_breaks_between_pieces_only():
    from rich.text import Text

    from ararat.core.terminal import Flow

    lines = Flow([Text("panda 1"), Text("🐼 2"), Text("lion 33")], first=Text("> "), indent=2).lines(16)
    assert [line.plain for line in lines] == ["> panda 1  🐼 2", "  lion 33"]
