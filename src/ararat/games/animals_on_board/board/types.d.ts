// What the board of Animals on Board is drawn from: the view of RULES.md, pieces and offer of web.py, one drawing of it.

declare namespace AnimalsOnBoard {
  interface Ark {
    known: string[];
    unknown: string[] | number;
  }

  interface View extends Page.View {
    round: number;
    species: string[];
    area: string[][];
    crates: number[];
    supply: number;
    flag: number | null;
    out: number[];
    deck: string[] | number;
    hidden: string | null;
    hands: (string[] | number)[];
    arks: Ark[];
    box: string[][];
  }

  interface Pieces {
    species: Record<string, string[]>;
    hidden: string;
    room: number;
    counts: { kind: "single" | "pair" | "herd"; points: number }[];
    most_crates: number;
  }

  interface Group {
    price: number;
    take: boolean;
    split: boolean;
    points: number | null;
  }

  interface Offer {
    keep?: string[];
    discard?: string[];
    groups?: Group[];
    crates?: number;
    points?: number;
    after?: number[];
    pass?: boolean;
  }

  /** A move of any kind; which fields it has depends on it. */
  interface Move extends Page.Move {
    group?: string[];
    off?: string[];
    tile?: string;
  }

  /** The move that a choice stands for so far. */
  interface Wish {
    move: Move;
    text: string;
    legal: boolean;
  }

  /** A tile in an ark, as far as the viewer knows it. */
  interface Cell {
    name: string | null;
    secret?: boolean;
    ghost?: boolean;
  }

  /** Cells of one species; laid on a deck, perhaps a part of the whole. */
  interface Herd {
    species: string | null;
    cells: Cell[];
    whole?: Cell[];
  }

  /** How a tile is drawn. */
  interface Drawn {
    press?: () => unknown;
    lit?: boolean;
    chosen?: boolean;
    secret?: boolean;
    ghost?: boolean;
    last?: boolean;
    label?: string | null;
    from?: string | null;
    piece?: string | false | null;
    key?: string;
    spot?: string | null;
    focus?: () => void;
    blur?: () => void;
  }

  /** One drawing of the table. */
  interface Scene {
    root: HTMLElement;
    table: Table;
    pieces: Pieces;
    say: Page.Say;
    state: State;
    rafts: string[][];
    chosen: string[];
  }

  type State = Page.State<View, Offer, Move, Page.Happening, string[]>;
  type Table = Page.Table<Pieces, string[]>;
}
