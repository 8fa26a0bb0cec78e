// What an ark holds and what it would score (RULES.md, section 5).

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

/** The points of tiles that sail now: {singles, herds}. Pairs leave first, then the best ten stay.
 * @param {string[]} tiles @param {AnimalsOnBoard.Pieces} pieces @param {boolean} [pairsLeave] */
export function worth(tiles, pieces, pairsLeave = true) {
  const numbers = new Map();
  for (const tile of tiles) numbers.set(speciesOf(tile), [...(numbers.get(speciesOf(tile)) ?? []), numberOf(tile)]);
  let best = new Map([[0, { singles: 0, herds: 0 }]]);
  for (const printed of numbers.values()) {
    if (pairsLeave && printed.length === pieces.pair) continue;
    const reached = new Map();
    for (const [size, { singles, herds }] of best) {
      for (let left = 0; left <= printed.length; left++) {
        if (left === pieces.pair) continue;
        const points = {
          singles: singles + (left === 1 ? Math.max(...printed) : 0),
          herds: herds + (left >= pieces.herd ? pieces.herd_points * left : 0),
        };
        const known = reached.get(size + left);
        if (!known || known.singles + known.herds < points.singles + points.herds) reached.set(size + left, points);
      }
    }
    best = reached;
  }
  return best.get(Math.min(pieces.room, Math.max(...best.keys())));
}

/** @param {string[]} tiles @param {number} crates @param {AnimalsOnBoard.Pieces} pieces @param {boolean} pairsLeave */
export function pointsOf(tiles, crates, pieces, pairsLeave) {
  const { singles, herds } = worth(tiles, pieces, pairsLeave);
  return singles + herds + crates * pieces.crate_points;
}
