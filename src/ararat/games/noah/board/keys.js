// What a move touches, by the keys of the board: the coach points at it.

import { isPhone } from "/page/stage/screen.js";

/** A card in the hand, without its number among equal ones; a snail gets its sex only when it boards.
 * @param {Noah.Card} card */
export const handKey = ({ animal, sex }) => `hand-${animal}-${animal === "snail" ? "" : sex}`;

/** Another seat, where it can be seen. @param {number} seat */
const seatKey = (seat) => (isPhone() ? `chip-${seat}` : `seat-${seat}`);

/** @param {Noah.Move} move @param {Noah.View} view */
export function keysOf(move, view) {
  const inHand = handKey(move);
  const aboard = `quay-${view.noah}`;
  switch (move.move) {
    case "board":
      return [inHand, aboard];
    case "collect":
      return ["bar-collect", aboard];
    case "sail":
      return [`quay-${move.boat}`];
    case "give":
      return [inHand, seatKey(move.player)];
    case "return":
      return [inHand, seatKey(view.partner)];
    case "stack":
      return [`look-${move.animal}-${move.sex ?? ""}`];
    case "recall":
      return [`call-${move.boat}-${move.place}`];
    case "pass":
      return ["bar-pass"];
    default:
      return [seatKey(move.player)];
  }
}
