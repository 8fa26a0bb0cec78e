// Guided matches from outside the table: one is gone on with, or begins.

import { myName } from "./names.js";

/** Go on with the guided match of a game that this browser left, or begin one.
 * @param {Page.App} app @param {string} game @param {boolean} [anew] */
export async function learn(app, game, anew = false) {
  const left = anew ? undefined : app.store.tables().find((entry) => entry.game === game && entry.teaching);
  const state = left && (await stateOf(app, left.table));
  if (state === "playing") {
    app.go(`/t/${left.table}`);
    return;
  }
  const name = myName(app);
  const { table, seats } = await app.api("POST", "/api/tables", { game, teaching: true, seats: [{ kind: "me", name }] });
  if (left && state === "gone") app.store.forget(left.table);
  app.store.keep(table, { game, teaching: true, seats: [{ seat: seats[0].seat, token: seats[0].token, name, kind: "me" }] });
  app.go(`/t/${table}`);
  if (state === "gone") app.tell(app.words.say("page.lobby-learn-anew"));
}

/** @param {Page.App} app @param {string} table */
async function stateOf(app, table) {
  try {
    return (await app.api("GET", `/api/tables/${table}`)).status;
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    return "gone";
  }
}
