// A record from a file: to look at again, or to play on where it stopped.

import { anew } from "../drawing/anew.js";
import { h } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";

const MOST = 1024 * 1024;

export class Upload {
  /** @param {Page.App} app */
  constructor(app) {
    this.app = app;
    this.found = null; // {replay, game}: an unfinished match, and what can be done with it
    this.problem = null;
    this.busy = false;
    this.root = h("section", { class: "panel upload", "aria-labelledby": "upload-title" });
  }

  /** A file may be dropped anywhere on this part of the page: missing the panel would leave the page.
   * @param {HTMLElement} place */
  catchIn(place) {
    place.addEventListener("dragover", (event) => this.over(event));
    place.addEventListener("drop", (event) => this.dropped(event));
    place.addEventListener("dragleave", (event) => {
      if (!place.contains(/** @type {Node | null} */ (event.relatedTarget))) this.root.classList.remove("over");
    });
  }

  draw() {
    /** @param {string} key */
    const say = (key) => this.app.words.say(key);
    const input = h("input", {
      type: "file",
      id: "upload-file",
      class: "hidden-text",
      accept: ".json,.ararat,application/json",
      data: { key: "upload" },
      onchange: (event) => this.take(event.target.files[0]),
    });
    anew(
      this.root,
      h("h2", { id: "upload-title" }, say("page.lobby-upload")),
      h("p", {}, say("page.lobby-upload-text")),
      h("p", { class: "row" }, input, h("label", { class: "button", for: "upload-file" }, icon("upload"), say(this.busy ? "page.lobby-loading" : "page.lobby-upload-choose"))),
      h("div", { role: "status" }, this.problem ? h("p", { class: "problem" }, this.problem) : null, this.found ? this.offer() : null),
    );
  }

  offer() {
    /** @param {string} key */
    const say = (key) => this.app.words.say(key);
    const { replay, game } = this.found;
    return [
      h("p", {}, say("page.lobby-upload-unfinished")),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", href: `/r/${replay}`, data: { key: "upload-look" } }, icon("film"), say("page.lobby-replay")),
        h("a", { class: "button primary", href: `/new/${game}?replay=${replay}`, data: { key: "upload-on" } }, icon("play"), say("page.lobby-play-on")),
      ),
    ];
  }

  /** @param {DragEvent} event */
  over(event) {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    this.root.classList.add("over");
  }

  /** @param {DragEvent} event */
  dropped(event) {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    this.root.classList.remove("over");
    this.root.scrollIntoView({ block: "nearest" });
    this.take(event.dataTransfer.files[0]);
  }

  /** @param {File | undefined} file */
  async take(file) {
    if (!file || this.busy) return;
    this.busy = true;
    this.problem = null;
    this.found = null;
    this.draw();
    try {
      await this.send(file);
    } catch (error) {
      this.problem = error.message;
    }
    this.busy = false;
    if (this.root.isConnected) this.draw();
  }

  /** @param {File} file */
  async send(file) {
    const { app } = this;
    if (file.size > MOST) throw new Error(app.words.say("page.lobby-upload-large"));
    // Sent as it is: a seed has more digits than a number of JavaScript can hold.
    const text = await file.text();
    let record;
    try {
      record = JSON.parse(text);
    } catch {
      throw new Error(app.words.say("page.lobby-upload-no-record"));
    }
    const { replay } = await app.api("POST", "/api/replays", text);
    const { over } = await app.api("GET", `/api/replays/${replay}/frames?from=0&count=1`);
    if (over) app.go(`/r/${replay}`);
    else this.found = { replay, game: record.game };
  }
}
