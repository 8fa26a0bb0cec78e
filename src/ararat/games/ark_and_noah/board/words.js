// Sentences and names that several parts of the board say.

/** Who gets how many points, of those who get any. @param {ArkAndNoah.Picture} picture @param {number[]} points */
export function sayPoints({ names }, points) {
  return points
    .map((count, seat) => (count ? `${names[seat]} +${count}` : null))
    .filter(Boolean)
    .join(", ");
}

/** @param {ArkAndNoah.Picture} picture @param {string} tile */
export function sayTile({ say }, tile) {
  return `${say(`species.${tile.slice(0, -2)}`)}\u00a0${tile.endsWith("m") ? "♂" : "♀"}`;
}

/** What an action brings, in a sentence. @param {ArkAndNoah.Picture} picture @param {string} name */
export function doesWhat({ view, pieces, say }, name) {
  const { variant } = view.options;
  const [actor, others] = pieces.shares[variant][name] ?? [];
  return say(`board.does-${name}${variant === "quick" ? "-quick" : ""}`, { actor, others, count: pieces.reward });
}

/** The same as briefly as it can be said. @param {ArkAndNoah.Picture} picture @param {string} name */
export function brings({ view, pieces, say, table }, name) {
  const { variant } = view.options;
  const [actor, others] = pieces.shares[variant][name] ?? [];
  const key = `board.brings-${name}`;
  return say(variant === "quick" && table.has(`${key}-quick`) ? `${key}-quick` : key, { actor, others, count: pieces.reward });
}

/** The round, and how many there are at least, or at most once the match may end. @param {ArkAndNoah.Picture} picture */
export function sayRound({ view, gauges, say }) {
  return say(gauges.rounds.late ? "text.round-late" : "text.round", { round: view.round, ...gauges.rounds });
}

/** Pieces to place, loading points or pairs that are left. @param {ArkAndNoah.Picture} picture */
export function sayLeft({ view, say }) {
  const quick = view.options.variant === "quick";
  return say(view.phase === "build" ? "board.left-build" : quick ? "text.left-pairs" : "text.left-load", { count: view.left });
}

/** What the strip says while nothing is pointed at: the next step of a choice, or what the action or the loading under way does.
 * @param {ArkAndNoah.Picture} scene */
export function told(scene) {
  const { state, view, offer, choice, say, phone } = scene;
  const under = view.action ? [doesWhat(scene, view.action)] : phone && view.order.length ? [say("board.last-loading")] : [];
  if (!state.active) return under;
  if (choice.pair) {
    const { cost, pens } = offer.board[choice.pair];
    const name = say(`species.${choice.pair}`);
    if (!choice.pen) return [say("text.which-pen", { species: name }), cost ? say("text.cost", { count: cost }) : null];
    return [say("text.board", { species: name, pen: choice.pen }), cost ? say("text.cost", { count: cost }) : null, sayPoints(scene, pens[choice.pen])];
  }
  if (offer.trade) return [choice.give && choice.take ? say("board.trade", { give: sayTile(scene, choice.give), take: sayTile(scene, choice.take) }) : say(choice.give ? "text.take" : "phase.trade")];
  if (offer.swap) return [say(choice.second ? "board.swap-ready" : choice.first ? "board.swap-second" : offer.draw && !phone ? "phase.exchange" : "board.swap-first")];
  if (view.phase === "load" || view.order.length) return [say(offer.board ? (offer.feed ? "board.load-both" : "board.load-pair") : "board.load-food")];
  return under;
}
