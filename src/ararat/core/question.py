"""A question to a rulebook, as people ask it: whatever the accents, the endings and the word they happen to use.

What is known of a language stands with its words: `search.endings` to cut off, `search.small` words that
say nothing, `search.same` words that mean the same, and `search.here` those that do so in one game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from math import log

from .contract import Facts
from .rulebook import Passage, passages_of
from .words import Words, plain

WORD = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"(?:[a-z]{2}[- ]?)?[0-9a-z]{1,2}[.][0-9]*|[a-z]{2}-[0-9a-z]{0,2}")
SHORTEST = 3  # letters that are left of a word
OTHER_WORD = 0.7  # what another word for the same is worth
BESIDE = 0.6  # what is found outside the rules
TITLE = 0.5  # what is found in the title alone
WORTH_SHOWING = 0.4  # of the best answer
EARLY, SOON = 1.3, 3  # what is worth more where a text begins, and how many words that is
SATURATION, LENGTHS = 1.2, 0.3  # how little a word counts that comes again, and how much long texts lose

Stem = tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A passage that answers, with the places of its text that do: from, to."""

    passage: Passage
    marks: list[tuple[int, int]]


@dataclass(frozen=True)
class Term:
    """A stem where it stands in a text."""

    stem: str
    begin: int
    end: int


class Language:
    """How the words of one language, in one game, are cut down and put together."""

    def __init__(self, spoken: Words) -> None:
        self.endings = sorted(_told(spoken, "search.endings").split(), key=len, reverse=True)
        self.small = set(_told(spoken, "search.small").split())
        groups = "/".join((_told(spoken, "search.same"), _told(spoken, "search.here"))).split("/")
        stemmed = [{self.stems(member) for member in group.split(",")} - {()} for group in groups]
        self.groups = [group for group in stemmed if group]

    def stem(self, word: str) -> str:
        """A word without its ending."""
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
                word = word[: -len(ending)]
                break
        return word[:-1] if len(word) > SHORTEST and word[-1] == word[-2] and word.isalpha() else word

    def terms(self, text: str) -> list[Term]:
        """The words of a text that say something."""
        found = [(plain(word[0]), word) for word in WORD.finditer(text)]
        telling = [(word, at) for word, at in found if word not in self.small and (len(word) > 1 or word.isdigit())]
        return [Term(self.stem(word), *at.span()) for word, at in telling]

    def stems(self, text: str) -> Stem:
        return tuple(term.stem for term in self.terms(text))

    def meanings(self, stems: Stem) -> list[dict[Stem, float]]:
        """What is asked for, one by one: the words that were used, and others that mean the same."""
        meanings: list[tuple[set[int], dict[Stem, float]]] = []
        for group in self.groups:
            for member in group:
                for at in _places(member, stems):
                    same = dict.fromkeys(group, OTHER_WORD) | {member: 1.0}
                    meanings.append((set(range(at, at + len(member))), same))
        merged: list[dict[Stem, float]] = []
        covered: set[int] = set()
        for places, same in sorted(meanings, key=lambda meaning: -len(meaning[0])):
            if not places & covered or len(places) == 1:
                merged.append(same)
                covered |= places
        return merged + [{(stem,): 1.0} for at, stem in enumerate(stems) if at not in covered]


class Reader:
    """Somebody who has read a game's book in one language, and answers."""

    def __init__(self, facts: Facts, spoken: Words) -> None:
        self.language = Language(spoken)
        self.passages = passages_of(facts, spoken)
        self.terms = [self.language.terms(passage.text) for passage in self.passages]
        self.stems = [tuple(term.stem for term in terms) for terms in self.terms]
        self.titles = [self.language.stems(passage.title) for passage in self.passages]
        self.usual = sum(map(len, self.stems)) / max(1, len(self.stems))

    @cached_property
    def vocabulary(self) -> set[str]:
        known = {stem for stems in (*self.stems, *self.titles) for stem in stems}
        return known | {stem for group in self.language.groups for member in group for stem in member}

    def answer(self, question: str) -> list[Found]:
        """The passages that answer a question, the best first; a number finds its rule."""
        asked = plain(question.strip())
        if NUMBER.fullmatch(asked):
            wanted = asked.replace(" ", "-")
            numbered = [
                passage for passage in self.passages if wanted in plain(passage.name) and passage.kind == "rule"
            ]
            if numbered:
                return [Found(passage, []) for passage in numbered]
        meanings = self.language.meanings(tuple(self._known(stem) for stem in self.language.stems(asked)))
        scores = self._scores(meanings)
        best = max(scores, default=0.0)
        order = sorted((at for at, score in enumerate(scores) if score), key=lambda at: -scores[at])
        return [self._found(at, meanings) for at in order if scores[at] >= WORTH_SHOWING * best]

    def _known(self, stem: str) -> str:
        """A word of the book: this one, one that begins so, or one that is nearly written so."""
        if stem in self.vocabulary or stem.isdigit():
            return stem
        longer = sorted((word for word in self.vocabulary if len(stem) >= SHORTEST and word.startswith(stem)), key=len)
        return next(iter([*longer, *get_close_matches(stem, sorted(self.vocabulary), 1, 0.8)]), stem)

    def _scores(self, meanings: list[dict[Stem, float]]) -> list[float]:
        scores = [0.0] * len(self.passages)
        met = [0] * len(self.passages)
        for meaning in meanings:
            weights = [self._weight(at, meaning) for at in range(len(self.passages))]
            holding = sum(weight > 0 for weight in weights)
            rarity = log(1 + (len(weights) - holding + 0.5) / (holding + 0.5))
            for at, weight in enumerate(weights):
                scores[at] += rarity * weight
                met[at] += weight > 0
        return [score * count / max(1, len(meanings)) for score, count in zip(scores, met, strict=True)]

    def _weight(self, at: int, meaning: dict[Stem, float]) -> float:
        """How much a passage speaks of a meaning, long ones less."""
        passage, stems = self.passages[at], self.stems[at]
        if passage.for_programs:
            return 0.0
        told = sum(worth * len(_places(words, stems)) for words, worth in meaning.items())
        if any(min(_places(words, stems), default=SOON) < SOON for words in meaning):
            told *= EARLY
        length = 1 - LENGTHS + LENGTHS * len(stems) / self.usual
        weight = told * (SATURATION + 1) / (told + SATURATION * length)
        titled = (worth for words, worth in meaning.items() if _places(words, self.titles[at]))
        weight += TITLE * max(titled, default=0.0)
        return weight if passage.kind == "rule" else weight * BESIDE

    def _found(self, at: int, meanings: list[dict[Stem, float]]) -> Found:
        terms, stems = self.terms[at], self.stems[at]
        marks = {
            (terms[place].begin, terms[place + len(words) - 1].end)
            for meaning in meanings
            for words in meaning
            for place in _places(words, stems)
        }
        return Found(self.passages[at], _apart(sorted(marks)))


def _places(words: Stem, text: Stem) -> list[int]:
    """Where words stand together in a text."""
    if words[0] not in text:
        return []
    return [at for at in range(len(text) - len(words) + 1) if text[at : at + len(words)] == words]


def _apart(marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in order, without those that begin inside another."""
    apart: list[tuple[int, int]] = []
    for begin, end in marks:
        if not apart or begin >= apart[-1][1]:
            apart.append((begin, end))
    return apart


def _told(spoken: Words, key: str) -> str:
    return spoken(key) if key in spoken else ""
