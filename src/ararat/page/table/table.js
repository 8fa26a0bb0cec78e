// A table: what the server tells of it is shown, what the person does is sent.

import { h, sign } from "../drawing/dom.js";
import { AboutTable } from "./about_table.js";
import { askline } from "./askline.js";
import { soundButton } from "../sound/button.js";
import { Cues } from "../sound/cues.js";
import { newContribution } from "../app/deals.js";
import { bring } from "../app/seat_code.js";
import { movedNote } from "./carrying.js";
import { Device } from "./device.js";
import { Dialogue } from "./dialogue.js";
import { Ending } from "./ending.js";
import { FairDeal } from "./fair.js";
import { Game } from "../stage/game.js";
import { icon } from "../drawing/glyphs.js";
import { learn } from "../app/learning.js";
import { Hint } from "./hint.js";
import { lastFor, Logbook, merged } from "../stage/logbook.js";
import { same } from "./moves.js";
import { Passing } from "./passing.js";
import { pace, Queue } from "./queue.js";
import { Reach } from "../app/reach.js";
import { Rulebook } from "../stage/rulebook.js";
import { botsToTakeOver, Seating, told } from "./seating.js";
import { Sea } from "./sea.js";
import { Sure } from "./sure.js";
import { Surround } from "../stage/surround.js";
import { Teaching } from "./teaching.js";
import { lostNote, unpack } from "./straying.js";
import { Waking } from "./waking.js";
import { Wire } from "./wire.js";

const LONG_LOST = 10_000; // after which the table may be at another address
const STORE_AWAY = 3_000; // until it is asked for again
const MARKS = ["number", "status", "turn", "seat", "active", "over", "connected", "queue", "curtain"];

/** @param {HTMLElement} root @param {{table: string}} parts @param {Page.App} app */
export async function open(root, { table }, app) {
  const code = /^#seat=([\w-]{1,40})$/.exec(location.hash)?.[1]; // of this visit, though another one may begin meanwhile
  const summary = await app.api("GET", `/api/tables/${table}?box=true`);
  const game = await new Game(summary.game, app).load(summary.box);
  unpack(app, table, summary.game);
  if (code) history.replaceState(null, "", location.pathname); // it works once
  const opened = new Table(root, table, game, app);
  if (code) bring(app, code).then((problem) => problem && opened.tell(problem));
  return () => opened.close();
}

export class Table {
  /** @param {HTMLElement} root @param {string} table @param {Page.Game} game @param {Page.App} app */
  constructor(root, table, game, app) {
    this.table = table;
    this.game = game;
    this.app = app;
    /** @type {Page.Say} */
    this.say = (key, values) => app.words.say(`page.table-${key}`, values);
    this.device = new Device(table, app.store);
    this.reach = new Reach(app, () => this.draw());
    this.passing = new Passing(this);
    this.waking = new Waking(this);
    this.cues = new Cues(app.speaker, game.sounds);
    /** @type {Page.Entry[]} */
    this.entries = [];
    /** @type {Page.Message | null} */
    this.latest = null;
    /** @type {Page.Message | null} */
    this.shown = null;
    this.connected = false;
    /** @type {{number: number, resolve: (value?: any) => void}[]} */
    this.waiters = [];
    /** @type {number | undefined} */
    this.grace = undefined; // the number of the table at which a ring began to fill
    /** @type {WebSocket | null} */
    this.choosingOn = null; // the connection on which it was said that somebody chooses a name
    this.build(root);
    this.queue = new Queue({ show: (message) => this.show(message), waits: () => pace(app.store.speed), changed: () => this.draw() });
    this.wire = new Wire(table, {
      greeting: () => ({ token: this.device.token, also: this.device.others, pace: app.store.speed, language: app.language, number: this.latest?.number ?? null }),
      heard: (message) => this.receive(message),
      changed: (connected) => this.connection(connected),
      refused: (message) => this.turnedAway(message),
    });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.unlisten = app.onLanguage(() => this.speak());
    let speed = app.store.speed;
    this.unstore = app.store.onChange(() => {
      if (speed !== app.store.speed) this.wire.hello();
      speed = app.store.speed;
    });
    this.drawFrameBar();
    this.surround.asks({ text: this.say("moment"), seat: null });
    this.slow = setTimeout(() => this.latest || this.sea.wait(), 700);
  }

