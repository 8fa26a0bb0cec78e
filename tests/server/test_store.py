"""Stores of other versions, stores that are damaged, and tables that can't be played: a sentence, and nothing lost."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sql
from at_table import Person, served
from test_durability import hall_over, kinds, play, set_table, told

from ararat.cli.app import run
from ararat.errors import AraratError, BadFile
from ararat.games import all_facts
from ararat.server import folder as folders
from ararat.server import schema
from ararat.server.migrating import upgrade
from ararat.server.refusals import Declined
from ararat.server.serving import opened_store
from ararat.server.store import SqlStore

GAME = "animals-on-board"


def edited(folder, *statements):
    """Do something to a store that no server has open."""
    link = sqlite3.connect(folder / "tables.db")
    for statement, *values in statements:
        link.execute(statement, values)
    link.commit()
    link.close()


def asked(folder, statement, *values):
    link = sqlite3.connect(folder / "tables.db")
    rows = link.execute(statement, values).fetchall()
    link.close()
    return rows


def schema_of(folder):
    return sorted(sql for (sql,) in asked(folder, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))


# --- Versions -----------------------------------------------------------------------------------


def made_of_old(folder, tables=()):
    """A store as it was made before it had versions, with the logs of some tables."""
    engine = sql.create_engine(f"sqlite:///{folder / 'tables.db'}")
    with engine.begin() as link:
        upgrade(link, "base", schema.FIRST)
        link.execute(sql.text("DROP TABLE alembic_version"))
        for name, (setup, entries) in dict(tables).items():
            kept = {"id": name, "setup": json.dumps(setup), "created": setup.get("created", 5)}
            link.execute(sql.text("INSERT INTO tables VALUES (:id, :setup, 1, 'playing', :created, 6)"), kept)
            for number, entry in enumerate(entries):
                row = {"id": name, "number": number, "entry": entry if isinstance(entry, str) else json.dumps(entry)}
                link.execute(sql.text("INSERT INTO log VALUES (:id, :number, :entry, 6)"), row)
    engine.dispose()


def test_migrations_lead_to_what_a_new_store_is(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    new, old, oldest = (tmp_path / name for name in ("new", "old", "oldest"))
    for folder in (old, oldest):
        folder.mkdir()
        made_of_old(folder)
    edited(oldest, ("DROP TABLE codes",))  # which came later than the first stores
    for folder in (new, old, oldest):
        store = SqlStore.in_folder(folder)
        with store.engine.connect() as link:
            assert schema.version_of(link) == schema.VERSION
            assert compare_metadata(MigrationContext.configure(link), schema.METADATA) == []
        store.close()


def test_a_store_of_today_opens_without_alembic(tmp_path):
    code = "import sys; from pathlib import Path; from ararat.server.store import SqlStore\n"
    code += "for _ in range(2): SqlStore.in_folder(Path(sys.argv[1])).close()\n"
    code += "sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 0


def test_a_store_of_old_is_upgraded_and_its_tables_go_on(tmp_path):
    async def before():
        async with hall_over(tmp_path / "then", GAME) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 4)
            setup, entries = await hall.store.load(table)
            return table, setup, entries, told(room)

    async def after():
        async with hall_over(tmp_path / "now", GAME) as hall:
            room = await hall.rooms.find(table)
            assert told(room) == known
            assert kinds((await hall.store.load(table))[1]) == ["start", *["move"] * 4]
            assert (await play(hall, table)).table.match.over
            with pytest.raises(Declined, match="read any more"):
                await hall.rooms.find("other")

    table, setup, entries, known = asyncio.run(before())
    del entries[0]["rules"]  # which entries of old did not have
    known = json.loads(json.dumps(known))
    (tmp_path / "now").mkdir()
    made_of_old(tmp_path / "now", {table: (setup, entries), "other": (setup, ["no JSON"])})
    asyncio.run(after())


def test_renames_of_old_leave_the_log(tmp_path):
    people = [{"kind": "person", "name": name, "holder": name[0] * 64} for name in ("Ada", "Bruno")]
    setup = {"game": GAME, "options": {}, "public": True, "seats": people}

    def seat(number, **changes):
        return {"kind": "seat", "seat": number, "as": people[number] | changes}

    renames = [seat(0, name=f"Ada {n}") for n in range(20)]
    entries = [*renames, seat(1, stand_in="cat"), seat(1, name="Bea", stand_in="cat"), {"kind": "hint", "seat": 0}]
    made_of_old(tmp_path, {"t": (setup, [*entries, seat(0, name="Zoe")]), "u": (setup, ["no JSON", *renames])})
    store = SqlStore.in_folder(tmp_path)
    _, happened = asyncio.run(store.load("t"))
    assert [(one["kind"], one.get("seat"), one.get("name")) for one in happened] == [
        ("seat", 1, None),
        ("name", 1, "Bea"),
        ("hint", 0, None),
        ("name", 0, "Zoe"),
    ]
    store.close()
    assert asked(tmp_path, "SELECT count(*) FROM log WHERE table_id = 'u'") == [(21,)]


def test_an_upgrade_that_is_interrupted_leaves_the_store_as_it_was(tmp_path, monkeypatch):
    made_of_old(tmp_path)
    before = schema_of(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr("ararat.server.store.upgrade", lambda link, since: [upgrade(link, since), 1 / 0])
        with pytest.raises(ZeroDivisionError):
            SqlStore.in_folder(tmp_path)
    assert schema_of(tmp_path) == before
    SqlStore.in_folder(tmp_path).close()
    assert schema_of(tmp_path) != before


def test_a_newer_store_is_refused_with_a_sentence_and_not_touched(tmp_path):
    SqlStore.in_folder(tmp_path).close()
    edited(tmp_path, ("UPDATE alembic_version SET version_num = '9999'",), ("DROP TABLE names",))
    before = schema_of(tmp_path)
    with pytest.raises(AraratError, match="newer Ararat"):
        SqlStore.in_folder(tmp_path)
    assert schema_of(tmp_path) == before


# --- Tables that can't be played ------------------------------------------------------------------


DAMAGES = {
    "an entry that is no JSON": ("UPDATE log SET entry = '{' WHERE table_id = ? AND number = 1", "damaged"),
    "an entry that is no object": ("UPDATE log SET entry = '7' WHERE table_id = ? AND number = 1", "damaged"),
    "a move that is none": (
        """UPDATE log SET entry = '{"kind":"move","move":{},"entropy":null}' WHERE table_id = ? AND number = 1""",
        "damaged",
    ),
    "an entry that is missing": ("DELETE FROM log WHERE table_id = ? AND number = 1", "damaged"),
    "a setup that is no JSON": ("UPDATE tables SET setup = 'x' WHERE id = ?", "damaged"),
    "a setup with nothing in it": ("UPDATE tables SET setup = '{}' WHERE id = ?", "game"),
    "a game that is gone": ("UPDATE tables SET setup = replace(setup, 'animals', 'plants') WHERE id = ?", "game"),
    "other rules": (
        "UPDATE log SET entry = replace(entry, '\"rules\": 1', '\"rules\": 9') WHERE table_id = ? AND number = 0",
        "rules",
    ),
}


@pytest.fixture(scope="module")
def beside_a_good_one(tmp_path_factory):
    """A server with a good table and one for each damage, and the tables' ids."""
    folder = tmp_path_factory.mktemp("damaged")

    async def before():
        async with hall_over(folder, GAME) as hall:
            tables = {}
            for name in ("good", *DAMAGES):
                tables[name], _ = await set_table(hall, GAME, "Ada", "Bruno")
                await play(hall, tables[name], 3)
            return tables

    tables = asyncio.run(before())
    edited(folder, ("UPDATE tables SET public = 1",), *((DAMAGES[name][0], tables[name]) for name in DAMAGES))
    with served(folder, games=(GAME,)) as client:
        yield client, tables


