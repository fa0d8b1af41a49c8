import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Die, Emblem, hexFull, Icon, many, PhaseIcon, sideIndex, terrainName, unitWords, Weather } from "../bits";
import { Board, type Mark, Minimap } from "../board";
import type { Camera } from "../camera";
import { neighbour, PX } from "../geometry";
import type { Host } from "../host";
import { bytesOf, saveFile, shapeOf, useGradually, useWidth } from "../page";
import type { PictureStore } from "../pictures";
import type { Choice, CitedRule, Forecast, GameFacts, Hex, Overlay, Reply, Unit, View } from "../types";
import { middleHex } from "../workbench/map_page";
import { likelyWords } from "./forecast_words";
import { GameInPlay, keptGame, newName, setAside } from "./game_in_play";
import { GameLog } from "./game_log";
import { LinkDialog, linkInAddress } from "./link_dialog";
import { OrdersPanel } from "./orders_panel";
import { refusalWords } from "./refusal_words";
import { StartDialog, wantedScenario } from "./start_dialog";

const KEYS: [string, string][] = [
  ["Arrows", "move the hex cursor"],
  ["Enter", "select, move, attack in the hex"],
  ["N / P", "next, previous unit that may act"],
  ["Esc", "deselect"],
  ["Space", "the main button"],
  ["U", "undo"],
  ["Z", "enemy zones of control"],
  ["S", "supply"],
  ["+ / −", "zoom"],
  ["F", "whole map"],
  ["?", "this list"],
];
const BY_TARGET = ["declare", "allocate"];
const NOTE_MS = 1500;
const NOTE_MS_PER_LETTER = 40;
const THROW_MS = 3500;

interface PageProps {
  game: GameFacts;
  slug: string;
  host: Host;
  pictures: PictureStore;
  dark: boolean;
  toggleDark(): void;
  /** Increases whenever another page of this game has played, or the connection came back. */
  nudge: number;
  leave(): void;
}

/** Play: the game kept in the browser, or else a new one. */
export function PlayPage(p: PageProps) {
  const [play, setPlay] = useState<GameInPlay | null>(null);
  const [starting, setStarting] = useState(false);
  const [lost, setLost] = useState("");
  const openLink = (link: string) => {
    const linked = new GameInPlay(p.host, p.slug, {
      name: newName(),
      begin: { type: "open-link", link },
      actions: [],
    });
    void linked
      .beginAgain(() => setAside(p.slug))
      .then((answer) => {
        if (answer.ok) {
          setStarting(false);
          setLost("");
          setPlay(linked);
        } else {
          setLost([answer.refused?.replace(/\.$/, ""), answer.hint].filter(Boolean).join(" — "));
          setStarting(true);
        }
        history.replaceState(null, "", "#play");
      });
  };
  useEffect(() => {
    const followed = () => {
      const link = linkInAddress();
      if (link) openLink(link);
    };
    addEventListener("hashchange", followed);
    return () => removeEventListener("hashchange", followed);
  }, []);
  useEffect(() => {
    const link = linkInAddress();
    if (link) {
      openLink(link);
      return;
    }
    const found = keptGame(p.slug);
    if (wantedScenario()) setStarting(true);
    if (!found) {
      setStarting(true);
      return;
    }
    const again = new GameInPlay(p.host, p.slug, found);
    void again.open().then((answer) => {
      if (answer.ok) setPlay(again);
      else {
        const why = [answer.refused, answer.hint].filter(Boolean).join(" — ");
        setLost(`The game kept in this browser can't go on: ${why}`);
        setStarting(true);
      }
    });
  }, []);
  return (
    <>
      {play?.view && <Table key={play.name} {...p} play={play} first={play.view} newGame={() => setStarting(true)} />}
      {!play && <main class="table-empty">{!starting && <p role="status">Opening the game …</p>}</main>}
      {lost && starting && (
        <p class="note" role="alert">
          {lost}
        </p>
      )}
      {starting && (
        <StartDialog
          game={p.game}
          slug={p.slug}
          host={p.host}
          current={play !== null}
          started={(made) => {
            location.hash = "play";
            setStarting(false);
            setLost("");
            setPlay(made);
          }}
          close={() => setStarting(false)}
        />
      )}
      {!play && (
        <button type="button" class="leave" onClick={p.leave}>
          <Icon of="back" />
          {p.host.kind === "site" ? "About the game" : "Workbench"}
        </button>
      )}
    </>
  );
}

interface Thrown {
  dice: number[];
  result: string;
  rolling: boolean;
  say: string;
}

const quiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

