import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Counter, sideIndex } from "./bits";
import { Camera, type Insets } from "./camera";
import { arrowPath, hexAt, hexPath, outline, PX } from "./geometry";
import { useGradually } from "./page";
import type { PictureStore } from "./pictures";
import { TileLayer } from "./tiles";
import type { GameFacts, Hex, Overlay, Side, Unit } from "./types";

export interface Mark {
  hex: Hex;
  kind: "move" | "stop" | "target" | "place" | "over" | "value" | "area" | "fault" | "changed";
  text?: string;
}
export interface Standing {
  unit: Unit;
  hex: Hex;
  step: number;
  conditions?: number;
}
export interface BoardProps {
  game: GameFacts;
  pictures: PictureStore;
  units: Standing[];
  phasing: Side | null;
  lit: Set<Unit>;
  chosen: Set<Unit>;
  selected: Unit | null;
  draggable: boolean;
  marks: Mark[];
  /** Hexes outside which the map is veiled. */
  spot: Hex[] | null;
  path: Hex[];
  arrows: { from: Hex; to: Hex; on: boolean }[];
  ring: Hex | null;
  cursor: Hex | null;
  hover: Hex | null;
  setHover(hex: Hex | null): void;
  overlay: Overlay | null;
  zones: Side | null;
  supply: Side | null;
  hidden: string[];
  insets: Insets;
  cover: boolean;
  label(unit: Unit): string;
  onHex(hex: Hex, touch: boolean): void;
  onUnit(unit: Unit, touch: boolean): void;
  onGrab(unit: Unit): void;
  onDrop(unit: Unit, hex: Hex | null): void;
  camera(camera: Camera): void;
  children?: ComponentChildren;
}

/** How many stacks are drawn in a frame when a game begins, after what can be decided is shown. */
const STACKS_A_FRAME = 8;

const isTouch = (e: MouseEvent) => (e as PointerEvent).pointerType === "touch";

