"""What everybody at a table is called, where a bot of a level has a name of its own."""

from __future__ import annotations

from .codes import LEVELS

# One for each seat, the same in every language and no animal of any game; then some for where a person has that name.
GIVEN = ("Zita", "Oskar", "Mila", "Nils", "Lena", "Hugo", "Ines", "Ivo")
SPARE = ("Ruth", "Emil", "Selma", "Theo", "Ida", "Anton", "Frida", "Jonas")


def names_at(seats: list[str], bots: list[str | None]) -> list[str]:
    """Everybody's name, from a plain one each and the code of the bot that sits there, if one does.

    A bot of a level gets the given name of its seat, or one that is free if a person has it; among the others,
    who have the same name get a number.
    """
    levels = [code in LEVELS for code in bots]
    others = [name for name, level in zip(seats, levels, strict=True) if not level]
    spare = [name for name in SPARE if not _has(others, name)]
    names = []
    for seat, (name, level) in enumerate(zip(seats, levels, strict=True)):
        if level:
            names.append(spare.pop(0) if _has(others, GIVEN[seat]) else GIVEN[seat])
        elif others.count(name) > 1:
            names.append(f"{name} {1 + sum(not levels[n] and seats[n] == name for n in range(seat))}")
        else:
            names.append(name)
    return names


def _has(names: list[str], wanted: str) -> bool:
    return wanted.casefold() in (name.strip().casefold() for name in names)
