"""The data that all map layers need: the map, its hex layout, the theme and the chosen options."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hexgrid import STEPS, Cube, HexGrid
from hexwright.model.game import Side
from hexwright.model.game_options import holds_under
from hexwright.model.hex_map import (
    Feature,
    FeatureGroup,
    HexLine,
    HexMap,
    HexsideFeature,
    HexsideLine,
    LineFeature,
    MapLettering,
    PlaceKind,
    ScanLayer,
)
from hexwright.model.ids import HexId, Hexside, SideId
from hexwright.render.canvas import Box
from hexwright.render.counters.own_fonts import OwnFont
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import FontFace, face_with_glyphs
from hexwright.render.map.ground_picture import GroundPicture
from hexwright.render.map.polylines import Line
from hexwright.render.theme import SMALLEST_TEXT, Theme

COUNTER = 15.0
"""Edge in mm of a counter on a 24 mm hex. Important items are drawn where a counter doesn't hide them."""
_ROOMY, _TIGHT = 17.0, 14.0
"""The widths in mm of hexes that have room for all decoration, and of those that have least."""
_GROWTH = 0.55
"""The growth of art with the width of large hexes, as a share of proportional growth."""


_RADIUS: Mapping[PlaceKind, float] = {
    "capital": 4.3,
    "major-city": 3.1,
    "city": 2.5,
    "town": 1.5,
    "name": 0.0,
}


def art_scale(layout: Layout) -> float:
    """Return the scale of a map's art relative to a map with 24 mm hexes."""
    share = layout.hex_width / 24
    return share if share <= 1 else share**_GROWTH


def symbol_radius(kind: PlaceKind) -> float:
    """Return the radius in mm of a place's symbol on a 24 mm hex; 0 for a place without a symbol."""
    return _RADIUS[kind]


