"""Players: bots that decide from a view, the legal moves and a seed, and from nothing else.

A bot never sees a match or its state. "random" plays every game; all other bots are the games'
own (`players.py` in a game's folder, `BOTS`), found by the game that the view belongs to.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.contract import Json
from ..errors import BadBot, UnknownPlayer, shown
from ..games import all_facts

RANDOM = "random"


class Player:
    """A bot."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return f"ararat.player({self.code!r})"

    def plays(self, slug: str) -> bool:
        """Whether this bot knows a game."""
        facts = all_facts().get(slug)
        return facts is not None and (self.code == RANDOM or self.code in facts.bots)

    def choose(self, view: Json, moves: list[Json], seed: int) -> Json:
        """One of the moves, from the view alone; the same for the same view, moves and seed."""
        if not isinstance(moves, list) or not moves or not all(isinstance(move, dict) for move in moves):
            raise BadBot("error.no-moves")
        if type(seed) is not int:
            raise BadBot("error.bot-seed", given=shown(seed))
        random = Random(seed)
        if self.code == RANDOM:
            return random.choice(moves)
        slug = view.get("game") if isinstance(view, dict) else None
        if not isinstance(slug, str) or not self.plays(slug):
            raise UnknownPlayer("error.player-game", given=self.code, game=shown(slug))
        bots = all_facts()[slug].module("players").BOTS
        try:
            return bots[self.code](view, moves, random)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
            # Views come from outside too, from people's own scripts.
            raise BadBot("error.bot-view") from problem


def codes() -> list[str]:
    """The codes of all bots, the weakest first."""
    known = [RANDOM]
    for facts in all_facts().values():
        known += [code for code in facts.bots if code not in known]
    return known


def find(code: Any) -> Player:
    """The bot of a code."""
    if not isinstance(code, str) or code not in codes():
        raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
    return Player(code)
