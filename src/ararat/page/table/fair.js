// Whether the deal was fair: what this device adds and remembers, and the check at the end. Matches that go on say so.

import { following, readRecord, unfit } from "../app/deals.js";
import { h, sign } from "../drawing/dom.js";

export class FairDeal {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.element = h("div", { class: "fair-deal", role: "status" });
    /** @type {Page.Entry[]} */
    this.seen = []; // as it was told while the match ran
    this.checking = false;
    this.agreed = false; // to go on with the match as it was
    /** @type {{problem: string | null, proof: any} | null} */
    this.found = null;
  }

  /** @param {Page.Message} message */
  watch(message) {
    const { app, table } = this.t;
    if (!message.over) this.seen = message.entries;
    // Whoever plays on alone among bots brought it.
    const others = message.seats.some((seat) => seat.kind !== "bot" && seat.seat !== message.seat);
    const known = this.agreed || this.note || app.store.dealAt(table)?.told;
    if (message.continued && message.view && !message.over && others && !known) this.tell(message);
    if (message.over) this.note?.remove();
    if (message.seat === null) return;
    if (message.commitment && !app.store.dealAt(table)) app.store.keepDeal({ table, commitment: message.commitment, continued: message.continued });
    this.count(message);
    if (message.next_commitment) this.contribute(message.next_commitment);
    if (message.over) this.check();
  }

  /** Remember who sat there at the first card: nobody else can have added anything. @param {Page.Message} message */
  count(message) {
    const { app, table } = this.t;
    const remembered = app.store.dealAt(table);
    if (!remembered || remembered.people || !message.view || message.made) return;
    app.store.keepDeal({ ...remembered, people: message.seats.filter((seat) => seat.kind === "person").map(({ seat }) => seat) });
  }

  /** Add to the deal of the rematch, whoever asks for one. @param {string} commitment */
  contribute(commitment) {
    const { app, table, wire } = this.t;
    const added = following(app.store.deals(), table, commitment);
    if (!added) return;
    app.store.keepDeal(added);
    this.following = commitment;
    wire.request({ type: "contribute", commitment, contribution: added.contribution });
  }

  /** A rematch is set: it has to keep to what was shown for it. @param {string} table */
  goOn(table) {
    const { store } = this.t.app;
    if (this.following) store.keepDeal({ ...store.dealOf(this.following), table });
  }

  async check() {
    const { app, table, device } = this.t;
    const remembered = app.store.dealAt(table);
    if (!remembered || this.checking) return;
    this.checking = true;
    let text;
    try {
      const answer = await fetch(`/api/tables/${table}/record`, { credentials: "omit" });
      if (!answer.ok) throw new Error(answer.statusText);
      text = await answer.text();
    } catch {
      this.checking = false; // the next message asks again
      return;
    }
    this.found = { problem: "proof", proof: null };
    try {
      const record = readRecord(text);
      this.found = { problem: unfit(record, remembered, this.seen, device.numbers), proof: record.proof };
    } catch {
      // What can't be read proves nothing.
    }
    this.draw();
  }

  draw() {
    const { found } = this;
    const { app, say, table } = this.t;
    const remembered = app.store.dealAt(table);
    if (!found || !remembered) return this.element.replaceChildren();
    const { problem, proof } = found;
    if (problem) return this.element.replaceChildren(h("p", { class: "problem" }, `${say("unfair")} ${say(`unfair-${problem}`)}`));
    const kind = proof.began === "as-it-was" ? "fair-since" : remembered.contribution ? "fair" : "fair-alone";
    const rows = [
      [say("fair-commitment"), remembered.commitment],
      [say("fair-contribution"), remembered.contribution ?? "–"],
      [say("fair-count"), String(proof.contributions.filter(Boolean).length)],
    ];
    const command = ["ararat verify FILE", "--commitment", remembered.commitment, ...(remembered.contribution ? ["--contribution", remembered.contribution] : [])].join(" ");
    this.element.replaceChildren(
      h(
        "details",
        {},
        h("summary", { data: { key: "fair" } }, sign("check"), h("span", {}, say(kind))),
        kind === "fair-alone" ? null : h("p", { class: "soft" }, say(kind === "fair" ? "fair-text" : "continued-as-it-was")),
        h("dl", { class: "option-list" }, rows.map(([label, value]) => [h("dt", {}, label), h("dd", { class: "digits" }, value)])),
        h("p", { class: "soft" }, say("fair-verify")),
        h("p", { class: "digits" }, command),
      ),
    );
  }

  /** Everybody is told once that the match goes on from what somebody brought. @param {Page.Message} message */
  tell(message) {
    const { app, say, surround, table } = this.t;
    const close = () => {
      this.note.remove();
      if (message.commitment && message.seat !== null) app.store.keepDeal({ ...(app.store.dealAt(table) ?? { commitment: message.commitment, table }), told: true });
    };
    this.note = h("section", { class: "moved-note continued-note", role: "status" }, h("p", {}, say(`continued-${message.continued}`)), h("div", { class: "button-row" }, h("button", { type: "button", class: "button primary", data: { key: "continued-close" }, onclick: close }, say("continued-yes"))));
    surround.element.append(this.note);
  }
}
