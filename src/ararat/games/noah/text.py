"""The table of Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line a boat, a line a seat, the hand as choices.

    ♀ 5  ⛵   9/21  ♂♀  🦏♂
    ▶ 1  ⛵  17/21  ♂   🦁♂ 🐻♂ 🦁♂
    ♀ 2  ⛵   3/13  ♀   🐦♂ 🦘♀
    ♂ 3  ...
"""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import Ask, Choice, Flow, seat_text
from ...core.words import Words
from .cards import say_card
from .judging import Boat, boats_of, card_of, far_and_near
from .pieces import LIMIT, MASS, QUAYS, TEARS

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
GOOD, BAD = "green", "red"
MOST_NAMED = 12  # different cards whose names fit on the screen
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
    parts: list[RenderableType] = [_boat(view, quay) for quay in range(QUAYS)]
    parts.append(_harbour(view, words))
    if view["players"] > 1:
        parts += [_seat(view, other, seat, words, names) for other in range(view["players"])]
    viewer = 0 if view["players"] == 1 else seat
    asked = seat is not None and view["turn"] == seat and view["phase"] in HAND_IS_ASKED
    if viewer is not None and not asked:
        parts.append(_own_hand(view["hands"][viewer], words))
    return Group(*parts)


def _boat(view: Json, quay: int) -> RenderableType:
    """A boat: which sex brings Noah there, its load and limit, who may board next, who is aboard."""
    boat = boats_of(view)[quay]
    noah = view["noah"]
    here = quay == noah
    way = "▶" if here else "♂" if quay in far_and_near(noah, "m") else "♀"
    line = Text.assemble((f"{way} {quay + 1} ", "bold" if here else "dim"))
    if boat is None:
        return Text.assemble(line, ("〰", "blue"))
    low = boat.limit < LIMIT
    load = Text.assemble((f"{boat.mass:>2}", "bold"), (f"/{boat.limit}", f"bold {BAD}" if low else ""))
    asks = SEX[boat.animals[-2].sex] if len(boat.animals) > 1 else "♂♀"
    first = Text.assemble(line, f"{BOAT[view['boats'][quay]['kind']]} ", load, f"  {asks:<2} ")
    return Flow([Text(_token(one)) for one in view["boats"][quay]["animals"]], gap=" ", first=first, indent=17)


def _token(card: Json) -> str:
    return f"{PICTURES[card['animal']]}{SEX[card['sex']]}"


def _harbour(view: Json, words: Words) -> Text:
    """The boats left, and what the next departure brings; alone, the deck."""
    reserve = " ".join(BOAT[kind] for kind in view["reserve"])
    line = Text.assemble((words("text.reserve"), "dim"), f" {reserve or '–'}  ")
    if view["players"] > 1:
        line.append(words("text.next-gift", count=view["departures"] + 1), "dim")
        return line
    line.append(words("text.next-discard", count=view["departures"] + 1), "dim")
    top = " ".join(_token(card) for card in view["top"])
    left = view["deck"]["unknown"] + len(view["top"])
    line.append(f"  {words('text.deck', count=left)}")
    if top:
        line.append(f" · {words('text.top')} {top}")
    return line


def _seat(view: Json, seat: int, own: int | None, words: Words, names: list[str]) -> Flow:
    """One line a seat: points, size of the hand, what is known of it."""
    hand = view["hands"][seat]
    width = max(len(name) for name in names) + 3
    line = Text.assemble(seat_text(seat, names[seat], bold=seat == own))
    line.pad_right(width - len(line))
    line.append(f"{view['scores'][seat]:>2}{TEAR} ")
    is_open = isinstance(hand, list)
    size = len(hand) if is_open else len(hand["known"]) + hand["unknown"]
    line.append(f" {words('text.cards', count=size)}", "bold" if size < 3 else "")
    if is_open:
        line.append(f" ({_tears_in(hand)}{TEAR})")
    line.append(" ◀ " if view["turn"] == seat else "   ", "bold")
    pieces: list[Text] = []
    if not is_open and hand["known"]:
        pieces = [Text(_token(card)) for card in hand["known"]]
        if hand["unknown"]:
            pieces.append(Text(f"+{hand['unknown']}?", "dim"))
    return Flow(pieces, gap=" ", first=line, indent=width)


