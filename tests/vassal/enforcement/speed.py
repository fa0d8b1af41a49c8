"""Measure in the real engine how long a module takes to judge: moves, battles, phases, loading.

By hand: `python -m tests.vassal.enforcement.speed [module.vmod]`; without a file the shipped game is
compiled with plain pictures. Every figure is what the engine itself worked, in milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.table import SLUG, Table

ROUNDS = 15
LIMITS = {"loading": 3000.0, "battle": 300.0, "phase": 500.0}
"""The goals by the first word of what is measured; a judged move has 150 ms."""


def measure(path: Path) -> dict[str, list[float]]:
    """Return the times of each kind of deed."""
    times: dict[str, list[float]] = {}
    began = time.perf_counter()
    with Engine(path) as engine:
        times["opening engine and module"] = [1000 * (time.perf_counter() - began)]
        table = Table(engine)
        table.start()

        def timed(name: str, deed: Callable[[], object]) -> None:
            deed()
            times.setdefault(name, []).append(engine.last_ms)

        title = game(SLUG).scenarios[0].title
        for _ in range(5):
            timed("loading a set-up", lambda: engine.start(title, "Both sides"))
        table.start()
        panzer, target = table.unit("german-xlvi"), table.unit("soviet-20")
        attackers = [table.unit(name) for name in ("german-ix", "german-xx")]
        for _ in range(ROUNDS):
            timed("move, legal", lambda: table.drag(panzer, "0307"))
            timed("move, taken back", lambda: table.drag(panzer, "0406"))
            timed("move, refused", lambda: table.drag(panzer, "0909"))
            timed("lights on", lambda: table.key(panzer, "keys:ctrl G"))
            table.key(panzer, "keys:ctrl G")
        table.rules("off")
        for goal in ("0307", "0406") * (ROUNDS // 2):
            timed("move, rules off", partial(table.drag, panzer, goal))
        for round_ in range(ROUNDS // 2):
            table.start(phases=0)
            panzer, target = table.unit("german-xlvi"), table.unit("soviet-20")
            attackers = [table.unit(name) for name in ("german-ix", "german-xx")]
            engine.seed(round_)
            timed("battle, picking", partial(table.key, target, "keys:ctrl A"))
            for unit in (panzer, *attackers):
                timed("battle, joining", partial(table.key, unit, "keys:ctrl A"))
            timed("battle, fought", partial(table.key, target, "keys:ctrl D"))
        table.start(phases=1)
        for _ in range(16):
            timed("phase", table.next)
    return times


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", nargs="?", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = asked.module
        if path is None:
            from tests.vassal.engine.conftest import write_module

            path = write_module(game(SLUG), SLUG, Path(folder) / "game.vmod")
        for name, taken in measure(path).items():
            limit = LIMITS.get(name.split(",")[0].split()[0], 150.0)
            told = f"{statistics.median(taken):6.0f} median {max(taken):6.0f} most (goal {limit:.0f})"
            print(f"{name:28}{told}  {len(taken)} times")


if __name__ == "__main__":
    main()
