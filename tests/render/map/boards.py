"""Lay out and draw the maps that the tests look at, each once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory

from hexwright.load.game_loading import load_game
from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project
from hexwright.model.charts import Charts
from hexwright.model.game import Game
from hexwright.model.hex_map import (
    Box,
    Edge,
    Feature,
    FeatureGroup,
    Grid,
    HexLine,
    HexMap,
    HexsideFeature,
    HexsideLine,
    LineExit,
    LineFeature,
    Place,
    Terrain,
)
from hexwright.model.ids import BoxId, HexId, Mm, SideId
from hexwright.model.provenance import Provenance
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet, sheet_layers
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES, ThemeName
from tests.shipped import shipped

ROOT = FilePath(__file__).parents[3]
CASES = ("2022", "1986", "pointy", "fixed sheet")
TOYS = ("toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley")
GAMES = ("2022", "1986", "fixed sheet", *TOYS, "a new game")
"""The maps of all games that there are: shipped, invented for the tests, and the one that a designer starts
from."""
ODD_CASES = ("small", "bare", "large counters")
THEME_NAMES: tuple[ThemeName, ...] = ("classic", "contrast")


@dataclass(frozen=True)
class Sheet:
    """One map sheet, planned, laid out and drawn on a recording canvas."""

    game: Game
    plan: SheetPlan
    board: MapLayers
    canvas: RecordingCanvas


@cache
def game(case: str) -> Game:
    """Return an edition of Battle for Moscow, an invented pointy map with every kind of art, or an odd case.

    Moscow Embattled is the case of a sheet whose size the data fix, with large hexes.

    The campaign is the largest map, whose hexes are little wider than its counters. Battle of Moscow has
    a key of letters, and turns of three kinds of weather.

    Odd cases are hexes of 12 mm, a map of one hex with nothing on it or beside it, and counters of 22 mm.
    """
    if case == "pointy":
        return replace(game("2022"), hexmap=_pointy(), options={})
    if case == "fixed sheet":
        return shipped("moscow-embattled").game
    if case == "campaign":
        return shipped("moscow-campaign").game
    if case == "letters":
        return shipped("battle-of-moscow").game
    if case.startswith("toy-"):
        return load_game(Project(ROOT / "tests" / "toy"), case).game
    if case == "a new game":
        with TemporaryDirectory() as folder:
            start_game(Project(FilePath(folder)), "the-ford", "")
            return load_game(Project(FilePath(folder)), "the-ford").game
    if case in ODD_CASES:
        return _odd(case, game("2022"))
    return load_game(Project(ROOT), "battle-for-moscow", {"edition": case}).game


def _odd(case: str, moscow: Game) -> Game:
    hexmap = moscow.hexmap
    if case == "small":
        return replace(moscow, hexmap=replace(hexmap, grid=replace(hexmap.grid, hex_mm=Mm(12.0))))
    if case == "large counters":
        printed = replace(moscow.counters.sheet, counter_mm=Mm(22.0))
        return replace(moscow, counters=replace(moscow.counters, sheet=printed))
    bare = HexMap(
        "Bare",
        hexmap.provenance,
        replace(hexmap.grid, columns=1, rows=1),
        (Terrain("clear", "Clear", "clear"),),
        1.0,
    )
    rules = replace(moscow.rules, sequence=())
    return replace(moscow, hexmap=bare, charts=Charts(hexmap.provenance), rules=rules, options={})


@cache
def plan(case: str) -> SheetPlan:
    """Return the plan of a sheet."""
    return plan_sheet(game(case))


@cache
def sheet(case: str, theme: ThemeName = "classic") -> Sheet:
    """Return a drawn sheet."""
    played, planned = game(case), plan(case)
    canvas, board = RecordingCanvas(), sheet_layers(played, THEMES[theme], planned)
    draw_sheet(played, THEMES[theme], canvas, planned, board)
    return Sheet(played, planned, board, canvas)


def _hexes(text: str) -> tuple[HexId, ...]:
    return tuple(HexId(part) for part in text.split())


def _pointy() -> HexMap:
    """Return seven rows of nine hexes, odd rows shifted, numbered by letter."""
    soviet, german = SideId("soviet"), SideId("german")
    return HexMap(
        title='A "quoted" <title> & it\'s long: Сражение за старый мост у деревни',
        provenance=Provenance("reconstructed", "invented"),
        grid=Grid("pointy", 9, 7, "odd", "{column:A}{row}", Mm(26.0), _hexes("I7")),
        km_per_hex=1.5,
        edges=(
            Edge("north", "North edge", _hexes("A1 B1 C1 D1 E1 F1 G1 H1 I1"), german),
            Edge("south", "South edge", _hexes("A7 B7 C7 D7 E7 F7 G7 H7"), None),
        ),
        terrain=(
            Terrain("open", "Open", "clear"),
            Terrain("wood", "Wood", "forest", _hexes("A1 B1 C3 D3 C4 H2")),
            Terrain("bog", "Bog", "swamp", _hexes("E5 F5 E6")),
            Terrain("heights", "Heights", "hills", _hexes("G4 H4 G5")),
            Terrain("mere", "Mere", "lake", _hexes("B6 C6")),
            Terrain("town", "Town", "city", _hexes("F2 F3")),
        ),
        features=(
            Feature(
                "works",
                "Works",
                "fortification",
                (FeatureGroup("main", "The “Bear's” line", _hexes("D4 E4 F4")),),
                soviet,
            ),
            Feature("reds", "Reds", "star", (FeatureGroup("a", "A", _hexes("D4 E5 C6")),), soviet),
            Feature("greys", "Greys", "cross", (FeatureGroup("b", "B", _hexes("A1 E1 H2")),), german),
        ),
        hexsides=(
            HexsideFeature(
                "river",
                "River",
                "river",
                (
                    HexsideLine("run", ("A4/A5", "A5/B4", "B4/B5", "B5/C4", "C4/C5", "C5/D4"), "Ржавка"),
                    HexsideLine("burn", ("C7/D6", "D6/D7"), ""),
                ),
            ),
            HexsideFeature("mere", "Mere", "lake", (HexsideLine("mere", ("F7/G6", "G6/G7"), "Mere"),)),
        ),
        lines=(
            LineFeature(
                "track",
                "Track",
                "rail",
                (HexLine("t", "T", _hexes("A3 B3 C3 D2 E2 F2"), (LineExit(HexId("A3"), "w"),)),),
            ),
            LineFeature(
                "pike",
                "Pike",
                "road",
                (
                    HexLine("p", "P", _hexes("E1 E2 E3 E4 E5"), (LineExit(HexId("E1"), "ne"),)),
                    HexLine("q", "Q", _hexes("E3 F3 G3 H3")),
                ),
            ),
        ),
        places=(
            Place("capital", "Nizhne-Kamenogorsk am See", HexId("E3"), "capital", soviet),
            Place("one", "Санкт-Петербург", HexId("H3"), "city", german),
            Place("two", "O'Brien's \"Ford\"", HexId("B3"), "town", None),
            Place("three", "Bog of Allen", HexId("F5"), "name", None),
        ),
        boxes=(
            Box(BoxId("pool"), "A pool with a name that is much too long for its head", "pool", soviet),
            Box(BoxId("hold"), "Hold", "holding", None),
        ),
    )
