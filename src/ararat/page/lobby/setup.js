// Setting a table: who sits where, which options, open to all or not.

import { anew } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { games, scene, setTable } from "./games.js";
import { icon } from "../drawing/icons.js";
import { control, incomplete, matters, rare, rename, sent } from "./options.js";
import { drawnPlaces, planOf, planned, seatRow, shownName } from "./seats.js";

/** How long a table may wait for people who drop. @type {[string, number][]} */
const PATIENCES = [
  ["0 s", 0],
  ["1 min", 60],
  ["5 min", 300],
];

const PLANS = { bot: "robot", here: "device", friend: "link" };

/** @param {HTMLElement} root @param {{game: string, replay: string | null}} parts @param {Page.App} app */
export async function open(root, { game: slug, replay }, app) {
  const game = await find(app, slug);
  const record = replay ? await app.api("GET", `/api/replays/${replay}/record`) : null;
  const setup = new Setup(root, { game, replay, record, app });
  setup.draw();
  return app.onLanguage(() => setup.speak());
}

/** @param {Page.App} app @param {string} slug */
async function find(app, slug) {
  const found = (await games(app)).find((one) => one.slug === slug);
  if (!found) throw Object.assign(new Error(slug), { code: "lost" });
  return found;
}

class Setup {
  /** record: an unfinished match, known to the server as `replay`, that is to go on.
   * @param {HTMLElement} root @param {{game: Page.Facts, replay: string | null, record: any, app: Page.App}} parts */
  constructor(root, { game, replay, record, app }) {
    this.root = root;
    this.game = game;
    this.replay = replay;
    this.record = record;
    this.app = app;
    this.players = record?.players ?? game.usual_players;
    /** @type {Record<string, any>} */
    this.values = {};
    this.public = false;
    this.shuffle = false;
    /** @type {boolean | null} */
    this.hints = null;
    /** @type {boolean | null} */
    this.takeover = null;
    this.patience = 60;
    this.memory = false;
    this.as_it_was = false;
    this.more = false;
    /** @type {string | null} */
    this.problem = null;
    this.busy = false;
    // As many as ever can play: whoever changes the number back finds the same people again.
    this.everybody = planned(game, Math.max(...game.players), "bot");
    this.everybody[0].name = app.store.name;
    this.picture = scene(game.slug, { class: "setup-scene" });
    /** @type {Page.Say} */
    this.say = (key, values) => app.words.say(key, values);
  }

  get seats() {
    return this.everybody.slice(0, this.players);
  }

  /** Unless somebody says: where one person plays with bots, it is nobody else's business. */
  get hinting() {
    return this.hints ?? this.seats.filter((seat) => seat.kind !== "bot").length === 1;
  }

  /** Unless somebody says: whoever has the link of a private table was invited. */
  get takingOver() {
    return this.takeover ?? !this.public;
  }

  /** Another language. */
  async speak() {
    this.problem = null;
    this.game = await find(this.app, this.game.slug).catch(() => this.game);
    if (this.root.isConnected) this.draw();
  }

  // --- What is seen

  draw = () => {
    const { game, say } = this;
    this.app.setTitle(game.name);
    anew(
      this.root,
      h(
        "form",
        { class: "setup", novalidate: true, onsubmit: (event) => this.submit(event) },
        this.head(),
        this.people(),
        this.record ? null : this.options(),
        this.rareOptions(),
        h(
          "div",
          { class: "setup-end" },
          h("p", { class: "problem", role: "alert" }, this.problem),
          h("button", { class: "button primary large", data: { key: "go" }, disabled: this.busy }, icon("play"), say(this.seats.some((seat) => seat.kind === "friend") ? "page.lobby-set-friends" : "page.lobby-set")),
        ),
      ),
    );
  };

  head() {
    const { game, record, say } = this;
    return h(
      "header",
      { class: "setup-head" },
      this.picture,
      h(
        "div",
        {},
        h("a", { class: "back", href: "/", data: { key: "back" } }, icon("back"), say("page.app-home")),
        h("h1", {}, game.name),
        h("p", { class: "brief" }, record ? say("page.lobby-on-text", { count: record.moves.length }) : game.brief),
      ),
    );
  }

