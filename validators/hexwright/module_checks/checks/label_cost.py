"""A label that counts pieces at every draw."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.traits import TextLabel


def _run(subject: Subject) -> Iterator[Finding]:
    for text in subject.texts:
        drawn = isinstance(text.owner, TextLabel) and text.value.name in ("label", "name_format")
        if drawn and text.reading.scans:
            yield Finding(text.place, f"{text.value.label}: goes over other pieces at every draw")


CHECK = Check(
    code="V507",
    name="label-cost",
    level=Severity.ADVICE,
    title="A label that counts pieces at every draw",
    why=(
        "A text label is evaluated at every draw of its piece. One that goes over other pieces each "
        "time makes scrolling slow."
    ),
    since="it works, slowly",
    remedy="Compute on an event into a dynamic property, and show that.",
    run=_run,
)
