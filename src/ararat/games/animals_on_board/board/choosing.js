// What the person chooses: tiles of one raft, or one tile to keep or to let go; and the move that it stands for.

import { foreseen } from "./foresight.js";
import { tileText } from "./parts.js";

/** @param {string[]} one @param {string[]} other */
export const same = (one, other) => one.length === other.length && one.every((name, place) => name === other[place]);
/** @param {AnimalsOnBoard.Scene} scene @param {string} kind */
export const acts = ({ state }, kind) => state.active && state.offer && kind in state.offer;
/** @param {AnimalsOnBoard.Scene} scene @param {string[]} group */
export const offerOf = ({ state }, group) => state.offer.groups[state.view.area.indexOf(group)];

/** @param {AnimalsOnBoard.Scene} scene @param {string} name @param {string[]} group */
export function pressTile(scene, name, group) {
  const { table, chosen } = scene;
  if (!acts(scene, "groups")) return refuse(scene, { move: "take", group });
  const { take, split } = offerOf(scene, group);
  if (!take && !split) return table.why({ move: "take", group });
  if (chosen.includes(name)) table.choose(chosen.filter((other) => other !== name));
  else table.choose([...chosen.filter((other) => group.includes(other)), name]);
}

/** @param {AnimalsOnBoard.Scene} scene @param {string[]} group */
export function pressPrice(scene, group) {
  const take = { move: "take", group };
  if (!acts(scene, "groups")) return refuse(scene, take);
  if (!offerOf(scene, group).take) return scene.table.why(take);
  scene.table.choose(same([...scene.chosen].sort(), group) ? [] : [...group]);
}

/** @param {AnimalsOnBoard.Scene} scene @param {string} name @param {"keep" | "discard"} kind */
export function pressOne(scene, name, kind) {
  const move = { move: kind, tile: name };
  if (!acts(scene, kind)) return refuse(scene, move);
  if (!scene.state.offer[kind].includes(name)) return scene.table.why(move);
  scene.table.choose(scene.chosen[0] === name ? [] : [name]);
}

/** @param {AnimalsOnBoard.Scene} scene @param {AnimalsOnBoard.Move} move */
function refuse({ state, table, say }, move) {
  if (state.active) return table.why(move);
  if (state.over) return table.tell(say("phase.over"));
  if (state.seat === null) return table.tell(say("board.watch"));
  return table.tell(say("board.wait", { name: state.names[state.view.turn] }));
}

/** The move that the choice stands for so far: {move, text, legal}. @param {AnimalsOnBoard.Scene} scene */
export function intended(scene) {
  const { state, table, say, chosen } = scene;
  if (!chosen.length) return null;
  for (const kind of ["keep", "discard"]) {
    if (acts(scene, kind)) return { move: { move: kind, tile: chosen[0] }, text: say(`board.${kind}`, { tile: tileText(chosen[0], table) }), legal: true };
  }
  const group = state.view.area.find((raft) => raft.includes(chosen[0]));
  const { price, take } = offerOf(scene, group);
  if (chosen.length === group.length) return { move: { move: "take", group }, text: say("board.take", { count: price }), legal: take };
  const rest = group.filter((name) => !chosen.includes(name));
  const off = chosen.includes(group[0]) ? rest : group.filter((name) => chosen.includes(name));
  const crates = state.view.crates[state.seat];
  const lost = state.offer.crates < crates;
  return { move: { move: "split", group, off }, text: lost ? say("board.split-over", { from: crates, to: state.offer.crates }) : say("board.split"), legal: true };
}

/** The buttons of this decision. @param {AnimalsOnBoard.Scene} scene */
export function bar(scene) {
  const { state, table, say, chosen } = scene;
  if (!state.active || !state.offer) return [];
  if (acts(scene, "pass")) return [{ key: "pass", label: say("text.pass"), hint: say("text.only-pass"), primary: true, press: () => table.play({ move: "pass" }) }];
  const wish = intended(scene);
  if (!wish) return [];
  /** @type {Record<string, string>} */
  const signs = { keep: "check", discard: "check", split: "crate", take: "crate" };
  return [
    { key: "do", label: wish.text, hint: ["take", "discard"].includes(wish.move.move) && wish.legal ? foreseen(scene, wish.move) : null, sign: signs[wish.move.move], primary: true, disabled: !wish.legal, why: wish.move, press: () => table.play(wish.move) },
    chosen.length > 1 ? { key: "back", label: say("board.put-back"), sign: "cross", press: () => table.choose([]) } : null,
  ];
}
