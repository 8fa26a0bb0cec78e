// Arche Opti Mix on the page: the ark on the sea, the sky with rain and score cards over it, the hand on the quay.

import { h } from "/page/drawing/dom.js";
import { isPhone } from "/page/stage/screen.js";
import { ark } from "./ark.js";
import { bar } from "./bar.js";
import { discsFor, gainOf, plainest, tiltShown, wayTo } from "./foresight.js";
import { keysOf } from "./keys.js";
import { Line } from "./line.js";
import { marksOf } from "./marks.js";
import { phone, showsDisplay } from "./phone.js";
import { Presses } from "./presses.js";
import { display, quay, rain, scoreCards, seatPanel } from "./shore.js";

export { pictures } from "./pictures.js";
export { sounds } from "./sounds.js";

const HAND_ROW = 10; // cards

/** @param {HTMLElement} root @param {OptiMix.Table} table */
export function create(root, table) {
  /** @type {OptiMix.State | null} */
  let shown = null; // the state drawn last
  /** @type {OptiMix.View | null} */
  let before = null; // the view before the last change
  let shownTilt = 0;

  /** @param {OptiMix.State} state */
  function draw(state) {
    if (shown?.number !== state.number) before = shown?.view ?? null;
    shown = state;
    const ctx = contextOf(root, table, state, before);
    root.style.setProperty("--players", String(state.view.players));
    root.style.setProperty("--hand-rows", String(Math.ceil((state.view.hands[state.seat ?? -1]?.length || 1) / HAND_ROW)));
    root.replaceChildren(...(isPhone() ? phone : desk)(ctx, shownTilt));
    shownTilt = tiltShown(ctx);
    ctx.line.rest();
    table.buttons(bar(ctx));
  }

  return { draw, keysOf };
}

/** @param {OptiMix.Context} ctx @param {number} shownTilt */
function desk(ctx, shownTilt) {
  return [
    h("div", { class: `om-seats of-${ctx.others.length}` }, ctx.others.map((seat) => seatPanel(ctx, seat))),
    h("div", { class: `sky rain-${ctx.view.rain}` }, rain(ctx), display(ctx), scoreCards(ctx)),
    ark(ctx, shownTilt),
    h("div", { class: "om-shore" }, ctx.line.element, quay(ctx)),
  ];
}

/** Everything that the parts of the picture ask for.
 * @param {HTMLElement} root @param {OptiMix.Table} table @param {OptiMix.State} state @param {OptiMix.View | null} before */
function contextOf(root, table, state, before) {
  const { view, seat, offer } = state;
  const choice = state.choice ?? {};
  const play = choice.zone === "hand" && offer?.play ? offer.play[choice.card] : null;
  const ways = choice.cabin && play ? play.ways[choice.cabin] : null;
  const first = seat ?? 0;
  const ctx = /** @type {OptiMix.Context} */ ({
    root, table, state, view, offer, choice, before,
    pieces: table.pieces,
    say: table.say,
    round: Array.from({ length: view.players }, (_, at) => (first + at) % view.players),
    chosenPlay: play,
    preview: ways ? wayTo(choice.card, choice.cabin, plainest(ways)) : null,
    costs: ways ? discsFor(state, choice.cabin) : [],
    marks: marksOf(state),
  });
  ctx.others = ctx.round.filter((one) => one !== seat);
  ctx.showsDisplay = !isPhone() || showsDisplay(ctx);
  ctx.gain = gainOf(ctx);
  ctx.line = new Line(ctx);
  ctx.presses = new Presses(ctx);
  return ctx;
}
