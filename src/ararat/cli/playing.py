"""Playing a match in the terminal: people and bots in turn, until it is over or the people leave."""

from __future__ import annotations

import hashlib
import secrets
import time
from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from ..core.contract import Facts
from ..core.terminal import seat_text
from ..core.words import Words, words
from ..errors import AraratError, UnknownPlayer
from ..games import all_facts
from ..match import Match
from ..players import Player, codes, find
from . import files
from .dialogue import Again, Command, Keyboard, Leave
from .rulebook import show_rules
from .screen import Screen

YOU = "you"
BOT_PAUSE = 0.7  # seconds that a bot's move stays on the screen before the next one


def checked_seats(facts: Facts, seats: str) -> list[str]:
    """The codes of who sits where; UnknownPlayer for somebody who does not play this game."""
    wanted = [code.strip() for code in seats.split(",")]
    for code in wanted:
        if code != YOU and (code not in codes() or not find(code).plays(facts.slug)):
            known = ", ".join([YOU, *codes()])
            raise UnknownPlayer("error.player", given=repr(code), known=known)
    return wanted


class Table:
    """A match at this terminal."""

    def __init__(
        self, screen: Screen, match: Match, seats: list[str], path: Path | None, fast: bool, lots: int | None = None
    ) -> None:
        self.screen = screen
        self.match = match
        self.facts = all_facts()[match.slug]
        self.words: Words = words(screen.words.language, self.facts.package)
        self.text: Any = self.facts.module("text")
        self.seats = seats
        self.names = seat_names(seats, self.words)
        self.people = [seat for seat, code in enumerate(seats) if code == YOU]
        self.bots: dict[int, Player] = {seat: find(code) for seat, code in enumerate(seats) if code != YOU}
        self.path = path
        self.pause = 0.0 if fast or not screen.interactive else BOT_PAUSE
        self.told = len(match.history)
        self.looking: int | None = None
        self.lots = secrets.randbits(64) if lots is None else lots
        match.seats = list(seats)

    def play(self) -> None:
        """Play until the match is over; leaving saves it."""
        try:
            while not self.match.over:
                seat = self.match.turn
                assert seat is not None
                if seat in self.bots:
                    self._bot_moves(seat)
                else:
                    self._person_moves(seat)
            self._finish()
        except (KeyboardInterrupt, Leave):
            self._leave()

    # --- Bots and people ------------------------------------------------------------------------

    def _bot_moves(self, seat: int) -> None:
        number = len(self.match.history)
        move = self.bots[seat].choose(self.match.view(seat), self.match.moves(), self._bot_seed(number))
        self.match.play(move)
        if not self.people:
            self._tell_since(None)
        elif self.pause and len(self.people) == 1:
            self._tell_since(self.people[0])
            time.sleep(self.pause)

    def _bot_seed(self, number: int) -> int:
        """What a bot draws lots from: anew for every move, the same if the table was given a seed."""
        return int.from_bytes(hashlib.sha256(f"{self.lots} {number}".encode()).digest()[:4], "big")

    def _person_moves(self, seat: int) -> None:
        self._curtain(seat)
        commands: dict[str, Command] = {
            "undo": self._undo,
            "rules": lambda rest: show_rules(self.screen, self.facts, rest),
            "save": self._save,
            "help": lambda rest: self._help(),
            "?": lambda rest: self._help(),
            "quit": self._quit,
            "q": self._quit,
        }
        keyboard = Keyboard(self.screen, self.match, commands)
        commands["why"] = keyboard.why
        commands["back"] = self._back
        self._show(seat)
        while True:
            try:
                move = self.text.choose(self.match.view(seat), self.words, keyboard)
                self.match.play(move)
                self.told = len(self.match.history)
                return
            except Again:
                if self.match.turn != seat:
                    return
                self._show(seat)
            except AraratError as refused:
                self._warn(refused)

    def _curtain(self, seat: int) -> None:
        """Between two people at one screen: hide what the first one saw."""
        if len(self.people) > 1 and self.looking != seat:
            if self.looking is not None:
                self.screen.out.clear()
            self.screen.out.print(self.words("play.curtain", name=self.names[seat]))
            try:
                self.screen.out.input()
            except EOFError:
                raise Leave from None
            self.told = 0 if self.looking is None else self.told
        self.looking = seat

    # --- What a person sees ---------------------------------------------------------------------

    def _show(self, seat: int) -> None:
        view = self.match.view(seat)
        if self.screen.interactive:
            self.screen.out.clear()
        self.screen.out.print(Rule(Text(self.text.heading(view, self.words), "bold"), style="blue"))
        first = self._since_own_move(seat)
        self._tell(seat, first)
        self.told = len(self.match.history)
        self.screen.out.print(self.text.draw(view, seat, self.words, self.names))
        self.screen.out.print(Text(self.words("play.commands"), "dim"))

    def _since_own_move(self, seat: int) -> int:
        """The number of the first move after this seat's last one."""
        log = self.match.log(seat)
        own = [entry["number"] for entry in log if entry["seat"] == seat]
        return own[-1] + 1 if own else 0

    def _tell_since(self, seat: int | None) -> None:
        self._tell(seat, self.told)
        self.told = len(self.match.history)

    def _tell(self, seat: int | None, first: int) -> None:
        """Tell in words what happened from a move on, as a seat may know it."""
        for entry in self.match.log(seat)[first:]:
            line = seat_text(entry["seat"], self.names[entry["seat"]])
            line.append(f" {self.facts.module('moves').say(entry['move'], self.words)}", "default")
            for event in entry["events"]:
                said = self.facts.module("views").say_event(event, self.words, self.names)
                if said:
                    line.append(f" {said}", "default")
            self.screen.out.print(line)

    def _finish(self) -> None:
        viewer = self.people[0] if self.people else None
        self._tell_since(viewer)
        self.screen.out.print(self.text.draw(self.match.view(viewer), viewer, self.words, self.names))
        winners = self.words.enumerate(self.names[seat] for seat in self.match.winners)
        self.screen.out.print(Text(self.words("play.won", count=len(self.match.winners), names=winners), "bold"))
        if self.path is not None:
            self._save(str(self.path))

    # --- Commands -------------------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        """Back to this person's last decision, if nobody learnt anything since."""
        seat = self.match.turn
        trial = self.match.copy()
        try:
            trial.undo()
            while trial.turn in self.bots:
                trial.undo()
        except AraratError as refused:
            self._warn(refused)
            return
        if trial.turn != seat and len(self.people) == 1:
            return
        self.match = trial
        self.told = min(self.told, len(self.match.history))
        raise Again

    def _save(self, rest: str) -> None:
        try:
            path = files.write_record(self.match.record(), Path(rest) if rest else self._path())
        except AraratError as problem:
            self._warn(problem)
            return
        self.screen.out.print(self.words("play.saved", path=path))

    def _path(self) -> Path:
        if self.path is None:
            self.path = files.fresh_path(self.match.slug)
        return self.path

    def _help(self) -> None:
        for key in ("undo", "why", "back", "rules", "save", "quit"):
            self.screen.out.print(f"  [bold]{key:6}[/]", self.words(f"help.{key}"))

    def _quit(self, rest: str) -> None:
        raise Leave

    def _back(self, rest: str) -> None:
        raise Again

    def _leave(self) -> None:
        """Save the match before leaving, somewhere at all costs, and say where."""
        self.screen.out.print()
        if not self.match.history:
            self.screen.out.print(self.words("play.left-early"))
            return
        import platformdirs

        record = self.match.record()
        path = self._path()
        try:
            files.write_record(record, path)
        except AraratError as problem:
            self._warn(problem)
            path = platformdirs.user_data_path("ararat", ensure_exists=True) / path.name
            files.write_record(record, path)
        self.screen.out.print(self.words("play.left", path=path))

    def _warn(self, problem: AraratError) -> None:
        text = problem.text_in(self.words.language)
        self.screen.out.print(Text(f"{text} ({problem.rule})" if problem.rule else text, "yellow"))


def seat_names(seats: list[str], spoken: Words) -> list[str]:
    """A name for each seat, with a number where several have the same."""
    plain = [spoken(f"player.{code}") if f"player.{code}" in spoken else code for code in seats]
    names = []
    for seat, name in enumerate(plain):
        number = plain[: seat + 1].count(name)
        names.append(f"{name} {number}" if plain.count(name) > 1 else name)
    return names
