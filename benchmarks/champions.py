"""Bots beside each other at equal thinking time: many pairings, games and numbers of seats, a process a core.

    PYTHONPATH=src python benchmarks/champions.py build/champions --seconds 600 \\
        --games noah opti-mix --who 'net:nets/{game}.npz:{time}s' --against 'search:{time}s/{sight}' greedy --times 0.05

One seat is the bot's and all others are its rival's; it takes each seat of every deal in turn. Every decision has one
core. In codes {game} is the game's short name, {time} one of the --times, {sight} how far the strongest level looks
there, so that `search:0.05s/{sight}` is Owl's search for so long. Pairings have their deals by turns: whenever time is
up, each has about as many. Games are kept in FOLDER as they end, figures of each pairing in a file of its own
beside them, and the same command goes on where it was. A plan is a TOML or JSON file with a list `pairings` of such
options: games, seats, who, against, times, and `deals`, the most to play.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from ararat.arena.bout import Game, played
from ararat.arena.contest import Bout, Contest, how_of
from ararat.arena.folder import Folder, as_text
from ararat.arena.results import results_of
from ararat.arena.tally import finished_deals, tally
from ararat.arena.workers import Processes
from ararat.atomic import write_atomically
from ararat.core.contract import Facts, Json
from ararat.core.hooks import hooks_of
from ararat.core.levels import FAR
from ararat.errors import AraratError
from ararat.facade import find_game
from ararat.games import all_facts
from ararat.load.surroundings import surroundings
from ararat.match import start
from ararat.nets.shipped import read
from ararat.players import find
from ararat.players.codes import NET
from ararat.players.searchers import effort_of

# Guides that a net took the place of are rivals still (decision 21).
os.environ.setdefault("ARARAT_GUIDES", str(Path(__file__).parent / "guides"))

PACKAGES = ("ararat", "numba", "numpy")
TOLD_AFTER = 30.0  # seconds between two looks at how far it is
KNOWN = {"games", "seats", "who", "against", "times", "deals"}

Key = tuple[str, int, tuple[str, ...]]


class BadPlan(Exception):
    """A plan that nobody can play; its text says why."""


class TimeIsUp(Exception):
    """The whole run has had its seconds."""


@dataclass(frozen=True)
class Pairing:
    """A bot and its rival at a table."""

    contest: Contest  # the rival comes first, as host
    deals: int | None = None  # at most

    @property
    def key(self) -> Key:
        return key_of(self.contest)

    @property
    def who(self) -> str:
        return self.contest.players[1]

    @property
    def against(self) -> str:
        return self.contest.players[0]

    @property
    def name(self) -> str:
        """A name that can be a file's; nets of one file that differ have different ones."""
        codes = [named(code, self.contest.facts) for code in (self.who, self.against)]
        return "--".join((f"{self.contest.game}-{self.contest.seats}", *codes))


def key_of(contest: Contest) -> Key:
    """What tells it from the other contests of a run."""
    return contest.game, contest.seats, contest.players


def named(code: str, facts: Facts) -> str:
    """A code as a part of a file's name: a net's by its mark, for files come and go."""
    effort, asked = effort_of(code, facts), NET.fullmatch(code)
    if effort is not None and effort.net is not None:
        mark = read(effort.net, facts).mark[:8]
        level = code if asked is None else "net"
        rest = "" if asked is None else code.removeprefix("net").removeprefix(f":{asked['file']}")
        code = f"{level}-{mark}{rest}"
    return re.sub(r"[^A-Za-z0-9.-]+", "-", code)


def pairings_of(plan: Iterable[Json], seed: int = 1) -> list[Pairing]:
    """All pairings of a plan, each once, in its order; BadPlan or AraratError, in one sentence, says what is wrong."""
    found: dict[Key, Pairing] = {}
    for entry in plan:
        if not isinstance(entry, dict) or not {"who", "against"} <= entry.keys() or not entry.keys() <= KNOWN:
            raise BadPlan(f"A pairing has who and against, and of {', '.join(sorted(KNOWN))} no others: {entry}")
        for slug in listed(entry.get("games") or [*all_facts()]):
            facts = find_game(slug).facts
            for seats in listed(entry.get("seats") or [number for number in facts.players if number > 1]):
                if seats in facts.players:  # some games are for fewer
                    for contest in contests_of(facts, seats, entry, seed):
                        found.setdefault(key_of(contest), Pairing(contest, entry.get("deals")))
    if not found:
        raise BadPlan("There is nothing to play: no game of the plan has so many seats.")
    return [*found.values()]


def contests_of(facts: Facts, seats: int, entry: Json, seed: int) -> Iterator[Contest]:
    """The contests of an entry at one table."""
    options = facts.checked_options(seats, {})
    for told in listed(entry.get("times") or [""]):
        for who in listed(entry["who"]):
            for against in listed(entry["against"]):
                codes = filled(against, facts, told), filled(who, facts, told)
                for code in codes:
                    find(code)
                    how_of(code, facts)  # a net must be one of this game
                if codes[0] != codes[1]:
                    yield Contest(facts.slug, codes, seats, options, seed, guest=True)


