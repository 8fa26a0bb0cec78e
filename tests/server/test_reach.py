"""Where others find the server: addresses at home, links that work on other devices, QR codes."""

from __future__ import annotations

import dataclasses
import socket
import sys

import pexpect
import pytest
from at_table import FAST, people, served

from ararat.cli.inviting import qr_text
from ararat.server.network import home_addresses, ranked
from ararat.server.qr import qr_modules
from ararat.server.reach import Reach, invited, is_host
from ararat.server.refusals import Declined
from reading import STYLES, read_modules, read_terminal


@pytest.mark.parametrize(
    ("routes", "interfaces", "wanted"),
    [
        ([], {"lo": "127.0.0.1"}, []),
        (["192.168.1.5"], {"lo": "127.0.0.1", "wlan0": "192.168.1.5"}, ["192.168.1.5"]),
        # Bridges of containers and tunnels come last, even where everything goes through the tunnel.
        (
            ["10.8.0.2", "192.168.1.5"],
            {"docker0": "172.17.0.1", "tun0": "10.8.0.2", "eth0": "192.168.1.5"},
            ["192.168.1.5", "10.8.0.2", "172.17.0.1"],
        ),
        # The one that we would send from comes before another at home, and a range of homes before any other.
        (["10.0.0.7"], {"eth1": "192.168.9.9", "eth0": "10.0.0.7"}, ["10.0.0.7", "192.168.9.9"]),
        (["203.0.113.9", "192.168.1.5"], {}, ["192.168.1.5", "203.0.113.9"]),
        (["169.254.3.3"], {"eth0": "169.254.3.3", "wlan0": "192.168.1.5"}, ["192.168.1.5", "169.254.3.3"]),
    ],
)
def test_the_likeliest_address_comes_first(routes, interfaces, wanted):
    assert ranked(routes, interfaces) == wanted


def test_addresses_are_found_and_nothing_is_sent(monkeypatch):
    def never(*given):
        raise AssertionError("something is sent")

    class Silent(socket.socket):
        send = sendall = sendto = sendmsg = never

    monkeypatch.setattr(socket, "socket", Silent)
    monkeypatch.setattr(socket, "getaddrinfo", never)
    monkeypatch.setattr(socket, "gethostbyname", never)
    for address in home_addresses():
        assert not address.startswith("127.")


def test_a_server_knows_how_others_call_it():
    def at(host, **more):
        return Reach(host, 8765, look=lambda: ["192.168.1.5", "10.0.0.7"], **more)

    everywhere, alone, chosen = at("0.0.0.0"), at("127.0.0.1"), at("192.168.1.9")
    assert everywhere.here == "http://localhost:8765/"
    assert everywhere.home == ["http://192.168.1.5:8765/", "http://10.0.0.7:8765/"]
    assert alone.home == [] and not alone.is_open and alone.here == "http://127.0.0.1:8765/"
    assert chosen.home == [chosen.here] == ["http://192.168.1.9:8765/"]
    assert at("::").home == everywhere.home and at("fe80::1").here == "http://[fe80::1]:8765/"
    assert at("0.0.0.0", named="ark.local").home == ["http://ark.local:8765/"]


def test_a_link_for_others_works_on_their_devices():
    addresses = ["192.168.1.5"]
    reach = Reach("0.0.0.0", 8765, look=lambda: list(addresses))
    for called in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765", "localhost"):
        assert invited(reach, "http", called) == ("http://192.168.1.5:8765/", True)
    # The network changed: so does the link. There is none: it works here, and the page says so.
    addresses[:] = ["192.168.1.7"]
    assert invited(reach, "http", "localhost:8765") == ("http://192.168.1.7:8765/", True)
    addresses[:] = []
    assert invited(reach, "http", "localhost:8765") == ("http://localhost:8765/", False)
    # Whoever came by another name knows that it works.
    for called in ("192.168.1.5:8765", "127.0.0.2:8765", "games.example.org", "[fe80::1]:8765"):
        assert invited(reach, "https", called) == (f"https://{called}/", True)
    assert invited(None, "http", "127.0.0.1:8765") == ("http://127.0.0.1:8765/", False)
    with pytest.raises(Declined):
        invited(reach, "http", 'evil"><')


@pytest.mark.parametrize(("name", "right"), [("ark.local", True), ("10.0.0.7", True), ("::1", True), ("a b", False)])
def test_names_of_machines(name, right):
    assert is_host(name) == right


@pytest.mark.parametrize(
    "link", ["http://127.0.0.2:8765/", "http://192.168.100.100:65535/t/abcdefghijklmnop#seat=ABCD2345"]
)
def test_a_code_is_read_by_a_phone(link):
    assert read_modules(qr_modules(link)) == link
    assert read_terminal(qr_text(link, coloured=True).plain) == link
    assert read_terminal(qr_text(link, coloured=False).plain, drawn_dark=False) == link


def test_an_invitation_and_its_picture(tmp_path):
    reach = Reach("0.0.0.0", 8765, look=lambda: ["192.168.1.5"])
    with served(tmp_path, games=["noah"], reach=reach) as client:
        table = client.post("/api/tables", json=people("Ada", "Bruno", game="noah")).json()["table"]
        path = f"/api/tables/{table}"
        assert client.get("/api/invitation").json() == {"page": "http://192.168.1.5:8765/", "elsewhere": True}
        picture = client.get(f"{path}/qr")
        assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
        assert client.get(f"{path}/qr", headers={"If-None-Match": picture.headers["etag"]}).status_code == 304
        other = client.get(f"{path}/qr", headers={"Host": "127.0.0.2", "If-None-Match": picture.headers["etag"]})
        assert other.status_code == 200 and other.text != picture.text
        assert client.get("/api/qr").text not in (picture.text, other.text)
        answer = client.get("/api/tables/nothing/qr")
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "unknown-table"


def test_pictures_are_made_for_nobody_without_end(tmp_path):
    limits = dataclasses.replace(FAST, looks_at_once=2, looks_a_second=0.001)
    with served(tmp_path, games=[], limits=limits) as client:
        hosts = ["a" * length for length in (200, 201, 202)]  # each another picture, and a large one
        answers = [client.get("/api/qr", headers={"Host": host}).status_code for host in hosts]
    assert answers == [200, 200, 429]


def test_the_terminal_shows_the_address_at_home_with_its_code(tmp_path):
    arguments = ["-m", "ararat", "serve", "--host", "127.0.0.2", "--port", "0", "--data", str(tmp_path)]
    running = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=60, dimensions=(60, 120))
    try:
        running.expect(r"(http://127\.0\.0\.2:\d+/)[^\n]*\n[^\n]*(http://127\.0\.0\.2:\d+/)[^\n]*\n")
        assert running.match[1] == running.match[2]
        address = running.match[2]
        shown = [running.readline()]
        while len(shown) < len(STYLES.sub("", shown[0]).strip("\r\n")) // 2:  # as high as it is wide
            shown.append(running.readline())
        assert read_terminal("".join(shown)) == address
    finally:
        running.close(force=True)
