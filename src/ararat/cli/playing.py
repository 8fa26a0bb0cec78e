"""Playing a match in the terminal: people and bots in turn, until it is over or the people leave."""

from __future__ import annotations

import hashlib
import secrets
import shlex
import time
from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.story import Story
from ..core.terminal import AROUND, SEAT_SYMBOLS, Prose
from ..core.words import Words, plain, preferred_language, words
from ..errors import AraratError, NothingToUndo, UnknownPlayer, shown
from ..games import all_facts
from ..match import Match
from ..players import Player, codes, find, levels, past_for
from . import coaching, files
from .dialogue import Again, Command, Keyboard, Leave
from .rulebook import show_rules
from .screen import Screen
from .seat_names import seat_names
from .thinking import while_shown

YOU = "you"
USUAL = "cat"  # whom a person meets who names nobody
COMMANDS = ("undo", "why", "back", "story", "hint", "rules", "save", "help", "quit")
BOT_PAUSE = 0.7  # seconds that a bot's move stays on the screen before the next one
LEAST_STORY = 2  # lines about what happened, however full the screen
FEW_NOTES = 2  # lines of notes that may push some of the story away; more go on a page of their own


def usual_seats(facts: Facts) -> str:
    """Who sits where if nobody says: one person among bots of the middle level."""
    return ",".join([YOU] + [USUAL] * (facts.usual_players - 1))


def checked_seats(seats: str, spoken: Words) -> list[str]:
    """The codes of who sits where, named by code or in words; UnknownPlayer for whoever there is not."""
    named = {plain(spoken(f"player.{code}")): code for code in [YOU, *codes()]}
    wanted = [named.get(plain(code.strip()), code.strip()) for code in seats.split(",")]
    for code in wanted:
        try:
            if code != YOU:
                find(code)
        except UnknownPlayer:
            raise UnknownPlayer("error.player", given=shown(code), known=", ".join([YOU, *codes()])) from None
    return wanted


class Memory(StrEnum):
    """Whether what everybody has seen stays open, or people have to remember it."""

    open = "open"
    closed = "closed"


