"""Offer positions for the names of places: eight around the symbol, and above and below the counter."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import MapLettering, Place, PlaceKind
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace, face_metrics, wrap
from hexwright.render.map.hex_regions import share_in_hex
from hexwright.render.map.map_view import MapView, symbol_radius
from hexwright.render.map.names.label_engine import KEPT, POINT_PRICES, LabelOffer, covering_price
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.map_fonts import CITIES
from hexwright.render.map.names.name_placement import NameStyle, PlacedName, straight_name

_SIZE: Mapping[PlaceKind, float] = {
    "capital": 5.2,
    "major-city": 4.4,
    "city": 4.0,
    "town": 3.4,
    "name": 3.4,
}
_FACE: Mapping[PlaceKind, FontFace] = {
    "capital": FontFace.SERIF_BOLD,
    "major-city": FontFace.SERIF_BOLD,
    "city": FontFace.SERIF_SEMIBOLD,
    "town": FontFace.SERIF,
    "name": FontFace.SERIF_ITALIC,
}
_HALO: Final = 0.6
_MOST_LINES: Final = 3
_SHARES: Final = ((1.0, 0.0), (0.9, 3.0), (0.8, 8.0), (0.68, 20.0))
"""The sizes at which a name is tried, as shares of full size, each with its price."""
_SIDES: Final = (
    (1, 0, 0.0),
    (1, -1, 0.2),
    (1, 1, 0.4),
    (-1, 0, 0.55),
    (-1, -1, 0.65),
    (0, -1, 0.75),
    (-1, 1, 0.8),
    (0, 1, 0.6),
)
"""The eight positions around a symbol: the direction across, the direction down, and the price."""
_GAPS: Final = (0.7, 1.3, 2.2, 3.4)
"""The distances of a name from its symbol, in mm on a 24 mm hex."""
_SLIDES: Final = (0.0, -0.3, 0.3, -0.62, 0.62)
"""The shifts of a name above or below its symbol, as shares of its width."""
_FAR_GAPS: Final = (2.2, 3.4, 5.0, 6.5, 8.0, 10.0, 12.0)
_FAR_WAYS: Final = 24
_FARTHER: Final = 1.5
"""Further distances and directions for the name of a city without a good position near its symbol, and their
price for each mm on a 24 mm hex.
"""
_CROWDED: Final = 25.0
"""A name whose cheapest position costs more has none that is good."""
_OUTSIDE_HEX: Final = 90.0
"""The price of standing outside the hex."""
_FAR_OUTSIDE: Final[Mapping[PlaceKind, float]] = {
    "capital": 40.0,
    "major-city": 45.0,
    "city": 55.0,
    "town": 70.0,
    "name": 90.0,
}
"""The same for positions farther away: nobody takes the name of a great city for that of another place."""
_A_LITTLE: Final = 0.16
"""The share of a name that may leave its hex for little."""
_HIDDEN: Final = 36.0
"""The price of standing where a counter usually stands, for the whole name, if there is room elsewhere."""
_FULL, _ROOMY = 0.1, 0.35
"""The shares of a hex's width that counters leave: without room for a name beside them, and with room."""
_OF_OTHERS: Final = 6.0
"""The price of each mm by which a name is nearer to another place than to its own."""
_LOST: Final = 80.0
"""The price of a name whose middle is nearer to another place."""
_SECOND_LINE: Final = 1.5
_ROUNDING: Final = 1e-6


_Bare = tuple[float, int, float, float, PlacedName, Point]
"""A position not yet priced by what it covers: its price so far, its order, the two parts of that price, the
name and where it is moved.
"""


def places_by_rank(places: Iterable[Place]) -> list[Place]:
    """Return the places in the order of their importance."""
    ranks = ("capital", "major-city", "city", "town", "name")
    return sorted(places, key=lambda place: (ranks.index(place.kind), place.id))


