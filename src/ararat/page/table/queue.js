// What happens quickly is shown slowly: one change after the other, until somebody skips. Where a change takes longer to draw than it may stay,
// the table would fall behind what is: then it shows what is last, and rests as long as it drew, so that it hears what comes.

// A little less than the server lets a bot wait, so that nothing piles up.
/** @type {Record<string, number>} */
const PACES = { calm: 380, quick: 140, instant: 0 };

/** How long a change stays alone on the table, in milliseconds. @param {string} speed */
export function pace(speed) {
  return PACES[speed] ?? PACES.calm;
}

export class Queue {
  /** show(message): puts it on the table; waits(): milliseconds between two; changed(): the length changed.
   * @param {{show: (message: Page.Message) => void, waits: () => number, changed: () => void}} parts */
  constructor({ show, waits, changed }) {
    this.show = show;
    this.waits = waits;
    this.changed = changed;
    /** @type {Page.Message[]} */
    this.messages = [];
    this.free = 0; // when the next one may be shown
    this.cost = 0; // milliseconds that the last one took to draw
    /** @type {number | null} */
    this.number = null;
  }

  get length() {
    return this.messages.length;
  }

  /** Whether a change takes longer to draw than it may stay alone. */
  get isSlow() {
    return this.cost > this.waits();
  }

  /** Take a message in. One that is `urgent` (my own move, my first look) doesn't wait if nothing else does.
   * @param {Page.Message} message @param {boolean} [urgent] */
  add(message, urgent = false) {
    const last = this.messages.at(-1);
    if (last && last.number === message.number) this.messages.pop();
    const news = message.number !== this.number;
    if (!this.messages.length && (urgent || !news || performance.now() >= this.free || document.hidden)) {
      this.put(message);
      return;
    }
    this.messages.push(message);
    this.changed();
    if (document.hidden) this.skip();
    else this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (this.messages.length) this.timer = setTimeout(() => this.next(), Math.max(0, this.free - performance.now()));
  }

  next() {
    if (this.isSlow) return this.skip();
    if (!this.messages.length) return;
    this.put(this.messages.shift());
    this.wait();
  }

  /** @param {Page.Message} message */
  put(message) {
    const begun = performance.now();
    const news = message.number !== this.number;
    this.number = message.number;
    this.show(message);
    this.changed();
    if (!news) return;
    this.cost = performance.now() - begun;
    this.free = begun + (this.isSlow ? 2 * this.cost : this.waits());
  }

  /** Show the latest at once. */
  skip() {
    const latest = this.messages.at(-1);
    this.messages = [];
    clearTimeout(this.timer);
    if (latest) this.put(latest);
  }

  clear() {
    this.messages = [];
    this.number = null;
    this.free = this.cost = 0;
    clearTimeout(this.timer);
  }
}
