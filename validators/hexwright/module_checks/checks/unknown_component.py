"""Check for components that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile.component_element import UnknownComponent


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.nodes:
        if not isinstance(node.component, UnknownComponent) or node.parent is None:
            continue
        tag = str(node.component.tag)
        # V904 reports classes from outside VASSAL.
        if tag.startswith("VASSAL.") and f"{tag.replace('.', '/')}.class" not in subject.module.entries:
            yield Finding(node.place, f"unknown component {quoted(tag)}")


CHECK = Check(
    code="V101",
    name="unknown-component",
    level=Severity.WARNING,
    title="A component that VASSAL doesn't know",
    why=(
        "VASSAL skips an unknown component, and only writes a line to its log: the feature is missing. "
        "The component may be misspelt, belong to a newer VASSAL, or need a class from the module itself."
    ),
    since="the rest of the module works, and old modules keep parts that VASSAL no longer needs",
    remedy="Correct the name, or state in the module's description which VASSAL version it needs.",
    run=_run,
    needs_module=True,
)
