"""What keeps the server safe: limits on every request, policies on every answer, our own page and no other."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Limits
from .refusals import Declined, told
from .words import accepted_language

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
            problem = Declined("too-many")
        elif not known_host(headers, self.state.hosts) or not (reads or same_origin(headers)):
            problem = Declined("other-origin")
        elif not length.isdecimal() or len(length) > 18 or int(length) > self.limits.body_bytes:
            problem = Declined("too-large", most=self.limits.body_bytes)
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
                raise Declined("too-large", most=self.limits.body_bytes)
            return message

        await self.app(scope, guarded_receive, guarded_send)


def known_host(headers: Headers, hosts: list[str] | None) -> bool:
    """Whether we are called by a name of ours; a page of another site may have led its own name here."""
    called = headers.get("host", "")
    return not hosts or called in hosts or called.rpartition(":")[0] in hosts


def same_origin(headers: Headers) -> bool:
    """Whether something comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")
