// The seats that this device holds at a table, and which of them looks at it.

export class Device {
  /** @param {string} table @param {Page.Store} store */
  constructor(table, store) {
    this.table = table;
    this.store = store;
    /** @type {Page.Held[]} */
    this.seats = [];
    this.read();
    this.seat = this.seats.length === 1 ? this.seats[0].seat : null;
  }

  read() {
    this.seats = [...(this.store.seatsAt(this.table) ?? [])].sort((a, b) => a.seat - b.seat);
  }

  get several() {
    return this.seats.length > 1;
  }

  get numbers() {
    return this.seats.map((one) => one.seat);
  }

  /** @param {number | null} seat */
  holding(seat) {
    return this.seats.find((one) => one.seat === seat) ?? null;
  }

  get token() {
    return this.holding(this.seat)?.token ?? null;
  }

  /** The tokens of the seats that don't look: their people are here, too. */
  get others() {
    return this.seats.filter((one) => one.seat !== this.seat).map((one) => one.token);
  }

  /** The seat that looked last, also after the page was loaded anew. */
  get remembered() {
    const kept = sessionStorage.getItem(`ararat-shown-${this.table}`);
    const seat = kept === null ? null : Number(kept);
    return this.holding(seat) ? seat : null;
  }

  /** @param {number | null} seat */
  look(seat) {
    this.seat = seat;
    if (seat !== null) sessionStorage.setItem(`ararat-shown-${this.table}`, String(seat));
  }

  /** The one who looks when nobody here is in turn. */
  get usual() {
    return this.remembered ?? (this.seats.find((one) => one.kind === "me") ?? this.seats[0])?.seat ?? null;
  }

  /** The seat of this device that should look at a table now, if it is another one; else null.
   * @param {Page.Message} message */
  next(message) {
    if (message.over || message.status !== "playing" || message.turn === null || message.turn === this.seat) return null;
    if (!this.holding(message.turn) || message.seats[message.turn]?.stand_in) return null;
    return message.turn;
  }

  /** @param {string} game @param {Page.Held} seat */
  keep(game, seat) {
    this.store.keep(this.table, { game, seats: [...this.seats.filter((one) => one.seat !== seat.seat), seat] });
    this.read();
  }

  /** A token that no longer holds; it is kept, for the server knows by it that the seat is elsewhere.
   * @param {number} seat @param {string} game */
  lose(seat, game) {
    const held = this.holding(seat);
    if (held) this.store.keep(this.table, { game, seats: [{ ...held, lost: true }] });
    this.seats = this.seats.filter((one) => one.seat !== seat);
    if (this.seat === seat) this.seat = null;
  }
}
