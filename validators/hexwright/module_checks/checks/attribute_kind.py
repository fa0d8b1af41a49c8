"""Check for component attributes of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.nodes:
        for fault in node.component.faults():
            if fault.text in ("", "null"):
                continue
            yield Finding(node.place, f"{fault.label}: {quoted(fault.text)} is {fault.reason}")


CHECK = Check(
    code="V103",
    name="attribute-kind",
    level=Severity.ERROR,
    title="An attribute of the wrong type",
    why=(
        "Where VASSAL expects a number, a colour, a key or one of a set of words, it replaces any "
        "other value with a default. While loading, it reports only invalid integers and colours."
    ),
    since="the component ignores the designer's setting",
    remedy="Write a value of the type that the message names.",
    run=_run,
)
