"""Components: dice and random texts."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component


class DiceButton(Component):
    """Dice Button (VASSAL.build.module.DiceButton)."""

    TAG = "VASSAL.build.module.DiceButton"
    TITLE = "Dice Button"

    name = attr.text("name", "Description", "2d6")
    text_ = attr.formatted("text", "Button text", "2d6")
    tooltip = attr.text("tooltip", "Tooltip text", "2d6")
    icon = attr.image("icon", "Button icon", "/images/die.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
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


class InternetDiceButton(DiceButton):
    """Internet Dice Button (VASSAL.build.module.InternetDiceButton)."""

    TAG = "VASSAL.build.module.InternetDiceButton"
    TITLE = "Internet Dice Button"


class RandomTextButton(Component):
    """Random Text Button (VASSAL.build.module.RandomTextButton)."""

    TAG = "VASSAL.build.module.RandomTextButton"
    TITLE = "Random Text Button"

    name = attr.text("name", "Description", "2d6")
    text_ = attr.formatted("text", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text", "2d6")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
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


class SpecialDiceButton(Component):
    """Symbolic Dice Button (VASSAL.build.module.SpecialDiceButton)."""

    TAG = "VASSAL.build.module.SpecialDiceButton"
    TITLE = "Symbolic Dice Button"
    CHILDREN = ("SpecialDie",)

    name = attr.text("name", "Name", "Symbols")
    text_ = attr.formatted("text", "Button text", "Symbols")
    tooltip = attr.text("tooltip", "Tooltip text", "Symbols")
    icon = attr.image("icon", "Button icon", "/images/die.gif")
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
    description = attr.text("description", "Description", omitted=True)
    result_chatter = attr.boolean("resultChatter", "Report results as text", True)
    format = attr.formatted("format", "Report format", "** $name$ = [$result1$] *** &lt;$PlayerName$&gt;")
    result_window = attr.boolean("resultWindow", "Show result in window")
    window_title_result_format = attr.formatted("windowTitleResultFormat", "Window title format", "$name$")
    result_button = attr.boolean("resultButton", "Show result in button")
    window_x = attr.integer("windowX", "Width")
    window_y = attr.integer("windowY", "Height")
    background_color = attr.colour("backgroundColor", "Background color")


class SpecialDie(Component):
    """Symbolic Die (VASSAL.build.module.SpecialDie)."""

    TAG = "VASSAL.build.module.SpecialDie"
    TITLE = "Symbolic Die"
    CHILDREN = ("SpecialDieFace",)

    name = attr.text("name", "Name", omitted=True)
    format = attr.formatted("format", "Results format", "$result$")


class SpecialDieFace(Component):
    """Symbolic Die Face (VASSAL.build.module.SpecialDieFace)."""

    TAG = "VASSAL.build.module.SpecialDieFace"
    TITLE = "Symbolic Die Face"

    text_ = attr.text("text", "Text value", omitted=True)
    value = attr.integer("value", "Numerical value")
    # The engine fails on a face without this attribute.
    icon = attr.image("icon", "Icon")


class DieManager(Component):
    """Die Manager (VASSAL.build.module.DieManager)."""

    TAG = "VASSAL.build.module.DieManager"
    TITLE = "Die Manager"
    CHILDREN = ("InternetDiceButton",)

    description = attr.text("description", "Description", "Die Manager")
    dfltndice = attr.integer("dfltndice", "Multi-roll default Ndice", 2)
    dfltnsides = attr.integer("dfltnsides", "Multi-roll default Nsides", 6)
