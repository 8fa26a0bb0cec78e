// The viewer's own place at the bottom: name, points, and the hand as a fan.

import { h, seatName, sign } from "/page/drawing/dom.js";
import { cardBackPiece, cardFace } from "./cards.js";
import { handKey } from "./keys.js";
import { deedsOf, marks } from "./seats.js";

/** @type {Record<Noah.Memory["sort"], (box: Noah.Box) => (one: Noah.Card, other: Noah.Card) => number>} */
const SORTS = {
  mass: (box) => (one, other) => box.mass(one) - box.mass(other) || order(one, other),
  sex: (box) => (one, other) => (one.sex ?? "").localeCompare(other.sex ?? "") || box.mass(one) - box.mass(other) || order(one, other),
};

/** @param {Noah.Card} one @param {Noah.Card} other */
const order = (one, other) => one.animal.localeCompare(other.animal) || (one.sex ?? "").localeCompare(other.sex ?? "");

/** @param {Noah.Scene} scene */
export function ownPlace(scene) {
  const { view, me } = scene;
  return h(
    "div",
    { class: "own", data: { seat: me } },
    h(
      "div",
      { class: view.turn === me ? "own-plate in-turn" : "own-plate", data: { anchor: `seat-${me}` } },
      h("span", { class: "plate-head" }, seatName(me, scene.names[me]), marks(scene, me)),
      h("span", { class: "cost", data: { part: "cost" } }, scene.state.seat === null ? deedsOf(scene, me) : null),
      h(
        "span",
        { class: "tools" },
        scene.state.seat !== null || scene.hand.cards.length ? sorts(scene) : null,
        tool(scene, "animals", sign("book"), null, () => scene.openPanel("animals")),
        view.phase === "over" ? tool(scene, "result", sign("crown"), null, () => scene.openPanel("result")) : null,
      ),
    ),
    fan(scene),
  );
}

/** How the cards lie; backs have no order. @param {Noah.Scene} scene */
function sorts(scene) {
  /** @param {Noah.Memory["sort"]} key @param {Page.Child} face */
  const by = (key, face) => tool(scene, `sort-${key}`, face, scene.memory.sort === key, () => scene.sortBy(key));
  return [by("mass", sign("weight")), by("sex", [sign("male"), sign("female")])];
}

/** @param {Noah.Scene} scene @param {string} key @param {Page.Child} face @param {boolean} pressed @param {() => unknown} press */
function tool(scene, key, face, pressed, press) {
  return h(
    "button",
    { type: "button", class: "knob", data: { key: `tool-${key}` }, "aria-label": scene.table.say(`board.${key}`), title: scene.table.say(`board.${key}`), "aria-pressed": pressed === null ? null : String(pressed), onclick: press },
    face,
  );
}

/** The cards to choose from: the hand, or what the giraffe has taken from the deck. @param {Noah.Scene} scene */
function fan(scene) {
  const { box, memory, view } = scene;
  const cards = [...scene.hand.cards].sort(SORTS[memory.sort](box));
  const looked = view.looked ?? [];
  const seen = new Map();
  const slots = cards.map((card) => {
    const key = handKey(card);
    const copy = seen.get(key) ?? 0;
    seen.set(key, copy + 1);
    return { card, key: `${key}-${copy}`, from: scene.cameFrom };
  });
  const middle = (slots.length + scene.hand.unknown - 1) / 2;
  /** @param {number} index */
  const bend = (index) => ({ "--bend": `${((index - middle) * Math.min(2.4, 20 / (middle * 2 + 1))).toFixed(2)}deg`, "--drop": `${(((index - middle) / Math.max(middle, 1)) ** 2 * 8).toFixed(1)}` });
  return h(
    "div",
    { class: "fan", role: "group", "aria-label": scene.state.seat === null ? scene.table.say("board.hand-of", { name: scene.names[scene.me] }) : scene.table.say("text.hand"), data: { count: slots.length } },
    looked.length ? h("div", { class: "looked" }, looked.map((card, index) => slot(scene, { card, key: `look-${card.animal}-${card.sex ?? ""}-${index}`, from: "deck", look: true }, {}))) : null,
    slots.map((one, index) => slot(scene, one, bend(index))),
    Array.from({ length: scene.hand.unknown }, (_, index) => h("span", { class: "slot", style: bend(slots.length + index), data: { piece: `back-${index}`, from: "deck" } }, h("span", { class: "face face-down" }, cardBackPiece()))),
  );
}

/** @param {Noah.Scene} scene @param {{card: Noah.Card, key: string, from: string, look?: boolean}} parts @param {Record<string, string | number>} [style] */
function slot(scene, { card, key, from, look = false }, style) {
  const moves = scene.movesWith(card, look);
  const lit = moves.length > 0;
  const name = [scene.sayCard(card), scene.sayFacts(card), ...scene.promises(moves)].join(", ");
  return h(
    "button",
    {
      type: "button",
      class: lit ? "slot lit" : scene.asksForCards ? "slot unfit" : "slot",
      style,
      data: { key, piece: key, from },
      "aria-label": name,
      "aria-pressed": lit ? String(scene.isChosen(key)) : null,
      onclick: () => scene.pressCard(card, key, look),
      onpointerenter: () => scene.foretell(card, look),
      onpointerleave: () => scene.foretell(null),
      onfocus: () => scene.foretell(card, look),
      onblur: () => scene.foretell(null),
    },
    cardFace(card, scene.table, scene.box),
  );
}
