"""Components: dice and random text buttons."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.buildfile.components.toolbar_components import LoopingButton


@component("VASSAL.build.module.DiceButton", "Dice Button")
class DiceButton(Component):
    name = attr.text("name", "Description", "2d6")
    text_ = attr.formatted("text", "Button text", "2d6")
    tooltip = attr.text("tooltip", "Tooltip text", "2d6")
    icon = attr.image("icon", "Button icon", "/images/die.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    report_format = attr.formatted(
        "reportFormat", "Report format", "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
    )
    prompt = attr.boolean("prompt", "Prompt for values when button pushed")
    n_dice = attr.integer("nDice", "Number of dice", 2)
    lock_dice = attr.boolean("lockDice", "Lock number of dice")
    n_sides = attr.integer("nSides", "Number of sides per die", 6)
    lock_sides = attr.boolean("lockSides", "Lock number of sides per die")
    plus = attr.integer("plus", "Add to each die")
    lock_plus = attr.boolean("lockPlus", "Lock add to each die")
    add_to_total = attr.integer("addToTotal", "Add to overall total")
    lock_add = attr.boolean("lockAdd", "Lock add to overall total")
    report_total = attr.boolean("reportTotal", "Report total")
    sort_dice = attr.boolean("sortDice", "Sort dice results")
    keep_dice = attr.boolean("keepDice", "Only keep certain rolls")
    keep_option = attr.text("keepOption", "Keep criteria", ">")
    keep_count = attr.integer("keepCount", "Value of N", 1)


@component("VASSAL.build.module.InternetDiceButton", "Internet Dice Button")
class InternetDiceButton(DiceButton):
    """The Internet Dice Button component. It has the attributes of a dice button."""


@component("VASSAL.build.module.RandomTextButton", "Random Text Button")
class RandomTextButton(Component):
    name = attr.text("name", "Description", "2d6")
    text_ = attr.formatted("text", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text", "2d6")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    report_format = attr.formatted(
        "reportFormat", "Report format", "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
    )
    prompt = attr.boolean("prompt", "Prompt for values when button pushed")
    n_dice = attr.integer("nDice", "Number of dice", 2)
    lock_dice = attr.boolean("lockDice", "Lock number of dice")
    lock_sides = attr.boolean("lockSides", "Lock number of sides per die")
    plus = attr.integer("plus", "Add to each die")
    lock_plus = attr.boolean("lockPlus", "Lock add to each die")
    add_to_total = attr.integer("addToTotal", "Add to overall total")
    lock_add = attr.boolean("lockAdd", "Lock add to overall total")
    report_total = attr.boolean("reportTotal", "Report total")
    sort_dice = attr.boolean("sortDice", "Sort dice results")
    keep_dice = attr.boolean("keepDice", "Only keep certain rolls")
    keep_option = attr.text("keepOption", "Keep criteria", ">")
    keep_count = attr.integer("keepCount", "Value of N", 1)
    faces = attr.strings("faces", "Faces")
    numeric = attr.boolean("numeric", "Faces have numeric values")


@component("VASSAL.build.module.SpecialDiceButton", "Symbolic Dice Button")
class SpecialDiceButton(LoopingButton):
    CHILDREN = ("SpecialDie",)

    name = attr.text("name", "Name", "Symbols")
    text_ = attr.formatted("text", "Button text", "Symbols")
    tooltip = attr.text("tooltip", "Tooltip text", "Symbols")
    icon = attr.image("icon", "Button icon", "/images/die.gif")
    description = attr.text("description", "Description", omitted=True)
    result_chatter = attr.boolean("resultChatter", "Report results as text", True)
    format = attr.formatted("format", "Report format", "** $name$ = [$result1$] *** &lt;$PlayerName$&gt;")
    result_window = attr.boolean("resultWindow", "Show result in window")
    window_title_result_format = attr.formatted("windowTitleResultFormat", "Window title format", "$name$")
    result_button = attr.boolean("resultButton", "Show result in button")
    window_x = attr.integer("windowX", "Width")
    window_y = attr.integer("windowY", "Height")
    background_color = attr.colour("backgroundColor", "Background color")


@component("VASSAL.build.module.SpecialDie", "Symbolic Die")
class SpecialDie(Component):
    CHILDREN = ("SpecialDieFace",)

    name = attr.text("name", "Name", omitted=True)
    format = attr.formatted("format", "Results format", "$result$")


@component("VASSAL.build.module.SpecialDieFace", "Symbolic Die Face")
class SpecialDieFace(Component):
    text_ = attr.text("text", "Text value", omitted=True)
    value = attr.integer("value", "Numerical value")
    # VASSAL fails on a face without this attribute.
    icon = attr.image("icon", "Icon")


@component("VASSAL.build.module.DieManager", "Die Manager")
class DieManager(Component):
    CHILDREN = ("InternetDiceButton",)

    description = attr.text("description", "Description", "Die Manager")
    dfltndice = attr.integer("dfltndice", "Multi-roll default Ndice", 2)
    dfltnsides = attr.integer("dfltnsides", "Multi-roll default Nsides", 6)
