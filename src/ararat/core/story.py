"""What happened, told in words: one paragraph a turn, as somebody may know it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from .contract import Facts, Json
from .hooks import hooks_of
from .terminal import SEAT_COLOURS, SEAT_SYMBOLS
from .words import Words

MARK = "…"  # something was left out here


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
        self._tell = hooks_of(facts).tell
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
        """The moves of one seat in a row and what they brought about, as sentences after its name.

        Moves that begin alike up to a colon and come one after the other are put together.
        """
        said: list[str] = []
        before = ""
        for entry in entries:
            move = self._tell(entry["seat"], entry["move"], self.words, self.names)
            start, colon, rest = move.partition(": ")
            if colon and start == before:
                said[-1] = f"{said[-1].removesuffix('.')}, {rest}"
            else:
                said.append(move[0].upper() + move[1:] if said else move)
            events = [text for event in entry["events"] if (text := self._say_event(event, self.words, self.names))]
            said += events
            before = "" if events else start
        return said

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

    def victory(self, winners: list[int]) -> Text:
        """Who won."""
        if not winners:
            return Text(self.words("play.lost"), "bold")
        if self.you is not None and winners == [self.you]:
            return Text(self.words("play.won-you"), "bold")
        names = self.words.enumerate(self.names[seat] for seat in winners)
        return Text(self.words("play.won", count=len(winners), names=names), "bold")
