"""An SVG that does more than draw."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.codec.sequence import CodecError
from validators.checks.framework import Check, Finding, Subject
from validators.reading.images import MAX_SVG, Picture, unsafe_svg


def _run(subject: Subject) -> Iterator[Finding]:
    for entry, picture in sorted(subject.module.pictures.items()):
        file = subject.module.entries[entry]
        if file.archive is None or not (isinstance(picture, Picture) and picture.format == "svg"):
            continue
        try:
            reason = unsafe_svg(file.archive.read(entry, MAX_SVG))
        except CodecError as error:
            reason = f"can't be read: {error.reason}"
        if reason:
            yield Finding(file.place / entry, f"the SVG {reason}")


CHECK = Check(
    code="V306",
    name="svg-unsafe",
    level=Severity.ERROR,
    title="An SVG that does more than draw",
    why=(
        "An SVG may hold scripts and refer to files and addresses. Drawing it would run or fetch what "
        "a stranger chose."
    ),
    remedy="Save the SVG as plain SVG with all it needs embedded.",
    run=_run,
)