function Table(p: PageProps & { play: GameInPlay; first: View; newGame(): void }) {
  const { game, play, pictures } = p;
  const [view, setView] = useState(p.first);
  const [log, setLog] = useState(play.events);
  const [selected, setSelected] = useState<Unit | null>(null);
  const [actions, setActions] = useState<Choice[] | null>(null);
  const [several, setSeveral] = useState<Choice[]>([]);
  const [why, setWhy] = useState("");
  const [hover, setHover] = useState<Hex | null>(null);
  const [pinned, setPinned] = useState<Hex | null>(null);
  const [cursor, setCursor] = useState<Hex | null>(null);
  const [path, setPath] = useState<Hex[]>([]);
  const [goal, setGoal] = useState<string | null>(null);
  const [forecast, setForecast] = useState<Forecast | null>(null);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [zones, setZones] = useState(false);
  const [supply, setSupply] = useState(false);
  const [thrown, setThrown] = useState<Thrown | null>(null);
  const [note, tellNote] = useState<string | null>(null);
  const [cited, setCited] = useState<CitedRule | null>(null);
  const setNote = (told: string | null, rule: CitedRule | null = null) => {
    tellNote(told);
    setCited(rule);
  };
  const [said, setSaid] = useState("");
  const [help, setHelp] = useState(false);
  const [linking, setLinking] = useState<string | null>(null);
  const [files, setFiles] = useState(false);
  const [tab, setTab] = useState<"orders" | "log">("orders");
  const [height, setHeight] = useState<"low" | "half" | "full">("low");
  const [paused, setPaused] = useState(false);
  const [tick, setTick] = useState(0);
  const busy = useRef(false);
  const asked = useRef(0);
  const aimed = useRef(0);
  const routed = useRef(0);
  const level = useRef(0);
  const camera = useRef<Camera | null>(null);
  const focus = useRef<HTMLDivElement>(null);
  /** The map comes a frame after what is around it, so that neither takes long. */
  const mapToo = useGradually(1, 0, 1) === 1;
  const width = useWidth();
  const shape = shapeOf(width);
  const touch = matchMedia("(pointer: coarse)").matches;
  const scenario = game.scenarios.find((one) => one.id === play.kept.begin.scenario) ?? game.scenarios[0]!;
  const enemy = game.sides.find((side) => side.id !== view.side)?.id ?? null;
  const at = (unit: Unit) => view.units[unit]?.[0] ?? "";
  const step = (unit: Unit) => view.units[unit]?.[1] ?? 1;
  const name = (unit: Unit) => game.units[unit]?.name ?? unit;

  const show = (answer: Reply) => {
    if (play.view) setView(play.view);
    setLog(play.events);
    if (!answer.ok) setNote(refusalWords(game, answer.refused!, answer.hint), answer.rule);
  };
  const clear = () => {
    asked.current++;
    setSelected(null);
    setActions(null);
    setSeveral([]);
    setWhy("");
    setPinned(null);
    setPath([]);
  };
  const drop = () => {
    aimed.current++;
    setGoal(null);
    setForecast(null);
  };

  useEffect(() => {
    Object.assign(document.documentElement.dataset, { stage: view.stage, rev: `${view.rev}`, ready: "" });
    setSaid(`${view.bar.who}: ${view.bar.title}. ${view.bar.owed}`);
    const mine = view.rev;
    void play.ask({ type: "overlay" }).then((answer) => {
      if (answer.ok && answer.rev === mine) setOverlay(answer.overlay!);
    });
  }, [view]);
  useEffect(() => {
    for (const box of document.querySelectorAll(".side .orders, .sheet .pane")) box.scrollTop = 0;
  }, [goal, view.stage]);
  useEffect(() => {
    if (p.nudge) void play.refresh().then(show);
  }, [p.nudge]);
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(null), NOTE_MS + note.length * NOTE_MS_PER_LETTER);
    const gone = (event: Event) => {
      if (!(event.target as Element).closest(".note a")) setNote(null);
    };
    addEventListener("pointerdown", gone);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", gone);
    };
  }, [note]);
  useEffect(() => {
    if (!thrown || thrown.rolling) return;
    const timer = setTimeout(() => setThrown(null), THROW_MS);
    return () => clearTimeout(timer);
  }, [thrown]);
  useEffect(() => {
    const used = (e: globalThis.Event) => {
      document.documentElement.dataset.input = e.type === "keydown" ? "keys" : "pointer";
    };
    addEventListener("keydown", used);
    addEventListener("pointerdown", used);
    return () => {
      removeEventListener("keydown", used);
      removeEventListener("pointerdown", used);
    };
  }, []);

  // Decisions ---------------------------------------------------------------------------------------
  /** One decision at a time: a second press does nothing twice. `work` doesn't wait for a forecast,
   * since a press meanwhile would be lost. */
  const once = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await work();
    } finally {
      busy.current = false;
    }
  };
  const act = (action: string) =>
    once(async () => {
      const stays = BY_TARGET.includes(view.stage) && action !== "end";
      const answer = await play.decide({ type: "act", action });
      show(answer);
      if (!answer.ok) return;
      clear();
      setThrown(null);
      if (stays && goal) void aim(goal);
      else if (!stays) drop();
    });
  const roll = () =>
    once(async () => {
      setThrown({ dice: [1 + (view.rev % 6)], result: "", rolling: true, say: "" });
      const answer = await play.decide({ type: "roll" });
      const event = answer.events?.at(-1);
      if (!answer.ok || !event) {
        setThrown(null);
        show(answer);
        return;
      }
      const dice = event.dice ?? [];
      for (let n = 0; n < 6 && !quiet(); n++) {
        await pause(70);
        setThrown({ dice: dice.map((die) => 1 + ((die + 2 * n) % 6)), result: "", rolling: true, say: "" });
      }
      setThrown({ dice, result: event.result ?? "", rolling: false, say: event.say });
      clear();
      drop();
      show(answer);
    });
  const undo = () =>
    once(async () => {
      if (!view.undo) return;
      show(await play.decide({ type: "undo" }));
      clear();
      setThrown(null);
      if (goal) void aim(goal);
    });
  const add = (units: Unit[]) =>
    once(async () => {
      const place = forecast?.hex;
      for (const unit of units) {
        const all = await play.ask({ type: "actions", unit });
        const wanted = all.actions?.find((one) => one.kind === "attack" && one.hex === place);
        if (!wanted) continue;
        const answer = await play.decide({ type: "act", action: wanted.action });
        show(answer);
        if (!answer.ok) break;
      }
      if (goal) void aim(goal);
    });
  const withdraw = (unit: Unit) =>
    once(async () => {
      const all = await play.ask({ type: "actions", unit });
      const leave = all.actions?.find((one) => one.kind === "leave");
      show(
        leave
          ? await play.decide({ type: "act", action: leave.action })
          : await play.decide({ type: "withdraw", unit }),
      );
      if (goal) void aim(goal);
    });
  const primary = () => {
    if (view.computer && !view.over) {
      setPaused(!paused);
      return;
    }
    if (pinned && selected) {
      onHex(pinned, false);
      return;
    }
    if (theirs) {
      setLinking(deciding);
      return;
    }
    const button = view.bar.primary;
    if (!button) return;
    if (view.bar.blocked) setNote(view.bar.blocked);
    else if (button.roll) void roll();
    else if (button.action) void act(button.action);
  };

  // Questions ---------------------------------------------------------------------------------------
  async function aim(wanted: string | null) {
    const ticket = ++aimed.current;
    setGoal(wanted);
    if (!wanted) {
      setForecast(null);
      return;
    }
    const answer = await play.ask({ type: "forecast", goal: wanted });
    if (ticket !== aimed.current) return; // A late answer to an older question.
    if (answer.ok) setForecast(answer.forecast!);
    else {
      setForecast(null);
      setGoal(null);
    }
  }
  async function select(unit: Unit | null) {
    clear();
    if (!unit) return;
    const ticket = asked.current;
    const listed = view.choices.filter((one) => one.unit === unit);
    if (listed.length === 1 && !listed[0]!.hex) {
      await act(listed[0]!.action);
      return;
    }
    setSelected(unit);
    reveal(at(unit));
    if (listed.length) {
      setActions(listed);
      return;
    }
    const answer = await play.ask({ type: "actions", unit });
    if (ticket !== asked.current) return;
    if (!answer.ok) {
      setNote(refusalWords(game, answer.refused!, answer.hint), answer.rule);
      return;
    }
    setActions(answer.actions!);
    if (!answer.actions!.length && game.units[unit]?.side === view.who) await explain(unit);
  }
  /** Say why a unit can't act, or can't act on a hex. */
  async function explain(unit: Unit, hex: Hex | null = null) {
    const ticket = asked.current;
    const answer = await play.ask({ type: "why", unit, hex });
    if (!answer.ok || !answer.why) return;
    const told = refusalWords(game, answer.why);
    if (hex || shape === "phone") setNote(told, answer.rule);
    if (!hex && ticket === asked.current) setWhy(told);
    setSaid(told);
  }
  useEffect(() => {
    const there = pinned ?? hover;
    const ticket = ++routed.current;
    const move = actions?.find((one) => one.hex === there && one.kind === "move");
    if (!selected || !there || !move) {
      setPath([]);
      return;
    }
    void play.ask({ type: "path", unit: selected, hex: there }).then((answer) => {
      if (ticket === routed.current && answer.ok) setPath(answer.path!);
    });
  }, [hover, pinned, selected, actions]);

  // The computer ------------------------------------------------------------------------------------
  useEffect(() => {
    if (!view.computer || paused || view.over) return;
    let off = false;
    const timer = setTimeout(
      async () => {
        const answer = await play.ask({ type: "auto", steps: quiet() ? 40 : 2 });
        if (off) return;
        const event = answer.events?.findLast((one) => one.dice);
        if (event) setThrown({ dice: event.dice!, result: event.result ?? "", rolling: false, say: event.say });
        show(answer);
        if (!answer.ok) setPaused(true);
      },
      quiet() ? 0 : 180,
    );
    return () => {
      off = true;
      clearTimeout(timer);
    };
  }, [view, paused]);

  // What is lit -------------------------------------------------------------------------------------
  const deciding = view.who === "chance" ? view.side : view.who;
  const theirs = view.seat !== null && !view.over && deciding !== view.seat && view.computer === null;
  const mine = view.computer === null && view.who !== "chance" && !theirs;
  const lit = useMemo(() => new Set(mine ? view.lit : []), [view]);
  const marks: Mark[] = [];
  const chosen = new Set<Unit>();
  const arrows: { from: Hex; to: Hex; on: boolean }[] = [];
  let spot: Hex[] | null = null;
  for (const hex of view.crowded) marks.push({ hex, kind: "over" });
  if (selected && actions?.length) {
    for (const one of actions) {
      if (!one.hex || marks.some((mark) => mark.hex === one.hex)) continue;
      const kind = one.kind === "move" ? (one.stops ? "stop" : "move") : one.kind === "attack" ? "target" : "place";
      marks.push({ hex: one.hex, kind, ...(one.cost ? { text: one.cost } : {}) });
    }
    const moves = actions.filter((one) => one.kind === "move" && one.hex).map((one) => one.hex!);
    if (moves.length) spot = [...moves, at(selected)];
  } else if (mine && BY_TARGET.includes(view.stage)) {
    const hexes = new Set([...Object.values(view.targets).flat(), ...view.battles.flatMap((one) => one.hexes)]);
    for (const hex of hexes) marks.push({ hex, kind: "target" });
  } else if (mine) {
    for (const one of view.choices) {
      if (one.hex && !marks.some((mark) => mark.hex === one.hex)) {
        marks.push({ hex: one.hex, kind: ["resolve", "engage"].includes(one.kind) ? "target" : "place" });
      }
    }
  }
  for (const battle of view.battles) {
    for (const unit of battle.attackers) {
      chosen.add(unit);
      if (game.hexes[at(unit)]) {
        const to = battle.hexes[0]!;
        arrows.push({ from: at(unit), to, on: forecast?.hex === to || ["resolve", "engage"].includes(view.stage) });
      }
    }
  }
  if (view.fight && ["roll", "fire"].includes(view.stage)) {
    for (const unit of view.fight.attackers) {
      chosen.add(unit);
      if (game.hexes[at(unit)]) arrows.push({ from: at(unit), to: view.fight.hexes[0]!, on: true });
    }
  }
  if (forecast) {
    for (const unit of forecast.attackers) {
      if (!chosen.has(unit) && game.hexes[at(unit)]) arrows.push({ from: at(unit), to: forecast.hex, on: false });
    }
  }
  const seen = new Set<string>();
  const uniqueArrows = arrows.filter((one) => {
    const key = `${one.from}-${one.to}`;
    return !seen.has(key) && seen.add(key);
  });

  // Clicks ------------------------------------------------------------------------------------------
  const reveal = (hex: Hex) => {
    const centre = game.hexes[hex];
    if (centre) camera.current?.reveal((centre.x - game.frame[0]) * PX, (centre.y - game.frame[1]) * PX);
  };
  useEffect(() => {
    const places = selected ? (actions ?? []).map((one) => one.hex) : marks.map((mark) => mark.hex);
    const spots = places.flatMap((hex) => (hex && game.hexes[hex] ? [game.hexes[hex]] : []));
    camera.current?.revealOne(spots.map((one) => [(one.x - game.frame[0]) * PX, (one.y - game.frame[1]) * PX]));
  }, [view, actions, mapToo]);
  const goalOf = (hex: Hex) => {
    const battle = view.battles.find((one) => one.hexes.includes(hex));
    return battle?.defenders.length === 1 ? battle.defenders[0]! : hex;
  };
  function onHex(hex: Hex, byTouch: boolean) {
    const here = (selected ? (actions ?? []) : view.choices).filter((one) => one.hex === hex);
    if (!mine) return;
    if (here.length > 1) {
      setSeveral(here);
      if (shape === "phone") setHeight("half");
      return;
    }
    const only = here[0];
    if (only) {
      if (byTouch && only.kind === "move" && pinned !== hex) {
        setPinned(hex);
        return;
      }
      if (only.kind === "attack" && BY_TARGET.includes(view.stage)) void act(only.action).then(() => aim(goalOf(hex)));
      else void act(only.action);
      return;
    }
    const target = !selected && marks.some((mark) => mark.hex === hex && mark.kind === "target");
    if (selected && actions?.length && hex !== at(selected)) void explain(selected, hex);
    else if (!selected && !target && !forecast && lit.size)
      setNote(`Nothing is lit in ${hexFull(game, hex)}: choose a lit unit first.`);
    clear();
    if (target && BY_TARGET.includes(view.stage)) void aim(goalOf(hex));
    else if (BY_TARGET.includes(view.stage)) drop();
  }
  function onUnit(unit: Unit, byTouch: boolean) {
    const hex = at(unit);
    if (selected && selected !== unit && actions?.some((one) => one.hex === hex) && !lit.has(unit)) {
      onHex(hex, byTouch);
      return;
    }
    if (lit.has(unit)) {
      void select(selected === unit ? null : unit);
      return;
    }
    const attack = view.battles.find((one) => one.attackers.includes(unit));
    const asked = view.choices.some((one) => one.hex === hex);
    if (BY_TARGET.includes(view.stage) && attack) void aim(goalOf(attack.hexes[0]!));
    else if (mine && !asked && game.units[unit]?.side === view.who) void select(selected === unit ? null : unit);
    else onHex(hex, byTouch);
  }
  function onDrop(unit: Unit, hex: Hex | null) {
    const move = hex && unit === selected ? actions?.find((one) => one.hex === hex && one.kind === "move") : null;
    if (move) void act(move.action);
    else if (hex && hex !== at(unit)) void act(`move ${unit} ${hex}`); // The rules say why not.
  }

  // Keys --------------------------------------------------------------------------------------------
  const next = (way: 1 | -1) => {
    const all = view.lit.filter((unit) => lit.has(unit));
    if (!all.length) return;
    const from = selected ? all.indexOf(selected) : way > 0 ? -1 : 0;
    const unit = all[(from + way + all.length) % all.length]!;
    if (game.hexes[at(unit)]) setCursor(at(unit));
    void select(unit);
    setSaid(unitWords(game, view, unit));
  };
  const walk = (key: string) => {
    const from = cursor ?? (selected && game.hexes[at(selected)] ? at(selected) : middleHex(game));
    const to = cursor ? neighbour(game, from, key, level.current) : from;
    if (!to) return;
    const centre = game.hexes[to]!;
    if ((key === "ArrowUp" || key === "ArrowDown") === game.flat) level.current = game.flat ? centre.y : centre.x;
    setCursor(to);
    setHover(to);
    reveal(to);
    const here = Object.keys(view.units).filter((unit) => at(unit) === to);
    const move = actions?.find((one) => one.hex === to);
    setSaid(
      [
        hexFull(game, to),
        terrainName(game, to),
        ...here.map((unit) => unitWords(game, view, unit)),
        move ? `lit${move.cost ? `, costs ${move.cost}` : ""}${move.stops ? ", must stop there" : ""}` : "",
      ]
        .filter(Boolean)
        .join(", "),
    );
  };
  const enter = () => {
    if (!cursor) return;
    const here = Object.keys(view.units).filter((unit) => at(unit) === cursor);
    const own = here.filter((unit) => lit.has(unit));
    const chosenHere = selected && actions?.some((one) => one.hex === cursor);
    if (!chosenHere && own.length) {
      const from = selected ? own.indexOf(selected) : -1;
      if (from === own.length - 1 && selected) clear();
      else void select(own[from + 1]!);
    } else onHex(cursor, false);
  };
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector(".modal.start, .modal .start")) return;
      const onControl = (e.target as Element).matches("button:not(.counter),a,input,select,summary");
      const doing: Record<string, () => void> = {
        n: () => next(1),
        p: () => next(-1),
        u: () => void undo(),
        z: () => setZones((on) => !on),
        s: () => setSupply((on) => !on),
        "+": () => camera.current?.zoom(1.25),
        "=": () => camera.current?.zoom(1.25),
        "-": () => camera.current?.zoom(0.8),
        f: () => camera.current?.fit(),
        "?": () => setHelp((on) => !on),
        Escape: () => {
          if (help || files) {
            setHelp(false);
            setFiles(false);
          } else {
            clear();
            drop();
            setThrown(null);
          }
        },
      };
      if (!onControl) {
        doing.Enter = enter;
        doing[" "] = primary;
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) doing[key] = () => walk(key);
      }
      const work = doing[e.key];
      if (!work || (help && e.key !== "Escape" && e.key !== "?")) return;
      e.preventDefault();
      work();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });

  // Words -------------------------------------------------------------------------------------------
  const cost = actions?.find((one) => one.hex === (pinned ?? hover))?.cost ?? "";
  const bar = sentence();
  function sentence() {
    if (view.computer && !view.over) {
      const side = game.sides.find((one) => one.id === view.computer)!;
      return { title: view.bar.title, text: `The computer plays the ${side.plural}.` };
    }
    if (theirs) {
      const side = game.sides.find((one) => one.id === deciding)!;
      return { title: view.bar.title, text: `The ${side.plural} decide. Send them the link of the game.` };
    }
    if (selected && actions) {
      const there = pinned ?? hover;
      const move = actions.find((one) => one.hex === there && one.hex);
      if (move?.cost) {
        const end = move.takes ? ", takes it" : move.stops ? ", stops there: enemy zone" : "";
        const ma = game.units[selected]?.steps[step(selected) - 1]?.ma;
        return {
          title: view.bar.title,
          text: `${name(selected)} to ${hexFull(game, there!)}: ${move.cost} of ${ma ?? "?"} movement${end}.`,
        };
      }
      const hexes = new Set(actions.filter((one) => one.hex).map((one) => one.hex)).size;
      if (view.stage === "move" && hexes) {
        const how = touch ? "Tap one" : "Click one, or drag the counter";
        return {
          title: view.bar.title,
          text: `${name(selected)} may move to ${many(hexes, "lit hex").replace("hexs", "hexes")}. ${how}.`,
        };
      }
      if (hexes) return { title: view.bar.title, text: `${name(selected)}: choose a lit hex.` };
    }
    if (forecast?.odds && forecast.chances.length) {
      const declared = forecast.able.some((one) => one.declared);
      const whom = forecast.target ? name(forecast.target) : hexFull(game, forecast.hex);
      return {
        title: view.bar.title,
        text: `${declared ? "Attack on" : "If all attack"} ${whom}: ${forecast.odds.final}. ${likelyWords(forecast.chances)}`,
      };
    }
    return { title: view.bar.title, text: view.bar.owed };
  }
  const save = async (form: "txt" | "vsav" | "vlog") => {
    setFiles(false);
    if (form === "txt") {
      const answer = await play.ask({ type: "save" });
      if (answer.ok) saveFile(answer.name!, answer.record!, "text/plain");
      else show(answer);
      return;
    }
    const answer = await play.ask({ type: "export", form });
    if (answer.ok) saveFile(answer.name!, bytesOf(answer.data!));
    else show(answer);
  };

  const stop = view.computer !== null && !view.over;
  const button = view.bar.primary;
  const decision = (
    <section class={`decision of-${sideIndex(game, view.bar.side ?? view.side)}`} aria-label="Decision">
      <div class="who">
        <Emblem game={game} side={view.bar.side ?? view.side} />
        <span>{view.bar.who || "Result"}</span>
      </div>
      <div>
        <h2>{bar.title}</h2>
        <p>{bar.text}</p>
      </div>
      <div class="acts">
        <button
          type="button"
          class="btn undo"
          disabled={!view.undo}
          title={view.undo ?? ""}
          onClick={() => void undo()}
        >
          <Icon of="undo" />
          <span class="words">Undo</span>
          <kbd data-k="U" />
        </button>
        {stop ? (
          <button type="button" class="btn primary" onClick={primary}>
            {paused ? "Let the computer go on" : "Stop the computer"}
          </button>
        ) : view.over ? (
          <button type="button" class="btn primary" onClick={p.newGame}>
            New game
          </button>
        ) : theirs ? (
          <button type="button" class="btn primary" onClick={primary}>
            Link for the {game.sides.find((one) => one.id === deciding)?.plural}
            <kbd data-k="Space" />
          </button>
        ) : pinned && selected ? (
          <button type="button" class="btn primary" onClick={primary}>
            Move to {pinned} · {cost}
          </button>
        ) : button ? (
          <button type="button" class="btn primary" aria-disabled={view.bar.blocked !== ""} onClick={primary}>
            {button.text}
            <kbd data-k="Space" />
          </button>
        ) : (
          <span class="await">{view.choices.some((one) => one.hex) ? "Choose what is lit" : "Choose a unit"}</span>
        )}
      </div>
    </section>
  );
  const tools = (
    <div class="tools" data-ui role="toolbar" aria-label="Map">
      <button type="button" class="tool" aria-pressed={zones} onClick={() => setZones(!zones)}>
        <Icon of="zones" />
        <span>Zones</span>
      </button>
      <button type="button" class="tool" aria-pressed={supply} onClick={() => setSupply(!supply)}>
        <Icon of="supply" />
        <span>Supply</span>
      </button>
      <i />
      <button type="button" class="tool zoomer" aria-label="Zoom in" onClick={() => camera.current?.zoom(1.3)}>
        <Icon of="plus" />
      </button>
      <button type="button" class="tool zoomer" aria-label="Zoom out" onClick={() => camera.current?.zoom(1 / 1.3)}>
        <Icon of="minus" />
      </button>
      <button type="button" class="tool" aria-label="Whole map" onClick={() => camera.current?.fit()}>
        <Icon of="fit" />
      </button>
    </div>
  );
  const standing = Object.entries(view.units).map(([unit, [hex, shown, conditions]]) => ({
    unit,
    hex,
    step: shown,
    conditions,
  }));
  const orders = (
    <OrdersPanel
      game={game}
      view={view}
      selected={selected}
      actions={actions}
      several={several}
      path={path}
      cost={cost}
      forecast={forecast}
      overlay={overlay}
      why={why}
      touch={touch}
      select={(unit) => void select(unit)}
      act={(action) => void act(action)}
      aim={(wanted) => void aim(wanted)}
      add={(units) => void add(units)}
      withdraw={(unit) => void withdraw(unit)}
    />
  );
  const logPanel = (
    <GameLog
      game={game}
      log={log}
      view={view}
      go={(hex) => {
        setCursor(hex);
        setHover(hex);
        reveal(hex);
      }}
    />
  );
  const insets =
    shape === "phone"
      ? { left: 0, right: 0, top: 0, bottom: 206 }
      : shape === "upright"
        ? { left: 0, right: 0, top: 48, bottom: 0 }
        : { left: 0, right: 74, top: 0, bottom: 0 };

  return (
    <div class={`app play ${shape} sheet-${height}`}>
      <Header
        {...p}
        view={view}
        track={scenario.turn_track}
        shape={shape}
        files={() => setFiles(!files)}
        help={() => setHelp(true)}
      />
      <main class="field">
        <div
          class="map-focus"
          ref={focus}
          tabIndex={0}
          role="application"
          aria-label="Map. Arrow keys move the hex cursor, Enter acts, N goes to the next unit that may act, question mark lists all keys."
        >
          {mapToo && (
            <Board
              game={game}
              pictures={pictures}
              units={standing}
              phasing={view.side}
              lit={lit}
              chosen={chosen}
              selected={selected}
              draggable={view.stage === "move" && mine}
              marks={marks}
              spot={spot}
              path={path}
              arrows={uniqueArrows}
              ring={view.fight && view.stage !== "retreat" ? (view.fight.hexes[0] ?? null) : (forecast?.hex ?? null)}
              cursor={cursor}
              hover={hover}
              setHover={setHover}
              overlay={overlay}
              zones={zones ? enemy : null}
              supply={supply ? view.side : null}
              hidden={[]}
              insets={insets}
              cover={shape === "phone"}
              label={(unit) => unitWords(game, view, unit)}
              onHex={onHex}
              onUnit={onUnit}
              onGrab={(unit) => selected !== unit && void select(unit)}
              onDrop={onDrop}
              camera={(made) => {
                camera.current = made;
                made.onchange = () => setTick((n) => n + 1);
              }}
            />
          )}
        </div>
        {tools}
        {shape !== "phone" && <Minimap game={game} units={standing} camera={camera.current} tick={tick} />}
        {thrown && (
          <div class={`throw ${thrown.rolling ? "rolling" : ""}`} role="status">
            {thrown.dice.map((die, n) => (
              <Die key={n} n={die} plain={thrown.dice.length > 1 || game.die !== 6} />
            ))}
            {!thrown.rolling && (
              <p>
                {thrown.result && <b class={`result kind-${game.results[thrown.result]?.kind}`}>{thrown.result}</b>}{" "}
                {thrown.say}
              </p>
            )}
          </div>
        )}
        {note && (
          <p class="note" role="alert">
            {note}
            {cited && (
              <>
                {" "}
                <a href={`#rules/${encodeURIComponent(cited.id)}`} target="_blank" rel="noopener" title={cited.title}>
                  Read rule {cited.id}
                </a>
              </>
            )}
          </p>
        )}
      </main>
      {shape === "phone" ? (
        <aside class="sheet" aria-label="Game">
          <button
            type="button"
            class="handle"
            aria-label={height === "low" ? "Show more" : "Show less"}
            aria-expanded={height !== "low"}
            onClick={() => setHeight(height === "low" ? "half" : height === "half" ? "full" : "low")}
          >
            <i />
          </button>
          {decision}
          <Tabs
            tabs={[
              ["orders", "Orders"],
              ["log", "Log"],
            ]}
            tab={tab}
            choose={(one) => {
              setTab(one as "orders" | "log");
              if (height === "low") setHeight("half");
            }}
          />
          <div class="pane" tabIndex={0} role="region" aria-label="Details">
            {tab === "orders" ? orders : logPanel}
          </div>
        </aside>
      ) : (
        <>
          {decision}
          <aside class="side" aria-label="Game">
            <div class="orders" tabIndex={0} role="region" aria-label="Orders">
              {orders}
            </div>
            {logPanel}
          </aside>
        </>
      )}
      <div class="sr" aria-live="polite">
        {said}
      </div>
      {files && (
        <div class="menu-list" role="dialog" aria-label="Game">
          <button type="button" onClick={p.newGame}>
            New game, or open a file
          </button>
          <button type="button" onClick={() => void save("txt")}>
            Save as a small file
          </button>
          {p.host.kind === "site" ? (
            <>
              {[...game.sides.map((side) => [side.id, `Link for the ${side.plural}`]), ["", "Link for both sides"]].map(
                ([side, words]) => (
                  <button
                    type="button"
                    key={side}
                    onClick={() => {
                      setFiles(false);
                      setLinking(side!);
                    }}
                  >
                    {words}
                  </button>
                ),
              )}
              <p class="sub">Files for VASSAL are written by hexwright on a computer: “hexwright serve”.</p>
            </>
          ) : (
            <>
              <button type="button" onClick={() => void save("vlog")}>
                Save as .vlog for VASSAL
              </button>
              <button type="button" onClick={() => void save("vsav")}>
                Save as .vsav for VASSAL
              </button>
            </>
          )}
          {game.sides.map((side) => (
            <button
              type="button"
              key={side.id}
              onClick={() => {
                const { [side.id]: was, ...rest } = view.computers;
                const computers = was ? rest : { ...view.computers, [side.id]: game.players[0]!.id };
                setFiles(false);
                setPaused(false);
                void play.ask({ type: "computers", computers }).then(show);
              }}
            >
              {view.computers[side.id]
                ? `Play the ${side.plural} yourself`
                : `Let the computer play the ${side.plural}`}
            </button>
          ))}
        </div>
      )}
      {linking !== null && <LinkDialog game={game} play={play} seat={linking} close={() => setLinking(null)} />}
      {help && (
        <div class="modal">
          <section role="dialog" aria-modal="true" aria-label="Keys">
            <h2>Keys</h2>
            <dl>
              {KEYS.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
            <button type="button" class="btn" onClick={() => setHelp(false)}>
              Close
            </button>
          </section>
        </div>
      )}
    </div>
  );
}

