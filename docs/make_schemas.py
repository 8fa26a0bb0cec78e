"""Writes protocol-schemas.json from the server's own models."""

import json
from pathlib import Path

from ararat.server.answers import schemas

PAGE = Path(__file__).parent / "protocol-schemas.json"


def page() -> str:
    """The schemas as the file holds them."""
    told = schemas()
    games = {slug: json.dumps(parts, ensure_ascii=False) for slug, parts in told.pop("games").items()}
    rows = ",\n".join(f'  "{slug}": {parts}' for slug, parts in games.items())  # a line a game: they list every piece
    return f'{json.dumps(told, indent=1, ensure_ascii=False)[:-2]},\n "games": {{\n{rows}\n }}\n}}\n'


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
