"""The games as OpenSpiel has them.

    ararat.envs.openspiel.register()
    game = pyspiel.load_game(f"{spiel_name(slug)}(players=4)")

Chance is sampled, as OpenSpiel calls it: it moves at the start, and after every decision that needs it, with one
outcome each ("chance"), and what it brings is drawn when that is applied, from the game's own generator. So copies of a
state meet different chance, unless `rng_seed` (from 0) starts the generator anew; with `deals=N` there are N explicit
outcomes instead, for tools that want to know them all. Cards that lie face down are part of a state: a search
that may not know them begins with `resample_from_infostate`.

What is told to C++ differs in one word. OpenSpiel 2.0 can't save a sampled game that is written in Python (it has no
way to ask for the generator), so there the chance of `deals=0` is explicit, with its one outcome.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from random import Random, SystemRandom
from typing import Any

import numpy as np

from ..batch.utilities import utilities
from ..core.contract import Facts, Json
from ..core.options import Option, SubsetOption
from ..core.recall import told_to
from ..core.table import CHANCE_WORDS, NOBODY, unpacked
from ..games import all_facts
from . import needed
from .ids import spiel_name
from .table import Table

with needed("openspiel"):
    import pyspiel

Type = pyspiel.GameType
SAMPLED, EXPLICIT = Type.ChanceMode.SAMPLED_STOCHASTIC, Type.ChanceMode.EXPLICIT_STOCHASTIC
SUMS = {None: Type.Utility.GENERAL_SUM, 0.0: Type.Utility.ZERO_SUM}  # else it is constant
LONGEST = 10_000  # decisions, far more than any match has
SEED_BITS = 128
WORD_BITS = 32
KEPT = 8  # readings of tables
BETWEEN = "+"  # words of an option that has several
OURS: Json = {"players": 0, "rewards": "win", "rng_seed": -1, "deals": 0}  # beside the options of the game


def register() -> None:
    """Tell OpenSpiel of every game, once."""
    known = {kind.short_name for kind in pyspiel.registered_games()}
    for facts in all_facts().values():
        if spiel_name(facts.slug) not in known:
            # A class, which outlives Python's end, as OpenSpiel's registry does; a function would not.
            made: Any = type(TableGame.__name__, (TableGame,), {"facts": facts})
            pyspiel.register_game(made.type_of(facts.usual_players, OURS["rewards"], SAMPLED), made)


def type_of(facts: Facts, players: int, rewards: str, chance: Any, name: str, parameters: Json) -> Any:
    """What OpenSpiel wants to know of a game."""
    total = utilities(facts, players)[rewards]["sum"]
    return Type(
        short_name=name,
        long_name=facts.name,
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=Type.Information.IMPERFECT_INFORMATION,
        utility=SUMS.get(total, Type.Utility.CONSTANT_SUM),
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=facts.players[-1],
        min_num_players=facts.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def spiel_value(option: Option, value: Any) -> Any:
    """The value of an option as OpenSpiel can write it: what has several words joined, none as an empty one."""
    return BETWEEN.join(value or ()) if isinstance(option, SubsetOption) else value


def our_value(option: Option, value: Any) -> Any:
    """The other way round."""
    return (value.split(BETWEEN) if value else None) if isinstance(option, SubsetOption) else value


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game for a number of players, with its options."""

    facts: Facts
    kept: int | None = KEPT  # views, and lists of legal actions

    def __init__(self, given: Json) -> None:
        facts = self.facts
        options = {name: our_value(option, given[name]) for name, option in facts.options.items() if name in given}
        own: Json = {name: given.get(name, value) for name, value in OURS.items()}
        self.random = SystemRandom() if own["rng_seed"] < 0 else Random(own["rng_seed"])
        self._open(Table(facts.slug, own["players"] or None, own["rewards"], options), int(own["deals"]), given)

    def _open(self, table: Table, deals: int, given: Json) -> None:
        """Tell OpenSpiel all about the game at a table, with so many explicit outcomes of chance, or 0."""
        self.table, self.deals = table, deals
        # OpenSpiel asks the same of a state and of its copies again and again.
        self.plain = lru_cache(KEPT)(self._plain)
        self.written = lru_cache(KEPT)(self._written)
        self.viewed = lru_cache(self.kept)(self._viewed)
        self.legal = lru_cache(self.kept)(self._legal)
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=max(deals, 1),
            num_players=table.players,
            min_utility=table.worth["low"],
            max_utility=table.worth["high"],
            utility_sum=table.worth["sum"],
            max_game_length=LONGEST,
        )
        super().__init__(self.type_of(table.players, table.rewards, EXPLICIT), info, given)
        self._type = self.type_of(table.players, table.rewards, EXPLICIT if deals else SAMPLED)

    @classmethod
    def type_of(cls, players: int, rewards: str, chance: Any) -> Any:
        """What OpenSpiel wants to know of it."""
        given = {name: spiel_value(option, option.default) for name, option in cls.facts.options.items()}
        parameters = {**OURS, "players": cls.facts.usual_players, **given}
        return type_of(cls.facts, players, rewards, chance, spiel_name(cls.facts.slug), parameters)

    def get_type(self) -> Any:
        return self._type

    def __reduce__(self) -> Any:
        """Sent with its generator, if that is not the system's."""
        return loaded, (str(self), None if isinstance(self.random, SystemRandom) else self.random.getstate())

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST + 1

    def standing(self, tables: np.ndarray) -> TableState:
        """A state that stands where a table stands, without a past."""
        state = self.new_initial_state()
        state.raw, state.pasts = tables.tobytes(), (b"",) * self.table.players
        return state

    def make_py_observer(self, kind: Any = None, given: Any = None) -> Observer:
        return Observer(self.table, isinstance(kind, pyspiel.IIGObservationType) and kind.perfect_recall)

    def laid(self, raw: bytes) -> np.ndarray:
        """A table of its bytes, as an array of one that may be changed."""
        return np.frombuffer(bytearray(raw), self.table.engine.layout.dtype)

    def _plain(self, raw: bytes) -> Any:
        return unpacked(self.laid(raw)[0])

    def _written(self, raw: bytes) -> str:
        return json.dumps(self.table.hooks.state_of(self.plain(raw)))

    def _viewed(self, raw: bytes, seat: int) -> str:
        return json.dumps(self.table.hooks.view_of(self.plain(raw), seat))

    def _legal(self, raw: bytes) -> tuple[int, ...]:
        return tuple(sorted(self.table.engine.actions(self.laid(raw))))

    def drawn(self, outcome: int) -> int:
        """What chance brings: the number of an explicit outcome, or a fresh one."""
        return outcome if self.deals else self.random.getrandbits(SEED_BITS)


