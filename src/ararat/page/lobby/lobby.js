// The lobby: choose a game, go back to a table, sit down at somebody's.

import { Cards } from "./cards.js";
import { Devices } from "./devices.js";
import { h } from "../drawing/dom.js";
import { file } from "../drawing/files.js";
import { every } from "../drawing/anew.js";
import { scrolling } from "../drawing/motion.js";
import { games } from "./games.js";
import { icon } from "../drawing/icons.js";
import { MyTables, PublicTables } from "./tables.js";
import { Upload } from "./upload.js";
import { waves } from "../drawing/waves.js";

/** @param {HTMLElement} root @param {object} _parameters @param {Page.App} app */
export function open(root, _parameters, app) {
  const title = h("h1", {});
  const text = h("p", { class: "hero-text" });
  const call = h("a", { class: "button call", href: "#mine", hidden: true, onclick: (event) => toMine(event) });
  const heading = h("h2", { class: "hidden-text", id: "games-title" });
  const cards = new Cards(app);
  const open = new PublicTables(app);
  const upload = new Upload(app);
  const devices = new Devices(app);
  let news = { running: 0, turn: false };
  const mine = new MyTables(app, (told) => {
    news = told;
    drawCall();
  });

  function drawCall() {
    call.hidden = !news.running;
    call.classList.toggle("turn", news.turn);
    const key = news.turn ? "page.lobby-call-turn" : "page.lobby-call";
    call.replaceChildren(icon("play"), app.words.say(key, { count: news.running }));
  }

  /** @param {Event} event */
  function toMine(event) {
    event.preventDefault();
    mine.root.scrollIntoView({ behavior: scrolling() });
    mine.root.querySelector("a, button")?.focus({ preventScroll: true });
  }

  root.append(
    h(
      "section",
      { class: "hero" },
      h("div", { class: "hero-words" }, title, text),
      call,
      h("img", { class: "hero-ark", src: file("page/lobby/hero.svg"), alt: "", width: 420, height: 250 }),
      waves("waves-hero"),
    ),
    h("section", { class: "games", "aria-labelledby": "games-title" }, heading, cards.root),
    h("div", { class: "under" }, mine.root, open.root, devices.root, upload.root),
  );
  cards.drawEmpty();
  upload.catchIn(root);

  async function draw() {
    const { words } = app;
    title.textContent = words.say("page.lobby-title");
    text.textContent = words.say("page.lobby-text");
    heading.textContent = words.say("page.lobby-games");
    app.setTitle(null);
    upload.draw();
    devices.draw();
    mine.draw();
    open.draw();
    drawCall();
    try {
      const list = await games(app);
      if (app.words !== words) return;
      cards.draw(list);
      mine.draw(list);
      open.draw(list);
    } catch (error) {
      app.tell(error.message);
    }
  }

  draw();
  const endings = [
    app.onLanguage(draw),
    app.onOnline(draw),
    app.store.onChange(() => {
      mine.draw();
      open.draw();
    }),
    cards.watch(),
    () => devices.reach.end(),
    every(4, () => open.load()),
    every(8, () => mine.load()),
  ];
  return () => endings.forEach((end) => end());
}
