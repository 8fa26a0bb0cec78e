// What the coach thinks of a match that is over: asked for once, then fetched piece by piece while it grows.

import { anew } from "../drawing/anew.js";
import { chart } from "./chart.js";
import { percent, tipLine } from "../stage/chances.js";
import { h, seatName } from "../drawing/dom.js";
import { icon } from "../drawing/glyphs.js";

const BEAT = 1000;
const MOST_TURNS = 12;

export class Analysis {
  /** replay: the page that it belongs to, with `source`, `token`, `say`, `frameSay`, `frames`, `position` and `go`.
   * @param {Page.Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.element = h("div", { class: "analysis" });
    /** @type {Page.Analysed | null} */
    this.state = null;
    /** @type {string | null} */
    this.problem = null;
    this.wanted = false; // somebody here asked for it
    this.drawn = "";
  }

  /** See whether there is one already. */
  async look() {
    await this.ask("GET", `?since=0`);
  }

  /** Another language: all that was told is told anew. */
  async again() {
    if (!this.state) return;
    this.state = null;
    this.drawn = ""; // the same judgements, in other words
    await this.look();
  }

  async begin() {
    this.wanted = true;
    await this.ask("POST", "");
  }

  /** @param {string} method @param {string} query */
  async ask(method, query) {
    const { app, source, token } = this.replay;
    const wish = (this.wish = {});
    clearTimeout(this.timer);
    try {
      const told = await app.api(method, `${source}/analysis${query}`, method === "POST" ? {} : null, token);
      if (wish !== this.wish || this.replay.closed) return;
      const before = this.state?.judgements.slice(0, told.since) ?? [];
      this.state = { ...told, judgements: [...before, ...told.judgements] };
      this.problem = null;
    } catch (problem) {
      if (wish !== this.wish || this.replay.closed) return;
      this.problem = problem.message;
      if (problem.code !== "offline") this.wanted = false;
    }
    this.draw();
    this.follow();
  }

  /** Go on asking while it grows; one that paused because nobody listened goes on for us. */
  follow() {
    const { status } = this.state ?? {};
    /** @type {Record<string, () => unknown>} */
    const next = { waiting: () => this.ask("GET", `?since=${this.state.judgements.length}`), paused: () => this.wanted && this.begin() };
    const act = next[status === "running" ? "waiting" : status];
    if (act) this.timer = setTimeout(act, BEAT);
  }

  get grows() {
    return ["waiting", "running"].includes(this.state?.status) || (this.wanted && this.state?.status === "paused");
  }

  draw() {
    const { position, app } = this.replay;
    const { status, judgements } = this.state ?? {};
    const key = JSON.stringify([status, judgements?.length, position, app.language, this.problem, this.wanted]);
    if (key === this.drawn) return;
    this.drawn = key;
    anew(this.element, this.head(), judgements?.length ? [this.chart(), this.judged(), this.turns()] : null);
  }

  head() {
    const { say } = this.replay;
    const { status, total, judgements } = this.state ?? {};
    const problem = this.problem ?? (status === "failed" ? say("analysis-failed") : null);
    const told = problem ? h("p", { class: "problem", role: "alert" }, problem) : null;
    if (status === "done") return told;
    if (this.grows) {
      const text = judgements.length ? say("analysing", { done: judgements.length, total }) : say("analysis-waiting");
      return [told, h("p", { class: "soft" }, text), h("progress", { max: total, value: judgements.length, "aria-label": say("analysis") })];
    }
    return [
      judgements?.length ? null : h("p", {}, say("analyse-text")),
      told,
      h("button", { type: "button", class: "button primary", data: { key: "analyse" }, onclick: () => this.begin() }, icon("chart"), h("span", {}, say("analyse"))),
    ];
  }

  chart() {
    const { say, summary, frames, position } = this.replay;
    const { judgements, total, status } = this.state;
    const winners = status === "done" ? (summary.winners ?? null) : null;
    return h(
      "figure",
      { class: "chart-frame" },
      h("figcaption", {}, say("chart")),
      chart({ judgements, total, seats: frames.names.length, winners, position, label: say("chart"), percent: (number) => say("percent", { number }), jump: (at) => this.replay.go(at) }),
      h("p", { class: "chart-seats" }, frames.names.map((name, seat) => seatName(seat, name))),
    );
  }

  /** What is said about the move that is shown. */
  judged() {
    const { say, frameSay, position, frames } = this.replay;
    const { judgements } = this.state;
    const title = h("h2", {}, say("judged"));
    if (!position) return [title, h("p", { class: "soft" }, say("no-move"))];
    const one = judgements[position - 1];
    if (!one) return [title, h("p", { class: "soft" }, say("not-judged"))];
    return [
      title,
      h("div", { class: "judged-move" }, seatName(one.seat, frames.names[one.seat] ?? ""), tipLine(frameSay, one.played)),
      h("p", { class: one.slip ? "judged-cost" : "" }, this.verdict(one)),
      one.best.length > 1 || !isBest(one) ? [h("p", { class: "small-title" }, say("better")), h("ol", { class: "tips" }, one.best.map((tip) => h("li", {}, tipLine(frameSay, tip))))] : null,
    ];
  }

  /** @param {Page.Judgement} one */
  verdict(one) {
    const { say } = this.replay;
    if (one.forced) return say("judged-forced");
    if (isBest(one)) return say("judged-best");
    return one.loss > 0 ? say("judged-cost", { loss: percent(one.loss) }) : say("judged-close");
  }

  turns() {
    const { say, frames } = this.replay;
    const { judgements, status } = this.state;
    /** @param {any} one */
    const weight = (one) => Math.max(one.loss, Math.abs(one.swing));
    const turning = judgements.filter((one) => one.turning);
    const shown = [...turning].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_TURNS).sort((a, b) => a.number - b.number);
    if (!shown.length) return status === "done" ? h("p", { class: "soft" }, say("turns-none")) : null;
    return [
      h("h2", {}, say("turns")),
      h(
        "ol",
        { class: "turns" },
        shown.map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "plain turn-jump", data: { key: `turn-${one.number}` }, "aria-current": this.replay.position === one.number + 1 ? "step" : null, onclick: () => this.replay.go(one.number + 1) },
              seatName(one.seat, say("turn", { number: one.number + 1, name: frames.names[one.seat] ?? "" })),
              h("small", {}, this.reason(one)),
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {Page.Judgement} one */
  reason(one) {
    const { say } = this.replay;
    if (one.slip) return say("cost", { loss: percent(one.loss) });
    return say(one.swing > 0 ? "rose" : "fell", { swing: percent(Math.abs(one.swing)) });
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** Whether the move that was made is the coach's own. @param {Page.Judgement} one */
function isBest(one) {
  return JSON.stringify(one.best[0].move) === JSON.stringify(one.played.move);
}
