"""What keeps the server safe: limits on every request, policies on every answer, our own page and no other."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Limits, address_of
from .page_files import FOLDERS
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

RECORDS = ("/api/tables", "/api/replays")  # where somebody may bring one


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

        headers = Headers(scope=scope)
        address = address_of(HTTPConnection(scope))
        most = self.limits.record_bytes if scope["path"] in RECORDS else self.limits.body_bytes
        with ExitStack() as leaving:
            problem = self._problem(scope, headers, address, most)
            if problem is None and self._is_long(headers):
                problem = self._waits_in_line(address, leaving)
            if problem is None:
                await self.app(scope, limited(receive, most), guarded_send)
                return
        if problem.code == "too-many":
            await asyncio.sleep(self.limits.refusal_seconds)  # whoever is in a hurry waits the longest
        language = accepted_language(headers.get("accept-language", ""))
        answer = JSONResponse({"error": told(problem, language)}, problem.status)
        await answer(scope, receive, guarded_send)

    def _problem(self, scope: Scope, headers: Headers, address: str, most: int) -> Declined | None:
        """Why a request is not listened to."""
        length = headers.get("content-length", "0")
        reads = scope["method"] in ("GET", "HEAD")
        asked = self.state.files if scope["path"].startswith(FOLDERS) else self.state.requests
        if not asked.takes(address):
            return Declined("too-many")
        if not known_host(headers, self.state.hosts) or not (reads or same_origin(headers)):
            return Declined("other-origin")
        if not length.isdecimal() or len(length) > 18 or int(length) > most:
            return Declined("too-large", most=most)
        return None

    def _is_long(self, headers: Headers) -> bool:
        """Whether a body is longer than most, or may be."""
        return "transfer-encoding" in headers or int(headers.get("content-length", "0")) > self.limits.body_bytes

    def _waits_in_line(self, address: str, leaving: ExitStack) -> Declined | None:
        """Take a place for a long body before it is read: there are few."""
        if not self.state.records.takes(address):
            return Declined("too-many")
        line = self.state.hall.reading
        try:
            line.enter(address)
        except Declined as problem:
            return problem
        leaving.callback(line.leave, address)
        return None


def limited(receive: Receive, most: int) -> Receive:
    """What comes in, up to so many bytes, whatever was said before."""
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise Declined("too-large", most=most)
        return message

    return counted


def known_host(headers: Headers, hosts: list[str] | None) -> bool:
    """Whether we are called by a name of ours; a page of another site may have led its own name here."""
    called = headers.get("host", "")
    return not hosts or called in hosts or called.rpartition(":")[0] in hosts


def same_origin(headers: Headers) -> bool:
    """Whether something comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")
