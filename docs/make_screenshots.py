"""Takes the pictures of docs/screenshots: the lobby and every board in mid-game, on a desk and on a phone.

Each board is a match that greedy bots played half through; the rest is as people see it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import ararat

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))
from driving import MISSING, Person, Server, browser_path, table_from
from measuring import SEAT

FOLDER = Path(__file__).parent / "screenshots"
SIZES = {"desktop": (1280, 800, 1), "phone": (360, 740, 1.5)}
SEED = 11


def halfway(slug: str) -> dict:
    """The record of a match half played, with the first seat in turn."""
    game, bot = ararat.game(slug), ararat.player("greedy")
    players = game.facts.usual_players
    whole = game.start(players=players, seed=SEED)
    turns = []
    while not whole.over:
        turns.append((whole.turn, whole.view(SEAT)["phase"]))
        whole.play(bot.choose(whole.view(whole.turn), whole.moves(), len(turns)))
    phases = [phase for seat, phase in turns if seat == SEAT]
    usual = max(set(phases), key=phases.count)
    half = next(n for n in range(len(turns) * 55 // 100, len(turns)) if turns[n] == (SEAT, usual))
    match = game.start(players=players, seed=SEED)
    for move in whole.history[:half]:
        match.play(move)
    return match.record()


def take(browser, server: Server, path: str, name: str, size: str, theme: str, kept: dict) -> None:
    width, height, scale = SIZES[size]
    person = Person(browser, server, width=width, height=height, device_scale_factor=scale, color_scheme=theme)
    storage = json.dumps(json.dumps({"speed": "instant", "theme": theme} | kept))
    person.context.add_init_script(f'localStorage.setItem("ararat", {storage})')
    person.page.goto(path)
    if path != "/":
        person.until("() => document.body.dataset.active === 'true'")
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(800)
    person.page.screenshot(path=FOLDER / f"{name}-{size}{'-dark' if theme == 'dark' else ''}.png")
    person.leave()
    print(f"{name} {size} {theme}")


def main() -> None:
    from playwright.sync_api import sync_playwright

    path = browser_path()
    if path is None:
        sys.exit(MISSING)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(folder)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            for size in SIZES:
                take(browser, server, "/", "lobby", size, "light", {})
            for slug in ararat.games():
                kept = table_from(server, halfway(slug))
                for size in SIZES:
                    for theme in ("light", "dark"):
                        take(browser, server, f"/t/{kept['table']}", slug, size, theme, {"tables": [kept]})
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
