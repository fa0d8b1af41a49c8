"""Run every tool over real modules of other people: `python -m tests.foreign FOLDER`.

FOLDER holds modules and extensions, packed (.vmod, .vmdx) or unpacked (a folder with a build file); none
of them is part of this repository. Each tool runs in a process of its own: `verify`, `show`, `diff` of the
module with itself and with a changed copy, and a game driven through the lines of `drive`. What is printed
are tables in Markdown: times and memory, crashes, findings by check, and what the virtual engine does not
play. The exit code is 1 after a crash, a hang, or a `diff` that is wrong. Ctrl-C ends early, with tables.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.foreign.running import Run, changed_copy, modules_of, run, versions

HEXWRIGHT = (sys.executable, "-m", "hexwright.cli")
TOOLS = ("verify", "show", "diff itself", "diff changed", "drive")


def main(arguments: list[str]) -> int:
    """Run the tools over a folder; return the exit code."""
    asked = argparse.ArgumentParser(prog="python -m tests.foreign", description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--only", action="append", choices=TOOLS, help="only this tool; repeatable")
    asked.add_argument("--module", action="append", help="only modules whose name holds this; repeatable")
    asked.add_argument("--time-limit", type=float, default=300.0, metavar="SECONDS")
    given = asked.parse_args(arguments)
    tools = tuple(given.only or TOOLS)
    wanted = [
        m for m in modules_of(given.folder) if not given.module or any(w in m.name for w in given.module)
    ]
    rows: dict[str, dict[str, Run]] = {}
    try:
        for module in wanted:
            print(f"{module.name} …", file=sys.stderr, flush=True)
            rows[module.name] = _all(module, tools, given.time_limit)
    except KeyboardInterrupt:
        print("ended early; the tables tell of the modules before", file=sys.stderr)
    _times(given.folder, rows, tools)
    bad = _crashes(rows)
    _findings(rows)
    _driven(rows)
    return 1 if bad else 0


def _all(module: Path, tools: tuple[str, ...], limit: float) -> dict[str, Run]:
    found: dict[str, Run] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for tool in tools:
            match tool:
                case "verify":
                    asked = ("verify", str(module), "--format", "json", "--fail-on", "never")
                    found[tool] = run((*HEXWRIGHT, *asked), limit)
                case "show":
                    found[tool] = run((*HEXWRIGHT, "show", str(module), "--format", "json"), limit)
                case "diff itself":
                    found[tool] = run((*HEXWRIGHT, "diff", str(module), str(module)), limit)
                    found[tool].expect(0)
                case "diff changed":
                    copy = changed_copy(module, Path(temporary))
                    found[tool] = run((*HEXWRIGHT, "diff", str(module), str(copy)), limit)
                    found[tool].expect(1)
                case "drive" if module.suffix != ".vmdx" and not (module / "extensiondata").is_file():
                    found[tool] = run((sys.executable, "-m", "tests.foreign.driving", str(module)), limit)
    return found


def _times(folder: Path, rows: dict[str, dict[str, Run]], tools: tuple[str, ...]) -> None:
    head = ["module", "files", "VASSAL", *(f"{tool} s / MB" for tool in tools)]
    table = []
    for name, runs in rows.items():
        about = versions(folder / name)
        cells = [f"{r.seconds:.1f} / {r.megabytes}" if (r := runs.get(tool)) else "–" for tool in tools]
        table.append([name, about[0], about[1], *cells])
    _table("Seconds of work and memory", head, table)


def _crashes(rows: dict[str, dict[str, Run]]) -> int:
    found = [[name, tool, r.fault] for name, runs in rows.items() for tool, r in runs.items() if r.fault]
    _table("Crashes, hangs and wrong answers", ["module", "tool", "what"], found)
    return len(found)


def _findings(rows: dict[str, dict[str, Run]]) -> None:
    total: Counter[tuple[str, str, str]] = Counter()
    where: dict[tuple[str, str, str], Counter[str]] = {}
    for name, runs in rows.items():
        for finding in _json(runs.get("verify")).get("findings", ()):
            key = (finding["code"], finding["name"], finding["level"])
            count = int(finding.get("count", 1))
            total[key] += count
            where.setdefault(key, Counter())[name] += count
    table = [
        [*key, str(total[key]), ", ".join(f"{name} {n}" for name, n in where[key].most_common(6))]
        for key in sorted(total)
    ]
    _table("Findings by check", ["code", "check", "level", "number", "where most"], table)


def _driven(rows: dict[str, dict[str, Run]]) -> None:
    table = []
    for name, runs in rows.items():
        told = _json(runs.get("drive"))
        if told:
            table.append(
                [
                    name,
                    str(told["games"]),
                    str(told["pieces"]),
                    str(told["lines"]),
                    f"{told['slowest'][0]:.2f} s: {told['slowest'][1]}",
                    str(told["warnings"]),
                    ", ".join(told["unsupported"]) or "–",
                ]
            )
    head = ["module", "games begun", "pieces", "lines done", "slowest", "warnings", "not played"]
    _table("Driven", head, table)
    refused: Counter[str] = Counter()
    for runs in rows.values():
        refused.update(_json(runs.get("drive")).get("refused", {}))
    _table("Refused by drive", ["why", "how often"], [[why, str(n)] for why, n in refused.most_common(30)])


def _json(done: Run | None) -> dict[str, Any]:
    if done is None or done.fault:
        return {}
    found: dict[str, Any] = json.loads(done.out)
    return found


def _table(title: str, head: list[str], rows: list[list[str]]) -> None:
    print(f"\n## {title}\n")
    if not rows:
        print("None.")
        return
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
