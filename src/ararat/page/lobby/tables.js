// Lists of tables: those I was at, and those where anybody may sit down.

import { anew } from "../drawing/anew.js";
import { ask } from "../app/ask.js";
import { h, seatName } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { scene, sitDown } from "./games.js";

const SHOWN = 6;

/** One table in a list.
 * @param {Page.App} app @param {{game: string, slug: string, seats: any[], names?: string[], status: string, tone: string, buttons: Page.Child, key: string, continued?: Page.Continued}} parts */
function row(app, { game, slug, seats, names, status, tone, buttons, key, continued = null }) {
  return h(
    "li",
    { class: "table-row", data: { table: key } },
    scene(slug, { class: "thumb", width: 80, height: 50 }),
    h(
      "div",
      { class: "table-text" },
      h("p", { class: "table-game" }, h("strong", {}, game), h("span", { class: `state ${tone}` }, status), continued ? h("span", { class: "state over" }, app.words.say(`page.lobby-continued-${continued}`)) : null),
      h(
        "p",
        { class: "table-seats" },
        seats.map((seat) => (seat.kind === "open" ? openSeat(app, seat) : seatName(seat.seat, names?.[seat.seat] ?? seat.name))),
      ),
    ),
    h("div", { class: "table-buttons" }, buttons),
  );
}

/** @param {Page.App} app @param {Page.Seat} seat */
function openSeat(app, seat) {
  const element = seatName(seat.seat, app.words.say("page.lobby-open-seat"));
  element.classList.add("open");
  return element;
}

/** @param {string} href @param {string} key @param {string} picture @param {string} text @param {boolean} [primary] */
const linkTo = (href, key, picture, text, primary = false) => h("a", { class: `button small${primary ? " primary" : ""}`, href, data: { key } }, icon(picture), text);

/** The public tables, refreshed from outside by `load()`. */
export class PublicTables {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    /** @type {Page.Summary[] | null} */
    this.list = null;
    this.last = "";
    this.busy = false;
    this.root = h("section", { class: "panel tables", "aria-labelledby": "public-tables" });
  }

  async load() {
    try {
      this.list = await this.app.api("GET", "/api/tables");
    } catch {
      return;
    }
    this.draw();
  }

  /** @param {Page.Facts[]} [games] */
  draw(games = this.games) {
    this.games = games;
    const { app } = this;
    const mine = new Set(app.store.tables().filter((entry) => entry.seats.length).map((entry) => entry.table));
    const now = JSON.stringify([app.language, this.list, games?.length, [...mine]]);
    // Nothing new: leave what the person may be reading or pressing alone.
    if (now === this.last) return;
    this.last = now;
    /** @param {string} key @param {Record<string, unknown>} [values] */
    const say = (key, values) => app.words.say(key, values);
    const shown = (this.list ?? []).filter((summary) => !mine.has(summary.table)).slice(0, 30);
    anew(
      this.root,
      h("h2", { id: "public-tables" }, say("page.lobby-public")),
      shown.length
        ? h("ul", { class: "table-list" }, shown.map((summary) => this.row(summary)))
        : h("p", { class: "nothing" }, say(this.list ? "page.lobby-public-none" : "page.lobby-loading")),
    );
  }

  /** @param {Page.Summary} summary */
  row(summary) {
    const { app } = this;
    const open = summary.seats.some((seat) => seat.kind === "open");
    return row(app, {
      key: summary.table,
      slug: summary.game,
      game: gameName(this.games, summary.game),
      seats: summary.seats,
      names: summary.names,
      status: app.words.say(`page.lobby-status-${summary.status}`),
      tone: summary.status,
      continued: summary.continued,
      buttons: [
        open
          ? h(
              "button",
              { type: "button", class: "button small primary", data: { key: `sit-${summary.table}` }, onclick: () => this.sit(summary) },
              icon("chair"),
              app.words.say("page.lobby-sit"),
            )
          : null,
        linkTo(`/t/${summary.table}`, `watch-${summary.table}`, "eye", app.words.say("page.lobby-watch")),
      ],
    });
  }

  /** @param {Page.Summary} summary */
  async sit(summary) {
    if (this.busy) return;
    this.busy = true;
    try {
      await sitDown(this.app, summary);
    } catch (error) {
      this.app.tell(error.message);
      this.load();
    }
    this.busy = false;
  }
}

/** The tables this browser sat at. */
export class MyTables {
  /** @param {Page.App} app @param {(news: {running: number, turn: boolean}) => void} told */
  constructor(app, told) {
    this.app = app;
    this.told = told; // called with how many run and whether it is my turn at one
    /** @type {Map<string, Page.Summary>} */
    this.summaries = new Map();
    this.all = false;
    this.spoken = ""; // in which language the names are known
    this.last = "";
    this.root = h("section", { class: "panel tables", "aria-labelledby": "my-tables", id: "mine" });
  }

