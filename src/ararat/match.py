"""A match: one game in progress, with moves, views, undo and its record.

The match is the one authority under every table, local or not. It holds everything; what a seat
may see comes out through `view` and `log`.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from .core.bits import contains
from .core.choices import Choices
from .core.contract import Facts, Json, rule_id
from .core.engine import NO_SEEDS, engine_of
from .core.hooks import hooks_of
from .core.options import whole_number
from .core.recall import Turn, information_state, told_to
from .core.refusal import Refusal
from .core.refused import Refused
from .core.remembering import first_remembered, first_told, remembered
from .core.table import NOBODY, twin_of, unpacked
from .errors import AraratError, BadRecord, BadSeat, BadSeed, NothingToUndo, shown
from .fairness import well_formed_proof
from .record import FORMAT, are_seats, check_of, copied, examined, sealed, well_formed_entropy

SEEDS = 2**128
LATEST = 2  # moves at which everybody looks: the last, and the table before it


class Match:
    """A match in progress. Made by `game.start`, `game.restore` or `ararat.replay`."""

    def __init__(
        self, facts: Facts, options: Json, seed: int, tables: np.ndarray, state: Json | None, redealt: bool = False
    ) -> None:
        self._facts = facts
        self._engine = engine_of(facts)
        self._hooks = hooks_of(facts)
        self._options = options
        self._seed = seed
        self._first = tables
        self._origin = state
        self._redealt = redealt
        # The only thing that ever changes, one entry at a time: an interrupt finds the match whole.
        self._turns: list[Turn] = []
        self._read: tuple[Any, Any] = (None, None)  # the last turn, and the table after it
        self._seats: list[str] | None = None
        self._proof: Json | None = None

    @property
    def _tables(self) -> np.ndarray:
        return self._turns[-1].after if self._turns else self._first

    @property
    def _table(self) -> Any:
        return self._tables[0]

    @property
    def _plain(self) -> Any:
        """The table as it stands in plain numbers, read once a change."""
        last = self._turns[-1] if self._turns else self._first
        if self._read[0] is not last:
            self._read = last, unpacked(self._tables[0])
        return self._read[1]

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
    def proof(self) -> Json | None:
        """The proof that chance was fair (fairness.py), for the record of a match that is over; None: there is none."""
        return copied(self._proof) if self.over else None

    @proof.setter
    def proof(self, proof: Json | None) -> None:
        if proof is not None and not (self.over and well_formed_proof(proof, self.players)):
            raise BadRecord("record.shape", field="proof")
        self._proof = copied(proof)

    @property
    def slug(self) -> str:
        """The game that is played."""
        return self._facts.slug

    @property
    def players(self) -> int:
        """The number of seats."""
        players: int = self._plain.players
        return players

    @property
    def options(self) -> Json:
        """All options of the match."""
        return copied(self._options)

    @property
    def turn(self) -> int | None:
        """The seat whose decision is due; None when the match is over."""
        turn: int = self._plain.turn
        return None if turn == NOBODY else turn

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._plain.turn == NOBODY)

    @property
    def scores(self) -> list[int]:
        """Points of each seat so far."""
        table, score_of = self._plain, self._engine.rules.score_of
        return [int(score_of(table, seat)) for seat in range(table.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty until the match is over."""
        table, is_winner = self._plain, self._engine.rules.is_winner
        return [seat for seat in range(table.players) if is_winner(table, seat)] if table.turn == NOBODY else []

    def state(self) -> Json:
        """Everything, as plain JSON."""
        return self._hooks.state_of(self._plain)

    def view(self, seat: int | None = None) -> Json:
        """What a seat may know; None: what a spectator may know."""
        return self._hooks.view_of(self._plain, self._checked_seat(seat))

    def closed_view(self, seat: int | None = None) -> Json:
        """What a person in a seat is shown at a table that does not remember for people; at the end, everything."""
        seat = self._checked_seat(seat)
        return self.view(seat) if self.over else self._hooks.memory.closed_view_of(self._plain, seat)

    def seen_by(self, seat: int | None, closed: bool = False) -> Json:
        """As `view` or `closed_view`, for those who only look at it: what is open to all is one for all of them."""
        table = self._plain
        table.lends = True
        try:
            return self.closed_view(seat) if closed else self.view(seat)
        finally:
            table.lends = False

    def observation(self, seat: int | None = None) -> np.ndarray:
        """What a seat may know, as numbers for a learner."""
        seat = self._checked_seat(seat)
        viewer = np.array([NOBODY if seat is None else seat], np.int64)
        return self._engine.observe(self._tables, viewer)[0]

    def information_state(self, seat: int | None = None) -> str:
        """All that a seat (None: a spectator) was told since the match began, in order, as one line of JSON.

        It has perfect recall: two are equal exactly if nothing that the seat saw, did or was told differs.
        """
        return information_state(self._hooks, self._first, self._turns, self._checked_seat(seat))

    def _checked_seat(self, seat: Any) -> Any:
        if seat is None or (type(seat) is int and 0 <= seat < self._plain.players):
            return seat
        number = whole_number(seat)
        if type(number) is not int or not 0 <= number < self.players:
            raise BadSeat("error.seat", given=shown(seat), last=self.players - 1)
        return number

    # --- Moves ----------------------------------------------------------------------------------

    def moves(self) -> list[Json]:
        """The legal moves of the seat in turn, in a stable order; none when the match is over."""
        return [dict(move) for move in self.choices()]

    def choices(self) -> Choices:
        """The same, each spelt out only when it is looked at."""
        actions = [] if self.over else self._engine.actions(self._tables)
        return Choices(self._hooks.rules.MOVES, self._plain, actions)

    def why_not(self, move: Any) -> Refusal | None:
        """None if the move is legal, else why it is refused."""
        try:
            action = self._hooks.action_of(self._plain, move)
        except Refused as refused:
            return self._refusal(refused, move)
        broken = self._engine.broken(self._tables, action)
        return self._refusal(Refused(*map(self._engine.state.Rule, broken)), move) if broken else None

    def play(self, move: Any, entropy: list[int] | None = None) -> list[Json]:
        """Make a move and return what happened, as events with their audience.

        An illegal move raises IllegalMove and changes nothing. Fresh `entropy` (four 32-bit words)
        is stirred into chance before the move and kept in the record.
        """
        before = self._tables
        played, table = twin_of(before), self._plain
        if entropy is not None:
            if not well_formed_entropy([[0, entropy]]):
                raise BadSeed("error.entropy")
            self._engine.stir(played, np.array(entropy, np.int64))
        chance = table.chance if entropy is None else played[0]["chance"].tolist()
        try:
            action = self._hooks.action_of(table, move)
        except Refused as refused:
            raise self._refusal(refused, move).error() from None
        number, effects = self._engine.step(played, action)
        if number:
            broken = self._engine.broken(before, action)
            raise self._refusal(Refused(*map(self._engine.state.Rule, broken)), move).error()
        normal = self._hooks.move_of(table, action)
        told, after = effects[0], unpacked(played[0])
        events, drew = self._hooks.events_of(told), chance != after.chance
        turn = Turn(played, table.turn, normal, events, drew, int(told.learners), entropy and list(entropy))
        self._turns.append(turn)
        self._read = turn, after
        return copied(events)

    def _refusal(self, refused: Refused, move: Any) -> Refusal:
        rules = tuple(rule_id(rule) for rule in refused.rules)
        told = self._hooks.figures
        figures = {rule_id(rule): told[rule](self._plain, move) for rule in refused.rules if rule in told}
        return Refusal(rules[0], rules, self._facts.package, {rule: some for rule, some in figures.items() if some})

    # --- In words -------------------------------------------------------------------------------

    def text(self, seat: int | None = None, language: str = "en", form: str = "short") -> str:
        """What a seat (None: a spectator) may know, as plain text: the table, what happened, the decision that is due.

        The short form tells what happened since the seat's last decision; the "full" one all of it, the rules in brief
        and the legal moves.
        """
        from .core.texts import FULL, Told, checked_form

        view, last = self.view(seat), len(self._turns) - 2 if seat is None else self.last_decision(seat)
        log = self.log(seat, 0 if checked_form(form) == FULL or last is None else last + 1)
        moves = self.choices() if form == FULL and seat is not None and seat == self.turn else ()
        return self._reading(language).table(Told(seat, view, self.options, log, moves), form)

    def move_text(self, move: Any, language: str = "en") -> str:
        """A legal move as text, different from that of every other one; IllegalMove for what is none."""
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal.error()
        table = self._plain
        return self._reading(language).move(self._hooks.move_of(table, self._hooks.action_of(table, move)))

    def move_texts(self, language: str = "en") -> list[str]:
        """The texts of all legal moves, in the order of `moves()`."""
        return list(map(self._reading(language).move, self.choices()))

    def read_move(self, text: str, language: str = "en") -> Json:
        """The legal move that a text means: the move's own text, or its number among the legal moves, from 1."""
        return self._reading(language).read(text, self.choices())

    def _reading(self, language: str) -> Any:
        from .core.texts import Reading

        return Reading(self._facts, language, self.players)

    # --- The past -------------------------------------------------------------------------------

    @property
    def history(self) -> list[Json]:
        """The moves so far, in normal form."""
        return [copied(turn.move) for turn in self._turns]

    def log(self, seat: int | None = None, since: int = 0) -> list[Json]:
        """The past as a seat (None: a spectator) may know it, from move number `since` on: number,
        seat, move and events."""
        return copied(self.told(seat, since))

    def told(self, seat: int | None, since: int, most: int | None = None) -> list[Json]:
        """As `log`, for those who only look at it: a move or an event is one for all who may know it."""
        seat = self._checked_seat(seat)
        if type(since) is not int:
            raise BadSeat("error.since", given=shown(since))
        entries, over = [], self.over
        for number in range(max(0, since), len(self._turns))[:most]:
            turn = self._turns[number]
            move, happened, _ = turn.told
            move = move if over else self._hooks.seen(self._before(number)[0], move, seat)
            entries.append({"number": number, "seat": turn.seat, "move": move, "events": told_to(happened, seat)})
        return entries

    def told_from(self, seat: int | None = None) -> int:
        """The first entry of the log that is told at a table that does not remember for people."""
        seat = self._checked_seat(seat)
        viewer = self.turn if seat is None else seat
        return 0 if self.over else first_told(self._turns, self._hooks.memory.LOG_SINCE, viewer)

    def past(self, seat: int) -> list[Json]:
        """What a seat may remember of late when it decides, for bots: its views, whose moves came then, and which."""
        since = first_remembered(self._turns, seat)
        return remembered(self.log(seat, since), self.past_views(seat, since))

    def past_views(self, seat: int | None = None, since: int = 0, most: int | None = None) -> list[Json]:
        """What a seat (None: a spectator) saw before each move so far, from move number `since` on."""
        seat = self._checked_seat(seat)
        return [self._hooks.view_of(tables[0], seat) for tables in self._past_tables(since, most)]

    def past_states(self, since: int = 0, most: int | None = None) -> list[Json]:
        """Everything, before each move so far, from move number `since` on."""
        return [self._hooks.state_of(tables[0]) for tables in self._past_tables(since, most)]

    def decision(self, number: int) -> tuple[int, Json, Json]:
        """A decision of the past: whose it was, what that seat saw, and what it did."""
        turn = self._turns[number]
        return turn.seat, self._hooks.view_of(self._before(number)[0], turn.seat), copied(turn.move)

    def seat_at(self, number: int) -> int:
        """Whose decision the one of this number was."""
        return self._turns[number].seat

    def kinds_at(self, number: int) -> tuple[str, set[str]]:
        """The phase before a move, or now, and the kinds of moves that are legal then."""
        tables = self._before(number if number >= 0 else len(self._turns) + 1 + number)
        kinds = self._hooks.rules.MOVES.kinds_of(self._engine.actions(tables))
        return self._hooks.declared_state.names[int(tables[0].phase)], set(kinds)

    def same(self, move: Json, other: Json) -> bool:
        """Whether two legal moves of now are one decision, in whatever form."""
        return self._hooks.action_of(self._plain, move) == self._hooks.action_of(self._plain, other)

    def _before(self, number: int) -> np.ndarray:
        """The table before a move of the past; the one of now if it is still to come."""
        return self._turns[number - 1].after if number else self._first

    def _past_tables(self, since: int, most: int | None) -> list[np.ndarray]:
        return [self._before(number) for number in range(len(self._turns))[since:][:most]]

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
        return self.shorten(1)[0]

    def last_decision(self, seat: int) -> int | None:
        """The number of a seat's last move so far; None if it made none."""
        seat = self._checked_seat(seat)
        return next((n for n in reversed(range(len(self._turns))) if self._turns[n].seat == seat), None)

    def why_no_take_back(self, seat: int) -> NothingToUndo | None:
        """Why a seat can't take back its last decision, with all that the others did since; None if it can.

        It can as long as no chance was used since and nothing was revealed to this seat. What the others learnt is
        taken back with it: so this is for a seat among bots, who decide anew by what they see then.
        """
        decided = self.last_decision(seat)
        if decided is None:
            return NothingToUndo("error.undo-none")
        if self.over:
            return NothingToUndo("error.undo-over")
        for number in range(decided, len(self._turns)):
            turn = self._turns[number]
            if contains(turn.learners, seat):
                return NothingToUndo("error.undo-learnt", number)
            if turn.drew:
                return NothingToUndo("error.undo-chance", number)
        return None

    def take_back(self, seat: int) -> list[Json]:
        """Take back a seat's last decision, with all that the others did since, and return those moves."""
        problem, decided = self.why_no_take_back(seat), self.last_decision(seat)
        if problem is not None or decided is None:
            raise problem or NothingToUndo("error.undo-none")
        return self.shorten(len(self._turns) - decided)

    def shorten(self, moves: int) -> list[Json]:
        """Stand where it stood so many moves ago, whoever learnt what since, and return them."""
        kept = len(self._turns) - moves
        taken = [copied(turn.move) for turn in self._turns[kept:]]
        del self._turns[kept:]
        if self._turns:
            self._turns[-1].unfold()
        return taken

    def rest(self) -> None:
        """Take less memory until the next move, for a table of people who think: the past is folded, and what was read
        for those who looked is read anew for whoever comes."""
        table = self._plain
        table.kept = table.lent = None
        for turn in reversed(self._turns[:-LATEST]):
            if not turn.fold():
                break

    def copy(self) -> Match:
        """Another match that stands where this one stands."""
        twin = Match.__new__(Match)
        vars(twin).update(vars(self), _turns=list(self._turns))
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
                "redealt": self._redealt,
                "moves": self.history,
                "entropy": [[n, list(turn.entropy)] for n, turn in enumerate(self._turns) if turn.entropy],
                "seats": self.seats,
                "proof": self.proof,
            }
        )


