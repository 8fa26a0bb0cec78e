"""Beliefs: worlds for a search that agree with all that a seat has seen, weighed by how likely the others played so."""

from __future__ import annotations

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.tree import POOL, ROOT
from ararat.errors import BadBot
from ararat.games import all_facts
from ararat.nets.net import Net
from ararat.nets.plan import Sizes
from ararat.nets.reference import look, weigh
from ararat.nets.wiring import AFTERSTATES, Wiring
from ararat.players import belief, past_for
from ararat.players.belief import Past, Trial, believed
from ararat.players.search import Search, Tree, imagined
from lengths import amount, in_turn

GAMES = all_facts()
SECRETIVE = {slug: facts for slug, facts in GAMES.items() if facts.secrets}
WITH_SECRETS = pytest.mark.parametrize("facts", SECRETIVE.values(), ids=SECRETIVE)
SMALL = Sizes(row=4, wide=8, deep=4, keen=4)
FEW = amount(40, long=2000)  # moves made to find worlds

SOME = amount(2, long=5)  # decisions of a match


@pytest.fixture(autouse=True)
def read_as_python(monkeypatch):
    """In the short form nothing is compiled, and few worlds are tried."""
    if amount(True, long=False):
        monkeypatch.setenv("ARARAT_INTERPRETED", "1")
        for name, number in (("PART", FEW), ("LEAST_WORK", FEW), ("LEAST", 2)):
            monkeypatch.setattr(belief, name, number)


def net_of(facts, priors="policy", **made):
    net = Net.untrained(facts, 5, SMALL)
    net.made.update(priors=priors, **made)
    return net


def decisions(facts, players, seed, most=60, count=SOME):
    """A match at some of its decisions after which others have moved, whoever they are."""
    match = ararat.game(facts.slug).start(players=players, seed=seed)
    found = 0
    for number in range(most):
        if match.over or found == count:
            return
        if number > 4 and len(match.moves()) > 1 and number % 5 == 0 and match.past(match.turn):
            found += 1
            yield match
        match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))


def trials(facts, net, players, seed):
    """Beliefs at some decisions of a match, from every start."""
    for match in decisions(facts, players, seed):
        past = Past(facts, match.past(match.turn), imagined(facts, match.view(match.turn)))
        for start in past.starts():
            yield match, past, start, Trial(Wiring(net, players, match.options), past, start, 7)


# --- Worlds -------------------------------------------------------------------------------------


@WITH_SECRETS
def test_worlds_agree_with_all_that_was_seen(facts):
    """Every stage of a world looks to the seat as the table did then, and what was done there is what it saw done."""
    hooks, engine, found = hooks_of(facts), engine_of(facts), 0
    for players in in_turn([count for count in facts.players if count > 1], 1):
        for match, _, start, trial in trials(facts, net_of(facts), players, players):
            seat, told = match.turn, match.past(match.turn)[start:]
            views = [*(entry["view"] for entry in told), match.view(seat)]
            for _ in range(amount(12, long=20)):
                before = trial.found
                if trial.go_on(1) == before:
                    continue
                found += 1
                for stage, view in zip(trial.stages, views, strict=False):
                    assert hooks.view_of(stage, seat) == view
                    assert not engine.layout.out_of_range(stage) and engine.fault(np.array([stage])) == 0
                for stage, entry, action in zip(trial.stages, told, trial.done.tolist(), strict=False):
                    assert stage.turn == entry["seat"]
                    assert hooks.seen(stage, hooks.move_of(stage, action), seat) == entry["move"]
                assert trial.worlds[-1].tobytes() == trial.stages[len(told)].tobytes() and trial.weights[-1] > 0
    assert found


