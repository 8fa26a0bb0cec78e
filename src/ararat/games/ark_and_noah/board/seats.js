// Everybody's goods and animals: the others in compact cards, the viewer's own below, larger.

import { animal, h, s, seatName, sign } from "/page/drawing/dom.js";
import { written } from "/page/drawing/numbers.js";
import { plank } from "./ark.js";
import { button } from "./controls.js";
import { faceOf, personTile } from "./faces.js";

/** The others around the table from the viewer on; for a spectator everybody. @param {ArkAndNoah.Picture} picture */
export function othersOf({ view, seat }) {
  const count = view.players;
  return Array.from({ length: count }, (_, step) => ((seat ?? -1) + 1 + step) % count).filter((other) => other !== seat);
}

/** @param {ArkAndNoah.Scene} scene */
export function drawOthers(scene) {
  const others = othersOf(scene);
  return h("div", { class: "others", data: { count: others.length } }, others.map((other) => drawSeat(scene, other, false)));
}

/** @param {ArkAndNoah.Scene} scene @param {number} seat @param {boolean} mine */
export function drawSeat(scene, seat, mine) {
  const { view, say } = scene;
  const turn = view.turn === seat;
  const tiles = view.animals[seat];
  return h(
    "section",
    { class: ["seat", mine ? "mine" : "", turn ? "in-turn" : "", view.winners.includes(seat) ? "winner" : ""].join(" "), data: { seat }, "aria-label": scene.names[seat] },
    h(
      "div",
      { class: "seat-head" },
      view.winners.includes(seat) ? sign("crown", { title: say("board.winner") }) : null,
      seatName(seat, scene.state.called[seat]),
      personTile(scene, seat),
      turn ? h("span", { class: "turn-tag" }, say("board.turn")) : null,
      drawPoints(scene, seat),
    ),
    h("div", { class: "goods numbers" }, drawGoods(scene, seat)),
    h("div", { class: "tiles" }, tiles.length ? tiles.map((tile) => drawTile(scene, tile, mine ? { ...scene.own(tile), big: true } : { big: false })) : h("span", { class: "none" }, say("board.no-animals"))),
  );
}

/** @param {ArkAndNoah.Scene} scene @param {number} seat */
export function drawPoints({ view, say }, seat) {
  return h("span", { class: "points numbers", "aria-label": say("board.points", { count: view.scores[seat] }) }, h("b", {}, written(view.scores[seat])), sign("star-bonus"));
}

/** @param {ArkAndNoah.Scene} scene @param {number} seat */
export function drawGoods(scene, seat) {
  const { view, say } = scene;
  const supply = view.supply.planks[seat];
  /** @type {ArkAndNoah.Goods[]} */
  const kinds = view.options.variant === "quick" ? ["planks"] : ["planks", "pitch", "food"];
  const pictures = { planks: plankPicture(seat), pitch: sign("pitch"), food: sign("food") };
  const shown = kinds.map((kind) => {
    const gained = scene.marks.goods.get(`${seat}-${kind}`);
    const count = view[kind][seat];
    return h(
      "span",
      { class: "good", data: { anchor: `${kind}-${seat}` }, ...told(kind === "planks" ? say("board.planks", { count, supply }) : `${say(`goods.${kind}`)}: ${count}`) },
      pictures[kind],
      h("b", {}, count),
      kind === "planks" ? h("small", {}, `+${supply}`) : null,
      gained ? h("span", { class: "gained" }, `+${gained}`) : null,
    );
  });
  const { planks, points } = scene.gauges.hull;
  const [hull, leads] = [planks[seat], points[seat] > 0];
  return [
    shown,
    h("span", { class: leads ? "good hull-count leads" : "good hull-count", ...told(say(leads ? "board.hull-most" : "board.hull", { count: hull, bonus: scene.pieces.hull_bonus })) }, hullPicture(), h("b", {}, hull), leads ? h("small", {}, `+${scene.pieces.hull_bonus}`) : null),
  ];
}

/** A picture with numbers, in words. @param {string} label */
function told(label) {
  return { role: "img", "aria-label": label, title: label };
}

/** @param {number} seat */
function plankPicture(seat) {
  return s("svg", { class: "plank-picture", viewBox: "-28 -9 56 18", "aria-hidden": "true", data: { seat } }, s("g", { class: "plank" }, plank(seat, true)));
}

export function hullPicture() {
  return s("svg", { class: "hull-picture", viewBox: "0 0 34 18", "aria-hidden": "true" }, s("path", { d: "M2 9C4 4 9 2 14 2h11c4 0 7 3 7 7s-3 7-7 7H14C9 16 4 14 2 9Z" }));
}

/** An animal: its picture, sex, size and points; a ribbon if its mate lies before a seat, with that seat's sign.
 * @param {ArkAndNoah.Scene} scene @param {string} tile @param {Partial<ArkAndNoah.Pressed> & {big: boolean, from?: string}} pressed */
export function drawTile(scene, tile, { big, from, ...options }) {
  const { view, say, pieces } = scene;
  const [species, sex] = [tile.slice(0, -2), tile.slice(-1)];
  const { size, points } = pieces.species[species];
  const mate = `${species}-${sex === "m" ? "f" : "m"}`;
  const keeper = view.animals.findIndex((tiles) => tiles.includes(mate));
  const told = [say(size ? "text.size" : "text.size-small", { size }), say("text.points", { count: points })];
  if (keeper >= 0) told.push(say("board.mate", { name: scene.names[keeper] }));
  const label = [`${say(`species.${species}`)} ${sex === "m" ? "♂" : "♀"}`, ...told].join(" · ");
  const classes = ["tile", big ? "big" : "", keeper >= 0 ? "coupled" : "", scene.marks.tiles.has(tile) ? "last" : ""].join(" ");
  const inside = [
    animal(faceOf(tile)),
    points ? h("span", { class: "worth numbers" }, points) : null,
    sign(sex === "m" ? "male" : "female", { class: "sex" }),
    h("span", { class: size ? "size numbers" : "size tiny" }, size || ""),
    keeper >= 0 ? h("span", { class: "mate", data: { seat: keeper } }, sign("ribbon"), sign(`seat-${keeper}`)) : null,
  ];
  const data = { piece: `tile-${tile}`, from };
  if (!options.press) return h("span", { class: classes, role: "img", "aria-label": label, title: label, data }, inside);
  const made = button({ lit: false, press: options.press, ...options, label, hint: options.hint ?? scene.hint(label) }, classes, inside);
  Object.assign(made.dataset, data.from ? data : { piece: data.piece });
  return made;
}
