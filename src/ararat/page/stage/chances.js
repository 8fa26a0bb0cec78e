// A chance to win: in words, and as a bar with the interval in which it surely lies.

import { h } from "../drawing/dom.js";

/** 0.4137 is 41. @param {number} chance */
export const percent = (chance) => Math.round(chance * 100);

/** "about 41 % (38–44 %)"; say: the table's words. @param {Page.Say} say @param {Page.Tip} tip */
export function chanceText(say, { chance, low, high }) {
  return say("chance", { chance: percent(chance), low: percent(low), high: percent(high) });
}

/** The same as a bar; those who can't see it have the words beside it. @param {Page.Tip} tip */
export function chanceBar({ chance, low, high }) {
  return h("span", { class: "chance-bar", "aria-hidden": "true", style: { "--chance": `${percent(chance)}%`, "--low": `${percent(low)}%`, "--high": `${percent(high)}%` } });
}

/** A move as a sentence begins, without its full stop: more may follow. @param {{text: string}} parts */
export function tipText({ text }) {
  return (text.charAt(0).toLocaleUpperCase() + text.slice(1)).replace(/\.$/, "");
}

/** A move with its chance, and why. @param {Page.Say} say @param {Page.Tip} tip @param {...Page.Child} more */
export function tipLine(say, tip, ...more) {
  return h(
    "div",
    { class: "tip" },
    h("span", { class: "tip-text" }, tipText(tip)),
    h("span", { class: "tip-chance" }, chanceBar(tip), h("span", { class: "numbers" }, chanceText(say, tip))),
    more,
    tip.why ? h("p", { class: "tip-why" }, tip.why) : null,
  );
}
