"""Find the stacking limits that the units in a hex exceed, from the data alone, without a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from hexwright.geometry.criteria_hexes import hex_meets_criteria
from hexwright.model.counter_mix import Unit
from hexwright.model.hex_map import HexMap
from hexwright.model.ids import SideId
from hexwright.model.rules.stacking_record import StackLimit


def broken_limits(
    limits: Iterable[StackLimit], hexmap: HexMap, hex_id: str, units: Collection[Unit]
) -> Iterator[StackLimit]:
    """Yield the limits that the units in a hex exceed; each side's units are counted separately."""
    for limit in limits:
        if _is_exceeded(limit, units) and hex_meets_criteria(hexmap, hex_id, limit):
            yield limit


def _is_exceeded(limit: StackLimit, units: Collection[Unit]) -> bool:
    if len(units) * max((1, *limit.points.values())) <= limit.max:
        return False  # most stacks are small
    counts: Counter[SideId] = Counter()
    for unit in units:
        counts[unit.side] += limit.weight(unit)
    return any(count > limit.max for count in counts.values())
