"""Define the records of the spec from which `hexwright geomap` drafts a map: a geographic window, a hex grid
and source files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from hexwright.model.hex_map import Orientation, PlaceKind, TerrainArt
from hexwright.model.ids import Mm, SideId
from hexwright.model.key_annotations import KEYED, Doc, Pattern, Range
from hexwright.model.provenance import Provenance

Compass = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]

_FILE = Pattern(
    r"(?!/)[^\\:\x00-\x1f]{1,200}\.(?:geojson|json|csv)",
    "the path of a .geojson or .csv file relative to the spec, with '/' between folders",
)
_MAP = Pattern(
    r"(?!/)[^\\:\x00-\x1f]{0,200}[^\\:/\x00-\x1f]\.yaml", "the path of a .yaml file relative to the spec"
)

Where = Annotated[
    Mapping[str, str],
    Doc(
        "Use only features whose property (CSV: column) has this value; separate several values by ` | `.",
        '{kind: "River | Canal"}',
    ),
]


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the earth that the map shows, in degrees; west and south are negative."""

    west: Annotated[float, Doc("Western limit, as a longitude in degrees.", "31.6"), Range(-180, 180)]
    east: Annotated[float, Doc("Eastern limit, as a longitude in degrees.", "39.6"), Range(-180, 180)]
    south: Annotated[float, Doc("Southern limit, as a latitude in degrees.", "53.0"), Range(-85, 85)]
    north: Annotated[float, Doc("Northern limit, as a latitude in degrees.", "57.0"), Range(-85, 85)]


@dataclass(frozen=True, slots=True)
class GeoGrid:
    """The hex grid laid over the window, with the same centre."""

    hex_km: Annotated[
        float, Doc("Width of a hex across its flats on the ground, in km.", "9.6"), Range(0.01, 1000)
    ]
    orientation: Annotated[Orientation, Doc("As in `grid` of map.yaml.")] = "flat"
    shifted: Annotated[Literal["odd", "even"], Doc("As in `grid` of map.yaml.")] = "even"
    numbering: Annotated[str, Doc("As in `grid` of map.yaml.", '"{column:02}{row:02}"')] = (
        "{column:02}{row:02}"
    )
    hex_mm: Annotated[Mm, Doc("Width of a printed hex across its flats, in mm.", "14"), Range(5, 200)] = Mm(
        14
    )
    columns: Annotated[
        int | None, Doc("Number of columns; if omitted, as many as fit the window."), Range(1, 200)
    ] = None
    rows: Annotated[
        int | None, Doc("Number of rows; if omitted, as many as fit the window."), Range(1, 200)
    ] = None


@dataclass(frozen=True, slots=True)
class GeoSource:
    """A file of points, lines or areas in degrees: GeoJSON, or CSV with a row for each point.

    In CSV, consecutive rows with the same name form one line or area.
    """

    file: Annotated[str, Doc("The file's path, relative to the spec.", "rivers.geojson"), _FILE]
    name: Annotated[str, Doc("Property or column that names a feature.")] = "name"
    longitude: Annotated[str, Doc("Column of the longitude (CSV).")] = "lon"
    latitude: Annotated[str, Doc("Column of the latitude (CSV).")] = "lat"
    where: Where = field(default_factory=dict)


Sources = Annotated[
    tuple[GeoSource, ...],
    Doc("The files to read.", "[{file: rivers.geojson}]"),
]


@dataclass(frozen=True, slots=True)
class GeoSamples:
    """Values measured at points, such as the cells of a raster: CSV with a row for each point."""

    file: Annotated[
        str,
        Doc("The file's path, relative to the spec.", "woods.csv"),
        Pattern(
            r"(?!/)[^\\:\x00-\x1f]{1,200}\.csv",
            "the path of a .csv file relative to the spec, with '/' between folders",
        ),
    ]
    at_least: Annotated[
        Mapping[str, float],
        Doc("Minimum values, by column, that a sample must have to count.", "{woods: 0.75}"),
    ] = field(default_factory=dict)
    at_most: Annotated[
        Mapping[str, float],
        Doc("Maximum values, by column, that a sample may have to count.", "{height: 100}"),
    ] = field(default_factory=dict)
    longitude: Annotated[str, Doc("Column of the longitude.")] = "lon"
    latitude: Annotated[str, Doc("Column of the latitude.")] = "lat"
    reach_km: Annotated[
        float | None,
        Doc("Radius, in km, within which a sample applies; if omitted, the width of a hex."),
        Range(0.001, 1000),
    ] = None


@dataclass(frozen=True, slots=True)
class TerrainRule:
    """A rule that finds the hexes of a terrain: those in areas, or those near samples within the limits. If
    both keys are given, a hex must meet both.
    """

    areas: Annotated[GeoSource | None, Doc("A file of areas.", "{file: swamps.geojson}")] = None
    samples: Annotated[GeoSamples | None, Doc("A file of samples.")] = None
    share: Annotated[
        float, Doc("Minimum share of a hex that must be this terrain.", "0.5"), Range(0.01, 1)
    ] = 0.5


