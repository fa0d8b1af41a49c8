"""Components: palettes of pieces, piece slots and prototypes."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece


@component("VASSAL.build.module.PieceWindow", "Game Piece Palette")
class PieceWindow(Component):
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


@component("VASSAL.build.widget.TabWidget", "Tabbed Panel")
class TabWidget(Component):
    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)


@component("VASSAL.build.widget.ListWidget", "Scrollable List")
class ListWidget(Component):
    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    scale = attr.real("scale", "Image scale", 1.0)
    width = attr.text("width", "Width", "0")
    height = attr.text("height", "Height", "0")
    divider = attr.text("divider", "Divider", "0")


@component("VASSAL.build.widget.BoxWidget", "Pull-down Menu")
class BoxWidget(Component):
    entry_name = attr.text("entryName", "Name", omitted=True)
    width = attr.text("width", "Width", "0")
    height = attr.text("height", "Height", "0")


@component("VASSAL.build.widget.PanelWidget", "Panel")
class PanelWidget(Component):
    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    fixed = attr.boolean("fixed", "Fixed cell size")
    n_columns = attr.integer("nColumns", "Number of columns", 3)
    vert = attr.boolean("vert", "Vertical layout")
    scale = attr.real("scale", "Image scale for all child members", 1.0)


class Definition(Component):
    """A component whose text is an add-piece command, such as a piece slot or a prototype."""

    @property
    def definition(self) -> AddPiece | None:
        """Return the add-piece command, or None for a component without text.

        Raises CodecError for an invalid command.
        """
        return AddPiece.decode(self.body) if self.body else None

    @definition.setter
    def definition(self, command: AddPiece) -> None:
        self.body = command.encode()

    @property
    def piece(self) -> GamePiece | None:
        """Return the piece that the command adds, or None for a component without text.

        Raises CodecError for an invalid command.
        """
        command = self.definition
        return command.piece if command else None

    @piece.setter
    def piece(self, piece: GamePiece) -> None:
        self.definition = AddPiece(piece)


@component("VASSAL.build.widget.PieceSlot", "Single piece")
class PieceSlot(Definition):
    entry_name = attr.text("entryName", "Name", omitted=True)
    gpid = attr.text("gpid", "Game piece id")
    height = attr.integer("height", "Height", 64)
    width = attr.integer("width", "Width", 64)


@component("VASSAL.build.widget.CardSlot", "Card")
class CardSlot(PieceSlot):
    """The Card component. It has the attributes of a piece slot."""


@component("VASSAL.build.module.PrototypesContainer", "Game Piece Prototype Definitions")
class PrototypesContainer(Component):
    CHILDREN = (
        "PrototypeDefinition",
        "PrototypeFolder",
    )


@component("VASSAL.build.module.PrototypeDefinition", "Definition")
class PrototypeDefinition(Definition):
    name = attr.text("name", "Name")
    description = attr.text("description", "Description")
