"""Whole matches, compared move by move with the second statement of the rules."""

import json
import random
import re
from collections import Counter
from itertools import chain, product

import pytest

import ararat
from lengths import amount

from ..arranging import canonical
from . import second_statement as rules
from .second_statement import Dice, made_ark, position

GAME = ararat.game("ark-and-noah")
MATCHES_OF_A_KIND = amount(1, long=5)  # with each number of seats in each game
KINDS = list(product((2, 3, 4), ("standard", "quick")))


# Positions that random matches seldom lead to


def hull(players, seats, bare=()):
    """Planks on all outer edges but some, of the seats in turn."""
    edges = [edge for edge in rules.board_of(players).outer if edge not in bare]
    return {edge: int(seats[place % len(seats)]) for place, edge in enumerate(edges)}


def all_planks(players, bare="", pitch="all"):
    """An ark with every plank on it; six edges have none: those named, and others inside pens of two cells."""
    board, gaps, filled = rules.board_of(players), bare.split(), set()
    for edge in gaps:
        filled |= set(board.edges[edge])
    for edge, cells in board.edges.items():
        if len(gaps) < 6 and len(cells) == 2 and not filled & set(cells):
            gaps.append(edge)
            filled |= set(cells)
    planks = [edge for edge in board.edges if edge not in gaps]
    return made_ark(players, planks={edge: place % players for place, edge in enumerate(planks)}, pitch=pitch)


TWO = {"2,0": "01", "3,0 4,0": "011", "5,0": "0", "2,1 2,2": "10", "3,1 4,1 5,1": "01", "3,2 4,2 3,3 4,3": "1100"}
TWO_PENS = made_ark(2, TWO, {"H1,1": 0, "H6,1": 1, "H2,4": 1, "H5,4": 0}, pitch="all", food="all")
TWO_HUNGRY = made_ark(2, TWO, {"H1,1": 0, "H6,1": 1}, pitch="J2,0 J2,1", food="2,0 3,0")
THREE = {"2,0": "01", "4,0 4,1": "2", "5,1 6,1 5,2 6,2": "012", "3,1 3,2 3,3": "12", "7,0": "20", "8,2 8,3": "001"}
THREE_PENS = made_ark(3, THREE, hull(3, "012"), pitch="all", food="all")
FOUR = {
    "2,0": "03", "3,0 3,1": "12", "4,0 5,0 4,1 5,1": "0123", "6,1 6,2": "3", "7,0 7,1 8,0": "21", "9,2 9,3 10,2": "02",
    "0,1 0,2": "13", "12,1": "2", "11,0": "31", "2,2 2,3 3,3 3,2": "01",
}  # fmt: skip
FOUR_PENS = made_ark(4, FOUR, hull(4, "0123"), pitch="all", food="all")
FOUR_SHARED = made_ark(
    4, {"8,0 8,1 8,2 9,0": "01", "5,0 5,1 5,2": "33333002"}, {"H4,0": 1, "H6,0": 1, "H7,0": 2, "H10,0": 3},
    pitch="J5,0 J6,0 J8,0 J9,0 J10,0", food="5,0 8,0 8,1 8,2",
)  # fmt: skip
EXAMPLE_WORKERS = [None, 0, None, 1, None, 2, 3]
BLOCK = "4,1 5,1 6,1 4,2 5,2 6,2"
PEOPLED = made_ark(2, TWO, {"H1,1": 0, "H6,1": 1, "H2,4": 1, "H5,4": 0}, pitch="all", food="all",
                   pairs={"2,0": "dog raven", "3,0": "panda", "3,2": "elephant", "2,1": "mole"})  # fmt: skip


def over(state, seed=1):
    """The end of a match after a position from which it is near."""
    rng = random.Random(seed)
    while state["phase"] != "over":
        state = rules.play(state, rng.choice(rules.legal_moves(state)), Dice(rng))
    return state


