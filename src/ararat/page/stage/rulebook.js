// The rules to read and to search, by the number of a rule or a word, whatever its accents.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";

/** Letters without accents and case. @param {string} text */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’‘]/g, "'");
}

/** A text with every place of a word marked. @param {string} text @param {string} word */
export function highlighted(text, word) {
  const wanted = plain(word);
  if (!wanted) return [text];
  let bare = "";
  const from = [];
  for (let at = 0; at < text.length; at += 1) {
    const letters = plain(text[at]);
    for (let count = 0; count < letters.length; count += 1) from.push(at);
    bare += letters;
  }
  const parts = [];
  let done = 0;
  for (let found = bare.indexOf(wanted); found >= 0; found = bare.indexOf(wanted, found + wanted.length)) {
    const begin = from[found];
    const end = from[found + wanted.length] ?? text.length;
    parts.push(text.slice(done, begin), h("mark", {}, text.slice(begin, end)));
    done = end;
  }
  return [...parts, text.slice(done)];
}

export class Rulebook {
  /** fetch(): a promise of the rules; say: the frame's words.
   * @param {{fetch: () => Promise<Page.Book>, say: Page.Say}} parts */
  constructor({ fetch, say }) {
    this.fetch = fetch;
    this.say = say;
    this.field = h("input", { type: "search", class: "search-field", autocomplete: "off", spellcheck: "false", oninput: () => this.fill() });
    this.count = h("p", { class: "hidden-text", role: "status" });
    this.body = h("div", { class: "rule-list", tabindex: "0", role: "group" });
    this.element = h("div", { class: "rulebook" }, h("div", { class: "search-box" }, icon("search"), this.field), this.count, this.body);
    this.book = null;
    this.named();
  }

  named() {
    this.field.placeholder = this.say("rules-search");
    this.field.setAttribute("aria-label", this.say("rules-search"));
    this.body.setAttribute("aria-label", this.say("rules"));
  }

  /** Fetch the book when it is first opened. */
  async opened() {
    if (this.book) return;
    this.body.replaceChildren(h("p", { class: "soft" }, this.say("loading")));
    try {
      this.book = await this.fetch();
      this.fill();
    } catch (problem) {
      this.body.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
  }

  /** Another language: forget the book. */
  forget() {
    this.book = null;
    this.named();
  }

  fill() {
    if (!this.book) return;
    const word = this.field.value.trim();
    /** @param {...string} texts */
    const has = (...texts) => !word || texts.some((text) => plain(text).includes(plain(word)));
    const { book } = this;
    /** @param {string[]} texts */
    const lines = (texts) => h("ul", {}, texts.map((text) => h("li", {}, highlighted(text, word))));
    const lesson = (book.lesson ?? []).filter((text) => has(text));
    const pieces = (book.pieces ?? []).filter((text) => has(text));
    const options = (book.options ?? []).filter((option) => has(option.name, option.text));
    const chapters = book.chapters.map((chapter) => ({ ...chapter, rules: chapter.rules.filter((rule) => has(rule.id, rule.text)) })).filter((chapter) => chapter.rules.length);
    const found = chapters.reduce((sum, chapter) => sum + chapter.rules.length, lesson.length + pieces.length + options.length);
    const parts = [
      lesson.length ? h("section", {}, h("h2", {}, this.say("lesson")), lines(lesson)) : null,
      pieces.length ? h("section", {}, h("h2", {}, this.say("pieces")), lines(pieces)) : null,
      chapters.map((chapter) => h("section", {}, h("h2", {}, chapter.title), chapter.rules.map((rule) => this.rule(rule, word)))),
      options.length ? h("section", {}, h("h2", {}, this.say("options")), h("ul", {}, options.map((option) => h("li", {}, highlighted(option.text, word))))) : null,
    ].flat().filter(Boolean);
    this.body.replaceChildren(...(parts.length ? parts : [h("p", { class: "soft" }, this.say("rules-none", { word }))]));
    this.body.scrollTop = 0;
    this.count.textContent = word ? this.say("rules-found", { count: found }) : "";
  }

  /** @param {Page.Rule} rule @param {string} word */
  rule(rule, word) {
    return h("p", { class: "rule", data: { rule: rule.id }, tabindex: "-1" }, h("span", { class: "rule-number" }, highlighted(rule.id, word)), h("span", {}, highlighted(rule.text, word)));
  }

  /** Open the book at a rule. @param {string} id */
  async show(id) {
    await this.opened();
    this.field.value = "";
    this.fill();
    const rule = this.body.querySelector(`[data-rule="${CSS.escape(id)}"]`);
    if (!rule) return;
    rule.classList.add("found");
    rule.scrollIntoView({ block: "center" });
    rule.focus({ preventScroll: true });
  }
}
