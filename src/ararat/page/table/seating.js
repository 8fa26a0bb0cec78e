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
    this.ticking = 0;
  }

  /** @param {Page.Message} message @param {number[]} here */
  draw(message, here) {
    const { t } = this;
    const awaited = message.seats.map(({ seat }) => secondsLeft(message, seat));
    clearTimeout(this.ticking);
    if (awaited.some((seconds) => seconds > 0)) this.ticking = setTimeout(() => this.draw(message, here), 1000);
    const key = JSON.stringify([awaited, message.host, message.status, message.seats, message.scores, message.sheet, message.turn, message.winners, message.seat, message.over, message.names, here, t.app.language]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = focusedKey(this.element);
    this.element.setAttribute("aria-label", t.say("seats"));
    this.element.replaceChildren(h("ul", { class: "plaque-list" }, message.seats.map((seat) => this.plaque(message, seat, here))));
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  clear() {
    clearTimeout(this.ticking);
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
        h("bdi", { class: "plaque-name", title: nameOf(message, seat.seat) }, seat.kind === "open" ? t.say("open-seat") : called(t, message)[seat.seat]),
        h("span", { class: "plaque-notes" }, notes),
      ),
      message.winners?.includes(seat.seat) ? sign("crown", { class: "plaque-crown", title: t.say("winner") }) : null,
      message.view ? h("span", { class: "plaque-points numbers" }, points ?? "?", h("span", { class: "hidden-text" }, ` ${this.unit()}`)) : null,
      this.canDo(message, seat, away).map(({ key, label, picture, press }) =>
        h("button", { type: "button", class: "button small", data: { key: `${key}-${seat.seat}` }, onclick: press }, sign(picture), h("span", {}, t.say(label))),
      ),
    );
  }

  /** What others can do about a person's seat. @param {Page.Message} message @param {Page.Seat} seat @param {boolean} away */
  canDo(message, seat, away) {
    const { t } = this;
    const overdue = away && message.status === "playing" && message.seat !== null && !secondsLeft(message, seat.seat);
    const bot = t.game.facts.usual_bot;
    const all = [
      overdue && !seat.stand_in ? { key: "stand-in", label: "let-bot-sit", picture: "robot", press: () => t.standIn(seat.seat, bot) } : null,
      overdue && isGuest(t, message, seat) ? { key: "remove", label: "remove-for-good", picture: "robot", press: () => t.ask({ type: "remove", seat: seat.seat, bot }) } : null,
    ];
    return all.filter((one) => one !== null);
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
    if (mine && t.device.several && !(turn && !seat.stand_in)) notes.push(t.say("you"));
    if (seat.kind === "bot") notes.push(t.say("bot", { level: t.game.bot(seat.bot) }));
    if (seat.stand_in) notes.push(t.say("stand-in", { name: t.game.bot(seat.stand_in) }));
    else if (away) notes.push(t.say("away"));
    const seconds = secondsLeft(message, seat.seat);
    if (away && !seat.stand_in && seconds) notes.push(t.say("bot-in", { seconds }));
    if (turn) notes.push(t.say(mine && !seat.stand_in ? "in-turn-you" : "in-turn"));
    const robot = seat.kind === "bot" || seat.stand_in;
    return [robot ? botPicture(seat.stand_in ?? seat.bot) : null, h("span", {}, notes.join(" · ")), seat.hints ? this.hints(seat) : null];
  }
}

/** Whether a seat is that of somebody whom whoever looks has invited. @param {Page.AtTable} t @param {Page.Message} message @param {Page.Seat} seat */
export function isGuest(t, message, seat) {
  return message.seat !== null && message.seat === message.host && seat.seat !== message.host && seat.kind === "person" && !t.device.holding(seat.seat);
}

/** For how many seconds more the table waits for somebody who dropped. @param {Page.Message} message @param {number} seat */
function secondsLeft(message, seat) {
  return Math.max(0, Math.ceil((message.awaited?.[seat] ?? 0) - (performance.now() - (message.came ?? 0)) / 1000));
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

/** What everybody is called in the log: whoever looks is "you". @param {Page.AtTable} t @param {Page.Message} message */
export function told(t, message) {
  return message.seats.map(({ seat }) => (seat === message.seat ? t.app.words.say("player.you") : nameOf(message, seat)));
}

/** What everybody is called elsewhere: so too, unless several people share this screen. @param {Page.AtTable} t @param {Page.Message} message */
export function called(t, message) {
  return t.device.several ? message.seats.map(({ seat }) => nameOf(message, seat)) : told(t, message);
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
