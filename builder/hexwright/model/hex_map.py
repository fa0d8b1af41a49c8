"""Define the records of the map in `map.yaml`. Hexes are named by their printed ids; `hexwright.geometry`
computes their positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Annotated, Final, Literal, get_args

from hexwright.model.colours import PaletteColour
from hexwright.model.ids import BoxId, Direction, HexId, Mm, SideId
from hexwright.model.key_annotations import KEYED, Doc, OptionsOf, Pattern, Range, Reference
from hexwright.model.provenance import Provenance

Orientation = Literal["flat", "pointy"]

MapOption = Annotated[
    Mapping[str, str],
    Doc("Options under which the entry is used; if omitted, it is always used.", '{edition: "1986"}'),
    OptionsOf("game.yaml"),
]


@dataclass(frozen=True, slots=True)
class GridNumbers:
    """The numbers of the columns or rows, counted from the corner where the numbering begins."""

    first: Annotated[
        int, Doc("The first number; a letter is its place in the alphabet.", "5"), Range(0, 9999)
    ] = 1
    step: Annotated[int, Doc("Difference between one number and the next.", "2"), Range(1, 100)] = 1
    without: Annotated[
        tuple[int, ...],
        Doc(
            "Numbers that the map leaves out; a letter is its place in the alphabet, so I is 9 and O is 15.",
            "[9, 15]",
        ),
        Range(0, 9999),
    ] = ()


Corner = Literal["upper-left", "upper-right", "lower-left", "lower-right"]
MapEdge = Literal["top", "bottom", "left", "right"]


@dataclass(frozen=True, slots=True)
class Grid:
    """The hex grid: its size, orientation and numbering."""

    orientation: Annotated[Orientation, Doc("Whether hexes have a flat top or a pointed top.", "flat")]
    columns: Annotated[int, Doc("Number of columns (flat) or hexes in a row (pointy).", "14"), Range(1, 200)]
    rows: Annotated[int, Doc("Number of hexes in a column (flat) or rows (pointy).", "10"), Range(1, 200)]
    shifted: Annotated[
        Literal["odd", "even"],
        Doc(
            "Which columns (flat) are shifted down, or which rows (pointy) are shifted right, by half a "
            "hex; columns and rows are counted from 1.",
            "even",
        ),
    ]
    numbering: Annotated[
        str,
        Doc(
            "Pattern of hex ids, with `{column}` and `{row}`. `:02` means two digits, `:A` letters (Z, AA, "
            "AB), `:AA` doubled letters (Z, AA, BB).",
            '"{column:02}{row:02}"',
        ),
        Pattern(
            r"[^{}/\s]{0,8}\{(?:column|row)(?::0\d|:AA?)?\}[^{}/\s]{0,8}"
            r"\{(?:column|row)(?::0\d|:AA?)?\}[^{}/\s]{0,8}",
            "a pattern such as '{column:02}{row:02}' or '{column:A}{row}' in quotes, without spaces and '/'",
        ),
    ]
    hex_mm: Annotated[Mm, Doc("Width of a printed hex across its flats, in mm.", "24"), Range(5, 200)]
    absent: Annotated[tuple[HexId, ...], Doc("Ids within the rectangle that have no hex.")] = ()
    corner: Annotated[
        Corner, Doc("The corner of the map where columns and rows have their first numbers.", "lower-left")
    ] = "upper-left"
    column_numbers: Annotated[
        GridNumbers | None, Doc("Numbers of the columns; if omitted, 1, 2, 3 and so on.", "{first: 0}")
    ] = None
    row_numbers: Annotated[
        GridNumbers | None, Doc("Numbers of the rows; if omitted, 1, 2, 3 and so on.", "{step: 2}")
    ] = None
    staggered: Annotated[
        bool,
        Doc(
            "Whether the numbers along a column (flat) or row (pointy) are higher by one in each lane that "
            "begins half a hex farther from the corner.",
            "true",
        ),
    ] = False
    half_hexes: Annotated[
        tuple[MapEdge, ...],
        Doc(
            "Edges of the map that cut the outermost hexes in half, so that only their inner halves are "
            "printed. They are hexes like all others.",
            "[top, bottom]",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A named edge of the map."""

    id: str
    name: Annotated[str, Doc("Name as used in the rules.", "West edge")]
    hexes: Annotated[tuple[HexId, ...], Doc("The hexes along the edge.")]
    side: Annotated[SideId | None, Doc("The side to which the edge belongs."), Reference("side")] = None


