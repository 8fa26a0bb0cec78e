"""The example that lets programs on standard input and output play: whole matches, and every way to forfeit one."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path

import pytest

import ararat

ROOT = Path(__file__).parent.parent
PLAY = ROOT / "examples/agents/play.py"
SAMPLE = f"{sys.executable} {ROOT / 'examples/agents/sample.py'}"


@pytest.fixture(scope="module")
def agents():
    spec = importlib.util.spec_from_file_location("agents_play", PLAY)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.GOODBYE = 60.0
    return module


def program(folder, name, body):
    """A program that is asked in a loop what it says to a message."""
    path = folder / f"{name}.py"
    path.write_text(f"import json, sys, time\nfor message in map(json.loads, sys.stdin):\n    {body}\n")
    return f"{sys.executable} {path}"


def play(agents, match, *commands, seconds=30.0):
    limits = agents.Limits(turn=seconds)
    seats = [
        agents.Bot(one, 1) if one == "random" else agents.Program(one, seat, limits, "en")
        for seat, one in enumerate(commands)
    ]
    return asyncio.run(agents.play(match, seats))


def test_programs_and_bots_play_a_whole_match(agents, tmp_path):
    listen = "message['type'] == 'turn' and print(%s, flush=True)"
    first = program(tmp_path, "number", listen % "len(message['moves'])")
    match = ararat.game("animals-on-board").start(players=2, seed=5)
    kept = tmp_path / "heard.jsonl"
    heard = program(tmp_path, "text", f"open({str(kept)!r}, 'a').write(json.dumps(message) + chr(10)); " + listen % "1")
    told = play(agents, match, first, heard)
    assert match.over and told == {"scores": match.scores, "winners": match.winners, "forfeit": None}
    assert ararat.replay(match.record()).scores == match.scores
    start, *turns, end = map(json.loads, kept.read_text("utf-8").splitlines())
    assert start["type"] == "start" and start["seat"] == 1 and end == {"type": "end", **told}
    again, mine = ararat.game("animals-on-board").start(players=2, seed=5), iter(turns)
    for move in match.history:
        if again.turn == 1:
            turn = next(mine)
            form = "full" if turn is turns[0] else "short"
            assert (turn["text"], turn["view"]) == (again.text(1, form=form), again.view(1))
            assert turn["moves"] == again.move_texts()
        again.play(move)


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        ("time", "time.sleep(60)"),
        ("ended", "sys.exit()"),
        ("moves", "print('perhaps', flush=True)"),
        ("moves", "print(json.dumps(message), flush=True)"),
        ("line", "print('x' * 100_000, flush=True)"),
    ],
    ids=["silent", "gone", "no move", "echo", "long line"],
)
def test_who_forfeits_has_lost_and_the_others_have_won(agents, tmp_path, monkeypatch, reason, body):
    if reason == "time":  # who says nothing does not go by itself either
        monkeypatch.setattr(agents, "GOODBYE", 0.2)
    match = ararat.game("noah").start(players=3, seed=1)
    command = program(tmp_path, "bad", body)
    told = play(
        agents,
        match,
        *(command if seat == match.turn else "random" for seat in range(3)),
        seconds=1.0 if reason == "time" else 30.0,
    )
    seat = match.turn
    assert told["forfeit"] == {"seat": seat, "reason": reason}
    assert told["winners"] == [other for other in range(3) if other != seat] and not match.history


def test_a_refused_answer_may_be_given_again(agents, tmp_path):
    """A move that is never legal, then the first one; after some moves it leaves."""
    says = "print({'turn': json.dumps({'move': 'sail'}), 'refused': 1}[message['type']], flush=True)"
    body = f"message.get('number', 0) > 6 and sys.exit(); message['type'] in ('turn', 'refused') and {says}"
    match = ararat.game("noah").start(players=2, seed=1)
    told = play(agents, match, program(tmp_path, "slip", body), "random")
    assert told["forfeit"] == {"seat": 0, "reason": "ended"} and len(match.history) > 6


def test_a_program_that_is_not_there_and_a_game_that_is_not_there(agents, capsys):
    match = ararat.game("noah").start(players=2, seed=1)
    assert play(agents, match, "no-such-program-anywhere", "random")["forfeit"] == {"seat": 0, "reason": "ended"}
    assert agents.main(["nothing", "random", "random"]) == 2
    assert "There is no game" in capsys.readouterr().err
    assert agents.main(["noah", "random", "random", "--seed", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["forfeit"] is None


def test_the_page_about_agents_is_true():
    page = (ROOT / "docs/agents.md").read_text("utf-8")
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    source = PLAY.read_text("utf-8")
    for reason in ("time", "moves", "line", "ended"):
        assert f"| `{reason}` |" in page and f'Forfeit("{reason}")' in source
