import { Counter, Emblem, hexFull, hexName, Icon, many, terrainName, WHERE } from "../bits";
import { useGradually } from "../page";
import type { Choice, Forecast, GameFacts, Overlay, Unit, View } from "../types";
import { FirePart, ForecastCard, MeanLosses, OddsPart, Reckoning } from "./forecast_card";

export interface OrdersProps {
  game: GameFacts;
  view: View;
  selected: Unit | null;
  actions: Choice[] | null;
  /** Several actions in the hex that was clicked. */
  several: Choice[];
  path: string[];
  cost: string;
  forecast: Forecast | null;
  overlay: Overlay | null;
  /** Why the selected unit can't act. */
  why: string;
  touch: boolean;
  select(unit: Unit | null): void;
  act(action: string): void;
  aim(goal: string | null): void;
  add(units: Unit[]): void;
  withdraw(unit: Unit): void;
}

/** How many units are drawn in a frame when a list of them appears. */
const UNITS_A_FRAME = 10;
const UNIT_STAGES = ["move", "declare", "allocate", "replace", "strike", "supply-flight"];

/** What is being decided: the unit, its forecast or choices, the units still to act, the pools. */
export function OrdersPanel(p: OrdersProps) {
  const { game, view } = p;
  const step = (unit: Unit) => view.units[unit]?.[1] ?? 1;
  if (view.over) return <Result game={game} view={view} />;
  return (
    <>
      {p.several.length > 0 && (
        <section class="card">
          <h3>What in this hex?</h3>
          <ChoiceList {...p} choices={p.several} />
        </section>
      )}
      {p.forecast && (
        <ForecastCard
          game={game}
          view={view}
          forecast={p.forecast}
          add={p.add}
          withdraw={p.withdraw}
          close={() => p.aim(null)}
        />
      )}
      {view.fight && <FightCard {...p} />}
      {view.choices.length > 0 && (
        <section class="card">
          <h3>{view.bar.title}</h3>
          {view.fight?.result && <p class="sub">{game.results[view.fight.result]?.text}</p>}
          <ChoiceList {...p} choices={view.choices.slice(0, 60)} />
        </section>
      )}
      {view.battles.length > 0 && !["resolve", "engage"].includes(view.stage) && (
        <section class="card">
          <h3>
            Declared <small>{view.battles.length}</small>
          </h3>
          <div class="battles">
            {view.battles.map((battle) => (
              <button
                type="button"
                key={battle.hexes.join()}
                class={`battle ${p.forecast?.hex === battle.hexes[0] ? "on" : ""}`}
                onClick={() => p.aim(battle.defenders.length === 1 ? battle.defenders[0]! : (battle.hexes[0] ?? null))}
              >
                {battle.defenders[0] && <Counter unit={battle.defenders[0]} step={step(battle.defenders[0])} />}
                <span>
                  <b>
                    {battle.defenders.length === 1
                      ? game.units[battle.defenders[0]!]?.name
                      : battle.hexes.map((hex) => hexFull(game, hex)).join(", ")}
                  </b>
                  <small>{battle.attackers.map((unit) => game.units[unit]?.designation).join(", ")}</small>
                </span>
                <em>{battle.odds ? battle.odds.final : many(battle.attackers.length, "unit")}</em>
              </button>
            ))}
          </div>
        </section>
      )}
      {UNIT_STAGES.includes(view.stage) && view.lit.length > 0 && (
        <section class="card">
          <h3>
            May act <small>{view.lit.length}</small>
          </h3>
          <Tray {...p} label="Units that may act" units={view.lit} />
        </section>
      )}
      <Pools {...p} />
      <Standing game={game} view={view} />
      {p.selected && <UnitCard {...p} unit={p.selected} />}
    </>
  );
}

function Result({ game, view }: { game: GameFacts; view: View }) {
  return (
    <>
      <section class="card">
        <h3>The game is over</h3>
        <p>{view.over?.text}</p>
      </section>
      <Standing game={game} view={view} />
    </>
  );
}

function UnitCard(p: OrdersProps & { unit: Unit }) {
  const { game, view, unit } = p;
  const facts = game.units[unit];
  const placed = view.units[unit];
  if (!facts || !placed) return null;
  const [where, step, conditions] = placed;
  const face = facts.steps[step - 1];
  const short = p.overlay?.[facts.side]?.unsupplied.includes(unit);
  const zone = game.sides.some((side) => side.id !== facts.side && p.overlay?.[side.id]?.zone.includes(where));
  const buttons = (p.actions ?? []).filter((one) => !one.hex);
  const hexes = (p.actions ?? []).filter((one) => one.hex);
  return (
    <section class="card unit-card">
      <Counter unit={unit} step={step} />
      <div>
        <h3>{facts.name}</h3>
        <p class="sub">{game.hexes[where] ? `${hexFull(game, where)}, ${terrainName(game, where)}` : WHERE[where]}</p>
        <ul class="facts">
          {face?.strength != null && (
            <li>
              <b>{face.defence != null ? `${face.strength}·${face.defence}` : face.strength}</b>strength
            </li>
          )}
          {face?.ma != null && (
            <li>
              <b>{face.ma}</b>movement
            </li>
          )}
          {game.hexes[where] && p.overlay?.[facts.side]?.supplied && (
            <li class={short ? "bad" : ""}>
              <b>{short ? "no" : "yes"}</b>supply
            </li>
          )}
          {zone && (
            <li class="warn">
              <b>yes</b>enemy zone
            </li>
          )}
          {(conditions & 1) > 0 && (
            <li class="warn">
              <b>yes</b>disrupted
            </li>
          )}
        </ul>
        {p.why && <p class="why">{p.why}</p>}
        {p.path.length > 1 ? (
          <ol class="steps">
            {p.path.length > 8 && <li>{hexName(game, p.path[0]!)} → … </li>}
            {(p.path.length > 8 ? p.path.slice(-6) : p.path).map((hex) => (
              <li key={hex}>{hexName(game, hex)}</li>
            ))}
            <li class="total">
              {p.cost} of {face?.ma ?? "?"}
            </li>
          </ol>
        ) : (
          hexes.length > 0 && (
            <p class="hint">
              {view.stage === "move"
                ? p.touch
                  ? "Tap a lit hex to see the path."
                  : "Point at a lit hex to see the path."
                : `${hexes.length === 1 ? "One hex is" : `${hexes.length} hexes are`} lit for it.`}
            </p>
          )
        )}
        {buttons.map((one) => (
          <button type="button" key={one.action} class="btn small" onClick={() => p.act(one.action)}>
            {one.say ?? one.kind}
          </button>
        ))}
      </div>
    </section>
  );
}

