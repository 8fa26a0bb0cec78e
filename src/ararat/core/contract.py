"""The contract that a game fulfils. This file is the specification.

A game is a folder under `games/`, or under a folder that `ARARAT_GAMES` names. Its `__init__.py` holds
one light object, `GAME`, that says what the game is; everything heavier is imported when it is first
needed, from modules of fixed names. What follows first under each module a game must write (17 names,
14 where nothing is hidden); what follows "may" has a default, all of them in hooks.py.

state.py
    Table                         the table: a class of fields that begins with `Head` (table.py). An option
                                  is kept in the field of its name, or that of its `kept_as`
    LAYOUT                        Layout(Table, ...): how it lies in memory
    Rule                          IntEnum of refusing rules: Rule.AB_4_5 is "AB-4.5", 0 is legal
    Effect                        IntEnum of what a move can bring about (effects.py)
    Fault                         IntEnum of what can be wrong with a table, 0 is nothing; its sentences
                                  stand in the catalogues under `fault.<name-with-dashes>`
  may
    possible_phases(players, options)  the phases that such a match can have; default: all

rules.py, or a package of that name: plain functions over one table, no text, no exceptions
    MOVES                         the kinds of moves, declared once (moves.py): action numbers, forms, JSON,
                                  schemas and words follow
    OBSERVED                      what a seat knows, as numbers (observations.py): equal exactly for equal views; how
                                  many, name, kind and bounds of each, and `observe(table, seat, numbers)` follow
    set_up(table)                 from players, options and chance to the first decision
    refusal(table, action)        0 if the action is legal, else a number of the game's `Rule`
    list_actions(table, actions)  write the legal actions in a stable order, return their count
    play(table, action, effects)  carry a legal action out, up to the next decision
    fault(table)                  0, or a number of the game's `Fault`: the one statement of what a table can be
    redeal(table, seat)           deal anew, by the table's chance, all that the seat can't know; NOBODY is a
                                  spectator. Uses nothing that the seat can't know. Not where nothing is hidden
  may
    score_of(table, seat)         points of a seat so far; default: its number in `scores`
    is_winner(table, seat)        whether the seat has won; default: its bit in `winners`
    MOST_ACTIONS                  most legal actions that any table can have; default: all there are
    broken(table, action, rules)  write the numbers of all rules that refuse the action, the one of
                                  `refusal` first, and return their count, MOST_BROKEN at most; default: that one
    count_actions(table), nth_action(table, position)  where lists are long: how many actions are legal, and
                                  list_actions' entry at a position; both or neither
    ENDINGS, ending_of(table)     where a match can end in several ways: their names, the rulebook's own end
                                  first, and which of them ended a match, counted from 0; both or neither
    touched(table, action, nth)   what a legal action touches at this table, where it names but places: a set, its bits
                                  those of the sets that moves name; of two such, the first (`nth` 0) and the second.
                                  A net then tells such actions apart

views.py
    STATE                         what states hold and where it lies (states.py); states, laying out, the check
                                  of a state and its schema follow
    EVENTS                        how effects are told (events.py); events and their words follow
    view_of(table, seat)          what a seat (None: a spectator) may know, built up from nothing, of a table in plain
                                  numbers and lists (`Plain`, table.py); not where nothing is hidden
    imagine(view)                 an array of some table that looks like the view, from it alone; likewise
  may
    seen(table, move, viewer)     the move made at a table as a viewer may see it during the match (a seat, or
                                  None for a spectator); default: every move is open
    events_of(effects), say_event(event, words, names)  where EVENTS does not tell it all

figures.py, where a refusal has numbers to tell
    FIGURES                       {rule: function of table and refused move}: the mover's own numbers, read by the
                                  rules' functions from what the mover may know, or none where they do not decide;
                                  the words are `figures.<id>`

text.py, for the terminal; without it a plain table (plain.py)
    draw(view, seat, words, names)  the table as a person would lay it out, for Rich; it must leave
                                    room for a question on a screen of 80 by 24
    choose(view, words, names, ask) the dialogue that leads the person in turn to a move (terminal.py)
  may
    heading(view, words)            what stands above the table; default: `text.heading` with the game's name and
                                    what the view holds, or the name alone
    interlude(before, view, words, names)  what a person must not miss between two decisions, or None
    pieces(words)                   what is in the box, a line a kind, for the rules

web.py and board/, for the page; without them the plain board of `page/plain` (docs/boards.md)
    pieces()                        what of the box the board needs to draw
    offer(view, moves)              what the seat in turn can do and what it would bring, as a board lights it; the
                                    moves may be thousands, and are spelt out when they are looked at (choices.py)
    sheet(view, words)              everybody's points by source
  may
    gauges(view)                    what the rules read from a view for the board, for every viewer

memory.py, for tables that do not remember for people; without it a game has nothing that they could forget
    closed_view_of(table, seat)     as `view_of` while the match runs, of the same form, but with a number in place of
                                    what a person would have to remember; likewise built up from nothing
  may
    LOG_SINCE                       how far back the log is told: to the `round` event that began the present
                                    round, or to the `turn` that the viewer had last; default: to the `start`

net.npz: what was learnt about the game (nets/); levels, coach and hints then think with it. Without it they go by

guide.py, and modules whose names begin so: what bots, greedy and the search (search.py), should know
beside the rules; without it all moves are alike and points count (plain_guide.py). Beside a net it need write no more
than `list_sensible`, where lists are too long to look at
    weigh(table, actions, count, weights)  how likely each of the first `count` actions, all legal, is
                                  what a good player in turn would do: numbers above 0, of any sum.
                                  They draw playouts and say where the search looks first. `weights` has
                                  room for MOST_ACTIONS and one more; what is beyond `count` is free to use
    standing(table, seat)         points that a seat may hope to have at the end: more is better. Once
                                  the match is over, those it has
    SCALE                         a lead of so many points wins about three times in four
    CURIOSITY                     how long the search looks at moves that promise less
    DOUBT                         how much less than known moves an untried one promises
    LEVELS                        the five levels, weakest first (levels.py)
  may
    list_sensible(table, actions) as `list_actions`, but only actions worth a thought, and at least one
    expect(table, actions, count, weights)  as `weigh`, but what a player of common sense does: what
                                  the search expects of the other seats, and what greedy plays
    PAR                           solo: the standing that is as good as not; default: 0
    MARGIN                        how much points count beside victory, from 0 to 1; default: a quarter
    HABIT                         in which share of the others' decisions it does, from 0 to 1

locale/<language>.po              its words: `move.<kind>` for what was done, `do.<kind>` for what to do, `rule.<id>`
                                  for every rule, in every language, and `reason.<id>` where a refusal should say it
                                  shorter, `figures.<id>` where by numbers
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import BadStart, shown
from .levels import Level
from .options import Option, whole_number

if TYPE_CHECKING:
    import numpy as np

PLAIN_BOARD = Path(__file__).parent.parent / "page" / "plain"
# What every game writes beside `GAME`, and what it writes too where anything is hidden.
MUST_WRITE = {
    "state": ("LAYOUT", "Rule", "Effect", "Fault"),
    "rules": ("MOVES", "OBSERVED", "set_up", "refusal", "list_actions", "play", "fault"),
    "views": ("STATE", "EVENTS"),
}
MUST_WRITE_WITH_SECRETS = {"rules": ("redeal",), "views": ("view_of", "imagine")}
MOST_BROKEN = 32  # rules that one action can break
TOUCHES = 2  # sets of things that one action can touch

Json = dict[str, Any]
Check = Callable[[int, Json], str | None]


def any_combination(players: int, options: Json) -> str | None:
    """Every allowed value of an option goes with every other; a game may say which do not, by a rule."""
    return None


@dataclass(frozen=True)
class Facts:
    """What a game is, told without importing anything heavy."""

    slug: str
    name: str
    authors: tuple[str, ...]
    publisher: str
    year: int
    minutes: int
    players: range
    usual_players: int
    options: Mapping[str, Option]
    rules_version: int
    players_rule: str
    unknown_option_rule: str
    package: str
    secrets: bool = True  # whether anything is hidden from somebody
    low_wins: bool = False  # whether fewer points are better
    check_together: Check = any_combination
    levels: tuple[Level, ...] | None = None  # of its net, where the usual ones (levels.BY_NET) don't do

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Whether the game's folder has a module of this name."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(resources.files(self.package)))

    @property
    def board(self) -> Path:
        """The folder of its board on the page; the plain one where the game brings none."""
        own = self.folder / "board"
        return own if own.is_dir() else PLAIN_BOARD

    def new_table(self, players: int, options: Json) -> np.ndarray:
        """A blank array of one table with players and options written in."""
        tables: np.ndarray = self.module("state").LAYOUT.blank()
        tables["players"] = players
        for name, option in self.options.items():
            tables[option.kept_as or name] = option.number(options.get(name, option.default))
        return tables

    def options_of(self, table: Any) -> Json:
        """The options that are written in a table."""
        named = self.options.items()
        return self.named({name: option.value(int(getattr(table, option.kept_as or name))) for name, option in named})

    def named(self, options: Json) -> Json:
        """Those of all options that are named: what came later only where it is not the default."""
        known = self.options
        return {name: value for name, value in options.items() if not known[name].later or value != known[name].default}

    def variants(self, players: int) -> list[Json]:
        """The options of all that is as good as a game of its own, beginning with none: the usual game."""
        found: list[Json] = [{}]
        for name, option in self.options.items():
            if option.apart:
                others = [value for value in option.samples(players) if value != option.default]
                found += [{**options, name: value} for options in list(found) for value in others]
        return found

    def checked_options(self, players: Any, given: Mapping[str, Any]) -> Json:
        """The options of a match, defaults included, in normal form; or BadStart with its rule."""
        players = whole_number(players)
        if type(players) is not int or players not in self.players:
            values: Json = {"low": self.players[0], "high": self.players[-1], "given": shown(players)}
            raise BadStart(self.players_rule, "error.players", **values)
        for name in given:
            if name not in self.options:
                values = {"given": shown(name), "known": ", ".join(self.options)}
                raise BadStart(self.unknown_option_rule, "error.option-unknown", **values)
        options = {}
        for name, option in self.options.items():
            value = whole_number(given.get(name, option.default))
            if not option.allows(value, players):
                values = {"option": name, "given": shown(value), "allowed": option.allowed(players)}
                raise BadStart(option.rule, "error.option-value", **values)
            options[name] = option.normal(value)
        broken = self.check_together(players, options)
        if broken:
            raise BadStart(broken, f"rule.{broken}", self.package)
        return self.named(options)


def rule_id(number: Any) -> str:
    """The id of a numbered rule: Rule.AB_4_5 is "AB-4.5"."""
    book, _, rest = number.name.partition("_")
    return f"{book}-{rest.replace('_', '.')}"
