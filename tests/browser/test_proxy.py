"""Behind nginx with TLS, as docs/hosting.md says: a match by two browsers, forged headers, a server that is
replaced."""

from __future__ import annotations

import json
import random

import pytest
from driving import Person, Server
from nginx import MISSING, Nginx, free_port, nginx_path

from lengths import amount
from tools import missing

MOVES = amount(4, long=1000)

CODE = b'{"code": "ABC-DEF-GHI"}'


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """nginx, and the server behind it."""
    if nginx_path() is None:
        missing(MISSING)
    port = free_port()
    arguments = ("--public-url", f"https://localhost:{port}", "--trusted-proxy", "127.0.0.1", "--log-json")
    server = Server(tmp_path_factory.mktemp("tables"), arguments=arguments)
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), port, server.port)
    yield nginx, server
    nginx.stop()
    server.stop()


@pytest.fixture
def come_by_tls(browser, proxied):
    there = []

    def person(**more):
        there.append(Person(browser, proxied[0], ignore_https_errors=True, **more))
        return there[-1]

    yield person
    for one in there:
        one.leave()


def test_two_people_play_a_match_through_nginx_with_tls(come_by_tls, proxied):
    nginx, _ = proxied
    ada, bruno = come_by_tls(), come_by_tls(width=360, height=640)
    ada.set_table("animals-on-board", ["me", "friend"])
    link = ada.page.locator(".waiting-room .link-field").first.input_value()
    assert link.startswith(f"{nginx.address}t/")
    bruno.page.goto(link)
    bruno.page.locator('[data-key="sit-name"]').first.fill("Bruno")
    bruno.press("sit")
    ada.until("() => document.body.dataset.status === 'playing'")
    lots = random.Random(21)
    for _ in range(MOVES):
        number = int(ada.mark("number"))
        mover = ada if ada.mark("turn") == ada.mark("seat") else bruno
        assert mover.until_turn()
        mover.play_on(lots, moves=1)
        for person in (ada, bruno):
            person.until("number => Number(document.body.dataset.number) > number", number)
        if ada.mark("over") == "true":
            break
    assert MOVES < 10 or ada.mark("over") == bruno.mark("over") == "true"
    assert ada.page.evaluate("() => isSecureContext") and not ada.context.cookies()


def test_forged_headers_change_nothing(proxied):
    nginx, _ = proxied
    forged = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"}
    assert nginx.status("/metrics", forged) == 404
    assert nginx.status("/api/health", forged) == 200
    assert nginx.status("/api/health", {"Host": "evil.example"}) == 403
    assert nginx.status("/api/health", {"X-Forwarded-Host": "evil.example"}) == 200
    # Ten codes a minute are typed from one address, whatever somebody says of themselves.
    statuses = {nginx.status("/api/codes", {"X-Forwarded-For": f"203.0.113.{n}"}, CODE) for n in range(12)}
    assert statuses == {403, 429}
    assert nginx.status("/api/codes", {"Origin": "https://evil.example"}, CODE) == 403


def test_pages_come_back_by_themselves_when_the_server_is_replaced(come_by_tls, proxied):
    """It says goodbye, and nobody reloads."""
    _, server = proxied
    ada = come_by_tls()
    said = []
    ada.page.on("websocket", lambda one: one.on("framereceived", lambda text: said.append(text)))
    ada.server = server  # the table is set without nginx
    ada.sit_down("noah")
    assert ada.page.url.startswith("https:")
    assert ada.until_turn()
    number = ada.mark("number")
    port = server.port
    server.stop()
    ada.until("() => document.body.dataset.connected === 'false'")
    assert any(json.loads(text)["type"] == "goodbye" for text in said if text.startswith("{")), "goodbye"
    server.start(port)
    ada.until("() => document.body.dataset.connected === 'true'")
    assert ada.mark("number") == number and ada.until_turn()
    ada.complaints = [one for one in ada.complaints if "502" not in one]  # nginx had nobody to ask meanwhile
