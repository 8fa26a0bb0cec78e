// What is in the box, by the name of an animal; and hands as a board reads them. Rules are asked, never known here.

/** Knows the box: `web.pieces()`. */
export class Box {
  /** @param {Noah.Pieces} pieces */
  constructor(pieces) {
    this.animals = new Map(pieces.animals.map((one) => [one.name, one]));
  }

  /** @param {Noah.Card} card */
  mass(card) {
    return this.animals.get(card.animal).mass;
  }
}

/** @param {{animal: string, sex: Noah.Sex | null}} one @param {{animal: string, sex: Noah.Sex | null}} other */
export const sameCard = (one, other) => one.animal === other.animal && one.sex === other.sex;

/** Known cards and number of unknown ones of a hand, whether it is open or not.
 * @param {Noah.View} view @param {number} seat */
export function handOf(view, seat) {
  const hand = view.hands[seat];
  return Array.isArray(hand) ? { cards: hand, unknown: 0 } : { cards: hand.known, unknown: hand.unknown };
}
