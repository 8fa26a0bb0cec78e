"""Behind a proxy: who is believed, who is counted, what is public; metrics, readiness, goodbye."""

from __future__ import annotations

import io
import json
import logging

import pytest
from at_table import Person, elsewhere, people, served
from starlette.datastructures import Headers
from starlette.testclient import TestClient

from ararat.errors import AraratError
from ararat.server import logs
from ararat.server.app import new_app
from ararat.server.front import Front, counted
from ararat.server.limits import Limits
from ararat.server.reach import Reach
from ararat.server.store import SqlStore

FEW = Limits(requests_at_once=3, requests_a_second=0.001)
PROXY = Front.checked("https://ark.example.org", ["127.0.0.1", "10.0.0.0/8", "fd00::/8"])


def asked(front, peer, *said):
    return front.client(peer, Headers(raw=[(b"x-forwarded-for", one.encode()) for one in said]))


def test_only_a_proxy_that_is_trusted_speaks_for_others():
    assert asked(PROXY, "127.0.0.1", "203.0.113.7") == "203.0.113.7"
    assert asked(Front(), "127.0.0.1", "203.0.113.7") == "127.0.0.1"
    assert asked(PROXY, "198.51.100.1", "203.0.113.7") == "198.51.100.1"
    assert asked(PROXY, "::ffff:127.0.0.1", "203.0.113.7") == "203.0.113.7"
    assert asked(PROXY, "127.0.0.1") == "127.0.0.1"


def test_what_a_client_says_of_itself_changes_nothing():
    """It stands at the left of what the proxy adds."""
    assert asked(PROXY, "127.0.0.1", "1.1.1.1, 203.0.113.7") == "203.0.113.7"
    assert asked(PROXY, "127.0.0.1", "1.1.1.1", "203.0.113.7") == "203.0.113.7"
    assert asked(PROXY, "127.0.0.1", "1.1.1.1, 203.0.113.7, 10.1.2.3") == "203.0.113.7"
    assert asked(PROXY, "127.0.0.1", "10.9.9.9, nonsense") == "127.0.0.1"
    for nonsense in ("", ",", "x" * 5000, "203.0.113.7:80, ", "<b>", "for=1.1.1.1"):
        assert asked(PROXY, "127.0.0.1", nonsense) == "127.0.0.1"


def test_a_house_is_one_address():
    assert counted("2001:db8:1:2:aaaa::1") == counted("2001:db8:1:2:bbbb::2") != counted("2001:db8:1:3::1")
    assert counted("::ffff:192.0.2.1") == "192.0.2.1" and counted("testclient") == "testclient"
    assert asked(PROXY, "fd00::1", "2001:db8::5") == counted("2001:db8::77")


@pytest.mark.parametrize(
    ("public", "trusted"),
    [("ark.example.org", []), ("ftp://x", []), ("https://a b", []), ("https://x/?q", []), (None, ["nobody"])],
)
def test_what_makes_no_sense_is_refused(public, trusted):
    with pytest.raises(AraratError):
        Front.checked(public, trusted)


def test_below_a_path_it_says_no():
    with pytest.raises(AraratError, match="a name of its own"):
        Front.checked("https://example.org/ark", [])


def statuses(app, peer, forwarded):
    with_peer = TestClient(app, base_url="http://127.0.0.1", client=(peer, 5))
    return [with_peer.get("/api/words", headers={"X-Forwarded-For": one}).status_code for one in forwarded]


def test_limits_count_people_behind_a_proxy_and_forgers_once(tmp_path):
    forged = [f"203.0.113.{n}" for n in range(5)]
    assert statuses(new_app(SqlStore.in_folder(tmp_path / "a"), FEW, front=PROXY), "127.0.0.1", forged) == [200] * 5
    # From anywhere else, and from a proxy that nobody named, they are all one.
    app = new_app(SqlStore.in_folder(tmp_path / "b"), FEW, front=PROXY)
    assert statuses(app, "198.51.100.1", forged) == [200, 200, 200, 429, 429]
    app = new_app(SqlStore.in_folder(tmp_path / "c"), FEW)
    assert statuses(app, "127.0.0.1", forged) == [200, 200, 200, 429, 429]
    app = new_app(SqlStore.in_folder(tmp_path / "d"), FEW, front=PROXY)
    house = [f"2001:db8:1:2::{n}" for n in range(5)]
    assert statuses(app, "127.0.0.1", house) == [200, 200, 200, 429, 429]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    reach = Reach("127.0.0.1", 8765, public=PROXY.public)
    with served(tmp_path_factory.mktemp("fronted"), games=["noah"], reach=reach) as client:
        yield client


