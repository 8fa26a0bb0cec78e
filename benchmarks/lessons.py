"""What a bot teaches us about a game: many matches against itself, and what it thinks of them.

    PYTHONPATH=src python benchmarks/lessons.py build/lessons --who 'net:nets/{game}.npz:200' --seconds 300

Of every game and number of seats: what each seat is worth, which openings are taken and what they are worth, how long a
match is, how often whoever leads half-way wins. And at some decisions of every match, drawn by lot: what another bot
(--beside) would have done there, and what that costs in chances of winning, by kinds of moves and by what they name.

What a move is worth is looked at alone (--looks playouts), from lots of its own: the number by which a move was
chosen flatters it. It is the judgement of the search itself. Matches are kept in FOLDER as they end, figures of each
table in a file of its own beside them, and the same command goes on where it was. Intervals draw whole matches again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ararat.arena.bout import Game, decide, game_of
from ararat.arena.contest import Bout
from ararat.arena.folder import Folder, as_text
from ararat.arena.results import by_seat, figure, rounded, summed
from ararat.arena.sampling import Sampling
from ararat.arena.survey import Survey
from ararat.arena.tally import finished_deals, tally
from ararat.arena.workers import Processes
from ararat.atomic import write_atomically
from ararat.core.contract import Facts, Json
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.moves import value_of
from ararat.core.tree import NONE
from ararat.errors import AraratError
from ararat.games import all_facts
from ararat.load.surroundings import surroundings
from ararat.match import Match, start
from ararat.nets.shipped import read
from ararat.nets.wiring import Wiring
from ararat.players import find
from ararat.players.search import Search, by_guide, imagined
from ararat.players.searchers import Effort, effort_of
from champions import (
    PACKAGES,
    BadPlan,
    named,
    no_longer_than,
    pairings_of,
    prepare,
    sentence,
    thought,
    to_prepare,
    warm,
)

STEPS = 2  # choices of each seat that are its opening
MOST_OPENINGS = 12  # of one choice that are looked at
MEMBER = re.compile(r"(.+)-(\w{1,2})")  # zebra-4, donkey-f: one of several of a kind
PLACE = re.compile(r"\d,\d|^[A-Z]\d+$")  # a square or a cabin: where something goes, not what it is
FEWEST = 8  # matches in which something came up, or nothing is said about it

Names = Callable[[str], list[str]]  # of a label: what it is counted as


@dataclass(frozen=True)
class Lesson(Game):
    """A match of a bot with itself, and what was found in it."""

    found: Json

    def as_json(self) -> Json:
        return super().as_json() | {"found": self.found}


class Kept(Folder):
    """A folder of lessons."""

    @staticmethod
    def read_game(line: Json) -> Lesson:
        return Lesson(**vars(game_of(line)), found=dict(line["found"]))


@dataclass(frozen=True)
class Study(Survey):
    """What is played, and beside whom."""

    beside: str = "greedy"

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats}--{named(self.players[0], self.facts)}"

    def as_json(self) -> Json:
        return super().as_json() | {"beside": self.beside}


# --- Matches --------------------------------------------------------------------------------------


def learn(bout: Bout) -> tuple[tuple[tuple[str, int], Lesson], str]:
    """Runs in a process: a match to its end, what is found in it, and the line that keeps both."""
    os.environ["ARARAT_CORES"] = "1"
    study = bout.contest
    assert isinstance(study, Study)
    warm(study.game, study.seats, study.players[0])
    match = start(study.facts, study.seats, study.match_seed(bout.deal), study.options)
    legal, scores = [], []
    while (seat := match.turn) is not None:
        legal.append(len(match.choices()))
        scores.append(match.scores)
        decide(match, seat, bout, len(legal) - 1)
    choices = [number for number, moves in enumerate(legal) if moves > 1]
    found: Json = {
        "choices": len(choices),
        "legal": sum(legal[number] for number in choices),
        "half": scores[len(scores) // 2],
        "openings": list(openings(match, study, bout.deal, choices)),
        "beside": list(compared(match, study, bout.deal, choices)),
    }
    game = Game(*bout.place, bout.seating, tuple(match.scores), tuple(match.winners), len(legal), 0.0)
    lesson = Lesson(**vars(game), found=found)
    line = json.dumps(lesson.as_json(), ensure_ascii=False, separators=(",", ":"))
    return ((study.game, study.seats), lesson), line


def openings(match: Match, study: Study, deal: int, choices: Sequence[int]) -> Iterator[Json]:
    """The first choices of every seat: what could be done, by kinds of moves, what each is worth, and what was done."""
    taken: Counter[int] = Counter()
    for number in choices:
        seat = match.seat_at(number)
        taken[seat] += 1
        if taken[seat] <= STEPS:
            table = Looked(study, match, number)
            worths = {
                label: table.worth(action, study.lot("opening", deal, number, place))
                for place, (label, action) in enumerate(table.likeliest(study.lot("opening", deal, number)).items())
            }
            yield {"step": taken[seat], "seat": seat, "worths": worths, "taken": table.label(table.action)}
        if len(taken) == study.seats and min(taken.values()) >= STEPS:
            return


def compared(match: Match, study: Study, deal: int, choices: Sequence[int]) -> Iterator[Json]:
    """Some choices: what was done, what the other bot would have done, and what both are worth."""
    lots = Random(study.lot("asked", deal))
    for number in sorted(lots.sample(choices, min(study.each, len(choices)))):
        table = Looked(study, match, number)
        seed = study.lot("beside", deal, number)
        other = table.action_of(find(study.beside).choose(table.view, table.moves, seed))
        row: Json = {
            "offered": sorted({table.label(action) for action in table.legal}),
            "mine": table.label(table.action),
        }
        if other != table.action:
            # From the same lots: the same worlds, so that the difference is the moves'.
            row |= {"theirs": table.label(other), "worths": [table.worth(one, seed) for one in (table.action, other)]}
        yield row


class Looked:
    """A decision of the past, as its seat saw it."""

    def __init__(self, study: Study, match: Match, number: int) -> None:
        self.study, self.facts = study, study.facts
        _, self.view, move = match.decision(number)
        self.root = imagined(self.facts, self.view)
        self.engine = engine_of(self.facts)
        self.legal = self.engine.actions(self.root)
        self.moves = hooks_of(self.facts).moves_of(self.root[0], self.legal)
        self.action = self.action_of(move)

    def action_of(self, move: Json) -> int:
        return int(hooks_of(self.facts).action_of(self.root[0], move))

    def label(self, action: int) -> str:
        return label_of(self.facts, self.moves[self.legal.index(action)])

    def likeliest(self, seed: int) -> dict[str, int]:
        """Of every label the action that a search thinks most about, or one by lot; only some of very many labels."""
        found: dict[str, int] = {self.label(self.action): self.action}
        thoughts = [one.action for one in self.search(seed, self.study.playouts).thoughts()]
        others = Random(seed).sample(self.legal, len(self.legal))
        for action in (*thoughts, *others):
            if len(found) < MOST_OPENINGS:
                found.setdefault(self.label(action), action)
        return found

    def worth(self, action: int, seed: int) -> float:
        """How likely the mover wins after an action, as far as the search can tell."""
        return round(self.search(seed, self.study.playouts, action).outlook().chance, 4)

    def search(self, seed: int, playouts: int, only: int = NONE) -> Search:
        effort = effort_of(self.study.players[0], self.facts)
        assert effort is not None
        how = {"sight": effort.level.sight, "thinker": thinker_of(effort, self.facts, self.study)}
        search = Search(self.engine, self.root, seed, trees=1, only=only, **how)
        search.run(playouts, cores=1, thorough=True)
        return search


def thinker_of(effort: Effort, facts: Facts, study: Study) -> Any:
    """What a search thinks with."""
    return by_guide if effort.net is None else wiring(effort.net, facts.slug, study.seats).thinker


@lru_cache(16)
def wiring(path: Path, slug: str, seats: int) -> Wiring:
    """A net wired for the usual table of a game, once a process."""
    facts = all_facts()[slug]
    return Wiring(read(path, facts), seats, facts.checked_options(seats, {}))


def label_of(facts: Facts, move: Json) -> str:
    """What a move is, in few words: its kind and what it names; of several things how many, and no places or seats."""
    kind = hooks_of(facts).rules.MOVES.kinds[move["move"]]
    shown: Json = {}
    for name, value_kind in kind.fields.items():
        value = value_of(move, name, value_kind)
        if isinstance(value, list):
            shown[name] = f"of {len(value)}"
        elif isinstance(value, str | dict):
            text = value if isinstance(value, str) else "-".join(map(str, value.values()))
            if not PLACE.search(text):
                shown[name] = text
    parts = [f"{name} {text}" if len(shown) > 1 or text.startswith("of ") else text for name, text in shown.items()]
    return f"{kind.name}: {', '.join(parts)}" if parts else kind.name


def whole(label: str) -> list[str]:
    """A label as it is."""
    return [label]


def kind_of(label: str) -> list[str]:
    """The kind of a move, of its label."""
    return [label.partition(":")[0]]


def parts_of(label: str) -> list[str]:
    """What a label names, each by itself: of `keep: zebra-4` both `keep: zebra` and `keep: …-4`."""
    kind, _, named = label.partition(": ")
    found = []
    for part in named.split(", ") if named else ():
        split = MEMBER.fullmatch(part)
        found += [f"{kind}: {split[1]}", f"{kind}: …-{split[2]}"] if split else [f"{kind}: {part}"]
    return found


# --- Figures --------------------------------------------------------------------------------------


def figures(study: Study, lessons: Iterable[Lesson]) -> Json | None:
    """What the matches say; nothing while there are too few."""
    played = sorted(lessons, key=lambda lesson: lesson.place)
    if len(played) < 2:
        return None
    deals = finished_deals(study, played, played[-1].deal + 1)
    sampling = Sampling(len(played), study.lot("draws"))
    ones = np.ones(len(played))
    lengths = np.array([lesson.decisions for lesson in played], float)
    chosen = np.array([lesson.found["choices"] for lesson in played], float)
    legal = np.array([lesson.found["legal"] for lesson in played], float)
    return {
        "game": study.game,
        "rules": study.facts.rules_version,
        "seats": study.seats,
        "who": study.players[0],
        "think": thought(study.players[0], study.facts),
        "beside": study.beside,
        "looks": study.playouts,
        "seed": study.seed,
        "matches": len(played),
        "fair": rounded(1 / study.seats),
        "by_seat": by_seat(summed(tally(study, deals), sampling), sampling),
        "length": {
            "decisions": figure("mean", *sampling.mean(lengths, ones)),
            "choices": figure("mean", *sampling.mean(chosen, ones)),
            "moves": figure("mean", *sampling.mean(legal, chosen)),
            "shortest": int(lengths.min()),
            "longest": int(lengths.max()),
        },
        "leader": leader(study, played, sampling),
        "openings": [opened(played, sampling, step) for step in range(1, STEPS + 1)],
        "others": others(played, sampling),
    }


def won(game: Game, seat: int) -> float:
    """What a seat has of the victory."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def leader(study: Study, played: Sequence[Lesson], sampling: Sampling) -> Json:
    """How often the one who leads half-way by points wins; where several lead there is no leader."""
    wins, of = np.zeros(len(played)), np.zeros(len(played))
    for row, lesson in enumerate(played):
        half = lesson.found["half"]
        best = min(half) if study.facts.low_wins else max(half)
        if half.count(best) == 1:
            wins[row], of[row] = won(lesson, half.index(best)), 1.0
    if not of.sum():
        return {"matches": 0}
    return {"matches": int(of.sum()), **figure("wins", *sampling.share(wins, of))}


