"""A world to think in: a copy of the table, played on by compiled rules, with the methods of a state of OpenSpiel.

OpenSpiel's search in Python asks a state for nothing but these methods, so a world need not be a
`pyspiel.State` and none of its calls crosses over to C++ and back. Legal actions come as an array: the
search copies, shuffles and draws from them, which is slower with lists.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel

from ararat.core import compiler
from ararat.core.chance import roll
from ararat.core.contract import Facts
from ararat.core.effects import new_effects
from ararat.core.engine import engine_of
from ararat.core.kernels import Kernel, draw_action
from ararat.core.table import CHANCE_WORDS, NOBODY
from ararat.envs.ids import spiel_name
from ararat.envs.openspiel import register
from ararat.games import all_facts

SLUG = "animals-on-board"
FACTS = all_facts()[SLUG]
TERMINAL = -4  # as pyspiel.PlayerId.TERMINAL
SEAT_BITS = 3  # of an answer, below the number of actions
SEAT_MASK = (1 << SEAT_BITS) - 1


def make_advance(rules: ModuleType) -> Any:
    """Play a legal action and answer what comes next."""
    play, is_winner, list_actions = rules.play, rules.is_winner, rules.list_actions

    def advance(tables: Any, effects: Any, action: int, listed: Any) -> int:
        """The number of legal actions and the seat in turn; or, below zero, ~ the winners as bits."""
        table = tables[0]
        effects[0].count = 0
        play(table, action, effects[0])
        if table.turn == NOBODY:
            winners = 0
            for seat in range(table.players):
                if is_winner(table, seat):
                    winners |= 1 << seat
            return ~winners
        return (list_actions(table, listed) << SEAT_BITS) | table.turn

    return advance


def make_finish(rules: ModuleType) -> Any:
    """Play at random to the end."""
    play, is_winner = rules.play, rules.is_winner
    draw = draw_action(rules)

    def finish(tables: Any, effects: Any, listed: Any, stream: Any) -> int:
        """The winners as bits."""
        table = tables[0]
        while table.turn != NOBODY:
            effects[0].count = 0
            play(table, draw(table, listed, stream), effects[0])
        winners = 0
        for seat in range(table.players):
            if is_winner(table, seat):
                winners |= 1 << seat
        return winners

    return finish


def make_imagine(rules: ModuleType) -> Any:
    """Deal anew what a seat can't know, what chance will bring included."""
    redeal = rules.redeal

    def imagine(tables: Any, seat: int, stream: Any) -> None:
        for word in range(CHANCE_WORDS):
            tables[0].chance[word] = roll(stream)
        redeal(tables[0], seat)

    return imagine


def make_see(rules: ModuleType) -> Any:
    """Write what a seat knows; a byte holds each of its numbers."""
    observe = rules.observe

    def see(tables: Any, seat: int, seen: Any) -> None:
        observe(tables[0], seat, seen[0])

    return see


KERNELS = {
    "advance": Kernel(make_advance, ("tables", "effects", "number", "numbers")),
    "finish": Kernel(make_finish, ("tables", "effects", "numbers", "numbers")),
    "imagine": Kernel(make_imagine, ("tables", "number", "numbers")),
    "see": Kernel(make_see, ("tables", "number", "mask")),
}


class Compiled:
    """The compiled functions of a game that worlds need, with the memory that they write into."""

    def __init__(self, facts: Facts) -> None:
        self.engine = engine_of(facts, interpreted=False)
        rules = self.engine.rules
        types = compiler.argument_types(self.engine.layout)
        folder = compiler.cache_folder(facts.folder, facts.slug, False)
        self.advance, self.finish, self.imagine, self.see = (
            compiler.compile_kernel(kernel.make(rules), tuple(types[word] for word in kernel.arguments), folder)
            for kernel in KERNELS.values()
        )
        self.kind = self.engine.layout.dtype
        self.effects = new_effects()
        self.listed = np.zeros(rules.MOST_ACTIONS, np.int64)
        most = facts.new_table(facts.players[-1], {})
        self.seen = np.zeros((1, self.engine.observed(most)), np.uint8)


@cache
def compiled(slug: str) -> Compiled:
    """What worlds of a game need, made once a process."""
    return Compiled(all_facts()[slug])


