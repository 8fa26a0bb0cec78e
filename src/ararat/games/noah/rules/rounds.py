"""A round: its setup, its end and what it costs (NO-3, NO-5)."""

from __future__ import annotations

from ....core.bits import size_of, without_first
from ....core.effects import EVERYBODY, Effects, reveal, tell
from ....core.result import close, seats_with_most
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import DECKS, END_OF_TRACK, HAND, MOST_BOARDS, MOST_ROUNDS, QUAYS, ROUNDS, SEATS_OF_LEVEL, SOLO_HAND
from ..state import NO_CARD, Boat, Effect, Ending, Phase, Reason, Table
from .boats import draw_aboard, lay_out_boats, load
from .piles import draw_from_deck, first_card, tears_of, with_card


def set_up(table: Table) -> None:
    """Lay the table out for the first decision (NO-3.3, NO-3.6, NO-S.3)."""
    table.noah = 0
    table.starter = table.first
    table.round_number = 1
    start_round(table)


def is_solo(table: Table) -> bool:
    """Whether one person plays alone (NO-S.1)."""
    return table.players == 1


def whole_deck(table: Table) -> int:
    """All cards of the match (NO-3.1, NO-P.1, NO-P.5, NO-S.2)."""
    seats = SEATS_OF_LEVEL[table.level] if is_solo(table) else seat_count(table)
    return DECKS[seats, table.frog, table.crocodile]


def start_round(table: Table) -> None:
    """Shuffle everything, lay out the boats, deal, and give the starter its turn (NO-3.2 to NO-3.7, NO-S.3)."""
    lay_out_boats(table)
    table.deck = whole_deck(table)
    table.gone = 0
    table.hands[:] = 0
    table.known[:] = 0
    table.departures = 0
    table.boards = 0
    if not is_solo(table):
        for quay in range(QUAYS):
            load(table, quay, draw_aboard(table))
    for seat in range(seat_count(table)):
        for _ in range(SOLO_HAND if is_solo(table) else HAND):
            table.hands[seat] = with_card(table.hands[seat], draw_from_deck(table))
    table.phase = Phase.BOARD
    table.turn = table.starter


def why_round_ends(table: Table) -> int:
    """The first reason for which the round ends now; NONE if it goes on (NO-5.1)."""
    for seat in range(seat_count(table)):
        if table.hands[seat] == 0:
            return Reason.HAND
    for quay in range(QUAYS):
        if table.boats[quay] == Boat.NONE:
            return Reason.BOATS
    return Reason.CAP if table.boards >= MOST_BOARDS else Reason.NONE


def end_round(table: Table, reason: int, effects: Effects) -> None:
    """Show and score the hands; end the match or start the next round (NO-5.2 to NO-5.7)."""
    table.pair = 0
    reveal(effects, Effect.ROUND_OVER, NOBODY, NO_CARD, reason + 0, EVERYBODY)
    for seat in range(seat_count(table)):
        points = tears_of(table.hands[seat])
        table.scores[seat] = table.scores[seat] + points
        tell_cards(effects, Effect.SHOWN, seat, table.hands[seat], NOBODY)
        tell(effects, Effect.SCORED, seat, NO_CARD, points)
    keep_result(table, reason)
    if match_ends(table):
        table.known[:] = 0
        close(table, Phase.OVER, lowest_totals(table))
    else:
        table.starter = next_starter(table)
        table.round_number = table.round_number + 1
        start_round(table)
        tell(effects, Effect.ROUND, whole(table.starter), NO_CARD, whole(table.round_number))


def keep_result(table: Table, reason: int) -> None:
    """Write the hands down that were shown, and why the round ended (NO-5.3)."""
    for seat in range(seat_count(table)):
        table.last_hands[table.finished, seat] = table.hands[seat]
    table.reasons[table.finished] = reason
    table.finished = table.finished + 1


def match_ends(table: Table) -> bool:
    """Whether the round just scored was the last one (NO-5.4, NO-5.5)."""
    if table.ending == Ending.THREE_ROUNDS:
        return table.round_number >= ROUNDS
    for seat in range(seat_count(table)):
        if table.scores[seat] >= END_OF_TRACK:
            return True
    return table.round_number >= MOST_ROUNDS


def tears_spared(table: Table, seat: int) -> int:
    """A number that is higher for a lower total (NO-5.6)."""
    return -whole(table.scores[seat])


lowest_totals = seats_with_most(tears_spared)


def next_starter(table: Table) -> int:
    """The seat with the highest total; of several the first one after the previous starter (NO-3.6)."""
    starter = (table.starter + 1) % seat_count(table)
    for step in range(2, seat_count(table) + 1):
        seat = (table.starter + step) % seat_count(table)
        if table.scores[seat] > table.scores[starter]:
            starter = seat
    return starter


def tell_cards(effects: Effects, kind: int, seat: int, pile: int, amount: int) -> None:
    """Tell the same of every card of a pile."""
    while pile:
        tell(effects, kind, seat, first_card(pile), amount)
        pile = without_first(pile)


def cards_in_deck(table: Table) -> int:
    """How many cards the deck has, those of known order included."""
    return size_of(table.deck) + table.top_count
