"""Check for pieces and prototypes that can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import BasicPiece


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for design in subject.module.definitions:
        if subject.is_comment(design):
            continue
        if design.piece is None:
            yield Finding(design.place, f"the piece can't be read: {design.fault}")
        elif not isinstance(design.piece.basic, BasicPiece):
            yield Finding(design.place, "the piece does not end in a Basic Piece")


CHECK = Check(
    code="V207",
    name="piece-broken",
    level=Severity.ERROR,
    title="A piece or prototype that can't be read",
    why=(
        "An unescaped / or tab cuts the text of a piece, and VASSAL loses the whole piece or prototype. A "
        "piece must have as many states as traits, and end in a Basic Piece."
    ),
    since="the piece is missing",
    remedy=("Edit the trait in VASSAL's Editor, which escapes the text; write \\/ for a literal /."),
    run=_run,
)
