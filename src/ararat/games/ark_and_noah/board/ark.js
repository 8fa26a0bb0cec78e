// The ark from above: hull, ribs, planks, pitch, pens with food and animals.

import { animalAt, s, sign } from "/page/drawing/dom.js";
import { faceOf } from "./faces.js";
import { place, sayEdge, sayJoint, UNIT } from "./plan.js";

/** The pixels of a cell at which an ark on a phone is well used: then edges are 40 apart. */
const CELL = 57;
const PLANK = { long: 52, thick: 13 };

/** Grain by seat: strokes on a plank that lies, 52 by 13. */
const GRAINS = [
  "M0 4H52M0 9H52",
  "M0 6.5q6.5-6 13 0t13 0 13 0 13 0",
  "M9 6.5a4 2.6 0 1 0 8 0a4 2.6 0 1 0-8 0M35 6.5a4 2.6 0 1 0 8 0a4 2.6 0 1 0-8 0",
  "M3 3.5h9M18 3.5h14M39 3.5h9M8 9.5h12M29 9.5h14",
  "M2 13 10 0M12 13 20 0M32 13 40 0M42 13 50 0",
];
/** A seat's sign around the middle, small enough for a plank. */
export const SHAPES = [
  "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0Z",
  "M0-4.8 4.7 3.6H-4.7Z",
  "M-3.8-3.8H3.8V3.8H-3.8Z",
  "M0-5.2 4.4 0 0 5.2-4.4 0Z",
  "M0-5.2 1.5-1.7 5.2-1.4 2.4 1.1 3.2 4.7 0 2.8-3.2 4.7-2.4 1.1-5.2-1.4-1.5-1.7Z",
];

/** @param {ArkAndNoah.Scene} scene */
export function drawArk(scene) {
  const { plan, view } = scene;
  const [, , width, height] = plan.box().split(" ").map((length) => (Number(length) * CELL) / UNIT);
  const size = scene.phone ? { width, height } : {};
  const pens = Object.entries(view.ark.pens);
  return s(
    "svg",
    { class: "ark", ...size, viewBox: plan.box(), role: "group", "aria-label": scene.say("board.ark"), onkeydown: walk },
    patterns(),
    waves(plan),
    s("path", { class: "hull-shade", d: plan.hull() }),
    s("path", { class: "hull", d: plan.hull() }),
    s("path", { class: "hull-line", d: plan.hull() }),
    s("path", { class: "ark-deck", d: plan.deck() }),
    s("path", { class: "deck-grain", d: plan.deck() }),
    numbers(plan),
    pens.map(([pen, cells]) => floor(scene, pen, cells)),
    scene.mode === "cells" ? litLast(pens.flatMap(([, cells]) => cells.map((cell) => feedable(scene, cell)))) : null,
    scene.mode === "pens" ? litLast(pens.map(([pen, cells]) => boardable(scene, pen, cells))) : null,
    joints(scene).map((joint) => whyNoPitch(scene, joint)),
    litLast(Object.keys(plan.board.edges).map((edge) => drawEdge(scene, edge))),
    joints(scene).map((joint) => drawJoint(scene, joint)),
    pens.map(([pen, cells]) => inhabitants(scene, pen, cells)),
    scene.mode === "pens" ? pens.map(([pen, cells]) => verdict(scene, pen, cells)) : null,
  );
}

/** Where fingers want more room than there is, what is lit lies on top. @param {SVGElement[]} drawn */
function litLast(drawn) {
  /** @param {boolean} wanted */
  const those = (wanted) => drawn.filter((one) => one.classList.contains("lit") === wanted);
  return [...those(false), ...those(true)];
}

/** What of the ark can be pressed: on a phone nothing that this decision has no use for, for all of it would be too small.
 * @param {ArkAndNoah.Scene} scene @param {ArkAndNoah.Control} control @param {boolean} [usual] */
function pressable(scene, control, usual = scene.mode === "edges") {
  return usual || !scene.phone ? control.attributes : { data: { key: control.attributes.data.key } };
}

