"""Check for layers that follow a marker whose value isn't a number."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import Layer, Marker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for design in subject.module.pieces:
        traits = subject.module.expanded(design)
        markers = _markers([placed.trait for placed in traits])
        for placed in traits:
            layer = placed.trait
            if not isinstance(layer, Layer) or not layer.follow or placed.place in told:
                continue
            name = layer.expression.strip().removeprefix("{").removesuffix("}").strip()
            value = markers.get(name, "")
            if value and not any(letter.isdigit() or letter in "{$" for letter in value):
                told.add(placed.place)
                cause = f"the layer follows the marker {quoted(name)}"
                yield Finding(placed.place, f"{cause}, whose value {quoted(value)} is no number", cause=cause)


def _markers(traits: list[Trait]) -> dict[str, str]:
    """Return the values of markers by name, without names that several traits of the piece may have."""
    found: dict[str, str] = {}
    setters = [trait for trait in traits if not isinstance(trait, Layer)]
    others = {getattr(t, field, "") for t in setters for field in ("name", "property", "index_property")}
    for marker in traits:
        if isinstance(marker, Marker):
            for name, value in zip(marker.names, marker.values, strict=False):
                found[name] = "" if name in found or name in others else value
    return found


CHECK = Check(
    code="V217",
    name="layer-follows-text",
    level=Severity.ERROR,
    title="A layer that follows a text",
    why=(
        "A layer that follows a property shows the level of that number. If the value is a text, VASSAL "
        "warns in the chat and the layer stays at the level that it had. Only markers of the same piece "
        "are judged."
    ),
    since="the layer doesn't follow its property",
    remedy='Follow a number, such as {Kind == "Foot" ? 1 : 2}.',
    run=_run,
)
