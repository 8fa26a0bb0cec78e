"""Checking on this machine that the deal of a recorded match was fair."""

from __future__ import annotations

from pathlib import Path

from ..fairness import proved
from .replaying import load
from .screen import Screen


def show_proof(screen: Screen, path: Path, commitment: str | None, contribution: str | None) -> None:
    """Say what a record proves; BadRecord or BadProof says what does not fit."""
    for key, values in proved(load(screen, path).record(), commitment, contribution):
        screen.out.print(screen.words(key, **values))
    screen.out.print(screen.words("proof.fits" if commitment is None else "proof.fair"), style="bold")
