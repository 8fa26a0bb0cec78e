"""What the page of the champions says from figures, in English like all pages of the docs. Of what nobody has measured
it says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ararat.core.contract import Json
from ararat.games import all_facts
from champions_figures import DUELS, FIRSTS, Found, falls_short, learnt, mark_of

MOST = 5  # rows of a list of moves, from either end
TOLD = 10  # decisions with a figure, at least, before a move is shown

MARK = "champions"  # between marks of this name the page has what follows from figures
LESSONS = """## What they taught us

Champions against themselves. Chances here are what their own search thinks, a look at each move alone; they are
as right as the champion is. *Points* are points of chance: from 50 % to 53 % are three. Moves are written as programs
write them, without places: `keep: zebra-4`; `keep: …-4` is any 4, and `split: off of 2` sets two apart.
"""


def lines_of(found: Found, pictures: Sequence[str]) -> list[str]:
    """All of it."""
    parts = nets(found)
    if "champions-curves" in pictures:
        parts += ["## Curves", "", picture("champions-curves", "What the nets won while they learnt"), ""]
        parts += [
            "The net alone, its likeliest move, without a search; dotted is what equals would win.",
            "",
            *judged(found),
        ]
    parts += [*beside_owl(found, pictures), *by_time(found, pictures), *by_training(found, pictures), *spiel(found)]
    if found.lessons:
        parts += [LESSONS]
        if "champions-worth" in pictures:
            parts += [picture("champions-worth", "What a seat is worth"), ""]
        for slug in found.games:
            mine = sorted((one for one in found.lessons if one["game"] == slug), key=lambda one: one["seats"])
            parts += taught(slug, mine) if mine else []
    parts += everything(found)
    return parts


def nets(found: Found) -> list[str]:
    """What made each net that was measured."""
    every = {mark: one for one in found.pairings if (mark := mark_of(one)) is not None}
    if not every:
        return []
    rows = []
    for mark, one in sorted(every.items(), key=lambda item: (item[1]["game"], learnt(item[1])[0] or 0)):
        made, (seconds, steps) = one["think"]["who"]["made"], learnt(one)
        kind = "tables that moves lead to" if made.get("priors") == "afterstates" else "moves"
        told = "yes" if mark == found.champion(one["game"]) else ""
        took = "" if seconds is None else f"{seconds / 60:.0f} minutes"
        rows.append(
            [name_of(one), f"`{mark[:8]}`", kind, f"{(steps or 0) / 1e6:.0f} million" if steps else "", took, told]
        )
    columns = ("game", "net", "weighs", "decisions", "learnt for", "champion")
    return [*table(columns, rows), ""]


def judged(found: Found) -> list[str]:
    """The last judgement of each run."""
    rows = []
    for run in found.runs:
        last = {(entry["players"], entry["against"]): entry for entry in run["log"] if "against" in entry}
        for (players, against), entry in sorted(last.items()):
            count = f"{entry['steps'] / 1e6:.1f}"
            rows.append(
                [
                    all_facts()[run["game"]].name,
                    str(players),
                    count,
                    f"`{against}`",
                    told_share(entry, "wins", 1 / players),
                ]
            )
    return [*table(("game", "seats", "million decisions", "against", "matches won"), rows), ""] if rows else []


def beside_owl(found: Found, pictures: Sequence[str]) -> list[str]:
    """The champions beside what they replace."""
    rows = [one for one in found.beside_owl() if one["think"]["who"]["seconds"] == found.usual_time()]
    if not rows:
        return []
    parts = [
        "## Beside Owl, by player count",
        "",
        f"The champion at one seat, Owl's search with its guide at all others, {found.usual_time():g} s a decision for",
        "both on one core each, every seat in turn on the same deals.",
        f"Asked for (|): {100 * DUELS:.0f} % with two seats, {FIRSTS} times the fair share with more.",
        "",
    ]
    if "champions-seats" in pictures:
        parts += [picture("champions-seats", "First places beside Owl's search"), ""]
    cells = [
        [
            name_of(one),
            str(one["seats"]),
            str(one["matches"]),
            told_share(one, "share", one["fair"]),
            times(one),
            falls_short(one),
        ]
        for one in rows
    ]
    return [*parts, *table(("game", "seats", "matches", "first places", "times fair", ""), cells), ""]


def by_time(found: Found, pictures: Sequence[str]) -> list[str]:
    """Strength by thinking time."""
    groups = found.by_thinking()
    if not groups:
        return []
    head = ["## By thinking time", "", "Champion and Owl's search with more and with less time, both the same.", ""]
    if "champions-thinking" in pictures:
        head += [picture("champions-thinking", "Strength by thinking time"), ""]
    cells = [
        [
            name_of(one),
            str(one["seats"]),
            f"{one['think']['who']['seconds']:g} s",
            str(one["matches"]),
            told_share(one, "share", one["fair"]),
        ]
        for mine in groups
        for one in mine
    ]
    return [*head, *table(("game", "seats", "a decision", "matches", "first places"), cells), ""]


def by_training(found: Found, pictures: Sequence[str]) -> list[str]:
    """Strength by training time."""
    groups = found.by_training()
    if not groups:
        return []
    head = [
        "## By training time",
        "",
        "Nets of the same game that learnt for longer and longer, beside Owl's search at equal time.",
        "",
    ]
    if "champions-training" in pictures:
        head += [picture("champions-training", "Strength by training time"), ""]
    cells = []
    for mine in groups:
        for one in mine:
            seconds, steps = learnt(one)
            took = "" if seconds is None else f"{seconds / 60:.0f} minutes"
            count = f"{steps / 1e6:.0f} million" if steps else ""
            share = told_share(one, "share", one["fair"])
            time = f"{one['think']['who']['seconds']:g} s"
            cells.append([name_of(one), str(one["seats"]), took, count, time, str(one["matches"]), share])
    return [
        *head,
        *table(("game", "seats", "learnt for", "decisions", "a decision", "matches", "first places"), cells),
        "",
    ]


def spiel(found: Found) -> list[str]:
    """Beside OpenSpiel's search."""
    rows = [one for one in found.duels if "net" in (one["A"] + one["B"])]
    if not rows:
        return []
    columns = ("A", "B", "seats", "s a decision", "deals", "matches", "A wins %", "95 %")
    cells = [[f"`{one[name]}`" if name in "AB" else str(one[name]) for name in columns] for one in rows]
    head = [
        "## Beside OpenSpiel's search",
        "",
        "Information-set search in Python, Animals on Board, equal time on one core each.",
        "",
    ]
    return [*head, *table(columns, cells), ""]


