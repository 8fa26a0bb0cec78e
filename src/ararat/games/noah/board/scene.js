// One drawing of the table: what is there, what can be done, what a press means.

import { h, sign } from "/page/drawing/dom.js";
import { isPhone } from "/page/stage/screen.js";
import { handOf, sameCard } from "./box.js";
import { miniCard } from "./cards.js";
import { handKey } from "./keys.js";

const HAND_PHASES = ["board", "reload", "return", "give"];
const SEAT_PHASES = ["peek", "draw", "flee"];

export class Scene {
  /** @param {HTMLElement} root @param {Noah.Table} table @param {Noah.Box} box @param {Noah.Memory} memory @param {Noah.State} state */
  constructor(root, table, box, memory, state) {
    this.root = root;
    this.table = table;
    this.box = box;
    this.memory = memory;
    this.state = state;
    this.view = state.view;
    this.gauges = state.gauges;
    this.names = state.names;
    this.choice = state.choice;
    const { view } = this;
    this.me = state.seat ?? 0;
    this.seats = Array.from({ length: view.players }, (_, index) => (this.me + index) % view.players);
    this.hand = handOf(view, this.me);
    this.open = memory.panel;
    this.mustGoOn = Boolean(this.open) && state.active;
    this.moves = state.active && !this.open ? state.moves ?? [] : [];
    this.legal = new Set(this.moves.map((move) => JSON.stringify(move)));
    this.asksForCards = state.active && HAND_PHASES.includes(view.phase);
    // Whether the seat plays on where Noah goes.
    this.comesBack = Boolean(state.offer?.fitting);
    this.boarding = new Map((state.moves ?? []).map((move, index) => [JSON.stringify(move), state.offer?.boarding?.[index]]));
    this.readLast();
  }

  // --- What happened --------------------------------------------------------------------------

  /** What the last moves of others touched: animals on top of boats, seats that got or lost cards. */
  readLast() {
    this.fresh = new Map();
    this.touched = new Set();
    this.giver = null;
    this.sailed = false;
    for (const { seat, move, events } of this.state.last) {
      for (const event of events) {
        if (event.event === "boarded") this.fresh.set(event.boat, seat);
        else if (event.event === "departed") this.fresh.delete(event.boat);
        else if (event.event === "round") this.fresh.clear();
      }
      if (move.move === "sail") this.sailed = true;
      if (move.player !== undefined) this.touched.add(move.player);
      if (move.player === this.me && move.move !== "peek") this.giver = seat;
    }
    this.actor = this.memory.newRound ? null : this.state.last.at(-1)?.seat ?? this.me;
  }

  /** @param {Noah.Card} card @param {number} quay */
  boardedFrom(card, quay) {
    if (this.memory.newRound) return "deck";
    const seat = this.fresh.get(quay);
    if (seat !== undefined) return `seat-${seat}`;
    const held = this.hand.cards.filter((one) => one.animal === card.animal && (one.sex === null || one.sex === card.sex));
    return `${handKey(card)}-${held.length}`;
  }

  get cameFrom() {
    const { view } = this;
    if (this.memory.newRound || view.players === 1) return "deck";
    if (view.turn === this.me && view.phase === "reload") return `boat-${view.noah}`;
    if (view.turn === this.me && view.phase === "return") return `seat-${view.partner}`;
    return this.giver === null ? "deck" : `seat-${this.giver}`;
  }

  // --- Words ----------------------------------------------------------------------------------

  /** @param {Noah.Card} card */
  sayCard(card) {
    const name = this.table.say(`animal.${card.animal}`);
    return card.sex ? `${name}\u00a0${this.table.say(`sex.${card.sex}`)}` : name;
  }

  /** @param {Noah.Card} card */
  sayFacts(card) {
    const { mass, tears } = this.box.animals.get(card.animal);
    return `${this.table.say("board.mass")} ${mass}, ${this.table.say("board.tears", { count: tears })}`;
  }

  /** What boarding a card would bring, a sentence each. @param {Noah.Move[]} moves */
  promises(moves) {
    const ahead = this.ahead(moves);
    if (!ahead.length) return [];
    const { view, table } = this;
    const { flees, points_off: off } = ahead[0];
    const said = [this.sayLoad(ahead[0])];
    const filled = ahead.find((one) => one.fills);
    if (filled) said.push(table.say("board.fills") + (filled.gifts ? `, ${table.say("board.gifts", { count: filled.gifts })}` : ""));
    if (ahead.some((one) => one.pair)) said.push(table.say(view.players > 1 ? "board.pair" : "board.pair-solo"));
    if (off) said.push(table.say("board.fewer-points", { points: off }));
    if (flees) said.push(`${this.sayCard(flees)} →`);
    if (this.hand.cards.length === 1 && view.players > 1) said.push(table.say("board.last-card"));
    return said;
  }

