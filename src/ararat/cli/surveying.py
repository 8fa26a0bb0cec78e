"""`ararat reliability` at work: one survey after the other, until all have their positions or Ctrl-C."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..coach import kernels_of
from ..core.contract import Json
from ..core.words import words
from ..errors import BadFile
from .screen import Screen
from .thinking import kernels_for
from .workers import Where, progress, workers

if TYPE_CHECKING:
    from ..arena.survey import Survey, SurveyFolder

PAGE, FITS, FIGURES, PICTURE = "reliability.md", "calibration.toml", "results.json", "reliability"


def make(
    screen: Screen, surveys: list[Survey], save: Path, positions: int, cores: int | None, on: Where, plots: bool
) -> bool:
    """Make all surveys, tell each of them, and write the page of all; whether nobody stopped it."""
    to_the_end = all(make_one(screen, survey, save, positions, cores, on, plots) for survey in surveys)
    write_page(screen, save, plots)
    return to_the_end


def make_one(
    screen: Screen, survey: Survey, save: Path, positions: int, cores: int | None, on: Where, plots: bool
) -> bool:
    """Make one survey and tell what it says; whether nobody stopped it."""
    from ..arena.reliability import reliability_of
    from ..arena.survey import SurveyFolder

    say = screen.words
    screen.errors.print(say("reliability.survey", game=name_of(screen, survey.game), seats=survey.seats))
    folder = SurveyFolder(save / survey.name, survey)
    folder.open()
    try:
        if not play(screen, folder, positions, cores, on):
            screen.out.print(say("arena.stopped", count=len(folder.games)))
            return False
        told = reliability_of(survey, folder.enough(positions))
        tell(screen, folder, told, plots)
    finally:
        folder.close()
    return True


def play(screen: Screen, folder: SurveyFolder, positions: int, cores: int | None, on: Where) -> bool:
    """Play until so many positions were asked about; whether nobody stopped it."""
    from ..arena.survey import ask

    survey = folder.contest
    if folder.games:
        screen.errors.print(screen.words("arena.resumed", count=len(folder.games)))
    if folder.enough(positions):
        return True
    missing = (bout for bout in survey.endless() if not folder.has(bout))  # type: ignore[attr-defined]
    try:
        kernels = (*kernels_for(survey.facts, survey.players, survey.seats), *kernels_of(survey.facts, survey.seats))
        screen.prepare(survey.facts, tuple(dict.fromkeys(kernels)))
        done = folder.positions
        with workers(cores, on, ask) as hands, progress(screen, positions, done, games=False) as step:
            for game, line in hands.play(missing):
                folder.add(game, line)
                step(len(game.answers))
                if folder.enough(positions):
                    return True
    except KeyboardInterrupt:
        return False
    raise AssertionError("bouts are endless")


def tell(screen: Screen, folder: SurveyFolder, told: Json, plots: bool) -> None:
    """Print what a survey says, and keep it beside its matches."""
    from ..arena.folder import as_text
    from ..arena.plots import remove_all
    from ..arena.reliability_report import Report

    report = Report(told, screen.words)
    screen.out.print(Text.assemble((report.title, "bold"), f"  {report.summary}"))
    for section in report.sections():
        screen.out.print()
        screen.out.print(section.rich(screen.out.width))
    screen.out.print()
    folder.write(FIGURES, as_text(told))
    folder.write("report.md", report.markdown())
    remove_all(folder.path, (PICTURE,))
    if plots:
        draw(screen, [told], folder.path, PICTURE)


def write_page(screen: Screen, save: Path, plots: bool) -> None:
    """Write the page, the fits and the pictures of all surveys that lie in the folder."""
    from ..arena.folder import write
    from ..arena.reliability_page import PICTURES, by_game, figures_in, fits_of, page_of, picture_of

    every = figures_in(sorted(save.glob(f"*/{FIGURES}")))
    if not every:
        return
    write(save / PAGE, page_of(every))
    write(save / FITS, fits_of(every))
    for slug, mine in by_game(every).items() if plots else ():
        draw(screen, mine, save / PICTURES, picture_of(slug))
    screen.out.print(screen.words("reliability.kept", page=str(save / PAGE), file=str(save / FITS)))


def draw(screen: Screen, mine: list[Json], folder: Path, name: str) -> None:
    """Draw a picture, or say why there is none."""
    from ..arena import reliability_plot
    from ..arena.contest import BadArena

    try:
        folder.mkdir(exist_ok=True)
        reliability_plot.draw(mine, screen.words, folder, name)
    except BadArena as problem:
        screen.out.print(problem.text_in(screen.words.language))
    except OSError:
        raise BadFile("arena.folder", path=str(folder)) from None


def name_of(screen: Screen, slug: str) -> Any:
    """A game's name in the person's language."""
    from ..games import all_facts

    return words(screen.words.language, all_facts()[slug].package)("name")