LAST_OF_FOUR = {
    "workers": [None, None, None, 3, None, None, None], "action_now": [None, None, None, 1, None, 0, 2],
}  # fmt: skip
LAST_OF_THREE = {"workers": [2, None, None, None, None, None, None], "action_now": [None, None, None, 1, 0, None, None]}
LAST_OF_TWO = {"workers": [None, None, 1, None, None, None, None], "action_now": [0, None, 0, None, 1, None, None]}
RARE_POSITIONS = {
    "bags with one of each sex, four players": position(4, phase="worker", bags="lion-m cat-f", **LAST_OF_FOUR),
    "one bag empty, four players": position(4, phase="worker", bags="lion-m cat-m dog-m", **LAST_OF_FOUR),
    "both bags empty, four players": position(4, phase="worker", bags="", **LAST_OF_FOUR),
    "bags with one of each sex, three players": position(3, phase="worker", bags="lion-m cat-f", **LAST_OF_THREE),
    "one bag with one tile, three players": position(3, phase="worker", bags="lion-f", **LAST_OF_THREE),
    "one bag with two tiles, three players": position(3, phase="worker", bags="lion-f cat-f", **LAST_OF_THREE),
    "naming the only bag": position(3, phase="bag", bags="lion-f cat-f", drawn="bear-m dog-f", actor=1),
    "naming the only bag, quick": position(3, "quick", phase="bag", bags="lion-m", drawn="bear-m dog-f", first=2),
    "naming a bag after one tile": position(3, phase="bag", bags="lion-m cat-m", drawn="bear-m", actor=2),
    "fewer tiles than seats": position(4, phase="pick", bags="", drawn="dog-m lion-f", actor=3),
    "a short queue": position(4, phase="pick", drawn="dog-m lion-f", actor=3, turn=1, queue=[0], animals=["dog-f"]),
    "bags with one of each sex, two players": position(2, phase="worker", bags="lion-m cat-f", **LAST_OF_TWO),
    "quick with nearly empty bags": position(2, "quick", phase="action", bags="lion-m", ark=made_ark(2, TWO)),
    "quick with empty bags": position(3, "quick", phase="action", bags="", first=1, actor=2, ark=made_ark(3, THREE)),
    "quick without animals": position(2, "quick", phase="action", ark=made_ark(2, TWO), actor=1, round=8),
    "quick drawing the last two": position(4, "quick", phase="draw", bags="lion-m bear-f", actor=2),
    "quick drawing the last one": position(2, "quick", phase="draw", bags="cat-m", drawn="cat-f", actor=1),
    "quick drawing without animals": position(2, "quick", phase="draw", drawn="lion-m cat-f", animals=["", "dog-m"]),
    "supplies that run out": position(2, phase="worker", pitch=[20, 15], food=[25, 29], planks=[26, 24],
                                      workers=[None, 1, 1, None, 0, 0, None]),
    "supplies that run out, four players": position(
        4, phase="worker", pitch=[9, 9, 9, 8], food=[14, 14, 14, 12], planks=[27, 26, 25, 20], **LAST_OF_FOUR),
    "nothing in the supply": position(3, phase="reward", pitch=[12, 12, 12], food=[20, 20, 16], planks=[27] * 3,
                                      actor=2, animals=["", "", "lion-f"]),
    "only planks can be swapped": position(2, phase="reward", ark=TWO_PENS, bags="lion-m cat-f"),
    "only planks can be swapped, with full bags": position(2, phase="exchange", ark=TWO_PENS, animals=["dog-f dog-m"]),
    "only drawing is possible": position(2, phase="exchange", animals=["cat-m dog-f", "dog-m"],
                                         ark=made_ark(2, {"2,0": "0"})),
    "only drawing from one bag is possible": position(2, phase="exchange", bags="cat-f dog-f", actor=1),
    "neither exchange is possible": position(2, phase="reward", ark=made_ark(2, {"2,0 3,0": "1"}), bags=""),
    "no plank and no single animal": position(3, phase="reward", animals=["cat-f", "cat-m"]),
    "the third of three tiles": position(4, phase="draw", drawn="raven-m tiger-f", animals=["lion-f dog-m", "dog-f"]),
    "drawing without a single animal": position(2, phase="draw", drawn="tiger-f mole-m", animals=["dog-m", "dog-f"]),
    "nothing to trade": position(2, phase="trade", drawn="tiger-f mole-m cat-m", animals=["dog-m", "dog-f"]),
    "trading what is left": position(2, phase="trade", drawn="tiger-f", bags="", actor=1),
    "trading the mate": position(2, phase="trade", drawn="tiger-f mole-m cat-m", animals=["dog-m tiger-m cat-f"]),
    "trading coupled animals": position(3, "quick", phase="trade", drawn="tiger-f lion-f cat-m", actor=2,
                                        animals=["dog-m", "dog-f", "cat-f fox-m fox-f"]),
    "hull planks to swap": position(4, phase="exchange", ark=FOUR_PENS, animals=["dog-m"], actor=3),
    "a plank that finishes two pens": position(
        2, phase="build", ark=made_ark(2, {"2,1 3,1 4,1 5,1 3,2": "01"}, {"H5,3": 0}), planks=[9, 9]),
    "a plank that splits a block": position(
        4, phase="build", ark=made_ark(4, {BLOCK: "0123"}, {"V5,1": 3}), planks=[9, 0, 5, 1], left=3),
    "planks inside two pens to be": position(
        2, phase="build", planks=[8, 8], pitch=[0, 0],
        ark=made_ark(2, {"2,0 3,0 2,1 3,1 4,0 5,0 4,1 5,1": "01"}, {"V3,0": 1, "V5,1": 0, "V4,1": 0, "H5,1": 1})),
    "planks inside a pen to be": position(
        4, phase="build", actor=2, planks=[3, 3, 9, 3],
        ark=made_ark(4, planks=dict.fromkeys("H5,1 H4,3 H5,3 V4,1 V4,2 V6,1 V6,2".split(), 2) | {"V5,1": 3})),
    "a closed region of five cells": position(
        2, phase="build", actor=1, planks=[7, 4],
        ark=made_ark(2, {"2,0 3,0 4,0 5,0 3,1": "01"}, {"V3,0": 1, "H1,1": 1, "H6,1": 0}), pitch=[4, 4]),
    "a closed region of twelve cells": position(
        3, phase="build", actor=1, planks=[9, 7, 9], pitch=[9] * 3, ark=made_ark(3, planks=hull(3, "012") | {
            f"V{x},{y}": 1 for x in (4, 7) for y in range(4)} | {"V5,0": 0, "V6,1": 2, "H5,2": 0, "H5,3": 1})),
    "a build without a plank": position(3, phase="build", planks=[0, 0, 4], pitch=[5, 1, 0],
                                        ark=made_ark(3, planks=hull(3, "012", bare=["H5,0"]))),
    "nothing to build but done": position(2, phase="build", planks=[0, 0], pitch=[0, 0]),
    "all planks in hand": position(2, phase="build", planks=[27, 27], pitch=[18, 18]),
    "a closing quick build": position(4, "quick", phase="build", planks=[9] * 4, ark=made_ark(4, FOUR), actor=2,
                                      queue=[1], turn=3, left=2, first=3),
    "no edge left": position(2, phase="build", ark=all_planks(2), planks=[0, 0], pitch=[2, 2], round=9),
    "the last plank but one edge": position(
        2, phase="build", round=10, planks=[0, 1], actor=1, pitch=[0, 0], food=[0, 0], ark=made_ark(
            2, planks={edge: seat for edge, seat in all_planks(2, "H0,1")["planks"].items() if edge != "H4,0"})),
    "much to load": position(2, phase="load", ark=TWO_PENS, bags=""),
    "much to load in hunger": position(2, phase="load", ark=TWO_HUNGRY, bags="", food=[7, 9], actor=1),
    "much to load, three players": position(3, phase="load", ark=THREE_PENS, bags="", actor=1, scores=[-900, 9000, 0]),
    "much to load, four players": position(4, phase="load", ark=FOUR_PENS, bags="", actor=3),
    "much to load quickly": position(4, "quick", phase="load", ark=made_ark(4, FOUR), bags="", actor=1),
    "one quick load left": position(3, "quick", phase="load", ark=made_ark(3, THREE), bags="", turn=1, left=1,
                                    queue=[2]),
    "no loading point left": position(2, phase="load", ark=TWO_PENS, left=0,
                                      animals=["raven-m mole-f", "raven-f mole-m"]),
    "one loading point left": position(2, phase="load", ark=TWO_HUNGRY, left=1, bags="", turn=1),
    "no loading point left, but food": position(2, phase="load", ark=TWO_HUNGRY, left=0, food=[5, 5],
                                                animals=["mouse-m cat-f", "mouse-f cat-m"]),
    "no food": position(2, phase="load", ark=TWO_HUNGRY, food=[0, 0], bags=""),
    "too few loading points for two": position(
        2, phase="load", ark=TWO_PENS, left=5, turn=0, animals=["elephant-f elephant-m lion-f lion-m dog-m dog-f"]),
    "few loading points left": position(4, phase="load", ark=FOUR_PENS, left=5, bags="", turn=2, queue=[1, 0], actor=3),
    "pens that hold pairs": position(2, phase="load", ark=PEOPLED, bags="", actor=1),
    "a pen of others": position(
        3, phase="load", bags="", food=[9] * 3, ark=made_ark(3, {"4,1": "1", "5,1 6,1": "2", "7,1": "12"}, food="4,1")),
    "a shared pen, four players": position(
        4, phase="load", actor=3, ark=FOUR_SHARED, workers=EXAMPLE_WORKERS, food=[3, 0, 1, 4],
        animals=["elephant-m", "raven-f elephant-f", "", "lion-f lion-m raven-m"]),
    "a joint in a point only": position(
        2, phase="load", ark=made_ark(2, {"2,1": "0", "2,0": "0"}, {"H1,1": 1}, food="2,1 2,0"), bags=""),
    "workers with great bonuses": position(2, phase="worker", bonus=[4, 4, 3, 2, 1, 0, 4], round=10,
                                           workers=[0, None, None, 1, None, 1, 0]),
    "three with two workers each": position(3, phase="worker", bonus=[0, 0, 3, 0, 0, 2, 0], round=12,
                                            workers=[None, 2, 0, None, 1, 0, None],
                                            action_now=[1, None, None, None, None, None, 2], later={"workers": "two"}),
    "three with two workers each build": position(3, phase="build", ark=THREE_PENS, planks=[2, 2, 2], actor=1,
                                                  later={"workers": "two"}),
    "two workers in one column": position(3, phase="worker", bonus=[1, 0, 3, 0, 0, 2, 4], round=12,
                                          workers=[None, 2, None, None, 0, None, None],
                                          action_now=[None, 1, None, None, None, None, None], ark=THREE_PENS),
    "round 10 ends with a closed hull": position(
        3, phase="load", ark=THREE_PENS, round=10, bags="", food=[0, 3, 4], turn=1, queue=[],
        workers=[1, None, None, None, 2, None, 0]),
    "round 9 ends with a closed hull": position(
        3, phase="load", ark=THREE_PENS, round=9, animals=["raven-m raven-f"], turn=0, queue=[]),
    "round 10 ends without a closed hull": position(
        2, phase="load", round=10, ark=TWO_PENS, turn=0, queue=[], animals=["raven-f raven-m mole-f", "mole-m"]),
    "round 10 ends without a plank": position(
        2, phase="load", round=10, ark=all_planks(2, "H2,0"), planks=[0, 0], bags="", turn=1, queue=[], food=[9, 9]),
    "round 20 ends": position(4, phase="load", round=20, ark=FOUR_SHARED, bags="", turn=2, queue=[], left=2,
                              scores=[5, 7, 5, 5], workers=[2, 1, 3, None, None, None, 0], actor=0),
    "round 20 ends with nothing to load": position(2, phase="pick", round=20, drawn="dog-m", turn=1, queue=[],
                                                   scores=[4, 4], ark=made_ark(2, planks=hull(2, "01"))),
    "quick round 8 ends with a closed hull": position(
        2, "quick", phase="action", round=8, ark=made_ark(2, planks=hull(2, "0101010100000111111111")), actor=1,
        scores=[6, 11], animals=["dog-m", "cat-f"]),
    "quick round 7 ends with a closed hull": position(
        2, "quick", phase="action", round=7, first=1, ark=made_ark(2, planks=hull(2, "01")), scores=[11, 11],
        animals=["dog-m", "cat-f"]),
    "quick round 8 is to be closed": position(
        3, "quick", phase="build", round=8, first=1, planks=[1, 1, 2],
        ark=made_ark(3, THREE, hull(3, "012", ["H4,4"]))),
    "quick round 8 ends without a plank": position(
        4, "quick", phase="action", first=2, actor=1, round=8, ark=all_planks(4, "V2,0", pitch=""), planks=[0] * 4,
        animals=["dog-m", "cat-f", "fox-m", "fox-f"]),
    "quick round 20 ends": position(3, "quick", phase="action", first=2, actor=1, round=20, scores=[3, 3, 1]),
    "final feeding": position(3, phase="final-feed", order=[2, 0, 1], round=11, food=[3, 4, 2], bags="cat-f",
                              ark=made_ark(3, THREE, hull(3, "012"), pitch="all", food="2,0 4,1")),
    "final feeding by the last seat": position(
        4, phase="final-feed", order=[3, 1, 0, 2], turn=2, round=20, food=[3, 4, 2, 3], bags="",
        ark=made_ark(4, FOUR, hull(4, "0123"), pitch="all", food="2,0 3,0")),
    "final boarding": position(4, phase="final-board", order=[3, 1, 0, 2], round=14, bags="", ark=FOUR_PENS),
    "final boarding with a penalty": position(
        2, phase="final-board", order=[1, 0], round=14, bags="", ark=TWO_PENS, planks=[9, 3], scores=[-20, -30]),
    "final boarding by the last seat": position(
        2, phase="final-board", order=[0, 1], turn=1, round=10, ark=TWO_PENS, scores=[3, 5],
        animals=["panda-f", "panda-m raven-m"]),
    "a final tie": position(
        2, phase="final-board", order=[0, 1], turn=1, round=10, scores=[8, 8], planks=[2, 2], pitch=[1, 1], food=[0, 0],
        animals=["dog-m", "dog-f"], ark=made_ark(2, {"3,1": "01"}, hull(2, "01"), pitch="all", food="3,1")),
}  # fmt: skip
EXAMPLE = json.loads(rules.RULES.read_text("utf-8").split("```json\n")[1].split("```")[0])
RARE_POSITIONS["the example of section 8"] = EXAMPLE
RARE_POSITIONS["over"] = over(RARE_POSITIONS["final boarding"])
RARE_POSITIONS["over, quick"] = over(RARE_POSITIONS["quick round 8 ends with a closed hull"])


