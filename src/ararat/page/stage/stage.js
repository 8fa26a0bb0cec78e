// The stage: hosts the board of a game, whatever the game is.
//
// A board is `games/<folder>/board/board.js` with `create(root, table)`, which returns `{draw(state), keysOf(move)}`.
// docs/boards.md is the contract. What the person has chosen and is not a move yet is kept, and forgotten, here.

import { h, sign } from "../drawing/dom.js";
import { glide, remember } from "./flip.js";
import { bringIntoSight, litKeys } from "./sight.js";

export class Stage {
  /** root and bar: the elements; toast: where short messages are told; create: the board's; words; pieces: the game's static data;
   * link: {play(move), test(move)}, both promises of the server's answer. */
  constructor({ root, bar, toast, create, words, pieces, link, onRule = null }) {
    Object.assign(this, { root, bar, toast, words, link, onRule });
    this.state = null;
    this.choice = null;
    this.speed = 1;
    this.busy = false;
    this.tests = new Map();
    const stage = this;
    this.board = create(root, {
      pieces,
      say: (key, values) => stage.words.say(key, values),
      has: (key) => stage.words.has(key),
      enumerate: (items) => stage.words.enumerate(items),
      play: (move) => stage.play(move),
      test: (move) => stage.test(move),
      why: (move) => stage.why(move),
      tell: (text, rule) => stage.tell(text, rule),
      buttons: (buttons) => stage.buttons(buttons),
      choose: (choice) => stage.choose(choice),
      note: (choice) => {
        stage.choice = choice;
      },
      redraw: () => stage.drawAgain(),
    });
  }

  /** Draw a state; pieces glide there. Resolves when they lie still. */
  show(state) {
    const another = this.state?.number !== state.number || this.state.seat !== state.seat;
    if (another) {
      this.tests.clear();
      this.busy = false;
    }
    // Who may not act any more, as a bot took over, has nothing left to finish.
    if (another || (this.state.active && !state.active)) this.choice = null;
    const asked = state.active && !(this.state?.active && this.state.number === state.number);
    this.state = state;
    return this.redraw(asked ? new Set() : undefined);
  }

  /** lit: the keys that need not be brought into sight, since they were lit before. */
  redraw(lit = litKeys(this.root)) {
    const places = remember(this.root);
    const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
    const inside = this.root.contains(document.activeElement) || this.bar.contains(document.activeElement);
    this.bar.replaceChildren();
    this.board.draw({ ...this.state, choice: this.choice });
    if (inside && focused) {
      const again = document.querySelector(`[data-key="${CSS.escape(focused)}"]`);
      (again ?? this.root.querySelector(".lit") ?? this.root).focus({ preventScroll: true });
    }
    // Before anything moves: pieces on their way would be seen where they come from.
    if (this.state.active) bringIntoSight(this.root, lit);
    return glide(this.root, places, this.speed);
  }

  /** Keep what the person has chosen so far, and show it. */
  choose(choice) {
    this.choice = choice;
    return this.drawAgain();
  }

  /** Draw anew what the person has changed; what was told before is done with. */
  drawAgain() {
    this.toast.hush();
    return this.redraw();
  }

  /** Point at what a move would touch, or at nothing; what is pointed at. */
  point(move) {
    for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
    const keys = (move && this.board.keysOf?.(move)) || [];
    const spots = keys.map((key) => spotOf(key, this.root, this.bar)).filter(Boolean);
    for (const spot of spots) spot.classList.add("pointed");
    return spots;
  }

  async play(move) {
    if (this.busy || !this.state?.active) return false;
    const { number } = this.state;
    this.busy = true;
    this.root.classList.add("busy");
    const answer = await this.link.play(move);
    this.root.classList.remove("busy");
    this.busy = false;
    if (answer.type === "refused") {
      this.tell(answer.text, answer.rule);
      this.redraw();
      return false;
    }
    if (this.state.number === number) this.choice = null;
    return true;
  }

  /** {legal, rule, text, scores}: whether a move is legal now, why not, and everybody's points after it where they can be foretold. */
  test(move) {
    const key = JSON.stringify(move);
    if (!this.tests.has(key)) this.tests.set(key, this.link.test(move));
    return this.tests.get(key);
  }

  /** Tell in words why a move is impossible. */
  async why(move) {
    const answer = await this.test(move);
    if (!answer.legal && answer.text) this.tell(answer.text, answer.rule);
    return answer;
  }

  tell(text, rule) {
    this.toast.tell(text, rule ? ruleSign(rule, this.onRule) : null);
  }

  /** The buttons of this decision: [{key, label, hint, sign, primary, disabled, why, press}]. */
  buttons(buttons) {
    this.bar.replaceChildren(
      ...buttons.filter(Boolean).map((button) =>
        h(
          "button",
          {
            type: "button",
            class: [button.primary ? "primary" : "", button.disabled ? "dim" : "lit"].join(" "),
            data: { key: `bar-${button.key}` },
            "aria-disabled": button.disabled ? "true" : null,
            onclick: () => (button.disabled ? button.why && this.explain(button.why) : button.press()),
            onpointerenter: () => button.focus?.(),
            onfocus: () => button.focus?.(),
          },
          button.sign ? sign(button.sign) : null,
          h("span", {}, button.label),
          button.hint ? h("small", {}, button.hint) : null,
        ),
      ),
    );
  }

  explain(why) {
    if (typeof why === "string") this.tell(why);
    else this.why(why);
  }
}

/** What has a key; of several alike, whose keys go on with a number, the first. */
function spotOf(key, ...roots) {
  const all = roots.flatMap((root) => [...root.querySelectorAll("[data-key], [data-spot]")]);
  const begins = ({ dataset }) => dataset.key?.startsWith(`${key}-`);
  return all.find(({ dataset }) => dataset.key === key || dataset.spot === key) ?? all.find(begins);
}

/** The number of a rule; it leads to the rule where there is a rule book. */
export function ruleSign(rule, onRule) {
  return onRule ? h("button", { type: "button", class: "plain rule-id", onclick: () => onRule(rule) }, rule) : h("span", { class: "rule-id" }, rule);
}
