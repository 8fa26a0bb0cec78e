"""Rules that are prepared in the background, also where the process that compiles them is killed."""

from __future__ import annotations

import asyncio
import time

import pytest
from killed import KILLED, killed, killed_once

from ararat.games import all_facts
from ararat.server import preparing
from ararat.server.preparing import Preparation


@pytest.fixture
def nothing_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv(KILLED, str(tmp_path / "killed"))
    monkeypatch.setattr(preparing, "is_compiled", lambda facts, names: False)
    return tmp_path / "killed"


def prepared():
    async def story():
        preparation = Preparation()
        async with asyncio.timeout(120):
            await preparation.run()
        return preparation.told()

    return asyncio.run(story())


def test_a_compiling_process_that_is_killed_once_costs_nobody_a_game(nothing_compiled, monkeypatch, caplog):
    monkeypatch.setattr(preparing, "compile_rules", killed_once)
    told = prepared()
    assert list(told) == list(all_facts())
    assert all(game["ready"] and game["bots"] for game in told.values()), told
    assert len(nothing_compiled.read_text().splitlines()) == 1 and not caplog.messages


def test_a_game_whose_rules_kill_every_process_is_tried_a_few_times(nothing_compiled, monkeypatch, caplog):
    monkeypatch.setattr(preparing, "compile_rules", killed)
    told = prepared()
    assert all(game["ready"] and game["bots"] for game in told.values()), told
    tried = nothing_compiled.read_text().splitlines()
    assert len(tried) == 2 * preparing.TRIES and set(tried) == {tried[0]}  # for its tables, and for its bots
    assert len(caplog.messages) == 2


def test_a_game_that_can_not_be_loaded_leaves_the_others_alone(monkeypatch, caplog):
    first = next(iter(all_facts()))
    really = preparing.load

    def load(facts):
        if facts.slug == first:
            raise MemoryError
        really(facts)

    monkeypatch.setattr(preparing, "load", load)
    monkeypatch.setattr(preparing, "is_compiled", lambda facts, names: True)
    told = prepared()
    assert [slug for slug, game in told.items() if not game["ready"]] == [first]
    assert len(caplog.messages) == 1


def test_how_long_bots_take_is_told_by_what_comes_first_and_by_the_pace_of_the_machine():
    first, *_, last = all_facts()
    preparation = Preparation()
    usual = sum(preparing.USUAL_SECONDS.values())
    assert preparation.bots_in(first) < preparation.bots_in(last)
    preparation.hurry(last)
    assert preparation.bots_in(last) == usual
    preparation._pace = 0.5
    assert preparation.told()[last]["bots_in"] == round(usual / 2)
    preparation._at_work = (
        preparation._wanted.pop(0),
        time.monotonic() - 5 * preparing.USUAL_SECONDS[preparing.TABLES],
    )
    assert preparation.bots_in(last) > 5 * preparing.USUAL_SECONDS[preparing.THINKING], "what is slow now is told"
    preparation.bots_ready[last].set()
    assert preparation.told()[last]["bots_in"] is None
