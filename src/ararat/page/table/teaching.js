// A guided match: the guide's sentences and the finger on the board. At a desk the guide stands in the column beside the
// board; on a phone what to do stands in the line on top, and new sentences on a card over the board that goes with the
// first touch, so that the board keeps its place. What is said comes from the server; it waits for the hand, and whoever
// plays otherwise is told once what that brings.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { isPhone, onScreenChange } from "../stage/screen.js";
import { panTo } from "../stage/pan.js";
import { bringBetween, freeTop } from "../stage/sight.js";
import { same } from "./moves.js";

const SETTLED = 400; // milliseconds after which a board that was drawn anew is at rest

export class Teaching {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.card = h("div", { class: "teach-card" });
    this.line = h("div", { class: "teach-line" });
    this.buttons = h("div", { class: "teach-buttons" });
    this.again = h("button", { type: "button", class: "plain teach-more", data: { key: "teach-more" }, onclick: () => this.fold(!this.folded) }, icon("guide"));
    this.element = h("section", { class: "teach", hidden: true, "aria-live": "polite" }, this.again, this.card, this.line, this.buttons);
    this.drawn = "";
    this.shown = -1; // the number at which the move was asked for
    this.warned = ""; // the other move that was held back once
    /** @type {string | null} */
    this.warning = null;
    /** @type {number | null} */
    this.begun = null; // the number at which this page came to the table
    this.read = ""; // what was said last
    t.surround.sea.addEventListener("pointerdown", () => this.fold(true), { capture: true });
    this.unscreen = onScreenChange(() => this.stand());
    this.stand();
  }

  /** Where the guide belongs on this screen. */
  stand() {
    const { ask, seats } = this.t.surround;
    if (isPhone()) ask.append(this.element);
    else seats.after(this.element);
    this.put();
  }

  get folded() {
    return this.element.classList.contains("folded");
  }

  /** @param {boolean} whether */
  fold(whether) {
    this.element.classList.toggle("folded", whether);
    this.again.setAttribute("aria-expanded", String(!whether));
    this.put();
  }

  /** On a phone the card lies over nothing that is pointed at. */
  put() {
    clearTimeout(this.settling);
    if (!isPhone() || this.folded || this.element.hidden) return;
    const { sea } = this.t.surround;
    const place = () => this.card.style.setProperty("--card-top", `${Math.round(freeTop(sea, this.card, [...sea.querySelectorAll(".pointed")]))}px`);
    place();
    this.settling = setTimeout(place, SETTLED);
  }

  /** @param {Page.Message} message @param {boolean} active */
  draw(message, active) {
    const { t } = this;
    const { taught } = message;
    const key = JSON.stringify([taught, message.number, active, this.shown, this.warning, t.app.language]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.begun ??= message.number;
    this.element.hidden = !taught;
    t.surround.ask.classList.toggle("taught", Boolean(taught && !message.over));
    this.element.setAttribute("aria-label", t.say("teach"));
    this.again.setAttribute("aria-label", t.say("teach"));
    const stage = t.sea.stage;
    if (!taught) {
      stage?.lead(null);
      return;
    }
    if (message.over) t.app.store.markPlayed(t.game.slug);
    const move = active && taught.move && (taught.lead || this.shown === message.number) ? taught.move : null;
    this.speak(message, active, move);
    this.line.replaceChildren(...(move ? [h("p", { class: "teach-do" }, t.say("teach-do", { move: taught.text }))] : []));
    this.buttons.replaceChildren(...this.offers(message, active, move));
    this.look(stage?.lead(move) ?? []);
    this.put();
  }

  /** @param {Page.Message} message @param {boolean} active @param {Page.Move | null} move */
  speak({ taught, number, over, seat, turn }, active, move) {
    const { t } = this;
    const said = this.warning && active ? [this.warning] : [...taught.say];
    if (taught.old) said.push(t.say("teach-old"));
    else if (number && number === this.begun && !over) said.unshift(t.say("teach-resumed"));
    // What the question says as well is only said where there is room for it.
    const plain = said.length ? null : turn !== seat && !over ? "teach-wait" : move ? null : taught.strayed ? "teach-strayed" : "teach-free";
    const changes = this.warning ? [] : taught.brought.map(({ label, was, now }) => t.say("teach-change", { label, was: was ?? 0, now }));
    const fresh = JSON.stringify([number, said]);
    this.again.hidden = !said.length;
    if (fresh !== this.read) this.fold(!said.length);
    this.read = fresh;
    const parts = [
      said.length ? h("p", { class: "teach-say" }, said.join(" ")) : null,
      plain ? h("p", { class: "teach-say" }, t.say(plain)) : null,
      changes.length ? h("p", { class: "teach-brought" }, t.say("teach-brought", { changes: t.app.words.enumerate(changes) })) : null,
      // Nobody has to play on to the end who has learnt the game.
      taught.lead || taught.old || over ? null : h("button", { type: "button", class: "plain teach-enough", data: { key: "teach-enough" }, onclick: () => this.enough() }, t.say("teach-enough")),
      h("button", { type: "button", class: "button small teach-read", data: { key: "teach-read" }, onclick: () => this.fold(true) }, t.say("teach-read")),
    ];
    this.card.replaceChildren(...parts.filter((part) => part !== null));
  }

  /** @param {Page.Message} message @param {boolean} active @param {Page.Move | null} move */
  offers({ taught, number }, active, move) {
    const { t } = this;
    /** @param {string} key @param {string} picture @param {() => unknown} press */
    const button = (key, picture, press) => [h("button", { type: "button", class: "button small", data: { key }, onclick: press }, icon(picture), h("span", {}, t.say(key)))];
    if (taught.old) return button("teach-again", "again", () => t.learnAgain());
    if (!active || !taught.move) return [];
    return move ? button("teach-do-it", "play", () => t.play(move)) : button("teach-show", "eye", () => this.show(number));
  }

  /** The match can still be gone on with, but the game is offered as to everybody who knows it. */
  enough() {
    const { app, game } = this.t;
    app.store.markPlayed(game.slug);
    app.go("/");
  }

  /** @param {number} number */
  show(number) {
    this.shown = number;
    this.t.draw();
  }

  /** Bring what is pointed at into sight. @param {HTMLElement[]} spots */
  look(spots) {
    const spot = spots.findLast((one) => one.closest(".board"));
    if (!spot) return;
    if (isPhone()) panTo(spots);
    else bringBetween(this.t.surround.ask, spot, this.t.surround.deck);
  }

  /** Another move than the one that is lit: said once what it brings; done again, it is played. A promise of the refusal, or null.
   * @param {Page.Move} move @returns {Promise<Page.Answer | null>} */
  async holds(move) {
    const { t } = this;
    const { taught, seat, number } = t.shown;
    if (!taught?.lead || same(move, taught.move) || this.warned === `${number} ${JSON.stringify(move)}`) return null;
    const [other, told] = await Promise.all([t.test(move), t.test(taught.move)]);
    if (!other.legal || other.told !== false || t.shown.number !== number) return null;
    this.warned = `${number} ${JSON.stringify(move)}`;
    const [mine, lit] = [other.scores?.[seat], told.scores?.[seat]];
    const key = mine === undefined || lit === undefined || mine === lit ? "teach-other" : "teach-other-points";
    this.warning = t.say(key, { move: taught.text, mine, lit });
    t.draw();
    return /** @type {Page.Answer} */ ({ type: "refused", code: "taught", text: this.warning, rule: null });
  }

  /** The table moved on. */
  forget() {
    this.warning = null;
  }

  clear() {
    this.drawn = this.read = "";
    this.warning = null;
    this.element.hidden = true;
    for (const part of [this.card, this.line, this.buttons]) part.replaceChildren();
  }

  end() {
    clearTimeout(this.settling);
    this.unscreen();
  }
}