@pytest.mark.parametrize("priors", ["policy", AFTERSTATES])
def test_worlds_are_weighed_by_how_likely_the_others_would_have_played_so(priors):
    """As the net says it in the eyes of whoever moved, tempered, with a floor, and by how many moves look alike."""
    facts, players, compared = GAMES["noah"], 3, 0
    engine, net = engine_of(facts), net_of(facts, priors, softness=2)
    plan, reading = net.plan, net.plan.reading(players)

    def sight_of(table, seat):
        seen = engine.observe(np.array([table]), np.array([seat], np.int64))[0]
        return look(plan, net.weights, reading, players, seen)

    def liking(stage, actions):
        if priors != AFTERSTATES:
            return weigh(plan, net.weights, sight_of(stage, stage.turn), stage, actions) / belief.TEMPER
        refused, tables = engine.step_each(np.array([stage]), actions)
        assert not any(refused)
        return np.array([sight_of(table, stage.turn).values[0] for table in tables]) / belief.HEAT

    for _, past, start, trial in trials(facts, net, players, 4):
        for _ in range(amount(8, long=30)):
            before = trial.found
            if trial.go_on(1) == before:
                continue
            right = 1.0
            for number, action in enumerate(trial.done.tolist()):
                stage = trial.stages[number]
                legal = engine.actions(np.array([stage]))
                right *= sum(one in legal for one in past.moves[start + number])
                if stage.turn != past.observer and len(legal) > 1:
                    likings = liking(stage, legal)
                    powers = np.exp(likings - likings.max())
                    part = powers[legal.index(action)] / powers.sum()
                    right *= (1 - belief.DOUBT) * part + belief.DOUBT / len(legal)
                    compared += 1
            assert trial.weights[-1] == pytest.approx(right, rel=1e-3)
    assert compared > 3


def test_likelier_worlds_are_drawn_oftener():
    worlds = engine_of(GAMES["noah"]).layout.new(3)
    worlds["round_number"] = 1, 2, 3
    drawn = belief.drawn(worlds, np.array([1.0, 0.0, 3.0]), belief.Random(1))
    assert len(drawn) == POOL and np.bincount(drawn["round_number"]).tolist() == [0, POOL // 4, 0, 3 * POOL // 4]


def test_a_search_takes_its_worlds_from_those_it_is_given():
    facts = GAMES["noah"]
    match = next(decisions(facts, 3, 1))
    engine, seat = engine_of(facts), match.turn
    root = imagined(facts, match.view(seat))
    world = root.copy()
    engine.seed(world, 3)
    engine.redeal(world, seat)
    other = (seat + 1) % 3
    assert world["hands"][0, other] != root["hands"][0, other]
    thinker = Wiring(net_of(facts), 3, match.options).thinker
    for worlds, same in ((world, True), (None, False)):
        hands = set()
        tree = Tree(engine, root, 5, 0, -1, -1, thinker=thinker, worlds=worlds)
        for goal in range(1, 5):
            tree.grow(goal, float("inf"), lambda: False)
            hands.add(int(tree.memory[0].world["hands"][other]))
        assert tree.nodes[ROOT].visits == 4 and (hands == {int(world["hands"][0, other])}) is same


# --- Secrecy ------------------------------------------------------------------------------------


def alike_all_along(facts, players, seed, decided=3):
    """Two matches whose secrets differ and that looked alike to a seat all along, when it decides; or None."""
    match = ararat.game(facts.slug).start(players=players, seed=seed)
    for number in range(amount(8, long=8 + 5 * seed)):
        if not match.over:
            match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))
    if match.over:
        return None
    seat, engine = match.turn, engine_of(facts)
    other = match._tables.copy()
    engine.seed(other, 11 + seed)
    engine.redeal(other, seat)
    game, state_of = ararat.game(facts.slug), hooks_of(facts).state_of
    pair = [game.restore(state_of(table), seed=seed) for table in (match._tables[0], other[0])]
    for _ in range(40):
        if pair[0].over:
            return None
        there = pair[1].moves()
        both = [move for move in pair[0].moves()[:20] if move in there]
        for move in both:
            trial = [world.copy() for world in pair]
            for world in trial:
                world.play(move)
            if trial[0].information_state(seat) == trial[1].information_state(seat) and not trial[0].over:
                pair = trial
                break
        else:
            return None
        others = [world.seat_at(len(world.history) - 1) != seat for world in pair]
        if pair[0].turn == seat and others[0] and len(pair[0].moves()) > 1 and pair[0].state() != pair[1].state():
            return seat, pair
    return None


@WITH_SECRETS
def test_matches_that_looked_alike_all_along_bring_the_same_decision(facts, tmp_path):
    net_of(facts, infers=1).save(tmp_path / "net.npz")
    bot = ararat.player(f"net:{tmp_path / 'net.npz'}:{amount(3, long=60)}")
    found = 0
    for players in in_turn([count for count in facts.players if count > 1], 0):
        for seed in range(20):
            alike = alike_all_along(facts, players, seed)
            if alike is None:
                continue
            seat, pair = alike
            pasts = [past_for(bot.code, world) for world in pair]
            assert pasts[0] == pasts[1] and pasts[0]
            chosen = [
                bot.choose(world.view(seat), world.moves(), 4, past=past)
                for world, past in zip(pair, pasts, strict=True)
            ]
            assert chosen[0] == chosen[1] and pair[0].why_not(chosen[0]) is None
            found += 1
            if found % amount(1, long=4) == 0:
                break
    assert found