def test_links_and_codes_lead_to_where_the_world_finds_us(client):
    invitation = client.get(
        "/api/invitation", headers={"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    )
    assert invitation.json() == {"page": "https://ark.example.org/", "elsewhere": True}
    table = client.post("/api/tables", json=people("Ada", "Bruno", game="noah")).json()
    code = client.post(
        f"/api/tables/{table['table']}/code", headers={"Authorization": f"Bearer {table['seats'][0]['token']}"}
    ).json()
    assert code["link"].startswith(f"https://ark.example.org/t/{table['table']}#seat=")


def test_the_scheme_is_that_of_the_client_if_the_proxy_says_so(tmp_path):
    app = new_app(SqlStore.in_folder(tmp_path), front=Front.checked(None, ["127.0.0.1"]))
    for peer, wanted in (("127.0.0.1", "https://ark.example.org/"), ("198.51.100.1", "http://ark.example.org/")):
        there = TestClient(app, base_url="http://ark.example.org", client=(peer, 5))
        assert there.get("/api/invitation", headers={"X-Forwarded-Proto": "https"}).json()["page"] == wanted


def test_metrics_are_for_this_machine_alone_and_hold_no_secret(client):
    table = client.post("/api/tables", json=people("Ada", "Bruno", game="noah")).json()
    tokens = [seat["token"] for seat in table["seats"]]
    there = [Person(client, table["table"], token) for token in tokens]
    assert there[0].ask(type="name", name="Adele")["type"] == "done"
    client.get(f"/api/tables/{table['table']}")
    client.get("/api/tables/nothing-here")
    here = elsewhere(client, "127.0.0.1")
    answer = here.get("/metrics")
    for person in there:
        person.leave()
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    for wanted in (
        'ararat_answer_seconds_count{route="/api/tables/{table}",status="200"}',
        'ararat_refused_total{code="unknown-table"}',
        'ararat_happened_total{kind="',
        "ararat_store_write_seconds_bucket",
        "ararat_bot_thinking_seconds_count",
        "ararat_bot_waiting_seconds_count",
        "ararat_visitors 2.0",
        "ararat_tables ",
    ):
        assert wanted in answer.text, wanted
    for secret in (table["table"], *tokens, "Ada", "nothing-here"):
        assert secret not in answer.text
    assert client.get("/metrics").status_code == 404  # from anywhere else
    assert here.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404  # through a proxy


def test_a_server_says_goodbye_and_is_not_ready_any_more(client):
    wait = client.get("/api/ready")
    assert wait.status_code in (200, 503) and wait.json()["ready"] is (wait.status_code == 200)
    table = client.post("/api/tables", json=people("Ada", "Bruno", game="noah")).json()
    hall = client.app.state.hall
    ada = Person(client, table["table"], table["seats"][0]["token"])
    client.portal.call(hall.goodbye)
    try:
        while (message := ada.receive())["type"] != "goodbye":
            assert message["type"] in ("table", "done")
        assert client.get("/api/ready").status_code == 503
        assert client.get("/api/health").status_code == 200
    finally:
        hall.leaving = False
        ada.leave()


def test_logs_are_lines_of_json_on_request(monkeypatch):
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    try:
        logs.log_to_stderr(as_json=True)
        try:
            raise OSError(28, "No space left", "a place")
        except OSError:
            logging.getLogger("ararat.server").exception("something %s", "é")
        logging.getLogger("uvicorn.error").error("another")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    first, second = map(json.loads, written.getvalue().splitlines())
    assert (
        first["message"] == "something é"
        and first["level"] == "error"
        and first["exception"].endswith("\nOSError: No space left")
    )
    assert second["logger"] == "uvicorn.error" and second["time"].endswith("+00:00")
