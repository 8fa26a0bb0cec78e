"""Tiny tables of the games as OpenSpiel has them, for what is only known of games whose every way can be gone.

    ararat.envs.tiny.register()
    game = pyspiel.load_game(tiny_name(slug))
    quick = pyspiel.load_efg_game(written(game))

A tiny table (deals.py) is a late position of a game; the rules are those that people play, all of them. Chance moves
once, at the start: it has an outcome for every deal that there is, with its exact probability, and nobody draws
afterwards. So best responses, NashConv and CFR are exact. `written` tells the whole tree in Gambit's form, which
OpenSpiel's C++ reads, and goes through much faster than through Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from ..core.contract import Json
from ..games import all_facts
from . import needed
from .deals import Tiny, tiny_of
from .ids import tiny_name
from .openspiel import TableGame, TableState, type_of
from .table import Table

with needed("openspiel"):
    import pyspiel

OURS: Json = {"rewards": "win"}


def register() -> None:
    """Tell OpenSpiel of every tiny table, once."""
    known = {kind.short_name for kind in pyspiel.registered_games()}
    for facts in all_facts().values():
        tiny = tiny_of(facts)
        if tiny and tiny_name(facts.slug) not in known:
            made: Any = type(TinyGame.__name__, (TinyGame,), {"facts": facts, "tiny": tiny})
            chance = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            pyspiel.register_game(made.type_of(tiny.players, OURS["rewards"], chance), made)


class TinyGame(TableGame):
    """A tiny table, with all of its deals."""

    tiny: Tiny
    kept = None

    def __init__(self, given: Json) -> None:
        tiny = self.tiny
        rewards = given.get("rewards", OURS["rewards"])
        table = Table(self.facts.slug, tiny.players, rewards, tiny.state["options"])
        deals = tiny.deals()
        total = sum(ways for _, ways in deals)
        self.outcomes = [(number, ways / total) for number, (_, ways) in enumerate(deals)]
        self.states = [state for state, _ in deals]
        self.after: dict[Any, Any] = {}  # where an action leads
        self._open(table, len(deals), given)

    @classmethod
    def type_of(cls, players: int, rewards: str, chance: Any) -> Any:
        return type_of(cls.facts, players, rewards, chance, tiny_name(cls.facts.slug), OURS)

    def __reduce__(self) -> Any:
        return loaded, (str(self),)

    def new_initial_state(self) -> TinyState:
        return TinyState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def ways(self) -> Iterator[TinyState]:
        """Every state, depth first."""
        waiting = [self.new_initial_state()]
        while waiting:
            state = waiting.pop()
            yield state
            waiting += [state.child(action) for action in reversed(state.legal_actions())]

    @cached_property
    def alike(self) -> dict[tuple[int, bytes], list[list[int]]]:
        """The histories that look alike to a seat, by seat and digest of its past."""
        found: dict[tuple[int, bytes], list[list[int]]] = {}
        for state in self.ways():
            for seen in enumerate(state.pasts):
                found.setdefault(seen, []).append(state.history())
        return found


def loaded(name: str) -> TinyGame:
    """A tiny table by its parameters."""
    register()
    game: TinyGame = pyspiel.load_game(name)
    return game


class TinyState(TableState):
    """A match in progress at a tiny table."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.get_game().outcomes)

    def _apply_action(self, action: int) -> None:
        game: TinyGame = self.get_game()
        here = self.raw, self.pasts, action
        if here not in game.after:
            if self.raw:
                self._play(self.tables, action)
                assert self.pending < 0, "at a tiny table chance comes first"
            else:
                self._stand(game.table.hooks.table_of(game.states[action]), ())
            game.after[here] = self.raw, self.pasts
        self.raw, self.pasts = game.after[here]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TinyState:
        """Another match that looks the same to a seat: one of those that lead there, by the chance of their deals."""
        game: TinyGame = self.get_game()
        state = game.new_initial_state()
        if self.raw:
            alike = game.alike[player, self.pasts[player]]
            left = sampler() * sum(game.outcomes[history[0]][1] for history in alike)
            for history in alike:
                left -= game.outcomes[history[0]][1]
                if left < 0:
                    break
            for action in history:
                state.apply_action(action)
        return state


def written(game: TinyGame) -> str:
    """The whole tree in Gambit's extensive form, for `pyspiel.load_efg_game`.

    Information sets are named by the digest of the seat's past, actions by their numbers.
    """
    seats = range(game.num_players())
    lines = ['EFG 2 R "{}" {{ {} }}'.format(game, " ".join(f'"{seat}"' for seat in seats))]
    sets: list[dict[str, int]] = [{} for _ in seats]
    ends = 0
    for state in game.ways():
        actions = " ".join(f'"{action}"' for action in state.legal_actions())
        if state.is_chance_node():
            outcomes = " ".join(f'"{deal}" {share!r}' for deal, share in state.chance_outcomes())
            lines.append(f'c "" 1 "" {{ {outcomes} }} 0')
        elif state.is_terminal():
            ends += 1
            lines.append(f't "" {ends} "" {{ {" ".join(map(repr, state.returns()))} }}')
        else:
            seat = state.current_player()
            past = state.pasts[seat].hex()
            number = sets[seat].setdefault(past, len(sets[seat]) + 1)
            lines.append(f'p "" {seat + 1} {number} "{past}" {{ {actions} }} 0')
    return "\n".join(lines) + "\n"