def test_one_unreadable_table_does_not_take_the_lobby_down(beside_a_good_one):
    client, tables = beside_a_good_one
    asked_about = tables["a move that is none"]  # what only the rules can find is found as soon as somebody asks
    listed = {table["table"] for table in client.get("/api/tables").json()}
    assert tables["good"] in listed <= {tables["good"], asked_about}
    client.get(f"/api/tables/{asked_about}")
    for _ in range(2):
        assert [table["table"] for table in client.get("/api/tables").json()] == [tables["good"]]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_table_that_cannot_be_replayed_is_parked_with_a_sentence(beside_a_good_one, damage):
    client, tables = beside_a_good_one
    for language in ("en", "fr", "it"):
        answer = client.get(f"/api/tables/{tables[damage]}?language={language}")
        error = answer.json()["error"]
        assert answer.status_code == 409 and error["code"] == f"parked-{DAMAGES[damage][1]}" and len(error["text"]) > 40
    person = Person(client, tables[damage])
    assert person.answers[1]["code"] == f"parked-{DAMAGES[damage][1]}"
    person.leave()
    assert client.get(f"/api/tables/{tables['good']}").json()["made"] == 3


def test_what_was_parked_is_tried_again_once_the_server_is_another(tmp_path, monkeypatch):
    async def story():
        facts = all_facts()[GAME]
        async with hall_over(tmp_path, GAME) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
        with monkeypatch.context() as newer:
            newer.setitem(all_facts(), GAME, type(facts)(**{**vars(facts), "rules_version": 2}))
            async with hall_over(tmp_path, GAME) as hall:
                for _ in range(2):
                    with pytest.raises(Declined, match="another version of the rules"):
                        await hall.rooms.find(table)
        async with hall_over(tmp_path, GAME) as hall:
            assert (await play(hall, table)).table.match.over

    asyncio.run(story())


