import { useRef, useState } from "preact/hooks";
import { Icon } from "../bits";
import type { Host } from "../host";
import { base64Of } from "../page";
import type { GameFacts } from "../types";
import { GameInPlay, gameBefore, newName, newSeed } from "./game_in_play";

interface Props {
  game: GameFacts;
  slug: string;
  host: Host;
  current: boolean;
  started(play: GameInPlay): void;
  close(): void;
}

/** How a small file begins that holds the text of a link. */
const LINK_FILE = "hexwright link: ";

/** The scenario that the page of scenarios asked to play, by the address. */
export const wantedScenario = () =>
  location.hash.startsWith("#play/") ? decodeURIComponent(location.hash.split("/")[1] ?? "") : "";

/** Begin a game: a scenario, its options, who plays each side; or open a saved one. */
export function StartDialog({ game, slug, host, current, started, close }: Props) {
  const [scenario, setScenario] = useState(
    game.scenarios.find((one) => one.id === wantedScenario()) ?? game.scenarios[0]!,
  );
  const [options, setOptions] = useState<Record<string, string>>({});
  const [computers, setComputers] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const chosen = { ...scenario.options, ...options };
  const players = game.players.filter((one) => !one.slow);

  const begin = async (message: Record<string, unknown> & { type: string }) => {
    setBusy(true);
    const play = new GameInPlay(host, slug, { name: newName(), begin: message, actions: [] });
    const answer = await play.beginAgain();
    setBusy(false);
    if (answer.ok) started(play);
    else setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
  };
  /** Go on with the game whose place a link took. */
  const goBack = async () => {
    setBusy(true);
    const play = new GameInPlay(host, slug, gameBefore(slug)!);
    const answer = await play.open();
    setBusy(false);
    if (answer.ok) started(play);
    else setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
  };
  const open = async (found: File | undefined) => {
    if (!found) return;
    if (!found.size) {
      setRefused(`The file ${found.name} is empty.`);
      return;
    }
    if (/\.(vsav|vlog)$/i.test(found.name)) {
      if (host.kind === "site") {
        setRefused("This page reads its own small files (.txt). Open files of VASSAL with “hexwright serve”.");
        return;
      }
      await begin({ type: "import", data: await base64Of(found), seed: newSeed(), computers });
      return;
    }
    const play = new GameInPlay(host, slug, { name: newName(), begin: { type: "new" }, actions: [] });
    const text = await found.text();
    const given = text.startsWith(LINK_FILE) && !Object.keys(computers).length ? {} : { computers };
    const answer = await host.ask({ type: "open", game: play.name, record: text, ...given });
    if (!answer.ok) {
      setRefused([answer.refused, answer.hint].filter(Boolean).join(" — "));
      return;
    }
    play.kept.begin = text.startsWith(LINK_FILE)
      ? { type: "open-link", link: text.slice(LINK_FILE.length).trim() }
      : { type: "new", scenario: answer.scenario, options: answer.options, seed: answer.seed };
    await play.open();
    started(play);
  };

  return (
    <div class="modal">
      <section class="start" role="dialog" aria-modal="true" aria-labelledby="start-title">
        <header>
          <h2 id="start-title">New game</h2>
          {current && (
            <button type="button" class="tool" onClick={close} aria-label="Back to the game">
              <Icon of="close" />
            </button>
          )}
        </header>
        <div class="start-body">
          {game.scenarios.length > 1 && (
            <fieldset class="scenarios">
              <legend>Scenario</legend>
              {game.scenarios.map((one) => (
                <label key={one.id} class={`pick ${one.id === scenario.id ? "on" : ""}`}>
                  <input
                    type="radio"
                    name="scenario"
                    checked={one.id === scenario.id}
                    onChange={() => {
                      setScenario(one);
                      setOptions({});
                    }}
                  />
                  <span>
                    <b>{one.title}</b>
                    <small>
                      turns {one.first_turn} to {one.last_turn}
                    </small>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <div>
            <p class="sub">{scenario.description}</p>
            <fieldset>
              <legend>Players</legend>
              {game.sides.map((side) => (
                <label key={side.id} class="row">
                  <span>{side.plural}</span>
                  <select
                    value={computers[side.id] ?? ""}
                    onChange={(e) => {
                      const { [side.id]: _, ...rest } = computers;
                      const value = e.currentTarget.value;
                      setComputers(value ? { ...rest, [side.id]: value } : rest);
                    }}
                  >
                    <option value="">A person</option>
                    {players.map((one) => (
                      <option key={one.id} value={one.id}>
                        {one.name}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </fieldset>
            {game.options.length > 0 && (
              <details>
                <summary>Options</summary>
                {game.options.map((option) => (
                  <label key={option.id} class="row" title={option.description}>
                    <span>{option.name}</span>
                    <select
                      value={chosen[option.id]}
                      onChange={(e) => setOptions({ ...options, [option.id]: e.currentTarget.value })}
                    >
                      {option.choices.map((choice) => (
                        <option key={choice.id} value={choice.id}>
                          {choice.name}
                        </option>
                      ))}
                    </select>
                  </label>
                ))}
              </details>
            )}
          </div>
        </div>
        {refused && (
          <p class="refused" role="alert">
            {refused}
          </p>
        )}
        <footer>
          <button type="button" class="btn" onClick={() => file.current?.click()}>
            <Icon of="file" />
            Open a file
          </button>
          {!current && gameBefore(slug) && (
            <button type="button" class="btn" disabled={busy} onClick={() => void goBack()}>
              The game before
            </button>
          )}
          <input
            ref={file}
            type="file"
            class="sr"
            tabIndex={-1}
            accept={host.kind === "site" ? ".txt" : ".txt,.vsav,.vlog"}
            aria-label={`A saved game: ${host.kind === "site" ? ".txt" : ".txt, .vsav or .vlog"}`}
            onChange={(e) => void open(e.currentTarget.files?.[0])}
          />
          <button
            type="button"
            class="btn primary"
            disabled={busy}
            onClick={() =>
              void begin({ type: "new", scenario: scenario.id, options: chosen, seed: newSeed(), computers })
            }
          >
            Begin
          </button>
        </footer>
      </section>
    </div>
  );
}