# --- Lessons --------------------------------------------------------------------------------------


def taught(slug: str, mine: list[Json]) -> list[str]:
    """What was learnt about a game."""
    usual = min(mine, key=lambda one: abs(one["seats"] - all_facts()[slug].usual_players))
    count = ", ".join(f"{one['matches']:,} with {one['seats']}" for one in mine)
    parts = [f"### {all_facts()[slug].name}", "", f"`{mine[0]['who']}` at all seats; matches: {count}.", ""]
    return [*parts, *seats(mine), *lengths(mine), *openings(usual), *overvalued(mine, usual)]


def seats(mine: list[Json]) -> list[str]:
    """The worth of a seat."""
    most = max(one["seats"] for one in mine)
    rows = []
    for one in mine:
        told = [told_share(row, "firsts", one["fair"], of=False) for row in one["by_seat"]]
        rows.append([str(one["seats"]), *told, *[""] * (most - len(told))])
    says = []
    for one in mine:
        for row in one["by_seat"]:
            if row["low"] is not None and not row["low"] <= one["fair"] <= row["high"]:
                word = "more" if row["firsts"] > one["fair"] else "less"
                says.append(f"with {one['seats']} seats the {ordinal(row['seat'])} wins {word} than its share")
    line = (
        f"**Seats.** {sentence(says)}"
        if says
        else "**Seats.** No seat is worth more or less than another, as far as these matches tell."
    )
    return [line, "", *table(("seats", *(ordinal(seat) for seat in range(most))), rows), ""]


def lengths(mine: list[Json]) -> list[str]:
    """How long matches are, and what a lead is worth."""
    long, led = [], []
    for one in mine:
        decisions, choices, moves = (one["length"][name]["mean"] for name in ("decisions", "choices", "moves"))
        long.append(f"with {one['seats']} seats {decisions:.0f} decisions, {choices:.0f} of them between several moves")
        long[-1] += f" ({moves:.1f} in the mean)"
        if count := one["leader"]["matches"]:
            share = told_share(one["leader"], "wins", one["fair"], of=False)
            led.append(f"with {one['seats']} seats in {share} of {count} matches")
    parts = [f"**Length.** {sentence(long)}", ""]
    return [*parts, f"**Half-way.** Who leads then by points wins, {'; '.join(led)}.", ""] if led else parts


