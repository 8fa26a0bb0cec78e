// A hint: what the coach would do now, in a small panel over the board, until the table moves on.

import { chanceText, tipLine, tipText } from "../stage/chances.js";
import { h } from "../drawing/dom.js";
import { isPhone } from "../stage/screen.js";
import { icon } from "../drawing/glyphs.js";
import { panTo } from "../stage/pan.js";
import { bringBetween } from "../stage/sight.js";

export class Hint {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("section", { class: "hint-panel", hidden: true });
    /** @type {string | null} */
    this.moment = null;
  }

  /** Whether it may be asked for now; an only move needs no hint.
   * @param {Page.Message | null} message @param {boolean} active */
  offered(message, active) {
    return Boolean(message?.hints && active && message.legal !== 1);
  }

  /** @param {Page.Message} message @param {boolean} active */
  draw(message, active) {
    if (this.moment !== null && (this.moment !== momentOf(message) || !active)) this.clear();
  }

  /** Ask for it; asked again, it goes away. */
  async toggle() {
    const { t } = this;
    if (this.moment !== null) {
      this.clear();
      return;
    }
    const moment = (this.moment = momentOf(t.shown));
    this.show(h("p", { class: "hint-wait" }, t.say("hint-thinking")));
    t.surround.speak(t.say("hint-thinking"));
    const answer = await t.wire.request({ type: "hint" });
    if (moment !== this.moment) return;
    if (answer.type === "hint" && answer.tips.length) this.tell(answer.tips);
    else {
      this.clear();
      t.tell(answer.text, answer.rule);
    }
  }

  /** @param {Page.Tip[]} tips */
  tell(tips) {
    const { t } = this;
    /** @param {Page.Tip} tip @param {number} at */
    const play = (tip, at) =>
      h("button", { type: "button", class: "button small", data: { key: `hint-play-${at}` }, "aria-label": t.say("play-move", { move: tipText(tip) }), onclick: () => this.play(tip.move) }, h("span", {}, t.say("play-this")));
    this.show(
      h("p", { class: "soft small-title" }, t.say("hint-text")),
      h("ol", { class: "tips" }, tips.map((tip, at) => h("li", this.pointing(tip.move), tipLine(t.say, tip, play(tip, at))))),
    );
    const told = tips.map((tip) => t.say("hint-tip", { move: tipText(tip), chance: chanceText(t.say, tip) }));
    t.surround.speak(t.say("hint-told", { tips: told.join(" ") }));
  }

  /** Whoever looks at a tip sees where it is: under the pointer, in focus, or touched. @param {Page.Move} move */
  pointing(move) {
    /** @param {() => unknown} act */
    const mouse = (act) => (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && act();
    return {
      onpointerenter: mouse(() => this.point(move)),
      // A panel that has shrunk may have gone from under the pointer.
      onpointerleave: mouse(() => this.element.classList.contains("slim") || this.point(null)),
      onfocusin: () => this.point(move),
      onfocusout: () => this.point(null),
      onclick: (/** @type {MouseEvent & {target: Element}} */ event) => event.target.closest("button") || this.look(event.target.closest("li"), move),
    };
  }

  /** @param {Page.Move | null} move */
  point(move) {
    const spots = this.t.sea.stage?.point(move) ?? [];
    const panel = this.element.getBoundingClientRect();
    this.element.classList.toggle("glass", !isPhone() && spots.some((spot) => meets(spot.getBoundingClientRect(), panel)));
    return spots;
  }

  /** Where the move goes comes into sight. On a phone the panel shrinks to this tip, and once more touched shows all again;
   * it goes to the top where it would lie over what it is about. @param {Element} tip @param {Page.Move} move */
  look(tip, move) {
    const { element } = this;
    const again = element.classList.contains("slim");
    this.slim(isPhone() && !again ? tip : null);
    const spots = this.point(again ? null : move);
    const spot = spots.findLast((one) => one.closest(".board"));
    if (!spot) return;
    if (!isPhone()) bringBetween(this.t.surround.ask, spot, element);
    else {
      panTo(spots);
      if (meets(spot.getBoundingClientRect(), element.getBoundingClientRect())) element.classList.add("up");
    }
  }

  /** Show only one tip, or all. @param {Element | null} tip */
  slim(tip) {
    for (const one of this.element.querySelectorAll("li")) one.classList.toggle("looked-at", one === tip);
    this.element.classList.toggle("slim", Boolean(tip));
    this.element.classList.remove("up");
  }

  /** @param {Page.Move} move */
  async play(move) {
    const { t } = this;
    const answer = await t.play(move);
    if (answer?.type === "refused") t.tell(answer.text, answer.rule);
  }

  /** @param {...Node} content */
  show(...content) {
    const { t } = this;
    const title = t.say("hint-title");
    this.element.setAttribute("aria-label", title);
    this.element.replaceChildren(
      h("div", { class: "hint-head" }, h("h2", {}, title), h("button", { type: "button", class: "plain hint-close", "aria-label": t.say("close"), data: { key: "hint-close" }, onclick: () => this.close() }, icon("close"))),
      ...content,
    );
    this.element.hidden = false;
    t.hintButton.setAttribute("aria-expanded", "true");
  }

  /** Away with it, by the person; false where there was none. */
  close() {
    if (this.moment === null) return false;
    this.clear();
    this.t.hintButton.focus();
    return true;
  }

  clear() {
    if (this.moment !== null) this.point(null);
    this.slim(null);
    this.moment = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.t.hintButton?.setAttribute("aria-expanded", "false");
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
function meets(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @param {Page.Message | null} message */
function momentOf(message) {
  return message ? `${message.number} ${message.seat}` : null;
}
