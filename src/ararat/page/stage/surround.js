// The frame round a board: the line on top, the bar below, the column beside it that is a sheet on a phone.
// On a phone, the page's own header is the foot of that sheet.

import { h, sign } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { isPhone, isSideways, onScreenChange } from "./screen.js";
import { ruleSign } from "./stage.js";
import { Toast } from "../app/toast.js";

const LONG = 62; // letters of a question that need smaller ones on a phone

export class Surround {
  /** tabs: [{key, icon, label(), panel}]; seats: the element that is always beside the board; say: the frame's words;
   * corner: what is at hand beside the question on a phone, drawn anew in every language.
   * @param {HTMLElement} root @param {{say: Page.Say, tabs: Page.Tab[], seats: HTMLElement, label: string, corner?: () => HTMLElement}} parts */
  constructor(root, { say, tabs, seats, label, corner }) {
    this.corner = corner;
    this.root = root;
    this.tabs = tabs;
    this.tab = tabs[0].key;
    this.opener = null;
    this.face = h("span", { class: "ask-face", "aria-hidden": "true" });
    this.text = h("p", { class: "ask-text" });
    this.pill = h("span", { class: "ask-pill", hidden: true });
    this.notice = h("p", { class: "wire-notice", role: "status", hidden: true });
    // On a phone the line is slim; a tap on it tells all of it, and what happened last.
    this.more = h("button", { type: "button", class: "plain ask-more", popovertarget: "ask-whole", data: { key: "ask-more" } });
    this.wholeText = h("p", { class: "ask-all" });
    this.wholeNews = h("p", { class: "ask-news" });
    this.whole = h("div", { class: "ask-whole", id: "ask-whole", popover: "auto" }, this.wholeText, this.wholeNews);
    this.ask = h("header", { class: "ask-line" }, this.face, this.text, this.pill, this.more);
    this.atHand = h("span", { class: "ask-corner" });
    if (corner) this.ask.append(this.atHand);
    this.sea = h("div", { class: "sea" });
    this.bar = h("div", { class: "bar" });
    this.frameBar = h("div", { class: "bar frame-bar" });
    this.news = h("p", { class: "deck-news", "aria-hidden": "true" });
    this.menu = h("button", { type: "button", class: "plain menu", "aria-haspopup": "dialog", data: { key: "menu" }, onclick: (event) => this.open(this.tab, event.currentTarget) }, icon("menu"));
    this.deck = h("div", { class: "deck" }, this.bar, this.news, this.frameBar, this.menu);
    this.toast = new Toast(this.ask);
    this.spoken = h("div", { class: "hidden-text", "aria-live": "polite" });
    this.list = h("div", { class: "tab-list", role: "tablist", onkeydown: (event) => this.arrows(event) });
    this.veil = h("div", { class: "veil", onclick: () => this.close() });
    this.seats = seats;
    this.shut = h("button", { type: "button", class: "plain shut", onclick: () => this.close() }, icon("close"));
    this.side = h("aside", { class: "side-column" }, this.shut, seats, this.list, tabs.map((tab) => tab.panel));
    this.place = h("section", { class: "table-place" }, this.ask, this.sea, this.deck);
    this.title = h("h1", { class: "hidden-text" });
    this.element = h("div", { class: "at-table" }, this.title, this.place, this.whole, this.veil, this.side, this.toast.element, this.notice, this.spoken);
    root.replaceChildren(this.element);
    this.fit = () => this.measure();
    addEventListener("resize", this.fit);
    this.unscreen = onScreenChange(() => this.dress());
    this.watching = new ResizeObserver(this.fit);
    for (const part of document.body.children) if (!part.contains(root)) this.watching.observe(part);
    for (const part of [this.ask, this.deck]) this.watching.observe(part);
    this.words(say, label);
    this.choose(this.tab);
    this.dress();
  }

  /** Name everything, in the language of now. @param {Page.Say} say @param {string} label */
  words(say, label) {
    this.say = say;
    if (this.corner) this.atHand.replaceChildren(this.corner());
    this.title.textContent = label;
    this.place.setAttribute("aria-label", label);
    this.sea.setAttribute("aria-label", say("board"));
    this.side.setAttribute("aria-label", say("beside"));
    this.menu.setAttribute("aria-label", say("drawers"));
    this.more.setAttribute("aria-label", say("ask-more"));
    this.list.setAttribute("aria-label", say("drawers"));
    this.bar.setAttribute("aria-label", say("decision"));
    this.bar.setAttribute("role", "group");
    this.shut.setAttribute("aria-label", say("close"));
    const visible = this.tabs.filter((tab) => !tab.absent);
    this.list.replaceChildren(
      ...visible.map((tab) =>
        h(
          "button",
          { type: "button", role: "tab", id: `tab-${tab.key}`, "aria-controls": `panel-${tab.key}`, data: { key: `tab-${tab.key}` }, onclick: () => this.choose(tab.key) },
          icon(tab.icon),
          h("span", {}, tab.label()),
        ),
      ),
    );
    for (const tab of this.tabs) {
      tab.panel.id = `panel-${tab.key}`;
      tab.panel.classList.add("tab-panel");
      tab.panel.setAttribute("role", "tabpanel");
      tab.panel.setAttribute("aria-labelledby", `tab-${tab.key}`);
    }
    this.mark();
  }

