"""Check for images that can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    used = subject.used_images
    known = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp")
    for entry, picture in sorted(subject.module.pictures.items()):
        if isinstance(picture, str) and (entry in used or entry.lower().endswith(known)):
            yield Finding(subject.module.entries[entry].place / entry, f"not a picture: {picture}")


CHECK = Check(
    code="V305",
    name="image-unreadable",
    level=Severity.ERROR,
    title="An image that can't be read",
    why="An image with an invalid header isn't drawn, and fills the chat with errors.",
    since="the picture isn't shown",
    remedy="Export the image again as PNG, JPEG, GIF or SVG.",
    run=_run,
)
