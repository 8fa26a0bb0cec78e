"""The page of how reliable the coach's chances are, in English like all pages of the docs; and the file of its fits."""

from __future__ import annotations

from pathlib import Path

from ..calibration import mark_of, that_matter, written
from ..core.contract import Json
from ..games import all_facts
from .contest import BadArena
from .folder import object_in

PICTURES = "pictures"  # the folder beside the page
HEAD = """# How reliable chances are

Of positions that the coach tells 70 %, 70 % should be won. `ararat reliability` measures it: equal bots play match
after match; at decisions drawn by lot the coach is asked, from the view of whoever decides, how likely that seat
wins after its move, by the very look that an analysis takes; and in the end it is noted who won, a shared victory
in parts. `make reliability` makes this page anew.

The playouts of a search are played by quick players, so the share of them that is won (*found*) is not yet the
chance that comes true. A line in log-odds through the fair share, of a *slope* and a *shift*, corrects it: below a
slope of 1 playouts are too sure, above it not sure enough; a shift below 0 says that they flatter whoever has just
moved. It is fitted to every other match and judged by those between them. It is *kept* only where those it is
fitted to exclude, at 95 %, that nothing is to be corrected, and only if the others are told better by it. The fits
are kept in [calibration.toml](../src/ararat/calibration.toml); the coach tells chances through them, with the usual
options. Whatever has no fit is told as it was found.

A survey has time for few playouts at each position; an analysis has many. What few find is *scattered*: of those
that look likely more were lucky than not. What many would find is told from how the chances of all positions
spread, without a look at who won ([scatter.py](../src/ararat/arena/scatter.py)); *found* and all after it is that.
Where the coach thinks with a net, which judges without playing out, few playouts scatter little: that is left as it is.
Figures of a game that has come to ship a net since are of its guide, and no longer correct what it is told.

*Error*: how far what is told and what is won are apart, in the mean over ten bins (the expected calibration error);
some of it is chance, the more the fewer matches there are. *Bins*: how many of them have what is told within the
95 % interval of what is won. *Brier*: the mean square of what is told less what came, beside that of always telling
the fair share. *Before* and *after* are the same matches, those that the fit has not seen. All intervals are 95 %
and draw whole matches again.
"""
COLUMNS = (
    *("seats", "matches", "positions", "error scattered", "found", "bins", "slope", "shift", "kept"),
    *("error before", "after", "bins", "Brier before", "after", "fair share"),
)


def figures_in(paths: list[Path]) -> list[Json]:
    """The figures of some surveys, but for those of other rules or nets, or of games that are not here."""
    every = [(path, object_in(path)) for path in paths]
    for path, told in every:
        if not told.keys() >= {"game", "rules", "seats", "scattered", "found", "fit", "before", "after"}:
            raise BadArena("arena.damaged", path=str(path))
    return [told for _, told in every if told["game"] in all_facts() and is_of_today(told)]


def is_of_today(told: Json) -> bool:
    """Whether figures are of the rules and of the net that are here."""
    facts = all_facts()[told["game"]]
    return facts.rules_version == told["rules"] and mark_of(facts, told["seats"]) == told.get("net")


def by_game(every: list[Json]) -> dict[str, list[Json]]:
    """The figures of each game, fewer seats first."""
    ordered = sorted(every, key=lambda told: int(told["seats"]))
    found = {slug: [told for told in ordered if told["game"] == slug] for slug in all_facts()}
    return {slug: mine for slug, mine in found.items() if mine}


def page_of(every: list[Json]) -> str:
    """The whole page, from the figures of all surveys."""
    parts = [HEAD]
    for slug, mine in by_game(every).items():
        name = all_facts()[slug].name
        parts += [f"## {name}", "", f"![{name}]({PICTURES}/{picture_of(slug)}.svg)", "", *made(mine), ""]
        parts += [
            f"| {' | '.join(COLUMNS)} |",
            "|---:" * len(COLUMNS) + "|",
            *map(row_of, mine),
            "",
            *missing(slug, mine),
        ]
    return "\n".join(parts)


def missing(slug: str, mine: list[Json]) -> list[str]:
    """Which numbers of seats nobody has measured."""
    measured = {told["seats"] for told in mine}
    left = [str(seats) for seats in all_facts()[slug].players if seats not in measured]
    return [f"Not measured yet, and told as found: {', '.join(left)} seats.", ""] if left else []


def picture_of(slug: str) -> str:
    """The name of the picture of a game, without its ending."""
    return f"reliability-{slug}"


def made(mine: list[Json]) -> list[str]:
    """How the figures of a game were made."""
    said = {
        f"`{told['players'][0]}` at all seats, analyses of {told['playouts']:,} playouts, at most {told['each']} "
        f"decisions of a match, seed {told['seed']}, version {told['version']}, rules {told['rules']}, {told['date']}."
        for told in mine
    }
    return sorted(said)


def row_of(told: Json) -> str:
    """A survey as a row of the table."""
    found, before, after, fit = told["found"], told["before"], told["after"], told["fit"]
    cells = [
        str(told["seats"]),
        str(told["matches"]),
        f"{told['positions']:,}",
        _percent(told["scattered"]["error"]),
        _percent(found["error"]),
        _agreeing(found),
        _figure(fit["slope"]),
        _figure(fit["shift"]),
        "yes" if fit["helps"] else "no",
        _percent(before["error"]),
        _percent(after["error"]),
        _agreeing(after),
        f"{before['brier']['score']:.3f}",
        f"{after['brier']['score']:.3f}",
        f"{after['brier_fair']['score']:.3f}",
    ]
    return "| " + " | ".join(cells) + " |"


def fits_of(every: list[Json]) -> str:
    """The file of all fits that change something, for the better."""
    return written(fit_of(told) for mine in by_game(every).values() for told in mine if told["fit"]["helps"])


def fit_of(told: Json) -> Json:
    """The fit of a survey, and how it was made."""
    fit = told["fit"]
    how = {
        "player": told["players"][0],
        **{name: told[name] for name in ("playouts", "each", "seed", "version", "date")},
    }
    return {
        **{name: told[name] for name in ("game", "seats", "rules", "net") if name in told},
        "options": that_matter(all_facts()[told["game"]], told["options"]),
        **fit["kept"],
        "made": how | {name: fit[name] for name in ("matches", "positions")},
    }


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _agreeing(told: Json) -> str:
    return f"{told['agreeing']} of {len(told['bins'])}"


def _figure(told: Json) -> str:
    interval = "" if told["low"] is None else f" ({told['low']:.2f} to {told['high']:.2f})"
    return f"{told['value']:.2f}{interval}".replace("-", "\N{MINUS SIGN}")
