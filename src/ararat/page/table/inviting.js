// An invitation to a table: a code for a phone's camera, a link to copy or to send.

import { h } from "../drawing/dom.js";
import { linkBox } from "../stage/sharing.js";

/** @param {Page.AtTable} t */
export function inviting(t) {
  const { table, say, reach } = t;
  const address = reach.to(`t/${table}`);
  return h(
    "div",
    { class: "invitation" },
    // The picture's address names the page's, so that another one brings another picture.
    reach.elsewhere ? h("img", { class: "qr", src: `/api/tables/${table}/qr?at=${encodeURIComponent(reach.page)}`, alt: say("qr"), width: 132, height: 132 }) : null,
    h(
      "div",
      { class: "invitation-words" },
      h("p", { class: "small-title" }, say("link-label")),
      linkBox({ address, title: t.game.name, say, label: say("link-label") }),
      h("p", { class: "soft" }, say(reach.elsewhere ? "qr-text" : "link-here-only")),
    ),
  );
}
