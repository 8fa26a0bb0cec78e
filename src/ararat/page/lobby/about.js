// About: whose games these are, and who drew what.

import { anew } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { games, scene, span } from "./games.js";
import { icon } from "../drawing/icons.js";

/** @param {HTMLElement} root @param {object} _parameters @param {Page.App} app */
export async function open(root, _parameters, app) {
  let version = "";
  let turn = 0;

  async function draw() {
    const mine = ++turn;
    const list = await games(app);
    if (mine !== turn) return;
    /** @param {string} key @param {Record<string, unknown>} [values] */
    const say = (key, values) => app.words.say(key, values);
    app.setTitle(say("page.app-about"));
    anew(
      root,
      h(
        "div",
        { class: "about" },
        h("h1", {}, say("page.app-about-title")),
        h("p", { class: "lead" }, say("page.app-about-text")),
        list.map((game) => chapter(game)),
        h(
          "section",
          { class: "panel", "aria-labelledby": "art-title" },
          h("h2", { id: "art-title" }, say("page.app-art-title")),
          h("p", {}, say("page.app-art-animals")),
          h("p", {}, say("page.app-art-own")),
          h("p", {}, say("page.app-art-fonts")),
          h("p", {}, say("page.app-privacy")),
          version ? h("p", { class: "hint" }, say("page.app-version", { version })) : null,
        ),
      ),
    );
  }

  /** @param {Page.Facts} game */
  function chapter(game) {
    const id = `about-${game.slug}`;
    /** @param {string} key @param {Record<string, unknown>} [values] */
    const say = (key, values) => app.words.say(key, values);
    return h(
      "section",
      { class: "panel chapter", "aria-labelledby": id },
      scene(game.slug, { class: "chapter-scene", loading: "lazy" }),
      h(
        "div",
        { class: "chapter-text" },
        h("h2", { id }, game.name),
        h(
          "p",
          { class: "facts" },
          h("span", {}, icon("people"), say("page.lobby-players", { players: span(game.players), count: Math.max(...game.players) })),
          h("span", {}, icon("clock"), say("page.lobby-minutes", { minutes: game.minutes })),
        ),
        h("p", { class: "credits" }, game.credits),
        h("p", {}, game.independent),
        h(
          "p",
          { class: "row" },
          h("a", { class: "button", href: `/new/${game.slug}` }, icon("play"), say("page.lobby-play")),
          h("a", { class: "button", href: `/how/${game.slug}` }, say("page.how-title")),
        ),
      ),
    );
  }

  await draw();
  app
    .api("GET", "/api/health")
    .then((health) => {
      version = health.version ?? "";
      return draw();
    })
    .catch(() => {});
  return app.onLanguage(() => draw().catch((error) => app.tell(error.message)));
}
