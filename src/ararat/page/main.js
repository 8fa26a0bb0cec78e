// The page: which part of it is open, in which language, by day or by night.

import { connect } from "./app/api.js";
import { h } from "./drawing/dom.js";
import { mendImages } from "./drawing/images.js";
import { warm } from "./drawing/sheets.js";
import { Frame } from "./app/frame.js";
import { games } from "./lobby/games.js";
import { markSound } from "./sound/button.js";
import { Speaker } from "./sound/speaker.js";
import { Store } from "./app/store.js";
import { Words } from "./app/words.js";

const LANGUAGES = ["en", "fr", "it"];
const RETRY = 1500;

/** Paths to the modules that show them; `open(root, parameters, app)` of each returns what closes it.
 * @type {[pattern: RegExp, page: string, load: () => Promise<any>, read: (found: RegExpExecArray) => object][]} */
const ROUTES = [
  [/^\/$/, "lobby", () => import("./lobby/lobby.js"), () => ({})],
  [/^\/new\/([\w-]+)\/?$/, "setup", () => import("./lobby/setup.js"), ([, game]) => ({ game, replay: new URLSearchParams(location.search).get("replay") })],
  [/^\/how\/([\w-]+)\/?$/, "how", () => import("./how/how.js"), ([, game]) => ({ game })],
  [/^\/about\/?$/, "about", () => import("./lobby/about.js"), () => ({})],
  [/^\/t\/([\w-]+)\/replay\/?$/, "replay", () => import("./replay/replay.js"), ([, table]) => ({ table })],
  [/^\/t\/([\w-]+)\/?$/, "table", () => import("./table/table.js"), ([, table]) => ({ table })],
  [/^\/r\/([\w-]+)\/?$/, "replay", () => import("./replay/replay.js"), ([, replay]) => ({ replay })],
];

export class App {
  constructor() {
    this.store = new Store();
    this.speaker = new Speaker(this.store);
    this.language = this.store.language ?? browserLanguage();
    this.words = new Words(this.language, {});
    /** @type {{language: string, words: Record<string, string>}} */
    this.brought = JSON.parse(document.getElementById("words").textContent); // by the page itself
    /** @type {Set<(language: string) => unknown>} */
    this.listeners = new Set();
    this.api = connect({
      language: () => this.language,
      say: (key) => (this.words.has(key) ? this.words.say(key) : ""),
      reached: (whether) => this.reached(whether),
    });
    this.visit = 0;
    /** @type {Page.End | null} */
    this.close = null;
    this.online = true;
  }

  async begin() {
    mendImages();
    this.dress();
    this.store.onChange(() => this.dress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress());
    this.frame = new Frame(this);
    document.body.replaceChildren(...this.frame.elements);
    this.prepare();
    while (!(await this.loadWords(this.language))) await new Promise((resolve) => setTimeout(resolve, RETRY));
    this.frame.draw();
    addEventListener("popstate", () => this.route());
    document.addEventListener("click", (event) => this.follow(event));
    await this.route();
  }

  /** What the first part of the page will need comes while the words come. */
  prepare() {
    const first = this.routeOf(location.pathname);
    first?.load().catch(() => {});
    warm();
    if (["lobby", "setup", "about"].includes(first?.page)) games(this).catch(() => {});
  }

  // --- language

  /** @param {string} language */
  async setLanguage(language) {
    const before = this.language;
    if (language === before || !LANGUAGES.includes(language)) return;
    this.language = language;
    if (!(await this.loadWords(language))) {
      if (this.language === language) this.language = before;
      this.frame.draw();
      return;
    }
    this.store.language = language;
    this.frame.draw();
    for (const listener of [...this.listeners]) listener(language);
  }

  /** Be called after the words have changed; returns what ends it. @param {(language: string) => unknown} listener */
  onLanguage(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} language */
  async loadWords(language) {
    try {
      const { words } = language === this.brought.language ? this.brought : await this.api("GET", `/api/words?language=${language}`);
      // A slower answer must not overtake a later choice.
      if (language !== this.language) return true;
      this.words = new Words(language, words);
      document.documentElement.lang = language;
      return true;
    } catch (error) {
      if (error.code !== "offline") this.tell(error.message);
      return false;
    }
  }

  // --- looks

