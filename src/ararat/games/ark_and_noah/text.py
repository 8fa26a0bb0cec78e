"""The table of Ark & Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line of actions, the ark (sketch.py), a line a seat.
Where something can be placed, the number to type stands on the spot.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import (
    SEAT_COLOURS,
    SEAT_SYMBOLS,
    Ask,
    Choice,
    Flow,
    seat_text,
)
from ...core.words import Words
from .judging import boarding_points, is_coupled, pairs_of, points_of, size_of, species_of
from .names import SEX_SIGNS, say_species, say_tile
from .pieces import ACTION_NAMES, FROM, REWARDS, SMALL, SPECIES
from .sketch import (
    FOOD,
    LINES,
    PITCH,
    PITCH_STYLE,
    ark_lines,
    cells_to_feed,
    picture,
    placings,
    planks_to_swap,
)

COUPLED = "♥"
MOST_LISTED = 8  # pairs and pens that are listed together


# --- Pieces -------------------------------------------------------------------------------------


def token(view: Json, tile: str) -> Text:
    """An animal in little room: its picture, its size, its sex, whether it is coupled."""
    species, _, sex = tile.rpartition("-")
    coupled = is_coupled(view, tile)
    line = Text(f"{picture(species)}{size_of(species)}{SEX_SIGNS[sex]}", "bold" if coupled else "")
    return line.append(COUPLED if coupled else "", "red")


def label(tile: str, words: Words) -> str:
    """An animal with its name and size."""
    species = species_of(tile)
    return f"{picture(species)} {say_tile(tile, words)} {size_of(species)}"


def pieces(words: Words) -> list[str]:
    """All species with their values."""
    lines = [words("text.reconstructed")]
    for number, species in enumerate(SPECIES):
        size = size_of(species)
        facts = [words("text.size-small") if size == SMALL else words("text.size", size=size)]
        facts.append(words("text.points", count=points_of(species)))
        facts.append(words("text.from", players=FROM[number]))
        lines.append(f"{picture(species)} {say_species(species, words)}: {' · '.join(facts)}.")
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
    parts: list[RenderableType] = []
    if view["phase"] == "over":
        return Group(*ark_lines(view, None), *_result(view, words, names))
    if view["options"]["variant"] == "standard":
        parts.append(_actions(view, words))
    parts += ark_lines(view, seat)
    if view["drawn"] and (seat is None or view["turn"] != seat or view["phase"] != "pick"):
        tokens = [Text(label(tile, words)) for tile in view["drawn"]]
        parts.append(Flow(tokens, gap=" · ", first=Text(f"{words('text.drawn')}  ", "bold"), indent=2))
    width = max(len(name) for name in names) + 5
    for other in range(view["players"]):
        parts.append(_seat(view, other, seat, names, width))
    return Group(*parts)


def _actions(view: Json, words: Words) -> Flow:
    """The seven actions with workers to act, workers that have acted, and bonuses."""
    columns = []
    for column, name in enumerate(ACTION_NAMES):
        done, now = view["action_done"][column], view["action_now"][column]
        piece = Text(words(f"action.{name}"), "bold reverse" if view["action"] == name else "bold" if now else "")
        if now is not None:
            piece.append(f" {SEAT_SYMBOLS[now]}", f"bold {SEAT_COLOURS[now]}")
        if done is not None:
            piece.append(f" ({SEAT_SYMBOLS[done]})", SEAT_COLOURS[done])
        if view["bonus"][column]:
            piece.append(f" +{view['bonus'][column]}", "yellow")
        columns.append(piece)
    return Flow(columns, gap=" · ")


def _seat(view: Json, seat: int, own: int | None, names: list[str], width: int) -> Flow:
    """A seat: its points, its goods, its animals."""
    line = Text.assemble(seat_text(seat, names[seat], bold=seat == own))
    line.append(" ◀" if view["turn"] == seat else "", "bold")
    line.pad_right(width - cell_len(line.plain))
    line.append(f"{view['scores'][seat]:>4}★ ", "bold")
    line.append(f" {LINES[seat][0] * 2}", SEAT_COLOURS[seat])
    line.append(f"{view['planks'][seat]:>2}")
    line.append(f"/{view['planks'][seat] + view['supply']['planks'][seat]:<3}", "dim")
    if view["options"]["variant"] == "standard":
        line.append(f"{PITCH}", PITCH_STYLE).append(f"{view['pitch'][seat]:<2} {FOOD}{view['food'][seat]:<3}")
    return Flow([token(view, tile) for tile in view["animals"][seat]], gap=" ", first=line, indent=6)


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The points of every seat by source, best first."""
    titles = [words(f"text.{name}") for name in ("played", "hull", "goods", "animals", "total")]
    rows = []
    for seat, final in enumerate(view["final"]):
        added = [final["hull"], final["goods"], final["animals"]]
        rows.append([str(n) for n in (view["scores"][seat] - sum(added), *added, view["scores"][seat])])
    widths = [max(map(len, column)) + 3 for column in zip(titles, *rows, strict=True)]
    start = max(len(name) for name in names) + 4
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
    if view["phase"] == "build":
        question = f"{question} ({words('text.left-build', count=view['left'])})"
        return _choose_place(question, placings(view), words, ask)
    if view["phase"] in ("load", "final-feed", "final-board"):
        return _choose_load(view, question, words, ask)
    if view["phase"] == "exchange":
        return _choose_exchange(view, question, words, ask)
    if view["phase"] == "trade":
        return _choose_trade(view, question, words, ask)
    moves, labels = _plain_choices(view, words)
    return _choose_one(question, moves, labels, ask)


