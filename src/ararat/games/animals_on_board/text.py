"""The table of Animals on Board in a terminal, and the dialogue that leads a person to a move."""

from __future__ import annotations

from collections import Counter

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import Ask, Choice, seat_text
from ...core.words import Words
from .moves import say_tile
from .pieces import ARK_ROOM, CRATE_POINTS, HERD, HERD_POINTS, MOST_CRATES, PAIR
from .rules.ending import points_of
from .views import FACE_DOWN, imagine

PICTURES = {
    "camel": "🐫",
    "chimpanzee": "🐒",
    "crocodile": "🐊",
    "elephant": "🐘",
    "giraffe": "🦒",
    "hippopotamus": "🦛",
    "kangaroo": "🦘",
    "lion": "🦁",
    "panda": "🐼",
    "penguin": "🐧",
    "tiger": "🐯",
    "zebra": "🦓",
}
UNSEEN = "🐾"
CRATE, NO_CRATE = "■", "·"
TILES_A_ROW = 4


# --- The table ----------------------------------------------------------------------------------


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the play area, the others, one's own ark."""
    parts: list[RenderableType] = []
    if view["phase"] == "over":
        parts.append(_result(view, words, names))
    else:
        if view["area"]:
            parts.append(_area(view, seat, words))
        parts.append(_seats(view, seat, words, names))
    if seat is not None and view["phase"] != "over":
        parts.append(_own_ark(view, seat, words))
        if view["hands"][seat]:
            parts.append(_hand(view, seat, words))
    return Group(*parts)


def heading(view: Json, words: Words) -> str:
    """What stands above the table."""
    return words("text.heading", name=words("name"), round=view["round"])


def _tile(name: str, words: Words) -> Text:
    if name == FACE_DOWN:
        return Text.assemble((f"{UNSEEN} ", ""), (words("tile.hidden"), "italic"))
    species, _, number = name.rpartition("-")
    return Text.assemble(f"{PICTURES[species]} ", f"{words('species.' + species)} ", (number, "bold"))


def _small_tiles(names: list[str]) -> Text:
    """Tiles on one line, gathered by species: 🐼1 3 4  🦁2."""
    line = Text()
    by_species: dict[str, list[str]] = {}
    for name in names:
        species, _, number = name.rpartition("-")
        by_species.setdefault(species, []).append(number)
    for species, numbers in by_species.items():
        style = "green" if len(numbers) >= HERD else "red" if len(numbers) == PAIR else ""
        line.append(f"{PICTURES[species]}{' '.join(numbers)}  ", style)
    return line


def _area(view: Json, seat: int | None, words: Words) -> RenderableType:
    """Groups as rafts, each with its number and its price."""
    rafts = []
    crates = view["crates"][seat] if seat is not None else MOST_CRATES
    for number, group in enumerate(view["area"], start=1):
        tiles = Table.grid(padding=(0, 2))
        cells = [_tile(name, words) for name in group]
        for first in range(0, len(cells), TILES_A_ROW):
            tiles.add_row(*cells[first : first + TILES_A_ROW])
        payable = len(group) <= crates
        title = Text.assemble((f" {number} ", "bold reverse"), f" {words('text.price', count=len(group))} ")
        rafts.append(
            Panel(tiles, title=title, title_align="left", expand=False, border_style="yellow" if payable else "dim")
        )
    return Columns(rafts, padding=(0, 1))


