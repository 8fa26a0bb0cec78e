// One sentence on top of the table: what is asked of me, or what the table waits for.

import { isAway, nameOf } from "./seating.js";

/** {text, seat, mine, over, pill} for a message; t: the table.
 * @param {Page.AtTable} t @param {Page.Message} message @param {{queued: number, active: boolean}} parts
 * @returns {Page.Asked} */
export function askline(t, message, { queued, active }) {
  const say = t.say;
  if (message.over) return { text: result(t, message), seat: null, over: true, pill: null };
  if (message.status === "waiting") return { text: say("waits-for-people"), seat: message.seat, pill: message.seat === null ? say("watching") : null, watching: message.seat === null };
  if (!message.view) return { text: say("preparing"), seat: message.seat, pill: null };
  const watching = message.seat === null ? say("watching") : null;
  if (message.turn === null) return { text: say("moment"), seat: message.seat, pill: watching };
  const seat = message.seats[message.turn];
  if (message.turn === message.seat && seat.stand_in) return { text: say("bot-plays-for-you"), seat: message.turn, pill: null };
  if (message.turn === message.seat) return { text: asked(t, message), seat: message.turn, mine: active, pill: queued ? null : say("your-turn") };
  const robot = seat.kind === "bot" || seat.stand_in;
  const key = robot ? (t.waking.asleep ? "waking" : "thinking") : message.seat !== null && isAway(message, seat, t.device.numbers) ? "is-away" : "choosing";
  return { text: say(key, { name: nameOf(message, message.turn) }), seat: message.turn, pill: watching, watching };
}

/** What is asked of me, in the words of the game. @param {Page.AtTable} t @param {Page.Message} message */
function asked(t, message) {
  const key = `phase.${message.view.phase}`;
  if (t.game.words.has(key)) return t.game.words.say(key);
  return t.say("your-turn");
}

/** Who won, as a sentence. @param {Page.AtTable} t @param {Page.Message} message */
export function result(t, message) {
  const winners = message.winners ?? [];
  const mine = message.seat !== null && winners.includes(message.seat);
  const others = winners.filter((seat) => seat !== message.seat).map((seat) => nameOf(message, seat));
  if (!winners.length) return t.say("nobody-won");
  if (mine && !others.length) return t.say("you-won");
  const names = t.app.words.enumerate(others);
  if (mine) return t.say("you-won-with", { names });
  return t.say("won", { count: others.length, names });
}
