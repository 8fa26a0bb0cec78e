"""Browser and server for the tests of the page."""

from __future__ import annotations

import pytest
from driving import MISSING, Person, Server, browser_path

from tools import missing


@pytest.fixture(scope="session")
def browser():
    path = browser_path()
    if path is None:
        missing(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture
def come(browser, server):
    """Somebody comes with a browser: `come(language="fr", width=360)`; all leave without complaints."""
    there = []

    def person(at=None, **more):
        there.append(Person(browser, at or server, **more))
        return there[-1]

    yield person
    for one in there:
        one.leave()
