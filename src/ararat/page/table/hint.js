// A hint: what the coach would do now, in a small panel over the board, until the table moves on.

import { chanceText, tipLine, tipText } from "../stage/chances.js";
import { h } from "../drawing/dom.js";
import { isPhone } from "../stage/screen.js";
import { icon } from "../drawing/glyphs.js";
import { panTo } from "../stage/pan.js";
import { bringBetween, freeTop } from "../stage/sight.js";

const PATIENCE = 1500; // ms: a coach that can think seldom takes longer
const PLACES = ["left", "up", "aside"];
const SIDES = [[], ["left"], []];
const PHONE_PLACES = [[], ["up"], ["aside"], []];

export class Hint {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("section", { class: "hint-panel", hidden: true });
    /** @type {string | null} */
    this.moment = null;
    /** @type {Page.Move | null} */
    this.best = null;
    /** @type {Page.Move[]} */
    this.moves = []; // of all tips
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
    this.watch();
    const answer = await t.wire.request({ type: "hint" });
    if (moment !== this.moment) return;
    if (answer.type === "hint" && answer.tips.length) this.tell(answer.tips);
    else {
      this.clear();
      t.tell(answer.text, answer.rule);
    }
  }

  /** A coach that takes its time may still be set up: then how long that takes. */
  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wait(), PATIENCE);
  }

  async wait() {
    const { t } = this;
    const line = this.element.querySelector(".hint-wait");
    if (!line) return;
    try {
      const { games } = await t.app.api("GET", "/api/health");
      const { bots, bots_in } = games[t.game.slug] ?? {};
      line.textContent = bots === false && bots_in ? t.say("hint-preparing", { count: bots_in }) : t.say("hint-thinking");
    } catch {
      // The wire says when the server is gone.
    }
    this.watch();
  }

  /** The best tip is pointed at at once. @param {Page.Tip[]} tips */
  tell(tips) {
    const { t } = this;
    this.moves = tips.map((tip) => tip.move);
    this.best = this.moves[0];
    /** @param {Page.Tip} tip @param {number} at */
    const play = (tip, at) =>
      h("button", { type: "button", class: "button small", data: { key: `hint-play-${at}` }, "aria-label": t.say("play-move", { move: tipText(tip) }), onclick: () => this.play(tip.move) }, h("span", {}, t.say("play-this")));
    this.show(
      h("p", { class: "soft small-title" }, t.say("hint-text")),
      h("ol", { class: "tips" }, tips.map((tip, at) => h("li", this.pointing(tip.move), tipLine(t.say, tip, play(tip, at))))),
      tips.length > 1 ? h("button", { type: "button", class: "plain hint-more", data: { key: "hint-more" }, onclick: () => this.slim(null) }, t.say("hint-more", { count: tips.length - 1 })) : null,
    );
    this.look(this.element.querySelector(".tips > li"), this.best);
    const told = tips.map((tip) => `${t.say("hint-tip", { move: tipText(tip), chance: chanceText(t.say, tip) })} ${tip.why ?? ""}`);
    t.surround.speak(t.say("hint-told", { tips: told.join(" ") }));
  }

  /** Whoever looks at a tip sees where it is: under the pointer, in focus, or touched. @param {Page.Move} move */
  pointing(move) {
    /** @param {() => unknown} act */
    const mouse = (act) => (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && act();
    return {
      onpointerenter: mouse(() => this.point(move)),
      // A panel that has shrunk may have gone from under the pointer.
      onpointerleave: mouse(() => this.element.classList.contains("slim") || this.point(this.best)),
      onfocusin: () => this.point(move),
      onfocusout: () => this.point(this.best),
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

  /** Where the move goes comes into sight, and the panel to where it lies over nothing that the tips speak of. Where there
   * is no such place it shrinks to this tip, on a phone always; there it shows all again once more touched.
   * @param {Element | null} tip @param {Page.Move} move */
  look(tip, move) {
    const { element } = this;
    const again = isPhone() && element.classList.contains("slim");
    this.slim(isPhone() && !again ? tip : null);
    const spots = this.point(move);
    const spot = spots.findLast((one) => one.closest(".board"));
    if (spot && !isPhone()) bringBetween(this.t.surround.ask, spot, element);
    else if (spot) panTo(spots);
    const every = this.moves.flatMap((one) => this.t.sea.stage?.spotsOf(one) ?? []);
    const tries = isPhone() ? [every, spots].map((all) => ({ only: again ? null : tip, all })) : [{ only: null, all: every }, { only: tip, all: every }, { only: null, all: spots }];
    const free = tries.some(({ only, all }) => {
      this.slim(only);
      return this.place(all);
    });
    element.classList.toggle("glass", !isPhone() && !free);
  }

  /** The panel goes to the first place in which it lies over nothing of these; whether there is one. @param {Element[]} spots */
  place(spots) {
    const { element } = this;
    return (isPhone() ? PHONE_PLACES : SIDES).some((place) => {
      element.classList.remove(...PLACES);
      element.classList.add(...place);
      if (!isPhone()) this.rise(spots);
      const panel = element.getBoundingClientRect();
      return !spots.some((spot) => meets(spot.getBoundingClientRect(), panel));
    });
  }

  /** At this side, as high as it must to lie over nothing of these. @param {Element[]} spots */
  rise(spots) {
    const { element } = this;
    const { top } = element.getBoundingClientRect();
    if (!spots.some((spot) => meets(spot.getBoundingClientRect(), element.getBoundingClientRect()))) return;
    element.classList.add("up");
    element.style.setProperty("--rise", `${Math.max(0, Math.round(top - freeTop(this.t.surround.sea, element, spots)))}px`);
  }

  /** Show only one tip, or all. @param {Element | null} tip */
  slim(tip) {
    for (const one of this.element.querySelectorAll("li")) one.classList.toggle("looked-at", one === tip);
    this.element.classList.toggle("slim", Boolean(tip));
    this.element.classList.remove(...PLACES);
  }

  /** @param {Page.Move} move */
  async play(move) {
    const { t } = this;
    const answer = await t.play(move);
    if (answer?.type === "refused") t.tell(answer.text, answer.rule);
  }

  /** @param {...(Node | null)} content */
  show(...content) {
    const { t } = this;
    const title = t.say("hint-title");
    this.element.setAttribute("aria-label", title);
    this.element.replaceChildren(
      h("div", { class: "hint-head" }, h("h2", {}, title), h("button", { type: "button", class: "plain hint-close", "aria-label": t.say("close"), data: { key: "hint-close" }, onclick: () => this.close() }, icon("close"))),
      ...content.filter((one) => one !== null),
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
    clearTimeout(this.timer);
    this.slim(null);
    this.moment = null;
    this.best = null;
    this.moves = [];
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
