// The small popover of settings: my name, day or night, speed of motion, sound, whether to be asked before what is final.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { nameField } from "./names.js";

/** @type {Record<string, string>} */
const THEMES = { auto: "half", light: "sun", dark: "moon" };
const SPEEDS = ["calm", "quick", "instant"];
/** @type {Record<string, string>} */
const SOUNDS = { on: "sound", off: "silence" };

export class Settings {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    this.panel = h("div", { class: "settings", id: "settings", popover: "auto", ontoggle: (event) => this.toggled(event) });
    this.button = h("button", { type: "button", class: "top-button", popovertarget: "settings", "aria-expanded": "false", data: { key: "settings" } }, icon("gear"));
    if (!("popover" in HTMLElement.prototype)) this.standIn();
  }

  /** A browser without popovers shows and hides it by the button alone. */
  standIn() {
    this.panel.hidden = true;
    this.panel.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("[popovertarget]")) this.panel.hidden = true;
    });
    this.button.addEventListener("click", () => (this.panel.hidden = !this.panel.hidden));
  }

  /** All anew, in the language of now. */
  build() {
    /** @param {string} key */
    const say = (key) => this.app.words.say(key);
    this.button.setAttribute("aria-label", say("page.app-settings"));
    this.button.title = say("page.app-settings");
    this.panel.setAttribute("aria-label", say("page.app-settings"));
    this.panel.setAttribute("role", "dialog");
    const { field, note } = nameField(this.app.words, {
      id: "settings-name",
      class: "field",
      autocomplete: "nickname",
      placeholder: say("page.app-captain"),
      onchange: (event) => (this.app.store.name = event.target.value),
    });
    this.panel.replaceChildren(
      h("h2", {}, say("page.app-settings")),
      h("p", { class: "setting" }, h("label", { for: "settings-name" }, say("page.app-name")), field, note),
      this.choices("theme", say("page.app-theme"), Object.keys(THEMES), (value) => icon(THEMES[value])),
      this.choices("speed", say("page.app-speed"), SPEEDS, () => null),
      this.choices("sure", say("page.app-sure"), ["on", "off"], () => null),
      this.choices("sound", say("page.app-sound"), Object.keys(SOUNDS), (value) => icon(SOUNDS[value])),
      h(
        "button",
        { type: "button", class: "button", popovertarget: "settings", popovertargetaction: "hide" },
        say("page.app-done"),
      ),
    );
    this.draw();
  }

  /** @param {"theme" | "speed" | "sound" | "sure"} key @param {string} label @param {string[]} values @param {(value: string) => Element | null} picture */
  choices(key, label, values, picture) {
    return h(
      "fieldset",
      { class: "setting" },
      h("legend", {}, label),
      h(
        "div",
        { class: "switch" },
        values.map((value) =>
          h(
            "label",
            {},
            h("input", { type: "radio", name: `settings-${key}`, value, onchange: () => (this.app.store[key] = value) }),
            h("span", {}, picture(value), this.app.words.say(`page.app-${key}-${value}`)),
          ),
        ),
      ),
    );
  }

  /** What is chosen; nothing that has the focus is replaced. */
  draw() {
    const { store } = this.app;
    const radios = /** @type {NodeListOf<HTMLInputElement>} */ (this.panel.querySelectorAll("input[type=radio]"));
    for (const input of radios) {
      input.checked = { theme: store.theme, speed: store.speed, sound: store.sound, sure: store.sure }[input.name.replace("settings-", "")] === input.value;
    }
    const name = /** @type {HTMLInputElement | null} */ (this.panel.querySelector("#settings-name"));
    if (name && name !== document.activeElement) name.value = store.name;
  }

  /** @param {ToggleEvent} event */
  toggled(event) {
    this.button.setAttribute("aria-expanded", String(event.newState === "open"));
  }
}
