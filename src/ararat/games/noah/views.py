"""The table of Noah as plain JSON: states, views and events (NO-6, section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.effects import Effects
from ...core.table import NOBODY
from ...core.words import Words, key_for
from ...errors import BadState
from . import GAME
from .cards import aboard_card, aboard_number, card, cards_of, pile_of, say_card, say_cards, size_of_pile
from .moves import HIDDEN
from .pieces import MOST_PLAYERS, QUAYS
from .restoring import check, demand_no_fault, lay
from .rules.piles import apart, tears_of
from .rules.rounds import whole_deck
from .state import NO_CARD, Boat, Effect, Phase, Reason, Table

# --- States and views ---------------------------------------------------------------------------


def state_of(table: Table) -> Json:
    """Everything on the table, seen by nobody in particular."""
    seats = range(table.players)
    return _open_facts(table) | {
        "hands": [cards_of(table.hands[seat]) for seat in seats],
        "deck": cards_of(table.deck),
        "known": [[cards_of(table.known[viewer, seat]) for seat in seats] for viewer in range(table.players + 1)],
    }


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (NO-6.9, NO-6.10, NO-S.14)."""
    if table.phase == Phase.OVER:
        return state_of(table)
    return _open_facts(table) | {
        "hands": [_hand_as_seen(table, seat, viewer) for seat in range(table.players)],
        "deck": {"unknown": size_of_pile(table.deck)},
        "known": HIDDEN,
    }


def _hand_as_seen(table: Table, seat: int, viewer: int | None) -> Any:
    """A hand: one's own, or the cards that one knows in it and how many more there are."""
    if seat == viewer or table.players == 1:
        return cards_of(table.hands[seat])
    known = table.known[table.players if viewer is None else viewer, seat]
    return {"known": cards_of(known), "unknown": size_of_pile(table.hands[seat]) - size_of_pile(known)}


def _open_facts(table: Table) -> Json:
    """What is open to all, always (NO-6.1)."""
    players = int(table.players)
    phase = Phase(table.phase)
    return {
        "game": GAME.slug,
        "options": GAME.options_of(table),
        "players": players,
        "phase": phase.name.lower(),
        "turn": None if phase is Phase.OVER else int(table.turn),
        "round": int(table.round_number),
        "scores": table.scores.tolist()[:players],
        "winners": seats_of(table.winners),
        "starter": int(table.starter),
        "noah": int(table.noah),
        "boats": [_boat(table, quay) for quay in range(QUAYS)],
        "reserve": [name_of(Boat(kind)) for kind in table.reserve if kind != Boat.NONE],
        "departures": int(table.departures),
        "gone": cards_of(table.gone),
        "top": [card(number) for number in table.top.tolist()[: table.top_count]],
        "looked": cards_of(table.looked),
        "boards": int(table.boards),
        "pair": bool(table.pair),
        "leaving": bool(table.leaving),
        "gifts": int(table.gifts),
        "partner": None if table.partner == NOBODY else int(table.partner),
        "results": [_result(table, number) for number in range(table.finished)],
    }


def seats_of(bits: int) -> list[int]:
    """Seats that are kept as bits."""
    return [seat for seat in range(MOST_PLAYERS) if int(bits) >> seat & 1]


def _boat(table: Table, quay: int) -> Json | None:
    kind = Boat(table.boats[quay])
    if kind is Boat.NONE:
        return None
    animals = table.animals[quay].tolist()[: table.aboard[quay]]
    return {"kind": name_of(kind), "animals": [aboard_card(number) for number in animals]}


def _result(table: Table, number: int) -> Json:
    """A finished round; alone, the cards left in the deck count too (NO-5.3, NO-S.13)."""
    hands = table.last_hands[number].tolist()[: table.players]
    points = [int(tears_of(hand)) for hand in hands] if table.players > 1 else [int(table.scores[0])]
    return {
        "reason": name_of(Reason(table.reasons[number])),
        "hands": [cards_of(hand) for hand in hands],
        "points": points,
    }


def name_of(member: Any) -> str:
    """A member of an enumeration as states name it: NO_QUAY is "no-quay"."""
    return member.name.lower().replace("_", "-")


# --- Tables from states and views ---------------------------------------------------------------


