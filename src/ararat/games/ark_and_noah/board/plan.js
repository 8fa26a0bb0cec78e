// Where everything of the ark lies. Bow to the left; upright, bow on top.

export const UNIT = 60;

export class Plan {
  /** close: little water around it, where every pixel counts.
   * @param {ArkAndNoah.Grid} board @param {{upright: boolean, close: boolean}} parts */
  constructor(board, { upright, close }) {
    this.board = board;
    this.upright = upright;
    this.close = close;
    this.bow = close ? -0.58 : -0.82;
    this.rim = close ? [0.06, 0.05] : [0.16, 0.17];
  }

  /** A corner, or any point of the grid, in the units of the drawing. @param {number} x @param {number} y */
  at(x, y) {
    return this.upright ? [y * UNIT, x * UNIT] : [x * UNIT, y * UNIT];
  }

  box() {
    const [along, across] = this.rim;
    const [left, top] = this.at(this.bow - along, -0.38 - across);
    const [right, bottom] = this.at(this.board.columns + 0.42 + along, this.board.rows + 0.38 + across);
    return [left, top, right - left, bottom - top].map(Math.round).join(" ");
  }

  /** @param {string} cell */
  middle(cell) {
    const [x, y] = place(cell);
    return this.at(x + 0.5, y + 0.5);
  }

  /** @param {string} joint */
  corner(joint) {
    return this.at(...place(joint.slice(1)));
  }

  /** The way from a joint to the water. @param {string} joint */
  outward(joint) {
    const [x, y] = this.corner(joint);
    const [column, row] = place(joint.slice(1));
    const around = [[column - 1, row - 1], [column, row - 1], [column - 1, row], [column, row]].map((cell) => cell.join(","));
    const cells = around.filter((cell) => this.board.cells.includes(cell)).map((cell) => this.middle(cell));
    const way = [x, y].map((value, axis) => cells.reduce((sum, cell) => sum + value - cell[axis], 0));
    return way.map((value) => value / Math.hypot(...way));
  }

  /** The ends and the middle of an edge, and whether it lies across the picture. @param {string} edge */
  line(edge) {
    const [x, y] = place(edge.slice(1));
    const along = edge[0] === "H";
    const from = this.at(x, y);
    const to = along ? this.at(x + 1, y) : this.at(x, y + 1);
    return { from, to, middle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], lying: along !== this.upright };
  }

  /** A path through points of the grid: `M`, `L` and `C` with their points, `Z`. @param {...any} steps */
  path(...steps) {
    return steps
      .map(([letter, ...corners]) => letter + corners.map((/** @type {[number, number]} */ corner) => this.at(...corner).join(" ")).join(" "))
      .join("");
  }

  hull() {
    const { columns: end, rows: low } = this.board;
    const half = low / 2;
    return this.path(
      ["M", [this.bow, half]],
      ["C", [this.bow + 0.12, 0.95], [0.5, -0.38], [2.3, -0.38]],
      ["L", [end - 2, -0.38]],
      ["C", [end - 0.6, -0.38], [end + 0.42, 0.5], [end + 0.42, 1.2]],
      ["L", [end + 0.42, low - 1.2]],
      ["C", [end + 0.42, low - 0.5], [end - 0.6, low + 0.38], [end - 2, low + 0.38]],
      ["L", [2.3, low + 0.38]],
      ["C", [0.5, low + 0.38], [this.bow + 0.12, low - 0.95], [this.bow, half]],
      ["Z"],
    );
  }

  deck() {
    const { columns: end, rows: low } = this.board;
    return this.path(
      ["M", [2, 0]], ["L", [end - 2, 0]], ["L", [end - 2, 1]], ["L", [end, 1]], ["L", [end, low - 1]], ["L", [end - 2, low - 1]],
      ["L", [end - 2, low]], ["L", [2, low]], ["L", [2, low - 1]], ["L", [0, low - 1]], ["L", [0, 1]], ["L", [2, 1]], ["Z"],
    );
  }

  /** @param {string} edge */
  isOuter(edge) {
    return this.board.edges[edge].length === 1;
  }
}

/** @param {string} name @returns {[number, number]} */
export function place(name) {
  const [x, y] = name.split(",").map(Number);
  return [x, y];
}

/** An edge in words as the log has it: by the cells that it parts, an outer one by its cell.
 * @param {string} edge @param {string[]} cells @param {Page.Say} say */
export function sayEdge(edge, cells, say) {
  const [x, y] = place(edge.slice(1));
  const upright = edge[0] === "V";
  const [before, after] = [upright ? `${x - 1},${y}` : `${x},${y - 1}`, `${x},${y}`];
  if (cells.includes(before) && cells.includes(after)) return say("place.between", { one: before, other: after });
  const [where, cell] = cells.includes(after) ? ["bow", after] : ["stern", before];
  return say(upright ? `place.${where}` : "place.side", { cell });
}

/** A joint in words: by the two cells between which it is at the hull, or by the one whose corner it is.
 * @param {string} joint @param {string[]} cells @param {Page.Say} say */
export function sayJoint(joint, cells, say) {
  const [x, y] = place(joint.slice(1));
  const ring = [[x - 1, y - 1], [x, y - 1], [x, y], [x - 1, y]];
  const dry = ring.map((cell) => cells.includes(cell.join(",")));
  const outer = ring.filter((_, n) => dry[n] && !(dry[(n + 3) % 4] && dry[(n + 1) % 4])).sort(([a, b], [c, d]) => a - c || b - d).map((cell) => cell.join(","));
  return outer.length === 1 ? say("place.corner", { cell: outer[0] }) : say("place.hull", { one: outer[0], other: outer[1] });
}
