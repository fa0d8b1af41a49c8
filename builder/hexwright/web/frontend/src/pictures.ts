import type { Host } from "./host";
import type { GameFacts, Pictures, Place } from "./types";

/** The pictures of the page: the map in tiles, and the faces of counters. */
export class PictureStore {
  /** Where the map begins on the sheet, in mm. */
  origin: [number, number] = [0, 0];
  pictures: Pictures | null = null;
  /** Which parts of the map each drawing of it changed, newest first; null for all of it. */
  private drawings: { board: string; places: Place[] | null }[] = [];

  constructor(private host: Host) {}

  async load(pictures: Pictures | null): Promise<void> {
    if (!pictures) return;
    this.redrawn(pictures, null);
    symbols.take(await this.host.counters());
  }

  /** Take over newer pictures: the map where it is drawn anew, if that is known, and each face that differs. */
  async update(pictures: Pictures, places?: Place[] | null): Promise<void> {
    const before = this.pictures;
    if (!before) return this.load(pictures);
    if (places !== undefined) this.redrawn(pictures, places);
    else if (before.board !== pictures.board) this.redrawn(pictures, null);
    else this.pictures = pictures;
    const { counters } = pictures;
    const names = Object.keys(counters).filter((name) => before.counters[name] !== counters[name]);
    if (names.length) symbols.take(await this.host.counters(names));
  }

  private redrawn(pictures: Pictures, places: Place[] | null): void {
    this.pictures = pictures;
    if (!places) this.drawings = [];
    this.drawings.unshift({ board: pictures.board, places });
  }

  /** The address of a tile: it names the last drawing that changed something in it. */
  tile(level: number, column: number, row: number, edge: number, hidden: string[]): string {
    const [left, top] = [this.origin[0] + column * edge, this.origin[1] + row * edge];
    const last = this.drawings.find(
      (one) =>
        !one.places ||
        one.places.some(([x, y, w, h]) => x < left + edge && x + w > left && y < top + edge && y + h > top),
    );
    return this.host.tile(level, column, row, last?.board ?? "", hidden);
  }
}

/** An SVG document with the names of its parts made its own, so that several can stand in one page. */
export function withOwnIds(svg: string, name: string): string {
  return svg
    .replace(/\bid="([^"]+)"/g, `id="${name}--$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${name}--$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${name}--$1"`);
}

/** The faces of counters, which become symbols of the page when a counter first refers to them. */
class Symbols {
  private faces = new Map<string, string>();
  private there = new Map<string, Element>();
  private wanted = new Set<string>();
  private sprite: SVGSVGElement | null = null;

  /** Take over faces as SVG documents, new or newer. */
  take(faces: Record<string, string>): void {
    for (const [face, svg] of Object.entries(faces)) {
      this.faces.set(face, svg);
      if (!this.there.has(face)) continue;
      this.there.get(face)!.remove();
      this.there.delete(face);
      this.want(face);
    }
  }

  /** The id of a face's symbol, which is in the page before the page is painted. */
  idOf(face: string): string {
    if (!this.there.has(face)) this.want(face);
    return `counter-${face}`;
  }

  private want(face: string): void {
    if (!this.wanted.size) queueMicrotask(() => this.add());
    this.wanted.add(face);
  }

  private add(): void {
    if (!this.sprite) {
      document.body.insertAdjacentHTML("beforeend", '<svg class="hw-sprite" aria-hidden="true"></svg>');
      this.sprite = document.body.lastElementChild as SVGSVGElement;
    }
    const added = [...this.wanted].filter((face) => this.faces.has(face));
    const before = this.sprite.childElementCount;
    this.sprite.insertAdjacentHTML("beforeend", added.map((face) => symbolOf(face, this.faces.get(face)!)).join(""));
    for (const [n, face] of added.entries()) this.there.set(face, this.sprite.children[before + n]!);
    this.wanted.clear();
  }
}

export const symbols = new Symbols();

function symbolOf(face: string, svg: string): string {
  const [, head, body] = /<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(withOwnIds(svg, `c-${face}`)) ?? ["", "", ""];
  const box = /\bviewBox="[^"]*"/.exec(head!)?.[0] ?? 'viewBox="0 0 15 15"';
  return `<symbol id="counter-${face}" ${box}>${body}</symbol>`;
}

/** Give the page the colours of the game's sides. */
export function setSideColours(game: GameFacts): void {
  const style = document.documentElement.style;
  game.sides.forEach((side, n) => {
    style.setProperty(`--side-${n}`, side.accent);
    style.setProperty(`--side-${n}-fill`, side.fill);
    style.setProperty(`--side-${n}-reduced`, side.reduced);
  });
}
