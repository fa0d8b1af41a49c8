"""Check for components whose class is not part of VASSAL."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile.component_element import UnknownComponent

_ENGINE = "VASSAL."


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.nodes:
        tag = str(node.component.tag)
        # VASSAL prefers a class in the module to its own class of the same name.
        brought = f"{tag.replace('.', '/')}.class" in subject.module.entries
        foreign = isinstance(node.component, UnknownComponent) and not tag.startswith(_ENGINE)
        if brought or (foreign and "." in tag):
            where = "not part of VASSAL" if brought else "neither in VASSAL nor in the module"
            yield Finding(node.place, f"the class {quoted(tag)} is {where}", cause=tag)


CHECK = Check(
    code="V904",
    name="component-custom",
    level=Severity.WARNING,
    title="A component whose class is not part of VASSAL",
    why=(
        "VASSAL loads and runs any class that a component names. A class from elsewhere is its author's "
        "own program, and can do anything that a program can do."
    ),
    since="the author's program may be harmless",
    remedy=("Use one of VASSAL's components. Open another author's module only if you trust its author."),
    run=_run,
)
