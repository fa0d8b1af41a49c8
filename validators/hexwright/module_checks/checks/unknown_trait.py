"""A trait that the engine does not know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.trait_fields import UnknownTrait


def _run(subject: Subject) -> Iterator[Finding]:
    if any(entry.endswith(".class") for entry in subject.module.entries):
        return  # What the module brings along may know traits of its own.
    for placed, trait in subject.module.traits(UnknownTrait):
        if placed.number:
            yield Finding(placed.place, f"unknown trait {quoted(trait.type_text.partition(';')[0])}")


CHECK = Check(
    code="V208",
    name="unknown-trait",
    level=Severity.ERROR,
    title="A trait that the engine does not know",
    why=(
        "In place of an unknown trait the engine puts a marker and warns. What the trait did is gone. A "
        "module that brings classes of its own isn't judged, since these may know the trait."
    ),
    since="what the trait did isn't there",
    remedy="Correct the trait's id, or say which newer VASSAL the module needs.",
    run=_run,
    needs_module=True,
)