  people() {
    const { app, game, seats, say } = this;
    const changes = { changed: this.draw, named: () => rename(this.root, app, this.seats) };
    return h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, say("page.lobby-people")),
      this.record ? null : this.howMany(),
      this.players > 1 ? this.plans() : null,
      h("ol", { class: "seat-list" }, seats.map((_, seat) => seatRow(app, game, seats, seat, changes))),
      this.players > 1 ? this.flag("shuffle", say("page.lobby-shuffle"), say("page.lobby-shuffle-text"), this.draw) : null,
      this.record && game.secrets ? this.flag("as_it_was", say("page.lobby-as-it-was"), say("page.lobby-as-it-was-text")) : null,
      this.flag("hints", say("page.lobby-hints"), say("page.lobby-hints-text")),
      this.players > 1 ? this.flag("takeover", say("page.lobby-takeover"), say("page.lobby-takeover-text")) : null,
      this.players > 1 ? this.waiting() : null,
      game.memory && this.players > 1 ? this.flag("memory", say("page.lobby-memory"), say("page.lobby-memory-text")) : null,
      this.flag("public", say("page.lobby-make-public"), say("page.lobby-make-public-text"), this.draw),
    );
  }

  howMany() {
    /** @param {number} players */
    const radio = (/** @type {number} */ players) => {
      const change = () => {
        this.players = players;
        this.draw();
      };
      const input = h("input", { type: "radio", name: "players", value: players, checked: players === this.players, data: { key: `players-${players}` }, onchange: change });
      return h("label", {}, input, h("span", { class: "numbers" }, String(players)));
    };
    return h(
      "fieldset",
      { class: "setting" },
      h("legend", {}, this.say("page.lobby-how-many")),
      h("div", { class: "switch" }, this.game.players.map(radio)),
    );
  }

  /** How long the table waits for people who drop. */
  waiting() {
    const radio = (/** @type {[string, number]} */ [label, seconds]) => {
      const input = h("input", { type: "radio", name: "patience", value: seconds, checked: seconds === this.patience, "aria-describedby": "patience-help", data: { key: `patience-${seconds}` }, onchange: () => (this.patience = seconds) });
      return h("label", {}, input, h("span", { class: "numbers" }, label));
    };
    return h(
      "fieldset",
      { class: "setting" },
      h("legend", {}, this.say("page.lobby-patience")),
      h("div", { class: "switch" }, PATIENCES.map(radio)),
      h("p", { class: "hint", id: "patience-help" }, this.say("page.lobby-patience-text")),
    );
  }

  plans() {
    const { say } = this;
    const plan = planOf(this.seats);
    return h(
      "div",
      { class: "plans", role: "group", "aria-label": say("page.lobby-plans") },
      Object.entries(PLANS).map(([kind, picture]) =>
        h(
          "button",
          { type: "button", class: "plan", "aria-pressed": String(plan === kind), data: { key: `plan-${kind}` }, onclick: () => this.follow(kind) },
          icon(picture),
          h("span", {}, say(`page.lobby-plan-${kind}`)),
        ),
      ),
    );
  }

  /** @param {"shuffle" | "as_it_was" | "hints" | "takeover" | "memory" | "public"} key @param {string} label @param {string} text @param {() => unknown} [then] */
  flag(key, label, text, then) {
    const checked = key === "hints" ? this.hinting : key === "takeover" ? this.takingOver : this[key];
    /** @param {Event & Page.Field} event */
    const change = (event) => {
      this[key] = event.target.checked;
      then?.();
    };
    return h(
      "div",
      { class: "option" },
      h(
        "label",
        { class: "flag" },
        h("input", { type: "checkbox", role: "switch", checked, "aria-describedby": `${key}-help`, data: { key }, onchange: change }),
        h("span", {}, label),
      ),
      h("p", { class: "hint", id: `${key}-help` }, text),
    );
  }

  /** @param {boolean} rarely */
  controls(rarely) {
    const { values, players, shuffle, seats } = this;
    return this.game.options
      .filter((option) => rare(option) === rarely && matters(option, players))
      .map((option) => control(this.app, option, { values, players, shuffle, seats }, this.draw));
  }

  options() {
    const all = this.controls(false);
    return all.length ? h("section", { class: "panel", "aria-labelledby": "options-title" }, h("h2", { id: "options-title" }, this.say("page.lobby-game-options")), all) : null;
  }

  rareOptions() {
    const all = this.record ? [] : this.controls(true);
    if (!all.length) return null;
    return h(
      "details",
      { class: "panel", open: this.more, ontoggle: (event) => (this.more = /** @type {HTMLDetailsElement} */ (event.target).open) },
      h("summary", { data: { key: "more" } }, this.say("page.lobby-more")),
      all,
    );
  }

  // --- What the person does

  /** Let all others be of one kind. @param {string} kind */
  follow(kind) {
    this.everybody.forEach((seat, number) => {
      if (number && (seat.kind !== kind || kind === "bot")) Object.assign(seat, { kind, name: "" });
      else if (!number) seat.kind = "me";
    });
    this.draw();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.busy) return;
    const { app, game, record, seats } = this;
    const short = record ? null : incomplete(game, this.values, this.players);
    this.problem = short ? this.say("page.lobby-subset-short", { option: short.option.label, count: short.count }) : null;
    if (short) return this.draw();
    const me = seats.find((seat) => seat.kind === "me");
    if (me?.name.trim()) app.store.name = me.name;
    const places = drawnPlaces(this.players, this.shuffle);
    const what = record ? { replay: this.replay, as_it_was: this.as_it_was } : { game: game.slug, options: sent(game, this.values, places) };
    this.busy = true;
    this.draw();
    try {
      await setTable(app, { ...what, public: this.public, hints: this.hinting, takeover: this.takingOver, patience: this.patience, memory: this.memory && this.players > 1 ? "closed" : "open", seats: this.asked(places) }, game.slug);
    } catch (error) {
      this.busy = false;
      this.problem = error.message;
      this.draw();
    }
  }

  /** Who is asked to sit where. @param {number[]} places */
  asked(places) {
    /** @type {Page.Planned[]} */
    const asked = [];
    this.seats.forEach((seat, number) => {
      const person = seat.kind === "me" || seat.kind === "here";
      asked[places[number]] = { kind: seat.kind, name: person ? shownName(this.app, this.seats, number) : "", bot: seat.kind === "bot" ? seat.bot : null };
    });
    return asked;
  }
}
