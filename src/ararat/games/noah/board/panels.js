// Sheets that lie over the sea for a moment: the end of a round or of the match, and all the animals.

import { animal, h, seatName, sign } from "/page/drawing/dom.js";
import { miniCard } from "./cards.js";

/** The sheet that is open now, or null. @param {Noah.Scene} scene */
export function panel(scene) {
  const { open } = scene;
  if (open === "result") return sheet(scene, "result", ...result(scene));
  if (open === "animals") return sheet(scene, "animals", scene.table.say("board.animals"), bestiary(scene), departed(scene));
  return null;
}

/** @param {Noah.Scene} scene @param {string} kind @param {string} title @param {...Page.Child} content */
function sheet(scene, kind, title, ...content) {
  const goesOn = scene.mustGoOn;
  return h(
    "div",
    { class: `notice ${kind}`, role: "dialog", "aria-label": title },
    h("header", {}, h("h2", {}, title), h("button", { type: "button", class: goesOn ? "close lit" : "close", data: { key: "panel-close" }, "aria-label": scene.table.say(goesOn ? "board.go-on" : "board.close"), onclick: () => scene.closePanel() }, sign("close"))),
    h("div", { class: "notice-body" }, content),
  );
}

/** The last finished round: what everybody had left and what it cost; at the end also the rounds before.
 * @param {Noah.Scene} scene @returns {[title: string, ...content: Element[]]} */
function result(scene) {
  const { view, names, table, seats } = scene;
  const last = view.results.at(-1);
  const over = view.phase === "over";
  const reason = table.say(`round-over.${last.reason}`);
  if (view.players === 1) {
    const left = [...last.hands[0], ...view.top, ...(Array.isArray(view.deck) ? view.deck : [])];
    return [reason, h("ul", { class: "remaining" }, row(scene, 0, left, null))];
  }
  const order = over ? [...seats].sort((one, other) => view.scores[one] - view.scores[other]) : seats;
  const rows = order.map((seat) => row(scene, seat, last.hands[seat], over ? null : `+${last.points[seat]}`));
  if (over) {
    const winners = table.enumerate(view.winners.map((seat) => scene.state.called[seat]));
    return [table.say("text.over"), h("p", { class: "why" }, reason), h("p", { class: "display" }, table.say("board.winners", { names: winners })), h("ul", { class: "remaining" }, rows)];
  }
  const starts = view.starter === scene.state.seat ? "text.starts-you" : "text.starts";
  return [table.say("text.round-over", { number: view.results.length, reason }), h("ul", { class: "remaining" }, rows), h("p", {}, table.say(starts, { name: names[view.starter] }))];
}

/** @param {Noah.Scene} scene @param {number} seat @param {Noah.Card[]} cards @param {any} gained */
function row(scene, seat, cards, gained) {
  const { view, table } = scene;
  const won = view.winners.includes(seat);
  const points = view.results.map((one) => one.points[seat]);
  const off = scene.gauges.points_off[seat];
  return h(
    "li",
    { class: won ? "won" : "" },
    h("span", { class: "who" }, won ? sign("crown", { class: "crown" }) : null, seatName(seat, scene.state.called[seat])),
    h("span", { class: "remains" }, cards.map((card) => miniCard(card))),
    h(
      "span",
      { class: "sum numbers" },
      gained ?? (points.length > 1 ? h("small", {}, `${table.say("text.rounds")} ${points.join(" · ")}`) : null),
      off > 0 ? h("small", { class: "off" }, animal("crocodile"), `−${off}`) : null,
      h("b", {}, sign("drop"), view.scores[seat]),
    ),
  );
}

/** Every animal of this match: mass, tears, power, and the cards of it that nobody has shown yet.
 * @param {Noah.Scene} scene */
function bestiary({ gauges, table }) {
  const { deck, unseen } = gauges;
  const kinds = table.pieces.animals.filter((one) => deck[one.name]);
  kinds.sort((one, other) => one.mass - other.mass);
  return h(
    "table",
    { class: "bestiary" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col", colspan: 2 }), h("th", { scope: "col" }, table.say("board.mass")), h("th", { scope: "col" }, table.say("board.tears-head")), h("th", { scope: "col" }, table.say("board.unseen")), h("th", { scope: "col" }))),
    h(
      "tbody",
      {},
      kinds.map(({ name, mass, tears }) =>
        h(
          "tr",
          {},
          h("td", {}, animal(name)),
          h("th", { scope: "row" }, table.say(`animal.${name}`)),
          h("td", { class: "numbers big" }, mass),
          h("td", { class: "numbers" }, Array.from({ length: tears }, () => sign("drop", { class: "tear" })), h("span", { class: "hidden-text" }, tears)),
          h("td", { class: "numbers" }, h("span", { class: "copies" }, Object.entries(deck[name]).map(([sex, all]) => copies(sex, unseen[name]?.[sex] ?? 0, all)))),
          h("td", { class: "does" }, table.has(`power.${name}`) ? table.say(`power.${name}`) : null),
        ),
      ),
    ),
  );
}

/** @param {string} sex @param {number} left @param {number} all */
function copies(sex, left, all) {
  /** @type {Record<string, string>} */
  const signs = { m: "male", f: "female" };
  return h("span", { class: left ? "copy" : "copy none" }, (sex ? [sex] : ["m", "f"]).map((one) => sign(signs[one], { class: signs[one] })), `${left}/${all}`);
}

/** @param {Noah.Scene} scene */
function departed({ view, table }) {
  if (!view.gone.length) return null;
  return h("p", { class: "departed" }, h("b", {}, table.say("board.gone")), view.gone.map((card) => miniCard(card)));
}