  /** @param {HTMLElement} root */
  build(root) {
    const { say } = this;
    this.seating = new Seating(this);
    this.memoryNote = h("p", { class: "soft", hidden: true, data: { key: "memory-note" } });
    this.logbook = new Logbook({ empty: say("log-empty"), label: say("log") });
    this.logbook.element.prepend(this.memoryNote);
    this.rulebook = new Rulebook({ fetch: () => this.game.rules(), pictures: () => this.game.pictures, way: `/how/${this.game.slug}`, ask: (question) => this.game.ask(question), say });
    this.dialogue = new Dialogue({ say, ask: (path) => this.wire.request({ type: "choose", path }), play: (move) => this.play(move), rule: (id) => this.showRule(id) });
    this.about = new AboutTable(this);
    this.fair = new FairDeal(this);
    this.ending = new Ending(this);
    this.sea = new Sea(this);
    this.surround = new Surround(root, {
      say,
      label: this.game.name,
      seats: this.seating.element,
      corner: () => soundButton(this.app, "plain"),
      tabs: [
        { key: "log", icon: "log", label: () => say("log"), panel: h("div", {}, this.logbook.element), opened: () => this.logbook.toEnd() },
        { key: "end", icon: "end", label: () => say("result"), panel: h("div", {}, this.ending.element), absent: true },
        { key: "moves", icon: "moves", label: () => say("moves"), panel: h("div", {}, this.dialogue.element), opened: () => this.dialogue.opened() },
        { key: "rules", icon: "rules", label: () => say("rules"), panel: h("div", {}, this.rulebook.element), opened: () => this.rulebook.opened() },
        { key: "table", icon: "table", label: () => say("table"), panel: h("div", {}, this.about.element) },
      ],
    });
    /** @param {string} key @param {Element} picture @param {() => unknown} press */
    const button = (key, picture, press) => h("button", { type: "button", data: { key }, hidden: true, onclick: press }, picture, h("span", {}));
    this.hint = new Hint(this);
    this.hintButton = button("hint", sign("hint"), () => this.hint.toggle());
    this.undoButton = button("undo", sign("undo"), () => this.undo());
    this.skipButton = button("skip", icon("skip"), () => this.queue.skip());
    this.backButton = button("take-back", sign("person"), () => this.standIn(this.shown.seat, null));
    this.overButton = button("take-over", sign("person"), () => this.surround.open("table"));
    this.resultButton = button("show-result", icon("end"), () => this.surround.open("end"));
    this.againButton = button("play-again", icon("again"), () => this.rematch());
    this.againButton.classList.add("primary");
    this.teaching = new Teaching(this);
    this.sure = new Sure({ say });
    this.surround.deck.append(this.hint.element, this.sure.element);
    this.surround.frameBar.append(this.againButton, this.backButton, this.overButton, this.hintButton, this.undoButton, this.skipButton, this.resultButton);
  }

  // --- What the server tells

  /** @param {any} message */
  receive(message) {
    if (message.type === "rematch" && this.shown) {
      for (const one of [this.latest, this.shown]) one.rematch = { table: message.table, seat: message.seat };
      this.draw();
      this.surround.speak(this.say("rematch-asked"));
      return;
    }
    if (message.type === "moved") this.leaveSeat(message.seat);
    if (message.type === "removed") this.loseSeat(message.seat);
    if (message.type === "refused") this.tell(message.text, message.rule);
    if (message.type !== "table" || message.seat !== this.device.seat) return;
    const before = this.latest;
    message.came = performance.now();
    for (const { seat, kind } of before?.seats ?? []) if (before.status === "playing" && kind === "person" && message.seats[seat].kind === "bot") this.tell(this.say("bot-now", { name: before.names[seat] }), null);
    clearTimeout(this.slow);
    message.entries = this.entries = merged(this.entries, message);
    this.latest = message;
    this.fair.watch(message);
    this.waiters = this.waiters.filter((waiter) => message.number < waiter.number || waiter.resolve());
    if (!this.passing.takes(message)) this.queue.add(message, !before || message.made < before.made || message.entries.at(-1)?.seat === message.seat);
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.connected = connected;
    document.body.dataset.connected = String(connected);
    clearTimeout(this.losing);
    // A short break needs no words.
    if (connected) this.surround.notify(null);
    else this.losing = setTimeout(() => this.surround.notify(this.say("lost")), 400);
    if (connected) this.strayed?.remove();
    clearTimeout(this.straying);
    if (!connected && this.reach.elsewhere && this.device.seats.length) this.straying = setTimeout(() => this.surround.element.append((this.strayed = lostNote(this))), LONG_LOST);
  }

