// What this browser remembers: name, language, theme, speed, and the tables with the tokens of the seats.

const KEY = "ararat";
const CHOICES = { language: ["en", "fr", "it"], theme: ["auto", "light", "dark"], speed: ["calm", "quick", "instant"] };
const MOST_TABLES = 60;

export class Store {
  constructor(storage = browserStorage()) {
    this.storage = storage;
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

  set name(name) {
    this.write({ name: String(name).trim().slice(0, 24) });
  }

  /** "en", "fr", "it", or null: as the browser. */
  get language() {
    return this.choice("language", null);
  }

  set language(language) {
    this.write({ language });
  }

  /** "auto", "light" or "dark". */
  get theme() {
    return this.choice("theme", "auto");
  }

  set theme(theme) {
    this.write({ theme });
  }

  /** How fast pieces move: "calm", "quick" or "instant". */
  get speed() {
    return this.choice("speed", "calm");
  }

  set speed(speed) {
    this.write({ speed });
  }

  /** The tables this browser sat at, the latest first: [{table, game, seats: [{seat, token, name, kind}], created}]. */
  tables() {
    const kept = Array.isArray(this.kept.tables) ? this.kept.tables : [];
    return kept.filter((entry) => typeof entry?.table === "string" && Array.isArray(entry.seats));
  }

  /** Remember seats of a table; those kept before stay. */
  keep(table, { game, seats }) {
    const before = this.tables().find((entry) => entry.table === table);
    const held = new Map([...(before?.seats ?? []), ...seats].map((entry) => [entry.seat, entry]));
    const entry = {
      table,
      game: game ?? before?.game,
      seats: [...held.values()].sort((a, b) => a.seat - b.seat),
      created: before?.created ?? Date.now(),
    };
    const others = this.tables().filter((other) => other.table !== table);
    this.write({ tables: [entry, ...others].slice(0, MOST_TABLES) });
  }

  seatsAt(table) {
    return this.tables().find((entry) => entry.table === table)?.seats ?? [];
  }

  forget(table) {
    this.write({ tables: this.tables().filter((entry) => entry.table !== table) });
  }

  /** Be told of every change, of this tab or another; returns what ends it. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

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
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  }
}
