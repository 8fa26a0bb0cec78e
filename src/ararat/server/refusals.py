"""What the server refuses: a code for programs, one sentence for people."""

from __future__ import annotations

from typing import Any

from ..core.contract import Json
from ..errors import AraratError, IllegalMove, NothingToUndo
from .metrics import REFUSED

STATUS = {
    "malformed": 400,
    "bad-start": 400,
    "bad-record": 400,
    "unknown-table": 404,
    "unknown-replay": 404,
    "unknown-game": 404,
    "unknown-page": 404,
    "bad-token": 403,
    "no-seat": 403,
    "seat-moved": 403,
    "removed": 403,
    "not-host": 403,
    "one-address": 403,
    "bad-code": 403,
    "not-over": 403,
    "no-looking-back": 403,
    "other-origin": 403,
    "seat-taken": 409,
    "no-takeover": 403,
    "as-it-was": 403,
    "unknown-commitment": 409,
    "choosing": 409,
    "full": 409,
    "stale": 409,
    "too-large": 413,
    "too-many": 429,
    "too-many-tables": 429,
    "parked-rules": 409,
    "parked-damaged": 409,
    "parked-game": 409,
    "not-kept": 503,
    "store-full": 507,
    "log-full": 409,
    "not-read": 503,
    "elsewhere": 503,
    "preparing": 503,
    "crowded": 503,
}


class Declined(AraratError):
    """Something that the server does not do; the sentence is `server.<code>` in the catalogues."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(f"server.{code}", **values)
        self.code = code

    @property
    def status(self) -> int:
        """As an HTTP status."""
        return STATUS.get(self.code, 400)


def told(problem: AraratError, language: str) -> Json:
    """A refusal as clients get it: code, sentence, and the rules that speak."""
    code = problem.code if isinstance(problem, Declined) else "refused"
    if isinstance(problem, NothingToUndo):
        code = "no-undo"
    answer: Json = {"code": code, "text": problem.text_in(language), "rule": problem.rule, "rules": []}
    if isinstance(problem, IllegalMove):
        answer["code"] = "illegal"
        answer["rules"] = reasons(problem, language)
    REFUSED.labels(answer["code"]).inc()
    return answer


def reasons(problem: IllegalMove, language: str) -> list[list[str]]:
    """Every rule that stands in the way of a move, with its short sentence."""
    return [list(told) for told in problem.reasons_in(language)]
