"""Check for parts of an extension whose target the module lacks."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.extension_targets import extension_targets
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node, match in extension_targets(subject.module):
        if match.missing is not None:
            step = match.steps[match.missing]
            inside = f"{match.steps[match.missing - 1]} contains" if match.missing else "the module has"
            yield Finding(node.place, f"is added to {step}, but {inside} no component of this kind")


CHECK = Check(
    code="V011",
    name="extension-target",
    level=Severity.ERROR,
    title="A part of an extension for a component that is absent",
    why=(
        "Each part of an extension names the component that it is added to, by class and name. If the module "
        "has no component of the class there, VASSAL refuses the whole extension."
    ),
    since="no part of the extension is loaded",
    remedy="Open the extension with the version of the module that it was made for, or add the part anew.",
    run=_run,
    needs_module=True,
)
