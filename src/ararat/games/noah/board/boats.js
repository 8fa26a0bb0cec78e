// The sea: five boats in a ring round the island, Noah on one of them.

import { animal, h, s, sign } from "/page/drawing/dom.js";
import { isPhone, isSideways } from "/page/stage/screen.js";
import { backdrop, bowWave, cardBack, hull, hullBehind, island, mountain, palm, pennant, smallBoat, vacancy } from "./drawings.js";
import { miniCard, pictureOf } from "./cards.js";

// Where the quays lie, in percent of the sea; board.css has the same places.
const WIDE = [[50, 15.5], [86.5, 52], [74, 84.5], [26, 84.5], [13.5, 52]];
const UPRIGHT = [[50, 15], [75, 46], [75, 85], [25, 85], [25, 46]];
/** @type {Record<string, string>} */
const SEX_SIGN = { m: "male", f: "female" };

/** @param {Noah.Scene} scene */
export function sea(scene) {
  const { view } = scene;
  return h(
    "div",
    { class: "harbour" },
    h("div", { class: "water" }, backdrop()),
    courses(scene, isPhone() && !isSideways() ? UPRIGHT : WIDE),
    islandOf(scene),
    view.boats.map((boat, quay) => quayOf(scene, boat, quay)),
  );
}

/** Dotted lines between the quays: Noah's ways after a male and after a female.
 * @param {Noah.Scene} scene @param {number[][]} places */
