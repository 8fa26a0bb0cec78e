// Cards: as they lie in a hand, and as small as a word.

import { animal, h, sign } from "/page/drawing/dom.js";
import { cardBack, swap } from "./drawings.js";

/** @type {Record<string, string>} */
const SEX_SIGN = { m: "male", f: "female" };

/** @param {Noah.Sex} sex */
export const sexClass = (sex) => SEX_SIGN[sex] ?? "either";

/** @param {Noah.Sex} sex */
function sexMark(sex) {
  const shown = sex ? [sex] : ["m", "f"];
  return h("span", { class: "sex" }, shown.map((one) => sign(SEX_SIGN[one], { class: SEX_SIGN[one] })));
}

/** Its picture: only lion and lioness do not look alike. @param {{animal: string, sex: Noah.Sex | null}} card */
export const pictureOf = ({ animal: name, sex }) => animal(name === "lion" && sex === "f" ? "lioness" : name);

/** What an animal can do, as a sign. @type {Record<string, (table: Noah.Table) => Element | null>} */
const POWER = {
  woodpecker: ({ pieces }) => h("b", {}, `≤${pieces.woodpecker_limit}`),
  lion: () => swap(),
  donkey: () => sign("anchor"),
  giraffe: () => sign("eye"),
  snail: () => null,
  frog: () => h("b", {}, "1–5"),
  crocodile: ({ pieces }) => h("b", {}, `−${pieces.crocodile_points}`),
};

/** The face of a card: mass, sex, picture, name, tears, power.
 * @param {Noah.Card} card @param {Noah.Table} table @param {Noah.Box} box */
export function cardFace(card, table, box) {
  const { mass, tears } = box.animals.get(card.animal);
  const power = POWER[card.animal]?.(table);
  return h(
    "span",
    { class: `face ${sexClass(card.sex)}` },
    h("span", { class: "corner" }, h("b", { class: "mass numbers" }, mass), sexMark(card.sex)),
    pictureOf(card),
    power ? h("span", { class: "power" }, power) : null,
    h("span", { class: "name" }, table.say(`animal.${card.animal}`)),
    h("span", { class: "tears" }, Array.from({ length: tears }, () => sign("drop"))),
  );
}

/** A card as small as a word: picture and sex.
 * @param {{animal: string, sex: Noah.Sex | null}} card @param {Page.Attributes} [attributes] */
export function miniCard(card, attributes = {}) {
  return h("span", { ...attributes, class: `mini ${sexClass(card.sex)} ${attributes.class ?? ""}` }, pictureOf(card), sexMark(card.sex));
}

/** @param {Page.Attributes} [attributes] */
export function cardBackPiece(attributes = {}) {
  return h("span", { ...attributes, class: "mini backside" }, cardBack());
}
