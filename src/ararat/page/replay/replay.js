// A match to look at again: from any point, forwards and backwards.

import { Analysis } from "./analysis.js";
import { h, sign } from "../drawing/dom.js";
import { Frames } from "./frames.js";
import { Game } from "../stage/game.js";
import { icon } from "../drawing/glyphs.js";
import { botPicture } from "../drawing/levels.js";
import { Logbook } from "../stage/logbook.js";
import { Reach } from "../app/reach.js";
import { Rulebook } from "../stage/rulebook.js";
import { linkBox, recordLink } from "../stage/sharing.js";
import { Stage } from "../stage/stage.js";
import { Surround } from "../stage/surround.js";

/** @type {Record<string, number>} */
const BEATS = { calm: 1600, quick: 850, instant: 350 };

/** @param {HTMLElement} root @param {{replay?: string, table?: string}} parts @param {Page.App} app */
export async function open(root, { replay, table }, app) {
  const source = replay ? `/api/replays/${replay}` : `/api/tables/${table}`;
  const summary = await app.api("GET", source);
  const game = await new Game(summary.game, app).load();
  const opened = new Replay(root, { source, table, replay, summary, game, app });
  await opened.begin();
  return () => opened.close();
}

export class Replay {
  /** @param {HTMLElement} root @param {{source: string, table?: string, replay?: string, summary: any, game: Page.Game, app: Page.App}} parts */
  constructor(root, parts) {
    const { app, game, table } = parts;
    this.app = app;
    this.reach = new Reach(app, () => this.frames && this.drawAbout());
    this.game = game;
    this.table = table;
    this.replay = parts.replay;
    this.source = parts.source;
    this.summary = parts.summary;
    /** @type {Page.Say} */
    this.say = (key, values) => app.words.say(`page.replay-${key}`, values);
    /** @type {Page.Say} */
    this.frameSay = (key, values) => app.words.say(`page.table-${key}`, values);
    this.token = table ? (app.store.seatsAt(table).length === 1 ? app.store.seatsAt(table)[0].token : null) : null;
    this.position = 0;
    this.logbook = new Logbook({ empty: this.frameSay("log-empty"), label: this.frameSay("log"), jump: (at) => this.go(at + 1) });
    this.rulebook = new Rulebook({ fetch: () => game.rules(), pictures: () => game.pictures, way: `/how/${game.slug}`, ask: (question) => game.ask(question), say: this.frameSay });
    this.analysis = new Analysis(this);
    this.about = h("div", { class: "about-table" });
    this.seats = h("section", { class: "seat-panel" });
    this.surround = new Surround(root, {
      say: this.frameSay,
      label: game.name,
      seats: this.seats,
      tabs: [
        { key: "log", icon: "log", label: () => this.frameSay("log"), panel: h("div", {}, this.logbook.element) },
        { key: "analysis", icon: "chart", label: () => this.say("analysis"), panel: h("div", {}, this.analysis.element), absent: true },
        { key: "rules", icon: "rules", label: () => this.frameSay("rules"), panel: h("div", {}, this.rulebook.element), opened: () => this.rulebook.opened() },
        { key: "table", icon: "table", label: () => this.frameSay("match"), panel: h("div", {}, this.about) },
      ],
    });
    this.surround.element.classList.add("replay");
    this.controls();
    this.forgetFrames();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.unlisten = app.onLanguage(() => this.speak());
  }

  forgetFrames() {
    /** @param {number} from @param {number} count */
    const fetch = (from, count) => this.app.api("GET", `${this.source}/frames?from=${from}&count=${count}`, null, this.token);
    this.frames = new Frames({ fetch, grown: () => this.drawStory() });
  }

