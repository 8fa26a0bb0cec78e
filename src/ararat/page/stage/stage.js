// The stage: hosts the board of a game, whatever the game is.
//
// A board is `games/<folder>/board/board.js` with `create(root, table)`, which returns `{draw(state), keysOf(move)}`.
// docs/boards.md is the contract. What the person has chosen and is not a move yet is kept, and forgotten, here.

import { h, sign } from "../drawing/dom.js";
import { drawFigures } from "./figures.js";
import { glide, remember } from "./flip.js";
import { settle } from "./pan.js";
import { onScreenChange } from "./screen.js";
import { bringIntoSight, litKeys } from "./sight.js";

export class Stage {
  /** root and bar: the elements; toast: where short messages are told; create: the board's; words; pieces: the game's static data;
   * link: {play(move), test(move)}, both promises of the server's answer.
   * @param {{root: HTMLElement, bar: HTMLElement, toast: Page.Toast, create: Page.Create, words: Page.Words, pieces: unknown, link: Page.Link, onRule?: ((rule: string) => unknown) | null}} parts */
  constructor({ root, bar, toast, create, words, pieces, link, onRule = null }) {
    this.root = root;
    this.bar = bar;
    this.toast = toast;
    this.words = words;
    this.link = link;
    this.onRule = onRule;
    /** @type {Omit<Page.State, "choice"> | null} */
    this.state = null;
    /** @type {unknown} */
    this.choice = null;
    /** @type {Page.Move | null} */
    this.led = null; // what a guided match points at
    this.speed = 1;
    this.busy = false;
    /** @type {Map<string, Promise<Page.Tested>>} */
    this.tests = new Map();
    /** What trays, chips and windows remember while the board draws anew; it goes when another seat looks.
     * @type {Map<string, any>} */
    this.kept = new Map();
    this.board = create(root, this.table(pieces));
    const end = onScreenChange(() => (this.root.isConnected ? this.state && this.redraw(new Set()) : end()));
  }

  /** What the board gets. @param {unknown} pieces @returns {Page.Table} */
  table(pieces) {
    return {
      pieces,
      kept: this.kept,
      say: (key, values) => this.words.say(key, values),
      has: (key) => this.words.has(key),
      enumerate: (items) => this.words.enumerate(items),
      play: (move) => this.play(move),
      test: (move) => this.test(move),
      why: (move) => this.why(move),
      tell: (text, rule) => this.tell(text, rule),
      buttons: (buttons) => this.buttons(buttons),
      choose: (choice) => this.choose(choice),
      note: (choice) => {
        this.choice = choice;
      },
      redraw: () => this.drawAgain(),
    };
  }

  /** Draw a state; pieces glide there. Resolves when they lie still. @param {Omit<Page.State, "choice">} state */
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
    this.kept.set("number", state.number);
    return this.redraw(asked ? new Set() : undefined);
  }

  /** lit: the keys that need not be brought into sight, since they were lit before.
   * @param {Set<string | undefined>} [lit] */
  redraw(lit = litKeys(this.root)) {
    const places = remember(this.root);
    const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
    const inside = this.root.contains(document.activeElement) || this.bar.contains(document.activeElement);
    this.bar.replaceChildren();
    this.board.draw({ ...this.state, choice: this.choice });
    drawFigures(this.root);
    settle(this.root);
    if (inside && focused) {
      const again = document.querySelector(`[data-key="${CSS.escape(focused)}"]`);
      (again ?? this.root.querySelector(".lit") ?? this.root).focus({ preventScroll: true });
    }
    if (this.led) this.point(null);
    // Before anything moves: pieces on their way would be seen where they come from.
    if (this.state.active) bringIntoSight(this.root, lit);
    return glide(this.root, places, this.speed);
  }

  /** Keep what the person has chosen so far, and show it. @param {unknown} choice */
  choose(choice) {
    this.choice = choice;
    return this.drawAgain();
  }

  /** Draw anew what the person has changed; what was told before is done with. */
  drawAgain() {
    this.toast.hush();
    return this.redraw();
  }

  /** Point at a move until another is led to, also while the board draws anew; what is pointed at. @param {Page.Move | null} move */
  lead(move) {
    this.led = move;
    return this.point(null);
  }

  /** Point at what a move would touch, or where we are led, or at nothing; what is pointed at. @param {Page.Move | null} wanted */
  point(wanted) {
    const move = wanted ?? this.led;
    for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
    const spots = this.spotsOf(move);
    // What was chosen as it was told has to be confirmed.
    if (!wanted && move && this.choice && this.bar.querySelector(".primary.lit")) spots.push(this.bar.querySelector(".primary.lit"));
    for (const spot of spots) spot.classList.add("pointed");
    return spots;
  }

  /** What a move would touch. @param {Page.Move | null} move */
  spotsOf(move) {
    const keys = (move && this.board.keysOf?.(move)) || [];
    return keys.map((key) => spotOf(key, this.root, this.bar)).filter(Boolean);
  }

  /** @param {Page.Move} move */
  async play(move) {
    if (this.busy || !this.state?.active) return false;
    const { number } = this.state;
    this.busy = true;
    this.root.classList.add("busy");
    const answer = await this.link.play(move);
    this.root.classList.remove("busy");
    this.busy = false;
    if (answer.type === "refused") {
      if (answer.text && answer.code !== "taught") this.tell(answer.text, answer.rule);
      this.redraw();
      return false;
    }
    if (this.state.number === number) this.choice = null;
    return true;
  }

  /** {legal, rule, text, scores}: whether a move is legal now, why not, and everybody's points after it where they can be foretold.
   * @param {Page.Move} move */
  test(move) {
    const key = JSON.stringify(move);
    if (!this.tests.has(key)) this.tests.set(key, this.link.test(move));
    return this.tests.get(key);
  }

  /** Tell in words why a move is impossible. @param {Page.Move} move */
  async why(move) {
    const answer = await this.test(move);
    if (!answer.legal && answer.text) this.tell(answer.text, answer.rule);
    return answer;
  }

  /** @param {string} text @param {string | null} [rule] */
  tell(text, rule) {
    this.toast.tell(text, rule ? ruleSign(rule, this.onRule) : null);
  }

  /** The buttons of this decision: [{key, label, hint, sign, primary, disabled, why, press}].
   * @param {(Page.Button | null)[]} buttons */
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

  /** @param {string | Page.Move} why */
  explain(why) {
    if (typeof why === "string") this.tell(why);
    else this.why(why);
  }
}

/** What has a key; of several alike, whose keys go on with a number, the first.
 * @param {string} key @param {...Element} roots */
function spotOf(key, ...roots) {
  const all = roots.flatMap((root) => [...root.querySelectorAll("[data-key], [data-spot]")]);
  /** @param {HTMLElement} hTMLElement */
  const begins = ({ dataset }) => dataset.key?.startsWith(`${key}-`);
  return all.find(({ dataset }) => dataset.key === key || dataset.spot === key) ?? all.find(begins);
}

/** The number of a rule; it leads to the rule where there is a rule book.
 * @param {string} rule @param {((rule: string) => unknown) | null} [onRule] */
export function ruleSign(rule, onRule) {
  return onRule ? h("button", { type: "button", class: "plain rule-id", onclick: () => onRule(rule) }, rule) : h("span", { class: "rule-id" }, rule);
}
