"""Check that moduledata and buildFile.xml agree."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        if file.root is None or file.metadata is None:
            continue
        if isinstance(file.root, c.GameModule):
            said = {"name": file.metadata.name, "version": file.metadata.version}
            said["VassalVersion"] = file.metadata.vassal_version
        else:
            said = {"version": file.metadata.version}
        for attribute, metadata in said.items():
            own = file.root.get(attribute, "")
            if metadata and own and metadata.strip() != own.strip():
                yield Finding(
                    file.place,
                    f"{attribute}: {quoted(own)} in buildFile.xml, {quoted(metadata)} in the metadata",
                )


CHECK = Check(
    code="V004",
    name="metadata-contradicts",
    level=Severity.WARNING,
    title="moduledata and buildFile.xml contradict each other",
    why=(
        "The Module Manager shows the values in moduledata, but the module itself shows the values "
        "in buildFile.xml. Saved games are matched by name and version. If they differ, players see "
        "warnings about other versions."
    ),
    since="the module works, but players see a wrong version and needless warnings",
    remedy="Give both the same name, version and VASSAL version.",
    run=_run,
)
