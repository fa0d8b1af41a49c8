"""The properties that a module sets: by traits, by components, and by VASSAL itself."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.vassal_property_names import BUILT_IN, DICE_SUFFIXES
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.trait_fields import Trait


def set_by_trait(trait: Trait) -> tuple[str, ...]:
    """Return the names of the properties that a trait gives its piece."""
    match trait:
        case t.Marker():
            return tuple(name for name in trait.names if name)
        case t.DynamicProperty() | t.CalculatedProperty() if trait.name:
            return (trait.name,)
        case t.Layer() if trait.name:
            return tuple(f"{trait.name}{end}" for end in ("_Level", "_Name", "_Active", "_Image"))
        case t.TextLabel() | t.TranslatableMessage() if trait.property:
            return (trait.property,)
        case t.CanRotate():
            return (f"{trait.name}_Facing", f"{trait.name}_Degrees")
        case t.AreaOfEffect() if trait.name:
            return (f"{trait.name}_Active",)
        case t.Attachment():
            return (f"{trait.name}_AttachCount", f"{trait.name}_AttachList")
        case t.TriggerAction() if trait.index and trait.index_property:
            return (trait.index_property,)
        case t.PropertySheet():
            return tuple(name[1:] for name in trait.definition if len(name) > 1)
        case t.Prototype():
            return tuple(p.name for p in trait.parameters if p.name)
        case t.BasicPiece():
            return tuple(name for name, _ in trait.properties)
        case _:
            return ()


_SETTING_THEIR_NAME = (
    c.GlobalProperty,
    c.GlobalTranslatableMessage,
    c.BooleanPreference,
    c.DoublePreference,
    c.EnumPreference,
    c.IntegerPreference,
    c.StringPreference,
    c.TextPreference,
    c.BooleanScenarioProperty,
    c.ListScenarioProperty,
    c.NumberScenarioProperty,
    c.StringScenarioProperty,
)
"""The components that set a property with the same name as the component."""


def set_by_component(node: ComponentNode) -> Iterator[str]:
    component = node.component
    name = component.get("name", "")
    if isinstance(component, _SETTING_THEIR_NAME):
        yield name
    match component:
        case c.CounterTurnLevel() | c.ListTurnLevel():
            yield component.get("property", "")
        case c.DiceButton() | c.SpecialDiceButton() | c.RandomTextButton() | c.InternetDiceButton():
            yield from (name + end for end in DICE_SUFFIXES)
        case c.DrawPile():
            yield f"{name}_numPieces"
            for counted in component.count_expressions:
                yield f"{name}_{counted.partition(':')[0].strip()}"
        case c.Map():
            shown = component.get("mapName", "")
            yield f"{shown}_isVisible"
            yield f"{shown.replace(' ', '_')}_isVisible"
        case c.DoActionButton():
            yield component.get("indexProperty", "")
        case c.ChessClock():
            side = component.get("side", "")
            yield from (f"{side}_{end}" for end in ("time", "running"))
        case _:
            return


class PropertySetters:
    """The names of all properties that the module or VASSAL sets."""

    def __init__(self, module: ModuleView) -> None:
        names: set[str] = set(BUILT_IN)
        self.attachments: set[str] = set()
        for node in module.nodes:
            names.update(set_by_component(node))
        seen: set[int] = set()
        for design in module.definitions:
            for placed in design.traits:
                if id(placed.trait) in seen:
                    continue
                seen.add(id(placed.trait))
                names.update(set_by_trait(placed.trait))
                if isinstance(placed.trait, t.Attachment) and placed.trait.name:
                    self.attachments.add(placed.trait.name)
        for _, place_marker in module.traits(t.PlaceMarker):
            names.update(p.property for p in place_marker.parameters)
        names.discard("")
        self.names = frozenset(names)

    def answers(self, owner: object, name: str) -> bool:
        """Return whether a trait or component can read a value for a property."""
        if name in self:
            return True
        # A report may use the value of a property before the command: oldX for X.
        return isinstance(owner, t.ReportAction) and name.startswith("old") and name[3:] in self

    def __contains__(self, name: str) -> bool:
        if name in self.names or name.startswith(("CurrentMat_", "MatProp", "CurrentMatProp")):
            return True
        head, _, rest = name.partition("_")
        # Attachment_Property and Attachment_2_Property read a property of an attached piece.
        if head in self.attachments and rest:
            number, _, behind = rest.partition("_")
            return (behind if number.isdigit() and behind else rest) in self.names
        # A name built at run time, such as $Side$_VP, can't be checked.
        return "$" in name or "{" in name
