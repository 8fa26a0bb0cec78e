"""Guided matches at tables: what the pupil is told before a decision. All of it follows from the table's log."""

from __future__ import annotations

from ..core.contract import Json
from ..core.hooks import hooks_of
from ..core.teaching import PUPIL, Sentences, Teaching, teaching_of
from ..core.words import Words
from ..match import Match
from .table import Table


def followed(table: Table) -> Teaching | None:
    """The guided match that is played at a table, if it still is the one with which the table was set."""
    lesson = teaching_of(table.facts) if table.teaching else None
    return lesson if lesson and lesson.version == table.teaching else None


def next_move(table: Table) -> Json | None:
    """What the guided match has next, as long as everybody did as it has it."""
    lesson, match = followed(table), table.match
    if lesson is None or match is None or table.made >= len(lesson.moves):
        return None
    return lesson.moves[table.made] if match.history == list(lesson.moves[: table.made]) else None


def is_told(table: Table, move: Json) -> bool | None:
    """Whether a legal move is the one that is told; None where none is."""
    told, match = next_move(table), table.match
    return None if told is None or match is None else match.same(move, told)


def taught(table: Table, seat: int | None, spoken: Words, told: str | None) -> Json | None:
    """What the pupil hears now; `told` is the next move in words, where there is one."""
    match = table.match
    if not table.teaching or match is None or seat != PUPIL:
        return None
    lesson = followed(table)
    if lesson is None:
        return {"old": True, "strayed": False, "say": [], "move": None, "text": None, "lead": False, "brought": []}
    move = next_move(table)
    mine = match.turn == seat
    said = [spoken(f"teach.{key}") for key in _keys(lesson, match, move is not None)] if mine or match.over else []
    return {
        "old": False,
        "strayed": move is None and not match.over,
        "say": said,
        "move": move if mine else None,
        "text": told if mine and move is not None else None,
        "lead": mine and move is not None and table.made < lesson.lead,
        "brought": _brought(table, match, spoken),
    }


def _keys(lesson: Teaching, match: Match, follows: bool) -> list[str]:
    """The sentences before the decision of now."""
    number = len(match.history)
    if match.over:
        return ["over"]
    if follows and (fixed := [one.key for one in lesson.sentences if one.at == number]):
        return fixed
    now = match.kinds_at(number)
    fresh = [one for one in lesson.sentences if one.at is None and _meets(one, now)]
    if not fresh:
        return []
    before = [match.kinds_at(entry) for entry in range(number) if match.seat_at(entry) == PUPIL]
    return [one.key for one in fresh if not any(_meets(one, kinds) for kinds in before)]


def _meets(one: Sentences, decision: tuple[str, set[str]]) -> bool:
    phase, kinds = decision
    return one.phase == phase and (one.can is None or one.can in kinds)


def _brought(table: Table, match: Match, spoken: Words) -> list[Json]:
    """What the pupil's last move changed on their score sheet: by source, before and after."""
    mine = [number for number in range(table.made) if match.seat_at(number) == PUPIL]
    if not mine:
        return []
    sheet = hooks_of(table.facts).web.sheet
    views = [*match.past_views(PUPIL, mine[-1], 2), match.view(PUPIL)][:2]
    before, after = (sheet(view, spoken) for view in views)
    known = {row["label"]: row["values"][PUPIL] for row in before}
    changed = [(row["label"], known.get(row["label"]), row["values"][PUPIL]) for row in after]
    return [{"label": label, "was": was, "now": now} for label, was, now in changed if was != now and now is not None]
