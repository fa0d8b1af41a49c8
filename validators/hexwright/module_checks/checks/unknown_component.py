"""A component that the engine does not know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile.component_element import UnknownComponent


def _run(subject: Subject) -> Iterator[Finding]:
    for node in subject.module.nodes:
        if not isinstance(node.component, UnknownComponent) or node.parent is None:
            continue
        tag = str(node.component.tag)
        # The classes of others are told by V904.
        if tag.startswith("VASSAL.") and f"{tag.replace('.', '/')}.class" not in subject.module.entries:
            yield Finding(node.place, f"unknown component {quoted(tag)}")


CHECK = Check(
    code="V101",
    name="unknown-component",
    level=Severity.WARNING,
    title="A component that the engine does not know",
    why=(
        "The engine passes over a component that it doesn't know, with nothing but a line in its log: "
        "the feature is simply not there. It may be misspelt, come from a newer VASSAL, or need a "
        "class that the module brings along."
    ),
    since="the rest of the module plays, and old modules keep parts that no engine needs",
    remedy="Correct the name, or say in the module's description which VASSAL it needs.",
    run=_run,
    needs_module=True,
)