def _own_hand(hand: list[Json], words: Words) -> RenderableType:
    """One's own hand, where no question lists its cards."""
    title = Text(words("text.hand") + "  ", "bold")
    return Flow([Text(label) for label in _labels(_sorted_by_mass(hand), words)], first=title, indent=2)


def _tears_in(hand: list[Json]) -> int:
    return sum(int(TEARS[card_of(card).animal]) for card in hand)


def _sorted_by_mass(hand: list[Json]) -> list[tuple[Json, int]]:
    """The different cards of a hand with their copies, light ones first."""
    counts = Counter((card["animal"], card["sex"]) for card in hand)
    cards = [({"animal": animal, "sex": sex}, count) for (animal, sex), count in counts.items()]
    return sorted(cards, key=lambda entry: (int(MASS[card_of(entry[0]).animal]), str(entry[0].values())))


def _labels(cards: list[tuple[Json, int]], words: Words) -> list[str]:
    """Cards with their mass and their tears: 🐈 cat ♂ 2 💧1; of very many cards pictures must do."""
    labels = []
    for card, count in cards:
        animal = card_of(card).animal
        several = f"{count}×" if count > 1 else ""
        tears = int(TEARS[animal])
        cost = f" {TEAR}{tears}" if tears else ""
        name = f"{PICTURES[card['animal']]} {say_card(card, words)}" if len(cards) <= MOST_NAMED else _token(card)
        labels.append(f"{several}{name} {int(MASS[animal])}{cost}")
    return labels


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """Round by round what everybody had left, the lowest total first."""
    results = view["results"]
    parts: list[RenderableType] = [Text(words(f"event.reason-{results[-1]['reason']}"), "bold")]
    order = sorted(range(view["players"]), key=lambda seat: view["scores"][seat])
    for seat in order:
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = Text.assemble(crown, seat_text(seat, names[seat], bold=True))
        line.append(f"  {view['scores'][seat]}{TEAR}", "bold")
        if len(results) > 1:
            line.append(f"  {words('text.rounds')} {' · '.join(str(result['points'][seat]) for result in results)}")
        left = [Text(_token(card)) for card in results[-1]["hands"][seat]]
        parts.append(Flow(left, gap=" ", first=line.append("   "), indent=4))
    if view["players"] == 1 and view["deck"]:
        parts.append(Flow([Text(_token(card)) for card in view["top"] + view["deck"]], gap=" ", first=Text("  … ")))
    return parts


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    phase = view["phase"]
    if phase in ("board", "reload"):
        return _choose_boarding(view, words, ask)
    if phase in ("peek", "draw", "flee"):
        return _choose_player({"move": phase}, view, words, names, ask)
    if phase == "sail":
        return _choose_quay(view, words, ask)
    if phase == "recall":
        return _choose_recall(view, words, ask)
    cards = view["looked"] if phase == "stack" else view["hands"][view["turn"]]
    card = _choose_card(phase, cards, words, ask)
    if phase != "give":
        return card
    return _choose_player(card, view, words, names, ask)


