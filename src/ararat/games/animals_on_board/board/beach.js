// The beach: rafts with their prices, the tiles to keep one of, and what lies beside them.

import { animal, h } from "/page/drawing/dom.js";
import { cellsOf } from "./ark.js";
import { acts, offerOf, pressOne, pressPrice, pressTile, same } from "./choosing.js";
import { looking } from "./foresight.js";
import { hiddenKey } from "./keys.js";
import { raft, tile } from "./parts.js";
import { crate, pile, shells, waves } from "./scenery.js";

/** @param {AnimalsOnBoard.Scene} scene */
export function drawBeach(scene) {
  const shore = scene.state.view.phase === "keep" ? drawHand(scene) : drawRafts(scene);
  return h("div", { class: "beach" }, waves("surf", true), shells(), drawPost(scene), h("div", { class: "shore" }, shore), waves("tide"));
}

/** Rafts keep their places: the parts of a split one lie where it lay.
 * @param {string[][]} area @param {string[][]} laid */
export function inPlace(area, laid) {
  /** @param {string[]} group */
  const before = (group) => laid.findIndex((old) => old.includes(group[0]));
  const places = new Map(area.map((group) => [group, before(group)]));
  return [...area].sort((a, b) => places.get(a) - places.get(b));
}

/** @param {AnimalsOnBoard.Scene} scene */
function drawRafts(scene) {
  const area = scene.rafts;
  if (!area.length) return h("p", { class: "remark display" }, scene.say("board.swept"));
  /** @param {string[]} group */
  const draw = (group) => drawRaft(scene, group);
  const large = area.filter((group) => group.length > 3);
  const small = area.filter((group) => group.length <= 3);
  // Small rafts lie in two lines of about the same width, one behind the other.
  /** @param {string[][]} groups */
  const width = (groups) => groups.reduce((sum, group) => sum + group.length + 0.35, 0);
  const half = width(small) / 2;
  const cut = small.length > 2 || large.length > 2 || width(small) + large.length > 6 ? small.findIndex((_, place) => width(small.slice(0, place + 1)) >= half - 0.1) + 1 : small.length;
  const lines = [small.slice(0, cut), small.slice(cut)].filter((line) => line.length);
  // A few rafts in one line may be larger.
  const columns = large.reduce((sum, group) => sum + Math.ceil(group.length / 2), 0) + (lines.length ? width(lines[0]) : 0);
  return h(
    "div",
    { class: lines.length < 2 && columns <= 7.5 ? "rafts roomy" : "rafts" },
    large.map(draw),
    lines.length ? h("div", { class: "lines" }, lines.map((line) => h("div", { class: "line" }, line.map(draw)))) : null,
  );
}

/** @param {AnimalsOnBoard.Scene} scene @param {string[]} group */
function drawRaft(scene, group) {
  const { table, pieces, say, chosen } = scene;
  const can = acts(scene, "groups") ? offerOf(scene, group) : { take: false, split: false };
  const { focus, blur } = can.take ? looking(scene, { move: "take", group }) : {};
  const price = h(
    "button",
    {
      type: "button",
      class: can.take ? "price lit" : "price",
      data: { key: `price-${group[0]}` },
      "aria-label": say("board.price", { count: group.length }),
      "aria-pressed": can.take ? String(chosen.length > 0 && same([...chosen].sort(), group)) : null,
      onclick: () => pressPrice(scene, group),
      onpointerenter: focus,
      onfocus: focus,
      onpointerleave: blur,
      onblur: blur,
    },
    crate(),
    h("b", { class: "numbers" }, group.length),
  );
  const tiles = group.map((name) =>
    tile(name, table, { press: () => pressTile(scene, name, group), lit: can.take || can.split, chosen: chosen.includes(name), from: "deck", spot: name === pieces.hidden ? hiddenKey(group) : null }),
  );
  return raft(group, table, { tiles, price, last: splitter(scene.state, group) });
}

/** Who made a raft what it is, if that was since the viewer's last move.
 * @param {AnimalsOnBoard.State} state @param {string[]} group */
function splitter({ last }, group) {
  for (const { seat, move } of [...last].reverse()) {
    if (move.move !== "split") continue;
    const rest = move.group.filter((name) => !move.off.includes(name));
    if (same(move.off, group) || same(rest, group)) return seat;
  }
  return undefined;
}

/** @param {AnimalsOnBoard.Scene} scene */
function drawHand(scene) {
  const { state, table, say, chosen } = scene;
  const { view, seat } = state;
  const hand = seat === null ? 0 : view.hands[seat];
  if (!Array.isArray(hand)) return h("p", { class: "remark display" }, say("board.waiting-keep"));
  return h(
    "div",
    { class: "hand" },
    h("h2", { class: "display" }, say("text.hand")),
    h(
      "div",
      { class: "logs" },
      hand.map((name) =>
        tile(name, table, { press: () => pressOne(scene, name, "keep"), lit: acts(scene, "keep") && state.offer.keep.includes(name), chosen: chosen.includes(name), from: "deck" }),
      ),
    ),
    acts(scene, "keep") ? null : h("p", { class: "remark" }, say("board.waiting-keep")),
  );
}

/** @param {AnimalsOnBoard.Scene} scene */
function drawPost({ state, pieces, say }) {
  const { view } = state;
  /** @param {Element} picture @param {number} number @param {string} label @param {string} anchor */
  const count = (picture, number, label, anchor) =>
    h("div", { class: "stock", data: { anchor } }, picture, h("b", { class: "numbers" }, number), h("span", { class: "stock-label" }, label));
  const full = view.phase === "play" && view.arks.some((one) => cellsOf(one).length >= pieces.room);
  return h(
    "aside",
    { class: "post" },
    h("strong", { class: full ? "round-name display final" : "round-name display" }, full ? say("board.last-round") : say("board.round", { round: view.round })),
    count(pile(), Array.isArray(view.deck) ? view.deck.length : view.deck, say("board.deck"), "deck"),
    count(crate(), view.supply, say("board.supply"), "supply"),
    h("div", { class: "species" }, h("span", { class: "species-title" }, say("board.in-play")), view.species.map((name) => animal(name, { title: say(`species.${name}`) }))),
  );
}
