"""Offer positions for the names of regions and lakes: spaced letters along arcs over the area."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Region
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, face_metrics, wrap
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_engine import AREA_PRICES, LabelOffer, covering_price, kept_pieces
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.name_placement import (
    NamePiece,
    NameStyle,
    PlacedName,
    letters_along,
    straight_name,
)
from hexwright.render.map.polylines import Ruler

_SHARE: Final = 0.042
"""The full size of a name, as a share of its region's extent."""
_LEAST: Final = 3.8
_MOST: Final = 8.0
"""The least and the greatest full size in mm on a 24 mm hex."""
_SIZES: Final = ((1.0, 0.0), (0.86, 2.0), (0.74, 5.0), (0.62, 10.0), (0.52, 18.0))
"""The sizes at which a name is tried, as shares of full size, each with its price."""
_GOOD: Final = 9.0
"""If a size offers a position at this price, no smaller size is tried."""
_ANGLES: Final = (0, -10, 10, -20, 20, -32, 32, -45, 45, -60, 60)
"""The directions of a name in degrees; a negative one rises to the right."""
_FILLED: Final = (0.72, 0.56, 0.4)
"""The shares of the region's extent over which the letters are spread."""
_SAGS: Final = (0.0, -0.07, 0.07, -0.14, 0.14)
"""How deep the arcs of the letters are, as shares of their length."""
_LOOSEST: Final = 1.0
"""The widest space between letters, as a share of their size."""
_TIGHTEST: Final = 0.08
"""The narrowest space between letters, as a share of their size."""
_LATTICE: Final = 0.3
"""The least distance between the middles that are tried, in widths of a hex."""
_MIDDLES: Final = 12
"""The number of middles that are tried along the longer side of a region, at most."""
_CELLS: Final = 8
"""The number of cells along a hex by which points are found inside a region."""
_SAMPLES: Final = 7
"""The number of points of an arc or a row that are looked up in the region."""
_OUTSIDE: Final = {"water": 40.0, "land": 36.0}
"""The price of a name that is wholly outside its region."""
_TRIED: Final = 40
"""The number of middles whose ground is priced, cheapest first."""
_ENOUGH: Final = 14
"""The number of positions that are offered."""
_HALO: Final = 0.8


def own_ground(view: MapView, region: Region) -> frozenset[HexId]:
    """Return the hexes of the kind of terrain that most of a region has: a forest's name stands on trees.

    If no kind has half of it, all hexes are its own.
    """
    hexes = frozenset(region.hexes)
    marked = [hexes.intersection(kind.hexes) for kind in view.hexmap.terrain if kind.art != "clear"]
    most = max(marked, key=len, default=hexes)
    return most if 2 * len(most) >= len(hexes) else hexes


def _along_rows(label: PlacedName) -> Iterator[Point]:
    """Yield points along the middle of each row of a straight name."""
    for box in label.boxes:
        for n in range(_SAMPLES):
            yield Point(box.x + box.width * (n + 0.5) / _SAMPLES, box.centre.y)


@dataclass(frozen=True, slots=True)
class _Arc:
    """A position on an arc, not yet priced by the ground."""

    price: float
    style: NameStyle
    middle: Point
    angle: float
    sag: float


