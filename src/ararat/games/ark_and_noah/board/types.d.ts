// What the board of Ark & Noah is drawn from: the view of RULES.md, pieces and offer of web.py, one drawing of it.

declare namespace ArkAndNoah {
  /** "m" or "f". */
  type Sex = string;
  type Goods = "planks" | "pitch" | "food";

  interface Ark {
    planks: Record<string, number>;
    pitch: string[];
    food: string[];
    pens: Record<string, string[]>;
    pairs: Record<string, string[]>;
  }

  interface View extends Page.View {
    options: { variant: "standard" | "quick" };
    action: string | null;
    actor: number | null;
    turn: number;
    round: number;
    queue: number[];
    left: number | null;
    drawn: string[];
    action_done: (number | null)[];
    action_now: (number | null)[];
    bonus: number[];
    bags: Record<Sex, string[]>;
    animals: string[][];
    planks: number[];
    pitch: number[];
    food: number[];
    supply: { planks: number[]; pitch: number; food: number };
    ark: Ark;
    order: number[];
    final: Record<string, number>[] | null;
  }

  /** The plan of an ark: cells by place, edges with their cells, joints with their edges. */
  interface Grid {
    columns: number;
    rows: number;
    cells: string[];
    edges: Record<string, string[]>;
    joints: Record<string, string[]>;
  }

  interface Pieces {
    species: Record<string, { size: number; points: number }>;
    actions: Record<string, string[]>;
    shares: Record<string, Record<string, [actor: number, others: number]>>;
    rewards: string[];
    hull_bonus: number;
    /** What an exchange brings at once: points, or pieces of goods. */
    reward: number;
    /** By seat: one of Noah's family. */
    family: string[];
    boards: Record<number, Grid>;
  }

  interface Offer {
    worker?: string[];
    action?: string[];
    bag?: string[];
    draw?: string[];
    pick?: string[];
    reward?: string[];
    plank?: string[];
    pitch?: string[];
    feed?: string[];
    swap?: Record<string, unknown>;
    trade?: { give: string[] };
    board?: Record<string, { cost: number; pens: Record<string, number[]> }>;
    gains?: { plank: number; pitch: number; feed: number };
    nearest?: Record<string, string>;
    keep?: boolean;
    done?: boolean;
  }

  /** A move of any kind; which fields it has depends on it. */
  interface Move extends Page.Move {
    action?: string;
    name?: string;
    animal?: string;
    sex?: Sex;
    kind?: string;
    give?: string;
    take?: string;
    edge?: string;
    edges?: string[];
    joint?: string;
    cell?: string;
    species?: string;
    pen?: string;
  }

  interface Happening extends Page.Happening {
    edge: string;
    kind: string;
    taken: [seat: number, amount: number][];
  }

  interface Choice {
    pair?: string | null;
    pen?: string | null;
    first?: string | null;
    second?: string | null;
    give?: string | null;
    take?: string | null;
  }

  interface Hint {
    show: () => void;
    hide: () => void;
  }

  /** Something that can be pressed. */
  interface Pressed {
    key?: string;
    label?: string;
    lit: boolean;
    pressed?: boolean;
    toggle?: boolean;
    press: () => unknown;
    hint?: Hint;
  }

  interface Control {
    class: string;
    lit: boolean;
    attributes: Page.Attributes;
    ghost?: number | null;
  }

  interface Marks {
    edges: Set<string>;
    joints: Set<string>;
    cells: Set<string>;
    pens: Set<string>;
    actions: Set<string>;
    tiles: Set<string>;
    goods: Map<string, number>;
  }

  interface Gauges {
    hull: { planks: number[]; points: number[] };
    leaks: string[];
    closing: Record<string, { pens: number[]; gone: number }>;
    share: number;
    scored: number;
    /** How many rounds there are at least and at most, and whether the match may end already. */
    rounds: { least: number; most: number; late: boolean };
  }

  /** One drawing of the table, without what each thing does. */
  interface Picture {
    table: Table;
    pieces: Pieces;
    say: Page.Say;
    state: State;
    view: View;
    seat: number | null;
    names: string[];
    gauges: Gauges;
    offer: Offer;
    choice: Choice;
    phone: boolean;
    plan: import("./plan.js").Plan;
    preview: HTMLElement;
    bags: import("./bags.js").Bags;
    mover: number | null;
    mode: "pens" | "cells" | "edges";
    marks: Marks;
    plankNames: Record<string, string>;
    workerNames: (space: string) => string;
    hint: (...texts: (string | null)[]) => Hint;
    points: (pen: string) => number[] | undefined;
    inside: Set<string>;
  }

  interface Controls {
    action: (name: string) => Pressed;
    bag: (sex: Sex) => Pressed;
    drawn: (tile: string) => Pressed;
    own: (tile: string) => Pressed;
    joint: (joint: string, place: string) => Control;
    feed: (cell: string) => Control;
    pen: (pen: string) => Control;
    edge: (edge: string, place: string) => Control;
  }

  type Scene = Picture & Controls;
  type State = Page.State<View, Offer, Move, Happening, Choice, Gauges>;
  type Table = Page.Table<Pieces, Choice>;
}
