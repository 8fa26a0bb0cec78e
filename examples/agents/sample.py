"""A tiny agent: reads a turn a line, answers with the text of a move. Put your own thoughts into `choose`."""

import json
import random
import sys


def choose(text: str, moves: list[str]) -> str:
    """One of the moves; `text` is all that this seat may know, in words."""
    return random.choice(moves)


for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        print(choose(message["text"], message["moves"]), flush=True)
    elif message["type"] == "refused":
        print(1, flush=True)  # the first legal move is always right
