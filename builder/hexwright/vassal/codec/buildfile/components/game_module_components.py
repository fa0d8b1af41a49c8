"""Components: the module, module extensions, and the small components that every module contains."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component


@component("VASSAL.build.GameModule", "Module")
class GameModule(Component):
    CHILDREN = (
        "ChartWindow",
        "ChessClockControl",
        "DiceButton",
        "DoActionButton",
        "GlobalKeyCommand",
        "Inventory",
        "Map",
        "ModuleSubFolder",
        "MultiActionButton",
        "NotesWindow",
        "PieceWindow",
        "PlayerHand",
        "PredefinedSetup",
        "PrivateMap",
        "RandomTextButton",
        "SpecialDiceButton",
        "StartupGlobalKeyCommand",
        "ToolbarMenu",
        "TurnTracker",
    )

    name = attr.text("name", "Game Name")
    version = attr.text("version", "Version number", "0.0")
    description = attr.text("description", "Description")
    module_other1 = attr.text("ModuleOther1", "Additional module info 1")
    module_other2 = attr.text("ModuleOther2", "Additional module info 2")
    vassal_version = attr.text("VassalVersion", "Version of VASSAL", "3.7.26")
    next_piece_slot_id = attr.integer("nextPieceSlotId", "Next game piece id")


@component("VASSAL.build.module.BasicCommandEncoder", "Command encoder")
class BasicCommandEncoder(Component):
    """The Command encoder component. It has no attributes."""


@component("VASSAL.build.module.BasicLogger", "Basic Logger")
class BasicLogger(Component):
    """The Basic Logger component, which writes log files. It has no attributes."""


@component("VASSAL.build.module.Chatter", "Chatter")
class Chatter(Component):
    """The Chatter component, which is the chat window. It has no attributes."""


@component("VASSAL.build.module.ConnectionWindow", "Connection Window")
class ConnectionWindow(Component):
    """The Connection Window component. It has no attributes."""


@component("VASSAL.build.module.EventLog", "Event Log")
class EventLog(Component):
    """The Event Log component. It has no attributes."""


@component("VASSAL.build.module.KeyNamer", "Key Namer")
class KeyNamer(Component):
    """The Key Namer component. It has no attributes."""


@component("VASSAL.build.module.Plugin", "Plugin")
class Plugin(Component):
    """The Plugin component. It has no attributes."""


@component("VASSAL.build.module.ModuleExtension", "Module extension")
class ModuleExtension(Component):
    any_module = attr.boolean("anyModule", "Allow loading with any module")
    version = attr.text("version", "Version", "0.0")
    description = attr.text("description", "Description")
    module = attr.text("module", "Module")
    module_version = attr.text("moduleVersion", "Module version", "0.0")
    vassal_version = attr.text("vassalVersion", "Version of VASSAL", "3.7.26")
    next_piece_slot_id = attr.integer("nextPieceSlotId", "Next game piece id")
    extension_id = attr.text("extensionId", "Extension id")


@component("VASSAL.build.module.ExtensionElement", "Extension element")
class ExtensionElement(Component):
    target = attr.text("target", "Path of the component that it is added to")


@component("VASSAL.i18n.Language", "Translations")
class Language(Component):
    CHILDREN = ("Translation",)


@component("VASSAL.i18n.Localization", "Translations")
class Localization(Language):
    CHILDREN = ("Translation",)


@component("VASSAL.i18n.Translation", "Translation")
class Translation(Component):
    locale = attr.text("locale", "Locale", "en,")


@component("VASSAL.chat.ui.ChatServerControls", "Chat Server Controls")
class ChatServerControls(Component):
    """The Chat Server Controls component. It has no attributes."""
