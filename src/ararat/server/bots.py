"""Which bots sit at tables."""

from __future__ import annotations

import os

from ..errors import UnknownPlayer, shown
from ..players import codes, levels


def usual_bot() -> str:
    """The bot that people meet unless they choose: the middle level, which a newcomer can beat but not by chance, or
    the one that whoever runs this server has named."""
    known = levels()
    return os.environ.get("ARARAT_BOT") or known[len(known) // 2]


def checked_bot(code: str | None) -> str:
    """The code of a bot; the usual one for None."""
    if code is None:
        return usual_bot()
    if code not in codes():
        raise UnknownPlayer("error.player", given=shown(code), known=", ".join(codes()))
    return code
