// What the board of Arche Opti Mix is drawn from: the view of RULES.md, pieces and offer of web.py, one drawing of it.

declare namespace OptiMix {
  interface View extends Page.View {
    options: { shy: string; chimpanzee: string; skunk?: string };
    cabins: Record<string, string[]>;
    tilt: number;
    display: string[];
    upper: number;
    rain: number;
    removed: string[];
    discs: number[];
    supply: number;
    pieces2: Record<string, number[]>;
    passed: boolean[];
    deck: string[];
    hands: string[][];
    pets: (string | null)[];
  }

  type Food = "herbivore" | "carnivore" | "omnivore" | "none";

  interface Facts {
    /** By what the option says a chimpanzee is. */
    type: Record<string, string | null>;
    weight: number;
    climate: "hot" | "cold" | "any";
    /** By what the option says a skunk eats. */
    food: Record<string, Food>;
    power: string;
    alone: boolean;
  }

  interface Pieces {
    cards: Record<string, Facts>;
    /** What a skunk usually eats. */
    skunk: string;
    types: string[];
    tilt: number;
    rains: number;
    pet_rain: number;
    discs: number;
    cabin: number;
    places: number[];
    costs: number[][];
    anywhere: string[];
  }

  /** Whom a card ejects, and the tilt after it. */
  type Ejection = [victim: string | null, tilt: number];

  /** A way to lay a card. */
  interface Way {
    card: string;
    cabin: string;
    victim: string | null;
    tilt: number;
  }

  /** Where a card can go, whom it can eject there, and what keeps it out elsewhere. */
  interface Play {
    ways: Record<string, Ejection[]>;
    barred: Record<string, string[]>;
  }

  interface Offer {
    take?: string[];
    pick?: string[];
    play?: Record<string, Play>;
    pet?: string[];
    boost?: string[];
    stop?: boolean;
    pass?: boolean;
    gains: Record<string, Gain | null>;
    discs?: number[][];
  }

  /** A move of any kind; which fields it has depends on it. */
  interface Move extends Page.Move {
    card?: string;
    cabin?: string;
    eject?: string;
    type?: string | null;
  }

  interface Happening extends Page.Happening {
    card: string;
    seat: number;
    type: string;
  }

  interface Choice {
    zone?: "hand" | "display";
    card?: string;
    index?: number;
    cabin?: string;
    type?: string;
    reading?: string[];
  }

  interface Gain {
    type: string;
    halves: number;
    points: number;
  }

  interface Marks {
    cabins: Map<string, { card: string; seat: number }[]>;
    ejected: Set<string>;
    taken: Map<number, string[]>;
    pieces: Set<string>;
    doings: Entry[];
  }

  /** One drawing of the table. */
  interface Context {
    root: HTMLElement;
    table: Table;
    state: State;
    view: View;
    offer: Offer | null;
    choice: Choice;
    before: View | null;
    pieces: Pieces;
    say: Page.Say;
    round: number[];
    others: number[];
    chosenPlay: Play | null;
    preview: Way | null;
    costs: number[];
    marks: Marks;
    gain: Gain | null;
    /** Whether the open cards are seen: on a phone they give room to what is asked. */
    showsDisplay: boolean;
    line: import("./line.js").Line;
    presses: import("./presses.js").Presses;
  }

  /** A card on a phone: in two lines, or without its name. */
  type Form = "slim" | "tiny" | "";

  /** How a card is drawn. */
  interface Drawn {
    key: string;
    piece?: string;
    from?: string | null;
    lit?: boolean;
    pressed?: boolean;
    mark?: number;
    ghost?: boolean;
    form?: Form;
    press?: () => unknown;
  }

  type State = Page.State<View, Offer, Move, Happening, Choice>;
  type Entry = Page.Entry<Move, Happening>;
  type Table = Page.Table<Pieces, Choice>;
}
