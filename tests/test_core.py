"""The core: tables, chance, sets of bits, pieces, and a compile cache that is never stale."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ararat
from ararat.core import bits, chance, compiler, sources
from ararat.core.engine import Engine, engine_of
from ararat.core.faults import at_every_seat, first_fault
from ararat.core.hooks import hooks_of
from ararat.core.kernels import KERNELS
from ararat.core.options import ChoiceOption, FlagOption, SeatOption, SubsetOption
from ararat.core.pairs import count_unlike, list_unlike, nth_unlike, pair_at
from ararat.core.pieces import Pieces
from ararat.core.result import close, is_winner, score_of, seats_with_most
from ararat.core.rows import put_in, take_out
from ararat.core.table import Head, Layout, Numbers, field, i8, i64
from ararat.core.whole import next_seat
from ararat.errors import BadPieces
from ararat.games import all_facts
from lengths import in_turn

ROOT = Path(__file__).parent.parent

SETS = st.integers(0, 2**62 - 1)


@given(SETS)
def test_sets_count_and_order_their_members(members):
    numbers = [n for n in range(62) if members >> n & 1]
    assert bits.size_of(members) == len(numbers)
    assert [bits.nth_of(members, place) for place in range(len(numbers))] == numbers
    if numbers:
        assert bits.number_of(bits.first_of(members)) == numbers[0]
        assert bits.without_first(members) == members - bits.single(numbers[0])


@given(SETS, st.integers(0, 61))
def test_sets_gain_and_lose_a_member(members, number):
    numbers = {n for n in range(62) if members >> n & 1}
    assert bits.contains(members, number) == (number in numbers)
    assert bits.with_member(members, number) == sum(map(bits.single, numbers | {number}))
    assert bits.without(members, number) == sum(map(bits.single, numbers - {number}))
    assert bits.all_below(number) == sum(map(bits.single, range(number)))
    assert bits.contains(np.int8(4), np.int8(2)) and bits.single(np.int8(40)) == 2**40, "of a table's bytes too"


@given(SETS, st.data())
def test_spread_and_gather_undo_each_other(members, data):
    pattern = data.draw(st.integers(0, 2 ** bits.size_of(members) - 1))
    picked = bits.spread(pattern, members)
    assert picked & ~members == 0 and bits.size_of(picked) == bits.size_of(pattern)
    assert bits.gather(picked, members) == pattern


@given(st.sets(st.integers(0, 61), max_size=6))
def test_sets_of_some_members_are_listed_in_the_order_of_their_numbers(numbers):
    members, listed = bits.set_of(numbers), np.full(100, -1, np.int64)
    count = bits.list_subsets(members, listed, 2)
    assert listed[2:count].tolist() == sorted(bits.spread(n, members) for n in range(1, 1 << len(numbers)))
    count = bits.list_members(members, 500, listed, 3)
    assert listed[3:count].tolist() == sorted(500 + number for number in numbers)
    assert (listed[:2] == -1).all()


@given(SETS, SETS)
def test_a_set_less_a_part_tells_what_was_not_there(members, part):
    inside = members & part
    assert bits.less(members, inside) == members & ~part
    assert bits.less(members, part) == (members & ~part if inside == part else bits.NOT_THERE)
    assert bits.less(bits.NOT_THERE, part) == bits.NOT_THERE, "and does not forget it"


@given(SETS)
def test_unions_and_sums_run_over_the_members(members):
    numbers = bits.members_of(members)
    assert numbers == [n for n in range(62) if members >> n & 1] and bits.set_of(numbers) == members
    amounts = [n * n + 1 for n in range(62)]
    assert bits.sum_over(np.array(amounts, np.int64), members) == sum(amounts[n] for n in numbers)
    together = {other for n in numbers for other in bits.members_of(amounts[n])}
    assert bits.union_over(np.array(amounts, np.int64), members) == bits.set_of(together)
    if numbers:
        assert bits.lowest_of(members) == numbers[0]


@given(st.lists(st.integers(-1, 3), max_size=40))
def test_unlike_pairs_are_listed_counted_and_found_by_their_place(row):
    pairs = [(a, b) for b in range(len(row)) for a in range(b) if -1 not in (row[a], row[b]) and row[a] != row[b]]
    listed = np.full(2 + len(pairs) + 1, 7)
    count = list_unlike(np.array(row, np.int8), -1, 100, listed[:-1], 2)  # a list of the next table may follow
    assert listed[-1] == 7 and listed[2:count].tolist() == [100 + pair_at(*pair) for pair in pairs]
    assert count_unlike(row, -1) == len(pairs)
    assert [nth_unlike(row, -1, place) for place in range(len(pairs))] == [pair_at(*pair) for pair in pairs]


def seeded(seed):
    words = np.zeros(4, np.int64)
    Engine.seed_words(words, seed)
    return words


@given(st.integers(0, 2**64 - 1))
def test_a_small_seed_starts_chance_from_its_two_halves(seed):
    """Seeds of 64 bits deal as they did before there were larger ones."""
    words = np.zeros(4, np.int64)
    chance.seed_chance(words, seed >> 32, seed & chance.WORD)
    twin = np.array([seed & chance.WORD, seed >> 32, 0, 1], np.int64)
    for _ in range(chance.WARM_UP):
        chance.roll(twin)
    assert words.tobytes() == seeded(seed).tobytes() == twin.tobytes()


def test_chance_is_sfc32():
    """The first numbers of Chris Doty-Humphrey's generator, stated a second time with plain integers."""
    a, b, c, counter = 5, 0, 0, 1
    words = np.array([5, 0, 0, 1], np.int64)
    for _ in range(100):
        result = (a + b + counter) % 2**32
        counter += 1
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) % 2**32 + result) % 2**32
        assert chance.roll(words) == result


