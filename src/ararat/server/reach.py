"""Under which address a server is found: from this machine, and from others."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass

from .network import home_addresses, is_unspecified
from .refusals import Declined

HERE = ("localhost", "127.0.0.1", "::1")  # what only this machine calls itself
PORT = re.compile(r":\d+$")
CALLED = re.compile(r"[A-Za-z0-9.\[\]:_-]{1,260}")


@dataclass(frozen=True)
class Reach:
    """Where a server listens. The home network is looked at anew each time, for it may change meanwhile."""

    host: str  # an address
    port: int
    named: str | None = None  # what others call this machine, where somebody said so
    look: Callable[[], list[str]] = home_addresses
    public: str | None = None  # where the world finds the page, where a proxy stands before it

    @property
    def here(self) -> str:
        """The page for somebody on this machine."""
        return self._page("localhost" if is_unspecified(self.host) else self.host)

    @property
    def home(self) -> list[str]:
        """The page for others, by the likeliest address first; none: nobody else finds it."""
        if self.public is not None:
            return [self.public]
        if self.named is not None:
            found = [self.named]
        elif is_unspecified(self.host):
            found = self.look()
        else:
            found = [] if self.host in HERE else [self.host]
        return [self._page(host) for host in found]

    @property
    def is_open(self) -> bool:
        """Whether it listens to others at all."""
        return self.public is not None or self.named is not None or self.host not in HERE

    def _page(self, host: str) -> str:
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"


def invited(reach: Reach | None, scheme: str, called: str) -> tuple[str, bool]:
    """The page for others to whom somebody sends a link who called us so, and whether other devices find it: what
    only this machine calls itself is of no use to them."""
    if not CALLED.fullmatch(called):
        raise Declined("malformed", place="host")
    if reach is not None and reach.public is not None:
        return reach.public, True
    if PORT.sub("", called).strip("[]") not in HERE:
        return f"{scheme}://{called}/", True
    home = reach.home if reach is not None else []
    return (home[0], True) if home else (f"{scheme}://{called}/", False)


def is_host(name: str) -> bool:
    """Whether something can be the name or the address of a machine."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return re.fullmatch(r"(?!-)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", name) is not None and len(name) <= 253
    return True
