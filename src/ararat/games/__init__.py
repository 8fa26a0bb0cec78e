"""The games: one folder each. A folder with a `GAME` in it is the whole registration.

Games may lie elsewhere too: `ARARAT_GAMES` names folders of such folders, as `PATH` does.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache

from ..core.contract import Facts

__path__ += [folder for folder in os.environ.get("ARARAT_GAMES", "").split(os.pathsep) if folder]


@cache
def all_facts() -> dict[str, Facts]:
    """What every game is, by slug, in alphabetical order."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            facts = importlib.import_module(f"{__name__}.{module.name}").GAME
            found[facts.slug] = facts
    return dict(sorted(found.items()))
