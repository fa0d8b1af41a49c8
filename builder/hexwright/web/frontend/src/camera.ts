/** Pan and zoom of one element by its CSS transform. A gesture writes one style a frame, outside the library. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const CLICK = 6;

export class Camera {
  x = 0;
  y = 0;
  k = 1;
  min = 0.05;
  max = 8;
  /** How far the pointer moved since it was pressed; a click counts only below `CLICK` pixels. */
  moved = 0;
  insets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };
  onchange: () => void = () => {};
  /** Called in each frame of a movement and when it ends, beside `onchange`. */
  onmove: () => void = () => {};
  private pointers = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; k: number; px: number; py: number; d: number } | null = null;
  private frame = 0;
  private idle = 0;
  private moving = false;
  private resize: ResizeObserver;

  constructor(
    readonly view: HTMLElement,
    readonly layer: HTMLElement,
    readonly w: number,
    readonly h: number,
  ) {
    view.addEventListener("wheel", this.wheel, { passive: false });
    view.addEventListener("pointerdown", this.down);
    view.addEventListener("pointermove", this.move);
    view.addEventListener("pointerup", this.up);
    view.addEventListener("pointercancel", this.up);
    this.resize = new ResizeObserver(() => this.paint());
    this.resize.observe(view);
  }

  close(): void {
    this.resize.disconnect();
    this.view.removeEventListener("wheel", this.wheel);
    this.view.removeEventListener("pointerdown", this.down);
    this.view.removeEventListener("pointermove", this.move);
    this.view.removeEventListener("pointerup", this.up);
    this.view.removeEventListener("pointercancel", this.up);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.idle);
  }

  get clicked(): boolean {
    return this.moved < CLICK;
  }

  private room() {
    const box = this.view.getBoundingClientRect();
    const i = this.insets;
    return { box, width: box.width - i.left - i.right, height: box.height - i.top - i.bottom };
  }

  fit(pad = 10): void {
    const { width, height } = this.room();
    this.k = Math.min((width - 2 * pad) / this.w, (height - 2 * pad) / this.h);
    this.min = Math.min(this.min, this.k * 0.8);
    this.x = this.insets.left + (width - this.w * this.k) / 2;
    this.y = this.insets.top + (height - this.h * this.k) / 2;
    this.paint();
  }

  /** Fill the height, as on a phone, where the whole map would be too small to touch. */
  cover(pad = 4): void {
    const { box, height } = this.room();
    this.fit(pad);
    this.k = Math.max(this.k, (height - 2 * pad) / this.h);
    this.y = this.insets.top + pad;
    this.x = Math.min(pad, (box.width - this.w * this.k) / 2);
    this.x = Math.max(this.x, pad);
    this.paint();
  }

  /** Bring a point of the world into the free part of the view, moving no more than needed. */
  reveal(wx: number, wy: number, margin = 70): void {
    const box = this.view.getBoundingClientRect();
    const i = this.insets;
    const sx = wx * this.k + this.x;
    const sy = wy * this.k + this.y;
    const dx = Math.max(i.left + margin - sx, 0) + Math.min(box.width - i.right - margin - sx, 0);
    const dy = Math.max(i.top + margin - sy, 0) + Math.min(box.height - i.bottom - margin - sy, 0);
    if (dx || dy) this.glide(this.x + dx, this.y + dy, this.k);
  }

  /** Bring the nearest of some points into view, unless one of them is there already. */
  revealOne(points: [number, number][]): void {
    const { box } = this.room();
    const i = this.insets;
    let nearest: [number, number] | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [wx, wy] of points) {
      const sx = wx * this.k + this.x;
      const sy = wy * this.k + this.y;
      const away =
        Math.max(i.left - sx, 0, sx - (box.width - i.right)) + Math.max(i.top - sy, 0, sy - (box.height - i.bottom));
      if (away === 0) return;
      if (away < least) [nearest, least] = [[wx, wy], away];
    }
    if (nearest) this.reveal(...nearest);
  }

  centre(wx: number, wy: number, k = this.k): void {
    const { width, height } = this.room();
    this.glide(this.insets.left + width / 2 - wx * k, this.insets.top + height / 2 - wy * k, k);
  }

  private glide(x: number, y: number, k: number): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      Object.assign(this, { x, y, k });
      this.paint();
      return;
    }
    const from = { x: this.x, y: this.y, k: this.k };
    const begin = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - begin) / 180);
      const eased = 1 - (1 - share) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.k = from.k + (k - from.k) * eased;
      this.paint();
      if (share < 1 && !this.pointers.size) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  zoom(factor: number, cx?: number, cy?: number): void {
    const box = this.view.getBoundingClientRect();
    const px = cx ?? box.width / 2;
    const py = cy ?? box.height / 2;
    const k = Math.max(this.min, Math.min(this.max, this.k * factor));
    const f = k / this.k;
    this.x = px - (px - this.x) * f;
    this.y = py - (py - this.y) * f;
    this.k = k;
    this.paint();
  }

  by(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.paint();
  }

  world(cx: number, cy: number): { x: number; y: number } {
    const box = this.view.getBoundingClientRect();
    return { x: (cx - box.left - this.x) / this.k, y: (cy - box.top - this.y) / this.k };
  }

  paint(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const box = this.view.getBoundingClientRect();
      const room = 90; // Some of the map always stays in view.
      this.x = Math.max(room - this.w * this.k, Math.min(box.width - room, this.x));
      this.y = Math.max(room - this.h * this.k, Math.min(box.height - room, this.y));
      this.layer.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
      this.view.style.setProperty("--zoom", `${this.k}`);
      if (!this.moving) {
        this.moving = true;
        this.layer.style.willChange = "transform"; // Keep the texture while it moves,
      }
      clearTimeout(this.idle);
      this.idle = window.setTimeout(() => {
        this.moving = false;
        this.layer.style.willChange = "auto"; // and draw it crisp at rest.
        this.onmove();
      }, 140);
      this.onmove();
      this.onchange();
    });
  }

  private wheel = (e: WheelEvent) => {
    e.preventDefault();
    const box = this.view.getBoundingClientRect();
    if (!e.ctrlKey && Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      this.by(-e.deltaX, 0);
      return;
    }
    this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX - box.left, e.clientY - box.top);
  };

  private grab(): void {
    const all = [...this.pointers.values()];
    if (!all.length) {
      this.start = null;
      return;
    }
    const px = all.reduce((sum, p) => sum + p.x, 0) / all.length;
    const py = all.reduce((sum, p) => sum + p.y, 0) / all.length;
    const d = all.length > 1 ? Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y) : 0;
    this.start = { x: this.x, y: this.y, k: this.k, px, py, d };
  }

  private down = (e: PointerEvent) => {
    if (e.button > 1 || (e.target as Element).closest("[data-ui]")) return;
    if (!this.pointers.size) this.moved = 0;
    if ((e.target as Element).closest("[data-drag]")) return;
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.grab();
  };

  private move = (e: PointerEvent) => {
    const pointer = this.pointers.get(e.pointerId);
    if (!pointer || !this.start) return;
    if (e.pointerType === "mouse" && !e.buttons) {
      this.up(e);
      return;
    }
    this.moved += Math.hypot(e.clientX - pointer.x, e.clientY - pointer.y);
    pointer.x = e.clientX;
    pointer.y = e.clientY;
    if (this.moved < CLICK) return;
    if (!this.view.hasPointerCapture(e.pointerId)) this.view.setPointerCapture(e.pointerId);
    const all = [...this.pointers.values()];
    const s = this.start;
    const box = this.view.getBoundingClientRect();
    const px = all.reduce((sum, p) => sum + p.x, 0) / all.length;
    const py = all.reduce((sum, p) => sum + p.y, 0) / all.length;
    let f = 1;
    if (all.length > 1 && s.d) {
      const d = Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y);
      f = Math.max(this.min, Math.min(this.max, s.k * (d / s.d))) / s.k;
    }
    this.k = s.k * f;
    this.x = px - box.left - (s.px - box.left - s.x) * f;
    this.y = py - box.top - (s.py - box.top - s.y) * f;
    this.paint();
  };

  private up = (e: PointerEvent) => {
    this.pointers.delete(e.pointerId);
    this.grab();
  };
}