def _plain_choices(view: Json, words: Words) -> tuple[list[Json], list[str]]:
    """The moves of a phase that has a few, with their labels."""
    phase = view["phase"]
    if phase == "worker":
        labels = []
        for name, bonus in zip(ACTION_NAMES, view["bonus"], strict=True):
            labels.append(words(f"action.{name}") + (f" +{bonus}" if bonus else ""))
        return [{"move": "worker", "action": name} for name in ACTION_NAMES], labels
    if phase == "action":
        actions = [name for name in ACTION_NAMES if name not in ("pitch", "food")]
        return [{"move": "action", "name": name} for name in actions], [words(f"action.{name}") for name in actions]
    if phase == "pick":
        drawn = view["drawn"]
        return [{"move": "pick", "animal": tile} for tile in drawn], [_mated(view, tile, words) for tile in drawn]
    if phase == "reward":
        return [{"move": "reward", "kind": kind} for kind in REWARDS], [words(f"reward.{kind}") for kind in REWARDS]
    kind = "bag" if phase == "bag" else "draw"
    return [{"move": kind, "sex": sex} for sex in view["bags"]], _bags(view, words)


def _bags(view: Json, words: Words) -> list[str]:
    return [words(f"text.bag-{sex}", count=len(tiles)) for sex, tiles in view["bags"].items()]


def _mated(view: Json, tile: str, words: Words) -> str:
    """A drawn animal, with a heart if its mate lies before a seat, and that seat's symbol."""
    mates = [seat for seat, tiles in enumerate(view["animals"]) for own in tiles if species_of(own) == species_of(tile)]
    return label(tile, words) + "".join(f" {COUPLED}{SEAT_SYMBOLS[seat]}" for seat in mates)


def _choose_one(question: str, moves: list[Json], labels: list[str], ask: Ask) -> Json:
    return moves[ask.one(question, [Choice(text, move) for text, move in zip(labels, moves, strict=True)])]


def _choose_place(question: str, moves: list[Json], words: Words, ask: Ask) -> Json:
    """One of the numbers on the board, or the end of this part."""
    done: Json = {"move": "done"}
    choices = [Choice("", move, on_table=True) for move in moves]
    return [*moves, done][ask.one(question, [*choices, Choice(words("text.done"), done)])]


