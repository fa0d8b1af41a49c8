"""Make games at random, and try each on all sides: `python -m tests.generated -n 1000`, `make games N=1000`.

What fails is shrunk to a small game and left as a folder that `hexwright -C` opens.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final

from tests.generated.plan import Plan, drawn, smaller
from tests.generated.trial import Outcome, shrunk, timed, tried_in

KEEP: Final = Path(__file__).resolve().parents[2] / "build" / "games"
EVERY: Final = 25
"""One game of so many is drawn and printed as well."""


def main() -> int:
    """Return 0 when no game failed, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description=__doc__)
    parser.add_argument("--number", "-n", type=int, default=100, help="games (100)")
    parser.add_argument("--seed", "-s", type=int, default=1, help="the first game's seed (1)")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--keep", type=Path, default=KEEP, help="where games that fail are left")
    parser.add_argument("--again", metavar="PLAN", help="try this one plan, as a failure tells it")
    parser.add_argument("--as-it-is", action="store_true", help="don't shrink what fails")
    asked = parser.parse_args()
    if asked.again:
        plan = Plan.read(asked.again)
        outcome = tried_in(plan, asked.keep / f"{plan.seed}", whole=True)
        print(outcome.kind, outcome.told)
        return int(outcome.failed)
    counts: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    began = perf_counter()
    seeds = range(asked.seed, asked.seed + asked.number)
    try:
        for seed, outcome in _all(seeds, asked.jobs):
            counts[outcome.kind] += 1
            compared.update(outcome.counts)
            if outcome.failed or outcome.kind == "refused":
                print(f"{drawn(seed)}\n  {outcome.kind}: {outcome.told}", file=sys.stderr, flush=True)
            if outcome.failed:
                plan = drawn(seed)
                if not asked.as_it_is:
                    plan = shrunk(plan, outcome.kind, smaller, whole=True)
                print(f"  {_left(plan, asked.keep, outcome)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped; so far:")
    told = ", ".join(f"{number} {kind}" for kind, number in counts.most_common())
    print(f"{sum(counts.values())} games in {perf_counter() - began:.0f} s: {told}")
    print(f"compared: {', '.join(f'{number:,} {kind}' for kind, number in sorted(compared.items()))}")
    return int(any(Outcome(kind).failed for kind in counts))


def _all(seeds: range, jobs: int) -> Iterator[tuple[int, Outcome]]:
    """Try the games of seeds, a few at a time; yield them in order."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        pending: list[tuple[int, Future[Outcome]]] = []
        for seed in seeds:
            pending.append((seed, pool.submit(timed, drawn(seed), whole=seed % EVERY == 0)))
            if len(pending) > 2 * jobs:
                first, future = pending.pop(0)
                yield first, future.result()
        for first, future in pending:
            yield first, future.result()


def _left(plan: Plan, keep: Path, outcome: Outcome) -> str:
    """Leave a game that fails as a folder, and say what tries it again."""
    folder = keep / f"{outcome.kind}-{plan.seed}"
    shutil.rmtree(folder, ignore_errors=True)
    again = tried_in(plan, folder, whole=outcome.kind == "print")
    return f"left in {folder}: {again.told}\n  again: python -m tests.generated --again {plan}"


if __name__ == "__main__":
    sys.exit(main())
