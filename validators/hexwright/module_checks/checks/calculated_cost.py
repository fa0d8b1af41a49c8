"""A calculated property that costs at every reading."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.traits import CalculatedProperty, Layer, TextLabel


def _run(subject: Subject) -> Iterator[Finding]:
    # Costly is one that scans and that is read at every draw: by a label or a layer that follows it.
    drawn: set[str] = set()
    for text in subject.texts:
        if isinstance(text.owner, TextLabel | Layer):
            drawn.update(text.reading.properties)
    for text in subject.texts:
        if isinstance(text.owner, CalculatedProperty) and text.reading.scans and text.owner.name in drawn:
            yield Finding(text.place, "goes over other pieces, and is read at every draw")


CHECK = Check(
    code="V508",
    name="calculated-cost",
    level=Severity.ADVICE,
    title="A calculated property that costs at every reading",
    why=(
        "A calculated property is evaluated each time that anything reads it. One that goes over "
        "other pieces, or that stands on others that do, is paid for many times in one command."
    ),
    since="it works, slowly",
    remedy="Compute on an event into a dynamic or global property.",
    run=_run,
)