class TableTop:
    """A match at this terminal."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        seats: list[str],
        path: Path | None,
        fast: bool,
        lots: int | None = None,
        closed: bool = False,
    ) -> None:
        self.screen = screen
        self.match = match
        self.facts = all_facts()[match.slug]
        if closed and not self.facts.has("memory"):
            raise AraratError("server.nothing-to-remember")
        self.closed = closed  # people have to remember what they have seen
        self.words: Words = words(screen.words.language, self.facts.package)
        self.text: Any = hooks_of(self.facts).text
        self.names = seat_names(seats, self.words)
        self.people = [seat for seat, code in enumerate(seats) if code == YOU]
        self.codes = list(seats)
        you = self.people[0] if len(self.people) == 1 else None
        self.story = Story(self.facts, self.words, self.names, you)
        self.bots: dict[int, Player] = {seat: find(code) for seat, code in enumerate(seats) if code != YOU}
        self.path = path
        self.pause = 0.0 if fast or not screen.interactive else BOT_PAUSE
        self.told = len(match.history)
        self.looking: int | None = None
        self.typed: list[int] = []  # numbers on the table that a person typed ahead
        self.typed_by: int | None = None
        self.seen: dict[int, Json] = {}  # what each person saw at the last decision
        self.lots = secrets.randbits(128) if lots is None else lots
        match.seats = list(seats)
        if self.people and self.bots:
            screen.note(self._who_sits_here())
        if closed:
            screen.note(Prose(self.words("play.memory-closed"), "cyan"))

    def play(self) -> None:
        """Play until the match is over; leaving, however it comes about, saves it."""
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
        except Exception:
            self._leave()
            raise

    def _view(self, seat: int | None) -> Json:
        """What a person is shown."""
        return self.match.closed_view(seat) if self.closed else self.match.view(seat)

    # --- Bots and people ------------------------------------------------------------------------

    def _bot_moves(self, seat: int) -> None:
        bot, view, moves = self.bots[seat], self.match.view(seat), self.match.moves()
        seed = self._bot_seed(len(self.match.history))
        sentence, past = self.words("play.thinking", name=self.names[seat]), past_for(bot.code, self.match)
        self.match.play(while_shown(self.screen, sentence, lambda stop: bot.choose(view, moves, seed, stop, past)))
        if not self.people or (self.pause and len(self.people) == 1):
            self._tell_since(self.people[0] if self.people else None)
            # A bot that goes on need not be waited for as long as one that hands over.
            pause = self.pause / 3 if self.match.turn == seat else self.pause
            time.sleep(pause if self.people else 0)

    def _bot_seed(self, number: int) -> int:
        """What a bot draws lots from: anew for every move, the same if the table was given a seed."""
        return int.from_bytes(hashlib.sha256(f"{self.lots} {number}".encode()).digest()[:4], "big")

    def _person_moves(self, seat: int) -> None:
        self._curtain(seat)
        self._pause(seat)
        drawn = False

        def redraw(lines: int) -> None:
            nonlocal drawn
            if self.screen.interactive or not drawn:
                self._show(seat, lines)
            drawn = True

        if self.typed_by != seat:
            self.typed.clear()
        self.typed_by = seat
        several = len(self.people) > 1 and not self.facts.secrets
        who = f"{SEAT_SYMBOLS[seat]} {self.names[seat]} · " if several else ""
        keyboard = Keyboard(self.screen, self.match, redraw, self.typed, who)
        keyboard.commands = self._commands(keyboard)
        self.screen.ignore_what_was_typed()
        try:
            self.match.play(self.text.choose(self._view(seat), self.words, self.names, keyboard))
        except Again:
            self.typed.clear()
        except AraratError as refused:
            self._warn(refused)

    def _commands(self, keyboard: Keyboard) -> dict[str, Command]:
        """The words that work at every question, in English and in the person's language."""
        done: dict[str, Command] = {
            "undo": self._undo,
            "why": keyboard.why,
            "back": self._back,
            "story": self._tell_story,
            "hint": self._hint,
            "rules": self._rules,
            "save": self._save,
            "help": lambda rest: self._help(),
            "quit": self._quit,
        }
        spoken = {plain(self.words(f"command.{name}")): command for name, command in done.items()}
        return {"?": done["help"], "q": done["quit"], "exit": done["quit"]} | spoken | done

    def _who_sits_here(self) -> Prose:
        """Everybody with their sign, bots with their level."""
        told = []
        for seat, (name, code) in enumerate(zip(self.names, self.codes, strict=True)):
            named = f"{SEAT_SYMBOLS[seat]} {name}"
            level = self.words("page.table-bot", level=self.words(f"player.{code}")) if code in levels() else ""
            told.append(f"{named} ({level})" if level else named)
        return Prose(self.words("play.seats", seats=", ".join(told)), "cyan")

    def _curtain(self, seat: int) -> None:
        """Between two people at one screen: hide what the first one saw."""
        if len(self.people) > 1 and self.looking != seat and self.facts.secrets:
            if self.screen.interactive:
                self.screen.clear(forget=True)
            self.screen.out.print(Text(self.words("play.curtain", name=self.names[seat]), "bold"))
            # A second Enter from the seat before must not open it.
            time.sleep(BOT_PAUSE if self.screen.interactive else 0)
            self.screen.ignore_what_was_typed()
            leaving = {"q", "quit", "exit", plain(self.words("command.quit"))}
            try:
                while answer := self.screen.ask():
                    if plain(answer) in leaving:
                        raise Leave
            except EOFError:
                raise Leave from None
        self.looking = seat

    def _pause(self, seat: int) -> None:
        """Before a person goes on: what must not be missed since the last decision, such as the end of a round."""
        view, before = self._view(seat), self.seen.get(seat)
        self.seen[seat] = view
        if before is not None:
            drawn = self.text.interlude(before, view, self.words, self.names)
            if drawn is not None:
                self.screen.page(drawn)

    # --- What a person sees ---------------------------------------------------------------------

    def _show(self, seat: int, reserved: int) -> None:
        """One screen: what happened since one's last move, the table, room for the question."""
        view = self._view(seat)
        drawn = self.text.draw(view, seat, self.words, self.names)
        listed = "  ".join(self.words(f"command.{command}") for command in COMMANDS)
        commands = Text(self.words("play.commands", words=listed), "dim")
        notes, self.screen.notes = self.screen.notes, []
        height = self.screen.out.height - sum(map(self.screen.height_of, [drawn, commands])) - reserved - 3
        noted = sum(map(self.screen.height_of, notes))
        if self.screen.interactive and noted > max(FEW_NOTES, height - LEAST_STORY):
            self.screen.page(Group(*notes))
            notes, noted = [], 0
        room = max(LEAST_STORY, height - noted) if self.screen.interactive else None
        lines = self.story.lines(self.match.log(seat, self._last_own_move(seat)), self.screen.out.width, room)
        if self.screen.interactive:
            self.screen.clear()
        self.screen.out.print(Rule(Text(self.text.heading(view, self.words), "bold"), style="blue"))
        for line in lines:
            self.screen.out.print(line, no_wrap=True)
        self.screen.out.print()
        self.screen.out.print(drawn)
        self.screen.out.print(commands)
        for note in notes:
            self.screen.out.print(note)
        self.told = len(self.match.history)

    def _last_own_move(self, seat: int) -> int:
        """The number of this seat's last move, what it brought about is news too; or the first that is still told."""
        first = self.match.told_from(seat) if self.closed else 0
        return max([first, *(entry["number"] for entry in self.match.log(seat) if entry["seat"] == seat)])

    def _tell_since(self, seat: int | None) -> None:
        """Tell in words what happened and was not told yet, as a seat may know it."""
        for line in self.story.lines(self.match.log(seat, self.told), self.screen.out.width):
            self.screen.out.print(line, no_wrap=True)
        self.told = len(self.match.history)

    def _finish(self) -> None:
        viewer = self.people[0] if self.people else None
        drawn = self.text.draw(self.match.view(viewer), viewer, self.words, self.names)
        if viewer is not None and self.screen.interactive:
            self.screen.clear()
            room = max(LEAST_STORY, self.screen.out.height - self.screen.height_of(drawn) - AROUND)
            log = self.match.log(viewer, self._last_own_move(viewer))
            for line in self.story.lines(log, self.screen.out.width, room):
                self.screen.out.print(line, no_wrap=True)
        else:
            self._tell_since(viewer)
        self.screen.out.print()
        self.screen.out.print(drawn)
        self.screen.out.print(self.story.victory(self.match.winners))
        if self.path is not None or self.people:
            path = files.write_record(self.match.record(), self._path())
            self.screen.out.print(Prose(self.words("play.finished", path=path)))
            self._print_command("ararat", "replay", str(path))
            self._print_command("ararat", "analyse", str(path))

    def _print_command(self, *arguments: str) -> None:
        """A command on a line of its own, whole, so that it can be copied."""
        if self.words.language != preferred_language():
            arguments = (*arguments, "--language", self.words.language)
        self.screen.out.print(Text("  " + shlex.join(arguments)), soft_wrap=True)

    # --- Commands -------------------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        """Back to this person's last decision, over the moves of bots, if nobody learnt anything since."""
        seat = self.match.turn
        assert seat is not None
        trial = self.match.copy()
        try:
            if len(self.people) == 1:
                trial.take_back(seat)
            else:
                trial.undo()
            while trial.turn != seat:
                if trial.turn in self.people:
                    raise NothingToUndo("error.undo-other")
                trial.undo()
        except AraratError as refused:
            self._warn(refused)
            return
        self.match = trial
        self.told = min(self.told, len(self.match.history))
        raise Again

    def _tell_story(self, rest: str) -> None:
        """All that happened since this person's last move, however long."""
        seat = self.match.turn
        assert seat is not None
        log = self.match.log(seat, self._last_own_move(seat))
        self.screen.page(Group(*self.story.lines(log, self.screen.out.width)))

    def _hint(self, rest: str) -> None:
        self.screen.note(
            coaching.hint(self.screen, self.facts, self.match, self._view(self.match.turn), self.words, self.names)
        )

    def _rules(self, rest: str) -> None:
        nothing = show_rules(self.screen, self.facts, rest)
        if nothing is not None:
            self.screen.note(nothing)

    def _save(self, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self._path()
        try:
            files.check_writable(path, self.path)
            files.write_record(self.match.record(), path)
        except AraratError as problem:
            self._warn(problem)
            return
        self.path = path
        self.screen.note(Text(self.words("play.saved", path=path)))

    def _path(self) -> Path:
        if self.path is None:
            self.path = files.fresh_path(self.match.slug)
        return self.path

    def _help(self) -> None:
        lines = Table.grid(padding=(0, 2))
        for name in COMMANDS:
            lines.add_row(Text(self.words(f"command.{name}"), "bold"), Text(self.words(f"help.{name}")))
        legend = [Prose(self.words("text.legend"), "dim")] if "text.legend" in self.words else []
        self.screen.page(Group(lines, *legend, self._who_sits_here()))

    def _quit(self, rest: str) -> None:
        raise Leave

    def _back(self, rest: str) -> None:
        raise Again

    def _leave(self) -> None:
        """Save the match before leaving, somewhere at all costs, and say where."""
        self.screen.out.print()
        for note in self.screen.notes:
            self.screen.out.print(note)
        if not self.match.history:
            self.screen.out.print(self.words("play.left-early"))
            return
        record = self.match.record()
        path = self._path()
        try:
            files.write_record(record, path)
        except AraratError as problem:
            self._warn(problem)
            path = platformdirs.user_data_path("ararat", ensure_exists=True) / path.name
            files.write_record(record, path)
        self.screen.out.print(self.words("play.left", path=path))
        self._print_command("ararat", "play", "--resume", str(path))

    def _warn(self, problem: AraratError) -> None:
        self.screen.note(Prose(problem.said_in(self.words.language), "yellow"))
