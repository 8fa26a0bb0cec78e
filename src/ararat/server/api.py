"""The HTTP side: games and their words, tables, seats, records, the past."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import BaseModel, ValidationError
from starlette.responses import JSONResponse

from .. import __version__
from ..core.contract import Facts, Json
from ..core.words import LANGUAGES, words
from ..games import all_facts
from . import analyses, messages
from .boxes import box_of, rulebook_of
from .hall import Hall
from .limits import Buckets, address_of
from .refusals import Refused
from .replays import Replay
from .seats import new_id
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
        raise Refused("unknown-game")
    return facts


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body of a request, exactly as the protocol has it."""
    value = messages.parsed(await request.body())
    try:
        return kind.model_validate(value)
    except ValidationError as problem:
        raise messages.malformed(problem) from None


# --- Games --------------------------------------------------------------------------------------


@router.get("/health")
async def health(hall: TheHall) -> Json:
    return {"version": __version__, "games": hall.preparation.told()}


@router.get("/words")
async def the_words(language: Language) -> Json:
    return {"language": language, "words": page_words(language)}


@router.get("/games")
async def the_games(language: Language) -> list[Json]:
    return [box_of(facts, language) for facts in all_facts().values()]


@router.get("/games/{slug}")
async def the_game(slug: str, language: Language) -> Json:
    facts = game_of(slug)
    pieces = await asyncio.to_thread(lambda: facts.module("web").pieces())
    return {"words": board_words(facts, language), "pieces": pieces}


@router.get("/games/{slug}/rules")
async def the_rules(slug: str, language: Language) -> Json:
    return await asyncio.to_thread(rulebook_of, game_of(slug), words(language, game_of(slug).package))


# --- Tables -------------------------------------------------------------------------------------


@router.get("/tables")
async def public_tables(hall: TheHall) -> list[Json]:
    return await hall.summaries(MOST_LISTED)


@router.post("/tables")
async def set_table(request: Request, hall: TheHall) -> Json:
    begin_slowly(request)
    return await hall.set_table(await body_of(request, messages.NewTable))


@router.get("/tables/{table}")
async def summary(table: str, hall: TheHall) -> Json:
    return await hall.summary(table)


@router.post("/tables/{table}/seats")
async def take_seat(table: str, request: Request, hall: TheHall) -> Json:
    wanted = await body_of(request, messages.TakeSeat)
    return await hall.take_seat(await hall.room(table), wanted.name, wanted.seat)


@router.post("/tables/{table}/rematch")
async def rematch(table: str, hall: TheHall, token: Token) -> Json:
    room = await hall.room(table)
    if token is None:
        raise Refused("bad-token")
    return await hall.rematch(room, room.table.seat_of(token))


@router.get("/tables/{table}/record")
async def record(table: str, hall: TheHall, response: Response) -> Json:
    room = await hall.room(table, patient=False)
    response.headers["Content-Disposition"] = f'attachment; filename="{room.table.facts.slug}.json"'
    return room.table.record()


@router.get("/tables/{table}/frames")
async def the_past(
    table: str,
    request: Request,
    hall: TheHall,
    language: Language,
    token: Token,
    first: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    room = await hall.room(table, patient=False)
    match = room.table.match
    if match is None:
        raise Refused("not-begun")
    seat = None if token is None else room.table.seat_of(token)
    look(request)
    # On a copy that nobody plays on.
    return await beside(request, frames, room.table, match.copy(), seat, language, first, count)


@router.post("/tables/{table}/analysis")
async def analyse(table: str, request: Request, hall: TheHall, language: Language, token: Token) -> Response:
    laid = (await hall.room(table, patient=False)).table
    if laid.match is None:
        raise Refused("not-begun")
    if token is not None:
        laid.seat_of(token)  # a key that opens nothing is refused
    begin_slowly(request)
    begun = hall.analyses.begin(f"table {table}", laid, laid.match.copy(), address_of(request))
    return await beside(request, analyses.told, begun, begun.total, language, 0)


@router.get("/tables/{table}/analysis")
async def analysis(
    table: str,
    request: Request,
    hall: TheHall,
    language: Language,
    token: Token,
    since: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    laid = (await hall.room(table, patient=False)).table
    if laid.match is None or not laid.match.over:
        raise Refused("not-over")
    if token is not None:
        laid.seat_of(token)  # a key that opens nothing is refused
    found = hall.analyses.find(f"table {table}")
    return await beside(request, analyses.told, found, laid.made, language, since)


def begin_slowly(request: Request) -> None:
    """Whoever asks for too much work at once is refused."""
    charge(request, request.app.state.new_tables)


def look(request: Request) -> None:
    """Whoever looks into the past too often is refused."""
    charge(request, request.app.state.looks)


def charge(request: Request, buckets: Buckets) -> None:
    if not buckets.takes(address_of(request)):
        raise Refused("too-many")


async def beside(request: Request, make: Callable[..., Json], *given: object) -> Response:
    """An answer that takes a while to make and to write: in a thread, and one at a time, for the loop needs the
    interpreter too."""
    async with hall_of(request).looking.turn(address_of(request)):
        return await asyncio.to_thread(lambda: JSONResponse(make(*given)))


# --- Records that somebody brought --------------------------------------------------------------


@router.post("/replays")
async def keep_replay(request: Request, hall: TheHall) -> Json:
    begin_slowly(request)
    brought = messages.parsed(await request.body())
    match = await hall.checked_record(brought)
    replay = new_id()
    await hall.store.keep_record(replay, match.record())
    hall.replays.keep(Replay(replay, match))
    return {"replay": replay}


async def replay_of(replay: str, request: Request) -> Replay:
    """A record to look at; one that has to be checked again is work."""
    hall = hall_of(request)
    found = hall.replays.find(replay)
    if found is None:
        begin_slowly(request)
        kept = await hall.store.load_record(replay)
        if kept is None:
            raise Refused("unknown-replay")
        async with hall.looking.turn(address_of(request)):
            found = hall.replays.find(replay)  # somebody else may have been first
            if found is None:
                found = hall.replays.keep(Replay(replay, await hall.checked_record(kept)))
    return found


@router.get("/replays/{replay}")
async def replay_summary(replay: str, request: Request) -> Json:
    return (await replay_of(replay, request)).summary()


@router.get("/replays/{replay}/record")
async def replay_record(replay: str, hall: TheHall, response: Response) -> Any:
    kept = await hall.store.load_record(replay)
    if kept is None:
        raise Refused("unknown-replay")
    response.headers["Content-Disposition"] = f'attachment; filename="{kept["game"]}.json"'
    return kept


@router.get("/replays/{replay}/frames")
async def replay_frames(
    replay: str,
    request: Request,
    language: Language,
    first: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    look(request)
    shown = await replay_of(replay, request)
    return await beside(request, shown.frames, language, first, count)


@router.post("/replays/{replay}/analysis")
async def analyse_replay(replay: str, request: Request, hall: TheHall, language: Language) -> Response:
    begin_slowly(request)
    shown = await replay_of(replay, request)
    begun = hall.analyses.begin(f"replay {replay}", shown, shown.match, address_of(request))
    return await beside(request, analyses.told, begun, begun.total, language, 0)


@router.get("/replays/{replay}/analysis")
async def replay_analysis(
    replay: str,
    request: Request,
    hall: TheHall,
    language: Language,
    since: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    found = hall.analyses.find(f"replay {replay}")
    if found is not None:
        return await beside(request, analyses.told, found, found.total, language, since)
    shown = await replay_of(replay, request)
    if not shown.match.over:
        raise Refused("not-over")
    return await beside(request, analyses.told, None, shown.made, language, since)
