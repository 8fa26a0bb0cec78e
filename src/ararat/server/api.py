"""The HTTP side: games and their words, tables, seats, records, the past."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import BaseModel, ValidationError
from starlette.responses import JSONResponse

from .. import __version__
from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.words import LANGUAGES, words
from ..games import all_facts
from ..match import Match
from . import analyses, messages
from .bots import usual_bot
from .boxes import answer_of, box_of, rulebook_of
from .hall import Hall
from .limits import Buckets, address_of
from .qr import qr_svg
from .reach import invited
from .refusals import Declined
from .replays import Replay
from .seats import hash_of, new_id
from .table import Table
from .telling import frames
from .words import accepted_language, board_words, page_words

MOST_LISTED = 50
Body = TypeVar("Body", bound=BaseModel)
router = APIRouter(prefix="/api")


def hall_of(request: Request) -> Hall:
    return request.app.state.hall


def language_of(
    language: Annotated[str | None, Query(max_length=8)] = None,
    accept_language: Annotated[str, Header()] = "",
) -> str:
    """The language asked for, or the first that the browser likes."""
    return language if language in LANGUAGES else accepted_language(accept_language)


def token_of(authorization: Annotated[str, Header()] = "") -> str | None:
    """The token that a request carries."""
    scheme, _, token = authorization.partition(" ")
    return token.strip()[:200] if scheme.lower() == "bearer" and token else None


TheHall = Annotated[Hall, Depends(hall_of)]
Language = Annotated[str, Depends(language_of)]
Token = Annotated[str | None, Depends(token_of)]


def game_of(slug: str) -> Facts:
    facts = all_facts().get(slug)
    if facts is None:
        raise Declined("unknown-game")
    return facts


async def value_of(request: Request) -> Json:
    """The JSON object of a request; a long one is read beside the loop, one at a time."""
    body = await request.body()
    hall = hall_of(request)
    if len(body) <= hall.limits.body_bytes:
        return messages.parsed(body)
    async with hall.reading.turn(address_of(request)):
        return await asyncio.to_thread(messages.parsed, body)


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body of a request, exactly as the protocol has it."""
    value = await value_of(request)
    try:
        return kind.model_validate(value)
    except ValidationError as problem:
        raise messages.malformed(problem) from None


# --- Games --------------------------------------------------------------------------------------


@router.get("/health")
async def health(hall: TheHall) -> Json:
    return {"version": __version__, "games": hall.preparation.told()}


@router.get("/ready")
async def ready(hall: TheHall) -> Response:
    """Whether somebody who comes now can play; a server that starts or stops says no."""
    prepared = all(game["ready"] for game in hall.preparation.told().values())
    return JSONResponse({"ready": prepared and not hall.leaving}, 200 if prepared and not hall.leaving else 503)


@router.get("/words")
async def the_words(language: Language) -> Json:
    return {"language": language, "words": page_words(language)}


@router.get("/games")
async def the_games(language: Language) -> Response:
    return Response(games_written(language, usual_bot()), media_type="application/json")


@cache
def games_written(language: str, bot: str) -> bytes:
    """All boxes, written once: what everybody asks for must cost nothing."""
    return json.dumps([box_of(facts, language) for facts in all_facts().values()]).encode()


@router.get("/games/{slug}")
async def the_game(slug: str, language: Language) -> Json:
    return await whole_box(game_of(slug), language)


async def whole_box(facts: Facts, language: str) -> Json:
    """All that a page needs of a game but its board."""
    pieces = await asyncio.to_thread(lambda: hooks_of(facts).web.pieces())
    return {"facts": box_of(facts, language), "words": board_words(facts, language), "pieces": pieces}


@router.get("/games/{slug}/rules")
async def the_rules(slug: str, language: Language) -> Json:
    return await asyncio.to_thread(rules_told, game_of(slug).slug, language)


@cache
def rules_told(slug: str, language: str) -> Json:
    return rulebook_of(game_of(slug), words(language, game_of(slug).package))


