"""buildFile.xml can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.buildfile import components as c
from validators.checks.framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    for trouble in subject.module.troubles:
        if trouble.about == "build-file":
            yield Finding(trouble.place, f"buildFile.xml: {trouble.message}")
    for number, file in enumerate(subject.module.files):
        wanted = c.ModuleExtension if number else c.GameModule
        if file.root is not None and not isinstance(file.root, wanted):
            got = str(file.root.tag).rpartition(".")[2]
            hint = "name the module first, then its extensions" if got == "ModuleExtension" else ""
            yield Finding(file.place, f"the outermost element is {got}, expected {wanted.__name__}", hint)


CHECK = Check(
    code="V002",
    name="build-file-unreadable",
    level=Severity.ERROR,
    title="buildFile.xml can't be read",
    why=(
        "buildFile.xml is the module: when it is missing or not well-formed, the engine opens "
        "nothing. One that declares entities or is nested without end is made to do harm, and is "
        "refused."
    ),
    remedy=(
        "Open the module in VASSAL's Editor and save it, or mend the XML at the line that the message names."
    ),
    run=_run,
)
