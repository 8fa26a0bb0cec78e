// Animals on Board: rafts on a beach, the other arks on the sea, the own ark in the harbour.

import { h } from "/page/drawing/dom.js";
import { chips } from "/page/stage/chips.js";
import { isPhone } from "/page/stage/screen.js";
import { drawBeach, inPlace } from "./beach.js";
import { bar } from "./choosing.js";
import { finale } from "./finale.js";
import { fit } from "./fit.js";
import { keysOf } from "./keys.js";
import { sky, waves } from "./scenery.js";
import { chipOf, drawOther, drawOwn, drawTray } from "./seats.js";

export { pictures } from "./pictures.js";
export { sounds } from "./sounds.js";

/** @param {HTMLElement} root @param {AnimalsOnBoard.Table} table @returns {Page.Board} */
export function create(root, table) {
  const { pieces, say } = table;
  /** @type {string[][]} */
  let laid = []; // the rafts in the order in which they lay last
  const watching = new ResizeObserver(([{ target }]) => fit(/** @type {HTMLElement} */ (target)));

  /** @param {AnimalsOnBoard.Scene} scene @param {number} base @param {number[]} round */
  function drawPhone(scene, base, round) {
    const beach = drawBeach(scene);
    beach.classList.add("board-main");
    root.replaceChildren(h("div", { class: "board-others" }, chips(table, round.map((seat) => chipOf(scene, seat)))), beach, drawTray(scene, base));
    const shore = beach.querySelector(".shore");
    fit(shore);
    watching.observe(shore);
  }

  return {
    /** @param {AnimalsOnBoard.State} state */
    draw(state) {
      const { view } = state;
      if (state.over) {
        laid = [];
        root.replaceChildren(h("div", { class: "strand sailed board-main", tabindex: "0", role: "group", "aria-label": say("text.result") }, h("div", { class: "offing" }, sky()), waves("far"), finale(state, table)));
        return;
      }
      if (view.phase !== "keep") laid = inPlace(view.area, laid);
      const scene = { root, table, pieces, say, state, rafts: laid, chosen: state.choice ?? [] };
      const base = state.seat ?? 0;
      const round = Array.from({ length: view.players - 1 }, (_, place) => (base + place + 1) % view.players);
      watching.disconnect();
      if (isPhone()) drawPhone(scene, base, round);
      else
        root.replaceChildren(
          h(
            "div",
            { class: "strand", data: { phase: view.phase } },
            h("div", { class: "offing" }, sky(), waves("far"), h("div", { class: "others", data: { count: round.length } }, round.map((seat) => drawOther(scene, seat)))),
            drawBeach(scene),
            h("div", { class: "harbour" }, drawOwn(scene, base)),
          ),
        );
      table.buttons(bar(scene));
    },
    /** @param {AnimalsOnBoard.Move} move */
    keysOf: (move) => keysOf(move, pieces),
  };
}
