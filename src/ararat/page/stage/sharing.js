// A link for friends, and a record to keep.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard: the old way.
    const area = h("textarea", { class: "hidden-text", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** A link in a field, with a button to copy it and, where the device can, one to send it.
 * @param {{address: string, title: string, say: Page.Say, label: string, key?: string}} parts */
export function linkBox({ address, title, say, label, key = "copy-link" }) {
  /** @type {HTMLInputElement} */
  const field = h("input", { class: "link-field", readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  const word = h("span", {}, say("copy"));
  const copy = h(
    "button",
    {
      type: "button",
      class: "button",
      data: { key },
      onclick: async () => {
        word.textContent = say((await copied(address)) ? "copied" : "copy-failed");
        setTimeout(() => (word.textContent = say("copy")), 2500);
      },
    },
    icon("copy"),
    word,
  );
  word.setAttribute("aria-live", "polite");
  const send = navigator.share
    ? h("button", { type: "button", class: "button", data: { key: "send-link" }, onclick: () => navigator.share({ title, url: address }).catch(() => {}) }, icon("share"), h("span", {}, say("share")))
    : null;
  return h("div", { class: "link-box" }, field, copy, send);
}

/** One button that sends a link where the device can, and copies it where it can't.
 * @param {{address: string, title: string, say: Page.Say}} parts */
export function shareButton({ address, title, say }) {
  const word = h("span", { "aria-live": "polite" }, say("share"));
  const press = async () => {
    if (navigator.share) {
      navigator.share({ title, url: address }).catch(() => {});
      return;
    }
    word.textContent = say((await copied(address)) ? "copied" : "copy-failed");
    setTimeout(() => (word.textContent = say("share")), 2500);
  };
  return h("button", { type: "button", class: "button", data: { key: "share" }, onclick: press }, icon("share"), word);
}

/** A link that saves a record as a file. @param {string} address @param {string} text */
export function recordLink(address, text) {
  return h("a", { class: "button", href: address, download: "" }, icon("download"), h("span", {}, text));
}
