"""A match: one game in progress, with moves, views, undo and its record.

The match is the one authority under every table, local or not. It holds everything; what a seat
may see comes out through `view` and `log`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from .core.contract import Facts, Json, rule_id
from .core.engine import engine_of
from .core.hooks import hooks_of
from .core.refused import Refused
from .core.table import NOBODY
from .core.words import words
from .errors import AraratError, BadRecord, BadSeat, BadSeed, IllegalMove, NothingToUndo, shown
from .record import FORMAT, examined, sealed, well_formed_entropy

SEEDS = 2**64


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the first rule it breaks, and all that a person should know of."""

    rule: str
    rules: tuple[str, ...]
    package: str

    def error(self) -> IllegalMove:
        return IllegalMove(self.rule, self.package, self.rules)

    @property
    def text(self) -> str:
        return self.error().text

    def text_in(self, language: str) -> str:
        """The rule as a sentence in a language."""
        return self.error().text_in(language)

    def reasons_in(self, language: str) -> list[tuple[str, str]]:
        """Every rule that stands in the way, with a sentence in a language: a short one where there is one."""
        spoken = words(language, self.package)
        return [(rule, spoken(f"{'reason' if f'reason.{rule}' in spoken else 'rule'}.{rule}")) for rule in self.rules]

    def __str__(self) -> str:
        return str(self.error())


@dataclass(frozen=True)
class Turn:
    """One move that was made: the table after it, who made it, what happened."""

    after: np.ndarray
    seat: int
    move: Json
    events: list[Json]
    final: bool  # chance or new knowledge came of it: it can't be taken back
    entropy: list[int] | None


