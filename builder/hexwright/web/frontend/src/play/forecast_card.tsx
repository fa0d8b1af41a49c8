import { Counter, Die, hexFull, Icon, percent, terrainName } from "../bits";
import type { Chance, Fire, Forecast, GameFacts, Losses, Odds, Pool, Strength, Unit, View } from "../types";
import { lossWords, retreatWords } from "./forecast_words";

interface Props {
  game: GameFacts;
  view: View;
  forecast: Forecast;
  add(units: Unit[]): void;
  withdraw(unit: Unit): void;
  close(): void;
}

/** An attack before it is declared: who can take part, the odds or dice, and what may come of them. */
export function ForecastCard({ game, view, forecast, add, withdraw, close }: Props) {
  const declared = forecast.able.some((one) => one.declared);
  const free = forecast.able.filter((one) => !one.busy && !one.declared).map((one) => one.unit);
  const step = (unit: Unit) => view.units[unit]?.[1] ?? 1;
  const target = forecast.defenders?.[0];
  const name =
    forecast.defenders?.length === 1 && target ? game.units[target]?.name : `hex ${hexFull(game, forecast.hex)}`;
  const all = free.length === 1 ? game.units[free[0]!]?.name : free.length === 2 ? "both" : `all ${free.length}`;
  return (
    <section class="card forecast">
      <header>
        {target && <Counter unit={target} step={step(target)} />}
        <div>
          <h3>
            {declared ? "Attack on" : "If all attack"} {name}
          </h3>
          <p class="sub">
            {hexFull(game, forecast.hex)}, {terrainName(game, forecast.hex)}
          </p>
        </div>
        <button type="button" class="tool" aria-label="Close the forecast" onClick={close}>
          <Icon of="close" />
        </button>
      </header>
      <div class="attackers" role="group" aria-label="Attackers">
        {forecast.able.map(({ unit, declared: on, busy }) => (
          <button
            type="button"
            key={unit}
            class={`chip ${on ? "on" : ""} ${busy ? "busy" : ""}`}
            aria-pressed={on}
            disabled={busy}
            aria-label={`${game.units[unit]?.name}${on ? ", attacks: take it out" : busy ? ", attacks elsewhere" : ", add to the attack"}`}
            onClick={() => (on ? withdraw(unit) : add([unit]))}
          >
            <Counter unit={unit} step={step(unit)} />
            <small aria-hidden="true">{busy ? "busy" : on ? "✓" : "+"}</small>
          </button>
        ))}
      </div>
      {forecast.odds && <OddsPart odds={forecast.odds} chances={forecast.chances} game={game} />}
      {forecast.fire && <FirePart fire={forecast.fire} />}
      {forecast.odds && forecast.chances.length > 0 && <p class="hint">{retreatWords(game, forecast)}</p>}
      <MeanLosses game={game} losses={forecast.losses} />
      {free.length > 0 && (
        <button type="button" class="btn block" onClick={() => add(free)}>
          {declared ? `Add ${all}` : `Attack with ${all}`}
        </button>
      )}
    </section>
  );
}

/** What the attack costs both sides on average. */
export function MeanLosses({ game, losses }: { game: GameFacts; losses?: Losses }) {
  if (!losses?.length) return null;
  return <p class="hint mean">{lossWords(game, losses)}</p>;
}

export function OddsPart({ odds, chances, game }: { odds: Odds; chances: Chance[]; game: GameFacts }) {
  const near = odds.columns.length > 8 ? Math.max(0, Math.min(odds.column - 4, odds.columns.length - 8)) : 0;
  const shown = odds.columns.slice(near, near + 8);
  return (
    <>
      <div class="sum">
        <span>{odds.attack}</span>
        <i>against</i>
        <span>{odds.defence}</span>
      </div>
      <div class="sum shifts">
        <b>{odds.before}</b>
        {odds.modifiers.map((one) => (
          <em key={one}>{one}</em>
        ))}
        <i aria-hidden="true">→</i>
        <strong>{odds.final}</strong>
        {odds.die !== 0 && <em>DRM {signed(odds.die)}</em>}
      </div>
      <div class="columns" role="img" aria-label={`Column ${odds.final} of the combat results table`}>
        {shown.map((head, n) => {
          const column = near + n + 1;
          return (
            <b key={head} class={column === odds.column ? "final" : column === odds.initial_column ? "first" : ""}>
              {head}
            </b>
          );
        })}
      </div>
      <Reckoning odds={odds} game={game} />
      {odds.column < 1 && <p class="hint">Below the first column the attack has no effect.</p>}
      {odds.certain && <p class="hint">The defenders have no strength: {odds.certain} without a die roll.</p>}
      <Bars chances={chances} game={game} />
    </>
  );
}

