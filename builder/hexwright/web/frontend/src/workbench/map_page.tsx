import { useEffect, useRef, useState } from "preact/hooks";
import { hexFull, Icon } from "../bits";
import { Board, type Mark, Minimap } from "../board";
import type { Camera } from "../camera";
import { PX } from "../geometry";
import type { Host } from "../host";
import { type Shape, shapeOf, useWidth } from "../page";
import type { PictureStore } from "../pictures";
import { Tabs } from "../play/play_page";
import type { Finding, GameFacts, Hex, HexDetails, Reply } from "../types";
import { FindingsList } from "./findings_list";
import { HexInspector } from "./hex_inspector";

const LAYERS: [string, string][] = [
  ["numbers", "Hex numbers"],
  ["names", "Names"],
  ["places", "Towns"],
  ["terrain", "Terrain"],
  ["grid", "Grid"],
  ["rivers", "Rivers and lakes"],
  ["rails", "Railways"],
  ["roads", "Roads"],
  ["fronts", "Fortifications and lines"],
  ["symbols", "Signs of set-up"],
];
type Start = NonNullable<Reply["start"]>;

interface Props {
  game: GameFacts;
  root: string;
  playable: boolean;
  host: Host;
  pictures: PictureStore;
  version: number;
  findings: Finding[];
  changed: Hex[];
}

