"""The screen: where the command line writes, in the person's language."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from ..core.contract import Facts
from ..core.engine import engine_of
from ..core.kernels import FOR_A_MATCH
from ..core.words import Words, words

FORGET_WHAT_SCROLLED = "\x1b[3J"


class Screen:
    """Two consoles and a language. Whatever is printed is plain text: nobody's words are markup."""

    def __init__(self, spoken: Words) -> None:
        for stream in (sys.stdout, sys.stderr):
            # An old terminal that can't show an animal shows a question mark, and goes on.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.words = spoken
        plain: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False}
        self.out = Console(**plain)
        self.notes: list[RenderableType] = []
        self.ahead = ""  # what was typed where only Enter was asked for
        self.errors = Console(stderr=True, soft_wrap=True, **plain)

    @property
    def interactive(self) -> bool:
        """Whether a person sits at this terminal."""
        return self.out.is_terminal and sys.stdin.isatty()

    def complain(self, sentence: str) -> None:
        """One sentence about what went wrong."""
        self.errors.print(sentence, style="red")

    def clear(self, forget: bool = False) -> None:
        """An empty screen; `forget`: what scrolled away can't be scrolled back to either."""
        if self.out.is_dumb_terminal:
            self.out.print("\n" * self.out.height)
        else:
            self.out.clear()
            if forget:
                self.out.file.write(FORGET_WHAT_SCROLLED)
                self.out.file.flush()

    def ask(self, prompt: str = "› ") -> str:
        """A line from the keyboard; EOFError when it is gone."""
        return self.out.input(Text(prompt, "bold")).strip()

    def ignore_what_was_typed(self) -> None:
        """Forget keys that were pressed before a question stood on the screen."""
        if self.interactive:
            try:
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)
            except (ImportError, OSError):
                pass

    def note(self, said: RenderableType) -> None:
        """Say something beside the question: on the next drawing of the table, or at once on paper."""
        if self.interactive:
            self.notes.append(said)
        else:
            self.out.print(said)

    def page(self, drawn: RenderableType) -> None:
        """Show something long, a screen at a time, until the person has read it."""
        if not self.interactive:
            self.out.print(drawn)
            return
        with self.out.capture() as captured:
            self.out.print(drawn)
        lines = captured.get().splitlines()
        room = max(5, self.out.height - 2)
        self.clear()
        for first in range(0, len(lines), room):
            self.out.file.write("\n".join(lines[first : first + room]) + "\n")
            last = first + room >= len(lines)
            try:
                typed = self.ask(self.words("page.last" if last else "page.more") + " › ")
            except EOFError:
                return
            if typed:
                self.ahead = typed if last and typed != "q" else ""
                return

    def height_of(self, drawn: RenderableType) -> int:
        """How many lines something takes on this screen."""
        return len(self.out.render_lines(drawn, pad=False))

    def prepare(self, facts: Facts, names: tuple[str, ...] = tuple(FOR_A_MATCH)) -> None:
        """Compile the rules of a game, with a progress bar if that takes long."""
        engine = engine_of(facts)
        if engine.is_prepared(names):
            engine.prepare(names)
            return
        title = words(self.words.language, facts.package)("name")
        with self.progress(self.words("cli.compiling", name=title), len(names)) as step:
            engine.prepare(names, lambda done, total: step(done))

    @contextmanager
    def progress(self, sentence: str, total: int) -> Iterator[Callable[[int], None]]:
        """A progress bar under a sentence; yields a function that takes how much is done."""
        self.errors.print(sentence)
        columns = (BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
        with Progress(*columns, console=self.errors, transient=self.errors.is_terminal) as bar:
            task = bar.add_task("", total=total)
            yield lambda done: bar.update(task, completed=done, refresh=True)
