// The line under the ark: what is looked at, what is chosen, or what could be.

import { h } from "/page/drawing/dom.js";
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
    this.element = h("div", { class: "om-line", role: "status", onclick: () => this.shut() });
  }

  /** @param {...(string | Node)} parts */
  says(...parts) {
    this.element.replaceChildren(...parts);
    this.element.dataset.about = "choice";
  }

  /** What is only read lies over the board on a phone, until it is pressed. @param {string[]} cards */
  tells(cards) {
    this.says(...cards.map((card) => h("p", {}, description(this.ctx, card))));
    this.element.dataset.about = "reading";
  }

  /** @param {string[]} words */
  remarks(words) {
    this.says(...words.map((one) => h("p", {}, one)));
    this.element.dataset.about = "reading";
  }

  /** On a phone the question on top has said it already. @param {string} hint */
  hints(hint) {
    this.says(hint);
    this.element.dataset.about = "hint";
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

  /** Enough of what was only read. */
  shut() {
    if (this.element.dataset.about !== "reading") return;
    this.keep(undefined);
    this.rest();
  }

  /** What the line says while nothing is looked at: the choice made, or what could be chosen. */
  rest() {
    const { ctx } = this;
    const { choice, state, say } = ctx;
    showTilt(ctx.root, null);
    if (choice.cabin && ctx.preview) this.says(...this.preview(ctx.preview));
    else if (choice.type) this.says(this.boost(choice.type));
    else if (choice.card) this.says(ctx.chosenPlay ? this.next() : "", ...description(ctx, choice.card));
    else if (choice.reading) this.tells(choice.reading);
    else if (!state.active) this.hints(say("board.hint-read"));
    else this.hints(say(HINTS[ctx.view.phase] ?? "board.hint-play"));
  }

  next() {
    const { chosenPlay, say } = this.ctx;
    return h("strong", {}, say(Object.keys(chosenPlay.ways).length ? "board.hint-cabin" : "board.nowhere"), " ");
  }

  /** @param {string} type @returns {void} */
  lookAtScore(type) {
    const { offer, pieces, say } = this.ctx;
    if (offer?.boost?.includes(type)) return void this.says(this.boost(type));
    const [first, second, others] = pieces.places;
    const places = say("board.places", { first, second, others });
    if (isPhone()) this.remarks([`${say(`type.${type}`)} · ${places}`, ...standings(this.ctx, type)]);
    else this.says(h("b", {}, say(`type.${type}`)), ` · ${places}`);
  }

  /** @param {string} cabin @param {boolean} lit @param {string[] | undefined} barred */
  lookAtCabin(cabin, lit, barred) {
    const { ctx } = this;
    if (!ctx.chosenPlay) return;
    const { card } = ctx.choice;
    if (lit) this.lookAtPlay(wayTo(card, cabin, plainest(ctx.chosenPlay.ways[cabin])));
    else if (barred) this.says(h("b", {}, `${nameOf(ctx, card)} → ${cabin}`), ` · ${inWordsBarred(ctx, barred)}`);
  }

  /** @param {OptiMix.Way} way */
  lookAtPlay(way) {
    showTilt(this.ctx.root, way.tilt);
    this.says(...this.preview(way));
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