  /** Let a tab be there or not. @param {string} key @param {boolean} there */
  offer(key, there) {
    const tab = this.tabs.find((one) => one.key === key);
    if (Boolean(tab.absent) === !there) return;
    tab.absent = !there;
    this.words(this.say, this.place.getAttribute("aria-label"));
    if (!there && this.tab === key) this.choose(this.tabs[0].key);
  }

  /** Show a tab; on a phone the sheet stays as it is. @param {string} key */
  choose(key) {
    this.tab = key;
    this.mark();
    this.tabs.find((tab) => tab.key === key).opened?.();
  }

  tabButtons() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  mark() {
    this.side.dataset.tab = this.tab;
    for (const tab of this.tabs) tab.panel.hidden = tab.key !== this.tab;
    for (const button of this.tabButtons()) {
      const here = button.id === `tab-${this.tab}`;
      button.setAttribute("aria-selected", String(here));
      button.tabIndex = here ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  arrows(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const buttons = this.tabButtons();
    const next = buttons[(buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + buttons.length) % buttons.length];
    next.click();
    next.focus();
    event.preventDefault();
  }

  /** Bring a tab before the eyes: beside the board, or as a sheet over it. @param {string} key @param {any} [opener] */
  open(key, opener = document.activeElement) {
    this.choose(key);
    if (isPhone()) {
      this.opener = opener;
      this.element.classList.add("sheet-open");
      this.measure();
    }
    this.list.querySelector('[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  close() {
    if (!this.element.classList.contains("sheet-open")) return false;
    this.element.classList.remove("sheet-open");
    this.measure();
    this.opener?.focus?.();
    this.opener = null;
    return true;
  }

  /** Be what the screen is: `.phone`, `.phone.sideways`, or a desk. */
  dress() {
    this.element.classList.toggle("phone", isPhone());
    this.element.classList.toggle("sideways", isSideways());
    if (!isPhone()) this.element.classList.remove("sheet-open");
    this.measure();
  }

  measure() {
    this.side.inert = isPhone() && !this.element.classList.contains("sheet-open");
    this.element.style.setProperty("--above", `${Math.max(0, Math.round(this.root.getBoundingClientRect().top + scrollY))}px`);
    // Held sideways, question and bar lie in the board's column: it leaves room for them.
    this.element.style.setProperty("--ask-high", `${this.ask.offsetHeight}px`);
    this.element.style.setProperty("--deck-high", `${this.deck.offsetHeight}px`);
  }

  /** The line on top. @param {Page.Asked} asked */
  asks({ text, seat, mine, over, pill, watching }) {
    if (this.text.textContent !== text) {
      this.text.textContent = this.wholeText.textContent = text;
      if (this.whole.matches(":popover-open")) this.whole.hidePopover();
    }
    this.text.title = text;
    this.text.classList.toggle("long", text.length > LONG);
    this.ask.classList.toggle("mine", Boolean(mine));
    this.ask.classList.toggle("over", Boolean(over));
    this.face.dataset.seat = String(seat ?? "");
    this.face.replaceChildren(over ? sign("crown") : seat === null || seat === undefined ? icon("eye") : sign(`seat-${seat}`));
    this.pill.hidden = !pill;
    this.pill.textContent = pill ?? "";
    this.pill.classList.toggle("watching", Boolean(watching));
  }

  /** What happened last, where there are no buttons.
   * @param {Page.Entry | null | undefined} entry @param {string[]} [names] */
  tellNews(entry, names) {
    for (const place of [this.news, this.wholeNews])
      place.replaceChildren(...(entry ? [h("span", { class: "log-seat", data: { seat: entry.seat } }, sign(`seat-${entry.seat}`)), h("span", {}, h("bdi", { class: "log-who" }, names[entry.seat] ?? ""), ` ${entry.text ?? ""}`)] : []));
  }

  /** A discreet notice, until it is taken away with null. @param {string | null} text */
  notify(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text ?? "";
  }

  /** Say something to those who listen; only the last of several quick ones. @param {string} text */
  speak(text) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      if (this.spoken.textContent !== text) this.spoken.textContent = text;
    }, 350);
  }

  /** A short message to the person, as the stage tells them.
   * @param {string} text @param {string | null} [rule] @param {((rule: string) => unknown) | null} [onRule] */
  tell(text, rule, onRule) {
    this.toast.tell(text, rule ? ruleSign(rule, onRule) : null);
  }

  /** Take back whatever was said. */
  hush() {
    clearTimeout(this.speaking);
    this.spoken.textContent = "";
    this.toast.hush();
    this.toast.element.replaceChildren();
  }

  remove() {
    clearTimeout(this.speaking);
    removeEventListener("resize", this.fit);
    this.unscreen();
    this.watching.disconnect();
    this.element.remove();
  }
}
