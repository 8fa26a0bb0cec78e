"""Contrast of text at least WCAG AA, by day and by night, measured from the page's own colours."""

from __future__ import annotations

import re
from importlib import resources

import pytest

AA = 4.5
STYLE = resources.files("ararat").joinpath("page", "app", "style.css").read_text("utf-8")
# Text on what it stands on, by role.
PAIRS = [
    ("text", "page"),
    ("text", "paper"),
    ("text", "sand"),
    ("muted", "page"),
    ("muted", "paper"),
    ("on-water", "water-deep"),
    ("good", "paper"),
    ("bad", "paper"),
    ("chosen", "paper"),
]


def colours(theme):
    found = dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6});", STYLE.split(":root[data-theme")[0]))
    if theme == "dark":
        night = STYLE.split(':root[data-theme="dark"]')[1].split("}")[0]
        found |= dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6});", night))
    return found


def luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_text_can_be_read(theme, pair):
    known = colours(theme)
    assert contrast(known[pair[0]], known[pair[1]]) >= AA
