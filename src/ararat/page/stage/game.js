// What a table needs of its game: facts, words, pieces, and the module that draws its board.

import { file } from "../drawing/files.js";
import { Words } from "../app/words.js";

/** @type {Set<string>} */
const worn = new Set(); // games whose boards have their styles

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
    /** @type {Record<string, string>} */
    this.pictures = {};
  }

  /** Everything, in the language of the page. `create` is null where the board can't be loaded; `box` is what somebody knows of the game.
   * @param {Page.Box} [box] */
  async load(box) {
    const [, board] = await Promise.all([this.speak(box), this.board()]);
    this.create = board?.create ?? null;
    this.sounds = board?.sounds ?? {};
    this.pictures = board?.pictures ?? {};
    return this;
  }

  /** @returns {Promise<{create: Page.Create, sounds?: Page.Sounds, pictures?: Record<string, string>} | null>} */
  async board() {
    try {
      const board = await import(file(`boards/${this.slug}.js`));
      if (!worn.has(this.slug)) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(board.style);
        document.adoptedStyleSheets.push(sheet);
        worn.add(this.slug);
      }
      return board;
    } catch (problem) {
      console.error(problem);
      return null;
    }
  }

  /** Fetch the words anew. @param {Page.Box} [box] */
  async speak(box) {
    const { language } = this.app;
    const { facts, words, pieces } = box ?? (await this.app.api("GET", `/api/games/${this.slug}`));
    this.facts = facts;
    this.words = new Words(language, words);
    this.pieces = pieces;
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

  /** What the rules answer, the best first. @param {string} question @returns {Promise<Page.Answer[]>} */
  async ask(question) {
    const { found } = await this.app.api("GET", `/api/games/${this.slug}/answers?question=${encodeURIComponent(question)}`);
    return found;
  }
}
