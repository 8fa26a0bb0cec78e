"""The Python face: the names that people's scripts rest on, and what bad input gets."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import ararat
from lengths import amount


def run(code, **kwargs):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, **kwargs)


def test_importing_does_no_work():
    done = run("import sys, ararat; print(sorted({'numba', 'numpy', 'rich', 'typer', 'babel'} & set(sys.modules)))")
    assert done.stdout.strip() == "[]", done.stderr


def test_listing_games_and_bots_loads_nothing_heavy():
    code = (
        "import sys, ararat; ararat.games(); ararat.players(); ararat.game(ararat.games()[0]).options\n"
        "print('numba' in sys.modules)"
    )
    assert run(code).stdout.strip() == "False"


def test_the_names_stay_functions_whatever_is_imported():
    modules = "ararat, ararat.games, ararat.players, ararat.match, ararat.batch"
    code = f"import {modules}; print(ararat.games(), ararat.players())"
    assert run(code).returncode == 0


def test_the_face_has_every_name():
    for slug in ararat.games():
        game = ararat.game(slug)
        assert game.name and list(game.players)
        for option in game.options.values():
            for players in game.players:
                assert option.allows(option.default, players)
                assert all(option.allows(value, players) for value in option.samples(players))
                assert option.values(players) and option.allowed(players)
        match = game.start(players=game.players[0], seed=7)
        for name in "turn moves why_not play history state view over scores winners can_undo undo copy record".split():
            assert hasattr(match, name)
    assert {"random", "greedy"} <= set(ararat.players())


@pytest.mark.parametrize("slug", ["go", "", None, 7, ["noah"], "Animals on Board"])
def test_an_unknown_game_is_refused(slug):
    with pytest.raises(ararat.UnknownGame) as refused:
        ararat.game(slug)
    assert "animals-on-board" in refused.value.text


@pytest.mark.parametrize(
    "code",
    [
        *("deep-blue", "", None, 7, ["random"]),
        *("search", "search:", "search:0", "search:-5", "search:1e9", "search:9s9"),
    ],
)
def test_an_unknown_bot_is_refused(code):
    with pytest.raises(ararat.UnknownPlayer) as refused:
        ararat.player(code)
    assert "greedy" in refused.value.text


def test_a_bot_needs_a_move_and_a_game():
    view = ararat.game("animals-on-board").start(players=2, seed=1).view(0)
    with pytest.raises(ararat.BadBot):
        ararat.player("random").choose(view, [], 1)
    with pytest.raises(ararat.UnknownPlayer):
        ararat.player("greedy").choose({**view, "game": "go"}, [{"move": "pass"}], 1)


def test_game_options_cannot_be_changed_by_accident():
    with pytest.raises(TypeError):
        ararat.game("animals-on-board").options["first"] = 1


def test_simulating_gives_rows_a_game():
    results = ararat.game("animals-on-board").simulate(100, players=3, seed=5)
    assert results.scores.shape == results.wins.shape == (100, 3)
    assert results.decisions.min() > 3 and set(np.unique(results.wins)) <= {0, 1}
    again = ararat.game("animals-on-board").simulate(50, players=3, seed=5, cores=1)
    assert (again.scores == results.scores[:50]).all()


@pytest.mark.parametrize("count", [0, -1, 1.5, "7", None, True])
def test_a_number_of_games_that_is_none_is_refused(count):
    with pytest.raises(ararat.BadBatch):
        ararat.game("animals-on-board").simulate(count, players=2)
    with pytest.raises(ararat.BadBatch):
        ararat.game("animals-on-board").batch(count, players=2)


@pytest.mark.parametrize("actions", [[1], [[1, 2]], [1.5, 2.5], "ab", [1, 2, 3]])
def test_actions_that_fit_no_batch_are_refused(actions):
    batch = ararat.game("animals-on-board").batch(2, players=2)
    with pytest.raises(ararat.BadBatch):
        batch.step(actions)


def test_a_simulated_game_deals_as_a_match_of_its_seed_does():
    game = ararat.game("animals-on-board")
    batch = game.batch(5, players=4, seed=2**32 - 2)
    for number in range(5):
        match = game.start(players=4, seed=2**32 - 2 + number)
        assert match._tables.tobytes() == batch.tables[number : number + 1].tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_far_beyond_chance(players):
    """Seat-rotated: the share of victories is several standard deviations above a fair one."""
    game = ararat.game("animals-on-board")
    greedy, other = ararat.player("greedy"), ararat.player("random")
    games, won = amount(12, long=24), 0.0
    for number in range(games):
        match = game.start(players=players, seed=number)
        while not match.over:
            bot = greedy if match.turn == number % players else other
            match.play(bot.choose(match.view(match.turn), match.moves(), seed=number * 1000 + len(match.history)))
        if number % players in match.winners:
            won += 1 / len(match.winners)
    fair = games / players
    assert won > fair + 3 * (fair * (1 - 1 / players)) ** 0.5


@pytest.mark.parametrize("cores", [0, -1, 1.5, "2", True])
def test_a_number_of_cores_that_is_none_is_refused(cores):
    with pytest.raises(ararat.BadBatch):
        ararat.game("animals-on-board").simulate(10, players=2, cores=cores)
    with pytest.raises(ararat.BadBatch):
        ararat.game("animals-on-board").batch(10, players=2, cores=cores)


def test_a_match_travels_between_processes_and_is_copied_whole():
    import copy
    import pickle

    match = ararat.game("animals-on-board").start(players=3, seed=4)
    for _ in range(9):
        match.play(match.moves()[0])
    for twin in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match), copy.copy(match)):
        assert twin.state() == match.state() and twin.history == match.history
        twin.play(twin.moves()[0])
        assert len(match.history) == 9


def test_two_threads_may_ask_for_the_rules_at_once():
    code = (
        "import threading, ararat\n"
        "def go(seed):\n"
        "    match = ararat.game('animals-on-board').start(players=2, seed=seed)\n"
        "    match.play(match.moves()[0]); found.append(len(match.moves()))\n"
        "found = []\n"
        "threads = [threading.Thread(target=go, args=(seed,)) for seed in range(4)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]; print(found)"
    )
    done = run(code)
    assert done.stdout.strip() == "[3, 3, 3, 3]", done.stderr


def test_bad_input_to_a_bot_is_refused():
    match = ararat.game("animals-on-board").start(players=2, seed=1)
    view, moves = match.view(0), match.moves()
    for code in ("random", "greedy"):
        bot = ararat.player(code)
        for wrong in (None, [], {}, {"a": 1}, iter(moves), [1], "pass"):
            with pytest.raises(ararat.AraratError):
                bot.choose(view, wrong, 1)
        for seed in (None, 1.5, "7", [1], True):
            with pytest.raises(ararat.BadBot):
                bot.choose(view, moves, seed)
    for wrong in (None, [], {}, {"game": view["game"]}, match.view(None), match.view(1), {**view, "turn": 9}):
        for code in ("greedy", "chick", "search:20"):
            with pytest.raises(ararat.AraratError):
                ararat.player(code).choose(wrong, moves, 1)


def deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


class Unspeakable:
    def __repr__(self):
        raise RuntimeError


ODD = {
    "a deep list": deep(),
    "a long text": "x" * 10**6,
    "two lines": "a\nb",
    "half a letter": "\ud800",
    "something unspeakable": Unspeakable(),
    "a huge number": 10**5000,
    "no number": float("nan"),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_odd_input_gets_a_short_sentence_on_one_line(odd):
    game = ararat.game("animals-on-board")
    match = game.start(players=2, seed=1)
    for ask in (
        lambda: game.start(players=odd),
        lambda: game.start(players=2, seed=odd),
        lambda: game.start(players=2, first=odd),
        lambda: game.start(players=2, species=[odd] * 8),
        lambda: game.simulate(odd, players=2),
        lambda: game.restore(odd),
        lambda: game.restore({**match.state(), "round": odd}),
        lambda: match.view(odd),
        lambda: match.log(odd),
        lambda: match.play(odd),
        lambda: match.play({"move": "keep", "tile": odd}),
        lambda: ararat.game(odd),
        lambda: ararat.player(odd),
        lambda: ararat.replay(odd),
    ):
        with pytest.raises(ararat.AraratError) as refused:
            ask()
        sentence = str(refused.value)
        assert "\n" not in sentence and len(sentence) < 700
        sentence.encode("utf-8")
    assert match.history == []


def test_seeds_do_not_run_over():
    game = ararat.game("animals-on-board")
    assert game.simulate(1, players=2, seed=2**64 - 1).decisions[0] > 0
    for call in (game.simulate, game.batch):
        with pytest.raises(ararat.BadBatch):
            call(3, players=2, seed=2**64 - 2)
        for size in (10**12, 2**62):
            with pytest.raises(ararat.BadBatch):
                call(size, players=2)
    with pytest.raises(ararat.BadBatch):
        game.batch(3, players=2).step([[1], [1, 2], 3])


@pytest.mark.parametrize("since", ["x", None, 1.5, [], True])
def test_a_log_since_nothing_is_refused(since):
    match = ararat.game(ararat.games()[0]).start(players=2, seed=1)
    with pytest.raises(ararat.BadSeat):
        match.log(0, since=since)


def test_a_log_reads_on_from_a_move():
    match = ararat.game(ararat.games()[0]).start(players=2, seed=1)
    for _ in range(6):
        match.play(match.moves()[0])
    for since in (-3, 0, 2, 6, 99):
        assert match.log(1, since=since) == match.log(1)[max(0, since) :]
