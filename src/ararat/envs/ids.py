"""The names of the games in the ecosystem, and how Gymnasium learns of them."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ..games import all_facts

LIBRARY = "gymnasium"


def gymnasium_id(slug: str) -> str:
    """The id of a game in Gymnasium: "ararat/AnimalsOnBoard-v1"; its number changes when what one learnt is void."""
    return f"ararat/{slug.title().replace('-', '')}-v1"


def spiel_name(slug: str) -> str:
    """The name of a game in OpenSpiel and PettingZoo: "ararat_animals_on_board"."""
    return f"ararat_{slug.replace('-', '_')}"


def tiny_name(slug: str) -> str:
    """The name of a game's tiny table in OpenSpiel: "ararat_tiny_animals_on_board"."""
    return spiel_name(f"tiny-{slug}")


def register() -> None:
    """Tell Gymnasium of every game, once."""
    from gymnasium.envs.registration import register, registry

    for slug in all_facts():
        if gymnasium_id(slug) not in registry:
            register(
                gymnasium_id(slug),
                entry_point="ararat.envs.gymnasium:TableEnv",
                vector_entry_point="ararat.envs.gymnasium:TablesEnv",
                kwargs={"game": slug},
            )


def register_when_there() -> None:
    """Tell Gymnasium of every game if it is loaded, else as soon as somebody loads it.

    Gymnasium asked entry points of installed packages up to 0.29, and our own is still there; since 1.0 it
    knows nothing but what was registered, so `import ararat` has to see to it, without loading Gymnasium itself.
    """
    if sys.modules.get(LIBRARY) is not None:
        register()
    elif not any(isinstance(finder, Watching) for finder in sys.meta_path):
        sys.meta_path.insert(0, Watching())


class Watching:
    """Waits for Gymnasium to be imported, once."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != LIBRARY:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_register(module: ModuleType) -> None:
                run(module)
                register()

            spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec
