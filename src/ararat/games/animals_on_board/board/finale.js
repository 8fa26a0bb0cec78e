// The end: all arks open, with their points by source.

import { h, seatName, sign } from "/page/drawing/dom.js";
import { cellsOf, speciesOf } from "./ark.js";
import { ark, tile } from "./parts.js";
import { crate } from "./scenery.js";

/** @param {AnimalsOnBoard.State} state @param {AnimalsOnBoard.Table} table */
export function finale(state, table) {
  const { view } = state;
  const { say } = table;
  const seats = [...view.scores.keys()].sort(
    (a, b) => Number(view.winners.includes(b)) - Number(view.winners.includes(a)) || view.scores[b] - view.scores[a] || a - b,
  );
  const best = Math.max(...view.scores);
  const tied = view.scores.filter((score) => score === best).length > 1;

  /** @param {Element} picture @param {string} label @param {any} value */
  const source = (picture, label, value) =>
    h("span", { class: "source" }, picture, h("span", { class: "source-label" }, label), h("b", { class: "numbers" }, value));

  /** @param {number} seat */
  const ending = (seat) => {
    const cells = cellsOf(view.arks[seat]);
    const tiles = cells.map((cell) => cell.name);
    const [singles, herds, stock] = state.sheet.map((row) => row.values[seat]);
    const won = view.winners.includes(seat);
    return h(
      "article",
      { class: won ? "voyage won" : "voyage", data: { seat } },
      h(
        "header",
        {},
        won ? h("span", { class: "crown" }, sign("crown"), h("span", { class: "hidden-text" }, say("board.winner"))) : null,
        seatName(seat, state.called[seat]),
        tied && view.scores[seat] === best ? h("small", {}, say("board.species-aboard", { count: new Set(tiles.map(speciesOf)).size })) : null,
        h("b", { class: "score numbers display" }, view.scores[seat], h("small", {}, ` ${say("board.points", { count: view.scores[seat] })}`)),
      ),
      ark(cells, table, { seat, small: true, show: (cell, more) => tile(cell.name, table, more) }),
      h(
        "div",
        { class: "sources" },
        source(h("i", { class: "dot single" }), say("board.singles"), singles),
        source(h("i", { class: "dot herd" }), say("board.herds"), herds),
        source(crate(), say("board.crates"), stock),
      ),
      view.box[seat].length
        ? h("div", { class: "boxed" }, h("span", {}, say("text.box")), view.box[seat].map((name) => tile(name, table, {})))
        : null,
    );
  };
  return h(
    "div",
    { class: "finale", data: { seats: seats.length } },
    h("h2", { class: "display" }, say("text.result")),
    tied ? h("p", { class: "tied" }, say("board.tie")) : null,
    h("div", { class: "voyages" }, seats.map(ending)),
  );
}
