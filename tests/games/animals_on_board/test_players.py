"""What the greedy bot knows about Animals on Board."""

from __future__ import annotations

import ararat

from .positions import groups, position

GAME = ararat.game("animals-on-board")


def chosen(state):
    match = GAME.restore(state)
    return ararat.player("greedy").choose(match.view(match.turn), match.moves(), 1)


def test_greedy_takes_the_third_of_a_herd():
    state = position(
        players=2,
        area=groups("pa-1", "cr-5"),
        arks=[{"known": ["panda-2", "panda-3"], "unknown": ["zebra-1"]}, None],
        crates=[1, 1],
        out=[1],
        turn=0,
        made_up=True,
    )
    assert chosen(state) == {"move": "take", "group": ["panda-1"]}


def test_greedy_leaves_a_pair_alone_on_the_last_turn_of_a_full_ark():
    """With ten tiles to come the match ends: a second lion would only cost the first one."""
    ark = ["giraffe-1", "giraffe-2", "giraffe-3", "panda-1", "panda-2", "panda-3", "tiger-4", "zebra-5", "lion-5"]
    state = position(
        players=2,
        area=groups("li-1", "cr-2"),
        arks=[{"known": ark[:-1], "unknown": ark[-1:]}, None],
        crates=[1, 1],
        out=[1],
        turn=0,
        made_up=True,
    )
    assert chosen(state) == {"move": "take", "group": ["crocodile-2"]}
