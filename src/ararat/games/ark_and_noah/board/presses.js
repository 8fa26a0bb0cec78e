// What each thing does when it is pressed: a move, a step of a choice, or why it can't be.

import { drawnControl } from "./controls.js";
import { sayPoints } from "./words.js";

/** The controls of everything on the table, by what they belong to.
 * @param {ArkAndNoah.Picture} scene @returns {ArkAndNoah.Controls} */
export function controls(scene) {
  const { view, offer, say } = scene;
  return {
    action: (name) => (view.options.variant === "quick" ? one(scene, "action", "name", name) : one(scene, "worker", "action", name)),
    bag: (sex) => (view.phase === "bag" ? one(scene, "bag", "sex", sex) : one(scene, "draw", "sex", sex)),
    drawn: (tile) => ({ key: `drawn-${tile}`, ...(view.phase === "trade" ? taken(scene, tile) : one(scene, "pick", "animal", tile)) }),
    own: (tile) => ({ key: `own-${tile}`, ...(view.phase === "trade" ? given(scene, tile) : paired(scene, tile.slice(0, -2))) }),
    joint: (joint, place) => {
      const found = one(scene, "pitch", "joint", joint);
      const label = say("board.pitch-on", { place });
      return drawnControl({ ...found, key: `joint-${joint}`, label, hint: scene.hint(label, found.lit ? sayGain(scene, "pitch") : null) });
    },
    feed: (cell) => {
      const found = one(scene, "feed", "cell", cell);
      const label = say("board.food-on", { cell });
      const brings = found.lit && offer.gains ? [say("text.cost", { count: offer.gains.feed }), sayGain(scene, "feed")] : [];
      return drawnControl({ ...found, key: `cell-${cell}`, label, hint: scene.hint(label, ...brings) });
    },
    pen: (pen) => penControl(scene, pen),
    edge: (edge, place) => (offer.swap ? swapControl(scene, edge, place) : plankControl(scene, edge, place)),
  };
}

/** Change the unfinished choice and show it. @param {ArkAndNoah.Picture} picture @param {ArkAndNoah.Choice} change */
function choose({ table, choice }, change) {
  table.choose({ ...choice, ...change });
}

/** Say why a move can't be made. @param {ArkAndNoah.Picture} picture @param {Page.Move} move */
function refuse({ state, table, say }, move) {
  if (state.active) table.why(move);
  else table.tell(say(state.over ? "phase.over" : state.seat === null ? "board.watching" : "board.not-turn"));
}

/** Something that is a move by itself.
 * @param {ArkAndNoah.Picture} scene @param {keyof ArkAndNoah.Offer} kind @param {string} field @param {string} value */
function one(scene, kind, field, value) {
  const move = { move: kind, [field]: value };
  const lit = Boolean(/** @type {string[] | undefined} */ (scene.offer[kind])?.includes(value));
  return { lit, press: () => (lit ? scene.table.play(move) : refuse(scene, move)) };
}

// --- Animals: traded, and led aboard ---

/** @param {ArkAndNoah.Picture} scene @param {string} tile */
function taken(scene, tile) {
  const { offer, choice } = scene;
  const lit = Boolean(offer.trade);
  return { lit, toggle: true, pressed: choice.take === tile, press: () => (lit ? choose(scene, { take: choice.take === tile ? null : tile }) : refuse(scene, { move: "trade", give: tile, take: tile })) };
}

/** @param {ArkAndNoah.Picture} scene @param {string} tile */
function given(scene, tile) {
  const { offer, choice, view } = scene;
  const lit = Boolean(offer.trade?.give.includes(tile));
  return { lit, toggle: true, pressed: choice.give === tile, press: () => (lit ? choose(scene, { give: choice.give === tile ? null : tile }) : refuse(scene, { move: "trade", give: tile, take: view.drawn[0] })) };
}

