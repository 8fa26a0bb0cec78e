// Who sits where: the seats of a table that is being set.

import { h, sign } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { botPicture, botText } from "../drawing/levels.js";
import { nameField } from "../app/names.js";

export const KINDS = ["me", "here", "friend", "bot"];
/** @type {Record<string, string>} */
const PICTURES = { me: "me", here: "device", friend: "link" };

/** The seats of a plan for so many players: I sit first, the others are of one kind.
 * @param {Page.Facts} game @param {number} players @param {string} kind */
export function planned(game, players, kind) {
  return Array.from({ length: players }, (_, seat) => ({ kind: seat ? kind : "me", name: "", bot: game.usual_bot }));
}

/** Which plan the seats follow, or null. @param {Page.Planned[]} seats */
export function planOf(seats) {
  const others = new Set(seats.slice(1).map((seat) => seat.kind));
  return seats[0]?.kind === "me" && others.size === 1 && !others.has("me") ? [...others][0] : null;
}

/** What a seat is called while nobody has written a name.
 * @param {Page.App} app @param {Page.Planned[]} seats @param {number} seat */
export function usualName(app, seats, seat) {
  const { kind, bot } = seats[seat];
  const { words } = app;
  if (kind === "me") return app.store.name || words.say("page.app-captain");
  if (kind === "here") return words.say("page.lobby-player-number", { number: seat + 1 });
  if (kind === "friend") return words.say("page.lobby-friend-number", { number: seat + 1 });
  const key = `player.${bot}`;
  return words.say("page.lobby-bot-number", { name: words.has(key) ? words.say(key) : bot, number: seat + 1 });
}

/** @param {Page.App} app @param {Page.Planned[]} seats @param {number} seat */
export const shownName = (app, seats, seat) => seats[seat].name.trim() || usualName(app, seats, seat);

/** The row of one seat. changed(): who sits changed; named(): only a name.
 * @param {Page.App} app @param {Page.Facts} game @param {Page.Planned[]} seats @param {number} seat @param {{changed: () => void, named: () => void}} parts */
export function seatRow(app, game, seats, seat, { changed, named }) {
  const { words } = app;
  const entry = seats[seat];
  const label = words.say("page.lobby-seat", { number: seat + 1 });
  const person = entry.kind === "me" || entry.kind === "here";
  const picture = h("span", { class: "seat-picture" }, pictureOf());
  const choose = h(
    "select",
    {
      class: "field",
      "aria-label": words.say("page.lobby-who", { number: seat + 1 }),
      data: { key: `kind-${seat}` },
      onchange: (event) => {
        take(seats, seat, event.target.value);
        changed();
      },
    },
    KINDS.map((kind) => h("option", { value: kind, selected: kind === entry.kind }, words.say(`page.lobby-kind-${kind}`))),
  );
  return h(
    "li",
    { class: "seat-row", data: { seat } },
    h("span", { class: "seat-sign" }, sign(`seat-${seat}`, { title: label })),
    h("span", { class: "seat-kind" }, picture, choose),
    h("span", { class: "seat-more" }, person ? ownName() : entry.kind === "bot" ? botField() : h("span", { class: "hint" }, words.say("page.lobby-friend-text"))),
  );

  function pictureOf() {
    return entry.kind === "bot" ? botPicture(entry.bot) : icon(PICTURES[entry.kind]);
  }

  function ownName() {
    const { field, note } = nameField(words, {
      class: "field",
      value: entry.name,
      autocomplete: entry.kind === "me" ? "nickname" : "off",
      spellcheck: "false",
      placeholder: usualName(app, seats, seat),
      "aria-label": words.say("page.lobby-name-of", { number: seat + 1 }),
      data: { key: `name-${seat}` },
      oninput: (event) => {
        entry.name = event.target.value;
        named();
      },
    });
    return [field, note];
  }

  function botField() {
    return h(
      "select",
      {
        class: "field",
        "aria-label": words.say("page.lobby-level", { number: seat + 1 }),
        data: { key: `bot-${seat}` },
        onchange: (event) => {
          entry.bot = event.target.value;
          picture.replaceChildren(pictureOf());
          named();
        },
      },
      game.bots.map((bot) => h("option", { value: bot.code, selected: bot.code === entry.bot }, botText(words, bot))),
    );
  }
}

/** Where each seat of the form is at the table: as it stands, or drawn by lot.
 * @param {number} count @param {boolean} lot */
export function drawnPlaces(count, lot) {
  const places = Array.from({ length: count }, (_, seat) => seat);
  if (!lot) return places;
  for (let last = count - 1; last > 0; last--) {
    const other = crypto.getRandomValues(new Uint32Array(1))[0] % (last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

/** Only one of us is "me": whoever was it before takes the seat's old part.
 * @param {Page.Planned[]} seats @param {number} seat @param {string} kind */
function take(seats, seat, kind) {
  if (kind === "me") {
    const before = seats.find((entry) => entry.kind === "me");
    if (before) Object.assign(before, { kind: seats[seat].kind, name: "" });
    seats[seat].name = "";
  }
  seats[seat].kind = kind;
}
