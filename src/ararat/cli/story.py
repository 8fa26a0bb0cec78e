"""What happened, told in words: one paragraph a turn, as somebody may know it."""

from __future__ import annotations

import textwrap
from itertools import groupby

from rich.text import Text

from ..core.contract import Facts, Json
from ..core.terminal import SEAT_COLOURS, SEAT_SYMBOLS
from ..core.words import Words
from ..match import Match

MARK = Text("…", "dim")


class Story:
    """Tells the log of a match."""

    def __init__(self, facts: Facts, words: Words, names: list[str], you: int | None = None) -> None:
        self.words = words
        self.you = you  # the seat of the only person at the screen
        # No-break spaces hold together what belongs together.
        self.names = [name.replace(" ", "\u00a0") for name in names]
        self._say = facts.module("moves").say
        self._say_event = facts.module("views").say_event

    def lines(self, log: list[Json], width: int, most: int | None = None) -> list[Text]:
        """The entries of a log as lines, one paragraph a turn.

        If that is more than `most`, turns are left out, with a mark where they were: first those that
        do not touch the reader, then those that do, the oldest first; at last lines from the top.
        """
        turns = _turns(log)
        told: list[list[Text] | None] = [self._paragraph(turn, width) for turn in turns]
        if most is not None:
            order = sorted(range(len(turns)), key=lambda n: max(map(self._concern, turns[n])))
            while order[1:] and len(_with_marks(told)) > most:
                told[order.pop(0)] = None
        lines = _with_marks(told)
        return lines if most is None or len(lines) <= most else [MARK, *lines[1 - most :]][:most]

    def _concern(self, entry: Json) -> int:
        """How much a move concerns the one person at the screen: touched by it 1, made by them 2."""
        if self.you is None:
            return 0
        if entry["seat"] == self.you:
            return 2
        events = entry["events"]
        return int(any(e["audience"] != "all" or self.you in (e.get("seat"), e.get("player")) for e in events))

    def _paragraph(self, turn: list[Json], width: int) -> list[Text]:
        """The moves of one seat in a row, as lines."""
        seat = turn[0]["seat"]
        who = f"{SEAT_SYMBOLS[seat]}\u00a0{self.names[seat]}"
        said = []
        for entry in turn:
            said.append(self._say(entry["move"], self.words, self.names))
            said += [text for event in entry["events"] if (text := self._say_event(event, self.words, self.names))]
        wrapped = textwrap.wrap(f"{who} {' '.join(said)}", max(20, width - 2), subsequent_indent="    ")
        told = [Text(line) for line in wrapped]
        told[0].stylize(f"bold {SEAT_COLOURS[seat]}", 0, len(who))
        return told

    def victory(self, match: Match) -> Text:
        """Who won."""
        if not match.winners:
            return Text(self.words("play.lost"), "bold")
        if self.you is not None and match.winners == [self.you]:
            return Text(self.words("play.won-you"), "bold")
        winners = self.words.enumerate(self.names[seat] for seat in match.winners)
        return Text(self.words("play.won", count=len(match.winners), names=winners), "bold")


def _with_marks(told: list[list[Text] | None]) -> list[Text]:
    """Paragraphs one after the other; a mark stands where some were left out."""
    lines: list[Text] = []
    for paragraph in told:
        if paragraph is not None:
            lines += paragraph
        elif not lines or lines[-1] is not MARK:
            lines.append(MARK)
    return lines


def _turns(log: list[Json]) -> list[list[Json]]:
    """The entries of a log, those that one seat made in a row together."""
    return [list(turn) for _, turn in groupby(log, key=lambda entry: entry["seat"])]


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
