// The chance to win of every seat along a match, as lines in the colours and with the signs of the seats.

import { s } from "../drawing/dom.js";
import { file } from "../drawing/files.js";

const [WIDTH, HEIGHT] = [320, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 20, 10, 12];
const STEPS = [0, 0.5, 1];

/** judgements: in their order, as far as there are any; total: moves of the match; winners: null until the end is shown;
 * position: where the replay stands; percent(number): as people write it; jump(position): somebody pressed.
 * @param {{judgements: Page.Judgement[], total: number, seats: number, winners: number[] | null, position: number, label: string, percent: (number: number) => string, jump: (at: number) => unknown}} parts */
export function chart({ judgements, total, seats, winners, position, label, percent, jump }) {
  /** @param {number} at */
  const across = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, total);
  /** @param {number} chance */
  const up = (chance) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance;
  const drawn = s(
    "svg",
    { class: "chance-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    STEPS.map((chance) => [
      s("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: up(chance), y2: up(chance) }),
      s("text", { class: "chart-step", x: LEFT - 4, y: up(chance) + 3.5 }, percent(chance * 100)),
    ]),
    s("line", { class: "chart-here", x1: across(position), x2: across(position), y1: TOP - 6, y2: HEIGHT - BOTTOM + 6 }),
    Array.from({ length: seats }, (_, seat) => line(seat)),
    judgements.filter((one) => one.turning).map((one) => s("circle", { class: "chart-turn", "data-seat": one.seat, cx: across(one.number + 1), cy: up(one.played.chance), r: 4 })),
    current(),
  );
  drawn.addEventListener("click", (event) => {
    const { left, width } = drawn.getBoundingClientRect();
    const at = (((event.clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    jump(Math.max(0, Math.min(total, Math.round(at * total))));
  });
  return drawn;

  /** @param {number} seat */
  function line(seat) {
    const points = judgements.filter((one) => one.seat === seat).map((one) => [across(one.number + 1), up(one.played.chance)]);
    if (winners) points.push([across(total), up(winners.includes(seat) ? 1 : 0)]);
    if (!points.length) return null;
    const [x, y] = points.at(-1);
    // Those who ended alike don't hide each other.
    const aside = winners ? 5 + 11 * (rank(seat) % 2) : 6;
    return s(
      "g",
      { "data-seat": seat },
      s("polyline", { class: "chart-line", points: points.map((point) => point.map((number) => number.toFixed(1)).join()).join(" ") }),
      s("use", { class: "chart-sign", href: file(`page/art/signs.svg#seat-${seat}`), x: x + aside - 5, y: y - 5 + shift(seat), width: 10, height: 10 }),
    );
  }

  /** @param {number} seat */
  function rank(seat) {
    return Array.from({ length: seat }, (_, other) => other).filter((other) => winners.includes(other) === winners.includes(seat)).length;
  }

  /** @param {number} seat */
  function shift(seat) {
    return winners ? (winners.includes(seat) ? 1 : -1) * 11 * Math.floor(rank(seat) / 2) : 0;
  }

  function current() {
    const here = judgements[position - 1];
    return here ? s("circle", { class: "chart-now", "data-seat": here.seat, cx: across(position), cy: up(here.played.chance), r: 5 }) : null;
  }
}
