// The buttons of this decision.

import { sayLeft, sayTile } from "./words.js";

/** @type {Record<string, string>} */
const SIGNS = { point: "star-bonus", food: "food", plank: "plank", pitch: "pitch" };

/** @param {ArkAndNoah.Picture} scene */
export function bar(scene) {
  const { offer, table, say } = scene;
  return [
    ...rewards(scene),
    ...confirmations(scene),
    offer.keep ? { key: "keep", label: say("text.keep"), press: () => table.play({ move: "keep" }) } : null,
    offer.done ? { key: "done", sign: "flag", label: say("text.done"), hint: unused(scene), press: () => table.play({ move: "done" }) } : null,
  ];
}

/** @param {ArkAndNoah.Picture} scene */
function rewards({ offer, pieces, table, say }) {
  if (!offer.reward) return [];
  return pieces.rewards.map((kind) => {
    const move = { move: "reward", kind };
    return { key: `reward-${kind}`, label: say(`board.reward-${kind}`, { count: pieces.reward }), sign: SIGNS[kind], disabled: !offer.reward.includes(kind), why: move, press: () => table.play(move) };
  });
}

/** A choice that is a whole move. @param {ArkAndNoah.Picture} scene */
function confirmations(scene) {
  const { offer, choice, table, seat, say } = scene;
  const { pair, pen, first, second, give, take } = choice;
  /** @param {string} key @param {string} label @param {Page.Move} move @param {string | null} [hint] */
  const button = (key, label, move, hint = null) => ({ key, primary: true, sign: "check", label, hint, press: () => table.play(move) });
  const buttons = [];
  if (pair && pen) {
    const points = offer.board[pair].pens[pen][seat];
    buttons.push(button("board", say("board.aboard", { species: say(`species.${pair}`) }), { move: "board", species: pair, pen }, points ? `+${points}` : null));
  }
  if (first && second) buttons.push(button("swap", say("board.swap"), { move: "swap-planks", edges: [first, second].sort() }));
  if (give && take) buttons.push(button("trade", say("board.trade", { give: sayTile(scene, give), take: sayTile(scene, take) }), { move: "trade", give, take }));
  return buttons;
}

/** What finishing now would give away. @param {ArkAndNoah.Picture} scene */
function unused(scene) {
  const { view, offer } = scene;
  if (view.left === null || !(offer.plank || offer.pitch || offer.feed || offer.board)) return null;
  return sayLeft(scene);
}
