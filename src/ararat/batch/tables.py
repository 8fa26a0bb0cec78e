"""A batch: many tables of one game, stepped together with arrays. Row n of every array belongs to table n."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.chance import WORD, seed_that_leads_to
from ..core.contract import Facts, Json, rule_id
from ..core.effects import new_effects
from ..core.engine import NO_MASK, Engine, engine_of, words_of
from ..core.hooks import hooks_of
from ..core.kernels import NOT_DEALT
from ..core.options import whole_number
from ..core.room import checked_out
from ..core.step import Step
from ..core.table import NOBODY
from ..core.utilities import UTILITIES
from ..errors import BadBatch, shown
from ..match import Match, checked_seed, restore
from ..players.acting import decide, least_of, lots_of
from .given import (
    INT64,
    MANY,
    checked_actions,
    checked_cores,
    checked_count,
    checked_first_seed,
    checked_flag,
    checked_row,
    checked_rows,
    checked_seats,
    checked_seeds,
    checked_utility,
)
from .parcel import pack, unpack
from .quick import NO_SEATS, Quick
from .recall import Recall
from .sharing import share
from .whole import whole_of

LEAST = 512  # tables that another core is asked for
ACTING = 0x616374  # a word of the lots of bots, so that they are nobody else's


class Batch:
    """Many tables, stepped together. Made by `game.batch`, `Batch.of` or `Batch.from_bytes`.

    `tables` are the records themselves. Every row has a seed: its match is the one of that seed, and when it starts
    anew without one, of the seed that follows (core/chance.py). With `out`, every call writes into the same arrays
    again and allocates nothing: whoever keeps one copies it.
    """

    tables: np.ndarray
    seeds: np.ndarray  # [tables, 4] the words of each row's seed, the highest first

    def __init__(
        self,
        facts: Facts,
        players: int,
        options: Json,
        tables: np.ndarray,
        seeds: np.ndarray,
        *,
        cores: int | None = None,
        autoreset: bool = False,
        rewards: int = 0,
        out: bool = False,
    ) -> None:
        self.facts, self.players, self.options = facts, players, options
        self.engine: Engine = engine_of(facts)
        self.actions: int = self.engine.rules.ACTIONS
        self.cores, self.autoreset, self.reuses = cores, autoreset, out
        self.tables, self.seeds = tables, seeds
        self._rewards = rewards
        self._prototype = self.engine.prototype(players, options)
        self._observed = self.engine.observed(self._prototype)
        self._shape = (len(tables),)
        self._small = len(tables) < 2 * LEAST or cores == 1
        self._turn = tables["turn"]
        self._raw = tables.view(f"V{tables.dtype.itemsize}")  # NumPy copies records field by field
        self._memory = self._new_memory()
        self._kept: dict[str, Any] = {}
        self._room_for_actions = max(self.engine.rules.MOST_ACTIONS, 8 * len(tables))
        how = rewards, self.engine.sign
        memory = self.engine, tables, players, self._observed, self._memory, how
        self._quick = Quick(*memory) if out and self._small else None

    @classmethod
    def of(cls, matches: Iterable[Match], **how: Any) -> Batch:
        """A batch whose rows stand where matches stand and go on as they would; all of one game and with the same
        players and options. `how` is what `game.batch` takes beside these."""
        given = list(matches) if isinstance(matches, Iterable) else []
        if not given or not all(isinstance(match, Match) for match in given):
            raise BadBatch("error.matches", given=shown(matches))
        first = given[0]
        for match in given:
            if (match.slug, match.players, match.options) != (first.slug, first.players, first.options):
                raise BadBatch("error.matches", given=shown(matches))
        tables = np.concatenate([match._tables for match in given])
        seeds = np.array([words_of(match._seed) for match in given], INT64)
        return cls(first._facts, first.players, first.options, tables, seeds, **checked_ways(**how))

    def _like(self, tables: np.ndarray, seeds: np.ndarray) -> Batch:
        """Another batch of the same game and ways."""
        ways: Json = {"cores": self.cores, "autoreset": self.autoreset, "rewards": self._rewards, "out": self.reuses}
        return type(self)(self.facts, self.players, self.options, tables, seeds, **ways)

    def __len__(self) -> int:
        return self._shape[0]

    def __repr__(self) -> str:
        return f"<{len(self)} tables of {self.facts.slug} with {self.players} players>"

    # --- How the tables stand -------------------------------------------------------------------

    @property
    def turns(self) -> np.ndarray:
        """The seat in turn of each table; -1 where the match is over."""
        return self._turn.astype(INT64)

    @property
    def over(self) -> np.ndarray:
        """Which matches are over."""
        over: np.ndarray = self._turn == NOBODY
        return over

    def scores(self) -> np.ndarray:
        """[tables, players]: points so far."""
        return self._results(0)[0]

    def winners(self) -> np.ndarray:
        """[tables, players]: whether the seat has won, alone or with others; nobody until the match is over."""
        return self._results(0)[1]

    def returns(self, utility: str = UTILITIES[0]) -> np.ndarray:
        """[tables, players]: what the end is worth to each seat, 0 while a match runs.

        "win" shares 1 among the winners. "margin" is how many points a seat is ahead of the best other one, or behind
        it, turned round where fewer are better. "rank" goes from 1 for the first place to -1 for the last, and seats
        that are level share it. `ararat.batch.utilities` says between which numbers each lies.
        """
        return self._results(checked_utility(utility))[2]

    def _results(self, utility: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        found = Step.room(len(self), self.players)
        results = found.scores, found.winners, found.rewards
        self.engine.kernel("results")(self.tables, *results, utility, self.engine.sign)
        return results

    def rule(self, refused: int) -> str | None:
        """The id of the rule of this number, as `Step.refused` has it; None for 0."""
        number = whole_number(refused)
        if type(number) is not int or number not in self.engine.state.Rule.__members__.values():
            raise BadBatch("error.rule-number", given=shown(refused))
        return rule_id(self.engine.state.Rule(number)) if number else None

    # --- What can be done -----------------------------------------------------------------------

    def legal(self, out: tuple[np.ndarray, np.ndarray] | None = None) -> tuple[np.ndarray, np.ndarray]:
        """All legal actions, one list after the other in their stable order: those of table n are
        `actions[offsets[n] : offsets[n + 1]]`, none where the match is over. Returns (offsets, actions).

        `out` is (offsets, actions): [tables + 1] and as many whole numbers as there may be; where they do not fit, a
        longer array comes back in place of the second.
        """
        quick = self._quick
        if quick is not None and out is None:
            total = quick.list()
            if total > len(quick.listed):
                quick.grow(total)
                quick.list()
            return quick.offsets, quick.listed[:total]
        if out is not None:
            if not isinstance(out, tuple) or len(out) != 2 or not isinstance(out[1], np.ndarray):
                raise BadBatch("error.out", shape=f"{len(self) + 1}, n", kind=INT64.name)
            offsets = checked_out(out[0], (len(self) + 1,), INT64)
            actions = checked_out(out[1], (out[1].size,), INT64)
        else:
            offsets = self._room("offsets", (len(self) + 1,), INT64)
            actions = self._room("listed", (self._room_for_actions,), INT64)
        kernel = self.engine.kernel("lists")
        total = kernel(self.tables, self._memory[1], offsets, actions, NO_MASK, 0)
        if total > len(actions):
            self._room_for_actions = 2 * total
            actions = self._kept["listed"] = np.zeros(2 * total, INT64)
            kernel(self.tables, self._memory[1], offsets, actions, NO_MASK, 0)
        return offsets, actions[:total]

    def masks(self, packed: bool = False, out: np.ndarray | None = None) -> np.ndarray:
        """[tables, actions]: 1 for every legal action, as bytes; `packed`: eight actions a byte, the first one in its
        lowest bit, as `np.packbits(masks, axis=1, bitorder="little")` makes them."""
        packed = checked_flag(packed, "packed")
        shape = (len(self), -(-self.actions // 8) if packed else self.actions)
        masks = self._room("packed" if packed else "masks", shape, np.dtype(np.uint8), out)
        kernel = self.engine.kernel("lists")

        def work(first: int, last: int, memory: Any) -> None:
            offsets = np.zeros(last - first + 1, INT64)
            kernel(self.tables[first:last], memory[1], offsets, NO_ACTIONS, masks[first:last], int(packed))

        self._share(work)
        return masks

    def draw(self, seed: int, out: np.ndarray | None = None) -> np.ndarray:
        """A legal action for each table, drawn at random; -1 where the match is over."""
        drawn = self._room("drawn", self._shape, INT64, out)
        words, choices = np.array(words_of(checked_seed(seed)), INT64), np.zeros(4, INT64)
        self.engine.kernel("draws")(self.tables, self._memory[1], choices, words, 0, drawn)
        return drawn

    def decide(self, code: str, rows: Any = None, seed: Any = 0) -> np.ndarray:
        """What the bot of a code does in each of the rows, or in all; -1 where the match is over: `bot.act`."""
        chosen, first = checked_rows(rows, len(self)), checked_first_seed(seed, 1, MANY)
        tables, lots = self._raw[chosen].view(self.tables.dtype), lots_of(first >> 32, first & WORD, ACTING, chosen)
        actions = np.full(len(chosen), -1, INT64)

        def work(first: int, last: int) -> None:
            decide(self.facts, code, tables[first:last], lots[first:last], actions[first:last])

        share(work, len(chosen), self.cores, least_of(code))
        return actions

    def observations(self, seats: Any = None, out: np.ndarray | None = None) -> np.ndarray:
        """[tables, numbers]: what a seat of each table knows; by default the one in turn, and of a match that is over a
        spectator. `seats` is one for all tables or one for each, -1 for a spectator."""
        quick = self._quick
        if quick is not None and seats is None and out is None:
            quick.observe()
            return quick.seen
        seats = NO_SEATS if seats is None else checked_seats(seats, len(self), self.players)
        grid = self._room("observations", (len(self), self._observed), FLOAT32, out)
        kernel = self.engine.kernel("observations")
        self._share(lambda first, last, _: kernel(self.tables[first:last], seats[first:last], grid[first:last]))
        return grid

    def states(self, out: np.ndarray | None = None) -> np.ndarray:
        """[tables, numbers]: everything about each table, what no seat sees included, for a critic (`state_names`)."""
        whole = whole_of(self.engine.layout)
        grid = self._room("states", (len(self), len(whole.names)), FLOAT32, out)
        whole.write(self.tables, grid)
        return grid

    @property
    def state_names(self) -> list[str]:
        """What each number of `states` is."""
        return list(whole_of(self.engine.layout).names)

    # --- What is done ---------------------------------------------------------------------------

    def step(self, actions: Any, out: Step | None = None) -> Step:
        """Play one action on each table, and tell how each stands then.

        A refused action changes nothing and `refused` names its rule; so does any action on a match that is over, and
        -1, which is never one. With `autoreset`, a match that ends starts anew at once, by the seed that follows: then
        `turns` are those of the new match, all else is told of the one that ended.
        """
        if type(actions) is not np.ndarray or actions.dtype is not INT64 or actions.shape != self._shape:
            actions = checked_actions(actions, len(self))
        quick = self._quick
        if quick is not None and out is None:
            quick.chosen[:] = actions
            done, over = quick.done, quick.step()
        else:
            done, over = self._step(np.ascontiguousarray(actions), out)
        if over and self.autoreset:
            rows = np.flatnonzero(done.ended)
            self._start(rows, onward=True)
            done.turns[rows] = self._turn[rows]
        return done

    def _step(self, actions: np.ndarray, out: Step | None) -> tuple[Step, bool]:
        """The same by arrays of the caller, or new ones; and whether a match is over."""
        done = self._kept.get("step") if out is None else self._checked_step(out)
        if done is None:
            done = Step.room(len(self), self.players)
            if self.reuses:
                self._kept["step"] = done

        def work(first: int, last: int, memory: Any) -> None:
            some = done.part(first, last)
            self.engine.step_all(self.tables[first:last], actions[first:last], some, memory[0], self._rewards)

        self._share(work)
        return done, bool(done.ended.any())

    def _checked_step(self, out: Any) -> Step:
        if not isinstance(out, tuple) or len(out) != len(Step._fields):
            raise BadBatch("error.out", shape="Step", kind="Step")
        wanted = Step.room(0, self.players)
        shapes = [(len(self), *array.shape[1:]) for array in wanted]
        return Step(*(checked_out(o, s, w.dtype) for o, s, w in zip(out, shapes, wanted, strict=True)))

    def reset(self, rows: Any = None, seeds: Any = None) -> None:
        """Start the matches of some rows anew, or all: by one seed each, by a first one and those that follow it, or
        by None each by the seed that follows its own."""
        chosen = checked_rows(rows, len(self))
        if seeds is not None:
            self.seeds[chosen] = checked_seeds(seeds, len(chosen))
        self._start(chosen, onward=seeds is None)

    def _start(self, rows: np.ndarray, onward: bool) -> None:
        self.engine.start_rows(self.tables, self._prototype, rows, self.seeds, onward)

    # --- What could have been -------------------------------------------------------------------

    def fork(self, rows: Any = None, times: Any = 1) -> Batch:
        """A batch of copies: each of the rows, or of all, so many times, one after the other.

        A copy shares its future with the row: the same actions bring the same chance, and the same next match. Whoever
        searches calls `reseed`, or for a seat that does not know everything `redeal`, else it foresees.
        """
        chosen = np.repeat(checked_rows(rows, len(self)), checked_count(times))
        checked_count(len(chosen))
        return self._like(self._raw[chosen].view(self.tables.dtype), self.seeds[chosen])

    def redeal(self, seats: Any, seed: Any, rows: Any = None) -> None:
        """Deal anew what a seat of each row can't know, from new chance: one of the worlds that look the same to it, as
        likely as the rules' redealing has it. None for `seats`: the one in turn; -1: a spectator."""
        chosen = checked_rows(rows, len(self))
        words = checked_seeds(seed, len(chosen))
        given = self.turns[chosen] if seats is None else checked_seats(seats, len(chosen), self.players)
        self._renew(chosen, given, words)

    def reseed(self, seed: Any, rows: Any = None) -> None:
        """Give each row, or some, chance of its own: of one seed each, or of a first one and those that follow it."""
        chosen = checked_rows(rows, len(self))
        words = checked_seeds(seed, len(chosen))
        self._renew(chosen, np.full(len(chosen), NOT_DEALT), words)

    def _renew(self, rows: np.ndarray, seats: np.ndarray, words: np.ndarray) -> None:
        some = self._raw[rows].view(self.tables.dtype)
        self.engine.kernel("redeal")(some, seats, words)
        self._raw[rows] = some.view(self._raw.dtype)
        self.seeds[rows] = words

    # --- Alone, and elsewhere -------------------------------------------------------------------

    def recall(self) -> Recall:
        """What remembers all that happens from now on, and tells what each seat was told of it."""
        return Recall(self)

    def match(self, row: Any) -> Match:
        """A match that stands where a row stands and goes on as it would; its past is not known."""
        table = self.tables[checked_row(row, len(self))]
        return restore(self.facts, hooks_of(self.facts).state_of(table), seed_that_leads_to(table["chance"].tolist()))

    def __bytes__(self) -> bytes:
        """All of it, for `Batch.from_bytes`; only the same rules of the same game understand it."""
        about = {"players": self.players, "options": self.options, "cores": self.cores, "autoreset": self.autoreset}
        about |= {"rewards": UTILITIES[self._rewards], "out": self.reuses}
        return pack(self.facts, about, self.seeds, self.tables)

    @classmethod
    def from_bytes(cls, data: bytes) -> Batch:
        """The batch of these bytes."""
        facts, about, seeds, tables = unpack(data)
        ways = checked_ways(**{name: about[name] for name in ("cores", "autoreset", "rewards", "out") if name in about})
        return cls(facts, about["players"], about["options"], tables, seeds, **ways)

    def __reduce__(self) -> Any:
        return self.from_bytes, (bytes(self),)

    def __deepcopy__(self, memo: Any) -> Batch:
        return self._like(self._raw.copy().view(self.tables.dtype), self.seeds.copy())

    __copy__ = copy = lambda self: self.__deepcopy__(None)

    # --- Memory and cores -----------------------------------------------------------------------

    def _new_memory(self) -> tuple[np.ndarray, np.ndarray]:
        """What kernels write into beside what they are asked for: effects, and a list of actions."""
        return new_effects(), np.zeros(self.engine.rules.MOST_ACTIONS, INT64)

    def _room(self, name: str, shape: tuple[int, ...], kind: Any, out: np.ndarray | None = None) -> np.ndarray:
        """An array to write into: the caller's, the batch's own if it uses them again, or a new one."""
        if out is None and self.reuses:
            kept: np.ndarray | None = self._kept.get(name)
            if kept is None:
                kept = self._kept[name] = np.zeros(shape, kind)
            return kept
        return checked_out(out, shape, kind)

    def _share(self, work: Any) -> None:
        if self._small:
            work(0, len(self), self._memory)
        else:
            share(lambda first, last: work(first, last, self._new_memory()), len(self), self.cores, LEAST)


FLOAT32 = np.dtype(np.float32)
NO_ACTIONS = np.zeros(0, INT64)


def checked_ways(
    cores: Any = None, autoreset: Any = False, rewards: Any = UTILITIES[0], out: Any = False
) -> dict[str, Any]:
    """How a batch works, beside what it is of."""
    return {
        "cores": checked_cores(cores),
        "autoreset": checked_flag(autoreset, "autoreset"),
        "rewards": checked_utility(rewards),
        "out": checked_flag(out, "out"),
    }
