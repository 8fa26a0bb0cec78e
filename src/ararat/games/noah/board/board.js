// Noah's board: five boats in a ring round an island, the others in the corners, one's own hand as a fan below.

import { h, nodesOf } from "/page/drawing/dom.js";
import { isPhone } from "/page/stage/screen.js";
import { sea } from "./boats.js";
import { Box } from "./box.js";
import { ownPlace, phoneTools } from "./hand.js";
import { keysOf } from "./keys.js";
import { panel } from "./panels.js";
import { Scene } from "./scene.js";
import { others } from "./seats.js";

export { pictures } from "./pictures.js";
export { sounds } from "./sounds.js";

/** @param {HTMLElement} root @param {Noah.Table} table @returns {Page.Board} */
export function create(root, table) {
  const box = new Box(table.pieces);
  /** @type {Noah.View | null} */
  let view = null;
  // What the person has opened or seen, beside the state.
  /** @type {Noah.Memory} */
  const memory = { number: null, seat: undefined, sort: "mass", panel: null, results: null, round: null, newRound: true };

  anewWhenWider(root, () => view && table.redraw());
  return {
    /** @param {Noah.State} state */
    draw(state) {
      remember(memory, state);
      view = state.view;
      const scene = new Scene(root, table, box, memory, state);
      root.classList.toggle("solo", state.view.players === 1);
      root.replaceChildren(
        ...nodesOf([others(scene), h("div", { class: "shore board-main" }, sea(scene), phoneTools(scene), h("div", { class: "caption" })), ownPlace(scene), panel(scene)]),
      );
      scene.foretell(null);
      table.buttons(scene.bar());
    },
    /** @param {Noah.Move} move */
    keysOf: (move) => keysOf(move, view),
  };
}

/** Chromium keeps the old lengths of what hangs on a sea that has become wider: it is drawn anew.
 * @param {HTMLElement} root @param {() => unknown} draw */
function anewWhenWider(root, draw) {
  let width = root.clientWidth;
  const watching = new ResizeObserver(() => {
    if (!root.isConnected) watching.disconnect();
    else if (width !== root.clientWidth && !isPhone()) draw();
    width = root.clientWidth;
  });
  watching.observe(root);
}

/** Close what belongs to another table, and open the result of a round that has ended meanwhile.
 * @param {Noah.Memory} memory @param {Noah.State} state */
function remember(memory, state) {
  const { view, number, seat, last } = state;
  const changed = memory.number !== number;
  const over = view.phase === "over";
  if (memory.seat !== seat) Object.assign(memory, { seat, panel: null, results: null });
  if (changed && seat === null && !over) memory.panel = null;
  memory.newRound = changed ? memory.round !== view.round : memory.newRound;
  const ended = view.results.length;
  if (memory.results === null) {
    const justNow = over || last.some((entry) => entry.events.some((event) => event.event === "round-over"));
    memory.results = justNow ? ended - 1 : ended;
  }
  if (ended > memory.results) memory.panel = "result";
  memory.results = ended;
  if (!ended && memory.panel === "result") memory.panel = null;
  memory.round = view.round;
  memory.number = number;
}
