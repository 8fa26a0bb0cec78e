// What is heard at a table: one sound for each thing that happened, as the game's board names it (docs/boards.md), one's turn, and the end.

const MOST = 4; // sounds of things that come at once

/** The sounds of one entry of the log; a move that is not named sounds like wood. @param {Page.Entry} entry @param {Page.Sounds} sounds */
export function soundsOf({ move, events }, { moves = {}, events: named = {} }) {
  const kind = move?.move;
  const all = [kind in moves ? moves[kind] : "tile", ...(events ?? []).map(({ event }) => named[event])];
  return /** @type {string[]} */ ([...new Set(all.filter(Boolean))]);
}

export class Cues {
  /** @param {{play: (names: string[]) => void}} speaker @param {Page.Sounds} sounds */
  constructor(speaker, sounds) {
    this.speaker = speaker;
    this.sounds = sounds;
    /** @type {number | null} */
    this.heard = null; // the number of the last entry; null before the first look
    this.waiting = false;
    this.over = false;
  }

  /** The table as it is shown now. @param {Page.Message} message @param {boolean} active */
  show(message, active) {
    const { heard, waiting, over } = this;
    this.heard = message.entries.at(-1)?.number ?? -1;
    this.waiting = message.status === "waiting";
    this.over = Boolean(message.over);
    if (heard === null) return;
    const news = message.entries.filter((entry) => entry.number > heard);
    const names = news.flatMap((entry) => soundsOf(entry, this.sounds)).slice(-MOST);
    // One's own moves, one after the other, are one turn.
    if (active && (waiting || news.some((entry) => entry.seat !== message.seat))) names.push("turn");
    if (this.over && !over) names.push("end");
    this.speaker.play([...new Set(names)]);
  }
}
