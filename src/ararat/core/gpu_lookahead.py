"""Kernels for a GPU that look ahead: what may be done at every table, and what each of it leads to (train/)."""

from __future__ import annotations

from typing import Any

from .chance import WORD, seed_chance
from .compiler import numba_cuda
from .gpu_kernel import UNTOLD, GpuKernel, Plain, action_type
from .net_search import make_share_of
from .table import NOBODY, Layout

LOTS = 1024  # lots are below that


def make_offers(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    list_actions = rules.list_actions
    number, most = action_type(rules), rules.MOST_ACTIONS

    def gpu_offers(tables: Any, lots: Any, offers: Any) -> None:
        """The legal actions of every table in its row, -1 behind them; of more than a row has places some, evenly
        spread, from a lot below LOTS on."""
        listed = cuda.local.array(most, number)
        row = cuda.grid(1)
        if row >= len(tables):
            return
        places = offers.shape[1]
        count = 0
        if tables[row].turn != NOBODY:
            count = list_actions(tables[row], listed)
        for place in range(places):
            if count > places:
                offers[row, place] = listed[(place * LOTS + lots[row]) * count // (places * LOTS)]
            else:
                offers[row, place] = listed[place] if place < count else -1

    return gpu_offers


def make_ahead(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    play, redeal, share_of, untold = rules.play, rules.redeal, make_share_of(rules), UNTOLD

    def gpu_ahead(tables: Any, actions: Any, lots: Any, movers: Any, over: Any, shares: Any) -> None:
        """One legal action on every table, dealt anew by lots, as the mover may imagine it: whose it was, whether the
        match is over, and then each seat's part of the victory, from the mover's on."""
        unread = cuda.local.array(1, untold)
        row = cuda.grid(1)
        if row >= len(actions):
            return
        table = tables[row]
        mover = table.turn
        movers[row] = mover
        seed_chance(table.chance, lots[row] >> 32, lots[row] & WORD)
        redeal(table, mover)
        unread[0].count = 0
        play(table, actions[row], unread[0])
        over[row] = table.turn == NOBODY
        for place in range(shares.shape[1]):
            shares[row, place] = 0.0
            if table.turn == NOBODY and place < table.players:
                shares[row, place] = share_of(table, (mover + place) % table.players)

    return gpu_ahead


FOR_LOOKING_AHEAD: dict[str, GpuKernel] = {
    "offers": GpuKernel(make_offers, ("tables", "numbers", "rows")),
    "ahead": GpuKernel(make_ahead, ("tables", "numbers", "numbers", "numbers", "truths", "grid")),
}
