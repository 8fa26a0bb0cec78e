// What a move touches, by the keys of the board: the coach points at it.

export function keysOf(move, view) {
  const inHand = `hand-${move.animal}-${move.animal === "snail" ? "" : move.sex}`; // snails have both sexes until they board
  const aboard = `quay-${view.noah}`;
  switch (move.move) {
    case "board":
      return [inHand, aboard];
    case "collect":
      return [aboard, "bar-collect"];
    case "sail":
      return [`quay-${move.boat}`];
    case "give":
      return [inHand, `seat-${move.player}`];
    case "return":
      return [inHand, `seat-${view.partner}`];
    case "stack":
      return [`look-${move.animal}-${move.sex ?? ""}`];
    case "recall":
      return [`call-${move.boat}-${move.place}`];
    case "pass":
      return ["bar-pass"];
    default:
      return [`seat-${move.player}`];
  }
}
