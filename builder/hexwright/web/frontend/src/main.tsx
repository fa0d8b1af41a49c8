import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, many } from "./bits";
import type { Host } from "./host";
import { shapeOf, useContrast, useDark, useWidth } from "./page";
import { PictureStore, setSideColours } from "./pictures";
import { PlayPage } from "./play/play_page";
import { ServerHost } from "./server_host";
import { keepOffline } from "./site/keep_offline";
import { siteFacts } from "./site/site_facts";
import { WorkerHost } from "./site/worker_host";
import { coarseTiles } from "./tiles";
import type { Figures, Finding, GameFacts, Hello, Hex, Push } from "./types";
import { BalancePage } from "./workbench/balance_page";
import { FindingsList } from "./workbench/findings_list";
import { MapPage } from "./workbench/map_page";
import { ChartsPage, CountersPage, ScenariosPage } from "./workbench/reading_pages";
import { RulesPage } from "./workbench/rules_page";
import { SetupPage } from "./workbench/setup_page";

const PAGES: [string, string][] = [
  ["map", "Map"],
  ["counters", "Counters"],
  ["charts", "Charts"],
  ["rules", "Rules"],
  ["scenarios", "Scenarios"],
  ["setup", "Set-up"],
  ["balance", "Balance"],
];

/** Pages for whoever writes the game. */
const FOR_DESIGNERS = ["setup", "balance"];

const pageNow = () => location.hash.slice(1).split("/")[0] || "map";

