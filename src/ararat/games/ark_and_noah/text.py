"""The table of Ark & Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line of actions, the ark (sketch.py), a line a seat.
Where something can be placed, the number to type stands on the spot.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ...catalogues import NO_BREAK
from ...core.contract import Json
from ...core.terminal import (
    AROUND,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    SEAT_COLOURS,
    SEAT_SYMBOLS,
    Ask,
    Choice,
    Flow,
    choices_fit,
    height_of,
    seat_text,
)
from ...core.words import Words
from .names import (
    A_CELL,
    A_SPECIES,
    SEX_SIGNS,
    TILE_SET,
    board_for,
    say_edge,
    say_joint,
    say_tile,
    size_of,
    species_of,
)
from .pieces import ACTION_NAMES, FROM, POINTS, QUICK_ACTIONS, REWARDS, SMALL, SPECIES
from .rules.animals import mates_of, singles_of
from .rules.loading import cost_of, nearest_pen, pairs_to_board
from .sketch import (
    FOOD,
    LINES,
    PITCH,
    PITCH_STYLE,
    ark_lines,
    edges_to_swap,
    numbers_on,
    picture,
    places_to_build,
)
from .state import Table
from .views import STATE
from .web import boarding_scores, sheet

COUPLED = "♥"
ASKING = 3  # lines for a question and its choices,
LONG = {"load": 4, "final-board": 4, "trade": 4}  # ... and where there may be many
# How the table is drawn, by the room there is: with the numbers of columns or not, the gap between animals,
# and whether these are brief.
FORMS = ((True, " ", False), (True, "", False), (True, "", True), (False, "", True))
Room = Callable[[str], int]  # lines for choices beside a question


# --- Pieces -------------------------------------------------------------------------------------


def tokens(view: Json, table: Table, seat: int, brief: bool) -> list[Text]:
    """A seat's animals in little room: picture, size, sex or both sexes, a heart if they are coupled.

    If they must be brief, only what is still missing is told: the sex of those that are single.
    """
    sexes: dict[str, str] = {}
    for tile in view["animals"][seat]:
        species, _, sex = tile.rpartition("-")
        sexes[species] = sexes.get(species, "") + SEX_SIGNS[sex]
    found = []
    single = {species_of(tile) for tile in TILE_SET.value(singles_of(table, seat))}
    for species, signs in sexes.items():
        coupled = species not in single
        shown = f"{size_of(species)}{signs}" if not brief else "" if coupled else signs
        line = Text(f"{picture(species)}{shown}", "bold" if coupled else "")
        found.append(line.append(COUPLED if coupled else "", "red"))
    return found


def label(tile: str, words: Words, brief: bool = False) -> str:
    """An animal with its name, unless it must be brief, and its size."""
    species, _, sex = tile.rpartition("-")
    if brief:
        return f"{picture(species)}{size_of(species)}{SEX_SIGNS[sex]}"
    return f"{picture(species)} {say_tile(tile, words)} {size_of(species)}"


def pieces(words: Words) -> list[str]:
    """All species with their values."""
    lines = [words("text.reconstructed")]
    for number, species in enumerate(SPECIES):
        size = size_of(species)
        facts = [words("text.size-small") if size == SMALL else words("text.size", size=size)]
        facts.append(words("text.points", count=POINTS[number]))
        facts.append(words("text.from", players=FROM[number]))
        line = words("text.piece-line", name=words(f"species.{species}"), facts=" · ".join(facts))
        lines.append(f"{picture(species)} {line}")
    return lines


# --- The table ----------------------------------------------------------------------------------


def heading(view: Json, words: Words) -> str:
    """What stands above the table: the round, and what the supply and the bags hold."""
    quick = view["options"]["variant"] == "quick"
    start = words("text.heading-quick" if quick else "text.heading", name=words("name"), round=view["round"])
    parts = [start]
    if not quick:
        parts.append(f"{words('text.supply')} {PITCH} {view['supply']['pitch']} {FOOD} {view['supply']['food']}")
    bags = " ".join(f"{SEX_SIGNS[sex]} {len(tiles)}" for sex, tiles in view["bags"].items())
    return " · ".join([*parts, f"{words('text.bags')} {bags}"])


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the actions, the ark, everybody's goods and animals."""
    if view["phase"] == "over":
        return Group(*ark_lines(view, None), *_result(view, words, names))
    table, ark = STATE.lay(view)[0], ark_lines(view, seat)
    asked = seat is not None and view["turn"] == seat
    room = SCREEN_HEIGHT - AROUND - (LONG.get(view["phase"], ASKING) if asked else 0)
    for header, gap, brief in FORMS:
        seats = _seats(view, table, seat, names, gap, brief)
        drawn = Group(*_above(view, seat, words, ark if header else ark[1:]), *seats)
        if height_of(drawn) <= room:
            break
    return drawn


