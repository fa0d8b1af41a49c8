import { hexFull } from "../bits";
import { corners } from "../geometry";
import { editorAddress } from "../page";
import type { GameFacts, Hex, HexDetails, Reply } from "../types";
import { fileName } from "./source_lines";

/** What the data say about a hex: its sides, costs, set-up areas, and the lines where it is written. */
export function HexInspector({
  game,
  details,
  start,
  root,
  tints,
  go,
}: {
  game: GameFacts;
  details: HexDetails;
  /** The scenario's beginning, once it is known. */
  start: NonNullable<Reply["start"]> | null;
  root: string;
  tints: Record<string, string>;
  go(hex: Hex): void;
}) {
  const { hex } = details;
  const areas = game.scenarios.flatMap((scenario) =>
    scenario.areas.filter((area) => area.hexes.includes(hex)).map((area) => area.side),
  );
  const sides = [...new Set(areas)].map((side) => game.sides.find((one) => one.id === side)?.name ?? side);
  const rivers = [...new Set(Object.values(details.sides).flat())];
  return (
    <section class="card inspector">
      <header>
        <HexPlan game={game} details={details} tints={tints} go={go} />
        <div>
          <h2>
            {details.place?.name ?? details.terrain}
            <small>{hex}</small>
          </h2>
          <p class="sub">
            {[
              details.terrain.toLowerCase(),
              ...details.features.map((one) => one.feature.toLowerCase()),
              ...rivers.map(
                (name) => `${name} on ${Object.values(details.sides).filter((all) => all.includes(name)).length} sides`,
              ),
              ...details.lines.map((one) => one.name || one.kind.toLowerCase()),
            ].join(", ")}
          </p>
          {details.place?.owner && (
            <p class="sub">
              {details.place.kind}, {game.sides.find((side) => side.id === details.place?.owner)?.name} at start
            </p>
          )}
        </div>
      </header>
      {details.effects.length > 0 && (
        <table class="costs">
          <thead>
            <tr>
              <th scope="col">Effect of</th>
              <th scope="col">movement</th>
              <th scope="col">combat</th>
            </tr>
          </thead>
          <tbody>
            {details.effects.map((one) => (
              <tr key={one.name}>
                <th scope="row">{one.name}</th>
                <td>{one.movement}</td>
                <td>
                  {one.combat}
                  {one.other && <small> {one.other}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="sub">{sides.length ? `Units that set up here: ${sides.join(", ")}.` : "Nobody sets up here."}</p>
      {start && <p class="sub">{atStart(game, start, hex)}</p>}
      <ul class="lines">
        {details.written.map((one) => {
          const address = editorAddress(root, one.file, one.line);
          const place = `${fileName(one.file)}:${one.line}`;
          return (
            <li key={place}>
              {address ? <a href={address}>{place}</a> : <b>{place}</b>}
              <code>{one.keys}</code>
              <span>{one.text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Who stands in a hex at the scenario's beginning, and whose zones and supply reach it. */
function atStart(game: GameFacts, start: NonNullable<Reply["start"]>, hex: Hex): string {
  const units = start.units.filter(([, at]) => at === hex).map(([unit]) => game.units[unit]?.name ?? unit);
  const names = (reach: (side: string) => boolean | undefined) =>
    game.sides.filter((side) => reach(side.id)).map((side) => side.name);
  const zones = names((side) => start.overlay[side]?.zone.includes(hex));
  const supplied = names((side) => start.overlay[side]?.supplied?.includes(hex));
  return [
    `At start: ${units.length ? units.join(", ") : "no unit"}`,
    zones.length ? `zone of control: ${zones.join(", ")}` : "in no zone of control",
    supplied.length && `in supply: ${supplied.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ")
    .concat(".");
}

function HexPlan({
  game,
  details,
  tints,
  go,
}: {
  game: GameFacts;
  details: HexDetails;
  tints: Record<string, string>;
  go(hex: Hex): void;
}) {
  const here = game.hexes[details.hex];
  if (!here) return null;
  const ring = corners(0, 0, 30, game.flat);
  const path = (points: [number, number][]) => points.map((one) => one.map((x) => x.toFixed(1)).join()).join("L");
  return (
    <div class="hex-plan">
      <svg viewBox="-62 -60 124 120" role="img" aria-label={`Hex ${details.hex} and its sides`}>
        <path style={{ fill: tints[here.terrain] }} d={`M${path(ring)}Z`} />
        {ring.map((a, n) => {
          const b = ring[(n + 1) % 6]!;
          const mx = (a[0] + b[0]) / 2;
          const my = (a[1] + b[1]) / 2;
          const other = here.near.find((near) => {
            const there = game.hexes[near]!;
            const k = 30 / game.radius;
            return Math.hypot((there.x - here.x) * k - 2 * mx, (there.y - here.y) * k - 2 * my) < 8;
          });
          const feature = other ? details.sides[other] : undefined;
          return (
            <path key={n} class={feature ? "water" : "plain"} d={`M${path([a, b])}`}>
              {feature && <title>{feature.join(", ")}</title>}
            </path>
          );
        })}
        <text y="6">{details.hex}</text>
      </svg>
      {here.near.map((near) => {
        const there = game.hexes[near];
        if (!there) return null;
        const k = 46 / (game.radius * Math.sqrt(3));
        return (
          <button
            type="button"
            key={near}
            class="beside-hex"
            style={{
              left: `${50 + ((there.x - here.x) * k * 100) / 124}%`,
              top: `${50 + ((there.y - here.y) * k * 100) / 120}%`,
            }}
            onClick={() => go(near)}
            title={hexFull(game, near)}
          >
            {near}
          </button>
        );
      })}
    </div>
  );
}
