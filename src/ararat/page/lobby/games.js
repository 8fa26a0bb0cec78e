// The games as the server lists them, and how a table of one is set.

import { h } from "../drawing/dom.js";
import { file } from "../drawing/files.js";
import { ask } from "../app/ask.js";
import { committed, newContribution } from "../app/deals.js";
import { myName } from "../app/names.js";

/** @type {Map<string, Promise<Page.Facts[]>>} */
const known = new Map();

/** The list of games in the app's language; asked for once a language. @param {Page.App} app */
export function games(app) {
  const { language } = app;
  if (!known.has(language)) {
    const asked = app.api("GET", "/api/games");
    known.set(language, asked);
    asked.catch(() => known.delete(language));
  }
  return known.get(language);
}

/** The picture of a game; it is decoration.
 * @param {string} slug @param {Page.Attributes} [attributes] */
export function scene(slug, attributes = {}) {
  return h("img", { src: file(`games/${encodeURIComponent(slug)}/scene.svg`), alt: "", width: 320, height: 200, ...attributes });
}

/** "2–4", "3". @param {number[]} players */
export function span(players) {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** Me against usual bots: nobody is asked anything. @param {Page.App} app @param {Page.Facts} game */
export function usualTable(app, game) {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot", name: "", bot: game.usual_bot }));
  return { game: game.slug, options: {}, public: false, seats: [{ kind: "me", name: myName(app), bot: null }, ...bots] };
}

/** A first match: as small as the guided one, against its bots. @param {Page.App} app @param {Page.Facts} game */
export function firstTable(app, game) {
  const { players, options, bot } = game.first_match;
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", name: "", bot }));
  return { game: game.slug, options, public: false, seats: [{ kind: "me", name: myName(app), bot: null }, ...bots] };
}

/** Set a table, remember the seats of this device, and go there.
 * @param {Page.App} app @param {any} request @param {string} slug */
export async function setTable(app, request, slug) {
  const deal = await committed(app);
  const answer = await app.api("POST", "/api/tables", { ...request, ...deal });
  const continued = request.replay ? (request.as_it_was ? "as-it-was" : "anew") : null;
  if (deal.commitment) app.store.keepDeal({ commitment: deal.commitment, contribution: deal.contribution, table: answer.table, continued, told: true });
  const seats = answer.seats.map((/** @type {Page.Held} */ { seat, token }) => ({ seat, token, name: request.seats[seat].name, kind: request.seats[seat].kind }));
  app.store.keep(answer.table, { game: slug, seats });
  app.go(`/t/${answer.table}`);
}

/** Take an open seat of a table and go there. @param {Page.App} app @param {Page.Summary} summary */
export async function sitDown(app, summary) {
  const name = myName(app);
  const { table, commitment, continued } = summary;
  const agrees = continued === "as-it-was" && (await ask(app, app.words.say("page.table-continued-as-it-was"), app.words.say("page.table-agree")));
  if (continued === "as-it-was" && !agrees) return;
  const added = commitment ? { contribution: newContribution() } : {};
  const { seat, token } = await app.api("POST", `/api/tables/${table}/seats`, { name, seat: null, agrees, ...added });
  if (commitment) app.store.keepDeal({ commitment, table, continued, ...added, ...(agrees ? { told: true } : {}) });
  app.store.keep(summary.table, { game: summary.game, seats: [{ seat, token, name, kind: "me" }] });
  app.go(`/t/${summary.table}`);
}