@dataclass(frozen=True, slots=True)
class TerrainLayer:
    """A kind of terrain. A hex gets the first terrain whose share it reaches, or else the terrain without
    `found`.
    """

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Forest")]
    art: Annotated[TerrainArt, Doc("How the terrain is drawn.", "forest")]
    found: Annotated[
        tuple[TerrainRule, ...],
        Doc(
            "Rules that find the hexes of the terrain; a hex needs to meet only one of them. The kind "
            "without `found` fills the remaining hexes."
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class TownLayer:
    """Towns, placed in order of importance, each in a separate hex. No town is dropped."""

    id: str
    sources: Sources
    importance: Annotated[
        str,
        Doc(
            "Property or column with a number; larger is more important. If omitted, the order in the file "
            "counts."
        ),
    ] = ""
    kinds: Annotated[
        Mapping[PlaceKind, float],
        Doc(
            "Minimum importance of each kind of place. A place that reaches none of them is a town.",
            "{capital: 5, city: 3}",
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RiverLayer:
    """Lines along hexsides: rivers, coasts, ridges. The layer's id becomes the id of the hexside feature."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "River")]
    sources: Sources
    join_km: Annotated[
        float | None,
        Doc(
            "Maximum distance between the ends of two joining rivers, in km; if omitted, half a hex.",
            "5",
        ),
        Range(0, 1000),
    ] = None
    least_km: Annotated[
        float | None,
        Doc("Minimum length in km; shorter lines are left out. If omitted, the width of one hex.", "15"),
        Range(0, 100_000),
    ] = None


@dataclass(frozen=True, slots=True)
class WaterLayer:
    """Areas of water: lakes, reservoirs, the sea. The layer's id becomes the id of the terrain."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Lake")]
    sources: Sources
    share: Annotated[float, Doc("Minimum share of water that makes a hex water."), Range(0.01, 1)] = 0.5
    hexsides: Annotated[
        str,
        Doc("Name of the hexside feature for narrow water that doesn't fill a hex.", "Lake hexside"),
    ] = ""


@dataclass(frozen=True, slots=True)
class WayLayer:
    """Railways or roads: paths of adjacent hexes through the towns they serve."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Railway")]
    art: Annotated[Literal["rail", "road"], Doc("How the lines are drawn.", "rail")]
    sources: Sources


@dataclass(frozen=True, slots=True)
class FrontLayer:
    """Front lines or fortified lines."""

    id: str
    name: Annotated[str, Doc("Name on the terrain effects chart.", "Fortified line")]
    drawn: Annotated[
        Literal["hexes", "hexsides"],
        Doc("Whether the front is drawn as a row of adjacent hexes or as connected hexsides.", "hexsides"),
    ]
    sources: Sources
    front: Annotated[
        Compass | None,
        Doc(
            "The direction of the enemy. Each hexside is written with the hex behind it first, then the "
            "hex in front.",
            "w",
        ),
    ] = None
    art: Annotated[
        Literal["fortification", "star", "cross", "none"],
        Doc("How a row of hexes is drawn; lines along hexsides are always drawn with teeth."),
    ] = "none"
    side: Annotated[SideId | None, Doc("The side that uses the line, as in game.yaml.", "soviet")] = None


@dataclass(frozen=True, slots=True)
class GeoSpec:
    """A spec for `hexwright geomap`: the sources of a map draft."""

    title: Annotated[str, Doc("Title on the sheet.", "The Ford")]
    provenance: Annotated[Provenance, Doc("Source of the draft; copied into map.yaml.")]
    window: Annotated[Window, Doc("The part of the earth that the map shows.")]
    grid: Annotated[GeoGrid, Doc("The hex grid.")]
    terrain: Annotated[
        tuple[TerrainLayer, ...], KEYED, Doc("Kinds of terrain; earlier ones take precedence.")
    ]
    map: Annotated[str, Doc("Path of the map to write, relative to the spec.", "map.yaml"), _MAP] = "map.yaml"
    projection: Annotated[
        str,
        Doc(
            "The projection in PROJ notation; if omitted, a Lambert conformal conic that fits the window.",
            '"EPSG:32637"',
        ),
    ] = ""
    towns: Annotated[tuple[TownLayer, ...], KEYED, Doc("Towns.")] = ()
    rivers: Annotated[tuple[RiverLayer, ...], KEYED, Doc("Features along hexsides.")] = ()
    waters: Annotated[tuple[WaterLayer, ...], KEYED, Doc("Lakes and seas.")] = ()
    ways: Annotated[tuple[WayLayer, ...], KEYED, Doc("Railways and roads.")] = ()
    fronts: Annotated[tuple[FrontLayer, ...], KEYED, Doc("Front lines and fortified lines.")] = ()
