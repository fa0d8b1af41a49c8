"""Components: the module itself, its extension, and the small things it always holds."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component


class GameModule(Component):
    """Module (VASSAL.build.GameModule)."""

    TAG = "VASSAL.build.GameModule"
    TITLE = "Module"
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


class BasicCommandEncoder(Component):
    """Command encoder (VASSAL.build.module.BasicCommandEncoder)."""

    TAG = "VASSAL.build.module.BasicCommandEncoder"
    TITLE = "Command encoder"


class BasicLogger(Component):
    """Basic Logger (VASSAL.build.module.BasicLogger)."""

    TAG = "VASSAL.build.module.BasicLogger"
    TITLE = "Basic Logger"


class Chatter(Component):
    """Chatter (VASSAL.build.module.Chatter)."""

    TAG = "VASSAL.build.module.Chatter"
    TITLE = "Chatter"


class ConnectionWindow(Component):
    """Connection Window (VASSAL.build.module.ConnectionWindow)."""

    TAG = "VASSAL.build.module.ConnectionWindow"
    TITLE = "Connection Window"


class EventLog(Component):
    """Event Log (VASSAL.build.module.EventLog)."""

    TAG = "VASSAL.build.module.EventLog"
    TITLE = "Event Log"


class KeyNamer(Component):
    """Key Namer (VASSAL.build.module.KeyNamer)."""

    TAG = "VASSAL.build.module.KeyNamer"
    TITLE = "Key Namer"


class Plugin(Component):
    """Plugin (VASSAL.build.module.Plugin)."""

    TAG = "VASSAL.build.module.Plugin"
    TITLE = "Plugin"


class ModuleExtension(Component):
    """Module extension (VASSAL.build.module.ModuleExtension)."""

    TAG = "VASSAL.build.module.ModuleExtension"
    TITLE = "Module extension"

    any_module = attr.boolean("anyModule", "Allow loading with any module")
    version = attr.text("version", "Version", "0.0")
    description = attr.text("description", "Description")
    module = attr.text("module", "Module")
    module_version = attr.text("moduleVersion", "Module version", "0.0")
    vassal_version = attr.text("vassalVersion", "Version of VASSAL", "3.7.26")
    next_piece_slot_id = attr.integer("nextPieceSlotId", "Next game piece id")
    extension_id = attr.text("extensionId", "Extension id")


class ExtensionElement(Component):
    """Extension element (VASSAL.build.module.ExtensionElement)."""

    TAG = "VASSAL.build.module.ExtensionElement"
    TITLE = "Extension element"

    target = attr.text("target", "Path of the component that it is added to")


class Language(Component):
    """Translations (VASSAL.i18n.Language)."""

    TAG = "VASSAL.i18n.Language"
    TITLE = "Translations"
    CHILDREN = ("Translation",)


class Localization(Language):
    """Translations (VASSAL.i18n.Localization)."""

    TAG = "VASSAL.i18n.Localization"
    TITLE = "Translations"
    CHILDREN = ("Translation",)


class Translation(Component):
    """Translation (VASSAL.i18n.Translation)."""

    TAG = "VASSAL.i18n.Translation"
    TITLE = "Translation"

    locale = attr.text("locale", "Locale", "en,")


class ChatServerControls(Component):
    """Chat Server Controls (VASSAL.chat.ui.ChatServerControls)."""

    TAG = "VASSAL.chat.ui.ChatServerControls"
    TITLE = "Chat Server Controls"
