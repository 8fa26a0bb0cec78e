"""Games on the cores of a Ray cluster, or of a Ray of our own on this machine if none runs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any, Self

from .bout import play
from .contest import BadArena, Bout
from .workers import Work

WAITING = 2  # games that wait for each core


class Cluster:
    """A Ray cluster. Ray itself plays a game again whose process or machine was lost."""

    def __init__(self, cores: int | None = None, work: Work = play) -> None:
        # Ray would report its use, and warn about GPUs that nobody here asks for.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError:
            raise BadArena("arena.no-ray") from None
        self._ray: Any = ray
        self.cores = cores
        self.work = work

    def __enter__(self) -> Self:
        quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            self._ray.init(address="auto", **quiet)
        except ConnectionError:
            self._ray.init(num_cpus=self.cores or os.cpu_count() or 1, include_dashboard=False, **quiet)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ray.shutdown()

    def play(self, bouts: Iterable[Bout]) -> Iterator[tuple[Any, str]]:
        """Play games and give them back as they end."""
        room = WAITING * int(self.cores or self._ray.cluster_resources().get("CPU", 1))
        task = self._ray.remote(self.work)
        coming = iter(bouts)
        going = [task.remote(bout) for bout in islice(coming, room)]
        while going:
            (ended,), going = self._ray.wait(going)
            going += [task.remote(bout) for bout in islice(coming, 1)]
            try:
                yield self._ray.get(ended)
            except self._ray.exceptions.RayTaskError as problem:
                raise problem.cause from None
            except self._ray.exceptions.RayError:
                raise BadArena("arena.died") from None
