// Above the ark: the action board with its columns, and the strip that says what is being done.

import { animal, h, s, seatName, sign } from "/page/drawing/dom.js";
import { written } from "/page/drawing/numbers.js";
import { SHAPES } from "./ark.js";
import { button } from "./controls.js";
import { faceOf } from "./faces.js";
import { drawTile } from "./seats.js";
import { brings, doesWhat, sayLeft, sayRound } from "./words.js";

/** @type {Record<string, string>} */
const DRAWN = {
  exchange: "M4 8.5h11.5V4.6L21.5 10l-6 5.4v-3.9H4ZM20 15.5H8.5v-3.9L2.5 17l6 5.4v-3.9H20Z",
  build: "M3 6.5 8.5 2h5l6 4.5-3.2 3.7-2.6-1.8v2H9.6v-3L6 9.7ZM9.6 12h4.3l.8 9.2a1.2 1.2 0 0 1-1.2 1.3H10a1.2 1.2 0 0 1-1.2-1.3Z",
  load: "M10.2 2h3.6v6h3.7L12 13.8 6.5 8h3.7ZM1.5 14h4.3l1.6 2.6h9.2l1.6-2.6h4.3c-.6 4.8-3.3 8-6.5 8H8C4.8 22 2.1 18.8 1.5 14Z",
};

/** The picture of an action. @param {string} name */
export function actionPicture(name) {
  if (name === "animals") return animal("paw", { class: "action-picture" });
  if (name in DRAWN) return s("svg", { class: "sign action-picture", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: DRAWN[name] }));
  return sign(name === "wood" ? "plank" : name, { class: "action-picture" });
}

/** @param {ArkAndNoah.Scene} scene */
export function drawActions(scene) {
  const { view, pieces } = scene;
  const names = pieces.actions[view.options.variant];
  return h("div", { class: "actions", role: "group", "aria-label": scene.say("board.actions") }, names.map((name) => column(scene, name)));
}

/** @param {ArkAndNoah.Scene} scene @param {string} name */
function column(scene, name) {
  const { view, say, pieces, marks } = scene;
  const quick = view.options.variant === "quick";
  const place = pieces.actions.standard.indexOf(name);
  const [now, done, bonus] = quick ? [view.action === name ? view.actor : null, null, 0] : [view.action_now[place], view.action_done[place], view.bonus[place]];
  const share = pieces.shares[view.options.variant][name];
  const stock = { pitch: view.supply.pitch, food: view.supply.food }[name];
  const labels = [say(`action.${name}`), doesWhat(scene, name)];
  if (stock !== undefined) labels.push(say("board.supply", { count: stock }));
  if (bonus) labels.push(say("board.bonus", { count: bonus }));
  if (now !== null) labels.push(say("board.worker-now", { name: scene.names[now] }));
  if (done !== null) labels.push(say("board.worker-done", { name: scene.names[done] }));
  const classes = ["action", view.action === name ? "current" : "", marks.actions.has(name) ? "last" : ""].join(" ");
  return button(
    { ...scene.action(name), key: `action-${name}`, label: labels.join(" "), hint: scene.hint(labels[1], stock === undefined ? null : say("board.supply", { count: stock }), bonus ? say("board.bonus", { count: bonus }) : null) },
    classes,
    h("span", { class: "action-head" }, actionPicture(name), h("span", { class: "action-name" }, say(`action.${name}`))),
    scene.phone ? h("span", { class: "action-does" }, brings(scene, name)) : null,
    h(
      "span",
      { class: "action-body" },
      quick ? null : [space(scene, `now-${place}`, now), space(scene, `done-${place}`, done)],
      h(
        "span",
        { class: "action-foot numbers" },
        share && !scene.phone ? h("span", {}, h("b", {}, share[0]), ` / ${share[1]}`) : null,
        stock === undefined ? null : h("span", {}, actionPicture(name), stock),
        name === "animals" ? ["m", "f"].map((sex) => h("span", {}, sign(sex === "m" ? "male" : "female"), h("b", {}, view.bags[sex].length))) : null,
      ),
    ),
    bonus ? h("span", { class: "bonus numbers", data: { piece: `bonus-${name}` } }, `+${bonus}`) : null,
  );
}

