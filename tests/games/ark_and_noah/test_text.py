"""The table of Ark & Noah in the terminal: drawn for everybody, in every phase and language; the dialogue."""

from __future__ import annotations

import re
from functools import cache
from io import StringIO
from random import Random

import pytest
from rich.console import Console

import ararat
from ararat.core.story import Story
from ararat.core.terminal import room_for_choices
from ararat.core.words import LANGUAGES, words
from ararat.games.ark_and_noah import sketch, text
from ararat.games.ark_and_noah.pieces import FAMILY, SPECIES
from ararat.games.ark_and_noah.web import rounds
from lengths import amount

from .positions import GAME, board, fence, laid, position, states_of_all_phases

PACKAGE = GAME.facts.package
NAMES = ["You", "Bruno", "Chiara", "Denis"]


def shown(drawn):
    console = Console(width=80, record=True, file=StringIO())
    console.print(drawn)
    return console.export_text()


class Answers:
    """Fulfils `core.terminal.Ask` from a list of labels, or of numbers on the table, and keeps what was asked."""

    def __init__(self, match, *wanted):
        self.match = match
        self.wanted = list(wanted)
        self.asked = []

    def allows(self, move):
        return self.match.why_not(move) is None

    def broken(self, move):
        refusal = self.match.why_not(move)
        return refusal.rules if refusal else ()

    def room(self, draw, question):
        return room_for_choices(draw(), question)

    def one(self, question, choices):
        self.asked.append((question, [choice.label for choice in choices if not choice.on_table]))
        wanted = self.wanted.pop(0)
        if isinstance(wanted, int):
            number = wanted - 1
        else:
            listed = [n for n, choice in enumerate(choices) if wanted in choice.label and not choice.on_table]
            (number,) = listed
        assert choices[number].move is None or self.allows(choices[number].move), wanted
        return number


def chosen(match, *wanted):
    answers = Answers(match, *wanted)
    move = text.choose(match.view(match.turn), words("en", PACKAGE), NAMES[: match.players], answers)
    assert match.why_not(move) is None and not answers.wanted
    return move, answers.asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_are_noah_and_his_sons(language):
    spoken = words(language, PACKAGE)
    drawn = shown(text.draw(GAME.start(players=4, seed=1).view(0), 0, spoken, NAMES))
    assert all(f"{name} · {spoken(f'family.{one}')}" in drawn for name, one in zip(NAMES, FAMILY, strict=True))


@cache
def mostly_greedy(variant):
    """The moves of a match of three in which much is built."""
    match = GAME.start(players=3, seed=8, variant=variant)
    random, bot = Random(8), ararat.player("greedy")
    while not match.over:
        view, moves = match.view(match.turn), match.moves()
        match.play(bot.choose(view, moves, 1) if random.random() < 0.8 else random.choice(moves))
    return match.history


