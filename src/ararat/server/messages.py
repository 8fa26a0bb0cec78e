"""What clients may send, exactly; the schemas of docs/protocol-schemas.json are made from these models."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..core.contract import Json
from ..fairness import CONTRIBUTION
from .refusals import Declined

MOST_NUMBER = 2**31 - 1
DEEPEST = 12  # lists and objects within each other
MOST_PARTS = 100_000  # of one text: a record of the most moves has half as many
ONE_KIND, NO_BRACKETS = bytes.maketrans(b"{}", b"[]"), bytes(set(range(256)) - set(b"[]{}"))

Natural = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
Language = Literal["en", "fr", "it"]
Memory = Literal["open", "closed"]
Pace = Literal["calm", "quick", "instant"]
Token = Annotated[str, Field(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
Code = Annotated[str, Field(min_length=1, max_length=40)]
Name = Annotated[str, Field(max_length=200)]
Commitment = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Contribution = Annotated[str, Field(pattern=CONTRIBUTION)]
Choice = Annotated[int, Field(ge=0, le=MOST_NUMBER)] | Annotated[list[Natural], Field(max_length=64)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Message(Strict):
    """Any message of a client."""

    id: Natural | None = None


class Hello(Message):
    """Sit down with a token, or watch."""

    type: Literal["hello"]
    token: Token | None = None
    language: Language | None = None
    number: Natural | None = None
    also: Annotated[list[Token], Field(max_length=10)] = []
    pace: Pace | None = None


class Move(Message):
    """Make a move, if nothing has happened since `number`."""

    type: Literal["move"]
    number: Natural
    move: dict[str, Any]


class Undo(Message):
    """Take the last move back."""

    type: Literal["undo"]
    number: Natural


class Test(Message):
    """Ask about a move."""

    type: Literal["test"]
    move: dict[str, Any]


class Choose(Message):
    """The dialogue that leads to a move, after these answers."""

    type: Literal["choose"]
    path: Annotated[list[Choice], Field(max_length=64)]


class Moves(Message):
    """Ask for all legal moves, or for so many of them, drawn by lot."""

    type: Literal["moves"]
    most: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None


class Hint(Message):
    """Ask the coach what it would do, where the table allows it."""

    type: Literal["hint"]


class Choosing(Message):
    """Somebody without a seat is choosing a name; the table waits for them a while."""

    type: Literal["choosing"]


class Start(Message):
    """Start a table that waits; a bot takes every open seat."""

    type: Literal["start"]
    bot: Code | None = None


class StandIn(Message):
    """Let a bot sit in, or hand the seat back."""

    type: Literal["stand-in"]
    seat: Natural
    bot: Code | None = None


class Remove(Message):
    """Take a guest's seat: before the start it is open again, afterwards a bot has it for good."""

    type: Literal["remove"]
    seat: Natural
    bot: Code | None = None


class Rename(Message):
    """Change one's name."""

    type: Literal["name"]
    name: Name


class Contribute(Message):
    """Add to the deal of the rematch, to which the server has committed itself."""

    type: Literal["contribute"]
    commitment: Commitment
    contribution: Contribution


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


ClientMessage = Annotated[
    Hello
    | Move
    | Undo
    | Test
    | Choose
    | Moves
    | Hint
    | Choosing
    | Start
    | StandIn
    | Remove
    | Rename
    | Contribute
    | Ping,
    Field(discriminator="type"),
]


class NewSeat(Strict):
    """A seat of a table that is set up."""

    kind: Literal["me", "here", "friend", "bot"]
    name: Name = ""
    bot: Code | None = None


class NewTable(Strict):
    """A table that is set up: a game with options, or a match to go on with, as a record or by the id of a replay.

    `hints`: whether the coach may be asked; unless somebody says, where one person plays with bots.
    `takeover`: whether somebody who comes later may take over a bot's seat; unless somebody says, at private tables.
    `teaching`: the guided match of the game: one seat, of kind `me`; all else is as the game has it.
    `patience`: for how many seconds nobody may put a bot in for somebody who dropped.
    `memory`: whether what everybody has seen stays open to people, or is closed and they have to remember it.
    `commitment`, `contribution`: what the server committed itself to, and what the device that sets the table adds.
    `as_it_was`: of a match to go on with, what is hidden stays; otherwise it is dealt anew.
    """

    game: Code | None = None
    options: dict[str, Any] = {}
    public: bool = False
    shuffle: bool = False
    hints: bool | None = None
    takeover: bool | None = None
    teaching: bool = False
    memory: Memory = "open"
    patience: Annotated[int, Field(ge=0, le=3600)] = 60
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=10)]
    record: dict[str, Any] | None = None
    replay: Code | None = None
    as_it_was: bool = False
    commitment: Commitment | None = None
    contribution: Contribution | None = None


class TakeSeat(Strict):
    """A seat that somebody takes: an open one, or that of a bot where the table lets them.

    `contribution`: what their device adds to the deal, if it is not dealt yet.
    `agrees`: that the match goes on from a record as it was.
    """

    name: Name = ""
    seat: Natural | None = None
    contribution: Contribution | None = None
    agrees: bool = False


class TypedCode(Strict):
    """A code that somebody typed to take their seat to this device."""

    code: Annotated[str, Field(max_length=40)]


CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)


def read(value: Json) -> Any:
    """The message that a JSON object is; Declined says in one sentence what is wrong."""
    try:
        return CLIENT.validate_python(value)
    except ValidationError as problem:
        raise malformed(problem) from None


def parsed(text: bytes) -> Json:
    """A JSON object in UTF-8, nothing else, neither too deep nor of too many parts."""
    if not is_modest(text):
        raise Declined("no-json")
    try:
        value = json.loads(text.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Declined("no-json") from None
    if not isinstance(value, dict):
        raise Declined("no-json")
    return value


def is_modest(text: bytes) -> bool:
    """Whether a text can be JSON that is neither too deep nor of too many parts: what costs little to find out."""
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_PARTS:
        return False
    plain = text.replace(rb"\\", b"").replace(rb"\"", b"")
    brackets = b"".join(plain.split(b'"')[::2]).translate(ONE_KIND, NO_BRACKETS)  # every other piece is in quotes
    for _ in range(DEEPEST):  # the innermost go first, a level at a time
        brackets = brackets.replace(b"[]", b"")
    return not brackets


def id_of(value: Json) -> int | None:
    """The id of a message, also of one that is wrong otherwise: whoever waits for its answer shall have it."""
    given = value.get("id")
    return given if type(given) is int and 0 <= given <= MOST_NUMBER else None


def _no_number(word: str) -> Any:
    raise ValueError(word)


def malformed(problem: ValidationError) -> Declined:
    """Where a message is not as the protocol has it."""
    first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])[:80] or "type"
    return Declined("malformed", place=place.encode("ascii", "backslashreplace").decode())


def schemas() -> Json:
    """The JSON schemas of everything that a client may send."""
    return {
        "websocket": CLIENT.json_schema(),
        "POST /api/tables": NewTable.model_json_schema(),
        "POST /api/tables/<id>/seats": TakeSeat.model_json_schema(),
        "POST /api/codes": TypedCode.model_json_schema(),
    }
