// What a move touches, by the keys of the board: the coach points at it.

/** @param {string[]} group */
export const raftKey = (group) => `raft-${group.join("-")}`;

/** The key of a tile of a raft; hidden tiles look alike, and are told apart by their raft. @param {string[]} group */
export const hiddenKey = (group) => `${raftKey(group)}-hidden`;

/** @param {AnimalsOnBoard.Move} move @param {AnimalsOnBoard.Pieces} pieces */
export function keysOf(move, pieces) {
  switch (move.move) {
    case "take":
      return [raftKey(move.group)];
    case "split":
      return partNamed(move).map((name) => (name === pieces.hidden ? hiddenKey(move.group) : `tile-${name}`));
    case "pass":
      return ["bar-pass"];
    default:
      return [`tile-${move.tile}`];
  }
}

/** Of the two parts of a split the one that its sentence names: the smaller one. @param {AnimalsOnBoard.Move} move */
function partNamed({ group, off }) {
  const rest = group.filter((name) => !off.includes(name));
  return rest.length < off.length ? rest : off;
}