/** A space for a worker: to act, or done.
 * @param {ArkAndNoah.Scene} scene @param {string} name @param {number | null} seat */
function space(scene, name, seat) {
  const row = name.split("-")[0];
  return h("span", { class: `space ${row}` }, seat === null ? (row === "done" ? sign("check") : null) : worker(seat, scene.workerNames(name)));
}

/** @param {number} seat @param {string} piece */
function worker(seat, piece) {
  return h(
    "span",
    { class: "worker", data: { seat, piece } },
    sign("worker"),
    s("svg", { class: "worker-sign", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, s("path", { d: SHAPES[seat] })),
  );
}

/** What is being done and by whom, what is left or lies open, and the two bags. @param {ArkAndNoah.Scene} scene */
export function drawStrip(scene) {
  return h(
    "div",
    { class: "strip" },
    h("div", { class: "doing" }, doingWhat(scene), h("span", { class: "doing-foot" }, drawQueue(scene), drawRound(scene))),
    h("div", { class: "table-middle" }, drawLeft(scene), drawnTiles(scene)),
    scene.preview,
    drawBags(scene),
    scene.bags.open ? bagContents(scene) : null,
  );
}

/** The round and how many there are, until the last loading. @param {ArkAndNoah.Scene} scene */
export function drawRound(scene) {
  return scene.view.order.length ? null : h("span", { class: "round numbers", title: scene.say("board.rounds", scene.gauges.rounds) }, sayRound(scene));
}

/** The two bags, and what shows what is in them. @param {ArkAndNoah.Scene} scene */
export function drawBags(scene) {
  return h(
    "div",
    { class: "bags" },
    ["m", "f"].map((sex) => bag(scene, sex)),
    drawLook(scene),
  );
}

/** What shows what is in the bags. @param {ArkAndNoah.Scene} scene */
export function drawLook(scene) {
  return h("button", { type: "button", class: "look", data: { key: "bags-open" }, "aria-label": scene.say("board.bags-open"), "aria-expanded": String(scene.bags.open), onclick: scene.bags.toggle }, sign("eye"));
}

/** @param {ArkAndNoah.Scene} scene */
function doingWhat({ view, say }) {
  const title = view.action ? say(`action.${view.action}`) : say(view.order.length ? "board.last-loading" : view.phase === "worker" ? "board.placing" : "board.choosing");
  return h("span", { class: "doing-what" }, view.action ? actionPicture(view.action) : null, h("span", { class: "display" }, title));
}

/** Who acts, and who comes after. @param {ArkAndNoah.Scene} scene */
export function drawQueue({ view, say, table, names }) {
  const queue = view.phase === "worker" ? view.action_done.filter((seat) => seat !== null) : [view.turn, ...view.queue];
  return h(
    "span",
    { class: "queue", role: "img", "aria-label": say("board.order", { names: table.enumerate(queue.map((seat) => names[seat])) }) },
    queue.map((seat, place) => h("span", { class: place ? "queued" : "queued first", data: { seat } }, sign(`seat-${seat}`))),
  );
}

/** Pieces to place, loading points or pairs that are left, one pip each, and what those placed have brought.
 * @param {ArkAndNoah.Scene} scene */
export function drawLeft(scene) {
  const { view, say, gauges } = scene;
  if (view.left === null) return null;
  return h(
    "span",
    { class: "left" },
    h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: gauges.share }, (_, number) => h("span", { class: number < view.left ? "pip" : "pip used" }))),
    h("span", {}, sayLeft(scene), gauges.scored ? h("b", { class: "gain" }, ` ${say("board.gained", { count: gauges.scored })}`) : null),
  );
}

