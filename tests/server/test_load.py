"""`ararat load`: people who play by a schedule, what they see, and what is said about it."""

from __future__ import annotations

import contextlib
import json

import pytest

from ararat.cli.app import run
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.load import measuring
from ararat.load.asking import BadLoad, told
from ararat.load.company import address_of, compared
from ararat.load.measuring import Measurement, Plan
from ararat.load.notes import Played
from ararat.load.orders import Orders
from ararat.load.place import here
from ararat.load.report import Report
from ararat.load.seen import Seen, percentiles
from ararat.load.served import Served, worked_between
from ararat.load.sight import Glance, Sight
from ararat.server.limits import Limits
from speed.safety import check_store, is_right

from .attacked import attacked

QUICK = next(iter(all_facts()))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with the usual limits."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(measuring, "SETTLING", 0.1)
        folder = tmp_path_factory.mktemp("loaded")
        with attacked(folder, Limits()) as running:
            running.folder = folder
            yield running


def moves_kept(server):
    return sum(room.table.number for room in server.hall.rooms.awake.values())


def measured(server, during=lambda seconds: None, **changes):
    """A run of two tables; `during` is called while they play."""
    orders = Orders("127.0.0.1", server.port, [QUICK], 2, 1, ["en", None], True, keep=True)
    plan = {"tables": 2, "pace": 0.1, "seconds": 0.6} | changes
    say = words("en")

    @contextlib.contextmanager
    def progress(sentence, total):
        yield during if sentence == say("load.playing", count=2) else lambda done: None

    measurement = Measurement(Plan(orders, **plan), say, progress)
    return measurement, measurement.run()


def test_a_report_adds_up(server, tmp_path, capsys):
    before = moves_kept(server)
    asked = ["--tables", "2", "--seconds", "1", "--pace", "0.1", "--watchers", "1", "--pages", "en,fr,none"]
    assert run(["load", f"localhost:{server.port}", *asked, "--save", str(tmp_path), "--no-plots"]) == 0
    printed = capsys.readouterr().out
    results = json.loads((tmp_path / "load.json").read_text("utf-8"))
    (step,), check = results["steps"], results["check"]
    assert (step["tables"], step["pages"], step["gaps"], step["errors"]) == (2, 10, 0, {})
    assert 0 < step["moves"] == step["sent"] == check["acknowledged"] == moves_kept(server) - before
    assert check == {"tables": 2, "acknowledged": step["moves"], "lost": 0, "doubled": 0, "gaps": 0, "unchecked": 0}
    for times in (step["acknowledged"], step["arrived"]):
        assert 0 < times["p50"] <= times["p90"] <= times["p99"] <= times["p99.9"] <= times["max"]
    assert step["server"]["processes"] >= 1 and step["server"]["mib"] > 10
    page = (tmp_path / "load.md").read_text("utf-8")
    for text in (printed, page):
        assert words("en")("load.title-check") in text and "p99.9" in text
    for language in LANGUAGES:
        assert words(language)("load.arrived") in Report(results, words(language)).markdown()


def test_load_rises_until_the_bound_is_passed(server):
    measurement, whole = measured(server, seconds=0.2, rise=1, bound=1.0)
    steps = measurement.results["steps"]
    assert whole and steps and [step["tables"] for step in steps] == list(range(2, 2 + len(steps)))
    held = [step["tables"] for step in steps if measurement.holds(step)]
    assert measurement.results["held"] == max(held, default=None) and not measurement.holds(steps[-1])
    more = [*steps, steps[-1] | {"tables": 99}]
    assert Report(measurement.results | {"steps": more}, words("en")).curve().title == words("en")("load.title-curve")


def test_the_same_load_is_measured_again_and_again(server):
    measurement, whole = measured(server, seconds=0.2, steps=3, bound=1.0)
    assert whole and [step["tables"] for step in measurement.steps] == [2, 2, 2]
    assert measurement.results["check"]["acknowledged"] == sum(step["moves"] for step in measurement.steps)
    first = Report(measurement.results, words("en")).sections()[0]
    assert first.title == words("en")("load.title-steps") and [row[0] for row in first.rows] == ["1", "2", "3"]
    for step, late in zip(measurement.steps, (0.5, 2.0, 0.5), strict=True):
        step["arrived"]["p99"] = late
    assert measurement.most_held is None  # once it was not held, though later it was
    measurement.steps[1]["arrived"]["p99"] = 0.5
    assert measurement.most_held == 2


def test_what_was_measured_is_told_where_the_server_has_no_room_for_more(server):
    measurement, whole = measured(server, seconds=0.2, rise=100, bound=60_000.0, files=100)
    (step,) = measurement.results["steps"]
    ended = words("en")("load.files", wanted=306, most=100)
    assert whole and step["tables"] == measurement.results["held"] == 2 and measurement.results["ended"] == ended
    assert ended in Report(measurement.results, words("en")).markdown()


def test_whoever_stops_it_gets_what_was_measured(server):
    before = moves_kept(server)

    def stop(seconds):
        if moves_kept(server) > before:
            raise KeyboardInterrupt

    measurement, whole = measured(server, during=stop, seconds=600.0, pace=0.05)
    (step,) = measurement.results["steps"]
    assert not whole and measurement.is_right and step["moves"] > 0 and step["seconds"] < 600
    assert words("en")("load.stopped") in Report(measurement.results, words("en")).markdown()


