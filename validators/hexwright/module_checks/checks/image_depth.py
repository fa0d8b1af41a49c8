"""Check for PNG images with more than 8 bits per channel."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for entry, picture in sorted(subject.module.pictures.items()):
        if isinstance(picture, ImageHeader) and picture.depth > 8:
            place = subject.module.entries[entry].place / entry
            yield Finding(place, f"a PNG with {picture.depth} bits per channel, of which 8 are shown")


CHECK = Check(
    code="V304",
    name="image-depth",
    level=Severity.ADVICE,
    title="A PNG with more colours than screens show",
    why=(
        "VASSAL converts every PNG to 8 bits per channel when it loads it. More bits only make the "
        "download larger. Palettes, greyscale and colours without alpha are all fine, and smaller than "
        "RGBA."
    ),
    since="the image is shown correctly; only its file is larger than necessary",
    remedy="Save the image with 8 bits per channel, or with a palette.",
    run=_run,
)
