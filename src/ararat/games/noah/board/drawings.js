// The picture book: sea, boats, island, Noah, as paper cut-outs. Colours come from board.css by class.

import { s } from "/page/dom.js";

const hidden = { "aria-hidden": "true", focusable: "false" };

/** A row of rounded waves as a closed shape from `top` down to `bottom`. */
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
    rows.map(([top, length, height], row) => s("path", { class: `wave wave-${row}`, d: waves(930, top, 480, length, height) })),
  );
}

/** The inside of a boat, behind the animals. */
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

/** The side of a boat, before the animals; a woodpecker leaves a hole. */
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
          s("path", { class: "crack", d: "M206 84 l-9 -9 M219 83 l9 -8 M208 99 l-8 9 M221 97 l8 7" }),
          s("path", { class: "gap", d: "M204 91 l4 -7 6 -2 6 3 3 6 -3 7 -7 3 -7 -4 Z" }),
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
    { ...hidden, class: "island-ground", viewBox: "0 0 240 250", preserveAspectRatio: "none" },
    s("path", { class: "shoal", d: "M6 150 C-4 96 34 62 70 54 C96 30 150 34 176 52 C220 62 244 104 236 154 C242 206 196 244 124 246 C46 248 2 210 6 150 Z" }),
    s("path", { class: "beach", d: "M16 150 C10 104 44 74 76 66 C100 46 146 48 170 64 C208 74 232 110 226 152 C230 198 190 232 124 234 C54 236 14 202 16 150 Z" }),
    s("path", { class: "meadow", d: "M30 148 C28 112 56 90 84 82 C104 66 142 68 162 80 C194 90 216 118 210 150 C212 188 178 216 124 218 C64 220 30 190 30 148 Z" }),
  );
}

/** Mount Ararat with its snow, behind the island's board. */
export function mountain() {
  return s(
    "svg",
    { ...hidden, class: "mountain", viewBox: "0 0 160 60" },
    s("path", { class: "rock far", d: "M78 60 L116 16 L156 60 Z" }),
    s("path", { class: "rock", d: "M4 60 L58 4 L112 60 Z" }),
    s("path", { class: "snow", d: "M58 4 L76 22.500 L67 20 L60 28 L52 20 L41 22 Z" }),
    s("path", { class: "snow", d: "M116 16 L128 29.500 L118 27 L108 30 L105 28.500 Z" }),
  );
}

export function pennant(number) {
  return s(
    "svg",
    { ...hidden, class: "pennant-cloth", viewBox: "0 0 40 44" },
    s("path", { class: "cloth", d: "M2 3 Q20 8 38 3 L22 41 Q20 44 18 41 Z" }),
    s("path", { class: "rope", d: "M-1 2 Q20 9 41 2" }),
    s("text", { x: 20, y: 24, "text-anchor": "middle" }, number),
  );
}

/** A boat as small as a word. */
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