class Match:
    """A match in progress. Made by `game.start`, `game.restore` or `ararat.replay`."""

    def __init__(self, facts: Facts, options: Json, seed: int, tables: np.ndarray, state: Json | None) -> None:
        self._facts = facts
        self._engine = engine_of(facts)
        self._hooks = hooks_of(facts)
        self._options = options
        self._seed = seed
        self._first = tables
        self._origin = state
        # The only thing that ever changes, one entry at a time: an interrupt finds the match whole.
        self._turns: list[Turn] = []
        self._seats: list[str] | None = None

    @property
    def _tables(self) -> np.ndarray:
        return self._turns[-1].after if self._turns else self._first

    @property
    def _table(self) -> Any:
        return self._tables[0]

    # --- What is going on -----------------------------------------------------------------------

    @property
    def seats(self) -> list[str] | None:
        """Who sits where, as codes of players, for the record; None if nobody said."""
        return None if self._seats is None else list(self._seats)

    @seats.setter
    def seats(self, codes: list[str] | None) -> None:
        if not are_seats(codes, self.players):
            raise BadSeat("error.seat-codes", count=self.players)
        self._seats = None if codes is None else list(codes)

    @property
    def slug(self) -> str:
        """The game that is played."""
        return self._facts.slug

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._table.players)

    @property
    def options(self) -> Json:
        """All options of the match."""
        return copied(self._options)

    @property
    def turn(self) -> int | None:
        """The seat whose decision is due; None when the match is over."""
        turn = int(self._table.turn)
        return None if turn == NOBODY else turn

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.turn is None

    @property
    def scores(self) -> list[int]:
        """Points of each seat so far."""
        return [int(self._engine.rules.score_of(self._table, seat)) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty until the match is over."""
        return [seat for seat in range(self.players) if self._engine.rules.is_winner(self._table, seat)]

    def state(self) -> Json:
        """Everything, as plain JSON."""
        return self._hooks.state_of(self._table)

    def view(self, seat: int | None = None) -> Json:
        """What a seat may know; None: what a spectator may know."""
        self._check_seat(seat)
        return self._hooks.view_of(self._table, seat)

    def observation(self, seat: int | None = None) -> np.ndarray:
        """What a seat may know, as numbers for a learner."""
        self._check_seat(seat)
        viewer = np.array([NOBODY if seat is None else seat], np.int64)
        return self._engine.observe(self._tables, viewer)[0]

    def _check_seat(self, seat: Any) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise BadSeat("error.seat", given=shown(seat), last=self.players - 1)

    # --- Moves ----------------------------------------------------------------------------------

    def moves(self) -> list[Json]:
        """The legal moves of the seat in turn, in a stable order; none when the match is over."""
        if self.over:
            return []
        return self._hooks.moves_of(self._table, self._engine.actions(self._tables))

    def why_not(self, move: Any) -> Refusal | None:
        """None if the move is legal, else why it is refused."""
        try:
            action = self._hooks.action_of(self._table, move)
        except Refused as refused:
            return self._refusal(refused)
        broken = self._engine.broken(self._tables, action)
        return self._refusal(Refused(*map(self._engine.state.Rule, broken))) if broken else None

    def play(self, move: Any, entropy: list[int] | None = None) -> list[Json]:
        """Make a move and return what happened, as events with their audience.

        An illegal move raises IllegalMove and changes nothing. Fresh `entropy` (four 32-bit words)
        is stirred into chance before the move and kept in the record.
        """
        before = self._tables
        played = before.copy()
        if entropy is not None:
            if not well_formed_entropy([[0, entropy]]):
                raise BadSeed("error.entropy")
            self._engine.stir(played, np.array(entropy, np.int64))
        chance = played[0]["chance"].copy()
        try:
            action = self._hooks.action_of(before[0], move)
        except Refused as refused:
            raise self._refusal(refused).error() from None
        number, effects = self._engine.step(played, action)
        if number:
            broken = self._engine.broken(before, action)
            raise self._refusal(Refused(*map(self._engine.state.Rule, broken))).error()
        normal = self._hooks.move_of(before[0], action)
        events = self._hooks.events_of(effects[0])
        drew = not np.array_equal(chance, played[0]["chance"])
        seat = int(before[0].turn)
        self._turns.append(Turn(played, seat, normal, events, drew or bool(effects[0].news), entropy and list(entropy)))
        return copied(events)

    def _refusal(self, refused: Refused) -> Refusal:
        rules = tuple(rule_id(rule) for rule in refused.rules)
        return Refusal(rules[0], rules, self._facts.package)

    # --- The past -------------------------------------------------------------------------------

    @property
    def history(self) -> list[Json]:
        """The moves so far, in normal form."""
        return [copied(turn.move) for turn in self._turns]

    def log(self, seat: int | None = None, since: int = 0) -> list[Json]:
        """The past as a seat (None: a spectator) may know it, from move number `since` on: number,
        seat, move and events."""
        self._check_seat(seat)
        if type(since) is not int:
            raise BadSeat("error.since", given=shown(since))
        entries = []
        befores = self._past_tables()
        for number in range(max(0, since), len(self._turns)):
            turn = self._turns[number]
            move = turn.move if self.over else self._hooks.seen(befores[number][0], turn.move, seat)
            events = [e for e in turn.events if e["audience"] == "all" or seat in e["audience"]]
            entries.append({"number": number, "seat": turn.seat, "move": move, "events": events})
        return copied(entries)

    def past_views(self, seat: int | None = None, since: int = 0, most: int | None = None) -> list[Json]:
        """What a seat (None: a spectator) saw before each move so far, from move number `since` on."""
        self._check_seat(seat)
        return [self._hooks.view_of(tables[0], seat) for tables in self._past_tables()[since:][:most]]

    def past_states(self, since: int = 0, most: int | None = None) -> list[Json]:
        """Everything, before each move so far, from move number `since` on."""
        return [self._hooks.state_of(tables[0]) for tables in self._past_tables()[since:][:most]]

    def decision(self, number: int) -> tuple[int, Json, Json]:
        """A decision of the past: whose it was, what that seat saw, and what it did."""
        turn = self._turns[number]
        return turn.seat, self._hooks.view_of(self._past_tables()[number][0], turn.seat), copied(turn.move)

    def _past_tables(self) -> list[np.ndarray]:
        return [self._first, *(turn.after for turn in self._turns)][: len(self._turns)]

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be taken back: it touched no chance and no secret, and did not end the match."""
        return bool(self._turns) and not self._turns[-1].final and not self.over

    def undo(self) -> Json:
        """Take the last move back, as long as nobody learnt anything new from it, and return it."""
        if not self._turns:
            raise NothingToUndo("error.undo-none")
        if not self.can_undo:
            raise NothingToUndo("error.undo-over" if self.over else "error.undo-final")
        return copied(self._turns.pop().move)

    def copy(self) -> Match:
        """Another match that stands where this one stands."""
        twin = Match(self._facts, self._options, self._seed, self._first, self._origin)
        twin._turns = list(self._turns)
        twin._seats = self._seats
        return twin

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> Any:
        """Between processes a match travels as its record."""
        return replay, (self.record(),)

    # --- The record -----------------------------------------------------------------------------

    def record(self) -> Json:
        """Enough to replay the match, for ever. It holds every secret: not for seats of a running match."""
        return sealed(
            {
                "format": FORMAT,
                "game": self._facts.slug,
                "rules": self._facts.rules_version,
                "players": self.players,
                "options": self.options,
                "seed": self._seed,
                "state": copied(self._origin),
                "moves": self.history,
                "entropy": [[n, list(turn.entropy)] for n, turn in enumerate(self._turns) if turn.entropy],
                "seats": self.seats,
            }
        )


def start(facts: Facts, players: Any, seed: Any, given: Json) -> Match:
    """Set up a match; without a seed, chance is fresh."""
    options = facts.checked_options(players, given)
    seed = checked_seed(seed)
    engine = engine_of(facts)
    return Match(facts, options, seed, engine.start(engine.prototype(players, options), seed), None)


def restore(facts: Facts, state: Any, seed: Any = None) -> Match:
    """A match that goes on from a state."""
    tables = hooks_of(facts).table_of(state)
    seed = checked_seed(seed)
    engine = engine_of(facts)
    engine.seed(tables, seed)
    origin = hooks_of(facts).state_of(tables[0])
    return Match(facts, origin["options"], seed, tables, origin)


def checked_seed(seed: Any) -> int:
    """A seed that chance can start from; a fresh one for None."""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, np.integer):
        seed = int(seed)
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadSeed("error.seed", given=shown(seed))
    return seed


