/** The messages of the page and its host, as in docs/reference/browser-protocol.md. */
export type Side = string;
export type Unit = string;
export type Hex = string;

export interface SideFacts {
  id: Side;
  name: string;
  plural: string;
  emblem: string;
  fill: string;
  reduced: string;
  ink: string;
  accent: string;
}
export interface HexFacts {
  x: number;
  y: number;
  terrain: string;
  near: Hex[];
  place?: string;
  kind?: string;
}
export interface UnitFacts {
  name: string;
  designation: string;
  side: Side;
  class: string;
  size: string;
  steps: { strength: number | null; ma: number | null; defence: string | null }[];
}
export interface ScenarioFacts {
  id: string;
  title: string;
  description: string;
  turn_track: string;
  first_turn: number;
  last_turn: number;
  options: Record<string, string>;
  free_setup: boolean;
  areas: { side: Side; step: number; units: Unit[]; hexes: Hex[] }[];
  placed: [Unit, Hex][];
}
export interface GameFacts {
  game: string;
  version: string;
  title: string;
  subtitle: string;
  description: string;
  sides: SideFacts[];
  phases: { id: string; name: string; side: Side; kind: string; text: string }[];
  turn_tracks: Record<string, { turn: number; date: string; weather: string | null; notes: string[] }[]>;
  weather: Record<string, { name: string; art: string; movement: string; combat: string }>;
  results: Record<string, { name: string; text: string; kind: string }>;
  die: number;
  units: Record<Unit, UnitFacts>;
  classes: Record<string, string>;
  /** Computer players, the default one first. */
  players: { id: string; name: string; slow: boolean }[];
  scenarios: ScenarioFacts[];
  options: {
    id: string;
    name: string;
    description: string;
    default: string;
    choices: { id: string; name: string }[];
  }[];
  hexes: Record<Hex, HexFacts>;
  flat: boolean;
  radius: number;
  frame: [number, number, number, number];
  counter: number;
  terrain: Record<string, string>;
  ranges: { words: string; range: number }[];
}
export interface Pictures {
  /** The digest of the map; nothing while it is still being drawn. */
  board: string;
  /** The map isn't there yet, and comes. */
  drawing: boolean;
  counters: Record<string, string>;
  charts: string;
  /** The layers of the map that can be hidden. */
  layers: string[];
  tints: Record<string, string>;
  tile: number;
  levels: number[];
}
/** A part of the map in mm: left, top, width, height. */
export type Place = [number, number, number, number];
export interface Hello {
  slug: string;
  facts: GameFacts | Record<string, never>;
  playable: boolean;
  errors: number;
  root: string;
  /** The theme of the server: classic or contrast. */
  theme: string;
  /** What a fault of hexwright left undone; empty if it did all. */
  fault: string;
  pictures: Pictures | null;
}

