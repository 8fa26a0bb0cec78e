"""The table of Arche Opti Mix in a terminal, and the dialogue that leads a person to a move.

A decision has to fit on one screen of 80 by 24: cabins flow side by side, a line a seat. In a cabin
a card is its picture and its weight, coloured by its food; the climate stands before it.

    Port       1☀🐘₃🐄₂   2❄🦙₁🐑₁🐂₂   3 🐝₀
    Starboard  1☀🐫₂      2 🐖₁🐎₂
"""

from __future__ import annotations

from collections import Counter, defaultdict

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.contract import Json, rule_id
from ...core.kinds import HIDDEN
from ...core.terminal import Choice, Dialogue, Flow, result_lines, seat_column, seat_text, turn_mark
from ...core.words import Words
from .cards import every_cabin, food_in, say_card, type_of
from .pieces import MOST_IN_CABIN, MOST_TILT, PIECE, PRINTED, SIDES, TYPES
from .rules.moves import CARD
from .rules.placing import cost_of_laying, is_ejector
from .state import ANYWHERE, RULE_OF_ROW
from .views import imagine
from .web import BARS, sheet

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
BAR_OF_RULE = {rule_id(RULE_OF_ROW[row]): f"bar.{bar}" for row, bar in BARS.items()}  # what keeps a card out
ABOUT_THE_CARD = {rule_id(RULE_OF_ROW[row]) for row in ANYWHERE}
FORMS = FULL, NAMED, BRIEF = "full", "named", "brief"  # forms of a label, by the room there is
LEAVING = {"second": {"stop": "text.no-second"}, "endgame": {"pass": "text.pass"}}  # by phase a move and its words
MOST_IN_PASSING = 3  # cards that are named where they are not asked for


# --- Cards --------------------------------------------------------------------------------------


def picture(name: str, words: Words) -> str:
    """The picture of a card; where several share one, with the first letters of its name."""
    own: str = PRINTED[name]["picture"]
    return own + say_card(name, words)[:2] if own in SHARED else own


def token(name: str, view: Json, words: Words, with_weight: bool = True) -> Text:
    """A card in little room: its picture, its weight, whether it frightens or is shy."""
    card, food = PRINTED[name], food_in(view, name)
    colour = FOOD_COLOURS[food]
    line = Text(picture(name, words))
    if with_weight:
        line.append(str(card["weight"]).translate(SMALL), f"bold {colour}".strip())
    line.append(FOOD_MARKS.get(food, ""), colour)
    return line.append(words("text.shy-mark") if card["type"] == "shy" else "")


def label(name: str, view: Json, words: Words, form: str = FULL) -> str:
    """A card with all that is printed on it: 🐘 elephant 3 ☀ 🌿 [heavy]; where it is pressed, without."""
    card, spoken, kind = PRINTED[name], say_card(name, words), type_of(name, view)
    shown = {FULL: f"{card['picture']} {spoken}", NAMED: spoken, BRIEF: picture(name, words)}[form]
    mark, kind = "!" if card["power"] else "", f"[{words(f'type.{kind}')}]" if kind in TYPES else ""
    parts = [shown + mark, str(card["weight"]), CLIMATES[card["climate"]], FOODS[food_in(view, name)], kind]
    return words("text.card", name=spoken, signs=" ".join(part for part in parts if part))


def told(name: str, food: str, kind: str, words: Words) -> str:
    """What is printed on a card, with its power, in words."""
    card = PRINTED[name]
    facts = [words("text.weight", weight=card["weight"]), words(f"climate.{card['climate']}")]
    facts += [words(f"food.{food}")] if food != "none" else []
    facts.append(words("text.type", type=words(f"type.{kind}")))
    return " · ".join(facts) + "." + (f" {words('power.' + card['power'])}" if card["power"] else "")


def pieces(words: Words) -> list[str]:
    """All cards with their values, and what special animals can do."""
    lines = [words("text.reconstructed")]
    for name, card in PRINTED.items():
        facts = told(name, card["food"], card["type"], words)
        lines.append(f"{card['picture']} {words('text.piece-line', name=say_card(name, words), facts=facts)}")
    return lines


# --- The table ----------------------------------------------------------------------------------


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
        cabins = [_cabin(name, view, words) for name in view["cabins"] if name[0] == side]
        lines.append(Flow(cabins, gap="  ", first=Text(f"{side} {title}".ljust(indent), "bold"), indent=indent))
    return lines


