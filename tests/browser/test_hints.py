"""Hints in the page: offered where they help, and told also when the connection or the greeting changes meanwhile."""

from __future__ import annotations

GAME = "opti-mix"
SPY = """
  const Plain = window.WebSocket;
  Object.assign(window, { sockets: [], sent: [], got: [] });
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      sockets.push(this);
      this.addEventListener("message", (event) => got.push(JSON.parse(event.data).type));
    }
    send(text) {
      sent.push(JSON.parse(text).type);
      super.send(text);
    }
  };
"""


def asked(come):
    """Somebody who waits for a hint."""
    person = come()
    person.context.add_init_script(SPY)
    person.sit_down(GAME)
    assert person.until_turn()
    person.press("hint")
    return person


def hinted(person):
    person.page.locator(".hint-panel .tip").first.wait_for()
    assert person.page.evaluate("got.filter((type) => type === 'refused').length") == 0


def test_a_hint_comes_though_the_connection_was_lost_meanwhile(come):
    person = asked(come)
    person.page.evaluate("sockets.at(-1).close()")
    hinted(person)
    person.until("() => sockets.length === 2")  # also where the hint was there before


def test_a_hint_comes_though_the_speed_was_changed_meanwhile(come):
    person = asked(come)
    person.page.evaluate("document.querySelector('[name=settings-speed][value=calm]').click()")
    hinted(person)
    sent = person.page.evaluate("sent")
    assert sent.count("hello") == 2 and sent.count("hint") == 1


def test_no_hint_is_offered_for_an_only_move(come):
    person = come()
    person.page.goto("/")
    offered = person.page.evaluate("""async () => {
      const { Hint } = await import("/page/table/hint.js");
      return [1, 2].map((legal) => new Hint({}).offered({ hints: true, legal }, true));
    }""")
    assert offered == [False, True]


def test_the_table_says_when_a_bot_cannot_think_yet(come):
    person = come()
    person.page.goto("/")
    seen = person.page.evaluate("""async () => {
      const { Waking } = await import("/page/table/waking.js");
      const { askline } = await import("/page/table/askline.js");
      const answers = [false, false, true, false];
      const t = { game: { slug: "x" }, say: (key) => key, device: { numbers: [] } };
      t.app = { api: async () => ({ games: { x: { bots: answers.shift() } } }) };
      const seats = [{ kind: "bot" }, { kind: "person" }];
      t.shown = { thinking: true, turn: 0, seat: 1, view: {}, names: ["a", "b"], seats };
      t.waking = new Waking(t);
      const seen = [];
      t.draw = () => {
        t.waking.watch(t.shown);
        seen.push(askline(t, t.shown, { queued: 0, active: false }).text);
      };
      t.draw();
      for (let time = 0; time < 3; time++) await t.waking.look();
      t.shown = { ...t.shown, thinking: false };
      await t.waking.look();
      t.waking.end();
      return [seen, answers.length];
    }""")
    assert seen == [["thinking", "waking", "waking", "thinking"], 0]


def test_whoever_waits_for_a_coach_that_is_being_set_up_is_told_how_long(come):
    person = come()
    person.page.goto("/")
    seen = person.page.evaluate("""async () => {
      const { Hint } = await import("/page/table/hint.js");
      const answers = [{ bots: false, bots_in: 40 }, { bots: true, bots_in: null }];
      const say = (key, values) => key + (values?.count ?? "");
      const t = { game: { slug: "x" }, say, hintButton: document.createElement("button") };
      t.app = { api: async () => ({ games: { x: answers.shift() } }) };
      const hint = new Hint(t);
      const line = document.createElement("p");
      line.className = "hint-wait";
      hint.show(line);
      const seen = [];
      for (let time = 0; time < 2; time++) {
        await hint.wait();
        seen.push(line.textContent);
      }
      hint.clear();
      return seen;
    }""")
    assert seen == ["hint-preparing40", "hint-thinking"]
