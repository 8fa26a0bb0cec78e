"""The table of Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line a boat, a line a seat, the hand as choices.

    ♀ 5  ⛵   9/21  ♂♀  🦏♂
    ▶ 1  ⛵  17/21  ♂   🦁♂ 🐻♂ 🦁♂
    ♀ 2  ⛵   3/13  ♀   🐦♂ 🦘♀
    ♂ 3  ...
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import Ask, Choice, Flow, one_move, seat_column
from ...core.words import Words, key_for
from .cards import NUMBER_OF_ANIMAL, say_card
from .forecast import boarding, boat_at, comes_back, cost_of, fitting_at, points_off, ways_to
from .pieces import ANIMALS, FROG, LIMIT, MASS, MOST_FROG_MASS, QUAYS, TEARS
from .state import Table
from .views import imagine

PICTURES = {
    "bear": "🐻",
    "cat": "🐈",
    "crocodile": "🐊",
    "donkey": "🐴",
    "elephant": "🐘",
    "frog": "🐸",
    "giraffe": "🦒",
    "kangaroo": "🦘",
    "lion": "🦁",
    "panda": "🐼",
    "parrot": "🦜",
    "rhinoceros": "🦏",
    "snail": "🐌",
    "woodpecker": "🐦",
}
SEX = {"m": "♂", "f": "♀", None: ""}
BOAT = {"plain": "⛵", "roommates": "🏠"}
TEAR = "💧"
LOWERED = "red"  # the limit of a boat with a woodpecker
MOST_NAMED = 9  # different cards whose names fit on the screen as choices
MOST_NAMED_IN_PASSING = 3  # ... and where the hand is not what is asked for
HAND_IS_ASKED = ("board", "reload", "return", "give")


# --- The table ----------------------------------------------------------------------------------


def heading(view: Json, words: Words) -> str:
    """What stands above the table."""
    if view["players"] == 1:
        return words("text.heading-solo", name=words("name"), level=words(f"level.{view['options']['level']}"))
    return words(f"text.heading-{view['options']['ending']}", name=words("name"), round=view["round"])


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the boats, the seats, one's own hand."""
    if view["phase"] == "over":
        return Group(*_result(view, words, names))
    table = imagine(view)[0]
    parts: list[RenderableType] = [_boat(view, table, quay) for quay in range(QUAYS)]
    parts += _harbour(view, words)
    if view["players"] > 1:
        parts += [_seat(view, other, seat, words, names) for other in range(view["players"])]
    viewer = 0 if view["players"] == 1 else seat
    asked = seat is not None and view["turn"] == seat and view["phase"] in HAND_IS_ASKED
    if viewer is not None and not asked:
        parts.append(_own_hand(view["hands"][viewer], words))
    return Group(*parts)


def interlude(before: Json, view: Json, words: Words, names: list[str]) -> RenderableType | None:
    """The end of a round: what everybody had left and what it cost."""
    if len(view["results"]) == len(before["results"]):
        return None
    result = view["results"][-1]
    title = words("text.round-over", number=len(view["results"]), reason=words(f"round-over.{result['reason']}"))
    parts: list[RenderableType] = [Text(title, "bold"), Text()]
    for seat in range(view["players"]):
        line = seat_column(seat, names, gap=2, bold=True)
        width = len(line)
        line.append(f"+{result['points'][seat]:<2} = {view['scores'][seat]:>2}{TEAR}   ", "bold")
        parts.append(_tokens(result["hands"][seat], line, width))
    starter = view["starter"]
    return Group(*parts, Text(), Text(words(key_for("text.starts", starter, names, words), name=names[starter])))


def pieces(words: Words) -> list[str]:
    """The animals with their mass, their tears and what they can do."""
    lines = []
    for number in np.argsort(MASS, kind="stable").tolist():
        name = ANIMALS[number]
        line = words("text.animal", name=words(f"animal.{name}"), mass=int(MASS[number]), tears=int(TEARS[number]))
        power = f"power.{name}"
        lines.append(f"{PICTURES[name]} {line}" + (f" {words(power)}" if power in words else ""))
    return lines


def _boat(view: Json, table: Table, quay: int) -> RenderableType:
    """A boat: which sex brings Noah there, its load and limit, who may board next, who is aboard."""
    boat = boat_at(table, quay)
    here = quay == view["noah"]
    way = "▶" if here else "".join(SEX[sex] for sex in ways_to(table, quay))
    line = Text.assemble((f"{way} {quay + 1} ", "bold" if here else "dim"))
    if boat is None:
        return Text.assemble(line, ("〰", "blue"))
    low = boat["limit"] < LIMIT
    load = Text.assemble((f"{boat['load']:>2}", "bold"), (f"/{boat['limit']}", f"bold {LOWERED}" if low else ""))
    asks = "".join(SEX[sex] for sex in boat["asks"])
    first = Text.assemble(line, f"{BOAT[view['boats'][quay]['kind']]} ", load, f"  {asks:<2} ")
    return _tokens(view["boats"][quay]["animals"], first, 17)


def _token(card: Json) -> str:
    return f"{PICTURES[card['animal']]}{SEX[card['sex']]}"


