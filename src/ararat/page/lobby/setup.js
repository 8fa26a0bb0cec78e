// Setting a table: who sits where, which options, open to all or not.

import { anew } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { games, scene, setTable } from "./games.js";
import { icon } from "../drawing/icons.js";
import { control, incomplete, matters, rare, rename, sent } from "./options.js";
import { drawnPlaces, planOf, planned, seatRow, shownName } from "./seats.js";

const PLANS = { bot: "robot", here: "device", friend: "link" };

/** @param {HTMLElement} root @param {{game: string, replay: string | null}} parts @param {Page.App} app */
export async function open(root, { game: slug, replay }, app) {
  let game = await find();
  const record = replay ? await app.api("GET", `/api/replays/${replay}/record`) : null;
  const fixed = record ? record.players : null;
  /** @type {any} */
  const state = { players: fixed ?? game.usual_players, values: {}, public: false, shuffle: false, hints: null, more: false, problem: null, busy: false };
  // As many as ever can play: whoever changes the number back finds the same people again.
  const everybody = planned(game, Math.max(...game.players), "bot");
  everybody[0].name = app.store.name;
  const picture = scene(slug, { class: "setup-scene" });
  const seats = () => everybody.slice(0, state.players);
  /** @param {string} key @param {Record<string, unknown>} [values] */
  const say = (key, values) => app.words.say(key, values);
  // Unless somebody says: where one person plays with bots, it is nobody else's business.
  const hints = () => state.hints ?? seats().filter((seat) => seat.kind !== "bot").length === 1;

  async function find() {
    const found = (await games(app)).find((one) => one.slug === slug);
    if (!found) throw Object.assign(new Error(slug), { code: "lost" });
    return found;
  }

  function draw() {
    app.setTitle(game.name);
    anew(
      root,
      h(
        "form",
        { class: "setup", novalidate: true, onsubmit: (event) => submit(event) },
        h(
          "header",
          { class: "setup-head" },
          picture,
          h(
            "div",
            {},
            h("a", { class: "back", href: "/", data: { key: "back" } }, icon("back"), say("page.app-home")),
            h("h1", {}, game.name),
            h("p", { class: "brief" }, record ? say("page.lobby-on-text", { count: record.moves.length }) : game.brief),
          ),
        ),
        people(),
        record ? null : options(),
        more(),
        h(
          "div",
          { class: "setup-end" },
          h("p", { class: "problem", role: "alert" }, state.problem),
          h("button", { class: "button primary large", data: { key: "go" }, disabled: state.busy }, icon("play"), say(goText())),
        ),
      ),
    );
  }

  const goText = () => (seats().some((seat) => seat.kind === "friend") ? "page.lobby-set-friends" : "page.lobby-set");

  function people() {
    const plan = planOf(seats());
    return h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, say("page.lobby-people")),
      fixed
        ? null
        : h(
            "fieldset",
            { class: "setting" },
            h("legend", {}, say("page.lobby-how-many")),
            h("div", { class: "switch" }, game.players.map((players) => radio("players", players, String(players), players === state.players, () => (state.players = players)))),
          ),
      state.players > 1
        ? h(
            "div",
            { class: "plans", role: "group", "aria-label": say("page.lobby-plans") },
            Object.entries(PLANS).map(([kind, picture]) =>
              h(
                "button",
                { type: "button", class: "plan", "aria-pressed": String(plan === kind), data: { key: `plan-${kind}` }, onclick: () => follow(kind) },
                icon(picture),
                h("span", {}, say(`page.lobby-plan-${kind}`)),
              ),
            ),
          )
        : null,
      h(
        "ol",
        { class: "seat-list" },
        seats().map((_, seat) => seatRow(app, game, seats(), seat, { changed: draw, named: () => rename(root, app, seats()) })),
      ),
      state.players > 1
        ? flag("shuffle", say("page.lobby-shuffle"), say("page.lobby-shuffle-text"), draw)
        : null,
      flag("hints", say("page.lobby-hints"), say("page.lobby-hints-text"), () => null, hints()),
      flag("public", say("page.lobby-make-public"), say("page.lobby-make-public-text")),
    );
  }

  /** @param {string} name @param {any} value @param {string} label @param {boolean} checked @param {() => void} choose */
  function radio(name, value, label, checked, choose) {
    const change = () => {
      choose();
      draw();
    };
    return h("label", {}, h("input", { type: "radio", name, value, checked, data: { key: `${name}-${value}` }, onchange: change }), h("span", { class: "numbers" }, label));
  }

  /** @param {string} key @param {string} label @param {string} text @param {(() => unknown)} [then] @param {boolean} [checked] */
  function flag(key, label, text, then = () => null, checked = state[key]) {
    /** @param {Event & Page.Field} event */
    const change = (event) => {
      state[key] = event.target.checked;
      then();
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

  /** @param {string} kind */
  function follow(kind) {
    everybody.forEach((seat, number) => {
      if (number && (seat.kind !== kind || kind === "bot")) Object.assign(seat, { kind, name: "" });
      else if (!number) seat.kind = "me";
    });
    draw();
  }

  /** @param {boolean} rarely */
  const controls = (rarely) =>
    game.options
      .filter((option) => rare(option) === rarely && matters(option, state.players))
      .map((option) => control(app, option, { ...state, seats: seats() }, draw));

  function options() {
    const all = controls(false);
    return all.length ? h("section", { class: "panel", "aria-labelledby": "options-title" }, h("h2", { id: "options-title" }, say("page.lobby-game-options")), all) : null;
  }

  function more() {
    const all = record ? [] : controls(true);
    if (!all.length) return null;
    return h(
      "details",
      { class: "panel", open: state.more, ontoggle: (event) => (state.more = /** @type {HTMLDetailsElement} */ (event.target).open) },
      h("summary", { data: { key: "more" } }, say("page.lobby-more")),
      all,
    );
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (state.busy) return;
    const short = record ? null : incomplete(game, state.values, state.players);
    state.problem = short ? say("page.lobby-subset-short", { option: short.option.label, count: short.count }) : null;
    if (short) return draw();
    const me = seats().find((seat) => seat.kind === "me");
    if (me?.name.trim()) app.store.name = me.name;
    const places = drawnPlaces(state.players, state.shuffle);
    /** @type {Page.Planned[]} */
    const asked = [];
    seats().forEach((seat, number) => {
      const person = seat.kind === "me" || seat.kind === "here";
      asked[places[number]] = { kind: seat.kind, name: person ? shownName(app, seats(), number) : "", bot: seat.kind === "bot" ? seat.bot : null };
    });
    const what = record ? { replay } : { game: slug, options: sent(game, state.values, places) };
    state.busy = true;
    draw();
    try {
      await setTable(app, { ...what, public: state.public, hints: hints(), seats: asked }, slug);
    } catch (error) {
      state.busy = false;
      state.problem = error.message;
      draw();
    }
  }

  draw();
  return app.onLanguage(async () => {
    state.problem = null;
    game = await find().catch(() => game);
    if (root.isConnected) draw();
  });
}
