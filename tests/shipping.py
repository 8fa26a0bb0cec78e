"""Nets that ship with games, for as long as a test lasts: what it leaves untold ships none."""

from __future__ import annotations

from ararat.nets import shipped


def ship(monkeypatch, **files):
    """Let each game of these slugs (with _ for -) ship the net of a file, and the others none."""
    files = {slug.replace("_", "-"): path for slug, path in files.items()}
    monkeypatch.setattr(shipped, "file_of", lambda facts: files.get(facts.slug))
