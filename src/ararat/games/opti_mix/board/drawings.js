// Shapes that belong to this game alone: hull, waves, a feather.

import { s } from "/page/drawing/dom.js";

/** @param {string} viewBox @param {string} classes @param {...Page.Child} children */
const shape = (viewBox, classes, ...children) =>
  s("svg", { viewBox, class: classes, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" }, ...children);

/** The weight of a card that weighs nothing. */
export function feather() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign feather", "aria-hidden": "true", focusable: "false" },
    s("path", { class: "vane", d: "M20 3C11 3 6 8 5 17c8 1 14-4 15-14Z" }),
    s("path", { class: "quill", d: "M3 21 15 9M8 16h5M10.5 13h5" }),
  );
}

/** Three full bunks: no room. */
export function full() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true", focusable: "false" },
    [3, 10, 17].map((y) => s("rect", { x: 3, y, width: 18, height: 4.6, rx: 2 })),
  );
}

/** The bow of the ark, which lies to the left. */
export function bow() {
  return shape(
    "0 0 100 100",
    "bow-shape",
    s("path", { class: "rail", d: "M100 0C58 0 14 26 1 50c13 24 57 50 99 50Z" }),
    s("path", { class: "floor", d: "M100 5C62 6 22 29 9 50c13 21 53 44 91 45Z" }),
    s("path", { class: "seam", d: "M100 27C72 30 48 39 34 50c14 11 38 20 66 23M9 50h91" }),
  );
}

export function stern() {
  return shape(
    "0 0 100 100",
    "stern-shape",
    s("path", { class: "rail", d: "M0 0h38C76 5 96 24 98 50c-2 26-22 45-60 50H0Z" }),
    s("path", { class: "floor", d: "M0 5h36C66 10 82 27 84 50c-2 23-18 40-48 45H0Z" }),
  );
}

/** @param {number} y @param {number} height */
const crests = (y, height) => {
  let path = `M0 ${y}`;
  for (let x = 0; x < 1200; x += 60) path += `c15 0 15 ${-height} 30 ${-height}s15 ${height} 30 ${height}`;
  return `${path}V40H0Z`;
};

/** A strip of paper-cut waves. @param {string} classes */
export function waves(classes) {
  return s(
    "svg",
    { viewBox: "0 0 1200 40", class: `om-waves ${classes}`, preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true", focusable: "false" },
    s("path", { class: "crest-far", d: crests(16, 9), transform: "translate(-22 0)" }),
    s("path", { class: "crest-near", d: crests(27, 8) }),
  );
}

/** The ring of those who were thrown overboard. */
export function buoy() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign buoy", "aria-hidden": "true", focusable: "false" },
    s("circle", { class: "ring", cx: 12, cy: 12, r: 7.5 }),
    s("path", { class: "stripes", d: "M12 2v5M12 17v5M2 12h5M17 12h5" }),
  );
}
