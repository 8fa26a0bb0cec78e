// The middle of the table: the board, or what stands there before there is one.

import { h } from "../drawing/dom.js";
import { Stage } from "../stage/stage.js";
import { called } from "./seating.js";
import { Preparing, WaitingRoom } from "./waiting.js";

/** @type {Record<string, number>} */
const SPEEDS = { quick: 1.6, instant: 6 };

export class Sea {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.waitingRoom = new WaitingRoom(t);
    this.preparing = new Preparing(t);
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {string | null} */
    this.drawn = null;
  }

  get element() {
    return this.t.surround.sea;
  }

  /** Nothing was heard yet: the game may be being prepared. */
  wait() {
    this.put(this.preparing.element);
    this.preparing.begin();
  }

  /** @param {Page.Message} message @param {boolean} active @param {Page.Entry[]} last */
  draw(message, active, last) {
    if (message.view || message.status === "waiting") this.preparing.end();
    if (message.view) {
      this.board(message, active, last);
      return;
    }
    if (this.stage) this.clear();
    if (message.status === "waiting") {
      this.put(this.waitingRoom.element);
      this.waitingRoom.draw(message);
    } else this.wait();
  }

  /** @param {Element} element */
  put(element) {
    if (element.parentNode !== this.element) this.element.replaceChildren(element);
  }

  /** @param {Page.Message} message @param {boolean} active @param {Page.Entry[]} last */
  board(message, active, last) {
    const { t } = this;
    const key = JSON.stringify([message.number, message.seat, active, message.names, message.over, t.app.language, message.turn]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (!t.game.create) {
      this.element.replaceChildren(h("p", { class: "no-board" }, t.say("no-board")));
      if (t.surround.tab === "log") t.surround.choose("moves");
      return;
    }
    try {
      this.stage ??= this.staged();
      this.stage.speed = SPEEDS[t.app.store.speed] ?? 1;
      this.stage.show({
        view: message.view,
        sheet: message.sheet,
        gauges: message.gauges,
        seat: message.seat,
        names: message.names,
        called: called(t, message),
        moves: active ? message.moves : null,
        offer: active ? message.offer : null,
        active,
        last,
        number: message.number,
        over: Boolean(message.over),
      });
    } catch (problem) {
      // The list of moves still works.
      console.error(problem);
      t.tell(t.say("no-board"));
    }
  }

  staged() {
    const { t } = this;
    const { surround, game } = t;
    const root = h("section", { class: `board board-${game.slug}`, tabindex: "-1", "aria-label": t.say("board") });
    this.element.replaceChildren(root);
    /** @type {Page.Link} */
    const link = { play: (move) => t.play(move), test: (move) => t.test(move) };
    return new Stage({ root, bar: surround.bar, toast: surround.toast, create: game.create, words: game.words, pieces: game.pieces, link, onRule: (id) => t.showRule(id) });
  }

  /** Another seat looks: the board begins anew, and what it remembers is gone. */
  forget() {
    this.stage = null;
    this.drawn = null;
  }

  clear() {
    this.forget();
    this.element.replaceChildren();
    this.t.surround.bar.replaceChildren();
  }
}
