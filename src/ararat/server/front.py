"""Who stands in front of us: a proxy that speaks for others, and is believed only if its address is known."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import AraratError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
FORWARDED_FOR = "x-forwarded-for"
FORWARDED_PROTO = "x-forwarded-proto"
HOUSE = 64  # bits of an IPv6 address that a house has; the rest each device chooses as it likes
NAME = re.compile(r"(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+(?::\d{1,5})?|\[[0-9A-Fa-f:.]+\](?::\d{1,5})?")


@dataclass(frozen=True)
class Front:
    """Under which address the world finds us, and which proxies speak for others."""

    public: str | None = None  # such as https://ark.example.org/
    trusted: tuple[Network, ...] = ()

    @classmethod
    def checked(cls, public: str | None, trusted: Iterable[str]) -> Front:
        """As somebody gave it on the command line."""
        nets = []
        for given in trusted:
            try:
                nets.append(ipaddress.ip_network(given, strict=False))
            except ValueError:
                raise AraratError("usage.value", name="--trusted-proxy") from None
        return cls(None if public is None else checked_url(public), tuple(nets))

    @property
    def host(self) -> str | None:
        """What the world calls us, with the port where it is not the usual one."""
        return None if self.public is None else urlsplit(self.public).netloc

    def trusts(self, address: str) -> bool:
        """Whether somebody with this address speaks for others."""
        try:
            parsed = _plain(address)
        except ValueError:
            return False
        return any(parsed in net for net in self.trusted if net.version == parsed.version)

    def client(self, peer: str, headers: Headers) -> str:
        """Who asks, as limits count them: the last in the chain whom no proxy of ours stands for.

        What stands further left was said by somebody whom we don't know."""
        address = peer
        if self.trusts(peer):
            said = ",".join(headers.getlist(FORWARDED_FOR)).split(",") if FORWARDED_FOR in headers else []
            for one in map(str.strip, reversed(said)):
                try:
                    _plain(one)
                except ValueError:
                    break
                address = one
                if not self.trusts(one):
                    break
        return counted(address)


def is_here(address: str) -> bool:
    """Whether somebody is on this machine."""
    try:
        return _plain(address).is_loopback
    except ValueError:
        return False


class Fronted:
    """Everything behind sees the client instead of the proxy, and the scheme that the client used."""

    def __init__(self, app: ASGIApp, front: Front) -> None:
        self.app = app
        self.front = front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            look_behind(self.front, scope)
        await self.app(scope, receive, send)


def look_behind(front: Front, scope: Scope) -> None:
    """Put the client of a request, or of a WebSocket, in the proxy's place."""
    if scope.get("client"):
        peer, port = scope["client"]
        headers = Headers(scope=scope)
        scope["peer"] = peer
        scope["client"] = (front.client(peer, headers), port)
        if front.trusts(peer) and (proto := headers.get(FORWARDED_PROTO)) in ("http", "https"):
            secure = proto == "https"
            scope["scheme"] = {True: "wss", False: "ws"}[secure] if scope["type"] == "websocket" else proto


def checked_url(given: str) -> str:
    """An address of a whole site; what stands below a path of another is refused."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not NAME.fullmatch(parts.netloc) or parts.query or parts.fragment:
        raise AraratError("usage.value", name="--public-url")
    if parts.path not in ("", "/"):
        raise AraratError("serve.public-path", host=parts.netloc)
    return f"{parts.scheme}://{parts.netloc.lower()}/"


@lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """An address as limits count it: an IPv6 one with all of its house."""
    try:
        parsed = _plain(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, HOUSE), strict=False))


def _plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address; one of IPv4 that is written as IPv6 is the same."""
    parsed = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    return (parsed.version == 6 and parsed.ipv4_mapped) or parsed
