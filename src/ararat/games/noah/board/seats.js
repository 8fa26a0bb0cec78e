// The others round the table: points, hand, what is known of it, and what they did last.

import { animal, h, seatName, sign } from "/page/drawing/dom.js";
import { chips } from "/page/stage/chips.js";
import { isPhone } from "/page/stage/screen.js";
import { handOf } from "./box.js";
import { cardBackPiece, miniCard } from "./cards.js";
import { smallBoat, swap } from "./drawings.js";

const MOST_DEEDS = 4;
// By number of others, in seating order: left side upwards, then right side downwards.
const CORNERS = [[], ["lt"], ["lt", "rt"], ["lb", "lt", "rt"], ["lb", "lt", "rt", "rb"]];

/** @param {Noah.Scene} scene */
export function others(scene) {
  const seats = scene.seats.slice(1);
  if (!seats.length) return null;
  const parts = seats.map((seat, index) => ({
    seat,
    name: scene.names[seat],
    facts: [h("span", { class: "seat-facts", data: { anchor: `seat-${seat}` } }, counts(scene, seat))],
    panel: () => plate(scene, seat, CORNERS[seats.length][index]),
    turn: scene.view.turn === seat,
  }));
  return h("div", { class: "others board-others" }, chips(scene.table, parts));
}

/** @param {Noah.Scene} scene @param {number} seat @param {string} corner */
function plate(scene, seat, corner) {
  const { view, names, table } = scene;
  const hand = handOf(view, seat);
  const count = hand.cards.length + hand.unknown;
  const lit = scene.isSeatLit(seat);
  const inTurn = view.turn === seat;
  const spoken = [names[seat], table.say("board.tears", { count: view.scores[seat] }), table.say("text.cards", { count })];
  if (hand.cards.length) spoken.push(hand.cards.map((card) => scene.sayCard(card)).join(", "));
  if (hand.cards.length && hand.unknown) spoken.push(table.say("board.hidden", { count: hand.unknown }));
  if (inTurn) spoken.push(table.say("board.turn"));
  if (view.starter === seat) spoken.push(table.say("board.starter"));
  const deeds = scene.state.last.filter((entry) => entry.seat === seat);
  spoken.push(...deeds.map((entry) => entry.text));
  return h(
    "button",
    {
      type: "button",
      class: ["plate", lit && "lit", inTurn && "in-turn", scene.touched.has(seat) && "touched"].filter(Boolean).join(" "),
      data: { key: `seat-${seat}`, seat, corner, anchor: `seat-${seat}` },
      "aria-label": spoken.join(", "),
      onclick: () => scene.pressSeat(seat),
    },
    h("span", { class: "plate-head" }, seatName(seat, scene.state.called[seat]), marks(scene, seat)),
    h("span", { class: "plate-row" }, backs(scene, seat, hand), deedsOf(scene, seat)),
    lit && isPhone() ? h("span", { class: "plate-act" }, scene.sayToSeat(seat)) : null,
  );
}

/** The last moves of a seat, as chips; the newest comes first, so that it is the oldest that finds no room.
 * @param {Noah.Scene} scene @param {number} seat */
export function deedsOf(scene, seat) {
  const entries = scene.state.last.filter((entry) => entry.seat === seat);
  return h("span", { class: "deeds" }, entries.slice(-MOST_DEEDS).reverse().map((entry) => deed(entry)));
}

/** Points, size of the hand, turn, starter. @param {Noah.Scene} scene @param {number} seat */
export function marks(scene, seat) {
  const { view, table } = scene;
  const won = view.winners.includes(seat);
  return h(
    "span",
    { class: "marks numbers" },
    won ? sign("crown", { class: "crown" }) : null,
    view.starter === seat && view.players > 1 && view.phase !== "over" ? sign("flag", { class: "starter", title: table.say("board.starter") }) : null,
    counts(scene, seat),
  );
}

/** Size of the hand, points. @param {Noah.Scene} scene @param {number} seat */
function counts({ view }, seat) {
  const hand = handOf(view, seat);
  const count = hand.cards.length + hand.unknown;
  return [
    h("span", { class: count < 3 ? "count few" : "count" }, h("span", { class: "count-card" }), count),
    view.players > 1 ? h("span", { class: "points" }, sign("drop"), view.scores[seat]) : null,
  ];
}

/** A hand as it is seen from across the table.
 * @param {Noah.Scene} scene @param {number} seat @param {Noah.Hand} hand */
function backs(scene, seat, hand) {
  const from = scene.actor === null ? "deck" : `seat-${scene.actor}`;
  /** @param {number} index */
  const piece = (index) => ({ data: { piece: `held-${seat}-${index}`, from } });
  return h(
    "span",
    { class: "held" },
    hand.cards.map((card, index) => h("span", { class: "slot" }, miniCard(card, piece(index)))),
    Array.from({ length: hand.unknown }, (_, index) => h("span", { class: "slot" }, cardBackPiece(piece(hand.cards.length + index)))),
  );
}

/** A move as a chip of pictures; its words are in the plate's name and in the log. @param {Noah.Entry} entry */
function deed({ move, events }) {
  const card = move.animal && move.animal !== "hidden" ? miniCard(move) : h("span", { class: "count-card" });
  const to = move.player === undefined ? null : sign(`seat-${move.player}`, { class: "whom" });
  const whom = h("span", { data: { seat: move.player } }, to);
  const parts = {
    board: () => [card, events.some((one) => one.event === "pair") ? h("b", {}, "×2") : null],
    collect: () => [smallBoat("plain"), h("b", {}, `+${events.filter((one) => one.cards).reduce((sum, one) => sum + one.cards.length, 0)}`)],
    sail: () => [animal("noah"), h("b", {}, move.boat + 1)],
    give: () => [card, "→", whom],
    return: () => [swap(), card],
    draw: () => [swap(), whom],
    peek: () => [sign("eye"), whom],
    flee: () => [animal("crocodile"), "→", whom],
  }[move.move];
  const left = events.some((one) => one.event === "departed") ? sign("flag") : null;
  return h("span", { class: "deed" }, parts?.() ?? null, left);
}