@given(st.integers(1, 2**31), st.integers(0, 2**64 - 1))
def test_chance_stays_below_its_limit(limit, seed):
    words = seeded(seed)
    assert all(0 <= chance.below(words, limit) < limit for _ in range(5))


def test_chance_is_even():
    words = seeded(3)
    counts = np.bincount([chance.below(words, 12) for _ in range(24_000)], minlength=12)
    assert ((counts - 2000) ** 2 / 2000).sum() < 40, "a chi-square of 11 degrees passes 40 once in 30 000"


def test_some_members_are_drawn_one_after_the_other():
    members = bits.set_of((1, 4, 9, 30))
    for count in range(5):
        words, twin = seeded(count), seeded(count)
        drawn = chance.some_members(words, members, count)
        assert drawn & ~members == 0 and bits.size_of(drawn) == count
        left = members
        for _ in range(count):
            left = bits.without(left, chance.random_member(twin, left))
        assert drawn == members & ~left and words.tobytes() == twin.tobytes()
    counts = np.bincount([chance.random_member(words, members) for _ in range(4000)])
    assert set(np.flatnonzero(counts)) == {1, 4, 9, 30} and counts.max() < 1150


def test_chance_rejects_what_would_be_unfair():
    """Of 2**32 rolls one too many would fall to 0 below 3: the roll 0 is rolled again, the roll 1 is not."""
    for first, again in ((0, True), (1, False), (2, False)):
        words = np.array([first, 0, 400_000_000, 0], np.int64)
        twin = words.copy()
        rolls = [int(chance.roll(twin)), int(chance.roll(twin))]
        assert rolls[0] == first
        assert chance.below(words, 3) == (rolls[again] * 3) >> 32


def test_stirring_mixes_every_bit_in():
    fresh = [0, *(1 << bit for bit in range(128))]
    stirred = set()
    for number in fresh:
        words = seeded(7)
        chance.stir(words, np.array([number >> 32 * word & chance.WORD for word in range(4)], np.int64))
        stirred.add(words.tobytes())
        twin = seeded(7)
        for word in range(4):
            twin[word] ^= number >> 32 * word & chance.WORD
        for _ in range(chance.WARM_UP):
            chance.roll(twin)
        assert words.tobytes() == twin.tobytes()
    assert len(stirred) == len(fresh) and chance.WARM_UP >= 12


