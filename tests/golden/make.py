"""Write the golden playthroughs and perft counts of one game anew: make golden GAME=slug"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playthrough import PERFT, case_of, path_of, perft_of, playthrough, richest_seed

import ararat


def main(slugs: list[str]) -> None:
    counts = json.loads(PERFT.read_text()) if PERFT.exists() else {}
    for slug in slugs or ararat.games():
        counts[slug] = {}
        game = ararat.game(slug)
        for players, options in [(n, options) for n in game.players for options in game.facts.variants(n)]:
            case, path = case_of(players, options), path_of(slug, players, options)
            path.write_text(playthrough(slug, players, options, richest_seed(slug, players, options)), "utf-8")
            counts[slug][case] = perft_of(slug, players, options)
            print(f"{path.name}: {counts[slug][case]}")
    PERFT.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
