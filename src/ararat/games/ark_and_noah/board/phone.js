// The table on a phone: the action board or the ark, whichever is asked for; the others as chips; one's own things beside them.

import { h, sign } from "/page/drawing/dom.js";
import { chips } from "/page/stage/chips.js";
import { pan } from "/page/stage/pan.js";
import { isSideways } from "/page/stage/screen.js";
import { bagContents, drawActions, drawBags, drawLeft, drawLook, drawQueue, drawResult, drawRound } from "./actions.js";
import { drawArk } from "./ark.js";
import { personTile } from "./faces.js";
import { drawGoods, drawPoints, drawSeat, drawTile, hullPicture, othersOf } from "./seats.js";

const COLUMNS = ["worker", "action"]; // phases that ask for a column of the action board
const DRAWING = ["animals", "exchange"]; // actions that draw from the bags
const STEPS = ["exchange", "draw", "trade", "load", "final-feed", "final-board"]; // phases in which the next step is said in words

/** @param {ArkAndNoah.Scene} scene */
export function drawOnPhone(scene) {
  const things = [doing(scene), tools(scene)];
  // Held sideways there is room below the ark, and little in the column.
  return isSideways() ? [main(scene, h("div", { class: "foot" }, things)), others(scene), hand(scene)] : [main(scene), others(scene), hand(scene, things)];
}

/** Which of the two is asked for, and which is shown: whoever turned to the other keeps it until another is asked for.
 * @param {ArkAndNoah.Scene} scene */
function shownOf({ table, view }) {
  const asked = COLUMNS.includes(view.phase) ? "actions" : "ark";
  const kept = table.kept.get("ark-and-noah");
  return { asked, shown: kept?.asked === asked ? kept.shown : asked };
}

/** @param {ArkAndNoah.Scene} scene @param {...Page.Child} below */
function main(scene, ...below) {
  const { state, view, table, bags } = scene;
  const actions = shownOf(scene).shown === "actions";
  return h(
    "div",
    { class: "board-main" },
    state.over ? drawResult(scene) : actions ? drawActions(scene) : [drawnCards(scene), STEPS.includes(view.phase) ? scene.preview : null],
    actions && !state.over ? null : h("div", { class: "water" }, pan(table, drawArk(scene), { key: "ark", near: 0 })),
    below,
    bags.open ? bagContents(scene) : null,
  );
}

/** The animals that lie open, with what is said about them. @param {ArkAndNoah.Scene} scene */
function drawnCards(scene) {
  const { view, say, pieces } = scene;
  if (!view.drawn.length) return null;
  return h(
    "div",
    { class: "drawn" },
    view.drawn.map((tile) => {
      const species = tile.slice(0, -2);
      const { size, points } = pieces.species[species];
      const facts = [say(size ? "text.size" : "text.size-small", { size }), say("text.points", { count: points })];
      const card = drawTile(scene, tile, { ...scene.drawn(tile), big: true, from: `bag-${tile.slice(-1)}` });
      card.append(h("span", { class: "card-words" }, h("b", {}, say(`species.${species}`)), facts.map((fact) => [" ", h("small", {}, fact)])));
      return card;
    }),
  );
}

/** @param {ArkAndNoah.Scene} scene */
function others(scene) {
  const { table, view, names } = scene;
  const seats = othersOf(scene).map((seat) => ({ seat, name: names[seat], facts: [drawPoints(scene, seat)], panel: () => drawSeat(scene, seat, false), turn: view.turn === seat }));
  return h("div", { class: "board-others" }, chips(table, seats));
}

/** My points, goods and animals. @param {ArkAndNoah.Scene} scene @param {...Page.Child} below */
function hand(scene, ...below) {
  const { seat, view, names } = scene;
  return h(
    "div",
    { class: "board-hand" },
    seat === null
      ? null
      : h(
          "section",
          { class: ["mine", view.turn === seat ? "in-turn" : ""].join(" "), data: { seat }, "aria-label": names[seat] },
          h("div", { class: "seat-head" }, sign(`seat-${seat}`), drawPoints(scene, seat)),
          personTile(scene, seat),
          h("div", { class: "goods numbers" }, drawGoods(scene, seat)),
          h("div", { class: "tiles" }, ownTiles(scene, seat)),
        ),
    below,
  );
}

/** My animals; should there be more than can be seen, what is lit comes first. @param {ArkAndNoah.Scene} scene @param {number} seat */
function ownTiles(scene, seat) {
  const tiles = scene.view.animals[seat].map((tile) => ({ tile, own: scene.own(tile) }));
  tiles.sort((one, two) => Number(two.own.lit) - Number(one.own.lit));
  return tiles.map(({ tile, own }) => drawTile(scene, tile, { ...own, big: false }));
}

/** The round, who acts, who comes after, and what is left to do. @param {ArkAndNoah.Scene} scene */
function doing(scene) {
  return scene.state.over ? null : h("div", { class: "doing" }, drawRound(scene), drawQueue(scene), drawLeft(scene));
}

/** The bags while animals come out of them, and the way to what is not shown. @param {ArkAndNoah.Scene} scene */
function tools(scene) {
  return h("div", { class: "tools" }, DRAWING.includes(scene.view.action) ? drawBags(scene) : drawLook(scene), scene.state.over ? null : turn(scene));
}

/** The button that shows the other one: the ark, or the action board. @param {ArkAndNoah.Scene} scene */
function turn(scene) {
  const { table, say } = scene;
  const { asked, shown } = shownOf(scene);
  const other = shown === "ark" ? "actions" : "ark";
  const press = () => {
    table.kept.set("ark-and-noah", { asked, shown: other });
    table.redraw();
  };
  return h("button", { type: "button", class: "turn-over", data: { key: "turn-over" }, onclick: press }, other === "ark" ? hullPicture() : sign("worker"), h("span", {}, say(other === "ark" ? "board.ark" : "board.actions")));
}
