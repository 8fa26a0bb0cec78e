// What an ark holds.

/** @param {string} tile */
export const speciesOf = (tile) => tile.slice(0, tile.lastIndexOf("-"));
/** @param {string} tile */
export const numberOf = (tile) => Number(tile.slice(tile.lastIndexOf("-") + 1));

/** The tiles of a seat's ark as far as the viewer knows them: {name, secret} or, for a tile unseen, {name: null}.
 * @param {AnimalsOnBoard.Ark} ark @returns {AnimalsOnBoard.Cell[]} */
export function cellsOf({ known, unknown }) {
  const open = known.map((name) => ({ name, secret: false }));
  if (Array.isArray(unknown)) return [...open, ...unknown.map((name) => ({ name, secret: true }))];
  return [...open, ...Array.from({ length: unknown }, () => (/** @type {AnimalsOnBoard.Cell} */ ({ name: null })))];
}

/** Cells gathered by species, the largest first; every unseen tile stands for itself, at the end.
 * @param {AnimalsOnBoard.Cell[]} cells */
export function gathered(cells) {
  /** @type {Map<string, AnimalsOnBoard.Cell[]>} */
  const groups = new Map();
  for (const cell of cells) {
    if (!cell.name) continue;
    const species = speciesOf(cell.name);
    if (!groups.has(species)) groups.set(species, []);
    groups.get(species).push(cell);
  }
  const herds = [...groups].map(([species, members]) => ({ species, cells: members.sort((a, b) => (a.name < b.name ? -1 : 1)) }));
  herds.sort((a, b) => b.cells.length - a.cells.length || (a.species < b.species ? -1 : 1));
  return [...herds, ...cells.filter((cell) => !cell.name).map((cell) => /** @type {AnimalsOnBoard.Herd} */ ({ species: null, cells: [cell] }))];
}

/** Groups laid out on decks of equal width; a group is broken only if it fits nowhere whole. What has no room is last.
 * @param {AnimalsOnBoard.Herd[]} groups @param {number} decks @param {number} width */
export function decksOf(groups, decks, width) {
  /** @type {AnimalsOnBoard.Herd[][]} */
  const rows = Array.from({ length: decks }, () => /** @type {AnimalsOnBoard.Herd[]} */ ([]));
  /** @type {AnimalsOnBoard.Herd[]} */
  const beside = [];
  const free = rows.map(() => width);
  /** @param {number} row @param {AnimalsOnBoard.Herd} group @param {AnimalsOnBoard.Cell[]} cells */
  const lay = (row, group, cells) => {
    rows[row].push({ ...group, cells, whole: group.cells });
    free[row] -= cells.length;
  };
  for (const group of groups) {
    const row = free.findIndex((room) => room >= group.cells.length);
    if (row >= 0) {
      lay(row, group, group.cells);
      continue;
    }
    let rest = group.cells;
    for (let deck = 0; deck < decks && rest.length; deck++) {
      if (!free[deck]) continue;
      const part = rest.slice(0, free[deck]);
      rest = rest.slice(part.length);
      lay(deck, group, part);
    }
    if (rest.length) beside.push({ ...group, cells: rest, whole: group.cells });
  }
  return { rows, free, beside };
}
