// A short message to the person: it goes with time, with the next thing that is done, or with Escape.

import { h } from "../drawing/dom.js";

const [SHORTEST, LONGEST] = [4000, 8000]; // milliseconds
const LETTER = 60;
const FADE = 250;

export class Toast {
  /** under: the line with the question, which a message never covers. @param {Element | null} [under] */
  constructor(under = null) {
    this.under = under;
    this.element = h("div", { class: "toast", role: "status", onclick: () => this.hush() });
  }

  /** @param {string} text @param {Element | null} [rule] */
  tell(text, rule = null) {
    clearTimeout(this.going);
    this.element.replaceChildren(h("span", {}, text), rule ?? "");
    this.place();
    this.element.classList.add("open");
    this.goLater(Math.min(LONGEST, Math.max(SHORTEST, text.length * LETTER)));
  }

  /** Whoever points at it or has come to it by Tab still reads. @param {number} time */
  goLater(time) {
    this.going = setTimeout(() => (this.element.matches(":hover, :focus-within") ? this.goLater(SHORTEST / 4) : this.hush()), time);
  }

  /** Right below that line. */
  place() {
    if (!this.under) return;
    const { left, width, bottom } = this.under.getBoundingClientRect();
    this.element.style.left = `${left + width / 2}px`;
    this.element.style.top = `${bottom + 4}px`;
  }

  /** Away with it; false where there was none. */
  hush() {
    const { classList } = this.element;
    if (!classList.contains("open")) return false;
    clearTimeout(this.going);
    classList.remove("open");
    this.going = setTimeout(() => this.element.replaceChildren(), FADE);
    return true;
  }
}
