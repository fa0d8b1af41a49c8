"""Components: palettes of pieces, piece slots and prototypes."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.piece_text import AddPiece, Piece


class PieceWindow(Component):
    """Game Piece Palette (VASSAL.build.module.PieceWindow)."""

    TAG = "VASSAL.build.module.PieceWindow"
    TITLE = "Game Piece Palette"
    CHILDREN = (
        "BoxWidget",
        "ListWidget",
        "PanelWidget",
        "TabWidget",
    )

    name = attr.text("name", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    hidden = attr.boolean("hidden", "Hidden (requires restart)")
    text_ = attr.text("text", "Button text", "Pieces")
    tooltip = attr.text("tooltip", "Tooltip text", "Show/Hide the Pieces window")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey to show/hide")
    scale = attr.real("scale", "Image scale for all child members", 1.0)
    default_width = attr.integer("defaultWidth", "Default docked width (0 for automatic)")


class TabWidget(Component):
    """Tabbed Panel (VASSAL.build.widget.TabWidget)."""

    TAG = "VASSAL.build.widget.TabWidget"
    TITLE = "Tabbed Panel"

    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)


class ListWidget(Component):
    """Scrollable List (VASSAL.build.widget.ListWidget)."""

    TAG = "VASSAL.build.widget.ListWidget"
    TITLE = "Scrollable List"

    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    scale = attr.real("scale", "Image scale", 1.0)
    width = attr.text("width", "Width", "0")
    height = attr.text("height", "Height", "0")
    divider = attr.text("divider", "Divider", "0")


class BoxWidget(Component):
    """Pull-down Menu (VASSAL.build.widget.BoxWidget)."""

    TAG = "VASSAL.build.widget.BoxWidget"
    TITLE = "Pull-down Menu"

    entry_name = attr.text("entryName", "Name", omitted=True)
    width = attr.text("width", "Width", "0")
    height = attr.text("height", "Height", "0")


class PanelWidget(Component):
    """Panel (VASSAL.build.widget.PanelWidget)."""

    TAG = "VASSAL.build.widget.PanelWidget"
    TITLE = "Panel"

    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    fixed = attr.boolean("fixed", "Fixed cell size")
    n_columns = attr.integer("nColumns", "Number of columns", 3)
    vert = attr.boolean("vert", "Vertical layout")
    scale = attr.real("scale", "Image scale for all child members", 1.0)


class Definition(Component):
    """Be a component whose text is the command that adds a piece."""

    @property
    def definition(self) -> AddPiece | None:
        """Return the command, or None where there is no text; raises CodecError."""
        return AddPiece.decode(self.body) if self.body else None

    @definition.setter
    def definition(self, command: AddPiece) -> None:
        self.body = command.encode()

    @property
    def piece(self) -> Piece | None:
        """Return the piece, or None where there is no text; raises CodecError."""
        command = self.definition
        return command.piece if command else None

    @piece.setter
    def piece(self, piece: Piece) -> None:
        self.definition = AddPiece(piece)


class PieceSlot(Definition):
    """Single piece (VASSAL.build.widget.PieceSlot)."""

    TAG = "VASSAL.build.widget.PieceSlot"
    TITLE = "Single piece"

    entry_name = attr.text("entryName", "Name", omitted=True)
    gpid = attr.text("gpid", "Game piece id")
    height = attr.integer("height", "Height", 64)
    width = attr.integer("width", "Width", 64)


class CardSlot(PieceSlot):
    """Card (VASSAL.build.widget.CardSlot)."""

    TAG = "VASSAL.build.widget.CardSlot"
    TITLE = "Card"


class PrototypesContainer(Component):
    """Game Piece Prototype Definitions (VASSAL.build.module.PrototypesContainer)."""

    TAG = "VASSAL.build.module.PrototypesContainer"
    TITLE = "Game Piece Prototype Definitions"
    CHILDREN = (
        "PrototypeDefinition",
        "PrototypeFolder",
    )


class PrototypeDefinition(Definition):
    """Definition (VASSAL.build.module.PrototypeDefinition)."""

    TAG = "VASSAL.build.module.PrototypeDefinition"
    TITLE = "Definition"

    name = attr.text("name", "Name")
    description = attr.text("description", "Description")