def test_every_bit_of_a_seed_matters():
    seeds = [0, *(1 << bit for bit in range(128))]
    assert len({seeded(seed).tobytes() for seed in seeds}) == 129


# --- Rows, seats, faults, results -----------------------------------------------------------------


def test_rows_close_up_and_move_up():
    row = np.array([5, 6, 7, -1], np.int8)
    assert take_out(row, 1, -1) == 6 and row.tolist() == [5, 7, -1, -1]
    put_in(row, 0, 9)
    assert row.tolist() == [9, 5, 7, -1]
    put_in(row, 3, 8)
    assert row.tolist() == [9, 5, 7, 8]
    assert [take_out(row, 0, -1) for _ in range(4)] == [9, 5, 7, 8] and row.tolist() == [-1] * 4


@pytest.mark.parametrize(
    "seat, out, following", [(0, [], 1), (3, [], 0), (1, [2, 3], 0), (2, [0, 1, 3], 2), (2, [0, 1, 2, 3], 2)]
)
def test_the_next_seat_is_not_among_those_out(seat, out, following):
    assert next_seat(SimpleNamespace(players=4), seat, bits.set_of(out)) == following


def test_the_first_fault_in_the_order_of_the_rules_is_told():
    asked = []

    def rule(name):
        return lambda table: asked.append(name) or getattr(table, name)

    fault = first_fault(rule("a"), rule("b"), at_every_seat(lambda table, seat: table.seats[seat]))
    table = SimpleNamespace(players=3, a=0, b=0, seats=[0, 0, 0, 4])
    assert fault(table) == 0 and asked == ["a", "b"], "a seat that is not there is not asked"
    table.seats = [0, 6, 5, 4]
    assert fault(table) == 6
    table.b = 2
    assert fault(table) == 2
    table.a = 1
    asked.clear()
    assert fault(table) == 1 and asked == ["a"]


@pytest.mark.parametrize(
    "scores, best", [([3, 5, 5], [1, 2]), ([-7, -2, -9], [1]), ([0, 0, 0], [0, 1, 2]), ([9, 1, 1], [0])]
)
def test_the_seats_with_most_share_the_first_place(scores, best):
    table = SimpleNamespace(players=3, scores=[*scores, 99], winners=0, phase=1, turn=2)
    assert bits.members_of(seats_with_most(score_of)(table)) == best
    close(table, 7, bits.set_of(best))
    assert [is_winner(table, seat) for seat in range(3)] == [seat in best for seat in range(3)]
    assert (table.phase, table.turn) == (7, -1)


# --- Tables and pieces ----------------------------------------------------------------------------


def declared(**fields):
    """A class that declares these fields, none of which has a shape."""
    return type("T", (), {**fields, "__annotations__": dict.fromkeys(fields, "int")})


def test_a_field_is_what_its_annotation_says():
    for kind, shape in (("int", 3), ("Numbers", ()), ("Grid", 2), ("float", ())):
        fields = {"x": field(i8, "", 0, 1, shape=shape), "__annotations__": {"x": kind}}
        with pytest.raises(TypeError, match="does not fit its shape"):
            Layout(type("T", (), fields))
    with pytest.raises(TypeError, match="not declared"):
        Layout(type("T", (), {"__annotations__": {"x": "int"}}))


MISSPELT = """
from {package}.state import Table

def rule(table: Table) -> int:
    return table.{field}
"""


def test_a_misspelt_field_of_a_table_is_refused_by_the_type_checker(tmp_path):
    from mypy import api

    for number, facts in enumerate(all_facts().values()):
        for spelt in ("turn", "trun"):
            (tmp_path / f"{spelt}_{number}.py").write_text(MISSPELT.format(package=facts.package, field=spelt))
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    told, _, _ = api.run([*settings, *map(str, sorted(tmp_path.glob("*.py")))])
    wrong = [line for line in told.splitlines() if "has no attribute" in line]
    assert len(wrong) == len(all_facts()) == told.count("error:"), told
    assert all('"trun"' in line and "trun_" in line for line in wrong)


