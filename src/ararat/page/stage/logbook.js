// The story of a match: entries as the server tells them, and the list that shows them.

import { h, sign } from "../drawing/dom.js";

/** What one had before `since` stays, but for what is no longer told; the rest is replaced.
 * @param {Page.Entry[]} old @param {{since: number, told_from: number, log: Page.Entry[]}} parts */
export function merged(old, { since, told_from, log }) {
  return [...old.filter(({ number }) => told_from <= number && number < since), ...log];
}

/** What the others did since the viewer's last move; for those who watch, what the last seat did.
 * @param {Page.Entry[]} log @param {number | null} seat */
export function lastFor(log, seat) {
  if (seat === null) {
    const newest = log.at(-1)?.seat;
    let begin = log.length;
    while (begin > 0 && log[begin - 1].seat === newest) begin -= 1;
    return log.slice(begin);
  }
  return log.slice(log.findLastIndex((entry) => entry.seat === seat) + 1);
}

/** A list that only changes where the story did, so that readers keep their place. */
export class Logbook {
  /** empty: what to say before anything happened; jump: called with an entry's position when it is pressed.
   * @param {{empty: string, jump?: ((at: number) => unknown) | null, label: string}} parts */
  constructor({ empty, jump = null, label }) {
    this.jump = jump;
    this.nothing = h("p", { class: "soft" }, empty);
    this.list = h("ol", { class: "log", "aria-label": label });
    this.element = h("div", { class: "log-scroll", tabindex: "0", role: "group", "aria-label": label }, this.nothing, this.list);
    /** @type {Page.Told[]} */
    this.shown = [];
    /** @type {string[]} */
    this.names = [];
    /** @type {number | null} */
    this.you = null;
    // The newest stays in sight unless somebody scrolled up.
    this.atEnd = true;
    this.element.addEventListener("scroll", () => (this.atEnd = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 40), { passive: true });
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.element);
  }

  /** you: the seat of the reader, if they have one. @param {Page.Told[]} log @param {Page.Told[]} marked @param {string[]} names @param {number | null} [you] */
  draw(log, marked, names, you = null) {
    const renamed = names.join("\n") !== this.names.join("\n") || you !== this.you;
    this.names = names;
    this.you = you;
    let same = 0;
    while (!renamed && same < log.length && same < this.shown.length && this.alike(log[same], this.shown[same])) same += 1;
    while (this.list.children.length > same) this.list.lastElementChild.remove();
    for (let position = same; position < log.length; position += 1) this.list.append(this.line(log, position));
    const grown = same < log.length;
    this.shown = log;
    this.nothing.hidden = log.length > 0;
    const numbers = new Set(marked.map((entry) => entry.number));
    log.forEach((entry, position) => this.list.children[position].classList.toggle("recent", numbers.has(entry.number)));
    if (this.atEnd && grown && !this.jump) this.toEnd();
  }

  /** @param {Page.Told} a @param {Page.Told} b */
  alike(a, b) {
    return a === b || (a && b && a.number === b.number && a.seat === b.seat && a.text === b.text);
  }

  /** Who did it is said once for several moves in a row; those who can't see hear it every time. Where it is the reader, "you" is said every
   * time: without it, what they did would read as what they are told to do.
   * @param {Page.Told[]} log @param {number} position */
  line(log, position) {
    const entry = log[position];
    const seat = entry.seat ?? null;
    const again = position > 0 && log[position - 1].seat === seat;
    const unsaid = again && seat !== this.you;
    const who = seat === null ? null : h("bdi", { class: unsaid ? "log-who hidden-text" : "log-who" }, this.names[seat] ?? "");
    const inner = [
      seat === null ? null : h("span", { class: again ? "log-seat again" : "log-seat", data: { seat } }, sign(`seat-${seat}`)),
      h("span", { class: "log-text" }, who, who ? " " : null, unsaid ? begun(entry.text ?? "") : entry.text ?? ""),
    ];
    const classes = again ? "again" : "";
    if (!this.jump) return h("li", { class: classes }, inner);
    return h("li", { class: classes }, h("button", { type: "button", class: "plain log-jump", onclick: () => this.jump(position) }, inner));
  }

  /** Mark where a replay stands. @param {number} position */
  stand(position) {
    [...this.list.children].forEach((line, at) => {
      const here = at === position;
      line.classList.toggle("here", here);
      line.classList.toggle("future", at > position);
      if (here) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const line = /** @type {HTMLElement | undefined} */ (this.list.children[position]);
    if (!line) this.element.scrollTop = 0;
    else if (line.offsetTop < this.element.scrollTop || line.offsetTop + line.offsetHeight > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = line.offsetTop - this.element.clientHeight / 2;
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** In another language. @param {string} empty @param {string} label */
  named(empty, label) {
    this.nothing.textContent = empty;
    this.list.setAttribute("aria-label", label);
    this.element.setAttribute("aria-label", label);
  }

  clear() {
    this.list.replaceChildren();
    this.shown = [];
    this.nothing.hidden = false;
  }
}

/** A sentence that stands by itself, without the name before it. @param {string} text */
function begun(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
