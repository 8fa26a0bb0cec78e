"""The page of the champions (benchmarks/champions_page.py): it says what was measured, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import champions_figures
from ararat.games import all_facts
from champions_figures import Found, falls_short, is_equal, learnt, read
from champions_page import MARK, lines_of, ordinal, points, sentence
from speed.figures import put_in
from tools import needed

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "champions"
NOTHING = Found([], [], [], [])


def pairing(seats=2, seconds=0.05, share=0.7, net="aa", minutes=5, against="search:0.05s/15", game="noah"):
    mine = {"seconds": seconds, "net": net, "made": {"seconds": 60 * minutes, "steps": 10**6 * minutes}}
    theirs = {"seconds": seconds} if against.startswith("search") else {}
    figures = {"share": share, "low": share - 0.1, "high": share + 0.1, "fair": 1 / seats, "matches": 100}
    about = {"date": "2026-11-18T12:00:00", "machine": "a machine", "python": "3.12"}
    named = {"who": f"net:{net}.npz:{seconds}s", "against": against, "think": {"who": mine, "against": theirs}}
    return {"game": game, "rules": all_facts()[game].rules_version, "seats": seats, **named, **figures, **about}


def test_equal_time_is_a_net_beside_a_guided_search_of_as_many_seconds():
    assert is_equal(pairing())
    assert not is_equal(pairing(against="greedy"))
    longer = pairing()
    longer["think"]["against"]["seconds"] = 0.5
    assert not is_equal(longer)


def test_what_is_asked_of_a_champion():
    assert not falls_short(pairing(2, share=0.6)) and falls_short(pairing(2, share=0.59))
    assert not falls_short(pairing(4, share=0.33)) and falls_short(pairing(4, share=0.32))


def test_how_long_a_net_learnt_is_told_by_the_net_or_by_its_file():
    assert learnt(pairing(minutes=5)) == (300, 5 * 10**6)
    named = pairing() | {"who": "net:nets/noah-600s.npz:0.05s"}
    named["think"]["who"]["made"] = {}
    assert learnt(named) == (600.0, None)


def test_the_net_that_ships_or_else_the_one_that_learnt_most_speaks_for_its_game(monkeypatch):
    old = [pairing(net="old", minutes=25), pairing(net="old", minutes=25, seconds=0.5)]
    found = Found([pairing(net="young"), *old], [], [], [])
    monkeypatch.setattr(champions_figures, "net_of", lambda facts: None)
    assert found.champion("noah") == "old"
    assert [one["think"]["who"]["seconds"] for one in found.by_thinking()[0]] == [0.05, 0.5]
    assert [[learnt(one)[0] for one in mine] for mine in found.by_training()] == [[300, 1500]]
    monkeypatch.setattr(champions_figures, "net_of", lambda facts: SimpleNamespace(mark="young"))
    assert [one["think"]["who"]["net"] for one in found.beside_owl()] == ["young"]


def test_without_figures_the_page_says_nothing():
    assert lines_of(NOTHING, []) == []


def test_every_pairing_is_on_the_page():
    found = Found([pairing(2), pairing(3, share=0.2), pairing(2, against="greedy")], [], [], [])
    page = "\n".join(lines_of(found, []))
    assert page.count("| Noah | 2 | `net:aa.npz:0.05s` |") == 2
    assert "20 % (10 to 30) of 33" in page
    assert "curves" not in page.lower() and "taught" not in page


def test_words():
    assert (
        points({"mean": -0.0123, "low": -0.02, "high": 0.001}, "mean") == "\N{MINUS SIGN}1.2 (\N{MINUS SIGN}2.0 to 0.1)"
    )
    assert ordinal(0) == "first" and sentence(["one", "two"]) == "One; two."


def test_figures_of_other_rules_are_left_out(tmp_path):
    (tmp_path / "pairings").mkdir()
    for number, rules in enumerate((all_facts()["noah"].rules_version, 999)):
        (tmp_path / "pairings" / f"{number}.json").write_text(json.dumps(pairing() | {"rules": rules}))
    assert len(read(tmp_path).pairings) == 1


def test_the_page_is_what_its_figures_say():
    pictures = [path.stem for path in sorted((ROOT / "docs/pictures").glob("champions-*.svg"))]
    page = (ROOT / "docs/champions.md").read_text("utf-8")
    assert put_in(page, MARK, lines_of(read(FIGURES), pictures)) == page, "make champions"


@pytest.mark.long
def test_all_pictures_can_be_drawn(tmp_path):
    needed("matplotlib", "install the extra `arena`")
    from champions_plots import draw

    log = [
        {"steps": 10**6 * step, "against": "random", "players": 2, "wins": 0.5, "low": 0.4, "high": 0.6}
        for step in (1, 2)
    ]
    run = {"name": "noah", "game": "noah", "recipe": {}, "log": log}
    seat = {"firsts": 0.5, "low": 0.4, "high": 0.6}
    lesson = {"game": "noah", "seats": 2, "by_seat": [seat | {"seat": 0}, seat | {"seat": 1}]}
    nets = [pairing(seconds=seconds, net=net, minutes=len(net)) for seconds in (0.05, 0.5) for net in ("a", "old")]
    found = Found(nets, [lesson], [run], [])
    drawn = draw(found, tmp_path)
    assert {"champions-curves", "champions-training", "champions-worth"} <= set(drawn)
    assert {f"{name}.{kind}" for name in drawn for kind in ("svg", "png")} == {path.name for path in tmp_path.iterdir()}