@dataclass(frozen=True)
class MapView:
    """A map that is laid out and ready to draw."""

    hexmap: HexMap
    layout: Layout
    field: Box
    """The area within the neatline, in mm; it contains all hexes."""
    theme: Theme
    sides: tuple[Side, ...] = ()
    window: Box | None = None
    """The visible part of the field; None if all of it is visible."""
    options: Mapping[str, str] = dataclasses.field(default_factory=dict)
    min_lettering: float = SMALLEST_TEXT
    """The smallest text size in mm. It is larger if the map is printed at a smaller scale."""
    counter_mm: float = 0.0
    """The edge of a counter in mm; 0 if there are no counters."""
    art: Art = dataclasses.field(default_factory=lambda: NO_ART)
    """The designer's own pictures for the map and for terrain."""
    fonts: Mapping[MapLettering, FontFace | OwnFont] = dataclasses.field(default_factory=dict)
    """The fonts that the map's style chooses, by what they name."""
    banks: tuple[Line, ...] = dataclasses.field(default=(), repr=False)
    """The middle lines of rivers, at which terrain ends; empty before the map is laid out."""
    ground: GroundPicture | None = None
    """The designer's picture of the whole map, fitted to the sheet; None if there is none, or the renderer
    can draw it itself.
    """

    @property
    def grid(self) -> HexGrid:
        """Return the hex grid."""
        return self.layout.grid

    @property
    def visible_field(self) -> Box:
        """Return the visible part of the field. Nothing needs to be drawn outside it."""
        return self.window or self.field

    @property
    def art_scale_of_hex(self) -> float:
        """Return the scale of art relative to a map with 24 mm hexes.

        Larger hexes have larger art, but not in proportion, because names and lines don't need more room
        there.
        """
        return art_scale(self.layout)

    @property
    def smallness(self) -> float:
        """Return how small hexes are: 0 where all decoration has room, 1 where numbers and hexsides, which
        can't shrink, would drown in it.
        """
        return min(1.0, max(0.0, (_ROOMY - self.layout.hex_width) / (_ROOMY - _TIGHT)))

    @cached_property
    def water_hexes(self) -> frozenset[HexId]:
        """Return the hexes of lakes and seas."""
        kinds = (kind for kind in self.hexmap.terrain if kind.art in ("lake", "sea"))
        return frozenset(hex_id for kind in kinds for hex_id in kind.hexes)

    def draws(self, layer: ScanLayer) -> bool:
        """Return whether a layer is drawn: a scan shows what its overlay doesn't name."""
        scan = self.hexmap.scan
        return scan is None or self.ground is None or layer in scan.overlay

    def face(self, what: MapLettering, usual: FontFace, text: str) -> FontFace | OwnFont:
        """Return the font of a name; `usual` is that of a map whose style chooses none."""
        chosen = self.fonts.get(what, usual)
        return face_with_glyphs(chosen, text) if isinstance(chosen, FontFace) else chosen

    def lettering(self, size: float) -> float:
        """Convert a text size for 24 mm hexes to this map; at least `min_lettering`."""
        return max(self.min_lettering, size * self.art_scale_of_hex)

    def side(self, side: SideId | None) -> Side | None:
        """Return the side with this id; None if the id is None."""
        return next((candidate for candidate in self.sides if candidate.id == side), None)

    def applies(self, when: Mapping[str, str]) -> bool:
        """Return whether an entry of the map applies under the chosen options."""
        return holds_under(self.options, when)

    def groups(self, feature: Feature) -> tuple[FeatureGroup, ...]:
        """Return a feature's groups that apply under the chosen options."""
        return tuple(group for group in feature.groups if self.applies(group.option))

    def hexside_lines(self, feature: HexsideFeature) -> tuple[HexsideLine, ...]:
        """Return a hexside feature's lines that apply under the chosen options."""
        return tuple(line for line in feature.lines if self.applies(line.option))

    def hex_lines(self, feature: LineFeature) -> tuple[HexLine, ...]:
        """Return a line feature's lines that apply under the chosen options."""
        return tuple(line for line in feature.lines if self.applies(line.option))

    def ends(self, hexside: Hexside) -> tuple[Point, Point]:
        """Return the two end points of a hexside, in mm."""
        return self.layout.hexside(hexside)

    @cached_property
    def edges(self) -> dict[tuple[str, tuple[HexId, ...]], tuple[Line, ...]]:
        """Return the outlines of terrain that were computed so far, by its id and hexes."""
        return {}

    @cached_property
    def off_map_hexes(self) -> Mapping[tuple[int, int], tuple[Point, tuple[HexId, ...]]]:
        """Return the positions just outside the map's edge.

        The keys are axial coordinates; the values contain the centre and the adjacent hexes on the map.
        """
        found: dict[tuple[int, int], tuple[Point, list[HexId]]] = {}
        for hex_id in self.grid:
            here = self.grid.cube(hex_id)
            for direction, step in STEPS[self.grid.grid.orientation].items():
                cube = here + step
                if self.grid.at(cube) is None:
                    centre = self.layout.centre(hex_id) + self.layout.outward(direction)
                    found.setdefault((cube.q, cube.r), (centre, []))[1].append(hex_id)
        return {key: (centre, tuple(near)) for key, (centre, near) in found.items()}

    @cached_property
    def far_off_map_hexes(self) -> Mapping[tuple[int, int], tuple[Point, tuple[tuple[int, int], ...]]]:
        """Return the positions beyond `off_map_hexes`, which the corners of the field may show.

        The keys are axial coordinates; the values contain the centre and the adjacent keys of
        `off_map_hexes`.
        """
        steps = STEPS[self.grid.grid.orientation].items()
        found: dict[tuple[int, int], tuple[Point, list[tuple[int, int]]]] = {}
        for (q, r), (at, _) in self.off_map_hexes.items():
            for direction, step in steps:
                key = q + step.q, r + step.r
                if key not in self.off_map_hexes and self.grid.at(Cube(*key)) is None:
                    centre = at + self.layout.outward(direction)
                    found.setdefault(key, (centre, []))[1].append((q, r))
        return {key: (centre, tuple(near)) for key, (centre, near) in found.items()}
