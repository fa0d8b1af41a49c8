"""Make games at random, and try each on all sides: `python -m tests.generated -n 1000`, `make games N=1000`.

What fails is shrunk to a small game and left as a folder that `hexwright -C` opens. A run that is
interrupted, or ended by SIGTERM, tells what it has come to as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from types import FrameType
from typing import Final

from hexwright.cli.console import show_progress_bar
from tests.generated.account import Account
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
    account = Account(asked.seed)
    signal.signal(signal.SIGTERM, _ended)
    try:
        _say(f"games from seed {asked.seed} on, {asked.jobs} at a time")
        with (
            show_progress_bar("games", asked.number, patient=True) as progress,
            _trials(range(asked.seed, asked.seed + asked.number), asked.jobs) as trials,
        ):
            for number, (seed, outcome) in enumerate(trials, 1):
                account.add(seed, outcome)
                if outcome.failed or outcome.kind == "refused":
                    _say(f"{drawn(seed)}\n  {outcome.kind}: {outcome.told}")
                if outcome.failed:
                    account.left[seed] = left(drawn(seed), outcome, asked.keep, as_it_is=asked.as_it_is)
                progress(number)
    except KeyboardInterrupt:
        print(f"stopped after {account.tried} of {asked.number} games")
    finally:
        print(account.told(), flush=True)
    return int(bool(account.failed))


def _ended(_: int, __: FrameType | None) -> None:
    """End as by Ctrl C, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def _trials(seeds: range, jobs: int) -> Iterator[Iterator[tuple[int, Outcome]]]:
    """Try the games of seeds, a few at a time, and yield them in order; a caller that stops waits for
    none.
    """
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))

    def trials() -> Iterator[tuple[int, Outcome]]:
        pending: list[tuple[int, Future[Outcome]]] = []
        for seed in seeds:
            pending.append((seed, pool.submit(timed, drawn(seed), whole=seed % EVERY == 0)))
            if len(pending) > 2 * jobs:
                first, future = pending.pop(0)
                yield first, future.result()
        for first, future in pending:
            yield first, future.result()

    try:
        yield trials()
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.kill()
        raise
    pool.shutdown()


def left(plan: Plan, outcome: Outcome, keep: Path, *, as_it_is: bool) -> str:
    """Leave a game that fails as a folder, shrunk unless it takes too long; say where, and how to try it."""
    kind = outcome.kind
    _leave(plan, kind, keep)
    if not as_it_is and kind != "time":
        plan = shrunk(plan, kind, smaller, whole=True, tell=lambda found: _say(f"  smaller: {found}"))
        outcome = _leave(plan, kind, keep)
    told = f"left in {keep / f'{kind}-{plan.seed}'}\n  again: python -m tests.generated --again '{plan}'"
    _say(f"  {told}: {outcome.told}")
    return told


def _leave(plan: Plan, kind: str, keep: Path) -> Outcome:
    folder = keep / f"{kind}-{plan.seed}"
    shutil.rmtree(folder, ignore_errors=True)
    return tried_in(plan, folder, whole=kind == "print")


if __name__ == "__main__":
    sys.exit(main())
