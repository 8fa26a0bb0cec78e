"""Greedy: one step of the guide, or of a net, over worlds imagined from the view alone."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest

import ararat
from ararat.cli.thinking import kernels_for
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.players.greedy import WORLDS, likeliest

GAMES = list(all_facts())
GUIDED = [slug for slug, facts in all_facts().items() if hooks_of(facts).is_guided]


def decisions(slug, count=4):
    """Matches with something to decide, spread over a random match."""
    match = ararat.game(slug).start(players=all_facts()[slug].usual_players, seed=5)
    random = Random(5)
    due = 1
    while not match.over and count:
        moves = match.moves()
        if len(moves) > 2 and len(match.history) >= due:
            yield match.copy()
            due = len(match.history) + 7
            count -= 1
        match.play(random.choice(moves))


@pytest.mark.parametrize("slug", GAMES)
def test_greedy_chooses_among_the_moves_that_it_is_given(slug):
    bot, random = ararat.player("greedy"), Random(1)
    for match in decisions(slug):
        view, moves = match.view(match.turn), match.moves()
        best = bot.choose(view, moves, 7)
        assert bot.choose(view, moves, 7) == best
        others = [move for move in moves if move != best]
        second = bot.choose(view, others, 7)
        assert second in others and bot.choose(view, list(reversed(others)), 7) == second
        for _ in range(5):
            some = random.sample(others, random.randint(2, len(others))) if len(others) > 1 else others
            assert bot.choose(view, some, 7) in some
        assert bot.choose(view, random.sample([best, *others[:1]], 2), 7) == best


@pytest.mark.parametrize("slug", GUIDED)
def test_greedy_does_what_the_guide_finds_likeliest(slug):
    for match in decisions(slug):
        engine = engine_of(all_facts()[slug])
        root = hooks_of(all_facts()[slug]).imagine(match.view(match.turn))
        actions, likely = engine.glance(root, Random(3).getrandbits(64), WORLDS)
        assert likely.sum() == pytest.approx(WORLDS) and (likely > 0).all()
        moves = hooks_of(all_facts()[slug]).moves_of(root[0], actions)
        assert moves == match.moves()
        chosen = ararat.player("greedy").choose(match.view(match.turn), moves, 3)
        assert likely[moves.index(chosen)] == pytest.approx(likely.max())


@pytest.mark.parametrize("slug", GAMES)
def test_the_glance_is_the_same_interpreted_and_compiled(slug):
    facts = all_facts()[slug]
    for match in decisions(slug, 2):
        root = hooks_of(facts).imagine(match.view(match.turn))
        plain, compiled = (engine_of(facts, interpreted).glance(root, 9, 2) for interpreted in (True, False))
        assert plain[0] == compiled[0]
        assert plain[1] == pytest.approx(compiled[1])


def test_moves_of_another_table_are_refused():
    match = ararat.game(GAMES[0]).start(players=2, seed=1)
    with pytest.raises(ararat.BadBot):
        ararat.player("greedy").choose(match.view(match.turn), [{"move": "fly"}, {"move": "swim"}], 1)


def test_equal_moves_are_all_the_likeliest():
    assert likeliest([4, 7, 9], np.array([0.2, 0.4, 0.4])) == [7, 9]
    assert likeliest([4, 7, 9], np.array([0.2, 0.4, 0.4 + 1e-6])) == [9]


def test_greedy_needs_no_search():
    code = (
        "import ararat\n"
        "from ararat.core.engine import engine_of\n"
        f"match = ararat.game({GUIDED[0]!r}).start(players=2, seed=1)\n"
        "ararat.player('greedy').choose(match.view(match.turn), match.moves(), 1)\n"
        f"print(sorted(engine_of(ararat.game({GUIDED[0]!r}).facts)._kernels))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'glance'" in done.stdout and "'search'" not in done.stdout
    facts = all_facts()[GUIDED[0]]
    assert "glance" in kernels_for(facts, ["greedy", "random"])
    assert not {"glance", "search"} & set(kernels_for(facts, ["random"]))
    assert "search" not in kernels_for(facts, ["greedy"]) and "glance" not in kernels_for(facts, ["owl", "search:9"])
