// How to play a game: a page to read on a phone or to print on two sides, with a worked example.

import { anew } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { learn } from "../app/learning.js";
import { picture } from "../drawing/pictures.js";
import { Game } from "../stage/game.js";

/** @param {HTMLElement} root @param {{game: string}} parameters @param {Page.App} app */
export async function open(root, { game: slug }, app) {
  const game = new Game(slug, app);
  await game.load();

  /** @param {string} start */
  const steps = (start) => {
    const told = [];
    for (let number = 1; game.words.has(`${start}.${number}`); number += 1) {
      const key = `${start}.${number}`;
      told.push(h("li", {}, game.words.say(key), game.pictures[key] ? picture(game.pictures[key]) : null));
    }
    return told.length ? h("ol", { class: "how-steps" }, told) : null;
  };

  function draw() {
    const { words } = app;
    const example = steps("example");
    const fresh = game.facts.first_match && !app.store.hasPlayed(slug);
    app.setTitle(`${game.name}: ${words.say("page.how-title")}`);
    anew(
      root,
      h(
        "article",
        { class: "how panel" },
        h("h1", {}, game.name, h("span", { class: "how-title" }, words.say("page.how-title"))),
        h("p", { class: "how-brief" }, game.facts.brief),
        steps("how"),
        example ? h("section", {}, h("h2", {}, words.say("page.how-example")), example) : null,
        h("p", { class: "hint" }, words.say("page.how-more")),
        h(
          "p",
          { class: "row how-ways" },
          // Whoever reads this for the first time learns it by playing; the others set a table.
          fresh ? h("button", { type: "button", class: "button primary", data: { key: `learn-${slug}` }, onclick: () => learn(app, slug).catch((problem) => app.tell(problem.message)) }, icon("play"), words.say("page.lobby-learn")) : null,
          h("a", { class: fresh ? "button" : "button primary", href: `/new/${slug}` }, icon("play"), words.say("page.lobby-play")),
          h("button", { type: "button", class: "button", onclick: () => print() }, words.say("page.how-print")),
        ),
      ),
    );
  }

  draw();
  return app.onLanguage(() => game.speak().then(draw, (error) => app.tell(error.message)));
}
