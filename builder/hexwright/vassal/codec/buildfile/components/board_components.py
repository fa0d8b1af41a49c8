"""Components: boards, grids, zones and regions."""

from __future__ import annotations

from hexwright.vassal.codec import commands
from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component, new_plain_element
from hexwright.vassal.codec.commands import SetBoards
from hexwright.vassal.codec.field_values import Colour


@component("VASSAL.build.module.map.BoardPicker", "Map Boards")
class BoardPicker(Component):
    CHILDREN = ("Board",)

    add_column_text = attr.text("addColumnText", "Add column button text", "Add column")
    add_row_text = attr.text("addRowText", "Add row button text", "Add row")
    board_prompt = attr.text("boardPrompt", "Prompt", "Select board")
    max_columns = attr.integer("maxColumns", "Maximum columns", omitted=True)
    slot_height = attr.integer("slotHeight", "Cell height", 125)
    slot_scale = attr.real("slotScale", "Cell scale factor", 0.2)
    slot_width = attr.integer("slotWidth", "Cell width", 350)
    title = attr.text("title", "Dialog title", "Choose Boards")

    @property
    def setup(self) -> SetBoards | None:
        """Return the boards with which a new game starts, or None if no boards are set; raises CodecError."""
        text = (self.findtext("setup") or "").strip()
        command = commands.decode(text) if text else None
        return command if isinstance(command, SetBoards) else None

    @setup.setter
    def setup(self, boards: SetBoards) -> None:
        for old in list(self.iterchildren("setup")):
            self.remove(old)
        self.insert(0, new_plain_element("setup", boards.encode()))


@component("VASSAL.build.module.map.boardPicker.Board", "Board")
class Board(Component):
    CHILDREN = (
        "HexGrid",
        "RegionGrid",
        "SquareGrid",
        "ZonedGrid",
    )

    name = attr.text("name", "Name", omitted=True)
    image = attr.image("image", "Board image", omitted=True)
    reversible = attr.boolean("reversible", "Reversible")
    width = attr.integer("width", "Board width", 500)
    height = attr.integer("height", "Board height", 500)
    color = attr.colour("color", "Color")


@component("VASSAL.build.module.map.boardPicker.board.HexGrid", "Hex Grid")
class HexGrid(Component):
    CHILDREN = ("HexGridNumbering",)

    sideways = attr.boolean("sideways", "Sideways (hexrows go horizontal)")
    x0 = attr.integer("x0", "X offset")
    y0 = attr.integer("y0", "Y offset", 32)
    dy = attr.real("dy", "Hex height", 64.0)
    dx = attr.real("dx", "Hex width", 55.42562584220407)
    snap_to = attr.boolean("snapTo", "Snap to defined point", True)
    edges_legal = attr.boolean("edgesLegal", "Edges are legal locations")
    corners_legal = attr.boolean("cornersLegal", "Vertices are legal locations")
    visible = attr.boolean("visible", "Show grid")
    dots_visible = attr.boolean("dotsVisible", "Draw center dots")
    color = attr.colour("color", "Color", Colour(0, 0, 0))


@component("VASSAL.build.module.map.boardPicker.board.SquareGrid", "Rectangular Grid")
class SquareGrid(Component):
    CHILDREN = ("SquareGridNumbering",)

    x0 = attr.integer("x0", "X offset", 24)
    y0 = attr.integer("y0", "Y offset", 24)
    dx = attr.real("dx", "Cell width", 48.0)
    dy = attr.real("dy", "Cell height", 48.0)
    range = attr.text("range", "Range calculation method", "Metric")
    snap_to = attr.boolean("snapTo", "Snap to defined point", True)
    edges_legal = attr.boolean("edgesLegal", "Edges are legal locations")
    corners_legal = attr.boolean("cornersLegal", "Corners are legal locations")
    visible = attr.boolean("visible", "Show grid")
    dots_visible = attr.boolean("dotsVisible", "Draw center dots")
    color = attr.colour("color", "Color", Colour(0, 0, 0))


