// A code that brings one's seat from another device to this one.

import { h } from "../drawing/dom.js";

/** Take the seat of a code; a promise of why not, or null. @param {Page.App} app @param {string} code */
export async function bring(app, code) {
  try {
    const { table, game, seat, token, name } = await app.api("POST", "/api/codes", { code });
    app.store.keep(table, { game, seats: [{ seat, token, name, kind: "me" }] });
    app.go(`/t/${table}`, { replace: location.pathname === `/t/${table}` });
    return null;
  } catch (problem) {
    return problem.message;
  }
}

/** Where one types such a code. @param {Page.App} app */
export function codeForm(app) {
  /** @type {Page.Say} */
  const say = (key, values) => app.words.say(`page.app-code${key}`, values);
  const problem = h("p", { class: "problem", role: "alert" });
  const field = h("input", { class: "code-field", name: "code", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: say(""), "aria-label": say(""), data: { key: "code" } });
  /** @param {Event} event */
  const press = async (event) => {
    event.preventDefault();
    const told = field.value.trim() ? await bring(app, field.value) : say("-missing");
    problem.textContent = told ?? "";
    field.setAttribute("aria-invalid", String(Boolean(told)));
    if (told) field.focus();
  };
  return h("form", { class: "code-form", novalidate: true, onsubmit: press }, field, h("button", { class: "button", data: { key: "bring" } }, say("-bring")), problem);
}
