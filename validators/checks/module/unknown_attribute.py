"""An attribute that the engine does not know."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.buildfile.element import UnknownComponent
from validators.checks.framework import Check, Finding, Subject
from validators.reading.place import quoted
from validators.reading.words import words

#: What older engines wrote and 3.7.26 reads past: harmless in a module that was made before.
_OLD = words(
    """
    ModuleSpecific1 ModuleSpecific2 centerOnMove dragThreshold singleWindow suppressAuto
    movingStacksPickupUnits     maximumHeap initialHeap translatableSupport
    """
)


def _run(subject: Subject) -> Iterator[Finding]:
    for node in subject.module.nodes:
        if isinstance(node.component, UnknownComponent):
            continue
        for name in node.component.unknown_attributes():
            if name not in _OLD:
                got = quoted(node.component.get(name, ""))
                yield Finding(node.place, f"unknown attribute {quoted(name)}, got {got}")


CHECK = Check(
    code="V102",
    name="unknown-attribute",
    level=Severity.WARNING,
    title="An attribute that the engine does not know",
    why=(
        "The engine drops an attribute that it doesn't know without a word, and the next save loses "
        "it. A setting that looks made isn't."
    ),
    remedy="Correct the attribute's name, or remove it.",
    run=_run,
)
