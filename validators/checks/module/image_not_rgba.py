"""A PNG that is not RGBA."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Subject
from validators.reading.images import Picture


def _run(subject: Subject) -> Iterator[Finding]:
    for entry, picture in sorted(subject.module.pictures.items()):
        if isinstance(picture, Picture) and not picture.is_rgba:
            place = subject.module.entries[entry].place / entry
            yield Finding(place, f"a PNG with {picture.channels}, expected rgba")


CHECK = Check(
    code="V304",
    name="image-not-rgba",
    level=Severity.ADVICE,
    title="A PNG that is not RGBA",
    why=(
        "The engine draws RGBA; every other kind of PNG is converted on each load, which costs time "
        "and, for large boards, twice the memory."
    ),
    remedy="Save the image as RGBA, 8 bits a channel.",
    run=_run,
)
