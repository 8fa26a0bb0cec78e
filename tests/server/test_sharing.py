"""Work is shared: bots think by address and table in turn and where somebody is, tables are counted, the lobby wakes
none."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager

import pytest

from ararat.games import all_facts
from ararat.server import claims as claims_module
from ararat.server.claims import Claims
from ararat.server.hall import Hall
from ararat.server.limits import Limits
from ararat.server.line import Turns
from ararat.server.messages import NewTable
from ararat.server.preparing import load
from ararat.server.refusals import Declined
from ararat.server.room import Room
from ararat.server.store import SqlStore
from lengths import amount

from .at_table import FAST, Here, Person, Watcher, elsewhere, served, wait_for

GAME = "opti-mix"
OWL, CAT = {"kind": "bot", "bot": "owl"}, {"kind": "bot", "bot": "cat"}
ME, FRIEND = {"kind": "me", "name": "Ada"}, {"kind": "friend"}
GREEDY, MANY = "10.0.0.1", amount(20, long=60)


# --- The line -----------------------------------------------------------------------------------


def order_of(at_once, *comers):
    """In which order comers are served who all wait, the first until the last has come."""
    served = []

    async def story():
        line, all_here = Turns(at_once), asyncio.Event()

        async def come(address):
            async with line.turn(address):
                served.append(address)
                await all_here.wait()

        coming = [asyncio.create_task(come(address)) for address in comers]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        begun = len(served)
        all_here.set()
        await asyncio.gather(*coming)
        return begun

    return asyncio.run(story()), "".join(served)


def test_addresses_are_served_in_turn_and_one_place_is_left_for_others():
    assert order_of(1, *"aaaabbc") == (1, "aabcaba"), "as they came, one of each"
    assert order_of(2, *"aaaa") == (1, "aaaa"), "one address never has all places"
    assert order_of(3, *"aaaa") == (2, "aaaa")
    begun, served = order_of(3, *"aaaaaab")
    assert begun == 3 and sorted(served[:3]) == list("aab"), "who comes last finds a place"


def test_who_leaves_the_line_is_not_called_and_gives_the_place_back():
    async def story():
        line, served = Turns(2), []

        async def come(address):
            async with line.turn(address):
                served.append(address)
                await asyncio.Event().wait()

        first, second, third = (asyncio.create_task(come(address)) for address in ("a", "a", "a"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        assert served == ["a"]
        first.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        assert served == ["a", "a"] and line._served == Counter("a")
        third.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert not line._served and not line._waiting

    asyncio.run(story())


# --- Bots ---------------------------------------------------------------------------------------


class Thinkers(Here):
    """Two processes, whose cats decide at once and whose owls only when they are let."""

    def __init__(self):
        super().__init__(2)
        self.free = asyncio.Semaphore(self.processes)
        self.wise = asyncio.Event()
        self.thoughts = Counter()

    async def choose(self, code, view, moves, seed, past=None):
        async with self.free:
            self.thoughts[code] += 1
            if code == "owl":
                await self.wise.wait()
            return moves[0]


@asynccontextmanager
async def hall_with(folder, bots):
    hall = Hall(SqlStore.in_folder(folder), FAST, bots)
    load(all_facts()[GAME])
    hall.preparation.ready[GAME].set()
    hall.preparation.bots_ready[GAME].set()
    try:
        yield hall
    finally:
        await hall.close()


async def set_table(hall, *seats, address=""):
    wanted = NewTable(game=GAME, seats=list(seats))
    return await hall.rooms.find((await hall.new_tables.set_table(wanted, address))["table"])


def come(hall, room, *watchers):
    room.visitors.update(watchers)
    hall.bot_turns.wake(room)


def test_cats_do_not_wait_for_the_owls_of_others(tmp_path):
    """Many tables of four owls at one address, whose thoughts take for ever: the cats of another one answer."""

    async def story():
        bots = Thinkers()
        async with hall_with(tmp_path, bots) as hall:
            for _ in range(MANY):
                come(hall, await set_table(hall, *[OWL] * 4, address=GREEDY), Watcher(GREEDY))
            mine = await set_table(hall, CAT, CAT, ME)
            come(hall, mine, Watcher("10.0.0.2", 2))
            async with asyncio.timeout(120):
                while mine.table.bot_in_turn:
                    await asyncio.sleep(0.005)
            assert bots.thoughts["cat"] > 0 and bots.thoughts["owl"] == 1

    asyncio.run(story())


def test_tables_of_one_address_take_turns(tmp_path):
    async def story():
        bots = Thinkers()
        async with hall_with(tmp_path, bots) as hall:
            rooms = [await set_table(hall, *[OWL] * 4) for _ in range(5)]
            for room in rooms:
                come(hall, room, Watcher(GREEDY))
            bots.wise.set()
            async with asyncio.timeout(120):
                while min(room.table.made for room in rooms) < 3:
                    made = [room.table.made for room in rooms]
                    assert max(made) - min(made) <= 2
                    await asyncio.sleep(0)

    asyncio.run(story())


def test_no_bot_thinks_where_nobody_is(tmp_path):
    async def story():
        bots = Thinkers()
        async with hall_with(tmp_path, bots) as hall:
            alone, waiting = await set_table(hall, *[CAT] * 4), await set_table(hall, *[OWL] * 4)
            for room in (alone, waiting):
                come(hall, room)
                assert not room.bots_play
            come(hall, waiting, Watcher(GREEDY))
            come(hall, other := await set_table(hall, *[OWL] * 4), watching := Watcher(GREEDY))
            await until(lambda: bots.thoughts["owl"] == 1)
            other.visitors.discard(watching)  # while its thought waits in the line
            waiting.visitors.clear()  # while its owl thinks: that is the last thought
            bots.wise.set()
            await until(lambda: not waiting.bots_play and not other.bots_play)
            assert bots.thoughts == Counter(owl=1) and (waiting.table.made, other.table.made) == (1, 0)
            come(hall, other, watching)
            await until(lambda: other.table.made > 2)
            other.visitors.discard(watching)
            await until(lambda: not other.bots_play)
            assert other.table.bot_in_turn and alone.table.made == 0

    asyncio.run(story())


async def until(condition):
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.002)


def test_a_table_that_was_left_goes_on_when_somebody_comes_back(tmp_path):
    """Whoever says hello counts, a page or a program, to play or to watch; looking from outside wakes nobody."""
    with served(tmp_path, FAST, [GAME]) as client:
        body = {"game": GAME, "public": True, "seats": [{"kind": "bot", "bot": "random"}] * 3}
        table = client.post("/api/tables", json=body).json()["table"]
        for _ in range(3):
            assert client.get(f"/api/tables/{table}").json()["made"] == 0
            assert [one["table"] for one in client.get("/api/tables").json()] == [table]
        hall = client.app.state.hall
        assert not hall.rooms.awake
        watching = Person(client, table, language=None)
        watching.until(lambda told: told["made"] > 1)
        watching.leave()
        room = hall.rooms.awake[table]
        wait_for(lambda: not room.bots_play)
        made = room.table.made
        if not room.table.match.over:
            assert client.get(f"/api/tables/{table}").json()["made"] == made
            Person(client, table).until(lambda told: told["made"] > made)


def test_a_thought_is_charged_to_the_first_seat_that_is_there():
    room = Room(None)
    assert room.address == ""
    room.visitors |= {Watcher("watching"), Watcher("second", 2)}
    assert room.address == "second", "whoever watches spends nobody's turns"
    room.visitors |= {Watcher("first", 0)}
    assert room.address == "first"


# --- Tables of one address ----------------------------------------------------------------------


def test_live_tables_of_one_address_are_counted(tmp_path):
    limits = Limits(tables_an_address=2)
    with served(tmp_path, limits, [GAME]) as client:
        body = {"game": GAME, "seats": [ME, FRIEND, CAT]}
        assert client.post("/api/tables", json=body).status_code == 200
        taught = {"game": GAME, "teaching": True, "seats": [ME]}
        assert client.post("/api/tables", json=taught).status_code == 200
        for language in ("en", "fr", "it"):
            refused = client.post(f"/api/tables?language={language}", json=body)
            assert refused.status_code == 429 and refused.json()["error"]["code"] == "too-many-tables"
            assert "2" in refused.json()["error"]["text"]
        assert client.post("/api/tables", json=taught).status_code == 429
        assert elsewhere(client, GREEDY).post("/api/tables", json=body).status_code == 200


def test_a_table_that_is_over_or_left_for_long_is_not_counted(monkeypatch):
    now = 1_000.0
    monkeypatch.setattr(claims_module.time, "monotonic", lambda: now)
    claims = Claims(2, 60.0)

    def happens(table, status="playing"):
        laid = type("Laid", (), {"id": table, "status": status})
        claims.follow(type("At", (), {"table": laid}))

    def full():
        with pytest.raises(Declined):
            claims.claim("one too many", "a")
        return True

    claims.claim("first", "a")
    claims.claim("second", "a")
    claims.claim("third", "b")
    assert full()
    happens("first", "over")
    happens("first", "over")
    happens("unknown")
    claims.claim("fourth", "a")
    assert full()
    now += 40
    happens("fourth")
    now += 40  # nothing happened at the second and third for long
    claims.claim("fifth", "a")
    assert full() and set(claims._live) == {"fourth", "fifth"} and claims.addresses == Counter(a=2)


# --- The lobby ----------------------------------------------------------------------------------


def test_the_lobby_tells_tables_that_sleep_as_they_are(tmp_path):
    with served(tmp_path, FAST, [GAME]) as client:
        seats = [ME, FRIEND, {"kind": "bot", "bot": "random"}]
        laid = client.post("/api/tables", json={"game": GAME, "public": True, "seats": seats}).json()
        path, hall = f"/api/tables/{laid['table']}", client.app.state.hall
        assert client.get("/api/tables").json()[0]["status"] == client.get(path).json()["status"] == "waiting"
        assert not hall.rooms.awake
        taken = client.post(f"{path}/seats", json={"name": "Bruno"}).json()
        ada = Person(client, laid["table"], laid["seats"][0]["token"])
        bruno = Person(client, laid["table"], taken["token"])
        for _ in range(6):
            mover = (ada, bruno)[ada.until(lambda told: told["turn"] in (0, 1))["turn"]]
            number = ada.table["number"]
            mover.until(lambda told, number=number: told["number"] == number)
            assert mover.move(mover.legal()[0])["type"] == "done"
            ada.until(lambda told, number=number: told["number"] > number)
        ada.until(lambda told: told["turn"] in (0, 1))
        ada.leave()
        bruno.leave()
        wait_for(lambda: not hall.rooms.awake[laid["table"]].visitors)
        awake, listed = client.get(path).json(), client.get("/api/tables").json()
        assert listed == [awake] and awake["made"] > 5
        hall.rooms.forget_idle(0)
        assert not hall.rooms.awake
        assert client.get("/api/tables").json() == [awake | {"turn": None}], "the rules are not asked for a list"
        assert client.get(path).json() == awake
        assert client.get("/api/tables").json() == [awake]
        assert not hall.rooms.awake


def test_what_the_lobby_read_is_kept_until_the_table_changes(tmp_path, monkeypatch):
    async def story():
        async with hall_with(tmp_path, Here()) as hall:
            laid = await hall.new_tables.set_table(NewTable(game=GAME, public=True, seats=[ME, FRIEND, FRIEND]))
            loads, load_table = [], hall.store.load
            monkeypatch.setattr(hall.store, "load", lambda table: loads.append(table) or load_table(table))
            for _ in range(3):
                (told,) = await hall.lobby.summaries(50, "en")
            assert loads == [laid["table"]] and told["names"][0] == "Ada"
            renamed = {"kind": "seat", "seat": 0, "as": {"kind": "person", "name": "Eva"}}
            await hall.store.append(laid["table"], 0, renamed, "waiting")  # by another process
            (told,) = await hall.lobby.summaries(50, "en")
            assert loads == [laid["table"]] * 2 and told["names"][0] == "Eva"

    asyncio.run(story())
