"""The table as one viewer may know it. Everything that is sent to a seat is built up here, from nothing."""

from __future__ import annotations

from typing import Any, Protocol

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.words import Words, words
from ..match import Match
from .refusals import reasons
from .seats import BOT, OPEN, Seat
from .table import Table

MANY = 64  # legal moves; a board gets a shorter form of longer lists


def table_message(
    table: Table, seat: int | None, language: str | None, here: set[int], since: int = 0, choosing: int = 0
) -> Json:
    """The message `table` for a viewer; without a language it has no texts."""
    message: Json = {"type": "table", **table.summary(here), "number": table.number, "seat": seat}
    for number, told in enumerate(message["seats"]):
        told["you"] = number == seat
    spoken = words(language or "en", table.facts.package)
    names = names_of(table, spoken)
    message |= {"names": names, "thinking": table.bot_in_turn is not None, "choosing": choosing}
    match = table.match
    if match is None:
        nothing: Json = {
            "view": None,
            "turn": None,
            "can_undo": False,
            "since": 0,
            "log": [],
            "scores": [],
            "over": False,
        }
        return message | nothing | _no_choice() | {"sheet": [], "gauges": None}
    view = match.view(seat)
    message |= {
        "view": view,
        "can_undo": table.can_undo(seat),
        "since": since,
        "log": log_told(table, match, seat, since, spoken if language else None, names),
        "scores": match.scores,
        "over": match.over,
        "sheet": hooks_of(table.facts).web.sheet(view, spoken) if language else [],
        "gauges": hooks_of(table.facts).web.gauges(view) if language else None,
    }
    if seat is None or match.turn != seat or table.seats[seat].played_by:
        return message | _no_choice()
    return message | _choice(table, view, (spoken, names) if language else None)


def _no_choice() -> Json:
    return {"moves": None, "offer": None, "legal": None}


def _choice(table: Table, view: Json, board: tuple[Words, list[str]] | None) -> Json:
    """What the seat in turn can do; the form for a board, in its words, only where there is one."""
    moves = table.legal()
    offer = hooks_of(table.facts).web.offer(view, moves, *board) if board else None
    return {
        "moves": moves if len(moves) <= MANY or (board and offer is None) else None,
        "offer": offer,
        "legal": len(moves),
    }


def log_told(
    table: Past,
    match: Match,
    seat: int | None,
    since: int,
    spoken: Words | None,
    names: list[str],
    most: int | None = None,
) -> list[Json]:
    """The log from an entry on, each with its sentence where there are words."""
    entries = match.log(seat, since)[:most]
    if spoken is not None:
        for entry in entries:
            entry["text"] = sentence(table, entry, spoken, names)
    return entries


def sentence(table: Past, entry: Json, spoken: Words, names: list[str]) -> str:
    """An entry of the log in words."""
    hooks = hooks_of(table.facts)
    say, say_event = hooks.say, hooks.say_event
    said = [say(entry["move"], spoken, names)]
    said += [text for event in entry["events"] if (text := say_event(event, spoken, names))]
    return " ".join(said).removeprefix("→").strip()


def move_told(table: Past, move: Json, spoken: Words, names: list[str]) -> str:
    """A move in words, on its own."""
    said: str = hooks_of(table.facts).say(move, spoken, names)
    return said.removeprefix("→").strip()


def names_of(table: Past, spoken: Words) -> list[str]:
    """Everybody's name, the viewer's too: sentences about a seat speak of it in the third person."""
    return [name_of(number, one, table.seats, spoken) for number, one in enumerate(table.seats)]


def name_of(number: int, seat: Seat, seats: list[Seat], spoken: Words) -> str:
    """A person's own name, or that of a bot, with a number where several have the same."""
    plain = [_plain_name(one, spoken) for one in seats]
    name = plain[number]
    return f"{name} {plain[: number + 1].count(name)}" if plain.count(name) > 1 else name


def _plain_name(seat: Seat, spoken: Words) -> str:
    if seat.kind == OPEN:
        return spoken("server.open-seat")
    if seat.kind == BOT:
        key = f"player.{seat.bot}"
        return spoken(key) if key in spoken else str(seat.bot)
    if seat.name == spoken("player.you"):
        return spoken("server.quoted", name=seat.name)  # or sentences about this seat would speak to every reader
    return seat.name or spoken("player.person")


def test_move(table: Table, seat: int | None, move: Any, language: str) -> Json:
    """Whether a move of the seat in turn is legal, why not, and the points after it where they can be foretold."""
    match = table.check_turn(seat)
    answer: Json = {"type": "tested", "legal": True, "rule": None, "text": None, "rules": [], "scores": None}
    refusal = match.why_not(move)
    if refusal is not None:
        problem = refusal.error()
        return answer | {
            "legal": False,
            "rule": problem.rule,
            "text": problem.text_in(language),
            "rules": reasons(problem, language),
        }
    twin = match.copy()
    twin.play(move)
    # Only a move that could be taken back has nothing of chance or of a secret in it.
    return answer | {"scores": twin.scores if twin.can_undo else None}


class Past(Protocol):
    """A table, or a record that is looked at."""

    facts: Facts
    seats: list[Seat]


def frames(
    table: Past, match: Match, seat: int | None, language: str, first: int, count: int, everything: bool = False
) -> Json:
    """The past from a move on: the table before each move as the viewer saw it, and what came next.

    When the match is over, or `everything` may be seen, there is nothing left to hide.
    """
    spoken = words(language, table.facts.package)
    names = names_of(table, spoken)
    total = len(match.history) + 1
    everything = everything or match.over
    now = match.state() if everything else match.view(seat)
    past = match.past_states(first, count) if everything else match.past_views(seat, first, count)
    shown_now = [now] if first + len(past) == total - 1 else []
    log = log_told(table, match, seat, first, spoken, names, count)
    sheet = hooks_of(table.facts).web.sheet
    shown = [
        {
            "number": first + place,
            "view": view,
            "entry": log[place] if place < len(log) else None,
            "sheet": sheet(view, spoken),
            "gauges": hooks_of(table.facts).web.gauges(view),
        }
        for place, view in enumerate([*past, *shown_now][:count])
    ]
    return {
        "game": table.facts.slug,
        "seat": seat,
        "names": names,
        "total": total,
        "frames": shown,
        "over": match.over,
        "scores": match.scores,
        "winners": match.winners,
        "sheet": sheet(now, spoken),
    }