export function Board(p: BoardProps) {
  const { game } = p;
  const [fx, fy, fw, fh] = game.frame;
  const view = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const camera = useRef<Camera | null>(null);
  const tiles = useRef<TileLayer | null>(null);
  const hiding = useRef<string[]>([]);
  const [drawn, setDrawn] = useState(false);
  const [missing, setMissing] = useState(0);
  const [fan, setFan] = useState<Hex | null>(null);
  const [drag, setDrag] = useState<{ unit: Unit; x: number; y: number } | null>(null);
  const held = useRef<{ unit: Unit; x: number; y: number; on: boolean } | null>(null);
  const dragged = useRef(false);

  useLayoutEffect(() => {
    const made = new Camera(view.current!, world.current!, fw * PX, fh * PX);
    made.insets = p.insets;
    made.onmove = () => tiles.current?.soon(made, hiding.current);
    camera.current = made;
    p.camera(made);
    if (p.cover) made.cover();
    else made.fit();
    // On a large map the counters would be too small to read: begin near those that may act.
    const shown = p.units.filter((one) => game.hexes[one.hex] && (!p.lit.size || p.lit.has(one.unit)));
    if (shown.length && made.k * game.counter * PX < 24) {
      const x = shown.reduce((sum, one) => sum + game.hexes[one.hex]!.x, 0) / shown.length;
      const y = shown.reduce((sum, one) => sum + game.hexes[one.hex]!.y, 0) / shown.length;
      made.centre((x - fx) * PX, (y - fy) * PX, 36 / (game.counter * PX));
    }
    return () => made.close();
  }, [fw, fh]);
  const board = p.pictures.pictures?.board ?? "";
  hiding.current = p.hidden;
  useLayoutEffect(() => {
    p.pictures.origin = [fx, fy];
    const made = new TileLayer(sheet.current!, game, p.pictures, () => setDrawn(true), setMissing);
    tiles.current = made;
    return () => made.close();
  }, [fx, fy, fw, fh]);
  useLayoutEffect(() => {
    if (camera.current) tiles.current?.soon(camera.current, p.hidden);
  }, [board, p.hidden.join()]);
  useEffect(() => {
    if (camera.current) camera.current.insets = p.insets;
  }, [p.insets.left, p.insets.right, p.insets.top, p.insets.bottom]);

  const at = (cx: number, cy: number): Hex | null => {
    const point = camera.current!.world(cx, cy);
    return hexAt(game, point.x / PX + fx, point.y / PX + fy);
  };
  const grab = (unit: Unit) => (e: PointerEvent) => {
    if (e.button || !p.draggable || !p.lit.has(unit)) return;
    held.current = { unit, x: e.clientX, y: e.clientY, on: false };
    (e.currentTarget as Element).setPointerCapture(e.pointerId);
  };
  const pull = (e: PointerEvent) => {
    const now = held.current;
    if (!now) return;
    if (!now.on && Math.hypot(e.clientX - now.x, e.clientY - now.y) > 7) {
      now.on = true;
      p.onGrab(now.unit);
    }
    if (!now.on) return;
    p.setHover(at(e.clientX, e.clientY));
    const box = view.current!.getBoundingClientRect();
    setDrag({ unit: now.unit, x: e.clientX - box.left, y: e.clientY - box.top });
  };
  const release = (e: PointerEvent) => {
    const now = held.current;
    held.current = null;
    if (!now?.on) return;
    setDrag(null);
    p.onDrop(now.unit, at(e.clientX, e.clientY));
    dragged.current = true;
    setTimeout(() => {
      dragged.current = false;
    }, 0);
  };

  const stacks = new Map<Hex, Standing[]>();
  for (const unit of p.units) {
    if (game.hexes[unit.hex]) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  }
  const most = useGradually(stacks.size, 0, STACKS_A_FRAME);
  const size = game.counter;
  const scale = game.radius / 13.86;
  const marked = new Map(p.marks.map((mark) => [mark.hex, mark]));
  const point = (hex: Hex) => game.hexes[hex] ?? { x: -99, y: -99 };
  const left = (hex: Hex, dx = 0) => (point(hex).x - fx + dx) * PX;
  const top = (hex: Hex, dy = 0) => (point(hex).y - fy + dy) * PX;
  const phasing = sideIndex(game, p.phasing);

  const counters = [...stacks]
    .sort(([a], [b]) => point(a).y - point(b).y)
    .slice(0, most)
    .flatMap(([hex, units]) =>
      units.map(({ unit, step, conditions }, n) => {
        const open = fan === hex && units.length > 1;
        const middle = (units.length - 1) / 2;
        const spread = Math.min(1.8, 5 / units.length) * scale;
        const dx = open ? (n - middle) * (size + 2) : (n - middle) * spread;
        const dy = open ? 0 : (middle - n) * spread;
        const lit = p.lit.has(unit);
        const state = [
          lit && "lit",
          p.selected === unit && "selected",
          p.chosen.has(unit) && "chosen",
          p.selected && p.selected !== unit && "back",
          marked.get(hex)?.kind === "target" && "target",
          (conditions ?? 0) & 1 && "disrupted",
          (conditions ?? 0) & 2 && "fortified",
          (conditions ?? 0) & 4 && "entrained",
        ]
          .filter(Boolean)
          .join(" ");
        return (
          <button
            type="button"
            key={unit}
            tabIndex={-1}
            class={`counter ${state}`}
            data-unit={unit}
            data-drag={lit && p.draggable ? "" : undefined}
            aria-label={p.label(unit)}
            aria-pressed={p.selected === unit}
            style={{
              width: `${size * PX}px`,
              height: `${size * PX}px`,
              transform: `translate(${left(hex, dx - size / 2)}px,${top(hex, dy - size / 2)}px)`,
              zIndex: `${open ? 60 + n : 10 + n}`,
            }}
            onPointerEnter={(e) => e.pointerType === "mouse" && units.length > 1 && setFan(hex)}
            onPointerDown={grab(unit)}
            onPointerMove={pull}
            onPointerUp={release}
            onPointerCancel={() => {
              held.current = null;
              setDrag(null);
            }}
            onClick={(e) => {
              e.stopPropagation();
              if (dragged.current || !camera.current!.clicked) return;
              if (isTouch(e) && units.length > 1 && fan !== hex) setFan(hex);
              else p.onUnit(unit, isTouch(e));
            }}
          >
            <Counter unit={unit} step={step} />
          </button>
        );
      }),
    );

  return (
    <div
      class="board"
      ref={view}
      onPointerMove={(e) => {
        if (e.pointerType !== "mouse" || held.current) return;
        const hex = at(e.clientX, e.clientY);
        if (hex !== p.hover) p.setHover(hex);
        if (fan && hex !== fan && !(e.target as Element).closest(".counter")) setFan(null);
      }}
      onPointerLeave={() => {
        p.setHover(null);
        setFan(null);
      }}
      onClick={(e) => {
        if (!camera.current!.clicked || dragged.current || (e.target as Element).closest("[data-ui]")) return;
        setFan(null);
        const hex = at(e.clientX, e.clientY);
        if (hex) p.onHex(hex, isTouch(e));
      }}
    >
      <div class="world" ref={world} style={{ width: `${fw * PX}px`, height: `${fh * PX}px` }}>
        {!drawn && <PlainMap game={game} tints={p.pictures.pictures?.tints ?? {}} />}
        <div class="board-sheet" ref={sheet} aria-hidden="true" />
        <svg class="over" viewBox={game.frame.join(" ")} aria-hidden="true" focusable="false">
          <defs>
            <pattern
              id="hatch"
              width={2.6 * scale}
              height={2.6 * scale}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={0.75 * scale} height={2.6 * scale} class="hatch-line" />
            </pattern>
          </defs>
          {p.overlay && p.zones && (
            <g class={`zones of-${sideIndex(game, p.zones)}`} style={{ strokeWidth: 1.1 * scale }}>
              <path class="area" d={p.overlay[p.zones]!.zone.map((hex) => hexPath(game, hex)).join("")} />
              <path class="edge" d={outline(game, p.overlay[p.zones]!.zone, 0.55 * scale)} />
            </g>
          )}
          {p.overlay && p.supply && p.overlay[p.supply]?.supplied && (
            <Supply game={game} supplied={p.overlay[p.supply]!.supplied!} width={1.4 * scale} />
          )}
          {p.spot && (
            <g>
              <path
                class="veil"
                fill-rule="evenodd"
                d={`M${fx},${fy}h${fw}v${fh}h${-fw}Z${p.spot.map((hex) => hexPath(game, hex)).join("")}`}
              />
              <path class="rim" style={{ strokeWidth: 0.9 * scale }} d={outline(game, p.spot, 0.25 * scale)} />
            </g>
          )}
          {p.marks
            .filter((mark) => !["move", "stop"].includes(mark.kind))
            .map((mark) => (
              <path
                key={`${mark.hex}${mark.kind}`}
                class={`mark ${mark.kind}`}
                style={{ strokeWidth: scale }}
                d={hexPath(game, mark.hex, 0.7 * scale)}
              />
            ))}
          {p.path.length > 1 && <Path game={game} path={p.path} scale={scale} />}
          {p.hover && !drag && <path class="hover" d={hexPath(game, p.hover, 0.5 * scale)} />}
          {p.cursor && (
            <path class="cursor" style={{ strokeWidth: 1.4 * scale }} d={hexPath(game, p.cursor, 0.4 * scale)} />
          )}
          {p.ring && <path class="ring" style={{ strokeWidth: 1.4 * scale }} d={hexPath(game, p.ring, -0.6 * scale)} />}
        </svg>
        <div class="counters" role="group" aria-label="Units on the map">
          {counters}
        </div>
        <svg class={`over upper of-${phasing}`} viewBox={game.frame.join(" ")} aria-hidden="true" focusable="false">
          {p.arrows.map((one) => {
            const a = point(one.from);
            const b = point(one.to);
            const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
            const u = (b.x - a.x) / length;
            const v = (b.y - a.y) / length;
            const near = 5.2 * scale;
            return (
              <path
                key={`${one.from}-${one.to}`}
                class={`attack ${one.on ? "on" : ""}`}
                d={arrowPath(a.x + u * near, a.y + v * near, b.x - u * near, b.y - v * near, scale)}
              />
            );
          })}
          {p.children}
        </svg>
        <div class="marks" aria-hidden="true">
          {p.marks
            .filter((mark) => mark.text)
            .map((mark) => (
              <span
                key={mark.hex}
                class={`cost ${mark.kind} ${p.hover === mark.hex ? "on" : ""} ${stacks.has(mark.hex) ? "beside" : ""}`}
                style={{ left: `${left(mark.hex)}px`, top: `${top(mark.hex)}px`, "--scale": `${scale}` }}
              >
                {mark.text}
              </span>
            ))}
        </div>
      </div>
      {(missing > 0 || p.pictures.pictures?.drawing) && (
        <p class="being-drawn" role="status">
          {missing
            ? "Parts of the map didn’t come. Move the map, and they are asked for again."
            : "The map is being drawn …"}
        </p>
      )}
      {drag && (
        <div
          class="dragging"
          style={{
            transform: `translate(${drag.x}px,${drag.y}px)`,
            width: `${size * PX * (camera.current?.k ?? 1) * 1.1}px`,
          }}
        >
          <Counter unit={drag.unit} step={p.units.find((one) => one.unit === drag.unit)?.step ?? 1} />
        </div>
      )}
    </div>
  );
}

