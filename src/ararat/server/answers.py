"""What the server sends, as models; the schemas are made from them, and tests hold every message against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..games import all_facts
from . import messages
from .messages import Memory, Natural

Status = Literal["waiting", "playing", "over"]
Free = dict[str, Any]  # a view, a move, an event: see the game's RULES.md


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Answer(Strict):
    """Anything the server sends; `id` is that of the message it answers."""

    id: Natural | None = None


class SeatTold(Strict):
    """A seat as anybody may know it; `you` only in the message `table`."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None
    stand_in: str | None
    here: bool
    hints: int
    you: bool = False


class Summary(Strict):
    """A table as anybody may know it who knows its id."""

    table: str
    game: str
    players: int
    options: Free
    public: bool
    hints: bool
    takeover: bool
    teaching: bool
    memory: Memory
    patience: int
    host: int | None
    continued: Literal["anew", "as-it-was"] | None
    commitment: str | None
    status: Status
    seats: list[SeatTold]
    made: int
    turn: int | None
    created: float
    changed: float
    winners: list[int]
    names: list[str]


class LogEntry(Strict):
    """A move as the viewer may know it, with what it brought about; `text` where there is a language."""

    number: int
    seat: int
    move: Free
    events: list[Free]
    text: str | None = None


class SheetRow(Strict):
    """Everybody's points from one source."""

    label: str
    values: list[int | None]
    total: bool = False


class ChoiceTold(Strict):
    label: str
    legal: bool
    reason: str | None
    note: str | None
    picture: str | None


class Question(Answer):
    """A step of the dialogue that leads to a move."""

    type: Literal["question"]
    path: list[Any]
    text: str
    several: bool
    choices: list[ChoiceTold]


class Chosen(Answer):
    """The dialogue reached a move."""

    type: Literal["chosen"]
    path: list[Any]
    move: Free


class Rematch(Strict):
    table: str
    seat: int | None


class Brought(Strict):
    """What a move changed on the score sheet."""

    label: str
    was: int | None
    now: int


class Taught(Strict):
    """What the pupil of a guided match hears now."""

    old: bool
    strayed: bool
    say: list[str]
    move: Free | None
    text: str | None
    lead: bool
    brought: list[Brought]


class TableTold(Summary, Answer):
    """The table as this viewer may know it."""

    type: Literal["table"]
    moves: list[Free] | None
    number: int
    seat: int | None
    thinking: bool
    choosing: int
    awaited: list[float]
    view: Free | None
    can_undo: bool
    no_undo: str | None
    undo_for: float
    since: int
    told_from: int
    log: list[LogEntry]
    scores: list[int]
    over: bool
    sheet: list[SheetRow]
    gauges: Any
    offer: Any
    legal: int | None
    rematch: Rematch | None = None
    taught: Taught | None
    next_commitment: str | None  # to which this seat has not yet contributed


class Done(Answer):
    """It is done, and on disk."""

    type: Literal["done"]
    number: int


class RefusedTold(Answer):
    """It is not done, and why."""

    type: Literal["refused"]
    code: str
    text: str
    rule: str | None
    rules: list[tuple[str, str]]


class Tested(Answer):
    """Whether a move is legal, why not, the points after it, and whether it could be taken back."""

    type: Literal["tested"]
    legal: bool
    rule: str | None
    text: str | None
    rules: list[tuple[str, str]]
    scores: list[int] | None
    told: bool | None  # whether it is what a guided match tells
    final: bool | None


class MovesTold(Answer):
    """All legal moves."""

    type: Literal["moves"]
    number: int
    moves: list[Free]


class SourceTold(Strict):
    """Points from one source of the score sheet."""

    label: str
    points: float


class ShareTold(Strict):
    """What a seat gets more or less by a move than by the one beside it; its sources add up to its points."""

    seat: int
    points: float
    sources: list[SourceTold]


