// The board on a phone: the others as chips, the ark with what is asked for, the hand as a tray.

import { animal, h, seatName, sign } from "/page/drawing/dom.js";
import { chips } from "/page/stage/chips.js";
import { isSideways } from "/page/stage/screen.js";
import { tray } from "/page/stage/tray.js";
import { ark, tiersOf } from "./ark.js";
import { description, nameOf } from "./cards.js";
import { buoy } from "./drawings.js";
import { cardsHeld, display, hand, purse, score, scoreCards } from "./shore.js";

const WITH_CARDS = ["turn", "second", "pick"]; // the phases in which the open cards matter
const WIDE_CHIPS = 3; // others whose chips have room for the number of their cards
const WHOLE = 4; // cards of a hand that are drawn whole, in one row
const SLIM_BESIDE = { few: 6, crowd: 4 }; // cards with a name in the column of a phone held sideways, by what the chips leave

/** Whether the open cards are seen: not while a cabin is asked for. @param {OptiMix.Context} context */
export const showsDisplay = ({ view, chosenPlay }) => !chosenPlay && WITH_CARDS.includes(view.phase);

/** @param {OptiMix.Context} ctx @param {number} shownTilt */
export function phone(ctx, shownTilt) {
  const { view, table, state } = ctx;
  const form = isSideways() || tiersOf(ctx) > 1 ? "slim" : "";
  const asked = ctx.offer?.boost ? "asks-score" : ctx.chosenPlay ? "asks-cabin" : "";
  return [
    h("div", { class: "board-others" }, chips(table, ctx.others.map((seat) => ({ seat, name: state.names[seat], facts: facts(ctx, seat), panel: () => panel(ctx, seat), turn: view.turn === seat })))),
    h(
      "div",
      { class: `board-main om-main ${asked} rain-${view.rain}` },
      scoreCards(ctx),
      ctx.showsDisplay ? h("div", { class: `sky ${form}` }, weather(ctx), display(ctx, form)) : null,
      ark(ctx, shownTilt),
      ctx.line.element,
    ),
    state.seat === null ? null : mine(ctx, state.seat),
  ].filter(Boolean);
}

/** What matters most of a seat. @param {OptiMix.Context} ctx @param {number} seat */
function facts(ctx, seat) {
  return [h("span", { data: { anchor: `seat-${seat}` } }, score(ctx, seat)), purse(ctx, seat), ctx.others.length + (ctx.costs[seat] ? 1 : 0) > WIDE_CHIPS ? null : cardsHeld(ctx, seat)];
}

/** All that is known of a seat, in words. @param {OptiMix.Context} ctx @param {number} seat */
function panel(ctx, seat) {
  const { view, state, say } = ctx;
  const pet = view.pets[seat];
  const seen = view.hands[seat].filter((name) => name !== "hidden");
  return h(
    "div",
    { class: "om-sheet" },
    h("div", { class: "who-line" }, seatName(seat, state.called[seat]), view.passed[seat] && !state.over ? h("span", { class: "om-flag quiet" }, say("text.passed")) : null, score(ctx, seat), purse(ctx, seat), cardsHeld(ctx, seat)),
    pet ? h("p", { class: "om-told" }, animal(pet === "hidden" ? "paw" : pet), pet === "hidden" ? say("board.pet-hidden") : say("board.pet-is", { card: nameOf(ctx, pet) })) : null,
    seen.map((name) => h("p", { class: "om-told" }, animal(name), h("span", {}, description(ctx, name)))),
    ctx.marks.doings.filter((entry) => entry.seat === seat).map(({ text }) => h("p", { class: "om-told last" }, text)),
  );
}

/** Rain, deck, supply and who was ejected, in numbers; a press tells it in words. @param {OptiMix.Context} ctx */
function weather(ctx) {
  const { view, pieces, say } = ctx;
  const words = [
    say("board.rain", { rain: view.rain, rains: pieces.rains }),
    view.rain ? "" : say("board.first-rain", { count: view.upper }),
    say("text.deck", { count: view.deck.length }),
    say("text.supply", { count: view.supply }),
    view.removed.length ? `${say("board.overboard")}: ${view.removed.map((name) => nameOf(ctx, name)).join(", ")}` : "",
  ].filter(Boolean);
  /** @param {Page.Child} picture @param {string | number} number @param {string} [anchor] */
  const row = (picture, number, anchor) => h("span", { class: "om-store", data: { anchor } }, picture, h("b", {}, String(number)));
  return h(
    "button",
    { type: "button", class: "weather", "aria-label": words.join(". "), data: { key: "weather" }, onclick: () => ctx.line.remarks(words) },
    row(sign(view.rain ? "cloud-rain" : "cloud"), `${view.rain}/${pieces.rains}`),
    row(h("span", { class: "om-back" }), view.rain === pieces.rains ? "–" : view.deck.length, "deck"),
    row(sign("coin"), view.supply),
    view.removed.length ? row(buoy(), view.removed.length) : null,
  );
}

/** @param {OptiMix.Context} ctx @param {number} seat */
function mine(ctx, seat) {
  const { view, state, say, offer } = ctx;
  const pet = view.pets[seat];
  const content = hand(ctx, seat, formOf(ctx, view.hands[seat].length));
  const edge = [
    h("span", { class: "om-me", data: { anchor: `seat-${seat}` } }, seatName(seat, state.called[seat])),
    view.passed[seat] && !state.over ? h("span", { class: "om-flag quiet" }, say("text.passed")) : null,
    score(ctx, seat),
    purse(ctx, seat),
    cardsHeld(ctx, seat),
    pet ? h("span", { class: "fact", role: "img", "aria-label": say("board.pet-is", { card: nameOf(ctx, pet) }) }, animal("paw"), animal(pet)) : null,
  ];
  return tray(ctx.table, { key: "hand", edge, content, lit: Boolean(offer && content.querySelector(".lit")) });
}

/** While something is chosen, or where there are many, or the ark is long, the cards give room. @param {OptiMix.Context} ctx @param {number} count @returns {OptiMix.Form} */
function formOf(ctx, count) {
  if (isSideways()) return count > SLIM_BESIDE[ctx.others.length > 2 ? "crowd" : "few"] ? "tiny" : "slim";
  if (ctx.choice.card || (tiersOf(ctx) > 1 && count > 2 * WHOLE)) return count > WHOLE ? "tiny" : "slim";
  return count > WHOLE || !ctx.offer?.play ? "slim" : "";
}
