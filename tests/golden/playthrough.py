"""Golden playthroughs: one whole game as text, every decision with its legal moves and all views.

They change only when the rules, the words or the views do, and then on purpose: `make golden`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import NamedTuple

import ararat
from ararat.core.hooks import hooks_of
from ararat.core.options import ChoiceOption, FlagOption
from ararat.core.words import words
from ararat.games import all_facts

FOLDER = Path(__file__).parent
SEEDS_TRIED = 150
MOVES_SHOWN = 6
PERFT_DEALS = ((1, 0), (2, 10), (3, 20), (4, 30))
PERFT_ENOUGH = 20_000  # sequences; one move deeper than this and no more, so that a test takes a moment


class Case(NamedTuple):
    """One game that is kept: of how many players, by which options, and whether people have to remember."""

    slug: str
    players: int
    options: dict
    closed: bool = False

    @property
    def words(self):
        """What is not as usual, in words: quick, or frog, or closed."""
        values = [name if value is True else str(value) for name, value in self.options.items()]
        return [*values, *["closed"] * self.closed]

    @property
    def name(self):
        """A number of players and what is not as usual in a word: 3, or 3-quick."""
        return "-".join((str(self.players), *self.words))

    @property
    def path(self):
        return FOLDER / f"{self.slug}-{self.name}.txt"

    @property
    def plain(self):
        """The same game without that option."""
        return self._replace(options={})

    def start(self, seed):
        return ararat.game(self.slug).start(players=self.players, seed=seed, **self.options)


def cases_of(slug):
    """Every variant that stands apart with every number of players; every other value of an option, and a table that
    does not remember for people, with the fewest players for whom it makes a difference."""
    facts = all_facts()[slug]
    found = [Case(slug, players, options) for players in facts.players for options in facts.variants(players)]
    for name, option in facts.options.items():
        if isinstance(option, ChoiceOption | FlagOption) and not option.apart:
            players = (option.matters or facts.players)[0]
            others = [value for value in option.samples(players) if value != option.default]
            found += [Case(slug, players, {name: value}) for value in others]
    if facts.has("memory"):
        found.append(Case(slug, max(2, facts.players[0]), {}, closed=True))
    return found


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def choose(moves, random):
    """A random move, kinds of move first, so that a game is not all of one kind."""
    kind = random.choice(sorted({move["move"] for move in moves}))
    return random.choice([move for move in moves if move["move"] == kind])


def course_of(case, seed):
    """The phases of a random game, and how many moves there were to choose from."""
    match = case.start(seed)
    random = Random(seed)
    phases, counts = set(), []
    while not match.over:
        phases.add(match.state()["phase"])
        moves = match.moves()
        counts.append(len(moves))
        match.play(choose(moves, random))
    return phases, counts


def richest_seed(case):
    """The first seed whose game sees the most phases, of those where an option makes a difference."""

    def richness(seed):
        phases, counts = course_of(case, seed)
        return case.plain == case or course_of(case.plain, seed)[1] != counts, len(phases), -seed

    return max(range(SEEDS_TRIED), key=richness)


def playthrough(case, seed):
    """A game as text."""
    facts = all_facts()[case.slug]
    say, say_event = hooks_of(facts).say, hooks_of(facts).say_event
    spoken = words("en", facts.package)
    names = [f"Seat {seat}" for seat in range(case.players)]
    match = case.start(seed)
    view_of = match.closed_view if case.closed else match.view
    random = Random(seed)
    shown: dict[object, dict[str, object]] = {}
    variant = "".join(f"{word}, " for word in case.words)
    lines = [f"{facts.name}, rules version {facts.rules_version}, {case.players} players, {variant}seed {seed}"]

    def show_views():
        """What changed in the spectator's view; of every seat's view only what is not the same there."""
        common = view_of(None)
        for viewer in [None, *range(case.players)]:
            view = common
            if viewer is not None:
                view = {key: value for key, value in view_of(viewer).items() if value != common[key]}
            before = shown.get(viewer, {})
            changed = {key: value for key, value in view.items() if before.get(key, ...) != value}
            changed |= {key: "as all see it" for key in before if key not in view}
            shown[viewer] = view
            if changed:
                lines.append(f"  view {'spectator' if viewer is None else viewer}: {compact(changed)}")

    while not match.over:
        moves = match.moves()
        digest = hashlib.sha256(compact(moves).encode()).hexdigest()[:12]
        lines += ["", f"decision {len(match.history)}: seat {match.turn}, {len(moves)} legal moves, {digest}"]
        show_views()
        lines += [f"  can: {say(move, spoken, names)}" for move in moves[:MOVES_SHOWN]]
        move = choose(moves, random)
        lines.append(f"  plays {compact(move)}")
        for event in match.play(move):
            lines.append(f"    {compact(event)} {say_event(event, spoken, names) or ''}".rstrip())
        lines.append(f"  can be undone: {'yes' if match.can_undo else 'no'}")
        if case.closed:
            lines.append(f"  told from: {[match.told_from(viewer) for viewer in (None, *range(case.players))]}")
    lines += ["", f"over: scores {match.scores}, winners {match.winners}"]
    show_views()
    return "\n".join(lines) + "\n"


def perft_of(case):
    """Counts of legal sequences from fixed deals: from the start, and from later in a random game."""
    from ararat.core.engine import engine_of

    facts = all_facts()[case.slug]
    engine = engine_of(facts)
    prototype = engine.prototype(case.players, facts.checked_options(case.players, case.options))
    counts = {}
    for seed, later in PERFT_DEALS:
        tables = engine.start(prototype, seed)
        random = Random(seed)
        for _ in range(later):
            if tables[0]["turn"] >= 0:
                engine.step(tables, random.choice(engine.actions(tables)))
        found = []
        while not found or (0 < found[-1] < PERFT_ENOUGH and len(found) < 8):
            found.append(engine.perft(tables, len(found) + 1))
        counts[f"seed {seed}, after {later}"] = found
    return counts


PERFT = FOLDER / "perft.json"
