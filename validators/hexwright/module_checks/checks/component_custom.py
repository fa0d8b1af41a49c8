"""A component whose class is not the engine's own."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile.component_element import UnknownComponent

_ENGINE = "VASSAL."


def _run(subject: Subject) -> Iterator[Finding]:
    for node in subject.module.nodes:
        tag = str(node.component.tag)
        # The engine prefers a class of the module to its own of the same name.
        brought = f"{tag.replace('.', '/')}.class" in subject.module.entries
        foreign = isinstance(node.component, UnknownComponent) and not tag.startswith(_ENGINE)
        if brought or (foreign and "." in tag):
            where = "not the engine's own" if brought else "neither the engine's own nor in the module"
            yield Finding(node.place, f"the class {quoted(tag)} is {where}")


CHECK = Check(
    code="V904",
    name="component-custom",
    level=Severity.WARNING,
    title="A component whose class is not the engine's own",
    why=(
        "The engine loads and runs whatever class a component names. One that it doesn't bring along itself "
        "is the maker's own program, and can do whatever a program can."
    ),
    since="the maker's program may be a good one",
    remedy=("Use a component of VASSAL. In a module of others, open it only if you trust its maker."),
    run=_run,
)
