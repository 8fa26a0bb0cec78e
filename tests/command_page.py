"""The page of all commands, made from what the commands themselves say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

COMMANDS = (
    "games",
    "players",
    "play",
    "serve",
    "replay",
    "analyse",
    "verify",
    "rules",
    "perft",
    "arena",
    "ratings",
    "reliability",
    "load",
    "train",
)
OF_THE_STORE = ("check", "backup", "restore")
PAGE = Path(__file__).parent.parent / "docs/command-line.md"


# One process for all: each would take a second to start.
ASK = """
import json, sys
from ararat.cli.app import run
for command in json.loads(sys.argv[1]):
    if run([*command, "--help"]) != 0:
        sys.exit(1)
    print(sys.argv[2])
"""
NEXT = "- - -"


def helps_of(commands: list[tuple[str, ...]]) -> list[str]:
    """What each command says of itself."""
    surroundings = os.environ | {"COLUMNS": "96", "TERM": "dumb", "NO_COLOR": "1", "ARARAT_LANGUAGE": "en"}
    asked = [sys.executable, "-c", ASK, json.dumps(commands), NEXT]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", env=surroundings, check=True)
    return ["\n".join(line.rstrip() for line in said.strip().splitlines()) for said in done.stdout.split(NEXT)[:-1]]


def command_page() -> str:
    parts = ["# The command line", "", "Made by `make docs`; a test compares it with the commands.", ""]
    parts += ["Exit codes: 0 fine, 2 something that you can put right (one sentence says what), 130 interrupted.", ""]
    commands = [(), *((name,) for name in COMMANDS), *(("store", name) for name in OF_THE_STORE)]
    for command, said in zip(commands, helps_of(commands), strict=True):
        parts += [f"## ararat {' '.join(command)}".rstrip(), "", "```", said, "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(command_page(), "utf-8")
