// Compiles Python's library and the rules engine for sites, in the Python that browsers will run.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const [project, out] = process.argv.slice(2);
const python = await loadPyodide();
for (const root of ["builder", "validators"]) {
  python.FS.mkdirTree(`/${root}`);
  python.mountNodeFS(`/${root}`, `${project}/${root}`);
}
const library = fileURLToPath(import.meta.resolve("pyodide/python_stdlib.zip"));
python.FS.writeFile("/library.zip", readFileSync(library));
const digest = python.runPython(`
import sys
from pathlib import Path
sys.dont_write_bytecode = True
sys.path += ["/builder", "/validators"]
from hexwright.web.site.python_archive import python_archive, sources_digest
Path("/python.bin").write_bytes(python_archive(Path("/library.zip").read_bytes()))
sources_digest()
`);
writeFileSync(`${out}/python.bin`, python.FS.readFile("/python.bin"));
writeFileSync(`${out}/python.json`, `${JSON.stringify({ pyodide: python.version, sources: digest })}\n`);
