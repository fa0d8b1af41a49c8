"""Components: global options, preferences, sides, set-ups and scenario options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, new_part


class GlobalOptions(Component):
    """Global Options (VASSAL.build.module.GlobalOptions)."""

    TAG = "VASSAL.build.module.GlobalOptions"
    TITLE = "Global Options"
    CHILDREN = (
        "BooleanPreference",
        "DoublePreference",
        "EnumPreference",
        "IntegerPreference",
        "StringPreference",
        "TextPreference",
    )

    description = attr.text("description", "Description", omitted=True)
    non_owner_unmaskable = attr.choice(
        "nonOwnerUnmaskable",
        "Allow non-owners to unmask pieces",
        "Never",
        (
            "Always",
            "Never",
            "Use Preferences Setting",
        ),
    )
    prompt_string = attr.text("promptString", "Prompt string", "Opponents can unmask my pieces")
    auto_report = attr.choice(
        "autoReport",
        "Auto-report moves",
        "Always",
        (
            "Always",
            "Never",
            "Use Preferences Setting",
        ),
    )
    player_id_format = attr.formatted("playerIdFormat", "Player ID format", "$PlayerName$")
    chatter_html_support = attr.choice(
        "chatterHTMLSupport",
        "Enable HTML support in Chat Log",
        "Never",
        (
            "Always",
            "Never",
        ),
    )
    hot_keys_on_closed_windows = attr.choice(
        "hotKeysOnClosedWindows",
        "Toolbars on closed map windows accept hotkeys",
        "Never",
        (
            "Always",
            "Never",
        ),
    )
    inventory_for_all = attr.choice(
        "inventoryForAll",
        "Inventory can see into Private Windows not accessible to current player",
        "Always",
        (
            "Always",
            "Never",
        ),
    )
    send_to_location_move_trails = attr.choice(
        "sendToLocationMoveTrails",
        "Send-to-Location trait generates Movement Trails",
        "Never",
        (
            "Always",
            "Never",
        ),
    )
    store_leading_zero_integers_as_strings = attr.boolean(
        "storeLeadingZeroIntegersAsStrings", "Preserve leading zeros in Integers?"
    )
    purge_blank_property_prompts = attr.boolean(
        "purgeBlankPropertyPrompts", "Purge blank lines from dynamic/global property prompts?", True
    )
    disable_piece_indexing = attr.boolean(
        "disablePieceIndexing", "Disable use of location indexes to speed up Global Key Commands?"
    )
    min_max_heap = attr.integer("minMaxHeap", "Minimum JVM maximum heap (in MB)")

    @property
    def options(self) -> dict[str, str]:
        """Return the initial values of preferences by key."""
        return {entry.get("name", ""): (entry.text or "").strip() for entry in self.iterchildren("option")}

    @options.setter
    def options(self, values: Mapping[str, str]) -> None:
        for entry in list(self.iterchildren("option")):
            self.remove(entry)
        for name, value in values.items():
            self.append(new_part("option", value, name=name))


class BooleanPreference(Component):
    """Checkbox Preference (VASSAL.preferences.BooleanPreference)."""

    TAG = "VASSAL.preferences.BooleanPreference"
    TITLE = "Checkbox Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.boolean("default", "Default value")


class DoublePreference(Component):
    """Decimal Number Preference (VASSAL.preferences.DoublePreference)."""

    TAG = "VASSAL.preferences.DoublePreference"
    TITLE = "Decimal Number Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.real("default", "Default value")


class EnumPreference(Component):
    """Drop-down List Preference (VASSAL.preferences.EnumPreference)."""

    TAG = "VASSAL.preferences.EnumPreference"
    TITLE = "Drop-down List Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.text("default", "Default value")
    list = attr.strings("list", "List values")


class IntegerPreference(Component):
    """Whole Number Preference (VASSAL.preferences.IntegerPreference)."""

    TAG = "VASSAL.preferences.IntegerPreference"
    TITLE = "Whole Number Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.integer("default", "Default value")


class StringPreference(Component):
    """String Preference (VASSAL.preferences.StringPreference)."""

    TAG = "VASSAL.preferences.StringPreference"
    TITLE = "String Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.text("default", "Default value")


class TextPreference(Component):
    """Text Box Preference (VASSAL.preferences.TextPreference)."""

    TAG = "VASSAL.preferences.TextPreference"
    TITLE = "Text Box Preference"

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")
    default = attr.text("default", "Default value")


class PlayerRoster(Component):
    """Definition of Player Sides (VASSAL.build.module.PlayerRoster)."""

    TAG = "VASSAL.build.module.PlayerRoster"
    TITLE = "Definition of Player Sides"

    button_icon = attr.image("buttonIcon", "'Retire' button icon", omitted=True)
    button_key_stroke = attr.key("buttonKeyStroke", "'Retire' button Key Command")
    button_text = attr.text("buttonText", "'Retire' button text", "Retire")
    button_tool_tip = attr.text(
        "buttonToolTip",
        "'Retire' button tooltip",
        "Switch sides, become an observer, or allow another player to take your side in this game",
    )

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides, in order."""
        return tuple((entry.text or "").strip() for entry in self if isinstance(entry.tag, str))

    @sides.setter
    def sides(self, names: Iterable[str]) -> None:
        for entry in list(self):
            self.remove(entry)
        for name in names:
            self.append(new_part("entry", name))


