// The rules to read, and to ask in one's own words: the server answers.

import { h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { picture } from "../drawing/pictures.js";

const PAUSE = 150; // milliseconds without a key before it is asked

/** A text with its places marked: from, to, in letters (a picture is one). @param {string} text @param {[number, number][]} marks */
function marked(text, marks) {
  const letters = [...text];
  /** @param {number} begin @param {number} [end] */
  const part = (begin, end) => letters.slice(begin, end).join("");
  let done = 0;
  const parts = marks.flatMap(([begin, end]) => {
    const before = part(done, begin);
    done = end;
    return [before, h("mark", {}, part(begin, end))];
  });
  return [...parts, part(done)];
}

export class Rulebook {
  /** fetch(): a promise of the rules; ask(question): of what they answer; say: the frame's words.
   * pictures(): small ones by the first rule of a section; way: to the page that teaches.
   * @param {{fetch: () => Promise<Page.Book>, pictures: () => Record<string, string>, way: string, ask: (question: string) => Promise<Page.Answer[]>, say: Page.Say}} parts */
  constructor({ fetch, pictures, way, ask, say }) {
    this.fetch = fetch;
    this.pictures = pictures;
    this.way = way;
    this.ask = ask;
    this.say = say;
    this.field = h("input", { type: "search", class: "search-field", autocomplete: "off", spellcheck: "false", maxlength: "200", oninput: () => this.typed() });
    this.count = h("p", { class: "hidden-text", role: "status" });
    this.body = h("div", { class: "rule-list", tabindex: "0", role: "group" });
    this.element = h("div", { class: "rulebook" }, h("div", { class: "search-box" }, icon("search"), this.field), this.count, this.body);
    /** @type {Page.Book | null} */
    this.book = null;
    this.pause = 0;
    this.asked = 0;
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
      await this.fill();
    } catch (problem) {
      this.body.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
  }

  /** Another language: forget the book. */
  forget() {
    this.book = null;
    this.named();
  }

  typed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.fill(), PAUSE);
  }

  /** Show the book, or what it answers to the question in the field. */
  async fill() {
    if (!this.book) return;
    const question = this.field.value.trim();
    const asked = ++this.asked;
    try {
      const answers = question ? await this.ask(question) : null;
      if (asked !== this.asked || !this.book) return; // somebody has typed on
      this.body.replaceChildren(...(answers ? this.answered(question, answers) : this.whole(this.book)));
      this.count.textContent = answers ? this.say("rules-found", { count: answers.length }) : "";
    } catch (problem) {
      if (asked === this.asked) this.body.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
    this.body.scrollTop = 0;
  }

  /** @param {Page.Book} book */
  whole(book) {
    const pictures = this.pictures();
    const sections = this.sections(book).map(({ title, lines, rules }) =>
      h(
        "section",
        { data: { title } },
        h("h2", { tabindex: "-1" }, title),
        pictures[rules[0]?.id] ? picture(pictures[rules[0].id]) : null,
        lines.length ? h("ul", {}, lines.map((line) => h("li", {}, line))) : null,
        rules.map((rule) => this.rule(rule.id, rule.text)),
      ),
    );
    return [h("p", {}, h("a", { href: this.way, target: "_blank" }, this.say("how"))), ...sections];
  }

  /** The book's sections as they are read, those that are empty left out. @param {Page.Book} book */
  sections(book) {
    const told = [
      { title: this.say("lesson"), lines: book.lesson, rules: [] },
      { title: this.say("pieces"), lines: book.pieces, rules: [] },
      ...book.chapters.map(({ title, rules }) => ({ title, lines: /** @type {string[]} */ ([]), rules })),
      { title: this.say("options"), lines: book.options.map((option) => option.text), rules: [] },
    ];
    return told.filter(({ lines, rules }) => lines.length || rules.length);
  }

  /** @param {string} question @param {Page.Answer[]} answers */
  answered(question, answers) {
    if (!answers.length) return [h("p", { class: "soft" }, this.say("rules-none", { word: question })), this.contents()];
    return answers.map(({ kind, name, title, text, marks }) => this.rule(kind === "rule" ? name : null, marked(text, marks), title || this.say(kind)));
  }

  /** What there is to read, one button a section. */
  contents() {
    const titles = this.sections(this.book).map(({ title }) => title);
    return h(
      "nav",
      { class: "contents", "aria-label": this.say("contents") },
      titles.map((title) => h("button", { type: "button", class: "button small", onclick: () => this.turnTo(title) }, title)),
    );
  }

  /** @param {string | null} id @param {Page.Child} text @param {string} [title] */
  rule(id, text, title) {
    const above = [title, id].filter(Boolean).join(" · ");
    return h("p", { class: "rule", data: { rule: id }, tabindex: "-1" }, h("span", {}, text), " ", h("span", { class: "rule-number" }, above));
  }

  /** Open the book at a section. @param {string} title */
  async turnTo(title) {
    this.field.value = "";
    await this.fill();
    this.point(this.body.querySelector(`[data-title="${CSS.escape(title)}"] h2`), "start");
  }

  /** Open the book at a rule; one that concerns programs alone is shown by itself. @param {string} id */
  async show(id) {
    await this.opened();
    const told = this.book?.chapters.some(({ rules }) => rules.some((rule) => rule.id === id));
    this.field.value = told ? "" : id;
    await this.fill();
    const rule = this.body.querySelector(`[data-rule="${CSS.escape(id)}"]`);
    rule?.classList.add("found");
    this.point(rule, "center");
  }

  /** @param {Element | null} place @param {ScrollLogicalPosition} block */
  point(place, block) {
    if (!(place instanceof HTMLElement)) return;
    place.scrollIntoView({ block });
    place.focus({ preventScroll: true });
  }
}