function App({ host, pictures, first }: { host: Host; pictures: PictureStore; first: Hello }) {
  const [hello, setHello] = useState(first);
  const [page, setPage] = useState(pageNow());
  const [findings, setFindings] = useState<Finding[]>([]);
  const [version, setVersion] = useState(0);
  const [changed, setChanged] = useState<Hex[]>([]);
  const [live, setLive] = useState("");
  const [connected, setConnected] = useState(true);
  const [nudge, setNudge] = useState(0);
  const [figures, setFigures] = useState<Figures | null>(null);
  const [loading, setLoading] = useState({ line: "", failed: false });
  const [dark, toggleDark] = useDark();
  useContrast(hello.theme);
  const shape = shapeOf(useWidth());
  const was = useRef(true);
  const game = hello.pictures ? (hello.facts as GameFacts) : null;
  const title = game && game.title !== "?" ? game.title : hello.slug; // A title that can't be read is "?".

  const look = async () => {
    const answer = await host.ask({ type: "findings" });
    if (answer.ok) setFindings(answer.findings!);
  };
  const hear = async (push: Push) => {
    if (push.type === "balance") setFigures(push.figures);
    if (push.type === "played") setNudge((n) => n + 1);
    if (push.type !== "changed") return;
    const answer = await host.ask({ type: "hello" });
    if (!answer.ok) return; // The server is gone, which the page says.
    const now = answer as unknown as Hello;
    if (now.pictures) {
      await pictures.update(now.pictures, push.changes.map ? push.changes.places : undefined);
      setSideColours(now.facts as GameFacts);
    }
    setHello(now);
    await look();
    if (push.changes.hexes.length) setChanged(push.changes.hexes);
    setVersion((n) => n + 1);
    const drawn = [
      push.changes.map &&
        (push.changes.hexes.length ? many(push.changes.hexes.length, "hex").replace("hexs", "hexes") : "map"),
      push.changes.counters.length && many(push.changes.counters.length, "counter"),
      push.changes.charts && "charts",
    ].filter(Boolean);
    const file = push.files[0]?.split("/").pop() ?? "";
    setLive(`${file} saved ${push.time}${drawn.length ? `, ${drawn.join(", ")} drawn` : ""} in ${push.seconds} s`);
    document.documentElement.dataset.version = `${Number(document.documentElement.dataset.version ?? 0) + 1}`;
  };
  /** Catch up with what was saved or drawn before the page began to listen. */
  const catchUp = async () => {
    const answer = await host.ask({ type: "hello" });
    if (!answer.ok) return;
    const now = answer as unknown as Hello;
    if (now.pictures) await pictures.update(now.pictures);
    setHello(now);
    await look();
  };
  useEffect(() => {
    void look();
    host.loading((line, failed) => setLoading({ line, failed }));
    host.listen(
      (push) => void hear(push),
      (on) => {
        setConnected(on);
        if (on) void catchUp();
        if (on && !was.current) setNudge((n) => n + 1);
        was.current = on;
      },
    );
    const moved = () => setPage(pageNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    document.title = `${title} – hexwright`;
    document.documentElement.dataset.page = page;
    const tab = document.querySelector<HTMLElement>(".pages [aria-current]");
    if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.clientWidth / 3;
  }, [title, page]);
  useEffect(() => {
    if (!changed.length) return;
    const timer = setTimeout(() => setChanged([]), 4000);
    return () => clearTimeout(timer);
  }, [changed]);
  const open = (to: string) => {
    location.hash = to;
  };
  const sound = useRef<GameFacts | null>(null); // What is played goes on by the data it began with.
  if (hello.playable && game) sound.current = game;
  const site = host.kind === "site";
  const trouble = loading.failed
    ? loading.line
    : connected
      ? hello.fault
      : "The server has stopped. Start “hexwright serve” again and open the address that it prints; " +
        "the game in play is kept in this browser.";
  const gone = trouble ? (
    <p class="gone" role="alert">
      {trouble}
    </p>
  ) : (
    loading.line && (
      <p class="loading" role="status">
        {loading.line}
      </p>
    )
  );

  if ((page === "play" || page === "link") && sound.current) {
    return (
      <>
        <PlayPage
          game={sound.current}
          slug={hello.slug}
          host={host}
          pictures={pictures}
          dark={dark}
          toggleDark={toggleDark}
          nudge={nudge}
          leave={() => (site ? location.assign("../index.html") : open("map"))}
        />
        {gone}
      </>
    );
  }
  const errors = findings.filter((one) => one.level === "error").length;
  const shown = PAGES.filter(
    ([id]) => id === "map" || (game && ((hello.playable && !site) || !FOR_DESIGNERS.includes(id))),
  );
  const known = shown.some(([id]) => id === page) ? page : "map";
  return (
    <>
      <div class={`app workbench ${shape} page-${known}`}>
        <header class="top">
          {site ? (
            <a class="tool" href="../index.html" aria-label={`About ${title}`}>
              <Icon of="back" />
            </a>
          ) : null}
          <h1>{title}</h1>
          <nav class="pages" aria-label="Pages">
            {shown.map(([id, words]) => (
              <a key={id} href={`#${id}`} aria-current={known === id ? "page" : undefined}>
                {words}
              </a>
            ))}
            {hello.playable && (
              <a href="#play" class="to-play">
                <Icon of="play" />
                Play
              </a>
            )}
          </nav>
          {!site && (
            <div class="live" role="status">
              <i key={version} class={errors ? "bad" : "good"} />
              <span>
                <b class={errors ? "" : "fine"}>{errors ? many(errors, "error") : "No errors"}</b>
                <small>{live}</small>
              </span>
            </div>
          )}
          <div class="menu">
            <button type="button" class="tool" onClick={toggleDark} aria-label="Dark frame" aria-pressed={dark}>
              <Icon of="moon" />
            </button>
          </div>
        </header>
        {!game ? (
          <main class="gallery first" tabIndex={0} aria-label="Findings">
            <p>
              Nothing can be drawn yet. Correct what is listed here, in data/{hello.slug}; the page looks again whenever
              you save a file.
            </p>
            <FindingsList findings={findings} root={hello.root} host={host} drawn={false} choose={() => {}} />
          </main>
        ) : known === "counters" ? (
          <CountersPage game={game} host={host} root={hello.root} version={version} />
        ) : known === "charts" ? (
          <ChartsPage host={host} version={version} />
        ) : known === "rules" ? (
          <RulesPage game={game} host={host} version={version} />
        ) : known === "scenarios" ? (
          <ScenariosPage
            game={game}
            play={hello.playable ? (scenario) => open(`play/${encodeURIComponent(scenario)}`) : null}
          />
        ) : known === "setup" ? (
          <SetupPage
            key={version}
            game={game}
            slug={hello.slug}
            host={host}
            pictures={pictures}
            play={() => open("play")}
          />
        ) : known === "balance" ? (
          <BalancePage game={game} host={host} pictures={pictures} figures={figures} />
        ) : (
          <MapPage
            game={game}
            root={hello.root}
            playable={hello.playable}
            host={host}
            pictures={pictures}
            version={version}
            findings={findings}
            changed={changed}
          />
        )}
      </div>
      {gone}
    </>
  );
}

/** The files with which a game of a site goes on without a connection; finer tiles are kept once they were seen. */
function offlineFiles(hello: Hello, version: string): string[] {
  const files = ["hello.json", "counters.json", "rules.json", "figures.json", "charts.json", "../game.bin"];
  const tiles = hello.pictures ? coarseTiles(hello.facts as GameFacts, hello.pictures) : [];
  return ["./", "index.html", ...[...files, ...tiles].map((one) => `${one}?v=${version}`)];
}

async function begin(): Promise<void> {
  const site = siteFacts();
  const host = site ? new WorkerHost(site) : new ServerHost();
  const pictures = new PictureStore(host);
  const root = document.getElementById("app")!;
  root.textContent = "Reading and drawing the game …";
  root.className = "waiting";
  try {
    const hello = await host.hello();
    if (hello.pictures) setSideColours(hello.facts as GameFacts);
    await pictures.load(hello.pictures);
    root.textContent = "";
    root.className = "";
    render(<App host={host} pictures={pictures} first={hello} />, root);
    if (site) void keepOffline(site.root, offlineFiles(hello, site.version));
  } catch (fault) {
    root.textContent = `The page can't begin: ${(fault as Error).message}`;
  }
}

void begin();