  /** A token that holds no seat (any more): watch instead. A table that is gone: say so, and stay. @param {Page.Answer} message */
  turnedAway(message) {
    const { seat } = this.device;
    if (seat !== null && message.code === "seat-moved") this.leaveSeat(seat);
    else if (seat !== null && message.code === "removed") this.loseSeat(seat);
    else if (seat !== null && message.code === "bad-token") {
      this.tell(message.text, message.rule);
      this.device.lose(seat, this.game.slug);
      this.wire.hello();
    } else {
      if (message.code === "unknown-table" || message.code?.startsWith("parked")) this.wire.close();
      for (const timer of [this.losing, this.asking]) clearTimeout(timer);
      this.surround.notify(message.text);
      // The server is there, its store is not: it says so until it is.
      if (["not-read", "not-kept"].includes(message.code)) this.asking = setTimeout(() => this.wire.hello(), STORE_AWAY);
    }
  }

  /** A seat of this device is at another one now: what only it may know goes, and this device watches. @param {number} seat */
  leaveSeat(seat) {
    const looked = this.device.seat === seat;
    this.device.lose(seat, this.game.slug);
    if (!looked) return;
    this.look(this.device.usual);
    this.surround.element.querySelector(".moved-note")?.remove();
    this.surround.element.append(movedNote(this));
  }

  /** A seat of this device was given away: this device watches. @param {number} seat */
  loseSeat(seat) {
    const looked = this.device.seat === seat;
    this.device.lose(seat, this.game.slug);
    if (looked) this.look(this.device.usual);
    this.tell(this.say("removed"), null);
  }

  // --- What is on the table

  /** @param {Page.Message} message */
  show(message) {
    if (this.shown?.number !== message.number) this.teaching.forget();
    if (message.number !== this.shown?.number) this.sure.answer(false);
    this.shown = message;
    this.draw();
    this.cues.show(message, this.active);
  }

  get active() {
    const { shown, queue } = this;
    return Boolean(shown && shown.seat !== null && !shown.over && shown.view && shown.turn === shown.seat && shown.number === this.latest?.number && !queue.length && !shown.seats[shown.seat].stand_in);
  }

  draw() {
    const message = this.shown;
    if (!message || this.passing.up) return;
    const { active } = this;
    const last = lastFor(message.entries, message.seat);
    this.mark(message, active);
    this.sea.draw(message, active, last);
    this.waking.watch(message);
    const ask = askline(this, message, { queued: this.queue.length, active });
    this.surround.asks(ask);
    this.seating.draw(message, this.device.numbers);
    this.logbook.draw(message.entries, last, told(this, message), message.seat);
    this.memoryNote.hidden = message.memory === "open" || message.over;
    this.memoryNote.textContent = this.say("memory-log");
    this.surround.tellNews(message.over ? null : message.entries.at(-1), told(this, message));
    this.dialogue.draw(active, JSON.stringify([message.number, message.seat, active, this.app.language, ask.text]), ask.text);
    this.about.draw(message);
    this.hint.draw(message, active);
    this.teaching.draw(message, active);
    this.surround.offer("moves", Boolean(message.view && message.seat !== null && !message.over));
    this.surround.offer("end", Boolean(message.over));
    if (message.over) this.finish(message);
    this.drawFrameBar();
    this.announce(message, ask, active);
    this.app.setTitle(active ? `${this.say("your-turn")} · ${this.game.name}` : this.game.name);
    this.passing.watch(message);
  }

  /** @param {Page.Message} message @param {boolean} active */
  mark(message, active) {
    const values = { number: message.number, status: message.status, turn: message.turn ?? "", seat: message.seat ?? "", active, over: Boolean(message.over), connected: this.connected, queue: this.queue.length, curtain: "" };
    for (const [name, value] of Object.entries(values)) document.body.dataset[name] = String(value);
    this.surround.element.classList.toggle("no-deck", !message.view);
  }

  /** @param {Page.Message} message */
  finish(message) {
    this.ending.draw(message);
    if (this.finished || this.queue.length) return;
    this.finished = true;
    // The last move is seen before the result comes.
    this.finishing = setTimeout(() => this.surround.open("end", this.resultButton), pace(this.app.store.speed) + 400);
  }

