"""What the seats are called at a terminal."""

from __future__ import annotations

from ..core.words import Words
from ..players.names import names_at


def seat_names(seats: list[str], spoken: Words) -> list[str]:
    """A name for each seat, of people and bots by their codes."""
    several = seats.count("you") > 1
    plain = []
    for code in seats:
        key = "player.person" if code == "you" and several else f"player.{code}"
        plain.append(spoken(key) if key in spoken else code)
    return names_at(plain, list(seats))
