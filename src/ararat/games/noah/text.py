"""The table of Noah in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: a line a boat, a line a seat, the hand as choices.

    ♀ 5  ⛵   9/21  ♂♀  🦏♂
    ▶ 1  ⛵  17/21  ♂   🦁♂ 🐻♂ 🦁♂
    ♀ 2  ⛵   3/13  ♀   🐦♂ 🦘♀
    ♂ 3  ...
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import Ask, Choice, Dialogue, Flow, best_first, crowned, seat_column
from ...core.words import Words, key_for
from .cards import say_card
from .forecast import boarding, boat_at, comes_back, cost_of, fitting_at, points_off, ways_to
from .pieces import ANIMALS, FROG, LIMIT, PRINTED, QUAYS, SEXES
from .state import Table
from .views import in_sight

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
    table = in_sight(view)
    parts: list[RenderableType] = [_boat(view, table, quay) for quay in range(QUAYS)]
    parts += _harbour(view, words)
    if view["players"] > 1:
        parts += [_seat(view, other, seat, words, names) for other in range(view["players"])]
    viewer = 0 if view["players"] == 1 else seat
    asked = seat is not None and view["turn"] == seat and view["phase"] in HAND_IS_ASKED
    if viewer is not None and not asked:
        cards = _choices(_sorted_by_mass(view["hands"][viewer]), words, MOST_NAMED_IN_PASSING)
        title = Text(words("text.hand") + "  ", "bold")
        parts.append(Flow([Text(card.label) for card in cards], first=title, indent=2))
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
    for card in sorted(PRINTED.values(), key=lambda card: int(card["mass"])):
        line = words("text.animal", **card | {"name": words(f"animal.{card['name']}")})
        power = f"power.{card['name']}"
        lines.append(f"{card['picture']} {line}" + (f" {words(power)}" if power in words else ""))
    return lines


def _boat(view: Json, table: Table, quay: int) -> RenderableType:
    """A boat: which sex brings Noah there, its load and limit, who may board next, who is aboard."""
    boat = boat_at(table, quay)
    here = quay == view["noah"]
    way = "▶" if here else "".join(SEX[sex] for sex in ways_to(table, quay))
    line = Text.assemble((f"{way} {quay + 1} ", "bold" if here else "dim"))
    if boat is None:
        return line.append("〰", "blue")
    limit = (f"/{boat['limit']}", f"bold {LOWERED}" if boat["limit"] < LIMIT else "")
    asks = "".join(SEX[sex] for sex in boat["asks"])
    kind = BOAT[view["boats"][quay]["kind"]]
    first = Text.assemble(line, f"{kind} ", (f"{boat['load']:>2}", "bold"), limit, f"  {asks:<2} ")
    return _tokens(view["boats"][quay]["animals"], first, 17)


def _token(card: Json) -> str:
    return f"{PRINTED[card['animal']]['picture']}{SEX[card['sex']]}"


def _tokens(cards: list[Json], first: Text, indent: int) -> Flow:
    return Flow([Text(_token(card)) for card in cards], gap=" ", first=first, indent=indent)


def _harbour(view: Json, words: Words) -> list[Text]:
    """The boats left, and what the next departure brings; alone, the deck."""
    reserve = " ".join(BOAT[kind] for kind in view["reserve"])
    line = Text.assemble((words("text.reserve"), "dim"), f" {reserve or '–'}  ")
    alone = view["players"] == 1
    line.append(words("text.next-discard" if alone else "text.next-gift", count=view["departures"] + 1), "dim")
    if not alone:
        return [line if view["reserve"] else line.append(words("text.then-over"), "dim")]
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
    known, unknown = (hand, 0) if isinstance(hand, list) else (hand["known"], hand["unknown"])
    size = len(known) + unknown
    line.append(f" {words('text.cards', count=size)}", "bold" if size < 3 else "")
    if known is hand:
        line.append(f" ({cost_of(hand)['tears']}{TEAR})")
    line.append(" ◀ " if view["turn"] == seat else "   ", "bold")
    tokens = [Text(_token(card)) for card in known if seat != own]
    if tokens and unknown:
        tokens.append(Text(f"+{unknown}?", "dim"))
    return Flow(tokens, gap=" ", first=line, indent=width)


def _sorted_by_mass(hand: list[Json]) -> list[tuple[Json, int]]:
    """The different cards of a hand with their copies, light ones first."""
    counts = Counter((card["animal"], card["sex"]) for card in hand)
    cards = [({"animal": animal, "sex": sex}, count) for (animal, sex), count in counts.items()]
    return sorted(cards, key=lambda entry: (PRINTED[entry[0]["animal"]]["mass"], *map(str, entry[0].values())))


def _choices(cards: list[tuple[Json, int]], words: Words, most_named: int = MOST_NAMED) -> list[Choice]:
    """Cards with their mass and their tears: 🐈 cat ♂ 2 💧1; of very many cards pictures must do."""
    choices = []
    for card, count in cards:
        animal, said, several = PRINTED[card["animal"]], say_card(card, words), f"{count}×" if count > 1 else ""
        cost = f" {TEAR}{animal['tears']}" if animal["tears"] else ""
        name = f"{animal['picture']} {said}" if len(cards) <= most_named else _token(card)
        label = words("text.card", card=several + said, signs=f"{several}{name} {animal['mass']}{cost}")
        choices.append(Choice(label, note=words("text.card-note", **animal), picture=card["animal"]))
    return choices


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """Round by round what everybody had left, the lowest total first."""
    results = view["results"]
    parts: list[RenderableType] = [Text(words("text.over"), "bold")]
    for seat in best_first(view, low_wins=True):
        line = crowned(view, seat, names, gap=2).append(f"{view['scores'][seat]:>2}{TEAR}", "bold")
        points = [result["points"][seat] for result in results]
        if len(points) > 1:
            line.append(f"  {words('text.rounds')} {' · '.join(map(str, points))}")
        if points_off(view)[seat] > 0:
            line.append(f" · {PRINTED['crocodile']['picture']} −{points_off(view)[seat]}")
        parts.append(_tokens(results[-1]["hands"][seat], line.append("   "), 4))
    if view["players"] == 1 and (deck := view["top"] + view["deck"]):
        parts.append(_tokens(deck, Text(f"  {words('text.deck', count=len(deck))} "), 4))
    return parts


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    phase, dialogue = view["phase"], Dialogue(view, words, names, ask)
    if phase in ("board", "reload"):
        return _choose_boarding(dialogue)
    if phase in ("peek", "draw", "flee"):
        return _choose_player(dialogue, {"move": phase})
    if phase == "sail":
        return _choose_quay(dialogue)
    if phase == "recall":
        moves = sorted(ask.moves(), key=lambda move: move["move"] != "pass")
        return dialogue.one_of(moves, lambda move: _recall_label(move, view, words))
    if phase == "return":
        dialogue.question = words("text.give-back", other=names[view["partner"]])
    if phase == "give":
        dialogue.question = words("text.gifts-due", count=view["gifts"])
    cards = _sorted_by_mass(view["looked"] if phase == "stack" else view["hands"][view["turn"]])
    card, _ = cards[ask.one(dialogue.question, _choices(cards, words))]
    dialogue.question = words("text.to-whom", card=say_card(card, words))
    return _choose_player(dialogue, {"move": phase, **card}) if phase == "give" else {"move": phase, **card}


def _choose_boarding(dialogue: Dialogue) -> Json:
    """A card of the hand; then a snail's sex, a frog's mass, where there is a choice."""
    view, words, moves = dialogue.view, dialogue.words, dialogue.ask.moves()
    table, cards = in_sight(view), _sorted_by_mass(view["hands"][view["turn"]])
    choices, ways = [], []
    for (card, _), one in zip(cards, _choices(cards, words), strict=True):
        legal = [move for move in moves if all(said in (None, move.get(key)) for key, said in card.items())]
        refused = {"move": "board", **card, "sex": card["sex"] or SEXES[0]}
        choices.append(replace(one, label=one.label + _promise(table, legal, words), move=(legal or [refused])[0]))
        ways.append(legal)
    if {"move": "collect"} in moves:
        dialogue.question = words("text.nothing-fits")
        collect = words("text.collect", count=len(view["boats"][view["noah"]]["animals"]))
        return dialogue.one([Choice(collect, {"move": "collect"}), *choices])
    legal = ways[dialogue.ask.one(dialogue.question, choices)]
    if len(legal) == 1:
        return legal[0]
    dialogue.question = words("text.which-mass" if "mass" in legal[-1] else "text.which-sex")
    return dialogue.one_of(legal, lambda move: _way_label(move, words))


def _promise(table: Table, legal: list[Json], words: Words) -> str:
    """What boarding a card would bring at once."""
    ahead = [boarding(table, move) for move in legal]
    return "".join(f" {words(f'text.{what}')}" for what in ("fills", "pair") if any(one[what] for one in ahead))


def _way_label(move: Json, words: Words) -> str:
    if "mass" in move:
        return words("text.mass-full", mass=move["mass"])
    return words("text.mass-one") if move["animal"] == ANIMALS[FROG] else say_card(move, words)


def _recall_label(move: Json, view: Json, words: Words) -> str:
    if move["move"] == "pass":
        return words("text.no-recall")
    return words("text.quay", quay=move["boat"] + 1, load=_token(view["boats"][move["boat"]]["animals"][move["place"]]))


def _choose_player(dialogue: Dialogue, start: Json) -> Json:
    """Another seat, for the rest of a move; with two seats there is nothing to ask about a gift."""
    choices = []
    for seat, hand in enumerate(dialogue.view["hands"]):
        if seat != dialogue.view["turn"]:
            size = dialogue.words("text.cards", count=len(hand["known"]) + hand["unknown"])
            choices.append(Choice(f"{dialogue.names[seat]} ({size})", {**start, "player": seat}))
    return dialogue.one(choices) if len(choices) > 1 or start["move"] != "give" else choices[0].move or {}


def _choose_quay(dialogue: Dialogue) -> Json:
    """One of the two quays, numbered as on the table, with what it is good to know before."""
    view, words = dialogue.view, dialogue.words
    table = in_sight(view)
    plays_there = comes_back(table)
    choices = []
    for quay in range(QUAYS):
        move, boat = {"move": "sail", "boat": quay}, boat_at(table, quay)
        label = words("text.quay", quay=quay + 1, load="〰" if boat is None else f"{boat['load']}/{boat['limit']}")
        unfit = plays_there and not fitting_at(table, quay) and dialogue.ask.allows(move)
        choices.append(Choice(f"{label} {words('text.unfit')}" if unfit else label, move))
    dialogue.question = words(f"text.sail-{view['boats'][view['noah']]['animals'][-1]['sex']}")
    if plays_there and view["players"] > 1:
        dialogue.question = f"{words('text.plays-again')} {dialogue.question}"
    if view["leaving"]:
        dialogue.question = f"{words('text.leaves')} {dialogue.question}"
    return dialogue.one(choices)
