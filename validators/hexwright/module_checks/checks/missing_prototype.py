"""Check for prototypes that are used but not defined."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding, NameHints
from hexwright.vassal.codec.traits import Prototype


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = subject.module.prototypes.by_name
    hints = NameHints(known)
    for placed, trait in subject.module.traits(Prototype):
        if trait.name in known or "$" in trait.name or "{" in trait.name:
            continue
        yield Finding(placed.place, f"no prototype is called {quoted(trait.name)}", hints.of(trait.name))


CHECK = Check(
    code="V201",
    name="missing-prototype",
    level=Severity.ERROR,
    title="A prototype that is not defined",
    why="VASSAL doesn't report a missing prototype: the piece just lacks its traits.",
    since="the piece doesn't work as designed",
    remedy="Correct the name in the Prototype trait, or define the prototype.",
    run=_run,
    needs_module=True,
)
