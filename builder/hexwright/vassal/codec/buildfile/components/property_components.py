"""Components: global properties and translatable messages."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.shared_records import PropertyChange


@component("VASSAL.build.module.properties.GlobalProperties", "Global Properties")
class GlobalProperties(Component):
    CHILDREN = (
        "GlobalProperty",
        "GlobalPropertyFolder",
        "ScenarioPropertiesOptionTab",
    )


@component("VASSAL.build.module.properties.GlobalProperty", "Global Property")
class GlobalProperty(Component):
    CHILDREN = ("ChangePropertyButton",)

    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Initial value")
    description = attr.text("description", "Description")
    is_numeric = attr.boolean("isNumeric", "Is numeric")
    min = attr.text("min", "Minimum value", "null")
    max = attr.text("max", "Maximum value", "null")
    wrap = attr.boolean("wrap", "Wrap around")


@component("VASSAL.build.module.properties.ZoneProperty", "Global Property (Zone)")
class ZoneProperty(GlobalProperty):
    """The Global Property component of a zone. It has the attributes of a global property."""


@component("VASSAL.build.module.properties.ChangePropertyButton", "Change-property Toolbar Button")
class ChangePropertyButton(Component):
    desc = attr.text("desc", "Description")
    text_ = attr.formatted("text", "Button text", "Change")
    tooltip = attr.text("tooltip", "Tooltip text", "Change")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    report_format = attr.formatted("reportFormat", "Report format")
    prop_changer = attr.record("propChanger", "Options", PropertyChange("P", ""))


@component("VASSAL.build.module.properties.GlobalTranslatableMessages", "Global Translatable Messages")
class GlobalTranslatableMessages(Component):
    CHILDREN = ("GlobalTranslatableMessage",)


@component("VASSAL.build.module.properties.GlobalTranslatableMessage", "Global Translatable Message")
class GlobalTranslatableMessage(Component):
    name = attr.text("name", "Name", omitted=True)
    initial_value = attr.text("initialValue", "Message")
    description = attr.text("description", "Description")