export interface Odds {
  attack: string;
  defence: string;
  before: string;
  final: string;
  columns: string[];
  initial_column: number;
  column: number;
  die: number;
  modifiers: string[];
  certain: string;
  text: string;
  strengths: { attack: Strength[]; defence: Strength[] };
  changes: { part: "attack" | "defence" | "columns" | "most" | "table" | "die"; text: string }[];
  limits: string[];
}
/** A unit's strength in a battle: as printed, the factor that multiplies it, and what counts. */
export interface Strength {
  unit: Unit;
  strength: string;
  factor: string;
  counts: string;
}
export interface Pool {
  groups: { hits_on: number; dice: number }[];
  chances: number[];
  expected: number;
}
export interface Fire {
  attack: Pool;
  defence: Pool;
}
export interface Battle {
  hexes: Hex[];
  defenders: Unit[];
  attackers: Unit[];
  from: Hex[];
  odds?: Odds;
  fire?: Fire;
}
export interface Chance {
  result: string;
  name: string;
  text: string;
  share: number;
  rolls: number[];
}
export type Losses = { side: Side; steps: number; cadres: number }[];
export interface Fight extends Battle {
  losses?: Losses;
  result?: string;
  owed?: string;
  retreating?: Unit[];
  round?: number;
  hits?: [number, number];
  chances?: Chance[];
}
export interface Choice {
  action: string;
  kind: string;
  unit: Unit | null;
  hex: Hex | null;
  target: Unit | null;
  units: Unit[];
  say?: string;
  cost?: string;
  stops?: boolean;
  full?: boolean;
  takes?: boolean;
}
export interface Bar {
  who: string;
  side: Side | null;
  title: string;
  owed: string;
  primary: { text: string; roll: boolean; action: string | null } | null;
  blocked: string;
}
export interface View {
  rev: number;
  turn: number;
  phase: string;
  stage: string;
  side: Side;
  who: Side | "chance" | null;
  /** The only side whose decisions are taken here; null for all. */
  seat: Side | null;
  weather: string;
  units: Record<Unit, [string, number, number]>;
  owned: Record<Hex, Side>;
  lit: Unit[];
  moving: Unit[];
  targets: Record<Unit, Hex[]>;
  choices: Choice[];
  crowded: Hex[];
  battles: Battle[];
  fight: Fight | null;
  points: number[];
  undo: string | null;
  computers: Record<Side, string>;
  computer: Side | null;
  standing: { side: Side; awards: { text: string; points: number }[] }[];
  over: { winner: Side | null; text: string } | null;
  bar: Bar;
}
export interface Event {
  n: number;
  turn: number;
  phase: string;
  stage: string;
  side: Side;
  by: string;
  kind: string;
  say: string;
  action: string;
  unit?: Unit;
  from?: Hex;
  to?: Hex;
  dice?: number[];
  result?: string;
  odds?: string;
  lost: { unit: Unit; step: number }[];
}
export interface Forecast {
  goal: string;
  hex: Hex;
  target: Unit | null;
  able: { unit: Unit; declared: boolean; busy: boolean }[];
  attackers: Unit[];
  defenders?: Unit[];
  odds: Odds | null;
  fire: Fire | null;
  chances: Chance[];
  losses: Losses;
  retreat: Hex[];
  cornered: Unit[];
}
export type Overlay = Record<Side, { zone: Hex[]; supplied: Hex[] | null; unsupplied: Unit[] }>;
export interface Finding {
  code: string;
  level: "error" | "warning" | "advice";
  title: string;
  message: string;
  hint: string;
  file: string;
  line: number;
  column: number;
  lines: { number: number; text: string }[];
  fix: { old: string; new: string } | null;
  hexes: Hex[];
}
export interface HexDetails {
  hex: Hex;
  terrain: string;
  features: { feature: string; group: string }[];
  sides: Record<Hex, string[]>;
  lines: { kind: string; name: string }[];
  place: { name: string; kind: string; owner: string | null } | null;
  effects: { name: string; movement: string; combat: string; other: string }[];
  written: { file: string; line: number; keys: string; text: string }[];
}
export interface Written {
  file: string;
  line: number;
  lines: { number: number; text: string }[];
}
export interface Span {
  text: string;
  to?: string;
}
/** A picture of the key to the counters: a data address, and its size on the page in px. */
export interface KeyPicture {
  src: string;
  width: number;
  height: number;
}
export interface KeyEntry {
  text: string;
  picture?: KeyPicture;
  colour?: string;
}
export type RulePart =
  | { kind: "heading"; id: string; number: string; title: string; level: number }
  | { kind: "step"; number: string; title: string; text: Span[] }
  /** A paragraph with its number, if it has one, its lead, and the rulings on it. */
  | { kind: "case"; id: string; title: string; text: Span[]; rulings: Span[][]; example: boolean }
  /** A row with fewer cells than the head has one cell for all columns after the first. */
  | { kind: "table"; title: string; head: string[]; rows: string[][] }
  | { kind: "term"; title: string; text: Span[] }
  /** A counter with numbered parts: each span tells a part. */
  | { kind: "counter"; title: string; text: Span[]; picture: KeyPicture }
  | { kind: "counters"; title: string; text: Span[]; entries: KeyEntry[] }
  | { kind: "text"; text: Span[] };
/** A diagram below a case, or below the cases of a section. */
export interface RuleFigure {
  section: string;
  case: string;
  title: string;
  text: Span[];
  picture: KeyPicture;
}
export interface Estimate {
  value: number;
  low: number;
  high: number;
}
export interface Figures {
  scenario: string;
  policies: Record<Side, string>;
  games: number;
  wanted: number;
  running: boolean;
  wins: ({ side: Side | null } & Estimate)[];
  losses: { side: Side; steps: Estimate; destroyed: Estimate }[];
  turns: Estimate;
  battles: Record<Hex, number>;
}
export interface Changes {
  map: boolean;
  places: Place[] | null;
  hexes: Hex[];
  counters: string[];
  charts: boolean;
  facts: boolean;
}
/** The section of the rules that a refusal cites. */
export interface CitedRule {
  id: string;
  title: string;
}
export interface Reply {
  ok: boolean;
  refused?: string;
  hint?: string;
  reason?: string;
  rule?: CitedRule;
  view?: View;
  since?: number;
  events?: Event[];
  actions?: Choice[];
  rev?: number;
  path?: Hex[];
  forecast?: Forecast;
  overlay?: Overlay;
  why?: string;
  done?: boolean;
  findings?: Finding[];
  facts?: unknown;
  charts?: Record<string, { title: string; svg: string }>;
  values?: Record<Hex, string>;
  start?: { units: [Unit, Hex, number][]; overlay: Overlay };
  written?: Written | null;
  parts?: RulePart[];
  figures?: RuleFigure[];
  faults?: { code: string; text: string; hint: string }[];
  name?: string;
  data?: string;
  record?: string;
  scenario?: string;
  options?: Record<string, string>;
  seed?: number;
  /** The text of a link, and the side that is to decide. */
  link?: string;
  to?: Side | null;
}
export type Push =
  | { type: "alive" }
  | { type: "changed"; files: string[]; time: string; seconds: number; errors: number; changes: Changes }
  | { type: "played"; game: string; rev: number }
  | { type: "balance"; figures: Figures };
