// What a move touches, by the keys of the board: the coach points at it.

/** @type {Record<string, (move: ArkAndNoah.Move) => string[]>} */
const KEYS = {
  worker: ({ action }) => [`action-${action}`],
  action: ({ name }) => [`action-${name}`],
  bag: ({ sex }) => [`bag-${sex}`],
  draw: ({ sex }) => [`bag-${sex}`],
  pick: ({ animal }) => [`drawn-${animal}`],
  reward: ({ kind }) => [`bar-reward-${kind}`],
  "swap-planks": ({ edges }) => edges.map((edge) => `edge-${edge}`),
  trade: ({ give, take }) => [`own-${give}`, `drawn-${take}`],
  plank: ({ edge }) => [`edge-${edge}`],
  pitch: ({ joint }) => [`joint-${joint}`],
  feed: ({ cell }) => [`cell-${cell}`],
  board: ({ species, pen }) => [`own-${species}-m`, `own-${species}-f`, `floor-${pen}`],
  keep: () => ["bar-keep"],
  done: () => ["bar-done"],
};

/** @param {ArkAndNoah.Move} move */
export const keysOf = (move) => KEYS[move.move](move);
