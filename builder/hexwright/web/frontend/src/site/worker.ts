// The worker of a site: Python in the browser, with the rules engine and one game.
import type { Begin, FromWorker } from "./site_facts";

interface Files {
  writeFile(path: string, data: Uint8Array): void;
}
interface Python {
  FS: Files;
  runPython(code: string): unknown;
  globals: { get(name: string): (text: string) => string };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}
type LoadPython = (options: Record<string, unknown>) => Promise<Python>;

const BEGIN = `
from pathlib import Path
from hexwright.web.play.dataclass_code import compiled_dataclasses
with compiled_dataclasses():
    from hexwright.web.play.browser_worker import BrowserWorker
answer = BrowserWorker(Path("/game.bin").read_bytes()).answer
`;
const KEPT = "hexwright-memory";
const MEMORY_SIZE = "x-memory-size";

const page = self as unknown as { postMessage(message: FromWorker): void };
let answer: ((text: string) => string) | null = null;
let failed = false;
const early: { id: number; text: string }[] = [];

self.onmessage = (event: MessageEvent<Begin | { id: number; text: string }>) => {
  const message = event.data;
  if (!("id" in message)) void begin(message);
  else if (answer) reply(message);
  else if (!failed) early.push(message);
};

function reply({ id, text }: { id: number; text: string }): void {
  page.postMessage({ kind: "answer", id, text: answer!(text) });
}

async function begin(wanted: Begin): Promise<void> {
  try {
    answer = (await restored(wanted)) ?? (await loaded(wanted));
    page.postMessage({ kind: "ready" });
    for (const message of early.splice(0)) reply(message);
  } catch (fault) {
    failed = true;
    console.error(fault);
    const where = new URL(wanted.python).host;
    page.postMessage({
      kind: "failed",
      line: `The rules engine couldn't be loaded from ${where}: check the connection, and load the page again.`,
    });
  }
}

/** Python as this site uses it; all that it needs is fetched side by side. */
async function pythonOf(
  wanted: Begin,
  library: Promise<Uint8Array<ArrayBuffer>>,
  options: Record<string, unknown>,
): Promise<Python> {
  library.catch(() => {}); // Awaited as Python begins.
  void import(`${wanted.python}pyodide.asm.js`).catch(() => {}); // Pyodide asks for it again, and tells.
  const module = (await import(`${wanted.python}pyodide.mjs`)) as { loadPyodide: LoadPython };
  return module.loadPyodide({
    indexURL: wanted.python,
    stdLibURL: "data:,",
    fsInit: async (files: Files, { sitePackages }: { sitePackages: string }) => {
      const [, version] = /python(\d+\.\d+)/.exec(sitePackages)!;
      files.writeFile(`/lib/python${version!.replace(".", "")}.zip`, await library);
    },
    ...options,
  });
}

async function fetched(address: string): Promise<Response> {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  return found;
}

/** Load all anew, and keep the memory as it is then for the next visit. */
async function loaded(wanted: Begin): Promise<(text: string) => string> {
  page.postMessage({ kind: "progress", line: "Loading Python …" });
  const file = fetched(wanted.game).then((found) => found.arrayBuffer());
  file.catch(() => {}); // Awaited below.
  const library = fetched(wanted.archive).then(async (found) => {
    const opened = new Response(found.body!.pipeThrough(new DecompressionStream("gzip")));
    return new Uint8Array(await opened.arrayBuffer());
  });
  const python = await pythonOf(wanted, library, { _makeSnapshot: true });
  page.postMessage({ kind: "progress", line: "Loading the rules engine …" });
  python.FS.writeFile("/game.bin", new Uint8Array(await file));
  python.runPython(BEGIN);
  keep(wanted, python, await library);
  return python.globals.get("answer");
}

/** The memory of an earlier visit; null if there is none, or if it can't be used. */
async function restored(wanted: Begin): Promise<((text: string) => string) | null> {
  try {
    const found = await (await caches.open(KEPT)).match(addressOf(wanted));
    if (!found) return null;
    const size = Number(found.headers.get(MEMORY_SIZE));
    const kept = found.arrayBuffer();
    const library = kept.then((bytes) => new Uint8Array(bytes, size));
    const memory = kept.then((bytes) => new Uint8Array(bytes, 0, size));
    return (await pythonOf(wanted, library, { _loadSnapshot: memory })).globals.get("answer");
  } catch (fault) {
    console.warn("The memory of the last visit can't be used; all is loaded anew.", fault);
    return null;
  }
}

/** Keep Python's memory and its library, which lies outside the memory, in one file. */
function keep(wanted: Begin, python: Python, library: Uint8Array<ArrayBuffer>): void {
  let memory: Uint8Array<ArrayBuffer>;
  try {
    memory = python.makeMemorySnapshot();
  } catch {
    return; // The next visit loads all anew.
  }
  const address = addressOf(wanted);
  void (async () => {
    const store = await caches.open(KEPT);
    for (const other of await store.keys()) {
      if (other.url !== address && other.url.split("?")[0] === address.split("?")[0]) await store.delete(other);
    }
    const headers = { [MEMORY_SIZE]: `${memory.length}` };
    await store.put(address, new Response(new Blob([memory, library]), { headers }));
  })().catch(() => {}); // A browser that keeps nothing loads all anew.
}

function addressOf(wanted: Begin): string {
  const address = new URL("memory", wanted.game);
  address.searchParams.set("v", wanted.version);
  return address.href;
}
