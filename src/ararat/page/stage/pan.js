// A window on a board that is larger than its place: it is dragged, pinched, and comes to what is lit; one tap shows all of it.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { isStill } from "../drawing/motion.js";

const SLACK = 8; // pixels that a finger may slip and still tap
const MARGIN = 8; // pixels round what is brought into sight
const BUTTON = 54; // pixels of a corner that the button takes
const CLOSEST = 2.5;
const FULLEST = 1.6; // how far something small is enlarged to fill its place
const TIME = 260;

/** @type {WeakMap<Element, Pan>} */
const pans = new WeakMap();

/** A window on `content`, whose own size is that at which it is well used: targets of 40 pixels. It fills its parent;
 * place and nearness are kept, by key, while the board draws anew. near: how near it begins, 0 for all of it. Style sheets see --scale.
 * @param {Page.Table<any, any>} table @param {HTMLElement | SVGElement} content @param {{key: string, near?: number}} parts @returns {HTMLElement} */
export function pan(table, content, { key, near = 1 }) {
  return new Pan(table, content, `pan-${key}`, near).element;
}

/** Lay out every window inside an element that has just come onto the page. @param {Element} root */
export function settle(root) {
  for (const element of root.querySelectorAll(".pan")) pans.get(element)?.settle();
}

/** Move the window in which something lies so that all of it is seen; false where there is none.
 * @param {Element[]} ones */
export function panTo(ones) {
  const found = ones.map((one) => [one, pans.get(one.closest(".pan"))]).filter(([, window]) => window);
  for (const window of new Set(found.map(([, one]) => /** @type {Pan} */ (one)))) {
    window.bring(found.filter(([, one]) => one === window).map(([one]) => /** @type {Element} */ (one)));
  }
  return found.length > 0;
}

