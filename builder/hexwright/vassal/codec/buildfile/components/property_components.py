"""Components: global properties and translatable messages."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.shared_records import Change


class GlobalProperties(Component):
    """Global Properties (VASSAL.build.module.properties.GlobalProperties)."""

    TAG = "VASSAL.build.module.properties.GlobalProperties"
    TITLE = "Global Properties"
    CHILDREN = (
        "GlobalProperty",
        "GlobalPropertyFolder",
        "ScenarioPropertiesOptionTab",
    )


class GlobalProperty(Component):
    """Global Property (VASSAL.build.module.properties.GlobalProperty)."""

    TAG = "VASSAL.build.module.properties.GlobalProperty"
    TITLE = "Global Property"
    CHILDREN = ("ChangePropertyButton",)

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Description")
    is_numeric = attr.boolean("isNumeric", "Is numeric")
    min = attr.text("min", "Minimum value", "null")
    max = attr.text("max", "Maximum value", "null")
    wrap = attr.boolean("wrap", "Wrap around")


class ZoneProperty(GlobalProperty):
    """Global Property (Zone) (VASSAL.build.module.properties.ZoneProperty)."""

    TAG = "VASSAL.build.module.properties.ZoneProperty"
    TITLE = "Global Property (Zone)"


class ChangePropertyButton(Component):
    """Change-property Toolbar Button (VASSAL.build.module.properties.ChangePropertyButton)."""

    TAG = "VASSAL.build.module.properties.ChangePropertyButton"
    TITLE = "Change-property Toolbar Button"

    desc = attr.text("desc", "Description")
    text_ = attr.formatted("text", "Button text", "Change")
    tooltip = attr.text("tooltip", "Tooltip text", "Change")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    report_format = attr.formatted("reportFormat", "Report format")
    prop_changer = attr.record("propChanger", "Options", Change("P", ""))


class GlobalTranslatableMessages(Component):
    """Global Translatable Messages (VASSAL.build.module.properties.GlobalTranslatableMessages)."""

    TAG = "VASSAL.build.module.properties.GlobalTranslatableMessages"
    TITLE = "Global Translatable Messages"
    CHILDREN = ("GlobalTranslatableMessage",)


class GlobalTranslatableMessage(Component):
    """Global Translatable Message (VASSAL.build.module.properties.GlobalTranslatableMessage)."""

    TAG = "VASSAL.build.module.properties.GlobalTranslatableMessage"
    TITLE = "Global Translatable Message"

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Message")
    description = attr.text("description", "Description")
