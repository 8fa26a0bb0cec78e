"""The page of all ratings, in English like all pages of the docs."""

from __future__ import annotations

from ..core.contract import Json
from ..core.levels import FAR
from ..games import all_facts
from ..players.codes import OLD_OWL
from .contest import how_of
from .ladder import YARDSTICK, Ladder, Pairing

WINS_OF_TWO = 0.9  # that the strongest level should reach against the yardstick

HEAD = """# Ratings of the levels

Made by `make ratings`, which can be stopped and goes on where it stopped; all figures come from
[ratings.json](ratings.json). Every level plays the next one at every game and number of seats, with the usual options,
and the strongest also plays `{yardstick}`, with more than two seats alone among them. Every deal is played with
everybody in every seat equally often ([arena](arena.md)). A pairing is looked at after {looks} games, and is
done with once the {confidence} interval of the share of duels excludes one half. The page prints 95 % intervals;
wider ones make up for looking up to {times} times. All intervals draw whole deals again.

*Duels*: the share of duels that the stronger player won against the weaker (ties half). *Elo*: by how much it is rated
higher. *First places*: its share of them, a shared first place in parts, beside its share of the seats. Alone, one
wins or loses, and the share that the weaker player won follows. Against `{yardstick}` the strongest level is to win
nine games of ten with two seats, and with more to take first place twice as often as its seat alone would; a pairing
that falls short says so. Pairings with `{yardstick}` from up to 2026-11-16 are against the bots written by hand that
[one step of the guide](lab/greedy.md) replaced; the levels are the same before and after. Where levels think with a
[net](champions.md), the strongest also plays `{rival}`, the one that the guide made, each with its own playouts.
"""


def page_of(ladder: Ladder) -> str:
    """The whole page."""
    looks = [str(games) for games in ladder.looks]
    parts = [
        HEAD.format(
            yardstick=YARDSTICK,
            rival=OLD_OWL,
            looks=f"{', '.join(looks[:-1])} and {looks[-1]}" if looks[1:] else looks[0],
            confidence=f"{100 * ladder.confidence:g} %",
            times=len(looks),
        ),
        progress_of(ladder),
    ]
    for slug, facts in all_facts().items():
        rows = [row_of(ladder, pairing) for pairing in ladder.pairings if pairing.contest.game == slug and pairing.rows]
        if rows:
            head = "| seats | stronger – weaker | games | duels | 95 % | Elo | 95 % | first places | 95 % | |"
            rule = "|---:|---|---:|---:|---:|---:|---:|---:|---:|---|"
            parts.append("\n".join([f"## {facts.name}", "", *levels_of(ladder, slug), head, rule, *rows, ""]))
    return "\n".join(parts)


def progress_of(ladder: Ladder) -> str:
    """How far the run has come."""
    played = [pairing for pairing in ladder.pairings if pairing.rows]
    done = [pairing for pairing in ladder.pairings if ladder.look_due(pairing) is None]
    dates = sorted(pairing.date for pairing in played if pairing.date)
    when = f" Last played on {dates[-1]}." if dates else ""
    games = sum(pairing.games for pairing in played)
    if len(done) == len(ladder.pairings):
        return f"All {len(done)} pairings are done with, after {games} games.{when}\n"
    return (
        f"**This run is not finished**: {len(done)} of {len(ladder.pairings)} pairings are done with, "
        f"{len(played)} begun, {games} games played.{when}\n"
    )


def levels_of(ladder: Ladder, slug: str) -> list[str]:
    """How the levels think at a game, in a sentence; in several, where that depends on how many play."""
    facts, seats_of = all_facts()[slug], dict[str, list[int]]()
    for seats in facts.players:
        hows = {code: how_of(code, facts, seats) for code in ladder.levels}
        by = "net" if any("net" in how for how in hows.values()) else "guide"
        if said := "; ".join(f"`{code}` {_thinks(how)}" for code, how in hows.items() if how):
            seats_of.setdefault(f"by the {by}: {said}.", []).append(seats)
    told = []
    for said, where in seats_of.items():
        tables = f" with {', '.join(map(str, where))} seats" if len(seats_of) > 1 else ""
        told += [f"Playouts for a decision{tables}, {said}", ""]
    return told


def _thinks(how: Json) -> str:
    sight = f", {how['sight']} decisions ahead" if 0 < how["sight"] < FAR else ""  # a net judges at once
    slips = f", slips {how['slips']:g}" if how["slips"] else ""
    extra = (sight + slips).removeprefix(", ")
    return f"{how['playouts']} ({extra})" if extra else f"{how['playouts']}"


def row_of(ladder: Ladder, pairing: Pairing) -> str:
    """A pairing as a row of the table."""
    told = pairing.figures()
    duels, rating = told["duels"], told["rating"]
    weaker, stronger = told["standings"]
    firsts = _percent(stronger["firsts"])
    if pairing.contest.seats == 1:
        firsts += f" ({_percent(weaker['firsts'])})"
    else:
        firsts += f" of {100 * pairing.fair:.0f} %"
    cells = [
        str(pairing.contest.seats),
        f"{pairing.contest.players[1]} – {pairing.contest.players[0]}",
        str(pairing.games),
        _percent(duels["share"]),
        _range(duels, 100),
        f"{2 * (rating['rating'] - 1000):+.0f}",
        "–" if rating["low"] is None else f"{2 * (rating['low'] - 1000):+.0f} to {2 * (rating['high'] - 1000):+.0f}",
        firsts,
        _range(stronger, 100),
        verdict(ladder, pairing, stronger["firsts"]),
    ]
    return "| " + " | ".join(cells) + " |"


def verdict(ladder: Ladder, pairing: Pairing, firsts: float) -> str:
    """What a reader must not miss about a pairing: nothing, if the stronger player is stronger, as it should be."""
    seats = pairing.contest.seats
    if (
        pairing.contest.players[0] == YARDSTICK
        and seats > 1
        and firsts < (WINS_OF_TWO if seats == 2 else 2 * pairing.fair)
    ):
        return "**falls short**"
    judged = ladder.judgement(pairing)
    if judged is not None:
        return "" if judged[0] > 0.5 else "**the weaker wins**"
    return "not told apart" if ladder.look_due(pairing) is None else "open"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _range(figure: Json, times: float) -> str:
    return "–" if figure["low"] is None else f"{times * figure['low']:.1f} to {times * figure['high']:.1f}"