function patterns() {
  return s(
    "defs",
    {},
    s(
      "pattern",
      { id: "ark-straw", width: 24, height: 24, patternUnits: "userSpaceOnUse" },
      s("path", { class: "straw", d: "M3 6l6-2M14 3l4 4M6 14l2 5M15 13l6-1M12 21l5-2M21 18l2 4" }),
    ),
    s(
      "pattern",
      { id: "ark-deck", width: 120, height: 20, patternUnits: "userSpaceOnUse" },
      s("path", { class: "deck-seam", d: "M0 .5H120M0 10.5H120M30 .5V10.5M90 10.5V20.5" }),
    ),
  );
}

/** Paper-cut waves, far wider than the picture: the sea has no edge. @param {import("./plan.js").Plan} plan */
function waves(plan) {
  const [, top, , height] = plan.box().split(" ").map(Number);
  const rows = [];
  for (let y = top - 60; y < top + height + 120; y += 78) rows.push(y);
  return s(
    "g",
    { class: "waves", "aria-hidden": "true" },
    rows.map((y, row) => {
      /** @param {number} shift */
      const crest = (shift) => `M${-1200 + shift} ${y}${"q15-16 30 0t30 0".repeat(60)}V${y + 600}H-1200Z`;
      return s("path", { class: `wave wave-${row % 2}`, d: crest(row % 2 ? 25 : 0) });
    }),
  );
}

/** Columns and rows, as the log names cells, on the rim of the hull. @param {import("./plan.js").Plan} plan */
function numbers(plan) {
  const { columns, rows, cells } = plan.board;
  const off = plan.close ? 0.21 : 0.26;
  /** @param {number} text @param {number[]} point */
  const number = (text, [x, y]) => s("text", { class: "grid-number", x, y, "text-anchor": "middle", dy: 5.5 }, text);
  /** @param {string[]} found @param {number} way */
  const first = (found, way) => Math.min(...found.map((cell) => place(cell)[way]));
  return s(
    "g",
    { "aria-hidden": "true" },
    Array.from({ length: columns }, (_, x) => number(x, plan.at(x + 0.5, first(cells.filter((cell) => place(cell)[0] === x), 1) - off))),
    Array.from({ length: rows }, (_, y) => number(y, plan.at(first(cells.filter((cell) => place(cell)[1] === y), 0) - off, y + 0.5))),
  );
}

// --- Pens ---

/** @param {import("./plan.js").Plan} plan @param {string} cell @param {number} [inset] */
function cellBox(plan, cell, inset = 0) {
  const [x, y] = plan.middle(cell);
  return { x: x - UNIT / 2 + inset, y: y - UNIT / 2 + inset, width: UNIT - 2 * inset, height: UNIT - 2 * inset };
}

/** @param {ArkAndNoah.Scene} scene @param {string} pen @param {string[]} cells */
function floor(scene, pen, cells) {
  const marked = scene.marks.pens.has(pen) && scene.view.ark.pairs[pen];
  return s(
    "g",
    { class: ["floor", marked ? "last" : "", scene.view.ark.pairs[pen] ? "inhabited" : ""].join(" "), data: { spot: `floor-${pen}` } },
    cells.map((cell) => [s("rect", { class: "boards", ...cellBox(scene.plan, cell) }), s("rect", { fill: "url(#ark-straw)", ...cellBox(scene.plan, cell) })]),
  );
}

/** @param {ArkAndNoah.Scene} scene @param {string} cell */
function feedable(scene, cell) {
  const [x, y] = scene.plan.middle(cell);
  const control = scene.feed(cell);
  return s(
    "g",
    { ...control.attributes, class: ["cell", control.class].join(" ") },
    s("rect", { class: "hit", ...cellBox(scene.plan, cell, 5), rx: 10 }),
    s("rect", { class: "reach", ...cellBox(scene.plan, cell) }),
    control.lit ? s("g", { class: "ghost" }, sign("food", at(x, y, 30))) : null,
  );
}

