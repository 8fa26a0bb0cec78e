// The server has another address now, as machines at home sometimes have: seats go there with their people.

import { h } from "../drawing/dom.js";

const KEPT = "#seats=";
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)$/i; // some browsers take anything

/** The connection is lost for long: where is the table now? @param {Page.AtTable} t */
export function lostNote(t) {
  const problem = h("p", { class: "problem", role: "alert" });
  const field = h("input", { class: "text-field", name: "address", autocomplete: "off", autocapitalize: "off", spellcheck: "false", inputmode: "url", placeholder: t.say("lost-address"), "aria-label": t.say("lost-address"), data: { key: "new-address" } });
  /** @param {Event} event */
  const go = (event) => {
    event.preventDefault();
    const address = addressOf(field.value);
    if (address) location.assign(`${address}/t/${t.table}${KEPT}${encodeURIComponent(JSON.stringify(t.device.seats))}`);
    else problem.textContent = t.say("lost-no-address");
  };
  return h("section", { class: "moved-note lost-note" }, h("p", { role: "status" }, t.say("lost-long")), h("form", { class: "code-form", novalidate: true, onsubmit: go }, field, h("button", { class: "button", data: { key: "go-there" } }, t.say("lost-go")), problem));
}

/** What somebody typed as the address of a server: with our port unless they say. @param {string} typed */
function addressOf(typed) {
  const text = typed.trim();
  try {
    const address = new URL(/^https?:/.test(text) ? text : `${location.protocol}//${text}`);
    if (!/:\d/.test(text)) address.port = location.port;
    return HOST.test(address.hostname) ? address.origin : null;
  } catch {
    return null;
  }
}

/** Seats that came with their people from an address where the server is no more.
 * @param {Page.App} app @param {string} table @param {string} game */
export function unpack(app, table, game) {
  if (!location.hash.startsWith(KEPT)) return;
  const brought = decodeURIComponent(location.hash.slice(KEPT.length));
  history.replaceState(null, "", location.pathname);
  try {
    const seats = JSON.parse(brought).map((/** @type {Page.Held} */ { seat, token, name, kind }) => ({ seat: Number(seat), token: String(token), name: String(name), kind: String(kind) }));
    app.store.keep(table, { game, seats });
  } catch {
    // A link that was cut: one watches.
  }
}
