// The waiting room: a link for friends, who sits already, a seat for whoever comes.

import { around, focusedKey } from "../drawing/anew.js";
import { h, sign } from "../drawing/dom.js";
import { file } from "../drawing/files.js";
import { icon } from "../drawing/glyphs.js";
import { botText } from "../drawing/levels.js";
import { nameField } from "../app/names.js";
import { inviting } from "./inviting.js";
import { isGuest, nameOf } from "./seating.js";

export class WaitingRoom {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.scene = h("img", { class: "waiting-scene", alt: "", width: 320, height: 200 });
    this.body = h("div", { class: "waiting-body" });
    this.element = h("section", { class: "waiting-room" }, h("div", { class: "waiting-card" }, this.scene, this.body));
    this.drawn = "";
    /** @type {{key: string, more: boolean, element: HTMLElement} | null} */
    this.form = null; // with which somebody sits down here
  }

  /** @param {Page.Message} message */
  draw(message) {
    const { t } = this;
    const key = JSON.stringify([message.seats, message.seat, message.choosing, t.app.language, t.device.numbers, t.reach.page, t.reach.elsewhere]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (!this.scene.src) this.scene.src = file(`games/${t.game.slug}/scene.svg`);
    const focused = focusedKey(this.element);
    const open = message.seats.filter((seat) => seat.kind === "open");
    const form = open.length ? this.sitting(message) : null;
    around(
      this.body,
      form,
      h("h2", {}, t.game.name),
      h("p", {}, open.length ? t.say("waiting-for", { count: open.length }) : t.say("waiting-full")),
      message.continued ? h("p", { class: "soft" }, t.say(`continued-${message.continued}`)) : null,
      // Whoever comes looks for a seat first, whoever sits for others.
      message.seat !== null && open.length ? inviting(t) : null,
      h("ul", { class: "waiting-seats" }, message.seats.map((seat) => this.seat(message, seat, open.indexOf(seat) >= 0 && open.indexOf(seat) < message.choosing))),
      form,
      message.seat !== null ? this.starting(open, message.choosing > 0) : null,
      message.seat === null && open.length ? inviting(t) : null,
    );
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {Page.Message} message @param {Page.Seat} seat @param {boolean} choosing whether somebody who may sit here is choosing a name */
  seat(message, seat, choosing) {
    const { t } = this;
    const open = seat.kind === "open";
    const note = open ? "" : message.seat === seat.seat ? t.say("you") : seat.kind === "bot" ? t.say("bot", { level: t.game.bot(seat.bot) }) : t.device.holding(seat.seat) ? t.say("at-this-device") : seat.here ? t.say("is-here") : t.say("away");
    return h("li", { class: open ? "open" : "", data: { seat: seat.seat } }, h("span", { class: "plaque-sign" }, sign(`seat-${seat.seat}`)), h("bdi", {}, open ? t.say(choosing ? "choosing-name" : "open-seat") : nameOf(message, seat.seat)), h("small", {}, note), isGuest(t, message, seat) ? this.removing(seat) : null);
  }

  /** @param {Page.Seat} seat */
  removing(seat) {
    const { t } = this;
    return h("button", { type: "button", class: "button small", data: { key: `remove-${seat.seat}` }, onclick: () => t.ask({ type: "remove", seat: seat.seat }) }, h("span", {}, t.say("remove")));
  }

  /** A name, and one sits: the first of this device, or one more at it. Others come and go while somebody types, ticks or
   * presses there: the form stays the same. @param {Page.Message} message */
  sitting(message) {
    const { t } = this;
    const more = message.seat !== null;
    const key = JSON.stringify([more, message.continued, t.app.language]);
    const before = this.form?.more === more ? typedIn(this.form.element) : {}; // what the same person typed, in another language
    if (this.form?.key !== key) this.form = { key, more, element: sitForm(t, { more, ...before }) };
    return this.form.element;
  }

  /** @param {Page.Seat[]} open @param {boolean} choosing */
  starting(open, choosing) {
    const { t } = this;
    const bots = t.game.facts.bots;
    const level = h("select", { class: "text-field", "aria-label": t.say("bot-level"), data: { key: "bot-level" } }, bots.map((bot) => h("option", { value: bot.code, selected: bot.code === t.game.facts.usual_bot }, botText(t.app.words, bot))));
    return h(
      "div",
      { class: "button-row starting" },
      h("button", { type: "button", class: "button primary", data: { key: "start" }, disabled: open.length > 0 && choosing, onclick: () => t.start(open.length ? level.value : null) }, icon("play"), h("span", {}, open.length ? t.say("start-with-bots", { count: open.length }) : t.say("start"))),
      open.length && bots.length > 1 ? level : null,
    );
  }
}

/** The form with which somebody sits down.
 * bots: those of whom one is taken over; else it is an open seat; typed, ticked: what was in the form before this one.
 * @param {Page.AtTable} t @param {{more?: boolean, typed?: string | null, ticked?: boolean, bots?: {seat: number, name: string}[]}} [parts] */
export function sitForm(t, { more = false, typed = null, ticked = false, bots = [] } = {}) {
  const problem = h("p", { class: "problem", role: "alert" });
  const { field, note } = nameField(t.app.words, { name: "name", class: "text-field", required: true, autocomplete: more ? "off" : "nickname", placeholder: t.say("name"), "aria-label": t.say("name"), data: { key: "sit-name" }, onfocus: () => t.chooseName(), oninput: () => t.chooseName() });
  const whose = h("select", { class: "text-field", "aria-label": t.say("take-over-whose"), data: { key: "sit-bot" } }, bots.map((bot) => h("option", { value: bot.seat }, bot.name)));
  // Of a match that goes on as it was, somebody may know what is hidden: whoever sits down has to agree.
  const agree = h("input", { type: "checkbox", checked: ticked, data: { key: "sit-agree" } });
  const agrees = t.latest?.continued === "as-it-was";
  field.value = typed ?? (more ? "" : t.app.store.name);
  /** @param {Event} event */
  const sit = async (event) => {
    event.preventDefault();
    const name = field.value.trim();
    field.setAttribute("aria-invalid", String(!name));
    const told = name ? await t.sit(name, more, bots.length ? Number(whose.value) : null, agrees && agree.checked) : t.say("name-missing");
    problem.textContent = told ?? "";
    if (!name) field.focus();
    if (!told && more) field.value = "";
  };
  return h(
    "form",
    // The browser would say what is missing in its own language.
    { class: "sit-form", novalidate: true, onsubmit: sit },
    h("p", { class: "small-title" }, t.say(bots.length ? "take-over-invitation" : more ? "sit-more" : "sit-invitation")),
    h("div", { class: "button-row" }, field, bots.length > 1 ? whose : null, h("button", { class: more ? "button" : "button primary", data: { key: "sit" } }, icon("chair"), h("span", {}, t.say(bots.length ? "take-over" : more ? "sit-here-too" : "sit-down")))),
    note,
    agrees ? h("label", { class: "agree" }, agree, h("span", {}, t.say("agree-text"))) : null,
    problem,
  );
}

/** What somebody has typed and ticked in such a form, or in one inside an element. @param {Element | null | undefined} element */
export function typedIn(element) {
  const field = /** @type {HTMLInputElement | null | undefined} */ (element?.querySelector("input[name=name]"));
  const agree = /** @type {HTMLInputElement | null | undefined} */ (element?.querySelector("[data-key=sit-agree]"));
  return { typed: field?.value ?? null, ticked: agree?.checked ?? false };
}

/** How far the rules of a game are prepared, until they are. */
export class Preparing {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.bar = h("progress", { max: 1 });
    this.scene = h("img", { class: "waiting-scene", alt: "", width: 320, height: 200 });
    this.text = h("p", {});
    this.element = h("section", { class: "waiting-room" }, h("div", { class: "waiting-card unpacking" }, this.scene, h("div", { class: "waiting-body" }, this.text, this.bar)));
  }

  begin() {
    this.scene.src = file(`games/${this.t.game.slug}/scene.svg`);
    this.text.textContent = this.t.say("preparing-long");
    this.bar.setAttribute("aria-label", this.t.say("preparing"));
    if (!this.timer) this.look();
  }

  async look() {
    this.timer = setTimeout(() => this.look(), 1500);
    try {
      const { games } = await this.t.app.api("GET", "/api/health");
      const state = games[this.t.game.slug];
      if (state?.total) this.bar.value = state.done / state.total;
      if (state?.ready) this.bar.value = 1;
    } catch {
      // The wire says when the server is gone.
    }
  }

  end() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
