"""A match on a phone, by touch: what is seen of every decision, and how large what can be pressed is."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from driving import Person

import ararat

SIZES = {"360x640": (360, 640), "390x844": (390, 844), "844x390": (844, 390)}
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8").partition("\n")[2]
SEAT = 0
SHARE = 0.9  # of what is lit that must be in the window


@dataclass
class Measured:
    """What was seen of a match."""

    decisions: int = 0  # moments at which something was lit: a choice of several parts is several of them
    lit: int = 0
    seen: int = 0
    smallest: float = float("inf")
    faults: list[str] = field(default_factory=list)

    def add(self, now: dict) -> None:
        self.decisions += 1
        self.lit += now["lit"]
        self.seen += now["reached"]
        self.smallest = min(self.smallest, now["smallest"])
        if not now["fits"]:
            self.faults.append(f"the page is {now['size']}")
        if not now["question"]:
            self.faults.append("the question is out of sight")
        if now["reached"] < SHARE * now["lit"]:
            self.faults.append(f"{now['seen']} of {now['lit']} lit are seen; not {now['unseen'][:6]}")
        self.faults += [f"{name} is {width} by {height}" for name, width, height in now["small"]]
        self.faults += [f"{text!r} has letters of {size}" for text, size in now["faint"]]


class Phone(Person):
    """Somebody with a phone, who taps what is lit and measures before each tap."""

    painted = True  # what can't be seen is measured as not there

    def __init__(self, browser, server, size: str, **more) -> None:
        width, height = SIZES[size]
        super().__init__(browser, server, width=width, height=height, has_touch=True, is_mobile=True, **more)
        self.measured = Measured()

    def tap(self, lots: random.Random) -> None:
        """One tap on something lit, by preference on what confirms."""
        now = self.page.evaluate(MEASURE)
        if not now["lit"]:
            self.page.wait_for_timeout(20)
            return
        self.measured.add(now)
        confirming = [one for one in now["places"] if one["confirms"]]
        places = confirming if confirming and lots.random() < 0.8 else now["places"]
        if places:
            self.page.touchscreen.tap(*lots.choice(places)["place"])


def begun(slug: str, players: int, part: float, seed: int) -> dict:
    """The record of a match that greedy bots played so far, with the first seat in turn."""
    game, bot = ararat.game(slug), ararat.player("greedy")
    whole = game.start(players=players, seed=seed)
    turns = []
    while not whole.over:
        turns.append(whole.turn)
        whole.play(bot.choose(whole.view(whole.turn), whole.moves(), len(turns)))
    wanted = int(len(turns) * part)
    at = next((n for n in range(wanted, len(turns)) if turns[n] == SEAT), turns.index(SEAT))
    match = game.start(players=players, seed=seed)
    for move in whole.history[:at]:
        match.play(move)
    return match.record()