TerrainArt = Literal[
    "clear",
    "forest",
    "swamp",
    "hills",
    "lake",
    "city",
    "sea",
    "marsh",
    "jungle",
    "field",
    "sand",
    "rough",
    "slope",
    "snow",
]
CrossingArt = Literal["bridge", "ford", "ferry"]
HexsideArt = Literal["river", "lake", "defence", "cliff", "slope", "wall", "hedge", "trench", CrossingArt]
RailArt = Literal["rail", "light-rail"]
RoadArt = Literal["road", "highway", "track"]
LineArt = Literal[RailArt, RoadArt]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain that fills whole hexes. The terrain without `hexes` fills all other hexes."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Forest")]
    art: Annotated[TerrainArt, Doc("How the terrain is drawn.", "forest")]
    hexes: Annotated[tuple[HexId, ...], Doc("The hexes that the terrain fills.")] = ()
    picture: Annotated[
        str,
        Doc(
            "A picture in `art/<slug>/` that is tiled over the terrain's hexes instead of the drawing by "
            "`art`; each tile is as wide as a hex.",
            "forest.png",
        ),
    ] = ""
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


LETTERED: Final = Doc(
    "The name as the map letters it, in another script or spelling; all other texts use `name`. `fonts` of "
    "the map's style say in which font.",
    "Москва",
)


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """Hexes of a feature that belong together, such as one fortified line."""

    id: str
    name: Annotated[str, Doc("Name of the group.", "Mozhaisk line")]
    hexes: Annotated[tuple[HexId, ...], Doc("The hexes of the group, in order along the line.")]
    lettered: Annotated[str, LETTERED] = ""
    option: MapOption = field(default_factory=dict)
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature in hexes on top of the terrain: fortifications, set-up symbols."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Fortification")]
    art: Annotated[
        Literal["fortification", "citadel", "star", "cross", "letters", "front", "none"],
        Doc(
            "How the feature is drawn. `fortification` surrounds the hexes, `citadel` the place in the "
            "hex. `front` is a broken line from hex to hex, with different dashes for each group. "
            "`letters` print the id of each group, one or two letters or digits, as a key to set-up "
            "areas.",
            "fortification",
        ),
    ]
    groups: Annotated[tuple[FeatureGroup, ...], KEYED, Doc("Named groups of hexes.")]
    side: Annotated[SideId | None, Doc("The side that uses the feature."), Reference("side")] = None

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """Return the hexes of all groups, in order."""
        return self.hexes_of("")

    def hexes_of(self, name: str) -> tuple[HexId, ...]:
        """Return the hexes of the group with this id, in order. If the id is empty, return those of all
        groups.
        """
        groups = (group.hexes for group in self.groups if name in ("", group.id))
        return tuple(chain.from_iterable(groups))


