"""Ararat: one table for Noah's-ark games. Exact rules, people and bots at the same table.

    import ararat

    match = ararat.game("animals-on-board").start(players=3, seed=7)
    bot = ararat.player("greedy")
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), seed=1))
    print(match.scores, match.winners)

Importing this package does no work: games, NumPy and the compiler are loaded when first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# Loaded now, though light, because loading a subpackage later would put it in the place of the
# function of the same name below.
from . import games as _games
from . import players as _players
from .envs.ids import register_when_there as _register_when_there
from .errors import (
    AraratError,
    BadBatch,
    BadBot,
    BadFile,
    BadNet,
    BadProof,
    BadRecord,
    BadSeat,
    BadSeed,
    BadStart,
    BadState,
    BadText,
    IllegalMove,
    Interrupted,
    MissingExtra,
    NothingToUndo,
    NotOver,
    UnknownGame,
    UnknownLanguage,
    UnknownPlayer,
)

if TYPE_CHECKING:
    from .facade import Game
    from .match import Match
    from .players import Player

__version__ = "0.1.0"

_register_when_there()  # so that gymnasium.make finds the games

__all__ = [
    "AraratError",
    "BadBatch",
    "BadBot",
    "BadFile",
    "BadNet",
    "BadProof",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "BadStart",
    "BadState",
    "BadText",
    "IllegalMove",
    "Interrupted",
    "MissingExtra",
    "NotOver",
    "NothingToUndo",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownPlayer",
    "__version__",
    "game",
    "games",
    "player",
    "players",
    "replay",
    "verify",
]


def games() -> list[str]:
    """The slugs of all games."""
    return list(_games.all_facts())


def game(slug: str) -> Game:
    """A game by its slug."""
    from .facade import find_game

    return find_game(slug)


def players() -> list[str]:
    """The codes of all bots."""
    return _players.codes()


def player(code: str) -> Player:
    """A bot by its code."""
    return _players.find(code)


def replay(record: Any) -> Match:
    """The match of a record again, every move checked."""
    from .match import replay as replay_record

    return replay_record(record)


def verify(record: Any, commitment: str | None = None, contribution: str | None = None) -> list[str]:
    """What a record proves of its deal, in sentences; BadRecord or BadProof names what was changed.

    `commitment` and `contribution` are what somebody kept from before the first card.
    """
    from .fairness import proved
    from .match import replay as replay_record

    return [
        AraratError(key, **values).text
        for key, values in proved(replay_record(record).record(), commitment, contribution)
    ]
