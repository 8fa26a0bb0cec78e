"""Workers: who moves next, what a space brings, in which order seats act (AN-3.7, AN-3.9, AN-4.11 to AN-4.22)."""

from __future__ import annotations

from ....core.effects import Effects, tell
from ....core.rows import take_out
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import COLUMNS, MOST_BONUS, STANDARD, WORKERS
from ..state import Effect, Phase, Table


def place_first_workers(table: Table) -> None:
    """Workers begin on the leftmost spaces, from the first seat clockwise (AN-3.7, AN-3.9)."""
    players = seat_count(table)
    for column in range(COLUMNS):
        place = WORKERS[table.workers, players, column]
        if place != NOBODY:
            table.action_done[column] = (whole(table.first) + place) % players


def leftmost_worker(table: Table) -> int:
    """The column of the leftmost worker that has not moved in this round; COLUMNS if all have (AN-4.11)."""
    for column in range(COLUMNS):
        if table.action_done[column] != NOBODY:
            return column
    return COLUMNS


def ask_for_worker(table: Table) -> bool:
    """The seat of the leftmost worker decides; False if all have moved (AN-4.11)."""
    column = leftmost_worker(table)
    if column == COLUMNS:
        return False
    table.phase = Phase.WORKER
    table.turn = table.action_done[column]
    return True


def place_worker(table: Table, column: int, effects: Effects) -> None:
    """The leftmost worker goes to an action, and its seat scores the bonus there (AN-4.12, AN-4.13)."""
    came_from = leftmost_worker(table)
    seat = whole(table.action_done[came_from])
    table.action_done[came_from] = NOBODY
    table.action_now[column] = seat
    bonus = whole(table.bonus[column])
    if bonus:
        table.scores[seat] = whole(table.scores[seat]) + bonus
        table.bonus[column] = 0
        tell(effects, Effect.BONUS, seat, column, bonus)


def raise_bonuses(table: Table, effects: Effects) -> None:
    """Every action without a worker offers a point more (AN-4.14)."""
    for column in range(COLUMNS):
        if table.action_now[column] == NOBODY:
            if table.bonus[column] < MOST_BONUS:
                table.bonus[column] = table.bonus[column] + 1
            tell(effects, Effect.BONUSES, NOBODY, column, whole(table.bonus[column]))


def worker_place(table: Table, seat: int) -> int:
    """The column of a seat's leftmost worker, in either row (AN-4.22)."""
    for column in range(COLUMNS):
        if table.action_done[column] == seat or table.action_now[column] == seat:
            return column
    return COLUMNS


def line_up(table: Table) -> None:
    """The seats that act after the actor: by workers, in the quick game clockwise (AN-4.22, AQ-4.1)."""
    players, actor = seat_count(table), whole(table.actor)
    table.queue[:] = NOBODY
    for other in range(1, players):
        seat = (actor + other) % players
        place = other - 1
        if table.variant == STANDARD:
            place = 0
            for rival in range(players):
                place += rival != actor and worker_place(table, rival) < worker_place(table, seat)
        table.queue[place] = seat


def call_next(table: Table) -> bool:
    """The next seat of the queue is in turn; False if there is none."""
    if table.queue[0] == NOBODY:
        return False
    table.turn = take_out(table.queue, 0, NOBODY)
    return True