def replay(record: Any) -> Match:
    """The match of a record, every move checked."""
    from .games import all_facts

    record = examined(record)
    facts = all_facts().get(record["game"]) if isinstance(record["game"], str) else None
    if facts is None:
        raise BadRecord("record.game", given=shown(record["game"]), known=", ".join(all_facts()))
    if record["rules"] != facts.rules_version:
        raise BadRecord("record.rules", given=shown(record["rules"]), known=facts.rules_version)
    for key, well_formed in (
        ("options", isinstance(record["options"], dict)),
        ("moves", isinstance(record["moves"], list)),
        ("entropy", well_formed_entropy(record["entropy"])),
    ):
        if not well_formed:
            raise BadRecord("record.shape", field=key)
    try:
        if record["seed"] is None:
            raise BadSeed("error.seed", given="null")
        if record["state"] is None:
            match = start(facts, record["players"], record["seed"], record["options"])
        else:
            match = restore(facts, record["state"], record["seed"])
    except AraratError as problem:
        raise BadRecord("record.start", problem=problem) from None
    stirred = dict(record["entropy"])
    for number, move in enumerate(record["moves"]):
        try:
            match.play(move, stirred.get(number))
        except AraratError as problem:
            raise BadRecord("record.move", number=number + 1, problem=problem) from None
    if not are_seats(record["seats"], match.players):
        raise BadRecord("record.shape", field="seats")
    match.seats = record["seats"]
    if match.record()["check"] != record["check"]:
        raise BadRecord("record.not-itself")
    return match


def are_seats(codes: Any, players: int) -> bool:
    """Whether these can be the codes of who sits where: nobody said, or a word for each seat."""
    if codes is None:
        return True
    return isinstance(codes, list) and len(codes) == players and all(isinstance(code, str) for code in codes)


def copied(value: Any) -> Any:
    """A copy of plain JSON that shares nothing with it; a deep copy of any object takes twice as long and more."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value
