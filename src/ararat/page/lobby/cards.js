// The four games as cards: a picture, a sentence, and the way to the table.

import { h } from "../drawing/dom.js";
import { every } from "../drawing/anew.js";
import { icon } from "../drawing/icons.js";
import { learn } from "../app/learning.js";
import { firstTable, scene, setTable, span, usualTable } from "./games.js";

export class Cards {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    this.root = h("div", { class: "cards" });
    this.health = null;
    this.busy = false;
  }

  /** @param {Page.Facts[]} games */
  draw(games) {
    this.root.replaceChildren(...games.map((game) => this.card(game)));
    this.drawHealth();
  }

  /** @param {Page.Facts} game */
  card(game) {
    const { words } = this.app;
    const id = `game-${game.slug}`;
    return h(
      "article",
      { class: "card", "aria-labelledby": id, data: { game: game.slug } },
      h(
        "div",
        { class: "scene" },
        scene(game.slug),
        h("div", { class: "preparing", hidden: true }),
      ),
      h(
        "div",
        { class: "card-text" },
        h("h3", { id }, game.name),
        h(
          "p",
          { class: "facts" },
          h("span", {}, icon("people"), words.say("page.lobby-players", { players: span(game.players), count: Math.max(...game.players) })),
          h("span", {}, icon("clock"), words.say("page.lobby-minutes", { minutes: game.minutes })),
        ),
        h("p", { class: "brief" }, game.brief, " ", h("a", { class: "how-link", href: `/how/${game.slug}`, "aria-describedby": id, data: { key: `how-${game.slug}` } }, words.say("page.how-title"))),
        h(
          "div",
          { class: "card-buttons" },
          h(
            "button",
            { type: "button", class: "button primary play", "aria-describedby": id, data: { key: `play-${game.slug}` }, onclick: () => this.play(game) },
            icon("play"),
            words.say("page.lobby-play"),
          ),
          this.first(game),
          h(
            "a",
            { class: "button", href: `/new/${game.slug}`, "aria-describedby": id, data: { key: `options-${game.slug}` } },
            icon("sliders"),
            words.say("page.lobby-options"),
          ),
        ),
      ),
    );
  }

  /** For whoever has never played it here: taught by playing, or a short match. @param {Page.Facts} game */
  first(game) {
    const { words, store } = this.app;
    if (!game.first_match || store.hasPlayed(game.slug)) return null;
    const id = `game-${game.slug}`;
    const under = store.tables().some((entry) => entry.game === game.slug && entry.teaching);
    return [
      h("button", { type: "button", class: "button learn", "aria-describedby": id, data: { key: `learn-${game.slug}` }, onclick: () => this.busily(() => learn(this.app, game.slug)) }, icon("play"), words.say(under ? "page.lobby-learn-on" : "page.lobby-learn")),
      h("button", { type: "button", class: "button short", "aria-describedby": id, data: { key: `short-${game.slug}` }, onclick: () => this.busily(() => setTable(this.app, firstTable(this.app, game), game.slug)) }, icon("clock"), words.say("page.lobby-short")),
    ];
  }

  /** Skeletons of the cards, so that nothing jumps when they come. */
  drawEmpty() {
    this.root.replaceChildren(...Array.from({ length: 4 }, () => h("div", { class: "card empty", "aria-hidden": "true" }, h("div", { class: "scene" }), h("div", { class: "card-text" }))));
  }

  /** @param {Page.Facts} game */
  play(game) {
    return this.busily(() => setTable(this.app, usualTable(this.app, game), game.slug));
  }

  /** @param {() => Promise<void>} set */
  async busily(set) {
    if (this.busy) return;
    this.busy = true;
    this.root.classList.add("busy");
    try {
      await set();
    } catch (error) {
      this.app.tell(error.message);
    }
    this.root.classList.remove("busy");
    this.busy = false;
  }

  /** Follow how far the rules are prepared, until all are; returns what ends it. */
  watch() {
    return every(1.5, async () => {
      try {
        this.health = await this.app.api("GET", "/api/health");
      } catch {
        return true;
      }
      this.drawHealth();
      return !Object.values(this.health.games).every((game) => game.ready);
    });
  }

  drawHealth() {
    for (const card of this.root.querySelectorAll(".card[data-game]")) {
      const state = this.health?.games?.[card.dataset.game];
      const place = card.querySelector(".preparing");
      place.hidden = !state || state.ready;
      if (place.hidden) {
        place.replaceChildren();
        continue;
      }
      const text = this.app.words.say("page.lobby-preparing", { done: state.done, total: state.total });
      place.replaceChildren(h("span", {}, text), h("progress", { max: state.total || 1, value: state.done, "aria-label": text }));
    }
  }
}
