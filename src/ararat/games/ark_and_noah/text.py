"""The table of Ark & Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line of actions, the ark (sketch.py), a line a seat.
Where something can be placed, the number to type stands on the spot.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ...catalogues import NO_BREAK, written
from ...core import terminal
from ...core.contract import Json
from ...core.terminal import SEAT_COLOURS, SEAT_SYMBOLS, Choice, Dialogue, Flow, fullest, height_of
from ...core.words import Words
from .names import A_JOINT, A_SPECIES, AN_EDGE, SEX_SIGNS, TILE_SET, board_for, say_tile, size_of, species_of
from .pieces import ACTION_NAMES, FAMILY, FROM, POINTS, QUICK_ACTIONS, REWARDS, SMALL, SPECIES
from .rules.animals import mates_of, singles_of
from .rules.loading import cost_of, pairs_to_board
from .rules.moves import MOVES
from .sketch import FOOD, LINES, PITCH, PITCH_STYLE, ark_lines, edges_to_swap, numbers_on, picture, places_to_build
from .state import Table
from .views import STATE
from .web import boarding_scores, nearest_pens, rounds, sheet

COUPLED = "♥"
ASKING = 3  # lines for a question and its choices,
LONG = {"load": 4, "final-board": 4, "trade": 4}  # ... and where there may be many
# How the table is drawn, by the room there is: with the names of the family and the numbers of columns or not, the gap
# between animals, and whether these are brief.
FORMS = (
    (True, True, " ", False),
    (False, True, " ", False),
    (False, True, "", False),
    (False, True, "", True),
    (False, False, "", True),
)


# --- Pieces -------------------------------------------------------------------------------------


def tokens(view: Json, table: Table, seat: int, brief: bool) -> list[Text]:
    """A seat's animals in little room: picture, size, sex or both sexes, a heart if they are coupled.

    If they must be brief, only what is still missing is told: the sex of those that are single.
    """
    found = []
    single = {species_of(tile) for tile in TILE_SET.value(singles_of(table, seat))}
    for species, tiles in groupby(view["animals"][seat], species_of):
        signs, coupled = "".join(SEX_SIGNS[tile[-1]] for tile in tiles), species not in single
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
    """What stands above the table: the round and its limits, and what the supply and the bags hold."""
    quick = view["options"]["variant"] == "quick"
    limits = rounds(view)
    parts = [words("name"), words("text.round-late" if limits["late"] else "text.round", round=view["round"], **limits)]
    if quick:
        parts.insert(1, words("text.quick"))
    else:
        parts.append(f"{words('text.supply')} {PITCH} {view['supply']['pitch']} {FOOD} {view['supply']['food']}")
    bags = " ".join(f"{SEX_SIGNS[sex]} {len(tiles)}" for sex, tiles in view["bags"].items())
    return " · ".join([*parts, f"{words('text.bags')} {bags}"])


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the actions, the ark, everybody's goods and animals."""
    if view["phase"] == "over":
        result = terminal.result_lines(view, sheet(view, words), names, gap=3)
        return Group(*ark_lines(view, None), Text(words("text.over"), "bold"), *result)
    table, ark = STATE.laid(view), ark_lines(view, seat)
    asked = seat is not None and view["turn"] == seat
    room = terminal.SCREEN_HEIGHT - terminal.AROUND - (LONG.get(view["phase"], ASKING) if asked else 0)

    family = [f"{name} · {words(f'family.{person}')}" for name, person in zip(names, FAMILY, strict=False)]

    def drawn(related: bool, header: bool, gap: str, brief: bool) -> RenderableType:
        above, called = _above(view, seat, words, ark if header else ark[1:]), family if related else names
        animals = [tokens(view, table, other, brief) for other in range(view["players"])]
        seats = (Flow(animals[s], gap, _seat(view, s, seat, called), indent=6) for s in range(len(names)))
        return Group(*above, *seats)

    return fullest((drawn(*form) for form in FORMS), lambda group: height_of(group) <= room)


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
    return fullest((Flow(columns, gap) for gap in (" · ", "  ", " ")), lambda line: height_of(line) == 1)


