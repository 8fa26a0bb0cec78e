"""Golden playthroughs: one whole game as text, every decision with its legal moves and all views.

They change only when the rules, the words or the views do, and then on purpose: `make golden`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import ararat
from ararat.core.hooks import hooks_of
from ararat.core.words import words
from ararat.games import all_facts

FOLDER = Path(__file__).parent
SEEDS_TRIED = 150
MOVES_SHOWN = 6
PERFT_DEALS = ((1, 0), (2, 10), (3, 20), (4, 30))
PERFT_ENOUGH = 20_000  # sequences; one move deeper than this and no more, so that a test takes a moment


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def choose(match, random):
    """A random move, kinds of move first, so that a game is not all of one kind."""
    moves = match.moves()
    kind = random.choice(sorted({move["move"] for move in moves}))
    return random.choice([move for move in moves if move["move"] == kind])


def phases_of(slug, players, options, seed):
    match = ararat.game(slug).start(players=players, seed=seed, **options)
    random = Random(seed)
    phases = set()
    while not match.over:
        phases.add(match.state()["phase"])
        match.play(choose(match, random))
    return phases


def richest_seed(slug, players, options):
    """The first seed whose game sees the most phases."""
    return max(range(SEEDS_TRIED), key=lambda seed: (len(phases_of(slug, players, options, seed)), -seed))


def playthrough(slug, players, options, seed):
    """A game as text."""
    facts = all_facts()[slug]
    say, say_event = hooks_of(facts).say, hooks_of(facts).say_event
    spoken = words("en", facts.package)
    names = [f"Seat {seat}" for seat in range(players)]
    match = ararat.game(slug).start(players=players, seed=seed, **options)
    random = Random(seed)
    shown: dict[object, dict[str, object]] = {}
    variant = "".join(f"{value}, " for value in options.values())
    lines = [f"{facts.name}, rules version {facts.rules_version}, {players} players, {variant}seed {seed}"]

    def show_views():
        """What changed in the spectator's view; of every seat's view only what is not the same there."""
        common = match.view(None)
        for viewer in [None, *range(players)]:
            view = match.view(viewer)
            if viewer is not None:
                view = {key: value for key, value in view.items() if value != common[key]}
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
        move = choose(match, random)
        lines.append(f"  plays {compact(move)}")
        for event in match.play(move):
            lines.append(f"    {compact(event)} {say_event(event, spoken, names) or ''}".rstrip())
        lines.append(f"  can be undone: {'yes' if match.can_undo else 'no'}")
    lines += ["", f"over: scores {match.scores}, winners {match.winners}"]
    show_views()
    return "\n".join(lines) + "\n"


def case_of(players, options):
    """A number of players and a variant in a word: 3, or 3-quick."""
    return "-".join(map(str, (players, *options.values())))


def path_of(slug, players, options):
    return FOLDER / f"{slug}-{case_of(players, options)}.txt"


def perft_of(slug, players, options):
    """Counts of legal sequences from fixed deals: from the start, and from later in a random game."""
    from ararat.core.engine import engine_of

    facts = all_facts()[slug]
    engine = engine_of(facts)
    prototype = engine.prototype(players, facts.checked_options(players, options))
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
