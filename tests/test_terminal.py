"""The command line at a real terminal: screens, the curtain, pages. Other tests type from a file."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time

import ararat
from commands import run
from tools import missing, needed

pexpect = needed("pexpect", "install the extra `test`")
if not hasattr(os, "openpty"):
    missing("This system has no pseudo-terminals.")

GAME = "animals-on-board"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FORGET = "\x1b[3J"


class Terminal:
    """A person at a terminal of 80 by 24."""

    def __init__(self, folder, *arguments):
        env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80", "LINES": "24"}
        env.pop("LC_ALL", None)
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "ararat", *arguments],
            cwd=str(folder),
            env=env,
            encoding="utf-8",
            dimensions=(24, 80),
            timeout=180,
            # Ctrl-C works even if these tests run in the background, where shells ignore it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.all = ""

    def until(self, text):
        """Wait for a text and return all that came up to it."""
        self.process.expect_exact(text)
        came = self.process.before + self.process.after
        self.all += came
        return came

    def type(self, text):
        """Answer what was asked; keys pressed before a question stands there are ignored, as they should be."""
        self.process.sendline(text)

    def end(self, code=0):
        self.process.expect(pexpect.EOF)
        self.all += self.process.before
        self.process.close()
        assert self.process.exitstatus == code
        assert "Traceback" not in self.all


def lines_of_last_screen(text):
    """What stands on the screen: everything after it was cleared last."""
    return ESCAPES.sub("", text.rpartition("\x1b[H")[2]).splitlines()


def test_every_question_is_drawn_on_a_screen_of_its_own(tmp_path):
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,greedy,greedy,random", "--seed", "5", "--fast")
    terminal.until("› ")
    terminal.type("1")
    screen = lines_of_last_screen(terminal.until("to split it.") + terminal.until("› "))
    assert len(screen) <= 24
    terminal.type("1")
    terminal.until("what do you do with it?")
    terminal.until("› ")
    terminal.type("1")
    refused = lines_of_last_screen(terminal.until("AB-4.8") + terminal.until("› "))
    assert len(refused) <= 24 and any("13 crates" in line for line in refused), "the table is still there"
    terminal.type("2")
    terminal.until("Which tiles leave the group?")
    terminal.until("› ")
    terminal.type("1 2")
    screen = lines_of_last_screen(terminal.until("to split it.") + terminal.until("› "))
    assert len(screen) <= 24 and any("split a group of 13" in line for line in screen)
    terminal.type("quit")
    terminal.end()


def test_long_texts_come_a_page_at_a_time_and_lead_back(tmp_path):
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,greedy", "--seed", "5", "--fast")
    terminal.until("› ")
    terminal.type("rules")
    terminal.until("Enter: more")
    terminal.type("")
    terminal.until("Enter: more")
    terminal.type("q")
    terminal.until("Keep one of your three tiles")
    terminal.until("› ")
    terminal.type("help")
    terminal.until("Enter: go on")
    terminal.type("")
    terminal.until("Keep one of your three tiles")
    terminal.until("› ")
    terminal.process.sendintr()
    terminal.end()
    assert "nothing was lost" in terminal.all


def test_what_is_typed_at_the_end_of_a_page_is_the_next_answer(tmp_path):
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,greedy", "--seed", "5", "--fast")
    terminal.until("› ")
    for typed in ("help", "help", "1"):  # a command, another at the end of its page, and an answer there
        terminal.type(typed)
        terminal.until("to split it." if typed == "1" else "Enter: go on")
        terminal.until("› ")
    terminal.type("quit")
    terminal.end()


def test_the_curtain_stays_closed_to_a_second_enter_and_hides_what_scrolled_away(tmp_path):
    hands = ararat.game(GAME).start(players=2, seed=1).state()["hands"]
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,you", "--seed", "1", "--fast")
    terminal.until("keyboard: Player 1")
    terminal.until("› ")
    terminal.type("")
    terminal.until("› ")
    terminal.process.send("1\n\n")  # a double tap
    before = terminal.until("keyboard: Player 2")
    assert FORGET in before
    terminal.until("› ")
    terminal.process.sendline("peek")
    terminal.process.sendline("quit")
    terminal.end()
    shown = ESCAPES.sub("", terminal.all)
    assert all(tile.replace("-", " ") in shown for tile in hands[0])
    assert not any(tile.replace("-", " ") in shown for tile in hands[1]), "the curtain opened by itself"


def test_a_replay_is_stepped_through_and_left(tmp_path):
    record = tmp_path / "demo.json"
    run("play", GAME, "--seats", "greedy,random", "--seed", "3", "--save", "demo.json", cwd=tmp_path)
    assert record.exists()
    terminal = Terminal(tmp_path, "replay", "demo.json")
    assert " 1/" in " " + lines_of_last_screen(terminal.until("Enter: next move"))[-1]
    terminal.type("")
    assert " 2/" in " " + lines_of_last_screen(terminal.until("Enter: next move"))[-1]
    for typed, place in (("7", 7), ("b", 6), ("back", 5), ("1", 1), ("b", 1)):
        terminal.type(typed)
        assert f" {place}/" in " " + lines_of_last_screen(terminal.until("Enter: next move"))[-1]
    for typed in ("0", "9" * 5000, "-1", "perhaps"):
        terminal.type(typed)
        assert "a number from 1 to" in terminal.until("Enter: next move")
    terminal.type("quit")
    terminal.end()
    terminal = Terminal(tmp_path, "replay", "demo.json", "--move", "9")
    assert " 9/" in " " + lines_of_last_screen(terminal.until("Enter: next move"))[-1]
    terminal.type("quit")
    terminal.end()


def test_a_bot_that_thinks_long_is_named_and_not_waited_for(tmp_path):
    """Ctrl-C once waited until the thought was over; this one outlasts the test."""
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,search:600s", "--seed", "5", "--fast")
    terminal.until("› ")
    terminal.type("1")
    terminal.until("search:600s is thinking")
    terminal.process.sendintr()
    terminal.end()
    assert "Saved in" in terminal.all
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_a_hint_is_cut_short_by_ctrl_c_and_the_match_goes_on(tmp_path):
    terminal = Terminal(tmp_path, "play", GAME, "--seats", "you,greedy", "--seed", "5", "--fast")
    terminal.until("› ")
    terminal.type("hint")
    terminal.until("that will do")
    time.sleep(0.3)
    terminal.process.sendintr()
    screen = lines_of_last_screen(terminal.until("intervals") + terminal.until("Keep one") + terminal.until("› "))
    assert len(screen) <= 24 and sum(bool(re.search("[Kk]eeps?: ", line)) for line in screen) == 3
    terminal.type("quit")
    terminal.end()


def test_an_analysis_is_cut_short_by_ctrl_c_and_shows_what_it_has(tmp_path):
    run("play", GAME, "--seats", "greedy,random", "--seed", "3", "--save", "demo.json", cwd=tmp_path)
    terminal = Terminal(tmp_path, "analyse", "demo.json", "--playouts", "10000000", "--save", "analysis.json")
    terminal.until("show what is done")
    terminal.until("0/")
    terminal.process.sendintr()
    terminal.until("Stopped: 0 of")
    terminal.end(code=130)
    analysis = json.loads((tmp_path / "analysis.json").read_text("utf-8"))
    assert analysis["whole"] is False and analysis["decisions"] == []