export function Tabs({ tabs, tab, choose }: { tabs: [string, string][]; tab: string; choose(tab: string): void }) {
  return (
    <div class="tabs" role="tablist">
      {tabs.map(([id, words]) => (
        <button type="button" key={id} role="tab" aria-selected={tab === id} onClick={() => choose(id)}>
          {words}
        </button>
      ))}
    </div>
  );
}

interface HeaderProps extends PageProps {
  view: View;
  track: string;
  shape: string;
  files(): void;
  help(): void;
}

function Header(p: HeaderProps) {
  const { game, view } = p;
  const turns = game.turn_tracks[p.track] ?? [];
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = strip.current;
    const now = box?.querySelector<HTMLElement>(".now");
    if (box && now) box.scrollLeft = now.offsetLeft - box.offsetLeft - now.offsetWidth;
  }, [view.turn, p.shape]);
  const at = game.phases.findIndex((one) => one.id === view.phase);
  const near = game.phases.length > 12 ? Math.max(0, Math.min(at - 4, game.phases.length - 10)) : 0;
  const phases = game.phases.slice(near, game.phases.length > 12 ? near + 10 : undefined);
  const art = (weather: string | null) => (weather ? game.weather[weather]?.art : undefined);
  return (
    <header class="top">
      <button
        type="button"
        class="tool"
        aria-label={p.host.kind === "site" ? "About the game" : "Workbench"}
        onClick={p.leave}
      >
        <Icon of="back" />
      </button>
      <h1>{game.title}</h1>
      <ol
        class="turns"
        aria-label="Turns"
        ref={strip}
        tabIndex={0}
        onWheel={(e) => {
          strip.current!.scrollLeft += e.deltaX || e.deltaY;
        }}
      >
        {turns.map((one) => {
          const weather = art(one.turn === view.turn ? view.weather || one.weather : one.weather);
          return (
            <li
              key={one.turn}
              class={one.turn === view.turn ? "now" : one.turn < view.turn ? "past" : ""}
              aria-current={one.turn === view.turn ? "step" : undefined}
              title={one.notes.join("; ") || undefined}
            >
              <b>{one.turn}</b>
              {weather && <Weather art={weather} />}
              <span class="date">{one.date}</span>
            </li>
          );
        })}
      </ol>
      <ol class="phases" aria-label="Phases">
        {phases.map((one) => (
          <li
            key={one.id}
            class={`of-${sideIndex(game, one.side)} ${one.id === view.phase ? "now" : ""}`}
            aria-current={one.id === view.phase ? "step" : undefined}
            title={one.name}
          >
            <PhaseIcon kind={one.kind} />
            <span>{one.name}</span>
          </li>
        ))}
      </ol>
      <div class="menu">
        <button type="button" class="tool" onClick={p.files} aria-label="Game: new, open, save">
          <Icon of="file" />
        </button>
        <button
          type="button"
          class="tool dark-frame"
          onClick={p.toggleDark}
          aria-label="Dark frame"
          aria-pressed={p.dark}
        >
          <Icon of="moon" />
        </button>
        <button type="button" class="tool help" onClick={p.help} aria-label="Keys">
          <Icon of="help" />
        </button>
      </div>
    </header>
  );
}
