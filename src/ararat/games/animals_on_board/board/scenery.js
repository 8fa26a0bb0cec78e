// Shapes cut from paper: waves, hulls, crates, ribbons.

import { s } from "/page/drawing/dom.js";

/** @param {string} box @param {Page.Attributes} [attributes] @param {...Page.Child} shapes */
const drawing = (box, attributes, ...shapes) =>
  s("svg", { viewBox: box, "aria-hidden": "true", focusable: "false", ...attributes }, ...shapes);

/** @param {number} width @param {number} step @param {number} height @param {number} from */
function crests(width, step, height, from) {
  let path = `M${from} ${height}`;
  for (let x = from; x < width + step; x += step) path += ` q${step / 4} ${-height} ${step / 2} ${-height * 0.35} t${step / 2} ${height * 0.35}`;
  return path;
}

/** Three layers of waves as wide as the table; `down` closes them upwards, so that the sea lies above.
 * @param {string} name @param {boolean} [down] */
export function waves(name, down = false) {
  /** @param {number} number */
  const layer = (number) => {
    const base = 12 + number * 9;
    const line = crests(1200, 120, 12, -120 + number * 37);
    return s("path", { class: `wave wave-${number}`, transform: `translate(0 ${base - 6})`, d: `${line} V${down ? -60 : 80} H-200 Z` });
  };
  return drawing("0 0 1200 44", { class: `paper-waves ${name}`, preserveAspectRatio: "none" }, (down ? [2, 1, 0] : [0, 1, 2]).map(layer));
}

/** A ship seen from the side, cut open: the hull behind the decks. */
export function hull() {
  const outline = "M10 34 C16 30 24 34 30 40 L30 62 H564 C570 40 582 20 600 8 C603 70 594 150 546 204 Q542 208 534 208 H70 Q60 208 54 202 C24 160 11 100 10 34 Z";
  const boards = [[86, 14, 597], [112, 18, 592], [138, 24, 583], [164, 34, 570]].map(([y, from, to]) => s("path", { class: "seam", d: `M${from} ${y} H${to}` }));
  return drawing(
    "0 0 610 214",
    { class: "hull", preserveAspectRatio: "none" },
    s("path", { class: "hull-side", d: outline }),
    s("g", { class: "seams" }, boards),
    s("path", { class: "hull-keel", d: "M43 184 Q300 200 561 184 Q555 195 546 204 Q542 208 534 208 H70 Q60 208 54 202 Q48 194 43 184 Z" }),
    s("path", { class: "hull-rail", d: "M10 34 C16 30 24 34 30 40 L30 58 H566 C572 38 584 20 600 8" }),
    s("circle", { class: "porthole", cx: 568, cy: 92, r: 9 }),
    s("circle", { class: "porthole", cx: 38, cy: 96, r: 9 }),
  );
}

export function crate() {
  return drawing(
    "0 0 32 32",
    { class: "crate-picture" },
    s("path", { class: "fruit-a", d: "M9 11a4.5 4.5 0 1 1 6 0z" }),
    s("path", { class: "fruit-b", d: "M15 11a5 5 0 1 1 8 0z" }),
    s("path", { class: "fruit-leaf", d: "M19 5q1-4 5-4-.5 4-5 4z" }),
    s("rect", { class: "crate-box", x: 3, y: 10, width: 26, height: 19, rx: 2.5 }),
    s("path", { class: "crate-gap", d: "M5 16.3H27M5 22.6H27" }),
    s("path", { class: "crate-post", d: "M5 10h4v19H5zM23 10h4v19h-4z" }),
  );
}

/** Noah's ribbon round two tiles. */
export function ribbon() {
  return drawing(
    "0 0 60 40",
    { class: "bow" },
    s("path", { class: "bow-tail", d: "M28 20 L16 39 L24 35 L28 39 L31 24 L34 39 L38 35 L45 39 L32 20 Z" }),
    s("path", { class: "bow-loop", d: "M30 18 C20 2 4 2 4 15 C4 28 20 28 30 18 C40 2 56 2 56 15 C56 28 40 28 30 18 Z" }),
    s("rect", { class: "bow-knot", x: 24, y: 11, width: 12, height: 14, rx: 4.5 }),
  );
}

export function pile() {
  return drawing(
    "0 0 40 40",
    { class: "pile" },
    [0, 4, 8].map((lift) => s("rect", { class: "pile-tile", x: 5, y: 11 - lift, width: 30, height: 27, rx: 6 })),
    s("g", { class: "pile-paw", transform: "translate(0 -1.5)" }, s("ellipse", { cx: 20, cy: 22, rx: 5.5, ry: 4.5 }), [[12.5, 17.5], [17.2, 13.8], [22.8, 13.8], [27.5, 17.5]].map(([cx, cy]) => s("circle", { cx, cy, r: 2.3 }))),
  );
}

export function sky() {
  return drawing(
    "0 0 1200 140",
    { class: "sky", preserveAspectRatio: "xMidYMin slice" },
    s("circle", { class: "sun-glow", cx: 872, cy: 40, r: 52 }),
    s("circle", { class: "sun", cx: 872, cy: 40, r: 30 }),
    s("path", { class: "cloud", d: "M262 60a20 20 0 0 1 6-39 30 30 0 0 1 56-4 22 22 0 0 1 30 20 14 14 0 0 1-4 23z" }),
    s("path", { class: "cloud", d: "M560 48a14 14 0 0 1 4-27 21 21 0 0 1 39-3 16 16 0 0 1 21 14 10 10 0 0 1-3 16z" }),
    s("path", { class: "gull", d: "M440 30q9-10 16 0q8-10 17 0M490 44q6-7 11 0q6-7 12 0" }),
  );
}

/** What the tide left on the sand. */
export function shells() {
  const star = "M0-12 3-4 11-4 5 2 8 10 0 5-8 10-5 2-11-4-3-4Z";
  return [
    drawing("-14 -14 28 28", { class: "shell shell-star" }, s("path", { d: star, class: "starfish", "stroke-linejoin": "round" })),
    drawing("0 0 40 34", { class: "shell shell-fan" }, s("path", { class: "fan", d: "M20 32 3 15C4 4 14 2 20 2s16 2 17 13Z" }), s("path", { class: "fan-line", d: "M20 32 11 6M20 32V3M20 32 29 6" })),
    drawing("0 0 90 40", { class: "shell shell-steps" }, [[8, 30], [26, 14], [46, 28], [66, 10], [82, 24]].map(([cx, cy]) => s("ellipse", { cx, cy, rx: 5, ry: 7, transform: `rotate(70 ${cx} ${cy})` }))),
  ];
}
