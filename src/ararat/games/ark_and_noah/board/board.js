// Ark & Noah on the page: the action board, the ark that all build, everybody's goods.

import { h } from "/page/drawing/dom.js";
import { isPhone, isSideways } from "/page/stage/screen.js";
import { drawActions, drawResult, drawStrip } from "./actions.js";
import { drawArk } from "./ark.js";
import { Bags } from "./bags.js";
import { bar } from "./bar.js";
import { keysOf } from "./keys.js";
import { Memory, touched } from "./memory.js";
import { drawOnPhone } from "./phone.js";
import { Plan } from "./plan.js";
import { controls } from "./presses.js";
import { drawOthers, drawSeat } from "./seats.js";
import { told } from "./words.js";

export { pictures } from "./pictures.js";
export { sounds } from "./sounds.js";

const CELL_PHASES = ["load", "final-feed", "final-board"];

/** @param {HTMLElement} root @param {ArkAndNoah.Table} table */
export function create(root, table) {
  const memory = new Memory();
  const bags = new Bags(root, () => table.redraw());
  /** @type {number | null} */
  let mover = null; // the seat in turn of the state drawn last

  /** @param {ArkAndNoah.State} state */
  function draw(state) {
    root.dataset.players = String(state.view.players);
    const scene = setScene({ table, state, bags, mover, memory });
    mover = state.view.turn;
    root.replaceChildren(...(scene.phone ? drawOnPhone(scene) : drawOnDesk(scene)));
    table.buttons(bar(scene));
  }

  return { draw, keysOf };
}

/** @param {ArkAndNoah.Scene} scene */
function drawOnDesk(scene) {
  const { state } = scene;
  return [
    state.over ? drawResult(scene) : drawActions(scene),
    state.over ? null : drawStrip(scene),
    h("div", { class: "water" }, drawArk(scene)),
    drawOthers(scene),
    state.seat === null ? null : drawSeat(scene, state.seat, true),
  ].filter(Boolean);
}

/** Everything that the parts of the picture ask for.
 * @param {{table: ArkAndNoah.Table, state: ArkAndNoah.State, bags: import("./bags.js").Bags, mover: number | null, memory: import("./memory.js").Memory}} parts */
function setScene({ table, state, bags, mover, memory }) {
  const { pieces, say } = table;
  const { view, seat, names } = state;
  const choice = state.choice ?? {};
  const offer = state.offer ?? {};
  const phone = isPhone();
  const plan = new Plan(pieces.boards[view.players], { upright: phone && !isSideways(), close: phone });
  const preview = h("div", { class: "preview", role: "status" });
  /** @type {ArkAndNoah.Picture} */
  const scene = {
    table, pieces, say, state, view, seat, names, gauges: state.gauges, offer, choice, phone, plan, preview, bags, mover,
    mode: choice.pair ? "pens" : CELL_PHASES.includes(view.phase) ? "cells" : "edges",
    marks: touched(state.last, pieces.reward),
    plankNames: memory.namePlanks(view.ark.planks),
    workerNames: memory.nameWorkers({ now: view.action_now, done: view.action_done }),
    hint: (...texts) => ({ show: () => preview.replaceChildren(...shownTexts(texts)), hide: () => preview.replaceChildren(...shownTexts(told(scene))) }),
    points: (pen) => offer.board?.[choice.pair]?.pens[pen],
    inside: inside(plan, view.ark),
  };
  preview.append(...shownTexts(told(scene)));
  return Object.assign(scene, controls(scene));
}

/** The edges inside pens, where nothing is drawn. @param {import("./plan.js").Plan} plan @param {ArkAndNoah.Ark} ark */
function inside(plan, ark) {
  const cells = new Set(Object.values(ark.pens).flat());
  const free = Object.keys(plan.board.edges).filter((edge) => !(edge in ark.planks));
  return new Set(free.filter((edge) => plan.board.edges[edge].every((cell) => cells.has(cell))));
}

/** @param {(string | null)[]} texts */
function shownTexts(texts) {
  return texts.filter(Boolean).map((text) => h("span", {}, text));
}
