"""Noah on the page: what its board needs beside the view, and everybody's points by source."""

from __future__ import annotations

from ...core.contract import Json
from ...core.words import Words
from . import LEVELS
from .pieces import (
    ANIMALS,
    COPIES,
    CROCODILE_POINTS,
    EXCHANGES,
    LIMIT,
    MASS,
    QUAYS,
    RESERVE,
    SEATS_OF_LEVEL,
    SEXES,
    SNAIL,
    TEARS,
    WAYS,
    WOODPECKER_LIMIT,
)


def pieces() -> Json:
    """The box: animals with mass, tears and copies, the ring of quays, the limits."""
    return {
        "animals": [
            {"name": name, "mass": int(MASS[animal]), "tears": int(TEARS[animal])}
            for animal, name in enumerate(ANIMALS)
        ],
        "copies": [_by_card(deck.tolist()) for deck in COPIES],
        "exchanges": {promo: _by_card(change.tolist()) for promo, change in EXCHANGES.items()},
        "levels": dict(zip(LEVELS, SEATS_OF_LEVEL.tolist(), strict=True)),
        "quays": QUAYS,
        "ways": dict(zip(SEXES, WAYS.tolist(), strict=True)),
        "limit": LIMIT,
        "woodpecker_limit": WOODPECKER_LIMIT,
        "reserve": RESERVE,
        "crocodile_points": CROCODILE_POINTS,
    }


def _by_card(counts: list[int]) -> dict[str, dict[str, int]]:
    """Numbers of cards by animal and sex, "" for a snail's; what is not there is left out."""
    found: dict[str, dict[str, int]] = {}
    for card, count in enumerate(counts):
        animal, sex = divmod(card, 2)
        if count:
            found.setdefault(ANIMALS[animal], {})["" if animal == SNAIL else SEXES[sex]] = count
    return found


def offer(view: Json, moves: list[Json]) -> None:
    """Nothing: the lists of moves are short, the board lights them as they are."""


def sheet(view: Json, words: Words) -> list[Json]:
    """The tears of every finished round, what crocodiles took off, the total."""
    scores: list[int] = view["scores"]
    if view["players"] == 1:
        if view["phase"] != "over":
            return []
        label = words("board.tears-left")
        return [{"label": label, "values": scores}, _total(scores, words)]
    rows = [
        {"label": words("board.round", round=number), "values": result["points"]}
        for number, result in enumerate(view["results"], 1)
    ]
    # A match that goes on from a made-up position may have totals that its results do not explain.
    sums = [sum(result["points"][seat] for result in view["results"]) for seat in range(view["players"])]
    rest = [score - points for score, points in zip(scores, sums, strict=True)]
    if any(rest):
        key = "animal.crocodile" if max(rest) <= 0 else "board.earlier"
        rows.append({"label": words(key), "values": rest})
    return [*rows, _total(scores, words)]


def _total(scores: list[int], words: Words) -> Json:
    return {"label": words("board.total"), "values": scores, "total": True}
