"""Join lines that layers split into pieces, and cut lines at the edge of the map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import shapely
import shapely.ops

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geomap.layer_files import ProjectedFeature

_EDGE = 1e-5
"""If the end of a line is at most this far from the edge of the map, in km, it counts as cut off."""
_MOST_PIECES = 2_000
"""If more pieces than this share a name, they are joined only where their ends coincide."""


MAX_SOURCE_LINES: Final = 3_000
"""Maximum number of lines in a layer, more than any hex map has."""


def too_many_lines(count: int, remedy: str) -> InputError:
    """Return the error for a layer with more lines than can be drawn."""
    return InputError.single(
        "D007",
        f"the layers contain {count:,} lines within the map; the limit is {MAX_SOURCE_LINES:,}",
        None,
        f"{remedy}, or choose features with 'where'",
    )


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A complete line of a layer, with coordinates in km on the map."""

    layer: str
    name: str
    line: Any
    ends_on_edge: tuple[bool, bool]
    """Whether each end lies on the edge of the map."""
    water_area: Any = None
    """The area that must contain the snapped line. None means that the line must stay near its source."""
    as_drawn: bool = True
    """Whether most of the line runs in the direction in which its pieces were drawn."""

    @property
    def ends(self) -> tuple[Any, Any]:
        """Return the first and the last point."""
        return shapely.Point(self.line.coords[0]), shapely.Point(self.line.coords[-1])

    @property
    def length(self) -> float:
        """Return the length in km. It is rounded so that all computers sort lines in the same order."""
        return round(float(self.line.length), 6)


def source_lines(layer: str, placed: Sequence[ProjectedFeature], box: Any, gap: float) -> list[SourceLine]:
    """Return the lines of a layer in the files' order.

    Pieces with the same name are joined over gaps of up to `gap` km.
    """
    groups: dict[str, list[Any]] = {}
    for one in placed:
        groups.setdefault(one.name, []).extend(
            part for part in shapely.get_parts(one.shape) if part.geom_type in ("LineString", "LinearRing")
        )
    found: list[SourceLine] = []
    for name, pieces in groups.items():
        for line in join_pieces(pieces, gap if name else 0.0):
            found.extend(
                replace(course, as_drawn=_runs_on(course.line, pieces) >= 0)
                for course in _within(layer, name, line, box)
            )
    return found


def _runs_on(line: Any, pieces: Iterable[Any]) -> float:
    """Return the length in km over which a line runs in the direction of its pieces.

    The length of parts that run in the opposite direction is subtracted.
    """
    shapely.prepare(line)
    found = 0.0
    for piece in pieces:
        if line.dwithin(piece, _EDGE):
            first, last = (float(line.project(shapely.Point(piece.coords[n]))) for n in (0, -1))
            found += last - first
    return round(found, 6)


def join_pieces(pieces: Sequence[Any], gap: float) -> list[Any]:
    """Join lines end to end over gaps of up to `gap` km, nearest ends first. Each end is used once."""
    merged = shapely.line_merge(shapely.MultiLineString([p for p in pieces if p.length > 0]))
    lines = sorted(
        (part for part in shapely.get_parts(merged) if not part.is_empty),
        key=lambda p: (-p.length, p.coords[0]),
    )
    if len(lines) < 2 or len(lines) > _MOST_PIECES or gap <= 0:
        return _rings_opened(lines)
    ends = [(n, e) for n in range(len(lines)) for e in (0, -1) if not lines[n].is_ring]
    points = [shapely.Point(lines[n].coords[e]) for n, e in ends]
    tree = shapely.STRtree(points)
    pairs = []
    for i, j in zip(*tree.query(points, predicate="dwithin", distance=gap), strict=True):
        if i < j and ends[i][0] != ends[j][0]:
            # Lines mostly run downstream: an end continues in a beginning; where two ends meet, two arms
            # join.
            pairs.append((ends[i][1] == ends[j][1], round(points[i].distance(points[j]), 6), int(i), int(j)))
    chain = {n: n for n in range(len(lines))}

    def root(n: int) -> int:
        while chain[n] != n:
            n = chain[n]
        return n

    linked: dict[tuple[int, int], tuple[int, int]] = {}
    for _, _, i, j in sorted(pairs):
        a, b = ends[i], ends[j]
        if a in linked or b in linked or root(a[0]) == root(b[0]):
            continue
        linked[a], linked[b] = b, a
        chain[root(a[0])] = root(b[0])
    return _rings_opened(_chained(lines, linked))


def _chained(lines: Sequence[Any], linked: dict[tuple[int, int], tuple[int, int]]) -> list[Any]:
    done: set[int] = set()
    found: list[Any] = []
    for first in range(len(lines)):
        for entry in (0, -1):
            if first in done or (first, entry) in linked:
                continue
            coordinates: list[Any] = []
            at: tuple[int, int] | None = (first, entry)
            while at is not None:
                number, end = at
                done.add(number)
                points = list(lines[number].coords)
                coordinates.extend(points if end == 0 else points[::-1])
                at = linked.get((number, -1 if end == 0 else 0))
            found.append(shapely.LineString(coordinates))
    return found + [lines[n] for n in range(len(lines)) if n not in done]


def _rings_opened(lines: Iterable[Any]) -> list[Any]:
    """Split each ring into two lines that meet at both ends. Other lines are returned unchanged."""
    found: list[Any] = []
    for line in lines:
        if line.is_ring:
            found += [shapely.ops.substring(line, a, b, normalized=True) for a, b in ((0, 0.5), (0.5, 1))]
        else:
            found.append(line)
    return found


def split_into_stretches(line: Any, length: float) -> list[Any]:
    """Cut a line into sections of equal length, about `length` km.

    Each section overlaps half of the next one.
    """
    count = max(1, round(line.length / length))
    return [
        shapely.ops.substring(line, max(0.0, (n - 0.5) / count), min(1.0, (n + 1.5) / count), normalized=True)
        for n in range(count)
    ]


def stretch_ends(line: Any, stretches: int) -> list[Any]:
    """Return the points where one section of a line ends and the next one begins."""
    return [line.interpolate(n / stretches, normalized=True) for n in range(1, stretches)]


def _within(layer: str, name: str, line: Any, box: Any) -> Iterable[SourceLine]:
    parts = [
        part
        for part in shapely.get_parts(line.intersection(box))
        if part.geom_type == "LineString" and part.length > 0
    ]
    for coordinates in _runs(line, parts):
        run = shapely.LineString(coordinates)
        leaves = [box.exterior.distance(shapely.Point(run.coords[n])) < _EDGE for n in (0, -1)]
        yield SourceLine(layer, name, run, (leaves[0], leaves[1]))


def _runs(line: Any, parts: Iterable[Any]) -> list[list[tuple[float, float]]]:
    """Join consecutive parts of a cut line. Each result runs in the line's direction.

    Cutting also splits a line where it crosses itself, and may reverse some parts.
    """
    placed = []
    for part in parts:
        start, end = (line.project(part.interpolate(share, normalized=True)) for share in (0.01, 0.99))
        coordinates = [(x, y) for x, y in part.coords]
        placed.append((min(start, end), coordinates[::-1] if end < start else coordinates))
    runs: list[list[tuple[float, float]]] = []
    for _, coordinates in sorted(placed):
        if runs and math.dist(runs[-1][-1], coordinates[0]) < _EDGE:
            runs[-1].extend(coordinates[1:])
        else:
            runs.append(coordinates)
    return runs
