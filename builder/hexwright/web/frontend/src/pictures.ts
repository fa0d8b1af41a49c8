import type { Host } from "./host";
import type { GameFacts, Pictures } from "./types";

/** The pictures of the page. Counters are symbols that every drawn counter refers to. */
export class PictureStore {
  /** The map as SVG; nothing if it is so large that only its bitmap is shown. */
  board = "";
  bitmap = "";
  /** The width of the bitmap in pixels. */
  width = 2000;
  private sprite: SVGSVGElement | null = null;

  constructor(private host: Host) {}

  async load(pictures: Pictures | null): Promise<void> {
    if (!pictures) return;
    const [, counters] = await Promise.all([this.reloadBoard(pictures), this.host.counters()]);
    this.setCounters(counters);
  }

  async reloadBoard(pictures: Pictures): Promise<void> {
    this.board = pictures.large ? "" : withOwnIds(await this.host.board(pictures.board), "board");
    this.width = pictures.width;
    this.bitmap = this.host.bitmap(pictures.board);
  }

  async reloadCounters(names: string[]): Promise<void> {
    if (names.length) this.setCounters(await this.host.counters(names));
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
