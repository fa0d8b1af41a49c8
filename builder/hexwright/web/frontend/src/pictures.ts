import type { Host } from "./host";
import type { GameFacts, Pictures, Place } from "./types";

/** The pictures of the page. Counters are symbols that every drawn counter refers to. */
export class PictureStore {
  /** Where the map begins on the sheet, in mm. */
  origin: [number, number] = [0, 0];
  pictures: Pictures | null = null;
  /** Which parts of the map each drawing of it changed, newest first; null for all of it. */
  private drawings: { board: string; places: Place[] | null }[] = [];
  private sprite: SVGSVGElement | null = null;

  constructor(private host: Host) {}

  async load(pictures: Pictures | null): Promise<void> {
    if (!pictures) return;
    this.redrawn(pictures, null);
    this.setCounters(await this.host.counters());
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
    if (names.length) this.setCounters(await this.host.counters(names));
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

  private setCounters(faces: Record<string, string>): void {
    if (!this.sprite) {
      this.sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      this.sprite.setAttribute("class", "hw-sprite");
      this.sprite.setAttribute("aria-hidden", "true");
      document.body.append(this.sprite);
    }
    for (const [name, svg] of Object.entries(faces)) {
      const symbol = symbolOf(name, svg);
      if (!symbol) continue;
      document.getElementById(symbol.id)?.remove();
      this.sprite.append(symbol);
    }
  }
}

/** An SVG document with the names of its parts made its own, so that several can stand in one page. */
export function withOwnIds(svg: string, name: string): string {
  return svg
    .replace(/\bid="([^"]+)"/g, `id="${name}--$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${name}--$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${name}--$1"`);
}

export const symbolId = (face: string) => `counter-${face}`;

function symbolOf(name: string, svg: string): SVGSymbolElement | null {
  const parsed = new DOMParser().parseFromString(withOwnIds(svg, `c-${name}`), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg") return null;
  const symbol = document.createElementNS("http://www.w3.org/2000/svg", "symbol");
  symbol.id = symbolId(name);
  symbol.setAttribute("viewBox", root.getAttribute("viewBox") ?? "0 0 15 15");
  for (const child of [...root.childNodes]) symbol.append(document.importNode(child, true));
  return symbol;
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
