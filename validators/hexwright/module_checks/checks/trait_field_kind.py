"""A trait's field of the wrong kind."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    clean: set[int] = set()
    for design in subject.module.designs:
        for placed in design.traits:
            if id(placed.trait) in clean:
                continue
            faults = [fault for fault in placed.trait.faults() if fault.text not in ("", "null")]
            if not faults:
                clean.add(id(placed.trait))
            for fault in faults:
                yield Finding(placed.place, f"{fault.label}: {quoted(fault.text)} is {fault.reason}")


CHECK = Check(
    code="V210",
    name="trait-field-kind",
    level=Severity.ERROR,
    title="A trait's field of the wrong kind",
    why=(
        "Where a number, a colour, a key, true or false is expected, the engine silently takes a "
        "default for anything else. It is also how an unescaped delimiter in a field before shows."
    ),
    since="the trait doesn't do what was set",
    remedy=(
        "Write a value of the kind that the message names; look for an unescaped ; or , in the fields "
        "before it."
    ),
    run=_run,
)
