// Paper-cut waves: a few sheets of paper, one before the other, that drift slowly.

import { h, s } from "./dom.js";

const PERIOD = 160;
const WIDTH = PERIOD * 30;

/** A strip of waves; the sheets from the back to the front take the colours --wave-1, --wave-2, --wave-3.
 * @param {string} kind */
export function waves(kind = "") {
  return h("div", { class: `waves ${kind}`, "aria-hidden": "true" }, [1, 2, 3].map(sheet));
}

/** @param {number} number */
function sheet(number) {
  const rise = [26, 20, 15][number - 1];
  const shape = `M0 40 ${`c ${PERIOD * 0.3} 0 ${PERIOD * 0.3} -${rise} ${PERIOD / 2} -${rise} s ${PERIOD * 0.2} ${rise} ${PERIOD / 2} ${rise} `.repeat(WIDTH / PERIOD)} V 90 H 0 Z`;
  return s(
    "svg",
    { class: `sheet sheet-${number}`, viewBox: `0 0 ${WIDTH} 60`, width: WIDTH, height: 60, preserveAspectRatio: "none", focusable: "false" },
    s("path", { d: shape }),
  );
}
