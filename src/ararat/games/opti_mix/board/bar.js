// The buttons of this decision: what confirms the choice, and what is done without one.

import { nameOf } from "./cards.js";
import { wayTo } from "./foresight.js";

/** @param {OptiMix.Context} ctx */
export function bar(ctx) {
  if (!ctx.state.active || !ctx.offer) return [];
  return [...confirmations(ctx), ...refusals(ctx)];
}

/** @param {OptiMix.Context} ctx */
function confirmations(ctx) {
  const { offer, table, line } = ctx;
  const { card, cabin, zone, type } = ctx.choice;
  /** @param {string} key @param {Record<string, unknown>} [values] */
  const say = (key, values) => ctx.say(key, { card: card && nameOf(ctx, card), cabin, ...values });
  /** @param {string} key @param {string} label @param {Page.Move} move @param {string | null} [hint] @param {(() => void)} [focus] */
  const button = (key, label, move, hint, focus) => ({ key, label, hint, focus, primary: true, sign: "check", press: () => table.play(move) });
  if (type) return [button("boost", say("board.boost", { type: ctx.say(`type.${type}`) }), { move: "boost", type })];
  if (!card) return [];
  if (zone === "display" && offer.pick) return [button("pick", say("board.pick"), { move: "pick", card })];
  if (zone === "display") return [button("take", say("text.take"), { move: "take", card }, ctx.say("board.and-blind"))];
  if (offer.pet) return [button("pet", say("board.pet"), { move: "pet", card })];
  const ways = ctx.chosenPlay?.ways[cabin] ?? [];
  return ways.map((way) => {
    const [victim] = way;
    const move = { move: "play", card, cabin, ...(victim ? { eject: victim } : {}) };
    const look = () => line.lookAtPlay(wayTo(card, cabin, way));
    if (victim) return button(`eject-${victim}`, say("text.eject", { victim: nameOf(ctx, victim) }), move, say("board.lay"), look);
    return button("lay", say("board.lay"), move, ways.length > 1 ? ctx.say("board.eject-nobody") : null, look);
  });
}

/** @param {OptiMix.Context} context */
function refusals({ offer, table, say }) {
  /** @param {string} key @param {string} words @param {Page.Move} move */
  const button = (key, words, move) => ({ key, label: say(words), sign: "cross", press: () => table.play(move) });
  if (offer.stop) return [button("stop", "text.no-second", { move: "stop" })];
  if (offer.pass) return [button("pass", "text.pass", { move: "pass" })];
  if (offer.pet) return [button("no-pet", "text.no-pet", { move: "pet", card: null })];
  if (offer.boost) return [button("no-boost", "text.no-boost", { move: "boost", type: null })];
  return [];
}
