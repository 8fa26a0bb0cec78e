"""The table of Arche Opti Mix in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: cabins flow side by side, a line a seat. In a cabin
a card is its picture and its weight, coloured by its food; the climate stands before it.

    Port       1☀🐘₃🐄₂   2❄🦙₁🐑₁🐂₂   3 🐝₀
    Starboard  1☀🐫₂      2 🐖₁🐎₂
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json, rule_id
from ...core.kinds import HIDDEN
from ...core.terminal import Ask, Choice, Flow, choices_fit, seat_text
from ...core.words import Words
from .cards import every_cabin, say_card, type_of
from .pieces import MOST_IN_CABIN, MOST_TILT, PIECE, PRINTED, SIDES, TYPES
from .rules.moves import CARD
from .rules.placing import cost_of_laying, is_ejector
from .state import ANYWHERE, RULE_OF_ROW, Row
from .views import imagine
from .web import sheet

SHARED = {picture for picture, count in Counter(card["picture"] for card in PRINTED.values()).items() if count > 1}
CLIMATES = {"hot": "☀", "cold": "❄", "any": "☀❄"}
FOODS = {"herbivore": "🌿", "carnivore": "🦴", "omnivore": "🌿🦴", "none": ""}
FOOD_MARKS = {"carnivore": "ᶜ", "omnivore": "ᵒ"}
FOOD_COLOURS = {"herbivore": "green", "carnivore": "red", "omnivore": "yellow", "none": ""}
CLIMATE_COLOURS = {"hot": "yellow", "cold": "cyan", "any": ""}
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
DISC = "◉"
CARD_BACK = "🎴"
PET = "🐾"
LONGEST_TITLE = 7  # letters of a score card's name over its column
# A sign for what keeps a card out of a cabin.
SIGNS = {
    Row.CABIN_USED: "②",
    Row.CABIN_FULL: "▣",
    Row.CLIMATE: "❄",
    Row.TILT: "⚖",
    Row.EATER: "🦴",
    Row.FOOD: "🌿",
    Row.FRIGHT: "👀",
    Row.NO_DISC_FOR_NEW_CABIN: DISC,
    Row.ONE_DISC_FOR_NEW_CABIN: DISC,
}
SIGN_OF_RULE = {rule_id(RULE_OF_ROW[row]): sign for row, sign in SIGNS.items()}
ABOUT_THE_CARD = {rule_id(RULE_OF_ROW[row]) for row in ANYWHERE}
EJECTING = "⇥"
FULL, NAMED, BRIEF = "full", "named", "brief"  # forms of a label, by the room there is
MOST_IN_PASSING = 3  # cards that are named where they are not asked for


# --- Cards --------------------------------------------------------------------------------------


def picture(name: str, words: Words) -> str:
    """The picture of a card; where several share one, with the first letters of its name."""
    own: str = PRINTED[name]["picture"]
    return own + say_card(name, words)[:2] if own in SHARED else own


def token(name: str, words: Words, with_weight: bool = True) -> Text:
    """A card in little room: its picture, its weight, whether it frightens or is shy."""
    card = PRINTED[name]
    colour = FOOD_COLOURS[card["food"]]
    line = Text(picture(name, words))
    if with_weight:
        line.append(str(card["weight"]).translate(SMALL), f"bold {colour}".strip())
    line.append(FOOD_MARKS.get(card["food"], ""), colour)
    return line.append(words("text.shy-mark") if card["type"] == "shy" else "")


def label(name: str, view: Json, words: Words, form: str = FULL) -> str:
    """A card with all that is printed on it: 🐘 elephant 3 ☀ 🌿 [heavy]."""
    card, spoken, kind = PRINTED[name], say_card(name, words), type_of(name, view)
    shown = {FULL: f"{card['picture']} {spoken}", NAMED: spoken, BRIEF: picture(name, words)}[form]
    mark, kind = "!" if card["power"] else "", f"[{words(f'type.{kind}')}]" if kind in TYPES else ""
    parts = [shown + mark, str(card["weight"]), CLIMATES[card["climate"]], FOODS[card["food"]], kind]
    return " ".join(part for part in parts if part)


def roomiest(labels: Callable[[str], list[str]], room: int) -> list[str]:
    """Labels of choices in the fullest form that fits into so many lines."""
    for form in (FULL, NAMED, BRIEF):
        made = labels(form)
        if choices_fit(made, room):
            break
    return made


def pieces(words: Words) -> list[str]:
    """All cards with their values, and what special animals can do."""
    lines = [words("text.reconstructed")]
    for name, card in PRINTED.items():
        facts = [words("text.weight", weight=card["weight"]), words(f"climate.{card['climate']}")]
        facts += [words(f"food.{card['food']}")] if card["type"] != "provision" else []
        facts.append(words("text.type", type=words(f"type.{card['type']}")))
        line = words("text.piece-line", name=say_card(name, words), facts=" · ".join(facts))
        lines.append(f"{card['picture']} {line}" + (f" {words('power.' + card['power'])}" if card["power"] else ""))
    return lines


# --- The table ----------------------------------------------------------------------------------


def heading(view: Json, words: Words) -> str:
    """What stands above the table."""
    return words("text.heading", name=words("name"), rain=view["rain"])


def draw(view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
    """The table as a person would lay it out: the ark, the score cards with the seats, one's own hand."""
    if view["phase"] == "over":
        return Group(*_ark(view, words), *_result(view, words, names))
    parts: list[RenderableType] = [*_ark(view, words), _middle(view, words)]
    asked = view["phase"] if seat is not None and view["turn"] == seat else None
    if view["phase"] != "endgame" and asked not in ("turn", "pick", "boost"):
        parts.append(_cards(words("text.display"), view["display"], view, words))
    parts += _score_cards(view, seat, words, names)
    if seat is not None and asked not in ("turn", "second", "endgame", "pet", "boost"):
        parts.append(_cards(words("text.hand"), view["hands"][seat], view, words))
    return Group(*parts)