def _cabin(name: str, view: Json, words: Words) -> Text:
    """A cabin: its number, its climate, who is in it."""
    cards = view["cabins"][name]
    climates = {PRINTED[card]["climate"] for card in cards} - {"any"}
    line = Text(name[1:], "bold")
    for climate in sorted(climates, reverse=True):
        line.append(CLIMATES[climate], CLIMATE_COLOURS[climate])
    if not climates:
        line.append(" ")
    for card in cards:
        # Weights matter most where somebody can still come in.
        line.append_text(token(card, view, words, with_weight=len(cards) < MOST_IN_CABIN))
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
    titles = [*(words(f"type.{kind}") for kind in TYPES), words("text.now")]
    titles = [name if len(name) <= LONGEST_TITLE else f"{name[: LONGEST_TITLE - 1]}." for name in titles]
    columns = [seat_column(seat, names, 3, seat == own, turn_mark(view, seat)) for seat in range(view["players"])]
    width = len(columns[0])
    head = " " * (width + 4) + "".join(f" {title:>4}" for title in titles)
    lines: list[RenderableType] = [Text(head, "dim")]
    *shares, _, totals = (row["values"] for row in sheet(view, words))
    for seat, line in enumerate(columns):
        line.append(f"{view['discs'][seat]:>2}{DISC} ")
        for kind, title, points in zip(TYPES, titles, shares, strict=False):
            leads = points[seat] == max(points) > 0
            line.append(" ")
            line.append(_pieces(view["pieces2"][kind][seat]).rjust(max(4, len(title))), "bold" if leads else "")
        line.append(" " + str(totals[seat]).rjust(max(4, len(titles[-1]))), "dim")
        lines.append(Flow(_held(view, seat, own, words), gap=" ", first=line.append("  "), indent=width + 2))
    return lines


