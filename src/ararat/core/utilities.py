"""What a match that is over is worth to each seat, as a number to play for.

WIN      1, shared among the winners; 0 for the others
MARGIN   points ahead of the best other seat, or behind it; alone: the points. Where fewer points are better,
         they count as so many less
RANK     1 for the first place, -1 for the last, in even steps between them; seats that are level share what
         their places are worth. Winners come before all others, then points decide; alone: 1 for victory, else -1
"""

from __future__ import annotations

from typing import Any

from .table import Numbers, Weights

UTILITIES = ("win", "margin", "rank")
WIN, MARGIN, RANK = range(len(UTILITIES))


def write_utilities(utility: int, sign: int, scores: Numbers, winners: Any, utilities: Weights) -> None:
    """What the end is worth to every seat; `sign` is -1 where fewer points are better, else 1."""
    for seat in range(len(scores)):
        if utility == WIN:
            utilities[seat] = share_of_victory(winners, seat)
        elif utility == MARGIN:
            utilities[seat] = margin_of(sign, scores, seat)
        else:
            utilities[seat] = rank_of(sign, scores, winners, seat)


def share_of_victory(winners: Any, seat: int) -> float:
    """A seat's share of the victory."""
    count = 0
    for other in range(len(winners)):
        if winners[other]:
            count += 1
    return 1.0 / count if winners[seat] else 0.0


def margin_of(sign: int, scores: Numbers, seat: int) -> int:
    """How many points a seat is ahead of the best other one."""
    own, best, found = sign * scores[seat], 0, False
    for other in range(len(scores)):
        if other != seat and (not found or sign * scores[other] > best):
            best, found = sign * scores[other], True
    return own - best


def rank_of(sign: int, scores: Numbers, winners: Any, seat: int) -> float:
    """A seat's place, from 1 for the first to -1 for the last."""
    if len(scores) == 1:
        return 1.0 if winners[seat] else -1.0
    before, level = 0, 0
    for other in range(len(scores)):
        if other != seat:
            if winners[other] == winners[seat] and scores[other] == scores[seat]:
                level += 1
            elif winners[other] == winners[seat]:
                before += 1 if sign * scores[other] > sign * scores[seat] else 0
            elif winners[other]:
                before += 1
    return 1.0 - (2 * before + level) / (len(scores) - 1)


def range_of(utility: str, players: int, lowest: int, highest: int, sign: int) -> tuple[float, float]:
    """The least and the most that an end can be worth, where points lie between `lowest` and `highest`."""
    if utility == UTILITIES[WIN]:
        return 0.0, 1.0
    if utility == UTILITIES[RANK]:
        return -1.0, 1.0
    if players == 1:
        least, most = sorted((sign * lowest, sign * highest))
        return float(least), float(most)
    return float(lowest - highest), float(highest - lowest)
