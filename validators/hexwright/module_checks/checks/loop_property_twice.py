"""Check for a loop index property that two triggers of a piece share."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import TriggerAction


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for design in subject.module.pieces:
        seen: dict[str, ModulePlace] = {}
        for placed in subject.module.expanded(design):
            trait = placed.trait
            if not isinstance(trait, TriggerAction) or not (trait.loop and trait.index):
                continue
            first = seen.setdefault(trait.index_property, placed.place)
            if first != placed.place and placed.place not in told:
                told.add(placed.place)
                name = quoted(trait.index_property)
                cause = f"another trigger also has the index property {name}"
                yield Finding(placed.place, f"{cause}, {first.path}", cause=cause)


CHECK = Check(
    code="V213",
    name="loop-property-twice",
    level=Severity.WARNING,
    title="A loop index property shared by two triggers of a piece",
    why=(
        "Two loops that share an index property on one piece disturb each other, and trigger VASSAL's "
        "guard against infinite recursion."
    ),
    since="only commands that run both loops are affected",
    remedy="Give each trigger that loops its own index property.",
    run=_run,
)