/** The map as it is now, with what the data say about each hex, and all findings. */
export function MapPage(p: Props) {
  const { game } = p;
  const [hex, setHex] = useState<Hex>(() => middleHex(game));
  const [details, setDetails] = useState<HexDetails | null>(null);
  const [off, setOff] = useState<Set<string>>(new Set(["symbols"]));
  const [from, setFrom] = useState<string | null>(null);
  const [values, setValues] = useState<Record<Hex, string>>({});
  const [refused, setRefused] = useState("");
  const [hover, setHover] = useState<Hex | null>(null);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [area, setArea] = useState<string | null>(null);
  const [start, setStart] = useState<Start | null>(null);
  const [standing, setStanding] = useState(false);
  const [zones, setZones] = useState<string | null>(null);
  const [supply, setSupply] = useState<string | null>(null);
  const errors = p.findings.some((one) => one.level === "error");
  const [picked, setTab] = useState<string | null>(null);
  const tab = picked ?? (errors ? "findings" : "hex"); // What is wrong comes first, unless one looks at another tab.
  const [tick, setTick] = useState(0);
  const camera = useRef<Camera | null>(null);
  const shape: Shape = shapeOf(useWidth());
  const wide = useWidth() >= 1500;
  const [chosen, setChosen] = useState(game.scenarios[0]?.id);
  const scenario = game.scenarios.find((one) => one.id === chosen) ?? game.scenarios[0];
  const movers = scenario
    ? Object.entries(game.units).reduce<Map<string, string>>((found, [unit, facts]) => {
        const key = `${facts.side} ${facts.class}`;
        if (!found.has(key) && facts.steps[0]?.ma) found.set(key, unit);
        return found;
      }, new Map())
    : new Map<string, string>();

  useEffect(() => {
    if (!game.hexes[hex]) return;
    void p.host.ask({ type: "hex", hex }).then((answer) => {
      if (answer.ok) setDetails(answer.facts as HexDetails);
    });
  }, [hex, p.version]);
  useEffect(() => {
    setRefused("");
    if (from === null) {
      setValues({});
      return;
    }
    const range = from.startsWith("range ") ? Number(from.slice(6)) : Number.POSITIVE_INFINITY;
    const unit = from === "distance" || range < 1000 ? {} : { unit: from, scenario: scenario?.id };
    void p.host.ask({ type: "from", hex, ...unit }).then((answer) => {
      const all = answer.ok ? answer.values! : {};
      setValues(Object.fromEntries(Object.entries(all).filter(([, value]) => unit.unit || Number(value) <= range)));
      if (!answer.ok) setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
    });
  }, [from, hex, p.version, scenario?.id]);

  useEffect(() => {
    setStart(null);
    if (!p.playable || !scenario) return;
    void p.host.ask({ type: "start", scenario: scenario.id }).then((answer) => {
      if (answer.ok) setStart(answer.start!);
      else setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
    });
  }, [p.playable, p.version, scenario?.id]);

  const go = (to: Hex) => {
    setHex(to);
    const centre = game.hexes[to];
    if (centre) camera.current?.reveal((centre.x - game.frame[0]) * PX, (centre.y - game.frame[1]) * PX);
  };
  const marks: Mark[] = Object.entries(values).map(([at, text]) => ({ hex: at, kind: "value", text }));
  if (finding) for (const at of finding.hexes) marks.push({ hex: at, kind: "fault" });
  if (area)
    for (const one of scenario?.areas ?? [])
      if (one.side === area) for (const at of one.hexes) marks.push({ hex: at, kind: "area" });
  for (const at of p.changed) if (game.hexes[at]) marks.push({ hex: at, kind: "changed" });

  const layers = (
    <section class="card layers">
      <h2>Layers</h2>
      {game.scenarios.length > 1 && (
        <label class="row">
          <span>Scenario</span>
          <select value={scenario?.id} onChange={(e) => setChosen(e.currentTarget.value)}>
            {game.scenarios.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="toggles">
        {LAYERS.filter(([id]) => p.pictures.pictures?.layers.includes(id)).map(([id, words]) => (
          <label key={id} class="toggle">
            <input
              type="checkbox"
              checked={!off.has(id)}
              onChange={() =>
                setOff((before) => {
                  const after = new Set(before);
                  if (!after.delete(id)) after.add(id);
                  return after;
                })
              }
            />
            <i class={`swatch layer-${id}`} />
            {words}
          </label>
        ))}
        {game.sides
          .filter((side) => scenario?.areas.some((one) => one.side === side.id))
          .map((side) => (
            <label key={side.id} class="toggle">
              <input
                type="checkbox"
                checked={area === side.id}
                onChange={() => setArea(area === side.id ? null : side.id)}
              />
              <i class="swatch layer-area" />
              Set-up area, {side.name}
            </label>
          ))}
        {p.playable && scenario && (
          <>
            <label class="toggle">
              <input type="checkbox" checked={standing} onChange={() => setStanding(!standing)} />
              <i class="swatch layer-units" />
              Units at start
            </label>
            {game.sides.map((side) => (
              <label key={side.id} class="toggle">
                <input
                  type="checkbox"
                  checked={zones === side.id}
                  onChange={() => setZones(zones === side.id ? null : side.id)}
                />
                <i class="swatch layer-zone" />
                Zones of control, {side.name}
              </label>
            ))}
            {game.sides
              .filter((side) => !start || start.overlay[side.id]?.supplied)
              .map((side) => (
                <label key={side.id} class="toggle">
                  <input
                    type="checkbox"
                    checked={supply === side.id}
                    onChange={() => setSupply(supply === side.id ? null : side.id)}
                  />
                  <i class="swatch layer-supply" />
                  Supply, {side.name}
                </label>
              ))}
          </>
        )}
      </div>
      <h2>From hex {hex}</h2>
      <div class="toggles">
        {[
          [null, "Nothing"] as const,
          ["distance", "Distance in hexes"] as const,
          ...game.ranges.map((one) => [`range ${one.range}`, `Range of ${one.words}`] as const),
          ...(p.playable
            ? [...movers].map(([key, unit]) => {
                const facts = game.units[unit]!;
                const side = game.sides.find((one) => one.id === facts.side)?.name ?? key;
                return [unit, `Cost, ${side} ${(game.classes[facts.class] ?? facts.class).toLowerCase()}`] as const;
              })
            : []),
        ].map(([id, words]) => (
          <label key={id ?? "none"} class="toggle">
            <input type="radio" name="from" checked={from === id} onChange={() => setFrom(id)} />
            {words}
          </label>
        ))}
      </div>
      {refused && <p class="refused">{refused}</p>}
    </section>
  );
  const inspector = details && game.hexes[details.hex] && (
    <HexInspector
      game={game}
      details={details}
      start={start}
      root={p.root}
      tints={p.pictures.pictures?.tints ?? {}}
      go={go}
    />
  );
  const site = p.host.kind === "site";
  const findings = (
    <FindingsList
      key={p.version}
      findings={p.findings}
      root={p.root}
      host={p.host}
      choose={(one) => {
        setFinding(one);
        if (one?.hexes[0]) go(one.hexes[0]);
      }}
    />
  );
  return (
    <>
      {wide && (
        <aside class="rail" aria-label="Layers">
          {layers}
        </aside>
      )}
      <main class="field">
        <Board
          game={game}
          pictures={p.pictures}
          units={standing && start ? start.units.map(([unit, at, step]) => ({ unit, hex: at, step })) : []}
          phasing={null}
          lit={new Set()}
          chosen={new Set()}
          selected={null}
          draggable={false}
          marks={marks}
          spot={null}
          path={[]}
          arrows={[]}
          ring={null}
          cursor={hex}
          hover={hover}
          setHover={setHover}
          overlay={start?.overlay ?? null}
          zones={zones}
          supply={supply}
          hidden={[...off].filter((id) => p.pictures.pictures?.layers.includes(id))}
          insets={{ left: 0, right: shape === "phone" ? 0 : 74, top: 0, bottom: 0 }}
          cover={shape === "phone"}
          label={(unit) => game.units[unit]?.name ?? unit}
          onHex={(at) => {
            setHex(at);
            setTab("hex");
          }}
          onUnit={() => {}}
          onGrab={() => {}}
          onDrop={() => {}}
          camera={(made) => {
            camera.current = made;
            made.onchange = () => setTick((n) => n + 1);
          }}
        />
        <MapTools camera={() => camera.current} />
        {shape !== "phone" && <Minimap game={game} units={[]} camera={camera.current} tick={tick} />}
      </main>
      <aside class="side" aria-label="Hex and findings">
        {wide ? (
          <>
            {inspector}
            {!site && findings}
          </>
        ) : (
          <>
            <Tabs
              tabs={[
                ["hex", hexFull(game, hex)] as [string, string],
                ["findings", `Findings ${p.findings.length || ""}`] as [string, string],
                ["layers", "Layers"] as [string, string],
              ].filter(([id]) => !site || id !== "findings")}
              tab={tab}
              choose={setTab}
            />
            <div class="pane" tabIndex={0} role="region" aria-label="Details">
              {tab === "hex" ? inspector : tab === "findings" ? findings : layers}
            </div>
          </>
        )}
      </aside>
    </>
  );
}

/** The hex nearest to the middle of the map. */
export function middleHex(game: GameFacts): Hex {
  const [fx, fy, fw, fh] = game.frame;
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const [hex, one] of Object.entries(game.hexes)) {
    const away = Math.hypot(one.x - fx - fw / 2, one.y - fy - fh / 2);
    if (away < least) [best, least] = [hex, away];
  }
  return best;
}

export function MapTools({ camera }: { camera(): Camera | null }) {
  return (
    <div class="tools" data-ui role="toolbar" aria-label="Map">
      <button type="button" class="tool zoomer" aria-label="Zoom in" onClick={() => camera()?.zoom(1.3)}>
        <Icon of="plus" />
      </button>
      <button type="button" class="tool zoomer" aria-label="Zoom out" onClick={() => camera()?.zoom(1 / 1.3)}>
        <Icon of="minus" />
      </button>
      <button type="button" class="tool" aria-label="Whole map" onClick={() => camera()?.fit()}>
        <Icon of="fit" />
      </button>
    </div>
  );
}
