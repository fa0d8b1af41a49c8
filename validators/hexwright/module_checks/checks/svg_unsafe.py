"""Check for SVG images with scripts, references to outside the archive, or endless content."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.image_headers import MAX_SVG, ImageHeader
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.sanitize import MODULE_PICTURE_LIMITS, RefusalKind, inspect_svg
from hexwright.vassal.codec.sequence_encoder import CodecError


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for entry, picture in sorted(subject.module.pictures.items()):
        file = subject.module.entries[entry]
        if file.archive is None or not (isinstance(picture, ImageHeader) and picture.format == "svg"):
            continue
        place = file.place / entry
        try:
            data = file.archive.read(entry, MAX_SVG)
        except CodecError as error:
            yield Finding(place, f"the SVG can't be read: {error.reason}")
            continue
        found = _judge(data, entry)
        if found:
            yield Finding(place, found)


def _judge(data: bytes, entry: str) -> str:
    """Return a description of the unsafe content of an SVG; an empty string if it is safe.

    Links to files in the archive are considered safe.
    """

    def in_archive(path: str) -> bool:
        return not normpath(join(dirname(entry), path)).startswith("..")

    # An SVG that only can't be drawn, for example because of an impossible size, does no harm.
    found = inspect_svg(data, MODULE_PICTURE_LIMITS, in_archive).of(
        RefusalKind.UNSAFE, RefusalKind.COSTLY, RefusalKind.UNREADABLE
    )
    if not found:
        return ""
    where = f" (line {found[0].line})" if found[0].line else ""
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"the SVG {found[0].reason}{where}{more}"


CHECK = Check(
    code="V306",
    name="svg-unsafe",
    level=Severity.ERROR,
    title="An SVG that does more than draw",
    why=(
        "An SVG may contain scripts, refer to files and addresses outside the module, or draw a part of "
        "itself a million times. Drawing such an SVG could run or fetch anything, or never end."
    ),
    since="viewing the module may do harm",
    remedy="Save the SVG as plain SVG, with everything it needs embedded or next to it in the module.",
    run=_run,
)
