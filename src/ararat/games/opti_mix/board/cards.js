// Cards: large in a hand or the display, small in a cabin, and in words.

import { animal, h, sign } from "/page/drawing/dom.js";
import { isPhone } from "/page/stage/screen.js";
import { feather } from "./drawings.js";

const LONG = 11; // letters of a name that is written closely, as there is no room for more
const CLIMATES = { hot: ["sun"], cold: ["snowflake"], any: ["sun", "snowflake"] };
/** @type {Record<OptiMix.Food, string[]>} */
const FOODS = { herbivore: ["leaf"], carnivore: ["bone"], omnivore: ["leaf", "bone"], none: [] };

/** All that is printed on a card, with its type and its food by the options of the match.
 * @param {OptiMix.Context} ctx @param {string} card */
export function factsOf(ctx, card) {
  const facts = ctx.pieces.cards[card];
  const { chimpanzee, skunk = ctx.pieces.skunk } = ctx.view.options;
  const type = facts.type[chimpanzee];
  return { ...facts, type: type === "none" ? null : type, food: facts.food[skunk] };
}

/** What is printed on a card, in words. @param {OptiMix.Context} ctx @param {string} card */
export function factsInWords(ctx, card) {
  const { weight, climate, food, type, alone } = factsOf(ctx, card);
  const parts = [ctx.say("text.weight", { weight }), ctx.say(`climate.${climate}`), ctx.say(`food.${food}`), ctx.say(`type.${type ?? "none"}`)];
  if (alone) parts.push(ctx.say("board.alone"));
  return parts.join(" · ");
}

/** @param {OptiMix.Context} ctx @param {string} card */
export function powerInWords(ctx, card) {
  const { power } = factsOf(ctx, card);
  return power ? ctx.say(`power.${power}`) : "";
}

/** @param {OptiMix.Context} ctx @param {string} card */
export function nameOf(ctx, card) {
  return ctx.say(`card.${card}`);
}

/** @param {OptiMix.Context} ctx @param {string} card */
function nameSign(ctx, card) {
  const name = nameOf(ctx, card);
  return h("span", { class: name.length > LONG ? "om-name long" : "om-name" }, name);
}

/** The name a screen reader says. @param {OptiMix.Context} ctx @param {string} card */
export function labelOf(ctx, card) {
  return [nameOf(ctx, card), factsInWords(ctx, card), powerInWords(ctx, card)].filter(Boolean).join(". ");
}

/** What the line under the ark says about a card. @param {OptiMix.Context} ctx @param {string} card */
export function description(ctx, card) {
  const power = powerInWords(ctx, card);
  return [h("b", {}, nameOf(ctx, card)), ` · ${factsInWords(ctx, card)}`, ...(power ? [" · ", h("em", {}, power)] : [])];
}

/** Cards of which there are several have no name of their own: where they lie is their name.
 * @param {OptiMix.Context} ctx @param {string} card @param {string} zone @param {number} index */
export function pieceOf(ctx, card, zone, index) {
  return factsOf(ctx, card).type === "provision" ? `${card}@${zone}.${index}` : `card-${card}`;
}

/** @param {OptiMix.Facts["climate"]} climate */
export function climateSigns(climate) {
  return CLIMATES[climate].map((name) => sign(name));
}

/** @param {number} weight */
export function weightSign(weight) {
  return h("span", { class: `kilos kilos-${weight}` }, weight ? sign("weight") : feather(), h("b", {}, String(weight)));
}

/** @param {number} weight */
function littleWeights(weight) {
  if (!weight) return h("span", { class: "weights" }, feather());
  return h("span", { class: "weights" }, Array.from({ length: weight }, () => sign("weight")));
}

/** @param {string | null} type */
export function typeBadge(type) {
  return type ? h("span", { class: `om-badge badge-${type}` }, sign(type)) : null;
}

/** @param {OptiMix.Food} food */
function foodSigns(food) {
  return h("span", { class: `om-food food-${food}` }, FOODS[food].map((name) => sign(name)));
}

/** @param {OptiMix.Context} ctx @param {string} card @param {OptiMix.Drawn} drawn @param {string} kind */
function classesOf(ctx, card, { lit, pressed, mark }, kind) {
  return [kind, `climate-${factsOf(ctx, card).climate}`, lit ? "lit" : "", pressed ? "chosen" : "", mark === undefined ? "" : "last"].join(" ");
}

/** @param {OptiMix.Context} ctx @param {string} card @param {OptiMix.Drawn} drawn @param {string} kind */
function attributesOf(ctx, card, drawn, kind) {
  const { key, piece, from, pressed, mark, press } = drawn;
  const by = mark === undefined ? "" : ` (${ctx.say("board.laid-by", { name: ctx.state.names[mark] })})`;
  return {
    type: "button",
    class: classesOf(ctx, card, drawn, kind),
    "aria-label": labelOf(ctx, card) + by,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    data: { key, piece, from },
    onclick: press ?? (() => ctx.line.read(card, true)),
    ...looks(ctx, () => ctx.line.read(card)),
  };
}

/** What is looked at is told at once; a finger does not look, it presses.
 * @param {OptiMix.Context} ctx @param {() => void} look */
export function looks(ctx, look) {
  if (isPhone()) return {};
  const rest = () => ctx.line.rest();
  return { onpointerenter: look, onfocus: look, onpointerleave: rest, onblur: rest };
}

/** A whole card: climate as a band, animal, food, name, little weights, type.
 * @param {OptiMix.Context} ctx @param {string} name @param {OptiMix.Drawn} options */
export function card(ctx, name, options) {
  const { weight, climate, food, type, power } = factsOf(ctx, name);
  return h(
    "button",
    attributesOf(ctx, name, options, `om-card ${options.form ?? ""}`),
    h("span", { class: "om-band" }, climateSigns(climate)),
    typeBadge(type),
    power ? h("span", { class: "om-power" }, sign("star-bonus")) : null,
    h("span", { class: "portrait" }, animal(name), foodSigns(food)),
    nameSign(ctx, name),
    options.form ? weightSign(weight) : littleWeights(weight),
  );
}

/** A card in a cabin, in one row. On a phone it is too small for a thumb: its cabin is pressed.
 * @param {OptiMix.Context} ctx @param {string} name @param {OptiMix.Drawn} options */
export function mini(ctx, name, options) {
  const { weight, climate, food, type } = factsOf(ctx, name);
  const { key, piece, from, mark } = options;
  const kind = `om-mini ${options.ghost ? "ghost" : ""}`;
  const parts = [
    h("span", { class: "om-band" }, climateSigns(climate)),
    h("span", { class: "portrait" }, animal(name)),
    nameSign(ctx, name),
    weightSign(weight),
    foodSigns(food),
    typeBadge(type),
    mark === undefined ? null : h("span", { class: "om-who", data: { seat: mark } }, sign(`seat-${mark}`)),
  ];
  if (isPhone()) return h("span", { class: classesOf(ctx, name, options, kind), data: { spot: key.replace(/-\d+$/, ""), piece, from } }, parts);
  return h("button", attributesOf(ctx, name, options, kind), parts);
}

/** The smallest form: the animal alone.
 * @param {OptiMix.Context} ctx @param {string} name @param {OptiMix.Drawn} options */
export function chip(ctx, name, options) {
  return h("button", attributesOf(ctx, name, options, "om-chip"), animal(name));
}