/** @param {ArkAndNoah.Picture} scene @param {string} species */
function paired(scene, species) {
  const { offer, choice, pieces, view } = scene;
  const pens = Object.keys(offer.board?.[species]?.pens ?? {});
  const pressed = choice.pair === species;
  const press = () => {
    if (pressed) choose(scene, { pair: null, pen: null });
    else if (pens.length) choose(scene, { pair: species, pen: pens.length === 1 ? pens[0] : null });
    else refuse(scene, { move: "board", species, pen: offer.nearest?.[species] ?? pieces.boards[view.players].cells[0] });
  };
  return { lit: pens.length > 0, toggle: true, pressed, press };
}

/** @param {ArkAndNoah.Picture} scene @param {string} pen */
function penControl(scene, pen) {
  const { view, choice, say } = scene;
  const points = scene.points(pen);
  const label = say("board.pen", { pen, count: view.ark.pens[pen].length });
  const brings = points ? sayPoints(scene, points) : null;
  const press = () => (points ? choose(scene, { pen: choice.pen === pen ? null : pen }) : refuse(scene, { move: "board", species: choice.pair, pen }));
  return drawnControl({ key: `pen-${pen}`, lit: Boolean(points), toggle: true, pressed: choice.pen === pen, label: [label, brings ?? ""].join(" "), press, hint: scene.hint(label, brings) });
}

// --- Planks: laid, and swapped ---

/** @param {ArkAndNoah.Picture} picture @param {string} edge @param {string} place */
function sayPlank({ view, names, say }, edge, place) {
  const owner = view.ark.planks[edge];
  return owner === undefined ? say("board.plank-on", { place }) : say("board.plank-of", { name: names[owner], place });
}

/** @param {ArkAndNoah.Picture} scene @param {string} edge @param {string} place */
function plankControl(scene, edge, place) {
  const found = one(scene, "plank", "edge", edge);
  const label = sayPlank(scene, edge, place);
  const brings = found.lit ? plankBrings(scene, edge) : [];
  const made = drawnControl({ ...found, key: `edge-${edge}`, label: [label, ...brings].filter(Boolean).join(" · "), hint: scene.hint(label, ...brings) });
  return { ...made, ghost: found.lit ? scene.seat : undefined };
}

/** @param {ArkAndNoah.Picture} scene @param {string} edge */
function plankBrings(scene, edge) {
  const { pens, gone } = scene.gauges.closing[edge] ?? { pens: [], gone: 0 };
  return [
    sayGain(scene, "plank"),
    ...pens.map((count) => scene.say("board.closes", { count })),
    gone ? scene.say("board.gone", { count: gone }) : null,
  ];
}

/** The points that a piece brings, if it brings any. @param {ArkAndNoah.Picture} scene @param {"plank" | "pitch" | "feed"} kind */
function sayGain({ offer, say }, kind) {
  return offer.gains?.[kind] ? say("board.gain", { count: offer.gains[kind] }) : null;
}

/** Two planks change places: the first is chosen, then one of another colour, then the bar confirms.
 * @param {ArkAndNoah.Picture} scene @param {string} edge @param {string} place */
function swapControl(scene, edge, place) {
  const { view, offer, choice } = scene;
  const owner = view.ark.planks[edge];
  const pressed = edge === choice.first || edge === choice.second;
  const fits = owner !== undefined && String(owner) in offer.swap && (!choice.first || owner !== view.ark.planks[choice.first]);
  const lit = pressed || (fits && !choice.second);
  const label = sayPlank(scene, edge, place);
  const press = () => {
    if (edge === choice.second) choose(scene, { second: null });
    else if (edge === choice.first) choose(scene, { first: choice.second ?? null, second: null });
    else if (fits) choose(scene, choice.first ? { second: edge } : { first: edge });
    else refuse(scene, { move: "swap-planks", edges: [choice.first ?? edge, edge].sort() });
  };
  return drawnControl({ key: `edge-${edge}`, lit, toggle: true, pressed, label, press, hint: scene.hint(label) });
}
