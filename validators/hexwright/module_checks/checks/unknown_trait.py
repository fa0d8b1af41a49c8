"""Check for traits that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.trait_fields import UnknownTrait


def _run(subject: CheckedModule) -> Iterator[Finding]:
    if any(entry.endswith(".class") for entry in subject.module.entries):
        return  # Classes in the module may define further traits.
    for placed, trait in subject.module.traits(UnknownTrait):
        if placed.number:
            yield Finding(placed.place, f"unknown trait {quoted(trait.type_text.partition(';')[0])}")


CHECK = Check(
    code="V208",
    name="unknown-trait",
    level=Severity.ERROR,
    title="A trait that VASSAL doesn't know",
    why=(
        "VASSAL replaces an unknown trait with a marker, and warns about it; its function is lost. A "
        "module with its own classes isn't checked, because they may define the trait."
    ),
    since="the trait's function is missing",
    remedy="Correct the trait's id, or state which newer VASSAL version the module needs.",
    run=_run,
    needs_module=True,
)
