// "Sure?", asked in the bar before a move after which nothing can be taken back, for whoever wants to be asked.

import { h } from "../drawing/dom.js";

export class Sure {
  /** @param {{say: Page.Say}} parts */
  constructor({ say }) {
    this.say = say;
    /** @type {((sure: boolean) => void) | null} */
    this.resolve = null; // whoever waits for the answer
    /** @param {string} key @param {boolean} answer @param {string} look */
    const button = (key, answer, look) => h("button", { type: "button", class: look, data: { key }, onclick: () => this.answer(answer) });
    this.text = h("span", { class: "sure-text" });
    this.yes = button("sure-yes", true, "primary");
    this.no = button("sure-no", false, "");
    this.element = h("div", { class: "sure bar", role: "alertdialog", hidden: true }, this.text, this.yes, this.no);
  }

  /** A promise of yes or no; who is asked anew, or does something else meanwhile, has said no. */
  asks() {
    this.answer(false);
    this.text.textContent = this.say("sure");
    this.yes.textContent = this.say("sure-yes");
    this.no.textContent = this.say("sure-no");
    this.element.setAttribute("aria-label", this.say("sure"));
    this.element.hidden = false;
    this.yes.focus({ preventScroll: true });
    return new Promise((/** @type {(sure: boolean) => void} */ resolve) => (this.resolve = resolve));
  }

  /** False where nothing was asked. @param {boolean} sure */
  answer(sure) {
    const { resolve } = this;
    this.element.hidden = true;
    this.resolve = null;
    resolve?.(sure);
    return Boolean(resolve);
  }
}
