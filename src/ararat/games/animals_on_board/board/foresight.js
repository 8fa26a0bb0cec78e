// What a choice would bring: the points beside those of now.

import { animal, h } from "/page/drawing/dom.js";

/** The own points as the server counts them; the last row of the sheet is the total. @param {AnimalsOnBoard.Scene} scene */
export function pointsNow({ state }) {
  return Number(state.sheet.at(-1)?.values[Number(state.seat)] ?? 0);
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move @returns {number} */
function pointsAfter(scene, move) {
  const { offer, view } = scene.state;
  const now = pointsNow(scene);
  if (move.move === "take") return offer?.groups?.[view.area.findIndex((group) => group[0] === move.group?.[0])].points ?? now;
  if (move.move === "discard") return offer?.after?.[offer.discard?.indexOf(move.tile ?? "") ?? 0] ?? now;
  return move.move === "split" ? (offer?.points ?? now) : now;
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
const takesHidden = ({ pieces }, move) => move.move === "take" && Boolean(move.group?.includes(pieces.hidden));

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
