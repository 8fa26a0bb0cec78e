"""How many decisions a match can have: a bound by kinds of moves, derived from the rules, with its argument.

Each game has limits: kinds of moves, and how many of these together no match has more of. Whatever number the argument
takes from the box is read from the pieces, so that another box moves the bound.
"""

from __future__ import annotations

from typing import Any

from ararat.core.contract import Facts, Json
from ararat.games import all_facts

Limits = dict[tuple[str, ...], int]

ARGUMENTS = {
    "animals-on-board": (
        "All seats but one at most take in a round, so arks gain a tile each and no match has more than 17, 13 or 11 "
        "rounds (AB-4.17). Every split makes a group more, of no more groups than tiles; every seat takes or passes "
        "once a round at most, keeps one tile, and discards what lies beyond ten."
    ),
    "ark-and-noah": (
        "Twenty rounds at most (AN-5.2). In each, workers are placed once and an action is carried out once at most, "
        "in the quick game once a seat: a seat picks one tile, exchanges once (three draws, and a trade or none), and "
        "places as many pieces as it may, `done` in place of one. A cell is fed once and a species boards once in a "
        "match; beside that a load has one `done` a seat, and so has each part of the last loading."
    ),
    "noah": (
        "A round ends with 300 board moves at the latest (NO-5.1, NO-S.12), and has one of them a turn; a turn also "
        "has one collecting, two decisions of a power and one sailing at most. The four departures of a round bring 1 "
        "+ 2 + 3 + 4 gifts. There are three rounds, with `to-26` thirty, alone one."
    ),
    "opti-mix": (
        "Every card is played once at most, for an ejected one leaves the game; each can bring a pick and a `stop`. A "
        "taking turn draws two cards of the deck, or ends it. The chimpanzee is laid once and ejected once; every "
        "seat is asked for a pet once, and passes once (OM-5.13)."
    ),
}

# Options with which matches can be longer or shorter.
LENGTHENING: dict[str, tuple[Json, ...]] = {
    "ark-and-noah": ({"workers": "two"}, {"variant": "quick"}),
    "noah": ({"ending": "to-26"},),
}


def limits(facts: Facts, players: int, options: Json) -> Limits:
    """Kinds of moves, and how many of these together no match has more of."""
    return _LIMITS[facts.slug](facts.module("pieces"), players, options)


def bound(facts: Facts, players: int, options: Json) -> int:
    """Decisions that no match has more of, of a game with an argument."""
    return sum(limits(facts, players, options).values())


def _animals_on_board(pieces: Any, players: int, options: Json) -> Limits:
    tiles = int(pieces.FACE_UP[players]) + 1
    # A round brings all arks together players - 1 tiles at least; before the last one none has ten.
    rounds = (players * (pieces.ARK_ROOM - 1) - players) // (players - 1) + 1
    return {
        ("keep",): players,
        ("split",): rounds * (tiles - 1),
        ("take", "pass"): rounds * players,
        ("discard",): players * (pieces.LARGEST_ARK - pieces.ARK_ROOM),
    }


def _ark_and_noah(pieces: Any, players: int, options: Json) -> Limits:
    rounds, standard = int(pieces.LATEST_ROUND), options["variant"] == "standard"
    others, actor = (int(strength) for strength in pieces.PIECES_PLACED)
    placed = actor + (players - 1) * others
    species = int(pieces.IN_MATCH[players, 0 if standard else 1]).bit_count() // 2
    if not standard:
        most = max(placed, players + 1, pieces.EXCHANGE_TILES + 1)  # of an action; all could be alike
        kinds = "bag pick draw trade keep plank board done".split()
        return {("action",): rounds * players, tuple(kinds): rounds * players * most}
    board = all_facts()["ark-and-noah"].module("board")
    workers = int((pieces.WORKERS[("one", "two").index(options.get("workers", "one")), players] >= 0).sum())
    cells = int(board.CELLS[players]).bit_count()
    return {
        ("worker",): rounds * workers,
        ("bag",): rounds * int(pieces.DRAWN_BY_CHOICE[players]),
        ("pick",): rounds * players,
        ("reward",): rounds,
        ("swap-planks", "draw", "trade", "keep"): rounds * (pieces.EXCHANGE_TILES + 1),
        ("plank", "pitch", "done", "feed", "board"): rounds * (placed + players) + cells + species + 2 * players,
    }


def _noah(pieces: Any, players: int, options: Json) -> Limits:
    if players == 1:
        rounds, powers = 1, ("stack", "recall", "pass")
    else:
        rounds = pieces.MOST_ROUNDS if options["ending"] == "to-26" else pieces.ROUNDS
        powers = ("peek", "draw", "return", "flee")
    turns = rounds * pieces.MOST_BOARDS
    found = {("board",): turns, powers: 2 * turns, ("sail",): turns}
    return found if players == 1 else found | {("collect",): turns, ("give",): rounds * (1 + 2 + 3 + 4)}


def _opti_mix(pieces: Any, players: int, options: Json) -> Limits:
    played = pieces.MOST_CARDS - len(pieces.START_PLACES)
    deck = played - players * pieces.HAND - pieces.DISPLAY
    return {
        ("take",): deck // 2 + 1,
        ("play",): played,
        ("pick",): played,
        ("stop",): played,
        ("boost",): 2,
        ("pet",): players,
        ("pass",): players,
    }


_LIMITS = {
    "animals-on-board": _animals_on_board,
    "ark-and-noah": _ark_and_noah,
    "noah": _noah,
    "opti-mix": _opti_mix,
}