@dataclass(frozen=True, slots=True)
class HexsideLine:
    """A named series of hexsides, such as one river, in order from source to mouth if known."""

    id: str
    hexsides: Annotated[
        tuple[str, ...],
        Doc(
            "Hexsides, each written as two adjacent hexes. If a hexside has a front, write the hex "
            "behind it first.",
            "[0105/0106, 0105/0205]",
        ),
    ]
    name: Annotated[str, Doc("Name of the line; may be omitted.", "Dnepr")] = ""
    lettered: Annotated[str, LETTERED] = ""
    source: Annotated[
        str,
        Doc(
            "Where a river begins that starts away from water and the map's edge: its spring, or a canal's "
            "lock.",
            "spring",
        ),
    ] = ""
    mouth: Annotated[
        str, Doc("Where a river ends that meets no water and no edge of the map, such as a port.", "port")
    ] = ""
    source_hexes: Annotated[
        tuple[HexId, ...],
        Doc(
            "Hexes through which a river is drawn above its first hexside, in order upward to a lake, a "
            "river or the edge. Rules ask only the hexsides.",
            '["1603", "1702"]',
        ),
    ] = ()
    mouth_hexes: Annotated[
        tuple[HexId, ...],
        Doc(
            "Hexes through which a river is drawn below its last hexside, in order downward. Rules ask only "
            "the hexsides.",
            '["0507", "0406"]',
        ),
    ] = ()
    canal: Annotated[bool, Doc("Whether the line is a canal, which is drawn straight.")] = False
    option: MapOption = field(default_factory=dict)
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class HexsideFeature:
    """A feature along hexsides: a river, a coast, a ridge."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "River")]
    art: Annotated[
        HexsideArt,
        Doc(
            "How the feature is drawn: `river` as a stream, `lake` as broad water with shore lines, "
            "`defence` as a line with teeth toward the enemy's edge. `cliff` and `slope` fall from the hexes "
            "written first; `wall`, `hedge` and `trench` follow the hexsides; `bridge`, `ford` and `ferry` "
            "cross each of them.",
            "river",
        ),
    ]
    lines: Annotated[tuple[HexsideLine, ...], KEYED, Doc("The named lines of the feature.")]
    side: Annotated[SideId | None, Doc("The side that uses the feature."), Reference("side")] = None


@dataclass(frozen=True, slots=True)
class LineExit:
    """A point where a line leaves the map, through a hexside of its first or last hex."""

    hex: Annotated[HexId, Doc("The first or last hex of the path.", '"0102"')]
    direction: Annotated[Direction, Doc("The direction in which the line leaves the map.", "nw")]


@dataclass(frozen=True, slots=True)
class HexLine:
    """A named line through hex centres. Each hex of the path is adjacent to the previous one."""

    id: str
    name: Annotated[str, Doc("Name of the line.", "Rzhev–Moscow")]
    path: Annotated[tuple[HexId, ...], Doc("The hexes in order.", '["0102", "0201", "0302"]')]
    exits: Annotated[tuple[LineExit, ...], Doc("Exits: the points where the line leaves the map.")] = ()
    option: MapOption = field(default_factory=dict)
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class LineFeature:
    """A kind of line from hex to hex: a railway, a road."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Railway")]
    art: Annotated[
        LineArt,
        Doc(
            "How the lines are drawn: as a railway or a narrow one, or as a road, a highway or a track.",
            "rail",
        ),
    ]
    lines: Annotated[tuple[HexLine, ...], KEYED, Doc("The named lines of the feature.")]

    @property
    def is_road(self) -> bool:
        """Return whether the lines are drawn as a road of some kind, rather than a railway."""
        return self.art in get_args(RoadArt)


OwnedKind = Literal["capital", "major-city", "city", "town"]
"""Kinds of place that a side can own."""
PlaceKind = Literal[OwnedKind, "name"]


@dataclass(frozen=True, slots=True)
class Place:
    """A city, town or other named spot in a hex."""

    id: str
    name: Annotated[str, Doc("Name of the place as printed.", "Moscow")]
    hex: Annotated[HexId, Doc("The hex that contains the place.", '"1103"')]
    kind: Annotated[
        PlaceKind,
        Doc(
            "Kind of place, which determines how the place is drawn and counted; `name` is only a label.",
            "city",
        ),
    ]
    owner: Annotated[
        SideId | None,
        Doc("The side that owns the place when the game begins; if omitted, nobody can ever own it."),
        Reference("side"),
    ] = None
    lettered: Annotated[str, LETTERED] = ""
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class Region:
    """A named area of the map: a lake, a sea, a range of hills, a lowland. Only its name is drawn."""

    id: str
    name: Annotated[str, Doc("Name of the region as printed.", "Valdai Hills")]
    hexes: Annotated[
        tuple[HexId, ...], Doc("The hexes over which the name is spread.", '["0915", "1015", "1016"]')
    ]
    kind: Annotated[
        Literal["land", "water"],
        Doc("Whether the name is drawn as that of a landscape or of a lake or sea.", "water"),
    ] = "land"
    lettered: Annotated[str, LETTERED] = ""
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


