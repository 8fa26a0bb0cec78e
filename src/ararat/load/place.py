"""Where the server is: on this machine, and nowhere else."""

from __future__ import annotations

import asyncio
import ipaddress
import sys
import time
import urllib.parse
from collections.abc import Callable

from .asking import BadLoad, ask

LOCAL = "localhost"
USUAL_PORT = 80
KNOCK = 0.2  # seconds between two looks whether it is ready


def here(address: str) -> tuple[str, int]:
    """Host and port of an address; BadLoad where it is no server of this machine."""
    try:
        parts = urllib.parse.urlsplit(address if "//" in address else f"//{address}", "http")
        host, port = parts.hostname or "", parts.port or USUAL_PORT
    except ValueError:
        raise BadLoad("load.bad-address", address=address) from None
    if host == LOCAL:
        host = "127.0.0.1"
    try:
        local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if parts.scheme != "http" or not local:
        raise BadLoad("load.elsewhere", address=address)
    return host, port


def spreads(host: str) -> bool:
    """Whether every table can have an address of its own: all of 127.0.0.0/8 is this machine, on Linux."""
    return sys.platform == "linux" and ":" not in host


def until_ready(host: str, port: int, step: Callable[[int], None]) -> None:
    """Wait until the rules of all games are compiled, and bots can think; `step` is told how many games are."""
    while True:
        health = asyncio.run(ask(host, port, "/api/health"))
        try:
            games = health["games"].values()
            ready = [game["ready"] and game["bots"] for game in games]
        except (TypeError, KeyError, AttributeError):
            raise BadLoad("load.not-ours", address=f"http://{host}:{port}") from None
        step(sum(ready))
        if all(ready):
            return
        time.sleep(KNOCK)