def opened(played: Sequence[Lesson], sampling: Sampling, step: int) -> Json:
    """What was taken as an opening when it could be, and how much better it is than the mean of what could be."""
    choices = sum(one["step"] == step for lesson in played for one in lesson.found["openings"])
    by = {"moves": whole, "parts": parts_of}
    return {"step": step, "choices": choices, **{key: worths(played, sampling, step, by[key]) for key in by}}


def worths(played: Sequence[Lesson], sampling: Sampling, step: int, names: Names) -> list[Json]:
    """The same, counted by other names."""
    offered, taken, looked, better = (defaultdict(lambda: np.zeros(len(played))) for _ in range(4))
    for row, lesson in enumerate(played):
        for one in lesson.found["openings"]:
            if one["step"] == step and len(one["worths"]) > 1:
                mean = sum(one["worths"].values()) / len(one["worths"])
                for name in {name for label in one["worths"] for name in names(label)}:
                    offered[name][row] += 1
                    taken[name][row] += name in names(one["taken"])
                for label, worth in one["worths"].items():
                    for name in names(label):
                        looked[name][row] += 1
                        better[name][row] += worth - mean
    rows = []
    for label, of in offered.items():
        if np.count_nonzero(of) >= FEWEST:
            worth = figure("better", *sampling.mean(better[label], looked[label]))
            share = rounded(taken[label].sum() / of.sum())
            rows.append({"move": label, "offered": int(of.sum()), "taken": share, **worth})
    return sorted(rows, key=lambda row: (-row["better"], row["move"]))


