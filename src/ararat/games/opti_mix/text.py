"""The table of Arche Opti Mix in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: cabins flow side by side, a line a seat. In a cabin
a card is its picture and its weight, coloured by its food; the climate stands before it.

    Port       1☀🐘₃🐄₂   2❄🦙₁🐑₁🐂₂   3 🐝₀
    Starboard  1☀🐫₂      2 🐖₁🐎₂
"""

from __future__ import annotations

from collections import Counter

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import Ask, Choice, Flow, seat_text
from ...core.words import Words
from .cards import HIDDEN, NUMBER_OF_CARD, say_card
from .judging import open_cards, points_on, weight_of
from .pieces import CABIN, CARDS, CLIMATE, FOOD, MOST_TILT, NAMED_TYPE, POWER, POWERS, SIDES, TYPES

PICTURES = {
    "bee": "🐝",
    "bison": "🦬",
    "brontosaurus": "🦕",
    "camel": "🐫",
    "caterpillar": "🐛",
    "chameleon": "🦎",
    "chamois": "🐐",
    "chicken": "🐔",
    "chimpanzee": "🐒",
    "cow": "🐄",
    "crocodile": "🐊",
    "dog": "🐕",
    "earthworm": "🪱",
    "elephant": "🐘",
    "fox": "🦊",
    "gazelle": "🦌",
    "giraffe": "🦒",
    "grain": "🌾",
    "hay": "🧺",
    "hedgehog": "🦔",
    "hippopotamus": "🦛",
    "horse": "🐎",
    "koala": "🐨",
    "lemming": "🐹",
    "lion": "🦁",
    "llama": "🦙",
    "mammoth": "🦣",
    "moose": "🦌",
    "mosquito": "🦟",
    "mouse": "🐁",
    "musk-ox": "🐂",
    "ostrich": "🦤",
    "pig": "🐖",
    "polar-bear": "🐻",
    "rabbit": "🐇",
    "reindeer": "🦌",
    "roe-deer": "🦌",
    "seal": "🦭",
    "sheep": "🐑",
    "skunk": "🦨",
    "sloth": "🦥",
    "snail": "🐌",
    "spider": "🕸",
    "squirrel": "🐿",
    "tiger": "🐅",
    "turtle": "🐢",
    "tyrannosaurus": "🦖",
    "walrus": "🦭",
    "zebra": "🦓",
}
SHARED = {picture for picture, count in Counter(PICTURES.values()).items() if count > 1}
CLIMATES = {"hot": "☀", "cold": "❄", "any": "☀❄"}
FOODS = {"herbivore": "🌿", "carnivore": "🦴", "omnivore": "🌿🦴", "none": ""}
FOOD_COLOURS = {"herbivore": "green", "carnivore": "red", "omnivore": "yellow", "none": ""}
CLIMATE_COLOURS = {"hot": "yellow", "cold": "cyan", "any": ""}
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
DISC = "◉"
CARD = "🎴"
PET = "🐾"
LONGEST_TITLE = 7  # letters of a score card's name over its column
# A sign for every rule that keeps a card out of a cabin.
SIGNS = {
    "OM-4.5": "②",
    "OM-4.11": "▣",
    "OM-4.12": "❄",
    "OM-4.13": "⚖",
    "OM-4.14": "🦴",
    "OM-4.16": "🌿",
    "OM-4.17": "👀",
    "OM-4.19": DISC,
    "OM-5.3": DISC,
    "OM-5.5": DISC,
}
MOST_NAMED = 6  # cards whose names fit on the screen as choices


# --- Cards --------------------------------------------------------------------------------------


def picture(name: str, words: Words) -> str:
    """The picture of a card; where several share one, with the first letters of its name."""
    own = PICTURES[name]
    return own + say_card(name, words)[:2] if own in SHARED else own


def token(name: str, words: Words) -> Text:
    """A card in little room: its picture and its weight, in the colour of its food."""
    number = NUMBER_OF_CARD[name]
    small = str(weight_of(name)).translate(SMALL)
    return Text.assemble(picture(name, words), (small, f"bold {FOOD_COLOURS[FOOD[number]]}".strip()))


def label(name: str, words: Words, brief: bool = False) -> str:
    """A card with all that is printed on it: 🐘 elephant 3 ☀ 🌿 heavy."""
    number = NUMBER_OF_CARD[name]
    mark = "!" if POWER[number] else ""
    shown = picture(name, words) if brief else f"{PICTURES[name]} {say_card(name, words)}"
    parts = [shown + mark, str(weight_of(name)), CLIMATES[CLIMATE[number]], FOODS[FOOD[number]]]
    kind = NAMED_TYPE[number]
    if kind != "none":
        parts.append(words(f"type.{kind}"))
    return " ".join(part for part in parts if part)