@cache
def game_for(players: int) -> Any:
    """The game as OpenSpiel has it, for a number of players."""
    register()
    return pyspiel.load_game(spiel_name(SLUG), {"players": players})


@cache
def returns_of(players: int, winners: int) -> tuple[float, ...]:
    """What a match is worth to each seat, from -1 to 1 and 0 in all: a victory is shared by its winners."""
    count = winners.bit_count()
    if count in (0, players):
        return (0.0,) * players
    won, lost = (players - count) / count / (players - 1), -1 / (players - 1)
    return tuple(won if winners >> seat & 1 else lost for seat in range(players))


class World:
    """A table in somebody's mind. Its bytes are kept apart, for NumPy copies those far faster than a record."""

    __slots__ = ("actions", "key", "kit", "players", "raw", "tables", "turn", "winners")

    def __init__(self, kit: Compiled, raw: Any, players: int, turn: int, actions: Any, winners: int = 0) -> None:
        self.kit = kit
        self.raw = raw
        self.tables: Any = np.ndarray(1, kit.kind, raw)
        self.players = players
        self.turn = turn
        self.actions = actions
        self.winners = winners
        self.key: str | None = None

    @classmethod
    def dealt(cls, players: int, deal: int) -> World:
        """The world of the match that starts from a seed."""
        kit = compiled(SLUG)
        prototype = kit.engine.prototype(players, FACTS.checked_options(players, {}))
        return cls.at(kit, kit.engine.start(prototype, deal))

    @classmethod
    def at(cls, kit: Compiled, tables: Any) -> World:
        """A world that stands where a table stands."""
        raw = np.frombuffer(tables.tobytes(), np.uint8).copy()
        table = tables[0]
        players = int(table.players)
        if table.turn == NOBODY:
            won = (seat for seat in range(players) if kit.engine.rules.is_winner(table, seat))
            return cls(kit, raw, players, TERMINAL, kit.listed[:0], sum(1 << seat for seat in won))
        return cls(kit, raw, players, int(table.turn), np.array(kit.engine.actions(tables), np.int64))

    def redealt(self, seat: int, stream: Any) -> World:
        """Another world that looks the same to a seat; chance and secrets are the stream's, not this world's."""
        twin = self.clone()
        self.kit.imagine(twin.tables, seat, stream)
        if seat != self.turn and not self.is_terminal():
            twin.actions = np.array(self.kit.engine.actions(twin.tables), np.int64)
        return twin

    def clone(self) -> World:
        return World(self.kit, self.raw.copy(), self.players, self.turn, self.actions, self.winners)

    def __deepcopy__(self, memo: Any) -> World:
        return self.clone()

    def __reduce__(self) -> Any:
        return restored, (self.kit.engine.facts.slug, self.raw.tobytes())

    def get_game(self) -> Any:
        return game_for(self.players)

    def current_player(self) -> int:
        return self.turn

    def is_terminal(self) -> bool:
        return self.turn == TERMINAL

    def is_chance_node(self) -> bool:
        """Never: what chance will bring is part of a world."""
        return False

    def legal_actions(self, player: int | None = None) -> Any:
        return self.actions

    def apply_action(self, action: int) -> None:
        """Play a legal action."""
        kit = self.kit
        answer = kit.advance(self.tables, kit.effects, action, kit.listed)
        self.key = None
        if answer < 0:
            self.turn = TERMINAL
            self.winners = ~answer
            self.actions = kit.listed[:0]
        else:
            self.turn = answer & SEAT_MASK
            self.actions = kit.listed[: answer >> SEAT_BITS].copy()

    def returns(self) -> tuple[float, ...]:
        """What the match was worth to each seat; nothing before its end."""
        return returns_of(self.players, self.winners)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat knows: equal exactly for equal views."""
        if player is not None and player != self.turn:
            return self.seen_by(player)
        if self.key is None:
            self.key = self.seen_by(self.turn)
        return self.key

    def seen_by(self, seat: int) -> str:
        """What a seat knows, a character a number."""
        kit = self.kit
        kit.see(self.tables, seat, kit.seen)
        return kit.seen.tobytes().decode("latin-1")


def restored(slug: str, raw: bytes) -> World:
    """The world of a table's bytes."""
    kit = compiled(slug)
    return World.at(kit, np.frombuffer(bytearray(raw), kit.kind))
