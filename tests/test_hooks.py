"""The contract is complete and short: what a game must write, and what stands in for the rest."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ararat.core import contract
from ararat.core.contract import MUST_WRITE, MUST_WRITE_WITH_SECRETS
from ararat.core.hooks import RULES, demand_all, hooks_of
from ararat.core.kinds import SetOf, Word
from ararat.core.states import Spelling
from ararat.games import all_facts

WANTED = [(module, name) for part in (MUST_WRITE, MUST_WRITE_WITH_SECRETS) for module in part for name in part[module]]
# What whoever plays, draws or thinks asks of a game, and where.
ASKED = {
    "text": ("heading", "draw", "choose", "interlude", "pieces"),
    "web": ("pieces", "offer", "sheet", "gauges"),
    "guide": (
        *("weigh", "standing", "SCALE", "PAR", "MARGIN", "CURIOSITY", "DOUBT", "LEVELS"),
        *("list_sensible", "expect", "HABIT"),
    ),
    "memory": ("closed_view_of", "LOG_SINCE"),
    "rules": (*RULES, "MOST_ACTIONS", "ACTIONS"),
}
OF_THE_GAME = ("state_of", "table_of", "view_of", "imagine", "seen", "events_of", "say_event", "say", "possible_phases")


def test_a_game_must_write_at_most_twenty_names():
    assert len({"GAME", *(f"{module}.{name}" for module, name in WANTED)}) <= 20


def test_the_contract_names_every_hook():
    for _, name in WANTED:
        assert name in contract.__doc__
    for name in (name for names in ASKED.values() for name in names if name != "ACTIONS"):
        assert name in contract.__doc__, name


def a_game(secrets=True, without=()):
    modules = {module: SimpleNamespace() for module in MUST_WRITE}
    for module, name in WANTED:
        if (module, name) not in without:
            setattr(modules[module], name, object())
    return SimpleNamespace(slug="odd", secrets=secrets, module=modules.__getitem__)


@pytest.mark.parametrize(("module", "name"), WANTED)
def test_a_game_that_leaves_out_what_has_no_default_is_refused_by_name(module, name):
    demand_all(a_game())
    with pytest.raises(TypeError, match=f"odd: {module} does not write {name}"):
        demand_all(a_game(without=[(module, name)]))


def test_what_only_secrets_need_is_asked_of_nobody_else():
    hidden = [(module, name) for module, names in MUST_WRITE_WITH_SECRETS.items() for name in names]
    demand_all(a_game(secrets=False, without=hidden))


@pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
def test_every_hook_is_there_written_or_given(facts):
    hooks = hooks_of(facts)
    for module, names in ASKED.items():
        for name in names:
            getattr(getattr(hooks, module), name)
    for name in OF_THE_GAME:
        assert callable(getattr(hooks, name))
    with pytest.raises(AttributeError, match="the contract gives none"):
        hooks.text.dance  # noqa: B018


def test_what_is_lent_is_one_and_known_by_itself_alone(monkeypatch):
    monkeypatch.setattr("ararat.core.states.LENT", 2)
    spelling = Spelling(SetOf(Word(("a", "b", "c"))))
    looked, own = spelling.of(SimpleNamespace(lends=True)), spelling.of(SimpleNamespace(lends=False))
    assert looked(5) is looked(5) and looked(5) == own(5) == ["a", "c"]
    assert own(5) is not own(5) and own(5) is not looked(5)
    values = [looked(number) for number in range(8)]  # more than are kept
    assert [spelling.number(value) for value in values] == [*range(8)]
    assert [spelling.number(list(value)) for value in values] == [*range(8)]