# Playing


WORTH = {"build": 5, "load": 6, "wood": 5, "food": 3, "pitch": 3, "animals": 6, "exchange": 3}


class Player:
    """Plays mostly after a fancy, which may be a plan of pens to be built, fed and filled."""

    def __init__(self, players, rng, steadiness, closing=False):
        self.players = players
        self.rng = rng
        self.steadiness = steadiness
        self.closing = closing
        self.pens = self.planned_pens()

    def planned_pens(self):
        """The whole board cut up into pens at random; planks that are there already need not fit."""
        board, taken, pens = rules.board_of(self.players), set(), []
        for cell in board.cells:
            if cell in taken:
                continue
            pen, size = [cell], self.rng.randint(1, 4)
            while len(pen) < size:
                beside = {other for one in pen for edge in board.sides[one] for other in board.edges[edge]}
                free = sorted(beside - taken - set(pen))
                if not free:
                    break
                pen.append(self.rng.choice(free))
            taken |= set(pen)
            pens.append(rules.border_of(self.players, pen))
        return pens

    def choose(self, state, moves):
        if self.rng.random() >= self.steadiness:
            return self.rng.choice(moves)
        return max(moves, key=lambda move: (self.value(state, move), self.rng.random()))

    def value(self, state, move):
        kind = move["move"]
        if kind == "board":
            return 100 + rules.SPECIES[move["species"]].size
        if kind == "plank":
            return 20 + (self.new_pens if self.closing else self.progress)(state, move["edge"])
        if kind in ("worker", "action"):
            return self.rng.random() * WORTH[move.get("action") or move["name"]]
        if kind in ("pick", "trade"):
            return 10 + 5 * rules.is_coupled(state, move.get("animal") or move["take"])
        if kind == "feed":
            return 60 + self.use(state, move["cell"])
        return {"pitch": 18, "keep": 12, "done": -1}.get(kind, 10)

    def progress(self, state, edge):
        """The less a planned pen lacks, the better is a plank on its border."""
        lacking = [sum(other not in state["ark"]["planks"] for other in pen) for pen in self.pens if edge in pen]
        return 12 - min(lacking) if lacking else -10

    def use(self, state, cell):
        """How many pairs that wait before the seats want a pen of this size."""
        size = len(rules.pen_with(state, cell))
        pairs = {
            rules.parts_of(tile)[0] for tiles in state["animals"] for tile in tiles if rules.is_coupled(state, tile)
        }
        return sum(rules.SPECIES[species].size == size for species in pairs)

    def new_pens(self, state, edge):
        planks = state["ark"]["planks"]
        return len(rules.pens_of(self.players, [*planks, edge])) - len(rules.pens_of(self.players, planks))


def in_another_form(move, rng):
    """The same move with its keys in another order, and edges the other way round (AN-7.5)."""
    move = dict(rng.sample(list(move.items()), len(move)))
    if "edges" in move and rng.random() < 0.5:
        move["edges"] = move["edges"][::-1]
    return move


# Moves to be refused

JUNK = [None, True, 0, 3.5, "", "dog", "done", "2,0", [], {}, ["H2,0"], [None], {"edge": "H2,0"}, -1, 10**30]
STRANGE_NAMES = {
    "action": ["Build", "build ", "", "point", "plank", "done", "loads", "pitch", "food"],
    "sex": ["M", "male", "", "mf", "dog-m", "x"],
    "tile": ["dog", "dog-M", "-m", "unicorn-m", "dog-m ", "Dog-m", "", "dog-mf", "hippopotamus-f", "raven-m", "fox-f"],
    "reward": ["points", "wood", "", "animal", "Point", "planks"],
    "species": ["dog-m", "unicorn", "Dog", "", "dog ", "hippopotamus", "raven", "fox", "bear"],
    "edge": [
        "H0,0", "V0,0", "h2,0", "H2,0 ", "H02,0", "H2,00", "2,0", "J2,0", "H-1,1", "V99,1", "H2;0", "H2,0,0", "H2.0",
        "", "H", "H2", "H2,", "D2,0", "H2,5", "V8,0", "V9,2", "H8,1", "H11,2", "V14,3", "H\u0662,0", "H2, 0", "H+2,0",
        "H4294967298,0",
    ],
    "joint": [
        "J3,1", "J4,2", "J0,0", "J1,0", "j2,0", "J02,0", "J2,0 ", "H2,0", "2,0", "J-1,1", "J99,1", "", "J", "J2,5",
        "J8,1", "J11,1", "J14,1", "J8,0", "J\u0662,0",
    ],
    "cell": [
        "0,0", "1,3", "2,4", "-1,1", "99,1", "02,0", "2,0 ", "2, 0", "2.0", "", ",", "2", "2,0,0", "J2,0", "H2,0",
        "8,1", "7,0", "11,1", "14,2", "\u0662,0", "+2,0",
    ],
}  # fmt: skip
STRANGE_EDGES = [
    [], ["H2,0"], ["H2,0", "H3,0", "H4,0"], "H2,0", None, ["H2,0", 3], [None, "H2,0"], ["H2,0", ["H3,0"]],
    {"H2,0": 1, "H3,0": 2}, [1, 2], 7, ["H2,0", ""], ["H2,0", "H0,0"], ["V99,1", "H2,0"], "HH",
]  # fmt: skip