def table_of(state: Any) -> np.ndarray:
    """The table of a state; BadState says what is impossible about it."""
    check(state)
    tables = lay(state)
    demand_no_fault(tables[0])
    points = [_result(tables[0], number)["points"] for number in range(tables[0].finished)]
    if [result["points"] for result in state["results"]] != points:
        raise BadState("fault.points-wrong", GAME.package)
    return tables


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    if view["known"] != HIDDEN:
        return lay(view)
    players = view["players"]
    unseen = cards_of(apart(*deck_and_seen(view)))
    own = [seat for seat, hand in enumerate(view["hands"]) if isinstance(hand, list)]
    viewer = own[0] if own else players

    def fill(hand: Any) -> list[Json]:
        if isinstance(hand, list):
            return hand
        return hand["known"] + [unseen.pop() for _ in range(hand["unknown"])]

    known: list[list[list[Json]]] = [[[] for _ in range(players)] for _ in range(players + 1)]
    known[viewer] = [hand["known"] if isinstance(hand, dict) else [] for hand in view["hands"]]
    hands = [fill(hand) for hand in view["hands"]]
    return lay(view | {"hands": hands, "deck": unseen, "known": known})


def deck_and_seen(view: Json) -> tuple[int, int]:
    """All cards of the match, and those that the viewer sees somewhere, as piles."""
    aboard = [one for boat in view["boats"] if boat for one in boat["animals"]]
    seen = [card(aboard_number(one["animal"], one["sex"])) for one in aboard]
    seen += view["gone"] + view["top"] + view["looked"]
    for hand in view["hands"]:
        seen += hand["known"] if isinstance(hand, dict) else hand
    return whole_deck(GAME.new_table(view["players"], view["options"])[0]), pile_of(seen)


# --- Events -------------------------------------------------------------------------------------

NAME_OF_EFFECT = {effect: name_of(effect) for effect in Effect}
SEVERAL_CARDS = {Effect.COLLECTED, Effect.PEEKED_CARD, Effect.SHOWN, Effect.TOOK, Effect.LOOKED, Effect.DISCARDED}
BETWEEN_TWO = {Effect.DREW, Effect.RETURNED, Effect.GAVE}  # all see who, the two see what (NO-6.2)
TO_A_SEAT = {Effect.PEEKED, Effect.PEEKED_CARD, *BETWEEN_TWO}
AT_A_QUAY = {Effect.BOARDED, Effect.SAILED, Effect.RECALLED}


def events_of(effects: Effects) -> list[Json]:
    """What happened, as events with their audience; facts alike are told together."""
    events: list[Json] = []
    for row in effects.rows[: effects.count].tolist():
        effect = Effect(row[0])
        event = _event(effect, *row[1:])
        if "cards" in event and events and events[-1] | {"cards": 0} == event | {"cards": 0}:
            events[-1]["cards"] += event["cards"]
        elif effect in BETWEEN_TWO:
            both = [row[1], row[3]]
            events.append(event)
            events.append(event | {"event": f"{event['event']}-card", "audience": both, "card": card(row[2])})
        else:
            events.append(event)
    return events


def _event(effect: Effect, seat: int, piece: int, amount: int) -> Json:
    """One fact as an event."""
    event: Json = {"event": NAME_OF_EFFECT[effect], "audience": [seat] if effect is Effect.PEEKED_CARD else "all"}
    if seat != NOBODY:
        event["seat"] = seat
    if effect in SEVERAL_CARDS:
        event["cards"] = [card(piece)]
    elif effect is Effect.BOARDED:
        event["card"] = aboard_card(piece)
    elif effect is Effect.DEPARTED:
        event |= {"boat": piece, "number": amount}
    elif piece != NO_CARD and effect not in BETWEEN_TWO:
        event["card"] = card(piece)
    if effect in TO_A_SEAT:
        event["player"] = amount
    elif effect in AT_A_QUAY:
        event["boat"] = amount
    elif effect is Effect.ROUND_OVER:
        event["reason"] = name_of(Reason(amount))
    elif effect is Effect.ROUND:
        event["round"] = amount
    elif effect in (Effect.SCORED, Effect.POINTS_OFF):
        event["points"] = amount
    return event


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words, with the names of the seats; None where the move itself says it all."""
    key = f"event.{event['event']}"
    if "reason" in event:
        key = f"event.reason-{event['reason']}"
    if key not in words:
        return None
    values: Json = {name: event[name] for name in ("round", "number") if name in event}
    if "seat" in event:
        values["name"] = names[event["seat"]]
        key = key_for(key, event["seat"], names, words)
    if "player" in event:
        values["other"] = names[event["player"]]
        key = key_for(key, event["player"], names, words)
    if "cards" in event:
        values["cards"] = say_cards(event["cards"], words)
    if "card" in event:
        values["card"] = say_card(event["card"], words)
    if "boat" in event:
        values["quay"] = event["boat"] + 1
    if "points" in event:
        values["count"] = event["points"]
    return words(key, **values)
