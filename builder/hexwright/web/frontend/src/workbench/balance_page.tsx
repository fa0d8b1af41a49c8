import { useRef, useState } from "preact/hooks";
import { percent } from "../bits";
import { Board } from "../board";
import type { Camera } from "../camera";
import type { Host } from "../host";
import { shapeOf, useWidth } from "../page";
import type { PictureStore } from "../pictures";
import type { Estimate, Figures, GameFacts } from "../types";
import { MapTools } from "./map_page";

/** Games between computer players: start them, watch the figures come, stop them. */
export function BalancePage({
  game,
  host,
  pictures,
  figures,
}: {
  game: GameFacts;
  host: Host;
  pictures: PictureStore;
  figures: Figures | null;
}) {
  const [scenario, setScenario] = useState(game.scenarios[0]!.id);
  const [policies, setPolicies] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState("");
  const camera = useRef<Camera | null>(null);
  const shape = shapeOf(useWidth());
  const most = Math.max(0.001, ...Object.values(figures?.battles ?? {}));
  const start = async () => {
    const answer = await host.ask({ type: "balance", scenario, policies, games: 200 });
    setRefused(answer.ok ? "" : [answer.refused, answer.hint].filter(Boolean).join(" — "));
  };
  const name = (side: string | null) => (side ? (game.sides.find((one) => one.id === side)?.plural ?? side) : "Nobody");
  return (
    <>
      <main class="field">
        <Board
          game={game}
          pictures={pictures}
          units={[]}
          phasing={null}
          lit={new Set()}
          chosen={new Set()}
          selected={null}
          draggable={false}
          marks={[]}
          spot={null}
          path={[]}
          arrows={[]}
          ring={null}
          cursor={null}
          hover={null}
          setHover={() => {}}
          overlay={null}
          zones={null}
          supply={null}
          hidden={["symbols"]}
          insets={{ left: 0, right: shape === "phone" ? 0 : 74, top: 0, bottom: 0 }}
          cover={shape === "phone"}
          label={(unit) => unit}
          onHex={() => {}}
          onUnit={() => {}}
          onGrab={() => {}}
          onDrop={() => {}}
          camera={(made) => {
            camera.current = made;
          }}
        >
          <g class="heat">
            {Object.entries(figures?.battles ?? {})
              .filter(([hex, value]) => game.hexes[hex] && value > 0.02)
              .map(([hex, value]) => (
                <g key={hex}>
                  <circle
                    cx={game.hexes[hex]!.x}
                    cy={game.hexes[hex]!.y}
                    r={game.radius * 0.75 * Math.sqrt(value / most)}
                  />
                  {value > most / 4 && (
                    <text
                      x={game.hexes[hex]!.x}
                      y={game.hexes[hex]!.y + game.radius * 0.12}
                      style={{ fontSize: `${game.radius * 0.36}px` }}
                    >
                      {value.toFixed(1)}
                    </text>
                  )}
                </g>
              ))}
          </g>
        </Board>
        <MapTools camera={() => camera.current} />
      </main>
      <aside class="side" aria-label="Balance">
        <section class="card">
          <h2>Games between computer players</h2>
          {game.scenarios.length > 1 && (
            <label class="row">
              <span>Scenario</span>
              <select value={scenario} onChange={(e) => setScenario(e.currentTarget.value)}>
                {game.scenarios.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title}
                  </option>
                ))}
              </select>
            </label>
          )}
          {game.sides.map((side) => (
            <label key={side.id} class="row">
              <span>{side.plural}</span>
              <select
                value={policies[side.id] ?? game.players[0]!.id}
                onChange={(e) => setPolicies({ ...policies, [side.id]: e.currentTarget.value })}
              >
                {game.players.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.id}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {figures && (
            <div
              class="progress"
              role="progressbar"
              aria-label="Games played"
              aria-valuemin={0}
              aria-valuemax={figures.wanted}
              aria-valuenow={figures.games}
            >
              <i style={{ width: percent(figures.games / figures.wanted) }} />
            </div>
          )}
          <div class="f-acts">
            <button type="button" class="btn small primary" disabled={figures?.running} onClick={() => void start()}>
              Play 200 games
            </button>
            <button
              type="button"
              class="btn small"
              disabled={!figures?.running}
              onClick={() => void host.ask({ type: "stop-balance" })}
            >
              Stop
            </button>
          </div>
          {refused && <p class="refused">{refused}</p>}
        </section>
        {figures && (
          <>
            <section class="card">
              <h2>
                Who wins <small>{figures.games} games, 95 % interval</small>
              </h2>
              <div class="dots">
                {figures.wins.map((one) => (
                  <div key={one.side ?? "nobody"} class="dot-row">
                    <span>{name(one.side)}</span>
                    <svg viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={words(one)}>
                      <path class="half" d="M50 0V20" />
                      <path class="interval" d={`M${one.low * 100} 10H${one.high * 100}`} />
                      <path class="tick" d={`M${one.value * 100} 3V17`} />
                    </svg>
                    <b>{percent(one.value)}</b>
                  </div>
                ))}
              </div>
            </section>
            <section class="card">
              <h2>A game</h2>
              <table class="numbers">
                <thead>
                  <tr>
                    <th scope="col">Side</th>
                    <th scope="col">steps lost</th>
                    <th scope="col">units eliminated by it</th>
                  </tr>
                </thead>
                <tbody>
                  {figures.losses.map((one) => (
                    <tr key={one.side}>
                      <th scope="row">{name(one.side)}</th>
                      <td>{one.steps.value.toFixed(1)}</td>
                      <td>{one.destroyed.value.toFixed(1)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p class="sub">{figures.turns.value.toFixed(1)} turns on average. Circles: battles by hex.</p>
            </section>
          </>
        )}
      </aside>
    </>
  );
}

const words = (one: Estimate) => `${percent(one.value)}, from ${percent(one.low)} to ${percent(one.high)}`;