/** The hexes in the colours of their terrain, until the map is there. */
function PlainMap({ game, tints }: { game: GameFacts; tints: Record<string, string> }) {
  const kinds = useMemo(() => {
    const found = new Map<string, string[]>();
    for (const [hex, one] of Object.entries(game.hexes)) {
      if (!found.has(one.terrain)) found.set(one.terrain, []);
      found.get(one.terrain)!.push(hexPath(game, hex));
    }
    return [...found].map(([terrain, paths]): [string, string] => [terrain, paths.join("")]);
  }, [game.hexes]);
  return (
    <svg class="over plain-map" viewBox={game.frame.join(" ")} aria-hidden="true" focusable="false">
      {kinds.map(([terrain, d]) => (
        <path key={terrain} d={d} fill={tints[terrain] ?? "#efe6cd"} />
      ))}
    </svg>
  );
}

function Supply({ game, supplied, width }: { game: GameFacts; supplied: Hex[]; width: number }) {
  const inside = new Set(supplied);
  const without = Object.keys(game.hexes).filter((hex) => !inside.has(hex));
  return (
    <g class="supply" style={{ strokeWidth: width }}>
      <path class="area" d={without.map((hex) => hexPath(game, hex)).join("")} />
      <path class="edge" d={outline(game, supplied)} />
    </g>
  );
}

