"""Try programs at random three ways: `python -m tests.queries 10000 [FIRST] [--virtual]`.

A hundred at a time go to the engine's BeanShell, which needs VASSAL_CLASSPATH; `--virtual` leaves it out.
"""

from __future__ import annotations

import sys

from tests.queries.programs import Program
from tests.queries.running import in_python, in_real_engine, in_virtual_engine, script_of

BATCH = 100


def tried(seeds: range, *, real: bool) -> list[str]:
    """Return where the three ways differ."""
    found: list[str] = []
    wanted: dict[int, tuple[str, str]] = {}
    for seed in seeds:
        source = Program(seed).write()
        wanted[seed] = in_python(source), script_of(source)
    for seed, (right, script) in wanted.items():
        if (other := in_virtual_engine(script)) != right:
            found.append(f"{seed}: Python {right}, virtual {other}")
    if real:
        others = in_real_engine(script for _, script in wanted.values())
        for (seed, (right, _)), other in zip(wanted.items(), others, strict=True):
            if other != right:
                found.append(f"{seed}: Python {right}, real {other}")
    return found


def main(number: int, first: int, *, real: bool) -> int:
    """Try so many; tell how far it is, and return 1 where any differs."""
    differ = 0
    for begin in range(first, first + number, BATCH):
        seeds = range(begin, min(begin + BATCH, first + number))
        for fault in tried(seeds, real=real):
            differ += 1
            print(fault, flush=True)
        print(f"{seeds.stop - first} programs, {differ} differ", flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()]
    sys.exit(main(*(*numbers, 0)[:2], real="--virtual" not in sys.argv))
