/** What a site consists of, for its service worker. */
export interface SiteParts {
  version: string;
  python: string;
  files: string[];
}
