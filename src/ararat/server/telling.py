"""The table as one viewer may know it. Everything that is sent to a seat is built up here, from nothing."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple, Protocol

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.words import Words, words
from ..errors import NothingToUndo
from ..match import Match
from ..players.names import names_at
from ..reasons import reason_said
from .alike import Alike
from .refusals import Declined, reasons
from .seats import BOT, OPEN, Seat
from .table import Table
from .teaching import is_told, next_move, taught

MANY = 64  # legal moves; a board gets a shorter form of longer lists


def table_message(
    table: Table,
    seat: int | None,
    language: str | None,
    here: Set[int],
    since: int = 0,
    choosing: int = 0,
    grace: float = 0.0,
) -> Json:
    """The message `table` for a viewer; without a language it has no texts. `grace`: how long bots wait for an undo."""
    made, spoken = table.alike.made, words(language or "en", table.facts.package)
    common = made(("common", frozenset(here), choosing), lambda: _common(table, here, choosing))
    names = _names(table, spoken)
    message: Json = common | {"seat": seat, "names": names}
    match = table.match
    if seat is not None:
        message["seats"] = [told | {"you": True} if told["seat"] == seat else told for told in common["seats"]]
        message["next_commitment"] = table.next_commitment(seat) if common["over"] else None
    if match is None:
        return message
    forgets = table.forgets if language else False
    message["view"] = view = match.seen_by(seat, closed=forgets)
    message["told_from"] = told_from = match.told_from(seat) if forgets else 0
    message["since"] = since = max(since, told_from)
    problem = why_no_undo(table, seat)
    message["can_undo"] = problem is None
    if language and problem and problem.number is not None:
        message["no_undo"] = problem.text_in(language)
    if grace and seat is not None and is_awaited(table, seat):
        message["undo_for"] = grace
    message["log"] = log_told(table, match, seat, since, spoken if language else None, names, table.alike)
    if language:
        web = hooks_of(table.facts).web
        message["sheet"] = made(("sheet", language), lambda view: web.sheet(view, spoken), view)
        message["gauges"] = made("gauges", web.gauges, view)
        message["taught"] = _taught(table, match, seat, spoken, names) if table.teaching else None
    if seat is not None and common["turn"] == seat and not table.seats[seat].played_by:
        message |= _choice(table, view, (spoken, names) if language else None)
    return message


def _common(table: Table, here: Set[int], choosing: int) -> Json:
    """What all are told, with nothing in the place of what is each viewer's own."""
    match, summary = table.match, table.summary(here)
    return {
        "type": "table",
        **summary,
        "number": table.number,
        "seat": None,
        "seats": [told | {"you": False} for told in summary["seats"]],
        "next_commitment": None,
        "names": [],
        "thinking": table.bot_in_turn is not None,
        "choosing": choosing,
        "view": None,
        "can_undo": False,
        "no_undo": None,
        "undo_for": 0.0,
        "since": 0,
        "told_from": 0,
        "log": [],
        "scores": match.scores if match else [],
        "over": match is not None and match.over,
        "sheet": [],
        "gauges": None,
        "taught": None,
        "moves": None,
        "offer": None,
        "legal": None,
    }


def _names(table: Table, spoken: Words) -> list[str]:
    """Everybody's name; asked for again and again while nobody comes or goes."""
    names = table.named.get(spoken.language)
    if names is None:
        names = table.named[spoken.language] = names_of(table, spoken)
    return names


def _taught(table: Table, match: Match, seat: int | None, spoken: Words, names: list[str]) -> Json | None:
    """What the pupil of a guided match hears; the next move in words only where it is the pupil's own."""
    told = next_move(table) if table.teaching and match.turn == seat else None
    return taught(table, seat, spoken, None if told is None else f"{bidden(table, told, spoken, names)}.")


def view_told(table: Past, match: Match, seat: int | None) -> Json:
    """What a person is shown; programs and bots remember by themselves and get `match.view`."""
    return match.closed_view(seat) if table.forgets else match.view(seat)


def _choice(table: Table, view: Json, board: tuple[Words, list[str]] | None) -> Json:
    """What the seat in turn can do; the form for a board, in its words, only where there is one."""
    moves = table.legal()
    few = list(moves) if len(moves) <= MANY else None  # spelt out before anybody looks at one of them
    offer: Any = None
    if board:
        made, write = table.alike.made, hooks_of(table.facts).web.offer
        offer = made(("offer", board[0].language), lambda view: write(view, moves, *board), view)
    return {
        "moves": list(moves) if few is None and board and offer is None else few,
        "offer": offer,
        "legal": len(moves),
    }


def why_no_undo(table: Table, seat: int | None) -> NothingToUndo | None:
    """Why a seat can't take its last decision back, with the move that told it something; None if it can."""
    problem = table.why_no_undo(seat)
    if problem is None or problem.number is None or seat is None:
        return problem
    if table.match and table.forgets and problem.number < table.match.told_from(seat):
        return problem
    return NothingToUndo("error.undo-after", problem.number, why=problem, told=Told(table, seat, problem.number))


