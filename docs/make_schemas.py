"""Writes protocol-schemas.json from the server's own models."""

import json
from pathlib import Path

from ararat.server.answers import schemas

PAGE = Path(__file__).parent / "protocol-schemas.json"


def page() -> str:
    """The schemas as the file holds them."""
    return json.dumps(schemas(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
