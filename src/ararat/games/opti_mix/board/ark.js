// The ark: cabins in two rows between bow and stern, the tilt at the bow.

import { animal, h, sign } from "/page/drawing/dom.js";
import { written } from "/page/drawing/numbers.js";
import { isPhone, isSideways } from "/page/stage/screen.js";
import { climateSigns, factsOf, looks, mini, nameOf, pieceOf } from "./cards.js";
import { bow, buoy, full, stern, waves } from "./drawings.js";
import { costOf, tiltShown } from "./foresight.js";
import { fromOf } from "./marks.js";

// What keeps a card out, as signs.
/** @type {Record<string, string[]>} */
const BARS = {
  "alone-as-second": ["cross"],
  "alone-in-endgame": ["cross"],
  "cabin-used": ["lock"],
  "no-disc-in-endgame": ["coin"],
  "one-disc-for-new-cabin": ["coin"],
  "no-disc-for-new-cabin": ["coin"],
  "cabin-full": [],
  climate: ["sun", "snowflake"],
  tilt: ["tilt"],
  eater: ["bone"],
  food: ["leaf"],
  fright: ["shy"],
};
const MOST_COLUMNS = 14; // a longer ark scrolls
// Cabins of one side that lie abreast on a phone, so that a thumb can tell them apart; a longer ark lies in tiers.
const ABREAST = { upright: 7, sideways: 11, "sideways-beside-cards": 9 };
const SIDES = ["S", "P"]; // seen from above with the bow to the left, port is below

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : written(number));

/** @param {OptiMix.View} view @param {string} side */
export function nextCabin(view, side) {
  return `${side}${1 + Object.keys(view.cabins).filter((name) => name[0] === side).length}`;
}

/** @param {OptiMix.Context} ctx @param {string[]} bars */
export function inWordsBarred(ctx, bars) {
  return [...new Set(bars.filter((bar) => bar in BARS).map((bar) => ctx.say(`bar.${bar}-pressed`)))].join(" · ");
}

