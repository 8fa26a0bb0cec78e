// The arks: the others' on the sea, the own one, or the first for who only watches, in the harbour.

import { h, seatName, sign } from "/page/drawing/dom.js";
import { cellsOf } from "./ark.js";
import { acts, intended, pressOne } from "./choosing.js";
import { forecast, looking, pointsNow } from "./foresight.js";
import { ark, crates, tile, tileText } from "./parts.js";

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
export function drawOther(scene, seat) {
  const { state, table, pieces, say } = scene;
  const { view } = state;
  const cells = cellsOf(view.arks[seat]);
  const marked = loadedLast(state, seat);
  return h(
    "article",
    {
      class: ["other", view.turn === seat ? "is-turn" : "", view.out.includes(seat) ? "is-out" : ""].join(" "),
      data: { seat },
      "aria-label": say("board.ark-of", { name: state.names[seat], count: cells.length, room: pieces.room }),
    },
    h("header", {}, seatName(seat, state.names[seat]), h("b", { class: "fill numbers" }, `${cells.length}/${pieces.room}`), signs(scene, seat), did(scene, seat)),
    h(
      "div",
      { class: "ship" },
      ark(cells, table, { seat, small: true, show: (cell, more) => tile(cell.name, table, { ...more, last: marked.has(cell.name), from: cell.name ? null : pieces.hidden }) }),
      h("div", { class: "hold" }, crates(seat, view.crates[seat], table)),
    ),
  );
}

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
export function drawOwn(scene, seat) {
  const { view } = scene.state;
  const wish = intended(scene);
  const loading = wish?.move.move === "take" ? wish.move.group : [];
  const aboard = cellsOf(view.arks[seat]);
  const cells = [...aboard, ...loading.map((name) => ({ name: name === scene.pieces.hidden ? null : name, ghost: true }))];
  return h(
    "section",
    { class: ["own", view.turn === seat ? "is-turn" : "", view.out.includes(seat) ? "is-out" : ""].join(" "), data: { seat } },
    ark(cells, scene.table, { seat, show: (cell, more) => ownTile(scene, seat, cell, more) }),
    mooring(scene, seat, aboard, wish),
  );
}

/** A tile of the ark in the harbour; one that can be let go is a button.
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat @param {AnimalsOnBoard.Cell} cell @param {AnimalsOnBoard.Drawn} more */
function ownTile(scene, seat, cell, more) {
  const { state, table, pieces, chosen } = scene;
  const mine = state.seat === seat;
  const discarding = state.view.phase === "discard" && state.view.turn === seat && mine;
  const lit = discarding && acts(scene, "discard") && state.offer.discard.includes(cell.name);
  const press = discarding ? () => pressOne(scene, cell.name, "discard") : undefined;
  const look = lit ? looking(scene, { move: "discard", tile: cell.name }) : {};
  const last = !mine && loadedLast(state, seat).has(cell.name);
  return tile(cell.name, table, { ...more, ...look, press, lit, chosen: chosen.includes(cell.name) && discarding, secret: mine && cell.secret, ghost: cell.ghost, last, from: cell.secret ? pieces.hidden : null });
}

/** Beside the ark: whose it is, its crates, its points and what they would become.
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat @param {AnimalsOnBoard.Cell[]} aboard @param {AnimalsOnBoard.Wish | null} wish */
function mooring(scene, seat, aboard, wish) {
  const { state, table, pieces, say } = scene;
  const { view } = state;
  const mine = state.seat === seat;
  const count = view.crates[seat];
  const change = wish?.move.move === "take" ? -wish.move.group.length : wish?.move.move === "split" ? state.offer.crates - count : 0;
  const full = mine && view.phase === "play" && count === pieces.most_crates;
  const size = { count: aboard.length, room: pieces.room };
  const title = mine ? say("board.ark", size) : say("board.ark-of", { name: state.names[seat], ...size });
  return h(
    "div",
    { class: "mooring" },
    h("header", {}, seatName(seat, state.names[seat]), signs(scene, seat), mine ? null : did(scene, seat)),
    h("p", { class: "ark-title" }, title, mine && aboard.some((cell) => cell.secret) ? h("span", { class: "legend" }, sign("lock"), say("board.only-you")) : null),
    crates(seat, count, table, Math.max(change, -count), full),
    full ? h("p", { class: "warning" }, say("board.sixth")) : null,
    mine && view.phase !== "keep" ? points(scene, wish) : null,
  );
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Wish | null} wish */
function points(scene, wish) {
  const { say } = scene;
  const now = pointsNow(scene);
  return h(
    "p",
    { class: "points" },
    h("b", { class: "now numbers display" }, now),
    forecast(scene, wish?.legal ? wish.move : null),
    h("span", { class: "points-label" }, say("board.points", { count: now }), " ", say("board.if-now")),
  );
}

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
function did({ state, table, pieces, say }, seat) {
  const entry = [...state.last].reverse().find((one) => one.seat === seat);
  if (!entry) return null;
  const { move } = entry;
  const values = { count: move.group?.length, tile: move.tile && move.tile !== pieces.hidden ? tileText(move.tile, table) : "" };
  return h("span", { class: "did" }, say(`board.did-${move.move}`, values));
}

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
function signs({ state, say }, seat) {
  const { view } = state;
  /** @param {string} name @param {string} text */
  const badge = (name, text) => h("span", { class: `badge ${name}` }, h("span", {}, text));
  return [
    view.turn === seat ? badge("in-turn", say("board.turn")) : null,
    view.out.includes(seat) ? badge("out", say("text.out")) : null,
    view.flag === seat ? h("span", { class: "first-flag", role: "img", "aria-label": say("board.flag"), title: say("board.flag") }, sign("flag")) : null,
  ];
}

/** @param {AnimalsOnBoard.State} state @param {number} seat */
function loadedLast({ last }, seat) {
  return new Set(last.filter((entry) => entry.seat === seat && entry.move.move === "take").flatMap((entry) => entry.move.group));
}
