// The service worker of a site: what was fetched once is there without a connection.
import type { SiteParts } from "./site_parts";

/** `hexwright site` writes this above the script. */
declare const SITE: SiteParts;

interface Waiting {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
const scope = self as unknown as {
  addEventListener(kind: "install" | "activate", heard: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", heard: (event: Fetching) => void): void;
  addEventListener(kind: "message", heard: (event: Waiting & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
const NAME = `hexwright-site-${SITE.version}`;
const python = new URL(SITE.python, location.href).href;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((store) => store.addAll(SITE.files)));
  void scope.skipWaiting();
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("hexwright-site-") && name !== NAME) await caches.delete(name);
      }
      await scope.clients.claim();
    })(),
  );
});

/** A page of a game asks to keep the files of that game. */
scope.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil(keep(event.data.filter((one): one is string => typeof one === "string")));
});

async function keep(addresses: string[]): Promise<void> {
  const store = await caches.open(NAME);
  for (const address of addresses) {
    if (!address.startsWith(location.origin) && !address.startsWith(python)) continue;
    if (!(await store.match(address))) await store.add(address).catch(() => {});
  }
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = request.url.startsWith(new URL("./", location.href).href);
  if (request.method !== "GET" || !(ours || request.url.startsWith(python))) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/** A page: the newest, or else the one that is kept. */
async function page(request: Request): Promise<Response> {
  const store = await caches.open(NAME);
  try {
    const found = await fetch(request);
    if (found.ok) await store.put(request, found.clone());
    return found;
  } catch {
    return (
      (await store.match(request, { ignoreSearch: true })) ??
      new Response("This page was never opened with a connection.", { status: 503 })
    );
  }
}

/** A file: its address changes whenever its content does. */
async function file(request: Request): Promise<Response> {
  const store = await caches.open(NAME);
  const kept = await store.match(request);
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && !request.url.includes("/files/")) await store.put(request, found.clone());
  return found;
}
