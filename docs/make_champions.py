"""Put what was measured of the champions into docs/champions.md, and draw it.

PYTHONPATH=benchmarks python docs/make_champions.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from champions_figures import read
from champions_page import MARK, lines_of
from champions_plots import draw
from speed.figures import put_in

DOCS = Path(__file__).parent
FIGURES = DOCS.parent / "benchmarks" / "champions"


def main() -> None:
    figures = Path(sys.argv[1]) if len(sys.argv) > 1 else FIGURES
    found = read(figures)
    with tempfile.TemporaryDirectory() as folder:
        pictures = draw(found, Path(folder))
        for old in (DOCS / "pictures").glob("champions-*.svg"):
            old.unlink()
        for name in pictures:
            shutil.copy(Path(folder) / f"{name}.svg", DOCS / "pictures")
    page = DOCS / "champions.md"
    page.write_text(put_in(page.read_text("utf-8"), MARK, lines_of(found, pictures)), "utf-8")
    print(f"{page}: {len(found.pairings)} pairings, {len(found.lessons)} tables of lessons, {len(found.runs)} runs.")


if __name__ == "__main__":
    main()
