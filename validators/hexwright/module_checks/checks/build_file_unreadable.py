"""Check that buildFile.xml can be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
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
            hint = "verify one module at a time, with its extensions"
            yield Finding(file.place, "a second module, expected an extension of the first", hint)


CHECK = Check(
    code="V002",
    name="build-file-unreadable",
    level=Severity.ERROR,
    title="buildFile.xml can't be read",
    why=(
        "buildFile.xml defines the module: if it is missing or not well-formed, VASSAL can't open the "
        "module. A file that refers to other files, or grows or is nested without limit, is refused."
    ),
    since="VASSAL can't open the module",
    remedy=(
        "Open the module in VASSAL's Editor and save it, or correct the XML at the line that the message "
        "names."
    ),
    run=_run,
)
