/** What a page of a site knows of its site; `hexwright site` writes it into the page. */
export interface SiteFacts {
  /** The digest of all files of the site: whatever changes has another address. */
  version: string;
  /** The address of the site's root, relative to the page. */
  root: string;
  /** The address of Pyodide, absolute, or relative to the site's root. */
  python: string;
}

export function siteFacts(): SiteFacts | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="hexwright-site"]')?.content;
  return text ? (JSON.parse(text) as SiteFacts) : null;
}

/** What the page sends to the worker first. */
export interface Begin {
  version: string;
  python: string;
  /** The address of the archive with Python's library and the rules engine. */
  archive: string;
  game: string;
}

export type FromWorker =
  | { kind: "progress"; line: string }
  | { kind: "ready" }
  | { kind: "failed"; line: string }
  | { kind: "answer"; id: number; text: string };
