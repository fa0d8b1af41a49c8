"""Check for trait fields of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.trait_fields import FieldFault, Record, Trait
from hexwright.vassal.codec.traits import CanRotate, Layer, LayerBefore3, ReportAction

#: Traits with a state that the designer sets, or of whose wrong states VASSAL warns. It reads any other state
#: in whatever layout an older version wrote.
_JUDGED_STATES = (CanRotate, Layer, LayerBefore3, ReportAction)


def _run(subject: CheckedModule) -> Iterator[Finding]:
    clean: set[int] = set()
    for design in subject.module.definitions:
        for placed in design.traits:
            if id(placed.trait) in clean:
                continue
            faults = _faults(placed.trait)
            if not faults:
                clean.add(id(placed.trait))
            for fault in faults:
                yield Finding(placed.place, f"{fault.label}: {quoted(fault.text)} is {fault.reason}")


def _faults(trait: Trait) -> list[FieldFault]:
    found = trait.faults() if isinstance(trait, _JUDGED_STATES) else Record.faults(trait)
    return [fault for fault in found if fault.text not in ("", "null")]


CHECK = Check(
    code="V210",
    name="trait-field-kind",
    level=Severity.ERROR,
    title="A trait field of the wrong type",
    why=(
        "Where VASSAL expects a number, a colour, a key, true or false, it silently replaces any "
        "other value with a default. An unescaped delimiter in an earlier field also shows up this "
        "way. States that only play writes aren't told: VASSAL reads those of older versions too."
    ),
    since="the trait ignores the designer's setting",
    remedy=(
        "Write a value of the type that the message names; look for an unescaped ; or , in the fields "
        "before it."
    ),
    run=_run,
)
