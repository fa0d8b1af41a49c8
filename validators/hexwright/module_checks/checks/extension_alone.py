"""An extension is judged without its module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: Subject) -> Iterator[Finding]:
    root = subject.module.root
    if not isinstance(root, c.ModuleExtension):
        return
    module = f"{quoted(root.module)} {root.module_version}" if root.module else "which it doesn't name"
    hint = "name the module too: hexwright verify MODULE.vmod EXTENSION.vmdx"
    yield Finding(subject.module.place, f"judged without its module, {module}", hint)


CHECK = Check(
    code="V008",
    name="extension-alone",
    level=Severity.ADVICE,
    title="An extension is judged without its module",
    why=(
        "Prototypes, images, maps, sides and properties of an extension may be those of its module. What "
        "refers to such is judged only with the module beside it."
    ),
    since="nothing is wrong",
    remedy="Name the module together with the extension.",
    run=_run,
)
