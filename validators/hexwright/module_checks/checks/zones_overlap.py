"""Check for zones that earlier zones of their board cover, wholly or in part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.grid_locations import Point, contains, parse_path
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c

#: How many points across and down a zone are tried.
_POINTS = 12
#: The shares of a zone that may lie in another by an inexact drawing, and that make it a part of the other.
_SLIGHT, _WHOLE = 0.25, 0.85
#: How many corners may be compared with points, and how many pairs of zones, in all grids together.
_MOST_CORNERS, _MOST_PAIRS = 6_000_000, 2_000_000


class _Shape:
    """A zone's name and corners, and the box around them in pixels."""

    def __init__(self, name: str, path: Sequence[Point]) -> None:
        self.name, self.path = name, path
        (self.left, self.right), (self.top, self.bottom) = (
            (min(p[axis] for p in path), max(p[axis] for p in path)) for axis in (0, 1)
        )

    def near(self, other: _Shape) -> bool:
        """Return whether the boxes around the two zones overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def share_in(self, other: _Shape) -> float:
        """Return about how much of the zone's area lies in another zone, from 0 to 1."""
        tried = [(number + 0.5) / _POINTS for number in range(_POINTS)]
        width, height = self.right - self.left, self.bottom - self.top
        points = [(self.left + width * x, self.top + height * y) for x in tried for y in tried]
        inside = [point for point in points if contains(self.path, point)]
        return sum(contains(other.path, point) for point in inside) / max(len(inside), 1)


def _run(subject: CheckedModule) -> Iterator[Finding]:
    corners, pairs = _MOST_CORNERS, _MOST_PAIRS
    for grid in subject.module.all(c.ZonedGrid):
        before: list[_Shape] = []
        for node in grid.children:
            path = parse_path(node.component.get("path", ""))
            if not isinstance(node.component, c.Zone) or len(path) < 3:
                continue
            zone = _Shape(node.component.get("name", ""), path)
            pairs -= len(before)
            near = (
                [other for other in before if other.name != zone.name and zone.near(other)]
                if pairs > 0
                else []
            )
            corners -= sum(2 * _POINTS**2 * (len(path) + len(other.path)) for other in near)
            if min(corners, pairs) < 0:
                yield Finding(node.place, "this zone and those after it aren't compared: too many corners")
                return
            for other in near:
                hidden = zone.share_in(other)
                if hidden >= _WHOLE or (hidden >= _SLIGHT and other.share_in(zone) < _WHOLE):
                    extent = "all" if hidden >= _WHOLE else "a part"
                    told = f"{extent} of this zone lies in {quoted(other.name)}, which VASSAL finds first"
                    yield Finding(node.place, told, cause="an earlier zone covers this zone")
                    break
            before.append(zone)


CHECK = Check(
    code="V411",
    name="zones-overlap",
    level=Severity.ADVICE,
    title="A zone that an earlier zone covers",
    why=(
        "Where zones overlap, VASSAL takes the one that comes first in the module. The later zone, its grid "
        "and its properties don't count there. A zone inside a later, larger one isn't told: that is how a "
        "box on the map is made. Nor are overlaps of less than about a quarter of the later zone."
    ),
    since="the order of the zones may be intended",
    remedy="Redraw the zones without the overlap, or put the smaller zone before the larger one.",
    run=_run,
)
