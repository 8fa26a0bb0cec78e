"""Noah on the page: what its board needs beside the view, and everybody's points by source."""

from __future__ import annotations

from functools import lru_cache

from ...core.bits import members_of
from ...core.contract import Json
from ...core.keeping import kept, shared
from ...core.sheets import score_sheet
from ...core.words import Words
from .cards import CARD
from .forecast import boarding, boat_at, comes_back, cost_of, fitting_at, points_off, ways_to
from .pieces import ANIMALS, CROCODILE_POINTS, LIMIT, MASS, QUAYS, RESERVE, SLOTS, TEARS, WOODPECKER_LIMIT
from .rules.rounds import lowest_totals
from .views import STATE, deck_and_seen, in_sight, lay_boats

EVERY_CARD = [*zip(CARD.spelt, SLOTS.all.tolist(), strict=True)]  # with its slots


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
    deck, seen = deck_and_seen(view)
    return {
        "boats": shared(view, _boats),
        "ways": _ways(view["noah"]),
        "costs": [cost_of(hand) if isinstance(hand, list) else None for hand in view["hands"]],
        **shared(view, _leads),
        "deck": _deck(deck, 0),
        "unseen": _by_card(deck, seen),
    }


def _boats(view: Json) -> list[Json | None]:
    return [_boat(boat) for boat in view["boats"]]


def _leads(view: Json) -> Json:
    return {"leaders": _leaders(view["scores"]), "points_off": points_off(view)}


@kept
def _boat(boat: Json | None) -> Json | None:
    """What the rules read from a boat, wherever it lies."""
    table = STATE.blank()
    lay_boats(table, [boat])
    return boat_at(table, 0)


@lru_cache
def _ways(noah: int) -> list[list[str]]:
    """The sexes after which Noah can go from a quay to each; to be looked at only, as all that is kept here."""
    table = STATE.blank()
    table.noah = noah
    return [ways_to(table, quay) for quay in range(QUAYS)]


@kept
def _leaders(scores: list[int]) -> list[int]:
    """The seats with the lowest total."""
    table = STATE.blank()
    table.players, table.scores = len(scores), scores
    return members_of(lowest_totals(table))


def _by_card(pile: int, less: int) -> dict[str, dict[str, int]]:
    """How many there are of each card in a pile, less those of another, by animal and sex, "" for a snail's."""
    found: dict[str, dict[str, int]] = {}
    for (animal, sex), own in EVERY_CARD:
        count = (pile & own).bit_count() - (less & own).bit_count()
        if count > 0:
            found.setdefault(animal, {})[sex or ""] = count
    return found


_deck = lru_cache(_by_card)  # one for all who look at a match


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What each way to board would bring, or how many cards fit where Noah can go if the seat plays on there.

    {"boarding": [...]} and {"fitting": [...]}, in the order of the moves, which are few in these phases.
    """
    if not moves or view["phase"] not in ("board", "reload", "sail"):
        return None
    table = in_sight(view)
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
