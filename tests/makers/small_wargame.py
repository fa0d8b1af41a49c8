"""Make small hex wargames of others as modules, with the difficulties that a test plants."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import BEGIN_SAVE, END_SAVE, BoardChoice, Command, Compound, SetBoards
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.trait_fields import Trait
from tests.foreign.modules import write

PLAIN: Mapping[str, Any] = {"dx": 55.42562584220407, "dy": 64.0, "x0": 40, "y0": 40}
"""A grid of regular hexes whose first hex is at 40, 40."""
FROM_ONE: Mapping[str, Any] = {
    "stagger": False,
    "h_off": 1,
    "v_off": 1,
    "h_leading": 1,
    "v_leading": 1,
    "sep": "",
}
"""A numbering of that grid: 0101, 0102 and so on."""
SIZE = (480, 400)
BOARD = "Field"


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of the set-up: its name, the level that its layer shows, and its place."""

    name: str
    x: int
    y: int
    level: int = 1
    map: str = "Main"


@dataclass(frozen=True)
class Wargame:
    """What differs from the plain small wargame."""

    grid: Mapping[str, Any] = field(default_factory=lambda: PLAIN)
    numbering: Mapping[str, Any] | None = field(default_factory=lambda: FROM_ONE)
    zones: Sequence[Component] = ()
    grid_zone: str = ""
    """The outline of a zone that has the hex grid; if empty, the board has it."""
    placed: Sequence[Placed] = ()
    stacked: Sequence[Sequence[Placed]] = ()
    more: Sequence[Component] = ()
    boards: Sequence[BoardChoice] = (BoardChoice(BOARD),)
    entries: Mapping[str, bytes] = field(default_factory=dict)


def picture(width: int, height: int, colour: str) -> bytes:
    """Return a PNG of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "PNG")
    return buffer.getvalue()


def piece(name: str, level: int = 1, at: tuple[str, int, int] = ("null", 0, 0)) -> GamePiece:
    """Return one of the pieces: Red 1, Red 2, Blue 1, Blue 2 with two faces, Fort with one."""
    basic = t.BasicPiece(name=name, gpid=_GPIDS[name], map=at[0], x=at[1], y=at[2])
    if name == "Fort":
        return GamePiece.of(t.BasicPiece(image="fort.png", name=name, gpid="5", map=at[0], x=at[1], y=at[2]))
    side = name.partition(" ")[0].lower()
    layer = t.Layer.of("Step", (f"{side}.png", f"{side}-back.png"), ("", "+ reduced"), level=level)
    extra: tuple[Trait, ...] = (t.Marker.of({"Strength": "4", "MA": "3"}),)
    return GamePiece.of(basic, layer, *extra)


_GPIDS = {"Red 1": "1", "Red 2": "2", "Blue 1": "3", "Blue 2": "4", "Fort": "5"}
_COLOURS = {"red": "#c04030", "blue": "#3060c0"}


def slot(name: str) -> Component:
    """Return the palette entry of a piece."""
    made = c.PieceSlot.new(entry_name=name, gpid=_GPIDS[name])
    made.body = AddPiece(piece(name)).encode()
    return made


def hex_board(game: Wargame, name: str = BOARD, image: str = "board.png") -> Component:
    """Return a board with the game's hex grid, in a multi-zoned grid if there are zones."""
    numbers = [c.HexGridNumbering.new(**game.numbering)] if game.numbering is not None else []
    grid: Component = c.HexGrid.new(*numbers, **game.grid)
    if game.grid_zone:
        zone = c.Zone.new(grid, name="Hexes", location_format="$gridLocation$", path=game.grid_zone)
        grid = c.ZonedGrid.new(zone, *game.zones)
    elif game.zones:
        grid = c.ZonedGrid.new(*game.zones, grid)
    return c.Board.new(grid, name=name, image=image)


def write_wargame(folder: Path, game: Wargame) -> Path:
    """Write the module and return its path."""
    return write(folder, wargame_entries(game), "small-war.vmod")


def wargame_entries(game: Wargame) -> dict[str, bytes]:
    """Return the entries of the module."""
    commands: list[Command] = [BEGIN_SAVE, SetBoards("Main", tuple(game.boards))]
    number = 0
    for members in (*([one] for one in game.placed), *game.stacked):
        ids = []
        for one in members:
            number += 1
            ids.append(str(number))
            commands.append(AddPiece(piece(one.name, one.level, (one.map, one.x, one.y)), str(number)))
        if len(ids) > 1:
            number += 1
            stack = Stack.of(members[0].map, members[0].x, members[0].y, tuple(ids))
            commands.append(AddPiece(GamePiece((stack,)), str(number)))
    commands.append(END_SAVE)
    palettes = [
        c.ListWidget.new(*(slot(name) for name in _GPIDS if name.startswith(group)), entry_name=group)
        for group in ("Red", "Blue", "Fort")
    ]
    roster = c.PlayerRoster.new()
    roster.sides = ("Red", "Blue")
    root = c.GameModule.new(
        c.BasicCommandEncoder.new(),
        c.Documentation.new(),
        roster,
        c.GlobalOptions.new(),
        c.PieceWindow.new(c.TabWidget.new(*palettes, entry_name="Pieces")),
        c.Map.new(c.BoardPicker.new(hex_board(game)), map_name="Main"),
        *game.more,
        c.PredefinedSetup.new(name="Spring", file="spring.vsav"),
        name="Small War",
        version="1.2",
        vassal_version="3.7.26",
    )
    about = Metadata("1.2", "3.7.26", "A small wargame", "Small War").encode()
    entries = {
        "buildFile.xml": serialise(root),
        "moduledata": about,
        "images/board.png": picture(*SIZE, "#d8d0b0"),
        "images/fort.png": picture(30, 30, "#808080"),
        "spring.vsav": SavedGame(about, b"", Compound(tuple(commands)).encode()).encode(),
        **game.entries,
    }
    for side, colour in _COLOURS.items():
        entries[f"images/{side}.png"] = picture(36, 36, colour)
        entries[f"images/{side}-back.png"] = picture(36, 36, "#f0f0f0")
    return entries
