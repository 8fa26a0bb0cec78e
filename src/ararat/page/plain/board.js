// The plain board: what the contract gives to a game that brings no board of its own. It tells what the view holds,
// under the names of the game's catalogue, and lists what can be done.

import { h, seatName } from "/page/drawing/dom.js";

/**
 * @typedef {{key: string, seats: boolean, said: string}} Told
 * @typedef {Page.View & Record<string, any>} View
 * @typedef {Page.State<View, {move: Page.Move, text: string}[]>} State
 */

/** @param {Page.Move} move */
const keyOf = (move) => `move-${JSON.stringify(move)}`;

/** @param {HTMLElement} root @param {Page.Table<{keys: Told[]}>} table @returns {Page.Board} */
export function create(root, table) {
  /** @param {string} said @param {unknown} value @returns {string} */
  const word = (said, value) => (said && table.has(`${said}.${value}`) ? table.say(`${said}.${value}`) : String(value));

  /** @param {Told} told @param {unknown} value */
  function line({ key, said }, value) {
    const list = Array.isArray(value) ? value : value === null ? [] : [value];
    const things = list.map((one) => h("span", { class: "thing" }, word(said, one)));
    return h("div", { class: "line" }, h("dt", {}, table.say(`key.${key}`)), h("dd", {}, things.length ? things : "–"));
  }

  /** @param {State} state @param {number} seat */
  function place(state, seat) {
    const { view } = state;
    const points = state.sheet.at(-1)?.values[seat] ?? view.scores[seat];
    const marks = ["place", view.turn === seat ? "is-turn" : "", view.winners.includes(seat) ? "won" : ""].join(" ");
    return h(
      "article",
      { class: marks, data: { seat } },
      h("header", {}, seatName(seat, state.names[seat]), h("b", { class: "numbers display" }, points)),
      h("dl", {}, table.pieces.keys.filter((told) => told.seats).map((told) => line(told, view[told.key][seat]))),
    );
  }

  /** @param {{move: Page.Move, text: string}} choice @param {boolean} active */
  function choice({ move, text }, active) {
    const press = () => table.play(move);
    return h("button", { class: active ? "choice lit" : "choice", type: "button", data: { key: keyOf(move) }, onclick: press }, text);
  }

  root.classList.add("plain");
  return {
    /** @param {State} state */
    draw(state) {
      const { view } = state;
      const first = state.seat ?? 0;
      const round = [...view.scores.keys()].map((step) => (first + step) % view.players);
      const middle = table.pieces.keys.filter((told) => !told.seats);
      root.replaceChildren(
        h("dl", { class: "middle" }, middle.map((told) => line(told, view[told.key]))),
        h("div", { class: "choices" }, (state.offer ?? []).map((one) => choice(one, state.active))),
        h("div", { class: "places" }, round.map((seat) => place(state, seat))),
      );
      table.buttons([]);
    },
    /** @param {Page.Move} move */
    keysOf: (move) => [keyOf(move)],
  };
}