/** @param {ArkAndNoah.Scene} scene */
function drawnTiles(scene) {
  const { view } = scene;
  if (!view.drawn.length) return null;
  return h("span", { class: "drawn" }, view.drawn.map((tile) => drawTile(scene, tile, { ...scene.drawn(tile), big: true, from: `bag-${tile.slice(-1)}` })));
}

/** @param {ArkAndNoah.Scene} scene @param {ArkAndNoah.Sex} sex */
function bag(scene, sex) {
  const { view, say } = scene;
  const count = view.bags[sex].length;
  return button(
    { ...scene.bag(sex), key: `bag-${sex}`, label: say(`text.bag-${sex}`, { count }) },
    "bag",
    s(
      "svg",
      { class: "sack", viewBox: "0 0 40 44", "aria-hidden": "true" },
      s("path", { class: "sack-body", d: "M14 12C5 20 2 28 4 35c1.5 5.5 6 7 16 7s14.5-1.5 16-7c2-7-1-15-10-23Z" }),
      s("path", { class: "sack-neck", d: "M12 3c3-2 5 .5 8-.5s5-1.5 8 .5l-3 8H15Z" }),
      s("path", { class: "sack-cord", d: "M13.5 11.5h13" }),
    ),
    h("span", { class: "bag-text numbers", data: { anchor: `bag-${sex}` } }, sign(sex === "m" ? "male" : "female"), h("b", {}, count)),
  );
}

/** @param {ArkAndNoah.Scene} scene */
export function bagContents(scene) {
  const { view, say } = scene;
  return h(
    "div",
    { class: "bag-contents", role: "group", "aria-label": say("board.bags-open") },
    h("button", { type: "button", class: "shut-bags", data: { key: "bags-close" }, "aria-label": say("board.bags-close"), onclick: scene.bags.toggle }, sign("close")),
    ["m", "f"].map((sex) =>
      h(
        "p",
        {},
        h("b", {}, sign(sex === "m" ? "male" : "female"), " ", say(`text.bag-${sex}`, { count: view.bags[sex].length })),
        h("span", {}, view.bags[sex].map((tile) => h("span", { class: "in-bag" }, animal(faceOf(tile)), say(`species.${tile.slice(0, -2)}`)))),
      ),
    ),
  );
}

/** The points by their sources, best first. @param {ArkAndNoah.Scene} scene */
export function drawResult(scene) {
  const { view, say } = scene;
  const sources = scene.state.sheet;
  const [played, total] = [sources[0], sources.at(-1)];
  const seats = [...total.values.keys()].sort((one, two) => total.values[two] - total.values[one]);
  /** @param {number} seat */
  const crown = (seat) => (view.winners.includes(seat) ? sign("crown", { title: say("board.winner") }) : null);
  /** @param {Page.Row} source @param {number} seat */
  const points = (source, seat) => {
    const count = source.values[seat];
    const added = source !== played && source !== total;
    return h("td", { class: [source === total ? "sum" : "", added && count < 0 ? "minus" : "", view.winners.includes(seat) ? "won" : ""].join(" ") }, added && count > 0 ? "+" : "", written(count));
  };
  if (scene.phone)
    return h(
      "table",
      { class: "result" },
      h("thead", {}, h("tr", {}, h("th", { class: "display" }, say("text.over")), seats.map((seat) => h("th", { scope: "col", "aria-label": scene.names[seat] }, crown(seat), h("span", { data: { seat } }, sign(`seat-${seat}`)))))),
      h("tbody", {}, sources.map((source) => h("tr", {}, h("th", { scope: "row" }, source.label), seats.map((seat) => points(source, seat))))),
    );
  return h(
    "table",
    { class: "result" },
    h("thead", {}, h("tr", {}, h("th", { class: "display" }, say("text.over")), sources.map(({ label }) => h("th", { scope: "col" }, label)))),
    h(
      "tbody",
      {},
      seats.map((seat) => h("tr", { class: view.winners.includes(seat) ? "won" : "" }, h("th", { scope: "row" }, crown(seat), seatName(seat, scene.state.called[seat])), sources.map((source) => points(source, seat)))),
    ),
  );
}
