// What this browser remembers: name, language, theme, speed, sound, whether to ask before what is final, the tables with the tokens of the seats, and what their deals were committed to.

const KEY = "ararat";
/** @type {Record<string, string[]>} */
const CHOICES = { language: ["en", "fr", "it"], theme: ["auto", "light", "dark"], speed: ["calm", "quick", "instant"], sound: ["on", "off"], sure: ["on", "off"] };
const MOST_TABLES = 60;
const MOST_DEALS = 120;

export class Store {
  /** @param {{getItem: (key: string) => string | null, setItem: (key: string, value: string) => unknown}} [storage] */
  constructor(storage = browserStorage()) {
    this.storage = storage;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.kept = this.read();
    // Another tab may have taken a seat or changed the theme.
    addEventListener("storage", (event) => {
      if (event.key !== KEY && event.key !== null) return;
      this.kept = this.read();
      this.tell();
    });
  }

  /** The person's name, "" while they have not said one. */
  get name() {
    return typeof this.kept.name === "string" ? this.kept.name : "";
  }

  /** @param {string} name */
  set name(name) {
    this.write({ name: String(name).trim().slice(0, 24) });
  }

  /** "en", "fr", "it", or null: as the browser. */
  get language() {
    return this.choice("language", null);
  }

  /** @param {string | null} language */
  set language(language) {
    this.write({ language });
  }

  /** "auto", "light" or "dark". */
  get theme() {
    return this.choice("theme", "auto");
  }

  /** @param {string} theme */
  set theme(theme) {
    this.write({ theme });
  }

  /** How fast pieces move: "calm", "quick" or "instant". */
  get speed() {
    return this.choice("speed", "calm");
  }

  /** @param {string} speed */
  set speed(speed) {
    this.write({ speed });
  }

  /** Sounds and vibration: "on" or "off". */
  get sound() {
    return this.choice("sound", "on");
  }

  /** @param {string} sound */
  set sound(sound) {
    this.write({ sound });
  }

  /** Whether to ask "sure?" before moves that can't be taken back: "on" or "off". */
  get sure() {
    return this.choice("sure", "off");
  }

  /** @param {string} sure */
  set sure(sure) {
    this.write({ sure });
  }

  /** The tables this browser sat at, the latest first: [{table, game, seats: [{seat, token, name, kind}], created}].
   * @returns {Page.Kept[]} */
  tables() {
    const kept = Array.isArray(this.kept.tables) ? this.kept.tables : [];
    return kept.filter((/** @type {any} */ entry) => typeof entry?.table === "string" && Array.isArray(entry.seats));
  }

  /** Whether somebody here has played a game, a guided match to its end or any other. @param {string} game */
  hasPlayed(game) {
    const told = Array.isArray(this.kept.played) && this.kept.played.includes(game);
    return told || this.tables().some((entry) => entry.game === game && !entry.teaching);
  }

  /** @param {string} game */
  markPlayed(game) {
    const before = Array.isArray(this.kept.played) ? this.kept.played : [];
    if (!before.includes(game)) this.write({ played: [...before, game] });
  }

  /** Remember seats of a table; those kept before stay.
   * @param {string} table @param {{game: string, seats: Page.Held[], teaching?: boolean}} parts */
  keep(table, { game, seats, teaching }) {
    const before = this.tables().find((entry) => entry.table === table);
    const held = new Map([...(before?.seats ?? []), ...seats].map((entry) => [entry.seat, entry]));
    const entry = {
      table,
      game: game ?? before?.game,
      seats: [...held.values()].sort((a, b) => a.seat - b.seat),
      created: before?.created ?? Date.now(),
      ...((teaching ?? before?.teaching) ? { teaching: true } : {}),
    };
    const others = this.tables().filter((other) => other.table !== table);
    this.write({ tables: [entry, ...others].slice(0, MOST_TABLES) });
  }

  /** @param {string} table */
  seatsAt(table) {
    return this.tables().find((entry) => entry.table === table)?.seats ?? [];
  }

  /** @param {string} table */
  forget(table) {
    this.write({ tables: this.tables().filter((entry) => entry.table !== table) });
  }

  /** What was kept from before the first card of matches, the latest first. @returns {Page.Remembered[]} */
  deals() {
    const kept = Array.isArray(this.kept.deals) ? this.kept.deals : [];
    return kept.filter((/** @type {any} */ entry) => typeof entry?.commitment === "string");
  }

  /** Remember something of a deal, by its commitment; what was kept before stays. @param {Page.Remembered} parts */
  keepDeal(parts) {
    const before = this.deals();
    const entry = { ...before.find((one) => one.commitment === parts.commitment), ...parts };
    this.write({ deals: [entry, ...before.filter((one) => one.commitment !== parts.commitment)].slice(0, MOST_DEALS) });
  }

  /** @param {string} table */
  dealAt(table) {
    return this.deals().find((one) => one.table === table);
  }

  /** @param {string} commitment */
  dealOf(commitment) {
    return this.deals().find((one) => one.commitment === commitment);
  }

  /** Be told of every change, of this tab or another; returns what ends it. @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} key @param {any} otherwise */
  choice(key, otherwise) {
    return CHOICES[key].includes(this.kept[key]) ? this.kept[key] : otherwise;
  }

  read() {
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? "{}");
      return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
    } catch {
      return {};
    }
  }

  /** @param {Record<string, unknown>} change */
  write(change) {
    // Read again first: another tab may have written since, and no token may get lost.
    this.kept = { ...this.kept, ...this.read(), ...change };
    try {
      this.storage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Storage is full or forbidden: it holds for as long as the page is open.
    }
    this.tell();
  }

  tell() {
    for (const listener of [...this.listeners]) listener();
  }
}

/** localStorage, or a stand-in where the browser forbids it. */
function browserStorage() {
  try {
    localStorage.getItem(KEY);
    return localStorage;
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    return { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value) };
  }
}
