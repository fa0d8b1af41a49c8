import type { Host, Message } from "../host";
import type { Hello, Push, Reply } from "../types";
import type { Begin, FromWorker, SiteFacts } from "./site_facts";

/** Messages whose answers are files of the site. */
const FILES: Record<string, string> = { rules: "rules.json", figures: "figures.json", charts: "charts.json" };

/** A site without a server: the rules engine runs in a worker, all else is a file. */
export class WorkerHost implements Host {
  readonly kind = "site";
  private next = 1;
  private waiting = new Map<number, (reply: Reply) => void>();
  private worker: Worker;
  private failed = "";
  private line = "Loading the rules engine …";
  private hear: (line: string, failed: boolean) => void = () => {};

  constructor(private facts: SiteFacts) {
    const root = new URL(facts.root, location.href);
    this.worker = new Worker(this.versioned(new URL("shared/worker.js", root)), { type: "module" });
    this.worker.onmessage = (event) => this.take(event.data as FromWorker);
    this.worker.onerror = () => this.fail("The rules engine couldn't be loaded: load the page again.");
    const begin: Begin = {
      version: facts.version,
      python: new URL(facts.python, root).href,
      archive: this.versioned(new URL("shared/python.bin", root)),
      game: this.versioned(new URL("../game.bin", location.href)),
    };
    this.worker.postMessage(begin);
  }

  async ask(message: Message): Promise<Reply> {
    const { type } = message;
    if (type === "findings") return { ok: true, findings: [] };
    const file = FILES[type];
    if (file) return this.file<Reply>(file);
    if (type === "hello") return (await this.hello()) as unknown as Reply;
    if (this.failed) return this.lost();
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, text: JSON.stringify({ ...message, id }) });
    });
  }

  async hello(): Promise<Hello> {
    const answer = await this.file<Reply>("hello.json");
    if (!answer.ok) throw new Error(answer.refused);
    return answer as unknown as Hello;
  }

  async counters(names?: string[]): Promise<Record<string, string>> {
    const all = await this.file<{ faces?: Record<string, string> }>("counters.json");
    const faces = all.faces ?? {};
    return names ? Object.fromEntries(names.map((name) => [name, faces[name] ?? ""])) : faces;
  }

  tile(level: number, column: number, row: number): string {
    return `tiles/${level}/${column}/${row}.jpg?v=${this.facts.version}`;
  }

  listen(_hear: (push: Push) => void, state: (connected: boolean) => void): void {
    state(true);
  }

  loading(hear: (line: string, failed: boolean) => void): void {
    this.hear = hear;
    hear(this.failed || this.line, this.failed !== "");
  }

  private versioned(address: URL): string {
    address.searchParams.set("v", this.facts.version);
    return address.href;
  }

  private async file<T>(name: string): Promise<T & { ok: boolean; refused?: string }> {
    try {
      const answer = await fetch(`${name}?v=${this.facts.version}`);
      if (answer.ok) return { ...((await answer.json()) as T), ok: true };
    } catch {
      // Told below: the file isn't there, or there is no connection.
    }
    return { ok: false, refused: `${name} couldn't be fetched: check the connection.` } as T & {
      ok: false;
      refused: string;
    };
  }

  private take(heard: FromWorker): void {
    if (heard.kind === "answer") {
      this.waiting.get(heard.id)?.(JSON.parse(heard.text) as Reply);
      this.waiting.delete(heard.id);
    } else if (heard.kind === "failed") this.fail(heard.line);
    else {
      this.line = heard.kind === "ready" ? "" : heard.line;
      this.hear(this.line, false);
    }
  }

  private fail(line: string): void {
    this.failed = line;
    this.hear(line, true);
    for (const done of this.waiting.values()) done(this.lost());
    this.waiting.clear();
  }

  private lost(): Reply {
    return { ok: false, refused: this.failed, reason: "gone" };
  }
}