def loaded(name: str, generator: Any) -> TableGame:
    """A game by all of its parameters, with its generator as it stood."""
    register()
    game: TableGame = pyspiel.load_game(name)
    if generator is not None:
        game.random.setstate(generator)
    return game


class TableState(pyspiel.State):  # type: ignore[misc]
    """A match in progress. Whatever it holds is plain and never changes, so that copies may share it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.raw = b""  # the table; none before the deal
        self.pending = -1  # an action that was decided on and waits for chance
        self.chances: tuple[int, ...] = ()  # what chance brought: the seed of the match, and what was stirred in later
        self.pasts: tuple[bytes, ...] = ()  # of each seat, a digest of all that it saw so far

    @property
    def tables(self) -> np.ndarray:
        """The table, as an array of one that the caller may change."""
        return self.get_game().laid(self.raw)

    @property
    def turn(self) -> int:
        """The seat in turn, or NOBODY."""
        return self.get_game().plain(self.raw).turn

    @property
    def is_waiting(self) -> bool:
        """Whether it is chance that moves."""
        return not self.raw or self.pending >= 0

    # --- What OpenSpiel asks --------------------------------------------------------------------

    def current_player(self) -> int:
        if self.is_waiting:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.turn == NOBODY else self.turn

    def is_terminal(self) -> bool:
        return not self.is_waiting and self.turn == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.get_game().legal(self.raw))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.get_game().deals or 1
        return [(outcome, 1 / count) for outcome in range(count)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}" if self.get_game().deals else "chance"
        game: TableGame = self.get_game()
        return json.dumps(game.table.hooks.move_of(game.plain(self.raw), action))

    def _apply_action(self, action: int) -> None:
        game: TableGame = self.get_game()
        if not self.raw:
            seed = game.drawn(action)
            self._stand(game.table.engine.start(game.table.prototype, seed), (seed,))
        elif self.pending >= 0:
            tables, fresh = self.tables, game.drawn(action)
            game.table.engine.stir(tables, np.array(words_of(fresh), np.int64))
            self._play(tables, self.pending, fresh)
        else:
            self._play(self.tables, action)

    def returns(self) -> list[float]:
        table = self.get_game().table
        return [0.0] * table.players if self.is_waiting else table.returns(self.tables)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """Another match that looks the same to a seat: what it can't know, and what chance will bring, is dealt anew.

        What another seat decided on, and chance has not yet seen to, is not known to this one and not decided yet.
        """
        twin = self.get_game().new_initial_state()
        if self.raw:
            tables = self.tables
            tables[0]["chance"] = [int(sampler() * 2**WORD_BITS) for _ in range(CHANCE_WORDS)]
            self.get_game().table.engine.redeal(tables, player)
            twin.raw = tables.tobytes()
            twin.pending = self.pending if self.turn == player else -1
            # The others' past is dealt anew with their secrets: of it nothing is left but what they see now.
            seats = range(self.num_players())
            twin.pasts = tuple(self.pasts[seat] if seat == player else b"" for seat in seats)
        return twin

    def __str__(self) -> str:
        if not self.raw:
            return "before the deal"
        written = self.get_game().written(self.raw)
        return written if self.pending < 0 else f"{written} pending {self.pending}"

    # --- How it goes on -------------------------------------------------------------------------

    def _play(self, tables: np.ndarray, action: int, *chances: int) -> None:
        """Play an action; if that needs chance and there is none yet, wait for it."""
        engine = self.get_game().table.engine
        before = self.get_game().plain(self.raw)
        words = tables[0]["chance"].copy()
        refused, effects = engine.step(tables, action)
        assert not refused, f"{action} is not legal"
        if not chances and (tables[0]["chance"] != words).any():
            self.pending = action
            return
        self.pending = -1
        hooks = self.get_game().table.hooks
        self._stand(
            tables, self.chances + chances, (before, hooks.move_of(before, action), hooks.events_of(effects[0]))
        )

    def _stand(self, tables: np.ndarray, chances: tuple[int, ...], done: Any = None) -> None:
        """Stand at a table, with what every seat saw of the way there."""
        self.raw, self.chances = tables.tobytes(), chances
        pasts = self.pasts or (b"",) * self.num_players()
        self.pasts = tuple(self._seen(seat, past, done) for seat, past in enumerate(pasts))

    def _seen(self, seat: int, past: bytes, done: Any) -> bytes:
        seen = self.get_game().viewed(self.raw, seat)
        if done is not None:
            before, move, events = done
            shown = self.get_game().table.hooks.seen(before, move, seat)
            seen += json.dumps((before.turn, shown, told_to(events, seat)))
        return blake2b(past + seen.encode(), digest_size=16).digest()


def words_of(fresh: int) -> list[int]:
    """A number of chance as the words that are stirred in."""
    return [fresh >> WORD_BITS * place & (1 << WORD_BITS) - 1 for place in range(CHANCE_WORDS)]


class Observer:
    """What a seat sees now; or, with perfect recall, that and all that it saw on the way."""

    def __init__(self, table: Table, recalls: bool) -> None:
        self.table, self.recalls = table, recalls
        self.tensor = None if recalls else np.zeros(table.size, np.float32)
        self.dict = {}
        if self.tensor is not None:
            for block in table.engine.rules.OBSERVED.blocks(table.prototype[0]):
                here = self.tensor[block.place : block.place + block.size]
                self.dict[block.name] = here.reshape(block.shape or (1,))

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self.table.observation(player, state.tables) if state.raw else 0

    def string_from(self, state: TableState, player: int) -> str:
        if not state.raw:
            return ""
        view = state.get_game().viewed(state.raw, player)
        return f"{state.pasts[player].hex()} {view}" if self.recalls else view