def some_name(state, domain, rng):
    """Something of this kind, more often what matters now."""
    names = {
        "tile": [*state["drawn"], *state["animals"][state["turn"] or 0]],
        "species": [rules.parts_of(tile)[0] for tile in chain(*state["animals"])],
        "edge": list(state["ark"]["planks"]),
        "joint": [joint for joint in rules.names_in(state)["joint"] if rules.joint_is_ready(state, joint)],
        "cell": [*state["ark"]["pens"], *chain(*state["ark"]["pens"].values())],
    }.get(domain)
    if names and rng.random() < 0.6:
        return rng.choice(sorted(names))
    return rng.choice(sorted(rules.names_in(state)[domain]))


def some_move(state, kind, rng):
    """A well-formed move of a kind; animals often board where they fit."""
    fitting = [
        {"move": kind, "species": rules.parts_of(tile)[0], "pen": pen}
        for tile in state["animals"][state["turn"] or 0]
        for pen, cells in state["ark"]["pens"].items()
        if kind == "board" and rules.SPECIES[rules.parts_of(tile)[0]].size in (0, len(cells))
    ]
    if fitting and rng.random() < 0.5:
        return rng.choice(fitting)
    move = {"move": kind}
    for field, domain in rules.FIELDS[kind].items():
        if domain == "edges":
            move[field] = [some_name(state, "edge", rng) for _ in range(2)]
        else:
            move[field] = some_name(state, domain, rng)
    return move


def some_kind(state, rng):
    due = rules.MOVES_OF[state["phase"]]
    return rng.choice(due if due and rng.random() < 0.8 else list(rules.FIELDS))


def drop_a_key(move, rng):
    del move[rng.choice(sorted(move))]


def add_a_key(move, rng):
    key = rng.choice(["edge", "cell", "pen", "action", "name", "sex", "seat", "Move", ""])
    move.setdefault(key, rng.choice([None, "dog", "2,0", "m", 0]))


def swap_the_kind(move, rng):
    move["move"] = rng.choice([*rules.FIELDS, "pass", "Done", "", None, 1, True, ["done"], {}])


def junk_under_a_key(move, rng):
    move[rng.choice(sorted(move))] = rng.choice(JUNK)


def strange_name(move, rng):
    fields = rules.FIELDS[move["move"]]
    if fields:
        field = rng.choice(sorted(fields))
        move[field] = rng.choice(STRANGE_EDGES if field == "edges" else STRANGE_NAMES[fields[field]])


CORRUPTIONS = [drop_a_key, add_a_key, swap_the_kind, junk_under_a_key, strange_name, strange_name, strange_name]


def candidates(state, rng, number):
    """Moves that are legal or not, a few of them malformed."""
    for _ in range(number):
        move = some_move(state, some_kind(state, rng), rng)
        if rng.random() < 0.25:
            rng.choice(CORRUPTIONS)(move, rng)
        yield move
    if rng.random() < 0.1:
        yield rng.choice(JUNK)


# Comparing


def compare_refusal(match, state, move):
    expected = rules.why_not(state, move)
    refusal = match.why_not(move)
    given = None if refusal is None else refusal.rule
    assert given == expected, f"{move} in {json.dumps(state)}"
    return expected


def compare_refusals(match, state, rng, number):
    """Candidates are legal or refused with the same rule; a refused one changes nothing."""
    for move in candidates(state, rng, number):
        expected = compare_refusal(match, state, move)
        if expected and rng.random() < 0.2:
            with pytest.raises(ararat.IllegalMove) as error:
                match.play(move)
            assert error.value.rule == expected, f"{move} in {json.dumps(state)}"
            assert match.state() == state, f"{move}, which is refused, changed something"


def compare_decision(match, state, moves, rng, thorough):
    """What can be asked of a match at one decision: always the moves, the rest only now and then."""
    assert rules.impossible(state) == [], json.dumps(state)
    assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
    assert canonical(match.moves()) == canonical(moves), json.dumps(state)
    if rng.random() < thorough:
        assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
        for viewer in [*range(state["players"]), None]:
            assert match.view(viewer) == state, f"viewer {viewer}"
        compare_refusals(match, state, rng, number=10)
    else:
        compare_refusals(match, state, rng, number=1)


def compare_match(match, seed, steadiness, most=2000, thorough=0.25, closing=False):
    """Plays a match, at most so many moves of it, and compares what comes out after every one of them."""
    rng = random.Random(seed)
    state, played = match.state(), []
    player = Player(state["players"], rng, steadiness, closing)
    for _ in range(most):
        moves = rules.legal_moves(state)
        compare_decision(match, state, moves, rng, thorough)
        if rng.random() < 0.03:
            assert match.history == played
            match, played = GAME.restore(state, seed=seed), []
            assert match.state() == state
        if match.over:
            break
        before, move = state, player.choose(state, moves)
        match.play(in_another_form(move, rng))
        played.append(move)
        state = match.state()
        assert rules.is_outcome(before, move, state) is None, f"{move} in {json.dumps(before)}"
    assert match.history == played
    return state


@pytest.mark.rules("AN-3.1", "AN-3.2", "AN-3.4", "AN-3.5", "AN-3.6", "AN-3.7", "AN-3.8", "AN-4.1", "AN-4.2", "AN-4.11",
                   "AN-4.14", "AN-4.21", "AN-4.22", "AN-4.60", "AN-4.61", "AN-4.71", "AN-4.91", "AN-7.5", "AQ-3.1",
                   "AQ-4.1", "AQ-4.2", "AQ-4.3", "AQ-4.6", "AQ-4.7", "AQ-4.8")  # fmt: skip
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_whole_match_goes_as_the_second_statement_says(kind):
    players, variant = KINDS[kind]
    for number in range(amount(1, long=MATCHES_OF_A_KIND)):
        seed = kind + number * (len(KINDS) + 1)
        options = {"variant": variant, "first": (kind + number) % players}
        match = GAME.start(players=players, seed=seed, **options)
        assert rules.is_start(players, options, match.state()) is None
        state = compare_match(match, seed, steadiness=(0.9, 0.6, 0.97, 0.0)[number % 4])
        assert state["phase"] == "over"


@pytest.mark.rules("AN-3.9", "AN-4.11", "AN-4.22", "AN-4.23")
def test_a_whole_match_of_three_with_two_workers_each_goes_as_the_second_statement_says():
    for seed in range(amount(1, long=MATCHES_OF_A_KIND)):
        options = {"workers": "two", "first": seed % 3}
        match = GAME.start(players=3, seed=seed, **options)
        assert rules.is_start(3, options, match.state()) is None
        assert compare_match(match, seed, steadiness=(0.9, 0.6)[seed % 2])["phase"] == "over"


