"""Name everything on the map: places, regions, rivers, fortified lines and start lines, all at once."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.render.counters.own_fonts import OwnFont
from hexwright.render.fonts import FontFace
from hexwright.render.map.lines.fortified_hexes import FortifiedLine
from hexwright.render.map.lines.front_lines import FrontLine
from hexwright.render.map.lines.river_lines import River
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_engine import KEPT, LINE_PRICES, LabelOffer, choose_offers, overlapping
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.line_names import offers_along
from hexwright.render.map.names.name_placement import NameStyle, PlacedName
from hexwright.render.map.names.place_names import PlaceNames, places_by_rank
from hexwright.render.map.names.placed_names_json import names_as_json, names_from_json
from hexwright.render.map.names.region_names import RegionNames, own_ground
from hexwright.render.map.polylines import Line, average_neighbours, resample
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

_OMITTED: Final = 150.0
"""The price of omitting the first name of a line."""
_REPEATED: Final = 60.0
"""The price of omitting a further name of a line."""
_SIZES: Final = ((1.0, 0.0), (0.86, 3.0), (0.74, 8.0), (0.64, 14.0))
"""The sizes at which the name of a line is tried, as shares of full size, each with its price."""
_GOOD: Final = 12.0
"""If a size offers a position at this price, no smaller size is tried."""
_RIVER_EVERY: Final = 170
"""The distance between repetitions of a river's name, in mm."""
_FRONT_EVERY: Final = 300
"""The distance between repetitions of a start line's name, in mm on a 24 mm hex."""
_FRONT_REPEATED: Final = 120.0
"""The price of omitting a further name of a start line: lines that share hexes are told apart by it."""
_TRACKS: Final = 0.15
"""The most square mm of a track, on a 24 mm hex, that the name of a line may cover; rounding covers less."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A name to place: its text, its offers, and whether it must be drawn."""

    text: str
    offers: Sequence[LabelOffer]
    needed: bool
    first: bool = True
    """Whether it is the first name of its line; only that is missed if there is no room."""


_Placed = tuple[tuple[PlacedName, ...], tuple[str, ...]]
"""The placed names, and the names without a free position."""


class NameMemory:
    """The names of the maps that were laid out last.

    Placing names takes half of the time of a map, and a changed hex seldom moves one.
    """

    def __init__(self, size: int = 1) -> None:
        self._size = size
        self._placed: dict[str, _Placed] = {}

    def place(
        self,
        view: MapView,
        ground: LabelGround,
        rivers: Sequence[River],
        works: Sequence[FortifiedLine],
        fronts: Sequence[FrontLine],
        cache: ResultCache | None = None,
    ) -> _Placed:
        """Return what `place_all_names` returns; it is called only if what it asks for has changed.

        `cache` has the names of maps that other processes laid out.
        """
        asked = replace(view, hexmap=replace(view.hexmap, terrain=()), art=MappingProxyType({}), ground=None)
        grounds = [sorted(own_ground(view, region)) for region in view.hexmap.regions]
        lines = repr((rivers, works, fronts, grounds, view.ground is None))
        key = hashlib.sha256(f"{asked!r}{lines}{ground.contents()}".encode()).hexdigest()
        placed = self._placed.pop(key, None)
        if placed is None:
            placed = _kept_names(
                cache,
                key,
                lambda: place_all_names(view, ground, rivers, works, fronts),
                [font for font in view.fonts.values() if isinstance(font, OwnFont)],
            )
        self._placed[key] = placed
        if len(self._placed) > self._size:
            del self._placed[next(iter(self._placed))]
        return placed


def _kept_names(
    cache: ResultCache | None, key: str, make: Callable[[], _Placed], fonts: Sequence[OwnFont]
) -> _Placed:
    """Return the names that the cache has; if it has none, make them and put them there."""
    if cache is None:
        return make()
    entry = digest_of(["names", code_digest(), key])
    kept = cache.get(entry)
    if kept is not None and (placed := names_from_json(kept, fonts)) is not None:
        return placed
    made = make()
    cache.put(entry, names_as_json(*made))
    return made


def place_all_names(
    view: MapView,
    ground: LabelGround,
    rivers: Sequence[River],
    works: Sequence[FortifiedLine],
    fronts: Sequence[FrontLine],
) -> _Placed:
    """Return the placed names, and the names without a free position.

    Names of places are placed anyway; other names without a position are omitted.
    """
    names = [
        *_place_names(view, ground),
        *_work_names(view, ground, works),
        *_front_names(view, ground, fronts),
        *_river_names(view, ground, rivers),
        *_region_names(view, ground),
    ]
    names = [name for name in names if name.offers]
    chosen = choose_offers([name.offers for name in names], view.art_scale_of_hex)
    return _sorted_out(view, ground, names, chosen)


def _sorted_out(
    view: MapView, ground: LabelGround, names: Sequence[_Name], chosen: Sequence[LabelOffer]
) -> _Placed:
    placed: list[PlacedName] = []
    missed: list[str] = []
    bad = overlapping(chosen)
    for number, (name, offer) in enumerate(zip(names, chosen, strict=True)):
        label = offer.label
        faulty = label is None or number in bad or _is_struck(view, ground, label)
        if faulty and name.first:
            missed.append(name.text)
        if label is not None and (name.needed or not faulty):
            placed.append(label)
    return tuple(placed), tuple(missed)


def _is_struck(view: MapView, ground: LabelGround, label: PlacedName) -> bool:
    """Return whether a name covers a track or a symbol, or leaves the map."""
    most = _TRACKS * view.art_scale_of_hex**2
    for piece in label.pieces:
        quad = piece.quad(label.lettering) if piece.rotation else None
        if not ground.bounds.holds(piece.box):
            return True
        areas = ground.areas(("track", "symbol", "sign"), piece.box, quad)
        if areas is not None and max(areas) > most:
            return True
    return False


