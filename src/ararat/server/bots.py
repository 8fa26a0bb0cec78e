"""Which bots sit at tables."""

from __future__ import annotations

from ..errors import UnknownPlayer, shown
from ..players import codes, levels


def usual_bot() -> str:
    """The bot that people meet unless they choose: the middle level, which a newcomer can beat but not by chance."""
    known = levels()
    return known[len(known) // 2]


def checked_bot(code: str | None) -> str:
    """The code of a bot; the usual one for None."""
    if code is None:
        return usual_bot()
    if code not in codes():
        raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
    return code
