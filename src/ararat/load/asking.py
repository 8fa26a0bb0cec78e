"""One request over HTTP, from an address of this machine."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from ..errors import AraratError

PATIENCE = 60.0  # seconds for an answer


class BadLoad(AraratError):
    """Something that can't be measured."""


async def ask(
    host: str, port: int, path: str, body: Any = None, token: str | None = None, source: str | None = None
) -> Any:
    """The answer, read as JSON; BadLoad says what the server said where it refused."""
    name = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    sent = b"" if body is None else json.dumps(body).encode()
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {name}", "Connection: close"]
    head += [] if token is None else [f"Authorization: Bearer {token}"]
    head += [] if body is None else ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    address = None if source is None else (source, 0)
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(host, port, local_addr=address)
            try:
                writer.write("\r\n".join([*head, "", ""]).encode() + sent)
                answer = await reader.read()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        raise BadLoad("load.no-answer", address=f"http://{name}") from None
    return told(answer, f"http://{name}")


def told(answer: bytes, address: str) -> Any:
    """What an answer says."""
    head, _, body = answer.partition(b"\r\n\r\n")
    try:
        status = int(head.split(maxsplit=2)[1])
        if b"transfer-encoding: chunked" in head.lower():
            body = unchunked(body)
        value = json.loads(body)
    except (ValueError, IndexError, RecursionError):
        raise BadLoad("load.not-ours", address=address) from None
    if status >= 400:
        said = value.get("error") if isinstance(value, dict) else None
        text = said.get("text") if isinstance(said, dict) else None
        raise BadLoad("load.refused", said=str(text or status))
    return value


def unchunked(body: bytes) -> bytes:
    """A body that came in pieces."""
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        whole, body = whole + body[: int(size, 16)], body[int(size, 16) + 2 :]
    return whole