def _ark(view: Json, words: Words) -> list[RenderableType]:
    """The cabins of either side, bow to stern."""
    titles = [words("text.port"), words("text.starboard")]
    indent = max(map(len, titles)) + 4
    lines: list[RenderableType] = []
    for side, title in zip(SIDES, titles, strict=True):
        cabins = [_cabin(name, cards, words) for name, cards in view["cabins"].items() if name[0] == side]
        lines.append(Flow(cabins, gap="  ", first=Text(f"{side} {title}".ljust(indent), "bold"), indent=indent))
    return lines


def _cabin(name: str, cards: list[str], words: Words) -> Text:
    """A cabin: its number, its climate, who is in it."""
    climates = {PRINTED[card]["climate"] for card in cards} - {"any"}
    line = Text(name[1:], "bold")
    for climate in sorted(climates, reverse=True):
        line.append(CLIMATES[climate], CLIMATE_COLOURS[climate])
    if not climates:
        line.append(" ")
    for card in cards:
        # Weights matter most where somebody can still come in.
        line.append_text(token(card, words, with_weight=len(cards) < MOST_IN_CABIN))
    return line


def _middle(view: Json, words: Words) -> Text:
    """How the ark leans, what is left in the deck and in the supply."""
    tilt = view["tilt"]
    scale = " ".join("●" if level == tilt else "·" for level in range(-MOST_TILT, MOST_TILT + 1))
    side = "text.leans-starboard" if tilt > 0 else "text.leans-port"
    leans = words(side, count=abs(tilt)) if tilt else words("text.level")
    line = Text.assemble((f"P {scale} S", "bold"), f"  {leans}")
    rest = [words("text.supply", count=view["supply"])]
    if view["phase"] != "endgame":
        rest.insert(0, words("text.deck", count=len(view["deck"])))
    if view["rain"] == 0:
        rest[0] = words("text.first-rain", count=view["upper"])
    return line.append("   " + " · ".join(rest), "dim")