def _tokens(cards: list[Json], first: Text, indent: int) -> Flow:
    return Flow([Text(_token(card)) for card in cards], gap=" ", first=first, indent=indent)


def _harbour(view: Json, words: Words) -> list[Text]:
    """The boats left, and what the next departure brings; alone, the deck."""
    reserve = " ".join(BOAT[kind] for kind in view["reserve"])
    line = Text.assemble((words("text.reserve"), "dim"), f" {reserve or '–'}  ")
    if view["players"] > 1:
        line.append(words("text.next-gift", count=view["departures"] + 1), "dim")
        if not view["reserve"]:
            line.append(words("text.then-over"), "dim")
        return [line]
    line.append(words("text.next-discard", count=view["departures"] + 1), "dim")
    unordered = view["deck"]["unknown"] if isinstance(view["deck"], dict) else len(view["deck"])
    deck = Text(words("text.deck", count=unordered + len(view["top"])))
    if view["top"]:
        deck.append(f" · {words('text.top')} {' '.join(_token(card) for card in view['top'])}")
    return [line, deck]


def _seat(view: Json, seat: int, own: int | None, words: Words, names: list[str]) -> Flow:
    """One line a seat: points, size of the hand, what is known of it."""
    hand = view["hands"][seat]
    line = seat_column(seat, names, gap=1, bold=seat == own)
    width = len(line)
    line.append(f"{view['scores'][seat]:>2}{TEAR} ")
    is_open = isinstance(hand, list)
    size = len(hand) if is_open else len(hand["known"]) + hand["unknown"]
    line.append(f" {words('text.cards', count=size)}", "bold" if size < 3 else "")
    if is_open:
        line.append(f" ({cost_of(hand)['tears']}{TEAR})")
    line.append(" ◀ " if view["turn"] == seat else "   ", "bold")
    cards = [] if seat == own else hand if is_open else hand["known"]
    tokens = [Text(_token(card)) for card in cards]
    if tokens and not is_open and hand["unknown"]:
        tokens.append(Text(f"+{hand['unknown']}?", "dim"))
    return Flow(tokens, gap=" ", first=line, indent=width)


def _own_hand(hand: list[Json], words: Words) -> RenderableType:
    """One's own hand, where no question lists its cards."""
    labels = _labels(_sorted_by_mass(hand), words, MOST_NAMED_IN_PASSING)
    return Flow([Text(label) for label in labels], first=Text(words("text.hand") + "  ", "bold"), indent=2)


def _sorted_by_mass(hand: list[Json]) -> list[tuple[Json, int]]:
    """The different cards of a hand with their copies, light ones first."""
    counts = Counter((card["animal"], card["sex"]) for card in hand)
    cards = [({"animal": animal, "sex": sex}, count) for (animal, sex), count in counts.items()]
    return sorted(
        cards, key=lambda entry: (int(MASS[NUMBER_OF_ANIMAL[entry[0]["animal"]]]), *map(str, entry[0].values()))
    )


def _labels(cards: list[tuple[Json, int]], words: Words, most_named: int = MOST_NAMED) -> list[str]:
    """Cards with their mass and their tears: 🐈 cat ♂ 2 💧1; of very many cards pictures must do."""
    labels = []
    for card, count in cards:
        animal = NUMBER_OF_ANIMAL[card["animal"]]
        several = f"{count}×" if count > 1 else ""
        tears = int(TEARS[animal])
        cost = f" {TEAR}{tears}" if tears else ""
        name = f"{PICTURES[card['animal']]} {say_card(card, words)}" if len(cards) <= most_named else _token(card)
        labels.append(f"{several}{name} {int(MASS[animal])}{cost}")
    return labels


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """Round by round what everybody had left, the lowest total first."""
    results = view["results"]
    parts: list[RenderableType] = [Text(words("text.over"), "bold")]
    order = sorted(range(view["players"]), key=lambda seat: view["scores"][seat])
    for seat in order:
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = seat_column(seat, names, gap=2, bold=True, before=crown)
        line.append(f"{view['scores'][seat]:>2}{TEAR}", "bold")
        points = [result["points"][seat] for result in results]
        if len(points) > 1:
            line.append(f"  {words('text.rounds')} {' · '.join(map(str, points))}")
        if points_off(view)[seat] > 0:
            line.append(f" · {PICTURES['crocodile']} −{points_off(view)[seat]}")
        parts.append(_tokens(results[-1]["hands"][seat], line.append("   "), 4))
    if view["players"] == 1 and (deck := view["top"] + view["deck"]):
        parts.append(_tokens(deck, Text(f"  {words('text.deck', count=len(deck))} "), 4))
    return parts


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    phase = view["phase"]
    if phase in ("board", "reload"):
        return _choose_boarding(view, words, ask)
    if phase in ("peek", "draw", "flee"):
        return _choose_player({"move": phase}, words(f"phase.{phase}"), view, words, names, ask)
    if phase == "sail":
        return _choose_quay(view, words, ask)
    if phase == "recall":
        return _choose_recall(view, words, ask)
    cards = view["looked"] if phase == "stack" else view["hands"][view["turn"]]
    question = words(f"phase.{phase}")
    if phase == "return":
        question = words("text.give-back", other=names[view["partner"]])
    if phase == "give":
        question = words("text.gifts-due", count=view["gifts"])
    card = _choose_card(phase, question, cards, words, ask)
    if phase != "give":
        return card
    return _choose_player(card, words("text.to-whom", card=say_card(card, words)), view, words, names, ask)


