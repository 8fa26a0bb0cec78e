// Names of people. A field for one says when no more letters fit, rather than leave them out without a word.

import { h } from "../drawing/dom.js";

const MOST = 24; // letters, as on the server

/** What the person is called while they have not said a name. @param {Page.App} app */
export const myName = (app) => app.store.name || app.words.say("page.app-captain");

/** A field and the line that speaks under it. @param {Page.Words} words @param {Page.Attributes} attributes
 * @returns {{field: HTMLInputElement, note: HTMLElement}} */
export function nameField(words, { oninput, ...attributes }) {
  const note = h("small", { class: "name-note", role: "status" });
  const field = h("input", {
    ...attributes,
    oninput: (event) => {
      const letters = [...field.value];
      if (letters.length > MOST) field.value = letters.slice(0, MOST).join("");
      note.textContent = letters.length > MOST ? words.say("page.app-name-long", { count: MOST }) : "";
      if (oninput) oninput(event);
    },
  });
  return { field, note };
}