/** How the odds come about, line by line: strengths, shifts of the column, modifiers of the die. */
export function Reckoning({ odds, game, open = false }: { odds: Odds; game: GameFacts; open?: boolean }) {
  const changes = (...parts: string[]) => odds.changes.filter((one) => parts.includes(one.part));
  const shifts = changes("columns", "most", "table");
  const drm = changes("die");
  return (
    <details class="reckoning" open={open}>
      <summary>How the odds come about</summary>
      <table>
        <Sum title="Attack" total={odds.attack} rows={odds.strengths.attack} notes={changes("attack")} game={game} />
        <Sum
          title="Defence"
          total={odds.defence}
          rows={odds.strengths.defence}
          notes={changes("defence")}
          game={game}
        />
        <tbody>
          <tr class="total">
            <th scope="row">Odds</th>
            <td>{odds.before}</td>
          </tr>
          {shifts.map((one) => (
            <tr key={one.text}>
              <td colSpan={2}>{one.text}</td>
            </tr>
          ))}
          {odds.limits.map((text) => (
            <tr key={text}>
              <td colSpan={2}>{text}</td>
            </tr>
          ))}
          <tr class="total">
            <th scope="row">Column</th>
            <td>{odds.final}</td>
          </tr>
          {drm.map((one) => (
            <tr key={one.text}>
              <td colSpan={2}>{one.text}</td>
            </tr>
          ))}
          {drm.length > 0 && (
            <tr class="total">
              <th scope="row">Die roll modifier</th>
              <td>{signed(odds.die)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  );
}

function Sum(p: { title: string; total: string; rows: Strength[]; notes: { text: string }[]; game: GameFacts }) {
  return (
    <tbody>
      {p.rows.map((one) => (
        <tr key={one.unit}>
          <th scope="row">{p.game.units[one.unit]?.name}</th>
          <td>{one.factor ? `${one.strength} × ${one.factor} = ${one.counts}` : one.strength}</td>
        </tr>
      ))}
      {p.notes.map((one) => (
        <tr key={one.text}>
          <td colSpan={2}>{one.text}</td>
        </tr>
      ))}
      <tr class="total">
        <th scope="row">{p.title}</th>
        <td>{p.total}</td>
      </tr>
    </tbody>
  );
}

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

function Bars({ chances, game }: { chances: Chance[]; game: GameFacts }) {
  return (
    <ul class="bars">
      {chances.map((one) => (
        <li key={one.result} class={`kind-${game.results[one.result]?.kind ?? "none"}`}>
          <span class="code">{one.result}</span>
          <span class="what">{one.name}</span>
          <span class="dice">
            {one.rolls.length <= 3
              ? one.rolls.map((roll) => <Die key={roll} n={roll} plain={game.die !== 6} />)
              : `${one.rolls[0]}–${one.rolls.at(-1)}`}
          </span>
          <span class="track">
            <i style={{ width: percent(one.share) }} />
          </span>
          <b>{percent(one.share)}</b>
        </li>
      ))}
    </ul>
  );
}

export function FirePart({ fire }: { fire: Fire }) {
  return (
    <div class="fire">
      <PoolPart title="Attackers' dice" pool={fire.attack} />
      <PoolPart title="Defenders' dice" pool={fire.defence} />
    </div>
  );
}

function PoolPart({ title, pool }: { title: string; pool: Pool }) {
  return (
    <div class="pool-part">
      <h4>{title}</h4>
      <p>
        {pool.groups.length
          ? pool.groups.map((one) => `${one.dice} that hit on ${one.hits_on} or more`).join(", ")
          : "none"}
        {pool.groups.length > 0 && `: ${pool.expected} hits on average`}
      </p>
      <ol class="hits" start={0}>
        {pool.chances.slice(0, 7).map((share, hits) => (
          <li key={hits}>
            <b>{hits}</b>
            <span class="track">
              <i style={{ width: percent(share) }} />
            </span>
            <span>{percent(share)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
