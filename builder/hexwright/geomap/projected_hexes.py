"""Project points from degrees to km on the map, and lay out the hexes there.

On the map, x points to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
import pyproj
import shapely

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geomap.layer_features import DegreeWindow
from hexwright.geomap.spec_loading import LoadedSpec, require_distinct_ids
from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import Grid
from hexwright.model.ids import HexId
from hexwright.support.linear_regex import LinearRegex
from hexwright.support.message_wording import quote

_MOST = 200
_SUPPORTED = LinearRegex(
    r"(?i)EPSG:\d{4,6}"
    r"|\+proj=(?:lcc|merc|tmerc|etmerc|utm|laea|aea|stere|sterea|eqc|eqdc|cea|cass|poly|aeqd|omerc|krovak)"
    r"(?: \+(?:lat_0|lat_1|lat_2|lat_ts|lon_0|lonc|alpha|gamma|k|k_0|x_0|y_0|zone|a|b|rf|R)"
    r"=-?\d{1,12}(?:\.\d{1,12})?"
    r"| \+(?:datum=(?:WGS84|NAD83)|ellps=[A-Za-z0-9_]{1,12}|units=m|south|no_defs|type=crs)){0,24}"
)
"""The projections that PROJ may be given. It would open the files that others name."""


@dataclass(frozen=True)
class ProjectedHexes:
    """The hexes of the draft, laid out in km, and the projection from degrees."""

    window: DegreeWindow
    grid: Grid
    layout: Layout
    """The positions of the hexes, in km."""
    transformer: Any
    middle: tuple[float, float]
    """The middle of the window in projected coordinates, in m."""

    @property
    def hexes(self) -> HexGrid:
        """Return the hex grid, with columns, rows and numbering."""
        return self.layout.grid

    @property
    def hex_km(self) -> float:
        """Return the width of a hex across its flats, in km."""
        return self.layout.hex_width

    @cached_property
    def size(self) -> Point:
        """Return the width and height of the area of all hexes, in km."""
        return self.layout.size

    @cached_property
    def box(self) -> Any:
        """Return the rectangle that encloses all hexes."""
        return shapely.box(0, 0, self.size.x, self.size.y)

    @cached_property
    def read_window(self) -> DegreeWindow:
        """Return the part of the earth from which features are read: the window with a margin of three
        hexes.
        """
        return self.window.grown((3 * self.hex_km + 0.1 * self.size.y) / 111.2)

    def projected(self, shape: Any) -> Any:
        """Project a shape from degrees to km on the map."""
        return shapely.transform(shape, self._kilometres)

    def _kilometres(self, points: Any) -> Any:
        x, y = self.transformer.transform(points[:, 0], points[:, 1])
        # Rounding to a tenth of a millimetre gives the same bytes on machines with different arithmetic.
        return numpy.column_stack(
            (
                numpy.round((x - self.middle[0]) / 1000 + self.size.x / 2, 7),
                numpy.round((self.middle[1] - y) / 1000 + self.size.y / 2, 7),
            )
        )

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        """Return the longitude and latitude of a point on the map."""
        east = (x - self.size.x / 2) * 1000 + self.middle[0]
        north = self.middle[1] - (y - self.size.y / 2) * 1000
        longitude, latitude = self.transformer.transform(east, north, direction="INVERSE")
        return round(float(longitude), 4), round(float(latitude), 4)

    @cached_property
    def centres(self) -> Any:
        """Return the centres of all hexes as an array of x and y, in the grid's order."""
        return numpy.array([(p.x, p.y) for p in map(self.layout.centre, self.hexes)])

    @cached_property
    def _tree(self) -> Any:
        return shapely.STRtree(shapely.points(self.centres))

    def hex_near(self, x: float, y: float) -> HexId:
        """Return the hex that contains a point, or the nearest one."""
        inside = self.layout.hex_at(Point(x, y))
        return inside or self.hexes.hexes[int(self._tree.nearest(shapely.Point(x, y)))]

    def hexes_by_distance(self, x: float, y: float) -> Iterator[HexId]:
        """Yield all hexes by distance from a point. The hex that contains the point is first."""
        far = numpy.round(numpy.hypot(self.centres[:, 0] - x, self.centres[:, 1] - y), 6)
        return (self.hexes.hexes[int(n)] for n in numpy.argsort(far, kind="stable"))

    @cached_property
    def corners(self) -> Any:
        """Return the six corners of each hex in the grid's order.

        Corners are clockwise, as in `Layout.corners`.
        """
        first = self.hexes.hexes[0]
        centre = self.layout.centre(first)
        around = [(p.x - centre.x, p.y - centre.y) for p in self.layout.corners(first)]
        return self.centres[:, None, :] + numpy.array(around)[None, :, :]

    @cached_property
    def outlines(self) -> Any:
        """Return the hexes as shapely polygons, in the grid's order."""
        return shapely.polygons(self.corners)