# --- Names --------------------------------------------------------------------------------------


def test_renames_do_not_grow_the_log_and_outlive_a_restart(tmp_path):
    async def before():
        async with hall_over(tmp_path, GAME) as hall:
            table, tokens = await set_table(hall, GAME, "Ada", "Bruno")
            room = await hall.rooms.find(table)
            for n in range(30):
                await hall.seating.rename(room, n % 2, f"Name {n}")
            await play(hall, table, 2)
            await hall.seating.rename(room, 0, "Zoe")
            assert room.table.seat_of(tokens[1]) == 1
            return table, told(room)

    async def after():
        async with hall_over(tmp_path, GAME) as hall:
            room = await hall.rooms.find(table)
            assert [seat.name for seat in room.table.seats] == ["Zoe", "Name 29"]
            assert told(room) == known

    table, known = asyncio.run(before())
    assert asked(tmp_path, "SELECT count(*) FROM log") == [(3,)]
    asyncio.run(after())


# --- The folder ---------------------------------------------------------------------------------


def modes(folder):
    return {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}


def test_a_store_is_its_owners_alone(tmp_path):
    folder = tmp_path / "fresh"
    before = os.umask(0)
    try:
        store = SqlStore.in_folder(folder)
        asyncio.run(store.keep_record("r", {}))
        assert modes(folder) == {
            "fresh": "0o700",
            **dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), "0o600"),
        }
        for path in (folder, *folder.iterdir()):
            path.chmod(0o777)
        other = SqlStore.in_folder(folder)  # what was made before today is mended
        assert set(modes(folder).values()) == {"0o700", "0o600"}
        (tmp_path / "a file of somebody else").touch()
        tmp_path.chmod(0o755)
        SqlStore.in_folder(tmp_path).close()
        assert modes(tmp_path)[tmp_path.name] == "0o755" and modes(tmp_path)["tables.db"] == "0o600"
        for one in (store, other):
            one.close()
    finally:
        os.umask(before)


def test_errors_name_no_values(tmp_path):
    store = SqlStore.in_folder(tmp_path)
    row = {"id": "id", "record": "hidden cards", "created": 1}
    with store.engine.begin() as link, pytest.raises(sql.exc.DBAPIError) as problem:
        link.execute(schema.RECORDS.insert().values([row, row]))
    assert "hidden cards" not in str(problem.value)
    store.close()


def test_a_second_server_says_so_and_ends(tmp_path, capsys):
    lock = folders.hold(tmp_path)
    assert said(capsys, "store", "check", "--data", tmp_path) == (2, BadFile("store.none", folder=tmp_path).text + "\n")
    assert run(["serve", "--port", "0", "--data", str(tmp_path), "--language", "en"]) == 2
    assert f"Another server (process {os.getpid()})" in capsys.readouterr().err
    folders.announce(lock, "http://127.0.0.1:8765/")
    assert "http://127.0.0.1:8765/ (process" in said(capsys, "serve", "--port", "0", "--data", tmp_path)[1]
    lock.close()
    folders.hold(tmp_path).close()


def said(capsys, *arguments):
    """The exit code of a command, and what it said."""
    code = run([*map(str, arguments), "--language", "en"])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_backup_check_and_restore_while_the_server_runs(tmp_path, capsys):
    folder, copy = tmp_path / "store", tmp_path / "copy.db"
    data = ("--data", folder)

    async def before():
        async with hall_over(folder, GAME) as hall:
            hall.store.lock = folders.hold(folder)
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 3)
            assert said(capsys, "store", "check", "--replay", *data)[0] == 0
            code, text = said(capsys, "store", "backup", copy, *data)
            assert code == 0 and str(copy) in text and modes(tmp_path)["copy.db"] == "0o600"
            assert said(capsys, "store", "backup", copy, *data)[0] == 2, "nothing is overwritten"
            await play(hall, table, 2)
            # A server that runs goes on with what it has ...
            code, text = said(capsys, "store", "restore", copy, *data)
            assert code == 0 and "goes on with what it has" in text
            await play(hall, table, 2)
            assert room.table.made == 7
            return table

    async def after(made):
        store = opened_store(folder)
        assert len((await store.load(table))[1]) == 1 + made
        store.close()

    table = asyncio.run(before())
    # ... and the next one begins with what was restored. What was there stays beside it, and can be had back.
    asyncio.run(after(3))
    kept = folder / "tables.before-restore-1.db"
    code, text = said(capsys, "store", "restore", kept, *data)
    assert code == 0 and "now" in text
    asyncio.run(after(7))
    assert said(capsys, "store", "check", "--replay", *data) == (0, text_of_check(folder, 1))


