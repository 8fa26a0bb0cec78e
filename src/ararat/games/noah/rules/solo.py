"""Solo: the deck as an opponent, its known top, powers of its own, victory and defeat (NO-S)."""

from __future__ import annotations

from ....core.bits import size_of
from ....core.effects import EVERYBODY, Effects, reveal, tell
from ....core.result import close
from ....core.rows import put_in, take_out
from ....core.table import NOBODY
from ....core.whole import whole
from ..pieces import MOST_BOARDS, QUAYS, SOLO_LOOK, TEARS
from ..state import NO_CARD, Boat, Effect, Phase, Reason, Rule, Step, Table
from .boats import aboard_at, boat_here, is_full, sex_of, some_card_fits, unload
from .piles import draw_from_deck, first_card, has_card, tears_of, with_card, without_card
from .rounds import cards_in_deck, keep_result

# --- The deck and its top -----------------------------------------------------------------------


def take_top(table: Table) -> int:
    """The next card of the deck: a known one, or a random one of the rest (NO-S.10)."""
    if table.top_count == 0:
        return draw_from_deck(table)
    table.top_count = table.top_count - 1
    return take_out(table.top, 0, 0)


def put_on_top(table: Table, card: int) -> None:
    """A card becomes the next one of the deck."""
    put_in(table.top, 0, card)
    table.top_count = table.top_count + 1


def draw_cards(table: Table, effects: Effects) -> None:
    """At the end of the turn one card, two after a pair, or what is left (NO-S.5)."""
    for _ in range(min(1 + table.pair, cards_in_deck(table))):
        card = take_top(table)
        table.hands[0] = with_card(table.hands[0], card)
        tell(effects, Effect.TOOK, 0, card, 0)


def discard_cards(table: Table, effects: Effects) -> None:
    """The n-th departure takes the top n cards of the deck with it, for all to see (NO-S.8)."""
    for _ in range(min(table.departures, cards_in_deck(table))):
        card = take_top(table)
        table.gone = with_card(table.gone, card)
        tell(effects, Effect.DISCARDED, 0, card, 0)


# --- The giraffe --------------------------------------------------------------------------------


def look_at_deck(table: Table, effects: Effects) -> bool:
    """The giraffe sees the top three cards; whether there is anything to decide about them (NO-S.6)."""
    count = min(SOLO_LOOK, cards_in_deck(table))
    for _ in range(count):
        card = take_top(table)
        table.looked = with_card(table.looked, card)
        tell(effects, Effect.LOOKED, 0, card, 0)
    if count == 1:
        put_on_top(table, first_card(table.looked))
        table.looked = 0
    return count > 1


def refuse_stack(table: Table, card: int) -> int:
    """One of the cards looked at goes back on top of the deck (NO-S.6)."""
    return Rule.LEGAL if has_card(table.looked, card) else Rule.NO_S_6


def stack_card(table: Table, card: int, effects: Effects) -> int:
    """Put a card back on top of the deck; the last one goes by itself (NO-S.6)."""
    table.looked = without_card(table.looked, card)
    put_on_top(table, card)
    tell(effects, Effect.STACKED, 0, card, 0)
    if size_of(table.looked) > 1:
        return Step.DECISION
    put_on_top(table, first_card(table.looked))
    tell(effects, Effect.STACKED, 0, first_card(table.looked), 0)
    table.looked = 0
    return Step.NOAH


# --- The lion -----------------------------------------------------------------------------------


def refuse_recall(table: Table, quay: int, place: int) -> int:
    """A lion calls any animal but itself; of an alternating boat only the first or the last (NO-S.7)."""
    count = aboard_at(table, quay)
    if place >= count:
        return Rule.NO_S_7
    last = count - 1
    if quay == table.noah and place == last:
        return Rule.NO_S_7
    alternates = count > 2 and sex_of(table.animals[quay, last]) != sex_of(table.animals[quay, last - 1])
    return Rule.NO_S_7 if alternates and place != 0 and place != last else Rule.LEGAL


def some_can_be_recalled(table: Table) -> bool:
    """Whether the lion finds an animal to call (NO-S.7)."""
    for quay in range(QUAYS):
        if table.aboard[quay] > (1 if quay == table.noah else 0):
            return True
    return False


def recall_animal(table: Table, quay: int, place: int, effects: Effects) -> None:
    """Call an animal back to the top of the deck (NO-S.7)."""
    card = unload(table, quay, place)
    put_on_top(table, card)
    tell(effects, Effect.RECALLED, 0, card, quay)
    if quay == table.noah:
        table.leaving = is_full(table, boat_here(table), 0)


# --- Victory and defeat -------------------------------------------------------------------------


def all_cards_are_out(table: Table) -> bool:
    """The win test: neither hand nor deck has a card left (NO-S.11)."""
    return table.hands[0] == 0 and cards_in_deck(table) == 0


def why_lost(table: Table) -> int:
    """The loss test at the end of a turn; NONE if the match goes on (NO-S.12)."""
    if table.boats[boat_here(table)] == Boat.NONE or not some_card_fits(table):
        return Reason.NO_CARD
    return Reason.CAP if table.boards >= MOST_BOARDS else Reason.NONE


def tears_left(table: Table) -> int:
    """The tears on the cards left in hand and deck (NO-S.13)."""
    tears = tears_of(table.hands[0]) + tears_of(table.deck)
    for place in range(table.top_count):
        tears += TEARS[table.top[place] >> 1]
    return tears


def end_solo(table: Table, reason: int, effects: Effects) -> None:
    """End the match, won or lost (NO-S.13)."""
    table.pair = 0
    table.leaving = 0
    table.scores[0] = tears_left(table)
    keep_result(table, reason)
    close(table, Phase.OVER, 1 if reason == Reason.WON else 0)
    reveal(effects, Effect.ROUND_OVER, NOBODY, NO_CARD, reason + 0, EVERYBODY)
    tell(effects, Effect.SCORED, 0, NO_CARD, whole(table.scores[0]))
