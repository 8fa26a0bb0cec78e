"""The page of all observations and features, made from what the games declare."""

from __future__ import annotations

from pathlib import Path

import ararat
from longest import ARGUMENTS, LENGTHENING, bound

PAGE = Path(__file__).parent.parent / "docs/observations.md"
HEAD = """# Observations

What learners see, as the games declare it (`rules/knowledge.py`, `core/observations.py`); written by `make docs`.
`game.spec(players=4)` says all of this to a program, for any number of players and any options. The tables below are
of the most seats and the usual options.

An **observation** is what a seat may know now: `match.observation(seat)`, `batch.observations(seats)`. Two of them are
equal exactly if `match.view(seat)` is. It is a row of numbers: first what lies on the table, then the same for each
seat, the observer's own first; seats that are not there take no numbers. So `row[shared:].reshape(players, -1)` has a
row a seat. Seats are counted on from the observer, who is 0; -1 is nobody, and the `seat` of a spectator.

- **bits** are 0 or 1, one for each of several things in the order of their numbers;
- a **count** says how many of something there are;
- a **category** is one of `high - low + 1` things.

Where something is of every card, cards that come in copies have a number that counts them (`hand`, `gone`), or a
number a copy where each copy lies somewhere (`aboard.quay`, `cards.side`); of equal copies the first lies first.

`game.encode(observations)` makes categories one-hot and divides counts by their bound, or their logarithm by that of
the bound where it is above 64: 32-bit floats between -1 and 1, into an array of yours with `out=`.
`game.features(actions)` says of actions, such as those of `batch.legal()`, what they are: the kind of move one-hot,
and so whatever it names, under the names of [moves](moves.md). Every action has features of its own. They are made of
the action alone: where it names things by where they lie (`split.number`, `take.number`), they say the place in
binary.

An observation is **not** an information state: it forgets. `match.information_state(seat)` is all that a seat was told
since the match began, in order, and has perfect recall: two are equal exactly if nothing that the seat saw, did or was
told differs. For a batch, `recall = batch.recall()` keeps the actions of all that goes through `recall.step(actions)`,
and `recall.information_state(row, seat)` makes the same text by playing the row again: exact, and dear only to those
who ask. Learners that remember by themselves need observations; methods that count on perfect recall, such as
counterfactual regret, need information states.

The longest match that `game.spec` names is measured over 200 random matches. What can be legal at once is a bound, and
so is how many decisions no match has more of, with its argument below each table (`tests/longest.py`): good to cut off
what does not end, far above what is likely.
"""


def shown(end: object) -> str:
    """A bound as the page has it; several, of different numbers, by their least and highest."""
    if not isinstance(end, tuple):
        return str(end)
    return str(end[0]) if len(set(end)) == 1 else f"{min(end)} to {max(end)}"


def section(slug: str) -> str:
    """What there is to say of a game."""
    game = ararat.game(slug)
    spec = game.spec(players=game.players[-1])
    rows = []
    for block in spec.blocks:
        if block.seat in (None, 0):
            name = block.name.replace("seats[0].", "")
            numbers = " x ".join(map(str, block.shape)) or "1"
            whose = "table" if block.seat is None else "each seat"
            bounds = f"{block.low} | {shown(block.high)}"
            rows.append(
                f"| `{name}` | {whose} | {block.place} | {numbers} | {block.kind} | {bounds} | {block.meaning} |"
            )
    worth = ", ".join(f"{name} {one['low']:g} to {one['high']:g}" for name, one in spec.utilities.items())
    features = ", ".join(f"`{block.name}` {block.size}" for block in spec.action_features.blocks)
    sizes = ", ".join(f"{seats}: {game.spec(players=seats).observation}" for seats in game.players)
    facts = (
        f"{spec.actions} actions, at most {spec.most_legal} legal at once. With {spec.players} players: "
        f"{spec.observation} numbers, of which {spec.shared} are of the table; {spec.encoded} encoded. Numbers by "
        f"players: {sizes}. Features of an action: {spec.features_size} ({features}). What an end can "
        f"be worth: {worth}. Longest match: {spec.longest} decisions, measured in 200 random matches."
    )
    head = "| block | of | place | numbers | kind | low | high | meaning |\n|---|---|---|---|---|---|---|---|"
    return f"## {game.name}\n\n{facts}\n\n{head}\n" + "\n".join(rows) + f"\n{bounded(game)}"


def bounded(game: ararat.Game) -> str:
    """How long matches can be, and why, where that is known."""
    if game.slug not in ARGUMENTS:
        return ""
    found = []
    for options in ({}, *LENGTHENING.get(game.slug, ())):
        named = "".join(f"with `{name}` `{value}` " for name, value in options.items())
        checked = {seats: game.facts.checked_options(seats, options) for seats in game.players}
        most = ", ".join(f"{seats}: {bound(game.facts, seats, checked[seats])}" for seats in game.players)
        found.append(named + most)
    return f"\nNo match has more decisions than this, by players: {'; '.join(found)}. {ARGUMENTS[game.slug]}\n"


def page() -> str:
    """The page as the file holds it."""
    return "\n".join([HEAD, *map(section, ararat.games())])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
