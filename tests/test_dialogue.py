"""What a game's `text.py` draws and asks with (core/terminal.py): dialogues, seats, results, a canvas."""

from __future__ import annotations

import pytest
from rich.text import Text

from ararat.core.plain import PlainText
from ararat.core.terminal import (
    SCREEN_WIDTH,
    Canvas,
    Choice,
    Dialogue,
    best_first,
    choices_fit,
    crowned,
    fullest,
    result_lines,
    seat_column,
    turn_mark,
)
from ararat.core.words import Words, words

NAMES = ["Ann", "Bartholomew", "Cy"]
LETTERS = "abcdefghi"
OVER = {"players": 3, "scores": [12, 7, 12], "winners": [2], "turn": None}


class Keys:
    """Answers from a list of positions, and keeps what was asked."""

    def __init__(self, room=3, *answers):
        self.lines = room
        self.answers = list(answers)
        self.asked = []
        self.drawn = 0

    def room(self, draw, question):
        self.drawn += 1
        draw()
        return self.lines

    def one(self, question, choices):
        self.asked.append((question, [choice.label for choice in choices]))
        return self.answers.pop(0)


class Spoken(Words):
    """A catalogue of its own."""

    def __init__(self, **texts):
        super().__init__("en", ())
        self._messages = {key.replace("_", "."): text for key, text in texts.items()}


class Decision(Dialogue):
    """A game with two phases, one of them with a dash in its name."""

    draw = staticmethod(lambda view, seat, words, names: Text(names[seat]))

    def in_play(self):
        return self.one_of([{"move": "go", "to": place} for place in (3, 5)], lambda move: f"to {move['to']}")

    def in_last_call(self):
        forms = ([Choice(name * size, {"move": name}) for name in LETTERS] for size in (30, 10, 1))
        return self.one(self.fullest(forms))


SAID = Spoken(phase_play="Where to?", **{"phase_last-call": "Which?"})


def test_a_dialogue_leads_by_the_phase_to_the_move_that_was_chosen():
    keys = Keys(3, 1)
    assert Decision.choose({"phase": "play", "turn": 0}, SAID, NAMES, keys) == {"move": "go", "to": 5}
    assert keys.asked == [("Where to?", ["to 3", "to 5"])] and not keys.drawn


@pytest.mark.parametrize(("room", "size"), [(5, 30), (4, 10), (3, 10), (2, 1), (0, 1)])
def test_choices_are_shown_in_the_fullest_form_that_fits_or_in_the_last(room, size):
    keys = Keys(room, 0)
    assert Decision.choose({"phase": "last-call", "turn": 1}, SAID, NAMES, keys) == {"move": "a"}
    assert keys.asked == [("Which?", [letter * size for letter in LETTERS])] and keys.drawn == 1


def test_what_stands_on_the_table_takes_no_room_among_the_choices():
    long = "x" * SCREEN_WIDTH
    assert choices_fit([Choice("a"), Choice(long, on_table=True)], 1)
    assert not choices_fit([Choice("a"), Choice(long)], 1)
    assert fullest([3, 2, 1], lambda number: number < 3) == 2


def test_seats_stand_in_a_column_as_wide_as_the_longest_name_with_its_mark():
    columns = [seat_column(seat, NAMES, 3, mark=turn_mark({"turn": 1}, seat)) for seat in range(3)]
    assert {column.cell_len for column in columns} == {2 + len("Bartholomew") + 3}
    assert columns[1].plain == "▲ Bartholomew ◀ " and columns[0].plain.rstrip() == "● Ann"


def test_the_best_come_first_and_winners_before_those_who_only_have_as_many_points():
    assert best_first(OVER) == [2, 0, 1]
    assert best_first({**OVER, "winners": [1]}, low_wins=True) == [1, 0, 2]
    assert crowned(OVER, 2, NAMES).plain == "♛ ■ Cy" and crowned(OVER, 0, NAMES).plain == "  ● Ann"


def test_results_are_a_table_under_its_labels():
    sheet = [{"label": "herds", "values": ["5 (1)", 7, 0]}, {"label": "all", "values": [12, 7, 12], "total": True}]
    lines = result_lines(OVER, sheet, NAMES, gap=2)
    assert [line.plain for line in lines] == [
        "                 herds  all",
        "♛ ■ Cy               0   12",
        "  ● Ann          5 (1)   12",
        "  ▲ Bartholomew      7    7",
    ]
    assert [str(span.style) for span in lines[1].spans][-1] == "bold"


def test_a_canvas_keeps_what_is_written_last_and_lines_do_not_shift_behind_wide_signs():
    canvas = Canvas(8, 2)
    canvas.write(0, 0, "abcdef", "dim")
    canvas.write(0, 2, "🐘x", "bold")
    canvas.write(1, 4, "·")
    assert [line.plain for line in canvas.lines()] == ["ab🐘xf", "    ·"]


def test_the_heading_of_a_game_that_writes_none_is_its_name_or_what_its_catalogue_makes_of_the_view():
    view = {"round": 3, "key": "any", "name": "no"}
    assert PlainText.heading(view, Spoken(name="Doves")) == "Doves"
    assert PlainText.heading(view, Spoken(name="Doves", text_heading="{name}, round {round}")) == "Doves, round 3"
    assert "round 3" in PlainText.heading(view, words("en", "ararat.games.animals_on_board"))
