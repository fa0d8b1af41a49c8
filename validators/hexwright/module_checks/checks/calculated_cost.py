"""Check for calculated properties that are expensive to read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import CalculatedProperty, Layer, TextLabel


def _run(subject: CheckedModule) -> Iterator[Finding]:
    # A property is expensive if it scans pieces and a label or layer reads it at every draw.
    drawn: set[str] = set()
    for text in subject.texts:
        if isinstance(text.owner, TextLabel | Layer):
            drawn.update(text.reading.properties)
    for text in subject.texts:
        if isinstance(text.owner, CalculatedProperty) and text.reading.scans and text.owner.name in drawn:
            yield Finding(text.place, "scans other pieces, and is read whenever the piece is drawn")


CHECK = Check(
    code="V508",
    name="calculated-cost",
    level=Severity.ADVICE,
    title="A calculated property that is expensive to read",
    why=(
        "VASSAL evaluates a calculated property every time anything reads it. If it scans other pieces, or "
        "depends on properties that do, one command may evaluate it many times."
    ),
    since="the property works, but slowly",
    remedy="Compute the value on an event, and store it in a dynamic or global property.",
    run=_run,
)
