import { useEffect, useState } from "preact/hooks";
import { Counter, Emblem, many } from "../bits";
import type { Host } from "../host";
import { withOwnIds } from "../pictures";
import type { GameFacts, Reply, Unit, Written } from "../types";
import { OpenLine, SourceLines } from "./source_lines";

/** All counters with both faces, and where the chosen one is written. */
export function CountersPage({
  game,
  host,
  root,
  version,
}: {
  game: GameFacts;
  host: Host;
  root: string;
  version: number;
}) {
  const [unit, setUnit] = useState<Unit>(Object.keys(game.units)[0] ?? "");
  const [written, setWritten] = useState<Written | null>(null);
  useEffect(() => {
    if (unit) void host.ask({ type: "unit", unit }).then((answer) => setWritten(answer.written ?? null));
  }, [unit, version]);
  const facts = game.units[unit];
  return (
    <>
      <main class="gallery" tabIndex={0} aria-label="Counters">
        {game.sides.map((side) => {
          const units = Object.entries(game.units).filter(([, one]) => one.side === side.id);
          return (
            <section key={side.id}>
              <h2>
                <Emblem game={game} side={side.id} /> {side.plural} <small>{many(units.length, "unit")}</small>
              </h2>
              <div class="pairs">
                {units.map(([id, one]) => (
                  <button
                    type="button"
                    key={id}
                    class={`pair ${unit === id ? "on" : ""}`}
                    aria-pressed={unit === id}
                    onClick={() => setUnit(id)}
                  >
                    <span class="faces">
                      {one.steps.slice(0, 3).map((_, n) => (
                        <Counter key={n} unit={id} step={n + 1} />
                      ))}
                    </span>
                    <span>{one.name}</span>
                  </button>
                ))}
              </div>
            </section>
          );
        })}
        {!Object.keys(game.units).length && <p>There are no units yet: write them in counters.yaml, under units.</p>}
      </main>
      <aside class="side" aria-label="Counter">
        {facts && (
          <>
            <section class="card unit-card">
              <Counter unit={unit} step={1} />
              <div>
                <h2>{facts.name}</h2>
                <p class="sub">
                  {game.sides.find((one) => one.id === facts.side)?.name}, {game.classes[facts.class] ?? facts.class},{" "}
                  {facts.size}
                </p>
                <ul class="facts">
                  {facts.steps.map((one, n) => (
                    <li key={n}>
                      <b>
                        {one.strength ?? "–"}–{one.ma ?? "–"}
                      </b>
                      {n ? (facts.steps.length > 2 ? `step ${n + 1}` : "reduced") : "full"}
                    </li>
                  ))}
                </ul>
              </div>
            </section>
            {written && (
              <section class="card">
                <h2>
                  {written.file.split("/").pop()} <small>line {written.line}</small>
                </h2>
                <SourceLines file={written.file} lines={written.lines} line={written.line} />
                <OpenLine root={root} file={written.file} line={written.line} />
              </section>
            )}
          </>
        )}
      </aside>
    </>
  );
}

/** The charts as players get them. */
export function ChartsPage({ host, version }: { host: Host; version: number }) {
  const [charts, setCharts] = useState<Reply["charts"]>();
  useEffect(() => {
    void host.ask({ type: "charts" }).then((answer) => setCharts(answer.charts ?? {}));
  }, [version]);
  return (
    <main class="gallery charts" tabIndex={0} aria-label="Charts">
      {Object.entries(charts ?? {}).map(([name, { title, svg }]) => (
        <figure key={name}>
          <div role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: withOwnIds(svg, `chart-${name}`) }} />
        </figure>
      ))}
      {charts && !Object.keys(charts).length && <p>There are no charts yet: write them in charts.yaml.</p>}
    </main>
  );
}

/** The scenarios: turns, options, set-up, and a way to play each. */
export function ScenariosPage({ game, play }: { game: GameFacts; play: ((scenario: string) => void) | null }) {
  return (
    <main class="gallery scenario-list" tabIndex={0} aria-label="Scenarios">
      {game.scenarios.map((one) => (
        <section key={one.id} class="card">
          <h2>{one.title}</h2>
          <p>{one.description}</p>
          <p class="sub">
            Turns {one.first_turn} to {one.last_turn}, {many(one.placed.length, "unit")} on the map
            {one.free_setup ? ", free set-up" : ""}.
          </p>
          {play && (
            <button type="button" class="btn" onClick={() => play(one.id)} aria-label={`Play ${one.title}`}>
              Play
            </button>
          )}
        </section>
      ))}
    </main>
  );
}
