// Several people at one device: the table goes to whoever is in turn, behind a curtain where there are secrets.

import { curtain } from "./curtain.js";
import { pace } from "./queue.js";

export class Passing {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    /** @type {{seat: number | null, element: HTMLElement} | null} */
    this.up = null; // the curtain: {seat, element}
    /** @type {string | null} */
    this.key = null;
    // Until it is clear whose turn it is, a device with several people looks as nobody.
    this.deciding = t.device.several && t.game.secrets;
    if (t.device.several && !this.deciding) t.device.look(t.device.usual);
  }

  /** Whether a message is dealt with here, and must not be shown. @param {Page.Message} message */
  takes(message) {
    if (this.deciding) {
      this.decide(message);
      return true;
    }
    if (this.up) this.cover(this.t.device.next(message));
    return Boolean(this.up);
  }

  /** The first look: who of this device sees it. @param {Page.Message} message */
  decide(message) {
    const { device } = this.t;
    this.deciding = false;
    const next = device.next(message);
    if (next !== null && next !== device.remembered) this.cover(next);
    else this.t.look(next ?? device.usual);
  }

  /** When the turn has come to somebody else here, they get the table. @param {Page.Message} message */
  watch(message) {
    const { t } = this;
    const next = t.queue.length ? null : t.device.next(message);
    const key = next === null ? null : `${message.number} ${next}`;
    if (key === this.key) return;
    this.key = key;
    clearTimeout(this.timer);
    if (next === null) return;
    // Time to see what one's move brought, and more where it can be taken back.
    const wait = pace(t.app.store.speed) * (message.can_undo ? 3 : 2);
    this.timer = setTimeout(() => (t.game.secrets ? this.cover(next) : t.look(next)), wait);
  }

  /** Take everything of the former seat away and let down the curtain; seat null: whoever is here may lift it.
   * @param {number | null} seat */
  cover(seat) {
    const { t } = this;
    if (this.up && this.up.seat === seat) return;
    this.lift();
    t.strip();
    const seats = t.device.seats.filter((one) => seat === null || one.seat === seat);
    const element = curtain({ seats, say: t.say, lift: (one) => t.look(one.seat) });
    this.up = { seat, element };
    Object.assign(document.body.dataset, { curtain: seat ?? "any", active: false, seat: "", queue: 0 });
    this.hide(true);
    t.surround.element.append(element);
    t.app.setTitle(t.game.name);
    element.querySelector("button")?.focus();
  }

  lift() {
    this.up?.element.remove();
    /** @type {{seat: number | null, element: HTMLElement} | null} */
    this.up = null;
    document.body.dataset.curtain = "";
    this.hide(false);
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    const { place, element } = this.t.surround;
    place.inert = hidden;
    element.classList.toggle("covered", hidden);
  }

  /** Say it in another language. */
  speak() {
    if (!this.up) return;
    const { seat } = this.up;
    this.lift();
    this.cover(seat);
  }

  stop() {
    this.key = null;
    clearTimeout(this.timer);
  }
}
