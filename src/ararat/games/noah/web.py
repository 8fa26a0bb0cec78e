"""Noah on the page: what its board needs beside the view, and everybody's points by source."""

from __future__ import annotations

from ...core.contract import Json
from ...core.kinds import Seats
from ...core.sheets import score_sheet
from ...core.table import unpacked
from ...core.words import Words
from .cards import PILE
from .forecast import boarding, boat_at, comes_back, cost_of, fitting_at, points_off, ways_to
from .pieces import ANIMALS, CROCODILE_POINTS, LIMIT, MASS, MOST_PLAYERS, QUAYS, RESERVE, TEARS, WOODPECKER_LIMIT
from .rules.piles import apart
from .rules.rounds import lowest_totals
from .views import deck_and_seen, imagine


def pieces() -> Json:
    """The box: animals with mass and tears, the ring of quays, the limits as they are printed."""
    return {
        "animals": [
            {"name": name, "mass": int(MASS[animal]), "tears": int(TEARS[animal])}
            for animal, name in enumerate(ANIMALS)
        ],
        "quays": QUAYS,
        "limit": LIMIT,
        "woodpecker_limit": WOODPECKER_LIMIT,
        "reserve": RESERVE,
        "crocodile_points": CROCODILE_POINTS,
    }


def gauges(view: Json) -> Json:
    """What the rules read from a view: boats, Noah's ways, the cost of open hands, totals, the cards not seen yet."""
    table = unpacked(imagine(view)[0])
    deck, seen = deck_and_seen(view)
    return {
        "boats": [boat_at(table, quay) for quay in range(QUAYS)],
        "ways": [ways_to(table, quay) for quay in range(QUAYS)],
        "costs": [cost_of(hand) if isinstance(hand, list) else None for hand in view["hands"]],
        "leaders": Seats(MOST_PLAYERS).value(lowest_totals(table)),
        "points_off": points_off(view),
        "deck": _by_card(PILE.value(deck)),
        "unseen": _by_card(PILE.value(apart(deck, seen))),
    }


def _by_card(cards: list[Json]) -> dict[str, dict[str, int]]:
    """How many there are of each card, by animal and sex, "" for a snail's."""
    found: dict[str, dict[str, int]] = {}
    for one in cards:
        sexes, sex = found.setdefault(one["animal"], {}), one["sex"] or ""
        sexes[sex] = sexes.get(sex, 0) + 1
    return found


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What each way to board would bring, or how many cards fit where Noah can go if the seat plays on there.

    {"boarding": [...]} and {"fitting": [...]}, in the order of the moves, which are few in these phases.
    """
    if not moves or view["phase"] not in ("board", "reload", "sail"):
        return None
    table = imagine(view)[0]
    if view["phase"] != "sail":
        return {"boarding": [boarding(table, move) if move["move"] == "board" else None for move in moves]}
    return {"fitting": [fitting_at(table, move["boat"]) for move in moves] if comes_back(table) else None}


def sheet(view: Json, words: Words) -> list[Json]:
    """The tears of every finished round, what crocodiles took off, the total."""
    total = (words("board.total"), view["scores"])
    if view["players"] == 1:
        return score_sheet((words("board.tears-left"), view["scores"]), total=total) if view["phase"] == "over" else []
    rows = [(words("board.round", round=number), one["points"]) for number, one in enumerate(view["results"], 1)]
    # A match that goes on from a made-up position may have totals that its results do not explain.
    rest = [-points for points in points_off(view)]
    if any(rest):
        key = "animal.crocodile" if max(rest) <= 0 else "board.earlier"
        rows.append((words(key), rest))
    return score_sheet(*rows, total=total)
