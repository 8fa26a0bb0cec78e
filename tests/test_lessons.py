"""What bots teach (benchmarks/lessons.py): moves are named in few words, matches are what chance draws."""

from __future__ import annotations

from argparse import Namespace

import pytest

from ararat.arena.sampling import Sampling
from ararat.games import all_facts
from champions import BadPlan
from lessons import FEWEST, Kept, Lesson, figures, kind_of, label_of, learn, parts_of, preferences, studies

CHOSEN = Namespace(beside="greedy", seed=1, looks=4, each=2)


def study(who="search:6/3", game="noah", seats=2):
    return studies(who, [game], [seats], CHOSEN)[0]


def lesson(deal, half, winners, beside=()):
    found = {"choices": 2, "legal": 6, "half": half, "openings": [], "beside": list(beside)}
    return Lesson(deal, 0, ("search:6/3",) * 2, (1, 2), winners, 5, 0.0, found)


@pytest.mark.parametrize(
    ("slug", "move", "label"),
    [
        ("noah", {"move": "board", "animal": "donkey", "sex": "f"}, "board: donkey-f"),
        ("noah", {"move": "sail", "boat": 2}, "sail"),
        ("noah", {"move": "peek", "player": 1}, "peek"),
        ("animals-on-board", {"move": "take", "group": ["lion-1", "lion-2"]}, "take: group of 2"),
        (
            "ark-and-noah",
            {"move": "trade", "give": "dove-m", "take": "flamingo-f"},
            "trade: give dove-m, take flamingo-f",
        ),
        ("ark-and-noah", {"move": "board", "species": "dove", "pen": "2,2"}, "board: dove"),
        ("opti-mix", {"move": "play", "card": "grain", "cabin": "P1"}, "play: grain"),
        ("opti-mix", {"move": "boost", "type": None}, "boost"),
    ],
)
def test_a_move_in_few_words_names_things_and_no_places_or_seats(slug, move, label):
    assert label_of(all_facts()[slug], move) == label


def test_the_parts_of_a_label():
    assert parts_of("keep: zebra-4") == ["keep: zebra", "keep: …-4"]
    assert parts_of("split: group of 9, off of 2") == ["split: group of 9", "split: off of 2"]
    assert parts_of("sail") == []
    assert kind_of("keep: zebra-4") == ["keep"] and kind_of("sail") == ["sail"]


def test_who_leads_by_few_points_is_the_leader_where_few_win():
    told = figures(study(), [lesson(0, [3, 9], (0,)), lesson(1, [9, 3], (0, 1)), lesson(2, [4, 4], (1,))])
    assert (told["matches"], told["leader"]["matches"], told["leader"]["wins"]) == (3, 2, 0.75)
    assert [row["firsts"] for row in told["by_seat"]] == [0.5, 0.5]
    assert figures(study(), [lesson(0, [3, 9], (0,))]) is None, "one match has no interval"


def test_what_another_bot_prefers_costs_where_it_does_otherwise():
    differs = {"offered": ["take: a", "take: b", "pass"], "mine": "pass", "theirs": "take: a", "worths": [0.6, 0.5]}
    agrees = {"offered": ["take: a", "pass"], "mine": "take: a"}
    played = [lesson(deal, [1, 2], (0,), [differs, agrees]) for deal in range(FEWEST)]
    rows = {row["move"]: row for row in preferences(played, Sampling(FEWEST, 1), kind_of)}
    assert (rows["take"]["mine"], rows["take"]["theirs"], rows["take"]["times"]) == (0.5, 1.0, FEWEST)
    assert rows["take"]["cost"]["mean"] == pytest.approx(0.1)
    assert "cost" not in rows["pass"] and rows["pass"]["theirs"] == 0


def test_a_bot_that_does_not_search_has_nothing_to_teach():
    with pytest.raises(BadPlan):
        study("random")


def test_a_match_is_learnt_from_and_kept(tmp_path):
    one = study()
    (bout,) = one.bouts(0, 1)
    (key, found), line = learn(bout)
    assert key == ("noah", 2) and len(found.found["beside"]) == 2
    assert {opening["seat"] for opening in found.found["openings"]} == {0, 1}
    assert all(opening["taken"] in opening["worths"] for opening in found.found["openings"])
    for _ in range(2):
        folder = Kept(tmp_path / one.name, one)
        folder.open()
        if not folder.games:
            folder.add(found, line)
        folder.close()
    assert folder.games == {(0, 0): found}
    assert learn(bout)[0][1].found == found.found, "from the same lots the same"
