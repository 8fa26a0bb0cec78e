"""Who can sit at a table: the bots, with a word on how well each plays."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ..core.terminal import Prose
from ..players import codes, levels
from .screen import Screen

ANY = ("search:2000", "net:2000", "old-owl")  # examples of the bots that are not listed one by one


def show_players(screen: Screen) -> None:
    """Print every bot: its code, its name and one sentence."""
    say = screen.words
    others = [code for code in codes() if code not in levels()]
    for title, listed in (("cli.players-levels", levels()), ("cli.players-simple", [*others, *ANY])):
        rows = Table.grid(padding=(0, 2))
        for code in listed:
            key = code.partition(":")[0]
            name = say(f"player.{key}") if f"player.{key}" in say else ""
            rows.add_row(Text(f"  {code}", "cyan"), Text(name, "bold"), Prose(say(f"cli.player-{key}")))
        screen.out.print(Text(say(title), "bold"))
        screen.out.print(rows)
        screen.out.print()
