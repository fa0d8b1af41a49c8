"""Check for colours and styles in SVG images that VASSAL ignores."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for entry, judgement in sorted(subject.image_judgements.items()):
        if judgement.ignored:
            first, *rest = judgement.ignored
            where = f" (line {first.line})" if first.line else ""
            more = f", and {len(rest)} more" if rest else ""
            message = f"VASSAL ignores {printable_line(first.message)}{where}{more}"
            yield Finding(subject.module.entries[entry].place / entry, message)


CHECK = Check(
    code="V315",
    name="svg-ignored",
    level=Severity.WARNING,
    title="A colour or style in an SVG that VASSAL ignores",
    why=(
        "VASSAL draws SVG by version 1.1 of the standard. It ignores values of later versions, such as "
        "rgba(), #rrggbbaa, var() or transparent, and draws what is left: usually black, or without the "
        "effect. Browsers and drawing programs show the image as intended."
    ),
    since="the picture is shown, but not as intended",
    remedy="Write colours as #rrggbb with fill-opacity, or save the image as plain SVG 1.1 or as PNG.",
    run=_run,
)
