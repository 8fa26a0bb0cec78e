// The others at the table: on a desk their panels; on a phone a chip for each, which opens its panel over the board.

import { h, seatName } from "../drawing/dom.js";
import { isPhone } from "./screen.js";

const EDGE = 6; // pixels between a panel and what is round it

/** What goes into a board's `board-others`. facts: what matters most of a seat, for its chip; panel: all of it; turn: whether the seat
 * is in turn. Which panel is open is kept while the board draws anew.
 * @param {Page.Table<any, any>} table @param {Page.Chip[]} seats @returns {HTMLElement[]} */
export function chips(table, seats) {
  return isPhone() ? seats.map((one) => chip(table, one)) : seats.map((one) => one.panel());
}

/** @param {Page.Table<any, any>} table @param {Page.Chip} one */
function chip({ kept }, { seat, name, facts, panel, turn }) {
  const id = `chip-panel-${seat}`;
  const content = panel();
  const over = h("div", { class: "chip-panel", id, popover: "auto", data: { seat }, onbeforetoggle: () => place(button, over), ontoggle: (event) => toggled(event) }, content);
  const lit = content.matches(".lit") || content.querySelector(".lit");
  const button = h(
    "button",
    { type: "button", class: ["chip", turn ? "is-turn" : "", lit ? "lit" : ""].join(" "), popovertarget: id, data: { key: `chip-${seat}`, seat } },
    seatName(seat, name),
    h("span", { class: "chip-facts" }, facts),
  );
  /** @param {ToggleEvent} event */
  const toggled = (event) => {
    if (event.newState === "open") kept.set("chip", seat);
    else if (over.isConnected && kept.get("chip") === seat) kept.delete("chip");
  };
  // An element that is not on the page yet can't be opened; all of the board is when it has drawn.
  if (kept.get("chip") === seat) queueMicrotask(() => over.isConnected && over.showPopover());
  return h("div", { class: "chip-place" }, button, over);
}

/** Under the strip of chips or, where it is in a column at the right, beside it. @param {HTMLElement} button @param {HTMLElement} over */
function place(button, over) {
  const strip = button.closest(".board-others")?.getBoundingClientRect();
  if (!strip) return;
  const beside = strip.left > innerWidth / 2;
  const [top, right] = beside ? [EDGE, innerWidth - strip.left + EDGE] : [strip.bottom + EDGE, innerWidth - strip.right + EDGE];
  over.style.inset = `${top}px ${right}px auto ${EDGE}px`;
  over.style.maxHeight = `${innerHeight - top - EDGE}px`;
}