def others(played: Sequence[Lesson], sampling: Sampling) -> Json:
    """What the other bot does otherwise: by kind of move and by what it names, and what that costs."""
    asked, differ, cost = (np.zeros(len(played)) for _ in range(3))
    for row, lesson in enumerate(played):
        for one in lesson.found["beside"]:
            asked[row] += 1
            if "theirs" in one:
                differ[row] += 1
                cost[row] += one["worths"][0] - one["worths"][1]
    if not asked.sum():
        return {"decisions": 0}
    told: Json = {"decisions": int(asked.sum()), "differ": figure("share", *sampling.share(differ, asked))}
    if differ.sum():
        told["cost"] = figure("mean", *sampling.mean(cost, differ))
    return told | {
        "kinds": preferences(played, sampling, kind_of),
        "parts": preferences(played, sampling, parts_of),
        "moves": preferences(played, sampling, whole),
    }


def preferences(played: Sequence[Lesson], sampling: Sampling, names: Names) -> list[Json]:
    """Of each thing that moves do: how often each of the two does it where it can be done, and what it costs the other
    who does it where the first does something else. The dearest in all first."""
    offered, mine, theirs, times, cost = (defaultdict(lambda: np.zeros(len(played))) for _ in range(5))
    for row, lesson in enumerate(played):
        for one in lesson.found["beside"]:
            did, would = set(names(one["mine"])), set(names(one.get("theirs", one["mine"])))
            for counted, labels in (
                (offered, {name for label in one["offered"] for name in names(label)}),
                (mine, did),
                (theirs, would),
                (times, would - did),
            ):
                for label in labels:
                    counted[label][row] += 1
            for label in would - did:
                cost[label][row] += one["worths"][0] - one["worths"][1]
    rows = []
    for label, of in offered.items():
        if np.count_nonzero(of) >= FEWEST:
            row = {"move": label, "offered": int(of.sum()), "times": int(times[label].sum())}
            row |= {"mine": rounded(mine[label].sum() / of.sum()), "theirs": rounded(theirs[label].sum() / of.sum())}
            if np.count_nonzero(times[label]) >= FEWEST:
                row["cost"] = figure("mean", *sampling.mean(cost[label], times[label]))
            rows.append(row)
    return sorted(rows, key=lambda row: (-cost[row["move"]].sum(), row["move"]))