@dataclass(frozen=True)
class PlaceNames:
    """The positions that names of places may have on a map."""

    view: MapView
    ground: LabelGround

    @cached_property
    def _centres(self) -> Sequence[tuple[Place, Point]]:
        return [(place, self.view.layout.centre(place.hex)) for place in self.view.hexmap.places]

    @cached_property
    def _near(self) -> Mapping[str, Sequence[Point]]:
        """Return for each place the centres of other places that its name might be taken for."""
        reach = 2.5 * self.view.layout.hex_width
        return {
            place.id: [at for other, at in self._centres if other is not place and at.distance(c) < reach]
            for place, c in self._centres
        }

    def offers(self, place: Place) -> list[LabelOffer]:
        """Return the positions of a place's name with their prices."""
        found: list[LabelOffer] = []
        cheapest: list[float] = []
        sizes: set[float] = set()
        for share, price in _SHARES:
            style = self._style(place, share)
            if style.size in sizes:
                continue
            sizes.add(style.size)
            found += self._offers_at(place, style, price, cheapest)
            if any(offer.price < price + 20.0 for offer in found):
                break
        if place.kind != "name" and all(offer.price > _CROWDED for offer in found):
            for share, price in _SHARES:
                found += self._offers_at(place, self._style(place, share), price, cheapest, far=True)
        return found

    def _style(self, place: Place, share: float) -> NameStyle:
        what: MapLettering = "cities" if place.kind in CITIES else "towns"
        face = self.view.face(what, _FACE[place.kind], _text(place))
        spacing = 0.15 * self.view.art_scale_of_hex if place.kind == "capital" else 0.0
        size = self.view.lettering(_SIZE[place.kind] * share)
        return NameStyle(face, size, self.view.theme.place_name, spacing)

    def _offers_at(
        self, place: Place, style: NameStyle, price: float, cheapest: list[float], *, far: bool = False
    ) -> list[LabelOffer]:
        """Return the cheapest positions in one style; others don't take part in the choice.

        `cheapest` has the lowest prices of all styles so far, in order.
        """
        view, unit = self.view, self.view.art_scale_of_hex
        text = _text(place)
        wide = view.layout.hex_width * 0.85
        wraps = (text,), wrap(text, style.face, style.size, wide), wrap(text, style.face, style.size, 1.0)
        dearest = (cheapest[KEPT - 1] if len(cheapest) >= KEPT else math.inf) + _ROUNDING
        bare: list[_Bare] = []
        for lines in dict.fromkeys(wraps):
            if len(lines) > _MOST_LINES:
                continue
            model = straight_name(f"place:{place.id}", lines, style, Point(0.0, 0.0), _HALO * unit)
            extra = price + _SECOND_LINE * (len(lines) - 1)
            for spot, cost in (self._far_spots if far else self._spots)(place, style, model):
                usual = extra + cost
                if usual > dearest:
                    continue
                boxes = [box.moved(spot) for box in model.boxes]
                outside = self._price_outside(place, boxes, far=far)
                if usual + outside > dearest:
                    continue
                bare.append((usual + outside, len(bare), usual, outside, model, spot))
        return self._priced(place, style, bare, cheapest)

    def _priced(
        self, place: Place, style: NameStyle, bare: Sequence[_Bare], cheapest: list[float]
    ) -> list[LabelOffer]:
        """Return the cheapest positions, priced by what they cover."""
        unit = self.view.art_scale_of_hex
        found: list[tuple[int, LabelOffer]] = []
        for least, number, usual, outside, model, spot in sorted(bare, key=lambda one: one[:2]):
            most = cheapest[KEPT - 1] if len(cheapest) >= KEPT else math.inf
            if least > most + _ROUNDING:
                break
            foreign = self._foreign(place, [box.moved(spot) for box in model.boxes])
            if least + foreign > most + _ROUNDING:
                continue
            label = PlacedName(model.id, model.text, style, tuple(model.moved(spot)), model.halo)
            total = usual + (outside + self._price_hidden(label.boxes) + foreign)
            if total > most:
                continue
            total += covering_price(self.ground, label.pieces, style, POINT_PRICES, unit, most - total)
            if total <= most:
                insort(cheapest, total)
                found.append((number, LabelOffer(total, label)))
        return [offer for _, offer in sorted(found, key=lambda one: one[0])]

    def _spots(self, place: Place, style: NameStyle, model: PlacedName) -> Iterator[tuple[Point, float]]:
        """Yield positions for the middle of the first line's baseline, each with its price."""
        unit, radius = self.view.art_scale_of_hex, symbol_radius(place.kind) * self.view.art_scale_of_hex
        c = self.view.layout.centre(place.hex)
        cap = face_metrics(style.face).cap_height * style.size
        wide = max(box.width for box in model.boxes)
        tall = model.boxes[-1].bottom - model.boxes[0].y
        ink = cap + (len(model.boxes) - 1) * style.size * 1.02
        if radius == 0:
            for dx in (0.0, -1.5, 1.5):
                yield Point(c.x + dx * unit, c.y + cap - ink / 2), 0.5 * abs(dx)
        for gap in _GAPS:
            away = radius + gap * unit
            far = 0.9 * (gap - _GAPS[0])
            for across, down, price in _SIDES:
                if across == 0:
                    continue
                lean = 0.72 if down else 1.0
                x = c.x + across * (away * lean + wide / 2)
                y = c.y + down * (0.72 * away + 0.3 * ink) - ink / 2 + cap
                yield Point(x, y), price + far
        yield from self._above_and_below(c, radius, (wide, tall, cap), style)

    def _far_spots(self, place: Place, style: NameStyle, model: PlacedName) -> Iterator[tuple[Point, float]]:
        """Yield positions all around a symbol, beyond those of `_spots`."""
        unit, radius = self.view.art_scale_of_hex, symbol_radius(place.kind) * self.view.art_scale_of_hex
        c, box = self.view.layout.centre(place.hex), LabelOffer(0.0, model).box
        assert box is not None
        for gap in _FAR_GAPS:
            for n in range(_FAR_WAYS):
                x, y = math.cos(math.tau * n / _FAR_WAYS), math.sin(math.tau * n / _FAR_WAYS)
                away = radius + gap * unit
                middle = Point(c.x + x * (away + box.width / 2), c.y + y * (away + box.height / 2))
                yield middle - box.centre, _FARTHER * gap

    def _above_and_below(
        self, c: Point, radius: float, size: tuple[float, float, float], style: NameStyle
    ) -> Iterator[tuple[Point, float]]:
        """Yield positions above and below a symbol, as far as a little beyond the hexside."""
        unit, (wide, tall, cap) = self.view.art_scale_of_hex, size
        near = radius + _GAPS[0] * unit
        room = self._to_edge() - near + 0.35 * tall
        counter = self.view.counter_mm / 2
        shifts = {near + n * room / 7 for n in range(8)} | {counter + 0.1, self._to_edge() - cap - 0.25}
        for away in sorted(shift for shift in shifts if shift >= near - 1e-6):
            far = 0.5 * (away - near) / unit
            for slide in _SLIDES:
                price = 0.6 + far + 2.0 * abs(slide)
                yield Point(c.x + slide * wide, c.y + away + cap), price
                yield Point(c.x + slide * wide, c.y - away - tall + cap), price + 0.15

    def _to_edge(self) -> float:
        layout = self.view.layout
        return layout.hex_width / 2 if layout.flat else layout.radius * 0.82

    def _price_outside(self, place: Place, boxes: Sequence[Box], *, far: bool) -> float:
        """Return the price of leaving the hex."""
        layout = self.view.layout
        area = sum(box.width * box.height for box in boxes)
        inside = sum(share_in_hex(layout, place.hex, box) * box.width * box.height for box in boxes)
        out = 1 - inside / area
        return (_FAR_OUTSIDE[place.kind] if far else _OUTSIDE_HEX) * max(0.0, out - _A_LITTLE) + 8.0 * out

    def _price_hidden(self, boxes: Sequence[Box]) -> float:
        """Return the price of standing where a counter usually stands."""
        area = sum(box.width * box.height for box in boxes)
        hidden = sum(self.ground.area("counter", box) for box in boxes)
        # Where a counter fills its hex, a name that flees from it only loses its town.
        room = 1 - self.view.counter_mm / self.view.layout.hex_width
        useful = max(0.0, min(1.0, (room - _FULL) / (_ROOMY - _FULL)))
        return _HIDDEN * useful * min(1.0, hidden / area)

    def _foreign(self, place: Place, boxes: Sequence[Box]) -> float:
        """Return the price of being nearer to other places."""
        near = self._near[place.id]
        if not near:
            return 0.0
        centre = self.view.layout.centre(place.hex)
        middles = [box.centre for box in boxes]
        middle = middles[0] if len(middles) == 1 else Box.around(middles).centre
        own = min([_apart(centre, box) for box in boxes]) + 1.2
        own_middle = centre.distance(middle)
        price = _LOST * any(at.distance(middle) < own_middle for at in near)
        for at in near:
            nearer = own - min([_apart(at, box) for box in boxes])
            if nearer > 0:
                price += _OF_OTHERS * nearer
        return price


def _text(place: Place) -> str:
    """Return the name of a place as the map letters it."""
    name = place.lettered or place.name
    return name.upper() if place.kind == "capital" else name


def _apart(point: Point, box: Box) -> float:
    """Return the distance of a point from a box."""
    left, up = box.x - point.x, box.y - point.y
    dx = left if left > 0 else max(0.0, -left - box.width)
    dy = up if up > 0 else max(0.0, -up - box.height)
    return math.hypot(dx, dy)
