"""The table of Animals on Board in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: everything flows in lines, nothing is boxed.
"""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.kinds import HIDDEN
from ...core.terminal import Ask, Choice, Flow, seat_text
from ...core.words import Words
from .pieces import ARK_ROOM, HERD, MOST_CRATES, PAIR
from .rules.moves import say_tile
from .views import TILES
from .web import sheet

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
GOOD, BAD = "green", "red"
SMALL_GROUP = 2


# --- The table ----------------------------------------------------------------------------------


def heading(view: Json, words: Words) -> str:
    """What stands above the table."""
    return words("text.heading", name=words("name"), round=view["round"])


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the play area, the seats, one's own ark."""
    if view["phase"] == "over":
        return Group(*_result(view, words, names))
    parts: list[RenderableType] = []
    if view["phase"] == "play":
        crates = view["crates"][seat] if seat is not None else MOST_CRATES
        parts += _area(view["area"], crates, words)
        parts.append(Text())
    parts += [_seat(view, other, seat, words, names) for other in range(view["players"])]
    if seat is not None:
        parts.append(Text())
        parts.append(_own_ark(view, seat, words))
    return Group(*parts)


def _area(groups: list[list[str]], crates: int, words: Words) -> list[RenderableType]:
    """The groups, large ones on lines of their own, small ones beside each other."""
    parts: list[RenderableType] = []
    small: list[Text] = []
    for number, group in enumerate(groups, start=1):
        price = words("text.price", count=len(group))
        label = Text.assemble(
            (f"{number:>2} ", "bold reverse"), (f" {price} ", "yellow" if len(group) <= crates else "dim")
        )
        tiles = [_tile(name, words) for name in group]
        if len(group) <= SMALL_GROUP:
            small.append(label + Text(" ").join(tiles))
            continue
        if small:
            parts.append(Flow(small))
            small = []
        parts.append(Flow(tiles, first=label, indent=len(label)))
    return [*parts, Flow(small)] if small else parts


def _tile(name: str, words: Words) -> Text:
    if name == HIDDEN:
        return Text.assemble(f"{UNSEEN} ", (words("tile.hidden"), "italic"))
    species, _, number = name.rpartition("-")
    return Text.assemble(f"{PICTURES[species]} {words('species.' + species)} ", (number, "bold"))


def _by_species(names: list[str]) -> list[Text]:
    """Tiles gathered by species: 🐼1 3 4."""
    by_species: dict[str, list[str]] = {}
    for name in sorted(names):
        species, _, number = name.rpartition("-")
        by_species.setdefault(species, []).append(number)
    return [
        Text(f"{PICTURES[species]}{' '.join(numbers)}", _colour(len(numbers)))
        for species, numbers in by_species.items()
    ]


def _colour(count: int) -> str:
    return GOOD if count >= HERD else BAD if count == PAIR else ""


def _seat(view: Json, seat: int, own: int | None, words: Words, names: list[str]) -> Flow:
    """One line a seat: crates, flag, what is known of its ark."""
    ark = view["arks"][seat]
    open_ark = isinstance(ark["unknown"], list)
    size = len(ark["known"]) + (len(ark["unknown"]) if open_ark else ark["unknown"])
    width = max(len(name) for name in names) + 3
    line = Text.assemble(seat_text(seat, names[seat], bold=seat == own))
    line.pad_right(width - len(line))
    crates = view["crates"][seat]
    line.append(CRATE * crates + NO_CRATE * (MOST_CRATES - crates), "yellow")
    line.append(f" {size:>2}/{ARK_ROOM} ")
    line.append("⚑ " if view["flag"] == seat else "  ", "bold red")
    if seat in view["out"]:
        line.append(f"{words('text.out')} ", "dim")
    elif view["turn"] == seat:
        line.append("◀ ", "bold")
    tiles = _by_species([*ark["known"], *ark["unknown"]] if open_ark else ark["known"])
    if not open_ark and ark["unknown"]:
        tiles.append(Text(f"{UNSEEN}×{ark['unknown']}", "dim"))
    return Flow(tiles, first=line, indent=width)