def _above(view: Json, seat: int | None, words: Words, ark: list[Text]) -> list[RenderableType]:
    """The actions, the ark, and the animals that lie open."""
    parts: list[RenderableType] = []
    if view["options"]["variant"] == "standard" and not view["order"]:
        parts.append(_actions(view, words))
    parts += ark
    if view["drawn"] and (seat is None or view["turn"] != seat or view["phase"] != "pick"):
        drawn = [Text(label(tile, words)) for tile in view["drawn"]]
        parts.append(Flow(drawn, gap=" · ", first=Text(f"{words('text.drawn')}  ", "bold"), indent=2))
    return parts


def _seats(view: Json, table: Table, own: int | None, names: list[str], gap: str, brief: bool) -> list[RenderableType]:
    """Everybody's goods and animals."""
    width = max(map(cell_len, names)) + 5
    lines = [_seat(view, seat, name, seat == own, width) for seat, name in enumerate(names)]
    return [Flow(tokens(view, table, s, brief), gap=gap, first=line, indent=6) for s, line in enumerate(lines)]


def _actions(view: Json, words: Words) -> Flow:
    """The seven actions with workers to act, workers that have acted, and bonuses, on one line if they fit."""
    columns = []
    for column, name in enumerate(ACTION_NAMES):
        done, now = view["action_done"][column], view["action_now"][column]
        style = "bold reverse" if view["action"] == name else "bold" if now is not None else ""
        piece = Text.assemble((words(f"action.{name}"), style))
        if now is not None:
            piece.append(f" {SEAT_SYMBOLS[now]}", f"bold {SEAT_COLOURS[now]}")
        if done is not None:
            piece.append(f" ({SEAT_SYMBOLS[done]})", SEAT_COLOURS[done])
        if view["bonus"][column]:
            piece.append(f" +{view['bonus'][column]}", "yellow")
        columns.append(piece)
    for gap in (" · ", "  ", " "):
        line = Flow(columns, gap=gap)
        if len(line.lines(SCREEN_WIDTH)) == 1:
            break
    return line


