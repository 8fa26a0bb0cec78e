"""The table of Ark & Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line of actions, the ark (sketch.py), a line a seat.
Where something can be placed, the number to type stands on the spot.
"""

from __future__ import annotations

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
    A_JOINT,
    A_SPECIES,
    AN_EDGE,
    SEX_SIGNS,
    TILE_SET,
    board_for,
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
    return Dialogue(view, words, names, ask).move()


class Dialogue:
    """A decision in questions and answers."""

    def __init__(self, view: Json, words: Words, names: list[str], ask: Ask) -> None:
        self.view, self.words, self.names, self.ask = view, words, names, ask
        self.table: Table = STATE.lay(view)[0]
        self.question = words(f"phase.{view['phase']}")
        self.done = Choice(words("text.done"), {"move": "done"})

    def move(self) -> Json:
        """The move that the person makes."""
        phase = self.view["phase"]
        if phase == "exchange":
            return self.exchange()
        if phase == "trade":
            return self.trade()
        if phase in ("load", "final-feed", "final-board"):
            return self.load()
        return self.one(self.places() if phase == "build" else self.few())

    def one(self, choices: list[Choice]) -> Json:
        """The move of the choice that the person makes."""
        move = choices[self.ask.one(self.question, choices)].move
        assert move is not None
        return move

    def fits(self, choices: list[Choice], *more: str) -> bool:
        """Whether the choices, and more, have room beside the question."""
        room = self.ask.room(lambda: draw(self.view, self.view["turn"], self.words, self.names), self.question)
        return choices_fit([*(choice.label for choice in choices), *more], room)

    def few(self) -> list[Choice]:
        """The moves of a phase that has a few."""
        words, phase = self.words, self.view["phase"]
        if phase == "worker":
            bonuses = [f" +{bonus}" if bonus else "" for bonus in self.view["bonus"]]
            return [
                Choice(words(f"action.{name}") + bonus, {"move": phase, "action": name})
                for name, bonus in zip(ACTION_NAMES, bonuses, strict=True)
            ]
        if phase == "action":
            actions = [ACTION_NAMES[column] for column in QUICK_ACTIONS]
            return [Choice(words(f"action.{name}"), {"move": phase, "name": name}) for name in actions]
        if phase == "reward":
            return [Choice(words(f"reward.{kind}"), {"move": phase, "kind": kind}) for kind in REWARDS]
        if phase == "pick":
            return self.animals({tile: {"move": phase, "animal": tile} for tile in self.view["drawn"]})
        return self.bags(phase)

    def animals(self, moves: dict[str, Json]) -> list[Choice]:
        """Animals, with their names if there is room, with hearts and seats' symbols where their mates lie."""
        for brief in (False, True):
            choices = []
            for tile, move in moves.items():
                (mate,) = TILE_SET.value(mates_of(TILE_SET.number([tile])))
                seats = [seat for seat, tiles in enumerate(self.view["animals"]) if mate in tiles]
                hearts = "".join(f" {COUPLED}{SEAT_SYMBOLS[seat]}" for seat in seats)
                choices.append(Choice(label(tile, self.words, brief) + hearts, move))
            if self.fits(choices, self.words("text.keep")):
                break
        return choices

    def bags(self, kind: str) -> list[Choice]:
        """The bags, with what is in them if there is room."""
        plain, full = [], []
        for sex, tiles in self.view["bags"].items():
            text, move = self.words(f"text.bag-{sex}", count=len(tiles)), {"move": kind, "sex": sex}
            inside = "".join(picture(species_of(tile)).strip() for tile in tiles)
            plain.append(Choice(text, move))
            full.append(Choice(f"{text} {inside}".strip(), move))
        return full if self.fits(full) else plain

    def places(self) -> list[Choice]:
        """The numbers on the board, or the end of this part."""
        view, words = self.view, self.words
        goods = f"{LINES[view['turn']][0] * 2}{NO_BREAK}{view['planks'][view['turn']]}"
        if view["options"]["variant"] == "standard":
            goods += f" {PITCH}{NO_BREAK}{view['pitch'][view['turn']]}"
        self.question += f" ({words('text.left-build', count=view['left'], goods=goods)})"
        choices = []
        for move in places_to_build(view):
            spot, name = (AN_EDGE, move["edge"]) if "edge" in move else (A_JOINT, move["joint"])
            choices.append(Choice(spot.say(name, words, self.names), move, on_table=True))
        return [*choices, self.done]

    def exchange(self) -> Json:
        """A plank by its number, then the one that it changes places with; or a bag to draw from."""
        edges, planks = edges_to_swap(self.view), self.view["ark"]["planks"]
        said = {edge: AN_EDGE.say(edge, self.words, self.names) for edge in edges}
        self.question = f"{self.question} ({self.words('text.numbers')})" if planks else self.words("phase.draw")
        choices = []
        for edge in edges:
            fitting = next((other for other in planks if planks[other] != planks.get(edge)), edge)
            choices.append(Choice(said[edge], _swap(edge, fitting), on_table=True))
        choices += self.bags("draw")
        number = self.ask.one(self.question, choices)
        if number >= len(edges):
            return choices[number].move or {}
        first = edges[number]
        self.question = self.words("text.which-second", plank=f"{said[first]} ({SEAT_SYMBOLS[planks[first]]})")
        return self.one([Choice(said[edge], _swap(first, edge), on_table=True) for edge in edges])

    def trade(self) -> Json:
        """Which animal to give, if any, and for which one."""
        own, drawn = self.view["animals"][self.view["turn"]], self.view["drawn"]
        gifts = self.animals({tile: {"move": "trade", "give": tile, "take": drawn[0]} for tile in own})
        given = self.one([*gifts, Choice(self.words("text.keep"), {"move": "keep"})])
        if given["move"] == "keep":
            return given
        self.question = self.words("text.take")
        return self.one(self.animals({tile: {**given, "take": tile} for tile in drawn}))

    def load(self) -> Json:
        """Food by the numbers on the board, a pair with what it would bring, or the end of this part."""
        view, words = self.view, self.words
        quick = view["options"]["variant"] == "quick"
        if view["left"] is not None:
            left = words("text.left-pairs" if quick else "text.left-load", count=view["left"])
            feeding = f", {words('text.numbers-feed')}" if numbers_on(view, view["turn"]) else ""
            self.question += f" ({left}{feeding})"
        cells = [] if view["phase"] == "final-board" or quick else board_for(view["players"]).cells
        food = [
            Choice(words("text.feed-cell", cell=cell), {"move": "feed", "cell": cell}, on_table=True) for cell in cells
        ]
        ways = {} if view["phase"] == "final-feed" or not view["ark"]["pens"] else self.boardings()
        pairs = [choice for choices in ways.values() for choice in choices]
        together = self.fits(pairs, self.done.label)
        if not together:
            pairs = [Choice(f"{picture(name)} {words(f'species.{name}')}", ways[name][0].move) for name in ways]
            if not self.fits(pairs, self.done.label):
                pairs = [Choice(f"{picture(name)}{size_of(name)}", ways[name][0].move) for name in ways]
        move = self.one([*food, *pairs, self.done])
        if together or move["move"] != "board" or len(ways[move["species"]]) == 1:
            return move
        self.question = words("text.which-pen", species=words(f"species.{move['species']}"))
        pens = [way.move for way in ways[move["species"]] if way.move is not None]
        return self.one([Choice(f"{way['pen']} {self.points(way)}".strip(), way) for way in pens])

    def boardings(self) -> dict[str, list[Choice]]:
        """By pair every pen that it can board, with cost and points; if there is none, the one that comes nearest."""
        found: dict[str, list[Choice]] = {}
        for species in map(species_of, TILE_SET.value(pairs_to_board(self.table))):
            number = A_SPECIES.number(species)
            moves = [{"move": "board", "species": species, "pen": pen} for pen in self.view["ark"]["pens"]]
            nearest = {**moves[0], "pen": A_CELL.value(nearest_pen(self.table, number))}
            cost = cost_of(self.table, number)
            costing = self.words("text.cost", count=cost) if cost else ""
            name = f"{picture(species)} {self.words(f'species.{species}')}"
            found[species] = []
            for move in [move for move in moves if self.ask.allows(move)] or [nearest]:
                shown = self.words("text.board", species=name, pen=move["pen"])
                found[species].append(Choice(" ".join(filter(None, [shown, costing, self.points(move)])), move))
        return found

    def points(self, move: Json) -> str:
        """What everybody would score for a pair."""
        points = enumerate(boarding_scores(self.table, move))
        return " ".join(f"{SEAT_SYMBOLS[seat]}+{count}" for seat, count in points if count)


def _swap(edge: str, other: str) -> Json:
    return {"move": "swap-planks", "edges": sorted([edge, other])}
