// Round the ark: seats, rain, the open cards, score cards, and the hand on the quay.

import { animal, h, seatName, sign } from "/page/drawing/dom.js";
import { card, chip, labelOf, looks, nameOf, pieceOf, typeBadge } from "./cards.js";
import { fromOf } from "./marks.js";

const MANY = 8; // cards that need narrower ones

/** Half-pieces as a person counts them. @param {number} halves */
export const counted = (halves) => (halves % 2 ? `${Math.floor(halves / 2) || ""}½` : String(halves / 2));

/** Everybody's points on a score card, and in all, by the rows of the sheet.
 * @param {OptiMix.Context} context @param {string} type */
const pointsOf = ({ state, pieces }, type) => state.sheet[pieces.types.indexOf(type)].values;
/** @param {OptiMix.Context} context */
const totals = ({ state }) => state.sheet.find((row) => row.total).values;

// --- Seats --------------------------------------------------------------------------------------

/** A seat of somebody else: discs, hand as far as it is known, pet, points, and what it did last.
 * @param {OptiMix.Context} ctx @param {number} seat */
export function seatPanel(ctx, seat) {
  const { view, state, say } = ctx;
  const hand = view.hands[seat];
  const seen = hand.filter((name) => name !== "hidden");
  return h(
    "div",
    { class: ["om-seat", view.turn === seat ? "turn" : "", view.passed[seat] && !state.over ? "passed" : "", view.winners.includes(seat) ? "winner" : ""].join(" "), data: { seat, anchor: `seat-${seat}` } },
    h(
      "div",
      { class: "who-line" },
      seatName(seat, state.called[seat]),
      view.turn === seat ? h("span", { class: "om-flag", role: "img", "aria-label": say("board.in-turn"), title: say("board.in-turn") }, "◀") : null,
      view.passed[seat] && !state.over ? h("span", { class: "om-flag quiet" }, say("text.passed")) : null,
      doings(ctx, seat),
      score(ctx, seat),
    ),
    h(
      "div",
      { class: "goods" },
      purse(ctx, seat),
      cardsHeld(ctx, seat),
      petOf(ctx, seat),
      h("span", { class: "held" }, seen.map((name, index) =>
        chip(ctx, name, { key: `held-${seat}-${name}-${index}`, piece: pieceOf(ctx, name, `seat-${seat}`, index), from: `${name}@display.0`, mark: ctx.marks.taken.get(seat)?.includes(name) ? seat : undefined }),
      )),
    ),
  );
}

/** @param {OptiMix.Context} ctx @param {number} seat */
export function cardsHeld(ctx, seat) {
  const count = ctx.view.hands[seat].length;
  return h("span", { class: "fact", role: "img", "aria-label": ctx.say("board.cards", { count }) }, h("span", { class: "om-back" }), h("b", {}, String(count)));
}

/** @param {OptiMix.Context} ctx @param {number} seat */
export function purse(ctx, seat) {
  const count = ctx.view.discs[seat];
  const cost = ctx.costs[seat] ?? 0;
  return h(
    "span",
    { class: "fact purse", role: "img", "aria-label": ctx.say("board.discs", { count }) },
    sign("coin"),
    h("b", {}, String(count)),
    cost ? h("small", { class: cost < 0 ? "bad" : "good" }, cost < 0 ? `−${-cost}` : `+${cost}`) : null,
  );
}

/** @param {OptiMix.Context} ctx @param {number} seat */
export function score(ctx, seat) {
  const points = totals(ctx)[seat];
  const { over } = ctx.state;
  const label = ctx.say(over ? "board.points-final" : "board.points-now", { count: points });
  const wins = ctx.view.winners.includes(seat);
  return h("span", { class: "score-now", role: "img", title: label, "aria-label": wins ? `${label}, ${ctx.say("board.winner")}` : label }, wins ? sign("crown") : null, h("b", {}, String(points)));
}

/** @param {OptiMix.Context} ctx @param {number} seat */
function petOf(ctx, seat) {
  const pet = ctx.view.pets[seat];
  if (!pet) return null;
  const label = pet === "hidden" ? ctx.say("board.pet-hidden") : ctx.say("board.pet-is", { card: nameOf(ctx, pet) });
  if (pet === "hidden") return h("span", { class: "fact pet", role: "img", "aria-label": label, title: label }, animal("paw"));
  return h("button", { type: "button", class: "fact pet plain", "aria-label": label, title: label, data: { key: `pet-${seat}` }, onclick: () => ctx.line.read(pet, true) }, animal("paw"), animal(pet));
}

/** What a seat did since the viewer's last move, in small pictures.
 * @param {OptiMix.Context} ctx @param {number} seat */
