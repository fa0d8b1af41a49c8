"""Check for images that can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line


def _run(subject: CheckedModule) -> Iterator[Finding]:
    used = subject.used_images
    known = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp", ".tif", ".tiff")
    for entry, judgement in sorted(subject.image_judgements.items()):
        if judgement.undrawn and (entry in used or entry.lower().endswith(known)):
            message = printable_line(judgement.undrawn)
            yield Finding(subject.module.entries[entry].place / entry, message, cause=judgement.undrawn)


CHECK = Check(
    code="V305",
    name="image-unreadable",
    level=Severity.ERROR,
    title="An image that VASSAL can't draw",
    why=(
        "An image with an invalid header isn't drawn, and fills the chat with errors. VASSAL draws nothing "
        "of an SVG if its outermost element lacks the SVG namespace, or if an element is unknown to SVG 1.1, "
        "lacks an attribute that it needs (xlink:href, not href) or refers to something absent. It reads "
        "files as SVG if their names end in .svg, and no others."
    ),
    since="the picture isn't shown",
    remedy="Export the image again as PNG, JPEG or GIF, or as plain SVG 1.1.",
    run=_run,
)
