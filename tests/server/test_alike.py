"""What is made once for several is for each of them what would be made for them alone."""

from __future__ import annotations

import itertools
import json
from random import Random

import pytest

from ararat.core.keeping import shared
from ararat.core.words import LANGUAGES
from ararat.games import all_facts
from ararat.server.alike import Alike, Looked, same
from ararat.server.seats import BOT, PERSON, Seat
from ararat.server.table import CLOSED, KEPT, Table, moved
from ararat.server.telling import table_message
from ararat.server.writing import written

from .. import lengths

MOMENTS = 3  # of a match, at which everybody is told everything
NAMES = ("Ada", "Ada", "You", "Bob", "Vous", "Cleo")  # two are called the same, two as sentences call their reader


def laid(game, memory, seed):
    """A table at which a match has begun: people, and a bot in the last seat of many."""
    players = all_facts()[game].usual_players
    seats = [Seat(PERSON, name=NAMES[seat], holder=f"holder {seat}") for seat in range(players)]
    if players > 2:
        seats[-1] = Seat(BOT, bot="dove")
    setup = {"game": game, "options": {}, "public": True, "memory": memory, "seats": [seat.kept() for seat in seats]}
    table = Table("a-table", setup)
    table.apply(table.start_entry(seats, seed))
    return table


def changes(table, random):
    """A whole match: moves by lot, some taken back; somebody goes away and a bot sits in, somebody changes name."""
    for number in itertools.count():
        if table.match.over:
            return
        seat = table.match.turn
        if number % 7 == 3:
            away = random.randrange(table.players)
            now = table.seats[away]
            if now.kind == PERSON:
                now = now.changed(stand_in=None if now.stand_in else "dove", name=random.choice(NAMES))
                table.apply({"kind": "seat", "seat": away, "as": now.kept()})
                yield
        move = random.choice(table.match.moves())
        table.apply(moved(seat, move, [random.getrandbits(32) for _ in range(4)]))
        yield
        if random.random() < 0.2 and table.can_undo(seat):
            table.apply({"kind": "undo", "seat": seat, "moves": table.check_undo(seat)})
            yield


def everybody(table, random):
    """All who could be told, in any order, each in some languages; a program in none."""
    told = [*itertools.product([*range(table.players), None], [*LANGUAGES, None])]
    return random.sample(told, len(told))


def exactly(message):
    return json.dumps(message, sort_keys=True)


@pytest.mark.parametrize(
    "game, memory",
    [(game, memory) for game, facts in all_facts().items() for memory in (KEPT, CLOSED)[: 1 + facts.has("memory")]],
)
def test_what_is_shared_is_what_each_would_be_told_alone(game, memory):
    random = Random(5)
    length = sum(1 for _ in changes(laid(game, memory, 11), Random(5)))
    compared, table = 0, laid(game, memory, 11)
    chosen = {*random.sample(range(length), min(length, lengths.amount(MOMENTS, long=length))), length - 1}
    for number, _ in enumerate(changes(table, Random(5))):
        if number not in chosen:
            continue
        here, grace = set(range(0, table.players, 2)), random.choice([0.0, 1.2])
        since = 0 if table.made < 40 else table.made - 3
        given = (here, since, 1, grace)
        shared = {who: written(table_message(table, *who, *given)) for who in everybody(table, random)}
        for who, text in shared.items():
            table.alike.forget()
            alone = json.dumps(table_message(table, *who, *given))
            assert exactly(json.loads(text)) == exactly(json.loads(alone)), (number, who)
            closed = table.forgets and who[1] is not None
            own = table.match.closed_view(who[0]) if closed else table.match.view(who[0])
            assert exactly(table.match.seen_by(who[0], closed)) == exactly(own)
            compared += 1
    assert compared >= 4 * len(chosen)
    assert table.match.over


# --- How it is shared ---------------------------------------------------------------------------


def test_who_differs_only_in_what_is_not_looked_at_shares():
    made, alike = [], Alike()

    def make(view):
        made.append(dict(view.things))
        return view["open"] + (view["own"] if view["open"] > 1 else 0)

    assert [alike.made("sum", make, {"open": 1, "own": own}) for own in (5, 6)] == [1, 1]
    assert [alike.made("sum", make, {"open": 2, "own": own}) for own in (5, 6, 5)] == [7, 8, 7]
    assert made == [{"open": 1, "own": 5}, {"open": 2, "own": 5}, {"open": 2, "own": 6}]
    alike.forget()
    assert alike.made("sum", lambda view: 3, {"open": 1, "own": 5}) == 3


def test_a_part_that_is_read_is_shared_by_whoever_has_the_same_there():
    read, alike = [], Alike()

    def part(view):
        read.append(view["open"])
        return 10 * view["open"]

    def whole(view):
        return shared(view, part) + view["own"]

    views = [{"open": number, "own": own} for number, own in ((1, 5), (1, 6), (1, 5), (2, 5))]
    assert [alike.made("sum", whole, view) for view in views] == [15, 16, 15, 25]
    assert read == [1, 2]
    assert [whole(view) for view in views] == [15, 16, 15, 25]


@pytest.mark.parametrize(
    "look",
    [
        dict,
        len,
        list,
        lambda view: {**view},
        lambda view: view | {"more": 1},
        lambda view: {"more": 1} | view,
        lambda view: [*view.items()],
        lambda view: [*view.values()],
        lambda view: view == {"a": 1},
    ],
)
def test_whoever_looks_at_everything_shares_with_nobody_else(look):
    looked = Looked({"a": 1, "b": 2})
    look(looked)
    assert looked.is_alike({"a": 1, "b": 2})
    assert not looked.is_alike({"a": 1, "b": 3})


@pytest.mark.parametrize("look", [", ".join, list, len, lambda names: names[1:], lambda names: "Ada" in names])
def test_whoever_looks_at_all_names_shares_with_nobody_else(look):
    looked = Looked(["Ada", "Bob"])
    look(looked)
    assert looked.is_alike(["Ada", "Bob"]) and not looked.is_alike(["Ada", "you"])


def test_of_names_only_those_that_are_said_count():
    looked = Looked(["Ada", "Bob", "Cleo"])
    assert looked[1] == "Bob" and looked[-1] == "Cleo"
    assert looked.is_alike(["you", "Bob", "Cleo"]) and not looked.is_alike(["Ada", "Bob", "you"])


def test_what_is_missing_is_looked_at_too():
    looked = Looked({"a": 1})
    assert "b" not in looked and looked.get("b", 4) == 4
    assert looked.is_alike({"a": 7}) and not looked.is_alike({"a": 1, "b": 2})


def test_what_is_written_otherwise_is_not_the_same():
    alike = [[1, {"a": [None, "x"]}], [1, {"a": [None, "x"]}]]
    assert same(*alike)
    for one, other in [(1, True), (0, False), (1, 1.0), ([1], [1, 2]), ({"a": 1}, {"b": 1}), ({"a": 0}, {"a": False})]:
        assert not same(one, other) and not same(other, one)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, 2**127, "\ud800", {1: "a number as a key"}])
def test_whatever_json_can_write_is_written(value):
    assert json.loads(written({"value": value})) == json.loads(json.dumps({"value": value}))
