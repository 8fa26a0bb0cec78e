// A question before something that cannot be taken back.

import { h } from "../drawing/dom.js";

/** A promise of whether the person says yes; Escape is no.
 * @param {Page.App} app @param {string} text @param {string} yes */
export function ask(app, text, yes) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      {
        class: "ask",
        "aria-labelledby": "ask-text",
        onclose: () => {
          dialog.remove();
          before?.focus?.({ preventScroll: true });
          resolve(dialog.returnValue === "yes");
        },
      },
      h(
        "form",
        { method: "dialog" },
        h("p", { id: "ask-text" }, text),
        h(
          "p",
          { class: "row" },
          h("button", { class: "button", value: "no" }, app.words.say("page.app-no")),
          h("button", { class: "button primary", value: "yes" }, yes),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