def _seat(view: Json, seat: int, own: int | None, names: list[str]) -> Text:
    """A seat: its points and its goods."""
    line = terminal.seat_column(seat, names, 3, seat == own, terminal.turn_mark(view, seat))
    line.append(f"{written(view['scores'][seat]):>4}★ ", "bold")
    line.append(f" {LINES[seat][0] * 2}", SEAT_COLOURS[seat])
    line.append(f"{view['planks'][seat]:>2}")
    line.append(f"/{view['planks'][seat] + view['supply']['planks'][seat]:<3}", "dim")
    if view["options"]["variant"] == "standard":
        line.append(f"{PITCH}", PITCH_STYLE).append(f"{view['pitch'][seat]:<2} {FOOD}{view['food'][seat]:<3}")
    return line


# --- The dialogue -------------------------------------------------------------------------------


class Decision(Dialogue):
    """The dialogue that leads the person in turn to a move."""

    draw = staticmethod(draw)

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.table: Table = STATE.laid(self.view)
        self.is_quick = self.view["options"]["variant"] == "quick"
        self.done = Choice(self.words("text.done"), {"move": "done"})

    def in_worker(self) -> Json:
        """An action, with the bonus that lies there or of the quick game alone, or a reward."""
        ((field, kind),) = MOVES.kinds[self.phase].fields.items()
        bonus = dict(zip(ACTION_NAMES, self.view["bonus"], strict=True)) if self.phase == "worker" else {}

        def label(move: Json) -> str:
            more = bonus.get(move[field])
            return kind.say(move[field], self.words, self.names) + (f" +{more}" if more else "")

        quick = [ACTION_NAMES[column] for column in QUICK_ACTIONS]
        few = {"worker": ACTION_NAMES, "action": quick, "reward": REWARDS}[self.phase]
        return self.one_of([{"move": self.phase, field: name} for name in few], label)

    in_action = in_reward = in_worker

    def in_bag(self) -> Json:
        """One of the bags."""
        return self.one(self.bags(self.phase))

    in_draw = in_bag

    def in_pick(self) -> Json:
        """One of the animals drawn."""
        return self.one(self.animals({tile: {"move": "pick", "animal": tile} for tile in self.view["drawn"]})[:-1])

    def in_trade(self) -> Json:
        """Which animal to give, if any, and for which one."""
        own, drawn = self.view["animals"][self.seat], self.view["drawn"]
        given = self.one(self.animals({tile: {"move": "trade", "give": tile, "take": drawn[0]} for tile in own}))
        if given["move"] == "keep":
            return given
        self.question = self.words("text.take")
        return self.one(self.animals({tile: {**given, "take": tile} for tile in drawn})[:-1])

    def in_build(self) -> Json:
        """A place by its number on the board, or the end of this part."""
        view, words = self.view, self.words
        goods = f"{LINES[self.seat][0] * 2}{NO_BREAK}{view['planks'][self.seat]}"
        if not self.is_quick:
            goods += f" {PITCH}{NO_BREAK}{view['pitch'][self.seat]}"
        self.question += f" ({words('text.left-build', count=view['left'], goods=goods)})"
        choices = []
        for move in places_to_build(view):
            spot, name = (AN_EDGE, move["edge"]) if "edge" in move else (A_JOINT, move["joint"])
            choices.append(Choice(spot.say(name, words, self.names), move, on_table=True))
        return self.one([*choices, self.done])

    def in_exchange(self) -> Json:
        """A plank by its number, then the one that it changes places with; or a bag to draw from."""
        edges, planks = edges_to_swap(self.view), self.view["ark"]["planks"]
        said = {edge: AN_EDGE.say(edge, self.words, self.names) for edge in edges}
        self.question = f"{self.question} ({self.words('text.numbers')})" if planks else self.words("phase.draw")

        def swaps(partners: dict[str, str]) -> list[Choice]:
            moves = [{"move": "swap-planks", "edges": sorted(pair)} for pair in partners.items()]
            return [Choice(said[edge], move, on_table=True) for edge, move in zip(edges, moves, strict=True)]

        nearest = {e: next((other for other in planks if planks[other] != planks.get(e)), e) for e in edges}
        choices = [*swaps(nearest), *self.bags("draw")]
        number = self.ask.one(self.question, choices)
        if number >= len(edges):
            return choices[number].move or {}
        first = edges[number]
        self.question = self.words("text.which-second", plank=f"{said[first]} ({SEAT_SYMBOLS[planks[first]]})")
        return self.one(swaps(dict.fromkeys(edges, first)))

    def in_load(self) -> Json:
        """Food by the numbers on the board, a pair with what it would bring, or the end of this part."""
        view, words = self.view, self.words
        if view["left"] is not None:
            left = words("text.left-pairs" if self.is_quick else "text.left-load", count=view["left"])
            feeding = f", {words('text.numbers-feed')}" if numbers_on(view, self.seat) else ""
            self.question += f" ({left}{feeding})"
        cells = [] if self.phase == "final-board" or self.is_quick else board_for(view["players"]).cells
        feeds: list[Json] = [{"move": "feed", "cell": cell} for cell in cells]
        food = [Choice(words("text.feed-cell", cell=feed["cell"]), feed, on_table=True) for feed in feeds]
        ways = {} if self.phase == "final-feed" or not view["ark"]["pens"] else self.boardings()
        together = [choice for choices in ways.values() for choice in choices]
        named = [Choice(f"{picture(name)} {words(f'species.{name}')}", ways[name][0].move) for name in ways]
        brief = [Choice(f"{picture(name)}{size_of(name)}", ways[name][0].move) for name in ways]
        pairs = self.fullest([*form, self.done] for form in (together, named, brief))
        move = self.one([*food, *pairs])
        if pairs[:-1] == together or move["move"] != "board":
            return move
        pens = [way.move for way in ways[move["species"]] if way.move is not None]
        self.question = words("text.which-pen", species=words(f"species.{move['species']}"))
        return self.one_of(pens, lambda way: f"{way['pen']} {self.points(way)}".strip()) if pens[1:] else move

    in_final_feed = in_final_board = in_load

    def bags(self, kind: str) -> list[Choice]:
        """The bags, with what is in them if there is room."""

        def bag(sex: str, tiles: list[str], is_open: bool) -> Choice:
            inside = "".join(picture(species_of(tile)).strip() for tile in tiles if is_open)
            label = f"{self.words(f'text.bag-{sex}', count=len(tiles))} {inside}".strip()
            return Choice(label, {"move": kind, "sex": sex})

        bags = self.view["bags"].items()
        return self.fullest([bag(sex, tiles, is_open) for sex, tiles in bags] for is_open in (True, False))

    def animals(self, moves: dict[str, Json]) -> list[Choice]:
        """Animals, with their names if there is room, with hearts and seats' symbols where their mates lie; or none."""
        keep = Choice(self.words("text.keep"), {"move": "keep"})

        def animal(tile: str, brief: bool) -> Choice:
            (mate,) = TILE_SET.value(mates_of(TILE_SET.number([tile])))
            seats = [seat for seat, tiles in enumerate(self.view["animals"]) if mate in tiles]
            hearts = "".join(f" {COUPLED}{SEAT_SYMBOLS[seat]}" for seat in seats)
            return Choice(label(tile, self.words, brief) + hearts, moves[tile])

        return self.fullest([*(animal(tile, brief) for tile in moves), keep] for brief in (False, True))

    def boardings(self) -> dict[str, list[Choice]]:
        """By pair every pen that it can board, with cost and points; if there is none, the one that comes nearest."""
        found: dict[str, list[Choice]] = {}
        for species in map(species_of, TILE_SET.value(pairs_to_board(self.table))):
            number = A_SPECIES.number(species)
            moves = [{"move": "board", "species": species, "pen": pen} for pen in self.view["ark"]["pens"]]
            nearest = {**moves[0], "pen": nearest_pens(self.table, [species])[species]}
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


choose = Decision.choose
