"""Where there is little room nothing is cut and nothing overlaps; where there is much, it is used."""

from __future__ import annotations

import random

import pytest
from late import nearly_over
from measuring import SIZES, begun

import ararat
from ararat.core.words import LANGUAGES, words
from games.opti_mix.positions import GAME, position

DESK = {"1280x800": (1280, 800)}
LONGEST = "tyrannosaurus, hippopotamus, musk-ox"  # in one of the languages
CUT = """() => [...document.querySelectorAll('.om-name')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.cabin')].map((one) => one.getBoundingClientRect());
  const meet = (one, two) => one.left < two.right - 2 && two.left < one.right - 2 && one.top < two.bottom - 2
    && two.top < one.bottom - 2;
  return boxes.filter((one, at) => boxes.slice(at + 1).some((two) => meet(one, two))).length;
}"""


def at_table(come, size, state, language="en"):
    width, height = {**SIZES, **DESK}[size]
    person = come(language=language, width=width, height=height, has_touch=True)
    person.sit_down("opti-mix", GAME.restore(state, seed=1).record())
    assert person.until_turn()
    return person


@pytest.mark.parametrize(
    "size, language", [("844x390", "en"), ("844x390", "it"), ("1280x800", "en"), ("360x640", "fr")]
)
def test_no_name_of_an_open_card_is_cut(come, size, language):
    person = at_table(come, size, position(cabins="P1 cow; S1 pig", hand="mouse", display=LONGEST, tilt=0), language)
    assert person.page.locator(".om-display .om-name").count() == 3
    assert person.page.evaluate(CUT) == []


def test_the_tiers_of_a_long_ark_lie_under_each_other_on_a_phone(come):
    port = "; ".join(f"P{number} {card}" for number, card in enumerate(PORT, start=1))
    starboard = "; ".join(f"S{number} {card}" for number, card in enumerate(STARBOARD, start=1))
    hand = "bison, camel, dog, gazelle, lion, ostrich, roe-deer, spider, tiger, turtle"
    person = at_table(come, "360x640", position(cabins=f"{port}; {starboard}", hand=hand, tilt=0, players=5))
    assert person.page.locator(".cabins").count() > 1
    assert person.page.evaluate(OVERLAPS) == 0


PORT = ("caterpillar", "zebra", "brontosaurus", "skunk", "reindeer", "llama", "rabbit")
STARBOARD = ("giraffe", "fox", "bee", "mosquito", "crocodile", "chimpanzee", "sloth")


def test_held_sideways_nothing_is_left_empty_over_the_buttons(come):
    person = at_table(come, "844x390", position(cabins="P1 cow; S1 pig", hand="mouse", tilt=0))
    deck = person.page.locator(".deck").bounding_box()
    buttons = person.page.locator('[data-key="menu"]').bounding_box()
    assert buttons["y"] - deck["y"] < 40


def test_two_arks_at_the_end_are_as_large_as_the_board_is_high(come):
    person = come()
    person.sit_down("animals-on-board", nearly_over("animals-on-board", 2, 3).record())
    assert person.play_on(random.Random(1))
    last, sea = (person.page.locator(one).last.bounding_box() for one in (".voyage", ".sea"))
    left = sea["y"] + sea["height"] - last["y"] - last["height"]
    assert 0 <= left < 60, "the last ark ends where the board does"


BROKEN = """(names) => {
  const lines = (one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight));
  return [...document.querySelectorAll('.drawn .card-words b')].flatMap((one) => {
    const was = one.textContent;
    const broken = names.filter((name) => (one.textContent = name) && lines(one) > name.split(' ').length);
    one.textContent = was;
    return broken;
  });
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_name_of_an_animal_to_choose_is_broken_on_a_phone(come, players):
    person = come(width=360, height=640, has_touch=True)
    person.sit_down("ark-and-noah", animals_to_pick(players))
    assert person.until_turn()
    assert person.page.locator(".drawn .card-words").count() == players
    spoken = [words(language, "ararat.games.ark_and_noah").items() for language in LANGUAGES]
    names = [text for catalogue in spoken for key, text in catalogue if key.startswith("species.")]
    assert person.page.evaluate(BROKEN, names) == []


def animals_to_pick(players):
    """The record of a match at the moment when the first seat, which sent a worker there, takes one of all animals."""
    match = ararat.game("ark-and-noah").start(players=players, seed=3, first=0)
    while match.state()["phase"] != "pick" or match.turn != 0:
        match.play(next((move for move in match.moves() if move.get("action") == "animals"), match.moves()[0]))
    return match.record()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_confirms_a_choice_keeps_the_bar_slim_on_a_phone(come, language):
    person = come(language=language, width=360, height=640, has_touch=True)
    person.sit_down("animals-on-board", begun("animals-on-board", 3, 0.4, seed=7))
    assert person.until_turn()
    raft = person.page.locator(".raft:has(.tile.lit:nth-child(2))").first
    for tile in range(raft.locator(".tile").count()):
        person.page.locator(".raft:has(.tile.lit:nth-child(2))").first.locator(".tile").nth(tile).click()
    assert person.page.locator('[data-key="bar-back"]').bounding_box()["width"] >= 40
    assert person.page.locator(".deck").bounding_box()["height"] < 60


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_question_of_a_turn_is_read_whole_on_a_phone(come, size, language):
    width, height = SIZES[size]
    person = come(language=language, width=width, height=height, has_touch=True)
    person.sit_down("animals-on-board", begun("animals-on-board", 3, 0.4, seed=7))
    assert person.until_turn()
    text, shown, needed = person.page.evaluate("""() => {
      const one = document.querySelector('.ask-text');
      return [one.textContent, one.clientHeight, one.scrollHeight];
    }""")
    assert text == words(language, "ararat.games.animals_on_board")("phase.play") and needed <= shown + 2
