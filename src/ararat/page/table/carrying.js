// A seat goes to another device, by a code, and comes back the same way.

import { codeForm } from "../app/seat_code.js";
import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { linkBox } from "../stage/sharing.js";

/** The code for one's own seat: asked for, shown as long as it works. */
export class Carrying {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("div", { class: "carrying" });
    /** @type {{code: string, seconds: number, link: string, qr: string} | null} */
    this.told = null;
  }

  draw() {
    const { t, told } = this;
    const ask = h("button", { type: "button", class: "button", data: { key: "carry" }, onclick: () => this.ask() }, icon("share"), h("span", {}, t.say(told ? "carry-anew" : "carry")));
    this.element.replaceChildren(
      ...(told
        ? [
            h(
              "div",
              { class: "invitation" },
              h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`, alt: t.say("qr"), width: 132, height: 132 }),
              h("div", { class: "invitation-words" }, h("p", { class: "seat-code" }, `${told.code.slice(0, 4)}-${told.code.slice(4)}`), h("p", { class: "soft" }, t.say("carry-text", { count: Math.round(told.seconds / 60) }))),
            ),
            linkBox({ address: told.link, title: t.game.name, say: t.say, label: t.say("carry-link"), key: "copy-code" }),
          ]
        : []),
      h("div", { class: "button-row" }, ask),
    );
  }

  async ask() {
    const { t } = this;
    try {
      this.told = await t.app.api("POST", `/api/tables/${t.table}/code`, {}, t.device.token);
    } catch (problem) {
      t.tell(problem.message);
      return;
    }
    clearTimeout(this.late);
    this.late = setTimeout(() => this.clear(), this.told.seconds * 1000);
    this.draw();
  }

  /** Whoever looks now is somebody else, or the code works no more. */
  clear() {
    clearTimeout(this.late);
    this.told = null;
    this.draw();
  }
}

/** The seat is at another device: one sentence, and how it comes back. @param {Page.AtTable} t */
export function movedNote(t) {
  const note = h("section", { class: "moved-note", role: "status" });
  const shut = h("button", { type: "button", class: "button", data: { key: "moved-close" }, onclick: () => note.remove() }, t.say("close"));
  const back = () => {
    const form = codeForm(t.app);
    note.replaceChildren(h("p", {}, t.say("bring-back-text")), form, h("div", { class: "button-row" }, shut));
    form.querySelector("input").focus();
  };
  note.append(
    h("p", {}, t.say("seat-moved")),
    h("div", { class: "button-row" }, h("button", { type: "button", class: "button primary", data: { key: "bring-back" }, onclick: back }, icon("again"), h("span", {}, t.say("bring-back"))), shut),
  );
  return note;
}
