"""The screen: where the command line writes, in the person's language."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..core.contract import Facts
from ..core.engine import engine_of
from ..core.kernels import FOR_A_MATCH
from ..core.words import Words


class Screen:
    """Two consoles and a language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.out = Console(highlight=False)
        self.errors = Console(stderr=True, highlight=False, soft_wrap=True)

    @property
    def interactive(self) -> bool:
        """Whether a person sits at this terminal."""
        return self.out.is_terminal and sys.stdin.isatty()

    def complain(self, sentence: str) -> None:
        """One sentence about what went wrong."""
        self.errors.print(sentence, style="red", markup=False)

    def prepare(self, facts: Facts, names: tuple[str, ...] = tuple(FOR_A_MATCH)) -> None:
        """Compile the rules of a game, with a progress bar if that takes long."""
        engine = engine_of(facts)
        if engine.is_prepared(names):
            engine.prepare(names)
            return
        with self.progress(self.words("cli.compiling", name=facts.name), len(names)) as step:
            engine.prepare(names, lambda done, total: step(done))

    @contextmanager
    def progress(self, sentence: str, total: int) -> Iterator[Callable[[int], None]]:
        """A progress bar under a sentence; yields a function that takes how much is done."""
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=self.errors, transient=self.errors.is_terminal) as bar:
            task = bar.add_task(sentence, total=total)
            yield lambda done: bar.update(task, completed=done, refresh=True)