/** By cabin, what keeps the chosen card out. @param {OptiMix.Play} play */
function barredCabins(play) {
  /** @type {Record<string, string[]>} */
  const barred = {};
  for (const [bars, cabins] of Object.entries(play?.barred ?? {})) for (const cabin of cabins) barred[cabin] = bars.split(" ");
  return barred;
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** How long each side is, with the next cabin. @param {OptiMix.Context} ctx */
const lengthsOf = (ctx) => SIDES.map((side) => Number(nextCabin(ctx.view, side).slice(1)) - (ctx.state.over ? 1 : 0));

/** In how many tiers the ark lies. @param {OptiMix.Context} ctx */
export function tiersOf(ctx) {
  if (!isPhone()) return 1;
  const abreast = ABREAST[isSideways() ? (ctx.showsDisplay ? "sideways-beside-cards" : "sideways") : "upright"];
  return Math.ceil(Math.max(...lengthsOf(ctx)) / abreast);
}

/** The whole ark. It still shows the tilt of the last drawing, so that it is seen leaning over.
 * @param {OptiMix.Context} ctx @param {number} shownTilt */
export function ark(ctx, shownTilt) {
  const lengths = lengthsOf(ctx);
  const tiers = tiersOf(ctx);
  const columns = Math.ceil(Math.max(...lengths) / tiers);
  const barred = barredCabins(ctx.chosenPlay);
  /** @param {number} tier */
  const cabinsOf = (tier) => SIDES.flatMap((side, row) => range(tier * columns, Math.min(lengths[row], (tier + 1) * columns)).map((at) => cabin(ctx, `${side}${at + 1}`, (at % columns) + 1, barred)));
  const hull = h(
    "div",
    { class: columns > MOST_COLUMNS ? "hull long" : "hull", style: { "--columns": columns, "--lean": shownTilt } },
    h("div", { class: "bow" }, bow(), gauge(ctx)),
    h(
      "div",
      { class: "rooms" },
      range(0, tiers).map((tier) => h("div", { class: "cabins" }, h("span", { class: "gangway" }), cabinsOf(tier))),
    ),
    h("div", { class: "stern" }, stern(), animal("noah", { class: "noah" })),
  );
  const lean = tiltShown(ctx);
  requestAnimationFrame(() => hull.style.setProperty("--lean", String(lean)));
  return h("div", { class: "om-sea" }, h("div", { class: "water" }, waves("far"), waves("near")), h("div", { class: "ark" }, hull), overboard(ctx));
}

/** The bow: where the ark leans, from −2 to +2, and where it would. @param {OptiMix.Context} ctx */
function gauge(ctx) {
  const { tilt } = ctx.view;
  const after = tiltShown(ctx);
  const leans = tilt ? ctx.say(tilt > 0 ? "text.leans-starboard" : "text.leans-port", { count: Math.abs(tilt) }) : ctx.say("board.is-level");
  const most = ctx.pieces.tilt;
  const levels = Array.from({ length: 2 * most + 1 }, (_, at) => most - at);
  return h(
    "div",
    { class: "gauge", role: "img", "aria-label": ctx.say("board.level-label", { tilt: signed(tilt), leans }) },
    levels.map((level) =>
      h("span", { class: ["om-level", level === tilt ? "now" : "", level === after && level !== tilt ? "after" : ""].join(" "), data: { level } }, signed(level)),
    ),
  );
}

/** Show on the gauge where the ark would lean, while a cabin is only looked at.
 * @param {HTMLElement} root @param {number | null} tilt */
export function showTilt(root, tilt) {
  for (const level of root.querySelectorAll(".gauge .om-level")) level.classList.toggle("would", tilt !== null && Number(level.dataset.level) === tilt);
}

/** @param {OptiMix.Context} ctx @param {string} name @param {number} at @param {Record<string, string[]>} barred */
function cabin(ctx, name, at, barred) {
  const { view, choice } = ctx;
  const cards = view.cabins[name];
  const climates = new Set((cards ?? []).map((card) => factsOf(ctx, card).climate).filter((climate) => climate !== "any"));
  const classes = ["cabin", `on-${name[0].toLowerCase()}`, cards ? "" : "next", ctx.marks.cabins.has(name) ? "last" : ""];
  for (const climate of climates) classes.push(`is-${climate}`);
  const lit = Boolean(ctx.chosenPlay?.ways[name]);
  const victims = lit && choice.cabin === name ? ctx.chosenPlay.ways[name].map(([victim]) => victim).filter(Boolean) : [];
  return h(
    "div",
    { class: classes.join(" "), style: { "--at": at } },
    slot(ctx, name, cards, lit, barred[name]),
    h(
      "span",
      { class: "plate" },
      h("b", {}, name),
      [...climates].map((climate) => climateSigns(climate)),
    ),
    cards ? minis(ctx, name, cards, victims) : price(ctx, name),
    choice.cabin === name && choice.card ? mini(ctx, choice.card, { key: `ghost-${name}`, ghost: true }) : null,
    barred[name] ? h("span", { class: "om-bars" }, barred[name].map(barSign)) : null,
  );
}

/** @param {OptiMix.Context} ctx @param {string} name @param {string[]} cards @param {string[]} victims */
function minis(ctx, name, cards, victims) {
  const marks = [...(ctx.marks.cabins.get(name) ?? [])];
  return cards.map((card, index) => {
    const found = marks.findIndex((mark) => mark.card === card);
    const mark = found < 0 ? undefined : marks.splice(found, 1)[0].seat;
    const element = mini(ctx, card, { key: `aboard-${name}-${card}-${index}`, piece: pieceOf(ctx, card, name, index), from: fromOf(ctx, card, name), mark });
    element.classList.toggle("victim", victims.includes(card));
    return element;
  });
}

/** What a new cabin costs. @param {OptiMix.Context} ctx @param {string} name */
function price(ctx, name) {
  const discs = costOf(ctx, name);
  return h("span", { class: "om-price" }, h("span", { class: "om-plus" }, "+"), h("span", { class: "om-cost" }, `−${discs}`, sign("coin")));
}

/** @param {string} bar */
function barSign(bar) {
  const signs = BARS[bar] ?? [];
  return h("span", { class: "barred-by" }, signs.length ? signs.map((name) => sign(name)) : full());
}

/** The button of a cabin: lit where the chosen card fits, and it says why where it does not.
 * @param {OptiMix.Context} ctx @param {string} name @param {string[] | undefined} cards @param {boolean} lit @param {string[] | undefined} barred */
function slot(ctx, name, cards, lit, barred) {
  const { choice } = ctx;
  const inside = cards ? cards.map((card) => nameOf(ctx, card)).join(", ") : ctx.say("text.new-cabin", { cabin: name });
  const key = lit ? "board.cabin-fits" : barred ? "board.cabin-barred" : "text.cabin-pressed";
  const reasons = barred ? inWordsBarred(ctx, barred) : "";
  const pressed = choice.cabin === name;
  return h("button", {
    type: "button",
    class: ["om-slot", ctx.chosenPlay ? "open" : "", lit ? "lit" : "", barred ? "barred" : "", pressed ? "chosen" : ""].join(" "),
    "aria-label": ctx.say(key, { cabin: name, cards: inside, reasons }),
    "aria-pressed": lit ? String(pressed) : null,
    data: { key: `cabin-${name}` },
    onclick: () => ctx.presses.cabin(name, lit, barred),
    ...looks(ctx, () => ctx.line.lookAtCabin(name, lit, barred)),
  });
}

/** Animals that were ejected swim behind the ark. @param {OptiMix.Context} ctx */
function overboard(ctx) {
  if (!ctx.view.removed.length || isPhone()) return null;
  return h(
    "div",
    { class: "overboard" },
    buoy(),
    h("span", { class: "om-title" }, ctx.say("board.overboard")),
    ctx.view.removed.map((card, index) => {
      const mark = ctx.marks.ejected.has(card) ? "last" : "";
      return h(
        "button",
        { type: "button", class: `om-chip ${mark}`, "aria-label": nameOf(ctx, card), data: { key: `out-${card}`, piece: pieceOf(ctx, card, "out", index) }, onclick: () => ctx.line.read(card, true) },
        animal(card),
      );
    }),
  );
}
