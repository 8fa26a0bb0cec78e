// What a press on the board means: a choice, a reading, or why it can't be.

import { isPhone } from "/page/stage/screen.js";
import { nameOf } from "./cards.js";

/** @param {OptiMix.Context} context @param {string} zone @param {string} card @param {number} index */
const isChosen = ({ choice }, zone, card, index) => choice.zone === zone && choice.card === card && choice.index === index;

export class Presses {
  /** @param {OptiMix.Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
  }

  /** @param {string} card @param {number} index */
  hand(card, index) {
    const { ctx } = this;
    const { state, table, line } = ctx;
    if (!state.active) return line.read(card, true);
    if (isChosen(ctx, "hand", card, index)) return table.choose({});
    if (ctx.view.phase === "pet") {
      if (state.offer.pet.includes(card)) return table.choose({ zone: "hand", card, index });
      return table.why({ move: "pet", card });
    }
    const play = state.offer?.play?.[card];
    if (!play) {
      line.read(card, true);
      return table.why({ move: "play", card, cabin: "P1" });
    }
    table.choose({ zone: "hand", card, index });
    if (!Object.keys(play.ways).length) this.whyNowhere(card, play);
  }

  /** A card that fits nowhere: by a rule about the card itself, or by what each cabin says to it.
   * @param {string} card @param {OptiMix.Play} play */
  whyNowhere(card, play) {
    const { table, pieces, say } = this.ctx;
    const [bars, cabins] = Object.entries(play.barred)[0] ?? ["", []];
    if (bars.split(" ").some((bar) => pieces.anywhere.includes(bar))) return table.why({ move: "play", card, cabin: cabins[0] });
    return table.tell(say("board.nowhere"));
  }

  /** @param {string} cabin @param {boolean} lit @param {string[] | undefined} barred */
  cabin(cabin, lit, barred) {
    const { table, choice, offer, say, view, line } = this.ctx;
    if (lit) return table.choose({ ...choice, cabin: choice.cabin === cabin ? undefined : cabin });
    if (barred) return this.whyNot({ move: "play", card: choice.card, cabin });
    if (isPhone() && view.cabins[cabin]) return line.readAll(view.cabins[cabin]);
    if (offer?.play) return table.tell(say("board.card-first"));
    return table.tell(say("board.hint-read"));
  }

  /** @param {Page.Move & {card: string, cabin: string}} move */
  async whyNot(move) {
    const { ctx } = this;
    const answer = await ctx.table.test(move);
    if (answer.legal) return;
    const sentences = (answer.rules ?? [[answer.rule, answer.text]]).map(([, text]) => text);
    ctx.table.tell(ctx.say("board.not-here", { card: nameOf(ctx, move.card), cabin: move.cabin, reasons: sentences.join(" ") }), answer.rule);
  }

  /** @param {string} card @param {number} index @param {"take" | "pick"} asked */
  display(card, index, asked) {
    const { ctx } = this;
    const { state, table, line } = ctx;
    if (!state.active) return line.read(card, true);
    if (isChosen(ctx, "display", card, index)) return table.choose({});
    if (state.offer[asked]?.includes(card)) return table.choose({ zone: "display", card, index });
    line.read(card, true);
    return table.why({ move: asked, card });
  }

  /** @param {string} type */
  score(type) {
    const { table, choice, offer, line } = this.ctx;
    if (!offer?.boost) return line.lookAtScore(type);
    if (offer.boost.includes(type)) return table.choose(choice.type === type ? {} : { type });
    return table.why({ move: "boost", type });
  }
}
