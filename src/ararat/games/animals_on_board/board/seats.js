// The arks: the others' on the sea, the own one, or the first for who only watches, in the harbour.

import { h, seatName, sign } from "/page/drawing/dom.js";
import { tray } from "/page/stage/tray.js";
import { cellsOf } from "./ark.js";
import { acts, intended, pressOne } from "./choosing.js";
import { forecast, looking, pointsNow } from "./foresight.js";
import { ark, crates, tile, tileText } from "./parts.js";
import { crate } from "./scenery.js";

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
    h("header", {}, seatName(seat, state.called[seat]), h("b", { class: "fill numbers" }, `${cells.length}/${pieces.room}`), signs(scene, seat), did(scene, seat)),
    h(
      "div",
      { class: "ship" },
      ark(cells, table, { seat, small: true, show: (cell, more) => tile(cell.name, table, { ...more, last: marked.has(cell.name), from: cell.name ? null : pieces.hidden }) }),
      h("div", { class: "hold" }, crates(seat, view.crates[seat], table)),
    ),
  );
}

/** The same on a phone: a chip, which opens it. @param {AnimalsOnBoard.Scene} scene @param {number} seat @returns {Page.Chip} */
export function chipOf(scene, seat) {
  const { view } = scene.state;
  const count = cellsOf(view.arks[seat]).length;
  const facts = [h("span", {}, `${count}/${scene.pieces.room}`), h("span", {}, crate(), ` ${view.crates[seat]}`), view.flag === seat ? sign("flag", { title: flagText(scene) }) : null, view.out.includes(seat) ? sign("check", { title: scene.say("text.out") }) : null];
  return { seat, name: scene.state.names[seat], facts, panel: () => drawOther(scene, seat), turn: view.turn === seat };
}

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
export function drawOwn(scene, seat) {
  const wish = intended(scene);
  return ship(scene, seat, wish, mooring(scene, seat, wish));
}

/** The same on a phone: the ark and its crates in a tray, whose edge tells its points.
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat */
export function drawTray(scene, seat) {
  const wish = intended(scene);
  const { change, full } = cratesOf(scene, seat, wish);
  return tray(scene.table, {
    key: "ark",
    edge: [seatName(seat, titleOf(scene, seat)), isSeen(scene, seat) ? points(scene, wish, true) : null],
    content: ship(scene, seat, wish, crates(seat, scene.state.view.crates[seat], scene.table, change, full)),
    lit: acts(scene, "discard"),
  });
}

/** An ark with what is meant to come aboard, and something beside it.
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat @param {AnimalsOnBoard.Wish | null} wish @param {Element} beside */
function ship(scene, seat, wish, beside) {
  const { view } = scene.state;
  const loading = wish?.move.move === "take" ? wish.move.group : [];
  const cells = [...cellsOf(view.arks[seat]), ...loading.map((name) => ({ name: name === scene.pieces.hidden ? null : name, ghost: true }))];
  return h(
    "section",
    { class: ["own", view.turn === seat ? "is-turn" : "", view.out.includes(seat) ? "is-out" : ""].join(" "), data: { seat } },
    ark(cells, scene.table, { seat, show: (cell, more) => ownTile(scene, seat, cell, more) }),
    beside,
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
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat @param {AnimalsOnBoard.Wish | null} wish */
function mooring(scene, seat, wish) {
  const { state, table, say } = scene;
  const { view } = state;
  const mine = state.seat === seat;
  const { change, full } = cratesOf(scene, seat, wish);
  const secrets = mine && cellsOf(view.arks[seat]).some((cell) => cell.secret);
  return h(
    "div",
    { class: "mooring" },
    h("header", {}, seatName(seat, state.called[seat]), signs(scene, seat), mine ? null : did(scene, seat)),
    h("p", { class: "ark-title" }, titleOf(scene, seat), secrets ? h("span", { class: "legend" }, sign("lock"), say("board.only-you")) : null),
    crates(seat, view.crates[seat], table, change, full),
    full ? h("p", { class: "warning" }, say("board.sixth")) : null,
    isSeen(scene, seat) ? points(scene, wish) : null,
  );
}

/** @param {AnimalsOnBoard.Scene} scene @param {number} seat */
function titleOf({ state, pieces, say }, seat) {
  const size = { count: cellsOf(state.view.arks[seat]).length, room: pieces.room };
  return state.seat === seat ? say("board.ark", size) : say("board.ark-of", { name: state.names[seat], ...size });
}

/** How many crates would come or go, and whether a sixth would be lost.
 * @param {AnimalsOnBoard.Scene} scene @param {number} seat @param {AnimalsOnBoard.Wish | null} wish */
function cratesOf({ state, pieces }, seat, wish) {
  const { view } = state;
  const count = view.crates[seat];
  const change = wish?.move.move === "take" ? -wish.move.group.length : wish?.move.move === "split" ? state.offer.crates - count : 0;
  return { change: Math.max(change, -count), full: state.seat === seat && view.phase === "play" && count === pieces.most_crates };
}

/** Whether an ark's points are known to the viewer. @param {AnimalsOnBoard.Scene} scene @param {number} seat */
const isSeen = ({ state }, seat) => state.seat === seat && state.view.phase !== "keep";

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Wish | null} wish @param {boolean} [short] */
function points(scene, wish, short = false) {
  const { say } = scene;
  const now = pointsNow(scene);
  return h(
    short ? "span" : "p",
    { class: "points" },
    h("b", { class: "now numbers display" }, now),
    forecast(scene, wish?.legal ? wish.move : null),
    h("span", { class: "points-label" }, say("board.points", { count: now }), short ? null : [" ", say("board.if-now")]),
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
function signs(scene, seat) {
  const { say } = scene;
  const { view } = scene.state;
  /** @param {string} name @param {string} text */
  const badge = (name, text) => h("span", { class: `badge ${name}` }, h("span", {}, text));
  return [
    view.turn === seat ? badge("in-turn", say("board.turn")) : null,
    view.out.includes(seat) ? badge("out", say("text.out")) : null,
    view.flag === seat ? h("span", { class: "first-flag", role: "img", "aria-label": flagText(scene), title: flagText(scene) }, sign("flag")) : null,
  ];
}

/** Which round the holder of the flag begins: this one, until the first seat that is out takes it for the next.
 * @param {AnimalsOnBoard.Scene} scene */
const flagText = ({ state, say }) => say(state.view.out.length ? "board.flag" : "board.flag-now");

/** @param {AnimalsOnBoard.State} state @param {number} seat */
function loadedLast({ last }, seat) {
  return new Set(last.filter((entry) => entry.seat === seat && entry.move.move === "take").flatMap((entry) => entry.move.group));
}
