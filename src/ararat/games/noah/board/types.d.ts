// What Noah's board is drawn from: the view of RULES.md, the pieces of web.py, and one drawing of the table.

declare namespace Noah {
  /** "m" or "f". */
  type Sex = string;

  /** A card; a snail has both sexes in a hand, and one aboard. */
  interface Card {
    animal: string;
    sex: Sex | null;
  }

  interface Boat {
    kind: string;
    animals: Card[];
  }

  interface View extends Page.View {
    options: Record<string, any>;
    round: number;
    starter: number;
    noah: number;
    boats: (Boat | null)[];
    reserve: string[];
    departures: number;
    gone: Card[];
    top: Card[];
    looked: Card[];
    pair: boolean;
    leaving: boolean;
    gifts: number;
    partner: number | null;
    results: Result[];
    hands: (Card[] | { known: Card[]; unknown: number })[];
    deck: Card[] | { unknown: number };
  }

  interface Result {
    points: number[];
    hands: Card[][];
    [field: string]: any;
  }

  interface Animal {
    name: string;
    mass: number;
    tears: number;
  }

  type Copies = Record<string, Record<string, number>>;

  interface Pieces {
    animals: Animal[];
    quays: number;
    limit: number;
    woodpecker_limit: number;
    reserve: number;
    crocodile_points: number;
  }

  /** What the rules read from the view: by quay, by seat, or by animal and sex ("" for a snail). */
  interface Gauges {
    boats: ({ load: number; limit: number; asks: Sex[] } | null)[];
    ways: Sex[][];
    costs: ({ tears: number; without: number[] } | null)[];
    leaders: number[];
    points_off: number[];
    deck: Copies;
    unseen: Copies;
  }

  /** What boarding a card would bring. */
  interface Boarding {
    load: number;
    limit: number;
    fills: boolean;
    gifts: number;
    pair: boolean;
    points_off: number;
    flees: Card | null;
    quays: number[];
  }

  /** Both in the order of the moves. */
  interface Offer {
    boarding?: (Boarding | null)[];
    fitting?: number[] | null;
  }

  /** A move of any kind; which fields it has depends on it. */
  interface Move extends Page.Move {
    animal: string;
    sex: Sex | null;
    mass?: number;
    boat?: number;
    place?: number;
    player?: number;
  }

  interface Happening extends Page.Happening {
    boat: number;
    cards: Card[];
  }

  interface Choice {
    key: string;
    card?: Card;
    look?: boolean;
    move?: Move;
  }

  interface Hand {
    cards: Card[];
    unknown: number;
  }

  interface Memory {
    number: number | null;
    seat: number | null | undefined;
    sort: "mass" | "sex";
    panel: string | null;
    results: number | null;
    round: number | null;
    newRound: boolean;
  }

  type State = Page.State<View, Offer, Move, Happening, Choice, Gauges>;
  type Entry = Page.Entry<Move, Happening>;
  type Table = Page.Table<Pieces, Choice>;
  type Scene = import("./scene.js").Scene;
  type Box = import("./box.js").Box;
}
