// The waiting room: a link for friends, who sits already, a seat for whoever comes.

import { focusedKey } from "../drawing/anew.js";
import { h, sign } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { botText } from "../drawing/levels.js";
import { nameField } from "../app/names.js";
import { inviting } from "./inviting.js";
import { nameOf } from "./seating.js";

export class WaitingRoom {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("section", { class: "waiting-room" });
    this.drawn = "";
  }

  /** @param {Page.Message} message */
  draw(message) {
    const { t } = this;
    const key = JSON.stringify([message.seats, message.seat, message.choosing, t.app.language, t.device.numbers, t.reach.page, t.reach.elsewhere]);
    if (key === this.drawn) return;
    this.drawn = key;
    const typed = /** @type {HTMLInputElement | null} */ (this.element.querySelector("input[name=name]"))?.value;
    const focused = focusedKey(this.element);
    const open = message.seats.filter((seat) => seat.kind === "open");
    this.element.replaceChildren(
      h(
        "div",
        { class: "waiting-card" },
        h("img", { class: "waiting-scene", src: `/games/${t.game.slug}/scene.svg`, alt: "", width: 320, height: 200 }),
        h(
          "div",
          { class: "waiting-body" },
          h("h2", {}, t.game.name),
          h("p", {}, open.length ? t.say("waiting-for", { count: open.length }) : t.say("waiting-full")),
          // Whoever comes looks for a seat first, whoever sits for others.
          message.seat !== null && open.length ? inviting(t) : null,
          h("ul", { class: "waiting-seats" }, message.seats.map((seat) => this.seat(message, seat, open.indexOf(seat) >= 0 && open.indexOf(seat) < message.choosing))),
          this.sitting(message, open, typed),
          message.seat !== null ? this.starting(open, message.choosing > 0) : null,
          message.seat === null && open.length ? inviting(t) : null,
        ),
      ),
    );
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {Page.Message} message @param {Page.Seat} seat @param {boolean} choosing whether somebody who may sit here is choosing a name */
  seat(message, seat, choosing) {
    const { t } = this;
    const open = seat.kind === "open";
    const note = open ? "" : message.seat === seat.seat ? t.say("you") : seat.kind === "bot" ? t.say("bot") : t.device.holding(seat.seat) ? t.say("at-this-device") : seat.here ? t.say("is-here") : t.say("away");
    return h("li", { class: open ? "open" : "", data: { seat: seat.seat } }, h("span", { class: "plaque-sign" }, sign(`seat-${seat.seat}`)), h("bdi", {}, open ? t.say(choosing ? "choosing-name" : "open-seat") : nameOf(message, seat.seat)), h("small", {}, note));
  }

  /** A name, and one sits: the first of this device, or one more at it.
   * @param {Page.Message} message @param {Page.Seat[]} open @param {string | undefined} typed */
  sitting(message, open, typed) {
    const { t } = this;
    if (!open.length) return null;
    return sitForm(t, { more: message.seat !== null, typed });
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
 * bots: those of whom one is taken over; else it is an open seat.
 * @param {Page.AtTable} t @param {{more?: boolean, typed?: string | null, bots?: {seat: number, name: string}[]}} [parts] */
export function sitForm(t, { more = false, typed = null, bots = [] } = {}) {
  const problem = h("p", { class: "problem", role: "alert" });
  const { field, note } = nameField(t.app.words, { name: "name", class: "text-field", required: true, autocomplete: more ? "off" : "nickname", placeholder: t.say("name"), "aria-label": t.say("name"), data: { key: "sit-name" }, onfocus: () => t.chooseName(), oninput: () => t.chooseName() });
  const whose = h("select", { class: "text-field", "aria-label": t.say("take-over-whose"), data: { key: "sit-bot" } }, bots.map((bot) => h("option", { value: bot.seat }, bot.name)));
  field.value = typed ?? (more ? "" : t.app.store.name);
  /** @param {Event} event */
  const sit = async (event) => {
    event.preventDefault();
    const name = field.value.trim();
    field.setAttribute("aria-invalid", String(!name));
    const told = name ? await t.sit(name, more, bots.length ? Number(whose.value) : null) : t.say("name-missing");
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
    problem,
  );
}

/** How far the rules of a game are prepared, until they are. */
export class Preparing {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.bar = h("progress", { max: 1 });
    this.text = h("p", {});
    this.element = h("section", { class: "waiting-room" }, h("div", { class: "waiting-card unpacking" }, h("img", { class: "waiting-scene", src: `/games/${t.game.slug}/scene.svg`, alt: "", width: 320, height: 200 }), h("div", { class: "waiting-body" }, this.text, this.bar)));
  }

  begin() {
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
