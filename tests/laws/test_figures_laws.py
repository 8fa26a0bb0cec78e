"""A refusal begins with the mover's own numbers, wherever numbers say it, in every language, and they decide."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ararat.core.contract import rule_id
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.pieces import beside
from ararat.core.refused import Refused
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from lengths import amount

from .positions import positions, start
from .worlds import other_world, stand

MATCHES = amount(1, long=3)
LOOKED_AT = amount(30, long=80)  # decisions of a match at which moves are tried,
TRIED = amount(30, long=40)  # so many at each
SAID = amount(5, long=50)  # of each rule that are read in words, and in another world
NEAR = 12  # decisions before and after, whose moves show what can be named


def decisions(table):
    """Decisions of random matches, some of every phase: each as the match stands, with moves that somebody could make
    around then, and those of its own moment first."""
    for seed in range(MATCHES):
        match, random, taken = start(table, seed), Random(seed), []
        while not match.over:
            legal = match.moves()
            taken.append((match.copy(), legal if len(legal) < TRIED else random.sample(legal, TRIED)))
            match.play(random.choice(legal))
        for at in range(0, len(taken), 1 + len(taken) // LOOKED_AT):
            around = [moves for _, moves in taken[max(0, at - NEAR) : at + NEAR]]
            yield taken[at][0], taken[at][1], [move for moves in around for move in moves]
    for tables in positions(table):
        match = stand(table, tables)
        if not match.over:
            yield match, match.moves()[:TRIED], match.moves()


def tried(legal, near, random):
    """Moves of some kind that can be made around now, with something in it that could be named around now."""
    values = {}
    for move in near:
        for name, value in move.items():
            values.setdefault(name, []).append(value)
    for _ in range(TRIED):
        move = dict(random.choice(near if random.random() < 0.5 else legal))
        names = [name for name in move if name != "move"]
        if names:
            name = random.choice(names)
            move[name] = random.choice(values[name])
        yield move


# By which comparison the numbers of a rule refuse a move. A limit that stands beside them is a part of it: a wrong one
# would refuse what is legal, or nothing.
DECIDES = {
    "AB-4.8": lambda f, move: f["count"] > f["crates"],
    "AB-5.5": lambda f, move: f["count"] > 0 and f["tiles"] >= 10,
    "NO-4.6": lambda f, move: f["aboard"] + f["mass"] == f["total"] > f["limit"],
    "NO-4.7": lambda f, move: f["aboard"] + f["mass"] == f["total"] > f["limit"],
    "NO-P.3": lambda f, move: move.get("mass", 1) > 1 and f["aboard"] + f["mass"] == f["total"] != f["limit"],
    "NO-4.9": lambda f, move: f["count"] > 0,
    "OM-4.11": lambda f, move: f["count"] >= f["most"],
    "OM-4.13": lambda f, move: abs(f["after"]) > f["most"] >= abs(f["now"]),
    "OM-4.14": lambda f, move: f["eater"] >= f["other"],
    **dict.fromkeys(("OM-4.19", "OM-5.3", "OM-5.5"), lambda f, move: f["count"] > f["discs"]),
    "OM-4.34": lambda f, move: f["weight"] > f["most"],
    "AN-4.51": lambda f, move: move["kind"] != "point" and f["count"] == 0,
    "AN-4.62": lambda f, move: f["planks" if move["move"] == "plank" else "pitch"] == 0,
    "AN-4.72": lambda f, move: f["count"] == 0,
    "AN-4.76": lambda f, move: f["count"] > f["left"] == 0,
    "AN-4.84": lambda f, move: f["needed"] not in (0, f["count"]),
    "AN-4.86": lambda f, move: 0 < f["count"] <= f["cells"],
    "AN-4.87": lambda f, move: 0 < f["count"] <= f["joints"],
    "AN-4.89": lambda f, move: f["count"] > f["left"],
}
# Limits that stand beside them, by their names in the box.
LIMITS = {
    "NO-4.6": {"limit": "limit"},
    "NO-4.7": {"limit": "woodpecker_limit"},
    "OM-4.11": {"most": "cabin"},
    "OM-4.13": {"most": "most_tilt"},
    "OM-4.34": {"most": "most_pet_weight"},
}
NOT_ALONE = {"AB-5.5"}  # a pair on the way is legal, if it can still be broken


def test_figures_are_the_movers_own_and_decide(table):
    """Wherever a rule refuses by numbers these say so, from what the mover knows; nowhere among the legal moves of that
    kind do they."""
    facts, random, met = all_facts()[table[0]], Random(4), Counter()
    told = {rule_id(rule): numbers_of for rule, numbers_of in hooks_of(facts).figures.items()}
    assert told.keys() <= DECIDES.keys()
    box = {row["name"]: row["value"] for row in beside(facts.folder / "pieces.toml").rows("numbers", ("name", "value"))}
    kinds, allowed = set(), []
    for number, (match, legal, near) in enumerate(decisions(table)):
        allowed += [(match, move) for move in legal if move.get("card", "") is not None]  # no pet has no weight
        other = stand(table, other_world(engine_of(facts), match._tables, match.turn, number))
        for move in tried(legal, near, random):
            refusal = match.why_not(move)
            if refusal is None:
                continue
            assert refusal.figures.keys() <= told.keys() & set(refusal.rules) and all(refusal.figures.values())
            met[refusal.rule] += 1
            if met[refusal.rule] <= SAID:
                assert refusal == other.why_not(move), "numbers that the mover can't know"
                check_words(facts, refusal)
            for rule, numbers in refusal.figures.items():
                assert DECIDES[rule](numbers, move), (rule, numbers, move)
                limits = {name: box[called] for name, called in LIMITS.get(rule, {}).items()}
                assert numbers.items() >= limits.items(), (rule, numbers)
                kinds.add((rule, move["move"]))
    for match, move in allowed:
        for rule in [rule for rule, kind in kinds if kind == move["move"] and rule not in NOT_ALONE]:
            numbers = told[rule](match._table, move)
            assert not (numbers and DECIDES[rule](numbers, move)), (rule, numbers, move)


def check_words(facts, refusal):
    """One's own numbers come first, then the rule."""
    for language in LANGUAGES:
        spoken, text = words(language, facts.package), refusal.text_in(language)
        assert text.endswith(spoken(f"rule.{refusal.rule}"))
        if refusal.rule in refusal.figures:
            numbers = spoken(f"figures.{refusal.rule}", **refusal.figures[refusal.rule])
            assert text == f"{numbers[0].upper()}{numbers[1:]} {spoken(f'rule.{refusal.rule}')}"
            assert (refusal.rule, numbers) in refusal.reasons_in(language)


@pytest.mark.parametrize("slug", all_facts())
def test_figures_have_words_and_words_have_figures(slug):
    facts = all_facts()[slug]
    told = {f"figures.{rule_id(rule)}" for rule in hooks_of(facts).figures}
    for language in LANGUAGES:
        assert {key for key in list(words(language, facts.package).keys()) if key.startswith("figures.")} == told


def test_a_refusal_without_a_rule_of_numbers_is_as_it_was():
    match = stand(("animals-on-board", 2, {}), positions(("animals-on-board", 2, {}))[0])
    with pytest.raises(Refused):
        hooks_of(match._facts).action_of(match._table, {"move": "dance"})
    assert match.why_not({"move": "dance"}).figures == {}
