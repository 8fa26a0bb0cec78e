// What the board foretells without asking: loads, limits, what boarding a card would bring.
// Whether a move is legal is never judged here; that is said by the list of moves.

/** Knows the box: `web.pieces()`. */
export class Judge {
  /** @param {Noah.Pieces} pieces */
  constructor(pieces) {
    this.pieces = pieces;
    this.animals = new Map(pieces.animals.map((one) => [one.name, one]));
  }

  /** @param {Noah.Card} card */
  mass(card) {
    return this.animals.get(card.animal).mass;
  }

  /** @param {Noah.Card[]} cards */
  tears(cards) {
    return cards.reduce((sum, card) => sum + this.animals.get(card.animal).tears, 0);
  }

  /** @param {Noah.Card[]} animals */
  load(animals) {
    return animals.reduce((sum, card) => sum + this.mass(card), 0);
  }

  /** @param {Noah.Card[]} animals */
  limit(animals) {
    return animals.some((card) => card.animal === "woodpecker") ? this.pieces.woodpecker_limit : this.pieces.limit;
  }

  /** The sexes that may board next. @param {Noah.Card[]} animals */
  asks(animals) {
    return animals.length > 1 ? [animals.at(-2).sex] : ["m", "f"];
  }

  /** The quays Noah may go to from a quay after an animal of this sex. @param {number} quay @param {Noah.Sex} sex */
  ways(quay, sex) {
    return this.pieces.ways[sex].map((way) => (quay + way) % this.pieces.quays);
  }

  /** What a `board` move would bring: load before and after, whether the boat leaves, pair, Noah's quays.
   * @param {Noah.View} view @param {Noah.Move} move */
  boarding(view, move) {
    const before = view.boats[view.noah].animals;
    const stay = move.animal === "crocodile" ? before.slice(1) : before;
    const after = [...stay, move];
    const load = this.load(stay) + (move.mass ?? this.mass(move));
    const limit = this.limit(after);
    const top = stay.at(-1);
    const alike = top?.animal === move.animal && (view.players > 1 || top.sex !== move.sex);
    return {
      before: this.load(before),
      load,
      limit,
      fills: load === limit,
      pair: alike,
      flees: move.animal === "crocodile" ? before[0] : undefined,
      quays: move.animal === "donkey" ? [] : this.ways(view.noah, move.sex).filter((quay) => view.boats[quay]),
    };
  }

  /** Whether a card could board a boat; to advise, not to decide. @param {Noah.Boat} boat @param {Noah.Card} card */
  fits(boat, card) {
    if (!boat) return false;
    const { animals, kind } = boat;
    if (animals.length > 1 && card.sex && card.sex !== animals.at(-2).sex) return false;
    if (kind === "roommates" && animals.some((one) => one.animal === card.animal)) return false;
    const after = [...(card.animal === "crocodile" ? animals.slice(1) : animals), card];
    return this.load(after) <= this.limit(after);
  }

  /** The copies of every card of this match, by animal and sex ("" for a snail). @param {Noah.View} view */
  deck(view) {
    const seats = view.players > 1 ? view.players : this.pieces.levels[view.options.level];
    const copies = structuredClone(this.pieces.copies[seats]);
    for (const [promo, change] of Object.entries(this.pieces.exchanges)) {
      if (!view.options[promo]) continue;
      for (const [animal, sexes] of Object.entries(change)) {
        copies[animal] ??= {};
        for (const [sex, count] of Object.entries(sexes)) copies[animal][sex] = (copies[animal][sex] ?? 0) + count;
      }
    }
    return copies;
  }

  /** Of these, the cards the viewer does not see anywhere. @param {Noah.View} view */
  unseen(view) {
    const left = this.deck(view);
    const seen = [...view.gone, ...view.top, ...view.looked];
    for (const boat of view.boats) seen.push(...(boat?.animals ?? []));
    for (const hand of view.hands) seen.push(...(Array.isArray(hand) ? hand : hand.known));
    for (const card of seen) left[card.animal][card.animal === "snail" ? "" : card.sex] -= 1;
    return left;
  }
}

/** @param {{animal: string, sex: Noah.Sex | null}} one @param {{animal: string, sex: Noah.Sex | null}} other */
export const sameCard = (one, other) => one.animal === other.animal && one.sex === other.sex;

/** Known cards and number of unknown ones of a hand, whether it is open or not.
 * @param {Noah.View} view @param {number} seat */
export function handOf(view, seat) {
  const hand = view.hands[seat];
  return Array.isArray(hand) ? { cards: hand, unknown: 0, open: true } : { cards: hand.known, unknown: hand.unknown, open: false };
}
