"""Check for hex numbers that lose their leading zeros."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    options = subject.module.all(c.GlobalOptions)
    if any(n.component.get("storeLeadingZeroIntegersAsStrings") == "true" for n in options):
        return
    numberings = subject.module.all(c.HexGridNumbering, c.SquareGridNumbering)
    if not any(_may_lose(node.component) for node in numberings):
        return
    names = {"LocationName", "OldLocationName"}
    for text in subject.texts:
        if text.reading.is_expression and names & set(text.reading.properties):
            yield Finding(
                text.place, (f"{text.value.label}: reads a location name that loses its leading zeros")
            )


def _may_lose(numbering: object) -> bool:
    if not isinstance(numbering, c.HexGridNumbering | c.SquareGridNumbering):
        return False
    kinds = {"H": (numbering.h_type, numbering.h_leading), "V": (numbering.v_type, numbering.v_leading)}
    first, leading = kinds["H" if numbering.first == "H" else "V"]
    other = kinds["V" if numbering.first == "H" else "H"][0]
    plain = numbering.location_format == "$gridLocation$"
    return plain and first == other == "N" and leading > 0 and (not numbering.sep or numbering.sep.isdigit())


CHECK = Check(
    code="V509",
    name="leading-zeros",
    level=Severity.WARNING,
    title="Hex numbers that lose their leading zeros",
    why=(
        "In an expression, VASSAL converts a location name that consists only of digits to a number: "
        "0405 becomes 405, which is no hex's name. The option 'Preserve leading zeros' in Global "
        "Options prevents this."
    ),
    since="only hexes whose numbers begin with 0 are affected",
    remedy=(
        "Tick 'Preserve leading zeros in Integers?' in Global Options, and use Integer.parseInt where "
        "you calculate."
    ),
    run=_run,
    needs_module=True,
)
