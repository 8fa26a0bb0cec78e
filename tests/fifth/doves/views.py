"""The table of Doves as plain JSON: states, views and events (DV-4.1, DV-5.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ararat.core.contract import Json
from ararat.core.events import Events, Fact
from ararat.core.kinds import OrNull, SetOf, Whole
from ararat.core.states import At, EachSeat, State

from . import GAME
from .rules.turns import DOVE
from .state import BARE, DOVES, MOST_PLAYERS, NAMES, Effect, Phase, Table

FLOCK = SetOf(DOVE)

STATE = State(
    GAME,
    Phase,
    {
        "scores": EachSeat("scores", Whole(0, DOVES)),
        "mast": At("mast", OrNull(DOVE, BARE)),
        "box": At("box", FLOCK),
        "rested": At("rested", Whole(0, MOST_PLAYERS - 1)),
        "sides": EachSeat("sides", FLOCK),
    },
    secret={"basket": At("basket", FLOCK), "hands": EachSeat("hands", FLOCK)},
)


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (DV-4.1)."""
    hands = table.hands[: table.players]
    return STATE.open_facts(table) | {
        "basket": table.basket.bit_count(),
        "hands": [FLOCK.value(hand) if seat == viewer else hand.bit_count() for seat, hand in enumerate(hands)],
    }


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    seen = {view["mast"], *view["box"], *(dove for side in view["sides"] for dove in side)}
    seen |= {dove for hand in view["hands"] if isinstance(hand, list) for dove in hand}
    unseen = [name for name in NAMES if name not in seen]

    def fill(part: Any) -> Any:
        return [unseen.pop() for _ in range(part)] if isinstance(part, int) else part

    hands = [fill(hand) for hand in view["hands"]]
    return STATE.lay(view | {"hands": hands, "basket": fill(view["basket"])})


EVENTS = Events(
    Effect,
    {
        Effect.FLEW: Fact(("dove", DOVE)),
        Effect.GATHERED: Fact(("dove", DOVE)),
        Effect.DREW: Fact(("dove", DOVE), to="seat", covered="dove"),
        Effect.LEFT: Fact(("dove", DOVE)),
    },
)
