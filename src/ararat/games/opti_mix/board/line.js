// The line under the ark: what is looked at, what is chosen, or what could be.

import { h, sign } from "/page/drawing/dom.js";
import { isPhone } from "/page/stage/screen.js";
import { inWordsBarred, showTilt, signed } from "./ark.js";
import { description, nameOf } from "./cards.js";
import { costOf, gainBy, plainest, wayTo } from "./foresight.js";
import { counted, standings } from "./shore.js";

/** @type {Record<string, string>} */
const HINTS = { turn: "board.hint-turn", pick: "board.hint-pick", pet: "board.hint-pet", boost: "board.hint-boost" };

export class Line {
  /** @param {OptiMix.Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.text = h("div", { class: "om-said", role: "status" });
    const done = h("button", { type: "button", class: "plain om-done", "aria-label": ctx.say("board.put-back"), data: { key: "line-done" }, onclick: () => this.done() }, sign("cross"));
    this.element = h("div", { class: "om-line" }, this.text, isPhone() ? done : null);
  }

  /** What it is about: a choice; something that is only read, which lies over the board on a phone; or what could be chosen, which the
   * question has said there already. @param {"choice" | "reading" | "hint"} about @param {...(string | Node)} parts */
  says(about, ...parts) {
    this.text.replaceChildren(...parts);
    this.element.dataset.about = about;
  }

  /** @param {string[]} cards */
  tells(cards) {
    this.says("reading", ...cards.map((card) => h("p", {}, description(this.ctx, card))));
  }

  /** @param {string[]} words */
  remarks(words) {
    this.says("reading", ...words.map((one) => h("p", {}, one)));
  }

  /** Describe a card; one that was pressed stays described. @param {string} card @param {boolean} [stay] */
  read(card, stay = false) {
    if (stay) this.keep([card]);
    if (card === this.ctx.choice.card) this.rest();
    else this.tells([card]);
  }

  /** Describe several cards, such as those of a cabin, until something else is. @param {string[]} cards */
  readAll(cards) {
    this.keep(cards);
    this.tells(cards);
  }

  /** @param {string[] | undefined} reading */
  keep(reading) {
    const { ctx } = this;
    ctx.choice = { ...ctx.choice, reading };
    ctx.table.note(ctx.choice);
  }

  /** Enough of what was read, or chosen. */
  done() {
    if (this.element.dataset.about === "choice") return this.ctx.table.choose({});
    this.keep(undefined);
    return this.rest();
  }

  /** What the line says while nothing is looked at: the choice made, or what could be chosen. */
  rest() {
    const { ctx } = this;
    const { choice, state, say } = ctx;
    showTilt(ctx.root, null);
    if (choice.cabin && ctx.preview) this.says("choice", ...this.preview(ctx.preview));
    else if (choice.type) this.says("choice", this.boost(choice.type));
    else if (choice.card) this.says("choice", ctx.chosenPlay ? this.next() : "", ...description(ctx, choice.card));
    else if (choice.reading) this.tells(choice.reading);
    else if (!state.active) this.says("hint", say("board.hint-read"));
    else this.says("hint", say(HINTS[ctx.view.phase] ?? "board.hint-play"));
  }

  next() {
    const { chosenPlay, say } = this.ctx;
    return h("strong", {}, say(Object.keys(chosenPlay.ways).length ? "board.hint-cabin" : "board.nowhere"), " ");
  }

  /** @param {string} type @returns {void} */
  lookAtScore(type) {
    const { offer, pieces, say } = this.ctx;
    if (offer?.boost?.includes(type)) return this.says("choice", this.boost(type));
    const [first, second, others] = pieces.places;
    const places = say("board.places", { first, second, others });
    if (isPhone()) this.remarks([`${say(`type.${type}`)} · ${places}`, ...standings(this.ctx, type)]);
    else this.says("reading", h("b", {}, say(`type.${type}`)), ` · ${places}`);
  }

  /** @param {string} cabin @param {boolean} lit @param {string[] | undefined} barred */
  lookAtCabin(cabin, lit, barred) {
    const { ctx } = this;
    if (!ctx.chosenPlay) return;
    const { card } = ctx.choice;
    if (lit) this.lookAtPlay(wayTo(card, cabin, plainest(ctx.chosenPlay.ways[cabin])));
    else if (barred) this.says("choice", h("b", {}, `${nameOf(ctx, card)} → ${cabin}`), ` · ${inWordsBarred(ctx, barred)}`);
  }

  /** @param {OptiMix.Way} way */
  lookAtPlay(way) {
    showTilt(this.ctx.root, way.tilt);
    this.says("choice", ...this.preview(way));
  }

  /** @param {OptiMix.Way} way */
  preview({ card, cabin, victim, tilt }) {
    const { ctx } = this;
    const { view, say } = ctx;
    const key = victim ? "board.lay-eject" : "board.lay";
    const parts = [say("board.tilt", { before: signed(view.tilt), after: signed(tilt) }), this.gain(gainBy(ctx, victim ?? card))];
    const count = costOf(ctx, cabin);
    if (count) parts.push(say("text.new-cabin-cost", { count }));
    return [h("b", {}, say(key, { card: nameOf(ctx, card), cabin, victim: victim ? nameOf(ctx, victim) : "" })), ` · ${parts.join(" · ")}`];
  }

  /** @param {string} type */
  boost(type) {
    return this.gain(gainBy(this.ctx, type));
  }

  /** @param {OptiMix.Gain | null} gain */
  gain(gain) {
    const { view, say } = this.ctx;
    if (!gain) return say("board.no-piece");
    const { type, halves, points } = gain;
    const now = view.pieces2[type][view.turn];
    return say("board.gain", { type: say(`type.${type}`), before: counted(now), after: counted(now + halves), gain: signed(points) });
  }
}
