"""Who plays the many games of the arena, and how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
from rich.progress import ProgressColumn as Column
from rich.text import Text

from ..core.words import Words
from .screen import Screen
from .thinking import kernels_for


class Where(StrEnum):
    """Whose cores play."""

    here = "here"
    ray = "ray"


class Pace(Column):
    """Games a second."""

    def __init__(self, say: Words) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        from ..arena.report import number_in

        speed = task.finished_speed or task.speed
        return Text("" if speed is None else self.say("arena.pace", pace=number_in(self.say.language, speed)))


def workers(cores: int | None, on: Where, work: Any = None) -> Any:
    """Whoever plays the games, and does whatever `work` says beside it."""
    from ..arena.bout import play

    if on is Where.ray:
        from ..arena.cluster import Cluster

        return Cluster(cores, work or play)
    from ..arena.workers import Processes

    return Processes(cores, work or play)


def prepare(screen: Screen, contest: Any) -> None:
    """Compile what the games need once, before every process would."""
    screen.prepare(contest.facts, kernels_for(contest.facts, contest.players, contest.seats))


@contextmanager
def progress(screen: Screen, total: int, done: int, games: bool = True) -> Iterator[Callable[[int], None]]:
    """A bar with games done, games a second and the time left; yields a function that takes how many more are done."""
    pace = (Pace(screen.words), TextColumn("·")) if games else ()
    columns = (BarColumn(), MofNCompleteColumn(), *pace, TimeRemainingColumn())
    console, transient = screen.errors, screen.errors.is_terminal
    with Progress(*columns, console=console, transient=transient, speed_estimate_period=60) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda more: bar.advance(task, more)
