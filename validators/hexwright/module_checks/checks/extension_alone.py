"""Check that an extension is checked together with its module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    root = subject.module.root
    if not isinstance(root, c.ModuleExtension):
        return
    module = (
        f"{quoted(root.module)} {root.module_version}"
        if root.module
        else ("which the extension doesn't name")
    )
    hint = "add the module: hexwright verify MODULE.vmod EXTENSION.vmdx"
    yield Finding(subject.module.place, f"checked without its module, {module}", hint)


CHECK = Check(
    code="V008",
    name="extension-alone",
    level=Severity.ADVICE,
    title="An extension checked without its module",
    why=(
        "Prototypes, images, maps, sides and properties that an extension uses may belong to its module. "
        "References to them can be checked only together with the module."
    ),
    since="the extension itself may be correct",
    remedy="Name the module as well as the extension.",
    run=_run,
)
