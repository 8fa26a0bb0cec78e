"""A game as the rest of Ararat asks it: what it wrote, what follows from that, and what the contract gives.

`contract.py` names every hook. This is the one place that knows which of them a game may leave out,
and what stands in for it.
"""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any

from . import plain_guide
from .contract import Facts, Json
from .result import is_winner, score_of
from .rule import rule
from .table import Head

# --- What stands in for rules that a game does not write -------------------------------------------


@rule
def redeal(table: Head, seat: int) -> None:
    """Nothing is hidden, so that nothing is dealt anew."""


RULES = {"score_of": score_of, "is_winner": is_winner, "redeal": redeal}


def seen(table: Any, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: every move is open."""
    return move


# --- The hooks --------------------------------------------------------------------------------------


class Offered:
    """Names with what they stand for: what the contract gives, and over it a module of the game."""

    def __init__(self, module: ModuleType | None, **given: Any) -> None:
        self.__dict__.update(given)
        if module is not None:
            self.__dict__.update(vars(module))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the game does not write {name}, and the contract gives none")

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value


class Hooks:
    """All that a game offers, under the names of the contract."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.state = facts.module("state")
        self.layout = self.state.LAYOUT
        rules = facts.module("rules")
        self.rules: Any = Offered(rules, **{name: given for name, given in RULES.items() if not hasattr(rules, name)})
        views = Offered(facts.module("views"), seen=seen)
        self.declared_state: Any = vars(views).get("STATE")
        if hasattr(rules, "MOVES"):
            moves = rules.MOVES
            self.rules.ACTIONS = moves.count
            self.rules.MOST_ACTIONS = getattr(rules, "MOST_ACTIONS", moves.count)
            self.say = moves.say
            self.seen = views.seen
        else:
            moves = facts.module("moves")
            self.say, self.seen = moves.say, moves.seen
        self.action_of, self.move_of, self.moves_of = moves.action_of, moves.move_of, moves.moves_of
        if "STATE" in vars(views):
            self.state_of, self.table_of = views.STATE.state_of, views.STATE.table_of
            self.view_of = vars(views).get("view_of", lambda table, viewer: self.state_of(table))
            self.imagine = vars(views).get("imagine", views.STATE.lay)
        else:
            self.state_of, self.table_of, self.view_of = views.state_of, views.table_of, views.view_of
            self.imagine = views.imagine
        self.events_of = vars(views).get("events_of") or views.EVENTS.events_of
        self.say_event = vars(views).get("say_event") or views.EVENTS.say

    @cached_property
    def text(self) -> Offered:
        """The table in a terminal: heading, draw, choose, interlude, pieces."""
        from .plain import PlainText

        return self._with_plain("text", PlainText, ("heading", "draw", "choose", "interlude", "pieces"))

    @cached_property
    def web(self) -> Offered:
        """What the page draws from: pieces, offer, sheet, gauges."""
        from .plain import PlainWeb

        offered = self._with_plain("web", PlainWeb, ("pieces", "offer", "sheet", "gauges"))
        if self.facts.has("web"):
            written = offered.offer
            offered.offer = lambda view, moves, words, names: written(view, moves)
        return offered

    def _with_plain(self, module: str, plain: Any, names: tuple[str, ...]) -> Offered:
        if self.facts.has(module):
            static = {name: getattr(plain, name) for name in names if isinstance(vars(plain)[name], staticmethod)}
            return Offered(self.facts.module(module), **static)
        given = plain(self.declared_state, self.say)
        return Offered(None, **{name: getattr(given, name) for name in names})

    @cached_property
    def guide(self) -> Any:
        """What a search should know beside the rules."""
        return Offered(self.facts.module("guide") if self.facts.has("guide") else plain_guide)

    def possible_phases(self, players: int, options: Json) -> set[int]:
        """The phases that such a match can have: all, unless the game knows better."""
        every = set(range(self.layout.fields["phase"].high + 1))
        known = getattr(self.state, "possible_phases", None)
        return {int(phase) for phase in known(players, options)} if known else every


_hooks: dict[str, Hooks] = {}


def hooks_of(facts: Facts) -> Hooks:
    """The hooks of a game, one for all of a process."""
    return _hooks.get(facts.slug) or _hooks.setdefault(facts.slug, Hooks(facts))
