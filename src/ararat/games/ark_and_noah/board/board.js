// Ark & Noah on the page: the action board, the ark that all build, everybody's goods.

import { h } from "/page/dom.js";
import { doesWhat, drawActions, drawResult, drawStrip } from "./actions.js";
import { drawArk } from "./ark.js";
import { Bags } from "./bags.js";
import { drawnControl } from "./controls.js";
import { keysOf } from "./keys.js";
import { Memory, touched } from "./memory.js";
import { Plan } from "./plan.js";
import { drawOthers, drawSeat } from "./seats.js";

const NARROW = 620;
const SIGNS = { point: "star-bonus", food: "food", plank: "plank", pitch: "pitch" };

export function create(root, table) {
  const memory = new Memory();
  const { pieces, say } = table;
  const bags = new Bags(root, () => table.redraw());
  let state = null;
  let choice = {};
  let narrow = null;

  new ResizeObserver(() => {
    if (state && narrow !== root.clientWidth < NARROW) table.redraw();
  }).observe(root);

  /** Change the unfinished choice and show it. */
  function choose(change) {
    choice = { ...choice, ...change };
    table.redraw();
  }

  /** Say why a move can't be made. */
  function refuse(move) {
    if (state.active) table.why(move);
    else table.tell(say(state.over ? "phase.over" : state.seat === null ? "board.watching" : "board.not-turn"));
  }

  function draw(next) {
    const before = state;
    state = next;
    if (choice.number !== state.number) choice = { number: state.number };
    narrow = root.clientWidth < NARROW;
    root.classList.toggle("narrow", narrow);
    root.dataset.players = state.view.players;
    const scene = setScene(before);
    root.replaceChildren(
      ...[
        state.over ? drawResult(scene) : drawActions(scene),
        state.over ? null : drawStrip(scene),
        h("div", { class: "water" }, drawArk(scene)),
        drawOthers(scene),
        state.seat === null ? null : drawSeat(scene, state.seat, true),
      ].filter(Boolean),
    );
    table.buttons(bar());
  }

  /** Everything that the parts of the picture ask for. */
  function setScene(before) {
    const { view, seat, names } = state;
    const offer = state.offer ?? {};
    const plan = new Plan(pieces.boards[view.players], narrow);
    const free = Object.keys(plan.board.edges).filter((edge) => !(edge in view.ark.planks));
    const penned = new Set(Object.values(view.ark.pens).flat());
    const inside = new Set(free.filter((edge) => plan.board.edges[edge].every((cell) => penned.has(cell))));
    const finished = new Map(free.filter((edge) => !inside.has(edge)).map((edge) => [edge, plan.finishedBy(edge, view.ark.planks, pieces.largest_pen)]));
    const preview = h("div", { class: "preview", role: "status" });
    const scene = {
      table, pieces, say, view, seat, names, plan, preview, bags, inside,
      mode: choice.pair ? "pens" : ["load", "final-feed", "final-board"].includes(view.phase) ? "cells" : "edges",
      marks: touched(state.last),
      mover: before?.view.turn ?? null,
      plankNames: memory.namePlanks(view.ark.planks),
      workerNames: memory.nameWorkers({ now: view.action_now, done: view.action_done }),
      closing: new Set([...finished].filter(([, { pens }]) => pens.length).map(([edge]) => edge)),
      leaks: new Set(plan.joints([...penned]).filter((joint) => !view.ark.pitch.includes(joint))),
      hull: view.planks.map((_, owner) => Object.entries(view.ark.planks).filter(([edge, laid]) => laid === owner && plan.isOuter(edge)).length),
      hint: (...texts) => ({ show: () => preview.replaceChildren(...shown(texts)), hide: () => preview.replaceChildren(...shown(told(offer))) }),
      points: (pen) => offer.board?.[choice.pair]?.pens[pen],
    };
    preview.append(...shown(told(offer)));
    return Object.assign(scene, controls(scene, offer, finished));
  }

  /** What each thing does when it is pressed. */
  function controls(scene, offer, finished) {
    const { view } = scene;
    const one = (kind, field, value) => {
      const move = { move: kind, [field]: value };
      const lit = Boolean(offer[kind]?.includes(value));
      return { lit, press: () => (lit ? table.play(move) : refuse(move)) };
    };
    return {
      action: (name) => (view.options.variant === "quick" ? one("action", "name", name) : one("worker", "action", name)),
      bag: (sex) => (view.phase === "bag" ? one("bag", "sex", sex) : one("draw", "sex", sex)),
      drawn: (tile) => {
        if (view.phase !== "trade") return { ...one("pick", "animal", tile), key: `drawn-${tile}` };
        const lit = Boolean(offer.trade);
        return { key: `drawn-${tile}`, lit, toggle: true, pressed: choice.take === tile, press: () => (lit ? choose({ take: choice.take === tile ? null : tile }) : refuse({ move: "trade", give: tile, take: tile })) };
      },
      own: (tile) => ({ key: `own-${tile}`, ...ownTile(tile, offer, view) }),
      joint: (joint, place) => {
        const found = one("pitch", "joint", joint);
        const label = say("board.pitch-on", { place });
        return drawnControl({ ...found, key: `joint-${joint}`, label, hint: scene.hint(label, found.lit ? say("board.gain", { count: 1 }) : null) });
      },
      feed: (cell) => {
        const found = one("feed", "cell", cell);
        const label = say("board.food-on", { cell });
        const brings = found.lit && view.phase === "load" ? [say("text.cost", { count: 1 }), say("board.gain", { count: 1 })] : [];
        return drawnControl({ ...found, key: `cell-${cell}`, label, hint: scene.hint(label, ...brings) });
      },
      pen: (pen) => {
        const points = scene.points(pen);
        const label = say("board.pen", { pen, count: view.ark.pens[pen].length });
        const press = () => (points ? choose({ pen: choice.pen === pen ? null : pen }) : refuse({ move: "board", species: choice.pair, pen }));
        return drawnControl({ key: `pen-${pen}`, lit: Boolean(points), toggle: true, pressed: choice.pen === pen, label: [label, points ? sayPoints(points) : ""].join(" "), press, hint: scene.hint(label, points ? sayPoints(points) : null) });
      },
      edge: (edge, place) => edgeControl(scene, offer, edge, place, finished.get(edge)),
    };
  }

  function edgeControl(scene, offer, edge, place, finishes) {
    const { view, seat, names } = scene;
    const owner = view.ark.planks[edge];
    const key = `edge-${edge}`;
    if (offer.swap) return swapControl(scene, offer.swap, edge, place, owner, key);
    const move = { move: "plank", edge };
    const lit = Boolean(offer.plank?.includes(edge));
    const label = owner !== undefined ? say("board.plank-of", { name: names[owner], place }) : say("board.plank-on", { place });
    const brings = lit
      ? [
          view.options.variant === "quick" ? null : say("board.gain", { count: 1 }),
          ...finishes.pens.map((pen) => say("board.closes", { count: pen.length })),
          finishes.gone.length ? say("board.gone", { count: finishes.gone.length }) : null,
        ]
      : [];
    const made = drawnControl({ key, lit, label: [label, ...brings].filter(Boolean).join(" · "), press: () => (lit ? table.play(move) : refuse(move)), hint: scene.hint(label, ...brings) });
    return { ...made, ghost: lit ? seat : undefined };
  }

  /** Two planks change places: the first is chosen, then one of another colour, then the bar confirms. */
  function swapControl(scene, planks, edge, place, owner, key) {
    const { names, view } = scene;
    const seatOf = (chosen) => view.ark.planks[chosen];
    const pressed = edge === choice.first || edge === choice.second;
    const fits = owner !== undefined && String(owner) in planks && (!choice.first || owner !== seatOf(choice.first));
    const lit = pressed || (fits && !choice.second);
    const label = owner === undefined ? say("board.plank-on", { place }) : say("board.plank-of", { name: names[owner], place });
    const press = () => {
      if (edge === choice.second) choose({ second: null });
      else if (edge === choice.first) choose({ first: choice.second ?? null, second: null });
      else if (fits) choose(choice.first ? { second: edge } : { first: edge });
      else refuse({ move: "swap-planks", edges: [choice.first ?? edge, edge].sort() });
    };
    return drawnControl({ key, lit, toggle: true, pressed, label, press, hint: scene.hint(label) });
  }

  function ownTile(tile, offer, view) {
    const species = tile.slice(0, -2);
    if (view.phase === "trade") {
      const lit = Boolean(offer.trade?.give.includes(tile));
      return { lit, toggle: true, pressed: choice.give === tile, press: () => (lit ? choose({ give: choice.give === tile ? null : tile }) : refuse({ move: "trade", give: tile, take: view.drawn[0] })) };
    }
    const pens = Object.keys(offer.board?.[species]?.pens ?? {});
    const pressed = choice.pair === species;
    const press = () => {
      if (pressed) choose({ pair: null, pen: null });
      else if (pens.length) choose({ pair: species, pen: pens.length === 1 ? pens[0] : null });
      else refuse({ move: "board", species, pen: nearestPen(species, view) });
    };
    return { lit: pens.length > 0, toggle: true, pressed, press };
  }

  /** The pen for which a refusal says most: one of the right size, an empty one before others. */
  function nearestPen(species, view) {
    const size = pieces.species[species].size;
    const pens = Object.keys(view.ark.pens);
    const fitting = pens.filter((pen) => !size || view.ark.pens[pen].length === size);
    return fitting.find((pen) => !view.ark.pairs[pen]) ?? fitting[0] ?? pens[0] ?? pieces.boards[view.players].cells[0];
  }

  function sayPoints(points) {
    return points
      .map((count, seat) => (count ? `${state.names[seat]} +${count}` : null))
      .filter(Boolean)
      .join(", ");
  }

  function sayTile(tile) {
    return `${say(`species.${tile.slice(0, -2)}`)}\u00a0${tile.endsWith("m") ? "♂" : "♀"}`;
  }

  /** What the strip says while nothing is pointed at: the next step of a choice, or what the action under way does. */
  function told(offer) {
    const { view } = state;
    const under = view.action ? [doesWhat({ view, pieces, say }, view.action)] : [];
    if (!state.active) return under;
    if (choice.pair) {
      const { cost, pens } = offer.board[choice.pair];
      const name = say(`species.${choice.pair}`);
      if (!choice.pen) return [say("text.which-pen", { species: name }), cost ? say("text.cost", { count: cost }) : null];
      return [say("text.board", { species: name, pen: choice.pen }), cost ? say("text.cost", { count: cost }) : null, sayPoints(pens[choice.pen])];
    }
    if (offer.trade) return [choice.give && choice.take ? say("board.trade", { give: sayTile(choice.give), take: sayTile(choice.take) }) : say(choice.give ? "text.take" : "phase.trade")];
    if (offer.swap) return [say(choice.second ? "board.swap-ready" : choice.first ? "board.swap-second" : offer.draw ? "phase.exchange" : "board.swap-first")];
    if (view.phase === "load") return [say(offer.board ? (offer.feed ? "board.load-both" : "board.load-pair") : "board.load-food")];
    return under;
  }

  function shown(texts) {
    return texts.filter(Boolean).map((text) => h("span", {}, text));
  }

  /** The buttons of this decision. */
  function bar() {
    const offer = state.active ? state.offer : {};
    const buttons = (offer.reward ? pieces.rewards : []).map((kind) => {
      const move = { move: "reward", kind };
      return { key: `reward-${kind}`, label: say(`reward.${kind}`), sign: SIGNS[kind], disabled: !offer.reward.includes(kind), why: move, press: () => table.play(move) };
    });
    if (choice.pair && choice.pen) {
      const points = offer.board[choice.pair].pens[choice.pen][state.seat];
      buttons.push({ key: "board", primary: true, sign: "check", label: say("board.aboard", { species: say(`species.${choice.pair}`) }), hint: points ? `+${points}` : null, press: () => table.play({ move: "board", species: choice.pair, pen: choice.pen }) });
    }
    if (choice.first && choice.second) buttons.push({ key: "swap", primary: true, sign: "check", label: say("board.swap"), press: () => table.play({ move: "swap-planks", edges: [choice.first, choice.second].sort() }) });
    if (choice.give && choice.take) buttons.push({ key: "trade", primary: true, sign: "check", label: say("board.trade", { give: sayTile(choice.give), take: sayTile(choice.take) }), press: () => table.play({ move: "trade", give: choice.give, take: choice.take }) });
    if (offer.keep) buttons.push({ key: "keep", label: say("text.keep"), press: () => table.play({ move: "keep" }) });
    if (offer.done) buttons.push({ key: "done", sign: "flag", label: say("text.done"), hint: unused(offer), press: () => table.play({ move: "done" }) });
    return buttons;
  }

  /** What finishing now would give away. */
  function unused(offer) {
    const { view } = state;
    if (view.left === null || !(offer.plank || offer.pitch || offer.feed || offer.board)) return null;
    const quick = view.options.variant === "quick";
    return say(view.phase === "build" ? "board.left-build" : quick ? "text.left-pairs" : "text.left-load", { count: view.left });
  }

  return { draw, keysOf };
}