  /** What the rules foretell of those moves that board a card.
   * @param {Noah.Move[]} moves @returns {Noah.Boarding[]} */
  ahead(moves) {
    return moves.map((move) => this.boarding.get(JSON.stringify(move))).filter(Boolean);
  }

  /** @param {Noah.Boarding} boarding @param {boolean} [short] */
  sayLoad({ load, limit }, short = false) {
    return short ? `${load}/${limit}` : `${this.gauges.boats[this.view.noah].load} → ${load} / ${limit}`;
  }

  /** What choosing a seat does now. @param {number} seat */
  sayToSeat(seat) {
    const { view, table, names } = this;
    if (SEAT_PHASES.includes(view.phase)) return table.say(`board.${view.phase}`);
    return table.say("board.give", { card: this.sayCard(this.choice.card), other: names[seat] });
  }

  /** What the caption says while no card is pointed at. */
  note() {
    const { view, table, names, state } = this;
    if (view.phase === "over") return table.say("text.over");
    if (state.active) {
      if (this.isLegal({ move: "collect" })) return table.say("text.nothing-fits");
      if (view.phase === "sail") {
        const sex = view.boats[view.noah].animals.at(-1).sex;
        const parts = [table.say(`text.sail-${sex}`)];
        if (this.comesBack && view.players > 1) parts.unshift(table.say("text.plays-again"));
        if (view.leaving) parts.unshift(table.say("text.leaves"));
        return parts.join(" ");
      }
      if (view.phase === "give" && this.choice && view.players > 2) return table.say("text.to-whom", { card: this.sayCard(this.choice.card) });
      if (view.phase === "give") return table.say("text.gifts-due", { count: view.gifts });
      if (view.phase === "return") return table.say("text.give-back", { other: names[view.partner] });
      if (view.phase !== "board" && !isPhone()) return table.say(`phase.${view.phase}`);
    }
    const next = table.say(view.players > 1 ? "text.next-gift" : "text.next-discard", { count: view.departures + 1 });
    return view.reserve.length || view.players === 1 ? next : next + table.say("text.then-over");
  }

  // --- What can be done -----------------------------------------------------------------------

  /** @param {Page.Move} move */
  isLegal(move) {
    return this.legal.has(JSON.stringify(move));
  }

  /** @param {string} key */
  isChosen(key) {
    return this.choice?.key === key;
  }

  /** The legal moves that a card stands for. @param {Noah.Card} card @param {boolean} [look] */
  movesWith(card, look = false) {
    if (look !== (this.view.phase === "stack")) return [];
    return this.moves.filter((move) => move.animal === card.animal && (move.move === "board" ? card.sex === null || move.sex === card.sex : sameCard(move, card)));
  }

  get chosenMoves() {
    const { choice } = this;
    if (!choice) return [];
    return choice.move ? [choice.move] : this.movesWith(choice.card, choice.look);
  }

  /** @param {number} quay */
  isBoatLit(quay) {
    const { view } = this;
    if (view.phase === "sail") return this.isLegal({ move: "sail", boat: quay });
    if (quay !== view.noah) return false;
    return this.isLegal({ move: "collect" }) || (["board", "reload"].includes(view.phase) && this.chosenMoves.length === 1);
  }

  /** @param {number} seat */
  isSeatLit(seat) {
    const { phase, partner } = this.view;
    if (SEAT_PHASES.includes(phase)) return this.isLegal({ move: phase, player: seat });
    if (phase === "return") return seat === partner && this.chosenMoves.length === 1;
    return phase === "give" && this.chosenMoves.some((move) => move.player === seat);
  }

  // --- Presses --------------------------------------------------------------------------------

  /** A first press chooses a card and shows what it brings, a second one plays it if nothing else could be meant.
   * @param {Noah.Card} card @param {string} key @param {boolean} [look] */
  pressCard(card, key, look) {
    if (!this.mayAct()) return;
    const moves = this.movesWith(card, look);
    if (!moves.length) {
      const kind = ["return", "give", "stack"].includes(this.view.phase) ? this.view.phase : "board";
      const rest = kind === "give" ? { player: this.seats[1] } : {};
      this.table.why({ move: kind, animal: card.animal, sex: kind === "board" ? card.sex ?? this.gauges.boats[this.view.noah]?.asks[0] ?? "m" : card.sex, ...rest });
    } else if (!this.isChosen(key)) this.table.choose({ key, card, look });
    else if (moves.length === 1) this.table.play(moves[0]);
    else this.table.choose(null);
  }

