// The plain board: what the contract gives to a game that brings no board of its own. It tells what the view holds,
// under the names of the game's catalogue, and lists what can be done.

import { h, seatName } from "/page/drawing/dom.js";
import { chips } from "/page/stage/chips.js";
import { isPhone } from "/page/stage/screen.js";
import { tray } from "/page/stage/tray.js";

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
  const pointsOf = (state, seat) => state.sheet.at(-1)?.values[seat] ?? state.view.scores[seat];

  /** @param {State} state @param {number} seat */
  function place(state, seat) {
    const { view } = state;
    const marks = ["place", view.turn === seat ? "is-turn" : "", view.winners.includes(seat) ? "won" : ""].join(" ");
    return h(
      "article",
      { class: marks, data: { seat } },
      h("header", {}, seatName(seat, state.called[seat]), h("b", { class: "numbers display" }, pointsOf(state, seat))),
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
      const parts = [
        h("dl", { class: "middle" }, middle.map((told) => line(told, view[told.key]))),
        h("div", { class: "choices" }, (state.offer ?? []).map((one) => choice(one, state.active))),
      ];
      if (isPhone()) {
        const others = round.slice(1).map((seat) => ({ seat, name: state.names[seat], facts: [pointsOf(state, seat)], panel: () => place(state, seat), turn: view.turn === seat }));
        root.replaceChildren(
          h("div", { class: "board-others" }, chips(table, others)),
          h("div", { class: "board-main" }, parts),
          tray(table, { key: "own", edge: [seatName(first, state.called[first]), h("b", { class: "numbers" }, pointsOf(state, first))], content: place(state, first), lit: false }),
        );
      } else root.replaceChildren(...parts, h("div", { class: "places" }, round.map((seat) => place(state, seat))));
      table.buttons([]);
    },
    /** @param {Page.Move} move */
    keysOf: (move) => [keyOf(move)],
  };
}