PixelArea = tuple[float, float, float, float]
"""A rectangle of a picture: left, top, right and bottom, in pixels."""


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box, on the sheet beside the map or printed on a scanned map."""

    id: BoxId
    name: Annotated[str, Doc("Title of the box on the sheet.", "Soviet replacement pool")]
    kind: Annotated[
        Literal["pool", "eliminated", "out-of-play", "holding"],
        Doc("Purpose of the box.", "pool"),
    ]
    side: Annotated[SideId | None, Doc("The side whose units are put into the box."), Reference("side")] = (
        None
    )
    on_scan: Annotated[
        PixelArea | None,
        Doc(
            "Where the box is printed on the map's `scan`: left, top, right and bottom in pixels of the "
            "picture; if omitted, hexwright draws the box beside the map.",
            "[2410, 80, 2890, 410]",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A sheet of fixed size; its content is laid out to fit."""

    width_mm: Annotated[Mm, Doc("Width of the sheet.", "281"), Range(100, 3000)]
    height_mm: Annotated[Mm, Doc("Height of the sheet.", "194"), Range(100, 3000)]
    panels: Annotated[
        tuple[Literal["title", "effects", "key", "phases"], ...],
        Doc(
            "Panels beside the map, from the top: title block, terrain effects chart, key without effects, "
            "sequence of play. Boxes take the remaining space; the turn track is printed below the map.",
            "[title, key]",
        ),
    ] = ("title", "effects", "phases")


ScanLayer = Literal["grid", "numbers", "terrain", "features", "lines", "places"]

LookName = Literal["publisher", "plain", "accessible"]
MapColour = Literal[
    "land",
    "land_mottle",
    "land_off",
    "forest",
    "forest_edge",
    "forest_mark",
    "forest_mark_light",
    "swamp",
    "swamp_mark",
    "hills",
    "hills_mark",
    "water",
    "water_deep",
    "water_edge",
    "water_name",
    "built_up",
    "built_up_mark",
    "crops",
    "sand",
    "rough",
    "snow",
    "road",
    "road_edge",
    "rail",
    "hex_line",
    "hex_number",
    "sheet",
    "panel",
    "panel_dark",
]
MapWeight = Literal["grid", "rail", "road"]
MapLettering = Literal["cities", "towns", "landscapes", "water", "lines"]
MapDensity = Literal["trees", "fields", "swamp", "hills", "towns"]


@dataclass(frozen=True, slots=True)
class MapStyle:
    """How the map looks: a style that comes with hexwright, and what this game changes in it."""

    look: Annotated[
        LookName,
        Doc(
            "The style to start from: `publisher` has shaded land, woods and fields; `plain` the flat inks "
            "of the 1970s; `accessible` strong outlines and colours that colour-blind players tell apart.",
            "plain",
        ),
    ] = "publisher"
    colours: Annotated[
        Mapping[MapColour, PaletteColour],
        Doc(
            "Colours that differ from those of the style; a colour of a palette in counters.yaml is "
            "`palette.NAME.ROLE`.",
            '{forest: "#a3b27e", panel: palette.navy.reduced}',
        ),
    ] = field(default_factory=dict)
    weights: Annotated[
        Mapping[MapWeight, Annotated[float, Range(0.2, 5)]],
        Doc("Factors by which lines are thicker than in the style.", "{grid: 0.8, road: 1.2}"),
    ] = field(default_factory=dict)
    density: Annotated[
        Mapping[MapDensity, Annotated[float, Range(0, 3)]],
        Doc("Factors by which decoration is denser than in the style; 0 draws none.", "{fields: 0.5}"),
    ] = field(default_factory=dict)
    fonts: Annotated[
        Mapping[MapLettering, str],
        Doc(
            "Fonts of names on the map, by what they name: each is regular, italic, semibold, bold, black, "
            "serif or serif-bold, or a font of `fonts` in counters.yaml. `cities` includes capitals, `lines` "
            "are fortified lines and start lines.",
            "{cities: semibold, towns: kanji}",
        ),
    ] = field(default_factory=dict)
    relief: Annotated[
        float | None,
        Doc("Strength of the hill shading; 0 is flat. Only the style `publisher` has shading.", "0.8"),
        Range(0, 2),
    ] = None
    key: Annotated[
        Literal["chart", "strip"],
        Doc(
            "How the sheet shows the terrain: `chart` is the terrain effects chart beside the map, `strip` a "
            "row of samples with their names below it. Player aids have the chart in any case.",
            "strip",
        ),
    ] = "chart"
    paper: Annotated[
        Literal["plain", "aged"],
        Doc("The paper around the map: of one colour, or stained and darker toward its edges.", "aged"),
    ] = "plain"


