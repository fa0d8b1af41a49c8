"""Check for numeric properties whose minimum is above their maximum."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import DynamicProperty, SetGlobalProperty


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for placed, trait in subject.module.traits(DynamicProperty, SetGlobalProperty):
        assert isinstance(trait, DynamicProperty | SetGlobalProperty)
        limits = trait.limits
        if limits.numeric and limits.minimum > limits.maximum:
            message = f"the minimum, {limits.minimum}, is above the maximum, {limits.maximum}"
            yield Finding(placed.place, message)


CHECK = Check(
    code="V216",
    name="limits-crossed",
    level=Severity.WARNING,
    title="A property whose minimum is above its maximum",
    why=(
        "A property with limits takes only values between them. If the minimum is above the maximum, every "
        "change gives one of the two limits."
    ),
    since="the property has a value, but not the intended one",
    remedy="Swap the limits, or correct them.",
    run=_run,
)