def _choose_exchange(view: Json, question: str, words: Words, ask: Ask) -> Json:
    """A plank by its number, then the one that it changes places with; or a bag to draw from."""
    planks = planks_to_swap(view)
    draws: list[Json] = [{"move": "draw", "sex": sex} for sex in view["bags"]]
    swaps = [_swap_with_any(view, edge, planks) for edge in planks]
    choices = [Choice(edge, move, on_table=True) for edge, move in zip(planks, swaps, strict=True)]
    choices += [Choice(text, move) for text, move in zip(_bags(view, words), draws, strict=True)]
    number = ask.one(question, choices)
    if number >= len(planks):
        return draws[number - len(planks)]
    moves = [_swap(planks[number], edge) for edge in planks]
    others = [Choice(edge, move, on_table=True) for edge, move in zip(planks, moves, strict=True)]
    return moves[ask.one(words("text.which-second"), others)]


def _swap(edge: str, other: str) -> Json:
    return {"move": "swap-planks", "edges": sorted([edge, other])}


def _swap_with_any(view: Json, edge: str, planks: list[str]) -> Json:
    """A swap of a plank with one of another colour, if there is one."""
    owner = view["ark"]["planks"]
    return _swap(edge, next((other for other in planks if owner[other] != owner[edge]), edge))


def _choose_trade(view: Json, question: str, words: Words, ask: Ask) -> Json:
    """Which animal to give, if any, and for which one."""
    own = view["animals"][view["turn"]]
    trades: list[Json] = [{"move": "trade", "give": tile, "take": view["drawn"][0]} for tile in own]
    moves: list[Json] = [*trades, {"move": "keep"}]
    labels = [*(label(tile, words) for tile in own), words("text.keep")]
    given = _choose_one(f"{question} {words('text.give')}", moves, labels, ask)
    if given["move"] == "keep":
        return given
    moves = [{**given, "take": tile} for tile in view["drawn"]]
    return _choose_one(words("text.take"), moves, [_mated(view, tile, words) for tile in view["drawn"]], ask)


def _choose_load(view: Json, question: str, words: Words, ask: Ask) -> Json:
    """Food by the numbers on the board, a pair with what it would bring, or the end of this part."""
    if view["left"] is not None:
        quick = view["options"]["variant"] == "quick"
        question = f"{question} ({words('text.left-pairs' if quick else 'text.left-load', count=view['left'])})"
    cells = [] if view["phase"] == "final-board" else cells_to_feed(view)
    choices = [Choice(cell, {"move": "feed", "cell": cell}, on_table=True) for cell in cells]
    moves: list[Json] = [{"move": "feed", "cell": cell} for cell in cells]
    pens = {} if view["phase"] == "final-feed" else {s: _boardings(view, s) for s in pairs_of(view, view["turn"])}
    fitting = {species: [move for move in ways if ask.allows(move)] for species, ways in pens.items()}
    together = sum(map(len, fitting.values())) <= MOST_LISTED
    for species, ways in pens.items():
        legal = fitting[species]
        if not ways:
            continue
        if legal and together:
            choices += [Choice(_boarding(view, move, words), move) for move in legal]
            moves += legal
        else:
            nearest = legal[0] if legal else max(ways, key=lambda move: ask.broken(move))
            choices.append(Choice(f"{picture(species)} {say_species(species, words)}", nearest))
            moves.append({"move": "board", "species": species})
    moves.append({"move": "done"})
    move = moves[ask.one(question, [*choices, Choice(words("text.done"), moves[-1])])]
    if move["move"] != "board" or "pen" in move:
        return move
    species = move["species"]
    labels = [_boarding(view, way, words) for way in fitting[species]]
    return _choose_one(words("text.which-pen", species=say_species(species, words)), fitting[species], labels, ask)


def _boardings(view: Json, species: str) -> list[Json]:
    """A pair with every pen there is."""
    return [{"move": "board", "species": species, "pen": pen} for pen in view["ark"]["pens"]]


def _boarding(view: Json, move: Json, words: Words) -> str:
    """A pair and its pen, with what everybody would score."""
    species = move["species"]
    shown = words("text.board", species=f"{picture(species)} {say_species(species, words)}", pen=move["pen"])
    points = enumerate(boarding_points(view, species, move["pen"]))
    return " ".join([shown, *(f"{SEAT_SYMBOLS[seat]}+{count}" for seat, count in points if count)])