def project_hexes(spec: LoadedSpec) -> ProjectedHexes:
    """Lay hexes over the window of a spec.

    Raise `InputError` if the projection or the number of hexes is impossible.
    """
    declared, asked = spec.geography.window, spec.geography.grid
    window = DegreeWindow(declared.west, declared.south, declared.east, declared.north)
    transformer = _transformer(spec, window)
    along, across = (window.west + window.east) / 2, (window.south + window.north) / 2
    xs, ys = transformer.transform(
        [window.west, window.east, along, along], [across, across, window.south, window.north]
    )
    if not all(map(math.isfinite, (*xs, *ys))):
        raise InputError.single(
            "D015",
            "the projection doesn't cover the whole window",
            spec.spans.value("projection"),
            "write a projection for this part of the earth, or delete 'projection'",
        )
    wide, high = math.dist((xs[0], ys[0]), (xs[1], ys[1])), math.dist((xs[2], ys[2]), (xs[3], ys[3]))
    lane = asked.hex_km * math.sqrt(3) / 2
    flat = asked.orientation == "flat"
    columns = asked.columns or max(1, round(wide / 1000 / (lane if flat else asked.hex_km)))
    rows = asked.rows or max(1, round(high / 1000 / (asked.hex_km if flat else lane)))
    if max(columns, rows) > _MOST:
        raise InputError.single(
            "D016",
            f"the window contains {columns} × {rows} hexes of {asked.hex_km:g} km; "
            f"the limit is {_MOST} × {_MOST}",
            spec.spans.value("grid", "hex_km"),
            "make the hexes larger or the window smaller",
        )
    grid = Grid(asked.orientation, columns, rows, asked.shifted, asked.numbering, asked.hex_mm)
    layout = Layout(require_distinct_ids(spec, grid), asked.hex_km)
    return ProjectedHexes(window, grid, layout, transformer, ((xs[0] + xs[1]) / 2, (ys[2] + ys[3]) / 2))


def _transformer(spec: LoadedSpec, window: DegreeWindow) -> Any:
    words = spec.geography.projection
    if not words:
        high = window.north - window.south
        words = (
            f"+proj=lcc +lat_1={window.south + high / 6:.6f} +lat_2={window.north - high / 6:.6f} "
            f"+lat_0={(window.south + window.north) / 2:.6f} +lon_0={(window.west + window.east) / 2:.6f} "
            "+datum=WGS84 +units=m"
        )
        if abs(window.south + window.north) < 1e-3:  # Around the equator, the cone is a cylinder.
            words = f"+proj=merc +lon_0={(window.west + window.east) / 2:.6f} +datum=WGS84 +units=m"
    if not _SUPPORTED.fullmatch(words):
        raise InputError.single(
            "D030",
            f"the projection {quote(words)} isn't supported",
            spec.spans.value("projection"),
            'write an EPSG code such as "EPSG:32637", or +proj=lcc, merc, tmerc, utm or laea with numbers',
        )
    try:
        crs = pyproj.CRS.from_user_input(words)
        if not crs.is_projected or any(axis.unit_name != "metre" for axis in crs.axis_info[:2]):
            raise InputError.single(
                "D015",
                f"{quote(words)} isn't a projection to a plane in metres",
                spec.spans.value("projection"),
                "write, for example, \"EPSG:32637\" (UTM, zone 37 north), or delete 'projection'",
            )
        return pyproj.Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    except (pyproj.exceptions.CRSError, pyproj.exceptions.ProjError):
        raise InputError.single(
            "D015",
            f"PROJ doesn't know the projection {quote(words)}",
            spec.spans.value("projection"),
            "write, for example, \"EPSG:32637\" (UTM, zone 37 north), or delete 'projection'",
        ) from None