@dataclass(frozen=True, slots=True)
class MapScan:
    """How the hexes lie on a scanned map. hexwright turns and scales the scan to its own grid."""

    hexes: Annotated[
        Mapping[HexId, tuple[float, float]],
        Doc(
            "Hexes with the pixel of their centre in the picture, x from the left and y from the top: two or "
            "more, far apart; or one with `hex_px`. With three, errors are noticed; with four, different "
            "scales across and down are straightened too.",
            '{"0101": [212, 340], "1401": [2310, 322], "0110": [240, 2210]}',
        ),
    ]
    hex_px: Annotated[
        float | None,
        Doc("Width of a hex across its flats in the picture, in pixels, if only one hex is given.", "118.5"),
        Range(4, 10_000),
    ] = None
    rotation: Annotated[
        float,
        Doc("Degrees by which the picture is turned clockwise, if only one hex is given.", "-0.8"),
        Range(-180, 180),
    ] = 0.0
    shown: Annotated[
        PixelArea | None,
        Doc(
            "The part of the picture that the sheet shows: left, top, right and bottom in pixels; if "
            "omitted, the hexes and a narrow margin. Boxes and tracks printed beside the hexes are shown "
            "this way.",
            "[0, 0, 3180, 1799]",
        ),
    ] = None
    overlay: Annotated[
        tuple[ScanLayer, ...],
        Doc(
            "What hexwright draws over the scan; if omitted, nothing, since the scan shows it.",
            "[grid, numbers]",
        ),
    ] = ()


@dataclass(frozen=True)
class HexMap:
    """The content of `map.yaml`."""

    title: Annotated[str, Doc("Title on the sheet.", "Battle for Moscow")]
    provenance: Annotated[Provenance, Doc("Source of the map.")]
    grid: Annotated[Grid, Doc("The hex grid.")]
    terrain: Annotated[tuple[Terrain, ...], KEYED, Doc("Kinds of terrain, by id.")]
    km_per_hex: Annotated[float, Doc("Width of a hex on the ground, in km.", "40"), Range(0.001, 10_000)]
    edges: Annotated[tuple[Edge, ...], KEYED, Doc("Named edges of the map.")] = ()
    features: Annotated[tuple[Feature, ...], KEYED, Doc("Features in hexes.")] = ()
    hexsides: Annotated[tuple[HexsideFeature, ...], KEYED, Doc("Features along hexsides.")] = ()
    lines: Annotated[tuple[LineFeature, ...], KEYED, Doc("Lines from hex to hex.")] = ()
    places: Annotated[tuple[Place, ...], KEYED, Doc("Cities and named spots.")] = ()
    regions: Annotated[tuple[Region, ...], KEYED, Doc("Names spread over areas, by id.")] = ()
    boxes: Annotated[tuple[Box, ...], KEYED, Doc("Boxes beside the map.")] = ()
    picture: Annotated[
        str,
        Doc(
            "A picture in `art/<slug>/` used as the background of the whole hex field, below terrain, "
            "lines and names: PNG, JPEG, WebP or SVG, at most 100 million pixels. It covers the field; "
            "excess height or width is cut off.",
            "ground.png",
        ),
    ] = ""
    scan: Annotated[
        MapScan | None,
        Doc("The position of the hexes in `picture`, if it is a scanned map with its own hexes."),
    ] = None
    style: Annotated[MapStyle | None, Doc("The look of the map; if omitted, the style `publisher`.")] = None
    sheet: Annotated[
        MapSheet | None,
        Doc("Size and panels of the sheet; if omitted, the sheet is as large as its parts require."),
    ] = None

    def terrain_of(self, hex_id: HexId) -> Terrain:
        """Return the terrain that lists a hex, or else the terrain without a list of hexes."""
        return self._filled.get(hex_id, self._ground)

    @cached_property
    def _filled(self) -> Mapping[HexId, Terrain]:
        return {hex_id: kind for kind in reversed(self.terrain) for hex_id in kind.hexes}

    @cached_property
    def _ground(self) -> Terrain:
        return next((kind for kind in reversed(self.terrain) if not kind.hexes), self.terrain[0])

    def place_in(self, hex_id: HexId) -> Place | None:
        """Return the place in a hex, or None."""
        return next((place for place in self.places if place.hex == hex_id), None)