@dataclass(frozen=True)
class RegionNames:
    """The positions that the name of a region may have on a map."""

    view: MapView
    ground: LabelGround
    region: Region

    def offers(self) -> list[LabelOffer]:
        """Return positions of the name, each with its price, in as many sizes as are needed."""
        found: list[LabelOffer] = []
        sizes: set[float] = set()
        for share, price in _SIZES:
            style = self._style(share)
            if style.size in sizes:
                continue
            sizes.add(style.size)
            found += self._priced(style, price, [offer.price - price for offer in found])
            if any(offer.price < _GOOD for offer in found):
                break
        return sorted(found, key=lambda offer: offer.price)[:_ENOUGH]

    @property
    def _text(self) -> str:
        name = self.region.lettered or self.region.name
        return name if self.region.kind == "water" else name.upper()

    def _style(self, share: float) -> NameStyle:
        theme = self.view.theme
        water = self.region.kind == "water"
        face = (
            self.view.face("water", FontFace.SERIF_ITALIC, self._text)
            if water
            else self.view.face("landscapes", FontFace.SERIF, self._text)
        )
        fill = mix_colours(theme.water_name, theme.ink, 0.4) if water else theme.place_name
        box = Box.around(self._centres)
        extent = max(box.width, box.height) + self.view.layout.hex_width
        full = min(_MOST, max(_LEAST, _SHARE * extent / self.view.art_scale_of_hex))
        size = max(self.view.min_lettering, self.view.lettering(full * share))
        return NameStyle(face, size, fill, _TIGHTEST * size)

    def _priced(self, style: NameStyle, extra: float, found: list[float]) -> Iterator[LabelOffer]:
        """Yield the cheapest positions in one style. `found` has the prices of those in larger sizes."""
        unit = self.view.art_scale_of_hex
        id = f"region:{self.region.id}"
        for arc in self._arcs(style):
            most = sorted(found)[_ENOUGH - 1] if len(found) >= _ENOUGH else math.inf
            if arc.price >= most:
                break
            pieces: list[NamePiece] = []
            letters = kept_pieces(letters_along(self._text, arc.style, *self._line(arc)), pieces)
            price = arc.price + covering_price(
                self.ground, letters, arc.style, AREA_PRICES, unit, most - arc.price
            )
            if price < most:
                found.append(price)
                label = PlacedName(id, self._text, arc.style, tuple(pieces), _HALO * unit)
                yield LabelOffer(price + extra, label)
        rows = wrap(self._text, style.face, style.size, 1.0)
        for number, at in enumerate(self._middles if len(rows) > 1 else ()):
            base = Point(at.x, at.y - (len(rows) - 1) * style.size * 0.51 + self._cap(style) / 2)
            label = straight_name(id, rows, style, base, _HALO * unit)
            outside = sum(not self._holds(at) for at in _along_rows(label)) / (_SAMPLES * len(rows))
            most = sorted(found)[_ENOUGH - 1] if len(found) >= _ENOUGH else math.inf
            price = 4.0 + _OUTSIDE[self.region.kind] * outside + self._off_centres[number]
            if price < most:
                price += covering_price(self.ground, label.pieces, style, AREA_PRICES, unit, most - price)
            if price < most:
                found.append(price)
                yield LabelOffer(price + extra, replace(label, text=self._text))

    def _arcs(self, style: NameStyle) -> list[_Arc]:
        """Return for each middle the position with the best form and the least outside the region."""
        best: dict[int, _Arc] = {}
        middles, inside = list(zip(self._middles, self._off_centres, strict=True)), self._inside
        size, dearest = self._cell_size, _OUTSIDE[self.region.kind]
        # Plain forms first: they spare most middles a look at the others.
        for form, angle, spaced, sag in sorted(self._forms(style), key=lambda one: one[0]):
            if len(best) == len(middles) and form >= max(arc.price for arc in best.values()):
                break
            line, start = self._line(_Arc(0.0, spaced, Point(0.0, 0.0), angle, sag))
            span = spaced.width(self._text)
            stations = [line.station(start + n * span / (_SAMPLES - 1)).at for n in range(_SAMPLES)]
            marks = [(at.x, at.y) for at in stations]
            for number, (middle, off_centre) in enumerate(middles):
                price = form + off_centre
                known = best.get(number)
                if known is not None and price >= known.price:
                    continue
                x, y = middle.x, middle.y
                within = [(floor((x + dx) / size), floor((y + dy) / size)) in inside for dx, dy in marks]
                price += dearest * (_SAMPLES - sum(within)) / _SAMPLES
                if known is None or price < known.price:
                    best[number] = _Arc(price, spaced, middle, angle, sag)
        return sorted(best.values(), key=lambda arc: arc.price)[:_TRIED]

    def _forms(self, style: NameStyle) -> Iterator[tuple[float, float, NameStyle, float]]:
        """Yield the forms of the name, each with its price: direction, spacing and sag."""
        bare = replace(style, spacing=0.0).width(self._text)
        gaps = max(1, len(self._text) - 1)
        for degrees in _ANGLES:
            angle = math.radians(degrees)
            along = [p.x * math.cos(angle) + p.y * math.sin(angle) for p in self._centres]
            extent = max(along) - min(along) + self.view.layout.hex_width
            spacings = dict.fromkeys(
                round(min(_LOOSEST, max(_TIGHTEST, (share * extent - bare) / gaps / style.size)), 2)
                for share in _FILLED
            )
            for rank, spacing in enumerate(spacings):
                spaced = replace(style, spacing=spacing * style.size)
                for sag in _SAGS:
                    yield 3.0 * (degrees / 45) ** 2 + 12.0 * abs(sag) + rank, angle, spaced, sag

    def _line(self, arc: _Arc) -> tuple[Ruler, float]:
        """Return the line on which the letters stand, and where on it the first begins."""
        span = arc.style.width(self._text)
        cos, sin = math.cos(arc.angle), math.sin(arc.angle)
        drop = self._cap(arc.style) / 2
        points = []
        for n in range(-6, 7):
            x = n / 12 * span
            y = drop + arc.sag * span * (1 - (2 * n / 12) ** 2) - arc.sag * span / 2
            points.append(Point(arc.middle.x + x * cos - y * sin, arc.middle.y + x * sin + y * cos))
        line = Ruler(points)
        return line, (line.length - span) / 2

    def _cap(self, style: NameStyle) -> float:
        return face_metrics(style.face).cap_height * style.size

    @cached_property
    def _off_centres(self) -> Sequence[float]:
        """Return for each middle the price of its distance from the middle of the region."""
        middle = Box.around(self._centres).centre
        return [1.2 * at.distance(middle) / self.view.layout.hex_width for at in self._middles]

    def _holds(self, point: Point) -> bool:
        return self._cell(point) in self._inside

    def _cell(self, point: Point) -> tuple[int, int]:
        return floor(point.x / self._cell_size), floor(point.y / self._cell_size)

    @property
    def _cell_size(self) -> float:
        return self.view.layout.hex_width / _CELLS

    @cached_property
    def _inside(self) -> frozenset[tuple[int, int]]:
        """Return the cells whose middles are in the region, on its own kind of ground."""
        layout, hexes = self.view.layout, own_ground(self.view, self.region)
        size = self._cell_size
        reach = math.ceil(layout.radius / size)
        found = set()
        for centre in self._centres:
            column, row = self._cell(centre)
            for x in range(column - reach, column + reach + 1):
                for y in range(row - reach, row + reach + 1):
                    if layout.hex_at(Point((x + 0.5) * size, (y + 0.5) * size)) in hexes:
                        found.add((x, y))
        return frozenset(found)

    @cached_property
    def _centres(self) -> Sequence[Point]:
        return [self.view.layout.centre(hex_id) for hex_id in self.region.hexes]

    @cached_property
    def _middles(self) -> Sequence[Point]:
        """Return the points on which the middle of the name may be."""
        box = Box.around(self._centres)
        step = max(_LATTICE * self.view.layout.hex_width, max(box.width, box.height) / _MIDDLES)
        across, down = math.ceil(box.width / step / 2), math.ceil(box.height / step / 2)
        lattice = (
            Point(box.centre.x + x * step, box.centre.y + y * step)
            for x in range(-across, across + 1)
            for y in range(-down, down + 1)
        )
        return [point for point in lattice if self._holds(point)]