@WITH_SECRETS
def test_a_past_holds_only_what_the_seat_was_told(facts):
    for players in in_turn([count for count in facts.players if count > 1], 2):
        for match in decisions(facts, players, 3):
            for seat in range(players):
                past, log = match.past(seat), match.log(seat)
                first = len(log) - len(past)
                assert [entry["view"] for entry in past] == match.past_views(seat)[first:]
                assert [(entry["seat"], entry["move"]) for entry in past] == [
                    (told["seat"], told["move"]) for told in log[first:]
                ]
                assert all(entry.keys() == {"view", "seat", "move"} for entry in past)


# --- Players ------------------------------------------------------------------------------------


def test_without_a_past_or_with_a_net_that_does_not_infer_it_plays_as_it_did(tmp_path):
    facts = GAMES["opti-mix"]
    for infers in (0, 1):
        net_of(facts, infers=infers).save(tmp_path / f"{infers}.npz")
    plain, inferring = (ararat.player(f"net:{tmp_path / f'{infers}.npz'}:5") for infers in (0, 1))
    for match in decisions(facts, 3, 1):
        asked = match.view(match.turn), match.moves(), 9
        assert past_for(plain.code, match) is past_for("greedy", match) is past_for("owl", match) is None
        assert past_for(inferring.code, match) == match.past(match.turn)
        assert plain.choose(*asked) == inferring.choose(*asked) == plain.choose(*asked, past=match.past(match.turn))
        assert inferring.choose(*asked, past=match.past(match.turn)) in match.moves()


def test_where_nothing_is_hidden_nothing_is_inferred():
    assert [slug for slug, facts in GAMES.items() if not net_of(facts, infers=1).infers] == ["ark-and-noah"]
    assert not any(net_of(facts).infers for facts in GAMES.values())


def test_a_past_that_is_none_is_refused_in_one_sentence(tmp_path):
    facts = GAMES["noah"]
    net_of(facts, infers=1).save(tmp_path / "net.npz")
    bot = ararat.player(f"net:{tmp_path / 'net.npz'}:2")
    match, other = (next(decisions(facts, players, 1)) for players in (3, 4))
    asked, past = (match.view(match.turn), match.moves(), 1), match.past(match.turn)
    spoilt = past[0] | {"view": past[0]["view"] | {"hands": []}}
    for wrong in (
        [{}],
        [spoilt],
        ["x"],
        [past[0] | {"seat": "x"}],
        [past[0] | {"move": {}}],
        other.past(other.turn),
        5,
    ):
        with pytest.raises(BadBot) as problem:
            bot.choose(*asked, past=wrong)
        assert "\n" not in str(problem.value)


@pytest.mark.long
@WITH_SECRETS
def test_compiled_beliefs_are_the_same_on_any_cores_and_as_plain_python_has_them(facts):
    for priors in ("policy", AFTERSTATES):
        net = net_of(facts, priors)
        for match in decisions(facts, facts.players[-1], 2, count=3):
            root, wiring = imagined(facts, match.view(match.turn)), Wiring(net, match.players, match.options)
            past, found = Past(facts, match.past(match.turn), root), []
            pools = [believed(wiring, past, 3, 500) for _ in range(2)]
            assert (pools[0] is None) == (pools[1] is None)
            if pools[0] is None or pools[1] is None:
                continue
            assert pools[0].tobytes() == pools[1].tobytes()
            for cores in (1, 2):
                search = Search(engine_of(facts), root, 5, thinker=wiring.thinker, worlds=pools[0])
                search.run(600, cores=cores)
                found.append([(one.action, one.visits, one.worth) for one in search.thoughts()])
            assert found[0] == found[1] and found[0]
            both = []
            for interpreted in (False, True):
                past.engine = engine_of(facts, interpreted)
                trial = Trial(wiring, past, past.starts()[-1], 5)
                trial.go_on(15)
                both.append((trial.worlds.tobytes(), trial.weights))
            assert both[0][0] == both[1][0] and both[0][1] == pytest.approx(both[1][1], rel=1e-3)
