"""The page of all moves, made from what the games declare."""

from __future__ import annotations

from pathlib import Path

from ararat.core.hooks import hooks_of
from ararat.games import all_facts

PAGE = Path(__file__).parent.parent / "docs/moves.md"
HEAD = """# Moves

Every kind of move, as the games declare them (`rules/moves.py`); written by `make docs`. A move is a JSON object with
`"move"`, its kind, and these keys; keys in brackets may be left out. The numbers are its actions, of fixed meaning, as
batches, masks and searches use them. The exact values of every key are in
[protocol-schemas.json](protocol-schemas.json), their meaning in each game's rules.
"""


def page() -> str:
    """The page as the file holds it."""
    parts = [HEAD]
    for facts in all_facts().values():
        declared = hooks_of(facts).rules.MOVES.rows()
        rows = "\n".join(f"| `{name}` | {keys} | {phases} | {numbers} |" for name, keys, phases, numbers in declared)
        parts.append(f"## {facts.name}\n\n| move | keys | phases | actions |\n|---|---|---|---|\n{rows}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