@pytest.mark.parametrize("name", ["round", "size", "take", "item", "max", "data"])
def test_names_that_records_use_themselves_are_refused(name):
    with pytest.raises(TypeError, match="choose another"):
        Layout(declared(**{name: field(i8, "", 0, 1)}))


def test_ranges_that_do_not_fit_are_refused():
    for low, high in ((0, 128), (-129, 0), (3, 2)):
        with pytest.raises(TypeError, match="does not fit"):
            Layout(declared(x=field(i8, "", low, high)))


def test_tables_have_no_padding_and_tell_what_is_out_of_range():
    class Table(Head):
        small: Numbers = field(i8, "", 0, 3, shape=3)
        big: int = field(i64, "", 0, 9)

    layout = Layout(Table, phases=2, seats=4)
    assert layout.dtype.itemsize == sum(f.bytes for f in layout) and layout.dtype.itemsize % 8 == 0
    table = layout.new()[0]
    table.players = 1
    table.small[1] = 4
    assert layout.out_of_range(table) == ["small = [0, 4, 0], not 0 to 3"]


@pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
def test_every_table_begins_as_the_core_reads_it(facts):
    layout = facts.module("state").LAYOUT
    assert {"chance", "players", "phase", "turn"} <= layout.fields.keys()
    assert layout.dtype.itemsize < 8192, "a table is meant to be a few hundred bytes"
    for declared in layout:
        assert declared.meaning and declared.seen in ("all", "own seat", "nobody")


@pytest.mark.parametrize(
    "text, problem",
    [
        ("x = [", "cannot be read"),
        ("x = [{a = 1}]", "needs a status"),
        ('x = [{a = 1, status = "sure"}]', "needs a status"),
    ],
)
def test_pieces_that_contradict_themselves_are_refused(tmp_path, text, problem):
    path = tmp_path / "pieces.toml"
    path.write_text(text)
    with pytest.raises(BadPieces, match=problem):
        Pieces(path)


def test_pieces_say_what_is_missing(tmp_path):
    path = tmp_path / "pieces.toml"
    path.write_text('x = [{a = 1, status = "known"}, {a = 2, status = "reconstructed"}]')
    box = Pieces(path)
    assert len(box.rows("x", ("a",))) == 2 and len(box.reconstructed()) == 1
    for table, columns in (("y", ("a",)), ("x", ("a", "b"))):
        with pytest.raises(BadPieces):
            box.rows(table, columns)


# --- Options and states ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "option, good, bad",
    [
        (SeatOption(rule="X-1.1"), [0, 2], [-1, 3, True, None, 1.0, "0", []]),
        (ChoiceOption(rule="X-1.1", default="a", choices=("a", "b")), ["a", "b"], ["c", None, 1, ["a"], {}]),
        (FlagOption(rule="X-1.1"), [True, False], [0, 1, None, "true"]),
        (
            SubsetOption(rule="X-1.1", words=("a", "b", "c"), counts={3: 2}),
            [None, ["a", "b"], ["c", "a"]],
            [[], ["a"], ["a", "a"], ["a", "x"], ["a", []], "ab", ("a", "b"), 2],
        ),
    ],
    ids=["seat", "choice", "flag", "subset"],
)
def test_options_allow_their_values_and_nothing_else(option, good, bad):
    assert all(option.allows(value, 3) for value in [option.default, *good, *option.samples(3)])
    assert not any(option.allows(value, 3) for value in bad)
    assert option.values(3) and option.allowed(3)
    assert option.normal(good[-1]) == (sorted(good[-1]) if isinstance(good[-1], list) else good[-1])


# --- The compiler ---------------------------------------------------------------------------------


def run_apart(code, *arguments, cwd=None, **variables):
    """Run Python code in a process of its own, with these variables in its surroundings."""
    env = os.environ | {name: str(value) for name, value in variables.items()}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture
def copied_package(tmp_path):
    """A copy of the package, to edit."""
    shutil.copytree(sources.PACKAGE, tmp_path / "ararat", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


EDITED = """
import json, sys
from pathlib import Path
from ararat.core import compiler, sources
from ararat.games import all_facts

def marks():
    games = [facts.folder for facts in all_facts().values()]
    return [compiler.fingerprint.__wrapped__(game, guided) for game in games for guided in (False, True)]

before = marks()
for names in json.loads(sys.argv[1]):
    for path in (sources.PACKAGE / name for name in names):
        path.write_text(path.read_text("utf-8") + "\\n# edited\\n", "utf-8")
    after = marks()
    print([place for place, mark in enumerate(after) if mark != before[place]])
    before = after
print(sources.PACKAGE)
"""


def test_editing_a_source_changes_the_cache_of_all_that_is_made_of_it_and_no_other(copied_package):
    """Rules, pieces and constants are compiled; whatever draws, speaks, judges or serves is not."""
    every = list(range(2 * len(all_facts())))  # each game without and with its guide
    game = f"games/{next(iter(all_facts().values())).folder.name}"
    cases = [
        (["core/chance.py"], every),
        (["core/kernels.py"], every),
        (["core/compiler.py"], every),
        ([f"{game}/pieces.toml"], [0, 1]),
        ([f"{game}/pieces.py"], [0, 1]),
        ([f"{game}/state.py"], [0, 1]),
        ([f"{game}/rules/ending.py"], [0, 1]),
        ([f"{game}/guide.py"], [1]),
        ([f"{game}/{name}.py" for name in ("text", "views", "web")], []),
        (["core/words.py", "core/terminal.py", "core/engine.py", "errors.py", "match.py", "server/app.py"], []),
    ]
    edits = json.dumps([names for names, _ in cases])
    done = run_apart(EDITED, edits, cwd=copied_package, PYTHONPATH=copied_package)
    assert done.returncode == 0, done.stderr
    *lines, package = done.stdout.splitlines()
    assert Path(package) == copied_package / "ararat"
    assert dict(zip(map(str, cases), lines, strict=True)) == {str(case): str(case[1]) for case in cases}


@pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
def test_every_rule_of_a_game_stands_in_what_its_cache_is_named_by(facts):
    for guided, module in ((False, facts.module("rules")), (True, facts.module("guide"))):
        found, beside = sources.sources_of(facts.folder, guided), hooks_of(facts).old_folder
        old = sources.sources_beside(beside, facts.folder) if guided and beside else []
        for name in (name for name, kernel in KERNELS.items() if guided or not kernel.guided):
            for function in compiler.rules_of(engine_of(facts).plain(name)):
                path = Path(sys.modules[function.__module__].__file__)
                assert path in (*found, *old), f"{path} is compiled"
        assert facts.folder / "pieces.toml" in found and Path(module.__file__) in found
        assert (facts.folder / "guide.py" in found) == guided
        assert not {"text.py", "views.py", "web.py", "words.py"} & {path.name for path in found}


def test_imports_of_every_form_are_followed(tmp_path):
    """From a module beside it, from a package, by the full name of this package or of the game's own."""
    game = tmp_path / "rafts"
    (game / "rules").mkdir(parents=True)
    texts = {
        "state.py": "from ararat.core.piles import Slots",
        "rules/__init__.py": "from . import ending\nfrom .turns import (\n    turn,\n)",
        "rules/ending.py": "from ..pieces import LOGS",
        "rules/turns.py": "from floats.rafts.logs import LOGS",
        "pieces.py": "import tomllib",
        "logs.py": "",
        "box.toml": "",
    }
    for name, text in {**texts, "text.py": "from .rules import turn"}.items():
        (game / name).write_text(text)
    found = sources.sources_of(game, False)
    assert {path.relative_to(game).as_posix() for path in found if game in path.parents} == set(texts)
    assert {sources.CORE / "piles.py", sources.CORE / "bits.py"} <= set(found)


def test_an_edited_rule_is_never_run_from_an_old_cache(copied_package, tmp_path):
    """Change a number of the rules in another file than the kernels': the new rule runs at once."""
    code = (
        "import ararat; match = ararat.game('animals-on-board').start(players=2, seed=1)\n"
        "print(match.state()['crates'])"
    )
    outputs = []
    pieces = copied_package / "ararat/games/animals_on_board/pieces.toml"
    for crates in (1, 2):
        pieces.write_text(
            pieces.read_text("utf-8").replace('"first_crates", value = 1', f'"first_crates", value = {crates}'), "utf-8"
        )
        done = run_apart(code, cwd=copied_package, PYTHONPATH=copied_package, ARARAT_CACHE=tmp_path / "cache")
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout.strip())
    assert outputs == ["[1, 1]", "[2, 2]"]