  /** @param {Noah.Move} move @param {string} key */
  pressRecall(move, key) {
    if (!this.mayAct()) return;
    if (!this.isLegal(move)) this.table.why(move);
    else if (this.isChosen(key)) this.table.play(move);
    else this.table.choose({ key, move });
  }

  /** @param {number} quay */
  pressBoat(quay) {
    if (!this.mayAct()) return;
    const { view, table } = this;
    if (view.phase === "sail") {
      const move = { move: "sail", boat: quay };
      if (this.isLegal(move)) table.play(move);
      else table.why(move);
    } else if (!["board", "reload"].includes(view.phase)) table.tell(this.note());
    else if (quay !== view.noah) table.tell(table.say("board.only-noah", { quay: view.noah + 1 }));
    else if (this.isLegal({ move: "collect" })) table.play({ move: "collect" });
    else if (this.chosenMoves.length === 1) table.play(this.chosenMoves[0]);
    else table.tell(table.say(this.chosenMoves.length ? (this.choice.card.animal === "frog" ? "text.which-mass" : "text.which-sex") : "board.card-first"));
  }

  /** @param {number} seat */
  pressSeat(seat) {
    if (!this.mayAct()) return;
    const { view, table } = this;
    const move = SEAT_PHASES.includes(view.phase) ? { move: view.phase, player: seat } : this.chosenMoves.find((one) => (one.player ?? view.partner) === seat && ["give", "return"].includes(one.move));
    if (!move) table.tell(table.say(["give", "return"].includes(view.phase) ? "board.card-first" : "board.nothing-here"));
    else if (this.isLegal(move)) {
      // On a phone the seat lies over the board: it has been chosen and goes.
      table.kept.delete("chip");
      table.play(move);
    } else table.why(move);
  }

  mayAct() {
    const { state, view, table } = this;
    if (state.active && !this.open) return true;
    if (!state.active && view.turn !== null) table.tell(table.say("board.wait", { name: this.names[view.turn] }));
    return false;
  }

  /** @param {Noah.Memory["sort"]} order */
  sortBy(order) {
    this.memory.sort = order;
    this.table.redraw();
  }

  /** @param {string} name */
  openPanel(name) {
    this.memory.panel = name;
    this.table.redraw();
  }

  closePanel() {
    this.memory.panel = null;
    this.memory.results = this.view.results.length;
    this.table.redraw();
  }

  // --- The bar --------------------------------------------------------------------------------

  /** @returns {Page.Button[]} */
  bar() {
    const { state, view, table, names } = this;
    if (this.open && (state.active || state.seat !== null) && view.phase !== "over") {
      return [{ key: "go-on", label: table.say("board.go-on"), sign: "check", primary: true, press: () => this.closePanel() }];
    }
    if (!state.active) return [];
    /** @param {Page.Move} move */
    const play = (move) => () => table.play(move);
    if (view.phase === "sail") {
      return this.moves.map((move) => {
        const { load, limit } = this.gauges.boats[move.boat];
        return { key: `sail-${move.boat}`, label: table.say("text.quay", { quay: move.boat + 1, load: `${load}/${limit}` }), sign: isPhone() ? undefined : "anchor", press: play(move) };
      });
    }
    if (SEAT_PHASES.includes(view.phase)) {
      if (this.crowded(this.moves)) return [];
      return this.moves.map((move) => ({ key: `seat-${move.player}`, label: names[move.player], sign: `seat-${move.player}`, press: play(move) }));
    }
    const buttons = (this.crowded(this.chosenMoves) ? [] : this.chosenMoves).map((move, index) => this.confirmation(move, index, play(move)));
    if (this.isLegal({ move: "collect" })) {
      buttons.push({ key: "collect", label: table.say("text.collect", { count: view.boats[view.noah].animals.length }), primary: true, press: play({ move: "collect" }) });
    }
    if (this.isLegal({ move: "pass" })) buttons.push({ key: "pass", label: table.say("text.no-recall"), sign: isPhone() ? undefined : "cross", press: play({ move: "pass" }) });
    return buttons;
  }

  /** Whether so many seats find no room in the bar of a phone: their chips are there to be chosen. @param {Noah.Move[]} moves */
  crowded(moves) {
    return isPhone() && moves.length > 2 && moves.every((move) => move.player !== undefined);
  }

