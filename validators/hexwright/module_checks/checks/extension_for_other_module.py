"""Check for an extension made for another module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    root = subject.module.root
    for file in subject.module.files[1:]:
        extension = file.root
        if not (isinstance(extension, c.ModuleExtension) and isinstance(root, c.GameModule)):
            continue
        if not extension.any_module and extension.module != root.name:
            yield Finding(file.place, f"made for {quoted(extension.module)}, opened with {quoted(root.name)}")


CHECK = Check(
    code="V007",
    name="extension-for-other-module",
    level=Severity.ERROR,
    title="An extension for another module",
    why=("VASSAL refuses an extension whose module name differs, unless it is allowed with any module."),
    since="no part of the extension is loaded",
    remedy="Open the extension with the right module, or tick 'Allow loading with any module'.",
    run=_run,
)
