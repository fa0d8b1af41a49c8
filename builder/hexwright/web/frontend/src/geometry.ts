import type { GameFacts, Hex } from "./types";

/** CSS pixels for one mm of the map at zoom 1. */
export const PX = 4;

export function corners(x: number, y: number, radius: number, flat: boolean): [number, number][] {
  return Array.from({ length: 6 }, (_, n) => {
    const angle = (((flat ? -120 : -90) + 60 * n) * Math.PI) / 180;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

const at = ([x, y]: [number, number]) => `${x.toFixed(2)},${y.toFixed(2)}`;

/** The way round a hex of a radius: its first corner from the centre, and the path of its sides. */
const rings = new Map<string, { first: [number, number]; sides: string }>();

function ringOf(radius: number, flat: boolean): { first: [number, number]; sides: string } {
  const name = `${radius} ${flat}`;
  let found = rings.get(name);
  if (!found) {
    const ring = corners(0, 0, radius, flat);
    const sides = ring.slice(1).map(([x, y], n) => `l${(x - ring[n]![0]).toFixed(3)},${(y - ring[n]![1]).toFixed(3)}`);
    found = { first: ring[0]!, sides: `${sides.join("")}Z` };
    rings.set(name, found);
  }
  return found;
}

export function hexPath(game: GameFacts, hex: Hex, shrink = 0): string {
  const centre = game.hexes[hex];
  if (!centre) return "";
  const { first, sides } = ringOf(game.radius - shrink, game.flat);
  return `M${at([centre.x + first[0], centre.y + first[1]])}${sides}`;
}

/** The outer boundary of a set of hexes: the sides that only one of them has. */
export function outline(game: GameFacts, hexes: Hex[], inset = 0): string {
  const inside = new Set(hexes);
  const width = game.radius * Math.sqrt(3);
  const parts: string[] = [];
  for (const hex of hexes) {
    const centre = game.hexes[hex];
    if (!centre) continue;
    const ring = corners(centre.x, centre.y, game.radius - inset, game.flat);
    for (let n = 0; n < 6; n++) {
      const a = ring[n]!;
      const b = ring[(n + 1) % 6]!;
      const angle = Math.atan2((a[1] + b[1]) / 2 - centre.y, (a[0] + b[0]) / 2 - centre.x);
      const x = centre.x + width * Math.cos(angle);
      const y = centre.y + width * Math.sin(angle);
      const other = centre.near.find((near) => {
        const there = game.hexes[near];
        return there !== undefined && Math.hypot(there.x - x, there.y - y) < width / 4;
      });
      if (other === undefined || !inside.has(other)) parts.push(`M${at(a)}L${at(b)}`);
    }
  }
  return parts.join("");
}

/** The hex whose centre is nearest to a point in mm, if the point lies in it. */
export function hexAt(game: GameFacts, x: number, y: number): Hex | null {
  let best: Hex | null = null;
  let least = game.radius * game.radius;
  for (const hex in game.hexes) {
    const centre = game.hexes[hex]!;
    const away = (centre.x - x) ** 2 + (centre.y - y) ** 2;
    if (away < least) {
      least = away;
      best = hex;
    }
  }
  return best;
}

/** The neighbour in the direction of an arrow key; of two that are as near, the one nearer to the row `level`. */
export function neighbour(game: GameFacts, hex: Hex, key: string, level: number): Hex | null {
  const here = game.hexes[hex];
  if (!here) return null;
  const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
  if (!way) return null;
  let best: Hex | null = null;
  let most = 0.4;
  for (const near of here.near) {
    const there = game.hexes[near];
    if (!there) continue;
    const length = Math.hypot(there.x - here.x, there.y - here.y) || 1;
    const along = ((there.x - here.x) * way[0]! + (there.y - here.y) * way[1]!) / length;
    const fit = along - (game.flat ? Math.abs(there.y - level) : Math.abs(there.x - level)) / 100000;
    if (fit > most) {
      most = fit;
      best = near;
    }
  }
  return best;
}

export function arrowPath(x1: number, y1: number, x2: number, y2: number, scale: number): string {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = Math.hypot(dx, dy) || 1;
  const u = dx / length;
  const v = dy / length;
  const w = 1.25 * scale;
  const head = 3.6 * scale;
  const side = 3 * scale;
  const bx = x2 - u * head;
  const by = y2 - v * head;
  const points: [number, number][] = [
    [x1 - v * w * 0.7, y1 + u * w * 0.7],
    [bx - v * w, by + u * w],
    [bx - v * side, by + u * side],
    [x2, y2],
    [bx + v * side, by - u * side],
    [bx + v * w, by - u * w],
    [x1 + v * w * 0.7, y1 - u * w * 0.7],
  ];
  return `M${points.map(at).join("L")}Z`;
}
