"""The Scenario Chart, and what the rule text forbids of a set-up, read from the data alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from functools import cache

from hexwright.model.hex_map import FeatureGroup
from hexwright.model.ids import HexId, UnitId
from hexwright.model.scenario import Scenario
from tests.campaign.game import grid, loaded

# The Scenario Chart of the rule text: turns, start line, Soviet and German order, options, replacements.
CHART = {
    1: (1, 8, "september", 1, "A", "U", False),
    2: (1, 8, "september", 1, "A", "UV", False),
    3: (1, 8, "september", 1, "A", "UW", False),
    4: (1, 8, "september", 1, "B", "UX", False),
    5: (1, 8, "september", 1, "A", "UVW", False),
    6: (1, 8, "september", 1, "B", "UVX", False),
    7: (1, 8, "september", 1, "B", "UVWX", False),
    8: (1, 8, "september", 1, "A", "UWX", False),
    9: (1, 8, "september", 1, "A", "U", True),
    10: (1, 8, "september", 1, "C", "U", True),
    11: (1, 31, "september", 1, "A", "U", False),
    12: (1, 31, "september", 1, "A", "UV", False),
    13: (1, 31, "september", 1, "A", "UWX", True),
    14: (1, 31, "september", 1, "C", "U", True),
    15: (16, 23, "november", 2, "D", "U", False),
    16: (16, 23, "november", 2, "E", "UY", False),
    17: (16, 31, "november", 2, "D", "U", False),
    18: (16, 31, "november", 2, "E", "UY", False),
    19: (16, 23, "november", 2, "D", "U", True),
    20: (16, 31, "november", 2, "D", "U", True),
    21: (24, 31, "december", 3, "F", "U", False),
    22: (24, 31, "december", 3, "F", "UZ", False),
    23: (24, 31, "december", 3, "F", "U", True),
    24: (24, 31, "december", 3, "F", "UZ", True),
}


def scenario(number: int) -> Scenario:
    """Return a scenario by its number."""
    return loaded().game.scenario(f"scenario-{number:02}")


@cache
def line(name: str) -> tuple[HexId, ...]:
    """Return the hexes of a start line."""
    groups: Mapping[str, FeatureGroup] = {
        group.id: group
        for feature in loaded().game.hexmap.features
        if feature.id == "start-line"
        for group in feature.groups
    }
    return groups[name].hexes


@cache
def west_of(name: str) -> frozenset[HexId]:
    """Return the hexes that are reached from the west edge without crossing a start line."""
    on = set(line(name))
    seen = {h for h in grid() if grid().position(h)[0] == 1} - on
    todo = deque(seen)
    while todo:
        for other in grid().neighbours(todo.popleft()).values():
            if other not in on and other not in seen:
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


def faults(standing: Mapping[UnitId, HexId], name: str) -> list[str]:
    """Return what the rule text forbids of a set-up."""
    sides = {unit.id: unit.side for unit in loaded().game.counters.units}
    on, west = set(line(name)), west_of(name)
    found = [f"{unit} on the line" for unit, hex_id in standing.items() if hex_id in on]
    for unit, hex_id in standing.items():
        if hex_id not in on and (hex_id in west) != (sides[unit] == "german"):
            found.append(f"{unit} on the wrong side")
    for hex_id, held in Counter(standing.values()).items():
        if held > 3:
            found.append(f"{held} units in {hex_id}")
    for side in ("german", "soviet"):
        own = {hex_id for unit, hex_id in standing.items() if sides[unit] == side}
        open_ = [h for h in on if not own & set(grid().neighbours(h).values())]
        found += [f"{h} not covered by {side}" for h in sorted(open_)]
    far = [
        unit
        for unit, hex_id in standing.items()
        if sides[unit] == "soviet" and min(grid().distance(hex_id, h) for h in on) > 8
    ]
    if len(far) > 10:
        found.append(f"{len(far)} Soviet units farther than eight hexes")
    return found


def standing(number: int) -> dict[UnitId, HexId]:
    """Return where the units of a scenario stand."""
    return {unit: hex_id for hex_id, unit in scenario(number).setup.standing}