function Path({ game, path, scale }: { game: GameFacts; path: Hex[]; scale: number }) {
  const points = path.map((hex) => game.hexes[hex]!).filter(Boolean);
  const [a, b] = points;
  if (!a || !b) return null;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const off = Math.min(length * 0.45, 8.2 * scale) / length;
  const line = [{ x: a.x + (b.x - a.x) * off, y: a.y + (b.y - a.y) * off }, ...points.slice(1)]
    .map((one) => `${one.x.toFixed(2)},${one.y.toFixed(2)}`)
    .join(" ");
  return (
    <g class="way">
      <polyline class="case" style={{ strokeWidth: 2.6 * scale }} points={line} />
      <polyline class="line" style={{ strokeWidth: 1.4 * scale }} points={line} />
      {points.slice(1, -1).map((one) => (
        <circle key={`${one.x}-${one.y}`} cx={one.x} cy={one.y} r={1.1 * scale} />
      ))}
    </g>
  );
}

/** A small map of the whole board, while part of it is out of view. */
export function Minimap({
  game,
  units,
  camera,
}: {
  game: GameFacts;
  units: Standing[];
  camera: Camera | null;
  tick: number;
}) {
  const [fx, fy, fw, fh] = game.frame;
  const ref = useRef<SVGSVGElement>(null);
  const view = camera?.view.getBoundingClientRect();
  if (!camera || !view) return null;
  const box = {
    x: -camera.x / camera.k / PX + fx,
    y: -camera.y / camera.k / PX + fy,
    w: view.width / camera.k / PX,
    h: view.height / camera.k / PX,
  };
  const whole = box.x <= fx + 2 && box.y <= fy + 2 && box.x + box.w >= fx + fw - 2 && box.y + box.h >= fy + fh - 2;
  const go = (e: PointerEvent) => {
    if (!(e.buttons & 1)) return;
    const b = ref.current!.getBoundingClientRect();
    const x = ((e.clientX - b.left) / b.width) * fw * PX;
    const y = ((e.clientY - b.top) / b.height) * fh * PX;
    camera.x = view.width / 2 - x * camera.k;
    camera.y = view.height / 2 - y * camera.k;
    camera.paint();
  };
  if (whole) return null;
  const r = game.radius * 0.45;
  return (
    <svg
      ref={ref}
      class="minimap"
      data-ui
      viewBox={game.frame.join(" ")}
      onPointerDown={go}
      onPointerMove={go}
      role="img"
      aria-label="Overview of the map"
    >
      <rect x={fx} y={fy} width={fw} height={fh} class="land" />
      {Object.entries(game.hexes)
        .filter(([, one]) => one.place)
        .map(([hex, one]) => (
          <circle key={hex} cx={one.x} cy={one.y} r={r * (one.kind === "capital" ? 1.3 : 0.7)} class="town" />
        ))}
      {units
        .filter((one) => game.hexes[one.hex])
        .map((one) => (
          <rect
            key={one.unit}
            x={game.hexes[one.hex]!.x - r}
            y={game.hexes[one.hex]!.y - r}
            width={2 * r}
            height={2 * r}
            class={`dot of-${sideIndex(game, game.units[one.unit]?.side ?? null)}`}
          />
        ))}
      <rect
        x={Math.max(fx + 1, box.x)}
        y={Math.max(fy + 1, box.y)}
        width={Math.max(1, Math.min(fx + fw - 1, box.x + box.w) - Math.max(fx + 1, box.x))}
        height={Math.max(1, Math.min(fy + fh - 1, box.y + box.h) - Math.max(fy + 1, box.y))}
        class="frame-in-view"
      />
    </svg>
  );
}
