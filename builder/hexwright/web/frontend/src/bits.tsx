import { symbols } from "./pictures";
import type { GameFacts, Hex, Unit, View } from "./types";

const ICONS: Record<string, string> = {
  undo: "M9 7H15.5a4.5 4.5 0 0 1 0 9H8M9 7l3.2-3.2M9 7l3.2 3.2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  zones: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 8.2l3.3 1.9v3.8L12 15.8l-3.3-1.9v-3.8z",
  supply: "M3 16h10V7H3zM13 10h4l4 3.5V16h-8M7 18.5a1.8 1.8 0 1 0 0-.1M17.5 18.5a1.8 1.8 0 1 0 0-.1",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.4v.4",
  moon: "M19.5 14.2A8 8 0 1 1 9.8 4.5a6.5 6.5 0 0 0 9.7 9.7z",
  close: "M6 6l12 12M18 6L6 18",
  map: "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  play: "M7 4.5l12 7.5-12 7.5z",
  robot: "M6 9h12v9H6zM12 9V5.5M12 5.5a.6.6 0 1 0 0-.1M9.3 13h.1M14.6 13h.1M9.5 16h5M3.5 12v3.5M20.5 12v3.5",
  file: "M7 3.5h7l4 4V20.5H7zM14 3.5v4h4M12.5 11v6M10 14.5l2.5 2.5 2.5-2.5",
  back: "M14 5l-7 7 7 7",
  movement: "M4 12h14M13 6l6 6-6 6",
  combat: "M12 3l2 6 6-2-4 5 4 5-6-2-2 6-2-6-6 2 4-5-4-5 6 2z",
};
const PHASE_ICONS: Record<string, string> = {
  movement: "movement",
  combat: "combat",
  fire: "combat",
  allocation: "combat",
  "air-strike": "combat",
  overruns: "combat",
  replacement: "plus",
};

export const Icon = ({ of }: { of: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={ICONS[of]} />
  </svg>
);

export const PhaseIcon = ({ kind }: { kind: string }) => <Icon of={PHASE_ICONS[kind] ?? "check"} />;

const EMBLEMS: Record<string, string> = {
  cross: "M5.5 1h9l-2.4 7.1L19 5.5v9l-6.9-2.4L14.5 19h-9l2.4-6.9L1 14.5v-9l6.9 2.6z",
  star: "M10 1l2.2 6.8h7.1l-5.7 4.2 2.1 6.8L10 14.6l-5.7 4.2 2.1-6.8L.7 7.8h7.1z",
  disc: "M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",
  diamond: "M10 1l9 9-9 9-9-9z",
};

export const Emblem = ({ game, side }: { game: GameFacts; side: string }) => (
  <svg class="side-emblem" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={EMBLEMS[game.sides.find((one) => one.id === side)?.emblem ?? "disc"]} />
  </svg>
);

const PIPS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ],
  5: [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ],
  6: [
    [1, 1],
    [3, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [3, 3],
  ],
};

/** A die; a number that a die with pips can't show is written. */
export const Die = ({ n, plain = false }: { n: number; plain?: boolean }) => (
  <svg class="die" viewBox="0 0 40 40" role="img" aria-label={`die: ${n}`}>
    <rect x="1.5" y="1.5" width="37" height="37" rx="7" />
    {!plain && PIPS[n] ? (
      PIPS[n].map(([x, y]) => <circle key={`${x}${y}`} cx={x * 10} cy={y * 10} r="3.6" />)
    ) : (
      <text x="20" y="28">
        {n}
      </text>
    )}
  </svg>
);

export const Weather = ({ art }: { art: string }) => (
  <svg class={`weather ${art}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d={
        art === "sun"
          ? "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M18.7 5.3l-1.5 1.5M6.8 17.2l-1.5 1.5"
          : art === "mud"
            ? "M8 3l-1.5 5M13 3l-1.5 5M18 3l-1.5 5M3 16c2-3 6-3.5 9-2.5 4-1.5 8 0 9 2.5 0 3-4 4.5-9 4.5S3 19 3 16z"
            : "M12 2.5v19M3.8 7.2l16.4 9.6M3.8 16.8l16.4-9.6M9.5 4l2.5 2.4L14.5 4M9.5 20l2.5-2.4 2.5 2.4"
      }
    />
  </svg>
);

export const Counter = ({ unit, step }: { unit: Unit; step: number }) => (
  <svg class="counter-art" viewBox="0 0 15 15" aria-hidden="true" focusable="false">
    <use href={`#${symbols.idOf(`${unit}-${step}`)}`} />
  </svg>
);

export const sideIndex = (game: GameFacts, side: string | null) => game.sides.findIndex((one) => one.id === side);
export const percent = (share: number) => `${Math.round(share * 100)}%`;
export const many = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** A hex's place, or its number. */
export const hexName = (game: GameFacts, hex: Hex) => game.hexes[hex]?.place ?? hex;

/** A hex's number, followed by its place. */
export const hexFull = (game: GameFacts, hex: Hex) => {
  const place = game.hexes[hex]?.place;
  return place ? `${hex} ${place}` : hex;
};

export const terrainName = (game: GameFacts, hex: Hex) =>
  (game.terrain[game.hexes[hex]?.terrain ?? ""] ?? "").toLowerCase();

export const WHERE: Record<string, string> = {
  pool: "in the pool",
  aside: "not yet in play",
  gone: "out of the game",
  base: "at its base",
};

/** What a counter shows, in words. */
export function unitWords(game: GameFacts, view: View, unit: Unit): string {
  const facts = game.units[unit];
  const placed = view.units[unit];
  if (!facts || !placed) return unit;
  const [where, step, conditions] = placed;
  const face = facts.steps[step - 1];
  return [
    facts.name,
    game.sides.find((one) => one.id === facts.side)?.name ?? "",
    face?.strength != null ? `strength ${face.strength}` : "",
    face?.ma != null ? `movement ${face.ma}` : "",
    step > 1 ? "reduced" : "",
    conditions & 1 ? "disrupted" : "",
    conditions & 2 ? "fortified" : "",
    conditions & 4 ? "entrained" : "",
    game.hexes[where] ? `in ${hexFull(game, where)}, ${terrainName(game, where)}` : (WHERE[where] ?? ""),
    view.lit.includes(unit) ? "may act" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
