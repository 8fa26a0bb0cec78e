"""Reading QR codes as a phone would, from pictures, from modules, from what a terminal shows."""

from __future__ import annotations

import io
import re

import numpy as np
import zxingcpp
from PIL import Image

STYLES = re.compile(r"\x1b\[[0-9;]*m")
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
SCALE = 6


def read_picture(png: bytes) -> list[str]:
    """What the codes of a picture say."""
    return [found.text for found in zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))]


def read_modules(rows: list[list[bool]]) -> str:
    """What a code says that is given module by module; True is dark."""
    dark = np.repeat(np.repeat(np.array(rows), SCALE, 0), SCALE, 1)
    (found,) = zxingcpp.read_barcodes(np.where(dark, 0, 255).astype(np.uint8))
    return found.text


def read_terminal(shown: str, drawn_dark: bool = True) -> str:
    """What a code of half blocks says; `drawn_dark`: blocks are dark, else light."""
    lines = [STYLES.sub("", line).rstrip("\r") for line in shown.splitlines()]
    lines = [line for line in lines if line and set(line) <= set(HALVES)]
    rows = [[HALVES[letter][half] == drawn_dark for letter in line] for line in lines for half in (0, 1)]
    return read_modules(rows)
