// The end: who won, where the points came from, and what to do next.

import { focusedKey } from "../drawing/anew.js";
import { h, s, sign } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { recordLink, shareButton } from "../stage/sharing.js";
import { called, nameOf } from "./seating.js";
import { result } from "./askline.js";

const RAINBOW = ["#e4572e", "#f3a712", "#f7dd72", "#4f9d69", "#3a86c8", "#7b5ea7"];

export class Ending {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("div", { class: "ending" });
    this.drawn = "";
  }

  /** @param {Page.Message} message */
  draw(message) {
    const { t } = this;
    const key = JSON.stringify([message.over, message.sheet, message.scores, message.rematch, message.seats, message.seat, t.app.language]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = focusedKey(this.element);
    this.element.replaceChildren(
      h("div", { class: "ending-head" }, rainbow(), h("h2", {}, result(t, message))),
      this.sheet(message),
      t.fair.element,
      h("div", { class: "ending-buttons" }, this.buttons(message)),
    );
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  clear() {
    this.drawn = "";
    this.element.replaceChildren();
  }

  /** @param {Page.Message} message */
  sheet(message) {
    const { t } = this;
    const rows = message.sheet?.length ? message.sheet : [{ label: t.say("points"), values: message.scores ?? [], total: true }];
    const head = message.seats.map((seat) =>
      h("th", { scope: "col", data: { seat: seat.seat }, class: message.winners?.includes(seat.seat) ? "winner" : "", title: nameOf(message, seat.seat) }, h("span", { class: "seat-name", data: { seat: seat.seat } }, sign(`seat-${seat.seat}`)), h("bdi", { class: "sheet-name" }, called(t, message)[seat.seat])),
    );
    return h(
      "div",
      { class: "sheet-scroll", tabindex: "0", role: "group", "aria-label": t.say("sheet") },
      h(
        "table",
        { class: "score-sheet numbers" },
        h("caption", { class: "hidden-text" }, t.say("sheet")),
        h("thead", {}, h("tr", {}, h("td"), head)),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h("tr", { class: row.total ? "total" : "" }, h("th", { scope: "row" }, row.label), row.values.map((value, seat) => h("td", { class: message.winners?.includes(seat) ? "winner" : "" }, value ?? "·"))),
          ),
        ),
      ),
    );
  }

  /** @param {Page.Message} message */
  buttons(message) {
    const { t } = this;
    const again = message.rematch;
    const seated = message.seat !== null;
    /** @param {string} key @param {string} picture @param {string} text @param {() => unknown} press @param {boolean} [primary] */
    const button = (key, picture, text, press, primary = false) => h("button", { type: "button", class: primary ? "button primary" : "button", data: { key }, onclick: press }, icon(picture), h("span", {}, text));
    return [
      seated && !again ? button("rematch", "again", t.say("rematch"), () => t.rematch(), true) : null,
      seated && again ? button("join-rematch", "again", t.say("join-rematch"), () => t.rematch(), true) : null,
      !seated && again ? button("watch-rematch", "eye", t.say("watch-rematch"), () => t.app.go(`/t/${again.table}`), true) : null,
      button("replay", "play", t.say("replay"), () => t.app.go(`/t/${t.table}/replay`)),
      button("analyse", "chart", t.app.words.say("page.replay-analysis"), () => t.app.go(`/t/${t.table}/replay#analysis`)),
      recordLink(`/api/tables/${t.table}/record`, t.say("download")),
      shareButton({ address: t.reach.to(`t/${t.table}`), title: t.game.name, say: t.say }),
      button("lobby", "home", t.say("lobby"), () => t.app.go("/")),
    ];
  }
}

function rainbow() {
  return s(
    "svg",
    { class: "rainbow", viewBox: "0 0 220 92", "aria-hidden": "true" },
    RAINBOW.map((colour, at) => s("path", { d: `M${12 + at * 7} 92a${98 - at * 7} ${84 - at * 7} 0 0 1 ${196 - at * 14} 0`, fill: "none", stroke: colour, "stroke-width": 7.4 })),
    s("path", { class: "rainbow-wave", d: "M0 92v-9c12 0 12-8 24-8s12 8 24 8 12-8 24-8 12 8 24 8 12-8 24-8 12 8 24 8 12-8 24-8 12 8 24 8 10-5 28-7v16z" }),
    s("path", { class: "rainbow-boat", d: "M78 66h64c-3 11-9 16-16 16H94c-7 0-13-5-16-16zM96 54h28l6 11H90z" }),
  );
}