@pytest.mark.rules("AN-4.13", "AN-4.31", "AN-4.32", "AN-4.33", "AN-4.41", "AN-4.42", "AN-4.43", "AN-4.51", "AN-4.52",
                   "AN-4.53", "AN-4.55", "AN-4.56", "AN-4.57", "AN-4.59", "AN-4.65", "AN-4.90", "AN-5.1", "AN-5.2",
                   "AN-5.3", "AN-5.4", "AN-5.5", "AN-5.6", "AN-5.7", "AN-5.8", "AN-5.9", "AN-8.1", "AQ-4.4", "AQ-4.5",
                   "AQ-5.1", "AQ-5.2")  # fmt: skip
@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_a_match_from_a_rare_position_goes_as_the_second_statement_says(name):
    for seed in range(MATCHES_OF_A_KIND):
        match = GAME.restore(RARE_POSITIONS[name], seed=seed)
        compare_match(match, seed, steadiness=0.8 - 0.8 * (seed % 2), most=amount(6, long=10), closing=True)


@pytest.mark.rules("AN-7.1", "AN-7.2", "AN-7.3", "AN-7.4")
@pytest.mark.parametrize("name", RARE_POSITIONS)
def test_moves_in_a_rare_position_are_refused_for_the_same_reasons(name):
    """Moves of every kind that is due, with all sorts of names, and some of every other kind."""
    state, rng = RARE_POSITIONS[name], random.Random(name)
    match = GAME.restore(state, seed=1)
    for move in sayable_moves(state, rng):
        compare_refusal(match, state, move)


def sayable_moves(state, rng):
    for kind, fields in rules.FIELDS.items():
        number = 12 if fields and kind in rules.MOVES_OF[state["phase"]] else 1
        yield from (some_move(state, kind, rng) for _ in range(number))
        for field, domain in fields.items():
            strange = STRANGE_EDGES if domain == "edges" else STRANGE_NAMES[domain]
            for value in rng.sample(strange, min(number, len(strange))):
                yield {**some_move(state, kind, rng), field: value}
    yield from rng.sample(JUNK, 2)


@pytest.mark.rules("AN-4.61", "AN-4.63", "AN-4.64", "AN-4.65", "AQ-4.7")
@pytest.mark.parametrize("players, variant", KINDS)
def test_after_every_plank_the_pens_are_those_that_a_flood_finds(players, variant):
    """Planks of all seats go on the ark as long as there is room; every second seed does so without a plan."""
    for seed in range(MATCHES_OF_A_KIND):
        rng = random.Random(seed)
        player = Player(players, rng, steadiness=0.9 * (seed % 2))
        ark, found = made_ark(players), 0
        while True:
            laid = Counter(ark["planks"].values())
            hands = [rules.PLANKS - laid[seat] for seat in range(players)]
            goods = {"planks": hands, "pitch": [0] * players}
            state = position(players, variant, phase="build", ark=ark, actor=hands.index(max(hands)), **goods)
            if not rules.can_act(state):
                break
            match = GAME.restore(state, seed=seed)
            while match.state()["phase"] == "build":
                state = match.state()
                planks = [move for move in match.moves() if move["move"] == "plank"]
                edge = player.choose(state, planks)["edge"]
                match.play({"move": "plank", "edge": edge})
                ark = match.state()["ark"]
                flooded = rules.pens_of(players, {**state["ark"]["planks"], edge: state["turn"]})
                assert ark["pens"] == flooded, f"{edge} in {json.dumps(state)}"
                within = set(chain(*(rules.inside_of(players, cells) for cells in flooded.values())))
                assert set(ark["planks"]) == {*state["ark"]["planks"], edge} - within, f"{edge} in {json.dumps(state)}"
                found = max(found, len(flooded))
        assert found >= 4 * players


@pytest.mark.rules("AN-2.1", "AN-2.2")
@pytest.mark.parametrize(
    "players, options",
    [
        (0, {}), (1, {}), (5, {}), (True, {}), ("3", {}), (3.0, {}), (None, {}), (5, {"colour": 1}), (3, {"colour": 1}),
        (3, {"first": 3}), (3, {"first": -1}), (4, {"first": True}), (4, {"first": None}), (2, {"first": 1.0}),
        (2, {"variant": "Quick"}), (2, {"variant": None}), (2, {"variant": True}), (2, {"variant": ["quick"]}),
        (2, {"variant": ""}), (2, {}), (4, {"first": 3}), (3, {"variant": "quick", "first": 2}),
        (2, {"variant": "standard", "first": 1}), (3, {"workers": "two"}), (3, {"workers": "two", "variant": "quick"}),
        (3, {"workers": "three"}), (3, {"workers": 2}), (3, {"workers": None}), (2, {"workers": "one"}),
        (2, {"workers": "two"}), (4, {"workers": "two", "first": 1}),
    ],
)  # fmt: skip
def test_the_same_starts_are_refused(players, options):
    rule = rules.why_not_start(players, options)
    if rule is None:
        assert rules.is_start(players, options, GAME.start(players=players, seed=1, **options).state()) is None
    else:
        with pytest.raises(ararat.BadStart) as error:
            GAME.start(players=players, seed=1, **options)
        assert error.value.rule == rule


# Chance


def fair(counts, chances, total):
    """Whether counts lie within five standard deviations of what fair chance gives."""
    assert sum(counts.values()) == total and set(counts) <= set(chances), counts
    for key, chance in chances.items():
        spread = (total * chance * (1 - chance)) ** 0.5
        assert abs(counts[key] - total * chance) <= 5 * spread, f"{key}: {counts[key]} of {total} at {chance}"


def drawn_after(state, move, number):
    """How often each tile came to lie open, each time by another seed."""
    counts = Counter()
    for seed in range(number):
        match = GAME.restore(state, seed=seed)
        match.play(move)
        counts.update(tile for tile in match.state()["drawn"] if tile not in state["drawn"])
    return counts


@pytest.mark.rules("AN-3.3", "AN-4.41")
def test_every_tile_is_drawn_with_the_same_chance():
    state = position(4, "quick", phase="action", bags="lion-m cat-m dog-m fox-m bear-m lion-f cat-f dog-f zebra-f")
    counts = drawn_after(state, {"move": "action", "name": "animals"}, 200)
    for sex in "mf":
        chance = 2 / len(state["bags"][sex])
        for tile in state["bags"][sex]:
            fair({True: counts[tile], False: 200 - counts[tile]}, {True: chance, False: 1 - chance}, 200)


@pytest.mark.rules("AN-3.3", "AN-4.56")
def test_every_tile_of_a_bag_is_drawn_with_the_same_chance_in_an_exchange():
    state = position(2, phase="draw", drawn="cat-m", bags="lion-m mole-m dog-m wolf-m raven-f", animals=["tiger-f"])
    counts = drawn_after(state, {"move": "draw", "sex": "m"}, 200)
    fair(counts, dict.fromkeys(state["bags"]["m"], 1 / 4), 200)


@pytest.mark.rules("AN-3.5")
def test_the_setup_is_fair():
    number = 300
    starts = [GAME.start(players=2, variant="quick", seed=seed).state()["animals"][0] for seed in range(number)]
    for sex in "mf":
        firsts = Counter(next(tile for tile in tiles if tile.endswith(sex)) for tiles in starts)
        shares = {f"{name}-{sex}": 1 / 12 for name in rules.species_used(2, "quick")}
        fair(firsts, shares, number)


# The worked examples (section 10), by the second statement alone


def go_through(state, *moves, chance=None):
    """The state after some moves, all of them legal."""
    for move in moves:
        assert rules.why_not(state, move) is None, move
        state = rules.play(state, move, chance or Dice(random.Random(1)))
    return state


def move_of(kind, *values):
    return {"move": kind, **dict(zip(rules.FIELDS[kind], values, strict=True))}


