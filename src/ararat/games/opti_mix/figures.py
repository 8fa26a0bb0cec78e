"""Your own numbers in a refusal: discs, tilt, room and weights (figures.<rule> in the catalogues)."""

from __future__ import annotations

from ...core.bits import size_of
from ...core.contract import Json
from ...core.whole import seat_in_turn, whole
from .pieces import EATERS, MOST_IN_CABIN, MOST_PET_WEIGHT, MOST_TILT, SLOTS, WEIGHT
from .rules.ark import cabin_exists
from .rules.cards import without_card
from .rules.company import endangers
from .rules.moves import CABIN, CARD
from .rules.placing import cost_of_laying, tilt_after
from .state import NO_CARD, Rule, Table


def cabin_without_victim(table: Table, move: Json) -> int:
    """The cards of the cabin that a move names, without the one that it ejects."""
    inside, victim = table.cabins[CABIN.number(move["cabin"])], victim_named(move)
    return int(inside if victim == NO_CARD else without_card(inside, victim))


def victim_named(move: Json) -> int:
    """The card that a move ejects."""
    return NO_CARD if move.get("eject") is None else CARD.number(move["eject"])


def discs(table: Table, move: Json) -> Json:
    """What the card costs there, and the discs that the seat in turn has (OM-4.19, OM-5.3, OM-5.5)."""
    cost = cost_of_laying(table, not cabin_exists(table, CABIN.number(move["cabin"])))
    return {"count": int(cost), "discs": int(table.discs[seat_in_turn(table)])}


def tilt(table: Table, move: Json) -> Json:
    """How the ark leans now, how it would, and how far it may (OM-4.13)."""
    card, place = CARD.number(move["card"]), CABIN.number(move["cabin"])
    after = int(tilt_after(table, card, place, victim_named(move)))
    return {"now": whole(table.tilt), "after": after, "most": MOST_TILT}


def room(table: Table, move: Json) -> Json:
    """How many cards are in the cabin, and how many it holds (OM-4.11)."""
    return {"count": size_of(cabin_without_victim(table, move)), "most": MOST_IN_CABIN}


def eating(table: Table, move: Json) -> Json:
    """What an eater weighs, and what the animal that it endangers: the card itself or one of the cabin (OM-4.14)."""
    card, eaters = CARD.number(move["card"]), int(EATERS[table.skunk])
    for other in SLOTS.cards_of(cabin_without_victim(table, move)):
        for eater, eaten in ((card, other), (other, card)):
            if endangers(eaters, eater, eaten):
                return {"eater": int(WEIGHT[eater]), "other": int(WEIGHT[eaten])}
    return {}


def weight(table: Table, move: Json) -> Json:
    """What a card weighs that is too heavy for a pet, and what a pet may weigh (OM-4.34)."""
    own = int(WEIGHT[CARD.number(move["card"])])
    return {"weight": own, "most": MOST_PET_WEIGHT} if own > MOST_PET_WEIGHT else {}


FIGURES = {
    Rule.OM_4_11: room,
    Rule.OM_4_13: tilt,
    Rule.OM_4_14: eating,
    Rule.OM_4_19: discs,
    Rule.OM_5_3: discs,
    Rule.OM_5_5: discs,
    Rule.OM_4_34: weight,
}