def _cards(title: str, cards: list[str], view: Json, words: Words) -> Flow:
    """Cards in a row under a title, named as long as there are few."""
    form = FULL if len(cards) <= MOST_IN_PASSING else BRIEF
    shown = [Text(label(card, view, words, form)) if card != HIDDEN else Text("?") for card in cards]
    return Flow(shown or [Text("–")], gap=" · ", first=Text(f"{title}  ", "bold"), indent=len(title) + 2)


def _score_cards(view: Json, own: int | None, words: Words, names: list[str]) -> list[RenderableType]:
    """A line a seat: discs, pieces on every score card with the leaders in bold, pet, hand."""
    titles = [_title(words(f"type.{kind}")) for kind in TYPES]
    width = max(len(name) for name in names) + 5
    head = Text(" " * (width + 4), "dim")
    for title in titles:
        head.append(f" {title:>4}", "dim")
    head.append(f" {words('text.now'):>4}", "dim")
    lines: list[RenderableType] = [head]
    *shares, _, totals = (row["values"] for row in sheet(view, words))
    for seat in range(view["players"]):
        line = Text.assemble(seat_text(seat, names[seat], bold=seat == own))
        line.append(" ◀" if view["turn"] == seat else "", "bold")
        line.pad_right(width - cell_len(line.plain))
        line.append(f"{view['discs'][seat]:>2}{DISC} ")
        for kind, title, points in zip(TYPES, titles, shares, strict=True):
            leads = points[seat] == max(points) > 0
            line.append(" ")
            line.append(_pieces(view["pieces2"][kind][seat]).rjust(max(4, len(title))), "bold" if leads else "")
        line.append(" " + str(totals[seat]).rjust(max(4, len(words("text.now")))), "dim")
        lines.append(Flow(_held(view, seat, own, words), gap=" ", first=line.append("  "), indent=width + 2))
    return lines


