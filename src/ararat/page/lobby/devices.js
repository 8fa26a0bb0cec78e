// Other devices: how they come to this page, and how one's own seat comes here.

import { anew } from "../drawing/anew.js";
import { codeForm } from "../app/seat_code.js";
import { h } from "../drawing/dom.js";
import { Reach } from "../app/reach.js";

export class Devices {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    this.root = h("section", { class: "panel devices", "aria-labelledby": "devices-title" });
    this.reach = new Reach(app, () => this.draw());
  }

  draw() {
    const { app, reach } = this;
    /** @type {Page.Say} */
    const say = (key, values) => app.words.say(`page.lobby-devices${key}`, values);
    anew(
      this.root,
      h("h2", { id: "devices-title" }, say("")),
      h(
        "div",
        { class: "invitation" },
        reach.elsewhere ? h("img", { class: "qr", src: `/api/qr?at=${encodeURIComponent(reach.page)}`, alt: say("-qr"), width: 132, height: 132 }) : null,
        h(
          "div",
          { class: "invitation-words" },
          reach.elsewhere ? [h("p", {}, say("-text")), h("p", { class: "invitation-address" }, reach.page)] : h("p", {}, say("-alone")),
          h("p", {}, say("-code")),
          codeForm(app),
        ),
      ),
    );
  }
}
