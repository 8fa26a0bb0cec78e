// The curtain: between two people at one device, nobody sees what the other may know.

import { h, sign } from "../drawing/dom.js";

/** An element that covers the table. seats: [{seat, name}] who may lift it; lift(seat) is called when one does.
 * @param {{seats: Page.Held[], say: Page.Say, lift: (seat: Page.Held) => unknown}} parts */
export function curtain({ seats, say, lift }) {
  const alone = seats.length === 1;
  const title = h("h2", { id: "curtain-title" });
  if (alone) title.append(...around(say("pass-to"), seats[0]));
  else title.append(say("who-is-here"));
  const buttons = seats.map((seat) =>
    h("button", { type: "button", class: "button primary curtain-lift", data: { seat: seat.seat, key: `lift-${seat.seat}` }, onclick: () => lift(seat) }, h("span", { class: "curtain-words" }, around(say("i-am"), seat))),
  );
  return h(
    "div",
    { class: "curtain", role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-title" },
    h("div", { class: "curtain-card" }, alone ? h("span", { class: "curtain-face", data: { seat: seats[0].seat } }, sign(`seat-${seats[0].seat}`)) : null, title, h("p", {}, say("curtain-text")), h("div", { class: "button-row" }, buttons)),
  );
}

/** @param {string} text @param {Page.Held} seat */
function around(text, seat) {
  const [before, after] = text.split("{name}");
  return [before, h("bdi", {}, seat.name), after ?? ""];
}
