// The one tap for silence. What is chosen shows on every such button: main.js tells them.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";

/** @param {Page.App} app @param {string} [kind] the class of its looks */
export function soundButton(app, kind = "top-button") {
  const { store, words } = app;
  const text = words.say("page.app-sound");
  const press = () => {
    store.sound = store.sound === "off" ? "on" : "off";
    app.speaker.play(["tile"]);
  };
  const button = h("button", { type: "button", class: `${kind} sound-button`, title: text, "aria-label": text, data: { key: "sound" }, onclick: press }, icon("sound"), icon("silence"));
  button.setAttribute("aria-pressed", String(store.sound === "on"));
  return button;
}

/** @param {string} sound */
export function markSound(sound) {
  document.documentElement.dataset.sound = sound;
  for (const button of document.querySelectorAll(".sound-button")) button.setAttribute("aria-pressed", String(sound === "on"));
}