def _choose_boarding(view: Json, words: Words, ask: Ask) -> Json:
    """A card of the hand; then a snail's sex, a frog's mass, where there is a choice."""
    if ask.allows({"move": "collect"}):
        count = len(view["boats"][view["noah"]]["animals"])
        ask.one(words("text.nothing-fits"), [Choice(words("text.collect", count=count), {"move": "collect"})])
        return {"move": "collect"}
    boat = boats_of(view)[view["noah"]]
    assert boat is not None
    cards = _sorted_by_mass(view["hands"][view["turn"]])
    ways = [_ways_to_board(card, ask) for card, _ in cards]
    choices = [
        Choice(label + _promise(boat, legal, view["players"], words), legal[0])
        for label, legal in zip(_labels(cards, words), ways, strict=True)
    ]
    legal = ways[ask.one(words(f"phase.{view['phase']}"), choices)]
    if len(legal) == 1:
        return legal[0]
    asked = "text.which-mass" if "mass" in legal[-1] else "text.which-sex"
    labels = [_way_label(move, words) for move in legal]
    return legal[ask.one(words(asked), [Choice(label, move) for label, move in zip(labels, legal, strict=True)])]


def _ways_to_board(card: Json, ask: Ask) -> list[Json]:
    """The legal moves that board a card; if there is none, one that tells why."""
    moves: list[Json] = [{"move": "board", "animal": card["animal"], "sex": sex} for sex in (card["sex"] or "fm")]
    if card["animal"] == "frog":
        moves += [{**moves[0], "mass": mass} for mass in range(2, 6)]
    return [move for move in moves if ask.allows(move)] or moves[:1]


def _promise(boat: Boat, legal: list[Json], players: int, words: Words) -> str:
    """What boarding a card would bring at once."""
    cards = [card_of(move) for move in legal]
    if not boat.fits(cards[0]):
        return ""
    promise = ""
    if any(boat.fills(card) for card in cards) or any("mass" in move for move in legal):
        promise += f" {words('text.fills')}"
    alike = [card for card in cards if boat.makes_pair(card)]
    if alike and (players > 1 or any(card.sex != boat.animals[-1].sex for card in alike)):
        promise += f" {words('text.pair')}"
    return promise


def _way_label(move: Json, words: Words) -> str:
    if "mass" in move:
        return words("text.mass-full", mass=move["mass"])
    return words("text.mass-one") if move["animal"] == "frog" else say_card(move, words)


def _choose_player(start: Json, view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Another seat, for the rest of a move."""
    moves = [{**start, "player": seat} for seat in range(view["players"]) if seat != view["turn"]]
    labels = []
    for move in moves:
        hand = view["hands"][move["player"]]
        size = len(hand["known"]) + hand["unknown"]
        labels.append(f"{names[move['player']]} ({words('text.cards', count=size)})")
    question = words("text.to-whom") if start["move"] == "give" else words(f"phase.{start['move']}")
    return moves[ask.one(question, [Choice(label, move) for label, move in zip(labels, moves, strict=True)])]


def _choose_quay(view: Json, words: Words, ask: Ask) -> Json:
    """One of the two quays; all are numbered as on the table."""
    moves: list[Json] = [{"move": "sail", "boat": quay} for quay in range(QUAYS)]
    choices = []
    for move, boat in zip(moves, boats_of(view), strict=True):
        load = "〰" if boat is None else f"{boat.mass}/{boat.limit}"
        choices.append(Choice(load, move))
    return moves[ask.one(words("phase.sail"), choices)]


def _choose_recall(view: Json, words: Words, ask: Ask) -> Json:
    """An animal of any boat, or none."""
    moves: list[Json] = [{"move": "pass"}]
    labels = [words("text.no-recall")]
    for quay, boat in enumerate(view["boats"]):
        for place, card in enumerate(boat["animals"] if boat else []):
            move = {"move": "recall", "boat": quay, "place": place}
            if ask.allows(move):
                moves.append(move)
                labels.append(f"{quay + 1}: {_token(card)}")
    choices = [Choice(label, move) for label, move in zip(labels, moves, strict=True)]
    return moves[ask.one(words("phase.recall"), choices)]


def _choose_card(kind: str, cards: list[Json], words: Words, ask: Ask) -> Json:
    """One of several cards, for a move of this kind."""
    listed = _sorted_by_mass(cards)
    choices = [Choice(label) for label in _labels(listed, words)]
    return {"move": kind, **listed[ask.one(words(f"phase.{kind}"), choices)][0]}
