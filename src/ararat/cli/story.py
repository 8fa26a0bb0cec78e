"""What happened, told in words: one paragraph a turn, as somebody may know it."""

from __future__ import annotations

import textwrap
from itertools import groupby

from rich.text import Text

from ..core.contract import Facts, Json
from ..core.terminal import SEAT_COLOURS, SEAT_SYMBOLS
from ..core.words import Words
from ..match import Match


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
        """The entries of a log as lines; if that is more than `most`, turns are left out: the first
        ones first, and those that concern the reader last."""
        turns = _turns(log)
        told = [self._paragraph(turn, width) for turn in turns]
        concerns = [any(map(self._concerns_you, turn)) for turn in turns]
        if most is not None and sum(map(len, told)) > most:
            while len(told) > 1 and sum(map(len, told)) >= most:
                spare = concerns.index(False) if False in concerns else 0
                told.pop(spare)
                concerns.pop(spare)
            told.insert(0, [Text("…", "dim")])
        return [line for paragraph in told for line in paragraph]

    def _concerns_you(self, entry: Json) -> bool:
        """Whether a move touched the one person at the screen, who did not make it."""
        if self.you is None or entry["seat"] == self.you:
            return False
        events = entry["events"]
        return any(e["audience"] != "all" or self.you in (e.get("seat"), e.get("player")) for e in events)

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
