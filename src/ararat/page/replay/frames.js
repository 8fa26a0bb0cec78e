// The past of a match, fetched in pieces: what is looked at first, the rest behind it.

const CHUNK = 50;

export class Frames {
  /** fetch(from, count): a promise of {total, names, over, frames}; grown(): more is known now.
   * @param {{fetch: (from: number, count: number) => Promise<any>, grown: () => void}} parts */
  constructor({ fetch, grown }) {
    this.fetch = fetch;
    this.grown = grown;
    /** @type {Page.Frame[]} */
    this.known = [];
    this.asked = new Map();
    this.total = 0;
    /** @type {string[]} */
    this.names = [];
    /** @type {number | null} */
    this.seat = null;
    this.over = false;
  }

  /** A promise of the frame at a position. @param {number} position */
  async at(position) {
    if (!this.known[position]) await this.chunk(Math.floor(position / CHUNK));
    return this.known[position];
  }

  /** @param {number} number */
  chunk(number) {
    if (!this.asked.has(number)) {
      const asked = this.load(number);
      asked.catch(() => this.asked.delete(number));
      this.asked.set(number, asked);
    }
    return this.asked.get(number);
  }

  /** @param {number} number */
  async load(number) {
    const answer = await this.fetch(number * CHUNK, CHUNK);
    answer.frames.forEach((/** @type {Page.Frame} */ frame, /** @type {number} */ at) => (this.known[number * CHUNK + at] = frame));
    this.total = answer.total;
    this.names = answer.names;
    this.seat = answer.seat;
    this.over = answer.over;
    this.grown();
  }

  /** Fetch all the rest, one chunk after the other. */
  async rest() {
    for (let number = 0; number * CHUNK < this.total; number += 1) await this.chunk(number);
  }

  /** The story as far as it is known; places that are not are empty lines. @returns {Page.Told[]} */
  get story() {
    return Array.from({ length: Math.max(0, this.total - 1) }, (_, at) => this.known[at]?.entry ?? /** @type {Page.Told} */ ({ number: at, seat: null, text: "…" }));
  }
}
