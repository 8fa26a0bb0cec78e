"""The board of Ark & Noah: what only its own tables show."""

from __future__ import annotations

import json

from games.ark_and_noah.positions import GAME, fence, laid, position

SIT = """async ([record, seats]) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify({ record, seats }) });
  const { table, seats: held } = await answer.json();
  const mine = held.map(({ seat, token }) => ({ seat, token, name: seats[seat].name, kind: 'me' }));
  const kept = { speed: 'instant', tables: [{ table, game: record.game, seats: mine, created: 1 }] };
  localStorage.setItem('ararat', JSON.stringify(kept));
  return table;
}"""


def go_on(person, state):
    """A table that goes on from a state: the seat in turn is the person's, bots have the others."""
    record = GAME.restore(state, seed=1).record()
    mine, bot = {"kind": "me", "name": "Ada", "bot": None}, {"kind": "bot", "name": "", "bot": "greedy"}
    seats = [mine if seat == state["turn"] else bot for seat in range(state["players"])]
    person.page.goto("/")
    table = person.page.evaluate(SIT, [json.loads(json.dumps(record)), seats])
    person.page.goto(f"/t/{table}")
    assert person.until_turn()


def test_nothing_glows_when_the_match_is_over(come):
    person = come()
    ark = fence("2,1") | laid(s1="H4,1 V4,1 H4,2")
    go_on(person, position(phase="final-feed", round=10, turn=0, queue=[], order=[1, 0], ark=ark, food={0: 1, 1: 0}))
    assert person.page.locator(".ark .closing").count()
    person.press("bar-done")
    person.page.locator(".result").wait_for()
    assert not person.page.locator(".ark .closing, .ark .glow, .ark .lit").count()
