"""Code that reaches beyond the game."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    for found in subject.reached:
        for name in found.reach.names:
            yield Finding(found.place, f"{found.label}: uses {quoted(name)}", cause=f"uses {quoted(name)}")


CHECK = Check(
    code="V901",
    name="code-reaches-out",
    level=Severity.WARNING,
    title="Code that reaches beyond the game",
    why=(
        "An expression of VASSAL is a program that sees every class of Java: it may run commands, read and "
        "write the player's files and speak to the network. Strings, numbers, collections, VASSAL's own "
        "functions and what the modules of hexwright need are known to be harmless; this is not among them."
    ),
    since="what the code does may be meant well",
    remedy=(
        "Do it with VASSAL's functions and traits. In a module of others, read what it does before you open "
        "it; `verify --engine` stops here unless `--trust` is given."
    ),
    run=_run,
)
