"""Which bots sit at tables."""

from __future__ import annotations

from ..core.contract import Facts
from ..errors import UnknownPlayer, shown
from ..players import codes, find, levels


def usual_bot() -> str:
    """The bot that people meet unless they choose: the middle level, which a newcomer can beat but not by chance."""
    known = levels()
    return known[len(known) // 2]


def checked_bot(facts: Facts, code: str | None) -> str:
    """The code of a bot that plays this game; the usual one for None."""
    if code is None:
        return usual_bot()
    if code not in codes() or not find(code).plays(facts.slug):
        raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
    return code
