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
    /** By seats, animal and sex ("" for a snail), how many there are. */
    copies: Record<string, Copies>;
    exchanges: Record<string, Copies>;
    levels: Record<string, number>;
    ways: Record<Sex, number[]>;
    quays: number;
    limit: number;
    woodpecker_limit: number;
    reserve: number;
    crocodile_points: number;
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
    open: boolean;
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

  /** What boarding a card would bring. */
  type Boarding = ReturnType<Judge["boarding"]>;
  type State = Page.State<View, null, Move, Happening, Choice>;
  type Entry = Page.Entry<Move, Happening>;
  type Table = Page.Table<Pieces, Choice>;
  type Scene = import("./scene.js").Scene;
  type Judge = import("./judge.js").Judge;
}
