"""A module whose maps have grids of all kinds, for what points are called and where pieces snap to."""

from __future__ import annotations

from pathlib import Path

from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import BoardChoice, SetBoards

HEX = {"h_leading": 1, "v_leading": 1, "sep": ""}


def _hex(numbers: dict[str, object], **grid: object) -> Component:
    given: dict[str, object] = {"dx": 52.0, "dy": 60.0, "x0": 30, "y0": 30, **grid}
    return c.HexGrid.new(c.HexGridNumbering.new(**numbers), **given)


def _square(numbers: dict[str, object], **grid: object) -> Component:
    given: dict[str, object] = {"dx": 50.0, "dy": 40.0, "x0": 25, "y0": 20, **grid}
    return c.SquareGrid.new(c.SquareGridNumbering.new(**numbers), **given)


def _regions(snap: bool = True) -> Component:
    spots = {"North": (100, 40), "South": (100, 260), "East": (300, 150), "West Gate": (20, 150)}
    return c.RegionGrid.new(
        *(c.Region.new(name=name, originx=x, originy=y) for name, (x, y) in spots.items()), snapto=snap
    )


def grids() -> dict[str, Component | None]:
    """Return a grid for each map's name."""
    triangle = "10,10;200,40;60,250"
    return {
        "Plain": _hex(HEX),
        "Unstaggered": _hex({**HEX, "stagger": False}),
        "Sideways": _hex(HEX, sideways=True),
        "Down": _hex({**HEX, "v_descend": True}),
        "Across": _hex({**HEX, "h_descend": True}),
        "Both": _hex({**HEX, "h_descend": True, "v_descend": True, "stagger": False}),
        "Turned down": _hex({**HEX, "h_descend": True, "v_descend": True}, sideways=True),
        "Letters": _hex({"h_type": "A", "h_off": 0, "v_leading": 0, "sep": "/", "first": "V"}),
        "Parts": _hex({**HEX, "location_format": "row $row$, column $column$ ($gridLocation$)"}),
        "Edges": _hex(HEX, edges_legal=True),
        "Corners": _hex(HEX, corners_legal=True),
        "Edges and corners": _hex(HEX, edges_legal=True, corners_legal=True),
        "Odd size": _hex({**HEX, "h_off": 10, "v_off": -1}, dx=47.3, dy=54.7, x0=-11, y0=17),
        "No snap": _hex(HEX, snap_to=False),
        "Squares": _square({"h_leading": 0, "v_leading": 2, "sep": "."}),
        "Squares down": _square(
            {"h_type": "A", "v_descend": True, "h_descend": True, "h_off": 0, "v_off": 0}
        ),
        "Square edges": _square({}, edges_legal=True),
        "Square corners": _square({}, corners_legal=True),
        "Square both": _square({}, corners_legal=True, edges_legal=True),
        "Square odd": _square({}, dx=33.3, dy=27.7, x0=7, y0=-5, range="Manhattan"),
        "Regions": _regions(),
        "Regions loose": _regions(snap=False),
        "Zones": c.ZonedGrid.new(
            _hex(HEX),
            c.Zone.new(
                name="Triangle", path=triangle, use_parent_grid=True, location_format="$name$ $gridLocation$"
            ),
            c.Zone.new(
                _square({}),
                name="Quarter",
                path="220,20;380,20;380,140;220,140",
                location_format="$gridLocation$",
            ),
            c.Zone.new(name="Bare", path="220,160;390,160;390,290;220,290", location_format="$name$"),
        ),
        "Zones alone": c.ZonedGrid.new(
            c.Zone.new(
                _regions(),
                name="Gate",
                path="0,0;200,0;200,300;0,300",
                location_format="$gridLocation$ of $name$",
            ),
            c.Zone.new(name="Overlap", path=triangle, location_format="$name$"),
        ),
        "No grid": None,
    }


def write(path: Path) -> Path:
    """Write the module."""
    entries = {
        "buildFile.xml": serialise(_module(), indent=False),
        "moduledata": Metadata("1.0", "3.7.26", "", "Grids").encode(),
    }
    module_archive.write(path, entries)
    return path


def points() -> list[tuple[int, int]]:
    """Return the points that are asked about, on every map."""
    return [(x, y) for x in range(1, 412, 23) for y in range(2, 318, 19)]


def pairs() -> list[tuple[int, int, int, int]]:
    """Return pairs of points whose range is asked for, on every map."""
    spots = points()
    return [(*spots[n], *spots[-1 - n * 7 % len(spots)]) for n in range(0, len(spots), 11)]


def _module() -> c.GameModule:
    return c.GameModule.new(
        c.BasicCommandEncoder.new(),
        c.GlobalOptions.new(store_leading_zero_integers_as_strings=True),
        c.PrototypesContainer.new(),
        *(_map(name, grid) for name, grid in grids().items()),
        c.Chatter.new(),
        name="Grids",
        version="1.0",
        vassal_version="3.7.26",
        next_piece_slot_id=9,
    )


def _map(name: str, grid: Component | None) -> c.Map:
    inside = [] if grid is None else [grid]
    picker = c.BoardPicker.new(c.Board.new(*inside, name=f"{name} board", width=400, height=300))
    picker.setup = SetBoards(name, (BoardChoice(f"{name} board"),))
    return c.Map.new(picker, c.StackMetrics.new(), map_name=name, edge_width=5, edge_height=9)
