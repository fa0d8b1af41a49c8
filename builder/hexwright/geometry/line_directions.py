"""Find the hexes that a line links, in both directions or in one direction along it."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.hex_map import LineFeature
from hexwright.model.ids import HexId

Links = Mapping[HexId, frozenset[HexId]]
"""For each hex, the adjacent hexes to which a line leads."""


def links_of(feature: LineFeature) -> Links:
    """Return, for each hex of a line, the adjacent hexes that the line links to it, in both directions."""
    found: dict[HexId, set[HexId]] = {}
    for line in feature.lines:
        for one, other in zip(line.path, line.path[1:], strict=False):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {hex_id: frozenset(beside) for hex_id, beside in found.items()}


def links_toward(links: Links, goal: HexId, *, away: bool = False) -> Links:
    """Return the links along which the distance to `goal` decreases, or increases if `away` is true.

    Parts of the line that aren't connected to `goal` are left out.
    """
    far = {goal: 0} if goal in links else {}
    front = list(far)
    for hex_id in front:
        for beside in sorted(links[hex_id]):
            if beside not in far:
                far[beside] = far[hex_id] + 1
                front.append(beside)
    sign = -1 if away else 1
    return {
        hex_id: frozenset(b for b in links[hex_id] if (far[hex_id] - far[b]) * sign > 0) for hex_id in far
    }


def directed_line_name(line: str, toward: str | None = None, away_from: str | None = None) -> str:
    """Return the name of a line followed in one direction, such as `road.to.moscow`."""
    if toward is not None:
        return f"{line}.to.{toward}"
    return line if away_from is None else f"{line}.from.{away_from}"
