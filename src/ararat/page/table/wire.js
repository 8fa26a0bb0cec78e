// The wire to a table: one WebSocket that comes back by itself, and answers as promises.

const PING = 20_000;
const SILENCE = 8_000;
const BURST = 20; // the server ends connections that talk faster for long
const PER_SECOND = 15;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 1_200;
const KNOCK = 4_000;
// Where the server said goodbye the next one is on its way: for a while, waits are shorter.
const SOON = { for: 120_000, wait: 400, knock: 2_000 };
const WOKEN = 2_500;

export class Wire {
  /** greeting: what `hello` says now, {token, language, number}; heard: gets every message that is no answer;
   * changed: gets true or false when the connection comes or goes; refused: gets a refused hello.
   * @param {string} table @param {{greeting: () => object, heard: (message: any) => void, changed: (connected: boolean) => void, refused: (message: Page.Answer) => void}} parts */
  constructor(table, { greeting, heard, changed, refused }) {
    this.table = table;
    this.greeting = greeting;
    this.heard = heard;
    this.changed = changed;
    this.refused = refused;
    this.ids = 0;
    this.waiting = new Map();
    /** @type {object[]} */
    this.out = [];
    this.room = BURST;
    this.filled = performance.now();
    this.tries = 0;
    this.goodbye = -Infinity; // when the server said it
    this.closed = false;
    this.greeted = false;
    // A device that wakes up or finds its network again looks at once.
    this.wake = () => {
      if (document.visibilityState !== "visible") return;
      if (this.socket) this.ping(WOKEN);
      else this.knock();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.pinging = setInterval(() => this.ping(), PING);
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    if (this.closed || this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.greeted = false;
    this.out = [];
    clearTimeout(this.silence);
    if (this.closed) return;
    this.changed(false);
    this.later();
  }

  get backSoon() {
    return performance.now() - this.goodbye < SOON.for;
  }

  later() {
    const wait = Math.min(this.backSoon ? SOON.wait : LONGEST_WAIT, FIRST_WAIT * 1.5 ** this.tries) * (0.8 + 0.4 * Math.random());
    this.tries += 1;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.knock(), wait);
  }

  /** Come back as soon as the server answers a plain request: a browser lets a WebSocket wait for many seconds, server or no
   * server, where others failed before. */
  async knock() {
    clearTimeout(this.again);
    if (this.closed || this.socket || this.knocking) return;
    this.knocking = true;
    const answers = await fetch("/api/health", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(this.backSoon ? SOON.knock : KNOCK) }).then((answer) => answer.ok, () => false);
    this.knocking = false;
    if (this.closed || this.socket) return;
    if (answers) this.connect();
    else this.later();
  }

  /** Say who is here; also again, to change seat or language. Whatever was asked before waits for it. */
  hello() {
    this.greeted = false;
    this.greetingId = ++this.ids;
    this.push({ type: "hello", id: this.greetingId, ...this.greeting() }, true);
  }

  /** @param {any} message */
  receive(message) {
    clearTimeout(this.silence);
    if (message.type === "pong" || message.code === "no-hello") return; // to a ping after a hello that was refused
    if (message.type === "goodbye") {
      this.goodbye = performance.now();
      return;
    }
    if (message.id === this.greetingId && message.type === "refused") {
      this.refused(message);
      return;
    }
    if (message.type === "table") {
      if (!this.greeted) this.welcomed();
      this.heard(message);
      return;
    }
    const asked = this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      asked.resolve(message);
    } else this.heard(message);
  }

  welcomed() {
    this.greeted = true;
    this.tries = 0;
    this.goodbye = -Infinity;
    this.changed(true);
    for (const asked of this.waiting.values()) this.pass(asked);
  }

  /** Send what was asked, once on each connection: on the same one its answer still comes.
   * @param {{message: object, socket?: WebSocket | null, resolve: (answer: any) => void}} asked @param {boolean} [first] */
  pass(asked, first = false) {
    if (asked.socket === this.socket) return;
    asked.socket = this.socket;
    this.push(asked.message, first);
  }

  /** Ask something; a promise of the answer. What got none before the connection was lost is asked again.
   * @param {{type: string, [field: string]: unknown}} message */
  request(message) {
    const id = ++this.ids;
    return new Promise((resolve) => {
      const asked = { message: { ...message, id }, resolve };
      this.waiting.set(id, asked);
      if (this.greeted) this.pass(asked, message.type !== "test");
    });
  }

  /** Forget what was asked: it was another seat that asked. */
  drop() {
    const dropped = [...this.waiting.values()];
    this.waiting.clear();
    this.out = [];
    for (const asked of dropped) asked.resolve({ type: "refused", code: "left", text: "", rule: null });
  }

  /** @param {object} message @param {boolean} [first] */
  push(message, first = false) {
    if (first) this.out.unshift(message);
    else this.out.push(message);
    this.flush();
  }

  flush() {
    clearTimeout(this.flushing);
    const now = performance.now();
    this.room = Math.min(BURST, this.room + ((now - this.filled) / 1000) * PER_SECOND);
    this.filled = now;
    while (this.out.length && this.room >= 1 && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(this.out.shift()));
      this.room -= 1;
    }
    if (this.out.length && this.socket?.readyState === WebSocket.OPEN) this.flushing = setTimeout(() => this.flush(), 1000 / PER_SECOND);
  }

  /** @param {number} [silence] */
  ping(silence = SILENCE) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.push({ type: "ping" });
    const socket = this.socket;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      // A line that looks open and is dead: don't wait for the browser to notice.
      socket.close();
      this.lost(socket);
    }, silence);
  }

  close() {
    this.closed = true;
    clearInterval(this.pinging);
    for (const timer of [this.again, this.silence, this.flushing]) clearTimeout(timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.socket = null;
    this.drop();
  }
}
