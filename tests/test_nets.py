"""Nets: plans follow from what a game declares, kernels do with them what the plain forward says, and they play."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ararat
from ararat.arena.contest import checked_contest
from ararat.core import mind
from ararat.core.contract import Facts
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.levels import Level
from ararat.core.net_search import FIRST_SPREAD, HOPE, LIKELY, TOP, UNKNOWN, make_thoughts, spread_of
from ararat.core.tree import MOST_SEATS, NONE, OUTCOME, ROOT, new_tree
from ararat.games import all_facts
from ararat.games.animals_on_board.pieces import NAMES
from ararat.nets import net as net_module
from ararat.nets import shipped
from ararat.nets.net import FORMAT, LARGEST, META, Net, all_blocks, load, rules_hash
from ararat.nets.plan import CHOSEN, LARGE, NOWHERE, Plan, Sizes
from ararat.nets.reference import look, weigh
from ararat.nets.wiring import AFTERSTATES, Wiring
from ararat.players.search import Search, imagined
from ararat.players.searchers import Effort, effort_of
from lengths import amount, in_turn
from shipping import ship
from speed.nets import COLUMNS, DECISIONS, measure, measure_levels

GAMES = all_facts()
EVERY_GAME = pytest.mark.parametrize("facts", GAMES.values(), ids=GAMES)
SMALL = Sizes(row=4, wide=8, deep=4, keen=4)
FEW = 16  # moves, where plain Python looks at the table behind each of them
POLICY = "policy"


def tables_of(facts, players, count):
    """Tables in the middle of random matches."""
    batch = ararat.game(facts.slug).batch(count, players=players, seed=players)
    for turn in range(6):
        batch.step(batch.draw(turn))
    return batch


def match_of(facts, players, decisions=5):
    """A match at a decision with a choice, after some random moves."""
    match = ararat.game(facts.slug).start(players=players, seed=players)
    for number in range(decisions):
        match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))
    while len(match.moves()) == 1:
        match.play(match.moves()[0])
    return match


# --- Plans --------------------------------------------------------------------------------------


@EVERY_GAME
def test_every_number_has_a_place_of_its_own_in_one_plan_for_all_player_counts(facts):
    plan = Plan(facts)
    for players in facts.players:
        reading = plan.reading(players)
        table = facts.new_table(players, facts.checked_options(players, {}))[0]
        blocks = all_blocks(hooks_of(facts).rules.OBSERVED, table)
        low, high = (np.concatenate([np.broadcast_to(end(b), b.shape).ravel() for b in blocks]) for end in ENDS)
        used = []
        for values in (low, high):
            added, on = reading.inputs(values[None].astype(np.float32))
            large = np.where(np.abs(values) > LARGE, np.abs(values) / LARGE, 1)
            assert (np.abs(added) <= 1.0001 * large).all() and ((added == 0) == (values == 0)).all()
            used.append(reading.flat + on[0])
            of_row = reading.row != NOWHERE
            columns = np.array(plan.columns)[plan.set_of_row[reading.row[of_row]]] if of_row.any() else 0
            assert (reading.column[of_row] + on[0, of_row] < columns).all()
            assert (on >= 0).all()
        assert (reading.flat >= 0).all() and max(map(np.max, used)) < plan.flat
        # No two numbers share a column: those of a number run from its first to that of its highest value.
        order = np.argsort(reading.flat)
        assert (used[1][order][:-1] < reading.flat[order][1:]).all()


ENDS = (lambda block: block.low, lambda block: block.high)


@EVERY_GAME
def test_a_plan_says_where_every_weight_lies(facts):
    plan = Plan(facts, Sizes(row=16, wide=32, deep=16, keen=16))
    weights = np.arange(plan.size, dtype=np.float32)
    parts = plan.parts(weights)
    assert np.concatenate([part.ravel() for part in parts.values()]).tolist() == weights.tolist()
    parts["deep"][0, 0] = -1
    assert weights[plan.arrays["deep"].place] == -1
    assert plan.named.shape == (plan.actions, 2) and plan.named.max() < len(plan.set_of_row)


def test_things_of_a_kind_share_a_row():
    plan = Plan(GAMES["animals-on-board"])
    (rows,) = plan.set_rows
    assert "camel" in rows and "hidden" in rows and len(rows) == 13
    reading = plan.reading(2)
    blocks = {block.name: block for block in ararat.game("animals-on-board").spec(players=2).blocks}
    known = blocks["seats[0].known"].place
    assert reading.row[known : known + 5].tolist() == [rows.index("camel")] * 5
    assert len(set(reading.column[known : known + 5])) == 5
    # Tiles of the same number have the same weights in every species; the numbers leave the face-down tile out.
    last = blocks["seats[0].known"].place + 55
    assert reading.row[last] == rows.index("zebra") and reading.column[last] == reading.column[known]
    groups = blocks["groups"].place
    assert reading.row[groups + 25] == rows.index("hidden") and reading.kind[groups] == CHOSEN


def test_only_where_a_rule_says_what_actions_touch_there_are_weights_for_it():
    for slug, facts in GAMES.items():
        plan = Plan(facts, SMALL)
        names = [name for name in plan.arrays if name.startswith("touch")]
        if slug != "animals-on-board":
            assert plan.touched is None and not names
            continue
        assert plan.touched.names == NAMES
        assert [*plan.arrays][-5:] == ["taste", *names] == ["taste", *TOUCHING]
        assert [plan.arrays[name].shape for name in names] == [(4, 4), (4, 4), (61, 4), (61, 4)]


TOUCHING = ("touch0.row", "touch1.row", "touch0.own", "touch1.own")


def test_copies_and_slots_are_of_the_same_cards():
    plan = Plan(GAMES["noah"])
    (rows,) = plan.set_rows
    assert len(rows) == 14
    reading = plan.reading(5)
    blocks = {block.name: block for block in ararat.game("noah").spec(players=5).blocks}
    gone, aboard = blocks["gone"].place, blocks["aboard.quay"].place
    assert reading.row[gone : gone + 27].tolist() == sorted(reading.row[gone : gone + 27])
    assert set(reading.row[aboard : aboard + 51]) == set(range(14))
    boarding = [n for n, kind in enumerate(Plan(GAMES["noah"]).features.of_all[:, 0]) if kind]
    assert (plan.named[boarding, 0] != NOWHERE).all()


# --- What a net makes of a table ----------------------------------------------------------------


@EVERY_GAME
def test_the_plain_net_and_the_one_for_kernels_agree(facts):
    """Read as Python, the functions of core/mind.py say what the reference says, for every seat and player count."""
    net = Net.untrained(facts, 3, SMALL)
    for players in in_turn(facts.players, 1):
        batch = tables_of(facts, players, 1)
        wiring, reading = Wiring(net, players), net.plan.reading(players)
        memory, rows = wiring.memory()
        for seat in range(amount(1, long=players)):
            observation = batch.observations(seat)[0]
            sight = look(net.plan, net.weights, reading, players, observation)
            memory[mind.SEEN, : len(observation)] = observation
            mind.look(memory, rows, players, net.weights, wiring.reading, wiring.scales[0], wiring.places)
            assert memory[mind.VALUES, :players] == pytest.approx(sight.values, abs=1e-5)
            assert sight.values.sum() == pytest.approx(1) or players == 1
            be_keen, appeal = mind.make_policy(hooks_of(facts).rules.touched)
            be_keen(memory, net.weights, wiring.places)
            legal, table = batch.legal()[1].tolist(), batch.tables[0]
            some = [0, net.plan.actions // 2, net.plan.actions - 1, *legal[:8], *legal[-8:]]
            given = wiring.places, wiring.actions, wiring.named, wiring.set_of
            found = [appeal(table, action, memory, rows, net.weights, *given) for action in some]
            assert found == pytest.approx(weigh(net.plan, net.weights, sight, table, some), abs=1e-4)


@EVERY_GAME
def test_a_net_that_judges_openly_judges_worlds_by_what_lies_open_and_moves_by_what_one_seat_sees(facts):
    net, rules = Net.untrained(facts, 3, SMALL), hooks_of(facts).rules
    net.made["openly"] = True
    assert net.judges_openly is facts.secrets
    (ready, *_, judge, _), told_apart = make_thoughts(rules), 0
    for players in in_turn([count for count in facts.players if count > 1], 1):
        batch = tables_of(facts, players, amount(2, long=6))
        wiring, reading = Wiring(net, players), net.plan.reading(players)
        thinking = (net.weights, wiring.reading, wiring.scales[0], wiring.places), *wiring.memory()
        brought = np.zeros(MOST_SEATS, OUTCOME).view(np.recarray)
        for world in batch.tables:
            seen, opened = np.zeros((2, len(reading.kind)), np.float32)
            rules.observe(world, world.turn, seen)
            rules.observe_open(world, world.turn, opened)
            closed, told = (look(net.plan, net.weights, reading, players, one) for one in (seen, opened))
            judge(world, brought, *thinking)
            assert np.roll(brought.worth[:players], -world.turn) == pytest.approx(told.values, abs=1e-5)
            told_apart += told.values != pytest.approx(closed.values, abs=1e-5)
            ready(world, *thinking)
            assert thinking[1][mind.DEPTH, : SMALL.deep] == pytest.approx(closed.deep, abs=1e-4)
    assert bool(told_apart) is facts.secrets


def test_a_compiled_policy_tells_splits_and_takes_apart_by_the_tiles_that_they_touch():
    facts, found = GAMES["animals-on-board"], set()
    engine, net, kinds_of = engine_of(facts), Net.untrained(facts, 3, SMALL), hooks_of(facts).rules.MOVES.kinds_of
    for players in facts.players:
        batch = ararat.game(facts.slug).batch(1, players=players, seed=players)
        wiring, reading, seeds = Wiring(net, players), net.plan.reading(players), np.ones((1, 4), np.int64)
        while not batch.over[0]:
            listed, likely, count = wiring.glance_all(engine, batch.tables, seeds, 1, np.zeros(1, np.int64))
            listed, table = listed[:count].tolist(), batch.tables[0]
            sight = look(net.plan, net.weights, reading, players, batch.observations()[0])
            liked = weigh(net.plan, net.weights, sight, table, listed)
            assert np.log(likely[:count]) == pytest.approx(liked - np.logaddexp.reduce(liked), abs=1e-4)
            kinds = kinds_of(listed)
            found |= {kind for kind in kinds if len(set(likely[:count][np.array(kinds) == kind])) > 2}
            batch.step(batch.draw(count))
    assert found >= {"split", "take"}


def test_a_net_that_is_known_exactly():
    """All weights 0 but a few: values and priors can be told by hand."""
    facts = GAMES["noah"]
    plan = Plan(facts)
    weights = np.zeros(plan.size, np.float32)
    parts = plan.parts(weights)
    parts["value.bias"][1] = np.log(3)
    parts["taste"][plan.features.blocks[0].place] = 2
    batch = tables_of(facts, 2, 1)
    sight = look(plan, weights, plan.reading(2), 2, batch.observations(0)[0])
    assert sight.values.tolist() == pytest.approx([0.25, 0.75])
    kinds = plan.features.of_all[:, plan.features.blocks[0].place]
    assert weigh(plan, weights, sight, batch.tables[0], [0, plan.actions - 1]).tolist() == [2 * kinds[0], 2 * kinds[-1]]


# --- Files --------------------------------------------------------------------------------------


@EVERY_GAME
def test_a_net_is_what_its_file_says(facts, tmp_path):
    net = Net.untrained(facts, 7)
    net.save(tmp_path / "net.npz")
    again = load(tmp_path / "net.npz", facts)
    assert again.weights.tolist() == net.weights.astype(np.float16).astype(np.float32).tolist()
    assert again.made == {"seed": 7, "steps": 0} and (tmp_path / "net.npz").stat().st_size <= LARGEST
    again.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "net.npz").read_bytes()


def test_a_net_that_does_not_fit_is_refused_in_one_sentence(tmp_path, monkeypatch):
    facts, file = GAMES["noah"], tmp_path / "net.npz"
    net = Net.untrained(facts, 7)

    def refused(key, facts=facts):
        with pytest.raises(ararat.BadNet) as problem:
            load(file, facts)
        assert problem.value.key == key and "\n" not in problem.value.text

    refused("error.net-missing")
    net.save(file)
    whole = file.read_bytes()
    refused("error.net-game", GAMES["opti-mix"])
    for damaged in (b"", b"PK", whole[: len(whole) // 2], whole.replace(b"deep", b"deer"), whole + bytes(LARGEST)):
        file.write_bytes(damaged)
        refused("error.net-damaged")
    net.weights[5] = np.inf
    net.save(file)
    refused("error.net-damaged")
    net.weights[5] = 0
    soft = [("damaged", {"made": {"softness": softness}}) for softness in (0, "x", float("nan"), [1])]
    for key, change in (
        ("format", {"format": FORMAT - 1}),
        ("damaged", {"sizes": {"row": 10**9}}),
        ("damaged", {"sizes": 3}),
        *soft,
    ):
        arrays = {name: part.astype(np.float16) for name, part in net.plan.parts(net.weights).items()}
        meta = {"format": FORMAT, "game": "noah", "rules": rules_hash(facts), "sizes": {}, "made": {}} | change
        np.savez(file, **{META: np.frombuffer(json.dumps(meta).encode(), np.uint8)}, **arrays)
        refused(f"error.net-{key}")
    file.write_bytes(whole)
    monkeypatch.setattr(net_module, "rules_hash", lambda facts: "0123456789abcdef")
    refused("error.net-rules")


def test_a_net_from_before_its_game_said_what_actions_touch_is_refused(tmp_path, monkeypatch):
    facts, file = GAMES["animals-on-board"], tmp_path / "net.npz"
    known = rules_hash(facts)
    with monkeypatch.context() as before:
        before.setattr(hooks_of(facts).rules, "touched", None)
        Net.untrained(facts, 7, SMALL).save(file)
    with pytest.raises(ararat.BadNet) as problem:
        load(file, facts)
    assert problem.value.key == "error.net-rules"
    with monkeypatch.context() as before:
        before.setattr(hooks_of(facts).rules, "touched", None)
        before.setattr(net_module, "rules_hash", lambda facts: known)
        Net.untrained(facts, 7, SMALL).save(file)
    with pytest.raises(ararat.BadNet) as problem:
        load(file, facts)
    assert problem.value.key == "error.net-damaged"


# --- Players ------------------------------------------------------------------------------------


def test_codes_of_nets_say_how_much_they_think():
    facts = GAMES["noah"]
    assert effort_of("net:a/b.npz:200", facts).level == Level(200, 0)
    assert effort_of("net:a:b", facts).net == Path("a:b")
    assert effort_of("net:a/b.npz:200/12", facts).level == Level(200, 12)
    assert effort_of("net:x.npz:0.5s", facts).seconds == 0.5 and effort_of("net:x.npz", facts).level.playouts == 1000
    assert ararat.player("net:x.npz").code == "net:x.npz"
    with pytest.raises(ararat.UnknownPlayer):
        ararat.player("net:")


def test_a_net_that_ships_needs_no_file_in_a_code(tmp_path, monkeypatch):
    facts = GAMES["noah"]
    ship(monkeypatch, noah=tmp_path / "net.npz")
    assert effort_of("net", facts) == Effort(Level(1000, 0), None, tmp_path / "net.npz")
    assert effort_of("net:2000", facts) == Effort(Level(2000, 0), None, tmp_path / "net.npz")
    assert effort_of("net:0.5s/9", facts).seconds == 0.5 and effort_of("net:0.5s/9", facts).level.sight == 9
    assert effort_of("net:2000:30", facts) == Effort(Level(30, 0), None, Path("2000"))
    with pytest.raises(ararat.BadNet, match="opti-mix"):
        effort_of("net:2000", GAMES["opti-mix"])
    with pytest.raises(ararat.BadNet, match="opti-mix"):
        checked_contest("opti-mix", ["net", "random"], 3, {})


def test_a_net_ships_in_the_folder_of_its_game_and_is_refused_where_it_does_not_match(tmp_path, monkeypatch):
    facts = GAMES["noah"]
    package = Path(ararat.__file__).parent / "games"
    assert {facts.folder / shipped.FILE for facts in GAMES.values()} >= set(package.glob("*/*.npz"))
    monkeypatch.setattr(shipped, "_files", {})
    monkeypatch.setattr(Facts, "folder", property(lambda facts: tmp_path / facts.slug))
    (tmp_path / "noah").mkdir()
    assert shipped.net_of(facts) is None
    shipped._files.clear()
    Net.untrained(facts, 3, SMALL).save(tmp_path / "noah" / "net.npz")
    net = shipped.net_of(facts)
    assert net.made["seed"] == 3 and shipped.net_of(facts) is net, "read once"
    (tmp_path / "opti-mix").mkdir()
    (tmp_path / "opti-mix" / "net.npz").write_bytes((tmp_path / "noah" / "net.npz").read_bytes())
    with pytest.raises(ararat.BadNet, match="plays 'noah', not opti-mix"):
        shipped.net_of(GAMES["opti-mix"])


def test_the_old_owl_goes_by_the_guide_whatever_ships(tmp_path, monkeypatch):
    facts = GAMES["noah"]
    ship(monkeypatch, noah=tmp_path / "net.npz")
    assert effort_of("old-owl", facts) == Effort(hooks_of(facts).guide.LEVELS[-1])
    assert ararat.player("old-owl").code == "old-owl" and "old-owl" not in ararat.players()


def test_a_player_without_its_net_says_so():
    match = ararat.game("noah").start(players=2, seed=1)
    with pytest.raises(ararat.BadNet, match="nowhere"):
        ararat.player("net:nowhere.npz:5").choose(match.view(match.turn), match.moves(), 1)
    with pytest.raises(ararat.BadNet, match="nowhere"):
        checked_contest("noah", ["net:nowhere.npz", "random"], 2, {})


def thought_once(net, match, playouts):
    """A tree after some playouts, as plain Python, and what is kept with its nodes."""
    facts = net.plan.facts
    engine, wiring = engine_of(facts, interpreted=True), Wiring(net, match.players)
    tree = new_tree(engine.layout, engine.rules)
    tree[0].root = imagined(facts, match.view(match.turn))[0]
    tree[0].observer = tree[0].nodes[ROOT].mover = match.turn
    tree[0].playouts = playouts
    engine.seed_words(tree[0].chance, 3)
    kept = np.zeros((3, 1000), np.float32)
    wiring.thinker(engine, kept)(tree)
    return tree[0], kept


def children_of(tree):
    child = tree.nodes[ROOT].child
    while child != NONE:
        yield child, tree.nodes[child]
        child = tree.nodes[child].sibling


def logit_of(kept, number):
    """Of a move at the root."""
    return np.log(kept[LIKELY, number]) + kept[TOP, ROOT]


def test_a_net_that_is_known_exactly_gives_priors_that_are():
    """By the policy the taste of each move, by afterstates what the net thinks of every table alike."""
    facts = GAMES["noah"]
    plan = Plan(facts, SMALL)
    weights = np.zeros(plan.size, np.float32)
    parts = plan.parts(weights)
    parts["value.bias"][0] = np.log(3)
    parts["taste"][:] = np.arange(plan.features.size)
    match = match_of(facts, 2)
    tree, kept = thought_once(Net(plan, weights, {"priors": POLICY}), match, 2)
    tastes = plan.features.of_all @ np.arange(plan.features.size)
    found = list(children_of(tree))
    assert len(found) == len(match.moves())
    for number, node in found:
        assert logit_of(kept, number) == pytest.approx(tastes[node.action], abs=1e-4)
        assert kept[HOPE, number] == UNKNOWN
    assert max(found, key=lambda one: one[1].visits)[1].action == max((n.action for _, n in found), key=tastes.item)
    tree, kept = thought_once(Net(plan, weights, {"priors": POLICY, "softness": 4}), match, 2)
    for number, node in children_of(tree):
        assert logit_of(kept, number) == pytest.approx(tastes[node.action] / 4, abs=1e-4)
    tree, kept = thought_once(Net(plan, weights, {"priors": AFTERSTATES}), match, 1)
    assert {round(float(kept[HOPE, number]), 5) for number, _ in children_of(tree)} <= {0.0, 0.5, 0.75, 1.0}


@pytest.mark.parametrize("rethinks", [True, False])
def test_a_move_that_only_a_further_world_has_is_weighed_or_as_likely_as_the_others(rethinks):
    plan = Plan(GAMES["noah"], SMALL)
    weights = np.zeros(plan.size, np.float32)
    plan.parts(weights)["taste"][:] = np.arange(plan.features.size) / plan.features.size
    tastes = plan.features.of_all @ plan.parts(weights)["taste"]
    tree, kept = thought_once(Net(plan, weights, {"rethinks": rethinks}), match_of(GAMES["noah"], 3), 40)
    alike = 0
    for at in range(tree.used):
        below, child = [], tree.nodes[at].child
        while child != NONE:
            below.append(int(child))
            child = tree.nodes[child].sibling
        for number in below:
            if kept[LIKELY, number] != pytest.approx(
                np.exp(tastes[tree.nodes[number].action] - kept[TOP, at]), rel=1e-4
            ):
                others = [kept[LIKELY, other] for other in below if other != number]
                assert min(others) <= kept[LIKELY, number] <= max(others)
                alike += 1
    assert (alike == 0) == rethinks


@pytest.mark.parametrize(
    "made",
    [{"priors": AFTERSTATES}, {"priors": POLICY}, {"openly": True, "rethinks": False}],
    ids=[AFTERSTATES, POLICY, "openly"],
)
def test_players_with_nets_decide_by_the_view_alone(made, tmp_path, monkeypatch):
    """Two worlds that look alike bring the same legal move: here as plain Python, in the long form compiled."""
    if amount(True, long=False):
        monkeypatch.setenv("ARARAT_INTERPRETED", "1")
    for facts in GAMES.values() if amount(False, long=True) else [GAMES["opti-mix"]]:
        net = Net.untrained(facts, 5, SMALL)
        net.made |= made
        net.save(tmp_path / f"{facts.slug}.npz")
        looks = 20 if made.get("priors") == AFTERSTATES else 60  # that has to look at every move
        bot = ararat.player(f"net:{tmp_path / facts.slug}.npz:{amount(3, long=looks)}")
        for players in in_turn([count for count in facts.players if count > 1], 0):
            match = match_of(facts, players, decisions=amount(3, long=9))
            seat = match.turn
            engine = engine_of(facts)
            other = engine.layout.new(1)
            other[0] = match._tables[0]
            engine.seed(other, 11)
            engine.redeal(other, seat)
            second = ararat.game(facts.slug).restore(hooks_of(facts).state_of(other[0]))
            assert second.view(seat) == match.view(seat)
            chosen = [bot.choose(world.view(seat), world.moves(), seed=4) for world in (match, second)]
            assert chosen[0] == chosen[1] and match.why_not(chosen[0]) is None


@pytest.mark.long
@EVERY_GAME
def test_compiled_searches_with_nets_think_the_same_on_any_cores_and_as_plain_python_does(facts):
    for priors in (AFTERSTATES, POLICY):
        net = Net.untrained(facts, 5, SMALL)
        net.made["priors"] = priors
        for players in (facts.players[0], facts.players[-1]):
            match = match_of(facts, players)
            root = imagined(facts, match.view(match.turn))
            wiring = Wiring(net, players)
            found = []
            for cores in (1, 2, 3):
                search = Search(engine_of(facts), root, 5, thinker=wiring.thinker)
                search.run(600, cores=cores)
                found.append([(one.action, one.visits, one.worth, one.chance) for one in search.thoughts()])
            assert found[0] == found[1] == found[2] and found[0]
            legal = engine_of(facts).actions(root)
            assert {one[0] for one in found[0]} <= set(legal)
            if players != facts.players[0] or (priors == AFTERSTATES and len(legal) > FEW):
                continue
            both = []
            for interpreted in (False, True):
                search = Search(engine_of(facts, interpreted), root, 5, thinker=wiring.thinker)
                search.run(2 if priors == AFTERSTATES or len(legal) > FEW else 5, cores=1)
                both.append([(one.action, one.visits, pytest.approx(one.worth, abs=1e-4)) for one in search.thoughts()])
            assert [one[:2] for one in both[0]] == [one[:2] for one in both[1]]


@pytest.mark.long
@EVERY_GAME
def test_whole_matches_are_played_with_nets(facts, tmp_path):
    Net.untrained(facts, 2).save(tmp_path / "net.npz")
    bot = ararat.player(f"net:{tmp_path / 'net.npz'}:40")
    for players in facts.players:
        match = ararat.game(facts.slug).start(players=players, seed=players)
        number = 0
        while not match.over:
            move = bot.choose(match.view(match.turn), match.moves(), number) if number % 3 == 0 else match.moves()[0]
            match.play(move)
            number += 1
        batch = ararat.game(facts.slug).batch(3, players=players, seed=1)
        assert (bot.act(batch, seed=1) >= 0).all()


@pytest.mark.long
def test_their_speed_is_measured():
    row = measure(GAMES["noah"], 2, 20)
    assert set(row) == set(COLUMNS) and min(row[column] for column in COLUMNS[2:]) > 0


@pytest.mark.long
def test_seconds_of_levels_are_measured(tmp_path, monkeypatch):
    Net.untrained(GAMES["noah"], 2).save(tmp_path / "net.npz")
    ship(monkeypatch, noah=tmp_path / "net.npz")
    for slug, players, by in (("noah", 2, "net"), ("opti-mix", 3, "guide")):
        row = measure_levels(GAMES[slug], players)
        assert set(row) == set(DECISIONS) and row["by"] == by and min(row[column] for column in DECISIONS[3:]) > 0


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parent.parent / "docs/lab/nets").iterdir()), ids=lambda file: file.stem
)
def test_nets_of_the_lab_are_nets_of_these_rules(file):
    assert load(file, GAMES[file.name.partition(".")[0]]).made["steps"] > 10**4


def test_curiosity_goes_by_how_far_apart_playouts_are():
    def after(*worths):
        return SimpleNamespace(visits=len(worths), worth=sum(worths), squares=sum(worth**2 for worth in worths))

    assert spread_of(after()) == pytest.approx(FIRST_SPREAD)
    assert spread_of(after(*[0.7] * 1000)) < FIRST_SPREAD / 10
    assert spread_of(after(*[0, 1] * 500)) == pytest.approx(0.5, abs=0.01)
    few = [0.4, 0.5, 0.6] * 100
    assert spread_of(after(*few)) == pytest.approx(spread_of(after(*(worth + 0.3 for worth in few))))


def test_a_policy_however_sure_leaves_no_move_untried():
    facts = GAMES["noah"]
    net, match = Net.untrained(facts, 1, SMALL), ararat.game("noah").start(players=2, seed=4)
    while len(match.moves()) < 4:
        match.play(match.moves()[0])
    net.plan.parts(net.weights)["taste"][:] = np.linspace(-500, 500, net.plan.features.size)
    tree, kept = thought_once(net, match, 60)
    children = list(children_of(tree))
    logits = sorted(logit_of(kept, number) for number, _ in children)
    assert logits[-1] - logits[0] > 20 and len(children) >= 4
    assert all(node.visits > 0 for _, node in children)
