"""A game as the rest of Ararat asks it: what it wrote, what follows from that, and what the contract gives.

`contract.py` names every hook. This is the one place that knows which of them a game may leave out,
and what stands in for it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

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
        self.rules = Offered(rules, **{name: given for name, given in RULES.items() if not hasattr(rules, name)})
        views = Offered(facts.module("views"), seen=seen)
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

    def possible_phases(self, players: int, options: Json) -> set[int]:
        """The phases that such a match can have: all, unless the game knows better."""
        every = set(range(self.layout.fields["phase"].high + 1))
        known = getattr(self.state, "possible_phases", None)
        return {int(phase) for phase in known(players, options)} if known else every


_hooks: dict[str, Hooks] = {}


def hooks_of(facts: Facts) -> Hooks:
    """The hooks of a game, one for all of a process."""
    return _hooks.get(facts.slug) or _hooks.setdefault(facts.slug, Hooks(facts))
