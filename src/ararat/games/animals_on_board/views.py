"""The table of Animals on Board as plain JSON: states, views and events (AB-6, AB-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.events import Events, Fact
from ...core.kinds import HIDDEN, OrNull, Seat, Seats, Whole, Word
from ...core.states import At, EachSeat, Follows, Listed, SeatParts, Spelling, State
from ...core.table import Numbers
from . import GAME, SPECIES
from .pieces import ARK_ROOM, CRATES, HERD_POINTS, MOST_CRATES, MOST_PLACES, MOST_PLAYERS, NAMES
from .rules.moves import TILE, Tiles
from .state import MOST_ROUNDS, NO_TILE, Effect, Phase, Table

SEAT = Seat(MOST_PLAYERS)
SEATS = Seats(MOST_PLAYERS)
TILES = Tiles(TILE)
SPELT = Spelling(TILES)


def supply_of(table: Table) -> int:
    """The crates that no seat has."""
    return CRATES - sum(table.crates[: table.players])


STATE = State(
    GAME,
    Phase,
    {
        "round": At("round_number", Whole(1, MOST_ROUNDS)),
        "scores": EachSeat("scores", Whole(0, ARK_ROOM * HERD_POINTS + MOST_CRATES)),
        "winners": At("winners", SEATS),
        "species": At("species", Tiles(Word(SPECIES))),
        "area": Listed("groups", TILES, order=lambda group: group & -group, most=MOST_PLACES),
        "crates": EachSeat("crates", Whole(0, MOST_CRATES)),
        "supply": Follows(Whole(0, CRATES), supply_of),
        "flag": At("flag", SEAT),
        "out": At("out", SEATS),
        "passes": At("passes", Whole(0, MOST_PLAYERS - 1)),
        "box": EachSeat("box", TILES),
    },
    secret={
        "deck": At("deck", TILES),
        "hidden": At("hidden", OrNull(TILE, NO_TILE)),
        "hands": EachSeat("hands", TILES),
        "arks": SeatParts({"known": EachSeat("known", TILES), "unknown": EachSeat("unknown", TILES)}),
    },
)


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (AB-6.1 to AB-6.6)."""
    return view_with(table, viewer, table.known)


def view_with(table: Table, viewer: int | None, known: Numbers | list[int]) -> Json:
    """The table as a viewer sees it to whom these tiles of each ark are shown as known."""
    spell, seats = SPELT.of(table), range(table.players)
    rest = [(table.known[seat] | table.unknown[seat]) & ~known[seat] for seat in seats]
    return STATE.open_facts(table) | {
        "deck": table.deck.bit_count(),
        "hidden": None if table.hidden == NO_TILE else HIDDEN,
        "hands": [spell(table.hands[seat]) if seat == viewer else table.hands[seat].bit_count() for seat in seats],
        "arks": [
            {"known": spell(known[seat]), "unknown": spell(rest[seat]) if seat == viewer else rest[seat].bit_count()}
            for seat in seats
        ],
    }


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    seen = {name for group in view["area"] for name in group if name != HIDDEN}
    for seat in range(view["players"]):
        parts = (view["hands"][seat], view["box"][seat], *view["arks"][seat].values())
        seen.update(name for part in parts if isinstance(part, list) for name in part)
    unseen = [name for name in NAMES if name.rpartition("-")[0] in view["species"] and name not in seen]

    def fill(part: Any) -> Any:
        return [unseen.pop() for _ in range(part)] if isinstance(part, int) else part

    return STATE.lay(
        view
        | {
            "hands": [fill(hand) for hand in view["hands"]],
            "arks": [{part: fill(tiles) for part, tiles in ark.items()} for ark in view["arks"]],
            "hidden": unseen.pop() if view["hidden"] else None,
            "deck": fill(view["deck"]),
        }
    )


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: a keep is its seat's own (AB-6.7)."""
    return move | {"tile": HIDDEN} if move["move"] == "keep" and viewer != table.turn else move


class Amount(Whole):
    """Crates got or paid: people hear how many, the event's name says which."""

    def say(self, value: Any, words: Any, names: list[str]) -> Any:
        return abs(value)


AMOUNT = ("amount", Amount(-CRATES, CRATES))
# Those not kept, drawn, loaded, lost as a pair, discarded; in the end those of the ark that were unknown.
TILES_TOLD = (Effect.LAID_OPEN, Effect.DRAWN, Effect.LOADED, Effect.PAIR_LOST, Effect.DISCARDED, Effect.OPENED)

EVENTS = Events(
    Effect,
    {
        Effect.KEPT: Fact(("tile", TILE), to="seat", covered="tile"),  # which one, its seat alone sees (AB-6.7)
        Effect.LOOKED: Fact(("tile", TILE), to="seat"),  # the face-down tile of its group
        TILES_TOLD: Fact(("tiles", TILE), together=True),
        # Crates got, or paid if negative; how many tiles a full ark holds.
        (Effect.ROUND, Effect.CRATES, Effect.SCORED, Effect.ARK_FULL): Fact(amount=AMOUNT),
        # Told without more: FLAG, LAST_TURN of the only seat left in the round, LAST_ROUND of the first seat with ten
        # tiles, CRATE_BACK where a sixth crate is not kept, FACE_DOWN for a tile that nobody sees.
    },
)
