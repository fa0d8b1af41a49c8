"""Check for parts of an extension that VASSAL adds to another component than the one that they name."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.extension_targets import extension_targets
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node, match in extension_targets(subject.module):
        for step, taken in match.renamed:
            message = f"is added to {step}, which doesn't exist; VASSAL adds it to {taken.place.path}"
            yield Finding(node.place, message)


CHECK = Check(
    code="V012",
    name="extension-target-name",
    level=Severity.WARNING,
    title="A part of an extension for a component of another name",
    why=(
        "Each part of an extension names the component that it is added to, by class and name. If no "
        "component has the name, VASSAL takes the first of the class, without a message: pieces appear in "
        "another list, buttons in another window."
    ),
    since="the extension is loaded, and the component may only have been renamed",
    remedy="Give the component its name again, or add the part to the right component in VASSAL's Editor.",
    run=_run,
    needs_module=True,
)