def _choose_boarding(view: Json, words: Words, ask: Ask) -> Json:
    """A card of the hand; then a snail's sex, a frog's mass, where there is a choice."""
    table = imagine(view)[0]
    cards = _sorted_by_mass(view["hands"][view["turn"]])
    ways = [_ways_to_board(card, ask) for card, _ in cards]
    if ask.allows({"move": "collect"}):
        collect = Choice(words("text.collect", count=len(view["boats"][view["noah"]]["animals"])), {"move": "collect"})
        unfit = [Choice(label, moves[0]) for label, moves in zip(_labels(cards, words), ways, strict=True)]
        ask.one(words("text.nothing-fits"), [collect, *unfit])
        return {"move": "collect"}
    choices = [
        Choice(label + (_promise(table, legal, words) if ask.allows(legal[0]) else ""), legal[0])
        for label, legal in zip(_labels(cards, words), ways, strict=True)
    ]
    legal = ways[ask.one(words(f"phase.{view['phase']}"), choices)]
    if len(legal) == 1:
        return legal[0]
    asked = "text.which-mass" if "mass" in legal[-1] else "text.which-sex"
    return one_move(ask, words(asked), [(_way_label(move, words), move) for move in legal])


def _ways_to_board(card: Json, ask: Ask) -> list[Json]:
    """The legal moves that board a card; if there is none, one that tells why."""
    moves: list[Json] = [{"move": "board", "animal": card["animal"], "sex": sex} for sex in (card["sex"] or "fm")]
    if card["animal"] == ANIMALS[FROG]:
        moves += [{**moves[0], "mass": mass} for mass in range(int(MASS[FROG]) + 1, MOST_FROG_MASS + 1)]
    return [move for move in moves if ask.allows(move)] or moves[:1]


def _promise(table: Table, legal: list[Json], words: Words) -> str:
    """What boarding a card would bring at once."""
    ahead = [boarding(table, move) for move in legal]
    promise = f" {words('text.fills')}" if any(one["fills"] for one in ahead) else ""
    return promise + (f" {words('text.pair')}" if any(one["pair"] for one in ahead) else "")


def _way_label(move: Json, words: Words) -> str:
    if "mass" in move:
        return words("text.mass-full", mass=move["mass"])
    return words("text.mass-one") if move["animal"] == ANIMALS[FROG] else say_card(move, words)


def _choose_player(start: Json, question: str, view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Another seat, for the rest of a move; with two seats there is nothing to ask."""
    moves = [{**start, "player": seat} for seat in range(view["players"]) if seat != view["turn"]]
    if len(moves) == 1 and start["move"] == "give":
        return moves[0]
    labelled = []
    for move in moves:
        hand = view["hands"][move["player"]]
        size = words("text.cards", count=len(hand["known"]) + hand["unknown"])
        labelled.append((f"{names[move['player']]} ({size})", move))
    return one_move(ask, question, labelled)


def _choose_quay(view: Json, words: Words, ask: Ask) -> Json:
    """One of the two quays, numbered as on the table, with what it is good to know before."""
    table = imagine(view)[0]
    plays_there = comes_back(table)
    labelled = []
    for quay in range(QUAYS):
        move, boat = {"move": "sail", "boat": quay}, boat_at(table, quay)
        label = words("text.quay", quay=quay + 1, load="〰" if boat is None else f"{boat['load']}/{boat['limit']}")
        if plays_there and not fitting_at(table, quay) and ask.allows(move):
            label += f" {words('text.unfit')}"
        labelled.append((label, move))
    question = words(f"text.sail-{view['boats'][view['noah']]['animals'][-1]['sex']}")
    if plays_there and view["players"] > 1:
        question = f"{words('text.plays-again')} {question}"
    if view["leaving"]:
        question = f"{words('text.leaves')} {question}"
    return one_move(ask, question, labelled)


def _choose_recall(view: Json, words: Words, ask: Ask) -> Json:
    """An animal of any boat, or none."""
    labelled: list[tuple[str, Json]] = [(words("text.no-recall"), {"move": "pass"})]
    for quay, boat in enumerate(view["boats"]):
        for place, card in enumerate(boat["animals"] if boat else []):
            move = {"move": "recall", "boat": quay, "place": place}
            if ask.allows(move):
                labelled.append((words("text.quay", quay=quay + 1, load=_token(card)), move))
    return one_move(ask, words("phase.recall"), labelled)


def _choose_card(kind: str, question: str, cards: list[Json], words: Words, ask: Ask) -> Json:
    """One of several cards, for a move of this kind."""
    listed = _sorted_by_mass(cards)
    choices = [Choice(label) for label in _labels(listed, words)]
    return {"move": kind, **listed[ask.one(question, choices)][0]}
