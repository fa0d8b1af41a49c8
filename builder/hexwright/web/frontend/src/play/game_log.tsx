import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { Die, Emblem, sideIndex } from "../bits";
import type { Event, GameFacts, Hex, View } from "../types";

interface Band {
  turn: number;
  phase: string;
  side: string;
  rows: preact.JSX.Element[];
}

const SHOWN = 20;

/** The log as text, phase by phase, in the rules engine's words. */
export const GameLog = memo(function GameLog({
  game,
  log,
  go,
}: {
  game: GameFacts;
  log: Event[];
  view: View;
  go(hex: Hex): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    const pane = element.closest(".pane");
    if (pane) pane.scrollTop = pane.scrollHeight;
  }, [log.length]);
  return (
    <section class="log card" aria-label="Log">
      <h3>Log</h3>
      <div class="scroll" ref={box} tabIndex={0} role="log" aria-label="What happened">
        {bandsOf(game, log, go)
          .slice(-SHOWN)
          .map((band) => (
            <div key={`${band.turn}${band.phase}${band.rows.length}`} class={`band of-${sideIndex(game, band.side)}`}>
              <h4>
                <Emblem game={game} side={band.side} />
                <span>{game.phases.find((phase) => phase.id === band.phase)?.name}</span>
                <small>Turn {band.turn}</small>
              </h4>
              {band.rows.length ? <ul>{band.rows}</ul> : <p class="none">nothing done</p>}
            </div>
          ))}
        {!log.length && <p class="none">The game begins.</p>}
      </div>
    </section>
  );
});

function bandsOf(game: GameFacts, log: Event[], go: (hex: Hex) => void): Band[] {
  const bands: Band[] = [];
  for (let n = 0; n < log.length; n++) {
    const event = log[n]!;
    let band = bands.at(-1);
    if (!band || band.turn !== event.turn || band.phase !== event.phase) {
      band = { turn: event.turn, phase: event.phase, side: event.side, rows: [] };
      bands.push(band);
    }
    if (event.kind === "move" && event.unit) {
      const stops = [event.from, event.to];
      let last = event;
      const more = [consequence(event)];
      while (log[n + 1]?.kind === "move" && log[n + 1]!.unit === event.unit) {
        last = log[++n]!;
        stops.push(last.to);
        more.push(consequence(last));
      }
      const told = more.filter(Boolean).join(" ");
      band.rows.push(
        <li key={n}>
          <button type="button" class="link" onClick={() => last.to && go(last.to)}>
            {game.units[event.unit]?.name}
          </button>{" "}
          {stops.join(" → ")}
          {told && <strong> {told}</strong>}
        </li>,
      );
    } else if (event.kind !== "end") band.rows.push(row(game, event, n, go));
    else if (/\. \S/.test(event.say)) band.rows.push(<li key={n}>{event.say}</li>);
  }
  return bands;
}

/** What follows the first sentence about an action. */
const consequence = (event: Event) => event.say.replace(/^.*? moves to .*?\.(?: |$)/, "");

function row(game: GameFacts, event: Event, n: number, go: (hex: Hex) => void) {
  if (event.kind === "roll" && event.dice) {
    return (
      <li key={n} class="rolled">
        {event.dice.map((die, place) => (
          <Die key={place} n={die} plain={event.dice!.length > 1 || game.die !== 6} />
        ))}
        {event.result && <b class={`result kind-${game.results[event.result]?.kind}`}>{event.result}</b>}
        <span>{event.say.replace(/^The (?:die shows|dice show) \d+: (?:\S+, )?/, "")}</span>
      </li>
    );
  }
  const place = event.to ?? event.from;
  return (
    <li key={n} class={event.kind === "resolve" || event.kind === "engage" ? "fight" : ""}>
      {place ? (
        <button type="button" class="link plain" onClick={() => go(place)}>
          {event.say}
        </button>
      ) : (
        event.say
      )}
    </li>
  );
}