function doings(ctx, seat) {
  const done = ctx.marks.doings.filter((entry) => entry.seat === seat).slice(-2);
  if (!done.length) return null;
  return h(
    "span",
    { class: "doings" },
    done.map(({ move, text }) => {
      const picture = move.card && move.card !== "hidden" ? animal(move.card) : move.move === "pet" ? animal("paw") : null;
      const note = { play: move.cabin, take: "↑", pick: "↑", boost: "½", stop: "■", pass: "⚑", pet: move.card ? "" : "–" }[move.move];
      return h("span", { class: "doing", role: "img", title: text, "aria-label": text }, picture, move.type ? sign(move.type) : null, note);
    }),
  );
}

// --- The sky: rain, deck, display ---------------------------------------------------------------

/** @param {OptiMix.Context} ctx */
export function rain(ctx) {
  const { view, pieces, say } = ctx;
  const clouds = Array.from({ length: pieces.rains }, (_, at) => h("span", { class: at < view.rain ? "cloud wet" : "cloud" }, sign(at < view.rain ? "cloud-rain" : "cloud")));
  const ended = view.rain === pieces.rains;
  return h(
    "div",
    { class: "weather" },
    h("div", { class: "clouds", role: "img", "aria-label": say("board.rain", { rain: view.rain, rains: pieces.rains }) }, clouds),
    h("p", { class: "forecast" }, h("b", {}, say("board.rain", { rain: view.rain, rains: pieces.rains })), view.rain ? null : h("span", {}, say("board.first-rain", { count: view.upper }))),
    h(
      "div",
      { class: "stores" },
      h("span", { class: "pile", data: { anchor: "deck" }, role: "img", "aria-label": say("text.deck", { count: view.deck.length }) }, h("span", { class: "om-back big" }, h("b", {}, ended ? "–" : String(view.deck.length))), h("small", {}, say("board.deck"))),
      h("span", { class: "pile", role: "img", "aria-label": say("text.supply", { count: view.supply }) }, h("span", { class: "heap" }, sign("coin"), h("b", {}, String(view.supply))), h("small", {}, say("board.supply"))),
    ),
  );
}

/** @param {OptiMix.Context} ctx @param {OptiMix.Form} [form] */
export function display(ctx, form = /** @type {OptiMix.Form} */ ("")) {
  const { view, choice, offer } = ctx;
  const asked = view.phase === "pick" ? "pick" : "take";
  return h(
    "div",
    { class: "om-display", role: "group", "aria-label": ctx.say("text.display") },
    h("h2", {}, ctx.say("text.display")),
    h(
      "div",
      { class: "om-cards" },
      view.display.map((name, index) => {
        const pressed = choice.zone === "display" && choice.card === name && choice.index === index;
        return card(ctx, name, {
          key: `display-${name}-${index}`,
          piece: pieceOf(ctx, name, "display", index),
          from: "deck",
          lit: Boolean(offer?.[asked]?.includes(name)),
          pressed,
          form,
          press: () => ctx.presses.display(name, index, asked),
        });
      }),
      view.display.length ? null : h("p", { class: "om-none" }, ctx.say("board.display-empty")),
    ),
  );
}

// --- Score cards --------------------------------------------------------------------------------

/** @param {OptiMix.Context} ctx */
export function scoreCards(ctx) {
  return h("div", { class: "score-cards" }, ctx.pieces.types.map((type) => scoreCard(ctx, type)));
}

/** Everybody's pieces and points on a score card, in words. @param {OptiMix.Context} ctx @param {string} type */
export function standings(ctx, type) {
  const [halves, points] = [ctx.view.pieces2[type], pointsOf(ctx, type)];
  return ctx.round.map((seat) => ctx.say("board.standing", { name: ctx.state.names[seat], pieces: counted(halves[seat]), points: points[seat] }));
}

/** @param {OptiMix.Context} ctx @param {string} type */
function scoreCard(ctx, type) {
  const { view, choice, offer, say } = ctx;
  const halves = view.pieces2[type];
  const points = pointsOf(ctx, type);
  const leads = points.map((own) => own > 0 && own === Math.max(...points));
  const pressed = choice.type === type;
  const gain = ctx.gain?.type === type ? ctx.gain : null;
  return h(
    "button",
    {
      type: "button",
      class: ["score-card", `of-${type}`, offer?.boost?.includes(type) ? "lit" : "", pressed ? "chosen" : "", gain ? "gains" : ""].join(" "),
      "aria-label": `${say(`type.${type}`)}. ${standings(ctx, type).join(". ")}`,
      "aria-pressed": offer?.boost ? String(pressed) : null,
      data: { key: `score-${type}` },
      onclick: () => ctx.presses.score(type),
      ...looks(ctx, () => ctx.line.lookAtScore(type)),
    },
    h("span", { class: "om-title" }, typeBadge(type), h("span", {}, say(`type.${type}`))),
    ctx.round.map((seat) =>
      h(
        "span",
        { class: ["om-row", leads[seat] ? "leads" : "", halves[seat] ? "" : "nothing", ctx.marks.pieces.has(`${seat}-${type}`) ? "last" : ""].join(" "), data: { seat } },
        sign(`seat-${seat}`),
        h("b", {}, halves[seat] ? counted(halves[seat]) : "·"),
        h("span", { class: "om-men" }, men(ctx, type, seat, halves[seat], gain && seat === view.turn ? gain.halves : 0)),
        leads[seat] ? sign("crown", { class: "crown" }) : null,
        h("span", { class: "points" }, points[seat] ? String(points[seat]) : ""),
      ),
    ),
  );
}

