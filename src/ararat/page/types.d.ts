// The types that the page's modules name in their comments. Nothing here runs; docs/protocol.md says what messages mean.

declare namespace Page {
  // --- Words and elements ---

  type Say = (key: string, values?: Record<string, unknown>) => string;
  type End = () => void;
  type Child = Node | string | number | boolean | null | undefined | readonly Child[];
  type Handler<Happening> = ((event: Happening) => unknown) | null | false;
  type Field = { target: HTMLInputElement };

  interface Attributes {
    class?: string | null;
    style?: Record<string, string | number>;
    data?: Record<string, string | number | boolean | null | undefined>;
    onclick?: Handler<MouseEvent & { target: Element; currentTarget: HTMLElement }>;
    onchange?: Handler<Event & Field>;
    oninput?: Handler<Event & Field>;
    onsubmit?: Handler<SubmitEvent>;
    onkeydown?: Handler<KeyboardEvent & { target: Element; currentTarget: Element }>;
    onpointerenter?: Handler<PointerEvent>;
    onpointerleave?: Handler<PointerEvent>;
    onfocus?: Handler<FocusEvent & { currentTarget: HTMLElement }>;
    onblur?: Handler<FocusEvent>;
    onfocusin?: Handler<FocusEvent>;
    onfocusout?: Handler<FocusEvent>;
    ontoggle?: Handler<ToggleEvent>;
    [name: string]: unknown;
  }

  // --- What a game is made of ---

  /** A move as people know it: its kind, and what that kind needs. */
  interface Move {
    move: string;
    [field: string]: unknown;
  }

  interface Happening {
    event: string;
    [field: string]: unknown;
  }

  /** What happened once: a line of the log. */
  interface Entry<AMove = Move, AHappening = Happening> {
    number: number;
    seat: number;
    move: AMove;
    events: AHappening[];
    text: string;
  }

  /** What the log shows of an entry. */
  interface Told {
    number: number;
    seat: number | null;
    text: string;
  }

  /** What every game's view has. */
  interface View {
    players: number;
    phase: string;
    turn: number | null;
    scores: number[];
    winners: number[];
  }

  // --- Boards: docs/boards.md ---

  interface State<AView = View, AnOffer = unknown, AMove = Move, AHappening = Happening, AChoice = unknown, AGauges = any> {
    view: AView;
    sheet: Row[];
    /** What the game's `web.gauges` read from the view. */
    gauges: AGauges;
    seat: number | null;
    names: string[];
    /** The names as headings have them: whoever looks is "you", where one person looks. */
    called: string[];
    moves: AMove[] | null;
    offer: AnOffer | null;
    active: boolean;
    last: Entry<AMove, AHappening>[];
    number: number;
    over: boolean;
    choice: AChoice | null;
  }

  interface Button {
    key: string;
    label: string;
    hint?: string | null;
    sign?: string;
    primary?: boolean;
    disabled?: boolean;
    why?: string | Move;
    press: () => unknown;
    focus?: () => unknown;
  }

  interface Tested {
    /** Whether it is what a guided match tells. */
    told?: boolean | null;
    legal: boolean;
    rule: string | null;
    text: string;
    rules?: [string, string][];
    scores: number[] | null;
    final?: boolean | null;
  }

  interface Table<Pieces = unknown, AChoice = unknown> {
    pieces: Pieces;
    /** What `tray`, `chips` and `pan` remember over redraws. */
    kept: Map<string, any>;
    say: Say;
    has(key: string): boolean;
    enumerate(items: string[]): string;
    play(move: Move): Promise<boolean>;
    test(move: Move): Promise<Tested>;
    why(move: Move): Promise<Tested>;
    tell(text: string, rule?: string | null): void;
    buttons(buttons: (Button | null)[]): void;
    choose(choice: AChoice | null): unknown;
    note(choice: AChoice | null): void;
    redraw(): unknown;
  }

  /** A seat for `chips`. */
  interface Chip {
    seat: number;
    name: string;
    facts: Child[];
    panel: () => HTMLElement;
    turn?: boolean;
  }

  interface Board {
    draw(state: any): void;
    keysOf?(move: any): (string | null)[];
  }

  type Create = (root: HTMLElement, table: any) => Board;

  /** Which sound of page/sound/sounds.js a move and an event have, by their names; null is none. */
  interface Sounds {
    moves?: Record<string, string | null>;
    events?: Record<string, string>;
  }

  /** Where a board's moves go. */
  interface Link {
    play(move: Move): Promise<Answer>;
    test(move: Move): Promise<Tested>;
  }

  // --- What the server tells ---

  interface Seat {
    seat: number;
    kind: "person" | "bot" | "open";
    name: string;
    bot: string | null;
    stand_in: string | null;
    here: boolean;
    hints: number;
  }

  interface Rematch {
    table: string;
    seat: number;
  }

  interface Row {
    label: string;
    values: (number | null)[];
    total?: boolean;
  }

  interface Summary {
    table: string;
    game: string;
    players: number;
    options: Record<string, any>;
    public: boolean;
    hints: boolean;
    takeover: boolean;
    teaching: boolean;
    /** Closed: people have to remember what they have seen. */
    memory: "open" | "closed";
    /** For how many seconds nobody may put a bot in for somebody who dropped. */
    patience: number;
    /** The seat of whoever set the table up. */
    host: number | null;
    /** Whether the match goes on from what somebody brought, what was hidden dealt anew or left. */
    continued: Continued;
    /** To what its deal is bound; null: it is fixed, or of old. */
    commitment: string | null;
    status: "waiting" | "playing" | "over" | "gone";
    seats: Seat[];
    made: number;
    turn: number | null;
    winners: number[] | null;
    names: string[];
  }