  /** @param {Noah.Move} move @param {number} index @param {() => unknown} press @returns {Page.Button} */
  confirmation(move, index, press) {
    const { table, names, view } = this;
    const card = this.sayCard(move.move === "recall" ? view.boats[move.boat].animals[move.place] : move);
    const primary = this.chosenMoves.length === 1;
    // Several of them beside each other on a phone say only in what they differ.
    const short = isPhone() && !primary;
    const button = { key: `play-${index}`, primary, press };
    if (move.move === "board") {
      const whole = move.mass ? table.say("board.board-mass", { card, mass: move.mass }) : table.say("board.board", { card });
      return { ...button, label: short ? card : whole, hint: this.sayLoad(this.ahead([move])[0], short) };
    }
    if (move.move === "recall" && isPhone()) return { ...button, label: card };
    if (move.move === "stack" || move.move === "recall") return { ...button, label: table.say(`board.${move.move}`, { card }) };
    const player = move.player ?? view.partner;
    return { ...button, sign: `seat-${player}`, label: short ? names[player] : table.say("board.give", { card, other: names[player] }) };
  }

  // --- Foretelling ----------------------------------------------------------------------------

  /** Show what a card would bring, without drawing anew; null goes back to the chosen one.
   * @param {Noah.Card | null} pointed @param {boolean} [look] */
  foretell(pointed, look = false) {
    const { root, view } = this;
    const card = pointed ?? this.choice?.card ?? null;
    const moves = card ? this.movesWith(card, pointed ? look : this.choice?.look) : [];
    const ahead = this.ahead(moves);
    let quays = new Set(ahead.flatMap((one) => one.quays));
    if (view.phase === "sail") quays = new Set(this.moves.map((move) => move.boat));
    for (const quay of root.querySelectorAll(".quay")) quay.classList.toggle("reach", quays.has(Number(quay.dataset.quay)));
    for (const line of root.querySelectorAll(".course")) line.classList.toggle("on", quays.has(Number(line.dataset.quay)));
    const plaque = root.querySelector(`.load[data-quay="${view.noah}"]`);
    if (plaque) {
      const now = ahead[0] ?? this.gauges.boats[view.noah];
      plaque.classList.toggle("foretold", ahead.length > 0);
      plaque.classList.toggle("fills", Boolean(ahead[0]?.fills));
      plaque.replaceChildren(h("b", {}, now.load), h("i", {}, `/ ${now.limit}`));
    }
    const about = ahead.length > 0 || (pointed && !moves.length);
    root.querySelector(".caption").replaceChildren(...(about ? this.caption(card, moves, ahead) : [h("span", { class: "said" }, this.note())]));
    this.tellCost(moves.some((move) => ["board", "give", "return"].includes(move.move)) ? card : null);
  }

  /** @param {Noah.Card} card @param {Noah.Move[]} moves @param {Noah.Boarding[]} ahead */
  caption(card, moves, ahead) {
    const { table } = this;
    const chips = [h("span", { class: "said" }, miniCard(card), h("b", {}, table.say(`animal.${card.animal}`)))];
    if (!ahead.length) chips.push(h("span", { class: "fact" }, this.sayFacts(card)));
    // A phone has the load on the boat and on the button, and Noah's ways on the sea.
    const promises = this.promises(moves).map((text, index) => h("span", { class: index ? "fact gain" : "fact numbers" }, text));
    chips.push(...promises.slice(isPhone() ? 1 : 0));
    const quays = [...new Set(ahead.flatMap((one) => one.quays))].sort().map((quay) => quay + 1);
    if (quays.length === 2 && !isPhone()) chips.push(h("span", { class: "fact" }, table.say("board.noah-goes", { one: quays[0], other: quays[1] })));
    if (table.has(`power.${card.animal}`)) chips.push(h("span", { class: "fact quiet" }, table.say(`power.${card.animal}`)));
    return chips;
  }

  /** @param {Noah.Card | null} leaving */
  tellCost(leaving) {
    const place = this.root.querySelector("[data-part=cost]");
    const cost = this.gauges.costs[this.me];
    if (!cost || this.view.players === 1 || this.view.phase === "over") return;
    const now = cost.tears;
    const after = leaving ? cost.without[this.hand.cards.findIndex((card) => sameCard(card, leaving))] : now;
    const changes = after !== now;
    const count = [sign("drop"), h("b", { class: "numbers" }, changes ? `${now} → ${after}` : now)];
    const words = h("small", {}, this.table.say("board.cost-now", { count: after }));
    place.replaceChildren(...(isPhone() ? (changes ? count : [words]) : [...count, words]));
  }
}