def _row(cells: list[str], widths: list[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def _title(name: str) -> str:
    return name if len(name) <= LONGEST_TITLE else f"{name[: LONGEST_TITLE - 1]}."


def _pieces(halves: int) -> str:
    """Half-pieces as a person counts them: 1½."""
    if not halves:
        return "·"
    return str(halves // PIECE) + "½" * (halves % PIECE)


def _held(view: Json, seat: int, own: int | None, words: Words) -> list[Text]:
    """What a seat holds beside its pieces: its hand as far as it is known, its pet, whether it passed."""
    hand, pet = view["hands"][seat], view["pets"][seat]
    held = [Text(f"{len(hand)}{CARD_BACK}")]
    if view["passed"][seat] and view["phase"] != "over":
        held.append(Text(words("text.passed"), "dim"))
    if seat != own:
        held += [token(card, words) for card in hand if card != HIDDEN]
    if pet is not None:
        held.append(Text(PET + ("?" if pet == HIDDEN else picture(pet, words))))
    return held


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The points of every seat by score card and for its discs, best first."""
    counted = sheet(view, words)
    titles = [row["label"] for row in counted]
    rows = [[str(row["values"][seat]) for row in counted] for seat in range(view["players"])]
    for seat, row in enumerate(rows):
        for column, kind in enumerate(TYPES):
            row[column] += f" ({_pieces(view['pieces2'][kind][seat])})"
    widths = [max(map(len, column)) + 2 for column in zip(titles, *rows, strict=True)]
    start = max(len(name) for name in names) + 4
    lines: list[RenderableType] = [Text(f"{words('text.over')} {words('text.points-pieces')}", "bold")]
    lines.append(Text(" " * start + _row(titles, widths), "dim"))
    for seat in sorted(range(view["players"]), key=lambda seat: (-view["scores"][seat], seat not in view["winners"])):
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = Text.assemble(crown, seat_text(seat, names[seat], bold=True))
        line.pad_right(start - cell_len(line.plain))
        line.append(_row(rows[seat][:-1], widths[:-1])).append(rows[seat][-1].rjust(widths[-1]), "bold")
        lines.append(line)
    if view["scores"].count(max(view["scores"])) > len(view["winners"]):
        lines.append(Text(words("text.tie")))
    for seat in range(view["players"]):
        left = _held(view, seat, None, words)
        lines.append(Flow(left, gap=" ", first=seat_text(seat, f"{names[seat]}  "), indent=4))
    return lines


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    phase = view["phase"]
    question = words(f"phase.{phase}")
    room = ask.room(lambda: draw(view, view["turn"], words, names), question)
    if phase == "boost":
        moves: list[Json] = [{"move": "boost", "type": kind} for kind in (*TYPES, None)]
        labels = [f"{words(f'type.{kind}')} ({_pieces(view['pieces2'][kind][view['turn']])})" for kind in TYPES]
        return _choose_one(question, moves, [*labels, words("text.no-boost")], ask)
    if phase == "pick":
        moves = [{"move": "pick", "card": card} for card in dict.fromkeys(view["display"])]
        return _choose_one(question, moves, [label(move["card"], view, words) for move in moves], ask)
    if phase == "pet":
        cards = _sorted(view["hands"][view["turn"]], view)
        moves = [{"move": "pet", "card": card} for card in (*cards, None)]
        labels = roomiest(
            lambda form: [*(label(card, view, words, form) for card in cards), words("text.no-pet")], room
        )
        return _choose_one(question, moves, labels, ask)
    return _choose_card(view, question, room, words, ask)


def _choose_one(question: str, moves: list[Json], labels: list[str], ask: Ask) -> Json:
    return moves[ask.one(question, [Choice(text, move) for text, move in zip(labels, moves, strict=True)])]


def _sorted(hand: list[str], view: Json) -> list[str]:
    """The different cards of a hand by type, light ones first."""
    order = (*TYPES, "none")
    keys = {name: (order.index(type_of(name, view)), PRINTED[name]["weight"], name) for name in hand}
    return sorted(keys, key=keys.__getitem__)


def _choose_card(view: Json, question: str, room: int, words: Words, ask: Ask) -> Json:
    """Take a card, or lay one of the hand: first the card, then its cabin."""
    phase, hand = view["phase"], view["hands"][view["turn"]]
    takes = [{"move": "take", "card": card} for card in dict.fromkeys(view["display"]) if phase == "turn"]
    plays = {card: _plays(view, card) for card in _sorted(hand, view)}
    leave = {"second": ("text.no-second", {"move": "stop"}), "endgame": ("text.pass", {"move": "pass"})}.get(phase)

    def labels(form: str) -> list[str]:
        taken = [words("text.take", card=label(move["card"], view, words, form)) for move in takes]
        copies = {card: f"{hand.count(card)}× " if hand.count(card) > 1 else "" for card in plays}
        played = [copies[card] + label(card, view, words, form) for card in plays]
        if form == FULL and takes:
            played = [words("text.play", card=text) for text in played]
        return [*taken, *played, *([words(leave[0])] if leave else [])]

    moves, reasons = [*takes], {}
    for ways in plays.values():
        every = [way for options in ways.values() for way in options]
        legal = next(filter(ask.allows, every), None)
        if legal is None:
            reasons[len(moves)] = _why_nowhere(ways, words, ask)
        moves.append(legal or every[0])
    moves += [leave[1]] if leave else []
    texts = enumerate(zip(roomiest(labels, room), moves, strict=True))
    move = moves[ask.one(question, [Choice(text, move, reason=reasons.get(at)) for at, (text, move) in texts])]
    if move["move"] != "play":
        return move
    return _choose_cabin(view, move["card"], plays[move["card"]], room, words, ask)


def _plays(view: Json, card: str) -> dict[str, list[Json]]:
    """By cabin, new ones included, the ways to lay a card there: plainly, or with each victim."""
    ways: dict[str, list[Json]] = {}
    for cabin in every_cabin(view):
        move: Json = {"move": "play", "card": card, "cabin": cabin}
        inside = view["cabins"].get(cabin, []) if is_ejector(CARD.number(card)) else []
        ways[cabin] = [move] + [{**move, "eject": victim} for victim in dict.fromkeys(inside)]
    return ways


def _barred(ways: dict[str, list[Json]], words: Words, ask: Ask, brief: bool = False) -> dict[str, Json]:
    """Cabins that a card can't go to, those with the same reasons together: label and one way that is refused.

    Of an ejector the way counts that the fewest rules forbid; a victim is named if it is one with a
    victim. Where room is short, cabins are put together by their first reason.
    """
    alike: dict[str, list[str]] = {}
    refused: dict[str, Json] = {}
    for cabin, moves in ways.items():
        if any(map(ask.allows, moves)):
            continue
        nearest = min(moves, key=lambda move: len(ask.broken(move)))
        several = list(dict.fromkeys(SIGN_OF_RULE.get(rule, "") for rule in ask.broken(nearest)))
        signs = several[0] + "…" * (len(several) > 1) if brief else "".join(several)
        victim = nearest.get("eject")
        alike.setdefault(signs, []).append(cabin if victim is None else f"{cabin}{EJECTING}{picture(victim, words)}")
        refused.setdefault(signs, nearest)
    return {f"{signs} {' '.join(cabins)}": refused[signs] for signs, cabins in alike.items()}


def _why_nowhere(ways: dict[str, list[Json]], words: Words, ask: Ask) -> str:
    """Why a card can't be played at all: by a rule about the card itself, or by what each cabin says to it."""
    for rule in ask.broken(next(iter(ways.values()))[0]):
        if rule in ABOUT_THE_CARD:
            return f"{words(f'rule.{rule}')} ({rule})"
    return words("text.nowhere", cabins=" · ".join(_barred(ways, words, ask)))


def _choose_cabin(view: Json, card: str, ways: dict[str, list[Json]], room: int, words: Words, ask: Ask) -> Json:
    """A cabin where the card fits; the others together by what keeps it out of them. Then the victim of an ejector."""
    legal = {cabin: [move for move in moves if ask.allows(move)] for cabin, moves in ways.items()}
    fitting = [cabin for cabin in ways if legal[cabin]]
    choices = [Choice(_cabin_label(view, cabin, legal[cabin], words), legal[cabin][0]) for cabin in fitting]
    barred = _barred(ways, words, ask)
    if not choices_fit([*(choice.label for choice in choices), *barred], room):
        barred = _barred(ways, words, ask, brief=True)
    choices += [Choice(text, move) for text, move in barred.items()]
    cabin = fitting[ask.one(words("text.which-cabin", card=label(card, view, words)), choices)]
    if len(ways[cabin]) == 1 or legal[cabin] == ways[cabin][:1]:
        return legal[cabin][0]
    labels = [words("text.eject-nobody")]
    labels += [words("text.eject", victim=say_card(move["eject"], words)) for move in ways[cabin][1:]]
    question = words("text.eject-whom", card=say_card(card, words), cabin=cabin)
    return _choose_one(question, ways[cabin], labels, ask)


def _cabin_label(view: Json, cabin: str, legal: list[Json], words: Words) -> str:
    """A cabin with who is in it; a new one with its price."""
    if cabin not in view["cabins"]:
        discs = int(cost_of_laying(imagine(view)[0], True))
        return f"{words('text.new-cabin', cabin=cabin)} ({words('text.new-cabin-cost', count=discs)})"
    inside = "".join(picture(card, words) for card in view["cabins"][cabin])
    return f"{cabin} {inside}" + (f" ({words('text.only-ejecting')})" if "eject" in legal[0] else "")
