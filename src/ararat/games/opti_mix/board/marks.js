// What others did: what to mark, and where cards have come from.

const DOINGS_FOR_SPECTATORS = 4;

/** @param {OptiMix.State} state */
export function marksOf({ last, seat }) {
  /** @type {OptiMix.Marks} */
  const marks = { cabins: new Map(), ejected: new Set(), taken: new Map(), pieces: new Set(), doings: [] };
  /** @param {Map<any, any[]>} map @param {unknown} key @param {any} value */
  const put = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
  const entries = seat === null ? last.slice(-DOINGS_FOR_SPECTATORS) : last;
  for (const entry of entries) {
    marks.doings.push(entry);
    const { move } = entry;
    if (move.move === "play") put(marks.cabins, move.cabin, { card: move.card, seat: entry.seat });
    if (move.move === "take" || move.move === "pick") put(marks.taken, entry.seat, move.card);
    for (const event of entry.events) {
      if (event.event === "ejected") marks.ejected.add(event.card);
      if (event.event === "piece" || event.event === "half") marks.pieces.add(`${event.seat}-${event.type}`);
    }
  }
  return marks;
}

/** Where a card that is new in a place has come from: like provisions can't tell by themselves.
 * @param {OptiMix.Context} context @param {string} card @param {string} zone */
export function fromOf({ before, view, state }, card, zone) {
  if (!before) return null;
  /** @param {(view: OptiMix.View) => string[]} pick */
  const fewer = (pick) => pick(before).filter((name) => name === card).length > pick(view).filter((name) => name === card).length;
  const { seat } = state;
  if (zone === "hand") return fewer((one) => one.display) ? `${card}@display.0` : "deck";
  if (seat !== null && fewer((one) => one.hands[seat])) return `${card}@hand.${before.hands[seat].indexOf(card)}`;
  return before.turn === null ? null : `seat-${before.turn}`;
}