function courses(scene, places) {
  const lines = [];
  const { noah } = scene.view;
  for (const [quay, sexes] of scene.gauges.ways.entries()) {
    if (!sexes.length) continue;
    const [x1, y1] = places[noah];
    const [x2, y2] = places[quay];
    lines.push(s("line", { class: "course", data: { quay }, x1, y1, x2, y2, "vector-effect": "non-scaling-stroke" }));
  }
  return s("svg", { class: "courses", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, lines);
}

// --- A boat ---------------------------------------------------------------------------------------

/** @param {Noah.Scene} scene @param {Noah.Boat | null} boat @param {number} quay */
function quayOf(scene, boat, quay) {
  const { view, gauges, table } = scene;
  const here = quay === view.noah;
  const lit = scene.isBoatLit(quay);
  const depth = boat ? gauges.boats[quay].load / gauges.boats[quay].limit : 0;
  return h(
    "div",
    { class: ["quay", here && "moored", lit && "inviting", boat ? "" : "vacant"].filter(Boolean).join(" "), style: { "--sink": `${(depth * 6.4).toFixed(2)}cqi` }, data: { quay, anchor: `boat-${quay}` } },
    h("span", { class: "glow" }),
    boat ? afloat(scene, boat, quay, here) : vacancy(),
    boat ? [bowWave(), plaque(scene, quay)] : null,
    h(
      "button",
      { type: "button", class: lit ? "hit lit" : "hit", data: { key: `quay-${quay}` }, "aria-label": describe(scene, boat, quay), onclick: () => scene.pressBoat(quay) },
    ),
    boat && view.phase === "recall" && !isPhone() ? recallable(scene, boat, quay) : null,
    h(
      "span",
      { class: "post" },
      h("b", {}, quay + 1),
      gauges.ways[quay].map((sex) => sign(SEX_SIGN[sex], { class: SEX_SIGN[sex] })),
    ),
    !boat && here ? noahPiece() : null,
    lit && scene.comesBack ? fitting(scene, quay) : null,
    boat?.kind === "roommates" ? h("span", { class: "house-rule" }, table.say("board.roommates")) : null,
  );
}

function noahPiece() {
  return h("span", { class: "noah", data: { piece: "noah" } }, animal("noah"));
}

/** @param {Noah.Scene} scene @param {Noah.Boat} boat @param {number} quay @param {boolean} here */
function afloat(scene, boat, quay, here) {
  const { box } = scene;
  const { animals } = boat;
  const { asks: asked, limit } = scene.gauges.boats[quay];
  const holed = limit < scene.table.pieces.limit;
  const fresh = scene.fresh.has(quay);
  return h(
    "div",
    { class: "afloat" },
    hullBehind(boat.kind),
    here ? noahPiece() : null,
    animals.map((card, place) =>
      h(
        "span",
        {
          class: fresh && place === animals.length - 1 ? "passenger fresh" : "passenger",
          style: passengerPlace(box, animals, place),
          data: { piece: `aboard-${quay}-${place}-${card.animal}`, from: place === animals.length - 1 ? scene.boardedFrom(card, quay) : `boat-${quay}` },
        },
        pictureOf(card),
      ),
    ),
    hull(boat.kind, holed),
    animals.map((card, place) => h("span", { class: `port ${SEX_SIGN[card.sex]}`, style: portPlace(animals, place) }, sign(SEX_SIGN[card.sex]))),
    h(
      "span",
      { class: asked.length > 1 ? "port next both" : "port next", style: portPlace(animals, animals.length, asked.length > 1 ? 37 : undefined) },
      asked.map((sex) => sign(SEX_SIGN[sex], { class: SEX_SIGN[sex] })),
    ),
  );
}

/** The load on the boat's side, dry even when the boat lies deep. @param {Noah.Scene} scene @param {number} quay */
function plaque(scene, quay) {
  const { load, limit } = scene.gauges.boats[quay];
  const classes = limit < scene.table.pieces.limit ? "load numbers holed" : "load numbers";
  return h("span", { class: classes, data: { quay } }, h("b", {}, load), h("i", {}, `/ ${limit}`));
}

// All lengths in 250ths of a boat's width, as the drawings have them.
const STERN = 48;
const ROOM = 188;

/** @param {number} count */
function step(count) {
  return Math.min(49, ROOM / (count + 1));
}

/** @param {number} x */
function railAt(x) {
  const t = (x - 11) / 229;
  return (1 - t) ** 2 * 54 + 2 * t * (1 - t) * 76 + t ** 2 * 47;
}

/** @param {number} length */
const across = (length) => `${(length / 2.5).toFixed(2)}%`;
/** @param {number} length */
const down = (length) => `${(length / 1.4).toFixed(2)}%`;

/** @param {Noah.Box} box @param {Noah.Card[]} animals @param {number} place */
function passengerPlace(box, animals, place) {
  const size = 50 + box.mass(animals[place]) * 0.9;
  const x = STERN + (place + 0.5) * step(animals.length);
  return { left: across(x - size / 2), top: down(railAt(x) + 7 - size), width: across(size) };
}

/** @param {Noah.Card[]} animals @param {number} place @param {number} [width] */
function portPlace(animals, place, width) {
  const between = step(animals.length);
  const x = STERN + (place + 0.5) * between;
  const size = width ?? Math.min(23, between * 0.96);
  return { left: across(x - size / 2), top: down(railAt(x) + 15 - Math.min(size, 23) / 2), width: across(size) };
}

/** Solo lion: the animals that can be called back are buttons of their own; on a phone, where they stand too close, they are in the hand.
 * @param {Noah.Scene} scene @param {Noah.Boat} boat @param {number} quay */
function recallable(scene, boat, quay) {
  return boat.animals.map((card, place) => {
    const move = /** @type {Noah.Move} */ ({ move: "recall", boat: quay, place });
    const lit = scene.isLegal(move);
    const spot = passengerPlace(scene.box, boat.animals, place);
    return h("button", {
      type: "button",
      class: lit ? "caller lit" : "caller",
      style: spot,
      data: { key: `call-${quay}-${place}` },
      "aria-label": scene.sayCard(card),
      "aria-pressed": lit ? String(scene.isChosen(`call-${quay}-${place}`)) : null,
      onclick: () => scene.pressRecall(move, `call-${quay}-${place}`),
    });
  });
}

/** @param {Noah.Scene} scene @param {number} quay */
function fitting(scene, quay) {
  const count = scene.state.offer.fitting[scene.moves.findIndex((move) => move.boat === quay)];
  return h("span", { class: count ? "fitting" : "fitting none" }, scene.table.say("board.fit-there", { count }));
}

/** @param {Noah.Scene} scene @param {Noah.Boat | null} boat @param {number} quay */
function describe(scene, boat, quay) {
  const { table, view } = scene;
  const values = { quay: quay + 1 };
  let text;
  if (!boat) text = table.say("board.quay-vacant", values);
  else {
    const { animals } = boat;
    const { load, limit, asks: asked } = scene.gauges.boats[quay];
    Object.assign(values, { mass: load, limit });
    if (!animals.length) text = table.say("board.quay-empty", values);
    else {
      const next = asked.length > 1 ? "board.either" : asked[0] === "m" ? "board.male" : "board.female";
      text = table.say("board.quay", { ...values, animals: animals.map((card) => scene.sayCard(card)).join(", "), next: table.say(next) });
    }
    if (boat.kind === "roommates") text += ` ${table.say("board.roommates")}.`;
  }
  return quay === view.noah ? `${text} ${table.say("board.noah-here")}` : text;
}

// --- The island -----------------------------------------------------------------------------------

/** @param {Noah.Scene} scene */
function islandOf(scene) {
  const { view } = scene;
  return h(
    "div",
    { class: "island" },
    island(),
    mountain(),
    palm("left"),
    palm("right"),
    bunting(scene),
    view.players > 1 ? scoreBoard(scene) : null,
    deckOf(scene),
  );
}

/** A pennant for each departure, with its gift, and below it the boat that would come. @param {Noah.Scene} scene */
function bunting({ view, table }) {
  const solo = view.players === 1;
  const boats = table.pieces.reserve;
  const count = solo ? boats + table.pieces.quays : boats + 1;
  const used = boats - view.reserve.length;
  return h(
    "ol",
    { class: solo ? "bunting many" : "bunting" },
    Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const past = number <= view.departures;
      const kind = past ? "past" : number === view.departures + 1 ? "due" : "";
      const label = table.say(solo ? "board.departure-solo" : "board.departure", { number, count: number });
      const comes = past ? null : view.reserve[index - used];
      const told = past ? `${label} (${table.say("board.done")})` : label;
      return h(
        "li",
        { class: `pennant ${kind}` },
        h("span", { class: "hidden-text" }, told),
        pennant(number),
        h("span", { class: "comes" }, past ? sign("check") : comes ? smallBoat(comes) : solo ? null : sign("flag")),
      );
    }),
  );
}