class Given(Dice):
    """Chance that gives the tiles it is told."""

    def __init__(self, tiles):
        super().__init__(random.Random(1))
        self.tiles = tiles.split()

    def draw(self, state, sex):
        return next(tile for tile in self.tiles if tile in state["bags"][sex])


@pytest.mark.rules("AN-4.14", "AN-4.22")
def test_example_1():
    state = rules.start(4, {}, Dice(random.Random(3)))
    workers = [move_of("worker", action) for action in ("animals", "exchange", "build", "load")]
    state = go_through(state, *workers)
    assert state["bonus"] == [1, 0, 1, 0, 1, 0, 0]
    assert (state["phase"], state["turn"], state["queue"]) == ("pick", 0, [1, 2, 3])
    for seat in range(4):
        assert state["turn"] == seat
        state = go_through(state, move_of("pick", state["drawn"][0]))
    assert (state["phase"], state["turn"], state["queue"]) == ("reward", 1, [])
    state = go_through(state, move_of("reward", "point"))
    while state["action"] == "exchange":
        state = go_through(state, rules.legal_moves(state)[0])
    assert (state["phase"], state["turn"], state["queue"]) == ("build", 2, [0, 1, 3])
    loading = {**state, "actor": 3}
    assert rules.seats_after_actor(loading) == [0, 1, 2]


@pytest.mark.rules("AN-4.3", "AN-4.44")
def test_example_2():
    state = position(4, phase="pick", drawn="dog-m giraffe-m dog-f dove-f", animals=["", "", "", "dove-m"],
                     workers=EXAMPLE_WORKERS)  # fmt: skip
    after = go_through(state, *(move_of("pick", tile) for tile in ("dog-m", "dog-f", "dove-f", "giraffe-m")))
    assert after["animals"] == [["dog-m"], ["dog-f"], ["dove-f"], ["dove-m", "giraffe-m"]]
    coupled = [tile for tiles in after["animals"] for tile in tiles if rules.is_coupled(after, tile)]
    assert coupled == ["dog-m", "dog-f", "dove-f", "dove-m"]
    assert not rules.is_coupled(state, "dove-m"), "tiles in drawn do not count"


@pytest.mark.rules("AN-4.57", "AN-4.58")
def test_example_3():
    state = position(4, phase="trade", actor=1, drawn="raven-m tiger-f rhinoceros-m", workers=EXAMPLE_WORKERS,
                     animals=["dog-m", "raven-f tiger-m dog-f elephant-f", "elephant-m"])  # fmt: skip
    assert rules.why_not(state, move_of("trade", "dog-f", "raven-m")) == "AN-4.58"
    after = go_through(state, move_of("trade", "tiger-m", "raven-m"))
    assert {"tiger-m", "rhinoceros-m"} <= set(after["bags"]["m"]) and "tiger-f" in after["bags"]["f"]
    assert after["animals"][1] == ["dog-f", "elephant-f", "raven-f", "raven-m"]


@pytest.mark.rules("AN-4.60", "AN-4.69")
def test_example_4():
    top = {f"H{x},0": 0 for x in range(2, 12)}
    state = position(4, phase="build", actor=2, workers=EXAMPLE_WORKERS, ark=made_ark(4, planks=top), scores=[0] * 4,
                     planks=[9, 2, 9, 0], pitch=[0, 1, 3, 6])  # fmt: skip
    planks = [move_of("plank", f"V{x},1") for x in range(3, 9)]
    state = go_through(state, *planks, move_of("pitch", "J3,0"), move_of("pitch", "J4,0"))
    assert (state["turn"], state["scores"]) == (0, [0, 0, 8, 0])
    state = go_through(state, *(move_of("plank", f"V{x},2") for x in range(3, 8)))
    assert (state["turn"], state["scores"]) == (1, [5, 0, 8, 0])
    state = go_through(state, move_of("pitch", "J5,0"), move_of("done"))
    assert (state["turn"], state["scores"]) == (3, [5, 1, 8, 0])
    state = go_through(state, *(move_of("pitch", f"J{x},0") for x in range(6, 11)))
    assert (state["scores"], state["action"]) == ([5, 1, 8, 5], None)


@pytest.mark.rules("AN-4.76", "AN-4.89", "AN-4.91")
def test_example_5():
    ark = made_ark(4, {"5,0 5,1 5,2": "33333002"}, {"H4,0": 1, "H6,0": 1}, pitch="J5,0 J6,0", food="5,0")
    state = position(4, phase="load", actor=3, ark=ark, workers=EXAMPLE_WORKERS, scores=[0] * 4, food=[0, 0, 0, 2],
                     animals=["", "raven-f", "", "lion-f lion-m raven-m"])  # fmt: skip
    assert ark["pens"] == {"5,0": ["5,0", "5,1", "5,2"]}
    state = go_through(state, move_of("feed", "5,1"), move_of("feed", "5,2"), move_of("board", "lion", "5,0"))
    assert (state["turn"], state["left"], state["scores"][3]) == (3, 0, 21)
    state = go_through(state, move_of("board", "raven", "5,0"))
    assert state["scores"] == [4, 0, 2, 28]
    assert state["ark"]["pairs"] == {"5,0": ["lion", "raven"]}


@pytest.mark.rules("AN-4.90", "AN-4.91")
def test_example_6():
    state = position(4, phase="load", actor=3, turn=0, ark=FOUR_SHARED, scores=[0] * 4, food=[1, 0, 0, 0],
                     animals=["elephant-m", "elephant-f"])  # fmt: skip
    assert state["left"] == 5 and state["ark"]["pens"]["8,0"] == ["8,0", "8,1", "8,2", "9,0"]
    assert rules.border_planks(state, ["8,0", "8,1", "8,2", "9,0"]) == {0: 5, 1: 5}
    state = go_through(state, move_of("feed", "9,0"), move_of("board", "elephant", "8,0"))
    assert state["scores"] == [17, 13, 0, 0]


@pytest.mark.rules("AN-4.65")
def test_example_7():
    state = RARE_POSITIONS["planks inside a pen to be"]
    after = go_through(state, move_of("plank", "H4,1"))
    assert after["ark"]["pens"] == {"4,1": ["4,1", "4,2", "5,1", "5,2"]} and "V5,1" not in after["ark"]["planks"]
    assert after["supply"]["planks"][3] == state["supply"]["planks"][3] + 1
    assert after["planks"] == [3, 3, 8, 3] and after["scores"] == [10, 10, 11, 10]


@pytest.mark.rules("AN-4.61")
def test_example_8():
    state = RARE_POSITIONS["a plank that splits a block"]
    assert state["ark"]["pens"] == {}
    after = go_through(state, move_of("plank", "V5,2"))
    assert after["ark"]["pens"] == {"4,1": ["4,1", "4,2"], "5,1": ["5,1", "5,2", "6,1", "6,2"]}
    assert len(after["ark"]["planks"]) == len(state["ark"]["planks"]) + 1


@pytest.mark.rules("AN-4.66")
def test_example_9():
    for players in (2, 3, 4):
        assert rules.joints_touched(players, ["2,1"]) == []
        assert rules.joints_touched(players, ["2,0"]) == ["J2,0", "J2,1", "J3,0"]


@pytest.mark.rules("AN-4.61")
def test_example_10():
    assert made_ark(4, {"10,1 9,2 10,2": "0"})["pens"] == {"10,1": ["10,1", "10,2", "9,2"]}


@pytest.mark.rules("AN-4.89")
def test_example_11():
    board = move_of("board", "elephant", "3,2")
    state = position(2, phase="load", ark=TWO_PENS, animals=["elephant-f elephant-m"], turn=0, left=5)
    assert rules.why_not(state, board) == "AN-4.89"
    state = position(2, phase="load", ark=TWO_PENS, animals=["elephant-f", "elephant-m"], turn=0, left=4)
    assert rules.why_not(state, board) is None