  controls() {
    /** @param {string} name @param {() => unknown} press */
    const button = (name, press) => h("button", { type: "button", class: "replay-step", data: { key: `replay-${name}` }, onclick: press }, icon(name));
    /** @type {HTMLInputElement} */
    this.slider = h("input", { type: "range", class: "replay-slider", min: 0, max: 0, value: 0, oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = {
      first: button("first", () => this.go(0)),
      back: button("back", () => this.go(this.position - 1)),
      play: button("play", () => this.toggle()),
      forward: button("forward", () => this.go(this.position + 1)),
      last: button("last", () => this.go(this.end)),
    };
    const { first, back, play, forward, last } = this.buttons;
    // The board gets a bar of its own, which nobody sees: there is nothing to decide here.
    this.ownBar = h("div", {});
    this.surround.bar.replaceChildren(h("div", { class: "replay-buttons" }, first, back, play, forward, last), this.slider);
    this.name();
  }

  name() {
    for (const [key, button] of Object.entries(this.buttons)) {
      const label = this.say(key === "play" && this.timer ? "pause" : key);
      button.setAttribute("aria-label", label);
      button.title = label;
    }
    this.slider.setAttribute("aria-label", this.say("position"));
  }

  get end() {
    return Math.max(0, this.frames.total - 1);
  }

  async begin() {
    await this.go(0);
    this.drawAbout();
    this.drawSeats();
    if (this.frames.over) {
      this.surround.offer("analysis", true);
      if (location.hash === "#analysis") {
        this.surround.open("analysis");
        this.analysis.begin();
      } else this.analysis.look();
    }
    this.frames.rest().catch((problem) => this.surround.notify(problem.message));
  }

  /** Show a position; only the last of several quick wishes. @param {number} position @param {boolean} [playing] */
  async go(position, playing = false) {
    if (!playing) this.pause();
    this.position = Math.max(0, this.frames.total ? Math.min(this.end, position) : position);
    const wish = (this.wish = {});
    try {
      const frame = await this.frames.at(this.position);
      if (this.position > 0) await this.frames.at(this.position - 1);
      if (wish === this.wish && !this.closed && frame) this.draw(frame);
    } catch (problem) {
      this.surround.notify(problem.message);
    }
  }

  /** @param {Page.Frame} frame */
  draw(frame) {
    const { frames, position } = this;
    const entry = position > 0 ? frames.known[position - 1]?.entry : null;
    this.slider.max = String(this.end);
    this.slider.value = String(position);
    const place = this.say("move-of", { number: position, total: this.end });
    this.slider.setAttribute("aria-valuetext", place);
    const told = entry && `${this.called[entry.seat] ?? ""} ${entry.text || this.say("move")}`;
    this.surround.asks({ text: told ?? this.say("start"), seat: entry?.seat ?? null, pill: place });
    Object.assign(document.body.dataset, { number: position, active: false, replay: true });
    this.drawBoard(frame, entry);
    this.drawStory();
    this.analysis.draw();
    this.app.setTitle(`${this.say("title")} · ${this.game.name}`);
  }

  /** @param {Page.Frame} frame @param {Page.Entry | null | undefined} entry */
  drawBoard(frame, entry) {
    const { game, surround } = this;
    if (!game.create) {
      surround.sea.replaceChildren(h("p", { class: "no-board" }, this.say("no-board")));
      return;
    }
    if (!this.stage) {
      const root = h("section", { class: `board board-${game.slug}`, tabindex: "-1", "aria-label": this.frameSay("board") });
      surround.sea.replaceChildren(root);
      const none = /** @type {Page.Answer} */ ({ type: "refused", legal: false, text: "", rule: null, scores: null });
      const link = { play: async () => none, test: async () => none };
      this.stage = new Stage({ root, bar: this.ownBar, toast: surround.toast, create: game.create, words: game.words, pieces: game.pieces, link });
    }
    this.stage.speed = this.app.store.speed === "instant" ? 3 : 1;
    const over = this.frames.over && this.position === this.end;
    this.stage.show({ view: frame.view, sheet: frame.sheet, gauges: frame.gauges, seat: null, names: this.frames.names, called: this.called, moves: null, offer: null, active: false, last: entry ? [entry] : [], number: this.position, over });
  }

  /** What everybody is called on this screen: whoever looks is "you". */
  get called() {
    const { names, seat } = this.frames;
    return names.map((name, number) => (number === seat ? this.app.words.say("player.you") : name));
  }

  drawStory() {
    this.slider.max = String(this.end);
    this.logbook.draw(this.frames.story, [], this.called);
    this.logbook.stand(this.position - 1);
  }

  drawSeats() {
    const { summary, frames } = this;
    const seats = summary.seats ?? frames.names.map((name, seat) => ({ seat, name }));
    this.seats.setAttribute("aria-label", this.frameSay("seats"));
    const winners = summary.winners ?? [];
    this.seats.replaceChildren(
      h(
        "ul",
        { class: "plaque-list" },
        seats.map((/** @type {Page.Seat} */ one, /** @type {number} */ seat) =>
          h(
            "li",
            { class: "plaque", data: { seat } },
            h("span", { class: "plaque-sign" }, sign(`seat-${seat}`)),
            h("span", { class: "plaque-who" }, h("bdi", { class: "plaque-name" }, this.called[seat] ?? one.name), h("span", { class: "plaque-notes" }, one.kind === "bot" ? [botPicture(one.bot), h("span", {}, this.frameSay("bot", { level: this.game.bot(one.bot) }))] : "")),
            winners.includes(seat) ? sign("crown", { class: "plaque-crown", title: this.frameSay("winner") }) : null,
          ),
        ),
      ),
    );
  }

  drawAbout() {
    const { app, game, table, replay, summary, frames } = this;
    const address = this.reach.to(replay ? `r/${replay}` : `t/${table}/replay`);
    const finished = frames.over || summary.status === "over";
    this.about.replaceChildren(
      ...[
        h("h2", {}, game.name),
        h("p", { class: "small-title" }, this.say("share")),
        linkBox({ address, title: game.name, say: this.frameSay, label: this.say("share") }),
        finished || replay ? h("div", { class: "button-row" }, recordLink(`${this.source}/record`, this.frameSay("download"))) : null,
        h(
          "div",
          { class: "button-row" },
          table ? h("button", { type: "button", class: "button", data: { key: "to-table" }, onclick: () => app.go(`/t/${table}`) }, icon("table"), h("span", {}, this.say("to-table"))) : null,
          h("button", { type: "button", class: "button", data: { key: "lobby" }, onclick: () => app.go("/") }, icon("home"), h("span", {}, this.frameSay("lobby"))),
        ),
      ].filter(Boolean),
    );
  }

  // --- Time

  toggle() {
    if (this.timer) this.pause();
    else {
      if (this.position >= this.end) this.go(0, true);
      this.beat();
      this.face();
    }
  }

  beat() {
    this.timer = setTimeout(async () => {
      if (this.position >= this.end) {
        this.pause();
        return;
      }
      await this.go(this.position + 1, true);
      if (this.timer) this.beat();
    }, BEATS[this.app.store.speed] ?? BEATS.calm);
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.face();
  }

  face() {
    this.buttons.play.replaceChildren(icon(this.timer ? "pause" : "play"));
    this.name();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (!this.surround.toast.hush()) this.surround.close();
      return;
    }
    if (target.closest?.("input, [role=tab]")) return;
    const to = { ArrowLeft: this.position - 1, ArrowRight: this.position + 1, Home: 0, End: this.end }[event.key];
    if (to !== undefined) this.go(to);
    else if (event.key === " " && !target.closest?.("button, a, [role=button]")) this.toggle();
    else return;
    event.preventDefault();
  }

  async speak() {
    await this.game.speak();
    if (this.closed) return;
    if (this.stage) this.stage.words = this.game.words;
    this.surround.words(this.frameSay, this.game.name);
    this.logbook.named(this.frameSay("log-empty"), this.frameSay("log"));
    this.rulebook.forget();
    if (this.surround.tab === "rules") this.rulebook.opened();
    this.name();
    this.forgetFrames();
    await this.go(this.position);
    this.drawAbout();
    this.drawSeats();
    this.analysis.again();
    this.frames.rest().catch(() => {});
  }

  close() {
    this.closed = true;
    this.reach.end();
    this.pause();
    this.analysis.close();
    this.unlisten();
    document.removeEventListener("keydown", this.keys);
    this.surround.remove();
    for (const mark of ["number", "active", "replay"]) delete document.body.dataset[mark];
  }
}
