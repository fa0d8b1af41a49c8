"""Measure how long the rules engine takes to find the supply of both sides in Battle of Moscow.

By hand: `python -m tests.bench.supplying`, in processor time.
"""

from __future__ import annotations

import time

from hexwright.rules.supply.supply_range import find_supply_shortage
from tests.battle_of_moscow.game import kernel
from tests.battle_of_moscow.supply_positions import positions


def in_reference() -> float:
    """Return the most milliseconds that both sides of a new position took."""
    setting, spent = kernel().setting, list[float]()
    find_supply_shortage(setting, positions()[0], 0)
    for state in positions()[1:]:
        begun = time.process_time()
        for side in range(len(setting.sides)):
            find_supply_shortage(setting, state, side)
        spent.append((time.process_time() - begun) * 1_000)
    return max(spent)


def tell() -> None:
    """Print the figure."""
    print(f"{'both sides told how supplied':<48} {in_reference():>11.1f} ms   under 71 ms")


if __name__ == "__main__":
    tell()