  /** Theme, speed and sound, as the person chose them. */
  dress() {
    const root = document.documentElement;
    const { theme, speed, sound } = this.store;
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "dark" : "light";
    root.dataset.speed = speed;
    markSound(sound);
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#041824" : "#0b3a53");
    this.frame?.settings.draw();
  }

  /** @param {string | null} text */
  setTitle(text) {
    document.title = text ? `${text} · Ararat` : "Ararat";
  }

  /** A short message to the person. @param {string} text */
  tell(text) {
    this.frame.tell(text);
  }

  // --- the server

  /** @param {boolean} whether */
  reached(whether) {
    if (whether === this.online) return;
    this.online = whether;
    this.frame?.showOffline(!whether);
    if (!whether) this.knock();
  }

  /** Knock until the server answers; the answer itself calls `reached`. */
  async knock() {
    while (!this.online) {
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      if (!this.online && !document.hidden) await this.api("GET", "/api/health").catch(() => {});
    }
    dispatchEvent(new Event("ararat-online"));
  }

  /** Be called whenever the server can be reached again; returns what ends it. @param {() => unknown} listener */
  onOnline(listener) {
    addEventListener("ararat-online", listener);
    return () => removeEventListener("ararat-online", listener);
  }

  // --- ways

  /** @param {string} path @param {{replace?: boolean}} [parts] */
  go(path, { replace = false } = {}) {
    const address = new URL(path, location.href);
    if (address.origin !== location.origin) return;
    if (replace || address.href === location.href) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.route({ fresh: true });
  }

  /** Links within the page need no new document. @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]"));
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || !this.routeOf(link.pathname)) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.href);
  }

  /** @param {string} path */
  routeOf(path) {
    for (const [pattern, page, load, read] of ROUTES) {
      const match = pattern.exec(path);
      if (match) return { page, load, parameters: read(match) };
    }
    return null;
  }

  /** @param {{fresh?: boolean}} [parts] */
  async route({ fresh = false } = {}) {
    const visit = ++this.visit;
    const found = this.routeOf(location.pathname);
    this.leave();
    const root = this.frame.turn(found?.page ?? "lost", { fresh });
    this.setTitle(null);
    if (!found) return this.lost(root, "page.app-lost");
    try {
      const module = await found.load();
      if (visit !== this.visit) return;
      const close = await module.open(root, found.parameters, this);
      if (visit === this.visit) this.close = close;
      else close?.();
    } catch (error) {
      if (!error.code) console.error(error);
      if (visit === this.visit) this.lost(root, error.code === "lost" ? "page.app-lost" : "page.app-unopened", error);
    }
  }

  leave() {
    const close = this.close;
    this.close = null;
    try {
      close?.();
    } catch (error) {
      console.error(error);
    }
  }

  /** Nothing can be shown here: say so, and offer the ways on. Drawn again when the language changes, tried again when the server, or its store, is back.
   * @param {HTMLElement} root @param {string} key @param {any} [error] */
  lost(root, key, error = null) {
    const text = key === "page.app-unopened" && error?.code ? error.message : null;
    const draw = () =>
      root.replaceChildren(
        h(
          "section",
          { class: "panel lost" },
          h("h1", {}, this.words.say("page.app-lost-title")),
          h("p", {}, text ?? this.words.say(key)),
          h(
            "p",
            { class: "row" },
            h("a", { class: "button primary", href: "/" }, this.words.say("page.app-home")),
            key === "page.app-unopened"
              ? h("button", { type: "button", class: "button", onclick: () => location.reload() }, this.words.say("page.app-again"))
              : null,
          ),
        ),
      );
    draw();
    const endings = [this.onLanguage(draw), error?.code === "offline" ? this.onOnline(() => this.route()) : () => {}];
    this.close = () => endings.forEach((end) => end());
    if (error?.status === 503) this.askAgain(error.asked, this.visit);
  }

  /** Ask for what the server could not give just now until it can; then show it. @param {string} path @param {number} visit */
  async askAgain(path, visit) {
    let waits = true;
    while (waits) {
      await new Promise((resolve) => setTimeout(resolve, 2 * RETRY));
      if (visit !== this.visit) return;
      waits = await this.api("GET", path).then(() => false, (error) => error.passes);
    }
    if (visit === this.visit) this.route();
  }
}

function browserLanguage() {
  for (const wish of navigator.languages ?? [navigator.language]) {
    const language = String(wish).slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(language)) return language;
  }
  return "en";
}

new App().begin();
