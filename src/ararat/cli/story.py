"""What happened, told in words: one paragraph a move, as somebody may know it."""

from __future__ import annotations

import textwrap

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
        self.names = names
        self._say = facts.module("moves").say
        self._say_event = facts.module("views").say_event

    def lines(self, log: list[Json], width: int, most: int | None = None) -> list[Text]:
        """The entries of a log as lines; if that is more than `most`, the first entries are left out."""
        paragraphs = self._paragraphs(log, width)
        if most is not None and sum(map(len, paragraphs)) > most:
            while len(paragraphs) > 1 and sum(map(len, paragraphs)) >= most:
                paragraphs.pop(0)
            paragraphs.insert(0, [Text("…", "dim")])
        return [line for paragraph in paragraphs for line in paragraph]

    def _paragraphs(self, log: list[Json], width: int) -> list[list[Text]]:
        """One paragraph a move; no-break spaces hold together what belongs together."""
        paragraphs: list[list[Text]] = []
        for entry in log:
            seat = entry["seat"]
            who = f"{SEAT_SYMBOLS[seat]} {self.names[seat]}".replace(" ", "\u00a0")
            said = [self._say(entry["move"], self.words, self.names)]
            said += [text for event in entry["events"] if (text := self._say_event(event, self.words, self.names))]
            wrapped = textwrap.wrap(f"{who} {' '.join(said)}", max(20, width - 2), subsequent_indent="    ")
            told = [Text(line) for line in wrapped]
            told[0].stylize(f"bold {SEAT_COLOURS[seat]}", 0, len(who))
            paragraphs.append(told)
        return paragraphs

    def victory(self, match: Match) -> Text:
        """Who won."""
        if not match.winners:
            return Text(self.words("play.lost"), "bold")
        if self.you is not None and match.winners == [self.you]:
            return Text(self.words("play.won-you"), "bold")
        winners = self.words.enumerate(self.names[seat] for seat in match.winners)
        return Text(self.words("play.won", count=len(match.winners), names=winners), "bold")


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
