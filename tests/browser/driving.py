"""A real browser at a real server: how tests start both, and how they click."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MISSING = "Chromium is missing: install it (sudo apt-get install chromium)."
WAIT = 60_000  # milliseconds; for a machine that is busy
STUCK = 80  # clicks without anything happening at the table
SHORT = 1_500


def browser_path() -> str | None:
    """Where Debian's Chromium is."""
    return os.environ.get("ARARAT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


class Server:
    """`ararat serve` in a process of its own."""

    def __init__(self, folder, port: int = 0, arguments: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.arguments = arguments
        self.start(port)

    def start(self, port: int) -> None:
        command = [sys.executable, "-m", "ararat", "serve", "--port", str(port), "--data", str(self.folder)]
        command += self.arguments
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}
        )
        self.address = next(word for word in self.process.stdout.readline().split() if word.startswith("http"))
        until = time.monotonic() + 600
        while not all(game["ready"] and game["bots"] for game in self.get("/api/health")["games"].values()):
            assert time.monotonic() < until, "the rules are not ready"
            time.sleep(0.1)

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def get(self, path: str):
        with urllib.request.urlopen(self.address.rstrip("/") + path, timeout=30) as answer:
            return json.load(answer)

    def kill(self) -> None:
        """As when the power fails."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        self.process.stdout.close()

    def restart(self) -> None:
        self.start(self.port)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
            self.process.stdout.close()


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser, server, language="en", width=1280, height=800, speed="instant", **more) -> None:
        more.setdefault("reduced_motion", "reduce")
        self.server = server
        self.context = browser.new_context(
            locale={"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}[language],
            viewport={"width": width, "height": height},
            base_url=server.address,
            **more,
        )
        kept = json.dumps(json.dumps({"speed": speed}))
        self.context.add_init_script(f'localStorage.getItem("ararat") ?? localStorage.setItem("ararat", {kept})')
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message) -> None:
        # A lost connection is news for the console, too; the tests that cut it look for it themselves.
        if message.type == "error" and "ERR_CONNECTION" not in message.text and "WebSocket" not in message.text:
            self.complaints.append(message.text)

    def leave(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    # --- Looking ---------------------------------------------------------------------------------

    def mark(self, name: str) -> str | None:
        """What the page says about itself, for tests."""
        return self.page.evaluate("name => document.body.dataset[name] ?? null", name)

    def until(self, condition: str, argument=None) -> None:
        self.page.wait_for_function(condition, arg=argument, timeout=WAIT)

    def until_turn(self) -> bool:
        """Wait until something can be done here; False when the match is over."""
        return self.page.evaluate(TURN, WAIT).get("over") != "true"

    # --- Doing -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Click the element with this key."""
        self.page.locator(f'[data-key="{key}"]').first.click()

    def quick_game(self, slug: str) -> None:
        """Two taps from the first visit to the first move."""
        self.page.goto("/")
        self.press(f"play-{slug}")
        self.page.wait_for_url("**/t/*")

    def quick_game_with(self, slug: str, wanted: str) -> None:
        """A quick game in whose first turn there is such a thing to choose; hardly any deal is without."""
        for _ in range(4):
            self.quick_game(slug)
            assert self.until_turn()
            if self.page.locator(wanted).count():
                return
        raise AssertionError(f"nothing like {wanted} in four deals")

    def set_table(self, slug: str, kinds: list[str], options=()) -> None:
        """Set a table in the lobby: who sits where, and options by key."""
        self.page.goto(f"/new/{slug}")
        self.page.locator(f'[data-key="players-{len(kinds)}"]').check(force=True)
        for seat, kind in enumerate(kinds):
            if kind != "me":
                self.page.locator(f'[data-key="kind-{seat}"]').select_option(kind)
        for key in options:
            option = self.page.locator(f'[data-key="option-{key}"]').first
            if not option.is_visible():
                self.press("more")
            option.check(force=True)
        self.press("go")
        self.page.wait_for_url("**/t/*")

    def play_on(self, lots: random.Random, moves: int | None = None, choose=None) -> bool:
        """Click what is lit until the match is over (True) or so many moves were made; nothing else is clicked."""
        choose = choose or self.click
        made = clicks = 0
        while (before := self.page.evaluate(TURN, WAIT)).get("over") != "true":
            if before.get("active") != "true":
                return False
            choose(lots)
            after = self.page.evaluate(STILL, WAIT)
            clicks += 1
            if after.get("number") != before.get("number"):
                made, clicks = made + 1, 0
                if made == moves:
                    return after.get("over") == "true"
            assert clicks < STUCK, f"nothing happens after {clicks} clicks"
        return True

    def click(self, lots: random.Random) -> None:
        """One click on something lit, by preference on what confirms."""
        place = self.page.evaluate(PICK, [lots.random(), lots.random()])
        if isinstance(place, list):
            self.page.mouse.click(*place)
        elif place == "elsewhere":  # its middle is not on it, as with a crooked shape, or something lies over it
            with contextlib.suppress(Exception):
                self.page.locator("[data-picked]").first.click(timeout=SHORT)
        else:
            self.page.wait_for_timeout(20)

    def tab_and_enter(self, lots: random.Random) -> None:
        """One choice by the keyboard alone: Tab to something lit, then Enter."""
        wanted = lots.randint(1, 6)
        for _ in range(300):
            self.page.keyboard.press("Tab")
            lit, primary = self.page.evaluate(FOCUSED)
            wanted -= lit
            if lit and (wanted <= 0 or (primary and lots.random() < 0.7)):
                self.page.keyboard.press("Enter")
                return
            if self.mark("active") != "true":
                return
        raise AssertionError("Tab never reaches anything that is lit")


WAITING = """async (most) => {
  const until = performance.now() + most;
  const mark = document.body.dataset;
  while (!(CONDITION)) {
    if (performance.now() > until) throw new Error('waited in vain: CONDITION');
    await new Promise((go) => setTimeout(go, 10));
  }
  return { ...mark };
}"""
# Once it is so, what the page says about itself: one question where there would be three.
TURN = WAITING.replace("CONDITION", "mark.active === `true` || mark.over === `true` || mark.curtain")
STILL = WAITING.replace("CONDITION", "!document.querySelector(`.board.busy`)")
PICK = """([first, second]) => {
  for (const old of document.querySelectorAll('[data-picked]')) old.removeAttribute('data-picked');
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll('.board .lit, .bar .lit')].filter(seen);
  const confirming = all.filter((one) => one.matches('.bar .primary'));
  const from = confirming.length && first < 0.8 ? confirming : all;
  const picked = from[Math.floor(second * from.length)];
  picked?.setAttribute('data-picked', '');
  // Somebody with a thumb scrolls until nothing lies over it.
  picked?.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!picked) return null;
  const { left, top, width, height } = picked.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return hit && (picked.contains(hit) || hit.contains(picked) && hit.closest('.lit') === picked) ? [x, y] : 'elsewhere';
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  return [Boolean(one?.matches('.board .lit, .bar .lit')), Boolean(one?.matches('.bar .primary'))];
}"""
