"""What happened, told in words: one paragraph a turn, as somebody may know it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.terminal import SEAT_COLOURS, SEAT_SYMBOLS
from ..core.words import Words
from ..match import Match

MARK = "…"  # something was left out here
MOVE = "→"  # a sentence about a move begins so


@dataclass
class Turn:
    """The moves of one seat in a row, and what is said about them."""

    entries: list[Json]
    said: list[str] = field(default_factory=list)
    cut: bool = False


class Story:
    """Tells the log of a match."""

    def __init__(self, facts: Facts, words: Words, names: list[str], you: int | None = None) -> None:
        self.words = words
        self.you = you  # the seat of the only person at the screen
        # No-break spaces hold together what belongs together.
        self.names = [name.replace(" ", "\u00a0") for name in names]
        self._say = hooks_of(facts).say
        self._say_event = hooks_of(facts).say_event

    def lines(self, log: list[Json], width: int, most: int | None = None) -> list[Text]:
        """The entries of a log as lines, one paragraph a turn.

        If that is more than `most`, turns are left out, with a mark where they were: those that do not
        touch the reader, then those that do, then those that told the reader alone something, the oldest
        first. Of the turn that is left the first sentences go, and at last lines from the top.
        """
        turns = [Turn(list(entries)) for _, entries in groupby(log, key=lambda entry: entry["seat"])]
        for turn in turns:
            turn.said = self._said(turn.entries)
        if most is not None:
            order = sorted(turns, key=lambda turn: max(map(self._concern, turn.entries)))
            while order[1:] and len(self._told(turns, width)) > most:
                order.pop(0).said = []
            while order and len(order[0].said) > 1 and len(self._told(turns, width)) > most:
                order[0].said.pop(0)
                order[0].cut = True
        lines = self._told(turns, width)
        if most is None or len(lines) <= most:
            return lines
        return [Text(MARK, "dim"), *lines[1 - most :]] if most > 1 else lines[-1:]

    def _concern(self, entry: Json) -> int:
        """How much a move concerns the one person at the screen: touched by it 1, told something by it alone 2."""
        if self.you is None:
            return 0
        events = entry["events"]
        if any(event["audience"] != "all" for event in events):
            return 2
        return int(entry["seat"] != self.you and any(self.you in (e.get("seat"), e.get("player")) for e in events))

    def _said(self, entries: list[Json]) -> list[str]:
        """The moves of one seat in a row and what they brought about, as sentences."""
        said: list[str] = []
        for entry in entries:
            said.append(self._say(entry["move"], self.words, self.names))
            said += [text for event in entry["events"] if (text := self._say_event(event, self.words, self.names))]
        return _merged(said)

    def _told(self, turns: list[Turn], width: int) -> list[Text]:
        """Turns one after the other, a paragraph each; a mark stands where some were left out."""
        lines: list[Text] = []
        left_out = False
        for turn in turns:
            if turn.said:
                lines += self._paragraph(turn, width, f"{MARK} " if left_out else "")
            left_out = not turn.said
        return [*lines, Text(MARK, "dim")] if left_out else lines

    def _paragraph(self, turn: Turn, width: int, before: str) -> list[Text]:
        seat = turn.entries[0]["seat"]
        who = f"{SEAT_SYMBOLS[seat]}\u00a0{self.names[seat]}"
        said = before + " ".join([who, *([MARK] if turn.cut else []), *turn.said])
        told = [Text(line) for line in textwrap.wrap(said, max(20, width - 2), subsequent_indent="    ")]
        told[0].stylize(f"bold {SEAT_COLOURS[seat]}", len(before), len(before) + len(who))
        return told

    def victory(self, match: Match) -> Text:
        """Who won."""
        if not match.winners:
            return Text(self.words("play.lost"), "bold")
        if self.you is not None and match.winners == [self.you]:
            return Text(self.words("play.won-you"), "bold")
        winners = self.words.enumerate(self.names[seat] for seat in match.winners)
        return Text(self.words("play.won", count=len(match.winners), names=winners), "bold")


def _merged(said: list[str]) -> list[str]:
    """Sentences, those that begin alike up to a colon and come one after the other put together."""
    merged: list[str] = []
    for sentence in said:
        start, colon, rest = sentence.partition(": ")
        if colon and start.startswith(MOVE) and merged and merged[-1].startswith(start + colon):
            merged[-1] = f"{merged[-1].removesuffix('.')}, {rest}"
        else:
            merged.append(sentence)
    return merged


def seat_names(seats: list[str], spoken: Words) -> list[str]:
    """A name for each seat, with a number where several have the same."""
    several = seats.count("you") > 1
    plain = []
    for code in seats:
        key = "player.person" if code == "you" and several else f"player.{code}"
        plain.append(spoken(key) if key in spoken else code)
    names = []
    for seat, name in enumerate(plain):
        number = plain[: seat + 1].count(name)
        names.append(f"{name} {number}" if plain.count(name) > 1 else name)
    return names
