"""Check for labels that count pieces whenever they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import TextLabel


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        drawn = isinstance(text.owner, TextLabel) and text.value.name in ("label", "name_format")
        if drawn and text.reading.scans:
            yield Finding(text.place, f"{text.value.label}: scans other pieces whenever the label is drawn")


CHECK = Check(
    code="V507",
    name="label-cost",
    level=Severity.ADVICE,
    title="A label that counts pieces whenever it is drawn",
    why=(
        "VASSAL evaluates a text label every time it draws the piece. If the label scans other pieces each "
        "time, scrolling becomes slow."
    ),
    since="the label works, but slowly",
    remedy="Compute the value on an event, store it in a dynamic property, and show that property.",
    run=_run,
)
