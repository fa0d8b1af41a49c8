"""A PNG with more colours than any screen shows."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.image_headers import Picture
from hexwright.module_checks.check_framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    for entry, picture in sorted(subject.module.pictures.items()):
        if isinstance(picture, Picture) and picture.depth > 8:
            place = subject.module.entries[entry].place / entry
            yield Finding(place, f"a PNG of {picture.depth} bits a channel, 8 are shown")


CHECK = Check(
    code="V304",
    name="image-depth",
    level=Severity.ADVICE,
    title="A PNG with more colours than any screen shows",
    why=(
        "The engine turns every PNG into 8 bits a channel as it loads it. What is stored beyond makes "
        "the download larger, and is never seen. Palettes, gray, colours without alpha are all "
        "fine, and smaller than RGBA."
    ),
    since="it costs nothing but size",
    remedy="Save the image with 8 bits a channel, or as a palette.",
    run=_run,
)