/** @param {ArkAndNoah.Scene} scene @param {string} pen @param {string[]} cells */
function boardable(scene, pen, cells) {
  const control = scene.pen(pen);
  return s(
    "g",
    { ...control.attributes, class: ["pen", control.class].join(" ") },
    cells.map((cell) => [s("rect", { class: "hit", ...cellBox(scene.plan, cell, 2) }), s("rect", { class: "reach", ...cellBox(scene.plan, cell) })]),
  );
}

/** Food, and pairs: the large one over the cells, the small one beside it.
 * @param {ArkAndNoah.Scene} scene @param {string} pen @param {string[]} cells */
function inhabitants(scene, pen, cells) {
  const { plan, view, pieces } = scene;
  const pairs = [...(view.ark.pairs[pen] ?? [])].sort((one, two) => pieces.species[two].size - pieces.species[one].size);
  const food = cells.map((cell) => {
    const [x, y] = plan.middle(cell);
    const fed = view.ark.food.includes(cell);
    const [dx, dy, size] = pairs.length ? [18, 17, 15] : [0, 0, 26];
    if (fed) {
      const marked = scene.marks.cells.has(cell);
      return s("g", { data: { piece: `food-${cell}`, from: `food-${scene.mover}` }, class: marked ? "food last" : "food" }, s("circle", { class: "dish", cx: x + dx, cy: y + dy, r: size * 0.62 }), sign("food", at(x + dx, y + dy, size)));
    }
    return view.options.variant === "quick" || scene.mode === "pens" ? null : s("circle", { class: "empty-dish", cx: x, cy: y, r: 10 });
  });
  const spots = pairs.flatMap((species, rank) => berths(plan, cells, pieces.species[species].size > 0, rank > 0).map((spot, number) => ({ ...spot, tile: `${species}-${"mf"[number]}` })));
  return s(
    "g",
    { class: "inside", "aria-hidden": "true" },
    food,
    spots.map(({ x, y, size, tile }) => s("g", { data: { piece: `tile-${tile}` } }, animalAt(faceOf(tile), at(x, y, size)))),
  );
}

/** Where the two animals of a pair stand, and how large.
 * @param {import("./plan.js").Plan} plan @param {string[]} cells @param {boolean} large @param {boolean} second */
function berths(plan, cells, large, second) {
  const middles = cells.map((cell) => plan.middle(cell));
  const [first, next, third] = [middles[0], middles.length > 1 ? middles.at(-1) : null, middles.length > 2 ? middles[1] : null];
  /** @param {number[]} point @param {number} apart @param {number} size @param {number} [low] */
  const both = ([x, y], apart, size, low = 0) => [{ x: x - apart, y: y + low, size }, { x: x + apart, y: y + low, size }];
  if (large && !next) return both(first, 11, 30, -8);
  if (large) return [first, next].map(([x, y]) => ({ x: x - 2, y: y - 4, size: 38 + 4 * cells.length }));
  if (second && third) return both(third, 11, 25, -4);
  if (second && next) return [first, next].map(([x, y]) => ({ x: x - 16, y: y + 15, size: 22 }));
  if (second) return both([first[0] - 9, first[1]], 9, 20, 16);
  if (next) return [first, next].map(([x, y]) => ({ x: x - 3, y: y - 3, size: 30 }));
  return both(first, 12, 25, -5);
}

/** Who would score what with the chosen pair in a pen.
 * @param {ArkAndNoah.Scene} scene @param {string} pen @param {string[]} cells */
