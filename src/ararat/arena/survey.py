"""A survey: matches between equal bots, in which the coach says on the way how likely the seat in turn wins.

Every match is a deal of its own, so matches are what chance draws. Of a long one only some decisions are asked about,
drawn by lot: those of one match tell much the same, and many matches tell more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, cast

from ..calibration import mark_of
from ..coach import checked, found
from ..core.contract import Json
from ..facade import find_game
from ..match import Match, checked_seed
from ..players import find as find_player
from .bout import Game, game_of, integer, line_of, played
from .contest import Bout, Contest, how_of
from .folder import Folder

FEWEST = 4  # matches: two to learn from, two to judge by


@dataclass(frozen=True)
class Survey(Contest):
    """What is played by whom, and how the coach is asked: `players` is the one bot that takes all seats."""

    playouts: int = 1  # of an analysis
    each: int = 1  # decisions of a match that are asked about, at most

    @property
    def name(self) -> str:
        """A name that can be a folder's."""
        return f"{self.game}-{self.seats}"

    @property
    def games_of_a_deal(self) -> int:
        return 1

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        return [self.players * self.seats]

    def endless(self) -> Iterator[Bout]:
        """Match after match."""
        for deal in count():
            yield from self.bouts(deal, deal + 1)

    def asked(self, deal: int, decisions: int) -> list[int]:
        """The numbers of the decisions of a match that are asked about."""
        return sorted(Random(self.lot("asked", deal)).sample(range(decisions), min(self.each, decisions)))

    @property
    def net(self) -> str | None:
        """The mark of the net that the coach thinks with, if it does with one."""
        return mark_of(self.facts, self.seats)

    def as_json(self) -> Json:
        asked = {"playouts": self.playouts, "each": self.each}
        return super().as_json() | asked | ({} if self.net is None else {"net": self.net})


@dataclass(frozen=True)
class Answer:
    """What the coach found at a decision, before it is told."""

    number: int  # of the decision, from 0
    seat: int
    chance: float


@dataclass(frozen=True)
class Answered(Game):
    """A game, and what the coach found on the way."""

    answers: tuple[Answer, ...] = ()

    def as_json(self) -> Json:
        return super().as_json() | {"found": [[one.number, one.seat, one.chance] for one in self.answers]}

    def won(self, seat: int) -> float:
        """What a seat has of the victory: a shared one counts in parts, as in every playout."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class SurveyFolder(Folder):
    """The matches of a survey, kept as those of a contest are."""

    @staticmethod
    def read_game(line: Json) -> Answered:
        return answered_of(line)

    def enough(self, positions: int) -> list[Answered]:
        """The first matches that have so many positions together; none while one of them is missing."""
        found: list[Answered] = []
        while (place := (len(found), 0)) in self.answered and (positions > 0 or len(found) < FEWEST):
            found.append(self.answered[place])
            positions -= len(found[-1].answers)
        return found if positions <= 0 and len(found) >= FEWEST else []

    @property
    def positions(self) -> int:
        """How many positions were asked about in all matches."""
        return sum(len(game.answers) for game in self.answered.values())

    @property
    def answered(self) -> dict[tuple[int, int], Answered]:
        """The matches, by their places."""
        return cast(dict[tuple[int, int], Answered], self.games)


def checked_survey(
    game: Any, player: str, seats: int, options: Mapping[str, Any], seed: Any, playouts: int, each: int
) -> Survey:
    """A survey that can be made; otherwise one sentence says why it can't."""
    facts = find_game(game).facts
    how_of(find_player(player).code, facts, seats)  # a net must be one of this game
    known = facts.checked_options(seats, options)
    return Survey(
        facts.slug, (player,), seats, known, checked_seed(seed), playouts=checked(playouts), each=checked(each)
    )


def ask(bout: Bout) -> tuple[Answered, str]:
    """Play a game to its end and ask about it: what came of it, and the line that keeps it with its record."""
    game, match = played(bout)
    answered = Answered(**vars(game), answers=tuple(answers(match, bout)))
    return answered, line_of(answered, match)


def answers(match: Match, bout: Bout) -> Iterator[Answer]:
    """What the coach finds of the moves that were made, each from the view of whoever made it."""
    survey = bout.contest
    assert isinstance(survey, Survey)
    for number in survey.asked(bout.deal, len(match.history)):
        seat, view, move = match.decision(number)
        thought = found(view, move, survey.playouts, survey.lot("look", bout.deal, number))
        yield Answer(number, seat, thought.chance)


def answered_of(line: Json) -> Answered:
    """A game as it was kept; KeyError, TypeError or ValueError if that is none."""
    game = game_of(line)
    kept = tuple(Answer(integer(number), integer(seat), float(chance)) for number, seat, chance in line["found"])
    if not all(0 <= one.seat < len(game.seating) and 0.0 <= one.chance <= 1.0 for one in kept):
        raise ValueError
    return Answered(**vars(game), answers=kept)