class PredefinedSetup(Component):
    """Pre-defined setup (VASSAL.build.module.PredefinedSetup)."""

    TAG = "VASSAL.build.module.PredefinedSetup"
    TITLE = "Pre-defined setup"

    name = attr.text("name", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    is_menu = attr.boolean("isMenu", "Parent menu")
    use_file = attr.boolean("useFile", "Use pre-defined file", True)
    file = attr.file("file", "Saved game", omitted=True)


class ScenarioPropertiesOptionTab(Component):
    """Scenario Properties Option Tab (VASSAL.build.module.properties.ScenarioPropertiesOptionTab)."""

    TAG = "VASSAL.build.module.properties.ScenarioPropertiesOptionTab"
    TITLE = "Scenario Properties Option Tab"
    CHILDREN = (
        "BooleanScenarioProperty",
        "ListScenarioProperty",
        "NumberScenarioProperty",
        "StringScenarioProperty",
    )

    name = attr.text("name", "Name", omitted=True)
    description = attr.text("description", "Description")
    report = attr.text(
        "report",
        "Report format",
        "$PlayerId$ changed Scenario Option [$tabName$] $propertyPrompt$ from $oldValue$ to $newValue$",
    )
    heading = attr.text("heading", "Tab Heading")
    left_align = attr.text("leftAlign", "Description Alignment", "right")


class BooleanScenarioProperty(Component):
    """Checkbox Scenario Property (VASSAL.build.module.properties.BooleanScenarioProperty)."""

    TAG = "VASSAL.build.module.properties.BooleanScenarioProperty"
    TITLE = "Checkbox Scenario Property"

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.boolean("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")


class ListScenarioProperty(Component):
    """List Scenario Property (VASSAL.build.module.properties.ListScenarioProperty)."""

    TAG = "VASSAL.build.module.properties.ListScenarioProperty"
    TITLE = "List Scenario Property"

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")
    options = attr.text("options", "Valid Options")


class NumberScenarioProperty(Component):
    """Number Scenario Property (VASSAL.build.module.properties.NumberScenarioProperty)."""

    TAG = "VASSAL.build.module.properties.NumberScenarioProperty"
    TITLE = "Number Scenario Property"

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.integer("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")


class StringScenarioProperty(Component):
    """String Scenario Property (VASSAL.build.module.properties.StringScenarioProperty)."""

    TAG = "VASSAL.build.module.properties.StringScenarioProperty"
    TITLE = "String Scenario Property"

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")
