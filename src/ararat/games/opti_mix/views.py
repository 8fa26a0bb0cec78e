"""The table of Arche Opti Mix as plain JSON: states, views and events (OM-6, section 8)."""

from __future__ import annotations

import numpy as np

from ...core.contract import Json
from ...core.effects import Effects
from ...core.table import NOBODY
from ...core.words import Words, key_for
from . import GAME
from .cards import HIDDEN, cabin_of, names_of, pile_of, say_card, say_cards, size_of_pile
from .pieces import CARDS, MOST_PLAYERS, PETS, SIDES, SLOTS, TYPES
from .restoring import lay_out
from .restoring import table_of as table_of
from .rules.ark import place_of
from .state import NO_CARD, NO_PLACE, Effect, Phase, Table, Todo

# --- States and views ---------------------------------------------------------------------------


def state_of(table: Table) -> Json:
    """Everything on the table, seen by nobody in particular."""
    players = int(table.players)
    return _open_facts(table) | {
        "deck": names_of(table.deck),
        "hands": [names_of(hand) for hand in table.hands.tolist()[:players]],
        "pets": [None if pet == NO_CARD else CARDS[pet] for pet in table.pets.tolist()[:players]],
    }


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (OM-6.1 to OM-6.8)."""
    if table.phase == Phase.OVER:
        return state_of(table)
    players = int(table.players)
    hands, known, pets = table.hands.tolist(), table.known.tolist(), table.pets.tolist()
    return _open_facts(table) | {
        "deck": [HIDDEN] * size_of_pile(table.deck),
        "hands": [_hand_as_seen(hands[seat], known[seat], seat == viewer) for seat in range(players)],
        "pets": [_pet_as_seen(pets[seat], seat == viewer) for seat in range(players)],
    }


def _hand_as_seen(hand: int, known: int, own: bool) -> list[str]:
    """A hand: one's own, or the cards that all saw go into it and how many more there are (OM-6.3)."""
    if own:
        return names_of(hand)
    return names_of(known) + [HIDDEN] * (size_of_pile(hand) - size_of_pile(known))


def _pet_as_seen(pet: int, own: bool) -> str | None:
    """A pet: its own seat knows which one it is, all see that there is one (OM-6.5)."""
    if pet == NO_CARD:
        return None
    return CARDS[pet] if own else HIDDEN


def _open_facts(table: Table) -> Json:
    """What is open to all, always (OM-6.1)."""
    players = int(table.players)
    phase = Phase(table.phase)
    pieces, passed, todo = table.half_pieces.tolist(), int(table.passed), int(table.todo)
    return {
        "game": GAME.slug,
        "options": GAME.options_of(table),
        "players": players,
        "phase": phase.name.lower(),
        "turn": None if phase is Phase.OVER else int(table.turn),
        "scores": table.scores.tolist()[:players],
        "winners": _seats(int(table.winners)),
        "active": None if table.active == NOBODY else int(table.active),
        "used": [cabin_of(place) for place in table.used.tolist() if place != NO_PLACE],
        "todo": [step.name.lower() for step in Todo if todo & step],
        "cabins": _cabins(table.cabins.tolist(), table.lengths.tolist()),
        "tilt": int(table.tilt),
        "display": names_of(table.display),
        "upper": int(table.upper),
        "rain": int(table.rain),
        "known": [names_of(known) for known in table.known.tolist()[:players]],
        "removed": names_of(table.removed),
        "discs": table.discs.tolist()[:players],
        "supply": int(table.supply),
        "pieces2": {kind: pieces[number][:players] for number, kind in enumerate(TYPES)},
        "passed": [seat in _seats(passed) for seat in range(players)],
    }


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(MOST_PLAYERS) if bits >> seat & 1]


def _cabins(cabins: list[int], lengths: list[int]) -> Json:
    """Every cabin with its cards, port first, from the bow."""
    places = [place_of(side, number) for side in range(len(SIDES)) for number in range(1, lengths[side] + 1)]
    return {cabin_of(place): names_of(cabins[place]) for place in places}


