"""The table of Animals on Board in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: everything flows in lines, nothing is boxed.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.kinds import HIDDEN
from ...core.terminal import Ask, Choice, Dialogue, Flow, best_first, crowned, seat_column
from ...core.words import Words
from .pieces import ARK_ROOM, HERD, MOST_CRATES, PAIR, PICTURES
from .rules.moves import say_tile
from .views import TILES
from .web import sheet

UNSEEN = "🐾"
CRATE, NO_CRATE = "■", "·"
GOOD, BAD = "green", "red"
SMALL_GROUP = 2


# --- The table ----------------------------------------------------------------------------------


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the play area, the seats, one's own ark."""
    if view["phase"] == "over":
        return Group(*_result(view, words, names))
    parts: list[RenderableType] = []
    if view["phase"] == "play":
        crates = view["crates"][seat] if seat is not None else MOST_CRATES
        parts += [*_area(view["area"], crates, words), Text()]
    parts += [_seat(view, other, seat, words, names) for other in range(view["players"])]
    if seat is not None:
        parts += [Text(), _own_ark(view, seat, words)]
    return Group(*parts)


def _area(groups: list[list[str]], crates: int, words: Words) -> list[RenderableType]:
    """The groups, large ones on lines of their own, small ones beside each other."""

    def label(number: int, size: int) -> Text:
        price = (f" {words('text.price', count=size)} ", "yellow" if size <= crates else "dim")
        return Text.assemble((f"{number:>2} ", "bold reverse"), price)

    parts: list[RenderableType] = []
    labelled = [(label(number, len(group)), group) for number, group in enumerate(groups, start=1)]
    for is_small, alike in groupby(labelled, lambda entry: len(entry[1]) <= SMALL_GROUP):
        drawn = [(first, [_tile(name, words) for name in group]) for first, group in alike]
        if is_small:
            parts.append(Flow([first + Text(" ").join(tiles) for first, tiles in drawn]))
        else:
            parts += [Flow(tiles, first=first, indent=len(first)) for first, tiles in drawn]
    return parts


def _tile(name: str, words: Words) -> Text:
    if name == HIDDEN:
        return Text.assemble(f"{UNSEEN} ", (words("tile.hidden"), "italic"))
    species, _, number = name.rpartition("-")
    return Text.assemble(f"{PICTURES[species]} {words('species.' + species)} ", (number, "bold"))


def _by_species(names: list[str]) -> list[Text]:
    """Tiles gathered by species: 🐼1 3 4."""
    alike = groupby(sorted(names), lambda name: name.rpartition("-")[0])
    by_species = {species: [name.rpartition("-")[2] for name in some] for species, some in alike}
    return [Text(f"{PICTURES[species]}{' '.join(own)}", _colour(len(own))) for species, own in by_species.items()]


def _colour(count: int) -> str:
    return GOOD if count >= HERD else BAD if count == PAIR else ""


def _seat(view: Json, seat: int, own: int | None, words: Words, names: list[str]) -> Flow:
    """One line a seat: crates, flag, what is known of its ark."""
    known, unknown = view["arks"][seat]["known"], view["arks"][seat]["unknown"]
    if isinstance(unknown, list):
        known, unknown = [*known, *unknown], 0
    line = seat_column(seat, names, gap=1, bold=seat == own)
    width = len(line)
    crates = view["crates"][seat]
    line.append(CRATE * crates + NO_CRATE * (MOST_CRATES - crates), "yellow")
    line.append(f" {len(known) + unknown:>2}/{ARK_ROOM} ")
    line.append("⚑ " if view["flag"] == seat else "  ", "bold red")
    if seat in view["out"]:
        line.append(f"{words('text.out')} ", "dim")
    elif view["turn"] == seat:
        line.append("◀ ", "bold")
    unseen = [Text(f"{UNSEEN}×{unknown}", "dim")] if unknown else []
    return Flow([*_by_species(known), *unseen], first=line, indent=width)


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
    sources = sheet(view, words)
    for seat in best_first(view):
        tiles = view["arks"][seat]["known"]
        singles, herds, crates, _ = (source["values"][seat] for source in sources)
        line = crowned(view, seat, names).append(f"  {view['scores'][seat]}", "bold")
        line.append(f"  = {words('text.breakdown', singles=singles, herds=herds, crates=crates)}")
        parts += [line, Flow(_by_species(tiles), first=Text("    "), indent=4)]
        if view["box"][seat]:
            back = Text(f"    {words('text.box')} ", "dim")
            parts.append(Flow(_by_species(view["box"][seat]), first=back, indent=6))
    return parts


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    dialogue = Dialogue(view, words, names, ask)
    if view["phase"] != "play":
        return dialogue.one_of(ask.moves(), lambda move: say_tile(move["tile"], words))
    if ask.allows({"move": "pass"}):
        dialogue.question = words("text.only-pass")
        return dialogue.one_of(ask.moves(), lambda move: words("text.pass"))
    groups = []
    for number, group in enumerate(view["area"], start=1):
        label = words("text.group", number=number, tiles=TILES.say(group, words, names))
        hint = (words("text.taking", number=number), {"move": "take", "group": group})
        groups.append(Choice(label, hint=hint, on_table=True))
    number = ask.one(words("text.which-group"), groups)
    group, crates = view["area"][number], view["crates"][view["turn"]]
    split: Json = {"move": "split", "group": group, "off": group[1:]}
    price = words("text.crate-count", count=len(group))
    dialogue.question = words("text.take-or-split", number=number + 1)
    take = Choice(words("text.take", price=price, crates=crates), {"move": "take", "group": group})
    move = dialogue.one([take, Choice(words("text.split-over" if crates == MOST_CRATES else "text.split"), split)])
    if move is not split or len(group) == 2:  # there is only one way to split two tiles
        return move
    tiles = [Choice(say_tile(name, words)) for name in group]
    return ask.several(words("text.which-tiles"), tiles, lambda off: {**split, "off": [group[place] for place in off]})
