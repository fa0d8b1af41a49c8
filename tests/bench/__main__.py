"""Measure what the issues set limits for: `make bench`. Never part of the tests.

Each figure is taken from a process of its own, in a copy of the project's data with a cache of its
own, so that a run disturbs nothing and measures a user's first build. Machines differ: quote
ratios from one run.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench import dividing, large, queue_of_games, queue_on_cluster, sized, supplying
from tests.bench.cost import Cost, run
from tests.umpire.planting import Field, judged

ROOT = Path(__file__).resolve().parents[2]
GAME = "battle-for-moscow"
LARGE = "moscow-campaign"
"""The game whose build has the most to do."""


def median(costs: Sequence[Cost], figure: str) -> float:
    """Return the median of one figure."""
    return float(statistics.median(getattr(cost, figure) for cost in costs))


def row(what: str, value: str, limit: str) -> None:
    """Print one line of the result."""
    print(f"{what:<48} {value:>14}   {limit}")


@dataclass(frozen=True)
class Builds:
    """What builds of a game cost, and how large its module is."""

    cold: Sequence[Cost]
    unchanged: Sequence[Cost]
    changed: Sequence[Cost]
    """With one counter changed."""
    size: int


def built(slug: str, repeats: int) -> Builds:
    """Build a game from nothing, with nothing changed and with one counter changed."""
    hexwright = [sys.executable, "-m", "hexwright.cli"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("data", "art"):
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part)
        out = folder / "out"
        command = [*hexwright, "-C", str(folder), "build", slug, "--out", str(out)]
        cold, warm, changed = [], [], []
        counters = folder / "data" / slug / "counters.yaml"
        text = counters.read_text(encoding="utf-8")
        first = re.search(r"strength: (\d+)", text)
        assert first is not None
        for turn in range(repeats):
            environment = {"HEXWRIGHT_CACHE": str(folder / f"cache{turn}")}
            counters.write_text(text, encoding="utf-8")
            cold.append(run(command, environment, ROOT))
            warm.append(run(command, environment, ROOT))
            other = text[: first.start(1)] + str(20 + turn) + text[first.end(1) :]
            counters.write_text(other, encoding="utf-8")
            changed.append(run(command, environment, ROOT))
        (module,) = out.glob("*.vmod")
        return Builds(cold, warm, changed, module.stat().st_size)


def builds(repeats: int) -> None:
    """Measure builds of the first game and of the largest one."""
    small = built(GAME, repeats)
    row("cold build, CPU", f"{median(small.cold, 'cpu'):.2f} s", "under 6 s")
    row("cold build, wall", f"{median(small.cold, 'wall'):.2f} s", "")
    row("cold build, peak memory", f"{median(small.cold, 'peak_mb'):.0f} MB", "under 300 MB")
    row("unchanged build, wall", f"{median(small.unchanged, 'wall'):.2f} s", "under 0.4 s")
    row("one counter changed, wall", f"{median(small.changed, 'wall'):.2f} s", "under 1.5 s")
    row("module", f"{small.size / 1e6:.2f} MB", "under 8 MB")
    large = built(LARGE, 1)
    row(f"cold build of {LARGE}, CPU", f"{median(large.cold, 'cpu'):.2f} s", "under 25 s")
    row(f"cold build of {LARGE}, memory", f"{median(large.cold, 'peak_mb'):.0f} MB", "under 400 MB")
    row(f"unchanged {LARGE}, CPU", f"{median(large.unchanged, 'cpu'):.2f} s", "a fraction of a second")
    row(f"one counter of {LARGE} changed, CPU", f"{median(large.changed, 'cpu'):.2f} s", "under 2 s")
    row(f"module of {LARGE}", f"{large.size / 1e6:.2f} MB", "under 40 MB")
    help_ = [run([sys.executable, "-m", "hexwright.cli", "--help"], {}, ROOT) for _ in range(repeats + 2)]
    row("hexwright --help, wall", f"{median(help_, 'wall'):.2f} s", "under 0.2 s")


def prints(repeats: int) -> None:
    """Measure printing the first game: cold, and with nothing changed."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "hexwright.cli", "print", GAME, "--out", str(Path(name) / "out")]
        cold, warm = [], []
        for turn in range(repeats):
            environment = {"HEXWRIGHT_CACHE": str(Path(name) / f"cache{turn}")}
            cold.append(run(command, environment, ROOT))
            warm.append(run(command, environment, ROOT))
        row("cold print, wall", f"{median(cold, 'wall'):.2f} s", "under 8 s")
        row("cold print, peak memory", f"{median(cold, 'peak_mb'):.0f} MB", "under 300 MB")
        row("unchanged print, wall", f"{median(warm, 'wall'):.2f} s", "under 1 s")


def emission() -> None:
    """Measure a thousand counters against pywargame, where a Python is named that has it.

    It needs a Python of its own (3.12), named by HEXWRIGHT_PYWARGAME; ours runs under it as well, so
    that the ratio is one of programs and not of Pythons.
    """
    script = str(Path(__file__).with_name("emission.py"))
    mine = float(subprocess.check_output([sys.executable, script, "ours"], cwd=ROOT))
    row("1,000 counters, CPU", f"{mine:.2f} s", "pywargame: 0.75 s")
    other = os.environ.get("HEXWRIGHT_PYWARGAME")
    if other is None:
        row("1,000 counters against pywargame", "-", "set HEXWRIGHT_PYWARGAME to a Python that has it")
        return
    same = float(subprocess.check_output([other, script, "ours"], cwd=ROOT))
    theirs = float(subprocess.check_output([other, script, "theirs"], cwd=ROOT))
    row("1,000 counters against pywargame", f"{same / theirs:.2f} x", f"{same:.2f} s and {theirs:.2f} s")


def umpire() -> None:
    """Measure the umpire on a log, scaled to two thousand steps."""
    field = Field.begun(GAME, 1, 11).play(lambda played: len(played.replay.steps) >= 400, "greedy")
    log = field.log()
    begun = time.process_time()
    judged(GAME, log)
    spent = (time.process_time() - begun) * 2_000 / len(log.steps)
    row("a log of 2,000 steps umpired, CPU", f"{spent:.2f} s", "under 5 s")


def main() -> None:
    """Run every benchmark."""
    print(f"{'figure':<48} {'median':>14}   limit")
    builds(3)
    prints(3)
    emission()
    umpire()
    dividing.tell()
    supplying.tell()
    sized.tell()
    queue_of_games.tell()
    queue_on_cluster.tell()
    print()
    large.tell()


if __name__ == "__main__":
    main()
