"""Compare the translated rules engine with the one in Python: `python -m tests.vassal.kernel --calls 60000`.

Calls are divided among the games of the project; with `--games 1000`, that many random games are compared
too.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from hexwright.vassal.kernel.naming import name_in_data
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.translated_engine import translated_classes
from tests.shipped import shipped
from tests.vassal.kernel.comparing import compare_game, generated_games
from tests.vassal.kernel.kernel_machine import Comparison, kernel_machine

SHIPPED = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")


def main() -> int:
    """Return 0 if the two engines never differ, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.vassal.kernel", description=__doc__)
    parser.add_argument("--calls", type=int, default=4_000, help="calls, divided among the games (4000)")
    parser.add_argument("--slug", action="append", help="a game of the project (all)")
    parser.add_argument("--games", type=int, default=0, help="random games (0)")
    parser.add_argument("--each", type=int, default=60, help="calls of each random game (60)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--java", default=shutil.which("java"), help="the Java machine")
    asked = parser.parse_args()
    if asked.java is None:
        parser.error("there is no java on the PATH; name one with --java")
    total = Comparison()
    classes = {**runtime_classes(), **translated_classes()}
    slugs = asked.slug or SHIPPED
    with (
        tempfile.TemporaryDirectory(prefix="kernel-") as folder,
        kernel_machine(asked.java, classes, Path(folder)) as machine,
    ):
        for slug in slugs:
            begun = perf_counter()
            part = asked.calls // len(slugs)
            found = compare_game(machine, shipped(slug).game, name_in_data, part, asked.seed)
            _tell(slug, found, perf_counter() - begun)
            total.merge(found)
        begun, random_games, played = perf_counter(), Comparison(), 0
        for seed, game in generated_games(range(asked.seed, asked.seed + asked.games)):
            found = compare_game(machine, game, name_in_data, asked.each, seed)
            if found.differences:
                _tell(f"random game {seed}", found, perf_counter() - begun)
            random_games.merge(found)
            played += 1
        _tell(f"{played} random games", random_games, perf_counter() - begun)
        total.merge(random_games)
    _tell("together", total, 0)
    print("  ".join(f"{name} {number}" for name, number in total.calls.most_common()))
    return int(bool(total.differences))


def _tell(what: str, found: Comparison, seconds: float) -> None:
    print(
        f"{what}: {sum(found.calls.values())} calls, {len(found.differences)} differences, {seconds:.0f} s",
        flush=True,
    )
    for difference in found.differences[:3]:
        print(difference, flush=True)


if __name__ == "__main__":
    sys.exit(main())