class TipTold(Strict):
    """A move, and the chance to win with it: from 0 to 1, with its 95 % interval."""

    move: Free
    text: str
    chance: float
    low: float
    high: float
    even: bool = False
    why: str | None = None
    shares: list[ShareTold] = []


class HintTold(Answer):
    """The best few moves, the best first."""

    type: Literal["hint"]
    number: int
    tips: list[TipTold]


class RematchTold(Rematch):
    """The others play again."""

    type: Literal["rematch"]


class MovedTold(Strict):
    """This seat is at another device now."""

    type: Literal["moved"]
    seat: int


class RemovedTold(Strict):
    """The host gave this seat away."""

    type: Literal["removed"]
    seat: int


class Pong(Answer):
    type: Literal["pong"]


class Goodbye(Strict):
    """The server stops, and the connection ends with code 1012. Whoever comes back soon may find the next one."""

    type: Literal["goodbye"]


class Frame(Strict):
    """The table before a move, with points by source and gauges, and the log entry that follows; none in the last."""

    number: int
    view: Free
    entry: LogEntry | None
    sheet: list[SheetRow]
    gauges: Any


class Frames(Strict):
    """A part of the past."""

    game: str
    seat: int | None
    names: list[str]
    total: int
    frames: list[Frame]
    over: bool
    scores: list[int]
    winners: list[int]
    sheet: list[SheetRow]


class Judgement(Strict):
    """What the coach thinks of one decision: what the move cost of the chance to win, and how much that
    chance had changed since the seat's last decision."""

    number: int
    seat: int
    played: TipTold
    best: list[TipTold]
    loss: float
    swing: float
    forced: bool
    slip: bool
    turning: bool


class AnalysisTold(Strict):
    """What the coach thinks of a match, as far as it is."""

    status: Literal["none", "waiting", "running", "paused", "failed", "done"]
    total: int
    since: int
    judgements: list[Judgement]


class InvitationTold(Strict):
    """The page as others find it, and whether other devices can."""

    page: str
    elsewhere: bool


class CommitmentTold(Strict):
    """What the server commits itself to for a table that is set soon."""

    commitment: str


class CodeTold(Strict):
    """A code that takes a seat to another device, how long it does, and a link with it, also as a picture (SVG)."""

    code: str
    seconds: float
    link: str
    qr: str


class CarriedTold(Strict):
    """A seat that is at this device now."""

    table: str
    game: str
    seat: int
    name: str
    token: str


ServerMessage = Annotated[
    TableTold
    | Done
    | RefusedTold
    | Tested
    | Question
    | Chosen
    | MovesTold
    | HintTold
    | RematchTold
    | MovedTold
    | RemovedTold
    | Pong
    | Goodbye,
    Field(discriminator="type"),
]
SERVER: TypeAdapter[Any] = TypeAdapter(ServerMessage)


def schemas() -> Json:
    """The JSON schemas of the whole protocol."""
    return {
        "client to server": messages.schemas(),
        "server to client": {
            "websocket": SERVER.json_schema(),
            "GET /api/tables": TypeAdapter(list[Summary]).json_schema(),
            "GET /api/tables/<id>": Summary.model_json_schema(),
            "POST /api/commitments": CommitmentTold.model_json_schema(),
            "GET /api/invitation": InvitationTold.model_json_schema(),
            "POST /api/tables/<id>/code": CodeTold.model_json_schema(),
            "POST /api/codes": CarriedTold.model_json_schema(),
            "GET /api/tables/<id>/frames": Frames.model_json_schema(),
            "GET /api/tables/<id>/analysis": AnalysisTold.model_json_schema(),
        },
        "games": {slug: game_schemas(facts) for slug, facts in all_facts().items()},
    }


def game_schemas(facts: Facts) -> Json:
    """The JSON schemas of a game's moves and states, from what it declares."""
    hooks = hooks_of(facts)
    return {"move": hooks.rules.MOVES.schema(), "state": hooks.declared_state.schema()}
