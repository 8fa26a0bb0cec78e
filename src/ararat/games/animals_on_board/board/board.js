// Animals on Board: rafts on a beach, the other arks on the sea, the own ark in the harbour.

import { animal, h, seatName, sign } from "/page/dom.js";
import { cellsOf, pointsOf } from "./ark.js";
import { finale } from "./finale.js";
import { hiddenKey, keysOf } from "./keys.js";
import { ark, crates, raft, tile, tileText } from "./parts.js";
import { crate, pile, shells, sky, waves } from "./scenery.js";

const same = (one, other) => one.length === other.length && one.every((name, place) => name === other[place]);

export function create(root, table) {
  const { pieces, say } = table;
  let state = null;
  let chosen = []; // tiles of one raft, or one tile to keep or to let go
  let decision = null; // the decision for which they are chosen
  let laid = []; // the rafts in the order in which they lay last

  // --- What the person chooses -----------------------------------------------------------------

  const acts = (kind) => state.active && state.offer && kind in state.offer;
  const raftOf = (name) => state.view.area.find((group) => group.includes(name));
  const offerOf = (group) => state.offer.groups[state.view.area.indexOf(group)];
  const choose = (names) => {
    chosen = names;
    table.redraw();
  };

  function pressTile(name, group) {
    if (!acts("groups")) return refuse({ move: "take", group });
    const { take, split } = offerOf(group);
    if (!take && !split) return table.why({ move: "take", group });
    if (chosen.includes(name)) choose(chosen.filter((other) => other !== name));
    else choose([...chosen.filter((other) => group.includes(other)), name]);
  }

  function pressPrice(group) {
    const take = { move: "take", group };
    if (!acts("groups")) return refuse(take);
    if (!offerOf(group).take) return table.why(take);
    choose(same([...chosen].sort(), group) ? [] : [...group]);
  }

  function pressOne(name, kind) {
    const move = { move: kind, tile: name };
    if (!acts(kind)) return refuse(move);
    if (!state.offer[kind].includes(name)) return table.why(move);
    choose(chosen[0] === name ? [] : [name]);
  }

  function refuse(move) {
    if (state.active) return table.why(move);
    if (state.over) return table.tell(say("phase.over"));
    if (state.seat === null) return table.tell(say("board.watch"));
    return table.tell(say("board.wait", { name: state.names[state.view.turn] }));
  }

  /** The move that the choice stands for so far: {move, text, legal}. */
  function intended() {
    if (!chosen.length) return null;
    for (const kind of ["keep", "discard"]) {
      if (acts(kind)) return { move: { move: kind, tile: chosen[0] }, text: say(`board.${kind}`, { tile: tileText(chosen[0], table) }), legal: true };
    }
    const group = raftOf(chosen[0]);
    const { price, take } = offerOf(group);
    if (chosen.length === group.length) return { move: { move: "take", group }, text: say("board.take", { count: price }), legal: take };
    const rest = group.filter((name) => !chosen.includes(name));
    const off = chosen.includes(group[0]) ? rest : group.filter((name) => chosen.includes(name));
    const crates = state.view.crates[state.seat];
    const lost = state.offer.crates < crates;
    return { move: { move: "split", group, off }, text: lost ? say("board.split-over", { from: crates, to: state.offer.crates }) : say("board.split"), legal: true };
  }

  function bar() {
    if (!state.active || !state.offer) return [];
    if (acts("pass")) return [{ key: "pass", label: say("text.pass"), hint: say("text.only-pass"), primary: true, press: () => table.play({ move: "pass" }) }];
    const wish = intended();
    if (!wish) return [];
    const signs = { keep: "check", discard: "check", split: "crate", take: "crate" };
    return [
      { key: "do", label: wish.text, hint: ["take", "discard"].includes(wish.move.move) && wish.legal ? foreseen(wish.move) : null, sign: signs[wish.move.move], primary: true, disabled: !wish.legal, why: wish.move, press: () => table.play(wish.move) },
      chosen.length > 1 ? { key: "back", label: say("board.put-back"), sign: "undo", press: () => choose([]) } : null,
    ];
  }

  // --- What a choice would bring ---------------------------------------------------------------

  function own() {
    return state.seat === null ? null : cellsOf(state.view.arks[state.seat]).map((cell) => cell.name);
  }

  function pointsAfter(move) {
    const { view, seat } = state;
    let tiles = own();
    let crates = view.crates[seat];
    if (move.move === "take") {
      tiles = [...tiles, ...move.group.filter((name) => name !== pieces.hidden)];
      crates -= move.group.length;
    } else if (move.move === "split") crates = state.offer?.crates ?? crates;
    else if (move.move === "discard") tiles = tiles.filter((name) => name !== move.tile);
    return pointsOf(tiles, crates, pieces, view.phase === "play");
  }

  const pointsNow = () => pointsOf(own(), state.view.crates[state.seat], pieces, state.view.phase === "play");

  function foreseen(move) {
    const hidden = move.move === "take" && move.group.includes(pieces.hidden);
    return say(hidden ? "board.then-hidden" : "board.then", { count: pointsAfter(move) });
  }

  function forecast(move) {
    if (!move) return h("span", { class: "forecast", "aria-live": "polite" });
    const after = pointsAfter(move);
    const hidden = move.move === "take" && move.group.includes(pieces.hidden);
    return h(
      "span",
      { class: after < pointsNow() ? "forecast worse" : "forecast", "aria-live": "polite" },
      h("span", { class: "hidden-text" }, foreseen(move)),
      h("b", { class: "numbers display", "aria-hidden": "true" }, "→ ", after, hidden ? " + " : null),
      hidden ? animal("paw") : null,
    );
  }

  /** While a price or an animal is looked at, its outcome stands beside the points. */
  function looking(move) {
    if (!state.active || state.seat === null) return {};
    const show = (wish) => {
      if (!chosen.length) root.querySelector(".forecast")?.replaceWith(forecast(wish));
    };
    return { focus: () => show(move), blur: () => show(null) };
  }

  // --- The beach -------------------------------------------------------------------------------

  /** Rafts keep their places: the parts of a split one lie where it lay. */
  function inPlace(area) {
    const before = (group) => laid.findIndex((old) => old.includes(group[0]));
    const places = new Map(area.map((group) => [group, before(group)]));
    laid = [...area].sort((a, b) => places.get(a) - places.get(b));
    return laid;
  }

  /** Who made a raft what it is, if that was since the viewer's last move. */
  function splitter(group) {
    for (const { seat, move } of [...state.last].reverse()) {
      if (move.move !== "split") continue;
      const rest = move.group.filter((name) => !move.off.includes(name));
      if (same(move.off, group) || same(rest, group)) return seat;
    }
    return undefined;
  }

  function drawRaft(group) {
    const can = acts("groups") ? offerOf(group) : { take: false, split: false };
    const take = { move: "take", group };
    const price = h(
      "button",
      {
        type: "button",
        class: can.take ? "price lit" : "price",
        data: { key: `price-${group[0]}` },
        "aria-label": say("board.price", { count: group.length }),
        "aria-pressed": can.take ? String(chosen.length > 0 && same([...chosen].sort(), group)) : null,
        onclick: () => pressPrice(group),
        ...events(can.take ? looking(take) : {}),
      },
      crate(),
      h("b", { class: "numbers" }, group.length),
    );
    const tiles = group.map((name) =>
      tile(name, table, { press: () => pressTile(name, group), lit: can.take || can.split, chosen: chosen.includes(name), from: "deck", spot: name === pieces.hidden ? hiddenKey(group) : null }),
    );
    return raft(group, table, { tiles, price, last: splitter(group) });
  }

  function drawHand() {
    const { view, seat } = state;
    const hand = seat === null ? 0 : view.hands[seat];
    if (!Array.isArray(hand)) return h("p", { class: "remark display" }, say("board.waiting-keep"));
    return h(
      "div",
      { class: "hand" },
      h("h2", { class: "display" }, say("text.hand")),
      h(
        "div",
        { class: "logs" },
        hand.map((name) =>
          tile(name, table, { press: () => pressOne(name, "keep"), lit: acts("keep") && state.offer.keep.includes(name), chosen: chosen.includes(name), from: "deck" }),
        ),
      ),
      acts("keep") ? null : h("p", { class: "remark" }, say("board.waiting-keep")),
    );
  }

  function drawRafts() {
    const area = inPlace(state.view.area);
    if (!area.length) return h("p", { class: "remark display" }, say("board.swept"));
    const large = area.filter((group) => group.length > 3);
    const small = area.filter((group) => group.length <= 3);
    // Small rafts lie in two lines of about the same width, one behind the other.
    const width = (groups) => groups.reduce((sum, group) => sum + group.length + 0.35, 0);
    const half = width(small) / 2;
    const cut = small.length > 2 || large.length > 2 || width(small) + large.length > 6 ? small.findIndex((_, place) => width(small.slice(0, place + 1)) >= half - 0.1) + 1 : small.length;
    const lines = [small.slice(0, cut), small.slice(cut)].filter((line) => line.length);
    // A few rafts in one line may be larger.
    const columns = large.reduce((sum, group) => sum + Math.ceil(group.length / 2), 0) + (lines.length ? width(lines[0]) : 0);
    return h(
      "div",
      { class: lines.length < 2 && columns <= 7.5 ? "rafts roomy" : "rafts" },
      large.map(drawRaft),
      lines.length ? h("div", { class: "lines" }, lines.map((line) => h("div", { class: "line" }, line.map(drawRaft)))) : null,
    );
  }

  function drawPost() {
    const { view } = state;
    const count = (picture, number, label, anchor) =>
      h("div", { class: "stock", data: { anchor } }, picture, h("b", { class: "numbers" }, number), h("span", { class: "stock-label" }, label));
    const full = view.phase === "play" && view.arks.some((one) => cellsOf(one).length >= pieces.room);
    return h(
      "aside",
      { class: "post" },
      h("strong", { class: full ? "round-name display final" : "round-name display" }, full ? say("board.last-round") : say("board.round", { round: view.round })),
      count(pile(), Array.isArray(view.deck) ? view.deck.length : view.deck, say("board.deck"), "deck"),
      count(crate(), view.supply, say("board.supply"), "supply"),
      h("div", { class: "species" }, h("span", { class: "species-title" }, say("board.in-play")), view.species.map((name) => animal(name, { title: say(`species.${name}`) }))),
    );
  }

  // --- The seats -------------------------------------------------------------------------------

  function did(seat) {
    const entry = [...state.last].reverse().find((one) => one.seat === seat);
    if (!entry) return null;
    const { move } = entry;
    const values = { count: move.group?.length, tile: move.tile && move.tile !== pieces.hidden ? tileText(move.tile, table) : "" };
    return h("span", { class: "did" }, say(`board.did-${move.move}`, values));
  }

  function signs(seat) {
    const { view } = state;
    const badge = (name, picture, text) => h("span", { class: `badge ${name}` }, picture ? sign(picture) : null, h("span", {}, text));
    return [
      view.turn === seat ? badge("in-turn", null, say("board.turn")) : null,
      view.out.includes(seat) ? badge("out", null, say("text.out")) : null,
      view.flag === seat ? h("span", { class: "first-flag", role: "img", "aria-label": say("board.flag"), title: say("board.flag") }, sign("flag")) : null,
    ];
  }

  const loadedLast = (seat) =>
    new Set(state.last.filter((entry) => entry.seat === seat && entry.move.move === "take").flatMap((entry) => entry.move.group));

  function drawOther(seat) {
    const { view } = state;
    const cells = cellsOf(view.arks[seat]);
    const marked = loadedLast(seat);
    return h(
      "article",
      {
        class: ["other", view.turn === seat ? "is-turn" : "", view.out.includes(seat) ? "is-out" : ""].join(" "),
        data: { seat },
        "aria-label": say("board.ark-of", { name: state.names[seat], count: cells.length, room: pieces.room }),
      },
      h("header", {}, seatName(seat, state.names[seat]), h("b", { class: "fill numbers" }, `${cells.length}/${pieces.room}`), signs(seat), did(seat)),
      h(
        "div",
        { class: "ship" },
        ark(cells, table, { seat, small: true, show: (cell, more) => tile(cell.name, table, { ...more, last: marked.has(cell.name), from: cell.name ? null : pieces.hidden }) }),
        h("div", { class: "hold" }, crates(seat, view.crates[seat], table)),
      ),
    );
  }

  function drawOwn(seat) {
    const { view } = state;
    const wish = intended();
    const mine = state.seat === seat;
    const loading = wish?.move.move === "take" ? wish.move.group : [];
    const cells = [...cellsOf(view.arks[seat]), ...loading.map((name) => ({ name: name === pieces.hidden ? null : name, ghost: true }))];
    const discarding = view.phase === "discard" && view.turn === seat && mine;
    const marked = mine ? new Set() : loadedLast(seat);
    const show = (cell, more) => {
      const lit = discarding && acts("discard") && state.offer.discard.includes(cell.name);
      const press = discarding ? () => pressOne(cell.name, "discard") : undefined;
      const look = lit ? looking({ move: "discard", tile: cell.name }) : {};
      return tile(cell.name, table, { ...more, ...look, press, lit, chosen: chosen.includes(cell.name) && discarding, secret: mine && cell.secret, ghost: cell.ghost, last: marked.has(cell.name), from: cell.secret ? pieces.hidden : null });
    };
    const count = view.crates[seat];
    const change = wish?.move.move === "take" ? -wish.move.group.length : wish?.move.move === "split" ? state.offer.crates - count : 0;
    const full = mine && view.phase === "play" && count === pieces.most_crates;
    const size = cells.length - loading.length;
    const title = mine ? say("board.ark", { count: size, room: pieces.room }) : say("board.ark-of", { name: state.names[seat], count: size, room: pieces.room });
    const now = mine && view.phase !== "keep" ? pointsNow() : null;
    return h(
      "section",
      { class: ["own", view.turn === seat ? "is-turn" : "", view.out.includes(seat) ? "is-out" : ""].join(" "), data: { seat } },
      ark(cells, table, { seat, show }),
      h(
        "div",
        { class: "mooring" },
        h("header", {}, seatName(seat, state.names[seat]), signs(seat), mine ? null : did(seat)),
        h("p", { class: "ark-title" }, title, mine && cells.some((cell) => cell.secret) ? h("span", { class: "legend" }, sign("lock"), say("board.only-you")) : null),
        crates(seat, count, table, Math.max(change, -count), full),
        full ? h("p", { class: "warning" }, say("board.sixth")) : null,
        now === null
          ? null
          : h(
              "p",
              { class: "points" },
              h("b", { class: "now numbers display" }, now),
              forecast(wish?.legal ? wish.move : null),
              h("span", { class: "points-label" }, say("board.points", { count: now }), " ", say("board.if-now")),
            ),
      ),
    );
  }

  // --- The table -------------------------------------------------------------------------------

  function draw(next) {
    state = next;
    const now = `${state.number}/${state.seat}`;
    if (decision !== now) chosen = [];
    decision = now;
    if (state.over) {
      laid = [];
      root.replaceChildren(h("div", { class: "strand sailed" }, h("div", { class: "offing" }, sky()), waves("far"), finale(state, table)));
      return;
    }
    const { view } = state;
    const base = state.seat ?? 0;
    const round = Array.from({ length: view.players - 1 }, (_, place) => (base + place + 1) % view.players);
    root.replaceChildren(
      h(
        "div",
        { class: "strand", data: { phase: view.phase } },
        h("div", { class: "offing" }, sky(), waves("far"), h("div", { class: "others", data: { count: round.length } }, round.map(drawOther))),
        h("div", { class: "beach" }, waves("surf", true), shells(), drawPost(), h("div", { class: "shore" }, view.phase === "keep" ? drawHand() : drawRafts()), waves("tide")),
        h("div", { class: "harbour" }, drawOwn(base)),
      ),
    );
    table.buttons(bar());
  }

  return { draw, keysOf: (move) => keysOf(move, pieces) };
}

const events = ({ focus, blur }) => ({ onpointerenter: focus, onfocus: focus, onpointerleave: blur, onblur: blur });
