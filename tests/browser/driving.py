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
from collections.abc import Iterator

from ararat.games import all_facts
from ararat.players import levels

# The first is the engine of the second without its windows, which nobody sees here and which cost a sixth of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = "Chromium is missing: install it (sudo apt-get install chromium)."
WAIT = 180_000  # milliseconds; for a machine that is busy
STUCK = 80  # clicks without anything happening at the table
SHORT = 1_500
LATE = 6_000  # milliseconds after which nothing more comes of what was done
ENDING = 120  # seconds in which a server ends that was told to
# For whoever looks for races: a browser so many times slower, which hears and says everything up to so many thousandths
# of a second late, each time another number of them.
SLOWER = 6
SHAKEN = int(os.environ.get("ARARAT_SHAKE", "0"))
NAMES = ["Ada", "Bruno", "Chiara", "Dédé", "Élise"]
QUICKEST = levels()[0]  # of the bots: whether they play well is tested elsewhere


def browser_path() -> str | None:
    """Where Debian's Chromium is."""
    return os.environ.get("ARARAT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


class Server:
    """`ararat serve` in a process of its own; bots load what they think with when they are first asked, as many servers
    here end before."""

    def __init__(self, folder, port: int = 0, arguments: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.arguments = arguments
        self.start(port)
        self.until_ready()

    def start(self, port: int) -> None:
        """Start it; it is there at once, and whoever comes to a table waits for its rules there."""
        command = [sys.executable, "-m", "ararat", "serve", "--port", str(port), "--data", str(self.folder)]
        surroundings = {**os.environ, "COLUMNS": "200", "ARARAT_BOT": QUICKEST, "ARARAT_LAZY": "1"}
        self.process = subprocess.Popen(
            [*command, *self.arguments], stdout=subprocess.PIPE, text=True, env=surroundings
        )
        self.address = next(word for word in self.process.stdout.readline().split() if word.startswith("http"))

    def until_ready(self) -> None:
        """Wait for the rules of all games."""
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
        self.process.wait(ENDING)
        self.process.stdout.close()

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        if self.running:
            self.process.terminate()
            self.process.wait(ENDING)
            self.process.stdout.close()


def table_from(server: Server, record: dict) -> dict:
    """A table that goes on from a record, as a browser keeps it that has the first seat."""
    return laid(server, record["game"], record["players"], record=record, as_it_was=True)


def smallest_table(server: Server, slug: str, seat: int = 0) -> dict:
    return laid(server, slug, max(2, all_facts()[slug].players[0]), seat, game=slug)


def laid(server: Server, slug: str, players: int, mine: int = 0, **setup) -> dict:
    seats = [{"kind": "me" if seat == mine else "bot", "name": NAMES[seat]} for seat in range(players)]
    body = json.dumps({**setup, "seats": seats}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{server.address}api/tables", body)) as answer:
        told = json.load(answer)
    held = [{"seat": seat["seat"], "token": seat["token"], "name": NAMES[mine], "kind": "me"} for seat in told["seats"]]
    return {"table": told["table"], "game": slug, "seats": held, "created": 0}


class Person:
    """Somebody with a browser of their own."""

    painted = True  # what nobody looks at need not be: that is half of a browser's work

    def __init__(
        self, browser, server, language="en", width=1280, height=800, speed="instant", sound="off", **more
    ) -> None:
        more.setdefault("reduced_motion", "reduce")
        self.server = server
        self.context = browser.new_context(
            locale={"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}[language],
            viewport={"width": width, "height": height},
            base_url=server.address,
            **more,
        )
        kept = json.dumps(json.dumps({"speed": speed, "sound": sound}))
        self.context.add_init_script(f'localStorage.getItem("ararat") ?? localStorage.setItem("ararat", {kept})')
        if not self.painted:
            self.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {PAINT}(false); }})")
        if SHAKEN:
            self.context.add_init_script(SHAKE.replace("SHAKEN", str(SHAKEN)))
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        if SHAKEN:
            self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
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

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """What is on the page now is painted, too."""
        self.page.evaluate(PAINT, True)
        yield
        self.page.evaluate(PAINT, self.painted)

    def mark(self, name: str) -> str | None:
        """What the page says about itself, for tests."""
        return self.page.evaluate("name => document.body.dataset[name] ?? null", name)

    def until(self, condition: str, argument=None) -> None:
        self.page.wait_for_function(condition, arg=argument, timeout=WAIT)

    def comes(self, condition: str) -> bool:
        """Whether something comes to be so in a while, where it need not."""
        return self.page.evaluate(COMES.replace("CONDITION", condition), LATE)

    def until_marked(self, **marks: str) -> None:
        """Wait until the page says so about itself: what comes to it is told in several places, one after the other."""
        self.until("marks => Object.entries(marks).every(([name, one]) => document.body.dataset[name] === one)", marks)

    def until_turn(self) -> bool:
        """Wait until something can be done here; False when the match is over."""
        return self.page.evaluate(TURN, WAIT).get("over") != "true"

    # --- Doing -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Click the element with this key."""
        self.page.locator(f'[data-key="{key}"]').first.click()

    def sit_down(self, slug: str, record: dict | None = None, seat: int = 0) -> None:
        """Come past the lobby to a table with a seat of one's own: the smallest, or one that goes on from a record."""
        table = table_from(self.server, record) if record else smallest_table(self.server, slug, seat)
        self.context.add_init_script(KEEP.replace("TABLE", json.dumps(table)))
        self.page.goto(f"/t/{table['table']}")

    def sit_down_with(self, slug: str, wanted: str) -> None:
        """A table in whose first turn there is such a thing to choose; hardly any deal is without."""
        for _ in range(4):
            self.sit_down(slug)
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

    def let_a_bot_end_it(self) -> None:
        """A bot plays the rest of the match in one's place."""
        assert self.until_turn()
        self.press("tab-table")
        self.press("stand-in-me")
        self.until("() => document.body.dataset.over === 'true'")

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


# All of the page can be had without being seen: its places and sizes, clicks, what is read aloud.
PAINT = "((painted) => { document.documentElement.style.opacity = painted ? '' : '0'; })"
WAITING = """async (most) => {
  const until = performance.now() + most;
  const mark = document.body.dataset;
  while (!(CONDITION)) {
    if (performance.now() > until) throw new Error('waited in vain: CONDITION');
    await new Promise((go) => setTimeout(go, 10));
  }
  return { ...mark };
}"""
COMES = """async (most) => {
  const until = performance.now() + most;
  while (!(CONDITION)) {
    if (performance.now() > until) return false;
    await new Promise((go) => setTimeout(go, 10));
  }
  return true;
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
ALL_DRAWN = """() => [...document.querySelectorAll('.animal, .sign')].every((one) => {
  if (one.matches('img')) return one.naturalWidth > 0;
  return one.matches('image') ? one.href.baseVal.startsWith('data:') : one.childElementCount > 0;
})"""
# Put a table among those that the browser remembers, once.
KEEP = """{
  const table = TABLE;
  const kept = JSON.parse(localStorage.getItem('ararat') ?? '{}');
  const tables = kept.tables ?? [];
  if (!tables.some((one) => one.table === table.table))
    localStorage.setItem('ararat', JSON.stringify({ ...kept, tables: [table, ...tables] }));
}"""
# Messages come in their order, but late; so do answers to requests, in any order.
SHAKE = """{
  const late = () => new Promise((go) => setTimeout(go, SHAKEN * Math.random()));
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      let before = Promise.resolve();
      for (const kind of ['open', 'message', 'close'])
        this.addEventListener(kind, (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          const { data, code, reason, wasClean } = event;
          before = before.then(late).then(() => this.dispatchEvent(
            new event.constructor(kind, { data, code, reason, wasClean })));
        });
    }
  };
  const { fetch } = window;
  window.fetch = async (...given) => {
    await late();
    const answer = await fetch(...given);
    await late();
    return answer;
  };
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  return [Boolean(one?.matches('.board .lit, .bar .lit')), Boolean(one?.matches('.bar .primary'))];
}"""
