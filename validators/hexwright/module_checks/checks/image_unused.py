"""Check for images that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    used = subject.used_images
    for entry in sorted(subject.module.pictures):
        if entry not in used:
            file = subject.module.entries[entry]
            yield Finding(file.place / entry, "nothing uses this image")


CHECK = Check(
    code="V302",
    name="image-unused",
    level=Severity.ADVICE,
    title="An image that nothing uses",
    why="Unused images make every download larger.",
    since="it only makes the module larger",
    remedy="Remove the image from the module.",
    run=_run,
    needs_module=True,
)