function verdict(scene, pen, cells) {
  const points = scene.points(pen);
  if (!points) return null;
  const middles = cells.map((cell) => scene.plan.middle(cell));
  const x = middles.reduce((sum, [value]) => sum + value, 0) / cells.length;
  const y = middles.reduce((sum, [, value]) => sum + value, 0) / cells.length;
  const rows = points.map((count, seat) => ({ count, seat })).filter(({ count }) => count);
  if (!rows.length) return s("g", { class: "verdict", "aria-hidden": "true" }, s("circle", { class: "pill", cx: x, cy: y, r: 13 }), sign("check", at(x, y, 18)));
  const high = scene.phone ? 23 : 18;
  const top = y - (rows.length * high) / 2;
  return s(
    "g",
    { class: "verdict", "aria-hidden": "true" },
    s("rect", { class: "pill", x: x - 28, y: top - 3, width: 56, height: rows.length * high + 6, rx: 9 }),
    rows.map(({ count, seat }, row) => [
      s("path", { class: "shape", data: { seat }, d: SHAPES[seat], transform: `translate(${x - 17} ${top + row * high + high / 2})` }),
      s("text", { x: x - 9, y: top + row * high + high / 2, dy: ".34em" }, `+${count}`),
    ]),
  );
}

// --- Planks and pitch ---

/** A plank around the middle of an edge. @param {number} seat @param {boolean} lying */
export function plank(seat, lying) {
  const [width, height] = lying ? [PLANK.long, PLANK.thick] : [PLANK.thick, PLANK.long];
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 3.5 };
  return [
    s("rect", { class: "wood", ...box }),
    s("path", { class: "grain", d: GRAINS[seat], transform: `${lying ? "" : "rotate(90)"}translate(${-PLANK.long / 2} ${-PLANK.thick / 2})` }),
    s("rect", { class: "rim", ...box }),
    s("circle", { class: "peg", r: 7 }),
    s("path", { class: "peg-shape", d: SHAPES[seat] }),
  ];
}

/** @param {ArkAndNoah.Scene} scene @param {string} edge */
function drawEdge(scene, edge) {
  const { plan, view, marks } = scene;
  const { from, to, middle, lying } = plan.line(edge);
  const owner = view.ark.planks[edge];
  const control = scene.edge(edge, sayEdge(edge, plan.board.cells, scene.say));
  const [x, y] = middle;
  /** @param {number[]} point */
  const inset = ([px, py]) => [px + Math.sign(x - px) * 9, py + Math.sign(y - py) * 9];
  const rib = { x1: inset(from)[0], y1: inset(from)[1], x2: inset(to)[0], y2: inset(to)[1] };
  const closing = owner === undefined && !scene.state.over && edge in scene.gauges.closing;
  const classes = ["edge", control.class, plan.isOuter(edge) ? "outer" : "", closing ? "closing" : "", marks.edges.has(edge) ? "last" : ""];
  return s(
    "g",
    { ...pressable(scene, control), class: classes.join(" ") },
    s("path", { class: "hit reach", d: scene.mode === "edges" ? diamond(plan, edge) : strip(rib) }),
    closing ? s("line", { class: "glow", ...rib }) : null,
    owner === undefined && !scene.inside.has(edge) ? s("line", { class: "rib", ...rib }) : null,
    owner === undefined && control.ghost !== undefined ? s("g", { class: "ghost", transform: `translate(${x} ${y})`, data: { seat: control.ghost } }, plank(control.ghost, lying)) : null,
    owner === undefined
      ? marks.edges.has(edge) ? s("circle", { class: "edge-gone", cx: x, cy: y, r: 5 }) : null
      : s("g", { class: "plank", data: { seat: owner, piece: scene.plankNames[edge], from: `planks-${owner}` }, transform: `translate(${x} ${y})` }, plank(owner, lying)),
  );
}

/** The part of the board that lies nearest to an edge: as large as a finger could wish.
 * @param {import("./plan.js").Plan} plan @param {string} edge */
function diamond(plan, edge) {
  const { from, to, middle } = plan.line(edge);
  const middles = plan.board.edges[edge].map((cell) => plan.middle(cell));
  if (middles.length === 1) middles.push(middle.map((value, axis) => value + (value - middles[0][axis])));
  return `M${from}L${middles[0]}L${to}L${middles[1]}Z`;
}

