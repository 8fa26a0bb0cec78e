"""The setup: species, deal, and the one tile that every seat keeps (AB-3)."""

from __future__ import annotations

from ....core.bits import contains, with_member, without
from ....core.chance import some_members
from ....core.effects import EVERYBODY, Effects, learn, tell, tell_each
from ....core.whole import seat_count, seat_in_turn
from ..pieces import DEALT, FIRST_CRATES, SPECIES_IN_PLAY
from ..state import ALL_SPECIES, Effect, Phase, Rule, Table
from .rounds import start_round
from .tiles import tiles_in_play


def set_up(table: Table) -> None:
    """Lay the table out for the first decision (AB-3.1 to AB-3.6)."""
    choose_species(table)
    table.deck = tiles_in_play(table)
    for seat in range(seat_count(table)):
        table.crates[seat] = FIRST_CRATES
        table.hands[seat] = some_members(table.chance, table.deck, DEALT)
        table.deck = table.deck & ~table.hands[seat]
    table.flag = table.first
    table.round_number = 1
    table.phase = Phase.KEEP
    table.turn = 0


def choose_species(table: Table) -> None:
    """The species in play: those asked for, or some drawn at random (AB-3.2)."""
    table.species = table.chosen_species
    if table.chosen_species == 0:
        table.species = some_members(table.chance, ALL_SPECIES, SPECIES_IN_PLAY[table.players])


def refuse_keep(table: Table, tile: int) -> int:
    """A seat keeps one of its own three tiles (AB-3.6)."""
    return Rule.LEGAL if contains(table.hands[table.turn], tile) else Rule.AB_3_6


def keep_tile(table: Table, tile: int, effects: Effects) -> None:
    """Keep one tile in the ark, unseen by the others; the next seat decides (AB-3.6)."""
    seat = seat_in_turn(table)
    table.hands[seat] = without(table.hands[seat], tile)
    table.unknown[seat] = with_member(table.unknown[seat], tile)
    tell(effects, Effect.KEPT, seat, tile, 0)
    if seat + 1 < table.players:
        table.turn = seat + 1
    else:
        lay_open(table, effects)


def lay_open(table: Table, effects: Effects) -> None:
    """Every seat lays open what it did not keep, all in one group, and round 1 starts (AB-3.7, AB-6.8)."""
    for seat in range(seat_count(table)):
        table.groups[0] = table.groups[0] | table.hands[seat]
        tell_each(effects, Effect.LAID_OPEN, seat, table.hands[seat])
        table.hands[seat] = 0
    learn(effects, EVERYBODY)
    start_round(table, effects)