def _own_ark(view: Json, seat: int, words: Words) -> RenderableType:
    """One's own ark with its promise and its dangers, and the hand in the setup."""
    if view["hands"][seat]:
        first = Text(words("text.hand") + "  ", "bold")
        return Flow([_tile(name, words) for name in view["hands"][seat]], first=first, indent=2)
    ark = view["arks"][seat]
    tiles = sorted([*ark["known"], *ark["unknown"]])
    counts = Counter(name.rpartition("-")[0] for name in tiles)
    pieces = []
    for name in tiles:
        piece = _tile(name, words)
        piece.stylize(_colour(counts[name.rpartition("-")[0]]))
        if name in ark["unknown"]:
            piece.append(" ?", "dim")
        pieces.append(piece)
    title = Text.assemble((words("text.ark", count=len(tiles), room=ARK_ROOM), "bold"))
    if view["phase"] == "play":
        points = sheet(view, words)[-1]["values"][seat]
        title.append(f" · {words('text.points-now', points=points)}")
    return Group(title, Flow(pieces, first=Text("  "), indent=2))


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The arks as they sailed, and the points by where they came from."""
    parts: list[RenderableType] = [Text(words("text.result"), "bold")]
    order = sorted(range(view["players"]), key=lambda seat: (seat not in view["winners"], -view["scores"][seat]))
    sources = sheet(view, words)
    for seat in order:
        tiles = view["arks"][seat]["known"]
        singles, herds, crates, _ = (source["values"][seat] for source in sources)
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = Text.assemble(crown, seat_text(seat, names[seat], bold=True))
        line.append(f"  {view['scores'][seat]}", "bold")
        line.append(f"  = {words('text.breakdown', singles=singles, herds=herds, crates=crates)}")
        parts += [line, Flow(_by_species(tiles), first=Text("    "), indent=4)]
        if view["box"][seat]:
            back = Text(f"    {words('text.box')} ", "dim")
            parts.append(Flow(_by_species(view["box"][seat]), first=back, indent=6))
    return parts


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    if view["phase"] == "keep":
        return _choose_tile("keep", view["hands"][view["turn"]], words, ask)
    if view["phase"] == "discard":
        ark = view["arks"][view["turn"]]
        return _choose_tile("discard", sorted([*ark["known"], *ark["unknown"]]), words, ask)
    if ask.allows({"move": "pass"}):
        ask.one(words("text.only-pass"), [Choice(words("text.pass"), {"move": "pass"})])
        return {"move": "pass"}
    takes: list[Json] = [{"move": "take", "group": group} for group in view["area"]]
    groups = [
        Choice(
            words("text.group", number=number, tiles=TILES.say(take["group"], words, names)),
            hint=(words("text.taking", number=number), take),
            on_table=True,
        )
        for number, take in enumerate(takes, start=1)
    ]
    number = ask.one(words("text.which-group"), groups)
    group = view["area"][number]
    split: Json = {"move": "split", "group": group, "off": group[1:]}
    price = words("text.crate-count", count=len(group))
    wanted = ask.one(
        words("text.take-or-split", number=number + 1),
        [
            Choice(words("text.take", price=price, crates=view["crates"][view["turn"]]), takes[number]),
            Choice(_split_label(view, words), split),
        ],
    )
    if wanted == 0:
        return takes[number]
    if len(group) == 2:  # only one way to split it
        return split
    tiles = [Choice(say_tile(name, words)) for name in group]
    return ask.several(words("text.which-tiles"), tiles, lambda off: {**split, "off": [group[place] for place in off]})


def _split_label(view: Json, words: Words) -> str:
    over = view["crates"][view["turn"]] == MOST_CRATES
    return words("text.split-over") if over else words("text.split")


def _choose_tile(kind: str, tiles: list[str], words: Words, ask: Ask) -> Json:
    moves: list[Json] = [{"move": kind, "tile": name} for name in tiles]
    choices = [Choice(say_tile(move["tile"], words), move) for move in moves]
    return moves[ask.one(words(f"phase.{kind}"), choices)]
