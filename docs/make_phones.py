"""Writes docs/phones.md: whole matches by touch on three phones, and what was seen of every decision.

All games, or those that are named: `python docs/make_phones.py noah`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import ararat
from ararat.games import all_facts

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))
from driving import MISSING, Server, browser_path
from measuring import SIZES, Measured, Phone, begun

PAGE = Path(__file__).with_name("phones.md")
SEED = 19
HEAD = """# Phones

A whole match of each game between a person and a bot (the smallest table), in Chromium with touch. Before each tap
the page was measured (`tests/browser/measure.js`): *decisions* are the moments at which something was lit, a choice
of several parts being several of them; *in the window* is the share of lit targets that a finger reaches without
scrolling the page, over all decisions (one that is moved to inside an open tray counts); *smallest target* is the
shorter side, in pixels, of the smallest thing that could be pressed, lit or not; *faults* are the kinds of things
that should not be: a page larger than its window, a question out of sight, less than nine in ten lit targets in the
window, a target under 40 pixels, letters under 12. `make phones` plays them anew.

| game | phone | decisions | lit targets | in the window | smallest target | faults |
|---|---|---|---|---|---|---|
"""


def row(slug: str, size: str, found: Measured) -> str:
    share = found.seen / max(1, found.lit)
    cells = [slug, size, found.decisions, found.lit, f"{share:.1%}", f"{found.smallest:.0f}", len(set(found.faults))]
    return f"| {' | '.join(map(str, cells))} |"


def kept_rows() -> dict[tuple[str, str], str]:
    """The rows of the page as it stands."""
    lines = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
    rows = [line for line in lines if any(f"| {size} |" in line for size in SIZES)]
    return {(cells[0], cells[1]): line for line in rows for cells in [[cell.strip() for cell in line.split("|")[1:-1]]]}


def main(games: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    path = browser_path()
    if path is None:
        sys.exit(MISSING)
    rows = kept_rows()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(folder)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            for slug in games:
                for size in SIZES:
                    phone = Phone(browser, server, size)
                    phone.sit_down(slug, begun(slug, max(2, all_facts()[slug].players[0]), 0, SEED))
                    phone.play_on(random.Random(SEED), choose=phone.tap)
                    phone.leave()
                    rows[slug, size] = row(slug, size, phone.measured)
                    print(rows[slug, size], *sorted(set(phone.measured.faults)), sep="\n  ", flush=True)
                    known = [rows[key] for key in sorted(rows)]
                    PAGE.write_text(HEAD + "\n".join(known) + "\n", "utf-8")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:] or list(ararat.games()))
