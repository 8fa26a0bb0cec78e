"""The server as one ASGI application: API, WebSockets, files, the guard, and what is said when something goes wrong."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from ..core.words import LANGUAGES
from ..errors import AraratError
from .api import router
from .front import Front, Fronted, look_behind
from .guard import Guard, known_host, same_origin
from .hall import Hall
from .limits import Buckets, Limits
from .metering import Metered, metrics_answer
from .page_files import serve_files
from .processes import BotProcesses
from .reach import Reach
from .refusals import Declined, told
from .shared_store import SharedStore
from .store import Store
from .visitor import POLICY, TRY_AGAIN, Visitor
from .words import accepted_language
from .worker import Worker

TABLE = re.compile(r"/ws/([^/]+)")


class Site(FastAPI):
    """Requests go through all that is put around them. A WebSocket goes straight to its table: it stays for hours, and
    so would what is around it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope["app"] = self
            look_behind(self.state.front, scope)
            await visit(WebSocket(scope, receive, send))
        else:
            await super().__call__(scope, receive, send)


def new_app(
    store: Store,
    limits: Limits | None = None,
    hosts: list[str] | None = None,
    bots: BotProcesses | None = None,
    reach: Reach | None = None,
    front: Front | None = None,
) -> FastAPI:
    """A server over a store; `hosts` are the names it answers to, all without, `reach` where others find it, `front`
    who stands before it."""
    limits = limits or Limits()

    @asynccontextmanager
    async def open_hall(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(store, limits, bots or BotProcesses())
        hall.open()
        if not isinstance(store, SharedStore):
            yield
            await hall.close()
            return
        at_tables = {"messages": hall.messages, "changes": hall.changes}
        app.state.worker = worker = Worker(hall, store, budgets | at_tables)
        await worker.open()
        yield
        await worker.leave()
        await hall.close()
        worker.close()

    app = Site(
        title="Ararat", lifespan=open_hall, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    app.state.worker = None
    app.state.limits = limits
    app.state.hosts = hosts
    app.state.reach = reach
    app.state.front = front = front or Front()
    budgets = {
        "requests": Buckets(limits.requests_a_second, limits.requests_at_once),
        "files": Buckets(limits.files_a_second, limits.files_at_once),
        "new_tables": Buckets(limits.new_tables_a_minute / 60, limits.new_tables_at_once),
        "commitments": Buckets(limits.commitments_a_minute / 60, limits.commitments_at_once),
        "records": Buckets(limits.records_a_minute / 60, limits.records_at_once),
        "looks": Buckets(limits.looks_a_second, limits.looks_at_once),
        "codes": Buckets(limits.codes_a_minute / 60, limits.codes_at_once),
    }
    for name, budget in budgets.items():
        setattr(app.state, name, budget)
    app.include_router(router)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.state.page_files = serve_files(app)
    _speak_errors(app)
    app.add_middleware(Guard, state=app.state, limits=limits)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Metered)
    app.add_middleware(Fronted, front=front)
    return app


# --- WebSockets ---------------------------------------------------------------------------------


async def visit(socket: WebSocket) -> None:
    """Somebody comes to a table."""
    state, headers = socket.app.state, Headers(scope=socket.scope)
    language = accepted_language(headers.get("accept-language", ""))
    found = TABLE.fullmatch(socket.scope["path"])
    try:
        if found is None:
            raise Declined("unknown-page")
        if not known_host(headers, state.hosts) or not same_origin(headers):
            raise Declined("other-origin")
        visitor, crowd = Visitor(state.hall, socket, found[1], language), state.hall.crowd
        crowd.arrives(visitor)
    except Declined as problem:
        await turn_away(socket, problem, language)
        return
    del headers, found  # it stays for hours
    try:
        await visitor.stay()
    finally:
        crowd.leaves(visitor)


async def turn_away(socket: WebSocket, problem: Declined, language: str) -> None:
    """Say why somebody can't come in; a browser's page is told nothing else than what is said inside."""
    await socket.accept()
    await socket.send_json({"type": "refused", **told(problem, language)})
    await socket.close(TRY_AGAIN if problem.code == "crowded" else POLICY)


async def metrics(request: Request) -> Response:
    """What Prometheus asks for."""
    worker: Worker | None = request.app.state.worker
    return await metrics_answer(request, request.app.state.hall, None if worker is None else worker.numbers)


# --- What goes wrong ----------------------------------------------------------------------------


def _speak_errors(app: FastAPI) -> None:
    def answer(request: Request, problem: AraratError) -> Response:
        asked = request.query_params.get("language")
        language = asked if asked in LANGUAGES else accepted_language(request.headers.get("accept-language", ""))
        status = problem.status if isinstance(problem, Declined) else 400
        return JSONResponse({"error": told(problem, language)}, status)

    @app.exception_handler(AraratError)
    async def refused(request: Request, problem: AraratError) -> Response:
        return answer(request, problem)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, problem: RequestValidationError) -> Response:
        return answer(request, Declined("malformed", place=str(problem.errors()[0]["loc"][-1])[:80]))

    @app.exception_handler(HTTPException)
    async def no_page(request: Request, problem: HTTPException) -> Response:
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return app.state.page_files.index(request, 404)  # the page says it in its own way
        return answer(request, Declined("unknown-page"))

    @app.exception_handler(Exception)
    async def bug(request: Request, problem: Exception) -> Response:
        return JSONResponse({"error": told(Declined("bug"), "en")}, 500)
