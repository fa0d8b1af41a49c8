"""Components: folders, which group components in the Editor only."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component


class DeckSubFolder(Component):
    """Folder (VASSAL.build.module.folder.DeckSubFolder)."""

    TAG = "VASSAL.build.module.folder.DeckSubFolder"
    TITLE = "Folder"
    CHILDREN = (
        "CardSlot",
        "DeckGlobalKeyCommand",
        "DeckSendKeyCommand",
        "DeckSortKeyCommand",
        "DeckSubFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


class GlobalPropertyFolder(Component):
    """Folder (VASSAL.build.module.folder.GlobalPropertyFolder)."""

    TAG = "VASSAL.build.module.folder.GlobalPropertyFolder"
    TITLE = "Folder"
    CHILDREN = (
        "GlobalProperty",
        "GlobalPropertyFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


class MapSubFolder(Component):
    """Folder (VASSAL.build.module.folder.MapSubFolder)."""

    TAG = "VASSAL.build.module.folder.MapSubFolder"
    TITLE = "Folder"
    CHILDREN = (
        "CounterDetailViewer",
        "DoActionButton",
        "DrawPile",
        "Flare",
        "LOS_Thread",
        "MapShader",
        "MapSubFolder",
        "MassKeyCommand",
        "MultiActionButton",
        "SetupStack",
        "ToolbarMenu",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


class ModuleSubFolder(Component):
    """Folder (VASSAL.build.module.folder.ModuleSubFolder)."""

    TAG = "VASSAL.build.module.folder.ModuleSubFolder"
    TITLE = "Folder"
    CHILDREN = (
        "DiceButton",
        "DoActionButton",
        "GlobalKeyCommand",
        "Inventory",
        "Map",
        "ModuleSubFolder",
        "MultiActionButton",
        "PieceWindow",
        "PlayerHand",
        "PrivateMap",
        "RandomTextButton",
        "SpecialDiceButton",
        "StartupGlobalKeyCommand",
        "ToolbarMenu",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


class PrototypeFolder(Component):
    """Folder (VASSAL.build.module.folder.PrototypeFolder)."""

    TAG = "VASSAL.build.module.folder.PrototypeFolder"
    TITLE = "Folder"
    CHILDREN = (
        "PrototypeDefinition",
        "PrototypeFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")
