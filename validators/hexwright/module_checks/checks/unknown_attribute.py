"""Check for attributes that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.word_sets import word_set
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, UnknownComponent

#: Attributes that older versions wrote and 3.7.26 ignores: harmless in an older module.
_OLD = word_set(
    """
    ModuleSpecific1 ModuleSpecific2 centerOnMove dragThreshold singleWindow suppressAuto
    movingStacksPickupUnits maximumHeap initialHeap specifyExtensionDirInPrefs translatableSupport
    """
)
_BUTTON = "canDisable disabledIcon hideWhenDisabled propertyGate"
#: Attributes that 3.7.26 reads in the components' setAttribute, and no longer writes.
_STILL_READ: tuple[tuple[type[Component], frozenset[str]], ...] = (
    (c.Zoomer, word_set("factor max")),
    (c.GlobalKeyCommand, word_set("text")),
    (c.MassKeyCommand, word_set("text")),
    (c.StartupGlobalKeyCommand, word_set("names property propValue text")),
    (c.DeckGlobalKeyCommand, word_set(f"condition names property propValue singleMap text {_BUTTON}")),
    (c.ChartWindow, word_set("label")),
    (c.DiceButton, word_set("label")),
    (c.PieceWindow, word_set("entryName")),
    (c.Map, word_set(f"edge {_BUTTON}")),
    (c.MapShader, word_set(_BUTTON)),
    (c.PlayerRoster, word_set(f"description sides {_BUTTON}")),
    (c.HexGrid, word_set("snapscale")),
    (c.GlobalOptions, word_set("markMoved")),
    (c.Inventory, word_set("cutLeaves cutRoot keystroke")),
    (c.LayerControl, word_set("name")),
    (c.DrawPile, word_set("location useGridLocation")),
    (c.Scroller, word_set("useArrows")),
    (c.TextBoxItemInstance, word_set("borderColor")),
    (c.ScenarioPropertiesOptionTab, word_set("alignLabelsRight")),
    (c.BooleanScenarioProperty, word_set("isNumeric max min wrap")),
    (c.ListScenarioProperty, word_set("isNumeric max min wrap")),
    (c.NumberScenarioProperty, word_set("isNumeric max min wrap")),
    (c.StringScenarioProperty, word_set("isNumeric max min wrap")),
)


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.nodes:
        if isinstance(node.component, UnknownComponent):
            continue
        for name in node.component.unknown_attributes():
            value = node.component.get(name, "")
            # An empty attribute sets nothing, so nothing is lost.
            if value and name not in _OLD and not _still_read(node.component, name):
                got = quoted(value)
                yield Finding(node.place, f"unknown attribute {quoted(name)}, got {got}")


def _still_read(component: Component, name: str) -> bool:
    return any(name in names for kind, names in _STILL_READ if isinstance(component, kind))


CHECK = Check(
    code="V102",
    name="unknown-attribute",
    level=Severity.WARNING,
    title="An attribute that VASSAL doesn't know",
    why=(
        "VASSAL drops an unknown attribute without a message, and the next save loses it. The setting has "
        "no effect."
    ),
    since="the module works with the default, and usually the attribute is a leftover",
    remedy="Correct the attribute's name, or remove it.",
    run=_run,
)