def test_whoever_loses_the_connection_comes_back(server):
    before, dropped = moves_kept(server), []

    def drop(seconds):
        if not dropped and moves_kept(server) > before:
            tables = [room for room in server.hall.rooms.awake.values() if room.visitors]
            dropped.extend(visitor for room in tables for visitor in list(room.visitors))
            for visitor in dropped:
                server.server.servers[0].get_loop().call_soon_threadsafe(visitor._listening.cancel)

    measurement, _ = measured(server, during=drop, seconds=1.5)
    (step,), check = measurement.results["steps"], measurement.results["check"]
    assert step["errors"] == {"dropped": 6}
    assert measurement.is_right and check["acknowledged"] == step["moves"] == step["sent"]
    kept = check_store(server.folder, measurement.kept)
    assert is_right(kept) and kept["acknowledged"] == step["moves"]


@pytest.mark.parametrize(
    ("arguments", "key", "values"),
    [
        (["http://192.0.2.1:8765"], "load.elsewhere", {"address": "http://192.0.2.1:8765"}),
        (["https://127.0.0.1:8765"], "load.elsewhere", {"address": "https://127.0.0.1:8765"}),
        (["http://example.org"], "load.elsewhere", {"address": "http://example.org"}),
        (["127.0.0.1:port"], "load.bad-address", {"address": "127.0.0.1:port"}),
        (["127.0.0.1:1"], "load.no-answer", {"address": "http://127.0.0.1:1"}),
        (["--seats", "9"], "load.no-game", {"seats": 9}),
        (["--pages", "de"], "usage.value", {"name": "--pages"}),
        (["--save", "/dev/null/folder"], "arena.folder", {"path": "/dev/null/folder"}),
    ],
)
def test_what_can_not_be_measured_is_refused_in_a_sentence(arguments, key, values, capsys):
    assert run(["load", *arguments]) == 2
    assert words("en")(key, **values) in capsys.readouterr().err.replace("\n", " ")


def test_more_connections_than_files_are_refused(server):
    with pytest.raises(BadLoad, match="ulimit"):
        measured(server, tables=100, files=100)


def test_a_server_that_refuses_is_quoted(tmp_path):
    with attacked(tmp_path, Limits(visitors_an_address=1)) as small, pytest.raises(BadLoad) as refused:
        measured(small)
    assert refused.value.key == "load.refused"


def test_only_this_machine_is_here():
    assert here("http://localhost:8765/") == here("127.0.0.1:8765") == ("127.0.0.1", 8765)
    assert here("http://[::1]:8765") == ("::1", 8765)
    addresses = [address_of(household) for household in range(0, 700_000, 100)]
    assert len(set(addresses)) == len(addresses)
    assert all(here(address) == (address, 80) for address in addresses[::700])


def test_percentiles_are_times_that_were_measured():
    assert percentiles([]) == {"p50": None, "p90": None, "p99": None, "p99.9": None, "max": None}
    thousand = [number / 1000 for number in range(1, 1001)]
    assert percentiles(thousand) == {"p50": 500, "p90": 900, "p99": 990, "p99.9": 999, "max": 1000}
    both = Seen()
    both += Seen(arrived=Seen().arrived + Seen().arrived)
    assert not both.arrived


def test_a_quick_look_that_is_wrong_is_given_up():
    sight = Sight()
    usual = b'{"type":"table","status":"playing","turn":1,"number":7,"seat":0,"over":false}'
    assert sight.glance(usual) == Glance(7, 1, False) and sight.quick
    other = b'{"type":"table","log":[{"number":3}],"status":"over","turn":null,"number":9,"over":true}'
    assert sight.glance(other) == Glance(9, None, True) and not sight.quick
    assert sight.glance(usual) == Glance(7, 1, False)


def test_what_is_lost_or_doubled_is_found():
    log = [{"number": number, "seat": number % 2, "move": {"n": number}} for number in range(4)]
    right = {number: (entry["seat"], json.dumps(entry["move"])) for number, entry in enumerate(log)}
    assert compared(Played("t", right), log) == {"acknowledged": 4, "lost": 0, "doubled": 0, "gaps": 0}
    assert compared(Played("t", right), log[:3])["lost"] == 1
    assert compared(Played("t", right | {2: (0, '{"n":9}')}), log)["lost"] == 1
    some = {number: right[number] for number in (0, 1)}
    assert compared(Played("t", some, sent={2: right[2]}), log)["doubled"] == 1
    assert compared(Played("t", right), [log[0], *log[2:], log[1]])["gaps"] == 3


def test_an_answer_that_is_not_ours_is_told_so():
    for answer in (b"", b"HTTP/1.1 200 OK\r\n\r\n<html>", b"SSH-2.0\r\n"):
        with pytest.raises(BadLoad, match="not Ararat"):
            told(answer, "http://127.0.0.1:1")
    pieces = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n"
    assert told(pieces, "") == [1, 2]


def test_nobody_listens_at_a_port_that_nobody_has():
    served = Served(1)
    assert served.processes == [] and served.worked() == {} and served.memory() is None
    assert worked_between({}, {}) is None and worked_between({1: 3.0, 2: 9.0}, {1: 4.0, 3: 0.5}) == 1.5


@pytest.mark.long
def test_clients_in_several_processes_see_the_same(server):
    measurement, whole = measured(server, seconds=2.0, crews=2)
    (step,), check = measurement.results["steps"], measurement.results["check"]
    assert whole and measurement.is_right and step["errors"] == {} and step["clients"]["processes"] == 2
    assert 0 < step["moves"] == step["sent"] == check["acknowledged"] and check["tables"] == 2
