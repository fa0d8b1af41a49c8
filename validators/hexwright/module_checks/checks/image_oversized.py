"""Check for images that are too large."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    pieces = subject.piece_images
    for entry, picture in sorted(subject.module.pictures.items()):
        if not isinstance(picture, ImageHeader) or picture.format == "svg":
            continue
        limit = 4_000_000 if entry in pieces else 100_000_000
        if picture.pixels > limit:
            place = subject.module.entries[entry].place / entry
            size = f"{picture.width}×{picture.height} pixels are {picture.pixels / 1e6:.0f} megapixels"
            cause = f"more than {limit // 1_000_000} megapixels"
            yield Finding(place, f"{size}, limit {limit // 1_000_000}", cause=cause)


CHECK = Check(
    code="V303",
    name="image-oversized",
    level=Severity.WARNING,
    title="An image that is too large",
    why=(
        "VASSAL keeps a drawn image in memory at four bytes per pixel: a board above 100 megapixels "
        "takes more than 400 MB and fails on many machines. The picture of a piece is drawn at its "
        "own size; a picture above 4 megapixels is a mistake."
    ),
    since="the game works if there is enough memory",
    remedy="Make the image smaller; divide a very large map into several boards.",
    run=_run,
)