@router.get("/games/{slug}/answers")
async def the_answers(
    request: Request, slug: str, language: Language, question: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    look(request)
    facts = game_of(slug)
    return await beside(request, lambda: JSONResponse(answer_of(facts, language, question)))


# --- Tables -------------------------------------------------------------------------------------


@router.get("/tables")
async def public_tables(hall: TheHall, language: Language) -> list[Json]:
    return await hall.lobby.summaries(MOST_LISTED, language)


@router.post("/commitments")
async def commit(request: Request, hall: TheHall) -> Json:
    charge(request, request.app.state.commitments)
    return {"commitment": hall.commitments.offer()}


@router.post("/tables")
async def set_table(request: Request, hall: TheHall) -> Json:
    begin_slowly(request)
    return await hall.new_tables.set_table(await body_of(request, messages.NewTable), address_of(request))


@router.get("/tables/{table}")
async def summary(table: str, request: Request, hall: TheHall, language: Language, box: bool = False) -> Json:
    told = await hall.lobby.summary(table, language, address_of(request))
    return told | {"box": await whole_box(game_of(told["game"]), language)} if box else told


@router.post("/tables/{table}/seats")
async def take_seat(table: str, request: Request, hall: TheHall) -> Json:
    wanted = await body_of(request, messages.TakeSeat)
    return await hall.seating.take_seat(await hall.rooms.find(table), wanted, address_of(request))


@router.post("/tables/{table}/rematch")
async def rematch(table: str, request: Request, hall: TheHall, token: Token) -> Json:
    room = await hall.rooms.find(table)
    if token is None:
        raise Declined("bad-token")
    return await hall.rematches.rematch(room, room.table.seat_of(token), address_of(request))


# --- Seats that go to another device ------------------------------------------------------------


@router.post("/tables/{table}/code")
async def code_for_seat(table: str, request: Request, hall: TheHall, token: Token) -> Json:
    charge(request, request.app.state.codes)
    if token is None:
        raise Declined("bad-token")
    code = await hall.carrying.code_for(await hall.rooms.find(table), token)
    # Behind a #, so that no server between here and there is told.
    link = f"{page_for_others(request)[0]}t/{table}#seat={code}"
    return {"code": code, "seconds": hall.limits.code_seconds, "link": link, "qr": qr_svg(link).decode()}


@router.post("/codes")
async def carry_seat(request: Request, hall: TheHall) -> Json:
    charge(request, request.app.state.codes)
    return await hall.carrying.carry((await body_of(request, messages.TypedCode)).code)


# --- Invitations --------------------------------------------------------------------------------


@router.get("/invitation")
async def invitation(request: Request) -> Json:
    page, elsewhere = page_for_others(request)
    return {"page": page, "elsewhere": elsewhere}


@router.get("/qr")
async def qr_of_the_page(request: Request) -> Response:
    return await qr_of(request, "")


@router.get("/tables/{table}/qr")
async def qr_of_a_table(table: str, request: Request, hall: TheHall) -> Response:
    await hall.lobby.changed(table)  # there is such a table
    return await qr_of(request, f"t/{table}")


def page_for_others(request: Request) -> tuple[str, bool]:
    """The page as others find it, and whether other devices can."""
    return invited(request.app.state.reach, request.url.scheme, request.headers.get("host", "localhost"))


async def qr_of(request: Request, path: str) -> Response:
    """A link for others as a picture; asked again, it comes only if the link is another one."""
    look(request)
    link = page_for_others(request)[0] + path
    headers = {"ETag": f'"{hash_of(link)[:16]}"', "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return await beside(request, lambda: Response(qr_svg(link), media_type="image/svg+xml", headers=headers))


def begin_slowly(request: Request) -> None:
    """Whoever asks for too much work at once is refused."""
    charge(request, request.app.state.new_tables)


def look(request: Request) -> None:
    """Whoever looks too often into the past, at pictures that are made for them or for answers, is refused."""
    charge(request, request.app.state.looks)


def charge(request: Request, buckets: Buckets) -> None:
    if not buckets.takes(address_of(request)):
        raise Declined("too-many")


async def beside(request: Request, make: Callable[[], Response]) -> Response:
    """An answer that takes a while to make and to write: in a thread, and one at a time, for the loop needs the
    interpreter too."""
    async with hall_of(request).looking.turn(address_of(request)):
        return await asyncio.to_thread(make)


# --- Records that somebody brought --------------------------------------------------------------


@router.post("/replays")
async def keep_replay(request: Request, hall: TheHall) -> Json:
    begin_slowly(request)
    match = await hall.replays.checked(await value_of(request), address_of(request))
    replay = new_id()
    await hall.store.keep_record(replay, match.record())
    hall.replays.keep(Replay(replay, match))
    return {"replay": replay}


async def kept_record(replay: str, hall: Hall) -> Json:
    """A record as somebody brought it."""
    kept = await hall.store.load_record(replay)
    if kept is None:
        raise Declined("unknown-replay")
    return kept


async def replay_of(replay: str, request: Request) -> Replay:
    """A record to look at; one that has to be checked again is work."""
    hall = hall_of(request)
    found = hall.replays.find(replay) or hall.analyses.looked_into(f"replay {replay}")
    if isinstance(found, Replay):
        return found
    begin_slowly(request)
    kept = await kept_record(replay, hall)
    address = address_of(request)
    async with hall.looking.turn(address):
        # Somebody else may have been first.
        return hall.replays.find(replay) or hall.replays.keep(Replay(replay, await hall.replays.checked(kept, address)))


@router.get("/replays/{replay}")
async def replay_summary(replay: str, request: Request) -> Json:
    return (await replay_of(replay, request)).summary()


# --- The past, of tables and of records ---------------------------------------------------------


@dataclass(frozen=True)
class LookedAt:
    """A match that somebody looks into, as far as they may."""

    key: str  # of its analysis
    past: Table | Replay
    match: Match | None  # None: it has not begun
    seat: int | None = None
    everything: bool = False  # nothing of it is hidden, even while it goes on

    def begun(self) -> Match:
        """The match on a copy that nobody plays on."""
        if self.match is None:
            raise Declined("not-begun")
        return self.match.copy()


async def looked_at(request: Request, hall: TheHall, token: Token) -> LookedAt:
    """What a path leads to: a table, from the seat of a token, or a record, which hides nothing."""
    if (replay := request.path_params.get("replay")) is not None:
        shown = await replay_of(replay, request)
        return LookedAt(f"replay {replay}", shown, shown.match, everything=True)
    table = (await hall.rooms.find(request.path_params["table"], patient=False)).table
    if table.match is None:
        return LookedAt(f"table {table.id}", table, None)
    seat = None if token is None else table.seat_of(token)  # a key that opens nothing is refused
    return LookedAt(f"table {table.id}", table, table.match, seat)


Looked = Annotated[LookedAt, Depends(looked_at)]


@router.get("/tables/{table}/record")
@router.get("/replays/{replay}/record")
async def record(request: Request, hall: TheHall) -> Response:
    look(request)
    if (replay := request.path_params.get("replay")) is not None:
        kept = await kept_record(replay, hall)
        return await beside(request, lambda: as_file(kept))
    table = (await hall.rooms.find(request.path_params["table"], patient=False)).table
    return await beside(request, lambda: as_file(table.record()))


def as_file(record: Json) -> Response:
    """A record, for a browser to keep."""
    return JSONResponse(record, headers={"Content-Disposition": f'attachment; filename="{record["game"]}.json"'})


@router.get("/tables/{table}/frames")
@router.get("/replays/{replay}/frames")
async def the_past(
    request: Request,
    looked: Looked,
    language: Language,
    first: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    match = looked.begun()
    look(request)
    given = (looked.past, match, looked.seat, language, first, count, looked.everything)
    return await beside(request, lambda: JSONResponse(frames(*given)))


@router.post("/tables/{table}/analysis")
@router.post("/replays/{replay}/analysis")
async def analyse(request: Request, hall: TheHall, looked: Looked, language: Language) -> Response:
    match = looked.begun()
    begin_slowly(request)
    begun = hall.analyses.begin(looked.key, looked.past, match, address_of(request))
    return await beside(request, lambda: JSONResponse(analyses.told(begun, begun.total, language, 0)))


@router.get("/tables/{table}/analysis")
@router.get("/replays/{replay}/analysis")
async def analysis(
    request: Request,
    hall: TheHall,
    looked: Looked,
    language: Language,
    since: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    if looked.match is None or not looked.match.over:
        raise Declined("not-over")
    found = hall.analyses.find(looked.key)
    return await beside(request, lambda: JSONResponse(analyses.told(found, looked.past.made, language, since)))
