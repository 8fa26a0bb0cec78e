// The legal moves as words: questions with labelled answers, the same in every game. With this alone a match can be played.

import { animal, h } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";

export class Dialogue {
  /** ask(path): a promise of `question`, `chosen` or `refused`; play(move): a promise of the answer to a move.
   * @param {{say: Page.Say, ask: (path: (number | number[])[]) => Promise<Page.Answer>, play: (move: Page.Move) => Promise<Page.Answer>, rule: (id: string) => unknown}} parts */
  constructor({ say, ask, play, rule }) {
    this.ask = ask;
    this.play = play;
    this.rule = rule;
    this.say = say;
    this.element = h("div", { class: "dialogue" });
    /** @type {string | null} */
    this.key = null;
    /** @type {(number | number[])[]} */
    this.path = [];
    /** @type {string[]} */
    this.labels = [];
    /** @type {Page.Answer[]} */
    this.history = [];
  }

  /** Begin anew when the table has changed; not `active`: there is nothing to decide, which `idle` says.
   * @param {boolean} active @param {string} key @param {string} idle */
  draw(active, key, idle) {
    if (key === this.key) return;
    const inside = this.element.contains(document.activeElement);
    this.key = key;
    this.path = [];
    this.labels = [];
    this.history = [];
    this.due = active;
    this.element.replaceChildren(h("p", { class: "soft", tabindex: "-1" }, idle));
    if (inside) this.focus();
    if (this.element.checkVisibility()) this.opened(inside);
  }

  /** Somebody looks: the first question is asked for now, and not for those who never look.
   * @param {boolean} [inside] */
  async opened(inside = false) {
    if (!this.due) return;
    this.due = false;
    const key = this.key;
    const answered = await this.ask([]);
    if (key !== this.key || !["question", "chosen"].includes(answered.type)) return;
    if (answered.type === "chosen") this.confirm(answered.move);
    else this.show(answered);
    if (inside) this.focus();
  }

  clear() {
    this.key = null;
    this.element.replaceChildren();
  }

  focus() {
    this.element.querySelector(".choice:not([aria-disabled]), input, button, p")?.focus({ preventScroll: true });
  }

  /** @param {Page.Answer} question */
  show(question) {
    this.question = question;
    const title = h("p", { class: "dialogue-question", id: "dialogue-question" }, question.text);
    const body = question.several ? this.several(question) : h("ol", { class: "choices", "aria-labelledby": "dialogue-question" }, question.choices.map((choice, at) => h("li", {}, this.choice(choice, at))));
    this.problem = h("p", { class: "problem", role: "alert" });
    this.element.replaceChildren(this.crumbs(), title, this.problem, body);
  }

  crumbs() {
    if (!this.path.length) return "";
    return h(
      "div",
      { class: "crumbs" },
      h("button", { type: "button", class: "button small", data: { key: "dialogue-back" }, onclick: () => this.back() }, icon("back"), h("span", {}, this.say("back"))),
      h("span", {}, this.labels.join(" › ")),
    );
  }

  /** @param {Page.Choice} choice @param {number} at */
  choice(choice, at) {
    return h(
      "button",
      {
        type: "button",
        class: "choice",
        data: { key: `choice-${at}` },
        "aria-disabled": choice.legal ? null : "true",
        onclick: () => (choice.legal ? this.answer(at, choice.label) : this.tell(choice.reason ?? this.say("not-possible"))),
      },
      choice.picture ? animal(choice.picture) : null,
      h("span", {}, choice.label),
      choice.note ? h("small", {}, choice.note) : null,
      choice.legal ? null : h("small", { class: "reason" }, choice.reason ?? this.say("not-possible")),
    );
  }

  /** @param {Page.Answer} question */
  several(question) {
    const boxes = question.choices.map((choice, at) => h("input", { type: "checkbox", value: at, data: { key: `choice-${at}` } }));
    const rows = question.choices.map((choice, at) => h("li", {}, h("label", { class: "choice" }, boxes[at], h("span", {}, choice.label), choice.note ? h("small", {}, choice.note) : null)));
    /** @param {Event} event */
    const sent = (event) => {
      event.preventDefault();
      const chosen = boxes.flatMap((box, at) => (box.checked ? [at] : []));
      if (chosen.length) this.answer(chosen, chosen.map((at) => question.choices[at].label).join(", "));
      else this.tell(this.say("choose-some"));
    };
    return h(
      "form",
      { onsubmit: sent, "aria-labelledby": "dialogue-question" },
      h("ol", { class: "choices" }, rows),
      h("button", { class: "button primary", data: { key: "dialogue-several" } }, h("span", {}, this.say("confirm"))),
    );
  }

  /** @param {number | number[]} answer @param {string} label */
  async answer(answer, label) {
    const key = this.key;
    const path = [...this.path, answer];
    const answered = await this.ask(path);
    if (key !== this.key) return;
    if (answered.type === "refused") {
      this.tell(answered.text, answered.rule);
      return;
    }
    this.history.push(this.question);
    this.path = path;
    this.labels.push(label);
    if (answered.type === "chosen") this.confirm(answered.move);
    else this.show(answered);
    this.focus();
  }

  back() {
    this.path.pop();
    this.labels.pop();
    this.show(this.history.pop());
    this.focus();
  }

  /** @param {Page.Move} move */
  confirm(move) {
    this.problem = h("p", { class: "problem", role: "alert" });
    const button = h("button", { type: "button", class: "button primary", data: { key: "dialogue-play" } }, h("span", {}, this.say("play-this")));
    button.onclick = async () => {
      button.disabled = true;
      const answered = await this.play(move);
      button.disabled = false;
      if (answered?.type === "refused") this.tell(answered.text, answered.rule);
    };
    this.element.replaceChildren(
      h("p", { class: "dialogue-question" }, this.say("your-move")),
      h("p", { class: "dialogue-move" }, this.labels.join(" › ")),
      this.problem,
      h("div", { class: "button-row" }, button, h("button", { type: "button", class: "button", data: { key: "dialogue-back" }, onclick: () => this.back() }, icon("back"), h("span", {}, this.say("back")))),
    );
    // The move is what one wants next: Enter makes it.
    queueMicrotask(() => button.isConnected && button.focus({ preventScroll: true }));
  }

  /** @param {string} text @param {string | null} [rule] */
  tell(text, rule) {
    this.problem.replaceChildren(h("span", {}, text), rule ? h("button", { type: "button", class: "rule-link", onclick: () => this.rule(rule) }, rule) : "");
    this.problem.scrollIntoView({ block: "nearest" });
  }
}
