"""Thinking that a person waits for: it is seen when it takes long, and Ctrl-C need not wait for its end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

from rich.progress import BarColumn, Progress, TextColumn

from ..core.contract import Facts
from ..core.kernels import FOR_A_MATCH
from ..players.searchers import kernels_of
from .screen import Screen

PATIENCE = 0.3  # seconds that nobody needs to be told about
TICK = 0.05  # seconds between two looks at the clock

Answer = TypeVar("Answer")
Stop = Callable[[], bool]


class Thinking(Generic[Answer]):
    """Some thinking in a thread of its own, which is asked to stop by what it is given."""

    def __init__(self, work: Callable[[Stop], Answer]) -> None:
        self._work = work
        self._enough = threading.Event()
        self._answer: Any = None
        self._problem: BaseException | None = None
        self._done = threading.Event()  # a thread whose `join` is interrupted passes for ended
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._answer = self._work(self._enough.is_set)
        except BaseException as problem:  # it is raised where somebody waits
            self._problem = problem
        finally:
            self._done.set()

    def wait(self, seconds: float = float("inf"), look: Callable[[], None] | None = None) -> bool:
        """Wait for so long, looking up now and then; whether it is done."""
        until = time.monotonic() + seconds
        while not self._done.wait(TICK) and time.monotonic() < until:
            if look:
                look()
        return self._done.is_set()

    def stop(self) -> None:
        """Ask it to come to an end with what it has."""
        self._enough.set()

    def answer(self) -> Answer:
        """What came of it, once it is done."""
        self.wait()
        if self._problem is not None:
            raise self._problem
        return self._answer  # type: ignore[no-any-return]


def kernels_for(facts: Facts, codes: Collection[str], seats: int | None = None) -> tuple[str, ...]:
    """What has to be compiled before a match with these players, at so many seats or any number of them; their nets
    must be of this game."""
    return (*FOR_A_MATCH, *dict.fromkeys(name for code in codes for name in kernels_of(code, facts, seats)))


def while_shown(screen: Screen, sentence: str, work: Callable[[Stop], Answer]) -> Answer:
    """Think, and say who thinks if it takes long; Ctrl-C stops it at once."""
    thinking = Thinking(work)
    try:
        if not thinking.wait(PATIENCE):
            shown: AbstractContextManager[Any] = nullcontext()
            if screen.out.is_terminal:
                shown = screen.out.status(sentence, spinner_style="dim")
            with shown:
                thinking.wait()
    finally:
        thinking.stop()
    return thinking.answer()


def up_to(screen: Screen, seconds: float, sentence: str, work: Callable[[Stop], Answer]) -> Answer:
    """Think for about so long, with a bar; Ctrl-C ends it with what it has, a second one leaves."""
    thinking = Thinking(work)
    columns = (TextColumn("{task.description}"), BarColumn(20))
    hidden = not screen.errors.is_terminal
    try:
        with Progress(*columns, console=screen.errors, transient=True, disable=hidden) as bar:
            task = bar.add_task(sentence, total=seconds)
            begin = time.monotonic()
            thinking.wait(look=lambda: bar.update(task, completed=time.monotonic() - begin))
    except KeyboardInterrupt:
        thinking.stop()
    return thinking.answer()
