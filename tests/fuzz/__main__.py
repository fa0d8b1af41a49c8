"""Run mutants of each class of input and print a table; see `tests/fuzz/__init__.py`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from time import perf_counter

from tests.fuzz.frame import ROOT, Input, inputs, made, own_seeds
from tests.fuzz.running import Count, Fault, run_all

_HEADS = ("class", "mutants", "refused", "accepted", "slowest s", "most MB", "faults")


def main() -> int:
    """Return 0 when no mutant broke us, else 1."""
    known = inputs()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=f"of {', '.join(known)}; otherwise all")
    parser.add_argument("--number", "-n", type=int, default=1000, help="mutants of each class (1000)")
    parser.add_argument("--seed", "-s", type=int, default=1, help="the same seed makes the same mutants (1)")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz", help="where faults are kept")
    parser.add_argument("--again", type=int, metavar="SEED", help="run this one mutant of CLASS, unguarded")
    asked = parser.parse_args()
    wrong = [name for name in asked.classes if name not in known]
    if wrong:
        parser.error(f"there is no class {wrong[0]}; there are {', '.join(known)}")
    chosen = [known[name] for name in asked.classes or known]
    if asked.again is not None:
        return _again(chosen[0], asked.again, asked.keep)
    counts = {each.name: Count() for each in chosen}
    tasks = ((each, own) for each in chosen for own in own_seeds(asked.seed, asked.number))
    began = perf_counter()
    # Whoever stops a long run, by Ctrl-C or otherwise, gets the table of what was done.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for each, own, outcome in run_all(tasks, asked.jobs):
            counts[each.name].add(each, own, outcome)
            if outcome.fault:
                print(f"{each.name} {own}: {outcome.fault}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped; so far:")
    print(table(counts))
    print(f"{sum(count.mutants for count in counts.values())} mutants in {perf_counter() - began:.0f} s")
    faults = [fault for count in counts.values() for fault in count.faults]
    for line in _kept(faults, asked.keep):
        print(line, file=sys.stderr)
    return int(bool(faults))


def table(counts: dict[str, Count]) -> str:
    """Write the counts as a table in Markdown."""
    rows = [_HEADS, ("---",) + ("---:",) * (len(_HEADS) - 1)]
    for name, count in counts.items():
        figures = (count.mutants, count.refused, count.accepted, f"{count.slowest:.1f}", f"{count.most:.0f}")
        rows.append((name, *map(str, figures), str(len(count.faults))))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _kept(faults: list[Fault], folder: Path) -> list[str]:
    """Keep the first input of each cause with what it did; return a line for each cause."""
    causes: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        causes.setdefault((fault.each.name, fault.cause), []).append(fault)
    lines = []
    for (name, cause), found in causes.items():
        first = found[0]
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / f"{name}-{first.own}{first.each.suffix}"
        kept.write_bytes(made(first.each, first.own))
        kept.with_name(f"{name}-{first.own}.txt").write_text(
            f"{first.outcome.fault}\n{first.outcome.text}\n", "utf-8", "backslashreplace"
        )
        lines.append(f"{name} {first.own} ({len(found)} alike): {cause}\n  kept as {kept}")
    return lines


def _again(each: Input, own: int, folder: Path) -> int:
    """Run one mutant here, so that its traceback is shown and a debugger sees it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{each.name}-{own}{each.suffix}"
    path.write_bytes(made(each, own))
    print(f"{path}: {'accepted' if each.run(path) else 'refused'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