def openings(one: Json) -> list[str]:
    """What is taken first, and what it is worth."""
    parts = []
    for opened in one["openings"]:
        rows = opened["parts"] if len(opened["parts"]) > 2 else opened["moves"]
        rows = [row for row in rows if row["offered"] >= TOLD]
        if len(rows) > 2:
            shown = rows if len(rows) <= 2 * MOST else [*rows[:MOST], *rows[-MOST:]]
            which = "first" if opened["step"] == 1 else "second"
            some = "" if shown == rows else f"; the best and the worst {MOST} of {len(rows)}"
            parts += [
                f"**Openings.** The {which} choice of a seat, {one['seats']} seats: how often it is taken where it can",
                f"be, and how many points better it is than the mean of what could be done there{some}.",
                "",
                *table(
                    ("move", "could be", "taken", "points better"),
                    [
                        [f"`{row['move']}`", str(row["offered"]), percent(row["taken"]), points(row, "better")]
                        for row in shown
                    ],
                ),
                "",
            ]
    return parts


def overvalued(mine: list[Json], usual: Json) -> list[str]:
    """What the other bot prefers, and what that costs."""
    said = []
    for one in mine:
        if "cost" in (other := one["others"]):
            share = told_share(other["differ"], "share", 0, of=False)
            said.append(f"with {one['seats']} seats in {share} of {other['decisions']} choices")
            said[-1] += f", which costs {points(other['cost'], 'mean')} points each time"
    if not said:
        return []
    beside = usual["beside"]
    parts = [f"**Overvalued.** `{beside}` would do otherwise {'; '.join(said)}.", ""]
    rows, seen = [], set()
    for row in (*usual["others"]["kinds"], *usual["others"]["parts"]):
        dear = row.get("cost") and (row["cost"]["low"] or 0) > 0 and row["theirs"] > row["mine"]
        if dear and row["move"] not in seen and row["times"] >= TOLD:
            seen.add(row["move"])
            rows.append(row)
    rows.sort(key=lambda row: -row["cost"]["mean"] * row["times"])
    if rows:
        cells = [
            [
                f"`{row['move']}`",
                percent(row["theirs"]),
                percent(row["mine"]),
                points(row["cost"], "mean"),
                str(row["times"]),
            ]
            for row in rows[: 2 * MOST]
        ]
        columns = ("move", f"`{beside}` does it", "the champion", "costs points", "times")
        parts += [
            f"With {usual['seats']} seats, what it does more often than the champion, and surely pays for:",
            "",
            *table(columns, cells),
            "",
        ]
    return parts


# --- Words ----------------------------------------------------------------------------------------


def everything(found: Found) -> list[str]:
    """All pairings, so that none is left out."""
    if not found.pairings:
        return []
    ordered = sorted(found.pairings, key=lambda one: (one["game"], one["seats"], one["who"], one["against"]))
    cells = [
        [
            name_of(one),
            str(one["seats"]),
            f"`{one['who']}`",
            f"`{one['against']}`",
            str(one["matches"]),
            told_share(one, "share", one["fair"]),
        ]
        for one in ordered
    ]
    machines = sorted({f"{one['date'][:10]}, {one['machine']}, Python {one['python']}" for one in found.pairings})
    columns = ("game", "seats", "who", "against", "matches", "first places")
    return ["## All pairings", "", *table(columns, cells), "", *(f"{machine}." for machine in machines)]


def table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    names = [*columns]
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|", *(f"| {' | '.join(row)} |" for row in rows)]


def picture(name: str, title: str) -> str:
    return f"![{title}](pictures/{name}.svg)"


def name_of(one: Json) -> str:
    return all_facts()[one["game"]].name


def told_share(row: Json, name: str, fair: float, of: bool = True) -> str:
    """A share with its interval, and the fair one."""
    between = "" if row["low"] is None else f" ({100 * row['low']:.0f} to {100 * row['high']:.0f})"
    return f"{100 * row[name]:.0f} %{between}" + (f" of {100 * fair:.0f}" if of else "")


def times(one: Json) -> str:
    """How many times the fair share."""
    ends = "" if one["low"] is None else f" ({one['low'] / one['fair']:.2f} to {one['high'] / one['fair']:.2f})"
    return f"{one['share'] / one['fair']:.2f}{ends}"


def points(row: Json, name: str) -> str:
    """Points of chance, with their interval."""
    ends = "" if row["low"] is None else f" ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
    return f"{100 * row[name]:.1f}{ends}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def ordinal(seat: int) -> str:
    return ("first", "second", "third", "fourth", "fifth")[seat] if seat < 5 else f"{seat + 1}th"


def sentence(parts: list[str]) -> str:
    """Several things as one sentence."""
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
