"""Where the table stands, for whoever started it and for others: addresses, and a QR code to point a phone at."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ..server.qr import qr_modules
from ..server.reach import Reach
from .screen import Screen

DARK, LIGHT = "#000000", "#ffffff"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def show_reach(screen: Screen, reach: Reach) -> None:
    """Say where the page is; where others can come, also how."""
    say = screen.words
    screen.out.print(say("serve.ready", address=reach.here), soft_wrap=True)
    if not reach.is_open:
        return
    home = reach.home
    if not home:
        screen.out.print(say("serve.no-network"), soft_wrap=True)
        return
    screen.out.print(say("serve.public" if reach.public else "serve.home", address=home[0]), soft_wrap=True)
    if screen.out.is_terminal:
        screen.out.print(qr_text(home[0], coloured=screen.out.color_system is not None))
    if home[1:]:
        screen.out.print(say("serve.also", addresses=", ".join(home[1:])), soft_wrap=True)


def qr_text(link: str, coloured: bool) -> Text:
    """A QR code of half blocks: black on white in any terminal. Without colours what is light is drawn, as if the
    terminal were dark; in a light one the code is reversed, which most readers take too."""
    rows = qr_modules(link)
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    style = Style(color=DARK, bgcolor=LIGHT) if coloured else Style()
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        lines.append(Text("".join(HALVES[(a == coloured, b == coloured)] for a, b in pairs), style, no_wrap=True))
    return Text("\n").join(lines)
