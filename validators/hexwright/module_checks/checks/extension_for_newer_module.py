"""Check for an extension made for a newer version of the module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding, version_of
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    root = subject.module.root
    for file in subject.module.files:
        extension = file.root
        if not (isinstance(extension, c.ModuleExtension) and isinstance(root, c.GameModule)):
            continue
        wanted = extension.module_version
        if not extension.any_module and version_of(wanted) > version_of(root.version):
            yield Finding(file.place, f"made for version {wanted}, but the module is version {root.version}")


CHECK = Check(
    code="V009",
    name="extension-for-newer-module",
    level=Severity.WARNING,
    title="An extension for a newer version of the module",
    why=(
        "VASSAL opens the two together with a warning, unless the extension is allowed with any module. "
        "Components that the extension extends may not exist yet."
    ),
    since="VASSAL opens both, and usually they work together",
    remedy="Use the version of the module that the extension names, or save the extension with this version.",
    run=_run,
)
