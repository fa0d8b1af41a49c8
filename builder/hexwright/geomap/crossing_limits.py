"""Refuse shapes whose edges cross each other too often, before work begins that grows with each crossing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy
import shapely

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geomap.layer_features import MAX_POINTS, LayerFeature
from hexwright.support.file_limits import REMEDY, raised
from hexwright.support.message_wording import quote

MAX_FEATURE_POINTS: Final = 200_000
"""The maximum number of points of one feature, in the file or within the window."""
MAX_OVERLAPS: Final = 20
"""The maximum number of edges near each edge, on average: of edges whose bounding boxes overlap its own."""
FREE_OVERLAPS: Final = 200_000
"""The number of overlaps that any layer may have."""
_AT_ONCE: Final = 20_000_000
"""The maximum number of overlaps that one look-up may find; it bounds the memory."""
_SMALL: Final = 200
"""Features with fewer points are only tested together with the others."""


def require_few_crossings(features: Sequence[LayerFeature], file: str) -> None:
    """Raise `InputError` (D029) for a feature with too many points, and for features whose edges may cross
    too often: each within itself, and all with each other.

    Points don't count.
    """
    shaped = [feature for feature in features if feature.shape.geom_type not in ("Point", "MultiPoint")]
    for feature in shaped:
        count = int(shapely.get_num_coordinates(feature.shape))
        if count > raised(MAX_FEATURE_POINTS):
            what = f"has {count:,} points; the limit is {raised(MAX_FEATURE_POINTS):,}"
            raise _refusal(feature, file, what)
        if count > _SMALL and not _has_few_overlaps([feature.shape]):
            raise _refusal(feature, file, "crosses itself, or has edges close together, too often")
    if shaped and not _has_few_overlaps([feature.shape for feature in shaped]):
        raise _refusal(None, file, "cross each other, or lie close together, too often")


def require_few_points(feature: LayerFeature, inside: Any, step: float, file: str, before: int) -> int:
    """Return how many points a feature has within the window, once no edge is longer than `step` degrees.

    Raise `InputError` (D029) if it has too many, or if the spec's layers have too many with the `before`
    points of those read before.
    """
    count = int(shapely.get_num_coordinates(inside) + shapely.length(inside) / step)
    if count > raised(MAX_FEATURE_POINTS):
        raise _refusal(feature, file, f"needs {count:,} points; the limit is {raised(MAX_FEATURE_POINTS):,}")
    if before + count > raised(MAX_POINTS):
        raise _refusal(None, file, f"and the files before need more than {raised(MAX_POINTS):,} points")
    return count


def _has_few_overlaps(shapes: Iterable[Any]) -> bool:
    edges = numpy.concatenate([_edges(shape) for shape in shapes])
    boxes = shapely.linestrings(edges.reshape(-1, 2, 2))
    tree, left = shapely.STRtree(boxes), raised(FREE_OVERLAPS) + raised(MAX_OVERLAPS) * len(boxes)
    batch = max(1, _AT_ONCE // max(1, len(boxes)))
    for first in range(0, len(boxes), batch):
        left -= len(tree.query(boxes[first : first + batch])[0])
        if left < 0:
            return False
    return True


def _edges(shape: Any) -> Any:
    """Return the edges of lines or areas as rows of x, y, x, y."""
    parts = shapely.get_parts(shape)
    lines = shapely.get_rings(parts) if _is_area(shape) else parts
    points, line = shapely.get_coordinates(lines, return_index=True)
    return numpy.hstack((points[:-1], points[1:]))[line[1:] == line[:-1]]


def _is_area(shape: Any) -> bool:
    return shape.geom_type in ("Polygon", "MultiPolygon")


def _refusal(feature: LayerFeature | None, file: str, what: str) -> InputError:
    who = f"{feature.place or quote(feature.name)} " if feature is not None else f"features of {quote(file)} "
    return InputError.single(
        "D029",
        f"{who}{what}",
        feature.span if feature is not None else None,
        f"repair and simplify the layer in a GIS program first; {REMEDY}",
    )
