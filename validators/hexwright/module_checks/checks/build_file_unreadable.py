"""buildFile.xml can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: Subject) -> Iterator[Finding]:
    for trouble in subject.module.troubles:
        if trouble.about == "build-file":
            yield Finding(trouble.place, f"buildFile.xml: {trouble.message}")
    for number, file in enumerate(subject.module.files):
        if file.root is None or isinstance(file.root, c.ModuleExtension):
            continue
        got = str(file.root.tag).rpartition(".")[2]
        if not isinstance(file.root, c.GameModule):
            yield Finding(file.place, f"the outermost element is {got}, expected GameModule")
        elif number:
            hint = "judge one module at a time, with its extensions"
            yield Finding(file.place, "a second module, expected an extension of the first", hint)


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
    since="the engine opens nothing",
    remedy=(
        "Open the module in VASSAL's Editor and save it, or mend the XML at the line that the message names."
    ),
    run=_run,
)
