"""Write the golden playthroughs and perft counts of one game anew: make golden GAME=slug"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playthrough import PERFT, path_of, perft_of, playthrough, richest_seed

import ararat


def main(slugs: list[str]) -> None:
    counts = json.loads(PERFT.read_text()) if PERFT.exists() else {}
    for slug in slugs or ararat.games():
        counts[slug] = {}
        for players in ararat.game(slug).players:
            path_of(slug, players).write_text(playthrough(slug, players, richest_seed(slug, players)), "utf-8")
            counts[slug][str(players)] = perft_of(slug, players)
            print(f"{path_of(slug, players).name}: {counts[slug][str(players)]}")
    PERFT.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