/** Finished rounds and totals, a column a seat; of many rounds the last ones. @param {Noah.Scene} scene */
function scoreBoard({ view, gauges, names, seats, table }) {
  const first = Math.max(0, view.results.length - 3);
  const rows = view.results.slice(first).map((result, index) => ({ label: first + index + 1, values: result.points }));
  return h(
    "table",
    { class: "scores numbers", "aria-label": table.say("board.total") },
    h("thead", {}, h("tr", {}, h("td", {}), seats.map((seat) => h("th", { scope: "col", data: { seat } }, sign(`seat-${seat}`, { title: names[seat] }))))),
    h(
      "tbody",
      {},
      rows.map(({ label, values }) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "hidden-text" }, table.say("board.round", { round: label })), h("span", { "aria-hidden": "true" }, label)), seats.map((seat) => h("td", {}, values[seat])))),
      h("tr", { class: "sum" }, h("th", { scope: "row" }, sign("drop", { title: table.say("board.total") })), seats.map((seat) => h("td", { class: view.results.length && gauges.leaders.includes(seat) ? "best" : "" }, view.scores[seat]))),
    ),
  );
}

/** The deck; alone, also what is known to lie on top of it. @param {Noah.Scene} scene */
function deckOf({ view, table }) {
  const below = Array.isArray(view.deck) ? view.deck.length : view.deck.unknown;
  const count = below + view.top.length;
  return h(
    "div",
    { class: "stock", data: { anchor: "deck" } },
    h("span", { class: count ? "deck-pile" : "deck-pile none" }, cardBack(), h("b", { class: "numbers" }, count)),
    h("span", { class: "deck-name" }, table.say("text.deck", { count })),
    view.top.length ? h("span", { class: "deck-top" }, h("span", {}, table.say("text.top")), view.top.slice(0, 4).map((card) => miniCard(card))) : null,
  );
}

