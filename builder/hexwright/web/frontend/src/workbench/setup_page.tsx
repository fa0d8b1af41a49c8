import { useEffect, useRef, useState } from "preact/hooks";
import { Counter, Emblem, hexFull, many } from "../bits";
import { Board, type Mark } from "../board";
import type { Camera } from "../camera";
import type { Host } from "../host";
import { bytesOf, kept, saveFile, shapeOf, useWidth } from "../page";
import type { PictureStore } from "../pictures";
import { newName, newSeed } from "../play/game_in_play";
import type { GameFacts, Hex, ScenarioFacts, Unit } from "../types";
import { hexAt, PX } from "../geometry";
import { MapTools } from "./map_page";

type Placed = [Unit, Hex][];
interface Fault {
  code: string;
  text: string;
  hint: string;
}
const FORMS: [string, string][] = [
  ["yaml", "YAML"],
  ["csv", "CSV"],
  ["vsav", ".vsav"],
];

/** Set up a scenario: drag units from the tray; the verdict is that of `hexwright setup check`. */
export function SetupPage({
  game,
  slug,
  host,
  pictures,
  play,
}: {
  game: GameFacts;
  slug: string;
  host: Host;
  pictures: PictureStore;
  play(): void;
}) {
  const free = game.scenarios.filter((one) => one.free_setup);
  const [scenario, setScenario] = useState<ScenarioFacts>(free[0] ?? game.scenarios[0]!);
  const [side, setSide] = useState(scenario.areas[0]?.side ?? game.sides[0]!.id);
  const [placed, setPlaced] = useState<Placed>(scenario.placed);
  const [faults, setFaults] = useState<Fault[] | null>(null);
  const [pick, setPick] = useState<Unit | null>(null);
  const [hover, setHover] = useState<Hex | null>(null);
  const [refused, setRefused] = useState("");
  const camera = useRef<Camera | null>(null);
  const shape = shapeOf(useWidth());
  const areas = scenario.areas.filter((one) => one.side === side);
  const units = areas.flatMap((one) => one.units);
  const standing = new Map(placed);
  const waiting = units.filter((unit) => !standing.has(unit));
  const stepOf = (unit: Unit) => scenario.areas.find((one) => one.units.includes(unit))?.step ?? 1;

  useEffect(() => {
    let late = false;
    void host.ask({ type: "setup", scenario: scenario.id, placed }).then((answer) => {
      if (late) return;
      setFaults(answer.ok ? answer.faults! : null);
      setRefused(answer.ok ? "" : [answer.refused, answer.hint].filter(Boolean).join(" — "));
    });
    return () => {
      late = true;
    };
  }, [placed, scenario]);

  const [pull, setPull] = useState<{ unit: Unit; x: number; y: number } | null>(null);
  const pulled = useRef<{ x: number; y: number; on: boolean } | null>(null);
  /** The hex of the map under a point of the screen. */
  const under = (x: number, y: number): Hex | null => {
    const here = camera.current;
    const box = here?.view.getBoundingClientRect();
    if (!here || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const point = here.world(x, y);
    return hexAt(game, point.x / PX + game.frame[0], point.y / PX + game.frame[1]);
  };
  /** Drag a unit from the tray to the map; a press without a move is a click. */
  const dragged = (unit: Unit) => ({
    onPointerDown: (e: PointerEvent) => {
      if (e.button) return;
      pulled.current = { x: e.clientX, y: e.clientY, on: false };
      (e.currentTarget as Element).setPointerCapture(e.pointerId);
    },
    onPointerMove: (e: PointerEvent) => {
      const from = pulled.current;
      if (!from) return;
      if (!from.on && Math.hypot(e.clientX - from.x, e.clientY - from.y) > 7) {
        from.on = true;
        setPick(unit);
      }
      if (!from.on) return;
      setPull({ unit, x: e.clientX, y: e.clientY });
      setHover(under(e.clientX, e.clientY));
    },
    onPointerUp: (e: PointerEvent) => {
      const from = pulled.current;
      setPull(null);
      const hex = from?.on ? under(e.clientX, e.clientY) : null;
      if (hex) put(unit, hex);
      setTimeout(() => {
        pulled.current = null;
      }, 0);
    },
    onPointerCancel: () => {
      pulled.current = null;
      setPull(null);
    },
    onClick: () => {
      if (!pulled.current?.on) setPick(pick === unit ? null : unit);
    },
  });

  const put = (unit: Unit, hex: Hex | null) => {
    const rest = placed.filter(([one]) => one !== unit);
    setPlaced(hex ? [...rest, [unit, hex]] : rest);
    setPick(null);
  };
  const area = pick ? scenario.areas.find((one) => one.units.includes(pick)) : areas[0];
  const marks: Mark[] = (area?.hexes ?? []).map((hex) => ({ hex, kind: "area" }));
  const bad = new Set(
    faults?.flatMap((one) => Object.keys(game.hexes).filter((hex) => one.text.split(/[\s,:;]+/).includes(hex))) ?? [],
  );
  for (const hex of bad) marks.push({ hex, kind: "fault" });

  const save = async (form: string) => {
    const answer = await host.ask({ type: "export-setup", scenario: scenario.id, placed, form });
    if (answer.ok) saveFile(answer.name!, bytesOf(answer.data!));
    else setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
  };
  const begin = () => {
    const message = {
      type: "new",
      scenario: scenario.id,
      placed,
      seed: newSeed(),
      computers: {},
      options: scenario.options,
    };
    kept.set(`play:${slug}`, JSON.stringify({ name: newName(), begin: message, actions: [] }));
    play();
  };
  return (
    <>
      <main class="field">
        <Board
          game={game}
          pictures={pictures}
          units={placed.map(([unit, hex]) => ({ unit, hex, step: stepOf(unit) }))}
          phasing={side}
          lit={new Set(units)}
          chosen={new Set()}
          selected={pick}
          draggable
          marks={marks}
          spot={null}
          path={[]}
          arrows={[]}
          ring={null}
          cursor={null}
          hover={hover}
          setHover={setHover}
          overlay={null}
          zones={null}
          supply={null}
          hidden={["symbols"]}
          insets={{ left: 0, right: shape === "phone" ? 0 : 74, top: 0, bottom: 0 }}
          cover={shape === "phone"}
          label={(unit) => `${game.units[unit]?.name}, ${hexFull(game, standing.get(unit) ?? "")}`}
          onHex={(hex) => pick && put(pick, hex)}
          onUnit={(unit) => {
            if (pick && pick !== unit) put(pick, standing.get(unit) ?? null);
            else setPick(pick === unit ? null : unit);
          }}
          onGrab={setPick}
          onDrop={put}
          camera={(made) => {
            camera.current = made;
          }}
        />
        <MapTools camera={() => camera.current} />
      </main>
      {pull && (
        <div class="pulled" style={{ transform: `translate(${pull.x}px,${pull.y}px)` }}>
          <Counter unit={pull.unit} step={stepOf(pull.unit)} />
        </div>
      )}
      <aside class="side" aria-label="Set-up">
        <section class="card">
          {game.scenarios.length > 1 && (
            <label class="row">
              <span>Scenario</span>
              <select
                value={scenario.id}
                onChange={(e) => {
                  const found = game.scenarios.find((one) => one.id === e.currentTarget.value)!;
                  setScenario(found);
                  setPlaced(found.placed);
                  setSide(found.areas[0]?.side ?? side);
                  setPick(null);
                }}
              >
                {game.scenarios.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title}
                  </option>
                ))}
              </select>
            </label>
          )}
          {scenario.free_setup ? (
            <>
              <div class="segments" role="group" aria-label="Side">
                {game.sides.map((one) => (
                  <button type="button" key={one.id} aria-pressed={side === one.id} onClick={() => setSide(one.id)}>
                    <Emblem game={game} side={one.id} />
                    {one.plural}
                  </button>
                ))}
              </div>
              <h2>
                To place{" "}
                <small>
                  {waiting.length} of {units.length}
                </small>
              </h2>
              <div class="tray">
                {waiting.map((unit) => (
                  <button
                    type="button"
                    key={unit}
                    class={`chip ${pick === unit ? "on" : ""}`}
                    aria-pressed={pick === unit}
                    aria-label={game.units[unit]?.name}
                    {...dragged(unit)}
                  >
                    <Counter unit={unit} step={stepOf(unit)} />
                  </button>
                ))}
              </div>
              <p class="hint">
                {pick
                  ? `${game.units[pick]?.name}: choose its hex, or drag it there.`
                  : "Choose a unit of the tray or of the map; its area is lit."}
              </p>
              {pick && standing.has(pick) && (
                <button type="button" class="btn small" onClick={() => put(pick, null)}>
                  Back to the tray
                </button>
              )}
            </>
          ) : (
            <p class="sub">This scenario has no areas for a free set-up: units start where its file puts them.</p>
          )}
        </section>
        <section class={`card verdict ${faults ? (faults.length ? "bad" : "good") : "wait"}`} aria-live="polite">
          <h2>
            {faults
              ? faults.length
                ? `Not yet legal: ${many(faults.length, "fault")}`
                : "The set-up is legal"
              : refused
                ? "Not judged"
                : "Judging…"}
          </h2>
          <ul class="faults">
            {faults?.slice(0, 12).map((one, n) => (
              <li key={n}>
                <span class="code">{one.code}</span>
                <span>
                  {one.text}
                  {one.hint && <small>{one.hint.length > 160 ? `${one.hint.slice(0, 160)}…` : one.hint}</small>}
                </span>
              </li>
            ))}
          </ul>
          {refused && <p class="refused">{refused}</p>}
        </section>
        <section class="card">
          <h2>Start from</h2>
          <div class="f-acts">
            <button type="button" class="btn small" onClick={() => setPlaced(scenario.placed)}>
              The scenario's own
            </button>
            <button
              type="button"
              class="btn small"
              onClick={() => setPlaced(placed.filter(([unit]) => !units.includes(unit)))}
            >
              Empty
            </button>
          </div>
        </section>
        <section class="card">
          <h2>Export</h2>
          <div class="f-acts">
            {FORMS.map(([form, words]) => (
              <button type="button" key={form} class="btn small" onClick={() => void save(form)}>
                {words}
              </button>
            ))}
            <button type="button" class="btn small primary" disabled={!faults || faults.length > 0} onClick={begin}>
              Play it
            </button>
          </div>
        </section>
      </aside>
    </>
  );
}