def _seats(view: Json, own: int | None, words: Words, names: list[str]) -> RenderableType:
    """One line a seat: crates, flag, what is known of its ark."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    for seat in range(view["players"]):
        ark = view["arks"][seat]
        unknown = ark["unknown"] if isinstance(ark["unknown"], int) else len(ark["unknown"])
        known = _small_tiles(ark["known"])
        if unknown:
            known.append(f"{UNSEEN}×{unknown}", "dim")
        marks = Text()
        if view["flag"] == seat:
            marks.append("⚑ ", "bold red")
        if seat in view["out"]:
            marks.append(words("text.out"), "dim")
        elif view["turn"] == seat:
            marks.append("◀ ", "bold")
        crates = view["crates"][seat]
        table.add_row(
            seat_text(seat, names[seat], bold=seat == own),
            Text(CRATE * crates + NO_CRATE * (MOST_CRATES - crates), "yellow"),
            Text(f"{len(ark['known']) + unknown}/{ARK_ROOM}"),
            marks,
            known,
        )
    return table


def _own_ark(view: Json, seat: int, words: Words) -> RenderableType:
    """One's own ark with its promise and its dangers."""
    ark = view["arks"][seat]
    tiles = sorted([*ark["known"], *ark["unknown"]])
    secret = set(ark["unknown"])
    grid = Table.grid(padding=(0, 2))
    cells = []
    counts = Counter(name.rpartition("-")[0] for name in tiles)
    for name in tiles:
        cell = _tile(name, words)
        count = counts[name.rpartition("-")[0]]
        cell.stylize("green" if count >= HERD else "red" if count == PAIR else "")
        if name in secret:
            cell.append(" ?", "dim")
        cells.append(cell)
    for first in range(0, len(cells), TILES_A_ROW):
        grid.add_row(*cells[first : first + TILES_A_ROW])
    points = int(points_of(imagine(view)[0], seat))
    title = words("text.ark", count=len(tiles), room=ARK_ROOM, points=points)
    body: RenderableType = grid if tiles else Text(words("text.ark-empty"), "dim")
    return Panel(body, title=title, title_align="left", border_style="blue", expand=False)


def _hand(view: Json, seat: int, words: Words) -> RenderableType:
    line = Text("   ").join(_tile(name, words) for name in view["hands"][seat])
    return Panel(line, title=words("text.hand"), title_align="left", border_style="green", expand=False)


def _result(view: Json, words: Words, names: list[str]) -> RenderableType:
    """The arks as they sailed, and the points by where they came from."""
    table = Table(title=words("text.result"), title_justify="left", title_style="bold", padding=(0, 1))
    table.add_column("")
    table.add_column(words("text.aboard"))
    for key in ("text.singles", "text.herds", "text.crates", "text.points"):
        table.add_column(words(key), justify="right")
    order = sorted(range(view["players"]), key=lambda seat: (seat not in view["winners"], -view["scores"][seat]))
    for seat in order:
        tiles = view["arks"][seat]["known"]
        counts = Counter(name.rpartition("-")[0] for name in tiles)
        herds = sum(HERD_POINTS * count for count in counts.values() if count >= HERD)
        crates = CRATE_POINTS * view["crates"][seat]
        singles = view["scores"][seat] - herds - crates
        name = seat_text(seat, names[seat], bold=True)
        if seat in view["winners"]:
            name.append(" ♛", "bold yellow")
        total = Text(str(view["scores"][seat]), "bold")
        table.add_row(name, _small_tiles(tiles), str(singles), str(herds), str(crates), total)
    return table


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    if view["phase"] == "keep":
        return _choose_tile("keep", view["hands"][view["turn"]], words, ask)
    if view["phase"] == "discard":
        ark = view["arks"][view["turn"]]
        return _choose_tile("discard", sorted([*ark["known"], *ark["unknown"]]), words, ask)
    groups = view["area"]
    labels = [Choice(words("text.group", number=number)) for number in range(1, len(groups) + 1)]
    if ask.allows({"move": "pass"}):
        ask.one(words("text.only-pass"), [Choice(words("text.pass"), {"move": "pass"})])
        return {"move": "pass"}
    number = ask.one(words("text.which-group"), labels, quiet=True)
    group = groups[number]
    take = {"move": "take", "group": group}
    split = {"move": "split", "group": group, "off": group[1:]}
    chosen = ask.one(
        words("text.group", number=number + 1),
        [
            Choice(words("text.take", price=words("text.crate-count", count=len(group))), take),
            Choice(_split_label(view, words), split),
        ],
    )
    if chosen == 0:
        return take
    if len(group) == PAIR:
        return split
    tiles = [Choice(say_tile(name, words)) for name in group]
    off = ask.several(words("text.which-tiles"), tiles)
    return {"move": "split", "group": group, "off": [group[place] for place in off]}


def _split_label(view: Json, words: Words) -> str:
    over = view["crates"][view["turn"]] == MOST_CRATES
    return words("text.split-over") if over else words("text.split")


def _choose_tile(kind: str, tiles: list[str], words: Words, ask: Ask) -> Json:
    moves: list[Json] = [{"move": kind, "tile": name} for name in tiles]
    choices = [Choice(say_tile(move["tile"], words), move) for move in moves]
    return moves[ask.one(words(f"phase.{kind}"), choices)]
