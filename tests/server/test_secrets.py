"""The two-worlds law at the server: what looks the same to a viewer is the same in all that is sent to it.

As in tests/laws/test_secrecy_laws.py a second world is made by dealing anew what a viewer can't know.
Here a table stands in each world, and everything that a server would send is compared as text.
"""

from __future__ import annotations

import asyncio
import itertools
from random import Random

from ararat.core.engine import engine_of
from ararat.core.words import LANGUAGES
from ararat.errors import AraratError
from ararat.games import all_facts
from ararat.server import dialogue
from ararat.server.bots import Thinkers
from ararat.server.hall import Hall, Room
from ararat.server.limits import Limits
from ararat.server.refusals import Refused, told
from ararat.server.seats import PERSON, Seat
from ararat.server.table import Table
from ararat.server.telling import frames, names_of, table_message, test_move
from ararat.server.words import spoken_words

from ..laws.positions import positions
from ..laws.worlds import canonical, other_world, stand, viewers

POSITIONS = 7  # of each table, spread over its phases
FOREIGN = 5  # moves from other moments of the game that are asked about
FOLLOWED = 3  # moves that are made in both worlds
PATHS = ([0], [1], [2], [0, 0], [[0]], [[0, 1]], [0, [0]], [9], [0] * 9)
test_move.__test__ = False  # it is no test, though it is called one


def world(table, match):
    """A table of people at which a match stands."""
    seats = [Seat(PERSON, name=f"Person {seat}", holder=f"holder {seat}").kept() for seat in range(match.players)]
    laid = Table("a-table", {"game": table[0], "options": match.options, "public": True, "seats": seats})
    laid.match = match
    laid.lengths = list(range(len(match.history) + 1))
    return laid


def attempt(work, *given):
    """What somebody is told: an answer, or a refusal in every language."""
    try:
        return work(*given)
    except AraratError as problem:
        return [told(problem, language) for language in LANGUAGES]


def sent_always(laid, viewer):
    """What a viewer is sent unasked, or may ask for at any time."""
    yield "summary", laid.summary({0})
    for language in (*LANGUAGES, None):
        yield f"table {language}", table_message(laid, viewer, language, {0})
    for language in LANGUAGES:
        yield f"frames {language}", frames(laid, laid.match, viewer, language, 0, 100)
    yield "record", attempt(laid.record)


def sent_when_asked(laid, viewer, asked):
    """What a viewer is answered about moves, and where the dialogue leads it."""
    for language, move in itertools.product(("en", "it"), asked):
        yield f"test {move} {language}", attempt(test_move, laid, viewer, move, language)
    for number, move in itertools.product((laid.number, laid.number + 1), asked[:FOREIGN]):
        yield f"move {move}", refusal_of(laid, viewer, number, move)
    yield "undo", attempt(check_undo, laid, viewer)
    for language, path in itertools.product(("en", "fr"), PATHS):
        yield f"choose {path} {language}", attempt(chosen, laid, viewer, language, path)


def chosen(laid, viewer, language, path):
    match = laid.check_turn(viewer)
    names = names_of(laid, viewer, spoken_words(language, laid.facts))
    return dialogue.asked(laid.facts, match, viewer, names, language, path)


def check_undo(laid, viewer):
    if not laid.can_undo(viewer):
        raise Refused("no-undo")


class Nowhere:
    """A store that takes nothing: a move that gets so far is legal."""

    async def append(self, table, number, entry, status):
        raise Refused("begun")


def refusal_of(laid, viewer, number, move):
    """What the hall says to a move that is not made."""
    hall = Hall(Nowhere(), Limits(), Thinkers(1))
    try:
        asyncio.run(hall.move(Room(laid), viewer, number, move))
    except AraratError as problem:
        return [told(problem, language) for language in LANGUAGES]
    raise AssertionError("a move was made")


def some_positions(table, most):
    """Positions in which somebody is in turn, spread over all that there are."""
    found = [tables for tables in positions(table) if tables[0]["turn"] >= 0]
    return found[:: max(1, len(found) // most)]


def foreign_moves(table):
    """Moves that belong to other moments and other people's hidden pieces."""
    found = [move for tables in positions(table)[::5] for move in stand(table, tables).moves()[:4]]
    return Random(3).sample(found, min(60, len(found)))


def compared(first, second):
    """Whatever is sent must be the same text."""
    for (what, one), (_, two) in zip(first, second, strict=True):
        assert canonical(one) == canonical(two), what


def test_two_worlds_send_everybody_the_same(plain_table):
    table = (*plain_table, {})
    rules = engine_of(all_facts()[table[0]])
    foreign = foreign_moves(table)
    random = Random(1)
    for number, tables in enumerate(some_positions(table, POSITIONS)):
        for viewer in viewers(tables):
            matches = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
            # Of others' legal moves, those of hidden pieces among them, whoever is not in turn may ask too.
            legal = [move for match in matches for move in random.sample(match.moves(), 1)]
            asked = [*random.sample(foreign, min(FOREIGN, len(foreign))), *legal]
            worlds = [world(table, match) for match in matches]
            compared(*(sent_always(laid, viewer) for laid in worlds))
            compared(*(sent_when_asked(laid, viewer, asked) for laid in worlds))


def test_two_worlds_stay_the_same_through_moves_that_look_the_same(variant_table):
    """Whoever is in turn moves in both worlds; to the viewer it is the same move, though others may have laid
    something else face down. As long as chance and secrets stay out of it, all that is sent is equal."""
    table = variant_table
    rules = engine_of(all_facts()[table[0]])
    seen = all_facts()[table[0]].module("moves").seen
    followed = 0
    for number, tables in enumerate(some_positions(table, POSITIONS)):
        for viewer in viewers(tables):
            matches = [stand(table, tables), stand(table, other_world(rules, tables, viewer, 70 + number))]
            for _ in range(FOLLOWED):
                moves = same_moves(matches, seen, viewer, Random(number))
                if moves is None:
                    break
                for match, move in zip(matches, moves, strict=True):
                    match.play(move)
                if any(match.over or not match.can_undo for match in matches):
                    break
                followed += 1
                compared(*(sent_always(world(table, match), viewer) for match in matches))
                compared(*(sent_when_asked(world(table, match), viewer, moves[:1]) for match in matches))
    assert followed


def same_moves(matches, seen, viewer, random):
    """A move for each world that the viewer can't tell from the other; None if there are none."""
    listed = matches[0].moves()
    move = random.choice(listed)
    looks = seen(matches[0]._table, move, viewer)
    others = [other for other in matches[1].moves() if seen(matches[1]._table, other, viewer) == looks]
    return [move, random.choice(others)] if others else None
