// Pieces that move are seen moving: where they were is remembered before a change, and played after it.

const DURATION = 300;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where every piece (`data-piece`) lies now. */
export function remember(root) {
  const places = new Map();
  for (const piece of root.querySelectorAll("[data-piece]")) places.set(piece.dataset.piece, piece.getBoundingClientRect());
  return places;
}

/** Let every piece glide from where it was to where it is; a new one comes from the piece or anchor named by
 * its `data-from`, or appears. Resolves when all lie still. */
export function glide(root, places, speed = 1) {
  const running = [];
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const now = piece.getBoundingClientRect();
    const known = places.get(piece.dataset.piece);
    const before = known ?? whereFrom(root, piece.dataset.from, places);
    if (!now.width) continue;
    if (still.matches) {
      if (!known && places.size) running.push(piece.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 250 }));
      continue;
    }
    if (!before || !before.width) {
      if (places.size) running.push(piece.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1 }], { duration: DURATION / speed, easing: "ease-out" }));
      continue;
    }
    const x = before.left - now.left;
    const y = before.top - now.top;
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    running.push(moved(piece, x, y, speed));
  }
  return Promise.allSettled(running.map((one) => one.finished));
}

function whereFrom(root, name, places) {
  if (!name) return undefined;
  return places.get(name) ?? root.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect();
}

function moved(piece, x, y, speed) {
  // Inside a scaled SVG a CSS pixel is not a screen pixel.
  let scale = 1;
  if (piece instanceof SVGElement && piece.ownerSVGElement) scale = piece.ownerSVGElement.getScreenCTM()?.a || 1;
  const from = `${x / scale}px ${y / scale}px`;
  return piece.animate([{ translate: from, zIndex: 5 }, { translate: "0px 0px", zIndex: 5 }], { duration: DURATION / speed, easing: "cubic-bezier(.25,.7,.3,1)" });
}
