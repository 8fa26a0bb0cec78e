// The picture book: sea, boats, island, Noah, as paper cut-outs. Colours come from board.css by class.

import { s } from "/page/drawing/dom.js";

const hidden = { "aria-hidden": "true", focusable: "false" };

/** A row of rounded waves as a closed shape from `top` down to `bottom`.
 * @param {number} width @param {number} top @param {number} bottom @param {number} length @param {number} height */
function waves(width, top, bottom, length, height) {
  let path = `M${-length} ${bottom} V${top}`;
  for (let x = -length; x < width + length; x += length) path += ` q${length / 4} ${-height} ${length / 2} 0 t${length / 2} 0`;
  return `${path} V${bottom} Z`;
}

export function backdrop() {
  const rows = [
    [74, 64, 5],
    [150, 92, 7],
    [236, 78, 7],
    [318, 104, 8],
    [404, 86, 8],
  ];
  return s(
    "svg",
    { ...hidden, class: "backdrop", viewBox: "0 0 930 470", preserveAspectRatio: "none" },
    rows.map(([top, length, height], row) => [
      s("path", { class: "wave-shade", d: waves(930, top - 4, 480, length, height) }),
      s("path", { class: `wave-${row}`, d: waves(930, top, 480, length, height) }),
    ]),
  );
}

/** The inside of a boat, behind the animals. @param {string} kind */
export function hullBehind(kind) {
  return s(
    "svg",
    { ...hidden, class: "hull-behind", viewBox: "0 0 250 140" },
    kind === "roommates" ? cabin() : null,
    s("path", { class: "inside", d: "M13 55 C50 40 200 36 238 50 C236 78 200 88 125 88 C50 88 16 78 13 55 Z" }),
  );
}

function cabin() {
  return s(
    "g",
    { class: "cabin" },
    s("path", { class: "cabin-wall", d: "M172 22 h50 v36 h-50 Z" }),
    s("path", { class: "cabin-roof", d: "M165 25 L197 2 L229 25 Z" }),
    s("rect", { class: "cabin-window", x: 190, y: 28, width: 14, height: 14, rx: 3 }),
  );
}

/** The side of a boat, before the animals; a woodpecker leaves a hole. @param {string} kind @param {boolean} holed */
export function hull(kind, holed) {
  return s(
    "svg",
    { ...hidden, class: `hull ${kind}`, viewBox: "0 0 250 140" },
    s("path", { class: "side", d: "M11 54 Q125 76 240 47 C238 88 214 122 182 127 Q126 134 70 127 C36 122 14 92 11 54 Z" }),
    s("path", { class: "belly", d: "M33 102 Q125 116 224 97 C214 113 199 124 182 127 Q126 134 70 127 C54 124 42 115 33 102 Z" }),
    s("path", { class: "seam", d: "M15 74 Q125 96 236 70 M26 92 Q125 110 228 88" }),
    s("path", { class: "rim", d: "M11 54 Q125 76 240 47" }),
    s("g", { class: "nails" }, s("circle", { cx: 24, cy: 66, r: 2 }), s("circle", { cx: 229, cy: 60, r: 2 })),
    holed
      ? s(
          "g",
          { class: "hole" },
          s("path", { class: "crack", d: "M201 93 l-8 -8 M213 92 l8 -8 M202 108 l-7 7 M214 106 l7 5" }),
          s("path", { class: "gap", d: "M198 100 l4 -7 6 -2 6 3 3 6 -3 7 -7 3 -7 -4 Z" }),
        )
      : null,
  );
}

/** The wave a boat lies in, before its hull. */
export function bowWave() {
  return s(
    "svg",
    { ...hidden, class: "bow-wave", viewBox: "0 0 250 140", preserveAspectRatio: "none" },
    s("path", { class: "foam", d: "M2 124 q16 -8 31 -2 t31 0 t31 0 t31 0 t31 0 t31 0 t31 0 t30 3 C236 142 200 148 125 148 C50 148 14 142 2 124 Z" }),
    s("path", { class: "water", d: "M2 128 q16 -8 31 -2 t31 0 t31 0 t31 0 t31 0 t31 0 t31 0 t30 3 C236 144 200 150 125 150 C50 150 14 144 2 128 Z" }),
  );
}

/** A quay without a boat: rings on the water. */
export function vacancy() {
  return s(
    "svg",
    { ...hidden, class: "vacancy", viewBox: "0 0 250 140" },
    s("ellipse", { cx: 125, cy: 98, rx: 86, ry: 24 }),
    s("ellipse", { cx: 125, cy: 98, rx: 52, ry: 13 }),
  );
}

