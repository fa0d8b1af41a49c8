"""Components: turn counters."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component


@component("VASSAL.build.module.turn.TurnTracker", "Turn Counter")
class TurnTracker(Component):
    CHILDREN = (
        "CounterTurnLevel",
        "ListTurnLevel",
        "TurnGlobalHotkey",
    )

    name = attr.text("name", "Name", "Turn")
    description = attr.text("description", "Description", omitted=True)
    button_text = attr.text("buttonText", "Button text", "Turn")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Show/hide hotkey")
    nexthotkey = attr.key("nexthotkey", "Next turn hotkey")
    prevhotkey = attr.key("prevhotkey", "Previous turn hotkey")
    turn_format = attr.formatted("turnFormat", "Turn name format", "$level1$ $level2$ $level3$ $level4$")
    report_format = attr.formatted(
        "reportFormat", "Report format", "* &lt;$PlayerId$&gt; Turn Updated from $oldTurn$ to $newTurn$"
    )
    tooltip = attr.text("tooltip", "Turn label tooltip text", omitted=True)
    length_style = attr.choice(
        "lengthStyle", "Turn label length", "Maximum", ("Variable", "Fixed", "Maximum")
    )
    length = attr.integer("length", "Turn label display length (pixels)", -1)
    plus_button_size = attr.integer("plusButtonSize", "Width of + and - buttons", 22)
    turn_button_height = attr.integer("turnButtonHeight", "Height of Turn Tracker widget", 22)
    fwd_only = attr.boolean("fwdOnly", "Allow Only Forward")


@component("VASSAL.build.module.turn.CounterTurnLevel", "Counter")
class CounterTurnLevel(Component):
    CHILDREN = (
        "CounterTurnLevel",
        "ListTurnLevel",
    )

    name = attr.text("name", "Description", omitted=True)
    property = attr.text("property", "Property name", omitted=True)
    turn_format = attr.formatted("turnFormat", "Turn level format ($levelx$)", "$value$")
    start = attr.integer("start", "Start value", 1)
    incr = attr.integer("incr", "Increment by", 1)
    loop = attr.boolean("loop", "Loop")
    loop_limit = attr.integer("loopLimit", "Maximum value", -1)


@component("VASSAL.build.module.turn.ListTurnLevel", "List")
class ListTurnLevel(Component):
    CHILDREN = (
        "CounterTurnLevel",
        "ListTurnLevel",
    )

    name = attr.text("name", "Description", omitted=True)
    property = attr.text("property", "Property name", omitted=True)
    turn_format = attr.formatted("turnFormat", "Turn level format ($levelx$)", "$value$")
    list = attr.strings("list", "List of items")
    config_list = attr.boolean("configList", "Allow players to hide items in this list")
    config_first = attr.boolean("configFirst", "Allow players to change which item goes first")
    prompt = attr.text("prompt", "Prompt players to select which item goes first", omitted=True)


@component("VASSAL.build.module.turn.TurnGlobalHotkey", "Global Hotkey (Turn)")
class TurnGlobalHotkey(Component):
    name = attr.text("name", "Description", omitted=True)
    hotkey = attr.key("hotkey", "Global hotkey")
    match = attr.expression("match", "Match properties")
    report_format = attr.formatted("reportFormat", "Report format")
