// The games as the server lists them, and how a table of one is set.

import { h } from "../drawing/dom.js";

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
  return h("img", { src: `/games/${encodeURIComponent(slug)}/scene.svg`, alt: "", width: 320, height: 200, ...attributes });
}

/** "2–4", "3". @param {number[]} players */
export function span(players) {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** What the person is called while they have not said a name. @param {Page.App} app */
export const myName = (app) => app.store.name || app.words.say("page.app-captain");

/** Me against usual bots: nobody is asked anything. @param {Page.App} app @param {Page.Facts} game */
export function usualTable(app, game) {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot", name: "", bot: game.usual_bot }));
  return { game: game.slug, options: {}, public: false, seats: [{ kind: "me", name: myName(app), bot: null }, ...bots] };
}

/** Set a table, remember the seats of this device, and go there.
 * @param {Page.App} app @param {any} request @param {string} slug */
export async function setTable(app, request, slug) {
  const answer = await app.api("POST", "/api/tables", request);
  const seats = answer.seats.map((/** @type {Page.Held} */ { seat, token }) => ({ seat, token, name: request.seats[seat].name, kind: request.seats[seat].kind }));
  app.store.keep(answer.table, { game: slug, seats });
  app.go(`/t/${answer.table}`);
}

/** Take an open seat of a table and go there. @param {Page.App} app @param {Page.Summary} summary */
export async function sitDown(app, summary) {
  const name = myName(app);
  const { seat, token } = await app.api("POST", `/api/tables/${summary.table}/seats`, { name, seat: null });
  app.store.keep(summary.table, { game: summary.game, seats: [{ seat, token, name, kind: "me" }] });
  app.go(`/t/${summary.table}`);
}