/** @param {Record<string, number>} record */
function strip({ x1, y1, x2, y2 }) {
  const [left, top] = [Math.min(x1, x2) - 6, Math.min(y1, y2) - 6];
  return `M${left} ${top}h${Math.abs(x2 - x1) + 12}v${Math.abs(y2 - y1) + 12}h${-Math.abs(x2 - x1) - 12}Z`;
}

/** @param {ArkAndNoah.Scene} scene @param {string} joint */
function drawJoint(scene, joint) {
  const { plan, view, marks } = scene;
  const [x, y] = plan.corner(joint);
  const control = scene.joint(joint, sayJoint(joint, plan.board.cells, scene.say));
  const tight = view.ark.pitch.includes(joint);
  const classes = ["joint", control.class, tight ? "tight" : "", scene.gauges.leaks.includes(joint) ? "leaks" : "", marks.joints.has(joint) ? "last" : ""];
  return s(
    "g",
    { ...pressable(scene, control, control.lit), class: classes.join(" ") },
    control.lit && scene.phone ? fingertip(plan, joint) : scene.mode === "edges" ? s("circle", { class: "hit", cx: x, cy: y, r: control.lit ? 17 : 9 }) : null,
    s("circle", { class: "ring", cx: x, cy: y, r: 6.5 }),
    tight ? s("g", { data: { piece: `pitch-${joint}`, from: `pitch-${scene.mover}` }, class: "cube" }, cube(x, y)) : null,
    control.lit ? s("g", { class: "ghost" }, cube(x, y)) : null,
  );
}

/** @param {ArkAndNoah.Scene} scene */
function joints({ plan, view }) {
  return view.options.variant === "quick" ? [] : Object.keys(plan.board.joints);
}

/** On a phone: whoever presses a joint that is not lit hears why, if nothing that is lit lies there.
 * @param {ArkAndNoah.Scene} scene @param {string} joint */
function whyNoPitch(scene, joint) {
  const { lit, attributes } = scene.joint(joint, "");
  return scene.phone && scene.mode === "edges" && !lit ? fingertip(scene.plan, joint, { onclick: attributes.onclick }) : null;
}

/** Round a joint, and further outside than inside: there is nothing else to press.
 * @param {import("./plan.js").Plan} plan @param {string} joint @param {Page.Attributes} [attributes] */
function fingertip(plan, joint, attributes = {}) {
  const [x, y] = plan.corner(joint);
  const [dx, dy] = plan.outward(joint);
  return s("circle", { class: "hit reach", cx: x + 16 * dx, cy: y + 16 * dy, r: UNIT / 2, ...attributes });
}

/** @param {number} x @param {number} y */
function cube(x, y) {
  return [
    s("path", { class: "cube-side", d: `M${x} ${y - 9}l8 4.3v9.4l-8 4.3l-8-4.3v-9.4Z` }),
    s("path", { class: "cube-top", d: `M${x} ${y - 9}l8 4.3l-8 4.3l-8-4.3Z` }),
  ];
}

/** @param {number} x @param {number} y @param {number} size */
function at(x, y, size) {
  return { x: x - size / 2, y: y - size / 2, width: size, height: size };
}

/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrow keys go to the nearest place that can be chosen, in that direction.
 * @param {KeyboardEvent & {target: Element, currentTarget: Element}} event */
function walk(event) {
  const way = WAYS[event.key];
  const here = event.target.closest?.("[data-key]");
  if (!way || !here) return;
  /** @param {Element} element */
  const middle = (element) => {
    const box = (element.querySelector(".hit") ?? element).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here);
  /** @type {{other: HTMLElement, far: number} | null} */
  let best = null;
  /** @type {NodeListOf<HTMLElement>} */
  const lit = event.currentTarget.querySelectorAll(".lit[data-key]");
  for (const other of lit) {
    const [dx, dy] = middle(other).map((value, axis) => value - [x, y][axis]);
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const far = ahead + 2 * aside;
    if (other !== here && ahead > 2 && (!best || far < best.far)) best = { other, far };
  }
  event.preventDefault();
  best?.other.focus();
}