def _seat(view: Json, seat: int, name: str, own: bool, width: int) -> Text:
    """A seat: its points and its goods."""
    line = Text.assemble(seat_text(seat, name, bold=own))
    line.append(" ◀" if view["turn"] == seat else "", "bold")
    line.pad_right(width - cell_len(line.plain))
    line.append(f"{view['scores'][seat]:>4}★ ", "bold")
    line.append(f" {LINES[seat][0] * 2}", SEAT_COLOURS[seat])
    line.append(f"{view['planks'][seat]:>2}")
    line.append(f"/{view['planks'][seat] + view['supply']['planks'][seat]:<3}", "dim")
    if view["options"]["variant"] == "standard":
        line.append(f"{PITCH}", PITCH_STYLE).append(f"{view['pitch'][seat]:<2} {FOOD}{view['food'][seat]:<3}")
    return line


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The points of every seat by source, best first."""
    sources = sheet(view, words)
    titles = [row["label"] for row in sources]
    rows = [[str(row["values"][seat]) for row in sources] for seat in range(view["players"])]
    widths = [max(map(len, column)) + 3 for column in zip(titles, *rows, strict=True)]
    start = max(map(cell_len, names)) + 4
    lines: list[RenderableType] = [Text(words("text.over"), "bold")]
    lines.append(Text(" " * start + _row(titles, widths), "dim"))
    for seat in sorted(range(view["players"]), key=lambda seat: -view["scores"][seat]):
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = Text.assemble(crown, seat_text(seat, names[seat], bold=True))
        line.pad_right(start - cell_len(line.plain))
        line.append(_row(rows[seat][:-1], widths[:-1])).append(rows[seat][-1].rjust(widths[-1]), "bold")
        lines.append(line)
    return lines


def _row(cells: list[str], widths: list[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    question = words(f"phase.{view['phase']}")

    def room(question: str) -> int:
        return ask.room(lambda: draw(view, view["turn"], words, names), question)

    if view["phase"] == "build":
        return _choose_place(view, question, words, ask)
    if view["phase"] in ("load", "final-feed", "final-board"):
        return _choose_load(view, question, room, words, ask)
    if view["phase"] == "exchange":
        return _choose_exchange(view, question, room, words, ask)
    if view["phase"] == "trade":
        return _choose_trade(view, question, room, words, ask)
    if view["phase"] == "pick":
        moves: list[Json] = [{"move": "pick", "animal": tile} for tile in view["drawn"]]
        return _choose_one(question, moves, _tiles(view, view["drawn"], question, room, words), ask)
    moves, labels = _plain_choices(view, question, room, words)
    return _choose_one(question, moves, labels, ask)


def _tiles(view: Json, tiles: list[str], question: str, room: Room, words: Words) -> list[str]:
    """Labels for animals, with their names if there is room, and hearts for those whose mates lie before seats."""
    for brief in (False, True):
        labels = [_mated(view, tile, words, brief) for tile in tiles]
        if choices_fit([*labels, words("text.keep")], room(question)):
            break
    return labels


def _plain_choices(view: Json, question: str, room: Room, words: Words) -> tuple[list[Json], list[str]]:
    """The moves of a phase that has a few, with their labels."""
    phase = view["phase"]
    if phase == "worker":
        labels = []
        for name, bonus in zip(ACTION_NAMES, view["bonus"], strict=True):
            labels.append(words(f"action.{name}") + (f" +{bonus}" if bonus else ""))
        return [{"move": "worker", "action": name} for name in ACTION_NAMES], labels
    if phase == "action":
        actions = [ACTION_NAMES[column] for column in QUICK_ACTIONS]
        return [{"move": "action", "name": name} for name in actions], [words(f"action.{name}") for name in actions]
    if phase == "reward":
        return [{"move": "reward", "kind": kind} for kind in REWARDS], [words(f"reward.{kind}") for kind in REWARDS]
    kind = "bag" if phase == "bag" else "draw"
    return [{"move": kind, "sex": sex} for sex in view["bags"]], _bags(view, question, room, words)


def _bags(view: Json, question: str, room: Room, words: Words) -> list[str]:
    """The bags with what is in them, if there is room."""
    plain = [words(f"text.bag-{sex}", count=len(tiles)) for sex, tiles in view["bags"].items()]
    inside = ["".join(picture(species_of(tile)).strip() for tile in tiles) for tiles in view["bags"].values()]
    full = [f"{text} {tiles}".strip() for text, tiles in zip(plain, inside, strict=True)]
    return full if choices_fit(full, room(question)) else plain


def _mated(view: Json, tile: str, words: Words, brief: bool) -> str:
    """An animal, with a heart if its mate lies before a seat, and that seat's symbol."""
    (mate,) = TILE_SET.value(mates_of(TILE_SET.number([tile])))
    mates = [seat for seat, tiles in enumerate(view["animals"]) if mate in tiles]
    return label(tile, words, brief) + "".join(f" {COUPLED}{SEAT_SYMBOLS[seat]}" for seat in mates)


def _choose_one(question: str, moves: list[Json], labels: list[str], ask: Ask) -> Json:
    return moves[ask.one(question, [Choice(text, move) for text, move in zip(labels, moves, strict=True)])]


def _choose_place(view: Json, question: str, words: Words, ask: Ask) -> Json:
    """One of the numbers on the board, or the end of this part."""
    seat, players = view["turn"], view["players"]
    goods = f"{LINES[seat][0] * 2}{NO_BREAK}{view['planks'][seat]}"
    if view["options"]["variant"] == "standard":
        goods += f" {PITCH}{NO_BREAK}{view['pitch'][seat]}"
    question = f"{question} ({words('text.left-build', count=view['left'], goods=goods)})"
    moves = places_to_build(view)
    choices = [
        Choice(
            say_edge(move["edge"], words, players) if "edge" in move else say_joint(move["joint"], words, players),
            move,
            on_table=True,
        )
        for move in moves
    ]
    done: Json = {"move": "done"}
    return [*moves, done][ask.one(question, [*choices, Choice(words("text.done"), done)])]


def _choose_exchange(view: Json, question: str, room: Room, words: Words, ask: Ask) -> Json:
    """A plank by its number, then the one that it changes places with; or a bag to draw from."""
    edges = edges_to_swap(view)
    names = {edge: say_edge(edge, words, view["players"]) for edge in edges}
    draws: list[Json] = [{"move": "draw", "sex": sex} for sex in view["bags"]]
    question = f"{question} ({words('text.numbers')})" if view["ark"]["planks"] else words("phase.draw")
    choices = [Choice(names[edge], _swap_with_any(view, edge), on_table=True) for edge in edges]
    choices += [Choice(text, move) for text, move in zip(_bags(view, question, room, words), draws, strict=True)]
    number = ask.one(question, choices)
    if number >= len(edges):
        return draws[number - len(edges)]
    owner = view["ark"]["planks"][edges[number]]
    question = words("text.which-second", plank=f"{names[edges[number]]} ({SEAT_SYMBOLS[owner]})")
    moves = [_swap(edges[number], edge) for edge in edges]
    others = [Choice(names[edge], move, on_table=True) for edge, move in zip(edges, moves, strict=True)]
    return moves[ask.one(question, others)]


