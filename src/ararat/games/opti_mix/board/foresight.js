// What a choice brings, as the offer tells it: the tilt, pieces and points, discs.

/** Of the ways into a cabin, each a victim and the tilt after it, the one without a victim if there is one.
 * @param {OptiMix.Ejection[]} ways */
export const plainest = (ways) => ways.find(([victim]) => victim === null) ?? ways[0];

/** The tilt to be shown: after the choice, or of now. @param {OptiMix.Context} context */
export function tiltShown({ preview, view }) {
  return preview ? preview.tilt : view.tilt;
}

/** A way to lay a card: {card, cabin, victim, tilt}.
 * @param {string} card @param {string} cabin @param {OptiMix.Ejection} ejection */
export function wayTo(card, cabin, [victim, tilt]) {
  return { card, cabin, victim, tilt };
}

/** What a card laid or ejected brings, or a half on a score card: {type, halves, points}, or null.
 * @param {OptiMix.Context} context @param {string} name */
export function gainBy({ offer }, name) {
  return offer?.gains[name] ?? null;
}

/** What the choice brings. @param {OptiMix.Context} ctx */
export function gainOf(ctx) {
  const { preview, choice } = ctx;
  return gainBy(ctx, preview ? (preview.victim ?? preview.card) : choice.type);
}

/** What a card in a cabin costs its seat. @param {OptiMix.Context} context @param {string} cabin */
export function costOf({ view, pieces }, cabin) {
  return pieces.costs[view.rain][view.cabins[cabin] ? 0 : 1];
}

/** The discs that every seat pays or gets for a card in a cabin. @param {OptiMix.State} state @param {string} cabin */
export function discsFor({ view, offer }, cabin) {
  return offer.discs[view.cabins[cabin] ? 0 : 1];
}