@pytest.mark.rules("AN-4.43")
def test_example_12():
    state = RARE_POSITIONS["bags with one of each sex, four players"]
    state = go_through(state, move_of("worker", "animals"))
    assert (state["phase"], state["turn"], state["drawn"]) == ("pick", 3, ["cat-f", "lion-m"])
    following = state["queue"][0]
    numbers = [len(tiles) for tiles in state["animals"]]
    state = go_through(state, move_of("pick", "cat-f"), move_of("pick", "lion-m"))
    more = [len(tiles) - number for tiles, number in zip(state["animals"], numbers, strict=True)]
    assert more == [seat in (3, following) for seat in range(4)] and state["action"] == "exchange"


@pytest.mark.rules("AN-4.23")
def test_example_13():
    state = position(2, phase="build", planks=[20, 20], workers=[1, None, None, None, 0, 0, 1])
    edges = [edge for edge in rules.board_of(2).edges if edge[0] == "V"]
    for number in range(13):
        seat, left = (0, 8 - number) if number < 8 else (1, 13 - number)
        assert (state["phase"], state["turn"], state["left"]) == ("build", seat, left)
        state = go_through(state, move_of("plank", edges[number]))
    assert state["action"] != "build"


@pytest.mark.rules("AN-4.13", "AN-4.14")
def test_example_14():
    workers = {"workers": [None, None, 2, None, 1, None, 0], "bonus": [0, 0, 0, 0, 3, 0, 2]}
    state = position(3, phase="worker", planks=[0] * 3, pitch=[0] * 3, food=[0] * 3, **workers)
    after = go_through(state, move_of("worker", "wood"))
    assert (after["scores"], after["bonus"][4]) == ([10, 10, 13], 0)
    after = go_through(after, move_of("worker", "pitch"), move_of("worker", "food"))
    assert after["bonus"] == [0, 1, 0, 1, 0, 1, 3] and (after["round"], after["phase"]) == (4, "worker")
    after = go_through(after, *(move_of("worker", action) for action in ("pitch", "food", "load")))
    assert after["bonus"] == [0, 2, 0, 2, 1, 2, 0]


@pytest.mark.rules("AN-5.1", "AN-5.2")
def test_example_15():
    ark = made_ark(2, {"3,1": "01"}, hull(2, "01", bare=["H4,0"]))
    for last, phase, then in ((10, "worker", 11), (19, "worker", 20), (20, "final-feed", 20)):
        state = position(2, phase="load", round=last, ark=ark, turn=0, queue=[])
        after = go_through(state, move_of("done"))
        assert (after["phase"], after["round"]) == (phase, then)


@pytest.mark.rules("AN-5.5", "AN-5.8")
def test_example_16():
    ark = made_ark(3, {"5,1 5,2": "2"}, food="all")
    state = position(3, phase="final-board", order=[0, 1, 2], round=20, ark=ark, animals=["panda-m", "panda-f"],
                     scores=[5, 6, 7])  # fmt: skip
    after = go_through(state, move_of("board", "panda", "5,1"))
    assert after["phase"] == "over"
    assert after["ark"]["pairs"] == {"5,1": ["panda"]}
    assert after["scores"] == [5 - 7, 6 - 7, 7 - 7]
    assert [points["animals"] for points in after["final"]] == [0, 0, 0]


@pytest.mark.rules("AQ-5.1", "AN-5.6", "AN-5.9")
def test_example_17():
    planks = hull(2, "0" * 13 + "1" * 11)
    state = position(2, "quick", phase="action", actor=1, round=8, ark=made_ark(2, planks=planks), scores=[6, 11])
    assert rules.hull_planks(state) == [13, 11]
    after = go_through(state, move_of("action", "wood"))
    assert (after["phase"], after["scores"], after["winners"]) == ("over", [11, 11], [0, 1])


@pytest.mark.rules("AN-8.1")
def test_the_example_of_section_8_has_the_moves_it_says():
    assert rules.impossible(EXAMPLE) == []
    said = [move_of("feed", "1,1"), move_of("feed", "2,0"), move_of("done")]
    assert canonical(rules.legal_moves(EXAMPLE)) == canonical(said)


# The second statement itself


