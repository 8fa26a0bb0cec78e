// The levels of bots: an animal each, the weakest first.

import { animal, sign } from "./dom.js";

const ANIMALS = new Set(["chick", "rabbit", "cat", "fox", "owl"]);

/** The picture of a bot: its animal, or a robot for one of another kind. @param {string | null} code */
export function botPicture(code) {
  return ANIMALS.has(code) ? animal(code, { class: "level" }) : sign("robot");
}

/** A bot in a list: its name, and in a few words how strong it is. @param {Page.Words} words @param {Page.Bot} bot */
export function botText(words, bot) {
  const key = `page.lobby-bot-${bot.code}`;
  return words.has(key) ? words.say("page.lobby-bot-line", { name: bot.name, text: words.say(key) }) : bot.name;
}
