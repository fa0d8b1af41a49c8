"""Check for two traits of a piece with the same name."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import CalculatedProperty, CanRotate, DynamicProperty, Layer

_NAMED = (Layer, CanRotate, DynamicProperty, CalculatedProperty)


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for design in subject.module.pieces:
        seen: dict[tuple[str, str], ModulePlace] = {}
        for placed in subject.module.expanded(design):
            trait = placed.trait
            if not isinstance(trait, _NAMED) or not trait.name:
                continue
            kind = "property" if isinstance(trait, DynamicProperty | CalculatedProperty) else trait.TITLE
            first = seen.setdefault((kind, trait.name), placed.place)
            if first != placed.place and placed.place not in told:
                told.add(placed.place)
                cause = f"the piece has another {trait.TITLE} {quoted(trait.name)}"
                yield Finding(placed.place, f"{cause}, at {first.path}", cause=cause)


CHECK = Check(
    code="V214",
    name="trait-name-twice",
    level=Severity.ADVICE,
    title="Two traits of a piece with the same name",
    why=(
        "VASSAL distinguishes the traits of a piece by the names of layers, rotators and properties. "
        "Of two dynamic properties with the same name, only the outer property is read, and "
        "refreshing a saved game may swap their states."
    ),
    since="a piece may override a property of its prototype on purpose",
    remedy="Give each trait its own name.",
    run=_run,
)
