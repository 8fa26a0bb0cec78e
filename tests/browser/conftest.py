"""Browser and server for the tests of the page."""

from __future__ import annotations

from functools import partial

import pytest
from driving import MISSING, Person, Server, browser_path

import lengths
from tools import missing


@pytest.fixture(scope="package")
def browser():
    """One for all of this folder: while it is open, nothing else in this process can run a loop of events of its own.
    The short form paints nothing that it does not look at."""
    path = browser_path()
    if path is None:
        missing(MISSING)
    Person.painted = lengths.LONG
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = Browser(playwright, path)
        yield opened
        opened.now.close()


class Browser:
    """Chromium, opened again if it broke down in the test before."""

    def __init__(self, playwright, path):
        self.launch = partial(playwright.chromium.launch, executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        self.now = self.launch()

    def new_context(self, **more):
        if not self.now.is_connected():
            self.now = self.launch()
        return self.now.new_context(**more)


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
