"""The table of Arche Opti Mix in the terminal: drawn for everybody, in every phase and language."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from ararat.core.hooks import hooks_of
from ararat.core.story import Story
from ararat.core.terminal import room_for_choices
from ararat.core.words import LANGUAGES, words
from ararat.games.opti_mix import text
from ararat.server.dialogue import asked
from lengths import amount

from .positions import CARDS, GAME, position

PACKAGE = GAME.facts.package
NAMES = ["You", "Bruno", "Chiara", "Denis", "Emma"]


def shown(drawn):
    console = Console(width=80, record=True, file=StringIO())
    console.print(drawn)
    return console.export_text()


class Answers:
    """Fulfils `core.terminal.Ask` from a list of labels, and keeps what was asked."""

    def __init__(self, match, *labels):
        self.match = match
        self.labels = list(labels)
        self.asked = []

    def allows(self, move):
        return self.match.why_not(move) is None

    def broken(self, move):
        refusal = self.match.why_not(move)
        return refusal.rules if refusal else ()

    def room(self, draw, question):
        return room_for_choices(draw(), question)

    def one(self, question, choices, quiet=False):
        self.asked.append((question, [choice.label for choice in choices]))
        wanted = self.labels.pop(0)
        (number,) = [n for n, choice in enumerate(choices) if wanted in choice.label]
        assert choices[number].move is None or self.allows(choices[number].move), wanted
        return number


def chosen(match, *labels):
    answers = Answers(match, *labels)
    move = text.choose(match.view(match.turn), words("en", PACKAGE), NAMES[: match.players], answers)
    assert match.why_not(move) is None and not answers.labels
    return move, answers.asked


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_can_be_drawn_for_everybody(players, language):
    spoken = words(language, PACKAGE)
    match = GAME.start(players=players, seed=8)
    random = Random(8)
    story = Story(GAME.facts, spoken, NAMES[:players], 0)
    while not match.over:
        match.play(random.choice(match.moves()))
        for viewer in (0, players - 1, None) if len(match.history) % amount(4, long=1) == 0 else ():
            view = match.view(viewer)
            assert shown(text.draw(view, viewer, spoken, NAMES[:players])).strip()
            assert hooks_of(GAME.facts).text.heading(view, spoken)
        assert story.lines(match.log(0, since=len(match.history) - 1), 80)
    shown(text.draw(match.past_states()[20], None, spoken, NAMES[:players]))
    page = shown(text.draw(match.view(None), None, spoken, NAMES[:players]))
    assert all(name in page for name in NAMES[:players]) and str(max(match.scores)) in page


def test_a_seat_sees_no_card_of_others_that_it_does_not_know():
    hands = {1: "elephant, turtle", 2: "zebra"}
    state = position(cabins="P1 cow", hand="mouse", hands=hands, known={1: "turtle"}, rain=3, pets={2: "llama"})
    view = GAME.restore(state).view(0)
    page = shown(text.draw(view, 0, words("en", PACKAGE), NAMES[:3]))
    assert "🐢" in page and "🐘" not in page and "🦓" not in page and "🦙" not in page and "🐾?" in page


def test_cards_that_share_a_picture_show_letters_of_their_names():
    for language in LANGUAGES:
        spoken = words(language, PACKAGE)
        pictures = [text.picture(name, spoken) for name in CARDS]
        assert len(set(pictures)) == len(pictures)


def test_a_card_is_chosen_before_its_cabin_and_every_cabin_says_what_keeps_it_out():
    state = position(cabins="P1 sheep; P2 grain; S1 lion, elephant", hand="gazelle, mouse", tilt=2)
    match = GAME.restore(state)
    move, asked = chosen(match, "gazelle", "new cabin P4")
    assert move == {"move": "play", "card": "gazelle", "cabin": "P4"}
    cabins = asked[1][1]
    assert [label for label in cabins if label.startswith("❄👀")] == ["❄👀 P1"]
    assert any(" P2" in label and "🌿" in label for label in cabins)
    assert any("⚖" in label and "S1" in label for label in cabins)


class Refusing(Answers):
    """Keeps the choices of the first question and leaves."""

    def one(self, question, choices, quiet=False):
        self.asked = choices
        raise StopIteration


def first_choices(match, language="en"):
    answers = Refusing(match)
    with pytest.raises(StopIteration):
        text.choose(match.view(match.turn), words(language, PACKAGE), NAMES[: match.players], answers)
    return {choice.label: choice for choice in answers.asked}


def test_a_card_that_fits_nowhere_tells_what_keeps_it_out_of_every_cabin():
    """A single cabin's reason once stood for all, with advice that could not be followed."""
    match = GAME.restore(position(cabins="P1 sheep; S1 cow", hand="hippopotamus, snail", tilt=0, discs={0: 0}))
    choices = first_choices(match)
    (stuck,) = [choice for label, choice in choices.items() if "hippopotamus" in label]
    assert match.why_not(stuck.move) is not None
    assert "❄⚖ P1" in stuck.reason and "⚖ S1" in stuck.reason and "⚖◉" in stuck.reason.replace("◉⚖", "⚖◉")
    (free,) = [choice for label, choice in choices.items() if "snail" in label]
    assert free.reason is None and match.why_not(free.move) is None


