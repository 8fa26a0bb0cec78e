// Who sits at the table: a plaque for each seat, with its sign, its points and who sits in for whom.

import { focusedKey } from "../drawing/anew.js";
import { h, sign } from "../drawing/dom.js";
import { botPicture } from "../drawing/levels.js";

export class Seating {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("section", { class: "seat-panel" });
    this.drawn = "";
  }

  /** @param {Page.Message} message @param {number[]} here */
  draw(message, here) {
    const { t } = this;
    const key = JSON.stringify([message.seats, message.scores, message.sheet, message.turn, message.winners, message.seat, message.over, message.names, here, t.app.language]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = focusedKey(this.element);
    this.element.setAttribute("aria-label", t.say("seats"));
    this.element.replaceChildren(h("ul", { class: "plaque-list" }, message.seats.map((seat) => this.plaque(message, seat, here))));
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  clear() {
    this.drawn = "";
    this.element.replaceChildren();
  }

  /** @param {Page.Message} message @param {Page.Seat} seat @param {number[]} here */
  plaque(message, seat, here) {
    const { t } = this;
    const turn = !message.over && message.turn === seat.seat;
    const mine = message.seat === seat.seat;
    const away = isAway(message, seat, here);
    const points = pointsOf(message, seat.seat);
    const notes = this.notes(message, seat, { mine, away, turn });
    return h(
      "li",
      { class: ["plaque", turn ? "turn" : "", away ? "away" : "", mine ? "mine" : ""].join(" "), data: { seat: seat.seat } },
      h("span", { class: "plaque-sign" }, sign(`seat-${seat.seat}`)),
      h(
        "span",
        { class: "plaque-who" },
        h("bdi", { class: "plaque-name", title: nameOf(message, seat.seat) }, seat.kind === "open" ? t.say("open-seat") : nameOf(message, seat.seat)),
        h("span", { class: "plaque-notes" }, notes),
      ),
      message.winners?.includes(seat.seat) ? sign("crown", { class: "plaque-crown", title: t.say("winner") }) : null,
      message.view ? h("span", { class: "plaque-points numbers" }, points ?? "?", h("span", { class: "hidden-text" }, ` ${this.unit()}`)) : null,
      away && !seat.stand_in && message.status === "playing" && message.seat !== null
        ? h("button", { type: "button", class: "button small", data: { key: `stand-in-${seat.seat}` }, onclick: () => t.standIn(seat.seat, t.game.facts.usual_bot) }, sign("robot"), h("span", {}, t.say("let-bot-sit")))
        : null,
    );
  }

  /** What is counted: points, unless the game has a word of its own. */
  unit() {
    const { words } = this.t.game;
    const own = "board.points-name";
    return words.has(own) ? words.say(own) : this.t.say("points");
  }

  /** How often a seat asked the coach. @param {Page.Seat} seat */
  hints(seat) {
    const text = this.t.say("hints-taken", { count: seat.hints });
    return h("span", { class: "plaque-hints", title: text }, sign("hint"), h("span", { class: "numbers", "aria-hidden": "true" }, seat.hints), h("span", { class: "hidden-text" }, text));
  }

  /** @param {Page.Message} message @param {Page.Seat} seat @param {{mine: boolean, away: boolean, turn: boolean}} parts */
  notes(message, seat, { mine, away, turn }) {
    const { t } = this;
    const notes = [];
    if (mine && !(turn && !seat.stand_in)) notes.push(t.say("you"));
    if (seat.kind === "bot") notes.push(t.say("bot"));
    if (seat.stand_in) notes.push(t.say("stand-in", { name: t.game.bot(seat.stand_in) }));
    else if (away) notes.push(t.say("away"));
    if (turn) notes.push(t.say(mine && !seat.stand_in ? "in-turn-you" : "in-turn"));
    const robot = seat.kind === "bot" || seat.stand_in;
    return [robot ? botPicture(seat.stand_in ?? seat.bot) : null, h("span", {}, notes.join(" · ")), seat.hints ? this.hints(seat) : null];
  }
}

/** A seat's points as far as the viewer may know them: the sheet's total, which also counts what is not settled yet.
 * @param {Page.Message} message @param {number} seat */
function pointsOf(message, seat) {
  const total = message.sheet?.findLast((row) => row.total);
  return total ? total.values[seat] : message.scores?.[seat];
}

/** A seat's name, as the texts say it. @param {Page.Message} message @param {number} seat */
export function nameOf(message, seat) {
  return message.names?.[seat] || message.seats[seat]?.name || "";
}

/** The bots whose seats somebody who comes may take over. @param {Page.Message} message */
export function botsToTakeOver(message) {
  return message.takeover && message.status === "playing" ? message.seats.filter((seat) => seat.kind === "bot").map(({ seat }) => ({ seat, name: nameOf(message, seat) })) : [];
}

/** Whether a person's seat is empty right now; those at this device are here.
 * @param {Page.Message} message @param {Page.Seat} seat @param {number[]} here */
export function isAway(message, seat, here) {
  return seat.kind === "person" && !seat.here && seat.seat !== message.seat && !here.includes(seat.seat);
}
