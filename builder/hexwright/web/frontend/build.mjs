// Builds the page into the folder that is named: scripts and stylesheets of the page and of a site, one document.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const out = `${process.argv[2]}/`;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: {
    app: "src/main.tsx",
    front: "src/site/front.ts",
    worker: "src/site/worker.ts",
    sw: "src/site/service_worker.ts",
  },
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "eof",
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: out,
});
await build({ entryPoints: { app: "src/app.css", front: "src/site/front.css" }, bundle: true, minify: true, outdir: out, external: ["*.ttf"] });
copyFileSync("src/index.html", `${out}index.html`);
