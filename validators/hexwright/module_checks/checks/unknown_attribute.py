"""Check for attributes that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.word_sets import words
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, UnknownComponent

#: Attributes that older versions wrote and 3.7.26 ignores: harmless in an older module.
_OLD = words(
    """
    ModuleSpecific1 ModuleSpecific2 centerOnMove dragThreshold singleWindow suppressAuto
    movingStacksPickupUnits maximumHeap initialHeap specifyExtensionDirInPrefs translatableSupport
    """
)
_BUTTON = "canDisable disabledIcon hideWhenDisabled propertyGate"
#: Attributes that 3.7.26 reads in the components' setAttribute, and no longer writes.
_STILL_READ: tuple[tuple[type[Component], frozenset[str]], ...] = (
    (c.Zoomer, words("factor max")),
    (c.GlobalKeyCommand, words("text")),
    (c.MassKeyCommand, words("text")),
    (c.StartupGlobalKeyCommand, words("names property propValue text")),
    (c.DeckGlobalKeyCommand, words(f"condition names property propValue singleMap text {_BUTTON}")),
    (c.ChartWindow, words("label")),
    (c.DiceButton, words("label")),
    (c.PieceWindow, words("entryName")),
    (c.Map, words(f"edge {_BUTTON}")),
    (c.MapShader, words(_BUTTON)),
    (c.PlayerRoster, words(f"description sides {_BUTTON}")),
    (c.HexGrid, words("snapscale")),
    (c.GlobalOptions, words("markMoved")),
    (c.Inventory, words("cutLeaves cutRoot keystroke")),
    (c.LayerControl, words("name")),
    (c.DrawPile, words("location useGridLocation")),
    (c.Scroller, words("useArrows")),
    (c.TextBoxItemInstance, words("borderColor")),
    (c.ScenarioPropertiesOptionTab, words("alignLabelsRight")),
    (c.BooleanScenarioProperty, words("isNumeric max min wrap")),
    (c.ListScenarioProperty, words("isNumeric max min wrap")),
    (c.NumberScenarioProperty, words("isNumeric max min wrap")),
    (c.StringScenarioProperty, words("isNumeric max min wrap")),
)


def _run(subject: Subject) -> Iterator[Finding]:
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
    since="the module works with the default, and usually the attribute is left over",
    remedy="Correct the attribute's name, or remove it.",
    run=_run,
)