@pytest.mark.parametrize("variant", ["standard", "quick"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_can_be_drawn_for_everybody(variant, language):
    spoken = words(language, PACKAGE)
    match = GAME.start(players=3, seed=8, variant=variant)
    story = Story(GAME.facts, spoken, NAMES[:3], 0)
    for move in mostly_greedy(variant):
        match.play(move)
        if len(match.history) % amount(24, long=3) == 0:
            for viewer in (0, 2, None):
                assert shown(text.draw(match.view(viewer), viewer, spoken, NAMES[:3])).strip()
        if len(match.history) % amount(4, long=1):
            continue
        limits = rounds(match.view(None))
        said = spoken("text.round-late" if limits["late"] else "text.round", round=match.state()["round"], **limits)
        assert said in text.heading(match.view(None), spoken)
        assert story.lines(match.log(0, since=len(match.history) - 1), 80)
    shown(text.draw(match.past_states()[20], None, spoken, NAMES[:3]))
    page = shown(text.draw(match.view(None), None, spoken, NAMES[:3]))
    assert all(name in page for name in NAMES[:3]) and str(max(match.scores)) in page


def test_planks_stand_where_they_lie():
    ark = laid(s0="H2,0 V2,0", s1="H3,0", s2="V4,1", s3="H2,4")
    state = position(4, ark=ark, animals={0: "lion-m"})
    lines = shown(text.draw(GAME.restore(state).view(None), None, words("en", PACKAGE), NAMES)).splitlines()
    top = next(number for number, line in enumerate(lines) if "━━━━" in line)
    left = lines[top].index("━")
    assert lines[top][left : left + 9] == "━━━━○════"
    assert lines[top + 1][left - 1] == "┃"
    assert lines[top + 3][left + 9] == "┇"
    assert lines[top + 8][left : left + 4] == "────"


def test_a_pen_shows_its_floor_its_food_and_its_animals():
    ark = fence("3,1 4,1", 0) | fence("6,1", 1)
    state = position(ark=ark, pairs={"3,1": "wolf mouse"}, fed="6,1")
    page = shown(text.draw(GAME.restore(state).view(None), None, words("en", PACKAGE), NAMES[:2]))
    assert f"{sketch.picture('wolf')}{sketch.picture('mouse')}" in page and page.count("🌾") >= 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_numbers_on_the_board_are_the_choices_of_the_dialogue(players):
    """Whatever number is typed, that very place gets the piece, and a place keeps its number."""
    match = GAME.start(players=players, seed=3)
    bot, random = ararat.player("greedy"), Random(3)
    kept = {}
    seen = set()
    while not match.over:
        view = match.view(match.turn)
        numbers = sketch.numbers_on(view, match.turn)
        assert sketch.numbers_on(view, None) == {}
        kind = {"build": "build", "load": "feed", "final-feed": "feed"}.get(view["phase"])
        if kind:
            legal = [move for move in match.moves() if move["move"] in ("plank", "pitch", "feed")]
            places = {move.get("edge") or move.get("joint") or move.get("cell"): move for move in legal}
            assert set(numbers) == set(places)
            for place, number in numbers.items():
                assert kept.setdefault((kind, place), number) == number
            if numbers and random.random() < 0.3:
                place = random.choice(sorted(numbers))
                assert chosen(match, numbers[place])[0] == places[place]
                seen.add(kind)
        match.play(bot.choose(view, match.moves(), 1))
    assert seen == {"build", "feed"}


def test_a_number_that_the_board_does_not_show_is_refused_by_a_rule():
    match = GAME.restore(position(ark=laid(s0="H2,0"), animals={0: "lion-m"}))
    answers = Answers(match, 1)
    with pytest.raises(AssertionError):
        text.choose(match.view(0), words("en", PACKAGE), NAMES[:2], answers)
    assert match.why_not(sketch.places_to_build(match.view(0))[0]).rule == "AN-4.63"


def test_swapping_takes_two_numbers():
    state = position(phase="exchange", ark=laid(s0="H2,0 H3,0", s1="V2,0"), animals={0: "dog-m"})
    match = GAME.restore(state)
    edges = sketch.edges_to_swap(state)
    first, second = edges.index("H2,0") + 1, edges.index("V2,0") + 1
    assert sketch.numbers_on(state, 0) == {edge: edges.index(edge) + 1 for edge in ("H2,0", "V2,0", "H3,0")}
    move, asked = chosen(match, first, second)
    assert move == {"move": "swap-planks", "edges": ["H2,0", "V2,0"]}
    assert len(asked) == 2 and "outer side of 2,0 (●)" in asked[1][0]
    assert chosen(match, "Males")[0] == {"move": "draw", "sex": "m"}


def test_a_pair_is_offered_with_what_everybody_would_score():
    ark = fence("3,1 4,1 5,1", 0, {1: "H3,1 H4,1"})
    state = position(phase="load", ark=ark, fed="3,1 4,1 5,1", animals={0: "lion-m", 1: "lion-f"})
    match = GAME.restore(state)
    move, asked = chosen(match, "lion")
    assert move == {"move": "board", "species": "lion", "pen": "3,1"}
    (label,) = [label for label in asked[0][1] if "lion" in label]
    before = match.scores
    match.play(move)
    gained = [after - old for after, old in zip(match.scores, before, strict=True)]
    assert f"●+{gained[0]}" in label and f"▲+{gained[1]}" in label


def test_a_pair_that_cannot_board_says_why():
    """The pen that comes nearest is named: the one that lacks nothing but food."""
    ark = fence("3,1 4,1", 0) | fence("6,1", 1)
    state = position(phase="load", ark=ark, fed="3,1", animals={0: "wolf-m wolf-f"}, food={0: 1})
    match = GAME.restore(state)
    answers = Answers(match, "Done")
    text.choose(match.view(0), words("en", PACKAGE), NAMES[:2], answers)
    (label,) = [label for label in answers.asked[0][1] if "wolf" in label]
    assert "3,1" in label


def test_many_pairs_are_asked_for_by_species_first():
    cells = "2,1 2,2 3,1 3,2 4,1 4,2 5,1 5,2"
    ark = {}
    for number, cell in enumerate(cells.split()):
        ark |= {edge: number % 4 for edge in fence(cell, players=4) if edge not in ark}
    animals = {0: "dog-m dog-f cat-m cat-f koala-m koala-f fox-m fox-f", 1: "monkey-m monkey-f"}
    state = position(4, phase="final-board", ark=ark, fed=cells, animals=animals, round=11, order=[0, 1, 2, 3])
    match = GAME.restore(state)
    move, asked = chosen(match, "dog", "5,2")
    assert move == {"move": "board", "species": "dog", "pen": "5,2"} and len(asked) == 2


def test_trading_asks_what_is_given_and_what_is_taken():
    state = position(phase="trade", animals={0: "dog-m cat-f", 1: "cat-m"}, drawn="lion-m wolf-f dog-f")
    match = GAME.restore(state)
    move, asked = chosen(match, "dog", "wolf")
    assert move == {"move": "trade", "give": "dog-m", "take": "wolf-f"} and len(asked) == 2
    assert chosen(match, "Keep")[0] == {"move": "keep"}


@pytest.mark.parametrize(("name", "state"), list(states_of_all_phases()))
def test_every_phase_asks_a_question_that_leads_to_a_move(name, state):
    match = GAME.restore(state)

    class First(Answers):
        def one(self, question, choices):
            assert question
            return next(n for n, choice in enumerate(choices) if choice.move is None or self.allows(choice.move))

    for language in LANGUAGES:
        move = text.choose(match.view(match.turn), words(language, PACKAGE), NAMES[: match.players], First(match))
        assert match.why_not(move) is None, name


def test_the_box_names_every_species_with_its_values():
    for language in LANGUAGES:
        lines = text.pieces(words(language, PACKAGE))
        assert len(lines) == 1 + len(SPECIES) and all("{" not in line for line in lines)


def test_every_species_has_a_picture_of_its_own():
    assert set(sketch.PICTURES) == set(SPECIES) and len(set(sketch.PICTURES.values())) == len(SPECIES)


def test_an_edge_is_said_by_a_cell_of_the_board():
    """Every edge in words, each its own, whatever the number of players."""
    from ararat.games.ark_and_noah.names import say_edge, say_joint

    for language in LANGUAGES:
        spoken = words(language, PACKAGE)
        for players in (2, 3, 4):
            ground = board(players)
            said = {edge: say_edge(edge, spoken, players) for edge in ground.cells_at}
            said |= {joint: say_joint(joint, spoken, players) for joint in ground.joints}
            assert len(set(said.values())) == len(said)
            assert all(re.search(r"\d+,\d+", text)[0] in ground.cells for text in said.values())
