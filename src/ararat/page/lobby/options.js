// The options of a game as controls that a family understands.

import { h } from "../drawing/dom.js";
import { shownName } from "./seats.js";

/** Whether an option makes a difference for so many players. @param {Page.Option} option @param {number} players */
export const matters = (option, players) => !option.matters || option.matters.includes(players);

/** Whether it is one of the rarer ones, behind "more". @param {Page.Option} option */
export const rare = (option) => option.kind === "seat" || option.kind === "subset";

/** How many a subset needs. @param {Page.Option} option @param {number} players */
const needed = (option, players) => Number(option.counts?.[players] ?? 0);

/** What is sent: the options that matter and were chosen. places: where each seat of the form is at the table.
 * @param {Page.Facts} game @param {Record<string, any>} values @param {number[]} places */
export function sent(game, values, places) {
  const chosen = game.options.filter((option) => matters(option, places.length) && option.name in values);
  const possible = chosen.filter((option) => option.kind !== "seat" || values[option.name] < places.length);
  return Object.fromEntries(possible.map(({ name, kind }) => [name, kind === "seat" ? places[values[name]] : values[name]]));
}

/** The first subset that has not the number it needs, or null.
 * @param {Page.Facts} game @param {Record<string, any>} values @param {number} players */
export function incomplete(game, values, players) {
  const option = game.options.find(
    (one) => one.kind === "subset" && matters(one, players) && Array.isArray(values[one.name]) && values[one.name].length !== needed(one, players),
  );
  return option ? { option, count: needed(option, players) } : null;
}

/** What is known of an option while its control is made.
 * @typedef {{values: Record<string, any>, seats: Page.Planned[], players: number, shuffle: boolean}} Setting
 * @typedef {{app: Page.App, option: Page.Option, state: Setting, changed: () => void, id: string, value: any,
 *   set: (value: any) => void, help: Element | null, described: string | null}} Control */

const CONTROLS = { choice, flag, seat, subset };

/** The control of one option. state: the setting of the table; changed() redraws all.
 * @param {Page.App} app @param {Page.Option} option @param {Setting} state @param {() => void} changed */
export function control(app, option, state, changed) {
  const { values } = state;
  const id = `option-${option.name}`;
  const value = option.name in values ? values[option.name] : option.default;
  /** @param {any} next */
  const set = (/** @type {any} */ next) => (values[option.name] = next);
  const help = option.text ? h("p", { class: "hint", id: `${id}-help` }, option.text) : null;
  return CONTROLS[option.kind]({ app, option, state, changed, id, value, set, help, described: help ? `${id}-help` : null });
}

/** One of several. @param {Control} control */
function choice({ option, id, value, set, help, described }) {
  return h(
    "fieldset",
    { class: "option", "aria-describedby": described },
    h("legend", {}, option.label),
    h(
      "div",
      { class: "switch wrap" },
      option.values.map((entry) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: id,
            value: String(entry.value),
            checked: entry.value === value,
            data: { key: `${id}-${entry.value}` },
            onchange: () => set(entry.value),
          }),
          h("span", {}, entry.label),
        ),
      ),
    ),
    help,
  );
}

/** Yes or no. @param {Control} control */
function flag({ option, id, value, set, help, described }) {
  return h(
    "div",
    { class: "option" },
    h(
      "label",
      { class: "flag" },
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: Boolean(value),
        "aria-describedby": described,
        data: { key: id },
        onchange: (event) => set(event.target.checked),
      }),
      h("span", {}, option.label),
    ),
    help,
  );
}

/** One of the seats. @param {Control} control */
function seat({ app, option, state, id, value, set, help, described }) {
  // Whoever has not been named, while the seats are drawn by lot, is whoever the lot puts there.
  const lot = state.shuffle && !(option.name in state.values);
  return h(
    "div",
    { class: "option" },
    h("label", { class: "option-label", for: id }, option.label),
    h(
      "select",
      { id, class: "field", "aria-describedby": described, data: { key: id }, onchange: (event) => choose(event.target.value) },
      state.shuffle ? h("option", { value: "lot", selected: lot }, app.words.say("page.lobby-by-lot")) : null,
      Array.from({ length: state.players }, (_, number) =>
        h("option", { value: number, selected: !lot && number === value, data: { named: number } }, seatText(app, state.seats, number)),
      ),
    ),
    help,
  );

  /** @param {string} answer */
  function choose(answer) {
    if (answer === "lot") delete state.values[option.name];
    else set(Number(answer));
  }
}

/** As many of several as are needed, or drawn by lot. @param {Control} control */
function subset({ app, option, state, changed, id, value, set, help, described }) {
  const chosen = Array.isArray(value) ? value : null;
  const count = needed(option, state.players);
  const tally = h("p", { class: "tally numbers", role: "status" });
  const boxes = option.values.map((entry) =>
    h("input", {
      type: "checkbox",
      value: String(entry.value),
      checked: Boolean(chosen?.includes(entry.value)),
      data: { key: `${id}-${entry.value}` },
      onchange: () => {
        set(option.values.filter((_, place) => boxes[place].checked).map((one) => one.value));
        drawTally();
      },
    }),
  );
  const drawTally = () => {
    const now = boxes.filter((box) => box.checked).length;
    tally.textContent = app.words.say("page.lobby-tally", { chosen: now, count });
    tally.classList.toggle("full", now === count);
    for (const box of boxes) box.disabled = !box.checked && now >= count;
  };
  /** @param {boolean} own */
  const way = (own) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: id,
        checked: own === Boolean(chosen),
        data: { key: `${id}-${own ? "own" : "lot"}` },
        onchange: () => {
          set(own ? option.values.slice(0, count).map((entry) => entry.value) : null);
          changed();
        },
      }),
      h("span", {}, app.words.say(own ? "page.lobby-choose-own" : "page.lobby-by-lot")),
    );
  if (chosen) drawTally();
  return h(
    "fieldset",
    { class: "option", "aria-describedby": described },
    h("legend", {}, option.label),
    h("div", { class: "switch wrap" }, way(false), way(true)),
    help,
    chosen
      ? [tally, h("div", { class: "boxes" }, option.values.map((entry, place) => h("label", { class: "box" }, boxes[place], h("span", {}, entry.label))))]
      : null,
  );
}

/** @param {Page.App} app @param {Page.Planned[]} seats @param {number} number */
const seatText = (app, seats, number) => app.words.say("page.lobby-seat-named", { number: number + 1, name: shownName(app, seats, number) });

/** Seat options name the seats: say their names anew while one is being written.
 * @param {HTMLElement} root @param {Page.App} app @param {Page.Planned[]} seats */
export function rename(root, app, seats) {
  for (const option of root.querySelectorAll("option[data-named]")) option.textContent = seatText(app, seats, Number(option.dataset.named));
}