def text_of_check(folder, tables, version=schema.VERSION):
    size = sum(file.stat().st_size for file in folder.glob("tables.db*")) / 2**20
    return f"All is whole: tables {tables}, records 0, {size:.1f} MiB, form {version}.\n"


def test_check_names_tables_that_cannot_be_played(beside_a_good_one, capsys, tmp_path):
    client, tables = beside_a_good_one
    folder = Path(client.app.state.hall.store.engine.url.database).parent
    code, text = said(capsys, "store", "check", "--replay", "--data", folder)
    assert code == 2
    for name, (_, why) in DAMAGES.items():
        line = next(line for line in text.splitlines() if tables[name] in line)
        assert Declined(f"parked-{why}").text in line
    assert tables["good"] not in text


def test_what_is_no_backup_is_refused(tmp_path, capsys):
    (tmp_path / "text").write_text("no database")
    (tmp_path / "empty").touch()
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE other (a)")
    for name in ("text", "empty", "other", "nothing"):
        code, text = said(capsys, "store", "restore", tmp_path / name, "--data", tmp_path / "store")
        assert code == 2 and text.count("\n") == 1
    assert "ararat store backup" in text, "of a file that is not there, what would be one"
    assert said(capsys, "store", "check", "--data", tmp_path / "store")[0] == 2
    assert said(capsys, "store", "backup", tmp_path / "b", "--data", tmp_path / "store")[0] == 2


def test_a_store_of_old_is_backed_up_before_it_is_upgraded(tmp_path, capsys):
    setup = {"game": GAME, "options": {}, "public": True, "seats": []}
    made_of_old(tmp_path, {"t": (setup, [])})
    before = schema_of(tmp_path)
    assert said(capsys, "store", "check", "--data", tmp_path) == (0, text_of_check(tmp_path, 1, schema.FIRST))
    SqlStore.in_folder(tmp_path).close()
    kept = sqlite3.connect(tmp_path / "tables.version-0001.db")
    assert sorted(sql for (sql,) in kept.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")) == before
    kept.close()
    assert modes(tmp_path)["tables.version-0001.db"] == "0o600"


# --- Stores that are damaged, read-only, newer: what the command says -----------------------------


def half_a_store(folder):
    """A store with a page in the middle that was overwritten."""
    store = SqlStore.in_folder(folder)
    asyncio.run(store.keep_record("r", {"text": "x" * 200_000}))
    store.close()
    with open(folder / "tables.db", "r+b") as file:
        file.seek(4096 * 8)
        file.write(os.urandom(4096 * 8))


def no_store(folder):
    (folder / "tables.db").write_bytes(b"something else" * 1000)


def newer_store(folder):
    SqlStore.in_folder(folder).close()
    edited(folder, ("UPDATE alembic_version SET version_num = '9999'",))


def file_for_a_folder(folder):
    folder.rmdir()
    folder.touch()


TROUBLES = {
    half_a_store: "is damaged",
    no_store: "is damaged",
    newer_store: "newer Ararat",
    file_for_a_folder: "--data",
}


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_a_server_that_cannot_begin_says_why_in_a_sentence(tmp_path, capsys, trouble):
    folder = tmp_path / "store"
    folder.mkdir()
    trouble(folder)
    before = folder.read_bytes() if folder.is_file() else (folder / "tables.db").read_bytes()
    code, text = said(capsys, "serve", "--port", "0", "--data", folder)
    assert code == 2 and TROUBLES[trouble] in text and text.count("\n") == 1
    assert before == (folder.read_bytes() if folder.is_file() else (folder / "tables.db").read_bytes())


def test_a_damaged_store_gives_way_to_a_backup(tmp_path, capsys):
    good, bad = tmp_path / "good", tmp_path / "bad"
    store = SqlStore.in_folder(good)
    asyncio.run(store.keep_record("r", {"moves": []}))
    assert said(capsys, "store", "backup", tmp_path / "copy.db", "--data", good)[0] == 0
    store.close()
    for trouble in (half_a_store, no_store):
        folder = bad / trouble.__name__
        folder.mkdir(parents=True)
        trouble(folder)
        before = (folder / "tables.db").read_bytes()
        assert said(capsys, "store", "check", "--data", folder)[0] == 2
        assert said(capsys, "store", "backup", tmp_path / "no.db", "--data", folder)[0] == 2
        assert said(capsys, "store", "restore", tmp_path / "copy.db", "--data", folder)[0] == 0
        assert (folder / "tables.before-restore-1.db").read_bytes()[4096:] == before[
            4096:
        ]  # but for the journal's mode
        store = opened_store(folder)
        assert asyncio.run(store.load_record("r")) == {"moves": []}
        store.close()
