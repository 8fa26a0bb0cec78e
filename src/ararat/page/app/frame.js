// What stands around every part of the page: the header, the footer, short messages.

import { focusedKey } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { Settings } from "./settings.js";
import { soundButton } from "../sound/button.js";
import { Toast } from "./toast.js";
import { waves } from "../drawing/waves.js";

// Each language is called by its own name, whatever the page speaks.
const TONGUES = { en: "English", fr: "Français", it: "Italiano" };

export class Frame {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    this.settings = new Settings(app);
    this.header = h("header", { class: "top" }, brand(null));
    this.main = freshMain();
    this.footer = h("footer", { class: "bottom", hidden: true });
    this.offline = h("p", { class: "offline", role: "status" });
    this.toast = new Toast();
    this.skip = h("a", { class: "skip", href: "#page", onclick: (event) => this.skipped(event) });
    this.elements = [this.skip, this.header, this.offline, this.main, this.footer, this.toast.element];
  }

  /** Header and footer in the language of now; whatever has the focus keeps it. */
  draw() {
    const { words } = this.app;
    const focused = focusedKey(this.header);
    this.settings.build();
    this.skip.textContent = words.say("page.app-skip");
    this.header.replaceChildren(
      brand(words.say("page.app-brand")),
      h(
        "nav",
        { "aria-label": words.say("page.app-nav") },
        h("a", { class: "top-link", href: "/about", data: { key: "about" } }, words.say("page.app-about")),
      ),
      this.languages(),
      soundButton(this.app),
      this.settings.button,
      this.settings.panel,
    );
    this.footer.replaceChildren(
      waves("waves-bottom"),
      h(
        "div",
        { class: "bottom-text" },
        h("p", {}, words.say("page.app-footer")),
        h("a", { href: "/about" }, words.say("page.app-about-long")),
      ),
    );
    if (!this.app.online) this.showOffline(true);
    if (focused) this.header.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  languages() {
    const { app } = this;
    return h(
      "div",
      { class: "tongues", role: "group", "aria-label": app.words.say("page.app-language") },
      Object.entries(TONGUES).map(([code, name]) =>
        h(
          "button",
          {
            type: "button",
            lang: code,
            title: name,
            "aria-label": `${code.toUpperCase()} ${name}`, // what is seen is in it, for those who speak to their device
            "aria-pressed": String(app.language === code),
            data: { key: `language-${code}` },
            onclick: () => app.setLanguage(code),
          },
          code.toUpperCase(),
        ),
      ),
    );
  }

  /** A fresh, empty element for another part of the page: what the old one still does cannot touch it.
   * @param {string} page @param {{fresh: boolean}} parts */
  turn(page, { fresh }) {
    document.documentElement.dataset.page = page;
    const main = freshMain();
    this.main.replaceWith(main);
    this.main = main;
    this.footer.hidden = ["table", "replay", "setup"].includes(page);
    if (fresh) {
      scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
    return main;
  }

  /** @param {Event} event */
  skipped(event) {
    event.preventDefault();
    this.main.focus();
  }

  /** @param {boolean} whether */
  showOffline(whether) {
    const known = this.app.words.has("page.app-offline-long");
    this.offline.textContent = whether && known ? this.app.words.say("page.app-offline-long") : "";
  }

  /** @param {string} text */
  tell(text) {
    if (text) this.toast.tell(text);
  }
}

/** The way home; index.html has it too, for the first paint. @param {string} label */
const brand = (label) =>
  h(
    "a",
    { class: "brand", href: "/", "aria-label": label, data: { key: "brand" } },
    h("img", { src: /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href, alt: "", width: 40, height: 40 }),
    h("span", { class: "display" }, "Ararat"),
  );

const freshMain = () => h("main", { id: "page", tabindex: "-1" });