function FightCard({ game, view }: OrdersProps) {
  const fight = view.fight!;
  const step = (unit: Unit) => view.units[unit]?.[1] ?? 1;
  const shown = (unit: Unit) => game.hexes[view.units[unit]?.[0] ?? ""];
  return (
    <section class="card forecast">
      <header>
        {fight.defenders[0] && <Counter unit={fight.defenders[0]} step={step(fight.defenders[0])} />}
        <div>
          <h3>
            Attack on{" "}
            {fight.defenders.length === 1
              ? game.units[fight.defenders[0]!]?.name
              : fight.hexes.map((hex) => hexFull(game, hex)).join(", ")}
          </h3>
          <p class="sub">
            {fight.attackers
              .filter(shown)
              .map((unit) => game.units[unit]?.designation)
              .join(", ")}
            {fight.round ? `, round ${fight.round}` : ""}
          </p>
        </div>
      </header>
      {fight.result && (
        <p>
          <b class={`result kind-${game.results[fight.result]?.kind}`}>{fight.result}</b>{" "}
          {game.results[fight.result]?.name}
        </p>
      )}
      {fight.odds && <OddsPart odds={fight.odds} chances={fight.chances ?? []} game={game} />}
      <MeanLosses game={game} losses={fight.losses} />
      {fight.fire && <FirePart fire={fight.fire} />}
    </section>
  );
}

const KIND_ICONS: Record<string, string> = { retreat: "map", advance: "movement", resolve: "combat", engage: "combat" };

function ChoiceList(p: OrdersProps & { choices: Choice[] }) {
  const { game, view } = p;
  return (
    <div class="choices">
      {p.choices.map((one) => (
        <button type="button" key={one.action} class="choice" onClick={() => p.act(one.action)}>
          {one.unit ? (
            <Counter unit={one.unit} step={view.units[one.unit]?.[1] ?? 1} />
          ) : (
            <Icon of={KIND_ICONS[one.kind] ?? "check"} />
          )}
          <span>{one.say ?? `${one.unit ? `${game.units[one.unit]?.name}: ` : ""}${one.kind} ${one.hex ?? ""}`}</span>
        </button>
      ))}
      {view.stage === "resolve" &&
        view.battles.map(
          (battle) =>
            battle.odds && (
              <div key={battle.hexes.join()} class="battle-odds">
                <h4>{battle.hexes.map((hex) => hexFull(game, hex)).join(", ")}</h4>
                <Reckoning odds={battle.odds} game={game} open={view.battles.length === 1} />
              </div>
            ),
        )}
    </div>
  );
}

/** Units to choose from, each with its place unless that is the pool. */
function Tray({ game, view, selected, select, label, units }: OrdersProps & { label: string; units: Unit[] }) {
  const shown = useGradually(units.length, UNITS_A_FRAME, UNITS_A_FRAME);
  return (
    <div class="tray" role="group" aria-label={label}>
      {units.slice(0, shown).map((unit) => {
        const [place, step] = view.units[unit] ?? ["", 1];
        return (
          <button
            type="button"
            key={unit}
            class={`chip ${selected === unit ? "on" : ""}`}
            aria-pressed={selected === unit}
            aria-label={`${game.units[unit]?.name}, ${WHERE[place] ?? hexFull(game, place)}`}
            onClick={() => select(selected === unit ? null : unit)}
          >
            <Counter unit={unit} step={step} />
            {place !== "pool" && <small aria-hidden="true">{place}</small>}
          </button>
        );
      })}
    </div>
  );
}

function Pools(p: OrdersProps) {
  const { game, view } = p;
  const of = (side: string) =>
    Object.keys(view.units).filter((unit) => view.units[unit]![0] === "pool" && game.units[unit]?.side === side);
  const shown = game.sides.filter((side) => of(side.id).length);
  if (!shown.length) return null;
  return (
    <section class="card pools">
      <h3>Pools</h3>
      {shown.map((side) => (
        <div key={side.id}>
          <h4>
            <Emblem game={game} side={side.id} />
            {side.name}
          </h4>
          <Tray {...p} label={`Pool: ${side.name}`} units={of(side.id)} />
        </div>
      ))}
    </section>
  );
}

function Standing({ game, view }: { game: GameFacts; view: View }) {
  const rows = view.standing.filter((one) => one.awards.length);
  if (!rows.length) return null;
  return (
    <section class="card">
      <h3>Victory points</h3>
      {rows.map((row) => (
        <div key={row.side} class="standing">
          <h4>
            <Emblem game={game} side={row.side} />
            {game.sides.find((side) => side.id === row.side)?.plural}
            <b>{row.awards.reduce((sum, one) => sum + one.points, 0)}</b>
          </h4>
          <ul>
            {row.awards.map((one) => (
              <li key={one.text}>
                <span>{one.text}</span>
                <b>{one.points}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
