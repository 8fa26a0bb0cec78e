"""What the server sends, as models; the schemas are made from them, and tests hold every message against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..games import all_facts
from . import messages
from .messages import Natural

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


class TableTold(Summary, Answer):
    """The table as this viewer may know it."""

    type: Literal["table"]
    moves: list[Free] | None
    number: int
    seat: int | None
    thinking: bool
    choosing: int
    view: Free | None
    can_undo: bool
    since: int
    log: list[LogEntry]
    scores: list[int]
    over: bool
    sheet: list[SheetRow]
    gauges: Any
    offer: Any
    legal: int | None
    rematch: Rematch | None = None


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
    """Whether a move is legal, why not, and the points after it."""

    type: Literal["tested"]
    legal: bool
    rule: str | None
    text: str | None
    rules: list[tuple[str, str]]
    scores: list[int] | None


class MovesTold(Answer):
    """All legal moves."""

    type: Literal["moves"]
    number: int
    moves: list[Free]


class TipTold(Strict):
    """A move, and the chance to win with it: from 0 to 1, with its 95 % interval."""

    move: Free
    text: str
    chance: float
    low: float
    high: float


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


class Pong(Answer):
    type: Literal["pong"]


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
    TableTold | Done | RefusedTold | Tested | Question | Chosen | MovesTold | HintTold | RematchTold | MovedTold | Pong,
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