  shown() {
    const tables = this.app.store.tables();
    return this.all ? tables : tables.slice(0, SHOWN);
  }

  async load() {
    const { language } = this.app;
    await Promise.all(
      this.shown().map(async ({ table, seats }) => {
        // A match that is over stays as it is.
        if (this.summaries.get(table)?.status === "over" && this.spoken === language) return;
        try {
          this.summaries.set(table, await this.app.api("GET", `/api/tables/${table}`, null, seats[0]?.token));
        } catch (error) {
          if (error.status === 404) this.summaries.set(table, /** @type {Page.Summary} */ ({ status: "gone" }));
        }
      }),
    );
    this.spoken = language;
    this.draw();
  }

  /** @param {Page.Facts[]} [games] */
  draw(games = this.games) {
    this.games = games;
    const { app } = this;
    const tables = app.store.tables();
    const shown = this.shown();
    const now = JSON.stringify([app.language, games?.length, tables.map((entry) => entry.table), shown.map((entry) => this.summaries.get(entry.table) ?? null)]);
    if (now === this.last) return;
    this.last = now;
    this.root.hidden = !tables.length;
    anew(
      this.root,
      h("h2", { id: "my-tables" }, app.words.say("page.lobby-mine")),
      h("ul", { class: "table-list" }, shown.map((entry) => this.row(entry))),
      shown.length < tables.length
        ? h(
            "button",
            { type: "button", class: "button small", data: { key: "mine-more" }, onclick: () => this.showAll() },
            app.words.say("page.lobby-mine-more", { count: tables.length - shown.length }),
          )
        : null,
    );
    const states = shown.map((entry) => this.state(entry));
    this.told({ running: states.filter((state) => ["playing", "waiting", "turn"].includes(state)).length, turn: states.includes("turn") });
  }

  showAll() {
    this.all = true;
    this.load();
  }

  /** turn, playing, waiting, over, gone, or null while it is not known. @param {Page.Kept} kept */
  state({ table, seats }) {
    const summary = this.summaries.get(table);
    if (!summary) return null;
    const mine = seats.filter((entry) => !entry.lost).map((entry) => entry.seat);
    return summary.status === "playing" && mine.includes(summary.turn) ? "turn" : summary.status;
  }

  /** @param {Page.Kept} entry */
  row(entry) {
    const { app } = this;
    const summary = this.summaries.get(entry.table);
    const state = this.state(entry);
    /** @param {string} key @param {Record<string, unknown>} [values] */
    const say = (key, values) => app.words.say(key, values);
    const { table } = entry;
    return row(app, {
      key: table,
      slug: entry.game,
      game: gameName(this.games, entry.game),
      seats: summary?.seats ?? entry.seats,
      names: summary?.names,
      status: state === "over" ? this.result(summary, entry) : say(`page.lobby-status-${state ?? "unknown"}`),
      tone: state ?? "unknown",
      continued: summary?.continued,
      buttons: [
        state === "over"
          ? linkTo(`/t/${table}/replay`, `replay-${table}`, "film", say("page.lobby-replay"))
          : state === "gone"
            ? null
            : linkTo(`/t/${table}`, `continue-${table}`, "play", say("page.lobby-continue"), state === "turn"),
        h(
          "button",
          {
            type: "button",
            class: "button small round",
            "aria-label": say("page.lobby-forget", { game: gameName(this.games, entry.game) }),
            title: say("page.lobby-forget", { game: gameName(this.games, entry.game) }),
            data: { key: `forget-${table}` },
            onclick: () => this.forget(entry, state),
          },
          icon("cross"),
        ),
      ],
    });
  }

  /** @param {Page.Summary} summary @param {Page.Kept} entry */
  result(summary, entry) {
    const winners = summary.winners ?? [];
    if (!winners.length) return this.app.words.say("page.lobby-status-over");
    const mine = entry.seats.find((seat) => winners.includes(seat.seat) && seat.kind === "me");
    if (mine) return this.app.words.say("page.lobby-status-won");
    const names = winners.map((seat) => summary.names[seat]);
    return this.app.words.say("page.lobby-status-winner", { names: this.app.words.enumerate(names), count: names.length });
  }

  /** @param {Page.Kept} entry @param {string | null} state */
  async forget(entry, state) {
    const { words } = this.app;
    // Whoever forgets a running table loses the seat for good.
    if (state !== "over" && state !== "gone" && !(await ask(this.app, words.say("page.lobby-forget-sure"), words.say("page.lobby-forget-yes")))) return;
    this.app.store.forget(entry.table);
    this.draw();
    if (this.root.hidden) this.root.closest("main")?.focus({ preventScroll: true });
  }
}

/** @param {Page.Facts[] | undefined} games @param {string} slug */
function gameName(games, slug) {
  return games?.find((game) => game.slug === slug)?.name ?? "…";
}
