// Which piece is which from one table to the next, and what the last moves touched.

/** Names for pieces that look alike, so that the one that moved is seen moving. */
export class Memory {
  constructor() {
    /** @type {Record<string, number>} */
    this.planks = {};
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {Map<string, {seat: number, number: number}>} */
    this.workers = new Map();
  }

  /** A name for the plank of every edge; two that have changed places keep their names.
   * @param {Record<string, number>} planks */
  namePlanks(planks) {
    const changed = Object.keys(planks).filter((edge) => edge in this.planks && this.planks[edge] !== planks[edge]);
    /** @type {Record<string, string>} */
    const names = {};
    for (const edge of Object.keys(planks)) names[edge] = this.names[edge] ?? `plank-${edge}`;
    if (changed.length === 2) {
      const [one, two] = changed;
      [names[one], names[two]] = [names[two], names[one]];
    }
    const used = new Set();
    for (const edge of Object.keys(names)) {
      while (used.has(names[edge])) names[edge] += "+";
      used.add(names[edge]);
    }
    this.planks = { ...planks };
    this.names = names;
    return names;
  }

  /** A name for the worker of every space ("now-3", "done-0"); those that stayed keep theirs.
   * @param {Record<string, (number | null)[]>} rows */
  nameWorkers(rows) {
    const places = new Map();
    /** @type {{space: string, seat: number}[]} */
    const moved = [];
    for (const [row, seats] of Object.entries(rows)) {
      seats.forEach((seat, column) => {
        if (seat === null) return;
        const space = `${row}-${column}`;
        const known = this.workers.get(space);
        if (known?.seat === seat) places.set(space, known);
        else moved.push({ space, seat });
      });
    }
    for (const { space, seat } of moved) {
      const taken = [...places.values()].filter((worker) => worker.seat === seat).map((worker) => worker.number);
      places.set(space, { seat, number: taken.includes(0) ? 1 : 0 });
    }
    this.workers = places;
    return (/** @type {string} */ space) => `worker-${places.get(space).seat}-${places.get(space).number}`;
  }
}

/** What the last moves touched: sets of edges, joints, cells, pens, actions and tiles, and goods taken by seat.
 * @param {ArkAndNoah.State["last"]} last @param {number} reward */
export function touched(last, reward) {
  const marks = { edges: new Set(), joints: new Set(), cells: new Set(), pens: new Set(), actions: new Set(), tiles: new Set(), goods: new Map() };
  /** @param {number} seat @param {string} kind @param {number} amount */
  const take = (seat, kind, amount) => marks.goods.set(`${seat}-${kind}`, (marks.goods.get(`${seat}-${kind}`) ?? 0) + amount);
  /** @type {Record<string, string>} */
  const goods = { plank: "planks", pitch: "pitch", food: "food" };
  for (const { seat, move, events } of last) {
    if (move.move === "plank") marks.edges.add(move.edge);
    if (move.move === "swap-planks") move.edges.forEach((edge) => marks.edges.add(edge));
    if (move.move === "pitch") marks.joints.add(move.joint);
    if (move.move === "feed") marks.cells.add(move.cell);
    if (move.move === "board") marks.pens.add(move.pen);
    if (move.move === "worker") marks.actions.add(move.action);
    if (move.move === "action") marks.actions.add(move.name);
    if (move.move === "pick") marks.tiles.add(move.animal);
    if (move.move === "trade") marks.tiles.add(move.take);
    if (move.move === "reward" && move.kind in goods) take(seat, goods[move.kind], reward);
    for (const event of events) {
      if (event.event === "goods") event.taken.forEach(([taker, amount]) => take(taker, event.kind, amount));
      if (event.event === "removed") marks.edges.add(event.edge);
    }
  }
  return marks;
}
