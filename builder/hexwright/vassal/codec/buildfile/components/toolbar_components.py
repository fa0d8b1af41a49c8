"""Components: buttons and key commands of the toolbar."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.shared_records import FastMatch, Parameter


class ToolbarMenu(Component):
    """Toolbar Menu (VASSAL.build.module.ToolbarMenu)."""

    TAG = "VASSAL.build.module.ToolbarMenu"
    TITLE = "Toolbar Menu"

    description = attr.text("description", "Description", "Menu")
    text_ = attr.formatted("text", "Button text", "Menu")
    tooltip = attr.text("tooltip", "Tooltip text", "Display menu options")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    menu_items = attr.strings("menuItems", "Menu entries")


class MultiActionButton(ToolbarMenu):
    """Multi-Action Button (VASSAL.build.module.MultiActionButton)."""

    TAG = "VASSAL.build.module.MultiActionButton"
    TITLE = "Multi-Action Button"

    text_ = attr.formatted("text", "Button text", "Multi-Action Button")
    tooltip = attr.text("tooltip", "Tooltip text", "Multi-Action Button")


class DoActionButton(Component):
    """Action Button (VASSAL.build.module.DoActionButton)."""

    TAG = "VASSAL.build.module.DoActionButton"
    TITLE = "Action Button"

    name = attr.text("name", "Description", "Action Button")
    text_ = attr.formatted("text", "Button text", "Action Button")
    tooltip = attr.text("tooltip", "Tooltip text", "Action Button")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    do_report = attr.boolean("doReport", "Display message")
    report_format = attr.formatted("reportFormat", "Report format")
    do_sound = attr.boolean("doSound", "Play a sound")
    sound_clip = attr.text("soundClip", "Sound clip", "", "sound")
    do_hotkey = attr.boolean("doHotkey", "Send hotkeys")
    hotkeys = attr.keys("hotkeys", "Hot keys")
    do_loop = attr.boolean("doLoop", "Repeat this set of actions (loop)")
    loop_type = attr.text("loopType", "Type of loop", "counted")
    loop_count = attr.text("loopCount", "Loop how many times", "1")
    while_expression = attr.expression("whileExpression", "Looping continues while Properties match")
    until_expression = attr.expression("untilExpression", "Looping ends when Properties match")
    pre_loop_key = attr.key("preLoopKey", "Perform this Hotkey once before looping starts")
    post_loop_key = attr.key("postLoopKey", "Perform this Hotkey once after looping ends")
    index_ = attr.boolean("index", "Create a loop index property")
    index_property = attr.text("indexProperty", "Index property name")
    index_start = attr.integer("indexStart", "Index property start value", 1)
    index_step = attr.integer("indexStep", "Index property increment value", 1)


class MassKeyCommand(Component):
    """Global Key Command (VASSAL.build.module.map.MassKeyCommand)."""

    TAG = "VASSAL.build.module.map.MassKeyCommand"
    TITLE = "Global Key Command"

    name = attr.text("name", "Description", "Do The Thing")
    button_text = attr.formatted("buttonText", "Button text", "Do The Thing")
    tooltip = attr.text("tooltip", "Tooltip text", "Do The Thing")
    icon = attr.image("icon", "Button icon", omitted=True)
    button_hotkey = attr.key("buttonHotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    hotkey = attr.key("hotkey", "Global Key Command")
    single_map = attr.boolean("singleMap", "Apply to counters on this map only", True)
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MAP"))
    filter = attr.expression("filter", "Additional matching expression")
    deck_count = attr.text("deckCount", "Within a Deck, apply to", "-1")
    report_single = attr.boolean("reportSingle", "Suppress individual reports")
    suppress_sounds = attr.boolean("suppressSounds", "Suppress individual sounds")
    report_format = attr.formatted("reportFormat", "Report format")
    parameters = attr.records(
        "parameters", "Set Dynamic Properties in target pieces", Parameter, omitted=True
    )
    condition = attr.text("condition", "Condition", omitted=True)
    prop_value = attr.text("propValue", "Prop value", omitted=True)
    property = attr.text("property", "Property", omitted=True)
    names = attr.text("names", "Names", omitted=True)


class GlobalKeyCommand(MassKeyCommand):
    """Global Key Command (VASSAL.build.module.GlobalKeyCommand)."""

    TAG = "VASSAL.build.module.GlobalKeyCommand"
    TITLE = "Global Key Command"

    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MODULE"))


class StartupGlobalKeyCommand(Component):
    """Startup Global Key Command (VASSAL.build.module.StartupGlobalKeyCommand)."""

    TAG = "VASSAL.build.module.StartupGlobalKeyCommand"
    TITLE = "Startup Global Key Command"

    when_to_apply = attr.choice(
        "whenToApply",
        "When To Apply",
        "everyLaunchOfSession",
        (
            "firstLaunchOfSession",
            "everyLaunchOfSession",
            "startOfGameOnly",
            "sideChange",
        ),
    )
    hotkey_or_key_command = attr.choice(
        "hotkeyOrKeyCommand",
        "What To Apply",
        "sendKeyCommand",
        (
            "sendKeyCommand",
            "sendHotkey",
        ),
    )
    global_hotkey = attr.key("globalHotkey", "Global Hot Key")
    name = attr.text("name", "Description", "Do The Thing")
    button_text = attr.formatted("buttonText", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text")
    icon = attr.image("icon", "Button icon")
    button_hotkey = attr.key("buttonHotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    hotkey = attr.key("hotkey", "Global Key Command")
    single_map = attr.boolean("singleMap", "Apply to counters on this map only", True)
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MODULE"))
    filter = attr.expression("filter", "Additional matching expression")
    deck_count = attr.text("deckCount", "Within a Deck, apply to", "-1")
    report_single = attr.boolean("reportSingle", "Suppress individual reports")
    suppress_sounds = attr.boolean("suppressSounds", "Suppress individual sounds")
    report_format = attr.formatted("reportFormat", "Report format")
    parameters = attr.records(
        "parameters", "Set Dynamic Properties in target pieces", Parameter, omitted=True
    )
    condition = attr.text("condition", "Condition", omitted=True)
