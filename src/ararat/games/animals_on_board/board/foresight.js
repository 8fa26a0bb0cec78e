// What a choice would bring: the points beside those of now.

import { animal, h } from "/page/drawing/dom.js";
import { cellsOf, pointsOf } from "./ark.js";

/** @param {AnimalsOnBoard.Scene} scene */
function own({ state }) {
  return state.seat === null ? null : cellsOf(state.view.arks[state.seat]).map((cell) => cell.name);
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
function pointsAfter(scene, move) {
  const { state, pieces } = scene;
  const { view, seat } = state;
  let tiles = own(scene);
  let crates = view.crates[seat];
  if (move.move === "take") {
    tiles = [...tiles, ...move.group.filter((name) => name !== pieces.hidden)];
    crates -= move.group.length;
  } else if (move.move === "split") crates = state.offer?.crates ?? crates;
  else if (move.move === "discard") tiles = tiles.filter((name) => name !== move.tile);
  return pointsOf(tiles, crates, pieces, view.phase === "play");
}

/** @param {AnimalsOnBoard.Scene} scene */
export function pointsNow(scene) {
  const { view, seat } = scene.state;
  return pointsOf(own(scene), view.crates[seat], scene.pieces, view.phase === "play");
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
const takesHidden = ({ pieces }, move) => move.move === "take" && move.group.includes(pieces.hidden);

/** The outcome of a move, in words. @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
export function foreseen(scene, move) {
  return scene.say(takesHidden(scene, move) ? "board.then-hidden" : "board.then", { count: pointsAfter(scene, move) });
}

/** The outcome of a move, beside the points.
 * @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move | null} move */
export function forecast(scene, move) {
  if (!move) return h("span", { class: "forecast", "aria-live": "polite" });
  const after = pointsAfter(scene, move);
  const hidden = takesHidden(scene, move);
  return h(
    "span",
    { class: after < pointsNow(scene) ? "forecast worse" : "forecast", "aria-live": "polite" },
    h("span", { class: "hidden-text" }, foreseen(scene, move)),
    h("b", { class: "numbers display", "aria-hidden": "true" }, "→ ", after, hidden ? " + " : null),
    hidden ? animal("paw") : null,
  );
}

/** While a price or an animal is looked at, its outcome stands beside the points.
 * @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
export function looking(scene, move) {
  const { root, state, chosen } = scene;
  if (!state.active || state.seat === null) return {};
  /** @param {AnimalsOnBoard.Move | null} wish */
  const show = (wish) => {
    if (!chosen.length) root.querySelector(".forecast")?.replaceWith(forecast(scene, wish));
  };
  return { focus: () => show(move), blur: () => show(null) };
}
