"""Components: global options, preferences, sides, set-ups and scenario options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component, new_plain_element


@component("VASSAL.build.module.GlobalOptions", "Global Options")
class GlobalOptions(Component):
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
        ("Always", "Never", "Use Preferences Setting"),
    )
    prompt_string = attr.text("promptString", "Prompt string", "Opponents can unmask my pieces")
    auto_report = attr.choice(
        "autoReport", "Auto-report moves", "Always", ("Always", "Never", "Use Preferences Setting")
    )
    player_id_format = attr.formatted("playerIdFormat", "Player ID format", "$PlayerName$")
    chatter_html_support = attr.choice(
        "chatterHTMLSupport", "Enable HTML support in Chat Log", "Never", ("Always", "Never")
    )
    hot_keys_on_closed_windows = attr.choice(
        "hotKeysOnClosedWindows",
        "Toolbars on closed map windows accept hotkeys",
        "Never",
        ("Always", "Never"),
    )
    inventory_for_all = attr.choice(
        "inventoryForAll",
        "Inventory can see into Private Windows not accessible to current player",
        "Always",
        ("Always", "Never"),
    )
    send_to_location_move_trails = attr.choice(
        "sendToLocationMoveTrails",
        "Send-to-Location trait generates Movement Trails",
        "Never",
        ("Always", "Never"),
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
        """Return the initial value of each preference, keyed by its name."""
        return {entry.get("name", ""): (entry.text or "").strip() for entry in self.iterchildren("option")}

    @options.setter
    def options(self, values: Mapping[str, str]) -> None:
        for entry in list(self.iterchildren("option")):
            self.remove(entry)
        for name, value in values.items():
            self.append(new_plain_element("option", value, name=name))


class Preference(Component):
    """The attributes that all kinds of preferences share."""

    note = attr.text("note", "Note", omitted=True)
    tab = attr.text("tab", "Preference tab name", "Dump")
    desc = attr.text("desc", "Preference description", omitted=True)
    name = attr.text("name", "Global property name")


@component("VASSAL.preferences.BooleanPreference", "Checkbox Preference")
class BooleanPreference(Preference):
    default = attr.boolean("default", "Default value")


@component("VASSAL.preferences.DoublePreference", "Decimal Number Preference")
class DoublePreference(Preference):
    default = attr.real("default", "Default value")


@component("VASSAL.preferences.EnumPreference", "Drop-down List Preference")
class EnumPreference(Preference):
    default = attr.text("default", "Default value")
    list = attr.strings("list", "List values")


@component("VASSAL.preferences.IntegerPreference", "Whole Number Preference")
class IntegerPreference(Preference):
    default = attr.integer("default", "Default value")


@component("VASSAL.preferences.StringPreference", "String Preference")
class StringPreference(Preference):
    default = attr.text("default", "Default value")


@component("VASSAL.preferences.TextPreference", "Text Box Preference")
class TextPreference(Preference):
    default = attr.text("default", "Default value")


@component("VASSAL.build.module.PlayerRoster", "Definition of Player Sides")
class PlayerRoster(Component):
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
        """Return the names of the sides in roster order."""
        return tuple((entry.text or "").strip() for entry in self if isinstance(entry.tag, str))

    @sides.setter
    def sides(self, names: Iterable[str]) -> None:
        for entry in list(self):
            self.remove(entry)
        for name in names:
            self.append(new_plain_element("entry", name))


@component("VASSAL.build.module.PredefinedSetup", "Pre-defined setup")
class PredefinedSetup(Component):
    CHILDREN = ("PredefinedSetup",)

    name = attr.text("name", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    is_menu = attr.boolean("isMenu", "Parent menu")
    use_file = attr.boolean("useFile", "Use pre-defined file", True)
    file = attr.file("file", "Saved game", omitted=True)


@component("VASSAL.build.module.properties.ScenarioPropertiesOptionTab", "Scenario Properties Option Tab")
class ScenarioPropertiesOptionTab(Component):
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


@component("VASSAL.build.module.properties.BooleanScenarioProperty", "Checkbox Scenario Property")
class BooleanScenarioProperty(Component):
    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.boolean("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")


@component("VASSAL.build.module.properties.ListScenarioProperty", "List Scenario Property")
class ListScenarioProperty(Component):
    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")
    options = attr.text("options", "Valid Options")


@component("VASSAL.build.module.properties.NumberScenarioProperty", "Number Scenario Property")
class NumberScenarioProperty(Component):
    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.integer("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")


@component("VASSAL.build.module.properties.StringScenarioProperty", "String Scenario Property")
class StringScenarioProperty(Component):
    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Option prompt")
    hotkey = attr.key("hotkey", "Send Hotkey on change")
    switch = attr.boolean("switch", "Move Property description to right-hand column")