  drawFrameBar() {
    const message = this.shown;
    /** @param {HTMLElement} button @param {string} key @param {unknown} there */
    const show = (button, key, there) => {
      button.hidden = !there;
      button.lastElementChild.textContent = this.say(key);
    };
    show(this.hintButton, "hint", this.hint.offered(message, this.active) && !this.passing.up);
    // What bots do meanwhile is taken back too, whether it was shown yet or not.
    const { can_undo = false, no_undo = null } = this.latest ?? {};
    show(this.undoButton, "undo", message && !this.passing.up && (can_undo || (no_undo && this.active)));
    this.undoButton.classList.toggle("dim", !can_undo);
    if (can_undo) this.undoButton.removeAttribute("aria-disabled");
    else this.undoButton.setAttribute("aria-disabled", "true");
    this.drawGrace();
    this.undoButton.title = can_undo ? "" : no_undo ?? "";
    show(this.skipButton, "skip", this.queue?.length > 0);
    show(this.backButton, "take-back", message?.status === "playing" && message.seat !== null && message.seats[message.seat].stand_in);
    show(this.overButton, "take-over", message?.seat === null && !this.passing.up && botsToTakeOver(message).length > 0);
    show(this.resultButton, "result", message?.over);
    show(this.againButton, message?.rematch ? "join-rematch-short" : "rematch", message?.over && message.seat !== null);
  }

  /** A ring round the button fills while bots wait for whoever wants to take a decision back. */
  drawGrace() {
    const { number, undo_for: seconds = 0 } = this.latest ?? {};
    if (this.grace === number && seconds) return;
    this.grace = number;
    this.undoButton.classList.toggle("grace", seconds > 0);
    this.undoButton.style.setProperty("--undo-for", `${seconds}s`);
  }

  /** For those who listen: what the others did, and what is asked now.
   * @param {Page.Message} message @param {Page.Asked} ask @param {boolean} active */
  announce(message, ask, active) {
    if (this.queue.length) return;
    const from = Math.min(this.told ?? message.made, message.made);
    this.told = message.made;
    const news = message.entries.filter((entry) => entry.number >= from && entry.seat !== message.seat).slice(-4).map((entry) => this.say("told", { name: message.names[entry.seat] ?? "", text: entry.text }));
    if (active || message.over) news.push(ask.text);
    if (news.length) this.surround.speak(news.join(" "));
  }

  // --- What the person does

  /** Whether the person wants this move, if they want to be asked before one that can't be taken back. @param {Page.Move} move */
  async isSure(move) {
    if (this.app.store.sure !== "on") return true;
    const { number } = this.shown;
    const { legal, final } = await this.test(move);
    return !legal || !final || ((await this.sure.asks()) && this.shown?.number === number);
  }

  /** Make a move; a promise of the answer, once the table shows it. @param {Page.Move} move */
  async play(move) {
    const held = await this.teaching.holds(move);
    if (held) return held;
    if (!(await this.isSure(move))) return { type: "refused", code: "not-sure", text: "" };
    const { number, seat, made: known } = this.shown;
    let answer = await this.wire.request({ type: "move", number, move });
    const made = () => this.entries.some((entry) => entry.number >= known && entry.seat === seat && same(entry.move, move));
    if (answer.type === "refused" && answer.code === "stale" && made()) answer = { type: "done", number: this.latest.number };
    if (answer.type === "done") {
      this.surround.toast.hush();
      await this.reaches(answer.number);
    }
    return answer;
  }

