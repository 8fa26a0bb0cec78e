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


def test_a_chosen_plank_stays_on_its_edge(come):
    person = come()
    go_on(person, position(phase="exchange", ark=laid(s0="H2,0", s1="V8,1")))
    person.press("edge-V8,1")
    person.page.locator(".edge.chosen").wait_for()
    middle = """name => {
      const { left, top, width, height } = document.querySelector(`.edge.chosen ${name}`).getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }"""
    (x, y), (left, top) = (person.page.evaluate(middle, name) for name in (".hit", ".rim"))
    assert abs(x - left) < 2 and abs(y - top) < 2


def test_on_a_phone_one_tap_shows_what_is_not_asked_for(come):
    person = come(width=360, height=640, has_touch=True, is_mobile=True)
    person.sit_down("ark-and-noah")
    assert person.until_turn()
    actions, ark = person.page.locator(".actions"), person.page.locator(".ark")
    actions.wait_for()
    assert not ark.count()
    person.press("turn-over")
    ark.wait_for()
    assert not actions.count()
    person.press("turn-over")
    actions.wait_for()