def start(facts: Facts, players: Any, seed: Any, given: Json) -> Match:
    """Set up a match; without a seed, chance is fresh."""
    options = facts.checked_options(players, given)
    seed, engine = checked_seed(seed), engine_of(facts)
    return Match(facts, options, seed, engine.start(engine.prototype(players, options), seed), None)


def restore(facts: Facts, state: Any, seed: Any = None, redealt: bool = False) -> Match:
    """A match that goes on from a state; with all that is hidden from a spectator dealt anew, if it should be."""
    tables = hooks_of(facts).table_of(state)
    seed, engine = checked_seed(seed), engine_of(facts)
    engine.seed(tables, seed)
    origin = hooks_of(facts).state_of(tables[0])
    if redealt:
        engine.plain("redeal")(tables, np.full(1, NOBODY), NO_SEEDS)  # once a match: not worth a compiler
    return Match(facts, origin["options"], seed, tables, origin, redealt)


def checked_seed(seed: Any) -> int:
    """A seed that chance can start from; a fresh one for None."""
    if seed is None:
        return secrets.randbits(128)
    seed = whole_number(seed)
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
        ("redealt", record["redealt"] is False or (record["redealt"] is True and record["state"] is not None)),
    ):
        if not well_formed:
            raise BadRecord("record.shape", field=key)
    try:
        if record["seed"] is None:
            raise BadSeed("error.seed", given="null")
        if record["state"] is None:
            match = start(facts, record["players"], record["seed"], record["options"])
        else:
            match = restore(facts, record["state"], record["seed"], record["redealt"])
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
    match.seats, match.proof = record["seats"], record["proof"]
    if check_of(match.record() | {"format": record["format"]}) != record["check"]:
        raise BadRecord("record.not-itself")
    return match