  /** Until the table has come to a number, or has let us wait too long. @param {number} number */
  reaches(number) {
    if (!this.latest || this.latest.number >= number) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters.push({ number, resolve });
      setTimeout(resolve, 3000);
    });
  }

  /** @param {Page.Move} move */
  async test(move) {
    const answer = await this.wire.request({ type: "test", move });
    return answer.type === "tested" ? answer : { legal: false, rule: answer.rule ?? null, text: answer.text ?? "", scores: null, final: null };
  }

  /** @param {{type: string, [field: string]: unknown}} message */
  async ask(message) {
    const answer = await this.wire.request(message);
    if (answer.type === "refused") this.tell(answer.text, answer.rule);
    else this.surround.toast.hush();
    return answer;
  }

  /** Take the last decision back, or say what was learnt since. */
  undo() {
    const { can_undo, no_undo, number } = this.latest;
    return can_undo ? this.ask({ type: "undo", number }) : this.tell(no_undo);
  }

  /** @param {string | null} bot */
  start = (bot) => this.ask({ type: "start", bot });
  /** @param {number} seat @param {string | null} bot */
  standIn = (seat, bot) => this.ask({ type: "stand-in", seat, bot });

  /** Somebody here is choosing a name: the table waits for them a while. */
  chooseName() {
    if (this.shown?.seat === null && this.shown.status === "waiting" && this.choosingOn !== this.wire.socket) {
      this.choosingOn = this.wire.socket;
      this.wire.request({ type: "choosing" });
    }
  }

  /** Take a seat, as the first of this device or as one more at it; a promise of why not, or null.
   * @param {string} name @param {boolean} more @param {number | null} [wanted] @param {boolean} [agrees] */
  async sit(name, more, wanted = null, agrees = false) {
    const { table, latest } = this;
    const { commitment = null, continued = null, status } = latest ?? {};
    // Once it is dealt, nothing can be added; a second person at this device adds what the first one did.
    const added = commitment && status === "waiting" ? { contribution: this.app.store.dealOf(commitment)?.contribution ?? newContribution() } : {};
    this.fair.agreed ||= agrees;
    try {
      const { seat, token } = await this.app.api("POST", `/api/tables/${table}/seats`, { name, seat: wanted, agrees, ...added });
      if (commitment) this.app.store.keepDeal({ commitment, table, continued, ...added, ...(agrees ? { told: true } : {}) });
      this.device.keep(this.game.slug, { seat, token, name, kind: more ? "here" : "me" });
      if (more) this.draw();
      else {
        if (!this.app.store.name) this.app.store.name = name;
        this.look(seat);
      }
      return null;
    } catch (problem) {
      return problem.message;
    }
  }

  /** Play again with the same people; whoever asks second comes to the same table. */
  async rematch() {
    try {
      const answers = await Promise.all(this.device.seats.map((one) => this.app.api("POST", `/api/tables/${this.table}/rematch`, {}, one.token)));
      this.fair.goOn(answers[0].table);
      this.app.store.keep(answers[0].table, { game: this.game.slug, seats: this.device.seats.map((one, at) => ({ ...one, seat: answers[at].seat })) });
      this.app.go(`/t/${answers[0].table}`);
    } catch (problem) {
      this.tell(problem.message);
    }
  }

  /** A guided match anew. */
  async learnAgain() {
    try {
      await learn(this.app, this.game.slug, true);
    } catch (problem) {
      this.tell(problem.message);
    }
  }

  /** @param {string} id */
  showRule(id) {
    this.surround.open("rules");
    this.rulebook.show(id);
  }

  /** @param {string} text @param {string | null} [rule] */
  tell(text, rule) {
    if (text) this.surround.tell(text, rule, (id) => this.showRule(id));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented) return;
    const typing = /** @type {Element} */ (event.target).closest?.("input, select, textarea");
    if (event.key === "Escape") {
      if (!this.sure.answer(false) && !this.surround.toast.hush() && !this.surround.close() && !this.hint.close()) this.queue.skip();
    } else if (!typing && event.key.toLowerCase() === "s" && !event.ctrlKey && !event.metaKey && !event.altKey) this.queue.skip();
    else if (!typing && event.key === "z" && (event.ctrlKey || event.metaKey) && !this.undoButton.hidden) {
      event.preventDefault();
      this.undo();
    }
  }

  // --- Who looks

  /** Take away everything that the seat which looked may know. */
  strip() {
    const { surround } = this;
    this.queue.clear();
    this.passing.stop();
    this.sure.answer(false);
    this.sea.clear();
    surround.close();
    surround.hush();
    surround.asks({ text: "", seat: null });
    surround.tellNews(null);
    for (const part of [this.seating, this.hint, this.teaching, this.about, this.ending, this.dialogue, this.logbook]) part.clear();
    this.shown = null;
    this.drawFrameBar();
  }

  /** Look at the table from a seat of this device. @param {number | null} seat */
  look(seat) {
    if (this.game.secrets) this.strip();
    this.passing.lift();
    this.passing.stop();
    this.hint.clear();
    this.device.look(seat);
    this.entries = [];
    this.latest = null;
    this.told = undefined;
    this.sea.forget();
    this.queue.clear();
    this.wire.drop();
    this.wire.hello();
  }

  // --- Another language, and the end

  async speak() {
    await this.game.speak();
    if (this.closed) return;
    if (this.sea.stage) this.sea.stage.words = this.game.words;
    this.passing.speak();
    this.surround.words(this.say, this.game.name);
    this.logbook.named(this.say("log-empty"), this.say("log"));
    this.rulebook.forget();
    this.hint.clear();
    this.fair.draw();
    if (this.surround.tab === "rules") this.rulebook.opened();
    this.draw();
    // The story has to be told anew, from its beginning.
    this.latest = this.latest && { ...this.latest, number: null };
    this.wire.hello();
  }

  close() {
    this.closed = true;
    this.unlisten();
    this.unstore();
    document.removeEventListener("keydown", this.keys);
    for (const timer of [this.losing, this.straying, this.asking, this.finishing, this.slow]) clearTimeout(timer);
    this.passing.stop();
    this.queue.clear();
    this.sea.preparing.end();
    this.waking.end();
    this.teaching.end();
    this.reach.end();
    this.wire.close();
    this.surround.remove();
    for (const mark of MARKS) delete document.body.dataset[mark];
  }
}
