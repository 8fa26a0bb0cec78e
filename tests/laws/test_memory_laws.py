"""Tables that do not remember for people: what these are shown is a part of what their seat may know."""

from __future__ import annotations

from random import Random

import pytest

from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from lengths import amount

from .positions import positions, random_match, start
from .worlds import forgotten_world, stand, viewers

REMEMBERING = [slug for slug, facts in all_facts().items() if facts.has("memory")]
MATCHES = amount(1, long=10)


def tables_of(slug):
    """The game as it usually is and with the most seats, of those where there are others."""
    facts = all_facts()[slug]
    return [(slug, players, {}) for players in sorted({facts.usual_players, facts.players[-1]})]


@pytest.mark.parametrize("slug", REMEMBERING)
def test_a_closed_view_has_the_form_of_a_view_and_can_be_imagined(slug):
    hooks, rules = hooks_of(all_facts()[slug]), engine_of(all_facts()[slug])
    for table in tables_of(slug):
        for number, tables in enumerate(positions(table)):
            for viewer in viewers(tables):
                match = stand(table, tables)
                closed = match.closed_view(viewer)
                assert set(closed) == set(match.view(viewer))
                if match.over:
                    assert closed == match.view(viewer), "at the end everything is open"
                    continue
                world = forgotten_world(table, tables, viewer, number)
                assert rules.fault(world) == 0
                assert stand(table, world).closed_view(viewer) == closed
                assert hooks.view_of(hooks.imagine(closed)[0], viewer) == closed, "nothing else is known"


@pytest.mark.parametrize("slug", REMEMBERING)
def test_the_log_goes_back_no_further_than_the_present_round(slug):
    for table in tables_of(slug):
        for seed in range(MATCHES):
            match, random = start(table, seed), Random(seed)
            forgot = 0
            while not match.over:
                match.play(random.choice(match.moves()))
                for viewer in () if match.over else (*range(match.players), None):
                    first = match.told_from(viewer)
                    told = match.log(viewer, first)
                    assert told[-1]["number"] == len(match.history) - 1, "what just happened is told"
                    began = [any(event["event"] == "round" for event in entry["events"]) for entry in told]
                    assert not any(began[1:]), "nothing of an earlier round is told, but for the move that ended it"
                    forgot += first > 0
            assert forgot and match.told_from(None) == 0, "at the end all is told"


def test_the_default_is_the_view_and_the_whole_log():
    for slug in set(all_facts()) - set(REMEMBERING):
        table = (slug, all_facts()[slug].usual_players, {})
        match = random_match(table, 3, 5)
        assert match.closed_view(0) == match.view(0) and match.told_from(0) == 0
