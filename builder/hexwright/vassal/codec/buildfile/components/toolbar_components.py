"""Components: buttons and key commands of the toolbar."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.shared_records import FastMatch, PropertyParameter


@component("VASSAL.build.module.ToolbarMenu", "Toolbar Menu")
class ToolbarMenu(Component):
    description = attr.text("description", "Description", "Menu")
    text_ = attr.formatted("text", "Button text", "Menu")
    tooltip = attr.text("tooltip", "Tooltip text", "Display menu options")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    menu_items = attr.strings("menuItems", "Menu entries")


@component("VASSAL.build.module.MultiActionButton", "Multi-Action Button")
class MultiActionButton(ToolbarMenu):
    text_ = attr.formatted("text", "Button text", "Multi-Action Button")
    tooltip = attr.text("tooltip", "Tooltip text", "Multi-Action Button")


class LoopingButton(Component):
    """A button that shows a message, plays a sound and sends hotkeys, optionally in a loop."""

    name = attr.text("name", "Description")
    text_ = attr.formatted("text", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
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


@component("VASSAL.build.module.DoActionButton", "Action Button")
class DoActionButton(LoopingButton):
    name = attr.text("name", "Description", "Action Button")
    text_ = attr.formatted("text", "Button text", "Action Button")
    tooltip = attr.text("tooltip", "Tooltip text", "Action Button")


@component("VASSAL.build.module.map.MassKeyCommand", "Global Key Command")
class MassKeyCommand(Component):
    name = attr.text("name", "Description", "Do The Thing")
    button_text = attr.formatted("buttonText", "Button text", "Do The Thing")
    tooltip = attr.text("tooltip", "Tooltip text", "Do The Thing")
    icon = attr.image("icon", "Button icon", omitted=True)
    button_hotkey = attr.key("buttonHotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    hotkey = attr.key("hotkey", "Global Key Command")
    single_map = attr.boolean("singleMap", "Apply to counters on this map only", True)
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MAP"))
    filter = attr.expression("filter", "Additional matching expression")
    deck_count = attr.text("deckCount", "Within a Deck, apply to", "-1")
    report_single = attr.boolean("reportSingle", "Suppress individual reports")
    suppress_sounds = attr.boolean("suppressSounds", "Suppress individual sounds")
    report_format = attr.formatted("reportFormat", "Report format")
    parameters = attr.records(
        "parameters", "Set Dynamic Properties in target pieces", PropertyParameter, omitted=True
    )
    condition = attr.text("condition", "Condition", omitted=True)
    prop_value = attr.text("propValue", "Prop value", omitted=True)
    property = attr.text("property", "Property", omitted=True)
    names = attr.text("names", "Names", omitted=True)


@component("VASSAL.build.module.GlobalKeyCommand", "Global Key Command")
class GlobalKeyCommand(MassKeyCommand):
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MODULE"))


@component("VASSAL.build.module.StartupGlobalKeyCommand", "Startup Global Key Command")
class StartupGlobalKeyCommand(Component):
    when_to_apply = attr.choice(
        "whenToApply",
        "When To Apply",
        "everyLaunchOfSession",
        ("firstLaunchOfSession", "everyLaunchOfSession", "startOfGameOnly", "sideChange"),
    )
    hotkey_or_key_command = attr.choice(
        "hotkeyOrKeyCommand", "What To Apply", "sendKeyCommand", ("sendKeyCommand", "sendHotkey")
    )
    global_hotkey = attr.key("globalHotkey", "Global Hot Key")
    name = attr.text("name", "Description", "Do The Thing")
    button_text = attr.formatted("buttonText", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text")
    icon = attr.image("icon", "Button icon")
    button_hotkey = attr.key("buttonHotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    hotkey = attr.key("hotkey", "Global Key Command")
    single_map = attr.boolean("singleMap", "Apply to counters on this map only", True)
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("MODULE"))
    filter = attr.expression("filter", "Additional matching expression")
    deck_count = attr.text("deckCount", "Within a Deck, apply to", "-1")
    report_single = attr.boolean("reportSingle", "Suppress individual reports")
    suppress_sounds = attr.boolean("suppressSounds", "Suppress individual sounds")
    report_format = attr.formatted("reportFormat", "Report format")
    parameters = attr.records(
        "parameters", "Set Dynamic Properties in target pieces", PropertyParameter, omitted=True
    )
    condition = attr.text("condition", "Condition", omitted=True)