# --- Tables from states and views ---------------------------------------------------------------


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    seen = [name for cabin in view["cabins"].values() for name in cabin] + view["display"] + view["removed"]
    for cards in (*view["hands"], view["pets"]):
        seen += [name for name in cards if name not in (None, HIDDEN)]
    unseen = names_of(_without(SLOTS.whole, seen))
    # Pets first: not every card can be one.
    possible = names_of(pile_of(unseen) & PETS)
    pets = [possible.pop() if pet == HIDDEN else pet for pet in view["pets"]]
    for pet, shown in zip(pets, view["pets"], strict=True):
        if shown == HIDDEN:
            unseen.remove(pet)
    hands = [[unseen.pop() if name == HIDDEN else name for name in hand] for hand in view["hands"]]
    return lay_out(view | {"hands": hands, "pets": pets, "deck": unseen})


def _without(pile: int, names: list[str]) -> int:
    left = names_of(pile)
    for name in names:
        left.remove(name)
    return pile_of(left)


# --- Events -------------------------------------------------------------------------------------

NAME_OF_EFFECT = {effect: effect.name.lower().replace("_", "-") for effect in Effect}
OF_A_CARD = {Effect.TOOK, Effect.EJECTED, Effect.LAID, Effect.PICKED, Effect.PET_SHOWN}
OF_A_TYPE = {Effect.PIECE, Effect.HALF, Effect.EXCHANGED, Effect.SCORED}
IN_A_CABIN = {Effect.EJECTED, Effect.LAID}
FOR_ONE = {Effect.DREW, Effect.PET}  # all see that it happened, the seat sees which card (OM-6.4, OM-6.5)


def events_of(effects: Effects) -> list[Json]:
    """What happened, as events with their audience; cards turned up one after the other are told together."""
    events: list[Json] = []
    for row in effects.rows[: effects.count].tolist():
        effect, seat, piece = Effect(row[0]), row[1], row[2]
        event = _event(effect, seat, piece, row[3])
        if effect is Effect.TURNED_UP and events and events[-1]["event"] == event["event"]:
            events[-1]["cards"] += event["cards"]
            continue
        events.append(event)
        if effect in FOR_ONE:
            events.append(event | {"event": f"{event['event']}-card", "audience": [seat], "card": CARDS[piece]})
    return events


def _event(effect: Effect, seat: int, piece: int, amount: int) -> Json:
    """One fact as an event."""
    event: Json = {"event": NAME_OF_EFFECT[effect], "audience": "all"}
    if seat != NOBODY:
        event["seat"] = seat
    if effect in OF_A_CARD:
        event["card"] = CARDS[piece]
    if effect in OF_A_TYPE:
        event["type"] = TYPES[piece]
    if effect in IN_A_CABIN:
        event["cabin"] = cabin_of(amount)
    if effect is Effect.TURNED_UP:
        event["cards"] = [CARDS[piece]]
    elif effect is Effect.PAID:
        event["player"] = amount
    elif effect is Effect.RAIN:
        event["number"] = amount
    elif effect is Effect.DISCS:
        event["discs"] = amount
    elif effect in (Effect.SCORED, Effect.DISC_POINTS):
        event["points"] = amount
    return event


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words, with the names of the seats; None where the move itself says it all."""
    key = f"event.{event['event']}"
    if key not in words:
        return None
    values: Json = {}
    if "seat" in event:
        values["name"] = names[event["seat"]]
    if "player" in event:
        values["other"] = names[event["player"]]
        key = key_for(key, event["player"], names, words)
    elif "seat" in event:
        key = key_for(key, event["seat"], names, words)
    if "card" in event:
        values["card"] = say_card(event["card"], words)
    if "cards" in event:
        values["cards"] = say_cards(event["cards"], words)
    if "type" in event:
        values["type"] = words(f"type.{event['type']}")
    if "number" in event:
        values["number"] = event["number"]
    if "discs" in event:
        values["count"] = event["discs"]
    return words(key, **values)
