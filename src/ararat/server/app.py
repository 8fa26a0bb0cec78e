"""The server as one ASGI application: API, WebSockets, the page's files, and what keeps them safe."""

from __future__ import annotations

import mimetypes
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.words import LANGUAGES
from ..errors import AraratError
from ..games import all_facts
from .api import router
from .bots import Thinkers
from .hall import Hall
from .limits import Buckets, Limits, address_of
from .refusals import Refused, told
from .store import Store
from .visitor import POLICY, TRY_AGAIN, Visitor
from .words import accepted_language

PAGE = Path(str(resources.files("ararat"))) / "page"
BOARD_FILES = (".js", ".css", ".svg")
POLICIES = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address of a private table is its key
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


def new_app(
    store: Store, limits: Limits | None = None, hosts: list[str] | None = None, thinkers: Thinkers | None = None
) -> FastAPI:
    """A server over a store; `hosts` are the names it answers to, all if there are none."""
    limits = limits or Limits()

    @asynccontextmanager
    async def open_hall(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(store, limits, thinkers or Thinkers())
        hall.open()
        yield
        await hall.close()

    app = FastAPI(title="Ararat", lifespan=open_hall, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.limits = limits
    app.state.hosts = hosts
    app.state.requests = Buckets(limits.requests_a_second, limits.requests_at_once)
    app.state.new_tables = Buckets(limits.new_tables_a_minute / 60, limits.new_tables_at_once)
    app.state.looks = Buckets(limits.looks_a_second, limits.looks_at_once)
    app.state.addresses = Counter()
    app.include_router(router)
    app.add_api_websocket_route("/ws/{table}", visit)
    app.add_api_websocket_route("/{path:path}", lost)
    _serve_files(app)
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
        problem = Refused("other-origin")
    elif state.hall.visitors >= state.limits.visitors or state.addresses[address] >= state.limits.visitors_an_address:
        problem = Refused("crowded")
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
    await turn_away(socket, Refused("unknown-page"), accepted_language(socket.headers.get("accept-language", "")))


async def turn_away(socket: WebSocket, problem: Refused, language: str) -> None:
    """Say why somebody can't come in; a browser's page is told nothing else than what is said inside."""
    await socket.accept()
    await socket.send_json({"type": "refused", **told(problem, language)})
    await socket.close(TRY_AGAIN if problem.code == "crowded" else POLICY)


def known_host(headers: Headers, hosts: list[str] | None) -> bool:
    """Whether we are called by a name of ours; a page of another site may have led its own name here."""
    called = headers.get("host", "")
    return not hosts or called in hosts or called.rpartition(":")[0] in hosts


def same_origin(headers: Headers) -> bool:
    """Whether something comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


# --- Files --------------------------------------------------------------------------------------


def _serve_files(app: FastAPI) -> None:
    boards = {slug: Path(str(resources.files(facts.package))) / "board" for slug, facts in all_facts().items()}

    def file(folder: Path, name: str) -> Response:
        try:
            path = (folder / name).resolve()
            known = path.is_relative_to(folder.resolve()) and path.is_file() and path.suffix != ".py"
        except (OSError, ValueError):  # a name that no file can have
            known = False
        if not known:
            raise Refused("unknown-page")
        return FileResponse(path, headers={"Cache-Control": "no-cache"})

    @app.get("/page/{name:path}", include_in_schema=False)
    async def page_file(name: str) -> Response:
        return file(PAGE, name)

    @app.get("/art/{name:path}", include_in_schema=False)
    async def art_file(name: str) -> Response:
        return file(PAGE / "art", name)

    @app.get("/games/{slug}/{name:path}", include_in_schema=False)
    async def board_file(slug: str, name: str) -> Response:
        if slug not in boards or not name.endswith(BOARD_FILES):
            raise Refused("unknown-page")
        return file(boards[slug], name)

    async def index() -> Response:
        return file(PAGE, "index.html")

    for path in ("/", "/about", "/new/{slug}", "/t/{table}", "/t/{table}/replay", "/r/{replay}"):
        app.add_api_route(path, index, include_in_schema=False)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return file(PAGE / "art", "logo.svg")


# --- What goes wrong ----------------------------------------------------------------------------


def _speak_errors(app: FastAPI) -> None:
    def answer(request: Request, problem: AraratError) -> Response:
        asked = request.query_params.get("language")
        language = asked if asked in LANGUAGES else accepted_language(request.headers.get("accept-language", ""))
        status = problem.status if isinstance(problem, Refused) else 400
        return JSONResponse({"error": told(problem, language)}, status)

    @app.exception_handler(AraratError)
    async def refused(request: Request, problem: AraratError) -> Response:
        return answer(request, problem)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, problem: RequestValidationError) -> Response:
        return answer(request, Refused("malformed", place=str(problem.errors()[0]["loc"][-1])[:80]))

    @app.exception_handler(HTTPException)
    async def no_page(request: Request, problem: HTTPException) -> Response:
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return FileResponse(PAGE / "index.html", 404)  # the page says it in its own way
        return answer(request, Refused("unknown-page"))

    @app.exception_handler(Exception)
    async def bug(request: Request, problem: Exception) -> Response:
        return JSONResponse({"error": told(Refused("bug"), "en")}, 500)


class Guard:
    """Limits on every request, and the policies on every answer."""

    def __init__(self, app: ASGIApp, state: Any, limits: Limits) -> None:
        self.app = app
        self.state = state
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                policies = [(name.lower().encode(), value.encode()) for name, value in POLICIES.items()]
                message["headers"] = [*message.get("headers", []), *policies]
            await send(message)

        problem = None
        headers = Headers(scope=scope)
        address = scope["client"][0] if scope.get("client") else ""
        length = headers.get("content-length", "0")
        reads = scope["method"] in ("GET", "HEAD")
        if not self.state.requests.takes(address):
            problem = Refused("too-many")
        elif not known_host(headers, self.state.hosts) or not (reads or same_origin(headers)):
            problem = Refused("other-origin")
        elif not length.isdecimal() or len(length) > 18 or int(length) > self.limits.body_bytes:
            problem = Refused("too-large", most=self.limits.body_bytes)
        if problem is not None:
            language = accepted_language(headers.get("accept-language", ""))
            answer = JSONResponse({"error": told(problem, language)}, problem.status)
            await answer(scope, receive, guarded_send)
            return
        received = 0

        async def guarded_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.limits.body_bytes:
                raise Refused("too-large", most=self.limits.body_bytes)
            return message

        await self.app(scope, guarded_receive, guarded_send)
