// What is asked is seen: something lit comes into sight by itself when nothing of it is there.

import { scrolling } from "../drawing/motion.js";
import { panTo } from "./pan.js";

const PATIENCE = 600; // milliseconds after somebody scrolled by hand
const GAP = 6; // pixels round a card
let scrolled = -PATIENCE;
for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => (scrolled = performance.now()), { passive: true });

/** The keys of what is lit. @param {HTMLElement} root */
export function litKeys(root) {
  return new Set([...root.querySelectorAll(".lit")].map((one) => one.dataset.key));
}

/** Windows move to all that is lit and was not before. What lies in none is scrolled to, unless one of them can be seen,
 * somebody scrolls just now, or a drawer is open.
 * @param {HTMLElement} root @param {Set<string | undefined>} before */
export function bringIntoSight(root, before) {
  const fresh = [...root.querySelectorAll(".lit")].filter((one) => !before.has(one.dataset.key) && one.checkVisibility());
  if (panTo(fresh) || !fresh.length || fresh.some(isSeen)) return;
  if (root.closest(".sheet-open") || performance.now() - scrolled < PATIENCE) return;
  fresh[0].scrollIntoView({ block: "center", inline: "nearest", behavior: scrolling() });
}

/** Scroll, or move the window in which it lies, until something lies below one element and above another.
 * @param {Element} above @param {Element} one @param {Element} below */
export function bringBetween(above, one, below) {
  if (panTo([one])) return;
  const { top, bottom } = one.getBoundingClientRect();
  const [from, to] = [above.getBoundingClientRect().bottom, below.getBoundingClientRect().top];
  if (top < from || bottom > to) one.closest(".sea")?.scrollBy({ top: (top + bottom - from - to) / 2, behavior: scrolling() });
}

/** Where on the screen a card begins so that it stays within a place and lies over none of these, or as little as can be.
 * @param {Element} place @param {Element} card @param {Element[]} spots */
export function freeTop(place, card, spots) {
  const { top, bottom } = place.getBoundingClientRect();
  const { left, right, height } = card.getBoundingClientRect();
  const [highest, lowest] = [top + GAP, Math.max(top + GAP, bottom - height - GAP)];
  const boxes = spots.map((spot) => spot.getBoundingClientRect()).filter((box) => box.left < right && left < box.right);
  const tops = [highest, lowest, ...boxes.flatMap((box) => [box.bottom + GAP, box.top - height - GAP])].filter((one) => one >= highest && one <= lowest);
  /** @param {number} one */
  const covered = (one) => boxes.reduce((sum, box) => sum + Math.max(0, Math.min(one + height, box.bottom) - Math.max(one, box.top)), 0);
  return tops.reduce((best, one) => (covered(one) < covered(best) ? one : best));
}

/** Whether the middle of an element is on the screen, and nothing lies over it. @param {Element} one */
function isSeen(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit) return false;
  // A crooked shape may have its neighbour in its middle.
  const drawing = drawingOf(one);
  return one.contains(hit) || hit.contains(one) || Boolean(drawing && drawingOf(hit) === drawing);
}

/** The drawing that an element is a shape of, or null. @param {Element} one */
function drawingOf(one) {
  return one instanceof SVGElement ? one.ownerSVGElement : null;
}