class Pan {
  /** @param {Page.Table<any, any>} table @param {HTMLElement | SVGElement} content @param {string} key @param {number} near */
  constructor(table, content, key, near) {
    this.table = table;
    this.content = content;
    /** Where it looks: x and y of the content in the middle of the window. whole: all of it, by the person's wish; scale: theirs, or null.
     * @type {{x: number, y: number, near: number, whole: boolean, scale: number | null}} */
    this.look = table.kept.get(key) ?? { x: 0.5, y: 0.5, near, whole: false, scale: null };
    table.kept.set(key, this.look);
    this.sheet = h("div", { class: "pan-sheet" }, content);
    this.button = h("button", { type: "button", class: "pan-whole", data: { key: `${key}-whole` }, onclick: () => this.toggle() });
    this.element = h("div", { class: "pan", onfocusin: (event) => this.focused(/** @type {Element} */ (event.target)) }, this.sheet, this.button);
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    pans.set(this.element, this);
    this.listen();
    new ResizeObserver(() => this.element.isConnected && this.settle()).observe(this.element);
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) element.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Whoever has dragged did not mean what lies under the finger.
    element.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
  }

  // --- Measures

  settle() {
    const { element, content } = this;
    const box = content instanceof HTMLElement ? { width: content.offsetWidth, height: content.offsetHeight } : sizeOf(content);
    this.place = { width: element.clientWidth, height: element.clientHeight };
    this.size = box;
    if (!box.width || !this.place.width) return;
    this.all = Math.min(this.place.width / box.width, this.place.height / box.height, FULLEST);
    this.button.hidden = this.all >= 0.98;
    this.draw();
  }

  /** How large the content is now: 1 is its own size. */
  get scale() {
    const { look, all } = this;
    if (look.whole || all >= 0.98) return all;
    return Math.max(all, look.scale ?? look.near);
  }

  draw() {
    const { look, place, size, sheet, scale } = this;
    const [x, y] = [edge(look.x, place.width, size.width * scale), edge(look.y, place.height, size.height * scale)];
    sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    sheet.dataset.scale = String(scale);
    sheet.style.setProperty("--scale", String(scale));
    const name = this.table.say(look.whole ? "stage.near" : "stage.whole");
    this.button.setAttribute("aria-label", name);
    this.button.title = name;
    this.button.replaceChildren(icon(look.whole ? "near" : "whole"));
  }

  /** Draw it, going there. @param {() => unknown} change */
  glide(change) {
    const before = this.sheet.style.transform;
    change();
    this.draw();
    const now = this.sheet.style.transform;
    if (before && before !== now && !isStill()) this.going = this.sheet.animate([{ transform: before }, { transform: now }], { duration: TIME, easing: "ease-out" });
  }

  toggle() {
    this.glide(() => Object.assign(this.look, { whole: !this.look.whole, scale: null }));
    if (!this.look.whole) this.bring([...this.sheet.querySelectorAll(".lit")]);
  }

  // --- What is lit

  /** Look at all of these: as near as they can be seen together, unless the person has chosen how near. @param {Element[]} ones */
  bring(ones) {
    const { look, place, size } = this;
    if (!size?.width || look.whole || !ones.length || this.shows(ones)) return;
    // Whoever has come nearer stays there while something of it is in sight.
    if (look.scale !== null && ones.some((one) => this.shows([one]))) return;
    const from = this.sheet.getBoundingClientRect();
    const boxes = ones.map((one) => one.getBoundingClientRect()).filter((box) => box.width || box.height);
    if (!boxes.length) return;
    const now = from.width / this.sheet.offsetWidth || 1;
    /** @param {(box: DOMRect) => number} low @param {(box: DOMRect) => number} high @param {number} start */
    const span = (low, high, start) => [(Math.min(...boxes.map(low)) - start) / now, (Math.max(...boxes.map(high)) - start) / now];
    const [left, right] = span((box) => box.left, (box) => box.right, from.left);
    const [top, bottom] = span((box) => box.top, (box) => box.bottom, from.top);
    const fits = Math.min((place.width - 2 * MARGIN) / (right - left), (place.height - 2 * MARGIN) / (bottom - top));
    const middles = boxes.map((box) => [((box.left + box.right) / 2 - from.left) / now, ((box.top + box.bottom) / 2 - from.top) / now]);
    this.glide(() => {
      if (look.scale !== null && look.scale > fits) look.scale = null;
      Object.assign(look, { near: Math.min(1, fits), x: (left + right) / 2 / size.width, y: (top + bottom) / 2 / size.height });
      if (middles.some(([x, y]) => this.isUnderButton(x, y))) look.y += BUTTON / (size.height * this.scale);
    });
  }

  /** Whether a point of the content would lie under the button. @param {number} x @param {number} y */
  isUnderButton(x, y) {
    const { look, place, size, scale } = this;
    const [left, top] = [edge(look.x, place.width, size.width * scale), edge(look.y, place.height, size.height * scale)];
    return left + x * scale > place.width - BUTTON && top + y * scale > place.height - BUTTON;
  }

  /** Whether all of these are inside the window. @param {Element[]} ones */
  shows(ones) {
    const window = this.element.getBoundingClientRect();
    return ones.every((one) => {
      const box = one.getBoundingClientRect();
      return box.left >= window.left - 1 && box.right <= window.right + 1 && box.top >= window.top - 1 && box.bottom <= window.bottom + 1;
    });
  }

  /** Whoever comes by Tab sees where they are. @param {Element} one */
  focused(one) {
    if (one !== this.button && one.matches(":focus-visible")) this.bring([one]);
  }

  // --- Hands

  /** @param {PointerEvent} event */
  down(event) {
    if (/** @type {Element} */ (event.target).closest(".pan-whole") === this.button || (event.pointerType === "mouse" && event.button)) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.size?.width) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && this.fingers.size < 2 && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
    if (!this.dragged) for (const id of this.fingers.keys()) this.element.setPointerCapture(id);
    this.dragged = true;
    this.going?.cancel();
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.zoom(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    this.shift((now.x - before.x) / this.fingers.size, (now.y - before.y) / this.fingers.size);
    this.fingers.set(event.pointerId, now);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.size?.width || this.all >= 0.98) return;
    if (event.ctrlKey) this.zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    else if (!this.look.whole) this.shift(-event.deltaX, -event.deltaY);
    else return;
    event.preventDefault();
  }

  /** @param {number} dx @param {number} dy */
  shift(dx, dy) {
    const { look, place, size, scale } = this;
    // From where the window really is: beyond an edge nothing is to be found.
    look.x = (place.width / 2 - edge(look.x, place.width, size.width * scale) - dx) / (size.width * scale);
    look.y = (place.height / 2 - edge(look.y, place.height, size.height * scale) - dy) / (size.height * scale);
    this.draw();
  }

  /** Nearer or farther; what lies under a point of the screen stays there. @param {number} ratio @param {number} x @param {number} y */
  zoom(ratio, x, y) {
    const { look, place, size, all } = this;
    const window = this.element.getBoundingClientRect();
    const before = this.scale;
    const scale = Math.min(CLOSEST, Math.max(all, before * ratio));
    const from = [edge(look.x, place.width, size.width * before), edge(look.y, place.height, size.height * before)];
    const point = [(x - window.left - from[0]) / before, (y - window.top - from[1]) / before];
    Object.assign(look, { whole: false, scale });
    look.x = (point[0] - (x - window.left - place.width / 2) / scale) / size.width;
    look.y = (point[1] - (y - window.top - place.height / 2) / scale) / size.height;
    this.draw();
  }
}

/** Where something of this length begins when a part of it (0 to 1) should lie in the middle of a window: the window is filled, or it lies in its middle.
 * @param {number} part @param {number} window @param {number} length */
function edge(part, window, length) {
  if (length <= window) return (window - length) / 2;
  return Math.min(0, Math.max(window - length, window / 2 - part * length));
}

/** The size of a drawing without what enlarges it. @param {SVGElement} drawing */
function sizeOf(drawing) {
  const style = getComputedStyle(drawing);
  return { width: parseFloat(style.width), height: parseFloat(style.height) };
}
