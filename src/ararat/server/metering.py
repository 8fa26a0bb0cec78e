"""Counting answers, and telling Prometheus all numbers."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .front import FORWARDED_FOR, is_here
from .hall import Hall
from .metrics import ANSWERING, REGISTRY, TABLES, VISITORS, Numbers, Together, numbers
from .refusals import Declined

OfAll = Callable[[], Awaitable[dict[str, Numbers]]]


class Metered:
    """Counts every answer over HTTP, by its route and not by its address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route: Any = scope.get("route")
            path = getattr(route, "path", "none")
            ANSWERING.labels(path, str(status)).observe(time.perf_counter() - began)


def numbers_of(hall: Hall) -> Numbers:
    """All numbers of this process."""
    TABLES.set(len(hall.rooms.awake))
    VISITORS.set(len(hall.crowd))
    return numbers()


async def metrics_answer(request: Request, hall: Hall, of_all: OfAll | None) -> Response:
    """All numbers, for a program on this machine alone; through a proxy nobody gets them. `of_all`: asks for those of
    all workers, where there are several."""
    if FORWARDED_FOR in request.headers or not is_here(request.scope.get("peer", "")):
        raise Declined("unknown-page")
    if of_all is None:
        numbers_of(hall)
    told = generate_latest(REGISTRY if of_all is None else Together(await of_all()))
    return Response(told, media_type=CONTENT_TYPE_PLAIN_0_0_4)
