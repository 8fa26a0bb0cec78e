"""Write the golden playthroughs and perft counts of one game anew: make golden GAME=slug"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playthrough import PERFT, cases_of, perft_of, playthrough, richest_seed

import ararat


def main(slugs: list[str]) -> None:
    counts = json.loads(PERFT.read_text()) if PERFT.exists() else {}
    for slug in slugs or ararat.games():
        counts[slug] = {}
        for case in cases_of(slug):
            case.path.write_text(playthrough(case, richest_seed(case)), "utf-8")
            if not case.closed:
                counts[slug][case.name] = perft_of(case)
            print(f"{case.path.name}: {counts[slug].get(case.name)}")
    PERFT.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
