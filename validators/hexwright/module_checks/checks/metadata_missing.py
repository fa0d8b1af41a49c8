"""Check that moduledata exists and is complete."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for trouble in subject.module.troubles:
        if trouble.about == "metadata":
            yield Finding(trouble.place, f"metadata: {trouble.message}")
    broken = {trouble.place.file for trouble in subject.module.troubles if trouble.about == "metadata"}
    for file in subject.module.files:
        if file.root is None or file.name in broken:
            continue
        if file.lacks_metadata:
            yield Finding(file.place, f"the entry {file.metadata_entry} is missing")
        elif file.metadata is not None and not file.is_extension and not file.metadata.name:
            yield Finding(
                file.place / file.metadata_entry, "moduledata has no <name>", "write <name>, not <n>"
            )


CHECK = Check(
    code="V003",
    name="metadata-missing",
    level=Severity.ERROR,
    title="moduledata is missing or broken",
    why=(
        "Without the entry moduledata (extensiondata in an extension), the Module Manager doesn't "
        "recognise the file as a module, and VASSAL gives no reason. Modules whose build file has the name "
        "that it had before VASSAL 3.5, buildFile, need no such entry."
    ),
    since="players can't open the module from the Module Manager",
    remedy="Save the module once in VASSAL's Editor, which writes the entry.",
    run=_run,
)