def _swap(edge: str, other: str) -> Json:
    return {"move": "swap-planks", "edges": sorted([edge, other])}


def _swap_with_any(view: Json, edge: str) -> Json:
    """A swap of a plank with one of another colour, if there is one."""
    planks = view["ark"]["planks"]
    return _swap(edge, next((other for other in planks if planks[other] != planks.get(edge)), edge))


def _choose_trade(view: Json, question: str, room: Room, words: Words, ask: Ask) -> Json:
    """Which animal to give, if any, and for which one."""
    own = view["animals"][view["turn"]]
    moves: list[Json] = [{"move": "trade", "give": tile, "take": view["drawn"][0]} for tile in own]
    moves.append({"move": "keep"})
    labels = [*_tiles(view, own, question, room, words), words("text.keep")]
    given = _choose_one(question, moves, labels, ask)
    if given["move"] == "keep":
        return given
    question = words("text.take")
    moves = [{**given, "take": tile} for tile in view["drawn"]]
    return _choose_one(question, moves, _tiles(view, view["drawn"], question, room, words), ask)


def _choose_load(view: Json, question: str, room: Room, words: Words, ask: Ask) -> Json:
    """Food by the numbers on the board, a pair with what it would bring, or the end of this part."""
    table = STATE.lay(view)[0]
    quick = view["options"]["variant"] == "quick"
    if view["left"] is not None:
        left = words("text.left-pairs" if quick else "text.left-load", count=view["left"])
        if numbers_on(view, view["turn"]):
            left = f"{left}, {words('text.numbers-feed')}"
        question = f"{question} ({left})"
    cells = [] if view["phase"] == "final-board" or quick else board_for(view["players"]).cells
    feeds: list[Json] = [{"move": "feed", "cell": cell} for cell in cells]
    done: Json = {"move": "done"}
    tiles = [] if view["phase"] == "final-feed" or not view["ark"]["pens"] else TILE_SET.value(pairs_to_board(table))
    ways = {species_of(tile): _boardings(view, table, species_of(tile), ask) for tile in tiles}
    choices = [Choice(_boarding(table, move, words), move) for moves in ways.values() for move in moves]
    lines = room(question)
    together = choices_fit([*(choice.label for choice in choices), words("text.done")], lines)
    if not together:
        choices = [Choice(text, ways[species][0]) for species, text in _species(list(ways), lines, words)]
    listed = [Choice(words("text.feed-cell", cell=feed["cell"]), feed, on_table=True) for feed in feeds]
    chosen = ask.one(question, [*listed, *choices, Choice(words("text.done"), done)])
    if chosen < len(feeds):
        return feeds[chosen]
    if chosen == len(feeds) + len(choices):
        return done
    move = choices[chosen - len(feeds)].move
    assert move is not None
    if together or len(ways[move["species"]]) == 1:
        return move
    moves = ways[move["species"]]
    labels = [f"{way['pen']} {_points(table, way)}".strip() for way in moves]
    return _choose_one(words("text.which-pen", species=words(f"species.{move['species']}")), moves, labels, ask)


def _species(pairs: list[str], room: int, words: Words) -> list[tuple[str, str]]:
    """Species with their labels: names if there is room."""
    named = [(species, f"{picture(species)} {words(f'species.{species}')}") for species in pairs]
    if choices_fit([*(text for _, text in named), words("text.done")], room):
        return named
    return [(species, f"{picture(species)}{size_of(species)}") for species in pairs]


def _boardings(view: Json, table: Table, species: str, ask: Ask) -> list[Json]:
    """A pair with every pen that it can board; if there is none, with the one that comes nearest."""
    move: Json = {"move": "board", "species": species}
    moves = [{**move, "pen": pen} for pen in view["ark"]["pens"]]
    nearest = A_CELL.value(nearest_pen(table, A_SPECIES.number(species)))
    return [move for move in moves if ask.allows(move)] or [{**move, "pen": nearest}]


def _boarding(table: Table, move: Json, words: Words) -> str:
    """A pair and its pen, with what it costs and what everybody would score."""
    species = move["species"]
    shown = words("text.board", species=f"{picture(species)} {words(f'species.{species}')}", pen=move["pen"])
    cost = cost_of(table, A_SPECIES.number(species))
    return " ".join(filter(None, [shown, words("text.cost", count=cost) if cost else "", _points(table, move)]))


def _points(table: Table, move: Json) -> str:
    """What everybody would score for a pair."""
    points = enumerate(boarding_scores(table, move))
    return " ".join(f"{SEAT_SYMBOLS[seat]}+{count}" for seat, count in points if count)
