// What happens quickly is shown slowly: one change after the other, until somebody skips.

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
    /** @type {number | null} */
    this.number = null;
  }

  get length() {
    return this.messages.length;
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
    if (!this.messages.length) return;
    this.put(this.messages.shift());
    this.wait();
  }

  /** @param {Page.Message} message */
  put(message) {
    if (message.number !== this.number) this.free = performance.now() + this.waits();
    this.number = message.number;
    this.show(message);
    this.changed();
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
    this.free = 0;
    clearTimeout(this.timer);
  }
}
