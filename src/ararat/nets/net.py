"""A net and its file: plain arrays, and beside them what it is a net of and how it was made.

The file is an .npz of 16-bit floats, an array for each of the plan's, and `meta`, a JSON text. It holds no code and is
read without running any. A net is of one game and of its rules: what a plan is made of is hashed, and a net of
another hash is refused.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..errors import BadNet, shown
from .plan import Plan, Sizes

FORMAT = 2
META = "meta"
LARGEST = 1 << 20  # bytes of a file
WIDEST = 512  # numbers of a part of a net
LARGEST_WEIGHT = 1.0e4
SOFTEST = 100


class Net:
    """The weights of a plan, and how they came to be (`made`)."""

    def __init__(self, plan: Plan, weights: np.ndarray, made: Mapping[str, Any] | None = None) -> None:
        self.plan, self.made = plan, dict(made or {})
        self.weights = np.ascontiguousarray(weights, np.float32)

    @classmethod
    def untrained(cls, facts: Facts, seed: int, sizes: Sizes | None = None) -> Net:
        """A net that has learnt nothing, drawn from a seed."""
        plan = Plan(facts, sizes)
        return cls(plan, plan.random(seed), {"seed": seed, "steps": 0})

    def knows(self, players: int) -> bool:
        """Whether it learnt at tables of so many players, as far as it says."""
        learnt = self.made.get("players")
        return not isinstance(learnt, list) or players in learnt

    @property
    def softness(self) -> float:
        """By how much a search takes the policy to be less sure of itself than it is."""
        return float(self.made.get("softness", 1))

    @property
    def judges_openly(self) -> bool:
        """Whether it judges a world that somebody imagines with all hands open, and moves alone by one seat's eyes."""
        return self.plan.facts.secrets and bool(self.made.get("openly", False))

    @property
    def rethinks(self) -> bool:
        """Whether a search weighs moves that only a further world has; where chance keeps changing what there is to do,
        it is quicker, and plays better, to take them to be as likely as those that it knows."""
        return bool(self.made.get("rethinks", True))

    @property
    def infers(self) -> bool:
        """Whether a search weighs worlds by how likely the others, by this net, would have played so."""
        return self.plan.facts.secrets and bool(self.made.get("infers", False))

    def softened(self) -> np.ndarray:
        """The weights as a search takes them."""
        weights = self.weights.copy()
        parts = self.plan.parts(weights)
        for name in ("policy.out", "taste"):
            parts[name] /= self.softness
        return weights

    @property
    def mark(self) -> str:
        """A short mark that tells it from any other net."""
        return hashlib.sha256(self.weights.tobytes()).hexdigest()[:16]

    def save(self, path: Path) -> None:
        """Write the net to a file."""
        facts = self.plan.facts
        meta = {"format": FORMAT, "game": facts.slug, "rules": rules_hash(facts)}
        text = json.dumps(meta | {"sizes": asdict(self.plan.sizes), "made": self.made}, sort_keys=True)
        arrays = {name: part.astype(np.float16) for name, part in self.plan.parts(self.weights).items()}
        with path.open("wb") as file:
            np.savez(file, **{META: np.frombuffer(text.encode(), np.uint8)}, **arrays)  # type: ignore[arg-type]


def load(path: Path, facts: Facts) -> Net:
    """The net of a file, which must be one of this game; BadNet, in one sentence, if it is not."""
    try:
        with path.open("rb") as file:
            if path.stat().st_size > LARGEST:
                raise BadNet("error.net-damaged", file=shown(str(path)))
            with np.load(file, allow_pickle=False) as kept:
                meta = json.loads(bytes(kept[META]))
                plan = _checked(meta, facts, path)
                weights = np.zeros(plan.size, np.float32)
                for name, part in plan.parts(weights).items():
                    found = kept[name]
                    if found.shape != part.shape:
                        raise ValueError(name)
                    part[...] = found
                if not (np.abs(weights) <= LARGEST_WEIGHT).all():
                    raise ValueError("weights")
                net = Net(plan, weights, meta["made"])
                if not 1 <= net.softness <= SOFTEST:
                    raise ValueError("softness")
                return net
    except OSError:
        raise BadNet("error.net-missing", file=shown(str(path))) from None
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise BadNet("error.net-damaged", file=shown(str(path))) from None


def _checked(meta: Json, facts: Facts, path: Path) -> Plan:
    """The plan of the net that a file says it holds."""
    if meta["format"] != FORMAT:
        raise BadNet("error.net-format", file=shown(str(path)))
    if meta["game"] != facts.slug:
        raise BadNet("error.net-game", file=shown(str(path)), game=shown(meta["game"]), wanted=facts.slug)
    if meta["rules"] != rules_hash(facts):
        raise BadNet("error.net-rules", file=shown(str(path)), game=facts.slug)
    sizes = Sizes(**meta["sizes"])
    if not all(type(size) is int and 1 <= size <= WIDEST for size in asdict(sizes).values()):
        raise ValueError("sizes")
    return Plan(facts, sizes)


def all_blocks(observed: Any, table: Any) -> list[Any]:
    """All that a seat observes at a table, and what it would beside that if everything lay open."""
    return [*observed.blocks(table), *(block for block, _ in observed.open_blocks(table))]


def rules_hash(facts: Facts) -> str:
    """A hash of all that a net depends on: the version of the rules, every action, and all that is observed."""
    rules = hooks_of(facts).rules
    moves = [(move.name, move.count, sorted({**move.fields, **move.optional})) for move in rules.MOVES.kinds.values()]
    blocks = [
        (block.name, block.shape, block.kind, block.low, block.high)
        for players in facts.players
        for block in all_blocks(rules.OBSERVED, facts.new_table(players, facts.checked_options(players, {}))[0])
    ]
    known = (facts.slug, facts.rules_version, moves, blocks, *(["touched"] if rules.touched is not None else []))
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]