def test_a_copy_in_another_place_finds_what_was_compiled(copied_package):
    """What is said to be prepared is, wherever the sources lie and whenever they were written."""
    engine = engine_of(all_facts()["animals-on-board"])
    engine.prepare(("start",))
    kept = compiler.cache_folder(engine.facts.folder, engine.facts.slug, False)
    before = {path: path.stat().st_mtime_ns for path in kept.rglob("*.nb?")}
    assert before
    code = (
        "from ararat.core.engine import engine_of; from ararat.games import all_facts\n"
        "engine = engine_of(all_facts()['animals-on-board']); assert engine.is_prepared(('start',))\n"
        "print(engine.prepare(('start',)), engine.facts.folder)"
    )
    done = run_apart(code, cwd=copied_package, PYTHONPATH=copied_package)
    assert str(copied_package) in done.stdout, done.stderr
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.nb?")} == before


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("ARARAT_CACHE", str(blocked))
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(blocked))
    assert compiler.cache_folder(tmp_path, "x", False) is None


def test_old_caches_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("ARARAT_CACHE", str(tmp_path))
    old = tmp_path / ("0" * 16)
    mine = tmp_path / "photographs"
    for folder in (old, mine):
        folder.mkdir()
        os.utime(folder, (0, 0))
    assert compiler.cache_folder(tmp_path, "x", False).is_dir()
    assert not old.exists() and mine.exists()


@pytest.mark.long  # compiles everything anew
@pytest.mark.parametrize("slug", all_facts())
def test_compiled_rules_stay_within_their_arrays(slug):
    """A run with bounds checked, the bots' search included; compiled code does not check them otherwise."""
    code = (
        "import ararat\n"
        f"game = ararat.game({slug!r})\n"
        "for players in game.players:\n"
        "    game.simulate(1000, players=players, seed=2)\n"
        "    batch = game.batch(100, players=players, seed=3)\n"
        "    for turn in range(40):\n"
        "        batch.masks(); batch.observations(); batch.step(batch.draw(turn))\n"
        "    match = game.start(players=players, seed=4)\n"
        "    while not match.over:\n"
        "        bot = ararat.player('search:200/30' if len(match.history) % 20 == 0 else 'random')\n"
        "        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))\n"
        "print('within')"
    )
    done = run_apart(code, NUMBA_BOUNDSCHECK="1")
    assert done.stdout.strip() == "within", done.stderr[-2000:]


def test_bounds_are_really_checked_in_such_a_run():
    code = (
        "import numpy as np\n"
        "from ararat.core import compiler\n"
        "from ararat.core.table import Layout, field, i8, i64\n"
        "T = type('T', (), {'x': field(i64, '', 0, 1, shape=3), '__annotations__': {'x': 'Numbers'}})\n"
        "layout = Layout(T)\n"
        "def reach(table, place):\n"
        "    return table.x[place]\n"
        "def kernel(tables, place):\n"
        "    return reach(tables[0], place)\n"
        "types = compiler.argument_types(layout)\n"
        "compiled = compiler.compile_kernel(kernel, (types['tables'], types['number']), None)\n"
        "try:\n"
        "    compiled(layout.new(), 1000)\n"
        "except IndexError:\n"
        "    print('refused')\n"
    )
    done = run_apart(code, NUMBA_BOUNDSCHECK="1")
    assert done.stdout.strip() == "refused", done.stderr[-2000:]


