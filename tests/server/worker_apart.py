"""A worker in a process of its own, whose bots think in it too: quick to start, and quick to kill."""

from __future__ import annotations

import sys
from dataclasses import replace

from at_table import FAST, Here

from ararat.games import all_facts
from ararat.server import preparing
from ararat.server.app import new_app
from ararat.server.door import Door
from ararat.server.serving import Polite, listening
from ararat.server.shared_store import SharedStore

if __name__ == "__main__":
    limits = replace(FAST, codes_at_once=10_000, commitments_at_once=10_000)
    bound = listening("127.0.0.1", 0)
    game = sys.argv[3]
    preparing.all_facts = lambda: {game: all_facts()[game]}  # nobody here plays any other
    SharedStore.lease = float(sys.argv[2])
    store = SharedStore(sys.argv[1])
    print(bound.getsockname()[1], store.worker, flush=True)
    app = new_app(store, limits, None, Here())
    Polite(app, limits, Door(limits, 1_000)).run(sockets=[bound])
