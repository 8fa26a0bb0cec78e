// The pieces on the table: tiles, crates, rafts, arks.

import { animal, h, sign } from "/page/drawing/dom.js";
import { decksOf, gathered, numberOf, speciesOf } from "./ark.js";
import { raftKey } from "./keys.js";
import { crate, hull, ribbon } from "./scenery.js";

const DECKS = 2;
/** @param {...string} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {string} name @param {AnimalsOnBoard.Table} table */
export function tileText(name, table) {
  if (name === table.pieces.hidden) return table.say("tile.hidden");
  return `${table.say(`species.${speciesOf(name)}`)}\u00a0${numberOf(name)}`;
}

/** A tile; with `press` it is a button. `piece`: false for one that is only foreseen.
 * @param {string} name @param {AnimalsOnBoard.Table} table @param {AnimalsOnBoard.Drawn} [drawn] */
export function tile(name, table, { press, lit, chosen, secret, ghost, last, label, from, piece = name, key, spot, focus, blur } = {}) {
  const unseen = !name || name === table.pieces.hidden;
  const text = name ? tileText(name, table) : table.say("board.unseen");
  const notes = [label, secret ? table.say("board.only-you") : null].filter(Boolean);
  return h(
    press ? "button" : "span",
    {
      type: press ? "button" : null,
      class: classes("tile", unseen && "unseen", lit && "lit", chosen && "chosen", ghost && "ghost", last && "last"),
      data: { piece: piece || null, from, key: press ? (key ?? `tile-${name}`) : null, spot, species: unseen ? null : speciesOf(name) },
      role: press ? null : "img",
      "aria-label": [text, ...notes].join(", "),
      "aria-pressed": press && lit ? String(Boolean(chosen)) : null,
      onclick: press,
      onpointerenter: focus,
      onfocus: focus,
      onpointerleave: blur,
      onblur: blur,
    },
    h("span", { class: "picture" }, animal(unseen ? "paw" : speciesOf(name))),
    unseen ? null : h("b", { class: "number numbers", "aria-hidden": "true" }, numberOf(name)),
    secret ? h("span", { class: "secret" }, sign("lock")) : null,
    chosen ? h("span", { class: "tick" }, sign("check")) : null,
  );
}

/** Crates of a seat in their slots. `change`: how many more or fewer there would be; a sixth is shown as lost.
 * @param {number} seat @param {number} count @param {AnimalsOnBoard.Table} table @param {number} [change] @param {boolean} [warn] */
export function crates(seat, count, table, change = 0, warn = false) {
  const most = table.pieces.most_crates;
  /** @param {number} number */
  const slot = (number) => {
    const full = number < count;
    const leaves = full && number >= count + change;
    const comes = !full && number < count + change;
    return h(
      "span",
      { class: classes("crate", full && "filled", leaves && "leaves", comes && "comes"), data: { piece: full ? `crate-${seat}-${number}` : null, from: "supply" } },
      full || comes ? crate() : null,
      leaves ? sign("cross") : null,
    );
  };
  return h(
    "span",
    { class: "crates", role: "img", "aria-label": table.say("board.crates-of", { count, most }) },
    Array.from({ length: most }, (_, number) => slot(number)),
    warn ? h("span", { class: classes("crate sixth", change < 0 && "certain") }, crate(), sign("cross")) : null,
  );
}

/** A raft in its two shapes: the tiles of a group on logs, and its price on a board.
 * @param {string[]} group @param {AnimalsOnBoard.Table} table @param {{tiles: Element[], price: Element, last: number | undefined}} parts */
export function raft(group, table, { tiles, price, last }) {
  const columns = group.length > 3 ? Math.ceil(group.length / 2) : group.length;
  return h(
    "div",
    {
      class: classes("raft", group.length > 3 && "double", last !== undefined && "last"),
      role: "group",
      "aria-label": table.say("board.raft", { count: group.length }),
      data: { spot: raftKey(group) },
      style: { "--columns": columns, "--count": group.length },
    },
    h("div", { class: "logs" }, h("div", { class: "cargo" }, tiles), price),
    last === undefined ? null : h("span", { class: "mark", data: { seat: last } }, sign(`seat-${last}`)),
  );
}

/** An ark cut open: two decks, animals gathered by species, and what has no room beside it.
 * @param {AnimalsOnBoard.Cell[]} cells @param {AnimalsOnBoard.Table} table @param {{seat: number, show: (cell: AnimalsOnBoard.Cell, more: AnimalsOnBoard.Drawn) => Element, small?: boolean}} parts */
export function ark(cells, table, { seat, show, small = false }) {
  const { pieces } = table;
  const { rows, free, beside } = decksOf(gathered(cells), DECKS, pieces.room / DECKS);
  let unseen = 0;
  /** @param {AnimalsOnBoard.Herd} part */
  const group = (part) => {
    const count = part.species ? part.whole.length : 0;
    const { kind, points } = pieces.counts[count];
    const label = kind === "herd" ? table.say("board.herd", { points }) : kind === "pair" ? table.say("board.pair") : null;
    const first = part.whole?.[0] === part.cells[0];
    return h(
      "span",
      { class: classes("gathered", kind), style: { "--count": part.cells.length } },
      part.cells.map((cell) => show(cell, { label, piece: cell.ghost ? false : (cell.name ?? `unseen-${seat}-${unseen++}`) })),
      kind === "pair" ? ribbon() : null,
      kind === "herd" && first ? h("b", { class: "sum numbers", "aria-hidden": "true" }, `+${points}`) : null,
    );
  };
  /** @param {number} count */
  const empty = (count) => Array.from({ length: count }, () => h("span", { class: "berth" }));
  return h(
    "div",
    { class: classes("fleet", small && "little"), data: { seat } },
    h(
      "div",
      { class: "ark" },
      hull(),
      h("div", { class: "pennant" }, sign(`seat-${seat}`)),
      h("div", { class: "decks" }, rows.map((row, deck) => h("div", { class: "floor" }, row.map(group), empty(free[deck])))),
    ),
    beside.length ? h("div", { class: "dinghy" }, beside.map(group)) : null,
  );
}