def test_what_two_processes_compiled_a_third_keeps_apart(tmp_path):
    """Two kernels whose rules have the same names: each process numbers functions anew."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "import numpy as np\n"
        "from ararat.core import compiler\n"
        "from ararat.core.table import Layout, field, i64\n"
        "def layout_of(size):\n"
        "    note = field(i64, '', 0, 1, shape=size)\n"
        "    return Layout(type('T', (), {'x': note, '__annotations__': {'x': 'Numbers'}}))\n"
        # Too long to be put into its callers.
        "LONG = '\\n'.join(f'    count = (count * {n} + table.x[count % SIZE]) % {997 + n}' for n in range(2, 45))\n"
        "def made(size):\n"
        "    found = {'SIZE': size}\n"
        "    exec(f'def long(table, count):\\n{LONG}\\n    return count * 10 + SIZE', found)\n"
        "    long = found['long']\n"
        "    def kernel(tables, count):\n"
        "        for _ in range(long(tables[0], count) % 3):\n"
        "            count = long(tables[0], count + long(tables[0], long(tables[0], count)))\n"
        "        return long(tables[0], count)\n"
        "    return kernel\n"
        "for size in map(int, sys.argv[2:]):\n"
        "    layout, folder = layout_of(size), Path(sys.argv[1]) / str(size)\n"
        "    folder.mkdir(exist_ok=True)\n"
        "    types = compiler.argument_types(layout)\n"
        "    kernel = compiler.compile_kernel(made(size), (types['tables'], types['number']), folder, 'deep')\n"
        "    tables = layout.new()\n"
        "    tables['x'] = 1\n"
        "    print(kernel(tables, 20) == made(size)(tables, 20), *kernel.stats.cache_hits.values())\n"
    )
    script = tmp_path / "kernels.py"
    script.write_text(code)
    run = f"import runpy, sys; sys.argv[:] = ['', {str(tmp_path)!r}, *sys.argv[1:]]; runpy.run_path({str(script)!r})"
    assert run_apart(run, "3").stdout.split() == ["True"]
    assert run_apart(run, "5").stdout.split() == ["True"]
    assert run_apart(run, "3", "5").stdout.split() == ["True", "1"] * 2


def test_what_one_process_compiled_another_finds_by_its_name(tmp_path):
    """Rules that other functions made are pickled in another way in almost every process."""
    from numba.core.registry import cpu_target

    def made(rule):
        def kernel(tables):
            return rule(tables)

        return kernel

    codegen = cpu_target.target_context.codegen()
    kept = compiler._kept_by_name()
    ways = ((abs, "a"), (len, "a"), (abs, "b"))
    keys = [kept(made(rule), name, tmp_path)._index_key((), codegen) for rule, name in ways]
    assert keys[0] == keys[1] != keys[2]


# A game of our own, small to compile: take one to three of the sticks; then what a kernel makes of a match of it.
STICKS = """
import sys
from types import SimpleNamespace
from ararat.core import compiler, engine
from ararat.core.chance import below
from ararat.core.table import NOBODY, Head, Layout, field, i16
class Table(Head):
    sticks: 'int' = field(i16, '', 0, 99)
layout = Layout(Table, phases=1, seats=2)
def set_up(table):
    table.sticks = 20 + below(table.chance, 10)
    table.turn = 0
def refusal(table, action):
    return 0 if 1 <= action <= min(3, table.sticks) else 1
def list_actions(table, listed):
    count = 0
    for action in range(10):
        if refusal(table, action) == 0:
            listed[count] = action
            count += 1
    return count
def play(table, action, effects):
    table.sticks -= action
    table.turn = 1 - table.turn
    if table.sticks // (3 - table.turn) == 0:
        table.turn = NOBODY
def score_of(table, seat):
    return 0
def is_winner(table, seat):
    return False