/** The pieces themselves; one on a disc counts one and a half.
 * @param {OptiMix.Context} ctx @param {string} type @param {number} seat @param {number} halves @param {number} more */
function men(ctx, type, seat, halves, more) {
  const plain = halves % 2 ? (halves - 3) / 2 : halves / 2;
  const all = [...Array(plain).fill("om-man"), ...(halves % 2 ? ["om-man on-disc"] : []), ...(more ? [`om-man ghost ${more % 2 ? "on-disc" : ""}`] : [])];
  return all.map((kind, index) =>
    h("i", { class: kind, data: kind.includes("ghost") ? {} : { piece: `man-${type}-${seat}-${index}`, from: `seat-${seat}` } }),
  );
}

// --- The quay: one's own things -----------------------------------------------------------------

/** @param {OptiMix.Context} ctx */
export function quay(ctx) {
  const { view, state, say } = ctx;
  const { seat } = state;
  if (seat === null) return null;
  const pet = view.pets[seat];
  return h(
    "div",
    { class: ["quay", view.turn === seat ? "turn" : ""].join(" ") },
    h(
      "div",
      { class: ["om-seat mine", view.turn === seat ? "turn" : "", view.winners.includes(seat) ? "winner" : ""].join(" "), data: { seat, anchor: `seat-${seat}` } },
      h("div", { class: "who-line" }, seatName(seat, state.called[seat]), score(ctx, seat)),
      view.passed[seat] && !state.over ? h("span", { class: "om-flag quiet" }, say("text.passed")) : null,
      h("div", { class: "coins" }, coins(ctx, seat)),
      view.rain >= ctx.pieces.pet_rain
        ? h("div", { class: "my-pet" }, animal("paw"), pet ? h("button", { type: "button", class: "plain", "aria-label": `${say("board.pet-is", { card: nameOf(ctx, pet) })}. ${labelOf(ctx, pet)}`, data: { key: "my-pet", piece: `card-${pet}` }, onclick: () => ctx.line.read(pet, true) }, animal(pet)) : h("span", {}, say("board.no-pet")))
        : null,
    ),
    hand(ctx, seat),
  );
}

/** @param {OptiMix.Context} ctx @param {number} seat @param {OptiMix.Form} [form] */
export function hand(ctx, seat, form = "") {
  const cards = ctx.view.hands[seat];
  return h(
    "div",
    { class: `om-hand ${form} ${cards.length > MANY ? "many" : ""}`, role: "group", "aria-label": ctx.say("text.hand") },
    cards.map((name, index) => handCard(ctx, name, index, form)),
    cards.length ? null : h("p", { class: "om-none" }, ctx.say("board.hand-empty")),
  );
}

/** @param {OptiMix.Context} ctx @param {number} seat */
function coins(ctx, seat) {
  const count = ctx.view.discs[seat];
  const cost = Math.max(0, -(ctx.costs[seat] ?? 0));
  const shown = Array.from({ length: Math.min(count, 8) }, (_, at) => h("span", { class: at >= count - cost ? "om-coin spent" : "om-coin" }, sign("coin")));
  return h("span", { class: "purse", role: "img", "aria-label": ctx.say("board.discs", { count }) }, count ? shown : h("span", { class: "om-coin spent" }, sign("coin")), h("b", {}, String(count)));
}

/** @param {OptiMix.Context} ctx @param {string} name @param {number} index @param {OptiMix.Form} form */
function handCard(ctx, name, index, form) {
  const { offer, choice, view } = ctx;
  const fits = view.phase === "pet" ? offer?.pet?.includes(name) : Object.keys(offer?.play?.[name]?.ways ?? {}).length > 0;
  const pressed = choice.zone === "hand" && choice.card === name && choice.index === index;
  return card(ctx, name, {
    key: `hand-${name}-${index}`,
    piece: pieceOf(ctx, name, "hand", index),
    from: fromOf(ctx, name, "hand"),
    lit: Boolean(offer && fits),
    pressed,
    form,
    press: () => ctx.presses.hand(name, index),
  });
}
