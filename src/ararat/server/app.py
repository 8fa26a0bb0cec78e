"""The server as one ASGI application: API, WebSockets, files, the guard, and what is said when something goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, Response

from ..core.words import LANGUAGES
from ..errors import AraratError
from .api import router
from .guard import Guard, known_host, same_origin
from .hall import Hall
from .limits import Buckets, Limits, address_of
from .page_files import PAGE, serve_files
from .processes import BotProcesses
from .reach import Reach
from .refusals import Declined, told
from .store import Store
from .visitor import POLICY, TRY_AGAIN, Visitor
from .words import accepted_language


def new_app(
    store: Store,
    limits: Limits | None = None,
    hosts: list[str] | None = None,
    bots: BotProcesses | None = None,
    reach: Reach | None = None,
) -> FastAPI:
    """A server over a store; `hosts` are the names it answers to, all without, `reach` where others find it."""
    limits = limits or Limits()

    @asynccontextmanager
    async def open_hall(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(store, limits, bots or BotProcesses())
        hall.open()
        yield
        await hall.close()

    app = FastAPI(title="Ararat", lifespan=open_hall, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.limits = limits
    app.state.hosts = hosts
    app.state.reach = reach
    app.state.requests = Buckets(limits.requests_a_second, limits.requests_at_once)
    app.state.new_tables = Buckets(limits.new_tables_a_minute / 60, limits.new_tables_at_once)
    app.state.looks = Buckets(limits.looks_a_second, limits.looks_at_once)
    app.state.codes = Buckets(limits.codes_a_minute / 60, limits.codes_at_once)
    app.state.addresses = Counter()
    app.include_router(router)
    app.add_api_websocket_route("/ws/{table}", visit)
    app.add_api_websocket_route("/{path:path}", lost)
    serve_files(app)
    _speak_errors(app)
    app.add_middleware(Guard, state=app.state, limits=limits)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    return app


# --- WebSockets ---------------------------------------------------------------------------------


async def visit(socket: WebSocket, table: str) -> None:
    """Somebody comes to a table."""
    state = socket.app.state
    language = accepted_language(socket.headers.get("accept-language", ""))
    address = address_of(socket)
    problem = None
    if not known_host(socket.headers, state.hosts) or not same_origin(socket.headers):
        problem = Declined("other-origin")
    elif state.hall.visitors >= state.limits.visitors or state.addresses[address] >= state.limits.visitors_an_address:
        problem = Declined("crowded")
    if problem is not None:
        await turn_away(socket, problem, language)
        return
    state.hall.visitors += 1
    state.addresses[address] += 1
    try:
        await socket.accept()
        await Visitor(state.hall, socket, table, language).stay()
    finally:
        state.hall.visitors -= 1
        state.addresses[address] -= 1
        if not state.addresses[address]:
            del state.addresses[address]


async def lost(socket: WebSocket, path: str) -> None:
    """Somebody comes to where nothing is."""
    await turn_away(socket, Declined("unknown-page"), accepted_language(socket.headers.get("accept-language", "")))


async def turn_away(socket: WebSocket, problem: Declined, language: str) -> None:
    """Say why somebody can't come in; a browser's page is told nothing else than what is said inside."""
    await socket.accept()
    await socket.send_json({"type": "refused", **told(problem, language)})
    await socket.close(TRY_AGAIN if problem.code == "crowded" else POLICY)


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
            return FileResponse(PAGE / "index.html", 404)  # the page says it in its own way
        return answer(request, Declined("unknown-page"))

    @app.exception_handler(Exception)
    async def bug(request: Request, problem: Exception) -> Response:
        return JSONResponse({"error": told(Declined("bug"), "en")}, 500)