export function island() {
  return s(
    "svg",
    { ...hidden, class: "island-ground", viewBox: "0 0 240 290", preserveAspectRatio: "none" },
    s("path", { class: "shoal", d: "M6 172 C-4 108 24 74 52 56 C84 20 156 20 188 56 C218 74 246 116 236 178 C242 240 196 284 124 286 C46 288 2 244 6 172 Z" }),
    s("path", { class: "beach", d: "M16 174 C10 118 36 86 62 68 C92 36 148 36 178 68 C206 86 234 124 226 178 C230 232 190 272 124 274 C54 276 14 236 16 174 Z" }),
    s("path", { class: "meadow", d: "M30 174 C26 130 48 102 72 86 C98 62 142 62 168 86 C194 100 216 132 210 178 C212 222 178 256 124 258 C64 260 30 224 30 174 Z" }),
    s("path", { class: "meadow-light", d: "M52 236 C80 214 160 214 194 232 C176 250 152 257 124 258 C94 259 68 252 52 236 Z" }),
  );
}

/** Mount Ararat with its snow, behind the island's board. */
export function mountain() {
  return s(
    "svg",
    { ...hidden, class: "mountain", viewBox: "0 0 160 60" },
    s("path", { class: "rock far", d: "M74 60 L116 18 Q120 15 124 20 L158 60 Z" }),
    s("path", { class: "rock", d: "M2 60 L54 7 Q58 3 62 7 L114 60 Z" }),
    s("path", { class: "snow", d: "M41 20 L54 7 Q58 3 62 7 L76 21 L68 19 L60 28 L52 19 Z" }),
    s("path", { class: "snow", d: "M107 27 L116 18 Q120 15 124 20 L131 28 L122 26 L115 30 Z" }),
  );
}

/** A palm tree; two of them stand on the beach. @param {string} side */
export function palm(side) {
  return s(
    "svg",
    { ...hidden, class: `palm ${side}`, viewBox: "0 0 48 60" },
    s("path", { class: "trunk", d: "M20 58 C24 44 24 34 21 20 L26 19 C30 34 30 46 28 58 Z" }),
    s("path", { class: "leaf", d: "M23 20 C16 8 6 9 1 17 C10 14 16 16 23 20 Z M23 20 C12 17 5 23 4 33 C11 24 17 22 23 20 Z M23 20 C26 6 38 4 45 12 C36 11 29 14 23 20 Z M23 20 C34 16 43 22 44 32 C37 24 30 21 23 20 Z M23 20 C20 10 24 3 31 1 C27 8 26 13 23 20 Z" }),
    s("circle", { class: "nut", cx: 22, cy: 22, r: 2.6 }),
    s("circle", { class: "nut", cx: 27, cy: 22.500, r: 2.6 }),
  );
}

/** @param {number} number */
export function pennant(number) {
  return s(
    "svg",
    { ...hidden, class: "pennant-cloth", viewBox: "0 0 40 44" },
    s("path", { class: "cloth", d: "M2 3 Q20 8 38 3 L22 41 Q20 44 18 41 Z" }),
    s("path", { class: "rope", d: "M-1 2 Q20 9 41 2" }),
    s("text", { x: 20, y: 24, "text-anchor": "middle" }, number),
  );
}

/** A boat as small as a word. @param {string} kind */
export function smallBoat(kind) {
  return s(
    "svg",
    { ...hidden, class: `small-boat ${kind}`, viewBox: "0 0 32 20" },
    kind === "roommates" ? s("path", { class: "cabin-roof", d: "M16 8 V4 L21 0 L26 4 V8 Z" }) : null,
    s("path", { class: "side", d: "M1 7 Q16 12 31 6 Q29 18 22 19 H10 Q3 18 1 7 Z" }),
  );
}

export function cardBack() {
  return s(
    "svg",
    { ...hidden, class: "back-art", viewBox: "0 0 40 56", preserveAspectRatio: "none" },
    s("rect", { class: "back-edge", x: 0, y: 0, width: 40, height: 56, rx: 6 }),
    s("rect", { class: "back-field", x: 3, y: 3, width: 34, height: 50, rx: 4 }),
    s("path", { class: "back-wave", d: "M3 20 q8.500 -7 17 0 t17 0 M3 30 q8.500 -7 17 0 t17 0 M3 40 q8.500 -7 17 0 t17 0" }),
  );
}

/** The lion's swap: two arrows. */
export function swap() {
  return s(
    "svg",
    { ...hidden, class: "sign", viewBox: "0 0 24 24" },
    s("path", { d: "M3 8 h12 V4 l6 6 -6 6 V12 H3 Z M21 16 H9 v-3 l-6 5.500 6 5.500 V20 h12 Z" }),
  );
}
