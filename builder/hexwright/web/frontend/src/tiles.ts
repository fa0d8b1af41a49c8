import type { Camera } from "./camera";
import { PX } from "./geometry";
import type { PictureStore } from "./pictures";
import type { GameFacts, Pictures } from "./types";

const MARGIN = 0.25;
const PAUSE = 120;
const AGAIN = 1000;

/** The map in tiles: all of it at the coarsest resolution, and what is in view as fine as the screen shows it. */
export class TileLayer {
  private tiles = new Map<string, HTMLImageElement>();
  private waiting = new Set<HTMLImageElement>();
  /** Tiles that didn't come at the second try either. */
  private failed = new Set<string>();
  private failedAt = 0;
  private timer = 0;
  private asked: { camera: Camera; hidden: string[] } | null = null;

  constructor(
    private sheet: HTMLElement,
    private game: GameFacts,
    private store: PictureStore,
    /** Called when the whole map stands in its coarsest tiles. */
    private ready: () => void,
    /** Called with the number of tiles that couldn't be had. */
    private missing: (tiles: number) => void,
  ) {}

  close(): void {
    clearTimeout(this.timer);
    this.sheet.textContent = "";
    this.tiles.clear();
    this.waiting.clear();
  }

  /** Show what is in view, soon: a gesture asks in every frame. */
  soon(camera: Camera, hidden: string[]): void {
    this.asked = { camera, hidden };
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.forgetFailed();
      if (this.asked) this.show(this.asked.camera, this.asked.hidden);
    }, PAUSE);
  }

  show(camera: Camera, hidden: string[]): void {
    const { pictures } = this.store;
    if (!pictures?.board) return;
    const needed = camera.k * PX * devicePixelRatio;
    const fine = pictures.levels.findIndex((level) => level >= needed * 0.98);
    const level = fine < 0 ? pictures.levels.length - 1 : fine;
    const box = camera.view.getBoundingClientRect();
    const [, , fw, fh] = this.game.frame;
    const wanted = new Set<string>();
    const want = (n: number, left: number, top: number, right: number, bottom: number) => {
      const edge = pictures.tile / pictures.levels[n]!;
      const last = (size: number, to: number) => Math.min(Math.ceil(size / edge) - 1, Math.floor(to / edge));
      for (let row = Math.max(0, Math.floor(top / edge)); row <= last(fh, bottom); row++)
        for (let column = Math.max(0, Math.floor(left / edge)); column <= last(fw, right); column++)
          wanted.add(this.put(n, column, row, edge, hidden));
    };
    want(0, 0, 0, fw, fh);
    if (level > 0) {
      const mm = 1 / (camera.k * PX);
      const [left, top] = [-camera.x * mm, -camera.y * mm];
      const [wide, high] = [box.width * mm, box.height * mm];
      want(level, left - MARGIN * wide, top - MARGIN * high, left + (1 + MARGIN) * wide, top + (1 + MARGIN) * high);
    }
    this.sheet.dataset.level = `${level}`;
    this.clear(wanted);
  }

  private put(level: number, column: number, row: number, edge: number, hidden: string[]): string {
    const address = this.store.tile(level, column, row, edge, hidden);
    if (this.tiles.has(address)) return address;
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.className = "tile";
    Object.assign(image.style, {
      left: `${column * edge * PX}px`,
      top: `${row * edge * PX}px`,
      width: `${edge * PX}px`,
      height: `${edge * PX}px`,
      zIndex: `${level}`,
    });
    image.hidden = true; // What isn't there yet leaves the coarser tiles in view.
    const done = () => {
      this.waiting.delete(image);
      if (!this.waiting.size && this.asked) this.show(this.asked.camera, this.asked.hidden);
      if (![...this.waiting].some((one) => one.style.zIndex === "0")) this.ready();
    };
    let tries = 0;
    image.onload = () => {
      image.hidden = false;
      done();
    };
    image.onerror = () => {
      if (this.tiles.get(address) !== image) return;
      tries += 1;
      if (tries === 1) {
        window.setTimeout(() => {
          image.src = address;
        }, AGAIN);
        return;
      }
      this.failed.add(address);
      this.failedAt = Date.now();
      this.missing(this.failed.size);
      done();
    };
    this.waiting.add(image);
    image.src = address;
    this.tiles.set(address, image);
    this.sheet.append(image);
    return address;
  }

  /** Ask for missing tiles anew when the map is moved, though not in each frame. */
  private forgetFailed(): void {
    if (!this.failed.size || Date.now() - this.failedAt < 2 * AGAIN) return;
    for (const address of this.failed) this.remove(address);
    this.missing(0);
  }

  private remove(address: string): void {
    this.tiles.get(address)?.remove();
    this.tiles.delete(address);
    this.failed.delete(address);
  }

  /** Take away what isn't wanted, once all that is wanted is there. */
  private clear(wanted: Set<string>): void {
    const whole = !this.waiting.size;
    this.sheet.classList.toggle("whole", whole);
    if (!whole) return;
    const missed = this.failed.size;
    for (const address of [...this.tiles.keys()]) if (!wanted.has(address)) this.remove(address);
    if (this.failed.size !== missed) this.missing(this.failed.size);
  }
}

/** The addresses of the tiles of all resolutions but the finest. */
export function coarseTiles(game: GameFacts, pictures: Pictures): string[] {
  const [, , wide, high] = game.frame;
  return pictures.levels.slice(0, -1).flatMap((level, n) => {
    const edge = pictures.tile / level;
    const found: string[] = [];
    for (let row = 0; row * edge < high; row++)
      for (let column = 0; column * edge < wide; column++) found.push(`tiles/${n}/${column}/${row}.jpg`);
    return found;
  });
}