def pieces(words: Words) -> list[str]:
    """All cards with their values, and what special animals can do."""
    lines = []
    for number, name in enumerate(CARDS):
        line = words(
            "text.piece-line",
            name=say_card(name, words),
            weight=weight_of(name),
            climate=words(f"climate.{CLIMATE[number]}"),
            food=words(f"food.{FOOD[number]}"),
            type=words(f"type.{NAMED_TYPE[number]}"),
        )
        power = POWERS[POWER[number]]
        lines.append(f"{picture(name, words)} {line}" + (f" {words(f'power.{power}')}" if power else ""))
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
        parts.append(_cards(words("text.display"), view["display"], words))
    parts += _score_cards(view, seat, words, names)
    if seat is not None and asked not in ("turn", "second", "endgame", "pet", "boost"):
        parts.append(_cards(words("text.hand"), view["hands"][seat], words))
    return Group(*parts)


def _ark(view: Json, words: Words) -> list[RenderableType]:
    """The cabins of either side, bow to stern."""
    titles = [words("text.port"), words("text.starboard")]
    indent = max(map(len, titles)) + 2
    lines: list[RenderableType] = []
    for side, title in zip(SIDES, titles, strict=True):
        cabins = [_cabin(name, cards, words) for name, cards in view["cabins"].items() if name[0] == side]
        lines.append(Flow(cabins, gap="  ", first=Text(title.ljust(indent), "bold"), indent=indent))
    return lines


def _cabin(name: str, cards: list[str], words: Words) -> Text:
    """A cabin: its number, its climate, who is in it."""
    climates = {CLIMATE[NUMBER_OF_CARD[card]] for card in cards} - {"any"}
    line = Text(name[1:], "bold")
    for climate in sorted(climates, reverse=True):
        line.append(CLIMATES[climate], CLIMATE_COLOURS[climate])
    if not climates:
        line.append(" ")
    for card in cards:
        # Weights matter where somebody can still come in.
        line.append_text(token(card, words) if len(cards) < CABIN else Text(picture(card, words)))
    return line


def _middle(view: Json, words: Words) -> Text:
    """How the ark leans, what is left in the deck and in the supply."""
    tilt = view["tilt"]
    scale = " ".join("●" if level == tilt else "·" for level in range(-MOST_TILT, MOST_TILT + 1))
    if tilt == 0:
        leans = words("text.level")
    else:
        leans = words("text.leans-starboard" if tilt > 0 else "text.leans-port", count=abs(tilt))
    line = Text.assemble((f"P {scale} S", "bold"), f"  {leans}")
    rest = [words("text.deck", count=len(view["deck"])), words("text.supply", count=view["supply"])]
    return line.append("   " + " · ".join(rest), "dim")


def _cards(title: str, cards: list[str], words: Words) -> Flow:
    """Cards in a row under a title, named as long as there are few."""
    brief = len(cards) > MOST_NAMED // 2
    shown = [Text(label(card, words, brief)) if card != HIDDEN else Text("?") for card in cards]
    return Flow(shown or [Text("–")], gap=" · ", first=Text(f"{title}  ", "bold"), indent=len(title) + 2)


def _score_cards(view: Json, own: int | None, words: Words, names: list[str]) -> list[RenderableType]:
    """A line a seat: discs, pieces on every score card with the leaders in bold, pet, hand."""
    titles = [_title(words(f"type.{kind}")) for kind in TYPES]
    width = max(len(name) for name in names) + 5
    head = Text(" " * (width + 4), "dim")
    for title in titles:
        head.append(f" {title:>4}", "dim")
    lines: list[RenderableType] = [head]
    for seat in range(view["players"]):
        line = Text.assemble(seat_text(seat, names[seat], bold=seat == own))
        line.append(" ◀" if view["turn"] == seat else "", "bold")
        line.pad_right(width - cell_len(line.plain))
        line.append(f"{view['discs'][seat]:>2}{DISC} ")
        for kind, title in zip(TYPES, titles, strict=True):
            halves = view["pieces2"][kind]
            leads = halves[seat] == max(halves) > 0
            line.append(" ")
            line.append(_pieces(halves[seat]).rjust(max(4, len(title))), "bold" if leads else "")
        lines.append(Flow(_held(view, seat, own, words), gap=" ", first=line.append("  "), indent=width + 2))
    return lines


