// This table: its link, its options, and what a person can do about seats.

import { focusedKey } from "../drawing/anew.js";
import { codeForm } from "../app/seat_code.js";
import { Carrying } from "./carrying.js";
import { h, sign } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";
import { inviting } from "./inviting.js";
import { botsToTakeOver, nameOf } from "./seating.js";
import { sitForm, typedIn } from "./waiting.js";

export class AboutTable {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("div", { class: "about-table" });
    this.carrying = new Carrying(t);
    this.drawn = "";
  }

  /** @param {Page.Message} message */
  draw(message) {
    const { t } = this;
    const key = JSON.stringify([message.options, message.hints, message.takeover, message.memory, message.seats, message.seat, message.status, message.over, t.app.language, t.device.numbers, t.reach.page, t.reach.elsewhere]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = focusedKey(this.element);
    const typed = typedIn(this.element);
    const open = message.seats.some((seat) => seat.kind === "open");
    const bots = botsToTakeOver(message);
    this.carrying.draw();
    this.element.replaceChildren(
      ...[
        h("h2", {}, t.game.name),
        message.seat === null && open ? sitForm(t, typed) : null,
        message.seat === null && !open && bots.length ? sitForm(t, { ...typed, bots }) : null,
        inviting(t),
        this.options(message),
        message.seat === null ? h("p", { class: "soft" }, t.say("watching-text")) : null,
        message.seat === null ? h("details", {}, h("summary", { data: { key: "has-code" } }, t.say("bring-here")), h("p", { class: "soft" }, t.say("bring-back-text")), codeForm(t.app)) : null,
        message.seat !== null && message.status === "playing" ? this.myself(message) : null,
        message.seat !== null ? this.carrying.element : null,
        h(
          "div",
          { class: "button-row" },
          message.view && !message.over && message.memory === "open" ? h("button", { type: "button", class: "button", data: { key: "look-back" }, onclick: () => t.app.go(`/t/${t.table}/replay`) }, icon("play"), h("span", {}, t.say("look-back"))) : null,
          h("button", { type: "button", class: "button", data: { key: "leave" }, onclick: () => t.app.go("/") }, icon("home"), h("span", {}, t.say("lobby"))),
        ),
        h("p", { class: "soft" }, t.say(message.seat === null ? "leave-text-watching" : "leave-text")),
      ].filter(Boolean),
    );
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  clear() {
    this.drawn = "";
    this.carrying.clear();
    this.element.replaceChildren();
  }

  /** @param {Page.Message} message */
  options(message) {
    const { t } = this;
    const rows = t.game.facts.options
      .filter((option) => !option.matters || option.matters.includes(message.players))
      .map((option) => ({ label: option.label, text: this.value(option, message.options?.[option.name] ?? option.default, message) }))
      .filter((row) => row.text);
    rows.push({ label: t.say("hints"), text: t.say(message.hints ? "hints-yes" : "hints-no") });
    if (message.seats.some((seat) => seat.kind !== "person")) rows.push({ label: t.say("takeover"), text: t.say(message.takeover ? "takeover-yes" : "takeover-no") });
    if (message.seats.filter((seat) => seat.kind === "person").length > 1) rows.push({ label: t.say("patience"), text: t.say("patience-text", { seconds: message.patience }) });
    if (message.continued) rows.push({ label: t.say("continued"), text: t.say(`continued-${message.continued}`) });
    if (t.game.facts.memory) rows.push({ label: t.say("memory"), text: t.say(`memory-${message.memory}`) });
    return h("dl", { class: "option-list" }, rows.map((row) => [h("dt", {}, row.label), h("dd", {}, row.text)]));
  }

  /** @param {Page.Option} option @param {any} value @param {Page.Message} message */
  value(option, value, message) {
    if (value === null || value === undefined) return null;
    if (option.kind === "seat") return nameOf(message, value);
    /** @param {any} one */
    const label = (one) => option.values?.find((known) => known.value === one)?.label ?? String(one);
    return Array.isArray(value) ? this.t.app.words.enumerate(value.map(label)) : label(value);
  }

  /** A bot for me, or my seat back. @param {Page.Message} message */
  myself(message) {
    const { t } = this;
    const mine = message.seats[message.seat];
    const press = () => t.standIn(mine.seat, mine.stand_in ? null : t.game.facts.usual_bot);
    return h("div", { class: "button-row" }, h("button", { type: "button", class: "button", data: { key: "stand-in-me" }, onclick: press }, sign(mine.stand_in ? "person" : "robot"), h("span", {}, t.say(mine.stand_in ? "take-back" : "bot-for-me"))));
  }
}
