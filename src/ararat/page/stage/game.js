// What a table needs of its game: facts, words, pieces, and the module that draws its board.

import { h } from "../drawing/dom.js";
import { Words } from "../app/words.js";

const styles = new Map();

/** Load a style sheet once; resolves when it holds, or can't be had. @param {string} address */
export function style(address) {
  if (!styles.has(address)) {
    styles.set(
      address,
      new Promise((resolve) => {
        const link = h("link", { rel: "stylesheet", href: address });
        link.onload = link.onerror = resolve;
        document.head.append(link);
      }),
    );
  }
  return styles.get(address);
}

export class Game {
  /** @param {string} slug @param {Page.App} app */
  constructor(slug, app) {
    this.slug = slug;
    this.app = app;
    /** @type {Page.Facts} */
    this.facts = undefined;
    /** @type {Page.Create | null} */
    this.create = null;
    /** @type {Page.Sounds} */
    this.sounds = {};
  }

  /** Everything, in the language of the page. `create` is null where the board can't be loaded. */
  async load() {
    const [, board] = await Promise.all([this.speak(), this.board(), style(`/games/${this.slug}/board.css`)]);
    this.create = board?.create ?? null;
    this.sounds = board?.sounds ?? {};
    return this;
  }

  /** @returns {Promise<{create: Page.Create, sounds?: Page.Sounds} | null>} */
  async board() {
    try {
      return await import(`/games/${this.slug}/board.js`);
    } catch (problem) {
      console.error(problem);
      return null;
    }
  }

  /** Fetch the words anew. */
  async speak() {
    const language = this.app.language;
    const [games, fixed] = await Promise.all([this.app.api("GET", "/api/games"), this.app.api("GET", `/api/games/${this.slug}`)]);
    this.facts = games.find((/** @type {Page.Facts} */ game) => game.slug === this.slug);
    this.words = new Words(language, fixed.words);
    this.pieces = fixed.pieces;
    this.book = null;
  }

  get name() {
    return this.facts.name;
  }

  get secrets() {
    return this.facts.secrets;
  }

  /** A bot's name, as a person says it. @param {string} code */
  bot(code) {
    const key = `player.${code}`;
    return this.app.words.has(key) ? this.app.words.say(key) : code;
  }

  /** The rules, fetched when somebody first looks. */
  rules() {
    this.book ??= this.app.api("GET", `/api/games/${this.slug}/rules`);
    return this.book;
  }
}
