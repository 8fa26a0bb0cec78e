"""From the declared moves to rules: whichever rule refuses, lists or carries out an action is called.

Compiled functions can't be passed as arguments nor kept in a list. So the rules made here are written out, line by
line as one would write them by hand, with the numbers of the actions filled in, and compiled like any other:

    def decide(table, action, effects):                        def refusal(table, action):
        if action < 36:                                            not_due = refuse_kind(table, action)
            board(table, boarded_card(action), effects)            if not_due != 0:
            return 1                                                   return not_due
        if action < 85:                                            if action < 36:
            return give(table, action - 36, effects)                   return refuse_board(table, boarded_card(action))
"""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator
from typing import Any

from .bits import without_first
from .chance import below
from .kinds import Kind, OrNull
from .whole import whole

Started = Iterable[tuple[Any, int]]  # kinds of moves (`Move`), each with the number of its first action


class Written:
    """A rule as text, and the rules that it calls by their names."""

    def __init__(self, head: str, doc: str) -> None:
        self.lines = [head, f'    """{doc}"""']
        self.called: dict[str, Any] = {"__name__": __name__}

    def call(self, rule: Any, *given: str) -> str:
        """A call as text."""
        if self.called.setdefault(rule.__name__, rule) is not rule:
            raise TypeError(f"two rules are called {rule.__name__}")
        return f"{rule.__name__}({', '.join(given)})"

    def add(self, depth: int, *lines: str) -> None:
        """Write lines down, so deep inside."""
        self.lines += ["    " * depth + line for line in lines]

    def rule(self, where: str) -> Any:
        """The rule that is written here; errors in it show its lines."""
        text = "\n".join(self.lines) + "\n"
        name = f"<{self.lines[0]} of {where}>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        exec(compile(text, name, "exec"), self.called)
        return self.called[self.lines[0].split()[1].partition("(")[0]]


def make_refusal(kinds: Started, refuse_kind: Any, where: str) -> Any:
    """The rule that says why an action is refused, as a number of `Rule`; 0 if it is legal."""
    written = Written(
        "def refusal(table, action):", "Why an action is refused, as a number of `Rule`; 0 if it is legal."
    )
    written.add(
        1, f"not_due = {written.call(refuse_kind, 'table', 'action')}", "if not_due != 0:", "    return not_due"
    )
    for move, start in kinds:
        written.add(1, f"if action < {start + move.count}:")
        if move.bar is not None:
            written.add(2, f"barred = {written.call(move.bar, 'table')}", "if barred != 0:", "    return barred")
        named = _named(written, move, start)
        written.add(2, "return " + (written.call(move.refuse, "table", *named) if move.refuse else "0"))
    written.add(1, "return 0")
    return written.rule(where)


def make_decide(kinds: Started, where: str) -> Any:
    """The rule that carries a legal action out and says what comes next, as its kind is declared."""
    written = Written("def decide(table, action, effects):", "Carry a legal action out, and say what comes next.")
    for move, start in kinds:
        written.add(1, f"if action < {start + move.count}:")
        says = move.play is not None and move.play.__annotations__["return"] not in (None, "None")
        if move.play is not None:
            call = written.call(move.play, "table", *_named(written, move, start), "effects")
            written.add(2, f"return {call}" if says else call)
        if not says:
            written.add(2, f"return {int(move.then)}")
    written.add(1, "return 0")
    return written.rule(where)


def make_list_actions(kinds: Started, first: Any, where: str) -> Any:
    """The rule that writes all legal actions down, in the order of their kinds, and returns how many there are.

    `first` is the rule for the number of the first member of a set.
    """
    written = Written("def list_actions(table, actions):", "Write all legal actions down, and return their count.")
    written.add(1, "phase = table.phase", "count = 0")
    for move, start in kinds:
        written.add(1, f"if {' or '.join(f'phase == {int(phase)}' for phase in move.phases)}:")
        if move.lists is not None:
            written.add(2, f"count = {written.call(move.lists, 'table', 'actions', 'count')}")
        else:
            _list_kind(written, move, start, first)
    written.add(1, "return count")
    return written.rule(where)


def make_draw(many: Iterable[Any], list_few: Any, where: str) -> Any:
    """The rule that draws one legal action at random; kinds with many are not listed, the others come after them."""
    written = Written("def draw(table, listed, choices):", "Draw one legal action at random.")
    written.add(1, "phase, many = table.phase, 0")
    due = [(move, " or ".join(f"phase == {int(phase)}" for phase in move.phases)) for move in many]
    for move, when in due:
        written.add(1, f"if {when}:", f"    many = {written.call(move.counts, 'table')}")
    written.add(1, f"few = {written.call(list_few, 'table', 'listed')}")
    written.add(1, f"place = {written.call(below, 'choices', 'many + few')}")
    for move, when in due:
        written.add(1, f"if place < many and ({when}):", f"    return {written.call(move.nth, 'table', 'place')}")
    written.add(1, f"return {written.call(whole, 'listed[place - many]')}")
    return written.rule(where)


def _list_kind(written: Written, move: Any, start: int, first: Any) -> None:
    """All values of each field, or those of a set, and of these whatever is not refused."""
    depth, action, named = 2, f"{start}", []
    if move.reads:
        written.add(depth, f"for action in range({start}, {start + move.count}):")
        depth, action, named = 3, "action", list(_named(written, move, start))
    else:
        for place, (name, kind) in enumerate(move.fields.items()):
            digit, members = f"digit_{place}", f"those_{place}"
            if name in move.those:
                written.add(depth, f"{members} = {written.call(move.those[name], 'table')}", f"while {members}:")
                written.add(depth + 1, f"{digit} = {written.call(first, members)}")
                written.add(depth + 1, f"{members} = {written.call(without_first, members)}")
            else:
                written.add(depth, f"for {digit} in range({kind.size}):")
            depth += 1
            named.append(_number(kind, digit))
            action = f"({action}) * {kind.size} + {digit}" if place else digit
        action = f"{start} + {action}" if move.fields else action
    asked = [written.call(move.bar, "table")] if move.bar else []
    asked += [written.call(move.refuse, "table", *named)] if move.refuse else []
    if asked and (move.reads or set(move.those) != set(move.fields) or not move.fields):
        written.add(depth, f"if {' and '.join(f'{call} == 0' for call in asked)}:")
        depth += 1
    written.add(depth, f"actions[count] = {action}", "count += 1")


def _named(written: Written, move: Any, start: int) -> Iterator[str]:
    """What an action names, each as text: the numbers of its fields, or what the move reads from it."""
    if move.reads:
        for read in move.reads:
            yield written.call(read, *(["table"] if "table" in read.__annotations__ else []), "action")
        return
    inner = move.count
    for number, kind in enumerate(move.fields.values()):
        inner //= kind.size
        digit = f"action - {start}" if inner == 1 else f"(action - {start}) // {inner}"
        yield _number(kind, f"({digit}) % {kind.size}" if number else digit)


def _number(kind: Kind, digit: str) -> str:
    """The number of a field's value, as text, from where it stands among them."""
    if isinstance(kind, OrNull):
        return f"({kind.none} if {digit} == {kind.size - 1} else {_number(kind.kind, digit)})"
    return f"{digit} + {kind.low}" if kind.low else digit
