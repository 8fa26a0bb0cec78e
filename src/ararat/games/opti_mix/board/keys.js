// What a move touches, by the keys of the board: the coach points at it.

/** @param {OptiMix.Move} move */
export function keysOf({ move, card, cabin, eject, type }) {
  switch (move) {
    case "play":
      return [`hand-${card}`, `cabin-${cabin}`, eject ? `aboard-${cabin}-${eject}` : null];
    case "take":
    case "pick":
      return [`display-${card}`];
    case "boost":
      return [type ? `score-${type}` : "bar-no-boost"];
    case "pet":
      return [card ? `hand-${card}` : "bar-no-pet"];
    default:
      return [`bar-${move}`];
  }
}
