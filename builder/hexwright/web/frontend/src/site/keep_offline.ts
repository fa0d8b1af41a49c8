/** Have the site's service worker keep what it fetches; browsers without one, and plain http, do without. */
export async function keepOffline(root: string, addresses: string[] = []): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", new URL(root, location.href)));
    const ready = await navigator.serviceWorker.ready;
    if (addresses.length) ready.active?.postMessage(addresses.map((one) => new URL(one, location.href).href));
  } catch {
    // The site works; it only needs a connection.
  }
}
