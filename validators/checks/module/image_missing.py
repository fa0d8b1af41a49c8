"""An image that is not in the module."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Subject
from validators.reading.engine_images import is_engine_image
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    told: set[tuple[str, str]] = set()
    by_small = {name.lower(): name for name in subject.module.entries}
    for place, _, value in subject.module.values("image"):
        if not value.value or value.is_default:
            continue
        name = str(value.value)
        if is_engine_image(name) or "$" in name or "{" in name:
            continue
        if subject.module.image_entry(name) or name in subject.module.made_images:
            continue
        if (str(place), name) not in told:
            told.add((str(place), name))
            near = by_small.get(f"images/{name}".lower())
            hint = f"the module has {quoted(near.removeprefix('images/'))}" if near else ""
            yield Finding(place, f"{value.label}: the image {quoted(name)} is missing", hint)


CHECK = Check(
    code="V301",
    name="image-missing",
    level=Severity.ERROR,
    title="An image that is not in the module",
    why="The engine tells of a missing image only when it is drawn, in the middle of somebody's game.",
    remedy="Add the image, or correct its name; capital and small letters differ.",
    run=_run,
)