def _title(name: str) -> str:
    return name if len(name) <= LONGEST_TITLE else f"{name[: LONGEST_TITLE - 1]}."


def _pieces(halves: int) -> str:
    """Half-pieces as a person counts them: 1½."""
    if not halves:
        return "·"
    return f"{halves // 2}½" if halves % 2 else str(halves // 2)


def _held(view: Json, seat: int, own: int | None, words: Words) -> list[Text]:
    """What a seat holds beside its pieces: its hand as far as it is known, its pet, whether it passed."""
    hand, pet = view["hands"][seat], view["pets"][seat]
    held = [Text(f"{len(hand)}{CARD}")]
    if seat != own:
        held += [token(card, words) for card in open_cards(hand)]
    if pet is not None:
        held.append(Text(PET + ("?" if pet == HIDDEN else picture(pet, words))))
    if view["passed"][seat]:
        held.append(Text(words("text.passed"), "dim"))
    return held


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The points of every seat by score card and for its discs, best first."""
    titles = [*(words(f"type.{kind}") for kind in TYPES), words("text.disc-points"), words("text.total")]
    widths = [max(6, len(title)) + 1 for title in titles]
    points = [points_on(view["pieces2"][kind]) for kind in TYPES]
    start = max(len(name) for name in names) + 5
    head = " " * start + "".join(title.rjust(width) for title, width in zip(titles, widths, strict=True))
    lines: list[RenderableType] = [Text(words("text.over"), "bold"), Text(head, "dim")]
    for seat in sorted(range(view["players"]), key=lambda seat: -view["scores"][seat]):
        crown = ("♛ " if seat in view["winners"] else "  ", "bold yellow")
        line = Text.assemble(crown, seat_text(seat, names[seat], bold=True))
        line.pad_right(start - cell_len(line.plain))
        halves = [view["pieces2"][kind][seat] for kind in TYPES]
        shares = [f"{own[seat]} ({_pieces(count)})" for own, count in zip(points, halves, strict=True)]
        shares.append(str(view["discs"][seat]))
        line.append("".join(share.rjust(width) for share, width in zip(shares, widths, strict=False)))
        line.append(str(view["scores"][seat]).rjust(widths[-1]), "bold")
        lines.append(line)
    for seat in range(view["players"]):
        left = _held(view, seat, None, words)
        lines.append(Flow(left, gap=" ", first=seat_text(seat, f"{names[seat]}  "), indent=4))
    return lines


# --- The dialogue -------------------------------------------------------------------------------


def choose(view: Json, words: Words, names: list[str], ask: Ask) -> Json:
    """Lead the person in turn to a move."""
    phase = view["phase"]
    question = words(f"phase.{phase}")
    if phase == "boost":
        moves: list[Json] = [{"move": "boost", "type": kind} for kind in TYPES]
        labels = [f"{words(f'type.{kind}')} ({_pieces(view['pieces2'][kind][view['turn']])})" for kind in TYPES]
        return _choose_one(question, [*moves, {"move": "boost", "type": None}], [*labels, words("text.no-boost")], ask)
    if phase == "pick":
        moves = [{"move": "pick", "card": card} for card in dict.fromkeys(view["display"])]
        return _choose_one(question, moves, [label(move["card"], words) for move in moves], ask)
    if phase == "pet":
        cards = _sorted(view["hands"][view["turn"]])
        moves = [{"move": "pet", "card": card} for card in cards]
        labels = _labels(cards, words)
        return _choose_one(question, [*moves, {"move": "pet", "card": None}], [*labels, words("text.no-pet")], ask)
    return _choose_card(view, question, words, ask)


def _choose_one(question: str, moves: list[Json], labels: list[str], ask: Ask) -> Json:
    return moves[ask.one(question, [Choice(text, move) for text, move in zip(labels, moves, strict=True)])]


def _sorted(hand: list[str]) -> list[str]:
    """The different cards of a hand by type, light ones first."""
    order = (*TYPES, "none")
    return sorted(dict.fromkeys(hand), key=lambda name: (order.index(_kind(name)), weight_of(name), name))


def _kind(name: str) -> str:
    return NAMED_TYPE[NUMBER_OF_CARD[name]]


def _labels(cards: list[str], words: Words) -> list[str]:
    return [label(card, words, brief=len(cards) > MOST_NAMED) for card in cards]


def _choose_card(view: Json, question: str, words: Words, ask: Ask) -> Json:
    """Take a card, or lay one of the hand: first the card, then its cabin."""
    phase = view["phase"]
    hand = view["hands"][view["turn"]]
    cards = _sorted(hand)
    choices = []
    others: list[Json] = []
    if phase == "turn":
        others = [{"move": "take", "card": card} for card in dict.fromkeys(view["display"])]
        brief = len(cards) > MOST_NAMED
        choices = [Choice(words("text.take", card=label(m["card"], words, brief)), m) for m in others]
    plays = {card: _plays(view, card) for card in cards}
    for card, text in zip(cards, _labels(cards, words), strict=True):
        copies = f"{hand.count(card)}× " if hand.count(card) > 1 else ""
        move = next((move for moves in plays[card].values() for move in moves if ask.allows(move)), None)
        choices.append(Choice(copies + text, move or _nearest(plays[card], ask)))
    if phase != "turn":
        others = [{"move": "stop"} if phase == "second" else {"move": "pass"}]
        choices.append(Choice(words("text.no-second" if phase == "second" else "text.pass"), others[0]))
    chosen = ask.one(question, choices)
    if phase == "turn" and chosen < len(others):
        return others[chosen]
    number = chosen - len(others) if phase == "turn" else chosen
    return others[0] if number >= len(cards) else _choose_cabin(view, cards[number], plays[cards[number]], words, ask)


def _plays(view: Json, card: str) -> dict[str, list[Json]]:
    """By cabin, new ones included, the ways to lay a card there: plainly, or with each victim."""
    ejects = POWERS[POWER[NUMBER_OF_CARD[card]]].startswith("eject")
    ways: dict[str, list[Json]] = {}
    for cabin in [*view["cabins"], *_next_cabins(view)]:
        move: Json = {"move": "play", "card": card, "cabin": cabin}
        inside = view["cabins"].get(cabin, []) if ejects else []
        ways[cabin] = [move] + [{**move, "eject": victim} for victim in dict.fromkeys(inside)]
    return dict(sorted(ways.items(), key=lambda way: (way[0][0], int(way[0][1:]))))


def _next_cabins(view: Json) -> list[str]:
    return [f"{side}{1 + sum(name[0] == side for name in view['cabins'])}" for side in SIDES]


def _nearest(ways: dict[str, list[Json]], ask: Ask) -> Json:
    """Of plays that are all impossible the one that the fewest rules forbid, to tell why."""
    return min((moves[0] for moves in ways.values()), key=lambda move: len(ask.broken(move)))


def _choose_cabin(view: Json, card: str, ways: dict[str, list[Json]], words: Words, ask: Ask) -> Json:
    """A cabin where the card fits; the others together by what keeps it out of them. Then the victim of an ejector."""
    legal = {cabin: [move for move in moves if ask.allows(move)] for cabin, moves in ways.items()}
    fitting = [cabin for cabin in ways if legal[cabin]]
    choices = [Choice(_cabin_label(view, cabin, words), legal[cabin][0]) for cabin in fitting]
    barred: dict[str, list[str]] = {}
    for cabin in ways:
        if not legal[cabin]:
            signs = dict.fromkeys(SIGNS.get(rule, "") for rule in ask.broken(ways[cabin][0]))
            barred.setdefault("".join(signs), []).append(cabin)
    choices += [Choice(f"{signs} {' '.join(cabins)}", ways[cabins[0]][0]) for signs, cabins in barred.items()]
    cabin = fitting[ask.one(words("text.which-cabin", card=say_card(card, words)), choices)]
    if len(legal[cabin]) == 1 and "eject" not in legal[cabin][0]:
        return legal[cabin][0]
    moves = legal[cabin]
    labels = [
        words("text.eject", victim=say_card(move["eject"], words)) if "eject" in move else words("text.eject-nobody")
        for move in moves
    ]
    return _choose_one(words("text.eject-whom", card=say_card(card, words), cabin=cabin), moves, labels, ask)


def _cabin_label(view: Json, cabin: str, words: Words) -> str:
    """A cabin with who is in it; a new one with its price."""
    if cabin in view["cabins"]:
        return f"{cabin} " + "".join(picture(card, words) for card in view["cabins"][cabin])
    discs = 2 if view["phase"] == "endgame" else 1
    return f"{words('text.new-cabin', cabin=cabin)} ({words('text.new-cabin-cost', count=discs)})"
