"""The numbered rules of a game, as its rule file lists them."""

from __future__ import annotations

import re
from importlib import resources

from .contract import Facts

DEFINED = re.compile(r"^(?:- )?(?:\*\*)?([A-Z]{2}-[0-9A-Z]+\.[0-9]+)\b", re.MULTILINE)


def rule_ids(facts: Facts) -> list[str]:
    """The ids of all rules of a game, in the order of its rule file."""
    text = resources.files(facts.package).joinpath("RULES.md").read_text("utf-8")
    return list(dict.fromkeys(DEFINED.findall(text)))
