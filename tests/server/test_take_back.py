"""Taking back a decision at a table of bots: over their moves, as long as nothing was learnt; else why not."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest

from ararat.core.words import LANGUAGES
from ararat.errors import AraratError
from ararat.games import all_facts
from ararat.server.moving import made
from ararat.server.refusals import Declined, told
from ararat.server.seats import BOT, PERSON, Seat
from ararat.server.table import Table, moved
from ararat.server.telling import table_message, test_move, why_no_undo
from lengths import amount, in_turn

ME = 0
test_move.__test__ = False  # it is no test, though it is called one
MOVES = amount(120, long=1000)
GAMES = list(all_facts())


class Noted:
    """A table of one person and bots (or another person), with all that was written down of it."""

    def __init__(self, slug, players=3, seed=5, other=BOT):
        options = all_facts()[slug].checked_options(players, {})
        seats = [Seat(PERSON, name="Ada", holder="h").kept()]
        seats += [Seat(other, name="", bot="random" if other == BOT else None).kept() for _ in range(players - 1)]
        self.setup = {"game": slug, "options": options, "public": False, "seats": seats}
        self.table = Table("t", self.setup)
        self.entries = []
        self.chance = Random(seed)
        self.write({"kind": "start", "seed": seed, "seats": seats})

    def write(self, entry, after=None):
        self.entries.append(entry)
        self.table.apply(entry, after)

    def move(self, move):
        """A move, with entropy that is the same in every run."""
        entropy, after = [self.chance.getrandbits(32) for _ in range(4)], self.table.match.copy()
        after.play(move, entropy)
        self.write(moved(self.table.match.turn, move, entropy), after)

    def twin(self):
        """Another table that stands where this one stands."""
        other = copy(self)
        other.table, other.entries = Table("t", self.setup), list(self.entries)
        for entry in self.entries:
            other.table.apply(entry)
        return other

    def undo(self):
        self.write({"kind": "undo", "seat": ME, "moves": self.table.check_undo(ME)})

    def random_moves(self, random):
        """Moves of everybody, until the match is over."""
        while not self.table.match.over and len(self.entries) < MOVES:
            self.move(random.choice(self.table.match.moves()))
            yield


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_bots_did_goes_with_the_decision_and_a_restart_finds_it_so(slug):
    noted, random, over_bots = Noted(slug), Random(1), 0
    for _ in noted.random_moves(random):
        table = noted.table
        if not table.can_undo(ME) or random.random() < 0.7:
            continue
        decided, number = table.match.last_decision(ME), table.number
        over_bots += table.made > decided + 1
        view = table.match.past_views(ME, decided, 1)[0]
        noted.undo()
        assert (table.made, table.number, table.match.turn) == (decided, number + 1, ME)
        assert table.match.view(ME) == view
        again = Table("t", noted.setup)
        for entry in noted.entries:
            again.apply(entry)
        assert table_message(again, ME, "fr", {0}) == table_message(table, ME, "fr", {0})
        assert again.match.record() == table.match.record()
    if not all_facts()[slug].secrets:
        assert over_bots


@pytest.mark.parametrize("slug", GAMES)
def test_a_decision_that_stands_is_told_with_what_was_learnt_in_every_language(slug):
    noted, random, keys = Noted(slug), Random(2), set()
    for number, _ in enumerate(noted.random_moves(random)):
        problem = why_no_undo(noted.table, ME)
        for language in in_turn(LANGUAGES, number):
            message = table_message(noted.table, ME, language, {0})
            assert message["can_undo"] == (problem is None)
            if problem is None or problem.number is None:
                assert message["no_undo"] is None
                continue
            why = problem.values["why"]
            keys.add(why.key)
            entry = message["log"][problem.number]
            said = told(problem, language)["text"]
            assert message["no_undo"] == said and said.startswith(f"{why.text_in(language)} (")
            assert said.endswith(f" {entry['text']})")
        if problem is not None:
            assert told(problem, "it")["code"] == "no-undo"
    assert keys


@pytest.mark.parametrize("slug", GAMES)
def test_a_test_of_a_move_says_whether_it_will_stand(slug):
    noted, random, answers = Noted(slug), Random(3), set()
    for _ in noted.random_moves(random):
        match = noted.table.match
        if match.turn == ME:
            move = random.choice(match.moves())
            after = noted.twin()
            after.move(move)
            final = test_move(noted.table, ME, move, "fr")["final"]
            assert final == (not after.table.can_undo(ME))
            answers.add(final)
            assert test_move(noted.table, ME, {"move": "dance"}, "en")["final"] is None
    assert answers


def test_where_another_person_sits_it_is_the_last_move_or_none():
    noted = Noted("ark-and-noah", 2, other=PERSON)
    noted.move(noted.table.match.moves()[0])
    assert noted.table.can_undo(ME)
    noted.move(noted.table.match.moves()[0])
    assert why_no_undo(noted.table, ME).key == "error.undo-other"
    bots = Noted("ark-and-noah", 2)
    for _ in range(2):
        bots.move(bots.table.match.moves()[0])
    assert bots.table.can_undo(ME)


def test_undo_asked_for_before_a_bot_moved_means_the_same_decision_and_asked_twice_it_is_done_once():
    noted = Noted("ark-and-noah", 2)
    table = noted.table
    seen = None
    while seen is None or table.match.last_decision(ME) == table.made - 1:  # until the bot has moved after me
        noted.move(table.match.moves()[0])
        seen = table.number if table.match.last_decision(ME) == table.made - 1 else seen
    table.check_decided(ME, seen)
    for number in (0, table.number + 1):
        with pytest.raises(Declined):
            table.check_decided(ME, number)
    noted.undo()
    with pytest.raises(Declined):
        table.check_decided(ME, seen)
    table.check_decided(ME, table.number)


def test_no_other_deal_can_be_fished_for():
    """The same decision made again finds fresh chance: what would have come is gone, for everybody."""
    noted = Noted("ark-and-noah", 2)
    decision = noted.table.match.moves()[0]
    found = set()
    for _ in range(4):
        noted.write(*made(noted.table.match, ME, decision, noted.table.entropy()))
        found.add(noted.table.match._table.chance.tobytes())
        noted.undo()
    assert len(found) == 4
    assert len({tuple(entry["entropy"]) for entry in noted.entries if entry["kind"] == "move"}) == 4


def test_who_has_no_seat_or_lets_a_bot_play_takes_nothing_back():
    noted = Noted("ark-and-noah", 2)
    noted.move(noted.table.match.moves()[0])
    for seat in (None, 1):
        with pytest.raises(AraratError):
            noted.table.check_undo(seat)
    noted.table.seats[ME] = noted.table.seats[ME].changed(stand_in="random")
    assert not noted.table.can_undo(ME)