  /** The table as this viewer may know it. */
  interface Message extends Summary {
    type: "table";
    id?: number;
    number: number;
    seat: number | null;
    /** How many are choosing a name. */
    choosing: number;
    /** For how many seconds more the table waits for each seat, as of when the message came. */
    awaited: number[];
    came?: number;
    view: View | null;
    moves: Move[] | null;
    offer: unknown;
    legal: number | null;
    can_undo: boolean;
    no_undo: string | null;
    undo_for: number;
    since: number;
    /** The first entry that is still told. */
    told_from: number;
    log: Entry[];
    /** The whole log, put together here from what was told. */
    entries: Entry[];
    scores: number[] | null;
    over: boolean;
    sheet: Row[] | null;
    gauges: any;
    thinking: boolean;
    rematch: Rematch | null;
    taught: Taught | null;
    /** To what the deal of the rematch is bound, as long as this seat has added nothing to it. */
    next_commitment: string | null;
  }

  type Continued = "anew" | "as-it-was" | null;

  /** What the pupil of a guided match hears. */
  interface Taught {
    old: boolean;
    strayed: boolean;
    say: string[];
    move: Move | null;
    text: string | null;
    lead: boolean;
    brought: { label: string; was: number | null; now: number }[];
  }

  interface Tip {
    move: Move;
    text: string;
    chance: number;
    low: number;
    high: number;
    even: boolean;
    why: string | null;
  }

  interface Choice {
    label: string;
    legal: boolean;
    reason: string | null;
    note: string | null;
    picture: string | null;
  }

  /** Every other message: which fields are there depends on its type. */
  interface Answer extends Tested {
    type: string;
    id?: number;
    code: string;
    number: number;
    table: string;
    seat: number;
    move: Move;
    path: (number | number[])[];
    several: boolean;
    choices: Choice[];
    tips: Tip[];
  }

  interface Judgement {
    number: number;
    seat: number;
    played: Tip;
    best: Tip[];
    loss: number;
    swing: number;
    forced: boolean;
    slip: boolean;
    turning: boolean;
  }

  interface Analysed {
    status: "none" | "waiting" | "running" | "paused" | "failed" | "done";
    total: number;
    since: number;
    judgements: Judgement[];
  }

  interface Frame {
    number: number;
    view: View;
    sheet: Row[];
    gauges: any;
    entry: Entry | null;
  }

  interface Option {
    name: string;
    label: string;
    text: string;
    kind: "choice" | "flag" | "seat" | "subset";
    default: any;
    matters: number[] | null;
    values: { value: any; label: string }[];
    counts?: Record<string, number>;
  }

  interface Bot {
    code: string;
    name: string;
  }

  /** All that a page needs of a game but its board. */
  interface Box {
    facts: Facts;
    words: Record<string, string>;
    pieces: any;
  }

  interface Facts {
    slug: string;
    name: string;
    brief: string;
    credits: string;
    independent: string;
    lesson: string[];
    players: number[];
    usual_players: number;
    minutes: string;
    secrets: boolean;
    /** Whether there is something that people could have to remember. */
    memory: boolean;
    options: Option[];
    bots: Bot[];
    usual_bot: string;
    first_match: { players: number; options: Record<string, any>; bot: string } | null;
  }

  interface Book {
    lesson: string[];
    pieces: string[];
    chapters: { title: string; rules: Rule[] }[];
    options: { name: string; text: string }[];
  }

  interface Rule {
    id: string;
    text: string;
  }

  interface Answer {
    kind: "rule" | "lesson" | "pieces" | "options";
    name: string;
    title: string;
    text: string;
    marks: [from: number, to: number][];
  }

  interface Readiness {
    ready: boolean;
    done: number;
    total: number;
    bots: boolean;
  }

  // --- What this browser keeps ---

  /** A seat that this browser holds at a table. */
  interface Held {
    seat: number;
    token: string;
    name: string;
    kind: string;
    /** Whether the token holds it no more. */
    lost?: boolean;
  }

  interface Kept {
    table: string;
    game: string;
    seats: Held[];
    created: number;
    /** Whether it is a guided match. */
    teaching?: boolean;
  }

  /** What this device kept of a deal from before the first card. */
  interface Remembered {
    commitment: string;
    /** What this device added. */
    contribution?: string;
    table?: string;
    continued?: Continued;
    /** Seats at which people sat at the first card. */
    people?: number[];
    /** The table whose rematch it is for. */
    after?: string;
    /** Whether people here know that the match goes on from what somebody brought. */
    told?: boolean;
  }

  /** A seat of a table that is being set. */
  interface Planned {
    kind: string;
    name: string;
    bot: string | null;
  }

  /** The line on top of a table. */
  interface Asked {
    text: string;
    seat: number | null;
    mine?: boolean;
    over?: boolean;
    pill?: string | null;
    watching?: boolean | string | null;
  }

  interface Tab {
    key: string;
    icon: string;
    label: () => string;
    panel: HTMLElement;
    opened?: () => unknown;
    absent?: boolean;
  }

  // --- The modules that others are handed ---

  type App = import("./main.js").App;
  type Store = import("./app/store.js").Store;
  type Words = import("./app/words.js").Words;
  type Refusal = import("./app/api.js").Refusal;
  type Toast = import("./app/toast.js").Toast;
  type Game = import("./stage/game.js").Game;
  type AtTable = import("./table/table.js").Table;
  type Replay = import("./replay/replay.js").Replay;
  type Api = (method: string, path: string, body?: unknown, token?: string | null) => Promise<any>;
}

// All that is looked for is of our own making: HTML or SVG, with data and a focus.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: string): HTMLElement | null;
}