@component("VASSAL.build.module.map.boardPicker.board.RegionGrid", "Irregular Grid")
class RegionGrid(Component):
    CHILDREN = ("Region",)

    snapto = attr.boolean("snapto", "Snap to defined point", True)
    visible = attr.boolean("visible", "Draw region names")
    fontsize = attr.integer("fontsize", "Font size", 9)


@component("VASSAL.build.module.map.boardPicker.board.Region", "Region")
class Region(Component):
    name = attr.text("name", "Name")
    originx = attr.integer("originx", "X co-ord")
    originy = attr.integer("originy", "Y co-ord")


class RegularGridNumbering(Component):
    """The attributes that the numberings of hex grids and square grids share."""

    first = attr.text("first", "Order", "H")
    sep = attr.text("sep", "Separator")
    h_type = attr.text("hType", "Horizontal numbering", "N")
    h_leading = attr.integer("hLeading", "Leading zeros in horizontal", 1)
    h_off = attr.integer("hOff", "Starting number in horizontal", 1)
    h_descend = attr.boolean("hDescend", "Horizontal numbering descending")
    v_type = attr.text("vType", "Vertical numbering", "N")
    v_leading = attr.integer("vLeading", "Leading zeros in vertical", 1)
    v_off = attr.integer("vOff", "Starting number in vertical", 1)
    v_descend = attr.boolean("vDescend", "Vertical numbering descending")
    location_format = attr.formatted("locationFormat", "Location format", "$gridLocation$")
    visible = attr.boolean("visible", "Draw Numbering")
    font_size = attr.integer("fontSize", "Font size", 9)
    color = attr.colour("color", "Color", Colour(0, 0, 0))
    rotate_text = attr.choice("rotateText", "Rotate text (Degrees)", "0", ("0", "90", "180", "270"))
    h_draw_off = attr.integer("hDrawOff", "Text X offset")
    v_draw_off = attr.integer("vDrawOff", "Text Y offset")


@component("VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering", "Grid Numbering")
class HexGridNumbering(RegularGridNumbering):
    stagger = attr.boolean("stagger", "Odd-numbered rows numbered higher", True)


@component("VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering", "Grid Numbering")
class SquareGridNumbering(RegularGridNumbering):
    """The Grid Numbering component of a square grid. It has only the shared attributes."""


@component("VASSAL.build.module.map.boardPicker.board.ZonedGrid", "Multi-zoned Grid")
class ZonedGrid(Component):
    CHILDREN = (
        "HexGrid",
        "RegionGrid",
        "SquareGrid",
        "Zone",
        "ZonedGridHighlighter",
    )


@component("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone", "Zone")
class Zone(Component):
    CHILDREN = (
        "HexGrid",
        "RegionGrid",
        "SquareGrid",
        "ZoneProperty",
    )

    name = attr.text("name", "Name")
    location_format = attr.formatted("locationFormat", "Location format", "$name$")
    path = attr.text("path", "Shape")
    use_parent_grid = attr.boolean("useParentGrid", "Use board's grid")
    use_highlight = attr.boolean("useHighlight", "Use highlighting")
    highlight_property = attr.text("highlightProperty", "Highlight property")


@component("VASSAL.build.module.map.boardPicker.board.mapgrid.ZonedGridHighlighter", "Zone Highlighters")
class ZonedGridHighlighter(Component):
    CHILDREN = ("ZoneHighlight",)


@component("VASSAL.build.module.map.boardPicker.board.mapgrid.ZoneHighlight", "Zone Highlight")
class ZoneHighlight(Component):
    name = attr.text("name", "Name")
    color = attr.colour("color", "Color")
    coverage = attr.choice("coverage", "Coverage", "Entire Zone", ("Entire Zone", "Zone Border"))
    width = attr.integer("width", "Width", 1)
    style = attr.choice("style", "Style", "Plain", ("Plain", "Striped", "Crosshatched", "Tiled Image"))
    image = attr.image("image", "Image", omitted=True)
    opacity = attr.text("opacity", "Opacity(%)", "100")
