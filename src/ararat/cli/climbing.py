"""`ararat ratings` at work: the pairings of the ladder, one after the other, until all are done with or Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..arena.bout import Game
from ..arena.folder import Folder, Memory, OtherContest, lock, write
from ..arena.ladder import FILE, Ladder, Pairing
from ..arena.ladder_page import page_of
from ..arena.report import number_in, percent_in
from ..atomic import sweep
from ..core.words import words
from ..errors import BadFile
from .screen import Screen
from .workers import prepare, progress

if TYPE_CHECKING:
    from ..arena.workers import Workers

PAGE = "ratings.md"
PAUSE = 5.0  # seconds between two writings of the file


class Climb:
    """A run over the ladder."""

    def __init__(self, screen: Screen, ladder: Ladder, records: Path | None) -> None:
        self.screen = screen
        self.ladder = ladder
        self.records = records
        self._written = 0.0

    @contextmanager
    def alone_in(self, folder: Path) -> Iterator[None]:
        """Take the folder and what is in it; refuse it while another run has it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held = os.open(folder, os.O_RDONLY)
        except OSError:
            raise BadFile("arena.folder", path=str(folder)) from None
        try:
            lock(held, folder)
            sweep(folder)
            self.ladder.load()
            yield
        finally:
            os.close(held)

    def play(self, slugs: list[str], hands: Workers) -> bool:
        """Play on until every pairing is done with; whether nobody stopped it."""
        anew = sum(pairing.contest.game in slugs for pairing in self.ladder.outdated())
        if anew:
            self.screen.errors.print(self.screen.words("arena.ladder-anew", count=anew))
        try:
            with hands:
                while (step := self.ladder.next_step(slugs)) is not None:
                    self.play_step(*step, hands)
        except KeyboardInterrupt:
            self.ladder.save()
            return False
        return True

    def play_step(self, pairing: Pairing, deals: int, hands: Workers) -> None:
        """Play a pairing up to its next look."""
        contest = pairing.contest
        folder = self.opened(pairing)
        try:
            for game in folder.games.values():  # what the file had not yet when the last run was killed
                self.add(pairing, game)
            missing = [bout for bout in contest.bouts(0, deals) if not pairing.has(bout)]
            prepare(self.screen, contest)
            total = deals * contest.games_of_a_deal
            self.screen.errors.print(self.said(pairing, "arena.ladder-pairing"))
            with progress(self.screen, total, total - len(missing)) as step:
                for game, line in hands.play(missing):
                    folder.add(game, line)
                    self.add(pairing, game)
                    step(1)
        finally:
            folder.close()
            self.ladder.save()
        share, interval = pairing.share()
        say = self.screen.words
        low, high = interval or (0.0, 1.0)
        values: dict[str, str | int] = {
            "share": percent_in(say.language, share),
            "low": number_in(say.language, 100 * low),
            "high": percent_in(say.language, high),
            "games": pairing.games,
        }
        self.screen.out.print(self.said(pairing, "arena.ladder-share", **values))

    def opened(self, pairing: Pairing) -> Folder:
        """Where the games of a pairing are kept; those of other rules or levels are set aside."""
        if self.records is None:
            return Memory(pairing.contest)
        folder = Folder(self.records / pairing.name, pairing.contest)
        try:
            folder.open()
        except OtherContest:
            aside = folder.set_aside()
            self.screen.errors.print(self.screen.words("arena.ladder-aside", path=str(folder.path), aside=aside.name))
            folder.open()
        return folder

    def add(self, pairing: Pairing, game: Game) -> None:
        """Take a game in, and write the file now and then."""
        if game.deal not in pairing.rows and game.place not in pairing.open:
            self.ladder.add(pairing, game)
            if time.monotonic() - self._written > PAUSE:
                self.ladder.save()
                self._written = time.monotonic()

    def said(self, pairing: Pairing, key: str, **values: str | int) -> str:
        """A sentence about a pairing."""
        say, contest = self.screen.words, pairing.contest
        name = words(say.language, contest.facts.package)("name")
        weaker, stronger = contest.players
        return say(key, game=name, seats=contest.seats, stronger=stronger, weaker=weaker, **values)

    def write(self, folder: Path) -> None:
        """Write the page, and say how far the ratings have come."""
        say = self.screen.words
        write(folder / PAGE, page_of(self.ladder))
        total = len(self.ladder.pairings)
        done = sum(self.ladder.look_due(pairing) is None for pairing in self.ladder.pairings)
        self.screen.out.print(say("arena.ladder-done", done=done, total=total))
        if done < total:
            self.screen.out.print(say("arena.ladder-on"))
        self.screen.out.print(say("arena.ladder-kept", page=str(folder / PAGE), file=str(folder / FILE)))