# --- Runs -----------------------------------------------------------------------------------------


def studies(who: str, games: list[str] | None, seats: list[int] | None, chosen: argparse.Namespace) -> list[Study]:
    """What is to be studied; one sentence says what is wrong."""
    plan: Json = (
        {"who": who, "against": chosen.beside}
        | ({"games": games} if games else {})
        | ({"seats": seats} if seats else {})
    )
    found = []
    for pairing in pairings_of([plan], chosen.seed):
        contest = pairing.contest
        if effort_of(pairing.who, contest.facts) is None:
            raise BadPlan(f"{pairing.who} does not search: there is nothing to ask it.")
        how = {"playouts": chosen.looks, "each": chosen.each, "beside": chosen.beside}
        found.append(Study(contest.game, (pairing.who,), contest.seats, contest.options, chosen.seed, **how))
    return found


def by_turns(every: Sequence[Study], kept: Sequence[Folder], most: int | None) -> Iterator[Bout]:
    """The first match of every table, then the second, ..."""
    for deal in count() if most is None else range(most):
        for study, folder in zip(every, kept, strict=True):
            yield from (bout for bout in study.bouts(deal, deal + 1) if not folder.has(bout))


def run(folder: Path, every: Sequence[Study], seconds: float | None, most: int | None, cores: int) -> list[Json]:
    """Play until time is up or all matches are; the figures of all tables that have any."""
    with ExitStack() as opened:
        kept = [Kept(folder / study.name, study) for study in every]
        for games in kept:
            opened.callback(games.close)
            games.open()
        place = {(study.game, study.seats): number for number, study in enumerate(every)}
        with no_longer_than(seconds):
            with Processes(cores, prepare) as workers:
                for _ in workers.play(to_prepare((study, (*study.players, study.beside)) for study in every)):
                    pass
            with Processes(cores, learn) as workers:
                for (key, lesson), line in workers.play(by_turns(every, kept, most)):
                    kept[place[key]].add(lesson, line)
        found = []
        for study, games in zip(every, kept, strict=True):
            told = figures(study, games.games.values())  # type: ignore[arg-type]
            if told is not None:
                told |= surroundings(datetime.now(UTC), PACKAGES)
                write_atomically(folder / f"{study.name}.json", as_text(told))
                found.append(told)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where matches and figures are kept, and gone on from")
    parser.add_argument("--who", required=True, metavar="CODE", help="who plays itself: a bot that searches")
    parser.add_argument("--beside", default="greedy", metavar="CODE", help="whose moves are compared")
    parser.add_argument("--games", nargs="+", metavar="SLUG", help="all, unless told otherwise")
    parser.add_argument("--seats", nargs="+", type=int, metavar="N", help="all numbers from two on")
    parser.add_argument(
        "--looks", type=int, default=400, metavar="N", help="playouts that go into what a move is worth"
    )
    parser.add_argument("--each", type=int, default=8, metavar="N", help="choices of a match that are compared")
    parser.add_argument("--matches", type=int, metavar="N", help="the most to play at each table")
    parser.add_argument("--seconds", type=float, metavar="S", help="of all; else until all matches are played")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    chosen = parser.parse_args()
    try:
        if chosen.seconds is None and chosen.matches is None:
            raise BadPlan("Say when to stop: --seconds or --matches.")
        every = studies(chosen.who, chosen.games, chosen.seats, chosen)
        for told in run(chosen.folder, every, chosen.seconds, chosen.matches, chosen.cores):
            print(f"{told['game']}, {told['seats']} seats: {told['matches']} matches")
    except KeyboardInterrupt:
        parser.exit(130, "Interrupted; the matches that were over are kept.\n")
    except (AraratError, BadPlan) as problem:
        parser.exit(2, f"{sentence(problem)}\n")


if __name__ == "__main__":
    main()
