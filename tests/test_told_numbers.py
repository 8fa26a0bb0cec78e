"""What lessons, guided matches and worked examples tell in numbers is what the pieces and the fixed deal have.

Each text is read in every language; the numbers in it, written as figures or as words, must be those that stand here
beside its key. What is true of any table ("two planks change places") stands here as a plain number.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from ararat.core.teaching import teaching_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.games.animals_on_board import pieces as ab
from ararat.games.ark_and_noah import pieces as an
from ararat.games.noah import pieces as no
from ararat.games.opti_mix import pieces as om
from ararat.match import start

TELLING = re.compile(r"(how|example|teach)\.")
COUNTED = {  # from two on: what is one is often no number; Italian "sei" is "you are"
    "en": "two three four five six seven eight nine ten",
    "fr": "deux trois quatre cinq six sept huit neuf dix",
    "it": "due tre quattro cinque - sette otto nove dieci",
}
BOTH = re.compile(r"\b(tous deux|les deux côtés|tutti e due|i due lati)\b")  # where English has "both"


def numbers_in(text, language):
    """The numbers that a text tells, in order of size."""
    values = {word: str(number) for number, word in enumerate(COUNTED[language].split(), 2)}
    found = (values.get(word, word) for word in re.findall(r"\w+", BOTH.sub("", text.casefold())))
    return sorted(int(word) for word in found if word.isdigit())


@cache
def guided(slug):
    """The state and the move before which each sentence of the guided match is said."""
    facts, told = all_facts()[slug], {}
    lesson = teaching_of(facts)
    match = start(facts, lesson.players, lesson.seed, lesson.options)
    keys = {one.at: one.key for one in lesson.sentences}
    for number, move in enumerate(lesson.moves):
        if number in keys:
            told[keys[number]] = match.state(), move
        match.play(move)
    return told


def animals_on_board():
    said = guided("animals-on-board")
    crates = {key: state["crates"][0] for key, (state, _) in said.items()}
    moves = {key: move for key, (_, move) in said.items()}
    ark = said["ten"][0]["arks"][0]
    herd, earned = ab.HERD * ab.HERD_POINTS, crates["take"] - crates["split"]
    return {
        "how.2": [2],
        "how.4": [ab.MOST_CRATES, ab.MOST_CRATES],
        "how.5": [ab.ARK_ROOM],
        "how.6": [ab.HERD, ab.HERD_POINTS, ab.CRATE_POINTS],
        "example.1": [2, 2, 3, 2, 1, 4, 5, 3],
        "example.2": [3, 2],
        "example.3": [2, 2 + earned],
        "example.4": [2],
        "example.5": [ab.HERD, ab.HERD_POINTS, herd, 3, ab.CRATE_POINTS, herd + 3 + ab.CRATE_POINTS],
        "example.6": [5, 1, ab.PAIR, 2, 2, 2 * ab.CRATE_POINTS, 2 + 2 * ab.CRATE_POINTS],
        "teach.keep": [ab.DEALT - 1, printed(moves["keep"]["tile"])],
        "teach.split": [1, len(moves["split"]["group"]), crates["split"], earned],
        "teach.take": [crates["take"], len(moves["take"]["group"])],
        "teach.herd": [len(moves["herd"]["group"]), ab.HERD, ab.HERD_POINTS, len(moves["herd"]["off"])],
        "teach.wait": [len(moves["pair"]["group"]), crates["wait"]],
        "teach.pair": [1 + len(moves["pair"]["group"]), herd, ab.PAIR],
        "teach.free": [ab.ARK_ROOM, ab.MOST_CRATES, ab.MOST_CRATES],
        "teach.kangaroos": [3, len(moves["kangaroos"]["group"]), len(moves["kangaroos"]["group"])],
        "teach.ten": [len(ark["known"]) + len(ark["unknown"]), ab.ARK_ROOM, printed(moves["ten"]["group"][0])],
        "teach.can-keep": [ab.DEALT - 1],
        "teach.can-split": [earned, ab.MOST_CRATES],
        "teach.can-take": [1, ab.HERD, ab.HERD_POINTS],
        "teach.can-discard": [ab.ARK_ROOM],
        "teach.over": [ab.HERD_POINTS, ab.CRATE_POINTS],
    }


def printed(tile):
    return int(tile.rpartition("-")[2])


def noah():
    mass = {name: int(weight) for name, weight in zip(no.ANIMALS, no.MASS, strict=True)}
    said = guided("noah")
    full = sum(mass[one["animal"]] for one in said["near"][0]["boats"][0]["animals"])
    aboard = mass["bear"] + mass["lion"] + mass["kangaroo"]
    assert not any(no.TEARS[no.ANIMALS.index(name)] for name in ("giraffe", "elephant")), "they cost nothing"
    assert aboard + mass["donkey"] == no.LIMIT < aboard + mass["giraffe"], "the boat of the example departs"
    return {
        "how.2": [no.LIMIT, no.WOODPECKER_LIMIT],
        "how.4": [len(ways) for ways in no.WAYS],
        "how.5": [2],
        "how.6": [no.ROUNDS],
        "example.1": [mass["bear"], mass["lion"], mass["kangaroo"], aboard],
        "example.2": [mass["panda"], mass["donkey"], mass["giraffe"], mass["elephant"], 2],
        "example.3": [aboard, mass["donkey"], no.LIMIT],
        "example.4": [int(no.TEARS[no.ANIMALS.index("panda")])],
        "example.5": [aboard + mass["panda"], len(no.WAYS[no.FEMALE])],
        "teach.first": [no.LIMIT, mass["elephant"], mass["giraffe"], mass["elephant"] + mass["giraffe"]],
        "teach.sail": [len(no.WAYS[no.MALE]), said["sail"][1]["boat"] + 1],
        "teach.near": [said["near"][1]["boat"] + 1, full, no.LIMIT, no.LIMIT - full],
        "teach.pair": [no.LIMIT],
        "teach.free": [no.ROUNDS],
        "teach.reload": [2],
        "teach.over": [no.ROUNDS],
    }


def opti_mix():
    said = guided("opti-mix")
    weight = {name: int(number) for name, number in zip(om.CARDS, om.WEIGHT, strict=True)}
    disc = said["first"][0]["discs"][0] - said["opened"][0]["discs"][0]
    tilt = {key: abs(state["tilt"]) for key, (state, _) in said.items()}
    port, starboard = weight["cow"] + weight["llama"], weight["zebra"] + weight["camel"]
    assert port + weight["sheep"] == starboard, "the ark of the example is level"
    return {
        "how.2": [2, 2, 2, 2],
        "how.3": [om.MOST_IN_CABIN],
        "how.4": [om.MOST_TILT],
        "how.7": [om.RAINS, *om.PLACES, 1],
        "example.1": [4, weight["cow"], weight["llama"], weight["zebra"], weight["camel"], starboard - port],
        "example.2": [weight["sheep"], starboard],
        "example.3": [weight["dog"], weight["llama"]],
        "example.4": [disc, weight["dog"]],
        "example.5": [*om.PLACES[:2], 2],
        "teach.opened": [disc],
        "teach.tilt": [tilt["tilt"], om.MOST_TILT, tilt["two"]],
        "teach.take": [tilt["take"]],
        "teach.free": om.PLACES,
        "teach.can-take": [2],
        "teach.pick": [disc],
        "teach.endgame": [1, 1],
        "teach.over": [1],
    }


def ark_and_noah():
    said = guided("ark-and-noah")
    size, points = (dict(zip(an.SPECIES, map(int, numbers), strict=True)) for numbers in (an.SIZE, an.POINTS))
    placed, taken = list(map(int, an.PIECES_PLACED)), list(map(int, an.WOOD_TAKEN))
    (others, loading), (pair, pairs) = (map(int, both) for both in an.LOADING_POINTS)
    last, last_quick = map(int, an.LAST_ROUND)
    planks = list(said["aboard"][0]["ark"]["planks"].values()).count(0)
    mine = points["panda"] + 4 + 3
    return {
        "how.2": [2, 2, an.COLUMNS, 1, an.MOST_BONUS],
        "how.3": [2],
        "how.4": [*placed, 1, an.LARGEST_PEN],
        "how.5": [1, 1],
        "how.6": [loading, others, 1, 1],
        "how.7": [last, an.LATEST_ROUND, an.HULL_BONUS, 1],
        "how.8": [pairs, pair, last_quick],
        "example.1": [2, 6, 4, 2, 3],
        "example.2": [loading, 1, 1],
        "example.3": [size["panda"], 2, size["panda"], loading - 1 - size["panda"]],
        "example.4": [points["panda"], 1, 1, 3, mine, points["panda"] + 2, mine + 1],
        "teach.draw-three": [said["draw-three"][0]["scores"][0], an.EXCHANGE_TILES],
        "teach.wood": taken,
        "teach.build": placed,
        "teach.pen": [an.LARGEST_PEN, size["elephant"], planks, 2, 2],
        "teach.closing": [size["elephant"]],
        "teach.aboard": [2 * points["elephant"], planks, 1],
        "teach.free": [last_quick],
        "teach.exchange": [2, an.EXCHANGE_TILES],
        "teach.build-kind": [an.LARGEST_PEN],
        "teach.load": [1],
    }


TOLD = {"animals-on-board": animals_on_board, "ark-and-noah": ark_and_noah, "noah": noah, "opti-mix": opti_mix}


@pytest.mark.parametrize("slug", TOLD)
def test_numbers_in_lessons_and_examples_are_those_of_the_game(slug):
    told = {key: sorted(numbers) for key, numbers in TOLD[slug]().items()}
    for language in LANGUAGES:
        spoken = words(language, all_facts()[slug].package)
        texts = {key: spoken(key) for key, _ in spoken.items() if TELLING.match(key)}
        found = {key: numbers for key, text in texts.items() if (numbers := numbers_in(text, language))}
        assert found == told, language