def table_of(header):
    """The rows of a table of the rule file."""
    text = rules.RULES.read_text("utf-8")
    rows = text[text.index(f"| {header} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]


@pytest.mark.rules("AN-3.1", "AN-3.2")
def test_the_pieces_have_the_sums_of_section_1():
    assert len(rules.SPECIES) == 26
    used = [[len(rules.species_used(players, variant)) for players in (2, 3, 4)] for variant in ("standard", "quick")]
    assert used == [[16, 21, 26], [12, 16, 20]]
    for players, columns, cells, inner, outer, joints, edges, planks in (map(int, row) for row in table_of("players")):
        board = rules.board_of(players)
        counts = (len(board.cells), len(board.edges) - len(board.outer), len(board.outer), len(board.joints))
        assert counts == (cells, inner, outer, joints)
        assert (len(board.edges), 3 * players + 2, rules.PLANKS * players) == (edges, columns, planks)
        assert all(len(around) == 2 for around in board.joints.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_hull_runs_as_section_1_says(players):
    width = 3 * players + 2
    right = f"V{width - 2},0 H{width - 2},1 H{width - 1},1 V{width},1 V{width},2 H{width - 1},3 H{width - 2},3"
    clockwise = [
        *(f"H{x},0" for x in range(2, width - 2)), *right.split(), f"V{width - 2},3",
        *(f"H{x},4" for x in range(width - 3, 1, -1)), *"V2,3 H1,3 H0,3 V0,2 V0,1 H0,1 H1,1 V2,0".split(),
    ]  # fmt: skip
    assert sorted(clockwise) == sorted(rules.board_of(players).outer)
    for edge, following in zip(clockwise, [*clockwise[1:], clockwise[0]], strict=True):
        assert len(set(rules.ends_of(edge)) & set(rules.ends_of(following))) == 1


@pytest.mark.parametrize("players, variant", KINDS)
def test_the_second_statement_plays_whole_matches_in_which_much_happens(players, variant):
    """The matches that are compared are full of pens and pairs, and what it plays stands its own tests."""
    pens = pairs = 0
    for seed in amount([1], long=[0, 1]):
        rng = random.Random(seed)
        player = Player(players, rng, steadiness=0.9)
        state = rules.start(players, {"variant": variant, "first": seed % players}, Dice(rng))
        assert rules.is_start(players, {"variant": variant, "first": seed % players}, state) is None
        while state["phase"] != "over":
            assert rules.impossible(state) == []
            move = player.choose(state, rules.legal_moves(state))
            after = rules.play(state, move, Dice(rng))
            assert rules.is_outcome(state, move, after) is None
            state = after
        assert rules.impossible(state) == []
        pens += len(state["ark"]["pens"])
        pairs += sum(map(len, state["ark"]["pairs"].values()))
    assert pens >= amount(2, long=6) * players
    assert pairs >= amount(1, long=3) * players


@pytest.mark.parametrize("name", [name for name in RARE_POSITIONS if not name.startswith("over")])
def test_the_rare_positions_go_on_by_themselves(name):
    rng = random.Random(name)
    state = RARE_POSITIONS[name]
    for _ in range(8):
        assert rules.impossible(state) == []
        if state["phase"] == "over":
            break
        move = rng.choice(rules.legal_moves(state))
        after = rules.play(state, move, Dice(rng))
        assert rules.is_outcome(state, move, after) is None
        state = after


def test_moves_are_compared_that_are_refused_for_every_reason_there_is():
    text = rules.RULES.read_text("utf-8")
    section = text[text.index("## 7. Moves") : text.index("## 8. State")]
    reasons = set(re.findall("A[NQ]-[0-9.]+[0-9]", section)) - {"AN-7.5"}
    given = set()
    for name, state in RARE_POSITIONS.items():
        given |= {rules.why_not(state, move) for move in sayable_moves(state, random.Random(name))}
    assert given == {*reasons, None}


def test_the_second_statement_notices_impossible_outcomes():
    state = position(3, phase="bag", drawn="lion-m cat-f", animals=["dog-m"])
    move = move_of("bag", "f")
    good = rules.play(state, move, Given("bear-f"))
    assert rules.is_outcome(state, move, good) is None
    assert good["drawn"] == ["bear-f", "cat-f", "lion-m"]
    changes = [
        {"drawn": ["cat-f", "lion-m"]},
        {"drawn": ["bear-m", "cat-f", "lion-m"]},
        {"drawn": ["cat-f", "dog-m", "lion-m"]},
        {"drawn": ["cat-f", "lion-f", "lion-m"]},
        {"bags": state["bags"]},
        {"phase": "bag"},
        {"turn": 1},
        {"queue": [2, 1]},
        {"scores": [11, 10, 10]},
        {"bonus": [1, 0, 0, 0, 0, 0, 0]},
    ]
    for change in changes:
        assert rules.is_outcome(state, move, {**good, **change}) is not None, change


@pytest.mark.rules("AN-3.5")
@pytest.mark.parametrize("animals", [["dog-m cat-m", "lion-m mole-f"], ["dog-m dog-f", "lion-m mole-f"], ["dog-m", ""],
                                     ["dog-m cat-f", "dog-m mole-f"], ["fox-m cat-f", "lion-m mole-f"]])  # fmt: skip
def test_the_second_statement_notices_impossible_starts(animals):
    state = rules.start(2, {}, Dice(random.Random(1)))
    assert rules.is_start(2, {}, {**state, "animals": [sorted(tiles.split()) for tiles in animals]}) is not None
    for key in ("scores", "planks", "pitch", "food"):
        assert rules.is_start(2, {}, {**state, key: [7, 7]}) is not None


def changed(state, **changes):
    """A state with some keys changed; `ark_` before a key means the ark."""
    state = rules.copied(state)
    for key, value in changes.items():
        if key.startswith("ark_"):
            state["ark"][key.removeprefix("ark_")] = value
        else:
            state[key] = value
    return state


def peopled(fed="all", pitch="all", **pairs):
    """An ark of two players with other pairs, whether or not they may be there."""
    ark = made_ark(2, TWO, {"H1,1": 0, "H6,1": 1, "H2,4": 1, "H5,4": 0}, pitch=pitch, food=fed)
    ark["pairs"] = {f"{pen[1]},{pen[2]}": sorted(names.split()) for pen, names in pairs.items()}
    return position(2, phase="load", ark=ark, bags="", check=False)


LOADING, OVER = RARE_POSITIONS["pens that hold pairs"], RARE_POSITIONS["over"]
NO_TABLE = {
    "a tile twice": changed(LOADING, animals=[[*LOADING["animals"][0], "dog-m"], LOADING["animals"][1]]),
    "a tile missing": changed(LOADING, animals=[LOADING["animals"][0][1:], LOADING["animals"][1]]),
    "a female among males": changed(
        EXAMPLE, bags={"m": sorted([*EXAMPLE["bags"]["m"], "cat-f"]), "f": EXAMPLE["bags"]["f"][1:]}
    ),
    "a plank too many": changed(LOADING, planks=[4, 3]),
    "a cube too many": changed(LOADING, pitch=[4, 3]),
    "a food tile missing": changed(LOADING, food=[0, 0]),
    "a large pair in a pen of another size": peopled(p32="tiger"),
    "two small pairs in a pen": peopled(p20="mouse raven"),
    "two large pairs in a pen": peopled(p20="cat dog"),
    "a pair in no pen": peopled(p22="mouse"),
    "a pen with no pair in the list of pairs": peopled(p20=""),
    "a pair without food": peopled(fed="2,0 3,0", p30="panda"),
    "a pair without pitch": peopled(pitch="J2,0 J2,1", p20="dog"),
    "pitch beside a bare edge": changed(LOADING, ark_pitch=[*PEOPLED["pitch"], "J8,1"], pitch=[1, 2]),
    "pitch on no joint": changed(LOADING, ark_pitch=sorted([*PEOPLED["pitch"], "J3,1"]), pitch=[1, 2]),
    "food outside a pen": changed(LOADING, ark_food=sorted([*PEOPLED["food"], "7,1"]), food=[1, 2]),
    "a pen that is none": changed(LOADING, ark_pens={**PEOPLED["pens"], "7,1": ["7,1"]}),
    "a pen left out": changed(EXAMPLE, ark_pens={"2,0": ["2,0"], "2,1": ["2,1"]}),
    "a pen with another name": changed(
        LOADING, ark_pens={("4,0" if pen == "3,0" else pen): cells for pen, cells in PEOPLED["pens"].items()}
    ),
    "a plank inside a pen": changed(LOADING, ark_planks={**PEOPLED["planks"], "V4,0": 0}, planks=[2, 3]),
    "a plank on no edge": changed(LOADING, ark_planks={**PEOPLED["planks"], "H0,0": 0}, planks=[2, 3]),
    "a plank of no seat": changed(LOADING, ark_planks={**PEOPLED["planks"], "H7,2": 2}),
    "a worker too many": changed(EXAMPLE, action_done=[0, 0, None, None, 1, 1, None]),
    "a worker missing": changed(EXAMPLE, action_done=[None, None, None, None, 1, 1, None]),
    "the actor without a worker": changed(
        EXAMPLE, action_done=[None, 0, None, None, 0, 1, None], action_now=[None] * 6 + [1]
    ),
    "a worker on the wrong row": changed(EXAMPLE, action_done=[None, 0, None, None, 1, 1, 0], action_now=[None] * 7),
    "a bonus too great": changed(EXAMPLE, bonus=[5, 0, 3, 1, 0, 0, 0]),
    "nobody in turn": changed(EXAMPLE, turn=None),
    "a seat twice in the queue": changed(EXAMPLE, queue=[1, 1]),
    "the seat in turn in the queue": changed(EXAMPLE, queue=[0]),
    "points left beyond all": changed(EXAMPLE, left=9),
    "another phase": changed(EXAMPLE, phase="build", left=0),
    "a quick phase": changed(EXAMPLE, phase="action"),
    "a final order too early": changed(EXAMPLE, order=[0, 1]),
    "a final order without all seats": changed(RARE_POSITIONS["final feeding"], order=[2, 0]),
    "a score beyond all": changed(EXAMPLE, scores=[10000, 0]),
    "round 0": changed(EXAMPLE, round=0),
    "winners too early": changed(EXAMPLE, winners=[0]),
    "wrong winners": changed(OVER, winners=[seat for seat in range(4) if seat not in OVER["winners"]]),
    "no winners": changed(OVER, winners=[]),
    "wrong final points": changed(OVER, final=[{**points, "goods": points["goods"] - 1} for points in OVER["final"]]),
    "tiles drawn in a load": changed(
        EXAMPLE, drawn=["cat-m"], bags={"m": EXAMPLE["bags"]["m"][1:], "f": EXAMPLE["bags"]["f"]}
    ),
    "pitch in the quick game": changed(RARE_POSITIONS["quick without animals"], pitch=[1, 0]),
    "an unknown key": changed(EXAMPLE, colour=1),
}


@pytest.mark.rules("AN-8.1")
@pytest.mark.parametrize("name", NO_TABLE)
def test_both_notice_what_no_table_can_show(name):
    assert rules.impossible(NO_TABLE[name])
    with pytest.raises(ararat.BadState):
        GAME.restore(NO_TABLE[name])
