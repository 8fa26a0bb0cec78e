// One's hand on a phone: a tray that folds down to its edge by a tap, and unfolds when something in it is asked for.

import { h } from "../drawing/dom.js";
import { isPhone, isSideways } from "./screen.js";

/** The board's `board-hand`; on a desk the content itself. edge: what is seen of it when it is folded; lit: whether something in it is lit;
 * folded: whether it begins so. Held sideways it has a place of its own and need not fold.
 * @param {Page.Table<any, any>} table
 * @param {{key: string, edge: Page.Child, content: HTMLElement, lit: boolean, folded?: boolean}} parts @returns {HTMLElement} */
export function tray({ kept }, { key, edge, content, lit, folded = false }) {
  if (!isPhone()) return content;
  const name = `tray-${key}`;
  const inside = h("div", { class: "tray-content", id: name }, content);
  if (isSideways()) return h("div", { class: "board-hand tray" }, h("div", { class: "tray-edge" }, edge), inside);
  /** @type {{folded: boolean, asked: number | null}} */
  const now = kept.get(name) ?? { folded, asked: null };
  kept.set(name, now);
  // Once for each decision: whoever folds it to see the board keeps it so.
  if (lit && now.asked !== kept.get("number")) Object.assign(now, { folded: false, asked: kept.get("number") });
  const button = h("button", { type: "button", class: "plain tray-edge", "aria-controls": name, data: { key: name }, onclick: () => fold(!now.folded) }, edge);
  const element = h("div", { class: "board-hand tray" }, button, inside);
  /** @param {boolean} whether */
  const fold = (whether) => {
    now.folded = whether;
    inside.hidden = whether;
    element.classList.toggle("folded", whether);
    button.setAttribute("aria-expanded", String(!whether));
  };
  fold(now.folded);
  return element;
}
