// What a choice brings: the tilt, pieces and points, discs.

import { factsOf } from "./cards.js";

/** Of the victims that an ejector may have in a cabin: nobody, if it may come without. */
export const plainest = (victims) => (victims.includes(null) ? null : victims[0]);

/** The tilt after a card has gone into a cabin and a victim, if any, has left it. */
export function tiltAfter(ctx, card, cabin, victim) {
  const weight = factsOf(ctx, card).weight - (victim ? factsOf(ctx, victim).weight : 0);
  return ctx.view.tilt + (cabin[0] === "S" ? weight : -weight);
}

/** The tilt to be shown: after the choice, or of now. */
export function tiltShown(ctx) {
  return ctx.preview ? tiltAfter(ctx, ...ctx.preview) : ctx.view.tilt;
}

/** What every seat's half-pieces on a score card bring now. */
export function pointsOn(points, halves) {
  return halves.map((own) => (own ? points[1 + halves.filter((other) => other > own).length][halves.filter((other) => other === own).length] : 0));
}

export function pointsNow(ctx, seat) {
  const { view, pieces } = ctx;
  if (ctx.state.over) return view.scores[seat];
  return view.discs[seat] + pieces.types.reduce((sum, type) => sum + pointsOn(pieces.points, view.pieces2[type])[seat], 0);
}

/** The half-pieces that the choice brings: {type, halves}, or null. */
export function gainOf(ctx) {
  if (ctx.preview) return gainBy(ctx, ctx.preview[0], ctx.preview[2]);
  if (ctx.choice.type) return { type: ctx.choice.type, halves: 1 };
  return null;
}

export function gainBy(ctx, card, victim) {
  const { type, power } = factsOf(ctx, victim ?? card);
  if (!type) return null;
  return { type, halves: power === "half" && ctx.view.supply > 0 ? 3 : 2 };
}

/** The discs that a card in a cabin costs, by seat. */
export function costsOf(view, cabin) {
  const costs = {};
  const pay = (seat, discs) => (costs[seat] = (costs[seat] ?? 0) + discs);
  if (view.phase === "endgame") pay(view.turn, -1);
  if (!view.cabins[cabin]) {
    pay(view.turn, -1);
    pay((view.turn + view.players - 1) % view.players, 1);
  }
  return costs;
}
