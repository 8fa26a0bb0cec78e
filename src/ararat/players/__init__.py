"""Players: bots that decide from a view, the legal moves and a seed, and at most from what their seat has seen before.

A bot never sees a match or its state, and plays every game: "random"; "greedy" (greedy.py), one step of a
game's guide; and those that search (searchers.py), the five levels, and for studies "search:2000" (playouts) or
"search:0.5s" (seconds) by the guide, "net:2000" by what the net that ships with a game has learnt, "net:FILE:2000" by
that of a file, and "old-owl", the last level as it was before there were nets.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..core.contract import Json
from ..errors import AraratError, BadBatch, BadBot, BadNet, Interrupted, UnknownPlayer, shown
from ..games import all_facts
from .codes import GREEDY, LEVELS, NET, OLD_OWL, RANDOM, SEARCH


class Player:
    """A bot."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return f"ararat.player({self.code!r})"

    def choose(
        self,
        view: Json,
        moves: list[Json],
        seed: int,
        stop: Callable[[], bool] | None = None,
        past: list[Json] | None = None,
    ) -> Json:
        """One of the moves, from the view alone; the same for the same view, moves and seed.

        A bot that thinks long asks `stop` now and then, and once told so decides by what it has thought. A bot
        that infers goes by a `past` too: what its seat has seen before (`match.past(seat)`). Without one it does not.
        """
        if not isinstance(moves, list) or not moves or not all(isinstance(move, dict) for move in moves):
            raise BadBot("error.no-moves")
        if type(seed) is not int:
            raise BadBot("error.bot-seed", given=shown(seed))
        random = Random(seed)
        if self.code == RANDOM:
            return random.choice(moves)
        slug = view.get("game") if isinstance(view, dict) else None
        if not isinstance(slug, str) or slug not in all_facts():
            raise UnknownPlayer("error.player-game", given=self.code, game=shown(slug))
        # Imported late: it brings NumPy, and importing Ararat does no work.
        from .greedy import glanced
        from .searchers import effort_of, searched

        facts = all_facts()[slug]
        try:
            effort = effort_of(self.code, facts, view["players"])
            if effort is not None:
                return searched(effort, facts, view, moves, random, stop, past)
            return glanced(facts, view, moves, random)
        except (BadBot, BadNet, Interrupted, UnknownPlayer):
            raise
        except (AraratError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
            # Views come from outside too, from people's own scripts.
            raise BadBot("error.bot-view") from problem

    def act(self, batch: Any, rows: Any = None, seed: int | None = 0) -> Any:
        """One action for each of some rows of a batch, or for all: what this bot does there for the seat in turn, from
        what that seat may know; -1 where the match is over.

        The same for the same row, table and seed, whichever other rows are asked about and on however many cores.
        """
        decide = getattr(batch, "decide", None)
        if decide is None:
            raise BadBatch("error.no-batch", given=shown(batch))
        return decide(self.code, rows, seed)


def past_for(code: str, match: Any) -> list[Json] | None:
    """What the bot of a code is handed of the past when it decides at a match; None if it goes by its view alone."""
    from .searchers import infers

    return match.past(match.turn) if infers(code, all_facts()[match.slug], match.players) else None


def codes() -> list[str]:
    """The codes of all bots: the simple ones, then the levels, each the weakest first."""
    return [RANDOM, GREEDY, *levels()]


def levels() -> list[str]:
    """The codes of the five levels that people choose from, the weakest first."""
    return list(LEVELS)


def find(code: Any) -> Player:
    """The bot of a code."""
    if not isinstance(code, str) or not (code in (*codes(), OLD_OWL) or SEARCH.fullmatch(code) or NET.fullmatch(code)):
        raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
    return Player(code)