def filled(code: str, facts: Facts, told: Any) -> str:
    """A code of a plan at a game."""
    sight = hooks_of(facts).old_guide.LEVELS[-1].sight if "{sight}" in code else FAR
    code = code.replace("/{sight}", "" if sight == FAR else f"/{sight}")
    return code.replace("{game}", facts.slug).replace("{time}", f"{told:g}" if isinstance(told, float) else str(told))


def listed(given: Any) -> list[Any]:
    """One thing, or several, as a list."""
    return list(given) if isinstance(given, list | tuple | range) else [given]


def by_turns(pairings: Sequence[Pairing], kept: Sequence[Folder]) -> Iterator[Bout]:
    """All games yet to be played: the first deal of every pairing, then the second, ..."""
    for deal in count():
        due = [number for number, one in enumerate(pairings) if one.deals is None or deal < one.deals]
        if not due:
            return
        for number in due:
            yield from (bout for bout in pairings[number].contest.bouts(deal, deal + 1) if not kept[number].has(bout))


def play(bout: Bout) -> tuple[tuple[Key, Game], str]:
    """Runs in a process: a game to its end, and the line that keeps it."""
    for code in bout.contest.players:
        warm(bout.contest.game, bout.contest.seats, code)
    game, _ = played(bout)
    return (key_of(bout.contest), game), json.dumps(game.as_json(), separators=(",", ":"))


def prepare(bout: Bout) -> tuple[None, str]:
    """Runs in a process: compile what the bots of a game need, once for all processes that come after."""
    for code in bout.contest.players:
        warm(bout.contest.game, bout.contest.seats, code)
    return None, ""


@lru_cache(None)
def warm(slug: str, seats: int, code: str) -> None:
    """Let a bot compile and load all it needs before its clock counts: one decision, once a process."""
    os.environ["ARARAT_CORES"] = "1"
    facts = all_facts()[slug]
    match = start(facts, seats, 0, facts.checked_options(seats, {}))
    while len(match.moves()) == 1:
        match.play(match.moves()[0])
    find(code).choose(match.view(match.turn), match.moves(), 0)


def to_prepare(tables: Iterable[tuple[Contest, Iterable[str]]]) -> list[Bout]:
    """Of every game and kind of bot one, so that all are compiled at once, each on a core of its own."""
    found: dict[tuple[str, str], Bout] = {}
    for table, codes in tables:
        for code in codes:
            alone = Contest(table.game, (code,), table.seats, table.options)
            found.setdefault((table.game, code.partition(":")[0]), Bout(alone, 0, 0, ()))
    return [*found.values()]


def figures(pairing: Pairing, games: Iterable[Game]) -> Json | None:
    """What the whole deals of a pairing say; nothing while there are none."""
    contest = pairing.contest
    played = list(games)
    deals = finished_deals(contest, played, max((game.deal for game in played), default=-1) + 1)
    if not deals:
        return None
    told = results_of(tally(contest, deals))
    mine = next(row for row in told["standings"] if row["player"] == pairing.who)
    duels = next(row for row in told["duels"] if row["player"] == pairing.who)
    return {
        "game": contest.game,
        "rules": contest.facts.rules_version,
        "seats": contest.seats,
        "who": pairing.who,
        "against": pairing.against,
        "think": {"who": thought(pairing.who, contest.facts), "against": thought(pairing.against, contest.facts)},
        "seed": contest.seed,
        "deals": told["deals"],
        "matches": told["games"],
        "share": mine["firsts"],
        "low": mine["low"],
        "high": mine["high"],
        "fair": mine["fair"],
        "times_fair": round(mine["firsts"] / mine["fair"], 3),
        "duels": {name: duels[name] for name in ("share", "low", "high")},
        "decisions": told["length"]["mean"],
    }


def thought(code: str, facts: Facts) -> Json:
    """How a bot thinks: seconds or playouts a decision, how far it looks, and which net, made how."""
    effort = effort_of(code, facts)
    if effort is None:
        return {}
    told: Json = {"seconds": effort.seconds} if effort.seconds is not None else {"playouts": effort.level.playouts}
    told |= {"sight": None if effort.level.sight == FAR else effort.level.sight}
    if effort.net is not None:
        net = read(effort.net, facts)
        # Where a file lay on some machine is nobody's business.
        made = {name: value for name, value in net.made.items() if not (isinstance(value, str) and "/" in value)}
        told |= {"net": net.mark, "made": made}
    return told


def keep(folder: Path, pairing: Pairing, games: Iterable[Game], cores: int) -> Json | None:
    """Write what a pairing says, with machine and date."""
    told = figures(pairing, games)
    if told is not None:
        told |= surroundings(datetime.now(UTC), PACKAGES) | {"processes": cores}
        write_atomically(folder / f"{pairing.name}.json", as_text(told))
    return told


