// The viewer's own place at the bottom: name, points, and the hand as a fan.

import { h, seatName, sign } from "/page/drawing/dom.js";
import { isPhone, isSideways } from "/page/stage/screen.js";
import { tray } from "/page/stage/tray.js";
import { cardBackPiece, cardFace, miniCard } from "./cards.js";
import { handKey } from "./keys.js";
import { deedsOf, marks } from "./seats.js";

/** @type {Record<Noah.Memory["sort"], (box: Noah.Box) => (one: Noah.Card, other: Noah.Card) => number>} */
const SORTS = {
  mass: (box) => (one, other) => box.mass(one) - box.mass(other) || order(one, other),
  sex: (box) => (one, other) => (one.sex ?? "").localeCompare(other.sex ?? "") || box.mass(one) - box.mass(other) || order(one, other),
};

/** @param {Noah.Card} one @param {Noah.Card} other */
const order = (one, other) => one.animal.localeCompare(other.animal) || (one.sex ?? "").localeCompare(other.sex ?? "");

const NARROWEST = 44; // pixels of a card on a phone, with the gap beside it
const COLUMN = 236; // pixels beside the board of a phone that is held sideways

/** @param {Noah.Scene} scene */
export function ownPlace(scene) {
  const { view, me } = scene;
  if (isPhone()) {
    const content = fan(scene);
    return tray(scene.table, { key: "hand", edge: phoneEdge(scene), content, lit: Boolean(content.querySelector(".lit")) });
  }
  return h(
    "div",
    { class: "own", data: { seat: me } },
    h(
      "div",
      { class: view.turn === me ? "own-plate in-turn" : "own-plate", data: { anchor: `seat-${me}` } },
      h("span", { class: "plate-head" }, seatName(me, scene.state.called[me]), marks(scene, me)),
      h("span", { class: "cost", data: { part: "cost" } }, scene.state.seat === null ? deedsOf(scene, me) : null),
      h(
        "span",
        { class: "tools" },
        scene.state.seat !== null || scene.hand.cards.length ? sorts(scene) : null,
        sheets(scene),
      ),
    ),
    fan(scene),
  );
}

/** What is seen of a hand that is folded. @param {Noah.Scene} scene */
function phoneEdge(scene) {
  const { me, names, state, view, table } = scene;
  const whose = state.seat === null ? seatName(me, names[me]) : view.players === 1 ? table.say("text.hand") : null;
  return [whose, marks(scene, me), h("span", { class: "cost", data: { part: "cost" } })];
}

/** What lies beside the hand on a desk, on the sea of a phone. @param {Noah.Scene} scene */
export function phoneTools(scene) {
  if (!isPhone()) return null;
  const [byMass, bySex] = sorts(scene);
  const other = scene.memory.sort === "mass" ? bySex : byMass;
  other.removeAttribute("aria-pressed");
  return h("div", { class: "tools" }, scene.view.phase !== "over" && scene.hand.cards.length > 1 ? other : null, sheets(scene));
}

/** @param {Noah.Scene} scene */
function sheets(scene) {
  return [
    tool(scene, "animals", sign("book"), null, () => scene.openPanel("animals")),
    scene.view.phase === "over" ? tool(scene, "result", sign("crown"), null, () => scene.openPanel("result")) : null,
  ];
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
  const count = slots.length + scene.hand.unknown;
  const middle = (count - 1) / 2;
  /** @param {number} index */
  const bend = (index) => ({ "--bend": `${((index - middle) * Math.min(2.4, 20 / (middle * 2 + 1))).toFixed(2)}deg`, "--drop": `${(((index - middle) / Math.max(middle, 1)) ** 2 * 8).toFixed(1)}` });
  const most = Math.floor((isSideways() ? COLUMN : scene.root.clientWidth - 6) / NARROWEST);
  const called = calls(scene);
  const rows = Math.max(called ? 2 : 1, Math.ceil(count / most));
  return h(
    "div",
    { class: "fan", role: "group", "aria-label": scene.state.seat === null ? scene.table.say("board.hand-of", { name: scene.names[scene.me] }) : scene.table.say("text.hand"), data: rows > 1 ? { rows } : {}, style: { "--columns": Math.max(2, Math.ceil(count / rows)) } },
    called,
    looked.length ? h("div", { class: "looked" }, looked.map((card, index) => slot(scene, { card, key: `look-${card.animal}-${card.sex ?? ""}-${index}`, from: "deck", look: true }, {}))) : null,
    slots.map((one, index) => slot(scene, one, bend(index))),
    Array.from({ length: scene.hand.unknown }, (_, index) => h("span", { class: "slot", style: bend(slots.length + index), data: { piece: `back-${index}`, from: "deck" } }, h("span", { class: "face face-down" }, cardBackPiece()))),
  );
}

/** Solo lion on a phone: the animals that can be called back, with the quay of each. @param {Noah.Scene} scene */
function calls(scene) {
  if (scene.view.phase !== "recall" || !isPhone()) return null;
  const moves = scene.moves.filter((move) => move.move === "recall");
  return h("div", { class: "recalls" }, moves.map((move) => call(scene, move)));
}

/** @param {Noah.Scene} scene @param {Noah.Move} move */
function call(scene, move) {
  const card = scene.view.boats[move.boat].animals[move.place];
  const key = `call-${move.boat}-${move.place}`;
  const name = scene.table.say("board.aboard", { quay: move.boat + 1, card: scene.sayCard(card) });
  return h(
    "button",
    { type: "button", class: "recall lit", data: { key }, "aria-label": name, "aria-pressed": String(scene.isChosen(key)), onclick: () => scene.pressRecall(move, key) },
    h("b", { class: "numbers" }, move.boat + 1),
    miniCard(card),
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
