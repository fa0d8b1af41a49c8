"""Components: folders, which only group components in the Editor."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component


@component("VASSAL.build.module.folder.DeckSubFolder", "Folder")
class DeckSubFolder(Component):
    CHILDREN = (
        "CardSlot",
        "DeckGlobalKeyCommand",
        "DeckSendKeyCommand",
        "DeckSortKeyCommand",
        "DeckSubFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


@component("VASSAL.build.module.folder.GlobalPropertyFolder", "Folder")
class GlobalPropertyFolder(Component):
    CHILDREN = (
        "GlobalProperty",
        "GlobalPropertyFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")


@component("VASSAL.build.module.folder.MapSubFolder", "Folder")
class MapSubFolder(Component):
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


@component("VASSAL.build.module.folder.ModuleSubFolder", "Folder")
class ModuleSubFolder(Component):
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


@component("VASSAL.build.module.folder.PrototypeFolder", "Folder")
class PrototypeFolder(Component):
    CHILDREN = (
        "PrototypeDefinition",
        "PrototypeFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    desc = attr.text("desc", "Description")