@contextmanager
def no_longer_than(seconds: float | None) -> Iterator[None]:
    """Break off when time is up; what has ended by then is kept."""
    if seconds is None:
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TimeIsUp:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(folder: Path, pairings: Sequence[Pairing], seconds: float | None, cores: int) -> list[Json]:
    """Play until time is up or all deals are; the figures of all pairings that have any."""
    with ExitStack() as opened:
        kept = [Folder(folder / one.name, one.contest) for one in pairings]
        for games in kept:
            opened.callback(games.close)
            games.open()
        number_of = {one.key: number for number, one in enumerate(pairings)}
        touched: set[int] = set()
        with no_longer_than(seconds):
            with Processes(cores, prepare) as workers:
                due = next(by_turns(pairings, kept), None) is not None
                for _ in workers.play(
                    to_prepare((one.contest, one.contest.players) for one in pairings) if due else ()
                ):
                    pass
            told, ended = time.monotonic(), 0
            with Processes(cores, play) as workers:
                for (key, game), line in workers.play(by_turns(pairings, kept)):
                    kept[number_of[key]].add(game, line)
                    touched.add(number_of[key])
                    ended += 1
                    if time.monotonic() - told > TOLD_AFTER:
                        told = time.monotonic()
                        print(f"{ended} games, {game.seconds:.1f} s the last", file=sys.stderr, flush=True)
        found = []
        for number, one in enumerate(pairings):
            path = folder / f"{one.name}.json"
            if number in touched or not path.exists():
                keep(folder, one, kept[number].games.values(), cores)
            if path.exists():
                found.append(json.loads(path.read_text("utf-8")))
        return found


def in_a_line(told: Json) -> str:
    """A pairing as a line of a table."""
    between = "–" if told["low"] is None else f"{100 * told['low']:.0f} to {100 * told['high']:.0f}"
    share = f"{100 * told['share']:.1f} % ({between}) of {100 * told['fair']:.0f}"
    return f"| {told['game']} | {told['seats']} | `{told['who']}` | `{told['against']}` | {told['matches']} | {share} |"


def sentence(problem: Exception) -> str:
    """What is wrong, in words; by its key on a machine where the catalogues can't be read."""
    try:
        return str(problem)
    except ImportError:
        return f"{problem.args[0]} {getattr(problem, 'values', '')}"


def plan_of(chosen: argparse.Namespace) -> list[Json]:
    """The plan of a file, or of the options."""
    if chosen.plan is None:
        if not chosen.who or not chosen.against:
            raise BadPlan("Say who plays: --who and --against, or --plan.")
        names = ("games", "seats", "who", "against", "times", "deals")
        return [{name: getattr(chosen, name) for name in names if getattr(chosen, name) is not None}]
    try:
        text = chosen.plan.read_text("utf-8")
        plan = json.loads(text) if chosen.plan.suffix == ".json" else tomllib.loads(text)
        pairings = plan["pairings"]
        if not isinstance(pairings, list):
            raise TypeError
        return pairings
    except (OSError, ValueError, KeyError, TypeError):
        raise BadPlan(f"{chosen.plan} is no plan: it has a list `pairings`, as TOML or JSON.") from None


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where games and figures are kept, and gone on from")
    parser.add_argument("--plan", type=Path, metavar="FILE", help="pairings, in place of the options below")
    parser.add_argument("--games", nargs="+", metavar="SLUG", help="all, unless told otherwise")
    parser.add_argument("--seats", nargs="+", type=int, metavar="N", help="all numbers from two on")
    parser.add_argument("--who", nargs="+", metavar="CODE", help="who is measured")
    parser.add_argument("--against", nargs="+", metavar="CODE", help="who has all other seats")
    parser.add_argument("--times", nargs="+", metavar="S", help="what {time} stands for, one after the other")
    parser.add_argument("--deals", type=int, metavar="N", help="the most to play of each pairing")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="of all, compiling included; else until all is played"
    )
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    return parser


def main() -> None:
    parser = arguments()
    chosen = parser.parse_args()
    try:
        pairings = pairings_of(plan_of(chosen), chosen.seed)
        if chosen.seconds is None and any(one.deals is None for one in pairings):
            raise BadPlan("Say when to stop: --seconds or --deals.")
        try:
            found = run(chosen.folder, pairings, chosen.seconds, chosen.cores)
        except KeyboardInterrupt:
            parser.exit(130, "Interrupted; the games that were over are kept.\n")
    except (AraratError, BadPlan) as problem:
        parser.exit(2, f"{sentence(problem)}\n")
    print("\n".join(["| game | seats | who | against | matches | first places |", "|---" * 6 + "|"]))
    print("\n".join(map(in_a_line, found)))


if __name__ == "__main__":
    main()
