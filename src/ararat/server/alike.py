"""What several are told is made once, for all to whom it would be the same.

Nobody declares what that is. A maker is handed its things through `Looked`, which notes at what it looks; whoever has
the same there would get the same, and gets it. So a secret can't come from one viewer to another: either the
maker never looked at it, or it made another answer for whoever has another one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

from .writing import written

Made = TypeVar("Made")
MISSING = object()


class Looked(Mapping[Any, Any]):
    """A view, or names by seat; what is looked at is noted."""

    def __init__(self, things: Any, alike: Alike | None = None) -> None:
        self.things = things
        self.alike = alike or Alike()
        self.noted: dict[Any, Any] = {}

    def shared(self, read: Callable[[Any], Any]) -> Any:
        """What is read from a part of it: made once for whoever has the same there."""
        looked, made = self.alike.look(read, read, self.things)
        self.noted.update(looked[0].noted)
        return made

    def __getitem__(self, key: Any) -> Any:
        if type(self.things) is dict:
            found = self.noted[key] = self.things.get(key, MISSING)
            if found is MISSING:
                raise KeyError(key)
        elif type(key) is int:
            found = self.noted[key] = self.things[key]
        else:
            found = self._all()[key]
        return found

    def __contains__(self, key: object) -> bool:
        if type(self.things) is dict:
            found = self.noted[key] = self.things.get(key, MISSING)
            return found is not MISSING
        return key in self._all()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __or__(self, other: Any) -> Any:
        return self._all() | other

    def __ror__(self, other: Any) -> Any:
        return other | self._all()

    def _all(self) -> Any:
        self.noted.update(self.things if type(self.things) is dict else enumerate(self.things))
        return self.things

    def is_alike(self, others: Any) -> bool:
        """Whether in other things of the same kind, all that was looked at is the same."""
        if others is self.things:
            return True
        named = type(others) is dict
        for key, found in self.noted.items():
            other = others.get(key, MISSING) if named else others[key]
            if found is not other and not same(found, other):
                return False
        return True


def same(one: Any, other: Any) -> bool:
    """Whether two things of plain JSON are written the same."""
    if one is other:
        return True
    if type(one) is not type(other) or one != other:
        return False
    return type(one) not in (dict, list) or written(one) == written(other)  # 1 is no true


class Alike:
    """What was made lately, with what its makers looked at."""

    def __init__(self) -> None:
        self._made: dict[Hashable, list[tuple[list[Looked], Any]]] = {}

    def made(self, key: Hashable, make: Callable[..., Made], *things: Any) -> Made:
        """What follows from the key, and from what `make` looks at of these things; it is to be looked at only."""
        found: Made = self.look(key, make, *things)[1]
        return found

    def look(self, key: Hashable, make: Callable[..., Any], *things: Any) -> tuple[list[Looked], Any]:
        """The same, and at what was looked."""
        known = self._made.get(key)
        if known is None:
            known = self._made[key] = []
        for once in known:
            if all(map(Looked.is_alike, once[0], things)):
                return once
        looked = [Looked(one, self) for one in things]
        once = looked, make(*looked)
        known.append(once)
        return once

    def forget(self) -> None:
        """Something changed."""
        self._made.clear()
