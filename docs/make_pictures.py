"""Draw the pictures of the docs: each game's table in the terminal, in the middle of a match."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import ararat
from ararat.core.hooks import hooks_of
from ararat.core.words import words
from ararat.games import all_facts
from ararat.match import Match

FOLDER = Path(__file__).parent / "pictures"
SEA_AT_NIGHT = TerminalTheme(
    (11, 32, 46),
    (244, 227, 193),
    [
        (29, 42, 51),
        (213, 94, 0),
        (0, 158, 115),
        (217, 162, 95),
        (86, 180, 233),
        (204, 121, 167),
        (31, 122, 140),
        (244, 227, 193),
    ],
)


def played(slug: str, players: int, decisions: int | None) -> Match:
    """A match of greedy bots, to its end or to the first seat's turn after so many decisions."""
    match = ararat.game(slug).start(players=players, seed=11)
    bot = ararat.player("greedy")
    while not match.over and (decisions is None or len(match.history) < decisions or match.turn != 0):
        match.play(bot.choose(match.view(match.turn), match.moves(), seed=len(match.history)))
    return match


def picture(slug: str) -> str:
    facts = all_facts()[slug]
    spoken = words("en", facts.package)
    whole = played(slug, facts.usual_players, None)
    match = played(slug, facts.usual_players, len(whole.history) // 2)
    names = ["Ada", "Bruno", "Chiara", "Denis", "Emma"][: match.players]
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True)
    text = hooks_of(facts).text
    console.print(Rule(Text(text.heading(match.view(0), spoken), "bold"), style="blue"))
    console.print(text.draw(match.view(0), 0, spoken, names))
    svg = console.export_svg(title="ararat play " + slug, theme=SEA_AT_NIGHT, font_aspect_ratio=0.6)
    # The page brings no font of another site along.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", "monospace")


def main() -> None:
    for slug in ararat.games():
        path = FOLDER / f"{slug}.svg"
        path.write_text(picture(slug), "utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