def is_awaited(table: Table, seat: int) -> bool:
    """Whether a bot has to answer a seat that has just decided, and waits whether that is taken back."""
    if table.match is None or table.bot_in_turn is None or table.match.last_decision(seat) != table.made - 1:
        return False
    return table.forgiven == seat


class Told(NamedTuple):
    """An entry of a table's log, as an error tells it to a seat."""

    table: Table
    seat: int
    number: int

    def said_in(self, language: str) -> str:
        """The entry as a whole sentence."""
        spoken = words(language, self.table.facts.package)
        assert self.table.match is not None
        names = _names(self.table, spoken)
        entry = log_told(self.table, self.table.match, self.seat, self.number, spoken, names, self.table.alike, 1)[0]
        return f"{spoken_to(self.seat, spoken, names)[entry['seat']]} {entry['text']}"


def log_told(
    table: Past,
    match: Match,
    seat: int | None,
    since: int,
    spoken: Words | None,
    names: list[str],
    alike: Alike,
    most: int | None = None,
) -> list[Json]:
    """The log from an entry on, each with its sentence where there are words; it speaks to the viewer."""
    entries = match.told(seat, since, most)
    if spoken is not None:
        names = spoken_to(seat, spoken, names)
        for entry in entries:
            key = "text", spoken.language, entry["number"]
            entry["text"] = alike.made(key, lambda entry, names: sentence(table, entry, spoken, names), entry, names)
    return entries


def spoken_to(seat: int | None, spoken: Words, names: list[str]) -> list[str]:
    """Everybody's name in what is said to a seat, which is "you"."""
    return [spoken("player.you") if number == seat else name for number, name in enumerate(names)]


def sentence(table: Past, entry: Json, spoken: Words, names: list[str]) -> str:
    """An entry of the log in words, to be read after the name of its seat."""
    hooks = hooks_of(table.facts)
    said = [hooks.tell(entry["seat"], entry["move"], spoken, names)]
    said += [text for event in entry["events"] if (text := hooks.say_event(event, spoken, names))]
    return " ".join(said)


def did(table: Past, seat: int, move: Json, spoken: Words, names: list[str]) -> str:
    """What a seat did, to be read after its name."""
    said: str = hooks_of(table.facts).tell(seat, move, spoken, names)
    return said


def bidden(table: Past, move: Json, spoken: Words, names: list[str]) -> str:
    """A move as something to do."""
    said: str = hooks_of(table.facts).bid(move, spoken, names)
    return said


def tip_told(table: Past, tip: Json, spoken: Words, names: list[str]) -> Json:
    """A tip of the coach, with its reason in words and by source."""
    told = {"move": tip["move"], "text": bidden(table, tip["move"], spoken, names)}
    told |= {key: tip[key] for key in ("chance", "low", "high")}
    reason = tip["reason"]
    if reason is None:
        return told | {"even": False, "why": None, "shares": []}
    why = reason_said(reason, spoken, names, bidden(table, reason["beside"], spoken, names))
    shares = [_share_told(share, spoken) for share in (reason["own"], reason["rival"]) if share is not None]
    return told | {"even": reason["even"], "why": why, "shares": shares}


def _share_told(share: Json, spoken: Words) -> Json:
    sources = [{"label": spoken(one["key"], **one["values"]), "points": one["points"]} for one in share["sources"]]
    return {"seat": share["seat"], "points": share["points"], "sources": sources}


def names_of(table: Past, spoken: Words) -> list[str]:
    """Everybody's name, the viewer's too: only the log speaks to its reader."""
    plain = [_plain_name(seat, spoken) for seat in table.seats]
    return names_at(plain, [seat.bot if seat.kind == BOT else None for seat in table.seats])


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
    answer: Json = {
        "type": "tested",
        "legal": True,
        "rule": None,
        "text": None,
        "rules": [],
        "scores": None,
        "told": None,
        "final": None,
    }
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
    assert seat is not None
    stands = twin.why_no_take_back(seat) is not None if table.is_among_bots(seat) else not twin.can_undo
    scores = twin.scores if twin.can_undo else None
    return answer | {"scores": scores, "told": is_told(table, move), "final": stands}


class Past(Protocol):
    """A table, or a record that is looked at."""

    facts: Facts
    seats: list[Seat]

    @property
    def forgets(self) -> bool:
        """Whether people have to remember what they have seen."""


def frames(
    table: Past, match: Match, seat: int | None, language: str, first: int, count: int, everything: bool = False
) -> Json:
    """The past from a move on: the table before each move as the viewer saw it, and what came next.

    When the match is over, or `everything` may be seen, there is nothing left to hide. Where people have to remember,
    nobody looks back before that.
    """
    if table.forgets:
        raise Declined("no-looking-back")
    spoken = words(language, table.facts.package)
    names = names_of(table, spoken)
    total = len(match.history) + 1
    everything = everything or match.over
    now = match.state() if everything else match.view(seat)
    past = match.past_states(first, count) if everything else match.past_views(seat, first, count)
    shown_now = [now] if first + len(past) == total - 1 else []
    log = log_told(table, match, seat, first, spoken, names, Alike(), count)
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