def _pieces(halves: int) -> str:
    """Half-pieces as a person counts them: 1½."""
    return str(halves // PIECE) + "½" * (halves % PIECE) if halves else "·"


def _held(view: Json, seat: int, own: int | None, words: Words) -> list[Text]:
    """What a seat holds beside its pieces: its hand as far as it is known, its pet, whether it passed."""
    hand, pet = view["hands"][seat], view["pets"][seat]
    held = [Text(f"{len(hand)}{CARD_BACK}")]
    if view["passed"][seat] and view["phase"] != "over":
        held.append(Text(words("text.passed"), "dim"))
    if seat != own:
        held += [token(card, view, words) for card in hand if card != HIDDEN]
    if pet is not None:
        held.append(Text(PET + ("?" if pet == HIDDEN else picture(pet, words))))
    return held


def _result(view: Json, words: Words, names: list[str]) -> list[RenderableType]:
    """The points of every seat by score card and for its discs, best first."""
    sources = sheet(view, words)
    for kind, source in zip(TYPES, sources, strict=False):
        held = zip(source["values"], view["pieces2"][kind], strict=True)
        source["values"] = [f"{points} ({_pieces(halves)})" for points, halves in held]
    lines: list[RenderableType] = [Text(f"{words('text.over')} {words('text.points-pieces')}", "bold")]
    lines += result_lines(view, sources, names, gap=2)
    if view["scores"].count(max(view["scores"])) > len(view["winners"]):
        lines.append(Text(words("text.tie")))
    for seat in range(view["players"]):
        left = _held(view, seat, None, words)
        lines.append(Flow(left, gap=" ", first=seat_text(seat, f"{names[seat]}  "), indent=4))
    return lines


# --- The dialogue -------------------------------------------------------------------------------


class Decision(Dialogue):
    """The dialogue that leads the person in turn to a move."""

    draw = staticmethod(draw)

    def in_boost(self) -> Json:
        """A score card that gets half a piece, or none."""
        moves: list[Json] = [{"move": "boost", "type": kind} for kind in (*TYPES, None)]
        pieces = [_pieces(self.view["pieces2"][kind][self.seat]) for kind in TYPES]
        labels = [f"{self.words(f'type.{kind}')} ({count})" for kind, count in zip(TYPES, pieces, strict=True)]
        return self.one(list(map(Choice, [*labels, self.words("text.no-boost")], moves)))

    def in_pick(self) -> Json:
        """A card of the display."""
        return self.one([self.of_card({"move": "pick", "card": card}) for card in dict.fromkeys(self.view["display"])])

    def in_pet(self) -> Json:
        """A card of the hand, or none."""
        cards = _sorted(self.view["hands"][self.seat], self.view)
        none = Choice(self.words("text.no-pet"), {"move": "pet", "card": None})
        pets = ([self.of_card({"move": "pet", "card": card}, form) for card in cards] for form in FORMS)
        return self.one(self.fullest([*choices, none] for choices in pets))

    def in_turn(self) -> Json:
        """Take a card, or lay one of the hand: first the card, then its cabin."""
        words, hand = self.words, self.view["hands"][self.seat]
        display = dict.fromkeys(self.view["display"] if self.phase == "turn" else [])
        takes = [{"move": "take", "card": card} for card in display]
        plays = {card: _plays(self.view, card) for card in _sorted(hand, self.view)}
        first: dict[str, tuple[Json, str | None]] = {}
        for card, ways in plays.items():
            every = [way for options in ways.values() for way in options]
            legal = next(filter(self.ask.allows, every), None)
            first[card] = (every[0], self.why_nowhere(ways)) if legal is None else (legal, None)

        def choices(form: str) -> list[Choice]:
            found = [self.of_card(take, form, "text.take") for take in takes]
            key = "text.play" if form == FULL and takes else None
            found += [self.of_card(move, form, key, reason) for move, reason in first.values()]
            return found + [Choice(words(key), {"move": kind}) for kind, key in LEAVING.get(self.phase, {}).items()]

        move = self.one(self.fullest(map(choices, FORMS)))
        return self.cabin(move["card"], plays[move["card"]]) if move["move"] == "play" else move

    in_second = in_endgame = in_turn

    def cabin(self, card: str, ways: dict[str, list[Json]]) -> Json:
        """A cabin where the card fits; the others together by what keeps it out. Then the victim of an ejector."""
        words = self.words
        legal = {cabin: [move for move in moves if self.ask.allows(move)] for cabin, moves in ways.items()}
        fitting = [Choice(self.cabin_label(cabin, moves), moves[0]) for cabin, moves in legal.items() if moves]
        barred = (self.barred(ways, brief) for brief in (False, True))
        choices = self.fullest([*fitting, *shut] for shut in barred)
        self.question = words("text.which-cabin", card=label(card, self.view, words))
        cabin = self.one(choices)["cabin"]
        if len(ways[cabin]) == 1 or legal[cabin] == ways[cabin][:1]:
            return legal[cabin][0]
        self.question = words("text.eject-whom", card=say_card(card, words), cabin=cabin)
        nobody, *victims = ways[cabin]
        eject = [Choice(words("text.eject", victim=say_card(move["eject"], words)), move) for move in victims]
        return self.one([Choice(words("text.eject-nobody"), nobody), *eject])

    def of_card(self, move: Json, form: str = FULL, key: str | None = None, reason: str | None = None) -> Choice:
        """The choice of a move with a card, of which somebody may hold several."""
        card, held = move["card"], self.view["hands"][self.seat].count(move["card"])
        text = f"{held}× " * (held > 1 and move["move"] == "play") + label(card, self.view, self.words, form)
        facts = told(card, food_in(self.view, card), type_of(card, self.view), self.words)
        return Choice(self.words(key, card=text) if key else text, move, reason=reason, note=facts, picture=card)

    def cabin_label(self, cabin: str, legal: list[Json]) -> str:
        """A cabin with who is in it; a new one with its price."""
        words, inside = self.words, self.view["cabins"].get(cabin)
        if inside is None:
            discs = int(cost_of_laying(imagine(self.view)[0], True))
            return f"{words('text.new-cabin', cabin=cabin)} ({words('text.new-cabin-cost', count=discs)})"
        pictures, names = ([said(card, words) for card in inside] for said in (picture, say_card))
        shown = words("text.cabin", cabin=cabin, pictures="".join(pictures), cards=", ".join(names))
        return shown + (f" ({words('text.only-ejecting')})" if "eject" in legal[0] else "")

    def barred(self, ways: dict[str, list[Json]], brief: bool = False) -> list[Choice]:
        """Cabins that a card can't go to, those with the same reasons together: one way that is refused.

        Of an ejector the way counts that the fewest rules forbid; a victim is named if it is one with a
        victim. Where room is short, cabins are put together by their first reason.
        """
        words, alike = self.words, defaultdict[tuple[str, ...], dict[str, Json]](dict)
        for cabin, moves in ways.items():
            if any(map(self.ask.allows, moves)):
                continue
            nearest = min(moves, key=lambda move: len(self.ask.broken(move)))
            keys = [BAR_OF_RULE[rule] for rule in self.ask.broken(nearest)]
            bars = tuple(dict.fromkeys(words(key) for key in keys if key in words))
            if victim := nearest.get("eject"):
                seen = {"picture": picture(victim, words), "victim": say_card(victim, words)}
                cabin = words("text.even-ejecting", cabin=cabin, **seen)
            alike[(bars[0], "…") if brief and bars[1:] else bars][cabin] = nearest
        choices = []
        for bars, shut in alike.items():
            several = {"cabins": " ".join(shut), "listed": words.enumerate(shut), "reasons": " · ".join(bars)}
            choices.append(Choice(words("text.barred", signs="".join(bars), **several), next(iter(shut.values()))))
        return choices

    def why_nowhere(self, ways: dict[str, list[Json]]) -> str:
        """Why a card can't be played at all: by a rule about the card itself, or by what each cabin says to it."""
        for rule in self.ask.broken(next(iter(ways.values()))[0]):
            if rule in ABOUT_THE_CARD:
                return f"{self.words(f'rule.{rule}')} ({rule})"
        return self.words("text.nowhere", cabins=" · ".join(choice.label for choice in self.barred(ways)))


def _sorted(hand: list[str], view: Json) -> list[str]:
    """The different cards of a hand by type, light ones first."""
    order = (*TYPES, "none")
    keys = {name: (order.index(type_of(name, view)), PRINTED[name]["weight"], name) for name in hand}
    return sorted(keys, key=keys.__getitem__)


def _plays(view: Json, card: str) -> dict[str, list[Json]]:
    """By cabin, new ones included, the ways to lay a card there: plainly, or with each victim."""
    ways: dict[str, list[Json]] = {}
    for cabin in every_cabin(view):
        move: Json = {"move": "play", "card": card, "cabin": cabin}
        inside = view["cabins"].get(cabin, []) if is_ejector(CARD.number(card)) else []
        ways[cabin] = [move] + [{**move, "eject": victim} for victim in dict.fromkeys(inside)]
    return ways


choose = Decision.choose
