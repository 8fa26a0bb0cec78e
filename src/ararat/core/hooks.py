"""A game as the rest of Ararat asks it: what it wrote, what follows from that, and what the contract gives.

`contract.py` names every hook. This is the one place that knows which of them a game may leave out,
and what stands in for it.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from . import plain_guide
from .contract import MUST_WRITE, MUST_WRITE_WITH_SECRETS, Facts, Json
from .result import is_winner, redeal, score_of
from .states import State
from .table import unpacked

OLD_GUIDE = "old_guide"

# Behind what a game's `rules` write; None: it is done without.
RULES: dict[str, Any] = {
    "score_of": score_of,
    "is_winner": is_winner,
    "redeal": redeal,
    **dict.fromkeys(("broken", "ENDINGS", "ending_of", "count_actions", "nth_action", "touched")),
}


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
        demand_all(facts)
        self.state: Any = Offered(facts.module("state"), possible_phases=self.every_phase)
        self.layout = self.state.LAYOUT
        rules = facts.module("rules")
        moves = rules.MOVES
        observed = rules.OBSERVED
        derived = {"observe": observed.observe, "observe_open": observed.observe_open, "ACTIONS": moves.count}
        self.rules: Any = Offered(rules, **{"MOST_ACTIONS": moves.count, **derived, **RULES})
        self.action_of, self.move_of, self.moves_of = moves.action_of, moves.move_of, moves.moves_of
        self.say, self.bid = moves.say, moves.bid
        declared, events = facts.module("views").STATE, facts.module("views").EVENTS
        views = Offered(
            facts.module("views"),
            view_of=lambda table, viewer: declared.state_of(table),
            imagine=declared.lay,
            seen=seen,
            events_of=events.events_of,
            say_event=events.say,
        )
        self.declared_state: State = declared
        self.state_of, self.table_of = declared.state_of, declared.table_of
        self._view_of, self.imagine, self.seen = views.view_of, views.imagine, views.seen
        self.events_of, self.say_event = views.events_of, views.say_event
        self.possible_phases = self.state.possible_phases
        self.figures: Any = facts.module("figures").FIGURES if facts.has("figures") else {}
        self.tell = moves.tell

    def view_of(self, table: Any, viewer: int | None) -> Json:
        """What a seat, or a spectator, may know of a table."""
        view: Json = self._view_of(unpacked(table), viewer)
        return view

    def every_phase(self, players: int, options: Json) -> set[int]:
        """The phases that such a match can have: all."""
        return set(range(self.layout.fields["phase"].high + 1))

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

    @cached_property
    def memory(self) -> Offered:
        """What is shown to people who have to remember: closed_view_of, LOG_SINCE."""
        written = self.facts.module("memory") if self.facts.has("memory") else None
        offered = Offered(written, **({} if written else {"closed_view_of": self.view_of}), LOG_SINCE="start")
        closed = offered.closed_view_of
        offered.closed_view_of = lambda table, viewer: closed(unpacked(table), viewer)
        return offered

    def _with_plain(self, module: str, plain: Any, names: tuple[str, ...]) -> Offered:
        if self.facts.has(module):
            static = {name: getattr(plain, name) for name in names if isinstance(vars(plain)[name], staticmethod)}
            return Offered(self.facts.module(module), **static)
        given = plain(self.declared_state, self.bid)
        return Offered(None, **{name: getattr(given, name) for name in names})

    @cached_property
    def guide(self) -> Any:
        """What a search should know beside the rules."""
        given = {"list_sensible": self.rules.list_actions, "HABIT": 0.0, **vars(plain_guide)}
        written = self.facts.module("guide") if self.facts.has("guide") else None
        return Offered(written, **given | {"expect": getattr(written, "weigh", plain_guide.weigh)})

    @cached_property
    def old_guide(self) -> Any:
        """What the search without a net goes by: the guide, or one of old that lies elsewhere."""
        if self.old_folder is None:
            return self.guide
        sys.modules[self.facts.package].__path__.append(str(self.old_folder))
        written = self.facts.module(OLD_GUIDE)
        return Offered(written, **vars(self.guide) | {"expect": written.weigh, "HABIT": 0.0})

    @cached_property
    def old_folder(self) -> Path | None:
        """Where the guide of old of a game that needs none any more lies: in a folder called as the game's own, in one
        of those that `ARARAT_GUIDES` names, as `PATH` does."""
        named = os.environ.get("ARARAT_GUIDES", "").split(os.pathsep)
        folders = [Path(folder) / self.facts.folder.name for folder in named if folder]
        return next((folder for folder in folders if (folder / f"{OLD_GUIDE}.py").is_file()), None)

    @cached_property
    def is_guided(self) -> bool:
        """Whether somebody wrote what moves are worth; one that has a net needs at most a cut of long lists."""
        return self.facts.has("guide") and hasattr(self.facts.module("guide"), "weigh")


def demand_all(facts: Facts) -> None:
    """Refuse a game, naming what is missing, that does not write all that it must."""
    for module, names in MUST_WRITE.items():
        wanted = (*names, *(MUST_WRITE_WITH_SECRETS.get(module, ()) if facts.secrets else ()))
        missing = [name for name in wanted if not hasattr(facts.module(module), name)]
        if missing:
            raise TypeError(f"{facts.slug}: {module} does not write {', '.join(missing)}, which the contract demands")


_hooks: dict[str, Hooks] = {}


def hooks_of(facts: Facts) -> Hooks:
    """The hooks of a game, one for all of a process."""
    return _hooks.get(facts.slug) or _hooks.setdefault(facts.slug, Hooks(facts))