rules = SimpleNamespace(set_up=set_up, refusal=refusal, list_actions=list_actions, play=play, MOST_ACTIONS=10)
rules.score_of, rules.is_winner = score_of, is_winner
engine.hooks_of = lambda facts: SimpleNamespace(state=None, rules=rules, layout=layout)
engine = engine.Engine(SimpleNamespace(low_wins=False), interpreted=False)
engine._folders[False], engine._told = None, True
tables = engine.start(layout.new(), 7)
while tables[0]['turn'] != NOBODY:
    print(engine.step(tables, engine.actions(tables)[-1])[0], tables.tobytes().hex())
sys.exit(compiler._part_of_a_kernel.cache_info().currsize)  # 1: compiled in parts
"""
UNKNOWN_NUMBA = {
    "a later version": "import numba; numba.__version__ = '0.99.0'\n",
    "insides that are gone": "from ararat.core import compiler; compiler.INSIDES += ('_a_part_it_lost',)\n",
}


def test_a_numba_we_do_not_know_compiles_the_rules_its_own_way_to_the_same_end():
    usual = run_apart(STICKS)
    assert len(usual.stdout.split()) > 10 and not usual.stderr, usual.stderr[-2000:]
    assert usual.returncode == 1
    for unknown in in_turn([*UNKNOWN_NUMBA.values()], 1):
        plain = run_apart(unknown + STICKS, ARARAT_LANGUAGE="en")
        assert plain.stdout == usual.stdout and plain.returncode == 0, plain.stderr[-2000:]
        assert re.fullmatch(r"Numba [0-9.]+ is not one that Ararat knows \(0\.68\): [^\n]+\n", plain.stderr)


@pytest.mark.long  # compiles everything anew
@pytest.mark.parametrize("slug", all_facts())
def test_matches_are_the_same_however_the_rules_are_compiled(slug):
    code = (
        "from ararat.core.engine import engine_of; from ararat.games import all_facts\n"
        f"facts = all_facts()[{slug!r}]; engine, players = engine_of(facts), facts.usual_players\n"
        "tables = engine.start(engine.prototype(players, facts.checked_options(players, {})), 3)\n"
        "while actions := tables[0]['turn'] >= 0 and engine.actions(tables):\n"
        "    print(engine.step(tables, actions[len(actions) // 2])[0], tables.tobytes().hex())"
    )
    usual, plain = run_apart(code), run_apart(UNKNOWN_NUMBA["a later version"] + code)
    assert plain.stdout == usual.stdout != "", plain.stderr[-2000:]


def test_both_ways_of_compiling_have_caches_of_their_own(monkeypatch):
    folder = next(iter(all_facts().values())).folder
    marks = set()
    for parts in (True, False):
        monkeypatch.setattr(compiler, "compiles_in_parts", lambda parts=parts: parts)
        marks.add(compiler.fingerprint.__wrapped__(folder, False))
    assert len(marks) == 2


def test_users_own_numba_settings_are_left_alone():
    import numba

    before = numba.config.CACHE_DIR
    ararat.game("animals-on-board").start(players=2, seed=1)
    assert before == numba.config.CACHE_DIR


def test_rules_run_uncompiled_when_asked():
    code = (
        "import sys, ararat\n"
        "match = ararat.game('animals-on-board').start(players=2, seed=1)\n"
        "match.play(match.moves()[0]); match.play(match.moves()[0]); print(len(match.moves()), 'numba' in sys.modules)"
    )
    done = run_apart(code, ARARAT_INTERPRETED="1")
    assert done.stdout.strip() == "255 False", done.stderr[-2000:]


def test_prose_is_not_broken_at_a_no_break_space():
    from io import StringIO

    from rich.console import Console

    from ararat.core.terminal import Prose

    sentence = "Les cabines sont sans trou\u00a0: P1, P2 et ainsi de suite\u00a0; voilà."
    for width in range(8, 60):
        console = Console(width=width, file=StringIO())
        console.print(Prose(sentence))
        lines = console.file.getvalue().splitlines()
        assert " ".join(line.strip(" ") for line in lines) == sentence
        assert not any(line.startswith((":", ";", "\u00a0")) for line in lines)
