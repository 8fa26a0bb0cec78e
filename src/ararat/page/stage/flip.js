// Pieces that move are seen moving: where they were is remembered before a change, and played after it.

import { isStill } from "../drawing/motion.js";

const DURATION = 300;
const FADE = 250;

/** Where every piece (`data-piece`) lies now. @param {HTMLElement} root */
export function remember(root) {
  const places = new Map();
  for (const piece of root.querySelectorAll("[data-piece]")) places.set(piece.dataset.piece, piece.getBoundingClientRect());
  return places;
}

/** Let every piece glide from where it was to where it is; a new one comes from the piece or anchor named by
 * its `data-from`, or appears. Resolves when all lie still.
 * @param {HTMLElement} root @param {Map<string, DOMRect>} places @param {number} [speed] */
export function glide(root, places, speed = 1) {
  // All are measured before the first one moves: measuring after a change lays out the whole page anew, every time.
  /** @type {[piece: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions][]} */
  const steps = [];
  const shifts = new Map();
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const now = piece.getBoundingClientRect();
    const known = places.get(piece.dataset.piece);
    if (!now.width) continue;
    if (isStill()) {
      if (!known && places.size) steps.push([piece, [{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE / speed }]);
      continue;
    }
    // A piece on another one moves with it.
    const carried = shifts.get(piece.parentElement?.closest("[data-piece]")) ?? { x: 0, y: 0 };
    shifts.set(piece, carried);
    const before = known ?? whereFrom(root, piece.dataset.from, places);
    if (!before?.width) {
      if (places.size) steps.push([piece, [{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1 }], { duration: DURATION / speed, easing: "ease-out" }]);
      continue;
    }
    const x = before.left - now.left - carried.x;
    const y = before.top - now.top - carried.y;
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    shifts.set(piece, { x: carried.x + x, y: carried.y + y });
    steps.push([piece, [{ translate: way(piece, x, y), zIndex: 5 }, { translate: "0px 0px", zIndex: 5 }], { duration: DURATION / speed, easing: "cubic-bezier(.25,.7,.3,1)" }]);
  }
  return Promise.allSettled(steps.map(([piece, frames, timing]) => piece.animate(frames, timing).finished));
}

/** @param {Element} root @param {string | undefined} name @param {Map<string, DOMRect>} places */
function whereFrom(root, name, places) {
  if (!name) return undefined;
  return places.get(name) ?? root.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect();
}

/** A way on the screen, as the piece's own style says it: inside a scaled SVG or a window (pan.js) a CSS pixel is not a screen pixel.
 * @param {Element} piece @param {number} x @param {number} y */
function way(piece, x, y) {
  const scale = (piece instanceof SVGElement && piece.ownerSVGElement?.getScreenCTM()?.a) || Number(piece.closest(".pan-sheet")?.dataset.scale ?? 1);
  return `${x / scale}px ${y / scale}px`;
}