def _place_names(view: MapView, ground: LabelGround) -> Iterator[_Name]:
    finder = PlaceNames(view, ground)
    for place in places_by_rank(view.hexmap.places):
        yield _Name(place.name, finder.offers(place), needed=True)


def _region_names(view: MapView, ground: LabelGround) -> Iterator[_Name]:
    for region in view.hexmap.regions:
        if region.hexes:
            yield _line_name(region.name, RegionNames(view, ground, region).offers(), first=True)


def _line_name(
    label_text: str, offers: list[LabelOffer], *, first: bool, repeated: float = _REPEATED
) -> _Name:
    omitted = LabelOffer(_OMITTED if first else repeated, None)
    return _Name(label_text, [*offers, omitted], needed=False, first=first)


def _offers(
    view: MapView,
    ground: LabelGround,
    label: PlacedName,
    lines: Sequence[Line],
    offsets: Sequence[float],
) -> list[LabelOffer]:
    """Return positions for a name along any of the lines, in as many sizes as are needed."""
    found: list[LabelOffer] = []
    unit, style = view.art_scale_of_hex, label.lettering
    sizes: set[float] = set()
    for share, extra in _SIZES:
        size = max(view.min_lettering, style.size * share)
        if size in sizes:
            continue
        sizes.add(size)
        smaller = replace(label, lettering=replace(style, size=size, spacing=style.spacing * share))
        for line in lines:
            # Only the cheapest offers take part in the choice.
            bound = sorted(offer.price for offer in found)[KEPT - 1] if len(found) >= KEPT else math.inf
            near = offers_along(smaller, line, offsets, ground, LINE_PRICES, unit, bound - extra)
            found += [LabelOffer(offer.price + extra, offer.label) for offer in near]
        if any(offer.price < _GOOD for offer in found):
            break
    return found


def _work_names(view: MapView, ground: LabelGround, works: Sequence[FortifiedLine]) -> Iterator[_Name]:
    unit = view.art_scale_of_hex
    offsets = [o * unit for o in (-2.2, 3.4, -4.0, 5.0, 5.6)]
    # A fortified line named after a place needs no label: it stands beside the place's name.
    places = {place.name for place in view.hexmap.places}
    smooth = round(0.7 * view.layout.hex_width)
    for work in works:
        if not work.name or work.name in places:
            continue
        style = _fortified_line_style(view, work.name)
        label = PlacedName(f"work:{work.id}", work.name.upper(), style, (), 0.5 * unit)
        evens = [resample(front, 1.0) for front in work.front_stretches]
        lines = [average_neighbours(even, min(smooth, len(even) // 4)) for even in evens]
        yield _line_name(work.name, _offers(view, ground, label, lines, offsets), first=True)


def _front_names(view: MapView, ground: LabelGround, fronts: Sequence[FrontLine]) -> Iterator[_Name]:
    """Name each start line several times along its course."""
    unit = view.art_scale_of_hex
    offsets = [sign * away * unit for away in (0.9, 1.6, 2.8) for sign in (1, -1)]
    for front in fronts:
        if len(front.line) < 3 or not front.name:
            continue
        style = replace(_fortified_line_style(view, front.name), fill=view.theme.front)
        even = resample(front.line, 1.0 * unit)
        spans = max(1, round(len(even) / _FRONT_EVERY))
        for n in range(spans):
            part = even[n * len(even) // spans : (n + 1) * len(even) // spans]
            line = average_neighbours(resample(part, 1.0), 9)
            label = PlacedName(f"front:{front.id}-{n}", front.name.upper(), style, (), 0.5 * unit)
            offers = _offers(view, ground, label, [line], offsets)
            yield _line_name(front.name, offers, first=n == 0, repeated=_FRONT_REPEATED)


def _river_names(view: MapView, ground: LabelGround, rivers: Sequence[River]) -> Iterator[_Name]:
    """Name each river about every 170 mm; of courses with one name, the shorter may do without."""
    unit = view.art_scale_of_hex
    smooth = round(max(4.0, 0.3 * view.layout.hex_width))
    courses = [(river, resample(river.line, 1.0)) for river in rivers if river.name]
    longest = {river.name: river for river, _ in sorted(courses, key=lambda course: len(course[1]))}
    for river, even in courses:
        half = sorted(river.widths)[len(river.widths) * 3 // 4] / 2
        offsets = [sign * (half + away * unit) for away in (1.1, 1.7, 2.7) for sign in (1, -1)]
        spans = max(1, round(len(even) / _RIVER_EVERY))
        style = _river_style(view, river.name)
        for n in range(spans):
            part = even[n * len(even) // spans : (n + 1) * len(even) // spans]
            label = PlacedName(f"river:{river.id}-{n}", river.name, style, (), 0.5 * unit)
            lines = [average_neighbours(part, smooth)]
            first = n == 0 and river is longest[river.name]
            yield _line_name(river.name, _offers(view, ground, label, lines, offsets), first=first)


def _fortified_line_style(view: MapView, name: str) -> NameStyle:
    size = view.lettering(2.9)
    return NameStyle(
        view.face("lines", FontFace.SANS_SEMIBOLD, name), size, view.theme.fort, 0.75 * view.art_scale_of_hex
    )


def _river_style(view: MapView, name: str) -> NameStyle:
    size = view.lettering(3.5)
    spacing = 0.55 * view.art_scale_of_hex
    return NameStyle(view.face("water", FontFace.SERIF_ITALIC, name), size, view.theme.water_name, spacing)