def test_a_card_that_is_not_for_now_tells_the_rule_and_no_cabins():
    second = position(phase="second", used=["P1"], cabins="P1 cow; S1 pig", hand="hay, mouse", tilt=0)
    last = position(phase="endgame", cabins="P1 cow; S1 pig", hand="hay, mouse", tilt=0)
    broke = position(phase="endgame", cabins="P1 cow; S1 pig", hand="mouse", tilt=0, discs={0: 0})
    for state, card, rule in ((second, "hay", "OM-4.4"), (last, "hay", "OM-5.4"), (broke, "mouse", "OM-5.3")):
        (stuck,) = [choice for label, choice in first_choices(GAME.restore(state)).items() if card in label]
        assert stuck.reason.endswith(f"({rule})") and "P2" not in stuck.reason


def test_the_chimpanzee_wears_the_type_of_the_option():
    for value, shown_type in (("none", False), ("useful", True)):
        match = GAME.restore(position(cabins="P1 cow", hand="chimpanzee", tilt=0, chimpanzee=value))
        (label,) = [label for label in first_choices(match) if "chimpanzee" in label]
        assert ("[useful]" in label) == shown_type


def test_the_skunk_eats_what_the_option_says():
    for value, shown_food in (("omnivore", "omnivore"), ("herbivore", "herbivore")):
        match = GAME.restore(position(cabins="P1 cow", hand="skunk", tilt=0, skunk=value))
        (label,) = [label for label in first_choices(match) if "skunk" in label]
        assert text.FOODS[shown_food] in label.split()


def test_a_reader_finds_the_own_draw_and_marks_where_turns_are_left_out():
    match = GAME.start(players=5, seed=2)
    match.play(match.moves()[0])
    while match.turn != 0:
        match.play(match.moves()[-1])
    log = match.log(0)
    story = Story(GAME.facts, words("en", PACKAGE), NAMES, you=0)
    full = [line.plain for line in story.lines(log, 80)]
    for most in range(3, len(full) + 2):
        lines = [line.plain for line in story.lines(log, 80, most)]
        assert len(lines) <= most
        assert any("You draw blind" in line for line in lines)
        assert any("…" in line for line in lines) == (len(full) > most)


def test_an_ejector_is_asked_whom_it_ejects():
    match = GAME.restore(position(cabins="P1 cow, horse; S1 pig", hand="skunk, mouse", tilt=0))
    move, asked = chosen(match, "skunk", "P1", "cow")
    assert move == {"move": "play", "card": "skunk", "cabin": "P1", "eject": "cow"}
    assert asked[2][1][0] == "Eject nobody"
    move, _ = chosen(match, "mouse", "P1")
    assert "eject" not in move


def test_a_full_cabin_is_entered_by_ejecting_alone():
    match = GAME.restore(position(cabins="P1 cow, horse, reindeer; S1 pig", hand="skunk", tilt=0))
    move, asked = chosen(match, "skunk", "P1", "cow")
    assert move["eject"] == "cow" and asked[2][1][0] == "Eject nobody"
    assert any(label.startswith("P1") and "only by ejecting" in label for label in asked[1][1])
    assert match.why_not({"move": "play", "card": "skunk", "cabin": "P1"}).rule == "OM-4.11"


def test_taking_stopping_and_passing_are_choices():
    match = GAME.restore(position(cabins="P1 cow; S1 pig", hand="mouse", display="dog, hay, koala", tilt=0))
    assert chosen(match, "dog")[0] == {"move": "take", "card": "dog"}
    match.play({"move": "play", "card": "mouse", "cabin": "P1"})
    assert chosen(match, "Stop")[0] == {"move": "stop"}
    match = GAME.restore(position(phase="endgame", cabins="P1 cow; S1 pig", hand="mouse", tilt=0))
    assert chosen(match, "Pass")[0] == {"move": "pass"}


def test_the_rules_list_every_card_with_its_power():
    lines = text.pieces(words("en", PACKAGE))
    assert len(lines) == 1 + len(CARDS) and "reconstructed" in lines[0]
    fox = next(line for line in lines if "fox" in line)
    assert "weight 1" in fox and words("en", PACKAGE)("power.discs") in fox


NOTATION = set("☀❄🌿🦴⚖👀▣②①◉⇥[]!")  # signs of the terminal, and marks


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_it_is_pressed_a_card_is_told_in_words_and_so_is_what_keeps_it_out(language):
    hand = "gazelle, skunk, hippopotamus, fox"
    state = position(cabins="P1 sheep; P2 grain; S1 lion, elephant", hand=hand, tilt=2, discs={0: 1})
    match = GAME.restore(state)
    view, spoken = match.view(0), words(language, PACKAGE)
    first = asked(GAME.facts, match, view, NAMES[:3], language, [])
    questions = [first]
    for card in hand.split(", "):
        (number,) = [n for n, choice in enumerate(first["choices"]) if choice["picture"] == card]
        choice = first["choices"][number]
        assert spoken(f"card.{card}") in choice["label"] and spoken("text.weight", weight="") in choice["note"]
        if choice["legal"]:
            questions.append(asked(GAME.facts, match, view, NAMES[:3], language, [number]))
    reasons = [choice for question in questions[1:] for choice in question["choices"] if not choice["legal"]]
    assert any(spoken("bar.climate-pressed") in choice["label"] for choice in reasons)
    assert any(spoken("reason.OM-4.12")[1:] in choice["reason"] for choice in reasons), "short, not the whole rule"
    assert any(spoken("reason.OM-4.17")[1:] in choice["reason"] for choice in reasons), "all of them"
    assert any(spoken("card.sheep") in choice["label"] for question in questions[1:] for choice in question["choices"])
    for question in questions:
        for choice in question["choices"]:
            assert not NOTATION & {*question["text"], *choice["label"], *(choice["reason"] or "")}, choice
