// Arche Opti Mix on the page: the ark on the sea, the sky with rain and score cards over it, the hand on the quay.

import { h } from "/page/dom.js";
import { ark, inWordsBarred, showTilt, signed, tiltAfter } from "./ark.js";
import { description, factsOf, nameOf } from "./cards.js";
import { keysOf } from "./keys.js";
import { counted, display, pointsOn, quay, rain, scoreCards, seatPanel } from "./shore.js";

const CARD_RULES = ["OM-4.4", "OM-5.3", "OM-5.4"]; // rules about the card itself, the same in every cabin
const DOINGS_FOR_SPECTATORS = 4;

/** Of the victims that an ejector may have in a cabin: nobody, if it may come without. */
const plainest = (victims) => (victims.includes(null) ? null : victims[0]);

export function create(root, table) {
  let choice = {};
  let number = null;
  let shown = null; // the view drawn last
  let before = null; // the view before the last change
  let shownTilt = 0;
  let line = null;
  let ctx = null;

  const choose = (next) => {
    choice = next;
    table.redraw();
  };

  function draw(state) {
    if (state.number !== number) {
      number = state.number;
      choice = {};
      before = shown;
    }
    shown = state.view;
    ctx = contextOf(state);
    line = h("p", { class: "om-line", role: "status" });
    const others = ctx.round.filter((seat) => seat !== state.seat);
    root.style.setProperty("--players", state.view.players);
    root.replaceChildren(
      h("div", { class: `om-seats of-${others.length}` }, others.map((seat) => seatPanel(ctx, seat))),
      h("div", { class: `sky rain-${state.view.rain}` }, rain(ctx), display(ctx), scoreCards(ctx)),
      ark(ctx, shownTilt),
      h("div", { class: "om-shore" }, line, quay(ctx)),
    );
    shownTilt = ctx.preview ? tiltAfter(ctx, ...ctx.preview) : state.view.tilt;
    rest();
    table.buttons(buttonsOf(ctx));
  }

  function contextOf(state) {
    const { view, seat } = state;
    const play = choice.zone === "hand" && state.offer?.play ? state.offer.play[choice.card] : null;
    const ways = choice.cabin && play ? play.ways[choice.cabin] : null;
    const first = seat ?? 0;
    const made = {
      state, view, choice,
      pieces: table.pieces,
      say: table.say,
      offer: state.offer,
      round: Array.from({ length: view.players }, (_, at) => (first + at) % view.players),
      chosenPlay: play,
      preview: ways ? [choice.card, choice.cabin, plainest(ways)] : null,
      costs: ways ? costsOf(view, choice.cabin) : {},
      marks: marksOf(state),
      fromOf, read, unread: rest, lookAtCabin, lookAtScore, pressCabin, pressDisplay, pressHand, pressScore,
    };
    made.gain = gainOf(made);
    return made;
  }

  // --- The line under the ark ---------------------------------------------------------------------

  function read(card, stay = false) {
    if (stay) choice = { ...choice, reading: card };
    if (card === choice.card) rest();
    else line.replaceChildren(...description(ctx, card));
  }

  /** What the line says while nothing is looked at: the choice made, or what could be chosen. */
  function rest() {
    showTilt(root, null);
    const { state, view } = ctx;
    if (choice.cabin && ctx.preview) line.replaceChildren(...previewLine(...ctx.preview));
    else if (choice.type) line.replaceChildren(boostLine(choice.type));
    else if (choice.card) line.replaceChildren(ctx.chosenPlay ? hintNext() : "", ...description(ctx, choice.card));
    else if (choice.reading) line.replaceChildren(...description(ctx, choice.reading));
    else if (!state.active) line.replaceChildren(table.say("board.hint-read"));
    else line.replaceChildren(table.say({ turn: "board.hint-turn", pick: "board.hint-pick", pet: "board.hint-pet", boost: "board.hint-boost" }[view.phase] ?? "board.hint-play"));
  }

  const hintNext = () => h("strong", {}, table.say(Object.keys(ctx.chosenPlay.ways).length ? "board.hint-cabin" : "board.nowhere"), " ");

  function previewLine(card, cabin, victim) {
    const key = victim ? "board.lay-eject" : "board.lay";
    const parts = [table.say("board.tilt", { before: signed(ctx.view.tilt), after: signed(tiltAfter(ctx, card, cabin, victim)) }), gainInWords(gainBy(ctx, card, victim))];
    if (!ctx.view.cabins[cabin]) parts.push(table.say("text.new-cabin-cost", { count: ctx.view.phase === "endgame" ? 2 : 1 }));
    else if (ctx.view.phase === "endgame") parts.push(table.say("text.new-cabin-cost", { count: 1 }));
    return [h("b", {}, table.say(key, { card: nameOf(ctx, card), cabin, victim: victim ? nameOf(ctx, victim) : "" })), ` · ${parts.join(" · ")}`];
  }

  function gainInWords(gain) {
    if (!gain) return table.say("board.no-piece");
    const { type, halves } = gain;
    const now = ctx.view.pieces2[type];
    const seat = ctx.view.turn;
    const then = now.map((own, at) => (at === seat ? own + halves : own));
    const points = pointsOn(table.pieces.points, then)[seat] - pointsOn(table.pieces.points, now)[seat];
    return table.say("board.gain", { type: table.say(`type.${type}`), before: counted(now[seat]), after: counted(then[seat]), gain: signed(points) });
  }

  const boostLine = (type) => gainInWords({ type, halves: 1 });

  function lookAtScore(type) {
    if (ctx.offer?.boost?.includes(type)) return line.replaceChildren(boostLine(type));
    const [, first, second, others] = table.pieces.points.map((row) => row[1]);
    return line.replaceChildren(h("b", {}, table.say(`type.${type}`)), ` · ${table.say("board.places", { first, second, others })}`);
  }

  function lookAtCabin(cabin, lit, barred) {
    if (!ctx.chosenPlay) return;
    const { card } = choice;
    if (lit) {
      showPreview(card, cabin, plainest(ctx.chosenPlay.ways[cabin]));
    } else if (barred) {
      line.replaceChildren(h("b", {}, `${nameOf(ctx, card)} → ${cabin}`), ` · ${inWordsBarred(ctx, barred)}`);
    }
  }

  function showPreview(card, cabin, victim) {
    showTilt(root, tiltAfter(ctx, card, cabin, victim));
    line.replaceChildren(...previewLine(card, cabin, victim));
  }

  // --- What a choice brings -----------------------------------------------------------------------

  function gainOf(made) {
    if (made.preview) return gainBy(made, made.preview[0], made.preview[2]);
    if (choice.type) return { type: choice.type, halves: 1 };
    return null;
  }

  function gainBy(made, card, victim) {
    const { type, power } = factsOf(made, victim ?? card);
    if (!type) return null;
    return { type, halves: power === "half" && made.view.supply > 0 ? 3 : 2 };
  }

  function costsOf(view, cabin) {
    const costs = {};
    const pay = (seat, discs) => (costs[seat] = (costs[seat] ?? 0) + discs);
    if (view.phase === "endgame") pay(view.turn, -1);
    if (!view.cabins[cabin]) {
      pay(view.turn, -1);
      pay((view.turn + view.players - 1) % view.players, 1);
    }
    return costs;
  }

  // --- What others did ----------------------------------------------------------------------------

  function marksOf({ last, seat }) {
    const marks = { cabins: new Map(), ejected: new Set(), taken: new Map(), pieces: new Set(), doings: [] };
    const put = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
    const entries = seat === null ? last.slice(-DOINGS_FOR_SPECTATORS) : last;
    for (const entry of entries) {
      marks.doings.push(entry);
      const { move } = entry;
      if (move.move === "play") put(marks.cabins, move.cabin, { card: move.card, seat: entry.seat });
      if (move.move === "take" || move.move === "pick") put(marks.taken, entry.seat, move.card);
      for (const event of entry.events) {
        if (event.event === "ejected") marks.ejected.add(event.card);
        if (event.event === "piece" || event.event === "half") marks.pieces.add(`${event.seat}-${event.type}`);
      }
    }
    return marks;
  }

  /** Where a card that is new in a place has come from: like provisions can't tell by themselves. */
  function fromOf(card, zone) {
    if (!before) return null;
    const fewer = (pick) => pick(before).filter((name) => name === card).length > pick(shown).filter((name) => name === card).length;
    const seat = ctx?.state.seat ?? null;
    if (zone === "hand") return fewer((view) => view.display) ? `${card}@display.0` : "deck";
    if (seat !== null && fewer((view) => view.hands[seat])) return `${card}@hand.${before.hands[seat].indexOf(card)}`;
    return before.turn === null ? null : `seat-${before.turn}`;
  }

  // --- Presses ------------------------------------------------------------------------------------

  function pressHand(card, index) {
    const { state, view } = ctx;
    if (!state.active) return read(card, true);
    if (choice.zone === "hand" && choice.card === card && choice.index === index) return choose({});
    if (view.phase === "pet") {
      if (state.offer.pet.includes(card)) return choose({ zone: "hand", card, index });
      return table.why({ move: "pet", card });
    }
    const play = state.offer?.play?.[card];
    if (!play) {
      read(card, true);
      return table.why({ move: "play", card, cabin: "P1" });
    }
    choose({ zone: "hand", card, index });
    if (!Object.keys(play.ways).length) whyNowhere(card, play);
  }

  /** A card that fits nowhere: by a rule about the card itself, or by what each cabin says to it. */
  function whyNowhere(card, play) {
    const [rules, cabins] = Object.entries(play.barred)[0] ?? ["", []];
    if (rules.split(" ").some((rule) => CARD_RULES.includes(rule))) return table.why({ move: "play", card, cabin: cabins[0] });
    return table.tell(table.say("board.nowhere"));
  }

  function pressCabin(cabin, lit, barred) {
    if (lit) return choose({ ...choice, cabin: choice.cabin === cabin ? undefined : cabin });
    if (barred) return whyNot({ move: "play", card: choice.card, cabin });
    if (ctx.offer?.play) return table.tell(table.say("board.card-first"));
    return table.tell(table.say("board.hint-read"));
  }

  async function whyNot(move) {
    const answer = await table.test(move);
    if (answer.legal) return;
    const sentences = (answer.rules ?? [[answer.rule, answer.text]]).map(([, text]) => text);
    table.tell(table.say("board.not-here", { card: nameOf(ctx, move.card), cabin: move.cabin, reasons: sentences.join(" ") }), answer.rule);
  }

  function pressDisplay(card, index, asked) {
    const { state } = ctx;
    if (!state.active) return read(card, true);
    if (choice.zone === "display" && choice.card === card && choice.index === index) return choose({});
    if (state.offer[asked]?.includes(card)) return choose({ zone: "display", card, index });
    read(card, true);
    return table.why({ move: asked, card });
  }

  function pressScore(type) {
    const { offer } = ctx;
    if (!offer?.boost) return lookAtScore(type);
    if (offer.boost.includes(type)) return choose(choice.type === type ? {} : { type });
    return table.why({ move: "boost", type });
  }

  // --- The bar ------------------------------------------------------------------------------------

  function buttonsOf({ state, offer }) {
    if (!state.active || !offer) return [];
    return [...confirmations(offer), ...refusals(offer)];
  }

  function confirmations(offer) {
    const { card, cabin, zone, type } = choice;
    const say = (key, values) => table.say(key, { card: card && nameOf(ctx, card), cabin, ...values });
    const button = (key, label, move, hint, focus) => ({ key, label, hint, focus, primary: true, sign: "check", press: () => table.play(move) });
    if (type) return [button("boost", say("board.boost", { type: table.say(`type.${type}`) }), { move: "boost", type })];
    if (!card) return [];
    if (zone === "display" && offer.pick) return [button("pick", say("board.pick"), { move: "pick", card })];
    if (zone === "display") return [button("take", say("text.take"), { move: "take", card }, table.say("board.and-blind"))];
    if (offer.pet) return [button("pet", say("board.pet"), { move: "pet", card })];
    const ways = ctx.chosenPlay?.ways[cabin] ?? [];
    return ways.map((victim) => {
      const move = { move: "play", card, cabin, ...(victim ? { eject: victim } : {}) };
      const look = () => showPreview(card, cabin, victim);
      if (victim) return button(`eject-${victim}`, say("text.eject", { victim: nameOf(ctx, victim) }), move, say("board.lay"), look);
      return button("lay", say("board.lay"), move, ways.length > 1 ? table.say("board.eject-nobody") : null, look);
    });
  }

  function refusals(offer) {
    const button = (key, words, move) => ({ key, label: table.say(words), sign: "cross", press: () => table.play(move) });
    if (offer.stop) return [button("stop", "text.no-second", { move: "stop" })];
    if (offer.pass) return [button("pass", "text.pass", { move: "pass" })];
    if (offer.pet) return [button("no-pet", "text.no-pet", { move: "pet", card: null })];
    if (offer.boost) return [button("no-boost", "text.no-boost", { move: "boost", type: null })];
    return [];
  }

  return { draw, keysOf };
}
